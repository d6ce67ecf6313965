// Exact sets of 64-bit keys: open addressing, never an entry lost, so that "seen" is a fact and not a likelihood.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>

#include "budget.hpp"

namespace klondike {

class Table {
  public:
    Table(Budget& budget, std::uint64_t place_mask) : budget_(budget), place_mask_(place_mask) {}
    ~Table() { budget_.give_back(bytes()); }
    Table(const Table&) = delete;
    Table& operator=(const Table&) = delete;

    // Walks the entries that agree with `key` under the place mask, until `visit(entry)` returns true. Returns that
    // entry, or the empty place where the key belongs (an entry of 0: no stored key is 0).
    template <class Visit>
    std::uint64_t* walk(std::uint64_t key, Visit&& visit) {
        if (!entries_) grow();
        const std::uint64_t place = key & place_mask_;
        for (std::size_t i = home(place);; i = (i + 1) & mask_) {
            std::uint64_t& entry = entries_[i];
            if (entry == 0 || ((entry & place_mask_) == place && visit(entry))) return &entry;
        }
    }
    std::uint64_t* find(std::uint64_t key) {
        return walk(key, [](std::uint64_t) { return true; });
    }

    // Fills the empty place that `walk` gave. The pointer is dead afterwards.
    void fill(std::uint64_t* empty, std::uint64_t key) {
        *empty = key;
        if (++size_ > most_) grow();
    }
    bool insert(std::uint64_t key) {
        std::uint64_t* entry = find(key);
        if (*entry) return false;
        fill(entry, key);
        return true;
    }
    void prefetch(std::uint64_t key) const {
        if (entries_) __builtin_prefetch(&entries_[home(key & place_mask_)]);
    }
    bool far_away() const { return mask_ >= kNear; }
    std::size_t size() const { return size_; }
    std::size_t bytes() const { return entries_ ? (mask_ + 1) * sizeof(std::uint64_t) : 0; }

  private:
    static constexpr std::size_t kSmallest = 256;
    static constexpr std::size_t kAlways = 4096;   // entries that no cap forbids: a stopped search still adds a few
    static constexpr std::size_t kNear = 1 << 15;  // more entries than the second-level cache holds at ease

    std::size_t home(std::uint64_t place) const {
        place ^= place >> 32;
        place *= 0x9E3779B97F4A7C15;
        return static_cast<std::size_t>((place ^ place >> 29) * 0xBF58476D1CE4E5B9 >> shift_);
    }
    void grow();

    Budget& budget_;
    std::uint64_t place_mask_;
    struct Free {
        void operator()(std::uint64_t* entries) const { std::free(entries); }
    };
    using Entries = std::unique_ptr<std::uint64_t[], Free>;

    static Entries zeroed(std::size_t entries);

    Entries entries_;
    std::size_t mask_ = 0, size_ = 0;
    std::size_t most_ = 0;  // entries before it grows
    int shift_ = 64;
};

}  // namespace klondike

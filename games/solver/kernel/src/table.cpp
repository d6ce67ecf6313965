#include "table.hpp"

#include <cstring>
#include <new>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace klondike {

// Large tables are read all over: large pages spare most of the address translation.
Table::Entries Table::zeroed(std::size_t entries) {
    constexpr std::size_t kPage = std::size_t{2} << 20;
    const std::size_t bytes = entries * sizeof(std::uint64_t);
    const bool large = bytes >= 2 * kPage;
    void* memory = large ? std::aligned_alloc(kPage, bytes) : std::calloc(entries, sizeof(std::uint64_t));
    if (!memory) throw std::bad_alloc();
#if defined(__linux__)
    if (large) madvise(memory, bytes, MADV_HUGEPAGE);
#endif
    if (large) std::memset(memory, 0, bytes);
    return Entries(static_cast<std::uint64_t*>(memory));
}

void Table::grow() {
    const std::size_t before = entries_ ? mask_ + 1 : 0;
    const std::size_t after = before ? before * 2 : kSmallest;
    // Where the budget has no room the table may fill further, if slower; then the search has to stop.
    if (before >= kAlways && !budget_.has_room(after * sizeof(std::uint64_t))) {
        if (most_ >= before / 16 * 15) budget_.stop();
        most_ = before / 16 * 15;
        return;
    }
    budget_.take(after * sizeof(std::uint64_t));
    most_ = after / 3 * 2;
    const Entries old = std::move(entries_);
    entries_ = zeroed(after);
    mask_ = after - 1;
    shift_ = 64 - __builtin_ctzll(after);
    for (std::size_t i = 0; i < before; ++i) {
        if (!old[i]) continue;
        std::size_t at = home(old[i] & place_mask_);
        while (entries_[at]) at = (at + 1) & mask_;
        entries_[at] = old[i];
    }
    budget_.give_back(before * sizeof(std::uint64_t));
}

}  // namespace klondike

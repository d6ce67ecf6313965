#include "table.hpp"

#include <algorithm>

namespace klondike {

void Table::grow() {
    const std::size_t before = entries_ ? mask_ + 1 : 0;
    const std::size_t after = before ? before * 2 : kSmallest;
    // Refused: a third of the table is still empty, and the search that fills it stops at its next node.
    if (!budget_.take(after * sizeof(std::uint64_t)) && before) return;
    std::unique_ptr<std::uint64_t[]> old = std::move(entries_);
    entries_ = std::make_unique<std::uint64_t[]>(after);
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

void Table::clear() {
    if (size_ == 0) return;
    if (mask_ + 1 > kSmallest * 16) {
        budget_.give_back(bytes());
        entries_.reset();
        mask_ = 0;
    } else {
        std::fill_n(entries_.get(), mask_ + 1, 0);
    }
    size_ = 0;
}

}  // namespace klondike

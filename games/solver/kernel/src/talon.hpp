// Stock and waste together: which of their cards can be reached by drawing, and what that costs.
//
// Number the cards left from 0 in the order of a fresh pass; the first `waste` of them lie on the waste. Bare draws
// and redeals are never moves here: a talon play is "draw until card q is on top, then play it", after which q cards
// lie on the waste. From `waste` = w the tops of this pass are w-1 (if w > 0), w-1+K, w-1+2K, … and, as the last
// draw turns what is left, n-1. After a redeal they are K-1, 2K-1, … and n-1. A second redeal shows nothing new.
#pragma once

#include "state.hpp"

namespace klondike {

struct Plays {
    std::uint32_t now;    // stock places that can be played in this pass
    std::uint32_t later;  // those that need one redeal first
};

// Moves the bits of `ranks` onto the set bits of `places`: bit i of ranks to the i-th place.
inline std::uint32_t spread(std::uint32_t ranks, std::uint32_t places) {
    std::uint32_t out = 0;
    for (; ranks; ranks >>= 1, places &= places - 1) out |= places & (0 - places) & (0 - (ranks & 1));
    return out;
}

class Talon {
  public:
    explicit Talon(const Rules& rules) : draw_(rules.draw), passes_(rules.passes) {
        for (int q = 0; q <= kStock; ++q) {
            over_[q] = static_cast<std::uint8_t>(q % draw_);
            steps_[over_[q]] |= 1u << q;
        }
    }

    bool free() const { return draw_ == 1 && passes_ == 0; }

    // With several ways to reach a card the one in this pass is kept: it leaves the same cards, with more passes.
    Plays plays(std::uint32_t stock, int waste, int pass) const {
        if (stock == 0) return {0, 0};
        if (free()) return {stock, 0};
        const int n = __builtin_popcount(stock);
        const std::uint32_t all = (1u << n) - 1, last = 1u << (n - 1);
        const std::uint32_t fresh = (steps_[draw_ - 1] & all) | last;
        std::uint32_t now = last | (waste ? 1u << (waste - 1) : 0);
        if (waste + draw_ <= n) now |= (steps_[over_[waste + draw_ - 1]] >> (waste + draw_ - 1) << (waste + draw_ - 1)) & all;
        if (passes_ == 0) return {spread(now | fresh, stock), 0};
        if (pass + 1 == passes_) return {spread(now, stock), 0};
        return {spread(now, stock), spread(fresh & ~now, stock)};
    }

    // The waste that stands for all wastes from which just the same cards can be reached, now and ever after.
    // No limit: a waste of a whole number of draws, or of every card, is as a fresh pass, one redeal away. (A limit:
    // the redeal costs a pass, so nothing is folded but the last card, which every waste reaches.)
    int settled_waste(int n, int waste) const {
        if (passes_ == 0) return over_[waste] == 0 || waste == n ? 0 : waste;
        return n <= 1 ? 0 : waste;
    }
    int settled_pass(int n, int pass) const { return n <= 1 ? 0 : pass; }

    void settle(State& state) const {
        const int n = __builtin_popcount(state.stock());
        state.set_talon(state.stock(), settled_waste(n, state.waste()), settled_pass(n, state.pass()));
    }

    // Takes one card away, as played at this pass.
    void take(State& state, int place, int pass) const {
        const std::uint32_t stock = state.stock(), card = 1u << place;
        const std::uint32_t left = stock & ~card;
        if (free()) return state.set_talon(left, 0, 0);
        const int n = __builtin_popcount(left), waste = __builtin_popcount(stock & (card - 1));
        state.set_talon(left, settled_waste(n, waste), settled_pass(n, pass));
    }

    // Offset dominance: with the same tableau and the same stock of n cards, is the first waste at least as good as
    // the second? It is if bare draws and redeals lead from the first to the second, or to the second with fewer
    // passes used. Draws add whole multiples of K, or go to the end; a redeal goes to 0 and costs a pass. So a loss
    // proved at the first is a loss at the second.
    bool dominates(int n, int waste, int pass, int other_waste, int other_pass) const {
        const bool by_draws = other_waste == n || (other_waste >= waste && over_[other_waste - waste] == 0);
        if (passes_ == 0) return by_draws || over_[other_waste] == 0;
        if (pass > other_pass) return false;
        return by_draws || (pass < other_pass && over_[other_waste] == 0);
    }

  private:
    int draw_, passes_;
    std::array<std::uint8_t, kStock + 1> over_{};    // what is left of a number after whole draws
    std::array<std::uint32_t, kStock> steps_{};  // places r, r+K, r+2K, … for each r < K
};

}  // namespace klondike

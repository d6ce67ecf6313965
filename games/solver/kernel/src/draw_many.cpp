#include "draw_many.hpp"

namespace klondike {

DrawMany::DrawMany(const Layout& layout, const Prunings& prunings, TableauOracle* tableau, DrawOne* draw_one, Budget& budget)
    : layout_(layout), talon_(layout.rules), settler_(layout, talon_, prunings), tableau_(tableau), draw_one_(draw_one),
      offsets_(prunings.offsets), head_start_(prunings.head_start), budget_(budget), classes_(budget, kPositionMask),
      search_(layout, talon_, prunings, *this, budget) {}

Outcome DrawMany::run(State state) {
    talon_.settle(state);
    settler_.settle(state);
    if (won(state, talon_)) return Outcome::won;
    fresh(state);
    return search_.run(state);
}

Arrival DrawMany::arrive(const State& state, const State& from, Card) {
    if (!fresh(state)) return Arrival::lost;
    if (head_start_ && budget_.nodes() < kUnaided) return Arrival::fresh;
    if (tableau_ && may_be_lost_anew(state, from, layout_) && tableau_->lost(state)) return Arrival::lost;
    if (draw_one_ && draw_one_->lost(state)) return Arrival::lost;
    return Arrival::fresh;
}

bool DrawMany::fresh(const State& state) {
    const int n = __builtin_popcount(state.stock()), waste = state.waste(), pass = state.pass();
    std::uint64_t* entry = classes_.walk(state.key, [&](std::uint64_t other) {
        if (other == state.key) return true;
        return offsets_ && talon_.dominates(n, static_cast<int>(other >> kWasteShift) & 31, static_cast<int>(other >> kPassShift), waste, pass);
    });
    if (*entry) return false;
    classes_.fill(entry, state.key);
    return true;
}

}  // namespace klondike

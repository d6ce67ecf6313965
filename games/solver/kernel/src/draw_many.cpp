#include "draw_many.hpp"

namespace klondike {

DrawMany::DrawMany(const Layout& layout, const Prunings& prunings, TableauOracle* tableau, DrawOne* draw_one, Budget& budget)
    : layout_(layout), talon_(layout.rules), settler_(layout, talon_, prunings), tableau_(tableau), draw_one_(draw_one),
      offsets_(prunings.offsets), head_start_(prunings.head_start),
      limited_(layout.rules.passes > 0), restarts_(prunings.restarts && (prunings.classes || !layout.rules.worrying_back)), budget_(budget), classes_(budget, kPositionMask),
      search_(layout, talon_, prunings, *this, budget) {}

Outcome DrawMany::run(State state) {
    talon_.settle(state);
    settler_.settle(state);
    if (won(state, talon_)) return Outcome::won;
    for (int noise = 0;; noise = kNoise) {
        search_.shuffle(noise);
        fresh(state);
        const Outcome outcome = search_.run(state, !restarts_ ? 0 : noise ? kRestart : kFirst);
        if (outcome != Outcome::stopped || budget_.stopped()) return outcome;
    }
}

Arrival DrawMany::arrive(const State& state, const State& from, Card) {
    if (!fresh(state)) return Arrival::lost;
    if (head_start_ && budget_.nodes() < kHeadStart) return Arrival::fresh;
    if (tableau_ && may_be_lost_anew(state, from, layout_) && tableau_->lost(state)) return Arrival::lost;
    if (draw_one_ && asks_draw_one(state, from) && draw_one_->lost(state, limited_ ? kQuery : 0)) return Arrival::lost;
    return Arrival::fresh;
}

bool DrawMany::fresh(const State& state) {
    const int n = __builtin_popcount(state.stock()), waste = state.waste(), pass = state.pass();
    std::uint64_t* worse = nullptr;
    std::uint64_t* const entry = classes_.walk(state.key, [&](std::uint64_t& other) {
        if (other == state.key) return true;
        if (other >= kForgotten) {
            worse = &other;
            return false;
        }
        if (!offsets_) return false;
        const int other_waste = static_cast<int>(other >> kWasteShift) & 31, other_pass = static_cast<int>(other >> kPassShift);
        if (talon_.dominates(n, other_waste, other_pass, waste, pass)) return true;
        if (talon_.dominates(n, waste, pass, other_waste, other_pass)) worse = &other;
        return false;
    });
    if (*entry) return false;
    if (worse) *worse = state.key;
    else classes_.fill(entry, state.key);
    return true;
}

void DrawMany::forget(std::uint64_t key) {
    std::uint64_t* const entry = classes_.walk(key, [&](std::uint64_t other) { return other == key; });
    if (*entry) *entry |= kForgotten;
}

}  // namespace klondike

#include "draw_one.hpp"

namespace klondike {

DrawOne::DrawOne(const Layout& layout, const Prunings& prunings, TableauOracle* tableau, std::uint64_t head_start, Budget& budget)
    : lazy(prunings.lazy && (prunings.classes || !layout.rules.worrying_back)), layout_(layout),
      talon_(Rules{1, 0, layout.rules.worrying_back}), settler_(layout, talon_, prunings), tableau_(tableau),
      head_start_(head_start), budget_(budget),
      classes_(budget, kPositionMask), search_(layout, talon_, prunings, *this, budget) {}

Outcome DrawOne::run(State state, std::uint64_t most) {
    state.set_talon(state.stock(), 0, 0);
    settler_.settle(state);
    if (won(state, talon_)) return Outcome::won;
    switch (arrive(state, state, kNoCard)) {
        case Arrival::lost: return Outcome::lost;
        case Arrival::open: return Outcome::won;
        case Arrival::fresh: break;
    }
    return search_.run(state, most);
}

Arrival DrawOne::arrive(const State& state, const State& from, Card lazy_card) {
    std::uint64_t* entry = classes_.find(state.key);
    if (*entry) return *entry & kOpen ? Arrival::open : Arrival::lost;
    if (tableau_ && budget_.nodes() >= head_start_ && may_be_lost_anew(state, from, layout_) && tableau_->lost(state)) return Arrival::lost;
    if (lazy_card != kNoCard) return Arrival::fresh;
    classes_.fill(entry, state.key);
    return Arrival::fresh;
}

void DrawOne::left(const Frame& frame, const Stack& stack) {
    if (frame.lazy != kNoCard) return;
    for (std::uint32_t i = frame.children; i < frame.children_end; ++i)
        if (stack.children[i].lazy) classes_.insert(stack.states[i].key);
}

void DrawOne::reached(const Frame& frame) {
    std::uint64_t* entry = classes_.find(frame.state.key);
    if (*entry) *entry |= kOpen;
    else classes_.fill(entry, frame.state.key | kOpen);
}

}  // namespace klondike

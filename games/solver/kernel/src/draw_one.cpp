#include "draw_one.hpp"

namespace klondike {

DrawOne::DrawOne(const Layout& layout, const Prunings& prunings, TableauOracle* tableau, Budget& budget)
    : lazy(prunings.lazy && (prunings.classes || !layout.rules.worrying_back)), layout_(layout),
      talon_(Rules{1, 0, layout.rules.worrying_back}), settler_(layout, talon_, prunings), tableau_(tableau),
      classes_(budget, kPositionMask), tried_(budget, ~std::uint64_t{0}), search_(layout, talon_, prunings, *this, budget) {}

Outcome DrawOne::run(State state) {
    state.set_talon(state.stock(), 0, 0);
    settler_.settle(state);
    if (won(state, talon_)) return Outcome::won;
    tried_.clear();
    switch (arrive(state, state, kNoCard)) {
        case Arrival::lost: return Outcome::lost;
        case Arrival::open: return Outcome::won;
        case Arrival::fresh: break;
    }
    return search_.run(state);
}

Arrival DrawOne::arrive(const State& state, const State& from, Card lazy_card) {
    std::uint64_t* entry = classes_.find(state.key);
    if (*entry) return *entry & kOpen ? Arrival::open : Arrival::lost;
    if (tableau_ && may_be_lost_anew(state, from, layout_) && tableau_->lost(state)) return Arrival::lost;
    if (lazy_card != kNoCard) {
        const std::uint64_t mark = static_cast<std::uint64_t>(layout_.stock_place[lazy_card] + 1) << kWasteShift;
        return tried_.insert(state.key | mark) ? Arrival::fresh : Arrival::lost;
    }
    classes_.fill(entry, state.key);
    return Arrival::fresh;
}

void DrawOne::left(const Frame& frame, const std::vector<Child>& children) {
    if (frame.lazy != kNoCard) return;
    for (std::uint32_t i = frame.children; i < frame.children_end; ++i)
        if (children[i].lazy) classes_.insert(children[i].key);
}

void DrawOne::reached(const Frame& frame) {
    std::uint64_t* entry = classes_.find(frame.state.key);
    if (*entry) *entry |= kOpen;
    else classes_.fill(entry, frame.state.key | kOpen);
}

}  // namespace klondike

#include "solver.hpp"

#include "draw_many.hpp"
#include "plan.hpp"

namespace klondike {

namespace {

// The oracles keep all prunings but themselves: a test that turns one off in the search can rely on them, and one
// that turns an oracle off does not meet it at all.
Prunings oracle_prunings(bool tableau) {
    Prunings prunings;
    prunings.tableau = tableau;
    return prunings;
}

template <class Policy>
Answer answer(Policy& policy, Outcome outcome, const State& start, const Layout& layout, const Talon& talon) {
    switch (outcome) {
        case Outcome::won: return {Word::winnable, plan_of(policy.search(), start, policy.settler(), layout, talon)};
        case Outcome::lost: return {Word::unwinnable, {}};
        case Outcome::stopped: break;
    }
    return {Word::undecided, {}};
}

}  // namespace

Answer solve(const Layout& layout, const Position& position, const Prunings& prunings, Budget& budget) {
    State start = State::of(layout, position);
    const Talon talon(layout.rules);
    talon.settle(start);
    TableauOracle tableau(layout, budget);
    TableauOracle* const tableau_used = prunings.tableau ? &tableau : nullptr;
    if (layout.rules.free_stock()) {
        DrawOne search(layout, prunings, tableau_used, prunings.head_start ? kHeadStart : 0, budget);
        return answer(search, search.run(start), start, layout, talon);
    }
    DrawOne oracle(layout, oracle_prunings(prunings.tableau), tableau_used, 0, budget);
    DrawMany search(layout, prunings, tableau_used, prunings.draw_one ? &oracle : nullptr, budget);
    return answer(search, search.run(start), start, layout, talon);
}

}  // namespace klondike

// From a search that ended in a win to the steps that lead there.
#pragma once

#include "search.hpp"

namespace klondike {

// Steps between members of one class: how member `index` was reached from the first.
inline void walk_to(const std::vector<Member>& members, std::uint32_t first_member, std::uint32_t index, Plan& plan) {
    const std::size_t begin = plan.size();
    for (std::uint32_t i = index; i != first_member; i = members[i].parent)
        plan.push_back({members[i].up ? Kind::Home : Kind::Back, members[i].card});
    std::reverse(plan.begin() + static_cast<std::ptrdiff_t>(begin), plan.end());
}

// All of the way home, once the position is won (steps.hpp): always the lowest card that can go.
inline void finish(State state, const Layout& layout, const Talon& talon, Plan& plan) {
    for (;;) {
        const Cards bare = slots_of(state.table, state.bases, layout.kings, state.empties).bare;
        const Cards table = state.table & state.next & bare;
        const Cards home = table | (layout.at(state.stock()) & state.next);
        if (!home) return;
        const Card card = first(home);
        const Kind kind = !(table & bit(card)) ? Kind::TalonHome : state.bases & bit(card) ? Kind::BaseHome : Kind::Home;
        plan.push_back({kind, card});
        apply(state, plan.back(), layout, talon, state.pass());
    }
}

// `start` is the position asked about, before anything was settled; the deepest frame's last child is the win.
template <class Policy>
Plan plan_of(const Search<Policy>& search, State start, const Settler& settler, const Layout& layout, const Talon& talon) {
    Plan plan;
    settler.settle(start, &plan);
    State state = start;
    const Stack& stack = search.stack();
    for (const Frame& frame : stack.frames) {
        const Child& child = stack.children[frame.cursor - 1];
        walk_to(stack.members, frame.members, frame.members + child.member, plan);
        plan.push_back(child.step);
        state = search.follow(frame, child);
        settler.settle(state, &plan);
    }
    finish(state, layout, talon, plan);
    return plan;
}

}  // namespace klondike

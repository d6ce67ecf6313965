// Safe cards: those that can go home at once without loss, and the representative of a class.
#pragma once

#include "slots.hpp"
#include "steps.hpp"

namespace klondike {

// Ranks from 0. The next card of a foundation, of rank r, is SAFE if both foundations of the other colour hold all
// ranks below r-1 and the other suit of its colour all ranks below r-2. If a safe card can go home, a won position
// stays won when it does. Proof: let M = the card itself, the cards of the other colour of rank < r, and those of
// the other suit of its colour of rank < r-1. A card that lies on a card of M is of the other colour and one rank
// lower: it is in M again. M is a prefix of each suit. Take any win and change it: send each card of M home as
// soon as it leaves its place (moved off a column, out of the talon), and skip its later moves.
//  - That is legal: all M but at most the card, the two cards of rank r-1 of the other colour and the card of rank
//    r-2 of its own colour is home already; those go home in the order in which they uncover each other, and what
//    lies on them is in M and of lower rank.
//  - The other moves stay legal: no card outside M ever lies on one of M, so every card outside M has the parents
//    it had, and no more of them are taken; foundations are never behind those of the original line.
//  - Worrying a card of M back, where the rules allow it, is a later move of it, hence skipped.
// The same holds for cards of a free stock, since taking one out changes nothing for the others.
inline bool is_safe(const State& state, Card card) {
    const int rank = rank_of(card), suit = suit_of(card), other_colour = suit < 2 ? 2 : 0;
    return state.home(other_colour) >= rank - 1 && state.home(other_colour + 1) >= rank - 1 &&
           state.home(suit ^ 1) >= rank - 2;
}

// Sends home what goes home by force. With classes, any loose card that can: it can come back to the parent that it
// has just left, so the position stays in its class, of which this only picks a member. Then safe cards, from
// columns and, with a free stock, from the talon (elsewhere a talon play changes what can be reached later).
class Settler {
  public:
    Settler(const Layout& layout, const Talon& talon, const Prunings& prunings)
        : layout_(layout), talon_(talon), classes_(prunings.classes && layout.rules.worrying_back), safe_(prunings.safe) {}

    void settle(State& state, Plan* plan = nullptr) const {
        while (step(state, plan)) {}
    }

  private:
    bool step(State& state, Plan* plan) const {
        const Cards next = state.table & state.next;
        if (next) {
            const Cards bare = next & slots_of(state.table, state.bases, layout_.kings, state.empties).bare;
            const Cards loose = bare & ~state.bases;
            if (classes_ && loose) return go(state, {Kind::Home, first(loose)}, plan);
            if (safe_)
                for (Cards set = bare; set; set &= set - 1)
                    if (is_safe(state, first(set)))
                        return go(state, {set & (0 - set) & state.bases ? Kind::BaseHome : Kind::Home, first(set)}, plan);
        }
        if (safe_ && talon_.free())
            for (Cards set = layout_.at(state.stock()) & state.next; set; set &= set - 1)
                if (is_safe(state, first(set))) return go(state, {Kind::TalonHome, first(set)}, plan);
        return false;
    }
    bool go(State& state, Step step, Plan* plan) const {
        if (plan) plan->push_back(step);
        apply(state, step, layout_, talon_, 0);
        return true;
    }

    const Layout& layout_;
    const Talon& talon_;
    bool classes_, safe_;
};

}  // namespace klondike

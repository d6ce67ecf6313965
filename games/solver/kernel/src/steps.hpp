// The abstract moves, each legal by the counts of slots.hpp, and the switches that turn a pruning off.
#pragma once

#include <vector>

#include "state.hpp"
#include "talon.hpp"

namespace klondike {

enum class Kind : std::uint8_t {
    Reveal,      // a base with its run onto a parent or an empty column; the card beneath turns up
    BaseHome,    // a base to its foundation; the card beneath turns up
    Home,        // a loose card to its foundation
    Back,        // a foundation's top to the table (worrying back)
    TalonTable,  // a card of the talon to the table
    TalonHome,   // a card of the talon to its foundation
};

struct Step {
    Kind kind;
    Card card;
};
using Plan = std::vector<Step>;

// Each pruning can be turned off alone, so that tests can show that none changes a verdict.
struct Prunings {
    bool classes = true;     // classes.hpp: positions joined by worrying back are searched as one
    bool safe = true;        // safe.hpp: safe cards go home by force
    bool home_first = true;  // moves.hpp: no reveal (talon to table) where the card can go home; needs classes
    bool lazy = true;        // lazy.hpp: no move after a talon play that could have come before it; needs classes
    bool swaps = true;       // swaps.hpp: no move that a sibling, searched before, had in the other order
    bool offsets = true;     // talon.hpp: a waste dominated by one already searched is lost too
    bool draw_one = true;    // draw_one.hpp: lost with a free stock, hence lost
    bool tableau = true;     // tableau.hpp: lost with the stock's cards at will, hence lost
    bool restarts = true;    // draw_many.hpp: the search begins again with other scores, keeping what it knows
    bool head_start = true;  // no oracle is asked before kHeadStart classes were opened
};

// Most winnable deals are won before an oracle would have paid.
constexpr std::uint64_t kHeadStart = 500;

inline void apply(State& state, Step step, const Layout& layout, const Talon& talon, int pass) {
    switch (step.kind) {
        case Kind::Reveal:
            state.uncover(layout, layout.column_of[step.card]);
            break;
        case Kind::BaseHome:
            state.send_home(step.card);
            state.uncover(layout, layout.column_of[step.card]);
            break;
        case Kind::Home:
            state.send_home(step.card);
            break;
        case Kind::Back:
            state.bring_back(step.card);
            break;
        case Kind::TalonTable:
            talon.take(state, layout.stock_place[step.card], pass);
            state.table |= bit(step.card);
            break;
        case Kind::TalonHome:
            talon.take(state, layout.stock_place[step.card], pass);
            state.count_home(step.card);
            break;
    }
}

// Nothing is hidden and every card of the talon can be had at once: won. Proof: let c be a card of the lowest rank
// not yet home. It is in the talon and can be played, or on the table, where all cards of the rank below are home,
// so that it is childless. It can go home; repeat.
inline bool won(const State& state, const Talon& talon) {
    return state.nothing_hidden() && (state.stock() == 0 || talon.free());
}

}  // namespace klondike

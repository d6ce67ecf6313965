// Swaps: two moves that can be made in either order are searched in one.
//
// Let a and b be moves at one member m of a class, and let a have been searched without a win: the class it leads
// to is lost. At the position that b makes of m, a member of b's child, a is dropped if it would be legal there
// even without the card that b turned up. Proof: then b is legal after a. For each of the two needs a parent for
// a card, or a card childless, and the position after both, without any card turned up, still has no more loose
// cards than parents in any class; take b back, and its parent is free, its card childless. (A card turned up by b
// must not be counted: it may be the parent that lets a's card go.) Both orders give the same position. It follows the
// lost class of a, hence is lost. What was legal at m but dropped for this very reason is lost too, and counts among
// the a's.
//
// Moves of columns and talon plays don't disturb each other. Two talon plays do, unless the stock is free. A lazy
// child (lazy.hpp) that was searched without a win is not known to be lost, and does not count. Where settling b's
// child played forced moves, or left m's image out of its class, nothing is dropped. Without classes, where the rules
// allow worrying back, "searched without a win" is not "lost" (a class may be entered again from below): no swaps.
#pragma once

#include "moves.hpp"

namespace klondike {

inline void add_spent(Spent& spent, Step step) {
    switch (step.kind) {
        case Kind::Reveal: spent.reveal |= bit(step.card); break;
        case Kind::BaseHome:
        case Kind::Home: spent.home |= bit(step.card); break;
        case Kind::TalonTable: spent.talon_table |= bit(step.card); break;
        case Kind::TalonHome: spent.talon_home |= bit(step.card); break;
        case Kind::Back: break;
    }
}

inline bool of_talon(Step step) { return step.kind == Kind::TalonTable || step.kind == Kind::TalonHome; }

// The position that a step makes of a member, as a member of the child's class, and the card that it turned up.
struct Image {
    Cards next = 0;  // its foundations, which tell the members of a class apart; 0: no image
    Cards turned_up = 0;
    int fewer_empties = 0;  // 1 if that card is a king, whose column counts as empty (state.hpp)
};

inline Image image_of(const Member& member, Step step, const State& before, const State& after, const Layout& layout) {
    Image image;
    const bool goes_home = step.kind == Kind::BaseHome || step.kind == Kind::Home || step.kind == Kind::TalonHome;
    image.next = goes_home ? member.next ^ (bit(step.card) | bit(step.card) << 4) : member.next;
    if (step.kind != Kind::BaseHome && step.kind != Kind::Reveal) return image;
    const int column = layout.column_of[step.card], left = before.column(column) - 1;
    if (left == 0) return image;
    image.turned_up = bit(layout.dealt[column][left - 1]);
    image.fewer_empties = after.column(column) == 0;
    return image;
}

// What is spent in the child of `children[current]`, where `known` was spent at its member already.
inline Spent spent_after(const std::vector<Child>& children, std::size_t begin, std::size_t current, Spent known, bool free_stock) {
    const Child& chosen = children[current];
    for (std::size_t i = begin; i < current; ++i)
        if (children[i].member == chosen.member && !children[i].lazy) add_spent(known, children[i].step);
    if (of_talon(chosen.step) && !free_stock) known.talon_table = known.talon_home = 0;
    return known;
}

}  // namespace klondike

// Lazy talon plays: with a free stock, a talon card comes to the table only for what needs it there.
//
// THE RULE. Free stock (draw 1, no pass limit) only. Let t be played to the table from class C, and let the settled
// child differ from it by that play and members alone (a *lazy child*). At a member m of the child that still shows
// t, a move X is dropped if m without t is a member of C and X is legal there.
//
// PROOF. Call moves that stay in a class *turns*, the others *steps*; a talon card's step to the table is a *play*.
// With a free stock all talon cards can be had at any time, so a step's legality depends on the table alone, and by
// slots.hpp on a single count: the parents free for one class.
//
// Delay. Let m show a loose talon card t, and X be legal both at m and at m - t, X not moving t. After X at m - t,
// t can be played and gives X(m): in X(m) its class has n <= m, t counted, so without t it has n < m.
// The same holds for several cards at once, played highest rank first.
//
// Claim: let C be a class that is searched in full and can be won. Then some step that is no play leads from C, or
// through lazy children below it, by moves the rule keeps, to a class that can be won. (By induction on the number
// of cards in columns and talon the search then finds a win: the class so reached is searched in full, and so is a
// child of a play that is not lazy.) Take the winning lines from C; each begins with s plays t1 … ts mixed with
// turns, then comes a step Z that is no play. Take one with s least; if a child on its way is not lazy the claim
// holds there. Let ri be the number of turns between ti and the next step. Among the lines with this s take one
// whose (rs, …, r1) is least, rs compared first.
//  1. Z is not dropped. Else Z could come before ts: a winning line with s - 1 plays.
//  2. If ri > 0, the play of t(i+1) is not dropped. Else, with m the member it is made at, m - ti is a member of the
//     class before ti, and both can be played there: ri becomes 0 and only r(i-1) grows. (For i = 1 nothing grows.)
//  3. If ri = 0, ti and t(i+1) stand in a block of plays without turns, followed by a turn or step Y. Y needs one
//     free parent; if the table has none without the block, one card of the block gives it, which itself needs one
//     free parent, and so on: a chain, each card of which lies on the one before. Cards of the block outside this
//     chain can be delayed past Y. If Y = Z, that leaves fewer than s plays before Z. If Y is a turn, it makes the
//     r after the block smaller and changes no later one. Neither can be, so the block is the chain: t(i+1) is not
//     legal without ti, and is not dropped. Should Y send some t of the block home, the talon could have done so
//     itself, with fewer plays. QED
// Turns that bring back a card that is safe at once are not needed by any win (safe.hpp), so leaving them out of
// the classes changes nothing above. Where home_first (moves.hpp) dropped X for the move home, that leads to the same
// class and is legal at the same members or more.
//
// What may be remembered: that a lazy child was searched without success says that it is lost only once its parent
// is, since the moves dropped in it are the parent's to try. Hence draw_one.hpp.
//
// Without worrying back classes are single positions and sending a loose card home is a step; the proof is the same
// with all r = 0. The rule is wrong for other stocks: there a play changes which cards can be reached.
#pragma once

#include "moves.hpp"

namespace klondike {

inline bool is_lazy_child(const State& parent, Step step, const State& child, const Layout& layout) {
    return step.kind == Kind::TalonTable && child.columns_key() == parent.columns_key() &&
           child.stock() == (parent.stock() & ~(1u << layout.stock_place[step.card]));
}

// The moves at `member` of a lazy child that its parent class, [begin, end), had already.
inline Spent spent_at(const Member& member, Card played, const State& state, const Member* begin, const Member* end) {
    if (!(member.table & bit(played))) return {};
    for (const Member* old = begin; old != end; ++old) {
        if (old->next != member.next) continue;  // the same columns and foundations, hence member without `played`
        const Cards homeward = old->table & old->next & old->slots.bare;
        return {state.bases & old->slots.open, homeward, old->slots.open, member.next};
    }
    return {};
}

}  // namespace klondike

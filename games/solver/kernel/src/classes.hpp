// Classes: positions that worrying back joins are searched as one.
//
// With worrying back a loose card that goes home can come back to the parent it left, and a card that came back can
// go home again (it is childless). So positions that differ only by such moves can reach each other: they are won
// or lost together. A node of the search is such a class, for one choice of columns and talon; its moves are the
// other moves of all its members. Each of those lowers the number of cards dealt to columns and in place plus the
// number of talon cards, so nodes form a directed graph without cycles, and a node all of whose children are lost is
// lost, whatever happened elsewhere. It doesn't matter which member stands for the class: two nodes for one class
// only cost time.
//
// A card that would be safe at once after coming back is left at home (safe.hpp).
#pragma once

#include <vector>

#include "safe.hpp"

namespace klondike {

struct Member {
    Cards table, next;
    Slots slots;
    std::uint64_t home;    // its foundations, as in the key
    std::uint32_t parent;  // the member it was reached from, and by which card
    Card card;
    bool up;
};

// All members of the class of `state`, appended to `members`, the state itself first. Without classes: it alone.
class ClassWalk {
  public:
    ClassWalk(const Layout& layout, const Prunings& prunings)
        : layout_(layout), classes_(prunings.classes && layout.rules.worrying_back), safe_(prunings.safe) {}

    void members_of(const State& state, std::vector<Member>& members) const {
        const std::size_t begin = members.size();
        members.push_back(member(state, state.table, state.next, state.key & kTableauMask & ~kColumnsMask, 0, 0, false));
        if (!classes_) return;
        for (std::size_t i = begin; i < members.size(); ++i) {
            const Member from = members[i];
            const Cards up = from.table & from.next & from.slots.bare & ~state.bases;
            const Cards back = from.next >> 4 & layout_.deck & from.slots.open;
            each(up | back, [&](Card card) {
                const bool goes_up = up & bit(card);
                const Cards next = from.next ^ (bit(card) | bit(card) << 4);
                for (std::size_t j = begin; j < members.size(); ++j)
                    if (members[j].next == next) return;
                const std::uint64_t one = std::uint64_t{1} << (kHomeShift + 4 * suit_of(card));
                const std::uint64_t home = goes_up ? from.home + one : from.home - one;
                if (!goes_up && safe_ && safe_after(home, card)) return;
                members.push_back(member(state, from.table ^ bit(card), next, home, static_cast<std::uint32_t>(i), card, goes_up));
            });
        }
    }

  private:
    Member member(const State& state, Cards table, Cards next, std::uint64_t home, std::uint32_t parent, Card card, bool up) const {
        return {table, next, slots_of(table, state.bases, layout_.kings, state.empties), home, parent, card, up};
    }
    static bool safe_after(std::uint64_t home, Card card) {
        State probe{};
        probe.key = home;
        return is_safe(probe, card);
    }

    const Layout& layout_;
    bool classes_, safe_;
};

}  // namespace klondike

// Where cards may lie: the claim that the arrangement of loose cards never matters.
//
// Cards fall into classes (rank, colour), two cards each. A loose card that is no king lies on a card of its parent
// class: one rank higher, other colour. For a class let n = its loose cards on the table and m = the cards of its
// parent class on the table (bases count). Each loose card takes one parent, so n <= m.
//
// (a) A card of the class can be put on the table iff n < m. If n < m some parent carries no card of the class, and
//     nothing else can lie on it, so it is the end of its column. For kings: iff fewer kings are loose than columns
//     have count 0, since every such column is empty or stands under exactly one loose king.
// (b) A card c can be made childless, so that it is the end of its column, iff n' < m' for the class n' of its
//     children, where m' counts the cards of c's own class. If n' < m' and c has a child, the twin of c is on the
//     table without one, and the child with all that lies on it moves there: a legal run move, since runs may be
//     split. If n' = m' each card of the class carries a child, however they are arranged.
// (c) When the run of a card moves to a free parent, that parent cannot lie in the run: it has the higher rank.
//
// So the legality of every move depends on the counts alone, and each move needs at most one extra run move first.
// Conversely a concrete run move of a loose card changes no count: it is no move at all here.
#pragma once

#include "cards.hpp"

namespace klondike {

struct Slots {
    Cards open;  // cards that could be put on the table
    Cards bare;  // cards that could be made childless, if they are on the table
};

// How many parents, and how many loose children, each class has: at least one, and two.
struct Counts {
    Cards parent, parents;    // aligned with the child class
    Cards loose_one, loose_two;

    Counts(Cards table, Cards loose)
        : parent(parents_onto_children((table | table >> 1) & kPairs)),
          parents(parents_onto_children(table & table >> 1 & kPairs)),
          loose_one((loose | loose >> 1) & kPairs),
          loose_two(loose & loose >> 1 & kPairs) {}

    Cards free() const { return (parent & ~loose_one) | (parents & ~loose_two); }
};

inline Slots slots_of(const Counts& counts, Cards loose, Cards kings, int empties) {
    Cards free = counts.free();
    if (empties > count(loose & kKings)) free |= kings & kPairs;
    return {both_suits(free), both_suits(children_onto_parents(free)) | kAces};
}

inline Slots slots_of(Cards table, Cards bases, Cards kings, int empties) {
    const Cards loose = table & ~bases;
    return slots_of(Counts(table, loose), loose, kings, empties);
}

}  // namespace klondike

// Cards as bits, and the shifts that line every card up with the cards it may lie on.
#pragma once

#include <cstdint>

namespace klondike {

using Card = std::uint8_t;    // rank * 4 + suit; rank 0 is the ace; suits 0, 1 are red and 2, 3 black
using Cards = std::uint64_t;  // a set of cards, one bit each

constexpr int kSuits = 4;
constexpr int kRanks = 13;
constexpr Cards kSuit0 = 0x1111'1111'1111'1111;        // every card of suit 0; shift left for the others
constexpr Cards kPairs = 0x5555'5555'5555'5555;        // the lower bit of every class (rank, colour)
constexpr Cards kRedPairs = 0x1111'1111'1111'1111;
constexpr Cards kBlackPairs = 0x4444'4444'4444'4444;
constexpr Cards kAces = 0xF;
constexpr Cards kKings = Cards{0xF} << (4 * (kRanks - 1));

constexpr Cards bit(Card card) { return Cards{1} << card; }
constexpr int rank_of(Card card) { return card >> 2; }
constexpr int suit_of(Card card) { return card & 3; }
constexpr Cards suit_mask(int suit) { return kSuit0 << suit; }

inline Card first(Cards set) { return static_cast<Card>(__builtin_ctzll(set)); }
inline int count(Cards set) { return __builtin_popcountll(set); }

// Calls `visit(card)` for each card of a set, lowest first.
template <class Visit>
inline void each(Cards set, Visit&& visit) {
    for (; set; set &= set - 1) visit(first(set));
}

// A mask over classes (one bit in each pair) widened to both cards of each class.
constexpr Cards both_suits(Cards pairs) { return pairs | pairs << 1; }

// From classes to the classes that lie on them, and back. The other colour, one rank away: for red cards the
// black parents stand 6 bits higher, for black cards the red parents 2 bits higher.
constexpr Cards parents_onto_children(Cards pairs) {
    return ((pairs >> 6) & kRedPairs) | ((pairs >> 2) & kBlackPairs);
}
constexpr Cards children_onto_parents(Cards pairs) {
    return ((pairs & kRedPairs) << 6) | ((pairs & kBlackPairs) << 2);
}

}  // namespace klondike

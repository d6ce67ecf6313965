// A position up to the arrangement of its loose cards: everything the rest of the game depends on, and no more.
//
// The BASE of a column is its deepest face-up card while cards lie face down beneath it (or, if none do, while
// that card is no king). LOOSE are the other face-up cards. A king at the bottom of a column counts as loose, and
// its column as empty: a king on an empty column is the same wherever it stands.
//
// The state is: how many of the cards dealt to each column lie in place (the base counted), how many of each suit
// are home, which stock cards are left, how many of those lie on the waste, and the pass. All of it is in `key`,
// exactly, so equal keys are equal states and no proof rests on a hash. The rest of the struct follows from the key.
//
// Why the arrangement does not matter: see slots.hpp.
#pragma once

#include "layout.hpp"

namespace klondike {

// key:  0–15 columns (mixed radix)   16–31 cards home, four bits a suit   32–55 stock left   56–60 waste   61–63 pass
constexpr int kHomeShift = 16, kStockShift = 32, kWasteShift = 56, kPassShift = 61;
constexpr std::uint64_t kPositionMask = (std::uint64_t{1} << kWasteShift) - 1;  // all but waste and pass
constexpr std::uint64_t kTableauMask = (std::uint64_t{1} << kStockShift) - 1;   // columns and foundations
constexpr std::uint64_t kColumnsMask = (std::uint64_t{1} << kHomeShift) - 1;

struct State {
    Cards table;          // every face-up card of the columns
    Cards next;           // the next card of each foundation (one rank past the deck when it is full)
    Cards bases;
    std::uint64_t key;
    std::uint32_t counts;  // cards of each column in place, four bits a column
    std::int32_t empties;  // columns with none: empty, or under a king

    std::uint32_t stock() const { return static_cast<std::uint32_t>(key >> kStockShift) & 0xFFFFFF; }
    int waste() const { return static_cast<int>(key >> kWasteShift) & 31; }
    int pass() const { return static_cast<int>(key >> kPassShift); }
    int home(int suit) const { return static_cast<int>(key >> (kHomeShift + 4 * suit)) & 15; }
    int column(int i) const { return static_cast<int>(counts >> (4 * i)) & 15; }
    bool nothing_hidden() const { return (counts & 0xEEEE'EEEE) == 0; }
    std::uint64_t columns_key() const { return key & kColumnsMask; }

    void set_talon(std::uint32_t stock, int waste, int pass) {
        key = (key & kTableauMask) | std::uint64_t{stock} << kStockShift |
              static_cast<std::uint64_t>(waste) << kWasteShift | static_cast<std::uint64_t>(pass) << kPassShift;
    }

    // The next card of its suit goes home (from wherever it was) or comes back.
    void count_home(Card card) {
        next ^= bit(card) | bit(card) << 4;
        key += std::uint64_t{1} << (kHomeShift + 4 * suit_of(card));
    }
    void send_home(Card card) {
        table &= ~bit(card);
        count_home(card);
    }
    void bring_back(Card card) {
        table |= bit(card);
        next ^= bit(card) | bit(card) << 4;
        key -= std::uint64_t{1} << (kHomeShift + 4 * suit_of(card));
    }

    // The base of a column has left it (onto a parent, where it is loose, or home): the card beneath is turned up.
    void uncover(const Layout& layout, int i) {
        const int left = column(i) - 1;
        bases &= ~bit(layout.dealt[i][left]);
        set_column(layout, i, left);
        if (left == 0) ++empties;
        else turn_up(layout, i, left);
    }

    static State of(const Layout& layout, const Position& position);

  private:
    void set_column(const Layout& layout, int i, int left) {
        key -= std::uint64_t{layout.weight[i]} * static_cast<unsigned>(column(i) - left);
        counts -= static_cast<std::uint32_t>(column(i) - left) << (4 * i);
    }
    void turn_up(const Layout& layout, int i, int left) {
        const Cards card = bit(layout.dealt[i][left - 1]);
        table |= card;
        if (left == 1 && (card & kKings)) {
            set_column(layout, i, 0);
            ++empties;
        } else {
            bases |= card;
        }
    }
};

inline State State::of(const Layout& layout, const Position& position) {
    State state{};
    for (int suit = 0; suit < kSuits; ++suit) {
        state.next |= bit(static_cast<Card>(position.home[suit] * 4 + suit));
        state.key |= static_cast<std::uint64_t>(position.home[suit]) << (kHomeShift + 4 * suit);
    }
    for (int i = 0; i < layout.columns; ++i) {
        for (Card card : position.columns[i].up) state.table |= bit(card);
        const int height = layout.height[i];
        if (height == 0) {
            ++state.empties;
            continue;
        }
        state.counts |= static_cast<std::uint32_t>(height) << (4 * i);
        state.key += std::uint64_t{layout.weight[i]} * static_cast<unsigned>(height);
        state.turn_up(layout, i, height);
    }
    state.set_talon(static_cast<std::uint32_t>((std::uint64_t{1} << layout.stock_size) - 1),
                    static_cast<int>(position.waste.size()), position.passes_used);
    return state;
}

}  // namespace klondike

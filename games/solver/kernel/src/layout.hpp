// What stays fixed during one search: the cards as they lay when it began, and the rules that matter to it.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "cards.hpp"

namespace klondike {

constexpr int kColumns = 7;
constexpr int kColumnHeight = 15;  // a column's count is kept in four bits
constexpr int kStock = 24;
constexpr int kPasses = 8;

struct Rules {
    int draw = 1;
    int passes = 0;  // trips through the stock; 0: no limit
    bool worrying_back = true;

    bool free_stock() const { return draw == 1 && passes == 0; }
};

// A position as the rules show it: what lies face down, what lies face up, deepest card first.
struct Position {
    struct Column {
        std::vector<Card> down, up;
    };
    std::vector<Column> columns;
    std::vector<Card> stock;  // the next card drawn comes first
    std::vector<Card> waste;  // the top comes last
    std::array<int, kSuits> home{};
    int passes_used = 0;  // redeals so far
    int lowest = 0;       // cards of lower rank are home for good: for reduced decks
    int ranks = kRanks;   // cards of this rank and higher are not in the deck: for reduced decks
};

// Why a position or its rules are outside what the proofs cover, or nullptr.
const char* why_not(const Position& position, const Rules& rules);

class Layout {
  public:
    Layout(const Position& position, const Rules& rules);

    Rules rules;
    Cards deck = 0;
    Cards kings = 0;
    int columns = 0;
    std::array<std::array<Card, kColumnHeight + 1>, kColumns> dealt{};  // bases and what is under them, deepest first
    std::array<std::uint8_t, kColumns> height{};
    std::array<std::uint32_t, kColumns> weight{};  // of a column's count in the key (mixed radix)
    std::array<std::uint8_t, 64> column_of{};
    std::array<std::uint8_t, 64> stock_place{};    // of a card of the stock: 0 is drawn first in a fresh pass
    std::array<Card, kStock> stock{};
    int stock_size = 0;
    Cards stock_cards = 0;

    // The cards of a set of stock places.
    Cards at(std::uint32_t places) const {
        return sixteen_[0][places & 15] | sixteen_[1][places >> 4 & 15] | sixteen_[2][places >> 8 & 15] |
               sixteen_[3][places >> 12 & 15] | sixteen_[4][places >> 16 & 15] | sixteen_[5][places >> 20 & 15];
    }

  private:
    std::array<std::array<Cards, 16>, 6> sixteen_{};
};

}  // namespace klondike

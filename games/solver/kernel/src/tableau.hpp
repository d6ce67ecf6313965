// The tableau oracle: the game without its stock. A position lost here is lost under every rule of the stock.
//
// THE RELAXED GAME. Only the cards dealt to columns are tracked; those that began in the stock are *guests*. A
// foundation passes over guests by itself. A guest may serve as a parent whenever it could lie on the table at all:
//  - none of its suit's tracked cards of higher rank is home (else it is home too), and
//  - it has a parent itself, free of tracked loose cards, be it a tracked card or a guest (a guest king: an empty
//    column without a tracked king). Of two guests in one class with a single free parent, one may.
// Guests never take a parent from a tracked card. The state is columns and foundations alone, so that a few thousand
// states settle a whole deal, and all queries of a solve share one table.
//
// SOUNDNESS. Map a position of the real game to the one with its guests forgotten. By induction from the kings down,
// every guest on the real table is one that may serve here, so each class has at least the parents, and at most
// the loose cards, of the real table; a guest that left the stock stays one here. So a real move of a tracked card
// is legal here, and one of a guest changes nothing. A real win is a win here.
//
// A position in which some class has more loose tracked cards than parents is the image of no real position: dropped.
//
// The prunings of the real game hold. Classes: a tracked card that goes home changes guests of lower rank only, so
// its parent stays free for it, and a card that comes back can leave again. Safe cards: as in safe.hpp; guests of M
// serve as parents to M alone. Home first: as in moves.hpp.
#pragma once

#include <vector>

#include "safe.hpp"
#include "table.hpp"

namespace klondike {

class TableauOracle {
  public:
    TableauOracle(const Layout& layout, Budget& budget)
        : layout_(layout), budget_(budget), guests_(layout.stock_cards), tracked_(layout.deck & ~layout.stock_cards),
          worrying_back_(layout.rules.worrying_back), memory_(budget, kMemoryMask) {}

    // Proved lost? False may also mean that the budget ran out.
    bool lost(const State& real);

  private:
    // Memory: the key's columns and foundations, and what was found. Queries are remembered as they were asked, and
    // positions of the relaxed game as settled; the two differ in their foundations.
    static constexpr std::uint64_t kAsked = std::uint64_t{1} << 32;
    static constexpr std::uint64_t kAlive = std::uint64_t{1} << 63;
    static constexpr std::uint64_t kMemoryMask = kTableauMask | kAsked;

    struct View {  // a position's guests and slots
        Slots slots;
        bool possible;
    };

    bool alive(const State& state);
    View view(const State& state) const;
    Cards serving(const State& state) const;
    Cards tops(Cards next) const;
    void pass_guests(State& state) const;
    void send_home(State& state, Card card) const;
    void bring_back(State& state, Card card) const;
    bool settle(State& state) const;
    void members(const State& state, std::vector<State>& found) const;

    const Layout& layout_;
    Budget& budget_;
    Cards guests_, tracked_;
    bool worrying_back_;
    Table memory_;
    std::vector<State> members_;
};

// The oracle's answer can change only when a column was uncovered, or, where nothing comes back, a foundation grew.
inline bool may_be_lost_anew(const State& state, const State& from, const Layout& layout) {
    const std::uint64_t changed = state.key ^ from.key;
    return changed & (layout.rules.worrying_back ? kColumnsMask : kTableauMask);
}

}  // namespace klondike

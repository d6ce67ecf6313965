// The game with a free stock (draw 1, no pass limit): a search of its own, and an oracle for all other stocks.
//
// ORACLE. Every talon play under a draw count and a pass limit is one with a free stock too, and the stock plays no
// part in other moves. So a position lost with a free stock is lost under every rule of the stock.
//
// MEMORY. All queries of one solve share a table of classes, since classes form a directed graph without cycles
// (classes.hpp). A class is entered when it is opened, as lost; when the search ends with a win below it, it is
// marked open, as are the classes on the way when a search is stopped. In between nobody asks: what the search opens next has fewer cards in columns and talon.
// A lazy child (lazy.hpp) is searched with moves left out that its parent has to try, so that it is not known to be
// lost when it is closed. It is not entered, and is searched again under another parent. When a parent that is
// searched in full is closed without a win, its lazy children are lost and are entered.
#pragma once

#include "search.hpp"
#include "tableau.hpp"

namespace klondike {

class DrawOne {
  public:
    static constexpr bool kLazy = true;

    // `head_start`: how many classes are opened before the tableau oracle is asked.
    DrawOne(const Layout& layout, const Prunings& prunings, TableauOracle* tableau, std::uint64_t head_start, Budget& budget);

    // Searches from a position, whatever its waste and pass; those are ignored. Opens so many classes at most (0: no
    // limit); what is open when it stops is not asked again.
    Outcome run(State state, std::uint64_t most = 0);
    // Proved lost? False may also mean that the search stopped early.
    bool lost(const State& state, std::uint64_t most) { return run(state, most) == Outcome::lost; }

    const Search<DrawOne>& search() const { return search_; }
    const Settler& settler() const { return settler_; }

    // For Search.
    const bool lazy;
    void settle(State& state) const { settler_.settle(state); }
    Arrival arrive(const State& state, const State& from, Card lazy_card);
    void left(const Frame& frame, const Stack& stack);
    void reached(const Frame& frame);
    bool far_away() const { return classes_.far_away(); }
    void prefetch(const State& state) const { classes_.prefetch(state.key); }

  private:
    static constexpr std::uint64_t kOpen = std::uint64_t{1} << 63;

    const Layout& layout_;
    Talon talon_;
    Settler settler_;
    TableauOracle* tableau_;
    std::uint64_t head_start_;
    Budget& budget_;
    Table classes_;
    Search<DrawOne> search_;
};

}  // namespace klondike

// The game with a free stock (draw 1, no pass limit): a search of its own, and an oracle for all other stocks.
//
// ORACLE. Every talon play under a draw count and a pass limit is one with a free stock too, and the stock plays no
// part in other moves. So a position lost with a free stock is lost under every rule of the stock.
//
// MEMORY. All queries of one solve share a table of classes, since classes form a directed graph without cycles
// (classes.hpp). A class is entered when it is opened, as lost; when the search ends with a win below it, it is
// marked open. In between nobody asks: what the search opens next has fewer cards in columns and talon.
// A lazy child (lazy.hpp) is searched with moves left out that its parent has to try. It is not entered; a list of
// those tried, with the card played, lasts as long as the query. It may be skipped under a second parent: the first
// one is closed by then, hence lost with all the child's moves. When a parent that is searched in full is closed
// without a win, its lazy children are lost and are entered.
#pragma once

#include "search.hpp"
#include "tableau.hpp"

namespace klondike {

class DrawOne {
  public:
    static constexpr bool kLazy = true;

    DrawOne(const Layout& layout, const Prunings& prunings, TableauOracle* tableau, Budget& budget);

    // Searches from a position, whatever its waste and pass; those are ignored.
    Outcome run(State state);
    // Proved lost? False may also mean that the budget ran out.
    bool lost(const State& state) { return run(state) == Outcome::lost; }

    const Search<DrawOne>& search() const { return search_; }
    const Settler& settler() const { return settler_; }

    // For Search.
    const bool lazy;
    void settle(State& state) const { settler_.settle(state); }
    Arrival arrive(const State& state, const State& from, Card lazy_card);
    void left(const Frame& frame, const std::vector<Child>& children);
    void reached(const Frame& frame);

  private:
    static constexpr std::uint64_t kOpen = std::uint64_t{1} << 63;

    const Layout& layout_;
    Talon talon_;
    Settler settler_;
    TableauOracle* tableau_;
    Table classes_, tried_;
    Search<DrawOne> search_;
};

}  // namespace klondike

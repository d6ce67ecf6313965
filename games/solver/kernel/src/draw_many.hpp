// The search for every stock but the free one: several cards a draw, or a limit to the passes.
//
// It keeps one table of the classes opened. An entry with the same columns, foundations and stock rules out another
// whose waste and pass it dominates (talon.hpp): the first was searched to its end, for while a class is open
// only ones with fewer cards in columns and talon are met.
//
// Restarts: some won deals hide their wins from any one order of moves. So after some classes the search begins again
// from the root with other scores. It loses next to nothing by that: classes that were closed are lost and stay in
// the table; only those that were open are forgotten. (Without classes, where the rules allow worrying back, a closed
// class need not be lost, as in swaps.hpp, and there are no restarts.)
#pragma once

#include "draw_one.hpp"

namespace klondike {

class DrawMany {
  public:
    static constexpr bool kLazy = false;
    static constexpr bool lazy = false;

    DrawMany(const Layout& layout, const Prunings& prunings, TableauOracle* tableau, DrawOne* draw_one, Budget& budget);

    Outcome run(State state);

    const Search<DrawMany>& search() const { return search_; }
    const Settler& settler() const { return settler_; }
    const Talon& talon() const { return talon_; }

    // For Search.
    void settle(State& state) const { settler_.settle(state); }
    Arrival arrive(const State& state, const State& from, Card lazy_card);
    void left(const Frame&, const Stack&) {}
    void reached(const Frame& frame) { forget(frame.state.key); }
    bool far_away() const { return classes_.far_away(); }
    void prefetch(const State& state) const { classes_.prefetch(state.key); }

  private:
    // With a pass limit few positions are lost for want of a card that a free stock would give, so the draw-one
    // oracle is asked only where a column was uncovered, and to open so many classes at most. Without one it pays to
    // ask always, and to the end. (Measured: with the limit half the time, without it a third.)
    static constexpr std::uint64_t kQuery = 500;

    static constexpr std::uint64_t kFirst = 500, kRestart = 2000;  // classes opened before restarts
    static constexpr int kNoise = 500;  // in the scores of moves.hpp, after the first

    bool asks_draw_one(const State& state, const State& from) const { return !limited_ || state.columns_key() != from.columns_key(); }
    bool fresh(const State& state);
    void forget(std::uint64_t key);

    static constexpr std::uint64_t kForgotten = ~kPositionMask;  // waste and pass of no position

    const Layout& layout_;
    Talon talon_;
    Settler settler_;
    TableauOracle* tableau_;
    DrawOne* draw_one_;
    bool offsets_, head_start_, limited_, restarts_;
    Budget& budget_;
    Table classes_;
    Search<DrawMany> search_;
};

}  // namespace klondike

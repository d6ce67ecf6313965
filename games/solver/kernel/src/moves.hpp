// The moves of a class: what leaves it for good, best first.
#pragma once

#include <algorithm>
#include <vector>

#include "classes.hpp"

namespace klondike {

struct Child {
    std::int16_t score;
    std::uint16_t member;  // counted from the first member of its class (a class has at most 14^4)
    Step step;
    std::uint8_t pass;
    bool looked_at;        // played and settled; then the next two speak
    bool lazy;             // see lazy.hpp
    bool forced;           // settling did more than pick a member of its class
};

// Moves that need not be made at a member, by the cards they move; lazy.hpp and swaps.hpp say why.
struct Spent {
    Cards reveal = 0, home = 0, talon_table = 0, talon_home = 0;

    Spent operator&(const Spent& other) const {
        return {reveal & other.reveal, home & other.home, talon_table & other.talon_table, talon_home & other.talon_home};
    }
    Spent& operator|=(const Spent& other) {
        reveal |= other.reveal;
        home |= other.home;
        talon_table |= other.talon_table;
        talon_home |= other.talon_home;
        return *this;
    }
};

class Moves {
  public:
    Moves(const Layout& layout, const Talon& talon, const Prunings& prunings)
        : layout_(layout), talon_(talon), worrying_back_(layout.rules.worrying_back),
          classes_(prunings.classes && worrying_back_), home_first_(classes_ && prunings.home_first), in_order_(layout.rules.passes > 0 && !talon.free()) {}

    // What the talon offers, as cards; the same for all members of a class.
    struct Offer {
        Cards now, later;
    };
    Offer offer(const State& state) const {
        const Plays plays = talon_.plays(state.stock(), state.waste(), state.pass());
        return {layout_.at(plays.now), layout_.at(plays.later)};
    }

    // Every move that is legal at a position of the class, by the cards it moves.
    Spent legal(const State& state, Cards table, Cards next, const Slots& slots, const Offer& offer) const {
        const Cards talon = offer.now | offer.later;
        return {state.bases & slots.open, table & next & slots.bare, talon & slots.open, talon & next};
    }

    // Appends the moves at one member, but for those spent.
    //
    // Home first, with classes: where a base can go home, revealing by moving it to the table is dropped, and where
    // a talon card can, playing it to the table is. Proof: its place on the table is free, and stays so when it goes
    // home instead (fewer cards lie there); so after going home it could come back to just that place, and both
    // lead into the same class. Without worrying back it could not come back, and both are kept.
    void at(const State& state, const Member& member, std::uint16_t index, const Offer& offer, const Spent& spent,
            std::vector<Child>& children) {
        const int pass = state.pass();
        auto add = [&](Kind kind, Card card, int score, int in_pass) {
            if (noise_) score += noise();
            children.push_back({static_cast<std::int16_t>(score), index, {kind, card}, static_cast<std::uint8_t>(in_pass), false, false, false});
        };
        const Spent can = legal(state, member.table, member.next, member.slots, offer);
        const Cards reveal = can.reveal & ~spent.reveal & (home_first_ ? ~can.home : ~Cards{0});
        const Cards home = can.home & ~spent.home;
        each(home & state.bases, [&](Card card) { add(Kind::BaseHome, card, 1000 + depth_score(state, card), pass); });
        each(reveal, [&](Card card) { add(Kind::Reveal, card, (in_order_ ? 900 : 800) + depth_score(state, card), pass); });
        if (!classes_) {
            each(home & ~state.bases, [&](Card card) { add(Kind::Home, card, 800, pass); });
            if (worrying_back_) each(member.next >> 4 & layout_.deck & member.slots.open, [&](Card card) { add(Kind::Back, card, 0, pass); });
        }
        const Cards stuck = state.bases & ~can.reveal & ~can.home;
        auto play = [&](Cards cards, int in_pass, int penalty) {
            const Cards table = can.talon_table & ~spent.talon_table & (home_first_ ? ~can.talon_home : ~Cards{0});
            each(cards & can.talon_home & ~spent.talon_home, [&](Card card) { add(Kind::TalonHome, card, home_score(card) - penalty, in_pass); });
            each(cards & table, [&](Card card) { add(Kind::TalonTable, card, table_score(card, stuck) - penalty, in_pass); });
        };
        play(offer.now, pass, 0);
        if (offer.later) play(offer.later, pass + 1, 200);
    }

    // Adds noise up to so much to every score from now on (0: none). The numbers are the same in every solve.
    void shuffle(int noise) { noise_ = noise; }

    static void best_first(std::vector<Child>& children, std::size_t begin) {
        // Few and nearly sorted: insertion, stable.
        for (std::size_t i = begin + 1; i < children.size(); ++i) {
            const Child child = children[i];
            std::size_t j = i;
            for (; j > begin && children[j - 1].score < child.score; --j) children[j] = children[j - 1];
            children[j] = child;
        }
    }

  private:
    // The scores decide nothing but the order. Measured on 2,000 deals that no bench uses: tall columns first, those
    // that would be emptied late, and talon cards that a stuck base can move onto soon, open a fourteenth fewer classes
    // on the median deal of draw 3 and a quarter fewer on that of draw 1 than an order by kind.
    // With a pass limit the cards drawn first are played first: their outcomes dominate (talon.hpp).
    int depth_score(const State& state, Card card) const {
        const int depth = state.column(layout_.column_of[card]);
        return in_order_ ? 10 * depth : depth > 1 ? 50 * depth : -200;
    }
    int home_score(Card card) const { return in_order_ ? 600 - 5 * layout_.stock_place[card] : 750; }
    int table_score(Card card, Cards stuck) const {
        if (in_order_) return 600 - 5 * layout_.stock_place[card];
        const Cards carried = both_suits(parents_onto_children(bit(card & ~1)));
        return carried & stuck ? 750 : 450;
    }

    int noise() {
        random_ = random_ * 6364136223846793005 + 1442695040888963407;
        return static_cast<int>((random_ >> 33) % static_cast<unsigned>(noise_));
    }

    std::uint64_t random_ = 1;
    int noise_ = 0;
    const Layout& layout_;
    const Talon& talon_;
    bool worrying_back_, classes_, home_first_, in_order_;
};

}  // namespace klondike

#include "tableau.hpp"

namespace klondike {

namespace {

// All cards below the given ones in their suits, and themselves.
Cards down_the_suits(Cards set) {
    set |= set >> 4;
    set |= set >> 8;
    set |= set >> 16;
    return set | set >> 32;
}

}  // namespace

// The guests that may serve as parents. Guests start as all possible and lose those without a parent until none
// does; since parents have higher rank this is the same as going down the ranks once.
Cards TableauOracle::serving(const State& state) const {
    const Cards home = down_the_suits(state.next >> 4) & tracked_;
    const Cards possible = guests_ & ~down_the_suits(home);
    const Cards loose = state.table & ~state.bases;
    const int columns = state.empties - count(loose & kKings);
    const Cards kings = layout_.kings & kPairs;
    for (Cards serving = possible;;) {
        const Counts counts(state.table | serving, loose);
        const Cards one = counts.free() | (columns > 0 ? kings : 0);
        const Cards two = (counts.parents & ~counts.loose_one) | (columns > 1 ? kings : 0);
        Cards kept = possible & both_suits(one);
        kept &= ~(kept & kept >> 1 & kPairs & ~two);
        if (kept == serving) return serving;
        serving = kept;
    }
}

TableauOracle::View TableauOracle::view(const State& state) const {
    const Cards loose = state.table & ~state.bases;
    const Counts counts(state.table | serving(state), loose);
    const Cards crowded = ((counts.loose_one & ~counts.parent) | (counts.loose_two & ~counts.parents)) & ~kKings;
    const bool possible = crowded == 0 && count(loose & kKings) <= state.empties;
    return {slots_of(counts, loose, layout_.kings, state.empties), possible};
}

void TableauOracle::pass_guests(State& state) const {
    while (const Cards guests = state.next & guests_) state.count_home(first(guests));
}

void TableauOracle::send_home(State& state, Card card) const {
    state.send_home(card);
    pass_guests(state);
}

// The highest tracked card of each foundation.
Cards TableauOracle::tops(Cards next) const {
    const Cards home = down_the_suits(next >> 4) & tracked_;
    return home & ~down_the_suits(home >> 4);
}

void TableauOracle::bring_back(State& state, Card card) const {
    const int suit = suit_of(card);
    state.table |= bit(card);
    state.next = (state.next & ~suit_mask(suit)) | bit(card);
    state.key -= static_cast<std::uint64_t>(state.home(suit) - rank_of(card)) << (kHomeShift + 4 * suit);
}

// False: the position, or one forced from it, is impossible.
bool TableauOracle::settle(State& state) const {
    for (;;) {
        const View here = view(state);
        if (!here.possible) return false;
        const Cards bare = state.table & state.next & here.slots.bare;
        bool moved = false;
        for (Cards set = bare; set && !moved; set &= set - 1) {
            const Card card = first(set);
            const bool base = state.bases & bit(card);
            if (!(worrying_back_ && !base) && !is_safe(state, card)) continue;
            State after = state;
            send_home(after, card);
            if (base) after.uncover(layout_, layout_.column_of[card]);
            if (!view(after).possible) continue;
            state = after;
            moved = true;
        }
        if (!moved) return true;
    }
}

void TableauOracle::members(const State& state, std::vector<State>& found) const {
    const std::size_t begin = found.size();
    found.push_back(state);
    if (!worrying_back_) return;
    for (std::size_t i = begin; i < found.size(); ++i) {
        const State from = found[i];
        const Slots slots = view(from).slots;
        const Cards up = from.table & from.next & slots.bare & ~from.bases;
        const Cards back = tops(from.next) & slots.open;
        each(up | back, [&](Card card) {
            State to = from;
            if (up & bit(card)) send_home(to, card);
            else bring_back(to, card);
            if (!(up & bit(card)) && is_safe(to, card)) return;
            for (std::size_t j = begin; j < found.size(); ++j)
                if (found[j].next == to.next) return;
            if (view(to).possible) found.push_back(to);
        });
    }
}

bool TableauOracle::alive(const State& state) {
    if (state.nothing_hidden()) return true;
    const std::uint64_t key = state.key;
    std::uint64_t* known = memory_.find(key);
    if (*known) return *known & kAlive;
    if (!budget_.spend()) return true;
    const std::size_t begin = members_.size();
    members(state, members_);
    const std::size_t end = members_.size();
    bool found = false;
    auto try_child = [&](State child) {
        found = found || (settle(child) && alive(child));
    };
    for (std::size_t i = begin; i < end && !found; ++i) {
        const State from = members_[i];
        const Slots slots = view(from).slots;
        const Cards home = from.table & from.next & slots.bare;
        Cards reveal = from.bases & slots.open;
        each(home & from.bases, [&](Card card) {
            State child = from;
            send_home(child, card);
            child.uncover(layout_, layout_.column_of[card]);
            if (!view(child).possible) return;
            if (worrying_back_) reveal &= ~bit(card);
            try_child(child);
        });
        each(reveal, [&](Card card) {
            State child = from;
            child.uncover(layout_, layout_.column_of[card]);
            try_child(child);
        });
        if (!worrying_back_)
            each(home & ~from.bases, [&](Card card) {
                State child = from;
                send_home(child, card);
                try_child(child);
            });
    }
    members_.resize(begin);
    if (!budget_.stopped()) memory_.insert(key | (found ? kAlive : 0));
    return found;
}

bool TableauOracle::lost(const State& real) {
    const std::uint64_t asked = (real.key & kTableauMask) | kAsked;
    if (const std::uint64_t known = *memory_.find(asked)) return !(known & kAlive);
    State state = real;
    state.key &= kTableauMask;
    state.table &= tracked_;
    pass_guests(state);
    const bool found = !settle(state) ? false : alive(state);
    if (budget_.stopped()) return false;
    memory_.insert(asked | (found ? kAlive : 0));
    return !found;
}

}  // namespace klondike

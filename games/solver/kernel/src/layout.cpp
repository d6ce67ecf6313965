#include "layout.hpp"

namespace klondike {

namespace {

bool descends(const std::vector<Card>& run) {
    for (std::size_t i = 1; i < run.size(); ++i) {
        const bool other_colour = (suit_of(run[i]) < 2) != (suit_of(run[i - 1]) < 2);
        if (!other_colour || rank_of(run[i]) + 1 != rank_of(run[i - 1])) return false;
    }
    return true;
}

Cards below_rank(int rank) { return (Cards{1} << (4 * rank)) - 1; }

const char* why_not_rules(const Rules& rules) {
    if (rules.draw < 1 || rules.draw > kStock) return "the draw count must be 1 to 24";
    if (rules.passes < 0 || rules.passes > kPasses) return "the pass limit must be 1 to 8, or none";
    return nullptr;
}

// Every card of the deck exactly once: at home, or on the table, or in stock and waste.
const char* why_not_cards(const Position& position) {
    Cards seen = 0;
    for (int suit = 0; suit < kSuits; ++suit) {
        if (position.home[suit] < position.lowest || position.home[suit] > position.ranks) return "a foundation holds an impossible rank";
        for (int rank = 0; rank < position.home[suit]; ++rank) seen |= bit(static_cast<Card>(rank * 4 + suit));
    }
    auto add = [&](const std::vector<Card>& pile) {
        for (Card card : pile) {
            if (card >= position.ranks * 4 || (seen & bit(card))) return false;
            seen |= bit(card);
        }
        return true;
    };
    bool once = add(position.stock) && add(position.waste);
    for (const auto& column : position.columns) once = once && add(column.down) && add(column.up);
    if (!once) return "a card lies twice, or is not in the deck";
    if (count(seen) != position.ranks * 4) return "a card is missing";
    return nullptr;
}

}  // namespace

const char* why_not(const Position& position, const Rules& rules) {
    if (const char* reason = why_not_rules(rules)) return reason;
    if (position.ranks < 1 || position.ranks > kRanks) return "the deck must have 1 to 13 ranks";
    if (position.lowest < 0 || position.lowest > position.ranks) return "the lowest rank is not in the deck";
    if (position.columns.size() > kColumns) return "there are more than seven columns";
    if (position.stock.size() + position.waste.size() > kStock) return "stock and waste hold more than 24 cards";
    if (position.passes_used < 0 || (rules.passes && position.passes_used >= rules.passes))
        return "more passes are used than the rules allow";
    std::uint64_t counts = 1;
    for (const auto& column : position.columns) {
        if (column.up.empty() && !column.down.empty()) return "a column shows no card";
        if (!descends(column.up)) return "face-up cards of a column are not a run";
        if (column.down.size() + 1 > kColumnHeight) return "a column is too high";
        if (!column.up.empty()) counts *= column.down.size() + 2;
    }
    if (counts > 1u << 16) return "the columns are too high together";
    return why_not_cards(position);
}

Layout::Layout(const Position& position, const Rules& with) : rules(with) {
    deck = below_rank(position.ranks) & ~below_rank(position.lowest);
    kings = deck & kKings;
    columns = static_cast<int>(position.columns.size());
    std::uint32_t product = 1;
    for (int i = 0; i < columns; ++i) {
        const auto& column = position.columns[i];
        weight[i] = product;
        if (column.up.empty()) continue;
        for (Card card : column.down) dealt[i][height[i]++] = card;
        dealt[i][height[i]++] = column.up.front();
        for (int j = 0; j < height[i]; ++j) column_of[dealt[i][j]] = static_cast<std::uint8_t>(i);
        product *= height[i] + 1u;
    }
    auto lay = [&](Card card) {
        stock_place[card] = static_cast<std::uint8_t>(stock_size);
        stock_cards |= bit(card);
        stock[stock_size++] = card;
    };
    for (Card card : position.waste) lay(card);
    for (Card card : position.stock) lay(card);
    for (int place = 0; place < stock_size; ++place)
        for (int mask = 0; mask < 16; ++mask)
            if (mask >> (place & 3) & 1) sixteen_[place >> 2][mask] |= bit(stock[place]);
}

}  // namespace klondike

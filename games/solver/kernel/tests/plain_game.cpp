#include "plain_game.hpp"

#include <algorithm>
#include <unordered_set>

using klondike::Card;
using klondike::rank_of;
using klondike::suit_of;

namespace {

bool red(Card card) { return suit_of(card) < 2; }

bool builds(const klondike::Position::Column& column, Card card) {
    if (column.up.empty()) return column.down.empty() && rank_of(card) == 12;
    const Card top = column.up.back();
    return red(top) != red(card) && rank_of(top) == rank_of(card) + 1;
}

bool goes_home(const klondike::Position& now, Card card) { return now.home[suit_of(card)] == rank_of(card); }

}  // namespace

bool PlainGame::won() const {
    for (int home : now.home)
        if (home != now.ranks) return false;
    return true;
}

std::vector<std::string> PlainGame::moves() const {
    std::vector<std::string> found;
    const auto& columns = now.columns;
    auto name = [](std::size_t i) { return std::to_string(i + 1); };
    if (!now.stock.empty()) found.push_back("draw");
    else if (!now.waste.empty() && (rules.passes == 0 || now.passes_used + 1 < rules.passes)) found.push_back("redeal");
    if (!now.waste.empty()) {
        if (goes_home(now, now.waste.back())) found.push_back("w-f");
        for (std::size_t to = 0; to < columns.size(); ++to)
            if (builds(columns[to], now.waste.back())) found.push_back("w-" + name(to));
    }
    for (std::size_t from = 0; from < columns.size(); ++from) {
        const auto& up = columns[from].up;
        if (!up.empty() && goes_home(now, up.back())) found.push_back(name(from) + "-f");
        for (std::size_t at = 0; at < up.size(); ++at)
            for (std::size_t to = 0; to < columns.size(); ++to)
                if (to != from && builds(columns[to], up[at])) found.push_back(name(from) + "-" + name(to) + "x" + std::to_string(up.size() - at));
    }
    if (rules.worrying_back)
        for (int suit = 0; suit < 4; ++suit)
            for (std::size_t to = 0; now.home[suit] > now.lowest && to < columns.size(); ++to)
                if (builds(columns[to], static_cast<Card>((now.home[suit] - 1) * 4 + suit))) found.push_back(std::string(1, "dhcs"[suit]) + "-" + name(to));
    return found;
}

PlainGame PlainGame::after(const std::string& move) const {
    PlainGame next = *this;
    auto& to = next.now;
    auto column = [](char digit) { return static_cast<std::size_t>(digit - '1'); };
    std::vector<Card> hand;
    if (move == "draw") {
        for (int i = 0; i < rules.draw && !to.stock.empty(); ++i) {
            to.waste.push_back(to.stock.front());
            to.stock.erase(to.stock.begin());
        }
        return next;
    }
    if (move == "redeal") {
        to.stock.swap(to.waste);
        ++to.passes_used;
        return next;
    }
    if (move[0] == 'w') {
        hand = {to.waste.back()};
        to.waste.pop_back();
    } else if (move[0] >= '1' && move[0] <= '9') {
        auto& from = to.columns[column(move[0])];
        const std::size_t cards = move.size() > 4 ? std::stoul(move.substr(4)) : 1;
        hand.assign(from.up.end() - static_cast<std::ptrdiff_t>(cards), from.up.end());
        from.up.resize(from.up.size() - cards);
        if (from.up.empty() && !from.down.empty()) {
            from.up.push_back(from.down.back());
            from.down.pop_back();
        }
    } else {
        const int suit = static_cast<int>(std::string("dhcs").find(move[0]));
        hand = {static_cast<Card>(--to.home[suit] * 4 + suit)};
    }
    if (move[2] == 'f') ++to.home[suit_of(hand[0])];
    else to.columns[column(move[2])].up.insert(to.columns[column(move[2])].up.end(), hand.begin(), hand.end());
    return next;
}

std::string PlainGame::key() const {
    std::vector<std::string> columns;
    auto text = [](const std::vector<Card>& cards) { return std::string(cards.begin(), cards.end()); };
    for (const auto& column : now.columns) columns.push_back(text(column.down) + "\xFE" + text(column.up));
    std::sort(columns.begin(), columns.end());
    std::string key;
    for (const auto& column : columns) key += column + "\xFF";
    key += text(now.stock) + "\xFF" + text(now.waste) + "\xFF";
    for (int home : now.home) key += static_cast<char>(home);
    return key + static_cast<char>(now.passes_used);
}

std::optional<bool> winnable(const PlainGame& start, std::size_t most) {
    std::unordered_set<std::string> seen{start.key()};
    std::vector<PlainGame> open{start};
    while (!open.empty()) {
        const PlainGame game = std::move(open.back());
        open.pop_back();
        if (game.won()) return true;
        if (seen.size() > most) return std::nullopt;
        for (const auto& move : game.moves()) {
            PlainGame next = game.after(move);
            if (seen.insert(next.key()).second) open.push_back(std::move(next));
        }
    }
    return false;
}

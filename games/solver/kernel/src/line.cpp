#include "line.hpp"

#include <algorithm>
#include <optional>
#include <stdexcept>

namespace klondike {

namespace {

constexpr char kSuitLetters[] = "dhcs";

class Table {
  public:
    Table(const Position& position, const Rules& rules) : columns_(position.columns), stock_(position.stock), waste_(position.waste), rules_(rules), redeals_(position.passes_used) {
        moves.reserve(256);
    }

    void play(Step step) {
        switch (step.kind) {
            case Kind::Reveal: return shift(step.card, room_for(step.card));
            case Kind::BaseHome:
            case Kind::Home: return send_home(step.card);
            case Kind::Back: return bring_back(step.card);
            case Kind::TalonTable: return from_waste(step.card, room_for(step.card));
            case Kind::TalonHome: return from_waste(step.card, std::nullopt);
        }
    }
    std::vector<std::string> moves;

  private:
    using Column = Position::Column;

    static std::string column_name(std::size_t i) { return std::to_string(i + 1); }

    std::size_t column_with(Card card) const {
        for (std::size_t i = 0; i < columns_.size(); ++i)
            if (std::find(columns_[i].up.begin(), columns_[i].up.end(), card) != columns_[i].up.end()) return i;
        throw std::logic_error("a card of the plan is not on the table");
    }
    // A column that ends with the card, or, of no card, an empty one.
    std::optional<std::size_t> column_ending(std::optional<Card> card) const {
        for (std::size_t i = 0; i < columns_.size(); ++i) {
            const auto& up = columns_[i].up;
            if (up.empty() ? !card : card == up.back()) return i;
        }
        return std::nullopt;
    }
    std::size_t room_for(Card card) const {
        std::optional<std::size_t> room;
        if (rank_of(card) == kRanks - 1) {
            room = column_ending(std::nullopt);
        } else {
            const Card parent = static_cast<Card>((rank_of(card) + 1) * 4 + (suit_of(card) < 2 ? 2 : 0));
            room = column_ending(parent);
            if (!room) room = column_ending(static_cast<Card>(parent + 1));
        }
        if (!room) throw std::logic_error("the plan has no room for a card");
        return *room;
    }
    // The card and all on it.
    void shift(Card card, std::size_t to) {
        const std::size_t from = column_with(card);
        auto& run = columns_[from].up;
        const auto start = std::find(run.begin(), run.end(), card);
        const auto cards = run.end() - start;
        moves.push_back(column_name(from) + "-" + column_name(to) + (cards > 1 ? "x" + std::to_string(cards) : ""));
        columns_[to].up.insert(columns_[to].up.end(), start, run.end());
        run.erase(start, run.end());
        turn_up(columns_[from]);
    }
    static void turn_up(Column& column) {
        if (!column.up.empty() || column.down.empty()) return;
        column.up.push_back(column.down.back());
        column.down.pop_back();
    }
    void send_home(Card card) {
        const std::size_t from = column_with(card);
        auto& run = columns_[from].up;
        const auto at = std::find(run.begin(), run.end(), card);
        if (at + 1 != run.end()) {
            const Card twin = card ^ 1;
            const auto room = column_ending(twin);
            if (!room) throw std::logic_error("the plan has no room for the card on top");
            shift(*(at + 1), *room);
        }
        moves.push_back(column_name(from) + "-f");
        columns_[from].up.pop_back();
        turn_up(columns_[from]);
    }
    void bring_back(Card card) {
        const std::size_t to = room_for(card);
        moves.push_back(std::string(1, kSuitLetters[suit_of(card)]) + "-" + column_name(to));
        columns_[to].up.push_back(card);
    }
    void from_waste(Card card, std::optional<std::size_t> to) {
        const int redeals_before = redeals_;
        while (waste_.empty() || waste_.back() != card) {
            if (!stock_.empty()) {
                moves.push_back("draw");
                const auto cards = std::min<std::size_t>(stock_.size(), static_cast<std::size_t>(rules_.draw));
                waste_.insert(waste_.end(), stock_.begin(), stock_.begin() + static_cast<std::ptrdiff_t>(cards));
                stock_.erase(stock_.begin(), stock_.begin() + static_cast<std::ptrdiff_t>(cards));
            } else {
                if (++redeals_ > redeals_before + 1) throw std::logic_error("the plan's card is not in the stock");
                moves.push_back("redeal");
                stock_.swap(waste_);
            }
        }
        moves.push_back("w-" + (to ? column_name(*to) : "f"));
        waste_.pop_back();
        if (to) columns_[*to].up.push_back(card);
    }

    std::vector<Column> columns_;
    std::vector<Card> stock_, waste_;
    Rules rules_;
    int redeals_;
};

}  // namespace

std::vector<std::string> line_of(const Plan& plan, const Position& position, const Rules& rules) {
    Table table(position, rules);
    for (Step step : plan) table.play(step);
    return std::move(table.moves);
}

}  // namespace klondike

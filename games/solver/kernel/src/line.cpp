#include "line.hpp"

#include <algorithm>
#include <stdexcept>

namespace klondike {

namespace {

constexpr char kSuitLetters[] = "dhcs";

class Table {
  public:
    Table(const Position& position, const Rules& rules) : columns_(position.columns), stock_(position.stock), waste_(position.waste), rules_(rules), redeals_(position.passes_used) {}

    void play(Step step) {
        switch (step.kind) {
            case Kind::Reveal: return shift(step.card, room_for(step.card));
            case Kind::BaseHome:
            case Kind::Home: return send_home(step.card);
            case Kind::Back: return bring_back(step.card);
            case Kind::TalonTable: return from_waste(step.card, column_name(room_for(step.card)), &columns_[room_for(step.card)]);
            case Kind::TalonHome: return from_waste(step.card, "f", nullptr);
        }
    }
    std::vector<std::string> moves;

  private:
    using Column = Position::Column;

    static std::string column_name(std::size_t i) { return std::to_string(i + 1); }

    std::size_t column_with(Card card) const {
        for (std::size_t i = 0; i < columns_.size(); ++i)
            if (std::count(columns_[i].up.begin(), columns_[i].up.end(), card)) return i;
        throw std::logic_error("a card of the plan is not on the table");
    }
    bool ends_column(Card card) const {
        return std::any_of(columns_.begin(), columns_.end(), [&](const Column& column) { return !column.up.empty() && column.up.back() == card; });
    }
    std::size_t room_for(Card card) const {
        if (rank_of(card) == kRanks - 1) {
            for (std::size_t i = 0; i < columns_.size(); ++i)
                if (columns_[i].up.empty()) return i;
        } else {
            const int parent = (rank_of(card) + 1) * 4 + (suit_of(card) < 2 ? 2 : 0);
            for (int suit = 0; suit < 2; ++suit)
                if (ends_column(static_cast<Card>(parent + suit))) return column_with(static_cast<Card>(parent + suit));
        }
        throw std::logic_error("the plan has no room for a card");
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
            if (!ends_column(twin)) throw std::logic_error("the plan has no room for the card on top");
            shift(*(at + 1), column_with(twin));
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
    void from_waste(Card card, const std::string& target, Column* column) {
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
        moves.push_back("w-" + target);
        waste_.pop_back();
        if (column) column->up.push_back(card);
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

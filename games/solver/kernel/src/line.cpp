#include "line.hpp"

#include <algorithm>
#include <optional>
#include <stdexcept>

namespace klondike {

namespace {

constexpr char kSuitLetters[] = "dhcs";

class Table {
  public:
    Table(const Position& position, const Rules& rules)
        : draw_(rules.draw), redeals_(position.passes_used), waste_(static_cast<int>(position.waste.size())) {
        for (const auto& dealt : position.columns) {
            Column& column = columns_[count_++];
            column.down = dealt.down.data();
            column.hidden = static_cast<int>(dealt.down.size());
            for (Card card : dealt.up) column.add(card);
        }
        for (Card card : position.waste) talon_[size_++] = card;
        for (Card card : position.stock) talon_[size_++] = card;
        moves.reserve(256);
    }

    void play(Step step) {
        switch (step.kind) {
            case Kind::Reveal: return shift(step.card, room_for(step.card));
            case Kind::BaseHome:
            case Kind::Home: return send_home(step.card);
            case Kind::Back: return bring_back(step.card);
            case Kind::TalonTable: return from_waste(step.card, &room_for(step.card));
            case Kind::TalonHome: return from_waste(step.card, nullptr);
        }
    }
    std::vector<std::string> moves;

  private:
    struct Column {
        const Card* down = nullptr;
        int hidden = 0, size = 0;
        std::array<Card, kRanks> up;  // a run: no two cards of a rank

        void add(Card card) { up[static_cast<std::size_t>(size++)] = card; }
        int place_of(Card card) const { return static_cast<int>(std::find(up.data(), up.data() + size, card) - up.data()); }
        bool ends_with(std::optional<Card> card) const { return size ? up[static_cast<std::size_t>(size - 1)] == card : !card; }
        // All but the first so many have left.
        void keep(int cards) {
            size = cards;
            if (size == 0 && hidden) add(down[--hidden]);
        }
    };

    char name(const Column& column) const { return static_cast<char>('1' + (&column - columns_.data())); }

    Column& column_with(Card card) {
        for (int i = 0; i < count_; ++i)
            if (columns_[i].place_of(card) < columns_[i].size) return columns_[i];
        throw std::logic_error("a card of the plan is not on the table");
    }
    // A column that ends with the card, or, of no card, an empty one.
    Column* column_ending(std::optional<Card> card) {
        for (int i = 0; i < count_; ++i)
            if (columns_[i].ends_with(card)) return &columns_[i];
        return nullptr;
    }
    Column& room_for(Card card) {
        Column* room;
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
    void shift(Card card, Column& to) {
        Column& from = column_with(card);
        const int start = from.place_of(card), cards = from.size - start;
        std::string& move = moves.emplace_back(std::string{name(from), '-', name(to)});
        if (cards > 1) (move += 'x') += std::to_string(cards);
        for (int i = start; i < from.size; ++i) to.add(from.up[static_cast<std::size_t>(i)]);
        from.keep(start);
    }
    void send_home(Card card) {
        Column& from = column_with(card);
        const int place = from.place_of(card);
        if (place + 1 < from.size) {
            Column* const room = column_ending(static_cast<Card>(card ^ 1));
            if (!room) throw std::logic_error("the plan has no room for the card on top");
            shift(from.up[static_cast<std::size_t>(place + 1)], *room);
        }
        moves.push_back({name(from), '-', 'f'});
        from.keep(place);
    }
    void bring_back(Card card) {
        Column& to = room_for(card);
        moves.push_back({kSuitLetters[suit_of(card)], '-', name(to)});
        to.add(card);
    }
    // To a column, or home.
    void from_waste(Card card, Column* to) {
        const int redeals_before = redeals_;
        while (waste_ == 0 || talon_[static_cast<std::size_t>(waste_ - 1)] != card) {
            if (waste_ < size_) {
                moves.emplace_back("draw");
                waste_ = std::min(waste_ + draw_, size_);
            } else {
                if (++redeals_ > redeals_before + 1) throw std::logic_error("the plan's card is not in the stock");
                moves.emplace_back("redeal");
                waste_ = 0;
            }
        }
        moves.push_back({'w', '-', to ? name(*to) : 'f'});
        std::copy(talon_.begin() + waste_, talon_.begin() + size_, talon_.begin() + waste_ - 1);
        --waste_;
        --size_;
        if (to) to->add(card);
    }

    int draw_, redeals_, count_ = 0;
    std::array<Column, kColumns> columns_;
    std::array<Card, kStock> talon_;  // as dealt: the waste from its bottom, then the stock
    int waste_, size_ = 0;
};

}  // namespace

std::vector<std::string> line_of(const Plan& plan, const Position& position, const Rules& rules) {
    Table table(position, rules);
    for (Step step : plan) table.play(step);
    return std::move(table.moves);
}

}  // namespace klondike

// The kernel against exhaustive play of reduced decks, with everything on and with each pruning off in turn.
//
//   differential [DEALS A SHAPE AND RULE [SEED]]
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <random>

#include "../src/line.hpp"
#include "../src/solver.hpp"
#include "plain_game.hpp"

using namespace klondike;

namespace {

struct Shape {
    int lowest, ranks, columns;  // the columns get 1, 2, 3 … cards, the stock the rest
};
constexpr Shape kShapes[] = {{9, 13, 3}, {9, 13, 4}, {8, 13, 3}, {8, 13, 4}, {8, 13, 5}, {7, 13, 4}, {7, 13, 5},
                             {7, 13, 6}, {6, 13, 6}, {0, 4, 4},  {0, 5, 4},  {0, 5, 5},  {0, 6, 5}};
constexpr std::size_t kMost = 20'000;  // positions of exhaustive play

Position deal(const Shape& shape, std::mt19937_64& random) {
    Position position;
    position.lowest = shape.lowest;
    position.ranks = shape.ranks;
    position.home.fill(shape.lowest);
    std::vector<Card> cards;
    for (int card = shape.lowest * 4; card < shape.ranks * 4; ++card) cards.push_back(static_cast<Card>(card));
    for (std::size_t i = cards.size() - 1; i > 0; --i) std::swap(cards[i], cards[random() % (i + 1)]);
    for (int i = 0; i < shape.columns; ++i) {
        auto& column = position.columns.emplace_back();
        for (int j = 0; j < i; ++j, cards.pop_back()) column.down.push_back(cards.back());
        column.up.push_back(cards.back());
        cards.pop_back();
    }
    position.stock = cards;
    return position;
}

// Plays at random for a while, so that positions in play are tried as well as deals.
Position played(PlainGame game, int moves, std::mt19937_64& random) {
    for (; moves > 0 && !game.won(); --moves) {
        const auto legal = game.moves();
        if (legal.empty()) break;
        game = game.after(legal[random() % legal.size()]);
    }
    return game.now;
}

// The oracles from the first class on, so that small decks meet them.
Prunings without_head_start() {
    Prunings prunings;
    prunings.head_start = false;
    return prunings;
}

std::vector<Prunings> variants() {
    std::vector<Prunings> all(10, without_head_start());
    all[1].classes = false;
    all[2].safe = false;
    all[3].home_first = false;
    all[4].lazy = false;
    all[5].offsets = false;
    all[6].draw_one = false;
    all[7].tableau = false;
    all[8].swaps = false;
    all[9] = {false, false, false, false, false, false, false, false, false, false};
    return all;
}

bool replays(const std::vector<std::string>& line, PlainGame game) {
    for (std::string move : line) {
        if (move[0] >= '1' && move[0] <= '9' && move[2] != 'f' && move.size() == 3) move += "x1";
        const auto legal = game.moves();
        if (std::find(legal.begin(), legal.end(), move) == legal.end()) return false;
        game = game.after(move);
    }
    return game.won();
}

struct Tally {
    int passed = 0, failed = 0, won = 0, lost = 0, skipped = 0;
};

void compare(const Position& position, const Rules& rules, Tally& tally) {
    if (const char* reason = why_not(position, rules)) {
        std::printf("refused: %s\n", reason);
        ++tally.failed;
        return;
    }
    const auto truth = winnable({position, rules}, kMost);
    if (!truth) return void(++tally.skipped);
    ++(*truth ? tally.won : tally.lost);
    int number = 0;
    for (const Prunings& prunings : variants()) {
        Budget budget({}, nullptr);
        const Layout layout(position, rules);
        const Answer answer = solve(layout, position, prunings, budget);
        bool right = answer.word == (*truth ? Word::winnable : Word::unwinnable);
        if (right && *truth) right = replays(line_of(answer.plan, position, rules), {position, rules});
        if (!right) std::printf("wrong: variant %d, draw %d, passes %d, worrying back %d: %s\n", number, rules.draw, rules.passes,
                                rules.worrying_back, PlainGame{position, rules}.key().c_str());
        ++(right ? tally.passed : tally.failed);
        ++number;
    }
}

}  // namespace

int main(int argc, char** argv) {
    const int deals = argc > 1 ? std::atoi(argv[1]) : 1;
    std::mt19937_64 random(argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 1);
    Tally tally;
    for (const Shape& shape : kShapes)
        for (int draw = 1; draw <= 3; ++draw)
            for (int passes = 0; passes <= 3; ++passes)
                for (bool worrying_back : {true, false})
                    for (int i = 0; i < deals; ++i) {
                        const Rules rules{draw, passes, worrying_back};
                        const Position fresh = deal(shape, random);
                        compare(i % 3 == 2 ? played({fresh, rules}, static_cast<int>(random() % 12), random) : fresh, rules, tally);
                    }
    std::printf("%d won, %d lost, %d too large\n%d passed, %d failed\n", tally.won, tally.lost, tally.skipped, tally.passed, tally.failed);
    return tally.failed ? 1 : 0;
}

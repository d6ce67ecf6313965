// Klondike on the table, played card by card: a second opinion that knows nothing of the kernel's abstraction.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "../src/layout.hpp"

struct PlainGame {
    klondike::Position now;
    klondike::Rules rules;

    bool won() const;
    std::vector<std::string> moves() const;  // every legal move, in the project's notation
    PlainGame after(const std::string& move) const;
    std::string key() const;  // equal for positions that differ by the order of columns alone
};

// Every position that can be reached is searched, up to `most`: whether one is won, or nothing if there are more.
std::optional<bool> winnable(const PlainGame& start, std::size_t most);

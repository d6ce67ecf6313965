// One solve, from a position and rules to a verdict and the abstract plan of a win.
#pragma once

#include <optional>

#include "budget.hpp"
#include "layout.hpp"
#include "steps.hpp"

namespace klondike {

enum class Word { winnable, unwinnable, undecided };

struct Answer {
    Word word;
    Plan plan;  // of a win
};

// The position and the rules must have passed why_not.
Answer solve(const Layout& layout, const Position& position, const Prunings& prunings, Budget& budget);

}  // namespace klondike

// From an abstract plan to moves on the table, in the notation of the project.
#pragma once

#include <string>
#include <vector>

#include "steps.hpp"

namespace klondike {

// Each abstract step becomes the draws that bring its card to the top of the waste, or at most one run move that
// makes room (slots.hpp, (b)), and then the move itself. Throws std::logic_error where the plan can't be played: a
// fault of the kernel, never of the position.
std::vector<std::string> line_of(const Plan& plan, const Position& position, const Rules& rules);

}  // namespace klondike

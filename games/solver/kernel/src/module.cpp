// The kernel as a Python module. klondike_kernel.pyi documents it.
#include <nanobind/nanobind.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <stdexcept>

#include "line.hpp"
#include "moves.hpp"
#include "solver.hpp"

namespace nb = nanobind;
using namespace klondike;

namespace {

struct Cancellation {
    std::atomic<bool> flag{false};
};

struct Switch {
    const char* name;
    bool Prunings::* member;
};
constexpr Switch kSwitches[] = {
    {"classes", &Prunings::classes}, {"safe", &Prunings::safe},         {"home_first", &Prunings::home_first},
    {"lazy", &Prunings::lazy},       {"swaps", &Prunings::swaps}, {"offsets", &Prunings::offsets},   {"draw_one", &Prunings::draw_one},
    {"tableau", &Prunings::tableau}, {"restarts", &Prunings::restarts}, {"head_start", &Prunings::head_start},
};

Prunings prunings_without(const std::vector<std::string>& names) {
    Prunings prunings;
    for (const auto& name : names) {
        bool known = false;
        for (const Switch& each : kSwitches)
            if (name == each.name) {
                prunings.*each.member = false;
                known = true;
            }
        if (!known) throw std::invalid_argument("there is no pruning called " + name);
    }
    return prunings;
}

struct PythonAnswer {
    std::string word;
    std::vector<std::string> line;
    double cpu_ms;
    std::uint64_t nodes;
    std::size_t peak_bytes;
};

void refuse_unproved(const Position& position, const Rules& rules) {
    if (const char* reason = why_not(position, rules)) throw std::invalid_argument(reason);
}

PythonAnswer solve_position(const Position& position, const Rules& rules, double cpu_ms, std::uint64_t nodes, std::size_t bytes,
                            const Cancellation* cancellation, const std::vector<std::string>& without) {
    refuse_unproved(position, rules);
    const Prunings prunings = prunings_without(without);
    nb::gil_scoped_release other_threads_run;
    Budget budget({cpu_ms, nodes, bytes}, cancellation ? &cancellation->flag : nullptr);
    const Layout layout(position, rules);
    const Answer answer = solve(layout, position, prunings, budget);
    static constexpr const char* kWords[] = {"winnable", "unwinnable", "undecided"};
    PythonAnswer out{kWords[static_cast<int>(answer.word)], {}, 0, budget.nodes(), budget.peak_bytes()};
    if (answer.word == Word::winnable) out.line = line_of(answer.plan, position, rules);
    out.cpu_ms = budget.cpu_ms();
    return out;
}

using Seen = std::tuple<std::vector<int>, std::array<int, kSuits>, std::uint32_t, int, int>;

std::vector<Seen> successors(const Position& position, const Rules& rules) {
    refuse_unproved(position, rules);
    const Layout layout(position, rules);
    const Talon talon(rules);
    const Prunings none{false, false, false, false, false, false, false, false, false, false};
    State state = State::of(layout, position);
    talon.settle(state);
    std::vector<Member> members;
    ClassWalk(layout, none).members_of(state, members);
    Moves moves(layout, talon, none);
    std::vector<Child> children;
    moves.at(state, members[0], 0, moves.offer(state), {}, children);
    std::vector<Seen> seen;
    for (const Child& child : children) {
        State next = state;
        apply(next, child.step, layout, talon, child.pass);
        std::vector<int> counts;
        for (int i = 0; i < layout.columns; ++i) counts.push_back(next.column(i));
        seen.emplace_back(counts, std::array<int, kSuits>{next.home(0), next.home(1), next.home(2), next.home(3)}, next.stock(), next.waste(), next.pass());
    }
    return seen;
}

Position position_of(const std::vector<std::pair<std::vector<Card>, std::vector<Card>>>& columns, std::vector<Card> stock,
                     std::vector<Card> waste, std::array<int, kSuits> home, int redeals, int lowest, int ranks) {
    Position position;
    for (const auto& [down, up] : columns) position.columns.push_back({down, up});
    position.stock = std::move(stock);
    position.waste = std::move(waste);
    position.home = home;
    position.passes_used = redeals;
    position.lowest = lowest;
    position.ranks = ranks;
    return position;
}

}  // namespace

NB_MODULE(klondike_kernel, module) {
    nb::class_<Cancellation>(module, "Cancellation")
        .def(nb::init<>())
        .def("cancel", [](Cancellation& self) { self.flag = true; })
        .def_prop_ro("cancelled", [](const Cancellation& self) { return self.flag.load(); });
    nb::class_<Position>(module, "Position")
        .def("__init__",
             [](Position* self, const std::vector<std::pair<std::vector<Card>, std::vector<Card>>>& columns, std::vector<Card> stock,
                std::vector<Card> waste, std::array<int, kSuits> home, int redeals, int lowest, int ranks) {
                 new (self) Position(position_of(columns, std::move(stock), std::move(waste), home, redeals, lowest, ranks));
             },
             nb::arg("columns"), nb::arg("stock"), nb::arg("waste"), nb::arg("home"), nb::arg("redeals") = 0,
             nb::arg("lowest") = 0, nb::arg("ranks") = kRanks);
    nb::class_<Rules>(module, "Rules")
        .def("__init__", [](Rules* self, int draw, int passes, bool worrying_back) { new (self) Rules{draw, passes, worrying_back}; },
             nb::arg("draw"), nb::arg("passes"), nb::arg("worrying_back"));
    nb::class_<PythonAnswer>(module, "Answer")
        .def_ro("word", &PythonAnswer::word)
        .def_ro("line", &PythonAnswer::line)
        .def_ro("cpu_ms", &PythonAnswer::cpu_ms)
        .def_ro("nodes", &PythonAnswer::nodes)
        .def_ro("peak_bytes", &PythonAnswer::peak_bytes);
    module.def("solve", &solve_position, nb::arg("position"), nb::arg("rules"), nb::arg("cpu_ms") = 0.0, nb::arg("nodes") = 0,
               nb::arg("bytes") = 0, nb::arg("cancellation").none() = nullptr, nb::arg("without") = std::vector<std::string>{});
    module.def("successors", &successors, nb::arg("position"), nb::arg("rules"));
    std::vector<std::string> names;
    for (const Switch& each : kSwitches) names.emplace_back(each.name);
    module.attr("PRUNINGS") = names;
}

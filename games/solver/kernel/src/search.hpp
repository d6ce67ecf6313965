// Depth first over classes. What is remembered, and which children need no search, is the policy's affair.
//
// A policy has:
//   settle(state)                            send home what goes home by force
//   Arrival arrive(state, from, lazy_card)   a child seen: search it, drop it, or (a win is known) stop
//   left(frame, children)                    a class was searched and holds no win
//   reached(frame)                           a win was found below this class, or the search was stopped there
//   kLazy                                    whether lazy.hpp applies
#pragma once

#include <optional>

#include "budget.hpp"
#include "lazy.hpp"

namespace klondike {

enum class Arrival { fresh, lost, open };
enum class Outcome { won, lost, stopped };

constexpr Card kNoCard = 255;

struct Frame {
    State state;
    std::uint32_t members, members_end, children, children_end, cursor;
    Card lazy;  // the talon card just played, if this is a lazy child
};

// The search's own store, kept between runs so that a small search allocates nothing.
struct Stack {
    std::vector<Frame> frames;
    std::vector<Member> members;
    std::vector<Child> children;
};

template <class Policy>
class Search {
  public:
    Search(const Layout& layout, const Talon& talon, const Prunings& prunings, Policy& policy, Budget& budget)
        : layout_(layout), talon_(talon), policy_(policy), budget_(budget), walk_(layout, prunings), moves_(layout, talon, prunings) {}

    // The root must be settled, not won, and not known to be lost.
    Outcome run(const State& root) {
        stack_.frames.clear();
        stack_.members.clear();
        stack_.children.clear();
        open(root, kNoCard);
        while (!stack_.frames.empty()) {
            if (!budget_.spend()) return reached(Outcome::stopped);
            if (const auto outcome = descend()) return reached(*outcome);
        }
        return Outcome::lost;
    }
    const Stack& stack() const { return stack_; }
    State follow(const Frame& frame, const Child& child) const {
        State state = frame.state;
        const Member& member = stack_.members[frame.members + child.member];
        state.table = member.table;
        state.next = member.next;
        state.key = (state.key & ~(kTableauMask & ~kColumnsMask)) | member.home;
        apply(state, child.step, layout_, talon_, child.pass);
        return state;
    }

  private:
    // Opens the next fresh child of the deepest class, closing finished classes on the way.
    std::optional<Outcome> descend() {
        while (!stack_.frames.empty()) {
            Frame& frame = stack_.frames.back();
            if (frame.cursor == frame.children_end) {
                close(frame);
                continue;
            }
            Child& child = stack_.children[frame.cursor++];
            State state = follow(frame, child);
            policy_.settle(state);
            if (won(state, talon_)) return Outcome::won;
            child.key = state.key;
            if constexpr (Policy::kLazy) child.lazy = policy_.lazy && is_lazy_child(frame.state, child.step, state, layout_);
            const Card lazy = child.lazy ? child.step.card : kNoCard;
            switch (policy_.arrive(state, frame.state, lazy)) {
                case Arrival::lost: continue;
                case Arrival::open: return Outcome::won;
                case Arrival::fresh: break;
            }
            open(state, lazy);
            return std::nullopt;
        }
        return std::nullopt;
    }

    void open(const State& state, Card lazy) {
        Frame frame{state, size(stack_.members), 0, size(stack_.children), 0, size(stack_.children), lazy};
        walk_.members_of(state, stack_.members);
        frame.members_end = size(stack_.members);
        const auto offer = moves_.offer(state);
        for (std::uint32_t i = frame.members; i < frame.members_end; ++i) {
            Spent spent;
            if (lazy != kNoCard) {
                const Member* all = stack_.members.data();
                const Frame& parent = stack_.frames.back();
                spent = spent_at(all[i], lazy, state, all + parent.members, all + parent.members_end);
            }
            moves_.at(state, stack_.members[i], static_cast<std::uint16_t>(i - frame.members), offer, spent, stack_.children);
        }
        frame.children_end = size(stack_.children);
        Moves::best_first(stack_.children, frame.children);
        stack_.frames.push_back(frame);
    }

    void close(Frame& frame) {
        policy_.left(frame, stack_.children);
        stack_.members.resize(frame.members);
        stack_.children.resize(frame.children);
        stack_.frames.pop_back();
    }
    Outcome reached(Outcome outcome) {
        for (const Frame& frame : stack_.frames) policy_.reached(frame);
        return outcome;
    }

    template <class T>
    static std::uint32_t size(const std::vector<T>& items) { return static_cast<std::uint32_t>(items.size()); }

    const Layout& layout_;
    const Talon& talon_;
    Policy& policy_;
    Budget& budget_;
    ClassWalk walk_;
    Moves moves_;
    Stack stack_;
};

}  // namespace klondike

// Depth first over classes. What is remembered, and which children need no search, is the policy's affair.
//
// A policy has:
//   settle(state)                            send home what goes home by force
//   Arrival arrive(state, from, lazy_card)   a child seen: search it, drop it, or (a win is known) stop
//   left(frame, stack)                        a class was searched and holds no win
//   reached(frame)                           a win was found below this class, or the search was stopped there
//   far_away(), prefetch(state)              whether memory is slow to reach, and a hint that it is needed soon
//   kLazy                                    whether lazy.hpp applies
#pragma once

#include <optional>

#include "budget.hpp"
#include "lazy.hpp"
#include "swaps.hpp"

namespace klondike {

enum class Arrival { fresh, lost, open };
enum class Outcome { won, lost, stopped };

constexpr Card kNoCard = 255;
constexpr std::uint32_t kNoMember = ~std::uint32_t{0};

struct Frame {
    State state;
    std::uint32_t members, members_end, children, children_end, cursor;
    Card lazy;  // the talon card just played, if this is a lazy child
    std::uint32_t spent_member;  // of which `spent` speaks (swaps.hpp)
    Spent spent;
};

// The open classes, with their members and children; each child's state once it was looked at.
struct Stack {
    std::vector<Frame> frames;
    std::vector<Member> members;
    std::vector<Child> children;
    std::vector<State> states;

    // Room for what most deals need: growing from nothing would take a tenth of the median deal's time.
    Stack() {
        frames.reserve(64);
        members.reserve(256);
        children.reserve(512);
        states.reserve(512);
    }
};

template <class Policy>
class Search {
  public:
    Search(const Layout& layout, const Talon& talon, const Prunings& prunings, Policy& policy, Budget& budget)
        : layout_(layout), talon_(talon), policy_(policy), budget_(budget), walk_(layout, prunings), moves_(layout, talon, prunings),
          swaps_(prunings.swaps && (prunings.classes || !layout.rules.worrying_back)) {}

    // The root must be settled, not won, and not known to be lost. Opens so many classes at most (0: no limit).
    Outcome run(const State& root, std::uint64_t most = 0) {
        stack_.frames.clear();
        stack_.members.clear();
        stack_.children.clear();
        open(root, kNoCard, {}, {});
        for (std::uint64_t opened = 1; !stack_.frames.empty(); ++opened) {
            if (!budget_.spend() || opened == most) return reached(Outcome::stopped);
            if (const auto outcome = descend()) return reached(*outcome);
        }
        return Outcome::lost;
    }
    void shuffle(int noise) { moves_.shuffle(noise); }
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
            const std::uint32_t at = frame.cursor++;
            Child& child = stack_.children[at];
            if (!child.looked_at) look_at(frame, at);
            const State state = stack_.states[at];
            if (won(state, talon_)) return Outcome::won;
            const Card lazy = child.lazy ? child.step.card : kNoCard;
            if (child.lazy && twin_before(frame, at)) continue;
            switch (policy_.arrive(state, frame.state, lazy)) {
                case Arrival::lost: continue;
                case Arrival::open: return Outcome::won;
                case Arrival::fresh: break;
            }
            if (!swaps_ || child.forced) {
                open(state, lazy, {}, {});
            } else {
                const std::uint32_t member = frame.members + child.member;
                const Spent known = frame.spent_member == member ? frame.spent : Spent{};
                open(state, lazy, spent_after(stack_.children, frame.children, at, known, talon_.free()), image_of(stack_.members[member], child.step, frame.state, state, layout_));
            }
            return std::nullopt;
        }
        return std::nullopt;
    }

    // The same card played to the table at another member of the class, with the same outcome.
    bool twin_before(const Frame& frame, std::uint32_t at) const {
        for (std::uint32_t i = frame.children; i < at; ++i)
            if (stack_.children[i].step.card == stack_.children[at].step.card && stack_.states[i].key == stack_.states[at].key) return true;
        return false;
    }

    void look_at(const Frame& frame, std::uint32_t at) {
        Child& child = stack_.children[at];
        State& state = stack_.states[at];
        state = follow(frame, child);
        const std::uint64_t played = state.key;
        policy_.settle(state);
        child.looked_at = true;
        child.forced = (played ^ state.key) & ~(kTableauMask & ~kColumnsMask);
        if constexpr (Policy::kLazy) child.lazy = policy_.lazy && is_lazy_child(frame.state, child.step, state, layout_);
    }

    // `lost` are moves that lead to lost classes from the position this one is the image of.
    void open(const State& state, Card lazy, const Spent& lost, const Image& image) {
        Frame frame{state, size(stack_.members), 0, size(stack_.children), 0, size(stack_.children), lazy, kNoMember, {}};
        walk_.members_of(state, stack_.members);
        frame.members_end = size(stack_.members);
        const auto offer = moves_.offer(state);
        for (std::uint32_t i = frame.members; i < frame.members_end; ++i) {
            const Member* all = stack_.members.data();
            Spent here;
            if (lazy != kNoCard) {
                const Frame& parent = stack_.frames.back();
                here = spent_at(all[i], lazy, state, all + parent.members, all + parent.members_end);
            }
            if (all[i].next == image.next) {
                const Cards table = all[i].table & ~image.turned_up;
                const Slots slots = slots_of(table, state.bases & table, layout_.kings, state.empties - image.fewer_empties);
                frame.spent_member = i;
                frame.spent = lost & moves_.legal(state, table, all[i].next, slots, offer);
                here |= frame.spent;
            }
            moves_.at(state, all[i], static_cast<std::uint16_t>(i - frame.members), offer, here, stack_.children);
        }
        frame.children_end = size(stack_.children);
        stack_.states.resize(std::max(stack_.states.size(), stack_.children.size()));
        Moves::best_first(stack_.children, frame.children);
        if (policy_.far_away())
            for (std::uint32_t at = frame.children; at < frame.children_end; ++at) {
                look_at(frame, at);
                policy_.prefetch(stack_.states[at]);
            }
        stack_.frames.push_back(frame);
    }

    void close(Frame& frame) {
        policy_.left(frame, stack_);
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
    bool swaps_;
    Stack stack_;
};

}  // namespace klondike

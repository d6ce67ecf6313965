// What a search may spend, and what it has spent. Anything that runs out ends in "undecided", never in a verdict.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <ctime>

namespace klondike {

struct Limits {
    double cpu_ms = 0;          // of the calling thread; 0: no limit
    std::uint64_t nodes = 0;    // of all searches together; 0: no limit
    std::size_t bytes = 0;      // of tables; 0: no limit
};

class Budget {
  public:
    Budget(const Limits& limits, const std::atomic<bool>* cancelled)
        : limits_(limits), cancelled_(cancelled), began_(thread_cpu_ms()) {}

    // One more class is opened. False: stop now; every later call is false too.
    bool spend() {
        if (nodes_ >= next_poll_) poll();
        nodes_ += !stopped_;
        return !stopped_;
    }
    bool stopped() const { return stopped_; }
    std::uint64_t nodes() const { return nodes_; }
    double cpu_ms() const { return thread_cpu_ms() - began_; }
    std::size_t peak_bytes() const { return peak_; }

    // Tables say what they hold, and ask before they hold more.
    bool has_room(std::size_t bytes) const { return !limits_.bytes || bytes_ + bytes <= limits_.bytes; }
    void take(std::size_t bytes) {
        bytes_ += bytes;
        peak_ = std::max(peak_, bytes_);
    }
    void stop() { stopped_ = true; }
    void give_back(std::size_t bytes) { bytes_ -= bytes; }

  private:
    static double thread_cpu_ms() {
        timespec now;
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
        return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) * 1e-6;
    }
    void poll() {
        next_poll_ = nodes_ + 256;
        if (limits_.nodes) next_poll_ = std::min(next_poll_, limits_.nodes);
        stopped_ = stopped_ || (cancelled_ && cancelled_->load(std::memory_order_relaxed)) ||
                   (limits_.nodes && nodes_ >= limits_.nodes) || (limits_.cpu_ms > 0 && cpu_ms() >= limits_.cpu_ms);
    }

    Limits limits_;
    const std::atomic<bool>* cancelled_;
    double began_;
    std::uint64_t nodes_ = 0, next_poll_ = 0;
    std::size_t bytes_ = 0, peak_ = 0;
    bool stopped_ = false;
};

}  // namespace klondike

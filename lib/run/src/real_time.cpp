#include "swell/run/real_time.h"

#include <algorithm>
#include <cerrno>
#include <ctime>

namespace swell::run {

namespace {

constexpr double kBehind = 10.0;                            // [s] of the wall clock that the disk may be behind
constexpr std::size_t kLeastQueue = 1024;                   // of the queue
constexpr std::size_t kMostNumbers = std::size_t{1} << 25;  // of the queue: 256 MiB
constexpr auto kPoll = std::chrono::milliseconds(5);

std::size_t rows_of_queue(double speed, std::size_t numbers, double interval) {
  const double rows = interval > 0.0 ? kBehind * speed / interval : 0.0;
  const std::size_t most = std::max<std::size_t>(kMostNumbers / numbers, 2);
  return std::min(most, std::max(kLeastQueue, static_cast<std::size_t>(std::min(rows, 1e9))));
}

}  // namespace

double* RowQueue::free_row() noexcept {
  const std::size_t at = pushed_.load(std::memory_order_relaxed);
  if (at - popped_.load(std::memory_order_acquire) == rows_) return nullptr;
  return values_.data() + at % rows_ * numbers_;
}

const double* RowQueue::front() const noexcept {
  const std::size_t at = popped_.load(std::memory_order_relaxed);
  return at == pushed_.load(std::memory_order_acquire) ? nullptr : values_.data() + at % rows_ * numbers_;
}

RealTime::RealTime(double speed, std::size_t numbers, double interval, std::function<void(const double*)> take)
    : speed_(speed),
      queue_(numbers, rows_of_queue(speed, numbers, interval)),
      take_(std::move(take)),
      thread_([this] { take_rows(); }) {
  summary_.speed = speed;
}

RealTime::~RealTime() { stop(); }

void RealTime::start(double time) {
  start_ = resumed_ = Clock::now();
  start_time_ = time;
}

void RealTime::wait(double time, const volatile std::sig_atomic_t* interrupt) {
  const double due = (time - start_time_) / speed_;
  const auto seconds = [](Clock::duration d) { return std::chrono::duration<double>(d).count(); };
  const auto arrived = Clock::now();
  const double work = seconds(arrived - resumed_);
  if (due > 0.0) {  // the first point is the start
    ++summary_.points;
    work_ += work;
    summary_.worst_work = std::max(summary_.worst_work, work);
    summary_.missed += seconds(arrived - start_) > due ? 1 : 0;
  }
  const auto until = start_ + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(due));
  const auto since = std::chrono::duration_cast<std::chrono::nanoseconds>(until.time_since_epoch()).count();
  timespec moment{};
  moment.tv_sec = static_cast<time_t>(since / 1000000000);
  moment.tv_nsec = static_cast<long>(since % 1000000000);
  // The clock of steady_clock. A signal ends the sleep: the integrator looks at its flag before the next step.
  while (Clock::now() < until && clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &moment, nullptr) == EINTR) {
    if (interrupt != nullptr && *interrupt != 0) break;
  }
  resumed_ = Clock::now();
  const double late = seconds(resumed_ - until);
  if (due > 0.0 && late > summary_.worst_lateness) {
    summary_.worst_lateness = late;
    summary_.worst_at = time;
  }
}

double* RealTime::row() {
  for (;;) {
    if (failed_.load(std::memory_order_acquire)) close();
    if (double* free = queue_.free_row()) return free;
    std::this_thread::sleep_for(std::chrono::microseconds(100));
  }
}

void RealTime::take_rows() {
  try {
    for (;;) {
      const bool last = done_.load(std::memory_order_acquire);
      while (const double* row = queue_.front()) {
        take_(row);
        queue_.pop();
      }
      if (last) return;
      std::this_thread::sleep_for(kPoll);
    }
  } catch (...) {
    failure_ = std::current_exception();
    failed_.store(true, std::memory_order_release);
  }
}

void RealTime::stop() noexcept {
  done_.store(true, std::memory_order_release);
  if (thread_.joinable()) thread_.join();
}

void RealTime::close() {
  stop();
  if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
}

const RealTimeSummary& RealTime::summary() {
  summary_.mean_work = summary_.points > 0 ? work_ / static_cast<double>(summary_.points) : 0.0;
  return summary_;
}

}  // namespace swell::run

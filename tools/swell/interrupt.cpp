#include "interrupt.h"

#include <cerrno>
#include <cstdint>
#include <ctime>
#include <initializer_list>

namespace swell::command {
namespace {

constexpr std::int64_t kSameWish = 500'000'000;  // ns

// Global: a signal handler can reach nothing else.
// NOLINTBEGIN(cppcoreguidelines-avoid-non-const-global-variables)
volatile std::sig_atomic_t g_interrupted = 0;
std::atomic<bool> g_shared = false;
std::atomic<bool> g_alive = false;
std::atomic<std::int64_t> g_first = 0;  // ns
// NOLINTEND(cppcoreguidelines-avoid-non-const-global-variables)
static_assert(std::atomic<bool>::is_always_lock_free && std::atomic<std::int64_t>::is_always_lock_free,
              "a signal handler may set them");

void handle(int signal) {
  const int error = errno;
  timespec clock{};
  clock_gettime(CLOCK_MONOTONIC, &clock);
  const std::int64_t now = std::int64_t{clock.tv_sec} * 1'000'000'000 + clock.tv_nsec;
  std::int64_t first = 0;
  const bool is_first = g_first.compare_exchange_strong(first, now);
  if (is_first ? !g_alive : now - first >= kSameWish) {
    std::signal(signal, SIG_DFL);
    std::raise(signal);  // delivered when the handler returns
  }
  g_interrupted = 1;
  g_shared = true;
  errno = error;
}

}  // namespace

Interruptible::Interruptible() {
  g_interrupted = 0;
  g_shared = false;
  g_first = 0;
  g_alive = true;
  // A terminal that is closed, and a limit of processor time, are requests to end like a queue's SIGTERM. What is
  // ignored (nohup) stays so.
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGXCPU}) {
    if (std::signal(signal, handle) == SIG_IGN) std::signal(signal, SIG_IGN);
  }
}

// The handler stays: the second of two signals may come when the first has already ended the run.
Interruptible::~Interruptible() { g_alive = false; }

const volatile std::sig_atomic_t* Interruptible::flag() { return &g_interrupted; }

const std::atomic<bool>* Interruptible::shared_flag() { return &g_shared; }

}  // namespace swell::command

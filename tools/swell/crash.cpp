// A crash is reported by the command and by nobody else: the library installs no signal handlers.
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <memory>

#include "commands.h"
#include "swell/components/library.h"

namespace swell::command {
namespace {

void say(const char* text) {
  const auto written = write(STDERR_FILENO, text, std::strlen(text));
  static_cast<void>(written);
}

void say_who() {
  const char* libraries = components::loaded_libraries();
  if (*libraries != '\0') {
    say("; component libraries in use: ");
    say(libraries);
    say(" (a fault in one of them is the likely cause)");
  }
  say("; the results file is not finished\n");
}

// Only what is safe in a signal handler: write() and memory that is there.
void crashed(int signal) {
  say("\nswell: crashed with ");
  say(signal == SIGSEGV  ? "an access to memory that is not its own"
      : signal == SIGFPE ? "an arithmetic fault"
      : signal == SIGILL ? "an illegal instruction"
      : signal == SIGBUS ? "a bus error"
                         : "an abort");
  say_who();
  _exit(1);
}

// Set once main() is about to return: whoever calls exit() before that ends a run that is not done.
// NOLINTNEXTLINE(cppcoreguidelines-avoid-non-const-global-variables): handlers have no other place to read it
volatile std::sig_atomic_t at_the_end = 0;

void ended_by_somebody() {
  if (at_the_end != 0) return;
  say("\nswell: something called exit() while the command was at work");
  say_who();
  _exit(1);
}

}  // namespace

void stack_for_crashes() {
  // A stack that overflowed has no room for a handler: it runs on one of its own, which ends with its thread.
  struct Stack {
    std::array<char, 1 << 16> memory{};
    Stack() {
      stack_t other{};
      other.ss_sp = memory.data();
      other.ss_size = memory.size();
      sigaltstack(&other, nullptr);
    }
    Stack(const Stack&) = delete;
    Stack& operator=(const Stack&) = delete;
    ~Stack() {
      stack_t none{};
      none.ss_flags = SS_DISABLE;
      sigaltstack(&none, nullptr);
    }
  };
  thread_local const auto kStack = std::make_unique<Stack>();
  static_cast<void>(kStack);
}

void report_crashes() {
  stack_for_crashes();
  struct sigaction action {};
  action.sa_handler = crashed;
  action.sa_flags = SA_ONSTACK;
  for (const int signal : {SIGSEGV, SIGFPE, SIGILL, SIGBUS, SIGABRT}) sigaction(signal, &action, nullptr);
  std::atexit(ended_by_somebody);
}

void no_more_crashes() { at_the_end = 1; }

}  // namespace swell::command

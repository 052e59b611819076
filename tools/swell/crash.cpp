// A crash is reported by the command and by nobody else: the library installs no signal handlers.
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>

#include "commands.h"
#include "swell/components/library.h"
#include "swell/fmi/imported.h"

namespace swell::command {
namespace {

// The case that this thread is at, in a batch; and whether a program reads the outcome.
// NOLINTBEGIN(cppcoreguidelines-avoid-non-const-global-variables): handlers have no other place to read them
thread_local char this_case[256] = "";
volatile std::sig_atomic_t json_wanted = 0;
pid_t command_process = 0;  // a case in a process of its own is its parent's to report
// NOLINTEND(cppcoreguidelines-avoid-non-const-global-variables)

void write_to(int file, const char* text) {
  const auto written = write(file, text, std::strlen(text));
  static_cast<void>(written);
}

// Not _exit(), which is ours below.
[[noreturn]] void leave(int status) {
  syscall(SYS_exit_group, status);
  __builtin_unreachable();
}

void say(const char* text) { write_to(STDERR_FILENO, text); }

// Texts of ours, but for the libraries' and the case's names: what JSON keeps for itself becomes a blank there.
void write_json_text(const char* text) {
  for (; *text != '\0'; ++text) {
    const char c = *text == '"' || *text == '\\' || (*text > 0 && *text < ' ') ? ' ' : *text;
    const auto written = write(STDOUT_FILENO, &c, 1);
    static_cast<void>(written);
  }
}

void say_as_json(const char* status, const char* message) {
  if (json_wanted == 0) return;
  const auto entry = [](const char* key, const char* text) {
    write_to(STDOUT_FILENO, key);
    write_json_text(text);
    write_to(STDOUT_FILENO, "\"");
  };
  entry("{\"status\": \"", status);
  entry(", \"message\": \"", message);
  entry(", \"case\": \"", this_case);
  entry(", \"libraries\": \"", components::loaded_libraries());
  write_to(STDOUT_FILENO, "}\n");
}

void say_who() {
  if (this_case[0] != '\0') {
    say("; it was at ");
    say(this_case);
    say(" (with --isolate a crash ends its case only)");
  }
  if (const char* fmu = fmi::called_fmu(); *fmu != '\0') {
    say("; it was in the FMU ");
    say(fmu);
    say(" (isolate: true makes that an error of the run)");
  }
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
  const char* how = signal == SIGSEGV  ? "crashed with an access to memory that is not its own"
                    : signal == SIGFPE ? "crashed with an arithmetic fault"
                    : signal == SIGILL ? "crashed with an illegal instruction"
                    : signal == SIGBUS ? "crashed with a bus error"
                                       : "crashed with an abort";
  say("\nswell: ");
  say(how);
  say_who();
  say_as_json("crashed", how);
  leave(1);
}

// Commands that answer, draw or convert write each file beside its place and put it there whole: they end at once. Runs
// and batches, which have more to save, take these signals over (interrupt.h).
void interrupted(int signal) {
  if (getpid() != command_process) leave(1);
  const char* who = signal == SIGINT    ? "interrupted by SIGINT (Ctrl-C)"
                    : signal == SIGHUP  ? "interrupted by SIGHUP (its terminal was closed)"
                    : signal == SIGXCPU ? "interrupted by SIGXCPU (its limit of processor time)"
                                        : "interrupted by SIGTERM";
  say("\nswell: ");
  say(who);
  say("; a file that it had not finished is not there, and what was there before is unchanged\n");
  say_as_json("interrupted", who);
  leave(1);
}

// Set once main() is about to return: whoever calls exit() before that ends a run that is not done.
// NOLINTNEXTLINE(cppcoreguidelines-avoid-non-const-global-variables): handlers have no other place to read it
volatile std::sig_atomic_t at_the_end = 0;

void ended_by_somebody() {
  if (at_the_end != 0) return;
  if (getpid() != command_process) leave(1);
  say("\nswell: something called exit() while the command was at work");
  say_who();
  say_as_json("crashed", "something called exit() while the command was at work");
  leave(1);
}

}  // namespace

// Libraries and FMUs that the process loads find this before the C library's.
extern "C" __attribute__((visibility("default"))) void _exit(int status) {
  if (at_the_end == 0 && getpid() == command_process && *fmi::called_fmu() != '\0') {
    say("\nswell: the FMU called _exit() while the command was at work");
    say_who();
    say_as_json("crashed", "the FMU called _exit() while the command was at work");
    status = 1;
  }
  leave(status);
}

void stack_for_crashes() {
  // A stack that overflowed has no space for a handler: it runs on one of its own, which ends with its thread.
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

void case_for_crashes(const std::string& title) {
  const std::string shown = visible(title);
  const std::size_t n = std::min(shown.size(), sizeof this_case - 1);
  std::memcpy(this_case, shown.data(), n);
  this_case[n] = '\0';
}

void report_crashes(bool json) {
  json_wanted = json ? 1 : 0;
  command_process = getpid();
  stack_for_crashes();
  struct sigaction action {};
  action.sa_handler = crashed;
  action.sa_flags = SA_ONSTACK;
  for (const int signal : {SIGSEGV, SIGFPE, SIGILL, SIGBUS, SIGABRT}) sigaction(signal, &action, nullptr);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGXCPU}) {
    if (std::signal(signal, interrupted) == SIG_IGN) std::signal(signal, SIG_IGN);  // nohup
  }
  std::atexit(ended_by_somebody);
}

void no_more_crashes() { at_the_end = 1; }

}  // namespace swell::command

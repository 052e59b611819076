// A crash is reported by the command and by nobody else: the library installs no signal handlers.
#include <unistd.h>

#include <csignal>
#include <cstring>

#include "commands.h"
#include "swell/components/library.h"

namespace swell::command {
namespace {

void say(const char* text) {
  const auto written = write(STDERR_FILENO, text, std::strlen(text));
  static_cast<void>(written);
}

// Only what is safe in a signal handler: write() and memory that is there.
void crashed(int signal) {
  say("\nswell: crashed with ");
  say(signal == SIGSEGV  ? "an access to memory that is not its own"
      : signal == SIGFPE ? "an arithmetic fault"
      : signal == SIGILL ? "an illegal instruction"
      : signal == SIGBUS ? "a bus error"
                         : "an abort");
  const char* libraries = components::loaded_libraries();
  if (*libraries != '\0') {
    say("; component libraries in use: ");
    say(libraries);
    say(" (a fault in one of them is the likely cause)");
  }
  say("; the results file is not finished\n");
  _exit(1);
}

}  // namespace

void report_crashes() {
  for (const int signal : {SIGSEGV, SIGFPE, SIGILL, SIGBUS, SIGABRT}) std::signal(signal, crashed);
}

}  // namespace swell::command

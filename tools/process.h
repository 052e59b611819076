// The frame of a command: what a process may inherit broken, and exit statuses that hold when output fails.
#pragma once

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <exception>
#include <string>
#include <system_error>
#include <vector>

#include "json_report.h"
#include "swell/base/error.h"

namespace swell::command {

/// First of all: descriptors 0 to 2 that are closed would be given to the next file that is opened, and what is printed
/// would end up in it. A file that grows beyond the limit of the process is a failed write, not a signal.
inline void prepare_process() {
  for (int standard = 0; standard <= 2; ++standard) {
    if (fcntl(standard, F_GETFD) == -1 && errno == EBADF) {
      const int opened = open("/dev/null", O_RDWR);
      if (opened >= 0 && opened != standard) dup2(opened, standard);
    }
  }
  std::signal(SIGXFSZ, SIG_IGN);
}

/// Runs `work` and reports what it throws. @returns its status; 2 for wrong input; 1 for anything else, a standard
/// output that cannot be written too
template <class Work, class ReportInput>
int guarded(const char* name, Work work, ReportInput report_input, bool json) {
  int status = 1;
  try {
    try {
      status = work();
    } catch (const InputError& error) {
      status = 2;
      report_input(error.diagnostics());
    } catch (const std::system_error&) {
      throw;  // of output; below
    } catch (const std::exception& error) {
      status = 1;
      put(stderr, "{}: {}\n", name, error.what());
      if (json) print_json({{"status", "failed"}, {"message", error.what()}});
    }
    if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0)
      throw std::system_error(errno, std::generic_category(), "the standard output cannot be written");
  } catch (const std::system_error& error) {
    if (status == 0) status = 1;
    try {
      put(stderr, "{}: {}\n", name, error.what());
    } catch (const std::system_error&) {  // nobody reads it; the status says it
    }
  }
  return status;
}

}  // namespace swell::command

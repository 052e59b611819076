// An FMU in a process of its own: questions and answers as bytes. Private to the library.
#pragma once

#include <sys/types.h>

#include <functional>
#include <string>

#include "swell/base/contained.h"
#include "swell/fmi/imported.h"

namespace swell::fmi {

/// Whether this is a process that serves one FMU.
bool& in_own_process();

class Process {
 public:
  using Serve = std::function<std::string(const std::string& request)>;
  /// @param what  for messages   @param make  called in the child: what answers there
  Process(std::string what, const std::function<Serve()>& make);
  ~Process() { finish(); }
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  /// @throws what the answering function threw there: Discarded, SimulationError; SimulationError when it crashed
  std::string ask(const std::string& request, double time);
  /// Closes the connection, which ends the child.
  void close() noexcept;
  [[noreturn]] void fail(double time, const std::string& why) const;

 private:
  std::string died();
  void finish();

  std::string what_;
  pid_t child_ = -1;
  int socket_ = -1;
};

}  // namespace swell::fmi

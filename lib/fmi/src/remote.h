// An FMU in a process of its own: questions and answers as bytes. Private to the library.
#pragma once

#include <sys/types.h>

#include <functional>
#include <string>
#include <vector>

#include "swell/base/contained.h"
#include "swell/fmi/slave.h"

namespace swell::fmi {

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
  /// As many numbers as `values` has.
  void take(ByteReader& reply, std::vector<double>& values, double time);

 private:
  std::string died();
  [[noreturn]] void fail(double time, const std::string& why) const;
  void finish();

  std::string what_;
  pid_t child_ = -1;
  int socket_ = -1;
};

void write_settings(ByteWriter& out, const std::vector<Setting>& settings);
std::vector<Setting> read_settings(ByteReader& in);

}  // namespace swell::fmi

// An FMU in a process of its own: questions and answers as bytes. Private to the library.
#pragma once

#include <sys/types.h>

#include <functional>
#include <string>
#include <vector>

#include "swell/base/contained.h"
#include "swell/fmi/slave.h"

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

/// Requests about kept states, the same for every kind of FMU: answered in the child, asked by RemoteKeeper.
enum class StateCall : std::uint8_t { save = 100, restore, forget, write, read };
bool is_of_states(const std::string& request);
std::string answer_of_states(StateKeeper& keeper, const std::string& request);

/// A slave or exchange in a process of its own.
template <class Base>
class RemoteKeeper : public Base {
 public:
  int save(double time) override { return number(StateCall::save, 0, time); }
  void restore(int state, double time) override { number(StateCall::restore, state, time); }
  void forget(int state) noexcept override {
    try {
      number(StateCall::forget, state, 0.0);
    } catch (const std::exception&) {  // the process is gone, and the state with it
    }
  }
  std::string write(int state, double time) override { return process_.ask(head(StateCall::write, state, time), time); }
  int read(const std::string& bytes, double time) override { return number(StateCall::read, 0, time, bytes); }
  void begin_to_end() noexcept override { process_.close(); }

 protected:
  RemoteKeeper(std::string what, const std::function<Process::Serve()>& make) : process_(std::move(what), make) {}
  Process process_;

 private:
  static std::string head(StateCall call, int state, double time, const std::string& bytes = {}) {
    ByteWriter out;
    out.value(static_cast<std::uint8_t>(call));
    out.value(state);
    out.value(time);
    out.text(bytes);
    return out.take();
  }
  int number(StateCall call, int state, double time, const std::string& bytes = {}) {
    const std::string reply = process_.ask(head(call, state, time, bytes), time);
    return ByteReader(reply).value<int>();
  }
};

void write_settings(ByteWriter& out, const std::vector<Setting>& settings);
std::vector<Setting> read_settings(ByteReader& in);

}  // namespace swell::fmi

/// An FMU at work: unpacked, its library loaded, one instance stepped (co-simulation, FMI 2.0 and 3.0).
///
/// Loading runs the code of the FMU's author. Until then (`Unit`) only its archive and description are looked at.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "swell/fmi/archive.h"
#include "swell/fmi/description.h"

namespace swell::fmi {

/// A file that is an FMU, read and not run.
class Unit {
 public:
  /// @param wanted  none: co-simulation where the FMU has it, else model exchange
  /// @throws InputError when it is no FMU, or has not what is wanted for Linux on x86-64: what it has instead is named
  explicit Unit(std::filesystem::path file, std::optional<Kind> wanted = {});
  Kind kind() const noexcept { return kind_; }
  const Interface& interface() const { return *description_.interface(kind_); }
  const Description& description() const noexcept { return description_; }
  const std::filesystem::path& file() const noexcept { return file_; }
  /// Names the component that the FMU is, for messages: "drive (drive.fmu)"; before that it is the file.
  void set_component(const std::string& name) { title_ = name + " (" + file_.filename().string() + ")"; }
  const std::string& title() const noexcept { return title_; }
  const std::string& library() const noexcept { return library_; }  ///< in the archive
  /// How many numbers the variable has: 1, or of an array the product of its sizes at the start.
  /// @throws InputError when a size is no number, or there are more than 100000
  std::size_t width(const Variable& variable) const;

 private:
  std::filesystem::path file_;
  std::string title_;
  Kind kind_ = Kind::co_simulation;
  Description description_;
  std::string library_;
};

/// Unit and frame of a variable as ports know them: value = factor * (the FMU's) + offset in `text`.
struct PortUnit {
  std::string text;
  double factor = 1.0, offset = 0.0;
  std::string frame{};
  std::string description{};  ///< the variable's, without the frame
};
PortUnit port_unit(const Description& description, const Variable& variable);
/// A dot parts an owner from its port, so that names of ports have none.
std::string port_name(std::string variable);

/// A value that is set before the start: text as in the case; what is numeric is read as a number of the FMU's own
/// unit.
struct Setting {
  std::size_t variable = 0;  ///< place in Description::variables
  std::vector<double> numbers;
  std::string text;  ///< of String variables
};

/// Returns the title of the FMU that this thread is in, "" in none: plain memory, for reports of a crash.
const char* called_fmu() noexcept;
/// Copies it to `place`, of kTitleSize characters, whenever it changes: memory shared with the process that reports.
inline constexpr std::size_t kTitleSize = 256;
void show_called_fmu_in(char* place) noexcept;

/// The FMU cannot do what was asked at this point, and may at another: a shorter step helps.
class Discarded : public SimulationError {
 public:
  using SimulationError::SimulationError;
};

/// States of an FMU that are kept for later, each by a number above 0. Of FMUs that can give theirs
/// (Interface::keeps_state). They go with the instance that they are of.
class StateKeeper {
 public:
  virtual ~StateKeeper() = default;
  StateKeeper() = default;
  StateKeeper(const StateKeeper&) = delete;
  StateKeeper& operator=(const StateKeeper&) = delete;

  /// Keeps the state at `time` [s] until forget(). @throws SimulationError
  virtual int save(double time) = 0;
  /// Any number of times. @throws SimulationError, for a number that is none too
  virtual void restore(int state, double time) = 0;
  virtual void forget(int state) noexcept = 0;
  /// A kept state as bytes, and bytes as a kept state of this instance or of another one of the same FMU. Of FMUs that
  /// write theirs (Interface::serializes_state). @throws SimulationError
  virtual std::string write(int state, double time) = 0;
  virtual int read(const std::string& bytes, double time) = 0;
  /// The last call: what takes time to end, a process, begins to, and the destructor waits for it.
  virtual void begin_to_end() noexcept {}
};

/// One instance. Numbers pass in the units of the FMU; what is read and set are places in Description::variables, whose
/// numbers follow each other.
class Slave : public StateKeeper {
 public:
  /// A new instance in initialization mode at `start` [s]; fills `y`. @throws SimulationError with what the FMU says
  virtual void begin(double start, const std::vector<Setting>& settings, const std::vector<double>& u,
                     std::vector<double>& y) = 0;
  /// In initialization mode, any number of times: sets the inputs and fills `y`. @throws SimulationError
  virtual void settle(const std::vector<double>& u, std::vector<double>& y) = 0;
  /// Sets the inputs, leaves initialization mode and fills `y`. @throws SimulationError
  virtual void start(const std::vector<double>& u, std::vector<double>& y) = 0;
  /// Sets the inputs, goes from `time` by `length` [s] and fills `y`. @returns false when the FMU ends the run there
  /// @throws SimulationError
  virtual bool step(double time, double length, const std::vector<double>& u, std::vector<double>& y) = 0;
};

struct SlaveOptions {
  std::string name;
  std::vector<std::size_t> inputs, outputs;
  bool isolate = false;  ///< in a process of its own: its crash is a SimulationError here
  /// Takes what the FMU says. Not from a process of its own.
  std::function<void(int status, const std::string& message)> log;
};
/// @throws SimulationError when it cannot be unpacked, loaded or instantiated
std::unique_ptr<Slave> make_slave(const Unit& unit, const SlaveOptions& options);

}  // namespace swell::fmi

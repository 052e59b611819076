/// An FMU at work: unpacked, its library loaded, one instance stepped (co-simulation) or evaluated (model exchange: FMI
/// 2.0.5, 3; 3.0.2, 3). Loading runs the code of the FMU's author.
#pragma once

#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "swell/fmi/fmu_file.h"

namespace swell::fmi {

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

/// What an FMU answers.
struct Answer {
  bool over = false;                                 ///< it ends the run
  bool event = false;                                ///< it asks for an event here
  double next = std::numeric_limits<double>::max();  ///< [s] of its next time event
  int state = 0;                                     ///< number of a kept state
};

/// One question to an FMU, which the functions of Imported put.
struct Question {
  enum class Call : std::uint8_t {
    begin,
    settle,
    start,
    step,
    evaluate,
    event,
    completed,
    save,
    restore,
    forget,
    write,
    read
  };
  Call call;
  double time = 0.0, length = 0.0;  ///< [s]
  int which = 0;                    ///< what to evaluate, or a kept state
  const std::vector<double>*u = nullptr, *x = nullptr;
  std::vector<double>* out = nullptr;  ///< to be filled; may be x
  const std::vector<Setting>* settings = nullptr;
  std::string* bytes = nullptr;  ///< to be read or filled
};

/// One instance. Numbers pass in the units of the FMU: inputs `u` are all of ImportOptions::inputs, one after the
/// other. Every function throws SimulationError with what the FMU says, or Discarded.
class Imported {
 public:
  static constexpr int kRates = -1, kIndicators = -2;  ///< for evaluate(), or the index of a group of outputs
  using Call = Question::Call;

  virtual ~Imported() = default;
  Imported() = default;
  Imported(const Imported&) = delete;
  Imported& operator=(const Imported&) = delete;

  /// Begins a new instance at `start` [s]. Co-simulation: in initialization mode; fills the outputs. Model exchange:
  /// goes through the first events and fills the continuous states.
  Answer begin(double start, const std::vector<Setting>& settings, const std::vector<double>& u,
               std::vector<double>& out) {
    begun_ = start;
    return ask({Call::begin, start, 0.0, 0, &u, nullptr, &out, &settings});
  }

  // Co-simulation; `y` are the outputs of the first group.
  /// In initialization mode, any number of times: sets the inputs and fills `y`.
  void settle(const std::vector<double>& u, std::vector<double>& y) {
    ask({Call::settle, begun_, 0.0, 0, &u, nullptr, &y});
  }
  /// Sets the inputs, leaves initialization mode and fills `y`.
  void start(const std::vector<double>& u, std::vector<double>& y) {
    ask({Call::start, begun_, 0.0, 0, &u, nullptr, &y});
  }
  /// Sets the inputs, goes from `time` by `length` [s] and fills `y`. @returns false when the FMU ends the run there
  bool step(double time, double length, const std::vector<double>& u, std::vector<double>& y) {
    return !ask({Call::step, time, length, 0, &u, nullptr, &y}).over;
  }

  // Model exchange; of the inputs only continuous ones are set outside of events.
  /// Rates, event indicators or outputs at a point; the same numbers for the same point until the next event.
  void evaluate(int what, double time, const std::vector<double>& x, const std::vector<double>& u,
                std::vector<double>& out) {
    ask({Call::evaluate, time, 0.0, what, &u, &x, &out});
  }
  /// Goes through the events of this point, inputs of every kind set, and leaves the states in `x`.
  Answer event(double time, std::vector<double>& x, const std::vector<double>& u) {
    return ask({Call::event, time, 0.0, 0, &u, &x, &x});
  }
  /// Tells the FMU that this point has been reached for good.
  Answer completed(double time, const std::vector<double>& x, const std::vector<double>& u) {
    return ask({Call::completed, time, 0.0, 0, &u, &x});
  }

  // States that are kept for later, each by a number above 0, of FMUs that can give theirs (Interface::keeps_state).
  // They go with the instance.
  /// Keeps the state at `time` [s] until forget().
  int save(double time) { return ask({Call::save, time}).state; }
  /// Any number of times.
  void restore(int state, double time) { ask({Call::restore, time, 0.0, state}); }
  void forget(int state) noexcept {
    try {
      ask({Call::forget, 0.0, 0.0, state});
    } catch (const std::exception&) {  // its process is gone, and the state with it
    }
  }
  /// A kept state as bytes, and bytes as a kept state of this instance or of another one of the same FMU. Of FMUs that
  /// write theirs (Interface::serializes_state).
  std::string write(int state, double time) {
    std::string bytes;
    ask({Call::write, time, 0.0, state, nullptr, nullptr, nullptr, nullptr, &bytes});
    return bytes;
  }
  int read(std::string bytes, double time) {
    return ask({Call::read, time, 0.0, 0, nullptr, nullptr, nullptr, nullptr, &bytes}).state;
  }
  /// The last call: what takes time to end, a process, begins to, and the destructor waits for it.
  virtual void begin_to_end() noexcept {}

  virtual Answer ask(const Question& question) = 0;

 private:
  double begun_ = 0.0;  // [s]
};

struct ImportOptions {
  std::string name;
  std::vector<std::size_t> inputs;               ///< places in Description::variables
  std::vector<std::vector<std::size_t>> groups;  ///< outputs that are read together; one for co-simulation
  bool isolate = false;                          ///< in a process of its own: its crash is a SimulationError here
  /// Takes what the FMU says. Not from a process of its own.
  std::function<void(int status, const std::string& message)> log;
};
/// @throws SimulationError when it cannot be unpacked, loaded or instantiated
std::unique_ptr<Imported> make_imported(const Unit& unit, ImportOptions options);

}  // namespace swell::fmi

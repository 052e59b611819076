/// Model exchange: an FMU as equations (FMI 2.0.5, 3; 3.0.2, 3). Its continuous states belong to whoever integrates
/// them; what changes at events alone stays inside of it.
#pragma once

#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "swell/fmi/slave.h"

namespace swell::fmi {

/// What an event leaves behind.
struct AfterEvent {
  bool over = false;                                 ///< the FMU ends the run
  double next = std::numeric_limits<double>::max();  ///< [s] of its next time event
};

/// Numbers pass in the units of the FMU. Inputs are all of ExchangeOptions::inputs, one after the other; of them only
/// continuous ones are set outside of events.
class Exchange : public StateKeeper {
 public:
  static constexpr int kRates = -1, kIndicators = -2;  ///< or the index of a group of outputs

  /// Starts anew at `start` [s], goes through the first events and fills the states `x`. @throws SimulationError
  virtual AfterEvent begin(double start, const std::vector<Setting>& settings, const std::vector<double>& u,
                           std::vector<double>& x) = 0;
  /// Rates, event indicators or outputs at a point; the same numbers for the same point until the next event.
  /// @throws Discarded when the FMU has none there; SimulationError
  virtual void evaluate(int what, double time, const std::vector<double>& x, const std::vector<double>& u,
                        std::vector<double>& out) = 0;
  /// Goes through the events of this point, inputs of every kind set, and leaves the states in `x`.
  virtual AfterEvent event(double time, std::vector<double>& x, const std::vector<double>& u) = 0;
  struct Completed {
    bool event = false;  ///< it asks for an event here
    bool over = false;
  };
  /// Tells the FMU that this point has been reached for good.
  virtual Completed completed(double time, const std::vector<double>& x, const std::vector<double>& u) = 0;
};

struct ExchangeOptions {
  std::string name;
  std::vector<std::size_t> inputs;               ///< places in Description::variables
  std::vector<std::vector<std::size_t>> groups;  ///< outputs that are read together
  bool isolate = false;                          ///< as in SlaveOptions
  std::function<void(int status, const std::string& message)> log;
};
/// @throws SimulationError when it cannot be unpacked, loaded or instantiated
std::unique_ptr<Exchange> make_exchange(const Unit& unit, const ExchangeOptions& options);

/// How many continuous states and event indicators the FMU has. @throws InputError as Unit::width
std::size_t count_states(const Unit& unit);
std::size_t count_indicators(const Unit& unit);

}  // namespace swell::fmi

// What an instance of an exported FMU keeps. Private to the library.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <new>
#include <optional>

#include "swell/base/error.h"
#include "swell/fmu/exported_instance.h"
#include "swell/run/simulation.h"
#include "swell/system/system.h"

namespace swell::fmu {

enum class Mode { instantiated, initialization, stepping, terminated, failed, events, continuous };
const char* name_of(Mode mode);

struct Instance::State {
  Mode mode = Mode::instantiated;
  std::map<unsigned, double> set;  // parameters and inputs set before initialization
  Span span;
  std::shared_ptr<const run::Simulation::Snapshot> snapshot;  // null before the case is built
  // Model exchange: of the equations, and what else the instance keeps.
  std::optional<system::Snapshot> equations;
  std::vector<double> before;
  std::vector<std::vector<double>> input;
};

struct Instance::Impl {
  std::filesystem::path resources;
  Manifest manifest;
  Logger logger;
  bool logging = false;
  std::vector<std::string> categories;
  Mode mode = Mode::instantiated;
  Span span;
  std::map<unsigned, double> set;
  std::optional<run::Simulation> simulation;
  // What FreeFMUState has not freed goes with the instance (FMI 3.0.2, 2.3.1), and with it the FMUs inside that it is
  // of.
  std::vector<std::unique_ptr<State>> states;
  void* keep(std::unique_ptr<State> state) { return states.emplace_back(std::move(state)).get(); }
  struct Place {
    std::size_t port = 0;
    int entry = 0;
  };
  std::vector<Place> places;                     // by value reference, of inputs and outputs
  std::vector<std::vector<double>> input, rate;  // by input port: collected, set as a whole
  // Model exchange.
  fmi::Kind kind = fmi::Kind::co_simulation;
  double now = 0.0;                        // [s]
  std::vector<double> x, rates;            // states and their rates
  std::vector<double> indicators, before;  // event functions: now, and when the last step was completed
  // Outputs, rates and event functions are those of now, x and the inputs.
  bool observed = false, rated = false, marked = false;
  std::size_t warned = 0;
  bool event_mode = false, early_return = false;
  bool outdated = false;  // a parameter was set in initialization mode: the case is built anew before it is asked

  void log(fmi::Status status, const char* category, const std::string& message) const {
    if (!logger) return;
    const bool wanted =
        categories.empty() || std::find(categories.begin(), categories.end(), category) != categories.end();
    if (status == fmi::Status::ok || status == fmi::Status::warning) {
      if (!logging || !wanted) return;
    }
    logger(status, category, message);
  }

  /// Runs `work`; what it throws is logged, and leaves the instance in error.
  template <class Work>
  fmi::Status guarded(const Work& work) {
    try {
      return work();
    } catch (const InputError& failed) {
      for (const Diagnostic& d : failed.diagnostics()) log(fmi::Status::error, "logStatusError", d.text());
    } catch (const std::bad_alloc&) {
      log(fmi::Status::fatal, "logStatusFatal", "no memory left");
      return fmi::Status::fatal;
    } catch (const std::exception& failed) {
      log(fmi::Status::error, "logStatusError", failed.what());
    } catch (...) {
      log(fmi::Status::error, "logStatusError", "an exception of an unknown kind");
    }
    mode = Mode::failed;
    return fmi::Status::error;
  }

  fmi::Status wrong(const std::string& what) {
    log(fmi::Status::error, "logStatusError", what);
    return fmi::Status::error;
  }
  fmi::Status wrong_mode(const char* call) { return wrong(fmt::format("{}: not allowed {}", call, name_of(mode))); }

  void build();
  void rebuild() {
    if (outdated) build();
  }
  void warn_of_run();
  void begin_exchange();
  void go_back(const State& saved);
  std::string bytes_of(const State& state);
  std::string unkept(bool as_bytes) const;
  double calculated(const Manifest::Value& value, unsigned reference);
  double exchanged(const Manifest::Value& value, unsigned reference);
  void take_inputs();
  /// Whether a rule that ends the run has been crossed since the last step; event functions are those of now.
  bool is_over();
  const Manifest::Value* value(unsigned reference) const {
    return reference < manifest.values.size() ? &manifest.values[reference] : nullptr;
  }
  void hand_over(std::size_t port) {
    simulation->set_input(port, input[port].data());
    observed = rated = marked = false;
    bool moves = false;
    for (const double r : rate[port]) moves = moves || r != 0.0;
    if (moves) simulation->set_input_rate(port, rate[port].data());
  }
};

}  // namespace swell::fmu

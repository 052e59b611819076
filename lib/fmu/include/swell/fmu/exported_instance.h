/// One instance of an exported FMU: the state machines of co-simulation and of model exchange around run::Simulation,
/// for FMI 2.0 and 3.0 alike.
///
/// No exception leaves its functions: what goes wrong is logged and returned as a status.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "swell/fmi/c_interface.h"
#include "swell/fmi/description.h"

namespace swell::fmu {

/// Takes a finished sentence.
using Logger = std::function<void(fmi::Status status, const char* category, const std::string& message)>;

class Instance {
 public:
  /// @param resources  the folder that the importer has unpacked
  /// @throws InputError when the folder is not that of an FMU of Swell, or the token another's
  Instance(const std::filesystem::path& resources, const std::string& token, Logger logger, bool logging,
           fmi::Kind kind = fmi::Kind::co_simulation);
  ~Instance();
  Instance(Instance&&) noexcept;
  Instance& operator=(Instance&&) noexcept;

  struct Span {
    double start = 0.0;  ///< [s]
    bool has_stop = false;
    double stop = 0.0;  ///< [s]
    bool has_tolerance = false;
    double tolerance = 0.0;
  };
  fmi::Status set_up(const Span& span);  ///< FMI 2.0; 3.0 gives it with the next
  fmi::Status enter_initialization();    ///< builds the case
  fmi::Status exit_initialization();
  fmi::Status terminate();
  fmi::Status reset();
  void log_categories(bool on, std::vector<std::string> categories);

  fmi::Status get(const unsigned* references, std::size_t n, double* values);
  fmi::Status set(const unsigned* references, std::size_t n, const double* values);
  fmi::Status set_rates(const unsigned* references, std::size_t n, const int* orders, const double* rates);
  /// Outputs by inputs, by central differences at the present point.
  fmi::Status directional_derivative(const unsigned* unknown, std::size_t n_unknown, const unsigned* known,
                                     std::size_t n_known, const double* seed, double* sensitivity);

  /// FMI 3.0, before initialization: behind a step with an event the importer enters event mode.
  /// @param early_return  steps end at events
  void use_event_mode(bool early_return) noexcept;
  /// @param reached  [s] where the step has ended   @param ended  a rule of simulation.stop has ended the run there
  /// @param event  null, or: it has ended at an event, which is for event mode
  fmi::Status step(double time, double length, double* reached, bool* ended, bool* event = nullptr);
  double time() const;
  bool ended() const;

  // Model exchange, and event mode of co-simulation.
  fmi::Status enter_events();
  fmi::Status enter_continuous_time();
  fmi::Status enter_steps();
  /// @param moved  states have been set anew: to where bodies and loops are consistent   @param ended  as in step()
  fmi::Status discrete_states(bool* moved, bool* ended);
  fmi::Status completed_step(bool* event, bool* ended);
  fmi::Status set_time(double time);
  fmi::Status set_states(const double* x, std::size_t n);
  fmi::Status get_states(double* x, std::size_t n);
  fmi::Status get_rates(double* rates, std::size_t n);
  fmi::Status get_indicators(double* values, std::size_t n);
  fmi::Status get_nominals(double* nominals, std::size_t n);
  fmi::Status sizes(std::size_t* states, std::size_t* indicators);  ///< either may be null

  struct State;  ///< of an instance, with which it goes: a snapshot, whatever mode it was in
  fmi::Status save(void** state);
  fmi::Status load(const void* state);
  void forget(void** state);
  fmi::Status serialized_size(const void* state, std::size_t* size);
  fmi::Status serialize(const void* state, char* bytes, std::size_t size);
  fmi::Status deserialize(const char* bytes, std::size_t size, void** state);

  /// A call that this FMU does not have: logged, an error.
  fmi::Status refuse(const std::string& what);
  fmi::Status null_pointer();  ///< an argument that must not be null: logged, an error
  void log(fmi::Status status, const char* category, const std::string& message);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

/// What stands behind each value reference, in the resources of an FMU: written by export_fmu, read by every instance.
struct Manifest {
  enum class Role { time, input, output, parameter, state, rate, event };
  struct Value {
    Role role = Role::time;
    std::string address;  ///< port, key of the case, or component.state
    int entry = 0;        ///< of the port; of all states, or event functions
    double start = 0.0;
    double nominal = 1.0;
  };
  std::string token;
  std::vector<std::string> kinds;            ///< kCoSimulation, kModelExchange or both
  std::string case_file;                     ///< relative to the resources
  std::vector<std::string> overrides;        ///< key=value: where the files of the case are now
  std::vector<std::string> inputs, outputs;  ///< ports, as run::SimulationOptions takes them
  std::vector<Value> values;                 ///< by value reference
};
std::string write_manifest(const Manifest& manifest);
/// @throws InputError
Manifest read_manifest(const std::filesystem::path& file);
inline constexpr char kCoSimulation[] = "co-simulation", kModelExchange[] = "model-exchange";
inline constexpr char kManifestFile[] = "swell-fmu.txt";

}  // namespace swell::fmu

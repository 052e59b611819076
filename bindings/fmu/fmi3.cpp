// The functions of FMI 3.0.2: all 75, those without a use here refuse.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "exported.h"

#define SWELL_DECLARE(NAME, PARAMETERS) extern "C" SWELL_EXPORT int fmi3##NAME PARAMETERS;
#define SWELL_DECLARE_AS(RESULT, NAME, PARAMETERS) extern "C" SWELL_EXPORT RESULT fmi3##NAME PARAMETERS;
SWELL_FMI3_COMMON(SWELL_DECLARE, SWELL_DECLARE_AS)
SWELL_FMI3_STEPPED(SWELL_DECLARE)
SWELL_FMI3_EXCHANGED(SWELL_DECLARE)
SWELL_FMI3_SCHEDULED(SWELL_DECLARE, SWELL_DECLARE_AS)
SWELL_FMI3_RARE(SWELL_DECLARE, SWELL_DECLARE_AS)

namespace {

using swell::fmi::Status;
using swell::fmu::Exported;
using swell::fmu::Instance;
using swell::fmu::Logger;
using swell::fmu::made;
namespace three = swell::fmi::three;

struct Three : Exported {};
Instance& of(void* c) { return *static_cast<Three*>(c)->instance; }

Logger logger_of(three::Log log, void* environment) {
  if (log == nullptr) return {};
  return [log, environment](Status status, const char* category, const std::string& message) {
    log(environment, status, category, message.c_str());
  };
}

void* refused(three::Log log, void* environment, const char* what) {
  if (log != nullptr) log(environment, Status::error, "logStatusError", what);
  return nullptr;
}

}  // namespace

const char* fmi3GetVersion() { return "3.0"; }

void* fmi3InstantiateCoSimulation(const char*, const char* token, const char* resources, bool, bool logging,
                                  bool event_mode, bool early_return, const std::uint32_t[], std::size_t n,
                                  void* environment, three::Log log, three::Intermediate) {
  const Logger logger = logger_of(log, environment);
  return made<Three>(logger, [&]() -> std::unique_ptr<Instance> {
    if (n > 0) throw std::runtime_error("this FMU has no intermediate variables");
    auto instance = std::make_unique<Instance>(resources == nullptr ? "" : resources, token == nullptr ? "" : token,
                                               logger, logging);
    if (event_mode) instance->use_event_mode(early_return);
    return instance;
  });
}
void* fmi3InstantiateModelExchange(const char*, const char* token, const char* resources, bool, bool logging,
                                   void* environment, three::Log log) {
  const Logger logger = logger_of(log, environment);
  return made<Three>(logger, [&]() -> std::unique_ptr<Instance> {
    return std::make_unique<Instance>(resources == nullptr ? "" : resources, token == nullptr ? "" : token, logger,
                                      logging, swell::fmi::Kind::model_exchange);
  });
}
void* fmi3InstantiateScheduledExecution(const char*, const char*, const char*, bool, bool, void* environment,
                                        three::Log log, three::ClockUpdate, three::Plain, three::Plain) {
  return refused(log, environment, "this FMU has no scheduled execution");
}
void fmi3FreeInstance(void* c) { delete static_cast<Three*>(c); }

int fmi3SetDebugLogging(void* c, bool on, std::size_t n, const char* const categories[]) {
  of(c).log_categories(on, {categories, categories + n});
  return Status::ok;
}
int fmi3EnterInitializationMode(void* c, bool tolerance_defined, double tolerance, double start, bool stop_defined,
                                double stop) {
  const Status status = of(c).set_up({start, stop_defined, stop, tolerance_defined, tolerance});
  return status == Status::ok ? of(c).enter_initialization() : status;
}
int fmi3ExitInitializationMode(void* c) { return of(c).exit_initialization(); }
int fmi3Terminate(void* c) { return of(c).terminate(); }
int fmi3Reset(void* c) { return of(c).reset(); }

int fmi3GetFloat64(void* c, const std::uint32_t vr[], std::size_t n, double values[], std::size_t n_values) {
  return n == n_values ? of(c).get(vr, n, values) : of(c).refuse("an array");
}
int fmi3SetFloat64(void* c, const std::uint32_t vr[], std::size_t n, const double values[], std::size_t n_values) {
  return n == n_values ? of(c).set(vr, n, values) : of(c).refuse("an array");
}
// All variables are Float64; asking for none of another type is no mistake.
// NOLINTBEGIN(bugprone-macro-parentheses): a type
#define SWELL_NO_SUCH(NAME, TYPE)                                                               \
  int fmi3Get##NAME(void* c, const std::uint32_t[], std::size_t n, TYPE[], std::size_t) {       \
    return n == 0 ? Status::ok : of(c).refuse("a variable of type " #NAME);                     \
  }                                                                                             \
  int fmi3Set##NAME(void* c, const std::uint32_t[], std::size_t n, const TYPE[], std::size_t) { \
    return n == 0 ? Status::ok : of(c).refuse("a variable of type " #NAME);                     \
  }
// NOLINTEND(bugprone-macro-parentheses)
SWELL_NO_SUCH(Float32, float)
SWELL_NO_SUCH(Int8, std::int8_t)
SWELL_NO_SUCH(UInt8, std::uint8_t)
SWELL_NO_SUCH(Int16, std::int16_t)
SWELL_NO_SUCH(UInt16, std::uint16_t)
SWELL_NO_SUCH(Int32, std::int32_t)
SWELL_NO_SUCH(UInt32, std::uint32_t)
SWELL_NO_SUCH(Int64, std::int64_t)
SWELL_NO_SUCH(UInt64, std::uint64_t)
SWELL_NO_SUCH(Boolean, bool)
int fmi3GetString(void* c, const std::uint32_t[], std::size_t n, const char*[], std::size_t) {
  return n == 0 ? Status::ok : of(c).refuse("a variable of type String");
}
int fmi3SetString(void* c, const std::uint32_t[], std::size_t n, const char* const[], std::size_t) {
  return n == 0 ? Status::ok : of(c).refuse("a variable of type String");
}

int fmi3GetFMUState(void* c, void** state) { return of(c).save(state); }
int fmi3SetFMUState(void* c, void* state) { return of(c).load(state); }
int fmi3FreeFMUState(void* c, void** state) {
  if (state != nullptr) of(c).forget(state);
  return Status::ok;
}
int fmi3SerializedFMUStateSize(void* c, void* state, std::size_t* size) { return of(c).serialized_size(state, size); }
int fmi3SerializeFMUState(void* c, void* state, std::uint8_t bytes[], std::size_t size) {
  return of(c).serialize(state, reinterpret_cast<char*>(bytes), size);
}
int fmi3DeserializeFMUState(void* c, const std::uint8_t bytes[], std::size_t size, void** state) {
  return of(c).deserialize(reinterpret_cast<const char*>(bytes), size, state);
}
int fmi3GetDirectionalDerivative(void* c, const std::uint32_t unknown[], std::size_t n_unknown,
                                 const std::uint32_t known[], std::size_t n_known, const double seed[],
                                 std::size_t n_seed, double sensitivity[], std::size_t n_sensitivity) {
  if (n_seed != n_known || n_sensitivity != n_unknown) return of(c).refuse("an array");
  return of(c).directional_derivative(unknown, n_unknown, known, n_known, seed, sensitivity);
}

int fmi3EnterStepMode(void* c) { return of(c).enter_steps(); }
int fmi3DoStep(void* c, double time, double step, bool, bool* event_needed, bool* terminate, bool* early,
               double* last_time) {
  bool ended = false, event = false;
  double reached = time;
  if (of(c).ended()) return of(c).refuse("a step after the end of the run");
  const Status status = of(c).step(time, step, &reached, &ended, &event);
  if (event_needed != nullptr) *event_needed = event;
  if (terminate != nullptr) *terminate = ended;
  if (early != nullptr) *early = event && time + step - reached > 1e-9 * std::max(1.0, std::abs(reached));
  if (last_time != nullptr) *last_time = reached;
  return status;
}

int fmi3EnterEventMode(void* c) { return of(c).enter_events(); }
int fmi3EnterContinuousTimeMode(void* c) { return of(c).enter_continuous_time(); }
int fmi3UpdateDiscreteStates(void* c, bool* need_update, bool* terminate, bool* nominals_changed, bool* values_changed,
                             bool* next_event_time_defined, double* next_event_time) {
  *need_update = *nominals_changed = *next_event_time_defined = false;
  *next_event_time = 0.0;
  return of(c).discrete_states(values_changed, terminate);
}
int fmi3CompletedIntegratorStep(void* c, bool, bool* enter_event_mode, bool* terminate) {
  return of(c).completed_step(enter_event_mode, terminate);
}
int fmi3SetTime(void* c, double time) { return of(c).set_time(time); }
int fmi3SetContinuousStates(void* c, const double x[], std::size_t n) { return of(c).set_states(x, n); }
int fmi3GetContinuousStateDerivatives(void* c, double rates[], std::size_t n) { return of(c).get_rates(rates, n); }
int fmi3GetEventIndicators(void* c, double values[], std::size_t n) { return of(c).get_indicators(values, n); }
int fmi3GetContinuousStates(void* c, double x[], std::size_t n) { return of(c).get_states(x, n); }
int fmi3GetNominalsOfContinuousStates(void* c, double nominals[], std::size_t n) {
  return of(c).get_nominals(nominals, n);
}
int fmi3GetNumberOfEventIndicators(void* c, std::size_t* n) { return of(c).sizes(nullptr, n); }
int fmi3GetNumberOfContinuousStates(void* c, std::size_t* n) { return of(c).sizes(n, nullptr); }

#define SWELL_REFUSE(NAME, PARAMETERS, WHAT) \
  int fmi3##NAME PARAMETERS { return of(c).refuse(WHAT); }
#define VR const std::uint32_t[], std::size_t
SWELL_REFUSE(EvaluateDiscreteStates, (void* c), "event mode")
SWELL_REFUSE(EnterConfigurationMode, (void* c), "structural parameters")
SWELL_REFUSE(ExitConfigurationMode, (void* c), "structural parameters")
SWELL_REFUSE(GetBinary, (void* c, VR, std::size_t[], const std::uint8_t*[], std::size_t), "variables of type Binary")
SWELL_REFUSE(SetBinary, (void* c, VR, const std::size_t[], const std::uint8_t* const[], std::size_t),
             "variables of type Binary")
SWELL_REFUSE(GetClock, (void* c, VR, bool[]), "clocks")
SWELL_REFUSE(SetClock, (void* c, VR, const bool[]), "clocks")
SWELL_REFUSE(GetNumberOfVariableDependencies, (void* c, std::uint32_t, std::size_t*), "dependencies that change")
SWELL_REFUSE(GetVariableDependencies,
             (void* c, std::uint32_t, std::size_t[], std::uint32_t[], std::size_t[], int[], std::size_t),
             "dependencies that change")
SWELL_REFUSE(GetAdjointDerivative, (void* c, VR, VR, const double[], std::size_t, double[], std::size_t),
             "adjoint derivatives")
SWELL_REFUSE(GetOutputDerivatives, (void* c, VR, const std::int32_t[], double[], std::size_t), "derivatives of outputs")
SWELL_REFUSE(GetIntervalDecimal, (void* c, VR, double[], int[]), "clocks")
SWELL_REFUSE(GetIntervalFraction, (void* c, VR, std::uint64_t[], std::uint64_t[], int[]), "clocks")
SWELL_REFUSE(GetShiftDecimal, (void* c, VR, double[]), "clocks")
SWELL_REFUSE(GetShiftFraction, (void* c, VR, std::uint64_t[], std::uint64_t[]), "clocks")
SWELL_REFUSE(SetIntervalDecimal, (void* c, VR, const double[]), "clocks")
SWELL_REFUSE(SetIntervalFraction, (void* c, VR, const std::uint64_t[], const std::uint64_t[]), "clocks")
SWELL_REFUSE(SetShiftDecimal, (void* c, VR, const double[]), "clocks")
SWELL_REFUSE(SetShiftFraction, (void* c, VR, const std::uint64_t[], const std::uint64_t[]), "clocks")
SWELL_REFUSE(ActivateModelPartition, (void* c, std::uint32_t, double), "scheduled execution")

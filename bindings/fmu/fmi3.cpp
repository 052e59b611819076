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
SWELL_FMI3_RARE(SWELL_DECLARE, SWELL_DECLARE_AS)

namespace {

using swell::fmi::Status;
using swell::fmu::Exported;
using swell::fmu::given;
using swell::fmu::Instance;
using swell::fmu::Logger;
using swell::fmu::made;
namespace three = swell::fmi::three;

struct Three : Exported {};
template <class Call>
int on(void* c, const Call& call) {
  return swell::fmu::guarded<Three>(c, [&](Three& it) { return call(*it.instance); });
}

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
  return ::on(c, [&](Instance& it) {
    it.log_categories(on, {given(categories, n), categories + n});
    return Status::ok;
  });
}
int fmi3EnterInitializationMode(void* c, bool tolerance_defined, double tolerance, double start, bool stop_defined,
                                double stop) {
  return on(c, [&](Instance& it) {
    const Status status = it.set_up({start, stop_defined, stop, tolerance_defined, tolerance});
    return status == Status::ok ? it.enter_initialization() : status;
  });
}
int fmi3ExitInitializationMode(void* c) {
  return on(c, [&](Instance& it) { return it.exit_initialization(); });
}
int fmi3Terminate(void* c) {
  return on(c, [&](Instance& it) { return it.terminate(); });
}
int fmi3Reset(void* c) {
  return on(c, [&](Instance& it) { return it.reset(); });
}

int fmi3GetFloat64(void* c, const std::uint32_t vr[], std::size_t n, double values[], std::size_t n_values) {
  return on(c, [&](Instance& it) {
    return n == n_values ? it.get(given(vr, n), n, given(values, n)) : it.refuse("an array");
  });
}
int fmi3SetFloat64(void* c, const std::uint32_t vr[], std::size_t n, const double values[], std::size_t n_values) {
  return on(c, [&](Instance& it) {
    return n == n_values ? it.set(given(vr, n), n, given(values, n)) : it.refuse("an array");
  });
}
// All variables are Float64; asking for none of another type is no mistake.
// NOLINTBEGIN(bugprone-macro-parentheses): a type
#define SWELL_NO_SUCH(NAME, TYPE)                                                                             \
  int fmi3Get##NAME(void* c, const std::uint32_t[], std::size_t n, TYPE[], std::size_t) {                     \
    return on(c, [&](Instance& it) { return n == 0 ? Status::ok : it.refuse("a variable of type " #NAME); }); \
  }                                                                                                           \
  int fmi3Set##NAME(void* c, const std::uint32_t[], std::size_t n, const TYPE[], std::size_t) {               \
    return on(c, [&](Instance& it) { return n == 0 ? Status::ok : it.refuse("a variable of type " #NAME); }); \
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
  return on(c, [&](Instance& it) { return n == 0 ? Status::ok : it.refuse("a variable of type String"); });
}
int fmi3SetString(void* c, const std::uint32_t[], std::size_t n, const char* const[], std::size_t) {
  return on(c, [&](Instance& it) { return n == 0 ? Status::ok : it.refuse("a variable of type String"); });
}

int fmi3GetFMUState(void* c, void** state) {
  return on(c, [&](Instance& it) { return it.save(given(state)); });
}
int fmi3SetFMUState(void* c, void* state) {
  return on(c, [&](Instance& it) { return it.load(state); });
}
int fmi3FreeFMUState(void* c, void** state) {
  return on(c, [&](Instance& it) {
    if (state != nullptr) it.forget(state);
    return Status::ok;
  });
}
int fmi3SerializedFMUStateSize(void* c, void* state, std::size_t* size) {
  return on(c, [&](Instance& it) { return it.serialized_size(state, given(size)); });
}
int fmi3SerializeFMUState(void* c, void* state, std::uint8_t bytes[], std::size_t size) {
  return on(c, [&](Instance& it) { return it.serialize(state, reinterpret_cast<char*>(given(bytes, size)), size); });
}
int fmi3DeserializeFMUState(void* c, const std::uint8_t bytes[], std::size_t size, void** state) {
  return on(c, [&](Instance& it) {
    return it.deserialize(reinterpret_cast<const char*>(given(bytes, size)), size, given(state));
  });
}
int fmi3GetDirectionalDerivative(void* c, const std::uint32_t unknown[], std::size_t n_unknown,
                                 const std::uint32_t known[], std::size_t n_known, const double seed[],
                                 std::size_t n_seed, double sensitivity[], std::size_t n_sensitivity) {
  return on(c, [&](Instance& it) {
    if (n_seed != n_known || n_sensitivity != n_unknown) return it.refuse("an array");
    return it.directional_derivative(given(unknown, n_unknown), n_unknown, given(known, n_known), n_known,
                                     given(seed, n_known), given(sensitivity, n_unknown));
  });
}

int fmi3EnterStepMode(void* c) {
  return on(c, [&](Instance& it) { return it.enter_steps(); });
}
int fmi3DoStep(void* c, double time, double step, bool, bool* event_needed, bool* terminate, bool* early,
               double* last_time) {
  return on(c, [&](Instance& it) {
    bool ended = false, event = false;
    double reached = time;
    for (bool* const flag : {event_needed, terminate, early}) *given(flag) = false;
    *given(last_time) = reached;
    if (it.ended()) return it.refuse("a step after the end of the run");
    const Status status = it.step(time, step, &reached, &ended, &event);
    *event_needed = event;
    *terminate = ended;
    *early = event && time + step - reached > 1e-9 * std::max(1.0, std::abs(reached));
    *last_time = reached;
    return status;
  });
}

int fmi3EnterEventMode(void* c) {
  return on(c, [&](Instance& it) { return it.enter_events(); });
}
int fmi3EnterContinuousTimeMode(void* c) {
  return on(c, [&](Instance& it) { return it.enter_continuous_time(); });
}
int fmi3UpdateDiscreteStates(void* c, bool* need_update, bool* terminate, bool* nominals_changed, bool* values_changed,
                             bool* next_event_time_defined, double* next_event_time) {
  return on(c, [&](Instance& it) {
    for (bool* const flag : {need_update, terminate, nominals_changed, values_changed, next_event_time_defined})
      *given(flag) = false;
    *given(next_event_time) = 0.0;
    return it.discrete_states(values_changed, terminate);
  });
}
int fmi3CompletedIntegratorStep(void* c, bool, bool* enter_event_mode, bool* terminate) {
  return on(c, [&](Instance& it) { return it.completed_step(given(enter_event_mode), given(terminate)); });
}
int fmi3SetTime(void* c, double time) {
  return on(c, [&](Instance& it) { return it.set_time(time); });
}
int fmi3SetContinuousStates(void* c, const double x[], std::size_t n) {
  return on(c, [&](Instance& it) { return it.set_states(given(x, n), n); });
}
int fmi3GetContinuousStateDerivatives(void* c, double rates[], std::size_t n) {
  return on(c, [&](Instance& it) { return it.get_rates(given(rates, n), n); });
}
int fmi3GetEventIndicators(void* c, double values[], std::size_t n) {
  return on(c, [&](Instance& it) { return it.get_indicators(given(values, n), n); });
}
int fmi3GetContinuousStates(void* c, double x[], std::size_t n) {
  return on(c, [&](Instance& it) { return it.get_states(given(x, n), n); });
}
int fmi3GetNominalsOfContinuousStates(void* c, double nominals[], std::size_t n) {
  return on(c, [&](Instance& it) { return it.get_nominals(given(nominals, n), n); });
}
int fmi3GetNumberOfEventIndicators(void* c, std::size_t* n) {
  return on(c, [&](Instance& it) { return it.sizes(nullptr, given(n)); });
}
int fmi3GetNumberOfContinuousStates(void* c, std::size_t* n) {
  return on(c, [&](Instance& it) { return it.sizes(given(n), nullptr); });
}

#define SWELL_REFUSE(NAME, PARAMETERS, WHAT)                    \
  int fmi3##NAME PARAMETERS {                                   \
    return on(c, [](Instance& it) { return it.refuse(WHAT); }); \
  }
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

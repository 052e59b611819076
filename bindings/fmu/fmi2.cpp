// The functions of FMI 2.0.5. Each hands over to fmu::Instance.
#include <fmt/format.h>

#include <cstring>

#include "exported.h"

#define SWELL_DECLARE(NAME, PARAMETERS) extern "C" SWELL_EXPORT int fmi2##NAME PARAMETERS;
#define SWELL_DECLARE_AS(RESULT, NAME, PARAMETERS) extern "C" SWELL_EXPORT RESULT fmi2##NAME PARAMETERS;
SWELL_FMI2_COMMON(SWELL_DECLARE, SWELL_DECLARE_AS)
SWELL_FMI2_STEPPED(SWELL_DECLARE)
SWELL_FMI2_EXCHANGED(SWELL_DECLARE)

namespace {

using swell::fmi::Status;
using swell::fmu::Exported;
using swell::fmu::Instance;
using swell::fmu::Logger;
using swell::fmu::made;
namespace two = swell::fmi::two;

/// file:///tmp/a%20b/resources -> /tmp/a b/resources
std::string path_of(const char* uri) {
  std::string text = uri == nullptr ? "" : uri;
  for (const char* scheme : {"file://localhost/", "file:///", "file:/"}) {
    if (text.rfind(scheme, 0) != 0) continue;
    text = "/" + text.substr(std::strlen(scheme));
    break;
  }
  std::string path;
  const auto digit = [](char c) {
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                  : -1;
  };
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool coded = text[i] == '%' && i + 2 < text.size() && digit(text[i + 1]) >= 0 && digit(text[i + 2]) >= 0;
    path += coded ? static_cast<char>(16 * digit(text[i + 1]) + digit(text[i + 2])) : text[i];
    if (coded) i += 2;
  }
  return path;
}

struct Two : Exported {
  double last = 0.0;  // [s] that the last step reached
  bool discarded = false, ended = false;
};
Two& of(void* c) { return *static_cast<Two*>(c); }

}  // namespace

const char* fmi2GetTypesPlatform() { return "default"; }
const char* fmi2GetVersion() { return "2.0"; }

void* fmi2Instantiate(const char* name, int kind, const char* guid, const char* resources,
                      const two::Callbacks* callbacks, int, int logging) {
  const std::string instance = name == nullptr ? "" : name;
  Logger logger;
  if (callbacks != nullptr && callbacks->logger != nullptr) {
    logger = [log = callbacks->logger, environment = callbacks->environment, instance](
                 Status status, const char* category, const std::string& message) {
      log(environment, instance.c_str(), status, category, "%s", message.c_str());
    };
  }
  return made<Two>(logger, [&]() -> std::unique_ptr<Instance> {
    return std::make_unique<Instance>(
        path_of(resources), guid == nullptr ? "" : guid, logger, logging != 0,
        kind == two::model_exchange ? swell::fmi::Kind::model_exchange : swell::fmi::Kind::co_simulation);
  });
}

void fmi2FreeInstance(void* c) { delete static_cast<Two*>(c); }

int fmi2SetDebugLogging(void* c, int on, std::size_t n, const char* const categories[]) {
  of(c).instance->log_categories(on != 0, {categories, categories + n});
  return Status::ok;
}
int fmi2SetupExperiment(void* c, int tolerance_defined, double tolerance, double start, int stop_defined, double stop) {
  return of(c).instance->set_up({start, stop_defined != 0, stop, tolerance_defined != 0, tolerance});
}
int fmi2EnterInitializationMode(void* c) { return of(c).instance->enter_initialization(); }
int fmi2ExitInitializationMode(void* c) { return of(c).instance->exit_initialization(); }
int fmi2Terminate(void* c) { return of(c).instance->terminate(); }
int fmi2Reset(void* c) {
  of(c).discarded = of(c).ended = false;
  return of(c).instance->reset();
}

int fmi2GetReal(void* c, const unsigned vr[], std::size_t n, double value[]) {
  return of(c).instance->get(vr, n, value);
}
int fmi2SetReal(void* c, const unsigned vr[], std::size_t n, const double value[]) {
  return of(c).instance->set(vr, n, value);
}
// All variables are real; asking for none of another type is no mistake.
#define SWELL_NO_SUCH(NAME, TYPE)                                                             \
  int fmi2##NAME(void* c, const unsigned[], std::size_t n, TYPE) {                            \
    return n == 0 ? Status::ok : of(c).instance->refuse("a variable that is no real number"); \
  }
SWELL_NO_SUCH(GetInteger, int[])
SWELL_NO_SUCH(GetBoolean, int[])
SWELL_NO_SUCH(GetString, const char*[])
SWELL_NO_SUCH(SetInteger, const int[])
SWELL_NO_SUCH(SetBoolean, const int[])
SWELL_NO_SUCH(SetString, const char* const[])

int fmi2GetFMUstate(void* c, void** state) { return of(c).instance->save(state); }
int fmi2SetFMUstate(void* c, void* state) {
  const Status status = of(c).instance->load(state);
  of(c).discarded = of(c).ended = of(c).instance->ended();
  of(c).last = of(c).instance->time();
  return status;
}
int fmi2FreeFMUstate(void* c, void** state) {
  if (state != nullptr) of(c).instance->forget(state);
  return Status::ok;
}
int fmi2SerializedFMUstateSize(void* c, void* state, std::size_t* size) {
  return of(c).instance->serialized_size(state, size);
}
int fmi2SerializeFMUstate(void* c, void* state, char bytes[], std::size_t size) {
  return of(c).instance->serialize(state, bytes, size);
}
int fmi2DeSerializeFMUstate(void* c, const char bytes[], std::size_t size, void** state) {
  return of(c).instance->deserialize(bytes, size, state);
}
int fmi2GetDirectionalDerivative(void* c, const unsigned unknown[], std::size_t n_unknown, const unsigned known[],
                                 std::size_t n_known, const double d_known[], double d_unknown[]) {
  return of(c).instance->directional_derivative(unknown, n_unknown, known, n_known, d_known, d_unknown);
}

int fmi2SetRealInputDerivatives(void* c, const unsigned vr[], std::size_t n, const int order[], const double value[]) {
  return of(c).instance->set_rates(vr, n, order, value);
}
int fmi2GetRealOutputDerivatives(void* c, const unsigned[], std::size_t n, const int[], double[]) {
  return n == 0 ? Status::ok : of(c).instance->refuse("derivatives of outputs");
}

// A rule of simulation.stop ends the step before its time: discarded, with the time reached to be asked for
// (2.0.5, 4.2.2).
int fmi2DoStep(void* c, double time, double step, int) {
  Two& it = of(c);
  if (it.ended) {
    it.instance->refuse("a step after the end of the run");
    return Status::error;
  }
  const Status status = it.instance->step(time, step, &it.last, &it.ended);
  it.discarded = it.ended && status == Status::ok;
  return it.discarded ? Status::discard : status;
}
int fmi2CancelStep(void* c) { return of(c).instance->refuse("a step that can be cancelled"); }
int fmi2GetStatus(void* c, int kind, int* value) {
  if (kind != two::do_step_status) return Status::discard;
  *value = of(c).discarded ? Status::discard : Status::ok;
  return Status::ok;
}
int fmi2GetRealStatus(void* c, int kind, double* value) {
  if (kind != two::last_successful_time) return Status::discard;
  *value = of(c).last;
  return Status::ok;
}
int fmi2GetIntegerStatus(void*, int, int*) { return Status::discard; }
int fmi2GetBooleanStatus(void* c, int kind, int* value) {
  if (kind != two::terminated) return Status::discard;
  *value = of(c).ended ? 1 : 0;
  return Status::ok;
}
int fmi2GetStringStatus(void*, int kind, const char** value) {
  if (kind != two::pending_status) return Status::discard;
  *value = "";
  return Status::ok;
}

int fmi2EnterEventMode(void* c) { return of(c).instance->enter_events(); }
int fmi2EnterContinuousTimeMode(void* c) { return of(c).instance->enter_continuous_time(); }
int fmi2NewDiscreteStates(void* c, two::EventInfo* info) {
  bool moved = false, ended = false;
  const Status status = of(c).instance->discrete_states(&moved, &ended);
  *info = {};
  info->values_changed = moved ? 1 : 0;
  info->terminate = ended ? 1 : 0;
  return status;
}
int fmi2CompletedIntegratorStep(void* c, int, int* enter_event_mode, int* terminate) {
  bool event = false, ended = false;
  const Status status = of(c).instance->completed_step(&event, &ended);
  *enter_event_mode = event ? 1 : 0;
  *terminate = ended ? 1 : 0;
  return status;
}
int fmi2SetTime(void* c, double time) { return of(c).instance->set_time(time); }
int fmi2SetContinuousStates(void* c, const double x[], std::size_t n) { return of(c).instance->set_states(x, n); }
int fmi2GetDerivatives(void* c, double rates[], std::size_t n) { return of(c).instance->get_rates(rates, n); }
int fmi2GetEventIndicators(void* c, double values[], std::size_t n) {
  return of(c).instance->get_indicators(values, n);
}
int fmi2GetContinuousStates(void* c, double x[], std::size_t n) { return of(c).instance->get_states(x, n); }
int fmi2GetNominalsOfContinuousStates(void* c, double nominals[], std::size_t n) {
  return of(c).instance->get_nominals(nominals, n);
}

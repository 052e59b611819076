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
using swell::fmu::given;
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
template <class Call>
int on(void* c, const Call& call) {
  return swell::fmu::guarded<Two>(c, call);
}

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
    if (kind != two::model_exchange && kind != two::co_simulation)
      throw std::runtime_error(fmt::format("fmi2Instantiate: there is no kind {}", kind));
    return std::make_unique<Instance>(
        path_of(resources), guid == nullptr ? "" : guid, logger, logging != 0,
        kind == two::model_exchange ? swell::fmi::Kind::model_exchange : swell::fmi::Kind::co_simulation);
  });
}

void fmi2FreeInstance(void* c) { delete static_cast<Two*>(c); }

int fmi2SetDebugLogging(void* c, int on, std::size_t n, const char* const categories[]) {
  return ::on(c, [&](Two& it) {
    it.instance->log_categories(on != 0, {given(categories, n), categories + n});
    return Status::ok;
  });
}
int fmi2SetupExperiment(void* c, int tolerance_defined, double tolerance, double start, int stop_defined, double stop) {
  return on(c, [&](Two& it) {
    return it.instance->set_up({start, stop_defined != 0, stop, tolerance_defined != 0, tolerance});
  });
}
int fmi2EnterInitializationMode(void* c) {
  return on(c, [&](Two& it) { return it.instance->enter_initialization(); });
}
int fmi2ExitInitializationMode(void* c) {
  return on(c, [&](Two& it) { return it.instance->exit_initialization(); });
}
int fmi2Terminate(void* c) {
  return on(c, [&](Two& it) { return it.instance->terminate(); });
}
int fmi2Reset(void* c) {
  return on(c, [](Two& it) {
    it.discarded = it.ended = false;
    return it.instance->reset();
  });
}

int fmi2GetReal(void* c, const unsigned vr[], std::size_t n, double value[]) {
  return on(c, [&](Two& it) { return it.instance->get(given(vr, n), n, given(value, n)); });
}
int fmi2SetReal(void* c, const unsigned vr[], std::size_t n, const double value[]) {
  return on(c, [&](Two& it) { return it.instance->set(given(vr, n), n, given(value, n)); });
}
// All variables are real; asking for none of another type is no mistake.
#define SWELL_NO_SUCH(NAME, TYPE)                                                               \
  int fmi2##NAME(void* c, const unsigned[], std::size_t n, TYPE) {                              \
    return on(c, [&](Two& it) {                                                                 \
      return n == 0 ? Status::ok : it.instance->refuse("a variable that is not a real number"); \
    });                                                                                         \
  }
SWELL_NO_SUCH(GetInteger, int[])
SWELL_NO_SUCH(GetBoolean, int[])
SWELL_NO_SUCH(GetString, const char*[])
SWELL_NO_SUCH(SetInteger, const int[])
SWELL_NO_SUCH(SetBoolean, const int[])
SWELL_NO_SUCH(SetString, const char* const[])

int fmi2GetFMUstate(void* c, void** state) {
  return on(c, [&](Two& it) { return it.instance->save(given(state)); });
}
int fmi2SetFMUstate(void* c, void* state) {
  return on(c, [&](Two& it) {
    const Status status = it.instance->load(state);
    it.discarded = it.ended = it.instance->ended();
    it.last = it.instance->time();
    return status;
  });
}
int fmi2FreeFMUstate(void* c, void** state) {
  return on(c, [&](Two& it) {
    if (state != nullptr) it.instance->forget(state);
    return Status::ok;
  });
}
int fmi2SerializedFMUstateSize(void* c, void* state, std::size_t* size) {
  return on(c, [&](Two& it) { return it.instance->serialized_size(state, given(size)); });
}
int fmi2SerializeFMUstate(void* c, void* state, char bytes[], std::size_t size) {
  return on(c, [&](Two& it) { return it.instance->serialize(state, given(bytes, size), size); });
}
int fmi2DeSerializeFMUstate(void* c, const char bytes[], std::size_t size, void** state) {
  return on(c, [&](Two& it) { return it.instance->deserialize(given(bytes, size), size, given(state)); });
}
int fmi2GetDirectionalDerivative(void* c, const unsigned unknown[], std::size_t n_unknown, const unsigned known[],
                                 std::size_t n_known, const double d_known[], double d_unknown[]) {
  return on(c, [&](Two& it) {
    return it.instance->directional_derivative(given(unknown, n_unknown), n_unknown, given(known, n_known), n_known,
                                               given(d_known, n_known), given(d_unknown, n_unknown));
  });
}

int fmi2SetRealInputDerivatives(void* c, const unsigned vr[], std::size_t n, const int order[], const double value[]) {
  return on(c, [&](Two& it) { return it.instance->set_rates(given(vr, n), n, given(order, n), given(value, n)); });
}
int fmi2GetRealOutputDerivatives(void* c, const unsigned[], std::size_t n, const int[], double[]) {
  return on(c, [&](Two& it) { return n == 0 ? Status::ok : it.instance->refuse("derivatives of outputs"); });
}

// A rule of simulation.stop ends the step before its time: discarded, with the time reached to be asked for
// (2.0.5, 4.2.2).
int fmi2DoStep(void* c, double time, double step, int) {
  return on(c, [&](Two& it) {
    if (it.ended) return it.instance->refuse("a step after the end of the run");
    const Status status = it.instance->step(time, step, &it.last, &it.ended);
    it.discarded = it.ended && status == Status::ok;
    return it.discarded ? Status::discard : status;
  });
}
int fmi2CancelStep(void* c) {
  return on(c, [&](Two& it) { return it.instance->refuse("a step that can be cancelled"); });
}
int fmi2GetStatus(void* c, int kind, int* value) {
  return on(c, [&](Two& it) {
    *given(value) = it.discarded ? Status::discard : Status::ok;
    return kind == two::do_step_status ? Status::ok : Status::discard;
  });
}
int fmi2GetRealStatus(void* c, int kind, double* value) {
  return on(c, [&](Two& it) {
    *given(value) = it.last;
    return kind == two::last_successful_time ? Status::ok : Status::discard;
  });
}
int fmi2GetIntegerStatus(void* c, int, int* value) {
  return on(c, [&](Two&) {
    given(value);
    return Status::discard;
  });
}
int fmi2GetBooleanStatus(void* c, int kind, int* value) {
  return on(c, [&](Two& it) {
    *given(value) = it.ended ? 1 : 0;
    return kind == two::terminated ? Status::ok : Status::discard;
  });
}
int fmi2GetStringStatus(void* c, int kind, const char** value) {
  return on(c, [&](Two&) {
    *given(value) = "";
    return kind == two::pending_status ? Status::ok : Status::discard;
  });
}

int fmi2EnterEventMode(void* c) {
  return on(c, [&](Two& it) { return it.instance->enter_events(); });
}
int fmi2EnterContinuousTimeMode(void* c) {
  return on(c, [&](Two& it) { return it.instance->enter_continuous_time(); });
}
int fmi2NewDiscreteStates(void* c, two::EventInfo* info) {
  return on(c, [&](Two& it) {
    bool moved = false, ended = false;
    *given(info) = {};
    const Status status = it.instance->discrete_states(&moved, &ended);
    info->values_changed = moved ? 1 : 0;
    info->terminate = ended ? 1 : 0;
    return status;
  });
}
int fmi2CompletedIntegratorStep(void* c, int, int* enter_event_mode, int* terminate) {
  return on(c, [&](Two& it) {
    bool event = false, ended = false;
    *given(enter_event_mode) = *given(terminate) = 0;
    const Status status = it.instance->completed_step(&event, &ended);
    *enter_event_mode = event ? 1 : 0;
    *terminate = ended ? 1 : 0;
    return status;
  });
}
int fmi2SetTime(void* c, double time) {
  return on(c, [&](Two& it) { return it.instance->set_time(time); });
}
int fmi2SetContinuousStates(void* c, const double x[], std::size_t n) {
  return on(c, [&](Two& it) { return it.instance->set_states(given(x, n), n); });
}
int fmi2GetDerivatives(void* c, double rates[], std::size_t n) {
  return on(c, [&](Two& it) { return it.instance->get_rates(given(rates, n), n); });
}
int fmi2GetEventIndicators(void* c, double values[], std::size_t n) {
  return on(c, [&](Two& it) { return it.instance->get_indicators(given(values, n), n); });
}
int fmi2GetContinuousStates(void* c, double x[], std::size_t n) {
  return on(c, [&](Two& it) { return it.instance->get_states(given(x, n), n); });
}
int fmi2GetNominalsOfContinuousStates(void* c, double nominals[], std::size_t n) {
  return on(c, [&](Two& it) { return it.instance->get_nominals(given(nominals, n), n); });
}

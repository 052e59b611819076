// An FMU for tests of model exchange, FMI 2.0 and 3.0 in one library. Its token says which model it is:
//   {decay}  x' = k (u - x), y = x + d u
//   {rest}   as {decay}, and x = u in initialization mode
//   {pol}    x' = v, v' = k (1 - x^2) v - x
//   {ball}   h' = v, v' = -9.81; where h falls below zero v becomes -k v
//   {clock}  no state: counts time events, 0.3 s apart, and takes its discrete inputs at events; ends the run at d
//   counts
// It refuses calls that its mode does not allow.
//
//   reference  1 u (input)   2, 3 states (outputs)   4, 5 their rates   6 k   7 d (parameters)   8 y (output)
//              9 fault (integer parameter)   10 whole (discrete integer input)   11 count (integer output)
//              12 held (discrete input)   13, 14 what 10 and 12 were at the last event (outputs)
#include <algorithm>
#include <chrono>
#include <cmath>
#include <csignal>
#include <cstring>
#include <limits>
#include <string>
#include <thread>

#include "swell/fmi/c_interface.h"

#define SWELL_DECLARE2(NAME, PARAMETERS) extern "C" int fmi2##NAME PARAMETERS;
#define SWELL_DECLARE2_AS(RESULT, NAME, PARAMETERS) extern "C" RESULT fmi2##NAME PARAMETERS;
SWELL_FMI2_COMMON(SWELL_DECLARE2, SWELL_DECLARE2_AS)
SWELL_FMI2_EXCHANGED(SWELL_DECLARE2)
#define SWELL_DECLARE3(NAME, PARAMETERS) extern "C" int fmi3##NAME PARAMETERS;
#define SWELL_DECLARE3_AS(RESULT, NAME, PARAMETERS) extern "C" RESULT fmi3##NAME PARAMETERS;
SWELL_FMI3_COMMON(SWELL_DECLARE3, SWELL_DECLARE3_AS)
SWELL_FMI3_EXCHANGED(SWELL_DECLARE3)

namespace {

using namespace swell::fmi;  // NOLINT(google-build-using-namespace): the functions of FMI stand at global scope

enum Fault {
  none,
  error_in_rates,
  crash_in_rates,
  end_at_one_second,
  discard_in_rates,
  event_at_one_second,
  error_in_completed_step,  // from one second on
  error_in_state,
  slow_end
};
enum class Mode { begins, events, continuous };

struct Numbers {
  Mode mode = Mode::begins;
  int fault = none, whole = 0, whole_then = 0, count = 0, fill = 0;
  double time = 0.0, u = 0.0, x[2] = {1.0, 0.0}, k = 1.0, d = 0.0, held = 0.0, held_then = 0.0, next = 0.3;
};

struct Equations : Numbers {
  std::string model;
  two::Callbacks callbacks{};
  three::Log log = nullptr;
  void* environment = nullptr;

  int say(const char* text) const {
    if (callbacks.logger != nullptr)
      callbacks.logger(callbacks.environment, "equations", error, "logStatusError", "%s", text);
    if (log != nullptr) log(environment, error, "logStatusError", text);
    return error;
  }
  int enter(Mode from, Mode to) {
    if (mode != from) return say("called in the wrong mode");
    mode = to;
    return ok;
  }
  std::size_t states() const { return model == "{clock}" ? 0 : is_decay() ? 1 : 2; }
  bool is_decay() const { return model == "{decay}" || model == "{rest}"; }
  double rate(int i) const {
    if (is_decay()) return k * (u - x[0]);
    if (i == 0) return x[1];
    return model == "{pol}" ? k * (1.0 - x[0] * x[0]) * x[1] - x[0] : -9.81;
  }
  bool get(unsigned reference, double& value) const {
    const double values[] = {time,         u,   x[0], x[1], rate(0), rate(1), k,        d,
                             x[0] + d * u, 0.0, 0.0,  0.0,  held,    0.0,     held_then};
    if (reference > 14) return false;
    value = values[reference];
    return true;
  }
  int set(unsigned reference, double value) {
    if (reference == 12 && mode == Mode::continuous) return say("a discrete input outside of an event");
    double* const places[] = {nullptr, &u, &x[0], &x[1], nullptr, nullptr, &k, &d};
    if (reference == 12) {
      held = value;
    } else if (reference < 8 && places[reference] != nullptr) {
      *places[reference] = value;
      if (reference == 1 && mode == Mode::begins && model == "{rest}") x[0] = u;
    } else {
      return say("no such variable");
    }
    return ok;
  }
  int set_whole(unsigned reference, int value) {
    if (reference == 10 && mode == Mode::continuous) return say("a discrete input outside of an event");
    (reference == 9 ? fault : whole) = value;
    return ok;
  }
  int get_whole(unsigned reference) const { return reference == 11 ? count : whole_then; }
  int rates(double out[]) const {
    if (mode != Mode::continuous) return say("rates outside of continuous time");
    if (fault == error_in_rates && time > 0.5) return say("asked to fail");
    if (fault == discard_in_rates && time > 0.5) return discard;
    if (fault == crash_in_rates && time > 0.5) std::raise(SIGSEGV);
    for (std::size_t i = 0; i < states(); ++i) out[i] = rate(static_cast<int>(i));
    return ok;
  }
  int update(bool& changed, bool& over, bool& timed, double& at) {
    if (mode == Mode::begins) mode = Mode::events;
    if (mode != Mode::events) return say("an event in the wrong mode");
    changed = over = timed = false;
    held_then = held;
    whole_then = whole;
    if (model == "{ball}" && x[0] <= 0.0 && x[1] < 0.0) {
      x[0] = std::numeric_limits<double>::min();  // above zero: it leaves the ground without another event
      x[1] *= -k;
      changed = true;
    }
    if (fault == event_at_one_second && time >= 1.0 && count == 0) {
      count = 1;
      x[0] += 1.0;
      changed = true;
    }
    if (model != "{clock}") return ok;
    if (time >= next) {
      ++count;
      next += 0.3;
    }
    timed = true;
    at = next;
    over = d > 0.0 && count >= d;
    return ok;
  }
  int complete(bool& event, bool& over) const {
    if (mode != Mode::continuous) return say("a completed step outside of continuous time");
    if (fault == error_in_completed_step && time >= 1.0) return say("asked to fail");
    event = fault == event_at_one_second && time >= 1.0 && count == 0;
    over = fault == end_at_one_second && time >= 1.0;
    return ok;
  }
};
Equations& of(void* c) { return *static_cast<Equations*>(c); }

}  // namespace

void* fmi2Instantiate(const char*, int kind, const char* guid, const char*, const two::Callbacks* callbacks, int, int) {
  if (kind != two::model_exchange) return nullptr;
  auto* e = new Equations;
  e->model = guid;
  e->callbacks = *callbacks;
  return e;
}
void fmi2FreeInstance(void* c) { delete static_cast<Equations*>(c); }
int fmi2SetupExperiment(void* c, int, double, double start, int, double) {
  of(c).time = start;
  return ok;
}
int fmi2ExitInitializationMode(void* c) { return of(c).enter(Mode::begins, Mode::events); }
int fmi2Terminate(void* c) {
  if (of(c).fault == slow_end) std::this_thread::sleep_for(std::chrono::milliseconds(300));
  return ok;
}
int fmi2GetReal(void* c, const unsigned vr[], std::size_t n, double value[]) {
  for (std::size_t i = 0; i < n; ++i) {
    if (!of(c).get(vr[i], value[i])) return error;
  }
  return ok;
}
int fmi2SetReal(void* c, const unsigned vr[], std::size_t n, const double value[]) {
  int worst = ok;
  for (std::size_t i = 0; i < n; ++i) worst = std::max(worst, of(c).set(vr[i], value[i]));
  return worst;
}
int fmi2GetInteger(void* c, const unsigned vr[], std::size_t n, int value[]) {
  for (std::size_t i = 0; i < n; ++i) value[i] = of(c).get_whole(vr[i]);
  return ok;
}
int fmi2SetInteger(void* c, const unsigned vr[], std::size_t n, const int value[]) {
  int worst = ok;
  for (std::size_t i = 0; i < n; ++i) worst = std::max(worst, of(c).set_whole(vr[i], value[i]));
  return worst;
}
int fmi2GetFMUstate(void* c, void** state) {
  if (of(c).fault == error_in_state) return of(c).say("asked to fail");
  if (*state == nullptr) *state = new Numbers;
  *static_cast<Numbers*>(*state) = of(c);
  return ok;
}
int fmi2SetFMUstate(void* c, void* state) {
  static_cast<Numbers&>(of(c)) = *static_cast<Numbers*>(state);
  return ok;
}
int fmi2FreeFMUstate(void*, void** state) {
  delete static_cast<Numbers*>(*state);
  *state = nullptr;
  return ok;
}
int fmi2SerializedFMUstateSize(void*, void*, std::size_t* size) {
  *size = sizeof(Numbers);
  return ok;
}
int fmi2SerializeFMUstate(void*, void* state, char bytes[], std::size_t size) {
  std::memcpy(bytes, state, size);
  return ok;
}
int fmi2DeSerializeFMUstate(void*, const char bytes[], std::size_t size, void** state) {
  *state = new Numbers;
  std::memcpy(*state, bytes, size);
  return ok;
}
int fmi2EnterEventMode(void* c) {
  if (of(c).model == "{ball}" && of(c).x[0] > 0.0) return of(c).say("an event while the ball is in the air");
  return of(c).enter(Mode::continuous, Mode::events);
}
int fmi2EnterContinuousTimeMode(void* c) { return of(c).enter(Mode::events, Mode::continuous); }
int fmi2NewDiscreteStates(void* c, two::EventInfo* info) {
  bool changed = false, over = false, timed = false;
  const int status = of(c).update(changed, over, timed, info->next_event_time);
  info->new_discrete_states_needed = changed ? 1 : 0;  // once more, and then nothing changes
  info->values_changed = changed ? 1 : 0;
  info->terminate = over ? 1 : 0;
  info->next_event_time_defined = timed ? 1 : 0;
  info->nominals_changed = 0;
  return status;
}
int fmi2CompletedIntegratorStep(void* c, int, int* enter, int* terminate) {
  bool event = false, over = false;
  const int status = of(c).complete(event, over);
  *enter = event ? 1 : 0;
  *terminate = over ? 1 : 0;
  return status;
}
int fmi2SetTime(void* c, double time) {
  if (of(c).mode != Mode::continuous) return of(c).say("the time outside of continuous time");
  of(c).time = time;
  return ok;
}
int fmi2SetContinuousStates(void* c, const double x[], std::size_t n) {
  std::copy_n(x, n, of(c).x);
  return ok;
}
int fmi2GetDerivatives(void* c, double rates[], std::size_t) { return of(c).rates(rates); }
int fmi2GetEventIndicators(void* c, double values[], std::size_t n) {
  if (n > 0) values[0] = of(c).x[0];
  return ok;
}
int fmi2GetContinuousStates(void* c, double x[], std::size_t n) {
  std::copy_n(of(c).x, n, x);
  return ok;
}
int fmi2GetNominalsOfContinuousStates(void*, double nominals[], std::size_t n) {
  std::fill_n(nominals, n, 1.0);
  return ok;
}

void* fmi3InstantiateModelExchange(const char*, const char* token, const char*, bool, bool, void* environment,
                                   three::Log log) {
  auto* e = new Equations;
  e->model = token;
  e->log = log;
  e->environment = environment;
  return e;
}
int fmi3UpdateDiscreteStates(void* c, bool* again, bool* over, bool* nominals, bool* changed, bool* timed, double* at) {
  *nominals = false;
  const int status = of(c).update(*changed, *over, *timed, *at);
  *again = *changed;
  return status;
}
int fmi3CompletedIntegratorStep(void* c, bool, bool* enter, bool* terminate) {
  return of(c).complete(*enter, *terminate);
}
int fmi3GetNumberOfEventIndicators(void* c, std::size_t* n) {
  *n = of(c).model == "{ball}" ? 1 : 0;
  return ok;
}
int fmi3GetNumberOfContinuousStates(void* c, std::size_t* n) {
  *n = of(c).states();
  return ok;
}

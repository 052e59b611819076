// An FMU for tests, FMI 2.0 and 3.0 in one library: a lag x' = (u - x) / T, stepped exactly for an input that is held,
// with variables of other types beside it, and faults on request.
//
//   reference  1 u (input)   2 x (output)   3 T (parameter)   4 fault (integer parameter)   5 on (boolean input)
//              6 steps (integer output)     7 label (text parameter)   8 length of label (integer output)
//              9 gain, 10 bias (parameters): in initialization mode x = bias + gain u
#include <unistd.h>

#include <cmath>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <string>

#include "swell/base/contained.h"
#include "swell/fmi/c_interface.h"

#define SWELL_DECLARE2(NAME, PARAMETERS) extern "C" int fmi2##NAME PARAMETERS;
#define SWELL_DECLARE2_AS(RESULT, NAME, PARAMETERS) extern "C" RESULT fmi2##NAME PARAMETERS;
SWELL_FMI2_COMMON(SWELL_DECLARE2, SWELL_DECLARE2_AS)
SWELL_FMI2_STEPPED(SWELL_DECLARE2)
#define SWELL_DECLARE3(NAME, PARAMETERS) extern "C" int fmi3##NAME PARAMETERS;
#define SWELL_DECLARE3_AS(RESULT, NAME, PARAMETERS) extern "C" RESULT fmi3##NAME PARAMETERS;
SWELL_FMI3_COMMON(SWELL_DECLARE3, SWELL_DECLARE3_AS)
SWELL_FMI3_STEPPED(SWELL_DECLARE3)

namespace {

using namespace swell::fmi;  // NOLINT(google-build-using-namespace): the functions of FMI stand at global scope

enum Fault {
  none,
  error_in_step,
  crash_in_step,
  end_in_step,
  no_start,
  replays,
  exit_in_step,
  quit_in_step,
  move_in_step,
  discard_at_end
};

struct Lag {
  double u = 0.0, x = 0.0, T = 1.0, gain = 0.0, bias = 0.0, begun = 0.0;
  bool initializing = false;
  int fault = none, on = 1, steps = 0;
  std::string label = "none";
  two::Callbacks callbacks{};
  three::Log log = nullptr;
  void* environment = nullptr;

  void say(int status, const char* text) const {
    if (callbacks.logger != nullptr)
      callbacks.logger(callbacks.environment, "lag", status, "logStatusError", "%s", text);
    if (log != nullptr) log(environment, status, "logStatusError", text);
  }
  double* real(unsigned reference) {
    double* const places[] = {nullptr, &u, &x, &T, nullptr, nullptr, nullptr, nullptr, nullptr, &gain, &bias};
    if (initializing) x = bias + gain * u;
    return reference <= 10 ? places[reference] : nullptr;
  }
  int enter_initialization() {
    initializing = true;
    return fault == no_start ? error : ok;
  }
  int exit_initialization() {
    real(2);
    if (!initializing) return error;
    initializing = false;
    return ok;
  }
  int step(double length, bool final, bool& ended) {
    ended = false;
    // Some FMUs begin every step where the last final one began, as if SetFMUstate came before each.
    if (fault == replays && !final) x = begun;
    if (final) begun = x;
    if (fault == error_in_step) {
      say(error, "asked to fail");
      return error;
    }
    if (fault == crash_in_step) std::raise(SIGSEGV);
    if (fault == exit_in_step) std::exit(0);
    if (fault == quit_in_step) _exit(0);
    if (fault == move_in_step && chdir("/") != 0) return error;
    if ((fault == end_in_step || fault == discard_at_end) && steps >= 2) ended = true;
    ++steps;
    if (on != 0) x += (1.0 - std::exp(-length / T)) * (u - x);
    return ok;
  }
};
Lag& of(void* c) { return *static_cast<Lag*>(c); }

// A state of it: all but whom it talks to, and how many steps it was asked for.
void take(Lag& lag, const Lag& from) {
  Lag now = from;
  now.callbacks = lag.callbacks;
  now.log = lag.log;
  now.environment = lag.environment;
  now.steps = lag.steps;
  lag = now;
}
std::string bytes_of(const Lag& lag) {
  swell::ByteWriter out;
  for (const double one : {lag.u, lag.x, lag.T, lag.gain, lag.bias, lag.begun}) out.value(one);
  for (const int one : {lag.initializing ? 1 : 0, lag.fault, lag.on, lag.steps}) out.value(one);
  out.text(lag.label);
  return out.take();
}
int take_bytes(const std::string& bytes, Lag& lag) {
  swell::ByteReader in(bytes);
  for (double* one : {&lag.u, &lag.x, &lag.T, &lag.gain, &lag.bias, &lag.begun}) *one = in.value<double>();
  lag.initializing = in.value<int>() != 0;
  for (int* one : {&lag.fault, &lag.on, &lag.steps}) *one = in.value<int>();
  lag.label = in.text();
  return in.ok() && in.done() ? ok : error;
}

template <class T>
int real_values(void* c, const unsigned vr[], std::size_t n, T move) {
  for (std::size_t i = 0; i < n; ++i) {
    double* value = of(c).real(vr[i]);
    if (value == nullptr) return error;
    move(*value, i);
  }
  return ok;
}

}  // namespace

void* fmi2Instantiate(const char*, int kind, const char* guid, const char*, const two::Callbacks* callbacks, int, int) {
  if (kind != two::co_simulation || std::strcmp(guid, "{lag}") != 0) return nullptr;
  auto* lag = new Lag;
  lag->callbacks = *callbacks;
  return lag;
}
void fmi2FreeInstance(void* c) { delete static_cast<Lag*>(c); }
int fmi2EnterInitializationMode(void* c) { return of(c).enter_initialization(); }
int fmi2ExitInitializationMode(void* c) { return of(c).exit_initialization(); }
int fmi2GetReal(void* c, const unsigned vr[], std::size_t n, double value[]) {
  return real_values(c, vr, n, [&](double& x, std::size_t i) { value[i] = x; });
}
int fmi2SetReal(void* c, const unsigned vr[], std::size_t n, const double value[]) {
  return real_values(c, vr, n, [&](double& x, std::size_t i) { x = value[i]; });
}
int fmi2GetInteger(void* c, const unsigned vr[], std::size_t n, int value[]) {
  for (std::size_t i = 0; i < n; ++i) value[i] = vr[i] == 6 ? of(c).steps : static_cast<int>(of(c).label.size());
  return ok;
}
int fmi2SetInteger(void* c, const unsigned[], std::size_t, const int value[]) {
  of(c).fault = value[0];
  return ok;
}
int fmi2SetBoolean(void* c, const unsigned[], std::size_t, const int value[]) {
  of(c).on = value[0];
  return ok;
}
int fmi2SetString(void* c, const unsigned[], std::size_t, const char* const value[]) {
  of(c).label = value[0];
  return ok;
}
int fmi2GetFMUstate(void* c, void** state) {
  if (*state == nullptr) *state = new Lag;
  *static_cast<Lag*>(*state) = of(c);
  return ok;
}
int fmi2SetFMUstate(void* c, void* state) {
  take(of(c), *static_cast<Lag*>(state));
  return ok;
}
int fmi2FreeFMUstate(void*, void** state) {
  delete static_cast<Lag*>(*state);
  *state = nullptr;
  return ok;
}
int fmi2SerializedFMUstateSize(void*, void* state, std::size_t* size) {
  *size = bytes_of(*static_cast<Lag*>(state)).size();
  return ok;
}
int fmi2SerializeFMUstate(void*, void* state, char bytes[], std::size_t size) {
  const std::string all = bytes_of(*static_cast<Lag*>(state));
  if (all.size() != size) return error;
  all.copy(bytes, size);
  return ok;
}
int fmi2DeSerializeFMUstate(void*, const char bytes[], std::size_t size, void** state) {
  auto* lag = new Lag;
  *state = lag;
  return take_bytes(std::string(bytes, size), *lag);
}
int fmi2DoStep(void* c, double, double step, int final) {
  bool ended = false;
  const int status = of(c).step(step, final != 0, ended);
  return ended ? static_cast<int>(discard) : status;
}
int fmi2GetRealStatus(void*, int, double*) { return discard; }
int fmi2GetBooleanStatus(void* c, int, int* value) {
  *value = of(c).fault == end_in_step || of(c).fault == discard_at_end ? 1 : 0;
  return ok;
}

void* fmi3InstantiateCoSimulation(const char*, const char* token, const char*, bool, bool, bool, bool,
                                  const std::uint32_t[], std::size_t, void* environment, three::Log log,
                                  three::Intermediate) {
  if (std::strcmp(token, "{lag}") != 0) return nullptr;
  auto* lag = new Lag;
  lag->log = log;
  lag->environment = environment;
  return lag;
}
int fmi3SetBoolean(void* c, const std::uint32_t[], std::size_t, const bool values[], std::size_t) {
  of(c).on = values[0] ? 1 : 0;
  return ok;
}
int fmi3DoStep(void* c, double time, double step, bool final, bool* event, bool* terminate, bool* early, double* last) {
  *event = *early = false;
  *last = time + step;
  const int status = of(c).step(step, final, *terminate);
  return *terminate && of(c).fault == discard_at_end ? static_cast<int>(discard) : status;
}

// What the units of the tests share: FMI 3.0 by their functions of FMI 2.0, and answers where a unit has no function of
// its own, which goes before the weak one here.
#include <string_view>

#include "swell/fmi/c_interface.h"

#pragma GCC diagnostic ignored "-Wunused-parameter"

namespace {

using namespace swell::fmi;  // NOLINT(google-build-using-namespace): the functions of FMI stand at global scope

/// Calls that ask for nothing succeed, all others are refused.
int answer(std::string_view function) {
  for (const char* quiet : {"SetDebugLogging", "SetupExperiment", "EnterInitializationMode", "Terminate", "Reset"}) {
    if (function == quiet) return ok;
  }
  return error;
}

}  // namespace

#define SWELL_ANSWER2(NAME, PARAMETERS) \
  extern "C" [[gnu::weak]] int fmi2##NAME PARAMETERS { return answer(#NAME); }
#define SWELL_DECLARE2_AS(RESULT, NAME, PARAMETERS) extern "C" RESULT fmi2##NAME PARAMETERS;
SWELL_FMI2_COMMON(SWELL_ANSWER2, SWELL_DECLARE2_AS)
SWELL_FMI2_STEPPED(SWELL_ANSWER2)
SWELL_FMI2_EXCHANGED(SWELL_ANSWER2)

const char* fmi2GetTypesPlatform() { return "default"; }
const char* fmi2GetVersion() { return "2.0"; }

#define SWELL_DECLARE3(NAME, PARAMETERS) extern "C" [[gnu::weak]] int fmi3##NAME PARAMETERS;
#define SWELL_DECLARE3_AS(RESULT, NAME, PARAMETERS) extern "C" [[gnu::weak]] RESULT fmi3##NAME PARAMETERS;
SWELL_FMI3_COMMON(SWELL_DECLARE3, SWELL_DECLARE3_AS)
SWELL_FMI3_STEPPED(SWELL_DECLARE3)
SWELL_FMI3_EXCHANGED(SWELL_DECLARE3)
#define SWELL_ANSWER3(NAME, PARAMETERS) \
  int fmi3##NAME PARAMETERS { return answer(#NAME); }
SWELL_FMI3_VALUES(SWELL_ANSWER3, Float32, float)
SWELL_FMI3_VALUES(SWELL_ANSWER3, Int8, std::int8_t)
SWELL_FMI3_VALUES(SWELL_ANSWER3, UInt8, std::uint8_t)
SWELL_FMI3_VALUES(SWELL_ANSWER3, Int16, std::int16_t)
SWELL_FMI3_VALUES(SWELL_ANSWER3, UInt16, std::uint16_t)
SWELL_FMI3_VALUES(SWELL_ANSWER3, UInt32, std::uint32_t)
SWELL_FMI3_VALUES(SWELL_ANSWER3, Int64, std::int64_t)
SWELL_FMI3_VALUES(SWELL_ANSWER3, UInt64, std::uint64_t)
SWELL_FMI3_VALUES(SWELL_ANSWER3, Boolean, bool)
SWELL_ANSWER3(SetDebugLogging, (void*, bool, std::size_t, const char* const[]))
SWELL_ANSWER3(GetDirectionalDerivative, (void*, const std::uint32_t[], std::size_t, const std::uint32_t[], std::size_t,
                                         const double[], std::size_t, double[], std::size_t))
SWELL_ANSWER3(UpdateDiscreteStates, (void*, bool*, bool*, bool*, bool*, bool*, double*))
SWELL_ANSWER3(EnterConfigurationMode, (void*))
SWELL_ANSWER3(ExitConfigurationMode, (void*))
SWELL_ANSWER3(EnterStepMode, (void*))
SWELL_ANSWER3(DoStep, (void*, double, double, bool, bool*, bool*, bool*, double*))
SWELL_ANSWER3(CompletedIntegratorStep, (void*, bool, bool*, bool*))
SWELL_ANSWER3(GetNumberOfEventIndicators, (void*, std::size_t*))
SWELL_ANSWER3(GetNumberOfContinuousStates, (void*, std::size_t*))

const char* fmi3GetVersion() { return "3.0"; }
void* fmi3InstantiateModelExchange(const char*, const char*, const char*, bool, bool, void*, three::Log) {
  return nullptr;
}
void* fmi3InstantiateCoSimulation(const char*, const char*, const char*, bool, bool, bool, bool, const std::uint32_t[],
                                  std::size_t, void*, three::Log, three::Intermediate) {
  return nullptr;
}
void fmi3FreeInstance(void* c) { fmi2FreeInstance(c); }
int fmi3EnterInitializationMode(void* c, bool, double, double start, bool, double) {
  const int status = fmi2SetupExperiment(c, 0, 0.0, start, 0, 0.0);
  return status == ok ? fmi2EnterInitializationMode(c) : status;
}
int fmi3ExitInitializationMode(void* c) { return fmi2ExitInitializationMode(c); }
int fmi3EnterEventMode(void* c) { return fmi2EnterEventMode(c); }
int fmi3EnterContinuousTimeMode(void* c) { return fmi2EnterContinuousTimeMode(c); }
int fmi3Terminate(void* c) { return fmi2Terminate(c); }
int fmi3Reset(void* c) { return fmi2Reset(c); }
int fmi3GetFloat64(void* c, const std::uint32_t vr[], std::size_t n, double values[], std::size_t) {
  return fmi2GetReal(c, vr, n, values);
}
int fmi3SetFloat64(void* c, const std::uint32_t vr[], std::size_t n, const double values[], std::size_t) {
  return fmi2SetReal(c, vr, n, values);
}
int fmi3GetInt32(void* c, const std::uint32_t vr[], std::size_t n, std::int32_t values[], std::size_t) {
  return fmi2GetInteger(c, vr, n, values);
}
int fmi3SetInt32(void* c, const std::uint32_t vr[], std::size_t n, const std::int32_t values[], std::size_t) {
  return fmi2SetInteger(c, vr, n, values);
}
int fmi3GetString(void* c, const std::uint32_t vr[], std::size_t n, const char* values[], std::size_t) {
  return fmi2GetString(c, vr, n, values);
}
int fmi3SetString(void* c, const std::uint32_t vr[], std::size_t n, const char* const values[], std::size_t) {
  return fmi2SetString(c, vr, n, values);
}
int fmi3GetFMUState(void* c, void** state) { return fmi2GetFMUstate(c, state); }
int fmi3SetFMUState(void* c, void* state) { return fmi2SetFMUstate(c, state); }
int fmi3FreeFMUState(void* c, void** state) { return fmi2FreeFMUstate(c, state); }
int fmi3SerializedFMUStateSize(void* c, void* state, std::size_t* size) {
  return fmi2SerializedFMUstateSize(c, state, size);
}
int fmi3SerializeFMUState(void* c, void* state, std::uint8_t bytes[], std::size_t size) {
  return fmi2SerializeFMUstate(c, state, reinterpret_cast<char*>(bytes), size);
}
int fmi3DeserializeFMUState(void* c, const std::uint8_t bytes[], std::size_t size, void** state) {
  return fmi2DeSerializeFMUstate(c, reinterpret_cast<const char*>(bytes), size, state);
}
int fmi3SetTime(void* c, double time) { return fmi2SetTime(c, time); }
int fmi3SetContinuousStates(void* c, const double x[], std::size_t n) { return fmi2SetContinuousStates(c, x, n); }
int fmi3GetContinuousStates(void* c, double x[], std::size_t n) { return fmi2GetContinuousStates(c, x, n); }
int fmi3GetContinuousStateDerivatives(void* c, double rates[], std::size_t n) {
  return fmi2GetDerivatives(c, rates, n);
}
int fmi3GetEventIndicators(void* c, double values[], std::size_t n) { return fmi2GetEventIndicators(c, values, n); }
int fmi3GetNominalsOfContinuousStates(void* c, double nominals[], std::size_t n) {
  return fmi2GetNominalsOfContinuousStates(c, nominals, n);
}

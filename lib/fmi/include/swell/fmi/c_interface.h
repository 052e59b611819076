/// The C interface of FMI 2.0.5 and 3.0.2: types and signatures, as the standard's text defines them. Both who exports
/// the functions and who looks them up in a library go by these.
#pragma once

#include <cstddef>
#include <cstdint>

namespace swell::fmi {

/// Of both versions; `pending` of 2.0 alone.
enum Status : int { ok = 0, warning = 1, discard = 2, error = 3, fatal = 4, pending = 5 };

namespace two {

using Component = void*;
using State = void*;
using Reference = unsigned int;
using Text = const char*;

struct Callbacks {
  void (*logger)(void* environment, Text instance, int status, Text category, Text message, ...);
  void* (*allocate)(std::size_t count, std::size_t size);
  void (*free)(void* memory);
  void (*step_finished)(void* environment, int status);
  void* environment;
};

enum Kind : int { model_exchange = 0, co_simulation = 1 };
enum StatusKind : int { do_step_status = 0, pending_status = 1, last_successful_time = 2, terminated = 3 };

struct EventInfo {
  int new_discrete_states_needed, terminate, nominals_changed, values_changed, next_event_time_defined;
  double next_event_time;
};

// One row per function that an FMU must export: what is called, and how. M: (name, parameters), result Status unless R.
#define SWELL_FMI2_COMMON(M, R)                                                                                        \
  R(const char*, GetTypesPlatform, (void))                                                                             \
  R(const char*, GetVersion, (void))                                                                                   \
  R(void*, Instantiate,                                                                                                \
    (const char* name, int kind, const char* guid, const char* resources, const swell::fmi::two::Callbacks* callbacks, \
     int visible, int logging))                                                                                        \
  R(void, FreeInstance, (void* c))                                                                                     \
  M(SetDebugLogging, (void* c, int on, std::size_t n, const char* const categories[]))                                 \
  M(SetupExperiment, (void* c, int tolerance_defined, double tolerance, double start, int stop_defined, double stop))  \
  M(EnterInitializationMode, (void* c))                                                                                \
  M(ExitInitializationMode, (void* c))                                                                                 \
  M(Terminate, (void* c))                                                                                              \
  M(Reset, (void* c))                                                                                                  \
  M(GetReal, (void* c, const unsigned vr[], std::size_t n, double value[]))                                            \
  M(GetInteger, (void* c, const unsigned vr[], std::size_t n, int value[]))                                            \
  M(GetBoolean, (void* c, const unsigned vr[], std::size_t n, int value[]))                                            \
  M(GetString, (void* c, const unsigned vr[], std::size_t n, const char* value[]))                                     \
  M(SetReal, (void* c, const unsigned vr[], std::size_t n, const double value[]))                                      \
  M(SetInteger, (void* c, const unsigned vr[], std::size_t n, const int value[]))                                      \
  M(SetBoolean, (void* c, const unsigned vr[], std::size_t n, const int value[]))                                      \
  M(SetString, (void* c, const unsigned vr[], std::size_t n, const char* const value[]))                               \
  M(GetFMUstate, (void* c, void** state))                                                                              \
  M(SetFMUstate, (void* c, void* state))                                                                               \
  M(FreeFMUstate, (void* c, void** state))                                                                             \
  M(SerializedFMUstateSize, (void* c, void* state, std::size_t* size))                                                 \
  M(SerializeFMUstate, (void* c, void* state, char bytes[], std::size_t size))                                         \
  M(DeSerializeFMUstate, (void* c, const char bytes[], std::size_t size, void** state))                                \
  M(GetDirectionalDerivative, (void* c, const unsigned unknown[], std::size_t n_unknown, const unsigned known[],       \
                               std::size_t n_known, const double d_known[], double d_unknown[]))
#define SWELL_FMI2_STEPPED(M)                                                                                        \
  M(SetRealInputDerivatives, (void* c, const unsigned vr[], std::size_t n, const int order[], const double value[])) \
  M(GetRealOutputDerivatives, (void* c, const unsigned vr[], std::size_t n, const int order[], double value[]))      \
  M(DoStep, (void* c, double time, double step, int no_set_state))                                                   \
  M(CancelStep, (void* c))                                                                                           \
  M(GetStatus, (void* c, int kind, int* value))                                                                      \
  M(GetRealStatus, (void* c, int kind, double* value))                                                               \
  M(GetIntegerStatus, (void* c, int kind, int* value))                                                               \
  M(GetBooleanStatus, (void* c, int kind, int* value))                                                               \
  M(GetStringStatus, (void* c, int kind, const char** value))
#define SWELL_FMI2_EXCHANGED(M)                                                                  \
  M(EnterEventMode, (void* c))                                                                   \
  M(NewDiscreteStates, (void* c, swell::fmi::two::EventInfo* info))                              \
  M(EnterContinuousTimeMode, (void* c))                                                          \
  M(CompletedIntegratorStep, (void* c, int no_set_state, int* enter_event_mode, int* terminate)) \
  M(SetTime, (void* c, double time))                                                             \
  M(SetContinuousStates, (void* c, const double x[], std::size_t n))                             \
  M(GetDerivatives, (void* c, double rates[], std::size_t n))                                    \
  M(GetEventIndicators, (void* c, double values[], std::size_t n))                               \
  M(GetContinuousStates, (void* c, double x[], std::size_t n))                                   \
  M(GetNominalsOfContinuousStates, (void* c, double nominals[], std::size_t n))

}  // namespace two

namespace three {

using Log = void (*)(void* environment, int status, const char* category, const char* message);
using Intermediate = void (*)(void* environment, double time, bool set_requested, bool get_allowed, bool finished,
                              bool can_return_early, bool* return_requested, double* return_time);
using Plain = void (*)();
using ClockUpdate = void (*)(void* environment);

#define SWELL_FMI3_VALUES(M, NAME, TYPE)                                                                \
  M(Get##NAME, (void* c, const std::uint32_t vr[], std::size_t n, TYPE values[], std::size_t n_values)) \
  M(Set##NAME, (void* c, const std::uint32_t vr[], std::size_t n, const TYPE values[], std::size_t n_values))

#define SWELL_FMI3_COMMON(M, R)                                                                                       \
  R(const char*, GetVersion, (void))                                                                                  \
  R(void*, InstantiateModelExchange,                                                                                  \
    (const char* name, const char* token, const char* resources, bool visible, bool logging, void* environment,       \
     swell::fmi::three::Log log))                                                                                     \
  R(void*, InstantiateCoSimulation,                                                                                   \
    (const char* name, const char* token, const char* resources, bool visible, bool logging, bool event_mode,         \
     bool early_return, const std::uint32_t intermediate[], std::size_t n, void* environment,                         \
     swell::fmi::three::Log log, swell::fmi::three::Intermediate update))                                             \
  R(void, FreeInstance, (void* c))                                                                                    \
  M(SetDebugLogging, (void* c, bool on, std::size_t n, const char* const categories[]))                               \
  M(EnterInitializationMode,                                                                                          \
    (void* c, bool tolerance_defined, double tolerance, double start, bool stop_defined, double stop))                \
  M(ExitInitializationMode, (void* c))                                                                                \
  M(EnterEventMode, (void* c))                                                                                        \
  M(Terminate, (void* c))                                                                                             \
  M(Reset, (void* c))                                                                                                 \
  SWELL_FMI3_VALUES(M, Float32, float)                                                                                \
  SWELL_FMI3_VALUES(M, Float64, double)                                                                               \
  SWELL_FMI3_VALUES(M, Int8, std::int8_t)                                                                             \
  SWELL_FMI3_VALUES(M, UInt8, std::uint8_t)                                                                           \
  SWELL_FMI3_VALUES(M, Int16, std::int16_t)                                                                           \
  SWELL_FMI3_VALUES(M, UInt16, std::uint16_t)                                                                         \
  SWELL_FMI3_VALUES(M, Int32, std::int32_t)                                                                           \
  SWELL_FMI3_VALUES(M, UInt32, std::uint32_t)                                                                         \
  SWELL_FMI3_VALUES(M, Int64, std::int64_t)                                                                           \
  SWELL_FMI3_VALUES(M, UInt64, std::uint64_t)                                                                         \
  SWELL_FMI3_VALUES(M, Boolean, bool)                                                                                 \
  M(GetString, (void* c, const std::uint32_t vr[], std::size_t n, const char* values[], std::size_t n_values))        \
  M(SetString, (void* c, const std::uint32_t vr[], std::size_t n, const char* const values[], std::size_t n_values))  \
  M(GetFMUState, (void* c, void** state))                                                                             \
  M(SetFMUState, (void* c, void* state))                                                                              \
  M(FreeFMUState, (void* c, void** state))                                                                            \
  M(SerializedFMUStateSize, (void* c, void* state, std::size_t* size))                                                \
  M(SerializeFMUState, (void* c, void* state, std::uint8_t bytes[], std::size_t size))                                \
  M(DeserializeFMUState, (void* c, const std::uint8_t bytes[], std::size_t size, void** state))                       \
  M(GetDirectionalDerivative,                                                                                         \
    (void* c, const std::uint32_t unknown[], std::size_t n_unknown, const std::uint32_t known[], std::size_t n_known, \
     const double seed[], std::size_t n_seed, double sensitivity[], std::size_t n_sensitivity))                       \
  M(UpdateDiscreteStates, (void* c, bool* need_update, bool* terminate, bool* nominals_changed, bool* values_changed, \
                           bool* next_event_time_defined, double* next_event_time))                                   \
  M(EnterConfigurationMode, (void* c))                                                                                \
  M(ExitConfigurationMode, (void* c))

#define SWELL_FMI3_STEPPED(M)                                                                                        \
  M(EnterStepMode, (void* c))                                                                                        \
  M(DoStep, (void* c, double time, double step, bool no_set_state, bool* event_needed, bool* terminate, bool* early, \
             double* last_time))

#define SWELL_FMI3_EXCHANGED(M)                                                                     \
  M(EnterContinuousTimeMode, (void* c))                                                             \
  M(CompletedIntegratorStep, (void* c, bool no_set_state, bool* enter_event_mode, bool* terminate)) \
  M(SetTime, (void* c, double time))                                                                \
  M(SetContinuousStates, (void* c, const double x[], std::size_t n))                                \
  M(GetContinuousStateDerivatives, (void* c, double rates[], std::size_t n))                        \
  M(GetEventIndicators, (void* c, double values[], std::size_t n))                                  \
  M(GetContinuousStates, (void* c, double x[], std::size_t n))                                      \
  M(GetNominalsOfContinuousStates, (void* c, double nominals[], std::size_t n))                     \
  M(GetNumberOfEventIndicators, (void* c, std::size_t* n))                                          \
  M(GetNumberOfContinuousStates, (void* c, std::size_t* n))

/// The rest of the 75, which must be there and may refuse.
#define SWELL_FMI3_RARE(M, R)                                                                                         \
  M(GetBinary, (void* c, const std::uint32_t vr[], std::size_t n, std::size_t sizes[], const std::uint8_t* values[],  \
                std::size_t n_values))                                                                                \
  M(SetBinary, (void* c, const std::uint32_t vr[], std::size_t n, const std::size_t sizes[],                          \
                const std::uint8_t* const values[], std::size_t n_values))                                            \
  M(SetClock, (void* c, const std::uint32_t vr[], std::size_t n, const bool values[]))                                \
  M(GetNumberOfVariableDependencies, (void* c, std::uint32_t vr, std::size_t* n))                                     \
  M(GetVariableDependencies, (void* c, std::uint32_t dependent, std::size_t elements[], std::uint32_t independents[], \
                              std::size_t independent_elements[], int kinds[], std::size_t n))                        \
  M(GetAdjointDerivative,                                                                                             \
    (void* c, const std::uint32_t unknown[], std::size_t n_unknown, const std::uint32_t known[], std::size_t n_known, \
     const double seed[], std::size_t n_seed, double sensitivity[], std::size_t n_sensitivity))                       \
  M(GetOutputDerivatives, (void* c, const std::uint32_t vr[], std::size_t n, const std::int32_t orders[],             \
                           double values[], std::size_t n_values))                                                    \
  M(GetIntervalFraction, (void* c, const std::uint32_t vr[], std::size_t n, std::uint64_t counters[],                 \
                          std::uint64_t resolutions[], int qualifiers[]))                                             \
  M(GetShiftDecimal, (void* c, const std::uint32_t vr[], std::size_t n, double shifts[]))                             \
  M(GetShiftFraction,                                                                                                 \
    (void* c, const std::uint32_t vr[], std::size_t n, std::uint64_t counters[], std::uint64_t resolutions[]))        \
  M(SetIntervalDecimal, (void* c, const std::uint32_t vr[], std::size_t n, const double intervals[]))                 \
  M(SetIntervalFraction, (void* c, const std::uint32_t vr[], std::size_t n, const std::uint64_t counters[],           \
                          const std::uint64_t resolutions[]))                                                         \
  M(SetShiftDecimal, (void* c, const std::uint32_t vr[], std::size_t n, const double shifts[]))                       \
  M(SetShiftFraction, (void* c, const std::uint32_t vr[], std::size_t n, const std::uint64_t counters[],              \
                       const std::uint64_t resolutions[]))                                                            \
  M(EvaluateDiscreteStates, (void* c))                                                                                \
  R(void*, InstantiateScheduledExecution,                                                                             \
    (const char* name, const char* token, const char* resources, bool visible, bool logging, void* environment,       \
     swell::fmi::three::Log log, swell::fmi::three::ClockUpdate update, swell::fmi::three::Plain lock,                \
     swell::fmi::three::Plain unlock))                                                                                \
  M(GetClock, (void* c, const std::uint32_t vr[], std::size_t n, bool values[]))                                      \
  M(GetIntervalDecimal, (void* c, const std::uint32_t vr[], std::size_t n, double intervals[], int qualifiers[]))     \
  M(ActivateModelPartition, (void* c, std::uint32_t clock, double time))

}  // namespace three

}  // namespace swell::fmi

/// Measures whether hydrodynamic coefficients obey the physics that they come from, and repairs what can be repaired.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "swell/bemio/processing.h"
#include "swell/hydro/hydro_data.h"

namespace swell::bemio {

enum class Verdict { good, doubtful, bad, not_applicable };

/// What of the data a run must take for a check to concern it.
enum class Concern { always, judged_by_run, volume, radiation_kernel, excitation_kernel, state_space };

/// A check of data: what programs go by, what people read, and which runs it concerns. judged_by_run: every run warns
/// of the same thing by itself.
struct Check {
  const char *code, *name;
  Concern concern;
};

// clang-format off
#define SWELL_CHECKS(X) \
  X(kContents, "contents", "contents", always) \
  X(kFiniteNumbers, "finite-numbers", "finite numbers", always) \
  X(kSymmetryAddedMass, "symmetry-added-mass", "symmetry of added mass", always) \
  X(kSymmetryDamping, "symmetry-damping", "symmetry of damping", always) \
  X(kPositiveDampingDof, "positive-damping-dof", "positive damping of each dof", always) \
  X(kPassivityDampingMatrix, "passivity-damping-matrix", "passivity of the damping matrix", always) \
  X(kOgilvieRelation, "ogilvie-relation", "Ogilvie's relation", always) \
  X(kAddedMassInfiniteFrequency, "added-mass-infinite-frequency", "added mass at infinite frequency", always) \
  X(kHaskindRelation, "haskind-relation", "Haskind's relation", always) \
  X(kDecayRadiationKernel, "decay-radiation-kernel", "decay of the radiation kernel", radiation_kernel) \
  X(kRadiationKernelAgainstDamping, "radiation-kernel-against-damping", \
    "radiation kernel against damping", judged_by_run) \
  X(kStepRadiationKernel, "step-radiation-kernel", "step of the radiation kernel", judged_by_run) \
  X(kStepExcitationKernel, "step-excitation-kernel", "step of the excitation kernel", judged_by_run) \
  X(kLimitsRadiationKernel, "limits-radiation-kernel", "limits of the radiation kernel", judged_by_run) \
  X(kLimitsExcitationKernel, "limits-excitation-kernel", "limits of the excitation kernel", judged_by_run) \
  X(kExcitationKernelAgainstExcitation, "excitation-kernel-against-excitation", \
    "excitation kernel against excitation", judged_by_run) \
  X(kDecayExcitationKernel, "decay-excitation-kernel", "decay of the excitation kernel", excitation_kernel) \
  X(kEnergyExcitationKernel, "energy-excitation-kernel", \
    "energy of the excitation kernel", excitation_kernel) \
  X(kStateSpaceFit, "state-space-fit", "state-space fit", state_space) \
  X(kPassivityStateSpace, "passivity-state-space", "passivity of the state space", judged_by_run) \
  X(kIrregularFrequencies, "irregular-frequencies", "irregular frequencies (spikes)", always) \
  X(kRangeFrequencies, "range-frequencies", "range of frequencies", always) \
  X(kResolutionFrequencies, "resolution-frequencies", "resolution of frequencies", always) \
  X(kDisplacedVolume, "displaced-volume", "displaced volume", volume) \
  X(kVolumeAgainstStiffness, "volume-against-stiffness", "volume against stiffness", volume) \
  X(kMassAgainstVolume, "mass-against-volume", "mass against volume", always) \
  X(kSignPhase, "sign-phase", "sign of the phase", always) \
  X(kSignHeaveForcePhase, "sign-heave-force-phase", "sign of the heave force's phase", always) \
  X(kHeaveForceLongWaves, "heave-force-long-waves", "heave force in long waves", judged_by_run) \
  X(kVolumeAgainstSurgeForce, "volume-against-surge-force", "volume against surge force", judged_by_run) \
  X(kLikelyUnitSlips, "likely-unit-slips", "likely unit slips", always)
// clang-format on
namespace checks {
#define SWELL_CHECK(variable, code, name, concern) inline constexpr Check variable{code, name, Concern::concern};
SWELL_CHECKS(SWELL_CHECK)
#undef SWELL_CHECK
}  // namespace checks

/// The check with that code; null where there is none.
const Check* check_of(std::string_view code);

/// One check of one quantity; the worst place decides.
struct Finding {
  const Check* check = nullptr;
  Verdict verdict = Verdict::good;
  double number = 0.0;          ///< what was measured
  std::string unit;             ///< of the number: "% of the diagonal"
  std::string body;             ///< worst body, where it has one
  std::string dof;              ///< worst dof: "surge-pitch"
  std::optional<double> omega;  ///< [rad/s] where
  std::string sentence;         ///< what that means and what to do
  /// Largest number of each motion beyond the limit of a good one, by name: {"float heave", 4.3}. Only of tests that
  /// judge each motion by itself.
  std::map<std::string, double> beyond{};
};

struct QualityOptions {
  std::optional<double> peak_period;  ///< [s] of the sea that the data shall serve (Pierson-Moskowitz)
  std::vector<double> mass;           ///< [kg] per body, to be compared with the displaced volume
  std::optional<double> kernel_time;  ///< [s] where the kernel must have decayed; absent: the end of the file's kernel
  CleanOptions clean;
  bool of_run = false;  ///< without the checks that every run makes by itself
};

/// Every check, in a fixed order; see theory/numerics/bemio.md for each quantity and its limits.
std::vector<Finding> examine(const hydro::HydroData& data, const QualityOptions& options = {});

/// The worst verdict of a list.
Verdict worst(const std::vector<Finding>& findings);
const char* verdict_name(Verdict verdict);

struct Repair {
  hydro::HydroData data;
  std::vector<std::string> steps;  ///< what was changed, with numbers
};

/// A repaired copy: values that are not finite and spikes replaced, a reversed phase conjugated, negative damping
/// projected on the nearest passive matrix, A_inf where it was missing, impulse responses recomputed; state space that
/// no longer fits is left out. What only the BEM run can repair (symmetry, hydrostatics) stays as it is.
Repair repair(const hydro::HydroData& data, const QualityOptions& options = {});

/// A_inf / rho of each dof of the body as the Kramers-Kronig relation gives it from the damping [interval of the
/// frequencies, at its middle; dof]: exact for damping that is piecewise linear, 0 beyond the data and a line from 0
/// below it. Empty below eight frequencies. Source: [Ogilvie1964], A(omega) - A(inf) as a principal value;
/// theory/numerics/bemio.md 4.
MatrixX ogilvie_infinite(const hydro::HydroData& data, std::size_t body);

}  // namespace swell::bemio

/// The data-quality checks, one function each.
#pragma once

#include <cmath>

#include "swell/base/motions.h"
#include "swell/bemio/data_quality.h"
#include "swell/hydro/long_waves.h"

namespace swell::bemio {

/// Eigenvalues of the damping below minus this part of the largest are no round-off.
constexpr double kPassive = 1e-3;
/// Neither is a dof's damping below minus this part of its largest.
constexpr double kPositive = 1e-3;
/// Diagonal entries below this part of the strongest translation (times length squared for rotations) are round-off:
/// yaw of a round body, pitch of a sphere about its centre.
constexpr double kNoise = 1e-3;

inline bool rotates(int dof) { return dof >= 3 && dof < 6; }

struct SystemDof {
  std::size_t body;
  int dof;  ///< of the body
};
SystemDof system_dof(const hydro::HydroData& data, int column);
/// "surge-pitch", "heave-spar heave": dofs of the system.
std::string pair_name(const hydro::HydroData& data, int i, int j);
Verdict graded(double number, double good, double doubtful);
MatrixX whole_matrix(const hydro::HydroData& data, const hydro::MatrixPerFrequency hydro::HydroBody::*member,
                     std::size_t k);

/// Translations and rotations have different units: rows and columns divided by the largest damping of their dof, so
/// that eigenvalues compare like with like. `unbalanced` is the inverse.
MatrixX balanced(const hydro::HydroData& data, const MatrixX& matrix);
MatrixX unbalanced(const hydro::HydroData& data, const MatrixX& matrix);
/// Largest eigenvalue over all frequencies of omega times the balanced damping.
double damping_scale(const hydro::HydroData& data);
/// Per dof the omega times damping below minus which &checks::kPositiveDampingDof complains; infinite where a motion
/// is too small to be judged.
VectorX damping_tolerance(const hydro::HydroData& data);

/// [s] from when on a kernel that was summed over these frequencies runs backwards; 0 where the file does not say them
/// (writers without a grid of their own name the data's).
double backwards_from(const hydro::HydroData& data, const std::vector<double>& irf_omega);

/// A test that cannot be made, and why.
Finding without(const Check* check, const std::string& reason);
/// A test whose number is still to be found; `unit` of that number.
Finding measured(const Check* check, const char* unit);
/// Keeps the worst place: what is above the number so far takes its place, and true is returned. Lists the motion as
/// beyond `good`.
bool raise(Finding& f, double number, const std::string& body, const std::string& dof, std::optional<double> omega = {},
           double good = HUGE_VAL);
/// The finding with its verdict and what it means.
Finding concluded(Finding f, Verdict verdict, const std::string& sentence);
Finding concluded(Finding f, Verdict verdict, const std::string& good, const std::string& otherwise);
Finding finite_values(const hydro::HydroData& data, const std::vector<Spike>& spikes);
Finding symmetry(const hydro::HydroData& data, bool added_mass);
Finding positive_damping(const hydro::HydroData& data);
Finding passivity(const hydro::HydroData& data);
Finding ogilvie(const hydro::HydroData& data);
Finding infinite_added_mass(const hydro::HydroData& data);
Finding haskind(const hydro::HydroData& data);
Finding kernel_decay(const hydro::HydroData& data, const QualityOptions& options);
// Nothing without a stored kernel, of these four.
std::optional<Finding> kernel_belongs(const hydro::HydroData& data, bool radiation);
std::optional<Finding> excitation_kernel_decay(const hydro::HydroData& data);
std::vector<Finding> kernel_sampling(const hydro::HydroData& data);
std::optional<Finding> excitation_kernel_energy(const hydro::HydroData& data);
std::optional<Finding> state_space_fit(const hydro::HydroData& data);
std::optional<Finding> state_space_passivity(const hydro::HydroData& data);
Finding irregular_frequencies(const hydro::HydroData& data, const std::vector<Spike>& spikes);
Finding frequency_range(const hydro::HydroData& data, const QualityOptions& options);
Finding frequency_resolution(const hydro::HydroData& data, const QualityOptions& options);
Finding volumes(const hydro::HydroData& data);
Finding waterplane(const hydro::HydroData& data);
Finding masses(const hydro::HydroData& data, const QualityOptions& options);
Finding surge_phase(const hydro::HydroData& data);
Finding heave_force_and_damping(const hydro::HydroData& data);
Finding long_wave_heave(const hydro::HydroData& data);
Finding long_wave_volume(const hydro::HydroData& data);
Finding units(const hydro::HydroData& data);

}  // namespace swell::bemio

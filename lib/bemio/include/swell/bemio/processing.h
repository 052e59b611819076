/// What is done to coefficients between the BEM code and the simulation. Plain functions on HydroData.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "swell/hydro/hydro_data.h"
#include "swell/hydro/impulse_response.h"
#include "swell/hydro/state_space.h"

namespace swell::bemio {

/// Called with the part that is done (0 to 1) and what is being done.
using Progress = std::function<void(double, const std::string&)>;

struct ProcessingOptions {
  hydro::ImpulseResponseOptions radiation, excitation;  ///< lib/hydro's quadrature, BEMIO's defaults
  /// missing A_inf as BEMIO averages it (theory/numerics/hydro.md 2)
  bool bemio_mean_rule = false;
  bool state_space = false;
  double r2 = 0.95;    ///< the fit of every entry reaches this,
  int max_order = 10;  ///< or has this order
  /// Entries whose kernel peaks below this fraction of sqrt(K_ii K_jj), and all entries of a dof whose own kernel does
  /// so against its body's largest (theory/numerics/hydro.md 4), are noise and get no states; a note lists them.
  double noise_level = 1e-3;
  Progress progress;
};

/// Samples over time, of both kernels of a body, that hold a value that is no number.
std::size_t gaps_in_kernels(const hydro::HydroBody& body);

/// The energy of an excitation kernel that its time window leaves out, the worst body, dof and direction.
struct EnergyLost {
  std::size_t body = 0, direction = 0;
  int dof = 0;
  double part = 0.0;  ///< int |X - X_window|^2 domega / int |X|^2 domega, X_window what the kernel gives back
};
/// From the kernels that `data` holds; X is a line between its frequencies, as the kernel has it. Dofs that are noise
/// are left out; nothing where there is no kernel.
std::optional<EnergyLost> excitation_energy_lost(const hydro::HydroData& data);

/// How well a kernel entry is met by its realisation.
struct FitReport {
  std::size_t body = 0;
  int row = 0, column = 0;  ///< dof of the body, dof of the system (from 0)
  int order = 0;
  double r2 = 0.0;
  bool reached = false;
};

/// Impulse responses, A_inf where it is missing (with a note), state space on request. A body without radiation damping
/// keeps the kernel that it has, and gives the times of the others; a state space that was fitted to another kernel is
/// left out. With one frequency alone there are no impulse responses. Notes say so.
/// @return the fits, empty without state space
/// @throws InputError when the limits of the integrals do not ascend or lie outside the data
std::vector<FitReport> process(hydro::HydroData& data, const ProcessingOptions& options);

/// Entry-wise realisations of the radiation kernels that `data` holds (lib/hydro's fit_entry).
std::vector<FitReport> add_state_space(hydro::HydroData& data, const ProcessingOptions& options);

/// R^2 of the whole kernel matrix of a body: 1 - sum of squared misfits over all entries and times / sum of squares.
double whole_matrix_r2(const hydro::HydroBody& body);

/// What the state space of a set is worth as a whole.
struct FitQuality {
  int entries = 0, lowest_order = 0, highest_order = 0;
  double lowest_r2 = 1.0;      ///< over the entries that have a realisation
  std::vector<double> r2;      ///< of each body's whole kernel matrix
  hydro::Passivity passivity;  ///< of all bodies together
};
/// From the realisations and kernels that `data` holds; nothing when a body has none.
std::optional<FitQuality> fit_quality(const hydro::HydroData& data);

/// Bodies of several runs side by side, without coupling between the runs. Depth, density, gravity, directions and
/// frequencies must agree (frequencies within 1e-4, directions within 0.01 deg).
/// @throws InputError with every difference
hydro::HydroData combine(const std::vector<hydro::HydroData>& parts);

/// One heading of a set, for hydrodynamics that change with the yaw of the body (hydro_data: sets).
struct DirectionalSet {
  double direction = 0.0;  ///< [deg] of the data, from 0 to below 360
  double yaw = 0.0;        ///< [deg] -180 to 180: by which the bodies have turned when they meet the waves so
  hydro::HydroData data;   ///< the one direction `wave_direction`, everything in axes parallel to the world
};

/// The headings of `data` apart: of each, what waves of `wave_direction` [deg] do to bodies that have turned by
/// wave_direction - heading, every body about its own centre of gravity. A heading that occurs twice (0 and 360) is
/// taken once. State space and quadratic transfer functions are left out.
std::vector<DirectionalSet> split_by_direction(const hydro::HydroData& data, double wave_direction);

/// At other frequencies: not-a-knot splines of A, B/(rho omega), and of the real and imaginary parts of forces; mean
/// drift by lines. Kernels and state space stay as they are; process() makes new ones.
/// @throws InputError when a frequency lies outside the data: nothing is extrapolated
hydro::HydroData at_frequencies(const hydro::HydroData& data, const std::vector<double>& omega);

/// A in kg, B in N s/m, X in N/m, stiffness in N/m, kernels in N/m (radiation) and N/m/s (excitation); `data` is
/// no HydroData afterwards, only a carrier for printing and for codes that want SI.
hydro::HydroData dimensional(hydro::HydroData data, double density, double gravity);
/// The inverse.
hydro::HydroData normalised(hydro::HydroData data, double density, double gravity);

struct CleanOptions {
  double threshold = 8.0;  ///< a spike departs from the curve through its neighbours by so many local deviations
  double floor = 2e-3;     ///< and by this part of the largest value of the curve
  int passes = 4;
};

/// A value that was not finite or stood out of its curve over frequency.
struct Spike {
  enum class Quantity { added_mass, damping, excitation, froude_krylov, scattering };  ///< of the last two gaps only
  Quantity quantity = Quantity::added_mass;
  std::size_t body = 0;
  int row = 0, column = 0;  ///< column: dof of the system, or direction for forces
  std::size_t frequency = 0;
  double departure = 0.0;  ///< relative to the largest value of the curve; infinite for NaN
};

/// Finds spikes (irregular frequencies, failed solutions) and values that are not finite.
std::vector<Spike> find_spikes(const hydro::HydroData& data, const CleanOptions& options = {});

/// Replaces them by a spline through the good neighbours, in passes; of excitation, Froude-Krylov and scattering force
/// a missing one by the other two where these are numbers. Impulse responses are not touched.
std::vector<Spike> clean(hydro::HydroData& data, const CleanOptions& options = {});

/// InputError when a coefficient is no number: a curve with fewer than two numbers cannot be repaired.
void require_finite(const hydro::HydroData& data);

}  // namespace swell::bemio

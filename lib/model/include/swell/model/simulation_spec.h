/// The parts of a case that belong to no body: time, water, waves' surroundings, radiation models, output.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "swell/base/parameter.h"
#include "swell/base/vector.h"
#include "swell/hydro/choices.h"
#include "swell/model/rotor_spec.h"

namespace swell::model {

enum class Reproduce { nothing, wec_sim };
enum class Integrator { rk4, dopri5, implicit };
enum class AddedMass { exact, split };
enum class DelayedAcceleration { held, extrapolated };
/// Which values FMUs read when they are stepped: those of the last communication point, or what others have just given.
enum class Cosimulation { jacobi, gauss_seidel };
/// simulation.cosimulation: of components of type fmu. With a tolerance their communication steps are controlled.
struct CosimulationChoice {
  Cosimulation method = Cosimulation::jacobi;
  std::optional<double> tolerance;           ///< of the error of one step; absent: fixed steps
  std::optional<double> min_step, max_step;  ///< [s] absent: a thousandth and a thousand of the shortest `step`
  Source source;
};
/// What `split` leaves to the delayed acceleration where a body has several sets of hydro data: the set's added mass
/// less what has moved into the body, or less what would have moved with that set.
enum class SetResidual { whole, own };
/// Linear restoring of bodies, mooring matrices and springs of joints that turn freely: the gradient of a potential, or
/// stiffness times roll, pitch and yaw.
enum class Restoring { potential, euler_angles };

/// An entry of simulation.stop: ends the run when a signal passes a bound.
struct StopRule {
  std::string signal;  ///< port that results show, such as PTO1.position
  int entry = 1;       ///< of the signal, from 1
  std::optional<double> above, below;
  Source source;
};

/// simulation: time and integration. Absent options take the value of resolve_choices (choices.h).
struct Simulation {
  double start = 0.0;                        ///< [s]
  double duration = 0.0;                     ///< [s], required
  std::optional<double> time_step;           ///< [s] fixed step; first step of an adaptive integrator
  double ramp = 0.0;                         ///< [s] cosine ramp of waves and current, 0 = none
  std::optional<double> tolerance;           ///< relative tolerance of adaptive integrators
  std::optional<double> absolute_tolerance;  ///< per unit of state; absent: as tolerance
  std::optional<double> min_step;  ///< [s] where error control asks for a shorter step, the run ends with an error
  std::optional<double> max_step;  ///< [s] longest step of adaptive integrators; absent: theory/time-integration.md
  std::optional<int> max_steps;    ///< steps per output step beyond which the run ends with an error
  std::optional<Integrator> integrator;
  std::optional<AddedMass> added_mass;
  std::optional<double> added_mass_delay;                   ///< [s] of `split`
  std::optional<DelayedAcceleration> delayed_acceleration;  ///< of `split`
  std::optional<SetResidual> set_residual;                  ///< of `split`
  std::optional<Restoring> restoring;
  bool static_equilibrium = false;  ///< start from rest in still water, found before the run
  Reproduce reproduce = Reproduce::nothing;
  CosimulationChoice cosimulation;
  std::vector<StopRule> stop;
  Source source;
};

enum class CurrentProfile { uniform, power_law, linear, table };

/// environment.current: horizontal, ramped like the waves.
struct Current {
  CurrentProfile profile = CurrentProfile::uniform;
  double speed = 0.0;           ///< [m/s] at the surface
  double direction = 0.0;       ///< [rad] travel direction (YAML: degrees)
  std::optional<double> depth;  ///< [m] at which power_law and linear reach 0
  std::vector<double> z;        ///< [m] of table, ascending
  std::vector<double> speeds;   ///< [m/s] of table at z
  Source source;
};

enum class Dispersion { exact, hundred_sweeps };
enum class SeaCoefficients { own, first_sea };
enum class ElevationRamp { once, twice };

/// environment: the water and the wind that every body shares.
struct Environment {
  double water_density = 1000.0;  ///< [kg/m^3]
  double gravity = kGravity;      ///< [m/s^2]
  /// [m^2/s] for Reynolds numbers; sea water of 15 deg C (ITTC 7.5-02-01-03)
  double kinematic_viscosity = 1.19e-6;
  std::optional<double> depth;  ///< [m], infinity for deep water; absent: that of the BEM data
  std::optional<Current> current;
  std::optional<Wind> wind;
  bool wheeler_stretching = false;
  std::vector<Eigen::Vector2d> gauges;  ///< [m] (x, y) of wave gauges
  std::optional<Dispersion> dispersion;
  std::optional<SeaCoefficients> sea_coefficients;  ///< of second and later seas
  std::optional<ElevationRamp> elevation_ramp;      ///< of imported elevation
  Source source;
};

enum class Radiation { constant, convolution, state_space };
enum class Sampling { stage, step };  ///< memory force at each stage, or at the step and held
using hydro::Interpolation;
enum class Realisation { whole_matrix, entrywise };
using hydro::RadiationData;
/// Where a set of hydro data has another centre of gravity than the body: another point of the body, or the body
/// elsewhere.
enum class SetCenters { moved, displaced };

/// hydrodynamics.convolution. Absent duration: the whole kernel of the file; absent time_step: the file's, halved as
/// long as it is coarser than the run's and the convolution's error asks for it.
struct Convolution {
  std::optional<double> duration;   ///< [s]
  std::optional<double> time_step;  ///< [s]
  std::optional<Sampling> sampling;
  Source source;
};

/// hydrodynamics.state_space.
struct StateSpace {
  std::optional<Realisation> realisation;
  std::optional<bool> from_file;     ///< use the realisation in the hydro file
  std::optional<double> minimum_r2;  ///< of each fitted entry
  std::optional<int> maximum_order;  ///< states per entry
  std::optional<bool> passive;       ///< positive-real after fitting
  std::optional<bool> drop_noise;    ///< leave out entries that are numerical noise
  Source source;
};

/// Source of the mean drift coefficients in the hydro data.
using hydro::MeanDrift;

/// Slow second-order force at the differences of the wave frequencies.
enum class SecondOrder { none, newman, standing, full };

/// hydrodynamics: shared by all bodies; what a radiation model does not use is ignored.
struct Hydrodynamics {
  std::optional<Radiation> radiation;  ///< of bodies that do not say
  std::optional<bool> body_to_body;
  std::optional<RadiationData> radiation_data;
  Convolution convolution;
  StateSpace state_space;
  std::optional<Interpolation> interpolation;
  std::optional<SetCenters> set_centers;
  std::optional<bool> wec_sim_axes;  ///< WEC-Sim's rotation of Morison elements and order of inertia products
  MeanDrift mean_drift = MeanDrift::none;
  SecondOrder second_order = SecondOrder::none;
  bool sum_frequency = false;  ///< the second-order force at the sums of the wave frequencies too
  bool extrapolate = false;    ///< allow wave frequencies outside the BEM range
  Source source;
};

/// output: the results file.
struct Output {
  std::filesystem::path file;       ///< made absolute against the case's folder; empty: <case>.results.h5
  std::optional<double> time_step;  ///< [s]; absent: simulation.time_step
  std::vector<double> times;        ///< [s] of the rows instead of time_step, ascending; empty: evenly spaced
  std::vector<std::string> select;  ///< patterns such as bodies.*.position; empty: everything
  bool states = false;              ///< store the states of all components too
  bool morison = false;             ///< store forces, flow, KC and Re of each Morison element
  bool hydro_coefficients = false;  ///< store what the run takes from its hydro data, /hydro
  bool set_forces = false;          ///< store the forces of each of several sets of hydro data, /bodies/<b>/sets/<i>
  std::filesystem::path state;      ///< file for the state at the end, for `initial`; empty: none
  int compression = 0;              ///< deflate level 0 to 9
  Source source;
};

}  // namespace swell::model

/// From bodies to hydrodynamic data: the whole calculation.
#pragma once

#include <array>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "swell/base/error.h"
#include "swell/bem/modes.h"
#include "swell/bem/solver.h"
#include "swell/bem/surface.h"
#include "swell/hydro/hydro_data.h"

namespace swell::bem {

struct ComputeBody {
  std::string name;
  Origin origin;                  ///< where it was put there, for messages
  std::vector<Element> elements;  ///< wetted surface, world axes
  Vector3 cg = Vector3::Zero();   ///< moments are about it [m]
  std::vector<Mode> modes;        ///< beyond the six of a rigid body
  /// Of a body that drifts freely: [kg], absent that of the displaced water; [kg m2] about cg.
  std::optional<double> mass;
  Vector3 inertia = Vector3::Zero();
};

/// Mean drift of bodies that are fixed, or float freely: from the momentum of the waves far away (of one body), and by
/// pressure on each (of shapes).
enum class MeanDrift { none, fixed, free };

/// How good a solution is, by its own identities; each the worst over the frequencies.
struct ComputeReport {
  Eigen::Index unknowns = 0, interior = 0;
  Eigen::Index orbits = 0;  ///< unknowns of one system, by symmetry fewer
  Symmetry::Kind symmetry = Symmetry::Kind::none;
  int devices = 1;      ///< solved one by one
  double memory = 0.0;  ///< [bytes] at most at once
  double seconds_set_up = 0.0, seconds_solve = 0.0;
  double haskind = 0.0;      ///< excitation by Haskind's relation against that by pressure, of the largest
  double reciprocity = 0.0;  ///< added mass and damping matrices from symmetric, of the diagonal
  double energy = 0.0;       ///< damping by the energy of the waves that go out against that by pressure
  double volume = 0.0;       ///< displaced volume by x, y and z
  double optical = 0.0;      ///< with mean drift: power that waves lose against that of the waves that go out
  double drift = 0.0;        ///< mean drift by pressure against that by momentum, in surge, sway and yaw
  std::size_t solved = 0;    ///< frequencies that were solved; the others follow from them
  std::size_t resumed = 0;   ///< frequencies of an earlier run
};

struct ComputeRequest {
  Origin origin;  ///< of what chose the division, for messages
  std::vector<ComputeBody> bodies;
  std::optional<double> depth;  ///< [m]; absent: infinite
  double density = 1025.0;      ///< [kg/m3] written to the file; coefficients do not depend on it
  double gravity = kGravity;    ///< [m/s2]
  std::vector<double> omega;    ///< [rad/s] ascending, above 0
  /// The frequencies are candidates at equal distances, 32 n + 1 of them: those are solved from which the others follow
  /// to 0.2 % of the largest value of each curve; every fourth is given, and all that were solved.
  bool choose_frequencies = false;
  std::vector<double> heading{0.0};  ///< [deg] ascending
  bool remove_irregular = true;
  bool use_symmetry = true;
  bool kernels = true;  ///< impulse responses too
  MeanDrift mean_drift = MeanDrift::none;
  /// Where finished frequencies are kept until all are: a later run of the same goes on from them. Empty: nowhere.
  std::filesystem::path unfinished;
  double worth_keeping = 0.05;  ///< [s] what was solved faster than that is not kept
  int threads = 0;              ///< 0: all cores
  /// Unknowns of one system from which it is solved by iteration; absent: where that is less work.
  std::optional<Eigen::Index> iterative_above;
  /// Devices that stand apart are solved one by one, with what passes between them; absent: where that is less work.
  std::optional<bool> apart;
  /// Called once before anything takes time, with what is known by then: nodes, unknowns, symmetry, devices, memory.
  std::function<void(const ComputeReport&)> announce;
};

/// Solves every frequency, added mass at infinite and zero frequency too (zero not for bodies that pierce the surface
/// in finite depth: it is infinite there), and fills a HydroData as a BEM reader would: hydrostatics, radiation,
/// excitation by pressure with its Froude-Krylov and scattering parts, kernels. Added mass and damping are made
/// symmetric.
/// @throws InputError  bodies that are dry or inside each other, memory beyond the machine   @throws SimulationError
hydro::HydroData compute(const ComputeRequest& request, ComputeReport* report = nullptr, const Progress& progress = {});

/// Warnings where the identities that every solution obeys are off by 5 % and more, mean drift by 3 %.
void check_identities(const ComputeReport& report, const Origin& origin, Diagnostics& diagnostics);

/// What one frequency looks like: pressures on the bodies, elevation around them, waves far away.
struct Fields {
  double omega = 0.0;  ///< [rad/s]
  std::vector<std::string>
      columns;  ///< "float heave" ... per unit of the motion, "heading 0 deg" per metre of amplitude
  std::vector<std::array<Vector3, 4>> cells;  ///< a quadrilateral around each node
  std::vector<int> body;                      ///< of each cell
  Eigen::MatrixXcd pressure;                  ///< cells x columns, / (rho g) [m/m, m/rad]: hydrodynamic, lead phase
  Eigen::Index along = 0;                     ///< grid of the free surface: x fastest
  Eigen::Matrix3Xd water;                     ///< its points
  Eigen::MatrixXcd elevation;                 ///< points x columns [m/m, m/rad]; not a number inside bodies
  VectorX theta;                              ///< [rad]
  Eigen::MatrixXcd kochin;  ///< theta x columns: a(theta) of the waves far away, sqrt(2/(pi k r)) e^{-i(k r - pi/4)} a
};

/// @param extent  the free surface is shown as far beyond the bodies [m]; 0: one wave   @param points  of it along x
Fields compute_fields(const ComputeRequest& request, double omega, double extent = 0.0, int points = 61);
/// Mesh, pressures and elevation as XDMF (version 3, values in the text), for ParaView.
void write_xdmf(const Fields& fields, const std::filesystem::path& file);

/// What it will need at most [bytes]; `direct`: with the normal equations beside the system.
double memory_needed(double nodes, double orbits, double interior, double parts, int at_once, bool direct);

}  // namespace swell::bem

/// Hydrodynamic data of bodies: the whole computation.
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
  Origin origin;                  ///< place of the body in the file, for messages
  std::vector<Element> elements;  ///< wetted surface, world axes
  Vector3 cg = Vector3::Zero();   ///< moments are about it [m]
  std::vector<Mode> modes;        ///< beyond the six of a rigid body
  /// Freely floating body with mean drift: [kg], absent: displaced mass; [kg m2] about cg.
  std::optional<double> mass;
  Vector3 inertia = Vector3::Zero();
};

/// Mean drift of fixed or freely floating bodies: far-field momentum (one body) and pressure on each body (shapes).
enum class MeanDrift { none, fixed, free };

/// Quality of a solution by its identities; each is the largest deviation over the frequencies.
struct ComputeReport {
  Eigen::Index unknowns = 0, interior = 0;
  Eigen::Index orbits = 0;  ///< unknowns of one system after symmetry
  Symmetry::Kind symmetry = Symmetry::Kind::none;
  int devices = 1;      ///< solved one by one
  double memory = 0.0;  ///< [bytes] largest at one time
  double seconds_set_up = 0.0, seconds_solve = 0.0;
  double haskind = 0.0;      ///< excitation by Haskind's relation against pressure, relative to the largest
  double reciprocity = 0.0;  ///< asymmetry of added mass and damping, relative to the diagonal
  double energy = 0.0;       ///< damping by the radiated energy against pressure
  double volume = 0.0;       ///< displaced volume by x, y and z
  double optical = 0.0;      ///< with mean drift: power lost by the incident wave against radiated power
  double drift = 0.0;        ///< mean drift by pressure against momentum, in surge, sway and yaw
  std::size_t solved = 0;    ///< solved frequencies; the others are interpolated
  std::size_t resumed = 0;   ///< frequencies taken from an earlier run
};

struct ComputeRequest {
  Origin origin;  ///< of the key that selects the division, for messages
  std::vector<ComputeBody> bodies;
  std::optional<double> depth;  ///< [m]; absent: infinite
  double density = 1025.0;      ///< [kg/m3] written to the file; no effect on coefficients
  double gravity = kGravity;    ///< [m/s2]
  std::vector<double> omega;    ///< [rad/s] ascending, above 0
  /// The frequencies are equally spaced candidates, 32 n + 1 of them. Only so many are solved that the others are
  /// interpolated to 0.2 % of the largest value of each curve. The result has every fourth and all solved ones.
  bool choose_frequencies = false;
  std::vector<double> heading{0.0};  ///< [deg] ascending
  bool remove_irregular = true;
  bool use_symmetry = true;
  bool kernels = true;  ///< impulse responses too
  MeanDrift mean_drift = MeanDrift::none;
  /// Folder for finished frequencies until all are done; a later equal run continues from them. Empty: none.
  std::filesystem::path unfinished;
  double worth_keeping = 0.05;  ///< [s] faster solutions are not stored
  int threads = 0;              ///< 0: all cores
  /// Number of unknowns of one system above which it is solved by iteration; absent: chosen by cost.
  std::optional<Eigen::Index> iterative_above;
  /// Solves separate devices one by one with their interaction; absent: chosen by cost.
  std::optional<bool> apart;
  /// Called once before the computation with nodes, unknowns, symmetry, devices and memory.
  std::function<void(const ComputeReport&)> announce;
};

/// Solves every frequency, infinite frequency and zero frequency (except for surface-piercing bodies in finite depth,
/// whose added mass at zero frequency is infinite). Fills a HydroData as a BEM reader does: hydrostatics, radiation,
/// excitation by pressure with Froude-Krylov and scattering parts, impulse response functions. Added mass and damping
/// are made symmetric.
/// @throws InputError bodies that are dry or inside each other, too much memory @throws SimulationError
hydro::HydroData compute(const ComputeRequest& request, ComputeReport* report = nullptr, const Progress& progress = {});

/// Warns if an identity of the solution is violated by 5 % or more, mean drift by 3 %.
void check_identities(const ComputeReport& report, const Origin& origin, Diagnostics& diagnostics);

/// Fields at one frequency: pressures on the bodies, elevation around them, far-field waves.
struct Fields {
  double omega = 0.0;  ///< [rad/s]
  std::vector<std::string>
      columns;  ///< "float heave" ... per unit of the motion, "heading 0 deg" per metre of amplitude
  std::vector<std::array<Vector3, 4>> cells;  ///< a quadrilateral around each node
  std::vector<int> body;                      ///< of each cell
  Eigen::MatrixXcd pressure;                  ///< cells x columns, / (rho g) [m/m, m/rad]: hydrodynamic, lead phase
  Eigen::Index along = 0;                     ///< grid of the free surface: x fastest
  Eigen::Matrix3Xd water;                     ///< its points
  Eigen::MatrixXcd elevation;                 ///< points x columns [m/m, m/rad]; NaN inside bodies
  VectorX theta;                              ///< [rad]
  Eigen::MatrixXcd kochin;  ///< theta x columns: a(theta) of the waves far away, sqrt(2/(pi k r)) e^{-i(k r - pi/4)} a
};

/// @param extent  of the free surface beyond the bodies [m]; 0: one wavelength   @param points  along x
Fields compute_fields(const ComputeRequest& request, double omega, double extent = 0.0, int points = 61);
/// Mesh, pressures and elevation as XDMF (version 3, values in the text), for ParaView.
void write_xdmf(const Fields& fields, const std::filesystem::path& file);

/// Largest memory needed [bytes]; `direct`: including the normal equations.
double memory_needed(double nodes, double orbits, double interior, double parts, int at_once, bool direct);

}  // namespace swell::bem

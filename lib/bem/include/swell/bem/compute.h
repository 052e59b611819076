/// From bodies to hydrodynamic data: the whole calculation.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "swell/bem/solver.h"
#include "swell/bem/surface.h"
#include "swell/hydro/hydro_data.h"

namespace swell::bem {

struct ComputeBody {
  std::string name;
  std::vector<Element> elements;  ///< wetted surface, world axes
  Vector3 cg = Vector3::Zero();   ///< moments are about it [m]
};

struct ComputeRequest {
  std::vector<ComputeBody> bodies;
  std::optional<double> depth;       ///< [m]; absent: infinite
  double density = 1025.0;           ///< [kg/m3] written to the file; coefficients do not depend on it
  double gravity = kGravity;         ///< [m/s2]
  std::vector<double> omega;         ///< [rad/s] ascending, above 0
  std::vector<double> heading{0.0};  ///< [deg] ascending
  bool remove_irregular = true;
  bool use_symmetry = true;
  bool kernels = true;  ///< impulse responses too
  int threads = 0;      ///< 0: all cores
};

/// How good a solution is, by its own identities; each the worst over the frequencies.
struct ComputeReport {
  Eigen::Index unknowns = 0, interior = 0;
  Eigen::Index orbits = 0;  ///< unknowns of one system, by symmetry fewer
  Symmetry::Kind symmetry = Symmetry::Kind::none;
  double memory = 0.0;  ///< [bytes] at most at once
  double seconds_set_up = 0.0, seconds_solve = 0.0;
  double haskind = 0.0;      ///< excitation by Haskind's relation against that by pressure, of the largest
  double reciprocity = 0.0;  ///< added mass and damping matrices from symmetric, of the diagonal
  double energy = 0.0;       ///< damping by the energy of the waves that go out against that by pressure
  double volume = 0.0;       ///< displaced volume by x, y and z
};

/// Solves every frequency, added mass at infinite and (infinite depth) zero frequency too, and fills a HydroData as a
/// BEM reader would: hydrostatics, radiation, excitation by pressure with its Froude-Krylov and scattering parts,
/// kernels. Added mass and damping are made symmetric.
/// @throws InputError  bodies that are dry or inside each other, memory beyond the machine   @throws SimulationError
hydro::HydroData compute(const ComputeRequest& request, ComputeReport* report = nullptr, const Progress& progress = {});

/// What it will need at most [bytes].
double memory_needed(double nodes, double orbits, double interior, double parts, int at_once);

}  // namespace swell::bem

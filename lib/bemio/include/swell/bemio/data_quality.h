/// Measures whether hydrodynamic coefficients obey the physics that they come from, and repairs what can be repaired.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "swell/bemio/processing.h"
#include "swell/hydro/hydro_data.h"

namespace swell::bemio {

enum class Verdict { good, doubtful, bad, not_applicable };

/// One test of one quantity; the worst place decides.
struct Finding {
  std::string test;  ///< short name: "passivity"
  Verdict verdict = Verdict::good;
  double number = 0.0;          ///< what was measured
  std::string unit;             ///< of the number: "% of the diagonal"
  std::string body;             ///< worst body, where it has one
  std::string dof;              ///< worst dof: "surge-pitch"
  std::optional<double> omega;  ///< [rad/s] where
  std::string sentence;         ///< what that means and what to do
};

struct QualityOptions {
  std::optional<double> peak_period;  ///< [s] of the sea that the data shall serve (Pierson-Moskowitz)
  std::vector<double> mass;           ///< [kg] per body, to be compared with the displaced volume
  std::optional<double> kernel_time;  ///< [s] where the kernel must have decayed; absent: the end of the file's kernel
  CleanOptions clean;
};

/// Every test, in a fixed order; see theory/numerics/bemio.md for each quantity and its limits.
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

/// A_inf as the Kramers-Kronig relation gives it from the damping, at the midpoints between the frequencies: exact for
/// damping that is piecewise linear, 0 beyond the data and a line from 0 below it. Pairs of omega and A_inf.
/// Source: [Ogilvie1964], A(omega) - A(inf) as a principal value; theory/numerics/bemio.md 4.
std::vector<std::pair<double, double>> ogilvie_infinite(const hydro::HydroData& data, std::size_t body, int row,
                                                        int column);

/// "surge", "mode 2"; for a column of another body "spar heave".
std::string dof_name(int dof);

}  // namespace swell::bemio

/// WAMIT's main output as it stands in the file, before scaling.
#pragma once

#include <complex>
#include <optional>
#include <string>
#include <vector>

#include "files/text_file.h"
#include "swell/base/vector.h"

namespace swell::bemio {

struct WamitRadiation {
  int i, j;  ///< from 1
  double A, B;
};
struct WamitForce {
  int i;  ///< from 1
  double heading;
  std::complex<double> value;
};
struct WamitBlock {
  enum class Kind { finite, zero_frequency, infinite_frequency };
  Kind kind = Kind::finite;
  double period = 0.0;  ///< [s]
  long line = 0;
  std::vector<WamitRadiation> radiation;
  std::vector<WamitForce> haskind, diffraction, momentum, control_surface, pressure;
};
struct WamitBody {
  Vector3 origin = Vector3::Zero();  ///< XBODY YBODY ZBODY
  double rotation = 0.0;             ///< PHIBODY [deg]
  Vector3 volumes = Vector3::Zero();
  Vector3 cb = Vector3::Zero(), cg = Vector3::Zero();  ///< relative to the origin
  Matrix6 C = Matrix6::Zero();
  int stiffness_rows = 0;
  bool has_volume = false;
};
struct WamitOut {
  std::vector<std::string> names;
  std::vector<WamitBody> bodies;
  std::vector<WamitBlock> blocks;
  std::optional<double> gravity, density, depth;
  double length = 1.0;
  int dof = 0;                        ///< largest dof number in any row
  std::size_t periods_announced = 0;  ///< finite ones, in the list at the head of the run
  int drift_not_a_number = 0, bidirectional_drift = 0;
  bool second_order = false;  ///< quadratic transfer functions stand in it, which the .12 files hold in numbers
};

/// @param keep_gaps  coefficients of a finite period may be no numbers: they come as NaN
/// @throws InputError with every mistake found
void scan_wamit_out(const TextFile& file, WamitOut& out, bool keep_gaps = false);

}  // namespace swell::bemio

/// User input for the sea: plain structs, angles in radians. make_sea_state() checks all at once and refers to the keys
/// of `source` (height, bins.range, ...) if the case has named them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "swell/base/parameter.h"
#include "swell/base/vector.h"
#include "swell/waves/bins.h"
#include "swell/waves/random.h"
#include "swell/waves/spectrum.h"
#include "swell/waves/spreading.h"

namespace swell::waves {

/// No waves. The period, if given, selects the constant radiation coefficients.
struct StillWater {
  std::optional<double> period;  ///< [s]
  Source source{};
};

struct RegularWave {
  double height = 0.0;     ///< crest to trough [m]
  double period = 0.0;     ///< [s]
  double direction = 0.0;  ///< of travel [rad]
  double phase = 0.0;      ///< [rad]; 0: a crest is at the origin at t = 0
  Source source{};
};

struct IrregularWave {
  SpectrumShape spectrum = SpectrumShape::pierson_moskowitz;
  double significant_height = 0.0;    ///< Hs [m]
  double peak_period = 0.0;           ///< Tp [s]
  std::optional<double> gamma = 3.3;  ///< jonswap; absent: jonswap_gamma()
  Directions directions = DirectionList{};
  std::optional<std::uint32_t> seed;           ///< absent: number of this sea in the list, from 1
  std::vector<double> phase;                   ///< [rad] of the components, direction fastest; empty: random
  std::optional<std::size_t> count;            ///< frequencies (times directions gives components); absent: by method
  std::optional<BinMethod> bins;               ///< absent: by WaveChoices
  std::optional<double> omega_min, omega_max;  ///< [rad/s] narrows the frequency range
  Source source{};
};

/// Spectrum from a table. With phases each row is a component; without, the rows are joined by straight lines and
/// binned.
struct ImportedSpectrum {
  std::vector<double> frequency;  ///< ascending [Hz]
  std::vector<double> spectrum;   ///< [m^2/Hz]
  std::vector<double> phase;      ///< [rad], empty: random
  Directions directions = DirectionList{};
  std::optional<std::uint32_t> seed;
  std::optional<std::size_t> count;
  std::optional<BinMethod> bins;
  Source source{};
};

/// Frequency spectrum with its own spreading at every frequency.
struct FullDirectionalSpectrum {
  std::vector<double> frequency;  ///< nF, ascending [Hz]
  std::vector<double> direction;  ///< nD, ascending [rad]
  std::vector<double> spectrum;   ///< nF [m^2/Hz]
  MatrixX spread;                 ///< nF x nD [1/rad], each row integrates to 1
  std::optional<std::uint32_t> seed;
  Source source{};
};

/// Use of an imported elevation.
enum class ElevationRoute {
  components,        ///< Fourier components of the record: valid at every body's place, with kinematics
  excitation_kernel  ///< the force is the convolution of the raw record with the excitation kernel (WEC-Sim)
};

/// A measured elevation. Beyond the record, the Fourier sum repeats it and the raw record keeps its end values.
struct ImportedElevation {
  std::vector<double> time;             ///< ascending [s]
  std::vector<double> elevation;        ///< [m]
  double direction = 0.0;               ///< of travel [rad]
  double x = 0.0, y = 0.0;              ///< place of the measurement [m]
  std::optional<ElevationRoute> route;  ///< absent: by WaveChoices
  bool only_in_range = false;           ///< drop components outside the frequency range
  Source source{};
};

using WaveSpec =
    std::variant<StillWater, RegularWave, IrregularWave, ImportedSpectrum, FullDirectionalSpectrum, ImportedElevation>;

}  // namespace swell::waves

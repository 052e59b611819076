/// The seas of a case. One variant per `type`, so that each has exactly its own keys.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <variant>
#include <vector>

#include "swell/base/parameter.h"
#include "swell/waves/wave_spec.h"

namespace swell::model {

// What needs no file is the waves' own: `type: none` and `type: regular` (reading turns `amplitude` into height and
// `frequency` into period), and every enumeration.
using waves::BinMethod;
using waves::ElevationRoute;
using waves::RandomStream;
using waves::RegularWave;
using waves::SpectrumShape;
using waves::SpreadingShape;
using waves::StillWater;

struct Automatic {};

/// waves.bins: how the spectrum is cut into components. Absent: the BEM range; 500 bins (traditional: 1000).
struct Bins {
  std::optional<BinMethod> method;
  std::optional<int> count;
  std::optional<std::array<double, 2>> range;  ///< [rad/s]
  Source source;
};

/// waves.spread, first form: share of the energy for each entry of `direction`; empty = all in the first.
/// Second form, {type, s | n | deviation, count, width}: a spreading function about the (single) direction.
struct SpreadingFunction {
  SpreadingShape shape = SpreadingShape::cos_2s;
  double s = 10.0;                        ///< cos-2s: D ~ cos^{2s}((theta - theta_0)/2)
  double n = 2.0;                         ///< cos-n: D ~ cos^n(theta - theta_0)
  double deviation = 30.0 * kPi / 180.0;  ///< [rad] wrapped-normal (YAML: degrees)
  int count = 36;                         ///< directions
  double width = 2.0 * kPi;               ///< [rad] sector that the directions cover (YAML: degrees)
  std::vector<double> directions;         ///< [rad] explicit directions instead of count and width
  Source source;
};
using Spreading = std::variant<std::vector<double>, SpreadingFunction>;

/// Random phases.
struct RandomPhases {
  std::optional<std::uint64_t> seed;  ///< absent: the sea's place in the list, under `reproduce: wec-sim` 1
  std::optional<RandomStream> stream;
};

/// type: irregular.
struct IrregularWave {
  SpectrumShape spectrum = SpectrumShape::pierson_moskowitz;
  double significant_height = 0.0;              ///< [m]
  double peak_period = 0.0;                     ///< [s]
  std::variant<Automatic, double> gamma = 3.3;  ///< of jonswap; automatic: from peak_period/sqrt(significant_height)
  std::vector<double> direction = {0.0};        ///< [rad] (YAML: degrees)
  Spreading spread;
  RandomPhases random;
  std::vector<double> phases;  ///< [rad] one per component instead of random ones; empty: random
  Bins bins;
  Source source;
};

/// type: imported-spectrum. Columns: frequency [Hz], density [m^2/Hz], optional phase [rad].
struct ImportedSpectrum {
  std::filesystem::path file;
  std::vector<double> direction = {0.0};  ///< [rad] (YAML: degrees)
  Spreading spread;
  RandomPhases random;
  Source source;
};

/// type: directional-spectrum. First row: a corner value, then directions [deg]; further rows: frequency [Hz], then the
/// directional density [m^2/(Hz rad)] for each direction.
struct DirectionalSpectrum {
  std::filesystem::path file;
  RandomPhases random;
  Source source;
};

/// type: imported-elevation. Columns: time [s], elevation at the origin [m].
struct ImportedElevation {
  std::filesystem::path file;
  double direction = 0.0;  ///< [rad] (YAML: degrees)
  ElevationRoute method = ElevationRoute::components;
  Source source;
};

using Wave =
    std::variant<StillWater, RegularWave, IrregularWave, ImportedSpectrum, DirectionalSpectrum, ImportedElevation>;

/// The word of `type`.
const char* type_name(const Wave& wave);
/// Where a sea and its keys were written.
const Source& source_of(const Wave& wave);

}  // namespace swell::model

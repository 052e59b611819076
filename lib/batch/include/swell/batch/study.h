/// A study: one case and what is varied in it. Plain data, filled by read_study() or by hand.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "swell/base/error.h"
#include "swell/base/parameter.h"

namespace swell::model {
class CaseTemplate;
}

namespace swell::batch {

/// One thing that is varied: rows of values for its keys. Lists, ranges, zipped lists, tables, samples and scatter
/// tables all end as this. A study's conditions are the product of its axes, the last axis running fastest.
struct Axis {
  std::vector<std::string> keys;               ///< paths as --set takes them: "waves.height", "ptos.PTO1.damping"
  std::vector<std::vector<std::string>> rows;  ///< values as --set takes them, one per key
  std::vector<double> probability;             ///< of each row; empty: the axis has none
  bool of_waves = false;                       ///< the corner of a scatter table names single waves (H/T)
};

/// seeds.until: replicates are added until the confidence interval of a quantity's mean is narrow enough.
struct ConfidenceTarget {
  std::string quantity = "power";  ///< "power" (all PTOs), or a statistic: "bodies.float.position.heave.std"
  double relative = 0.05;          ///< half width of the interval / mean
  double confidence = 0.95;
  int least = 3;  ///< replicates before the first judgement
  int most = 50;  ///< replicates at which it ends in any case
  int add = 2;    ///< replicates between two judgements
};

/// Random phases. Derived seeds are case_seed() of cases.h.
struct Seeds {
  bool derived = true;  ///< false: the case file's own seed (seeds: base)
  int count = 1;        ///< replicates of each condition
  std::optional<ConfidenceTarget> until;
};

/// lengthen: a run goes on until the confidence interval of a series' mean, from the means of consecutive blocks, is
/// narrow enough; simulation.duration is the longest it may take.
struct LengthTarget {
  std::string quantity = "power";  ///< "power" (all PTOs) or a column: "bodies.float.position.heave"
  double relative = 0.05;
  double confidence = 0.95;
  double block = 100.0;  ///< [s]; several times the memory of the response
  int least = 5;         ///< blocks
};

/// What is kept of every case.
struct Keep {
  std::filesystem::path file;  ///< absolute; empty: <study>.h5
  std::vector<std::string> statistics = {"wave.elevation", "bodies.*.position", "ptos.*.position", "ptos.*.velocity",
                                         "ptos.*.force",   "ptos.*.power",      "moorings.*"};
  std::optional<double> from;        ///< [s] statistics begin here; absent: at the end of the ramp
  bool whole_periods = true;         ///< in a regular wave the window is a whole number of periods, at the end
  std::vector<std::string> spectra;  ///< patterns of datasets
  double spectrum_segment = 100.0;   ///< [s] of Welch's method
  std::vector<std::string> series;   ///< patterns of datasets whose rows are kept
};

/// Of the conversion of mean absorbed into mean electrical power. One of the three forms.
struct Efficiency {
  double number = 1.0;                           ///< where neither of the tables is given
  std::vector<double> shares, of_share;          ///< over mean absorbed power / rated power, ascending
  std::vector<double> heights, periods;          ///< [m] [s] ascending; the period is that of the study's axis
  std::vector<std::vector<double>> of_sea = {};  ///< rows of heights
};

/// How power is summed up.
struct PowerSpec {
  std::vector<std::string> ptos;       ///< names; empty: all
  std::string height_key, period_key;  ///< of the matrix; empty: the keys of the sea among the axes
  double hours = 8766.0;               ///< in a year
  std::optional<double> width;         ///< [m] of the device: gives the capture width ratio
  double confidence = 0.95;
  std::optional<double> rated_power;     ///< [W] of the electrical power
  std::optional<Efficiency> efficiency;  ///< absent: 1
};

struct Study {
  std::filesystem::path base;  ///< the case file, absolute
  std::optional<Parameter>
      base_tree;                 ///< the case itself, instead of the file (its relative paths are relative to `base`)
  std::vector<std::string> set;  ///< key=value for every case
  std::uint64_t seed = 1;
  std::vector<Axis> axes;
  Seeds seeds;
  std::optional<LengthTarget> lengthen;
  Keep keep;
  PowerSpec power;

  std::filesystem::path file;  ///< the study file; empty when filled by hand
  std::string text;
  Parameter tree;  ///< as it was read, with the places of its keys; empty when filled by hand
  /// The base case as read_study read it: what is edited later is not part of the study. Null when filled by hand.
  std::shared_ptr<const model::CaseTemplate> read_base;
  std::vector<Diagnostic> warnings;
};

/// Reads a study and expands its axes.
/// @param set  further key=value for every case, after the study's own
/// @throws InputError with every mistake
Study read_study(const std::filesystem::path& file, const std::vector<std::string>& set = {});
/// The same from a tree (a program's own), paths relative to the folder of `file`.
Study read_study(const Parameter& tree, const std::filesystem::path& file, const std::vector<std::string>& set = {});

/// The results file: keep.file, else <study>.h5.
std::filesystem::path results_file(const Study& study);

}  // namespace swell::batch

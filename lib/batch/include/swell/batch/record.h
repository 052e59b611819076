/// What is known of a case once it has run, and its way into bytes.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "swell/assembly/series.h"
#include "swell/base/error.h"

namespace swell::batch {

/// A number that there is not: of a case that is not done, of a column that it has not.
constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

enum class Status {
  done,
  failed,      ///< the simulation could not go on
  wrong,       ///< the case file or its values are wrong
  ended,       ///< simulation.stop ended it before its end: statistics until then, and no power
  implausible  ///< it ran, with a power that no device has: it counts only where the reader allows it
};
const char* name_of(Status status);

/// One column of the results: "ptos.PTO1.power", "bodies.float.position.heave".
struct Quantity {
  std::string path;   ///< of the dataset, "/ptos/PTO1/power"
  std::string label;  ///< of the column, "" for a single one
  std::string unit;
  std::string port = {};  ///< the same by the words of connections, "PTO1.power"
  /// With dots: "ptos.PTO1.power", "bodies.float.position.heave".
  std::string name() const;
};
/// The columns of a dataset.
std::vector<Quantity> columns_of(const assembly::Series& series);
/// The column of that name, in the address language of swell/assembly/series.h. Columns of a dataset follow each other.
std::optional<std::size_t> find_column(const std::string& word, const std::vector<Quantity>& columns);
/// The remedy for a word that names none.
std::string column_hint(const std::string& word, const std::vector<Quantity>& columns);
/// Shared by the records that have the same columns.
using Quantities = std::shared_ptr<const std::vector<Quantity>>;

/// Of one column over the window. Energy: integral over the window, for power.
struct ColumnStatistics {
  double mean = 0.0, deviation = 0.0, minimum = 0.0, maximum = 0.0;
};

/// Density over frequency of one column, by Welch's method.
struct Spectrum {
  Quantity quantity;
  std::vector<double> frequency;  ///< [Hz]
  std::vector<double> density;    ///< [unit^2/Hz]
};

/// Rows of one dataset, row by row.
struct KeptSeries {
  std::string path, unit, description;
  std::vector<std::string> labels;
  std::size_t width = 1;
  std::vector<double> values;
};

struct CaseRecord {
  std::uint64_t key = 0;  ///< what makes the case: case_key() of run_batch.h
  Status status = Status::done;
  std::string message;               ///< why not done
  std::vector<Diagnostic> warnings;  ///< what `swell run` says of the case
  bool random = false;               ///< a sea has random phases: another seed gives another power
  std::vector<std::string> seeds;    ///< overrides that set the derived seeds: "waves.seed=123"
  double simulated = 0.0;            ///< [s]
  double from = 0.0;                 ///< [s] where the window begins
  double window = 0.0;               ///< [s] that the statistics cover
  double wave_power = 0.0;           ///< [W/m]
  double power = 0.0;                ///< [W] mean of the PTOs of the study's power
  double wind_power = 0.0;           ///< [W] part of power from rotors, not in the capture width
  double energy = 0.0;               ///< [J] power x window
  double power_deviation = 0.0;      ///< [W] standard deviation of the sum of these PTOs over the window
  double power_maximum = 0.0;        ///< [W] its greatest value
  double power_variance = kNone;     ///< [W^2] of the mean power, from the means of consecutive blocks of the window
  double power_blocks = 0.0;         ///< their number
  double linear_power = kNone;       ///< [W] of the same PTOs by the frequency domain; of a first replicate in a matrix
  Quantities quantities;
  std::vector<ColumnStatistics> statistics;  ///< one per quantity
  std::vector<Spectrum> spectra;
  std::vector<double> time;  ///< [s] of the kept series
  std::vector<KeptSeries> series;
  bool lengthened = true;  ///< false: study.lengthen had not reached its interval when the run ended
  /// The verdict may be another next time although the inputs are the same (memory ran out): it is not
  /// used again.
  bool transient = false;
  double wall = 0.0;  ///< [s]; not part of the results file, which is the same for every run
};

/// A statistic by its name: "power", "bodies.float.position.heave.std", "ptos.PTO1.power.mean"; NaN when there is none.
double statistic_of(const CaseRecord& record, const std::string& quantity);
/// The name of a column's statistic without its last word; empty when that is no statistic.
std::string column_of_statistic(const std::string& quantity);
/// The remedy for a word that names no statistic of these columns.
std::string statistic_hint(const std::string& word, const std::vector<Quantity>& columns);

std::string to_bytes(const CaseRecord& record);
/// Reads what to_bytes wrote. @throws std::exception when the bytes are damaged or of another version of Swell
CaseRecord from_bytes(const std::string& bytes);

}  // namespace swell::batch

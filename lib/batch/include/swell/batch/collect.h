/// Statistics of a run while it runs: what a batch keeps of a case.
#pragma once

#include <cmath>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "swell/batch/record.h"
#include "swell/batch/study.h"
#include "swell/run/run.h"
#include "swell/run/time_mean.h"

namespace swell::batch {

/// Welch's method: Hann window, half overlap, mean removed, one-sided density (its integral over frequency
/// is the variance). @param values samples at `step` [s]   @param segment [s]; shortened to the record
/// Source: [Welch1967].
void welch(const std::vector<double>& values, double step, double segment, std::vector<double>& frequency,
           std::vector<double>& density);

/// Quantile of Student's t: P(|T| <= t) = confidence with `degrees` degrees of freedom (any positive number).
double student_t(double confidence, double degrees);

/// The take-off whose power the dataset is; empty: it is something else.
std::string take_off_of(const assembly::Series& series);
/// Whether the tables of the cases have its columns: by results.statistics, as a power, or as what lengthen looks at.
bool has_statistics(const Study& study, const assembly::Series& series);

/// Mean over the samples after `from`, each standing for the time since the last; extremes among them. Of the power of
/// take-offs and its parts the mean is that of the accepted points, whatever the rows are.
class Collector {
 public:
  /// @param start, end  of the run [s]   @param ramp [s]   @param rotors  names of take-offs of the wind
  Collector(const Study& study, const run::CaseRun& run, double start, double end, double ramp,
            const std::set<std::string>& rotors = {});

  /// Takes the current row. @returns false when the run may end (study.lengthen)
  bool row(double time);
  /// At an accepted point (CaseRun::run).
  void point(double time);
  const run::Window& window() const { return window_; }
  /// [s] that the averages cover: of power by the accepted points, of anything else by the rows.
  double span() const;
  bool has_power() const { return !powers_.empty(); }
  /// [W] mean of all take-offs of the waves, counted or not; rotors are left out.
  double absorbed() const;
  /// Fills the record's numbers.
  void finish(CaseRecord& record) const;

 private:
  struct Column {
    std::size_t series = 0, entry = 0;
    Quantity quantity;
    bool power = false;     ///< counts for the case's power
    bool take_off = false;  ///< power of a take-off, counted or not
    bool wind = false;      ///< of a rotor
    double first = 0.0, sum = 0.0, squares = 0.0, minimum = 0.0, maximum = 0.0;
  };
  /// Power, or a part of it, at the accepted points.
  struct Power {
    std::size_t column = 0;
    run::Pieces pieces = {};
    run::TimeMean mean = {};
    double minimum = HUGE_VAL, maximum = -HUGE_VAL;
  };
  struct Buffer {
    std::size_t series = 0, width = 0;
    std::vector<double> values;
  };

  const Study& study_;
  const run::CaseRun& run_;
  run::Window window_;
  double from_ = 0.0, previous_ = 0.0, weight_ = 0.0;
  bool begun_ = false;
  std::vector<Column> columns_;
  std::vector<Power> powers_;
  run::AcceptedSteps steps_;
  /// Sum of the take-offs that count.
  struct {
    double first = 0.0, sum = 0.0, squares = 0.0, maximum = -HUGE_VAL;
  } total_;
  double mean_of(std::size_t column) const;
  std::vector<double> blocks_of_power() const;
  std::vector<Buffer> kept_, spectra_;  ///< rows of the whole run; rows of the window
  std::vector<double> time_, window_time_;
  /// Means of consecutive blocks of time.
  struct Blocks {
    double length = 0.0;  ///< [s]
    double sum = 0.0, weight = 0.0;
    std::vector<double> means = {};
    /// @returns whether a block is full now
    bool add(double weight_of_value, double value);
  };
  Blocks of_power_, of_target_;                        // the second for study.lengthen
  std::size_t target_ = static_cast<std::size_t>(-1);  // column, or none: power
  bool content_ = false;
};

}  // namespace swell::batch

/// What the summary says of a run: ranges of the bodies and power of the PTOs over its second half, from the recorded
/// rows as they pass.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "build.h"
#include "swell/case/run.h"

namespace swell::model {

class Response {
 public:
  Response(const Model& model, const BuiltCase& built, const system::System& system);

  void row(double time, const system::System& system);
  /// Fills in bodies and PTOs; in a regular wave a note where the two halves of the window differ.
  void finish(RunSummary& summary) const;
  /// A mean power that the sea cannot mean, as a sentence.
  std::optional<std::string> implausible_power() const;
  /// Of a run that has diverged: a sentence per PTO that has put energy into the motion, each begun with "; ".
  std::string drivers() const;

 private:
  /// Of one span of time.
  struct Range {
    double minimum[6] = {HUGE_VAL, HUGE_VAL, HUGE_VAL, HUGE_VAL, HUGE_VAL, HUGE_VAL};
    double maximum[6] = {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL, -HUGE_VAL, -HUGE_VAL, -HUGE_VAL};
    void add(const double* position);
    double amplitude(std::size_t i) const { return 0.5 * (maximum[i] - minimum[i]); }
  };
  struct Mean {
    double sum = 0.0, first = 0.0, last = 0.0;
    long rows = 0;
    void add(double power);
    double value() const;  ///< by the trapezoidal rule
  };
  /// Mean and standard deviation, about the first value so that a place far from the origin costs no digits.
  struct Moments {
    double first = 0.0, sum = 0.0, squares = 0.0;
    long rows = 0;
    void add(double value);
    double mean() const;
    double deviation() const;
  };
  struct BodyRange {
    int series;
    std::string name;
    Range whole, half[2];
    Moments moments[6] = {};
  };
  struct PtoPower {
    int series;
    int width;
    std::string name;
    double peak = 0.0;
    double net = 0.0, gross = 0.0;  // sums of all rows from the start, power and its size [W]
    Mean whole, half[2];
    std::vector<std::pair<int, std::string>> parts = {};  // series, name
    std::vector<Mean> part = {};
  };
  std::string unsteady() const;
  std::optional<double> peak_period() const;

  double from_ = 0.0;
  /// In a regular wave the first of two spans of as many whole periods ends and the second begins here [s].
  std::optional<double> end_of_first_, begin_of_second_;
  std::vector<BodyRange> bodies_;
  std::vector<PtoPower> ptos_;
  double wave_power_ = 0.0;
  // Of irregular seas: the elevation in the window.
  int elevation_ = -1;
  double row_step_ = 0.0, expected_peak_ = 0.0;  // [s], [rad/s]
  std::vector<double> surface_;
};

}  // namespace swell::model

/// What the summary says of a run: ranges of the bodies and power of the PTOs over its averaging window (window.h),
/// from the recorded rows as they pass; means of power and extremes of the motions from the accepted points, so that
/// they do not depend on the rows.
#pragma once

#include <cmath>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "swell/analysis/statistics.h"
#include "swell/assembly/built_case.h"
#include "swell/run/run.h"
#include "swell/run/time_mean.h"
#include "swell/run/window.h"

namespace swell::run {

/// [s] from t = 0 on in which waves and current grow; 0 in still water.
double ramp_of_the_water(const model::Model& model);

class Response {
 public:
  /// @param begin  [s] of this run: its start, or where a restart goes on
  Response(const model::Model& model, const assembly::BuiltCase& built, const system::System& system, double begin);

  void row(double time, const system::System& system);
  /// At an accepted point (Integrator::watch): power, and the extremes between two of them, on the cubic through
  /// positions and velocities, which is the dense output. Allocates nothing.
  void point(double time);
  /// Fills in bodies and PTOs; in a regular wave a note where the two halves of the window differ.
  void finish(RunSummary& summary) const;
  /// That the averages, to the last accepted point, are of less than a wave, as a sentence.
  std::optional<std::string> less_than_one_wave() const;
  double absorbed() const;                                 ///< [W] mean of all PTOs but rotors
  double averaged() const { return last_point_ - from_; }  ///< [s] of that mean
  /// Of a run that has diverged: a sentence per PTO that has put energy into the motion, each begun with "; ".
  std::string drivers() const;

 private:
  /// Of one span of time.
  struct Range {
    double minimum[6] = {HUGE_VAL, HUGE_VAL, HUGE_VAL, HUGE_VAL, HUGE_VAL, HUGE_VAL};
    double maximum[6] = {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL, -HUGE_VAL, -HUGE_VAL, -HUGE_VAL};
    void add(const double* position, std::size_t count);
    void add(std::size_t entry, double value);
    double amplitude(std::size_t i) const { return 0.5 * (maximum[i] - minimum[i]); }
  };
  /// Mean and standard deviation, about the first value so that a place far from the origin costs no digits.
  struct Moments {
    double first = 0.0, sum = 0.0, squares = 0.0;
    long rows = 0;
    void add(double value);
    double mean() const;
    double deviation() const;
  };
  /// Of a body, or of the amplitude of a generalised mode ("barge.mode1", one entry).
  struct BodyRange {
    int series;
    std::string name;
    std::size_t entries = 6;
    Range whole, half[2];
    Moments moments[6] = {};
    const double *displacement = nullptr, *velocity = nullptr;          // of the system, at the point it is at
    double design[3] = {};                                              // [m] position less displacement
    double last[6] = {}, last_rate[6] = {}, now[6] = {}, rate[6] = {};  // at the last accepted point and at this one
  };
  struct PtoPower {
    int series = -1;
    int width = 0;
    std::string name = {};
    double peak = 0.0;
    double net = 0.0, gross = 0.0;  // energy from the start, of power and of its size [J]
    Pieces pieces = {};
    TimeMean whole = {}, half[2] = {};
    struct Part {
      int series = -1;
      std::string name = {};
      Pieces pieces = {};
      TimeMean mean = {};
    };
    std::vector<Part> parts = {};
    std::vector<TimeMean> blocks = {};  ///< of a random sea: consecutive parts of the window
  };
  void power_at(double time);
  double recorded_sum(int series, int width) const;
  std::string unsteady() const;
  std::optional<double> half_width(const std::vector<const PtoPower*>& together) const;
  void between_points(BodyRange& body, double from, double to) const;
  std::optional<double> peak_period() const;

  const system::System* system_;
  AcceptedSteps steps_;
  double last_point_ = HUGE_VAL;  ///< [s]
  bool placed_ = false;           ///< the design positions are known: from the first row on
  Window window_;
  double from_ = 0.0, last_ = -HUGE_VAL;  ///< [s] begin of the window; its last row so far
  /// In a regular wave the first of two spans of as many whole periods ends and the second begins here [s].
  std::optional<double> end_of_first_, begin_of_second_;
  std::vector<BodyRange> bodies_;
  std::set<std::string> rotors_;  // take-offs of the wind
  std::vector<PtoPower> ptos_;
  std::vector<PtoPower::Part> electrical_;  ///< power that components put into a load
  double wave_power_ = 0.0;
  std::optional<double> longest_period_;  ///< [s]
  // Of irregular seas: the elevation in the window.
  int elevation_ = -1;
  double row_step_ = 0.0, expected_peak_ = 0.0;  // [s], [rad/s]
  analysis::Record surface_;
};

/// CaseRun::longest_period
std::optional<double> longest_period_of(const waves::SeaState& sea);

}  // namespace swell::run

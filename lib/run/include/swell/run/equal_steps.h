/// Steps of one length without round-off that adds up.
#pragma once

namespace swell::run {

/// After n equal steps the time is that of the first plus n dt: the times of the rows of a run.
class EqualSteps {
 public:
  /// Where a step of `dt` from `now` ends. @param now  of the simulation [s]   @param dt  above 0 [s]
  double next(double now, double dt) {
    if (dt != dt_ || now != reached_) {
      dt_ = dt;
      from_ = now;
      count_ = 0;
    }
    return from_ + static_cast<double>(++count_) * dt_;
  }
  /// What the simulation came to.
  void reached(double time) { reached_ = time; }

 private:
  double dt_ = 0.0, from_ = 0.0, reached_ = 0.0;
  long count_ = 0;
};

}  // namespace swell::run

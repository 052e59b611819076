/// A case in the frequency domain: response amplitude operators, eigenmodes, mean power and deviations in a sea.
#pragma once

#include <complex>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "swell/assembly/shared_data.h"
#include "swell/base/vector.h"
#include "swell/model/model.h"

namespace swell::linear {

using MatrixXc = Eigen::MatrixXcd;

/// One column of a dataset of the results: "/bodies/float/position" heave.
struct Output {
  std::string path, label, units;
  std::string name() const { return label.empty() ? path : path + " " + label; }
};

/// Mean power that a take-off absorbs per square of the wave's amplitude, by frequency; NaN where its force is driven
/// by something that is held as at rest.
struct PowerOperator {
  std::string pto;
  std::vector<double> power;  ///< [W/m^2]
};

struct Response {
  std::vector<double> omega;  ///< [rad/s] ascending
  std::vector<Output> outputs;
  MatrixXc operators;  ///< (outputs, omega) per metre of amplitude; leads by the argument, factor exp(i omega t)
  std::vector<PowerOperator> power;
  std::vector<std::string> notes;  ///< what is not in it
};

struct Mode {
  double omega = 0.0;    ///< [rad/s] damped
  double damping = 0.0;  ///< ratio to critical; negative: unstable
  /// One output of position in the motion of the mode.
  struct Part {
    std::string name;
    double amplitude = 0.0;  ///< relative to the largest
    double phase = 0.0;      ///< [rad] ahead of the largest: 0 moves with it, pi against it
  };
  std::vector<Part> shape;  ///< the largest first
  double period() const;    ///< [s]
};

/// What follows in a sea of components: deviations and mean power.
struct InSea {
  std::vector<double> deviation;  ///< (outputs) standard deviation
  std::vector<double> amplitude;  ///< (outputs) of the response where the sea is one regular wave, else empty
  std::vector<double> phase;      ///< (outputs) of the response to that wave [rad]
  std::vector<std::pair<std::string, double>> power;  ///< [W] by take-off; NaN as in PowerOperator
  std::vector<std::string> notes;  ///< what departs from its linear part by a tenth and more in motions of this size
};

/// A case to be asked at any frequency. Not thread-safe.
class LinearCase {
 public:
  /// @param shared  keeps what it computes for other cases; null: none
  /// @throws InputError for a case that cannot be assembled
  explicit LinearCase(const model::Model& model, assembly::SharedData* shared = nullptr);
  ~LinearCase();
  LinearCase(LinearCase&&) noexcept;

  /// Frequencies that the data of all bodies have [rad/s], computed where the case asks for it; without data 0.1 to 3.
  /// @throws InputError as the constructor
  std::pair<double, double> range() const;
  /// At these frequencies, ascending.
  Response response(const std::vector<double>& omega);
  /// Eigenmodes with a frequency in the given range; `omega` are where branches are looked at first.
  std::vector<Mode> modes(const std::vector<double>& omega);
  /// Why there is no response, as a sentence: one of these modes grows, or at the lowest of the frequencies [rad/s] a
  /// motion leaves the place of rest. Nothing where neither does.
  std::optional<std::string> instability(const std::vector<Mode>& modes, double lowest);
  /// In the sea of the case: regular waves at their own frequencies, spectra on 200 of their components at most.
  InSea in_sea();
  /// [W] mean power by take-off in the sea of the case; empty where the case is not linear: nonlinear loads of a tenth
  /// in motions of this size, a memory of its own, second-order loads, instability, or more than 100 states. Spectra
  /// are taken on 24 frequencies per octave, which the seas of one device share.
  std::vector<std::pair<std::string, double>> power_if_linear();

 private:
  struct Impl;
  InSea in_sea(bool grid);
  std::unique_ptr<Impl> impl_;
};

/// [rad] travel direction of the first sea of the case that has one; 0 otherwise.
double wave_direction(const model::Model& model);

/// `count` frequencies, equally spaced.
std::vector<double> frequencies(double from, double to, int count);

}  // namespace swell::linear

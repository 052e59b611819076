/// Frequency domain: response amplitude operators, eigenmodes, mean power and standard deviations in a sea.
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

/// Mean absorbed power of a take-off per square of the wave amplitude, by frequency; NaN where its force is driven by
/// something that is held as at rest.
struct PowerOperator {
  std::string pto;
  std::vector<double> power;  ///< [W/m^2]
};

struct Response {
  std::vector<double> omega;  ///< [rad/s] ascending
  std::vector<Output> outputs;
  MatrixXc operators;  ///< (outputs, omega) per metre of amplitude; the argument is a phase lead, factor exp(i omega t)
  std::vector<PowerOperator> power;
  std::vector<std::string> notes;  ///< effects that are not included
};

struct Mode {
  double omega = 0.0;    ///< [rad/s] damped
  double damping = 0.0;  ///< ratio to critical; negative: unstable
  /// Motion of one position output in the mode.
  struct Part {
    std::string name;
    double amplitude = 0.0;  ///< relative to the largest
    double phase = 0.0;      ///< [rad] lead of the largest: 0 in phase, pi in antiphase
  };
  std::vector<Part> shape;  ///< the largest first
  double period() const;    ///< [s]
};

/// Response in a sea of components: standard deviations and mean power.
struct InSea {
  std::vector<double> deviation;                      ///< (outputs) standard deviation
  std::vector<double> amplitude;                      ///< (outputs) of the response in one regular wave, else empty
  std::vector<double> phase;                          ///< (outputs) of the response to that wave [rad]
  std::vector<std::pair<std::string, double>> power;  ///< [W] by take-off; NaN as in PowerOperator
  std::vector<std::string> notes;  ///< effects that deviate from linear by a tenth or more in motions of this size
};

/// A case evaluated at any frequency. Not thread-safe.
class LinearCase {
 public:
  /// @param shared  cache of data shared with other cases; null: none
  /// @throws InputError for a case that cannot be assembled
  explicit LinearCase(const model::Model& model, assembly::SharedData* shared = nullptr);
  ~LinearCase();
  LinearCase(LinearCase&&) noexcept;

  /// Frequency range common to the data of all bodies [rad/s], computed if the case requires it; without data 0.1 to 3.
  /// @throws InputError as the constructor
  std::pair<double, double> range() const;
  /// At these frequencies, ascending.
  Response response(const std::vector<double>& omega);
  /// Eigenmodes with a frequency in the range of `omega`; `omega` are the first points of the search.
  std::vector<Mode> modes(const std::vector<double>& omega);
  /// Reason for the absence of a response, as a sentence: one of these modes grows, or a motion diverges
  /// without oscillation at the lowest frequency [rad/s]. Empty if stable.
  std::optional<std::string> instability(const std::vector<Mode>& modes, double lowest);
  /// Response in the sea of the case: regular waves at their frequencies, spectra with at most 200 of their components.
  InSea in_sea();
  /// [W] mean power by take-off in the sea of the case. Empty if the case is not linear: nonlinear loads of a tenth or
  /// more in motions of this size, components with memory, second-order loads, instability, or more than 100 states.
  /// Spectra use a grid of 24 frequencies per octave, shared by all seas of a device.
  std::vector<std::pair<std::string, double>> power_if_linear();

 private:
  struct Impl;
  InSea in_sea(bool grid);
  std::unique_ptr<Impl> impl_;
};

/// [rad] travel direction of the first sea with a direction; else 0.
double wave_direction(const model::Model& model);

/// `count` frequencies, equally spaced.
std::vector<double> frequencies(double from, double to, int count);

}  // namespace swell::linear

/// Interface of a component: terminals, states, residuals g(args, states, inputs, t) = 0 and state rates.
#pragma once

#include <cstddef>
#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "swell/network/domain.h"

namespace swell::network {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// Variable that a component's equations fix at a terminal, for the structural check.
enum class Imposes { nothing, over, through };

/// Connection to a node: one over and one through variable. Terminals with one name and different domains form one
/// terminal with several pairs (oil with heat): a connection joins each pair with the pair of its domain.
struct Terminal {
  std::string name;
  Domain domain = Domain::hydraulic;
  /// True when the component's own equations fix the level of the over variable (a capacity, a pressure source) and
  /// not only its difference from another terminal.
  bool anchored = false;
  Imposes imposes = Imposes::nothing;  ///< over: ideal pressure source; through: ideal flow source
  double initial = 0.0;                ///< first guess of the over variable
  double over_nominal = 0.0;           ///< scale; 0: that of the domain
  double through_nominal = 0.0;        ///< scale; 0: that of the domain
  double lower = -kInfinity;           ///< the over variable stays above this during Newton's iteration
  /// Pneumatic terminals: density of the gas at p_a [kg/m^3]; 0: that of the connected elements, air by default.
  double gas_density = 0.0;
};

/// A state or an internal unknown.
struct Variable {
  std::string name;
  std::string unit;
  double nominal = 1.0;  ///< scale, above 0
  double initial = 0.0;
  double lower = -kInfinity;
  double upper = kInfinity;
};

/// An input of the network from outside, or an output.
struct Signal {
  std::string name;
  std::string unit;
  double initial = 0.0;
  /// Input of the same component that is the time derivative of this one, if any: interpolation is then a cubic through
  /// both values and both derivatives, otherwise linear.
  std::string derivative = {};
  /// Valid range of an input. Values outside are reported once; `beyond` describes the component's reaction.
  double lower = -kInfinity, upper = kInfinity;
  std::string beyond = {};
};

/// Which derivatives `jacobian` fills; the others come from differences.
enum class Derivatives { none, arguments, all };

/// Range of a state in which the component's equations are valid. Outside, the run continues with a warning.
struct Validity {
  std::size_t state = 0;
  double lower = -kInfinity, upper = kInfinity;
  std::string below, above;  ///< problem and remedy, to follow "<component>: "
};

/// Description of a component, required before the first evaluation.
struct Spec {
  std::vector<Terminal> terminals;
  std::vector<Variable> internals;     ///< unknowns of this component alone, without memory
  std::vector<Variable> states;        ///< quantities with a rate
  std::vector<std::string> residuals;  ///< names of the equations, one per residual
  std::vector<Signal> inputs;
  std::vector<Signal> outputs;
  Derivatives derivatives = Derivatives::none;
  /// Pattern of derivatives, for components with many states: pairs of row (residuals, then rates) and column (over,
  /// through, internals, states). Empty: full. With a pattern the component must compute all derivatives.
  std::vector<std::pair<std::size_t, std::size_t>> pattern = {};
  std::vector<Validity> validity = {};
};

/// Values at which a component is evaluated; array lengths as in its Spec.
struct Point {
  double t;                ///< [s]
  const double* over;      ///< per terminal
  const double* through;   ///< per terminal, positive into the component
  const double* internal;  ///< per internal unknown
  const double* state;     ///< per state
  const double* input;     ///< per input
};

/// Dense block of derivatives, zero on entry to Component::jacobian. Row r is residual r; row `rate(k)` the rate of
/// state k.
class Jacobian {
 public:
  Jacobian(double* data, std::size_t terminals, std::size_t internals, std::size_t states, std::size_t residuals)
      : data_(data), nt_(terminals), ni_(internals), nr_(residuals), width_(2 * terminals + internals + states) {}
  std::size_t rate(std::size_t k) const { return nr_ + k; }
  double& over(std::size_t row, std::size_t k) { return data_[row * width_ + k]; }
  double& through(std::size_t row, std::size_t k) { return data_[row * width_ + nt_ + k]; }
  double& internal(std::size_t row, std::size_t k) { return data_[row * width_ + 2 * nt_ + k]; }
  double& state(std::size_t row, std::size_t k) { return data_[row * width_ + 2 * nt_ + ni_ + k]; }

 private:
  double* data_;
  std::size_t nt_, ni_, nr_, width_;
};

/// A component: immutable, pure, shared between threads. Its memory is the states, stored by the network.
class Component {
 public:
  virtual ~Component() = default;
  virtual Spec spec() const = 0;

  /// Residuals (zero at the solution) and the rates of the states [per s].
  virtual void evaluate(const Point& at, double* residual, double* rate) const = 0;
  /// Computes the derivatives that Spec::derivatives lists.
  virtual void jacobian(const Point& /*at*/, Jacobian& /*out*/) const {}
  /// Computes output values, one per Spec::outputs.
  virtual void outputs(const Point& /*at*/, double* /*value*/) const {}
  /// Returns the stored energy [J], for the energy audit.
  virtual double stored_energy(const Point& /*at*/) const { return 0.0; }
};

/// A component ready for a circuit. Functions of this library make it from checked parameters and throw InputError.
using Element = std::shared_ptr<const Component>;

}  // namespace swell::network

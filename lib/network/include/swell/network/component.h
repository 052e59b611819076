/// What a component of a network is: terminals, states, residuals g(args, states, inputs, t) = 0 and state rates.
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

/// What the equations of a component force upon one of its terminals, for the structural check.
enum class Imposes { nothing, over, through };

/// Where a component touches a node: one over and one through variable. Terminals of one name in different domains are
/// one terminal of several pairs (oil that carries heat): connections join each pair with its like.
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
  /// Of pneumatic terminals: density of the gas at p_a [kg/m^3]; 0: that of what it is joined to, air where nobody
  /// says.
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

/// An input from outside the network or an output to it.
struct Signal {
  std::string name;
  std::string unit;
  double initial = 0.0;
  /// Input of the same component that is the time derivative of this one, if any: then this one is interpolated by
  /// a cubic with both values and both derivatives, otherwise linearly.
  std::string derivative = {};
  /// Of an input: the values it is made for. Those beyond are reported once; `beyond` says what the component does.
  double lower = -kInfinity, upper = kInfinity;
  std::string beyond = {};
};

/// Which derivatives `jacobian` fills; the others come from differences.
enum class Derivatives { none, arguments, all };

/// Where a state leaves what the component's equations describe. The equations go on; people should know.
struct Validity {
  std::size_t state = 0;
  double lower = -kInfinity, upper = kInfinity;
  std::string below, above;  ///< what has happened and what helps, to follow "<component>: "
};

/// Everything the network must know before the first evaluation.
struct Spec {
  std::vector<Terminal> terminals;
  std::vector<Variable> internals;     ///< unknowns of this component alone, without memory
  std::vector<Variable> states;        ///< quantities with a rate
  std::vector<std::string> residuals;  ///< names of the equations, one per residual
  std::vector<Signal> inputs;
  std::vector<Signal> outputs;
  Derivatives derivatives = Derivatives::none;
  /// Where derivatives may be other than 0, for components with many states: pairs of a row (residuals, then rates) and
  /// a column (over, through, internals, states). Empty: everywhere. With it the component gives all derivatives
  /// itself.
  std::vector<std::pair<std::size_t, std::size_t>> pattern = {};
  std::vector<Validity> validity = {};
};

/// Values at which a component is evaluated; each pointer has the length that its Spec says.
struct Point {
  double t;                ///< [s]
  const double* over;      ///< per terminal
  const double* through;   ///< per terminal, positive into the component
  const double* internal;  ///< per internal unknown
  const double* state;     ///< per state
  const double* input;     ///< per input
};

/// Dense block of derivatives; zero when handed to Component::jacobian. Row r is residual r; row `rate(k)` is the
/// rate of state k.
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

/// A component: immutable, pure, shared between threads. Its memory is the states, which the network owns.
class Component {
 public:
  virtual ~Component() = default;
  virtual Spec spec() const = 0;

  /// Residuals (zero at the solution) and the rates of the states [per s].
  virtual void evaluate(const Point& at, double* residual, double* rate) const = 0;
  /// Derivatives as Spec::derivatives promises.
  virtual void jacobian(const Point& /*at*/, Jacobian& /*out*/) const {}
  /// Values for the outside, one per Spec::outputs.
  virtual void outputs(const Point& /*at*/, double* /*value*/) const {}
  /// Energy held [J], for the energy audit.
  virtual double stored_energy(const Point& /*at*/) const { return 0.0; }
};

/// A component ready to be added to a circuit, as the functions of this library make them from checked parameters;
/// they throw InputError.
using Element = std::shared_ptr<const Component>;

}  // namespace swell::network

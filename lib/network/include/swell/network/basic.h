/// Linear elements and ideal sources for any domain.
///
/// With e the over and f the through variable (positive into the component):
///   OverSource      e = value            (pressure, voltage, speed source)
///   ThroughSource   f + value = 0        (a positive value leaves the source)
///   Closed          f = 0                (plugged end, open circuit)
///   Resistance      f_0 + f_1 = 0,  e_0 - e_1 = R f_0
///   Capacity        C de/dt = f          (oil volume V/beta, capacitor to ground, mass, inertia)
///   Inertance       f_0 + f_1 = 0,  L df_0/dt = e_0 - e_1   (oil column, inductor, spring with L = 1/k)
///   Transformer     e_1 = n e_0,  f_0 = -n f_1              (gear, lever; lossless)
#pragma once

#include <functional>

#include "swell/network/component.h"

namespace swell::network {

/// What a source gives: a constant, or when `driven` the input "value", which is the constant as long as nobody
/// drives it; plus, when set, a function of time.
struct SourceValue {
  double constant = 0.0;
  std::function<double(double)> function = {};  ///< of t [s]; must be pure
  bool driven = false;
  double at(const Point& point) const;
};

/// Terminal "port". Ideal: fixes the over variable. A reservoir, a ground, a pressure source.
class OverSource final : public Component {
 public:
  OverSource(Domain domain, SourceValue value) : domain_(domain), value_(std::move(value)) {}
  OverSource(Domain domain, double value) : OverSource(domain, SourceValue{value}) {}
  Spec spec() const override;
  void evaluate(const Point& at, double* residual, double* rate) const override;
  void jacobian(const Point& at, Jacobian& out) const override;

 private:
  Domain domain_;
  SourceValue value_;
};

/// Terminal "port". Ideal: fixes the through variable; a positive value leaves the source.
class ThroughSource final : public Component {
 public:
  ThroughSource(Domain domain, SourceValue value) : domain_(domain), value_(std::move(value)) {}
  ThroughSource(Domain domain, double value) : ThroughSource(domain, SourceValue{value}) {}
  Spec spec() const override;
  void evaluate(const Point& at, double* residual, double* rate) const override;
  void jacobian(const Point& at, Jacobian& out) const override;

 private:
  Domain domain_;
  SourceValue value_;
};

/// Terminal "port": a plugged end.
class Closed final : public Component {
 public:
  explicit Closed(Domain domain) : domain_(domain) {}
  Spec spec() const override;
  void evaluate(const Point& at, double* residual, double* rate) const override;
  void jacobian(const Point& at, Jacobian& out) const override;

 private:
  Domain domain_;
};

/// Terminals "a", "b".
class Resistance final : public Component {
 public:
  Resistance(Domain domain, double resistance);  ///< [over/through], not negative; 0 joins ideally
  Spec spec() const override;
  void evaluate(const Point& at, double* residual, double* rate) const override;
  void jacobian(const Point& at, Jacobian& out) const override;

 private:
  Domain domain_;
  double resistance_;
};

/// Terminal "port", state "level" (the over variable).
class Capacity final : public Component {
 public:
  /// @param capacity [through s / over], above 0   @param initial over variable at the start
  Capacity(Domain domain, double capacity, double initial, double lower = -kInfinity);
  Spec spec() const override;
  void evaluate(const Point& at, double* residual, double* rate) const override;
  void jacobian(const Point& at, Jacobian& out) const override;
  /// C e^2 / 2: the energy above the level zero (not for the pneumatic domain).
  double stored_energy(const Point& at) const override;

 private:
  Domain domain_;
  double capacity_, initial_, lower_;
};

/// Terminals "a", "b", state "flow" (the through variable from a to b).
class Inertance final : public Component {
 public:
  Inertance(Domain domain, double inertance, double initial);  ///< [over s / through], above 0
  Spec spec() const override;
  void evaluate(const Point& at, double* residual, double* rate) const override;
  void jacobian(const Point& at, Jacobian& out) const override;
  double stored_energy(const Point& at) const override;  ///< L f^2 / 2

 private:
  Domain domain_;
  double inertance_, initial_;
};

/// Terminals "a", "b", both against the reference of the domain: a gear of ratio n = e_b / e_a.
class Transformer final : public Component {
 public:
  Transformer(Domain a, Domain b, double ratio);
  Spec spec() const override;
  void evaluate(const Point& at, double* residual, double* rate) const override;
  void jacobian(const Point& at, Jacobian& out) const override;

 private:
  Domain a_, b_;
  double ratio_;
};

/// Throws InputError unless value is above (or at, with `zero`) 0. `what` names component and parameter.
void require_positive(double value, const char* what, const char* unit, bool zero = false);

}  // namespace swell::network

// Laws of a segment: stretching, slow stretching, bending; winches and ends that come off.
#include <algorithm>
#include <cmath>

#include "swell/mooring/lumped_mass.h"

namespace swell::mooring {

double LumpedMass::elastic(const Segment& s, double strain) const {
  if (!(strain > 0.0)) return 0.0;
  if (!s.curved || model_.types[s.type].tension.empty()) return s.stiffness * strain;
  return model_.types[s.type].tension(strain);
}

// The slow spring in series with the fast one has the static EA. Its load E_1 e is the mean load of the fast one:
// E_2 = A + b E_1 e with 1/E_1 = 1/EA - 1/E_2 is a quadratic for E_2.
LumpedMass::Moduli LumpedMass::moduli(const Segment& s, double slow) const {
  const LineType& type = model_.types[s.type];
  const double EA = s.stiffness, A = type.dynamic_stiffness, b = slow > 0.0 ? type.dynamic_slope : 0.0;
  const double sum = A + EA + b * EA * slow;
  const double fast = 0.5 * (sum + std::sqrt(sum * sum - 4.0 * A * EA));
  const double slope = b == 0.0 ? 0.0 : b * EA * fast / (2.0 * fast - sum);
  return {fast * EA / (fast - EA), fast, -slope * EA * EA / ((fast - EA) * (fast - EA)), slope};
}

double LumpedMass::settled(const Segment& s, double strain) const {
  if (!(strain > 0.0)) return 0.0;
  const LineType& type = model_.types[s.type];
  return strain * (1.0 - s.stiffness / (type.dynamic_stiffness + type.dynamic_slope * s.stiffness * strain));
}

double LumpedMass::stored(const Segment& s, double strain, double slow, bool at_rest) const {
  const double taut = std::max(strain, 0.0);
  const LineCurve& curve = model_.types[s.type].tension;
  if (!curve.empty()) return curve.integral(taut);
  if (s.slow == npos || at_rest) return 0.5 * s.stiffness * taut * taut;
  const Moduli E = moduli(s, slow);
  const double fast = std::max(strain - slow, 0.0);
  return 0.5 * (E.slow * slow * slow + E.fast * fast * fast);
}

// A spring and damper (E_1, EA's damping B_1) of strain e in series with another (E_2, B_2) of the strain left:
//   E_1 e + B_1 e' = E_2 (strain - e) + B_2 (strain' - e'),
// with e and e' at the middle of an implicit step. It does not push: e then returns by itself.
LumpedMass::Pull LumpedMass::slow_pull(const Segment& s, double strain, double rate, double slow, double ahead) const {
  const Moduli E = moduli(s, slow);
  const double B_1 = s.damping, B_2 = model_.types[s.type].dynamic_damping, B = B_1 + B_2;
  const double width = B + ahead * (E.slow + E.fast), passes = (ahead * E.slow + B_1) / width;
  Pull on{};
  on.creep = (E.fast * (strain - slow) - E.slow * slow + B_2 * rate) / width;
  on.spring = on.taut_spring = passes * E.fast;
  on.damper = on.taut_damper = passes * B_2;
  double force = E.slow * (slow + ahead * on.creep) + B_1 * on.creep;
  on.taut = force;
  if (!(force > 0.0)) {
    force = on.spring = on.damper = 0.0;
    on.creep = -E.slow * slow / (B + ahead * E.slow);
  }
  const double fast = std::max(strain - slow, 0.0);
  on.elastic = std::min(force, std::max(E.fast * fast, 0.0));
  on.damping = force - on.elastic;
  on.lost = force * rate - E.fast * fast * (rate - on.creep) - E.slow * slow * on.creep -
            0.5 * (E.slow_slope * slow * slow + E.fast_slope * fast * fast) * on.creep;
  return on;
}

LumpedMass::Pull LumpedMass::pull(std::size_t k, double strain, double rate, const LineScratch& scratch,
                                  double ahead) const {
  const Segment& s = segments_[k];
  if (s.slow != npos && !scratch.at_rest) return slow_pull(s, strain, rate, scratch.slow[s.slow], ahead);
  const LineType& type = model_.types[s.type];
  Pull on{};
  on.elastic = elastic(s, strain);
  on.damping = s.damping * rate;
  on.damper = s.damping;
  on.taut_spring = s.stiffness;
  if (s.curved && !type.tension.empty()) on.taut_spring = type.tension.slope(std::max(strain, 0.0));
  if (s.curved && !type.damping.empty()) {
    on.damping = type.damping(rate);
    on.damper = type.damping.slope(rate);
  }
  on.spring = strain > 0.0 ? on.taut_spring : 0.0;
  on.taut = strain > 0.0 ? on.elastic : on.taut_spring * strain;
  on.taut_damper = on.damper;
  on.lost = on.damping * rate;
  return on;
}

double LumpedMass::strain_of(const Segment& s, const LineScratch& scratch) const {
  return (scratch.position[s.j] - scratch.position[s.i]).norm() / (scratch.factor[s.line] * s.length) - 1.0;
}

std::pair<double, double> LumpedMass::stretch_now(std::size_t k, const LineScratch& scratch) const {
  const Segment& s = segments_[k];
  const Vector3 span = scratch.position[s.j] - scratch.position[s.i];
  const double distance = span.norm(), f = scratch.factor[s.line], l = f * s.length;
  const double rate = distance > 0.0 ? span.dot(scratch.velocity[s.j] - scratch.velocity[s.i]) / distance : 0.0;
  return {distance / l - 1.0, (rate - distance * scratch.factor_rate[s.line] / f) / l};
}

LumpedMass::Pull LumpedMass::pull_now(std::size_t k, const LineScratch& scratch) const {
  const auto [strain, rate] = stretch_now(k, scratch);
  return pull(k, strain, rate, scratch, 0.0);
}

// Lengths of the lines `late` seconds on. A line that is wound up stops at a hundredth of its length.
void LumpedMass::reel(double late, LineScratch& scratch) const {
  if (model_.winches.empty()) return;
  constexpr double kShortest = 0.01;
  for (std::size_t n = 0; n < model_.lines.size(); ++n) {
    const MooringLine& line = model_.lines[n];
    if (!line.winch) continue;
    const double rate = scratch.winding[*line.winch];
    const double factor = 1.0 + (scratch.wound[*line.winch] + late * rate) / line.length;
    scratch.factor[n] = std::max(factor, kShortest);
    scratch.factor_rate[n] = factor > kShortest ? rate / line.length : 0.0;
  }
}

std::size_t LumpedMass::failing(std::uint64_t failed, double t, const double* state, const PointMotion* coupled,
                                LineScratch& scratch) const {
  for (std::size_t f = 0; f < model_.failures.size(); ++f) {
    const LineFailure& failure = model_.failures[f];
    if ((failed >> f & 1U) != 0) continue;
    if (t >= failure.time - 1e-9) return f;  // steps add up to a time with round-off
    scatter(state, coupled, scratch);
    for (const std::size_t line : failure.lines) {
      const LineEnds ends = ends_of(line, scratch);
      if ((model_.lines[line].point_a == failure.point ? ends.tension_a : ends.tension_b) >= failure.tension) return f;
    }
  }
  return npos;
}

void LumpedMass::come_off(std::size_t failure, const PointMotion* coupled, double* state, LineScratch& scratch) const {
  scatter(state, coupled, scratch);
  const LineFailure& at = model_.failures[failure];
  const std::size_t from = point_node_[at.point], to = 3 * point_node_[at.loose];
  std::copy_n(scratch.position[from].data(), 3, state + to);
  std::copy_n(scratch.velocity[from].data(), 3, state + 3 * n_moving_ + to);
}

// The gradient of L W(|t_2 - t_1| / L), so that bending neither makes nor loses energy.
void LumpedMass::bend(LineScratch& scratch) const {
  for (const Bend& b : bends_) {
    const Vector3 one = scratch.position[b.j] - scratch.position[b.i],
                  two = scratch.position[b.m] - scratch.position[b.k];
    const double l1 = one.norm(), l2 = two.norm(), length = scratch.factor[b.line] * b.length;
    if (!(l1 > 0.0 && l2 > 0.0)) continue;
    const Vector3 t1 = one / l1, t2 = two / l2, turn = t2 - t1;
    const LineType& type = model_.types[b.type];
    Vector3 moment;  // dW/d(t_2)
    if (type.bending.empty()) {
      moment = type.bending_stiffness / length * turn;
    } else {
      const double angle = turn.norm();
      if (!(angle > 0.0)) continue;
      moment = type.bending(angle / length) / angle * turn;
    }
    const Vector3 f1 = (moment - moment.dot(t1) * t1) / l1, f2 = (moment - moment.dot(t2) * t2) / l2;
    scratch.force[b.i] -= f1;
    scratch.force[b.j] += f1;
    scratch.force[b.k] += f2;
    scratch.force[b.m] -= f2;
  }
}

double LumpedMass::elastic_energy(const LineScratch& scratch) const {
  double sum = 0.0;
  for (const Segment& s : segments_) {
    const double slow = s.slow == npos ? 0.0 : scratch.slow[s.slow];
    sum += scratch.factor[s.line] * s.length * stored(s, strain_of(s, scratch), slow, scratch.at_rest);
  }
  return sum;
}

double LumpedMass::bending_energy(const LineScratch& scratch) const {
  double sum = 0.0;
  for (const Bend& b : bends_) {
    const Vector3 t1 = (scratch.position[b.j] - scratch.position[b.i]).normalized();
    const Vector3 t2 = (scratch.position[b.m] - scratch.position[b.k]).normalized();
    const double length = scratch.factor[b.line] * b.length, curvature = (t2 - t1).norm() / length;
    const LineType& type = model_.types[b.type];
    sum += length * (type.bending.empty() ? 0.5 * type.bending_stiffness * curvature * curvature
                                          : type.bending.integral(curvature));
  }
  return sum;
}

}  // namespace swell::mooring

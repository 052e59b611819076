#include "response.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "swell/base/motions.h"

namespace swell::model {
namespace {

constexpr double kRowTolerance = 1.0e-9;  // [s] rows come at multiples of the output step

// Two spans of whole periods in a steady state differ by round-off, by the decay of what the start left, and by rows
// that miss the extremes (validate.cpp: 5 % at twenty rows per wave).
// Changes are held against the largest motion of their kind: heave of a millimetre beside surge of a metre may do as it
// likes.
constexpr double kSteady = 0.05;

const RegularWave* only_regular_wave(const Model& model) {
  return model.waves.size() == 1 ? std::get_if<RegularWave>(&model.waves.front()) : nullptr;
}

}  // namespace

void Response::Range::add(const double* position) {
  for (std::size_t i = 0; i < 6; ++i) {
    minimum[i] = std::min(minimum[i], position[i]);
    maximum[i] = std::max(maximum[i], position[i]);
  }
}

void Response::Range::add(std::size_t entry, double value) {
  minimum[entry] = std::min(minimum[entry], value);
  maximum[entry] = std::max(maximum[entry], value);
}

void Response::Mean::add(double power, double weight) {
  sum += weight * power;
  time += weight;
}

double Response::Mean::value() const { return time > 0.0 ? sum / time : 0.0; }

Response::Response(const Model& model, const BuiltCase& built, const system::System& system) {
  const RegularWave* wave = only_regular_wave(model);
  const Simulation& simulation = model.simulation;
  window_ = averaging_window(simulation.start, simulation.duration, simulation.ramp,
                             wave != nullptr ? std::optional<double>(wave->period) : std::nullopt);
  from_ = window_.from;
  previous_ = simulation.start;
  if (const double span = std::floor(0.5 * static_cast<double>(window_.periods)); span > 0.0) {
    end_of_first_ = from_ + span * wave->period;
    begin_of_second_ = window_.to - span * wave->period;
  }
  for (int i = 0; i < system.recorded_count(); ++i) {
    const std::string& address = system.recorded_address(i);
    for (const std::string& body : built.body_names) {
      if (address != body + ".position") continue;
      BodyRange range{};
      range.series = i;
      range.name = body;
      range.displacement = system.value(body + ".displacement");
      range.velocity = system.value(body + ".velocity");
      bodies_.push_back(std::move(range));
    }
    for (const std::string& pto : built.pto_names) {
      if (address == pto + ".power") ptos_.push_back({i, system.recorded_spec(i).width, pto, 0.0, 0.0, 0.0, {}, {}});
    }
  }
}

void Response::row(double time, const system::System& system) {
  for (BodyRange& body : bodies_) {  // the row's evaluation left its displacement too
    for (std::size_t i = 0; i < 3 && !placed_; ++i)
      body.design[i] = system.recorded(body.series)[i] - body.displacement[i];
  }
  placed_ = true;
  for (PtoPower& pto : ptos_) {
    for (int i = 0; i < pto.width; ++i) {
      const double power = system.recorded(pto.series)[i];
      pto.net += power;
      pto.gross += std::abs(power);
    }
  }
  const double weight = time - std::max(previous_, from_);
  previous_ = time;
  if (time < from_ - kRowTolerance) return;
  last_ = time;
  const bool in_half[] = {end_of_first_ && time <= *end_of_first_ + kRowTolerance,
                          begin_of_second_ && time >= *begin_of_second_ - kRowTolerance};
  for (BodyRange& body : bodies_) {
    const double* position = system.recorded(body.series);
    body.whole.add(position);
    for (std::size_t k = 0; k < 2; ++k) {
      if (in_half[k]) body.half[k].add(position);
    }
  }
  for (PtoPower& pto : ptos_) {
    double power = 0.0;
    for (int i = 0; i < pto.width; ++i) power += system.recorded(pto.series)[i];
    pto.peak = std::max(pto.peak, power);
    if (weight <= kRowTolerance) continue;
    pto.whole.add(power, weight);
    for (std::size_t k = 0; k < 2; ++k) {
      if (in_half[k]) pto.half[k].add(power, weight);
    }
  }
}

void Response::point(double time) {
  // Two points are needed, the later one in the window.
  const bool counts = placed_ && time > from_ && last_point_ < time;
  for (BodyRange& body : bodies_) {
    std::copy_n(body.now, 6, body.last);
    std::copy_n(body.rate, 6, body.last_rate);
    std::copy_n(body.displacement, 6, body.now);
    std::copy_n(body.velocity, 3, body.rate);
    // Rates of roll, pitch and yaw (R = Rz Ry Rx) from the angular velocity in world axes.
    const double *omega = body.velocity + 3, yaw = body.now[5], pitch = body.now[4];
    const double forward = std::cos(yaw) * omega[0] + std::sin(yaw) * omega[1];
    body.rate[3] = forward / std::cos(pitch);
    body.rate[4] = std::cos(yaw) * omega[1] - std::sin(yaw) * omega[0];
    body.rate[5] = omega[2] + std::tan(pitch) * forward;
    if (counts) between_points(body, last_point_, time);
  }
  last_point_ = time;
}

void Response::between_points(BodyRange& body, double from, double to) const {
  const double h = to - from;
  for (std::size_t i = 0; i < 6; ++i) {
    const double d0 = h * body.last_rate[i], d1 = h * body.rate[i];
    if (!(d0 * d1 < 0.0)) continue;
    // Where the slope of the Hermite cubic, d0 + 2 b s + 3 a s^2, is zero in (0, 1): the root without cancellation.
    const double rise = body.now[i] - body.last[i], b = 3.0 * rise - 2.0 * d0 - d1, a = d0 + d1 - 2.0 * rise;
    const double root = std::sqrt(std::max(0.0, b * b - 3.0 * a * d0));
    const double q = -(b + std::copysign(root, b));
    const double first = d0 / q, second = q / (3.0 * a);
    const double s = first > 0.0 && first < 1.0 ? first : second;
    const double time = from + s * h;
    if (!(s > 0.0 && s < 1.0) || time < from_) continue;
    const double value = body.last[i] + s * (d0 + s * (b + s * a)) + (i < 3 ? body.design[i] : 0.0);
    body.whole.add(i, value);
    if (end_of_first_ && time <= *end_of_first_) body.half[0].add(i, value);
    if (begin_of_second_ && time >= *begin_of_second_) body.half[1].add(i, value);
  }
}

std::string Response::unsteady() const {
  if (!end_of_first_) return {};
  double largest[2] = {0.0, 0.0};  // of translations [m], of rotations [rad]
  for (const BodyRange& body : bodies_) {
    for (std::size_t i = 0; i < 6; ++i) largest[i / 3] = std::max(largest[i / 3], body.whole.amplitude(i));
  }
  double largest_power = 0.0;
  for (const PtoPower& pto : ptos_) largest_power = std::max(largest_power, std::abs(pto.whole.value()));
  std::string worst;
  double most = kSteady;
  const auto judge = [&](double before, double after, double beside, const std::string& text) {
    const double change = std::abs(after - before) / beside;
    if (!(change > most)) return;
    most = change;
    worst = text;
  };
  for (const BodyRange& body : bodies_) {
    for (std::size_t i = 0; i < 6; ++i) {
      const double before = body.half[0].amplitude(i), after = body.half[1].amplitude(i);
      const double scale = i < 3 ? 1.0 : 1.0 / kDegree;
      judge(before, after, largest[i / 3],
            fmt::format("the amplitude of {} {} goes from {:.3g} to {:.3g} {}", body.name, kMotions[i], scale * before,
                        scale * after, i < 3 ? "m" : "deg"));
    }
  }
  for (const PtoPower& pto : ptos_) {
    const double before = pto.half[0].value(), after = pto.half[1].value();
    judge(before, after, largest_power,
          fmt::format("the mean power of {} goes from {:.4g} to {:.4g} W", pto.name, before, after));
  }
  return worst;
}

// A damper cannot put energy in, whatever the step. A spring gives back what it took: where the run ends within a
// period that alone must not look like it.
std::string Response::drivers() const {
  std::string text;
  for (const PtoPower& pto : ptos_) {
    if (pto.net < -0.25 * pto.gross)
      text += fmt::format("; {} put energy into the motion until then: look at the sign of its force", pto.name);
  }
  return text;
}

void Response::finish(RunSummary& summary) const {
  summary.window = {from_, last_, last_ < window_.to - kRowTolerance ? 0 : window_.periods, window_.ramped};
  if (summary.window.empty()) return;
  if (window_.ramped)
    summary.notes.emplace_back(
        "the ramp lasts to the end of the run: the averages are those of its second half, in a sea that grows");
  for (const BodyRange& body : bodies_) {
    summary.bodies.push_back({body.name,
                              {std::begin(body.whole.minimum), std::end(body.whole.minimum)},
                              {std::begin(body.whole.maximum), std::end(body.whole.maximum)}});
  }
  for (const PtoPower& pto : ptos_) summary.ptos.push_back({pto.name, pto.whole.value(), pto.peak});
  if (const std::string text = unsteady(); !text.empty())
    summary.notes.push_back(
        fmt::format("not steady in the window of the averages: {} from its first to its second part; run longer, and "
                    "see whether a motion goes on growing (a wave can pump one whose own period is twice the wave's)",
                    text));
}

}  // namespace swell::model

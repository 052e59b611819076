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
      if (address == body + ".position") bodies_.push_back({i, body, {}, {}});
    }
    for (const std::string& pto : built.pto_names) {
      if (address == pto + ".power") ptos_.push_back({i, system.recorded_spec(i).width, pto, 0.0, 0.0, 0.0, {}, {}});
    }
  }
}

void Response::row(double time, const system::System& system) {
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

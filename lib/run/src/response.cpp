#include "response.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "swell/analysis/record_spectrum.h"
#include "swell/base/motions.h"

namespace swell::run {
namespace {

constexpr double kRowTolerance = 1.0e-9;  // [s] rows come at multiples of the output step

// Two spans of whole periods in a steady state differ by round-off, by the decay of what the start left, and by rows
// that miss the extremes (validate.cpp: 5 % at twenty rows per wave).
// Changes are held against the largest motion of their kind: heave of a millimetre beside surge of a metre does not
// count.
constexpr double kSteady = 0.05;

// Ten blocks give 9 degrees of freedom: Student's t of 95 %. Blocks of three waves and more are nearly independent.
constexpr int kBlocks = 10;
constexpr double kStudent = 2.262, kWavesOfBlock = 3.0;

const std::string kElectrical = ".electrical_power";

/// "barge.mode1" of "/bodies/barge/mode1/position", "" of other paths.
std::string mode_of(const std::string& path) {
  const std::string begin = "/bodies/", end = "/position";
  if (path.rfind(begin, 0) != 0 || path.size() < begin.size() + end.size() ||
      path.compare(path.size() - end.size(), end.size(), end) != 0)
    return {};
  std::string name = path.substr(begin.size(), path.size() - begin.size() - end.size());
  const std::size_t slash = name.find('/');
  if (slash == std::string::npos) return {};
  name[slash] = '.';
  return name;
}

const model::RegularWave* only_regular_wave(const model::Model& model) {
  return model.waves.size() == 1 ? std::get_if<model::RegularWave>(&model.waves.front()) : nullptr;
}

}  // namespace

double ramp_of_the_water(const model::Model& model) {
  const auto calm = [](const model::Wave& wave) { return std::holds_alternative<model::StillWater>(wave); };
  const bool moves = model.environment.current || !std::all_of(model.waves.begin(), model.waves.end(), calm);
  return moves ? model.simulation.ramp : 0.0;
}

void Response::Range::add(const double* position, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    minimum[i] = std::min(minimum[i], position[i]);
    maximum[i] = std::max(maximum[i], position[i]);
  }
}

void Response::Range::add(std::size_t entry, double value) {
  minimum[entry] = std::min(minimum[entry], value);
  maximum[entry] = std::max(maximum[entry], value);
}

void Response::Moments::add(double value) {
  if (rows++ == 0) first = value;
  const double x = value - first;
  sum += x;
  squares += x * x;
}

double Response::Moments::mean() const { return rows == 0 ? 0.0 : first + sum / static_cast<double>(rows); }

double Response::Moments::deviation() const {
  if (rows == 0) return 0.0;
  const double mean = sum / static_cast<double>(rows);
  return std::sqrt(std::max(0.0, squares / static_cast<double>(rows) - mean * mean));
}

Response::Response(const model::Model& model, const assembly::BuiltCase& built, const system::System& system,
                   double begin)
    : system_(&system) {
  const model::RegularWave* wave = only_regular_wave(model);
  const model::Simulation& simulation = model.simulation;
  std::optional<double> period;
  if (wave != nullptr) period = wave->period;
  const double ramp = ramp_of_the_water(model);
  window_ = averaging_window(simulation.start, simulation.duration, ramp, period);
  if (begin > window_.from && !window_.empty())  // of a restart there is nothing before it
    window_ = averaging_window(simulation.start, simulation.duration, ramp, period, begin);
  from_ = window_.from;
  const std::optional<model::Wind>& wind = model.environment.wind;  // an unsteady one does not repeat
  const bool repeats = !wind || std::holds_alternative<model::SteadyWind>(wind->law);
  if (const double span = std::floor(0.5 * static_cast<double>(window_.periods)); repeats && span > 0.0) {
    end_of_first_ = from_ + span * wave->period;
    begin_of_second_ = window_.to - span * wave->period;
  }
  longest_period_ = longest_period_of(*built.sea);
  bool irregular = false;
  for (const waves::WaveSystem& sea : built.sea->systems()) {
    wave_power_ += sea.power;
    if (sea.kind == waves::SeaKind::still || sea.kind == waves::SeaKind::regular) continue;
    irregular = true;
    expected_peak_ = std::max(expected_peak_, sea.peak_omega);
  }
  row_step_ = built.solver.output_step;
  std::map<std::string, std::string> body_at, pto_at;
  for (const model::Rotor& rotor : model.rotors) rotors_.insert(rotor.name);
  for (const std::string& body : built.body_names) body_at[body + ".position"] = body;
  for (const std::string& pto : built.pto_names) pto_at[built.power.at(pto).absorbed] = pto;
  std::multimap<std::string, int> recorded;
  for (int i = 0; i < system.recorded_count(); ++i) {
    const std::string& address = system.recorded_address(i);
    recorded.emplace(address, i);
    if (irregular && address == "sea.elevation" && built.solver.output_times.empty()) {  // a spectrum wants even rows
      elevation_ = i;
      for (auto* column : {&surface_.time, &surface_.value})
        column->reserve(static_cast<std::size_t>((window_.to - window_.from) / row_step_) + 2);
    }
    const auto body = body_at.find(address);
    const std::string mode = mode_of(built.recorded[static_cast<std::size_t>(i)].series.path);
    if (body != body_at.end() || !mode.empty()) {
      BodyRange range{};
      range.series = i;
      const std::string owner = address.substr(0, address.rfind('.'));
      range.name = mode.empty() ? body->second : mode;
      if (!mode.empty()) range.entries = 1;
      range.displacement = system.value(owner + (mode.empty() ? ".displacement" : ".position"));
      range.velocity = system.value(owner + ".velocity");
      bodies_.push_back(std::move(range));
    }
    if (address.size() > kElectrical.size() && system.recorded_spec(i).width == 1 &&
        address.compare(address.size() - kElectrical.size(), kElectrical.size(), kElectrical) == 0)
      electrical_.push_back({i, address.substr(0, address.size() - kElectrical.size())});
    if (const auto pto = pto_at.find(address); pto != pto_at.end())
      ptos_.push_back({i, system.recorded_spec(i).width, pto->second, {}, {}, {}, {}, {}, {}, {}, {}});
  }
  // A component's own power is the sum of those of its parts ("oil" of "oil.generator").
  std::vector<PtoPower::Part> whole;
  for (const PtoPower::Part& part : electrical_) {
    const std::string component = part.name.substr(0, part.name.find('.'));
    const bool is_part = std::any_of(electrical_.begin(), electrical_.end(), [&](const auto& other) {
      return other.name == component && component != part.name;
    });
    if (!is_part) whole.push_back(part);
  }
  electrical_ = std::move(whole);
  for (PtoPower::Part& part : electrical_) part.mean.from = from_;
  const double block = (window_.to - from_) / kBlocks;
  for (PtoPower& pto : ptos_) {
    for (const auto& [part, address] : built.power.at(pto.name).parts) {
      const auto [first, last] = recorded.equal_range(address);
      for (auto at = first; at != last; ++at) pto.parts.push_back({at->second, device::name_of(part)});
    }
    pto.whole.from = from_;
    pto.half[0].from = pto.half[0].to = pto.half[1].from = HUGE_VAL;  // none
    if (end_of_first_) {
      pto.half[0].from = from_;
      pto.half[0].to = *end_of_first_;
      pto.half[1].from = *begin_of_second_;
    }
    for (PtoPower::Part& part : pto.parts) part.mean.from = from_;
    for (int i = 0; i < kBlocks && irregular && block * expected_peak_ > 2.0 * kPi * kWavesOfBlock; ++i)
      pto.blocks.push_back({from_ + i * block, from_ + (i + 1) * block});
  }
}

double Response::recorded_sum(int series, int width) const {
  double sum = 0.0;
  for (int i = 0; i < width; ++i) sum += system_->recorded(series)[i];
  return sum;
}

void Response::row(double time, const system::System& system) {
  for (BodyRange& body : bodies_) {  // the row's evaluation left its displacement too
    for (std::size_t i = 0; i < std::min<std::size_t>(3, body.entries) && !placed_; ++i)
      body.design[i] = system.recorded(body.series)[i] - body.displacement[i];
  }
  placed_ = true;
  if (time < from_ - kRowTolerance) return;
  last_ = time;
  const bool in_half[] = {end_of_first_ && time <= *end_of_first_ + kRowTolerance,
                          begin_of_second_ && time >= *begin_of_second_ - kRowTolerance};
  for (BodyRange& body : bodies_) {
    const double* position = system.recorded(body.series);
    body.whole.add(position, body.entries);
    for (std::size_t i = 0; i < body.entries; ++i) body.moments[i].add(position[i]);
    for (std::size_t k = 0; k < 2; ++k) {
      if (in_half[k]) body.half[k].add(position, body.entries);
    }
  }
  if (elevation_ >= 0) {
    surface_.time.push_back(time);
    surface_.value.push_back(system.recorded(elevation_)[0]);
  }
  for (PtoPower& pto : ptos_) pto.peak = std::max(pto.peak, recorded_sum(pto.series, pto.width));
}

void Response::power_at(double time) {
  if (ptos_.empty() && electrical_.empty()) return;
  const bool step = steps_.reach(time);
  for (PtoPower::Part& part : electrical_) {
    const double power = system_->recorded(part.series)[0];
    if (step)
      part.mean.add(steps_, part.pieces.take(steps_.rule(), power));
    else
      part.pieces.start(power);
  }
  for (PtoPower& pto : ptos_) {
    const double power = recorded_sum(pto.series, pto.width);
    if (time >= from_) pto.peak = std::max(pto.peak, power);
    if (!step) {
      pto.pieces.start(power);
      for (PtoPower::Part& part : pto.parts) part.pieces.start(recorded_sum(part.series, pto.width));
      continue;
    }
    const double half = 0.5 * steps_.rule().length();
    pto.net += half * (pto.pieces.value() + power);
    pto.gross += half * (std::abs(pto.pieces.value()) + std::abs(power));
    const StepRule::Cubic cubic = pto.pieces.take(steps_.rule(), power);
    pto.whole.add(steps_, cubic);
    for (TimeMean& mean : pto.half) mean.add(steps_, cubic);
    for (TimeMean& mean : pto.blocks) mean.add(steps_, cubic);
    for (PtoPower::Part& part : pto.parts)
      part.mean.add(steps_, part.pieces.take(steps_.rule(), recorded_sum(part.series, pto.width)));
  }
}

void Response::point(double time) {
  power_at(time);
  // Two points are needed, the later one in the window.
  const bool counts = placed_ && time > from_ && last_point_ < time;
  for (BodyRange& body : bodies_) {
    std::copy_n(body.now, body.entries, body.last);
    std::copy_n(body.rate, body.entries, body.last_rate);
    std::copy_n(body.displacement, body.entries, body.now);
    if (body.now[4] == 0.0 && body.now[5] == 0.0) {  // a body that only moves along needs no sines
      std::copy_n(body.velocity, body.entries, body.rate);
      if (counts) between_points(body, last_point_, time);
      continue;
    }
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
  for (std::size_t i = 0; i < body.entries; ++i) {
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
    for (std::size_t i = 0; i < body.entries; ++i) largest[i / 3] = std::max(largest[i / 3], body.whole.amplitude(i));
  }
  double largest_power = 0.0;
  for (const PtoPower& pto : ptos_) largest_power = std::max(largest_power, std::abs(pto.whole.value()));
  std::string worst;
  double most = kSteady;
  const auto judge = [&](double before, double after, double beside, const std::string& text) {
    const double change = std::abs(after - before) / beside;
    if (!(change > most) || !std::isfinite(change)) return;  // a part without a row has no amplitude
    most = change;
    worst = text;
  };
  for (const BodyRange& body : bodies_) {
    for (std::size_t i = 0; i < body.entries; ++i) {
      const double before = body.half[0].amplitude(i), after = body.half[1].amplitude(i);
      const double scale = i < 3 ? 1.0 : 1.0 / kDegree;
      judge(before, after, largest[i / 3],
            fmt::format("the amplitude of {}{} goes from {:.3g} to {:.3g} {}", body.name,
                        body.entries == 1 ? std::string() : fmt::format(" {}", kMotions[i]), scale * before,
                        scale * after, i < 3 ? "m" : "deg"));
    }
  }
  for (const PtoPower& pto : ptos_) {
    const double before = pto.half[0].value(), after = pto.half[1].value();
    judge(before, after, largest_power,
          fmt::format("the mean power of {} goes from {:.4g} to {:.4g} kW", pto.name, before / 1e3, after / 1e3));
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

std::optional<double> Response::peak_period() const {
  // Fewer than five periods show no peak; rows coarser than a sixth of a period fold the spectrum over.
  constexpr double kFewest = 5.0, kFewestRows = 6.0;
  const double per_peak = 2.0 * kPi / expected_peak_;
  if (!(static_cast<double>(surface_.value.size()) * row_step_ >= kFewest * per_peak) ||
      row_step_ * kFewestRows > per_peak)
    return std::nullopt;
  // As `swell stats` has it of the results.
  const int segments = analysis::segments_of(analysis::waves_of(surface_).size());
  const double period = analysis::moments_of(analysis::welch(surface_, segments)).peak_period;
  return period > 0.0 ? std::optional(period) : std::nullopt;
}

std::optional<std::string> less_than_one_wave(double window, std::optional<double> period) {
  constexpr double kRounded = 1e-6;  // the sum of up to 1e9 steps against a period that is meant to be as long
  if (!period || !(window < *period * (1.0 - kRounded))) return std::nullopt;
  if (!(window > 0.0)) return "the run ends before its averages begin";
  return fmt::format("the averages are of {:.3g} s, {:.2g} of a wave of {:.4g} s: less than one wave has no mean",
                     window, window / *period, *period);
}

// A spectrum's peak may be that of a slow level or of equal densities: its energy period m-1/m0 where that is shorter.
std::optional<double> longest_period_of(const waves::SeaState& sea) {
  constexpr double kCounts = 0.01;  // of the power of all seas
  double power = 0.0;
  for (const waves::WaveSystem& system : sea.systems()) power += system.power;
  const waves::WaveComponents& all = sea.components();
  std::optional<double> longest;
  for (const waves::WaveSystem& system : sea.systems()) {
    if (!(system.power > kCounts * power) || !(system.peak_omega > 0.0)) continue;
    double period = 2.0 * kPi / system.peak_omega;
    const bool parametric = system.kind == waves::SeaKind::regular || system.kind == waves::SeaKind::irregular;
    if (!parametric && system.count > 0) {
      const auto energy = all.amplitude.segment(system.first, system.count).square();
      const auto omega = all.omega.segment(system.first, system.count);
      period = std::min(period, 2.0 * kPi * (energy / omega).sum() / energy.sum());
    }
    longest = std::max(longest.value_or(0.0), period);
  }
  return longest;
}

std::optional<std::string> Response::less_than_one_wave() const {
  return window_.empty() ? std::nullopt : run::less_than_one_wave(averaged(), longest_period_);
}

double Response::absorbed() const {
  double absorbed = 0.0;
  for (const PtoPower& pto : ptos_)
    if (rotors_.count(pto.name) == 0) absorbed += pto.whole.value();
  return absorbed;
}

/// Of the sum of these take-offs.
std::optional<double> Response::half_width(const std::vector<const PtoPower*>& together) const {
  Moments moments;
  for (std::size_t i = 0; i < kBlocks; ++i) {
    double sum = 0.0;
    for (const PtoPower* pto : together) {
      if (i >= pto->blocks.size() || !(pto->blocks[i].time > 0.99 * (pto->blocks[i].to - pto->blocks[i].from)))
        return {};
      sum += pto->blocks[i].value();
    }
    moments.add(sum);
  }
  return kStudent * moments.deviation() / std::sqrt(kBlocks - 1.0);
}

void Response::finish(RunSummary& summary) const {
  const double end = std::isfinite(last_point_) ? last_point_ : last_;  // averages do not wait for a row
  summary.window = {from_, end, end < window_.to - kRowTolerance ? 0 : window_.periods, window_.ramped};
  if (summary.window.empty()) return;
  for (const BodyRange& body : bodies_) {
    const auto of = [&body](const double* values) { return std::vector<double>(values, values + body.entries); };
    summary.bodies.push_back({body.name, of(body.whole.minimum), of(body.whole.maximum), {}, {}});
    for (std::size_t i = 0; i < body.entries; ++i) {
      summary.bodies.back().mean.push_back(body.moments[i].mean());
      summary.bodies.back().standard_deviation.push_back(body.moments[i].deviation());
    }
  }
  for (const PtoPower& pto : ptos_) {
    summary.ptos.push_back({pto.name, pto.whole.value(), pto.peak, {}, half_width({&pto})});
    for (const PtoPower::Part& part : pto.parts) summary.ptos.back().parts.emplace_back(part.name, part.mean.value());
  }
  std::vector<const PtoPower*> all;
  for (const PtoPower& pto : ptos_) all.push_back(&pto);
  if (!all.empty()) summary.half_width = half_width(all);
  for (const PtoPower::Part& part : electrical_) summary.electrical.emplace_back(part.name, part.mean.value());
  double of_waves = 0.0;
  bool any = false;
  for (const PtoPower& pto : ptos_) {
    if (rotors_.count(pto.name) > 0) continue;
    of_waves += pto.whole.value();
    any = true;
  }
  if (wave_power_ > 0.0 && any) summary.capture_width = of_waves / wave_power_;
  const bool no_wave = less_than_one_wave().has_value();
  if (elevation_ >= 0) {
    Moments moments;
    for (const double eta : surface_.value) moments.add(eta);
    summary.sea = SeaSummary{4.0 * moments.deviation(), peak_period(), wave_power_};
    // The variance of a record of n waves scatters by some 1 / sqrt(n) [TuckerPitt2001, 4.1], power with it.
    constexpr double kFewWaves = 30.0;
    const double waves = (end - from_) * expected_peak_ / (2.0 * kPi);
    if (!no_wave && waves > 0.0 && waves < kFewWaves)
      summary.notes.push_back(
          fmt::format("the averages are of {:.3g} peak periods: power and variance of so short a "
                      "stretch of a sea vary by about {:.2g} %; run longer, or average over seeds (swell batch)",
                      waves, 100.0 / std::sqrt(waves)));
  }
  if (const std::string text = unsteady(); !text.empty())
    summary.notes.push_back(
        fmt::format("not steady in the window of the averages: {} from its first to its second part; run longer; a "
                    "motion that keeps growing may be "
                    "parametric resonance (its own period is twice the wave's)",
                    text));
}

}  // namespace swell::run

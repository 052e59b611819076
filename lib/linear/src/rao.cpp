#include "swell/linear/rao.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "swell/base/column_units.h"
#include "swell/base/error.h"
#include "swell/base/error_codes.h"
#include "swell/run/run.h"

namespace swell::linear {

namespace {

using Complex = std::complex<double>;

constexpr int kPerPeriod = 64;  // steps of the shortest period
constexpr int kPart = 5;        // periods of each of two fits

model::Model without_sea(model::Model model) {
  model.simulation.start = 0.0;
  model.simulation.stop.clear();
  model.simulation.max_step.reset();
  model.initial = {};
  for (model::Body& body : model.bodies) body.initial = {};
  model.output = {};
  return model;
}

/// Runs the case and stores rows after `from`; the first row of values is the elevation at the origin.
struct Kept {
  std::vector<double> time;
  std::vector<std::vector<double>> rows;
  std::vector<Output> outputs;
};

Kept run_from(const model::Model& model, assembly::SharedData& shared, double from,
              const std::function<void(double)>& progress) {
  run::CaseRun run(model, &shared,
                   {"wave.elevation", "bodies.*.position", "joints.*.position", "ptos.*.position", "ptos.*.velocity",
                    "ptos.*.force"});
  Kept kept;
  std::vector<std::pair<std::size_t, int>> columns;
  const auto& series = run.series();
  for (const bool sea : {true, false}) {
    for (std::size_t i = 0; i < series.size(); ++i) {
      if ((series[i].path == "/wave/elevation") != sea) continue;
      const int width = std::max(1, series[i].width);
      const auto units = units_of_columns(series[i].units, static_cast<std::size_t>(width));
      for (int k = 0; k < width; ++k) {
        const auto at = static_cast<std::size_t>(k);
        columns.emplace_back(i, k);
        if (!sea)
          kept.outputs.push_back({series[i].path, at < series[i].labels.size() ? series[i].labels[at] : "", units[at]});
      }
    }
  }
  const double end = model.simulation.duration;
  run.run([&](double time) {
    if (progress) progress(time / end);
    if (time < from - 1e-9) return true;
    kept.time.push_back(time);
    std::vector<double> row;
    row.reserve(columns.size());
    for (const auto& [i, k] : columns) row.push_back(run.values(i)[k]);
    kept.rows.push_back(std::move(row));
    return true;
  });
  return kept;
}

/// Complex amplitude of the harmonic over rows [first, first + count): whole periods, so that projection is least
/// squares.
Eigen::VectorXcd harmonic(const Kept& kept, std::size_t first, std::size_t count, double omega) {
  Eigen::VectorXcd sum = Eigen::VectorXcd::Zero(static_cast<Eigen::Index>(kept.rows.front().size()));
  for (std::size_t i = first; i < first + count; ++i) {
    const Complex turn = std::polar(2.0 / static_cast<double>(count), -omega * kept.time[i]);
    for (Eigen::Index k = 0; k < sum.size(); ++k) sum[k] += turn * kept.rows[i][static_cast<std::size_t>(k)];
  }
  return sum;
}

/// Adds the operators of one frequency: all outputs divided by the elevation.
void add(MeasuredRao& rao, std::size_t at, const Eigen::VectorXcd& before, const Eigen::VectorXcd& now) {
  const Eigen::Index outputs = now.size() - 1;
  if (rao.operators.size() == 0) rao.operators.resize(outputs, static_cast<Eigen::Index>(rao.omega.size()));
  const Eigen::VectorXcd last = now.tail(outputs) / now[0], earlier = before.tail(outputs) / before[0];
  rao.operators.col(static_cast<Eigen::Index>(at)) = last;
  double unsteady = 0.0;
  for (std::size_t k = 0; k < rao.outputs.size(); ++k) {
    if (rao.outputs[k].path.rfind("/bodies/", 0) != 0) continue;
    unsteady = std::max(unsteady, std::abs(last[static_cast<Eigen::Index>(k)] - earlier[static_cast<Eigen::Index>(k)]));
  }
  double largest = 0.0;
  for (std::size_t k = 0; k < rao.outputs.size(); ++k) {
    if (rao.outputs[k].path.rfind("/bodies/", 0) == 0)
      largest = std::max(largest, std::abs(last[static_cast<Eigen::Index>(k)]));
  }
  rao.unsteady.push_back(largest > 0.0 ? unsteady / largest : 0.0);
}

}  // namespace

MeasuredRao rao_by_regular_waves(const model::Model& original, const RaoOptions& options) {
  MeasuredRao rao;
  rao.omega = options.omega;
  assembly::SharedData shared;
  model::Model model = without_sea(original);
  for (std::size_t i = 0; i < rao.omega.size(); ++i) {
    const double period = 2.0 * kPi / rao.omega[i];
    model::RegularWave wave;
    wave.height = options.height;
    wave.period = period;
    wave.direction = wave_direction(original);
    model.waves = {wave};
    // Largest step that divides the period and does not exceed that of the case.
    const double wanted = std::min(period / kPerPeriod, original.simulation.time_step.value_or(period));
    const double per_period = std::ceil(period / wanted * (1.0 - 1e-12));
    model.simulation.time_step = period / per_period;
    model.simulation.ramp = 5.0 * period;
    const double from = (5.0 + options.settle) * period;
    model.simulation.duration = from + 2.0 * kPart * period;
    const Kept kept = run_from(model, shared, from + 0.5 * *model.simulation.time_step, [&](double part) {
      if (options.progress) options.progress((static_cast<double>(i) + part) / static_cast<double>(rao.omega.size()));
    });
    if (rao.outputs.empty()) rao.outputs = kept.outputs;
    const auto half = static_cast<std::size_t>(kPart * per_period);
    SWELL_EXPECT(kept.rows.size() >= 2 * half);
    const std::size_t first = kept.rows.size() - 2 * half;
    add(rao, i, harmonic(kept, first, half, rao.omega[i]), harmonic(kept, first + half, half, rao.omega[i]));
  }
  return rao;
}

MeasuredRao rao_by_white_sea(const model::Model& original, const RaoOptions& options) {
  MeasuredRao rao;
  if (options.omega.size() < 2)
    throw code::error("out-of-range", {}, "a white sea has two frequencies or more",
                      "give a larger --count, or --method regular");
  const double spacing = (options.omega.back() - options.omega.front()) / static_cast<double>(options.omega.size() - 1);
  const double record = 2.0 * kPi / spacing;
  model::Model model = without_sea(original);
  if (model.hydrodynamics.radiation == model::Radiation::constant) model.hydrodynamics.radiation.reset();
  for (model::Body& body : model.bodies) {
    if (body.radiation == model::Radiation::constant) body.radiation.reset();
  }
  model.waves.clear();
  const auto count = static_cast<double>(options.omega.size());
  for (std::size_t i = 0; i < options.omega.size(); ++i) {
    // Stay within the requested range: there may be no data beyond.
    double harmonic_number = std::max(1.0, std::round(options.omega[i] / spacing));
    if (harmonic_number * spacing > options.omega.back() * (1.0 + 1e-12)) --harmonic_number;
    if (harmonic_number * spacing < options.omega.front() * (1.0 - 1e-12)) ++harmonic_number;
    const double omega = harmonic_number * spacing;
    if (!rao.omega.empty() && omega <= rao.omega.back()) continue;
    rao.omega.push_back(omega);
    model::RegularWave wave;
    wave.height = options.height;
    wave.period = 2.0 * kPi / omega;
    wave.direction = wave_direction(original);
    wave.phase = std::fmod(kPi * static_cast<double>(i) * static_cast<double>(i) / count, 2.0 * kPi);
    model.waves.emplace_back(wave);
  }
  const double shortest = 2.0 * kPi / rao.omega.back();
  const double wanted = std::min(shortest / (0.5 * kPerPeriod), original.simulation.time_step.value_or(shortest));
  const double steps = std::ceil(record / wanted);
  constexpr double kMostSteps = 1e8;  // in the run: a day of computing
  const double all_steps = steps * (std::max(1.0, std::round(options.settle)) + 2.0);
  if (all_steps > kMostSteps)
    throw code::error(
        "out-of-range", {},
        fmt::format("frequencies {:.3g} rad/s apart repeat after {:.3g} s, and the run takes {:.2g} steps", spacing,
                    record, all_steps),
        "a wider range, a smaller --count or --settle, or --method regular");
  model.simulation.time_step = record / steps;
  model.simulation.ramp = 0.5 * record;
  const double settle = std::max(1.0, std::round(options.settle));
  const double from = settle * record;
  model.simulation.duration = from + 2.0 * record;
  assembly::SharedData shared;
  const Kept kept = run_from(model, shared, from + 0.5 * *model.simulation.time_step, options.progress);
  rao.outputs = kept.outputs;
  const auto half = static_cast<std::size_t>(steps);
  SWELL_EXPECT(kept.rows.size() >= 2 * half);
  const std::size_t first = kept.rows.size() - 2 * half;
  for (std::size_t i = 0; i < rao.omega.size(); ++i)
    add(rao, i, harmonic(kept, first, half, rao.omega[i]), harmonic(kept, first + half, half, rao.omega[i]));
  return rao;
}

}  // namespace swell::linear

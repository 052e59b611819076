#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <memory>
#include <optional>

#include "console.h"
#include "swell/base/error.h"
#include "swell/hydro/bemio_h5.h"

namespace bemio_command {
namespace {

namespace bem = swell::bemio;

struct ConvertOptions {
  Common common;
  std::vector<std::string> inputs;
  std::string output;
  bool state_space = false, clean = false, dimensional = false;
  std::optional<double> r2;
  double radiation_time = kRadiationTime;
  std::optional<double> excitation_time;
  std::optional<int> max_order;
  std::size_t times = 1001, frequencies = 1001;
  std::optional<double> omega_min, omega_max;
  std::vector<double> grid;
  std::vector<int> bodies;
  std::optional<double> density, gravity;
  std::optional<double> split;  // [deg] the waves' direction
};

// What CLI11 cannot say: numbers that are none, grids that are no grid, all mistakes at once.
void check(const ConvertOptions& o) {
  check_output(o.output, {o.inputs.begin(), o.inputs.end()}, o.common);
  swell::Diagnostics mistakes;
  const auto positive = [&](const char* name, const std::optional<double>& value, const char* unit, bool zero = false) {
    require_positive(mistakes, name, value, unit, zero);
  };
  require_water(mistakes, "--density", o.density, o.gravity, true);
  positive("--omega-min", o.omega_min, "rad/s", true);
  positive("--omega-max", o.omega_max, "rad/s");
  positive("--radiation-time", o.radiation_time, "s");
  positive("--excitation-time", o.excitation_time, "s");
  if (o.radiation_time > kLongestKernel || o.excitation_time.value_or(0.0) > kLongestKernel)
    mistakes.error({}, fmt::format("kernels of {:g} s must be at most {:g} s long",
                                   std::max(o.radiation_time, o.excitation_time.value_or(0.0)), kLongestKernel));
  if (!o.state_space && (o.r2 || o.max_order))
    mistakes.error({}, fmt::format("{} without --state-space: nothing is fitted", o.r2 ? "--r2" : "--max-order"),
                   "add --state-space");
  if (o.r2 && !(*o.r2 >= 0.0 && *o.r2 <= 1.0))
    mistakes.error({}, fmt::format("--r2 = {:g} must be a number from 0 to 1", *o.r2));
  if (o.max_order && !(*o.max_order >= 2 && *o.max_order <= 100))
    mistakes.error({}, fmt::format("--max-order = {} must be from 2 to 100", *o.max_order));
  if (!o.grid.empty()) {
    if (!(o.grid[0] > 0.0 && o.grid[1] > o.grid[0] && std::isfinite(o.grid[1])))
      mistakes.error({},
                     fmt::format("--frequencies = {:g} to {:g} rad/s must ascend from above 0", o.grid[0], o.grid[1]));
    if (!(o.grid[2] >= 2.0 && o.grid[2] <= 1e5 && o.grid[2] == std::floor(o.grid[2])))
      mistakes.error({}, fmt::format("--frequencies: count = {:g} must be a whole number from 2 to 100000", o.grid[2]),
                     "give first, last and count: --frequencies 0.1 3 100");
  }
  for (std::size_t b = 1; b < o.bodies.size(); ++b) {
    if (std::find(o.bodies.begin(), o.bodies.begin() + static_cast<std::ptrdiff_t>(b), o.bodies[b]) ==
        o.bodies.begin() + static_cast<std::ptrdiff_t>(b))
      continue;
    mistakes.error({}, fmt::format("--bodies: body {} occurs twice", o.bodies[b]),
                   "for two equal bodies without coupling name the input twice");
  }
  if (o.split && !std::isfinite(*o.split))
    mistakes.error({}, fmt::format("--split-directions = {:g} deg must be a number", *o.split));
  mistakes.throw_if_errors();
}

// Samples further apart than half a period of the fastest motion cannot show what the kernel does in between.
void note_coarse_samples(swell::hydro::HydroData& data, const bem::ProcessingOptions& p) {
  if (data.omega.empty()) return;
  const auto check = [&](const char* kernel, const swell::hydro::ImpulseResponseOptions& irf, double length,
                         const char* shorter) {
    const double step = length / static_cast<double>(irf.times - 1), most = irf.omega_max.value_or(data.omega.back());
    if (step * most <= swell::kPi) return;
    data.notes.push_back(fmt::format(
        "samples of the {} kernel are {:.3g} s apart, more than half a period at {:.4g} rad/s ({:.3g} s): --times {} "
        "or "
        "a shorter {}",
        kernel, step, most, swell::kPi / most, static_cast<long>(std::ceil(length * most / swell::kPi)) + 1, shorter));
  };
  check("radiation", p.radiation, p.radiation.end_time, "--radiation-time");
  check("excitation", p.excitation, 2.0 * p.excitation.end_time, "--excitation-time");
}

// The columns of bodies that are left out go with them.
void note_lost_coupling(const swell::hydro::HydroData& all, const std::vector<int>& kept,
                        swell::hydro::HydroData& data) {
  std::string lost;
  for (std::size_t c = 0; c < all.bodies.size(); ++c) {
    if (std::find(kept.begin(), kept.end(), static_cast<int>(c) + 1) != kept.end()) continue;
    const bool coupled = std::any_of(kept.begin(), kept.end(), [&](int number) {
      const auto& body = all.bodies[static_cast<std::size_t>(number - 1)];
      const auto is_driven = [&](const swell::MatrixX& M) {
        return !M.middleCols(all.first_dof(c), all.bodies[c].dof).isZero(0.0);
      };
      return std::any_of(body.added_mass.begin(), body.added_mass.end(), is_driven) ||
             std::any_of(body.radiation_damping.begin(), body.radiation_damping.end(), is_driven) ||
             (body.added_mass_infinite && is_driven(*body.added_mass_infinite));
    });
    if (coupled) lost += (lost.empty() ? "" : ", ") + all.bodies[c].name;
  }
  if (!lost.empty())
    data.notes.push_back(fmt::format(
        "coupling with the bodies left out ({}) is dropped: their hulls stay in the data, held fixed", lost));
}

// Kernels, A_inf and state space, then the file. What JSON says of it, with --json.
Json finish(swell::hydro::HydroData data, std::size_t reported, const std::string& output, const ConvertOptions& o,
            std::chrono::steady_clock::time_point start) {
  bem::ProcessingOptions p;
  p.radiation.end_time = o.radiation_time;
  p.excitation.end_time = o.excitation_time.value_or(excitation_time_of(data));
  p.radiation.times = p.excitation.times = o.times;
  p.radiation.frequencies = p.excitation.frequencies = o.frequencies;
  p.radiation.omega_min = p.excitation.omega_min = o.omega_min;
  p.radiation.omega_max = p.excitation.omega_max = o.omega_max;
  p.bemio_mean_rule = o.common.like_bemio;
  if (o.common.like_bemio) p.noise_level = 0.0;
  p.state_space = o.state_space;
  if (o.r2) p.r2 = *o.r2;
  if (o.max_order) p.max_order = *o.max_order;
  p.progress = progress_line();
  if (!o.excitation_time && data.omega.size() > 1 && p.excitation.end_time < 60.0) {
    data.notes.push_back(
        fmt::format("excitation kernel to {:g} s on either side: its frequencies lie {:.3g} rad/s apart",
                    p.excitation.end_time, swell::kPi / p.excitation.end_time));
  }
  const std::vector<bem::FitReport> fits = bem::process(data, p);
  note_coarse_samples(data, p);
  print_notes(data, reported, output);
  swell::hydro::BemioWriteOptions writing;
  writing.state_space_r2 = p.r2;
  const std::optional<bem::FitQuality> quality = o.state_space ? bem::fit_quality(data) : std::nullopt;
  if (quality) writing.state_space_passivity = quality->passivity.lowest;
  if (o.dimensional) {
    writing.scaled = true;
    const double density = data.density.value_or(1000.0), gravity = data.gravity.value_or(9.81);
    swell::hydro::write_bemio_h5(bem::dimensional(data, density, gravity), output, writing);
    data.notes.push_back(
        fmt::format("coefficients are dimensional, by {:g} kg/m^3 and {:g} m/s^2; the file says scaled = 1, which not "
                    "every program looks at",
                    density, gravity));
    if (!o.common.json) put(stderr, "{}: {}\n", output, data.notes.back());
  } else {
    swell::hydro::write_bemio_h5(data, output, writing);
  }
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  if (o.common.json) {
    Json j;
    j["output"] = output;
    j["code"] = data.code;
    j["bodies"] = data.bodies.size();
    j["frequencies"] = data.omega.size();
    j["directions"] = data.direction.size();
    j["seconds"] = seconds;
    j["notes"] = data.notes;
    if (o.state_space) {
      Json list = Json::array();
      for (const bem::FitReport& f : fits) {
        list.push_back({{"body", data.bodies[f.body].name},
                        {"row", f.row + 1},
                        {"column", f.column + 1},
                        {"order", f.order},
                        {"r2", number(f.r2)},
                        {"reached", f.reached}});
      }
      j["state_space"] = list;
      Json whole = Json::object();
      for (const auto& body : data.bodies) whole[body.name] = number(bem::whole_matrix_r2(body));
      j["state_space_r2_of_the_matrix"] = whole;
      if (quality) j["state_space_passivity"] = passivity(*quality);
    }
    return j;
  }
  if (o.state_space) {
    std::size_t reached = 0;
    for (const bem::FitReport& f : fits) {
      reached += f.reached ? 1 : 0;
      put("{:<12} ({:2}, {:2})  order {:2}  R^2 {:.4f}{}\n", data.bodies[f.body].name, f.row + 1, f.column + 1, f.order,
          f.r2, f.reached ? "" : "  below the threshold");
    }
    for (const auto& body : data.bodies) put("{:<12} whole matrix R^2 {:.5f}\n", body.name, bem::whole_matrix_r2(body));
    put("{} of {} entries reach R^2 = {:g}\n", reached, fits.size(), p.r2);
    if (quality) put("{}\n", passivity_sentence(*quality));
  }
  put("{}: {}, {}, {}, {:.2f} s\n", output, counted(data.bodies.size(), "body", "bodies"),
      counted(data.omega.size(), "frequency", "frequencies"), counted(data.direction.size(), "direction", "directions"),
      seconds);
  return {};
}

int convert(const ConvertOptions& o) {
  check(o);
  const auto start = std::chrono::steady_clock::now();
  std::vector<swell::hydro::HydroData> parts;
  Common common = o.common;
  if (o.clean) common.gaps = swell::hydro::NonFinite::keep;
  for (const std::string& input : o.inputs) {
    parts.push_back(read(input, common));
    const std::size_t reported = parts.back().notes.size();
    if (o.clean) {
      std::size_t kernels = 0;
      for (const auto& body : parts.back().bodies) kernels += bem::gaps_in_kernels(body) > 0 ? 1U : 0U;
      const std::size_t cleaned = bem::clean(parts.back()).size();
      bem::require_finite(parts.back());
      parts.back().notes.push_back(fmt::format("{} spikes and missing values replaced", cleaned));
      if (kernels > 0)
        parts.back().notes.push_back(
            fmt::format("kernels of {} with missing values computed anew from its coefficients",
                        kernels == 1 ? "1 body" : fmt::format("{} bodies", kernels)));
    }
    if (o.density) parts.back().density = o.density;
    if (o.gravity) parts.back().gravity = o.gravity;
    if (!o.grid.empty()) {
      std::vector<double> omega(static_cast<std::size_t>(o.grid[2]));
      for (std::size_t k = 0; k < omega.size(); ++k)
        omega[k] = o.grid[0] + (o.grid[1] - o.grid[0]) * static_cast<double>(k) / static_cast<double>(omega.size() - 1);
      parts.back() = bem::at_frequencies(parts.back(), omega);
    }
    print_notes(parts.back(), reported, input);
  }
  swell::hydro::HydroData data = bem::combine(parts);
  const std::size_t reported = data.notes.size();
  if (!o.bodies.empty()) {
    const swell::hydro::HydroData all = std::move(data);
    data = swell::hydro::select_bodies(all, o.bodies);
    note_lost_coupling(all, o.bodies, data);
  }
  if (!o.split) {
    const Json j = finish(std::move(data), reported, o.output, o, start);
    if (o.common.json) put("{}\n", j.dump(2));
    return done;
  }
  Json list = Json::array();
  const std::filesystem::path output = o.output;
  for (bem::DirectionalSet& set : bem::split_by_direction(data, *o.split)) {
    std::filesystem::path own = output;
    own.replace_filename(fmt::format("{}_{:g}{}", output.stem().string(), set.direction, output.extension().string()));
    bem::check_output(own, {o.inputs.begin(), o.inputs.end()});
    Json j = finish(std::move(set.data), reported, own.string(), o, start);
    j["direction"] = set.direction;
    j["yaw"] = set.yaw;
    list.push_back(j);
    if (!o.common.json) put("  yaw {:g} deg\n", set.yaw);
  }
  if (o.common.json) put("{}\n", list.dump(2));
  return done;
}

}  // namespace

void add_convert(CLI::App& app, int& status) {
  auto options = std::make_shared<ConvertOptions>();
  CLI::App* command = app.add_subcommand(
      "convert", "convert BEM results to BEMIO's HDF5 file; several inputs are joined without coupling");
  command
      ->add_option("inputs", options->inputs,
                   "WAMIT .out or .1, NEMOH folder, AQWA .AH1, Capytaine .nc, HAMS folder, AQUA+ and Diodore .hdb, "
                   "OrcaFlex .yml, BEMIO .h5 and .mat")
      ->required();
  command->add_option("-o,--output", options->output, "file to write (.h5)")->required();
  add_common(*command, options->common);
  add_force(*command, options->common);
  command->add_flag("--state-space", options->state_space, "fit a state space to every radiation kernel");
  command->add_option("--r2", options->r2, "coefficient of determination that a fit must reach, default 0.95");
  command->add_option("--max-order", options->max_order, "highest order of a fit, default 10");
  command->add_option("--radiation-time", options->radiation_time, "length of the radiation kernel [s], default 60");
  command->add_option("--excitation-time", options->excitation_time,
                      "half length of the excitation kernel [s]; default 157, or pi/d_omega where that is shorter");
  command->add_option("--times", options->times, "samples of the kernels")->check(CLI::Range(11, 1000000));
  command->add_option("--integration-frequencies", options->frequencies, "even frequencies of the kernels' integrals")
      ->check(CLI::Range(101, 1000000));
  command->add_option("--omega-min", options->omega_min, "lowest frequency of the integrals [rad/s]");
  command->add_option("--omega-max", options->omega_max, "highest frequency of the integrals [rad/s]");
  command->add_option("--frequencies", options->grid, "interpolate to first last count [rad/s]")->expected(3);
  command->add_option("--bodies", options->bodies, "bodies to keep, in this order, from 1: 2,1")
      ->delimiter(',')
      ->allow_extra_args(false);
  command->add_option(
      "--split-directions", options->split,
      "one file for each heading b of the data, NAME_b.h5: what waves of this direction [deg] do to bodies "
      "that have turned by the difference; for hydro_data: sets");
  command->add_option("--density", options->density, "water density [kg/m^3] instead of the run's; 1: normalised");
  command->add_option("--gravity", options->gravity, "gravity [m/s^2] instead of the run's");
  command->add_flag("--clean", options->clean, "replace spikes and values that are not finite");
  command->add_flag("--dimensional", options->dimensional,
                    "write coefficients in SI, multiplied by density, gravity and frequency (scaled = 1); files of "
                    "either kind are read");
  command->callback([options, &status] { status = convert(*options); });
}

}  // namespace bemio_command

#include "console.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdio>
#include <map>
#include <memory>

#include "swell/base/replace.h"
#include "swell/hydro/is_own_bemio_h5.h"
#include "swell/hydro/plausible.h"

namespace bemio_command {

swell::bemio::ReadOptions Common::read_options() const {
  swell::bemio::ReadOptions options;
  options.like_bemio = like_bemio;
  options.ignore = ignore;
  options.gaps = gaps;
  options.containment = swell::Containment::child_process;
  options.phases = phases;
  swell::Diagnostics mistakes;
  require_water(mistakes, "--water-density", density);
  require_positive(mistakes, "--water-depth", depth, "m");
  mistakes.throw_if_errors();
  options.density = density;
  options.depth = depth;
  return options;
}

void add_common(CLI::App& command, Common& common) {
  command.add_flag("--json", common.json, "print JSON for programs");
  command.add_flag("--like-bemio", common.like_bemio, "take the sources that WEC-Sim's BEMIO takes");
  command
      .add_option("--ignore", common.ignore, "extensions of accompanying files that shall not be used, e.g. .3,.hst")
      ->delimiter(',')
      ->allow_extra_args(false);  // the next word is an input
  command.add_option("--water-density", common.density,
                     "water density [kg/m^3] of runs whose files do not name it (.hdb); 1025 unless given");
  command.add_option("--water-depth", common.depth,
                     "water depth [m] of runs whose files do not name it (.hdb); infinite unless given");
  using Phases = swell::bemio::ReadOptions::Phases;
  const std::map<std::string, Phases> senses{{"auto", Phases::automatic}, {"lead", Phases::lead}, {"lag", Phases::lag}};
  command
      .add_option("--phases", common.phases,
                  "what the phases of the file's forces are: lead over the crest, exp(+i w t), or lag, exp(-i w t); "
                  "auto: as the BEM code has it, unless long waves show the other")
      ->transform(CLI::Validator(
          [senses](std::string& word) -> std::string {
            const auto found = senses.find(word);
            if (found == senses.end()) return word + " must be auto, lead or lag";
            word = std::to_string(static_cast<int>(found->second));
            return {};
          },
          ""))
      ->type_name("auto|lead|lag");
}

void require_water(swell::Diagnostics& mistakes, const char* density_name, const std::optional<double>& density,
                   const std::optional<double>& gravity, bool normalised) {
  namespace hydro = swell::hydro;
  if (density && !hydro::is_liquid(*density) && !(normalised && hydro::is_normalised(*density)))
    mistakes.error({},
                   fmt::format("{} = {:g} kg/m^3 must be a number from {:g} to {:g}", density_name, *density,
                               hydro::kLeastDensity, hydro::kMostDensity),
                   normalised ? "kg/m^3 is meant, 1025 for sea water; 1 where the coefficients are normalised"
                              : "kg/m^3 is meant, 1025 for sea water");
  if (gravity && !hydro::is_gravity(*gravity))
    mistakes.error({},
                   fmt::format("--gravity = {:g} m/s^2 must be a number from {:g} to {:g}", *gravity,
                               hydro::kLeastGravity, hydro::kMostGravity),
                   "m/s^2 is meant, 9.81");
}

void check_output(const std::string& output, const std::vector<std::filesystem::path>& inputs, const Common& common) {
  swell::bemio::check_output(output, inputs);
  swell::check_replacement(output, {"BEMIO HDF5 file of Swell", swell::hydro::is_own_bemio_h5}, common.force);
}

void add_force(CLI::App& command, Common& common) {
  command.add_flag("--force", common.force, "replace a file that is read-only, or of another kind than is written");
}

swell::hydro::HydroData read(const std::string& path, const Common& common, bool quiet) {
  swell::hydro::HydroData data = swell::bemio::read_bem(path, common.read_options());
  if (!quiet) print_notes(data, 0, path);
  return data;
}

void print_notes(const swell::hydro::HydroData& data, std::size_t first, const std::string& path) {
  for (std::size_t k = first; k < data.notes.size(); ++k) put(stderr, "{}: {}\n", path, data.notes[k]);
}

double excitation_time_of(const swell::hydro::HydroData& data) {
  constexpr double kLongest = 157.0, kShare = 0.5, kRoundOff = 1e-3;
  double most = 0.0;
  for (const auto& body : data.bodies) {
    for (const auto& row : body.excitation) {
      for (const auto& X : row) most = std::max(most, X.cwiseAbs().maxCoeff());
    }
  }
  // Of every force the step within which half of it (over frequency) is sampled: grids that are even in period
  // have huge steps where there is no force.
  double step = 0.0;
  for (const auto& body : data.bodies) {
    for (const auto& row : body.excitation) {
      for (int i = 0; i < body.dof && row.size() == data.omega.size(); ++i) {
        std::vector<std::pair<double, double>> parts;  // step, force times step
        double all = 0.0, peak = 0.0;
        for (std::size_t k = 1; k < row.size(); ++k) {
          const double gap = data.omega[k] - data.omega[k - 1];
          parts.emplace_back(gap, 0.5 * gap * (std::abs(row[k][i]) + std::abs(row[k - 1][i])));
          all += parts.back().second;
          peak = std::max(peak, std::abs(row[k][i]));
        }
        if (peak <= kRoundOff * most) continue;
        std::sort(parts.begin(), parts.end());
        double sum = 0.0;
        for (const auto& [gap, part] : parts) {
          sum += part;
          if (sum < kShare * all) continue;
          step = std::max(step, gap);
          break;
        }
      }
    }
  }
  return step > 0.0 ? std::max(1.0, std::min(kLongest, std::floor(swell::kPi / step))) : kLongest;
}

Json passivity(const swell::bemio::FitQuality& quality) {
  return {{"lowest_eigenvalue", number(quality.passivity.lowest)},
          {"omega", number(quality.passivity.omega)},
          {"stable", quality.passivity.stable}};
}

std::string passivity_sentence(const swell::bemio::FitQuality& quality) {
  const swell::hydro::Passivity& p = quality.passivity;
  return fmt::format("state space: {}, {} (lowest eigenvalue of its damping {:.3g} of the largest, at {:.4g} rad/s)",
                     p.stable ? "stable" : "unstable", p.lowest >= -1e-9 ? "passive" : "not passive", p.lowest,
                     p.omega);
}

void require_positive(swell::Diagnostics& mistakes, const char* name, const std::optional<double>& value,
                      const char* unit, bool zero) {
  if (!value || (std::isfinite(*value) && (*value > 0.0 || (zero && *value == 0.0)))) return;
  mistakes.error(
      {}, fmt::format("{} = {:g} {} must be a number {}", name, *value, unit, zero ? "of 0 or more" : "above 0"));
}

std::string counted(std::size_t count, const char* one, const char* many) {
  return fmt::format("{} {}", count, count == 1 ? one : many);
}

swell::bemio::Progress progress_line() {
  if (isatty(fileno(stderr)) == 0) return {};
  const auto last = std::make_shared<int>(-1);
  return [last](double part, const std::string& what) {
    const int percent = static_cast<int>(100.0 * part);
    if (percent == *last && part < 1.0) return;
    *last = percent;
    if (part >= 1.0)
      fmt::print(stderr, "\r{:70}\r", "");
    else
      fmt::print(stderr, "\r{:3} % {:<60.60}", percent, swell::visible(what));
    std::fflush(stderr);
  };
}

Json number(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }

}  // namespace bemio_command

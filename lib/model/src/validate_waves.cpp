#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "case_checks.h"

namespace swell::model {
namespace {

void check_spread(const std::vector<double>& direction, const Spreading& spread, const Source& source,
                  const std::string& path, Diagnostics& diagnostics) {
  if (const auto* function = std::get_if<SpreadingFunction>(&spread)) {
    const std::pair<SpreadingShape, const char*> parameters[] = {
        {SpreadingShape::cos_2s, "s"}, {SpreadingShape::cos_n, "n"}, {SpreadingShape::wrapped_normal, "deviation"}};
    for (const auto& [shape, key] : parameters) {
      if (shape == function->shape || !function->source.has(key)) continue;
      diagnostics.error(function->source.of(key),
                        fmt::format("{}.spread.{} belongs to another spreading function", path, key),
                        "s is of cos-2s, n of cos-n, deviation of wrapped-normal");
    }
    if (direction.size() != 1) {
      diagnostics.error(
          source.of("direction"),
          fmt::format("{}.direction has {} entries, and a spreading function is about one", path, direction.size()));
    }
    if (std::adjacent_find(function->directions.begin(), function->directions.end(), std::greater_equal<>()) !=
        function->directions.end()) {
      diagnostics.error(function->source.of("directions"), fmt::format("{}.spread.directions must ascend", path));
    }
    return;
  }
  const auto& shares = std::get<std::vector<double>>(spread);
  if (shares.empty() && direction.size() > 1) {
    diagnostics.error(source.of("direction"),
                      fmt::format("{}.direction has {} entries and {}.spread is missing", path, direction.size(), path),
                      "give the share of the energy of each direction");
  } else if (!shares.empty() && shares.size() != direction.size()) {
    diagnostics.error(source.of("spread"), fmt::format("{}.spread has {} entries and {}.direction {}", path,
                                                       shares.size(), path, direction.size()));
  }
}

}  // namespace

std::optional<double> shortest_period(const Model& model) {
  std::optional<double> shortest;
  for (const Wave& wave : model.waves) {
    double period = 0.0;
    if (const auto* regular = std::get_if<RegularWave>(&wave)) period = regular->period;
    if (const auto* irregular = std::get_if<IrregularWave>(&wave)) period = irregular->peak_period;
    if (period > 0.0 && period < shortest.value_or(HUGE_VAL)) shortest = period;
  }
  return shortest;
}

void validate_waves(const Model& model, Diagnostics& diagnostics) {
  for (std::size_t i = 0; i < model.waves.size(); ++i) {
    const Wave& wave = model.waves[i];
    const Source& source = source_of(wave);
    const std::string path = model.waves.size() == 1 ? "waves" : fmt::format("waves.{}", i + 1);
    const bool no_height = source.has("height") || source.has("significant_height");  // a sea of its own, calm today
    if (std::holds_alternative<StillWater>(wave) && model.waves.size() > 1 && !no_height) {
      diagnostics.error(source.origin, fmt::format("{} is still water beside other seas", path), "remove one of them");
    }
    if (const auto* sea = std::get_if<IrregularWave>(&wave)) {
      if (sea->source.has("gamma") && sea->spectrum != SpectrumShape::jonswap) {
        diagnostics.error(sea->source.of("gamma"), fmt::format("{}.gamma belongs to the spectrum jonswap", path),
                          "write spectrum: jonswap or remove gamma");
      }
      check_spread(sea->direction, sea->spread, source, path, diagnostics);
      if (sea->bins.range && (*sea->bins.range)[0] >= (*sea->bins.range)[1]) {
        diagnostics.error(sea->bins.source.of("range"), fmt::format("{}.bins.range = [{}, {}] rad/s must ascend", path,
                                                                    (*sea->bins.range)[0], (*sea->bins.range)[1]));
      }
    }
    if (const auto* sea = std::get_if<ImportedSpectrum>(&wave))
      check_spread(sea->direction, sea->spread, source, path, diagnostics);
  }
}

}  // namespace swell::model

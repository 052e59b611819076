#include "swell/batch/seeds.h"

#include <fmt/format.h>

#include <algorithm>
#include <type_traits>

#include "swell/model/table_file.h"

namespace swell::batch {

namespace {

template <class Wave>
constexpr bool kDraws = std::is_same_v<Wave, model::IrregularWave> || std::is_same_v<Wave, model::ImportedSpectrum> ||
                        std::is_same_v<Wave, model::DirectionalSpectrum>;

/// Phases of a spectrum are its table's third column, where it has one.
bool has_random_phases(const model::Wave& any, const model::Model& model) {
  return std::visit(
      [&](const auto& wave) {
        using Wave = std::decay_t<decltype(wave)>;
        if constexpr (std::is_same_v<Wave, model::IrregularWave>) {
          return wave.phases.empty();
        } else if constexpr (std::is_same_v<Wave, model::ImportedSpectrum>) {
          try {
            return model::read_table_file(wave.file, 2, 3, wave.source.of("file"), model.containment).cols() < 3;
          } catch (const std::exception&) {  // refused when the case is built
            return true;
          }
        } else {
          return kDraws<Wave>;
        }
      },
      any);
}

bool is_number_text(const std::string& text) {
  return !text.empty() && text.find_first_not_of("0123456789+-.eE") == std::string::npos;
}

}  // namespace

bool is_random(const model::Model& model) {
  return std::any_of(model.waves.begin(), model.waves.end(),
                     [&](const model::Wave& wave) { return has_random_phases(wave, model); });
}

std::vector<std::string> derive_seeds(const Study& study, const Parameter& base, const Condition& condition,
                                      int replicate, model::Model& model) {
  std::vector<std::string> overrides;
  if (!study.seeds.derived) return overrides;
  const Parameter* waves = base.find("waves");
  const bool list = waves != nullptr && waves->kind == Parameter::Kind::list;
  for (std::size_t i = 0; i < model.waves.size(); ++i) {
    const std::string key = list ? fmt::format("waves.{}.seed", i + 1) : "waves.seed";
    bool given = false;
    for (const auto& value : condition.values) given = given || value.first == key;
    for (const std::string& assignment : study.set)
      given = given || assignment.compare(0, key.size() + 1, key + "=") == 0;
    if (given || !has_random_phases(model.waves[i], model)) continue;
    std::visit(
        [&](auto& wave) {
          if constexpr (kDraws<std::decay_t<decltype(wave)>>) {
            const std::uint32_t seed = case_seed(study.seed, condition.sea, replicate, static_cast<int>(i) + 1);
            wave.random.seed = seed;
            overrides.push_back(fmt::format("{}={}", key, seed));
          }
        },
        model.waves[i]);
  }
  return overrides;
}

bool SeedUse::draws(const Condition& condition) {
  std::string words;  // heights and periods by number do not decide
  for (const auto& [key, value] : condition.values) {
    if (key.compare(0, 5, "waves") != 0) continue;
    const bool seed = key.size() > 5 && key.compare(key.size() - 5, 5, ".seed") == 0;
    if (seed || !is_number_text(value)) words += fmt::format("{}={};", key, seed ? "" : value);
  }
  const auto known = known_.find(words);
  if (known != known_.end()) return known->second;
  bool draws = true;
  try {
    const std::vector<std::string> overrides = overrides_of(study_, condition);
    Diagnostics diagnostics;
    model::Model model = base_.read(overrides, diagnostics);
    if (diagnostics.has_errors()) return true;  // another of these words may be read
    draws = !derive_seeds(study_, base_.tree(), condition, 1, model).empty();
  } catch (const std::exception&) {
    return true;
  }
  known_.emplace(std::move(words), draws);
  return draws;
}

int first_replicates(const Study& study, bool draws) {
  if (!draws) return 1;
  return study.seeds.until ? study.seeds.until->least : study.seeds.count;
}

}  // namespace swell::batch

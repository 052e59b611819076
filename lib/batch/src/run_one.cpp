// One case, and what makes it the same case as one that an earlier start finished.
#include <fmt/format.h>

#include <chrono>
#include <cmath>
#include <fstream>
#include <limits>

#include "swell/batch/collect.h"
#include "swell/batch/run_batch.h"
#include "swell/case/version.h"

namespace swell::batch {

namespace {

/// The seeds that the case draws from: set in the model, and told as overrides so that it can be run alone.
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
    if (given) continue;
    std::visit(
        [&](auto& wave) {
          using Wave = std::decay_t<decltype(wave)>;
          if constexpr (std::is_same_v<Wave, model::IrregularWave> || std::is_same_v<Wave, model::ImportedSpectrum> ||
                        std::is_same_v<Wave, model::DirectionalSpectrum>) {
            if constexpr (std::is_same_v<Wave, model::IrregularWave>) {
              if (!wave.phases.empty()) return;
            }
            const std::uint32_t seed = case_seed(study.seed, condition.sea, replicate, static_cast<int>(i) + 1);
            wave.random.seed = seed;
            overrides.push_back(fmt::format("{}={}", key, seed));
          }
        },
        model.waves[i]);
  }
  return overrides;
}

std::string all_texts(const InputError& error) {
  std::string text;
  for (const Diagnostic& diagnostic : error.diagnostics()) {
    if (diagnostic.severity == Severity::error) text += (text.empty() ? "" : "\n") + diagnostic.text();
  }
  return text;
}

}  // namespace

std::string title_of(const Condition& condition, int replicate) {
  std::string text;
  for (const auto& [key, value] : condition.values) text += fmt::format("{}={}, ", key, value);
  return fmt::format("case {} ({}replicate {})", condition.index + 1, text, replicate);
}

CaseRecord run_one(const Study& study, const model::CaseTemplate& base, const Condition& condition, int replicate,
                   model::SharedData& shared, const std::function<bool()>& stop) {
  const auto begin = std::chrono::steady_clock::now();
  CaseRecord record;
  std::vector<std::string> overrides = study.set;
  for (std::string& assignment : condition.overrides()) overrides.push_back(std::move(assignment));
  try {
    Diagnostics diagnostics;
    model::Model model = base.read(overrides, diagnostics);
    diagnostics.throw_if_errors();
    record.seeds = derive_seeds(study, base.tree(), condition, replicate, model);
    std::vector<std::string> select = study.keep.statistics;
    select.insert(select.end(), study.keep.spectra.begin(), study.keep.spectra.end());
    select.insert(select.end(), study.keep.series.begin(), study.keep.series.end());
    select.emplace_back("ptos.*.power");
    if (study.lengthen && study.lengthen->quantity != "power") {
      const std::string& quantity = study.lengthen->quantity;
      select.push_back(quantity);
      select.push_back(quantity.substr(0, quantity.rfind('.')));
    }
    model::CaseRun run(model, &shared, select);
    const double start = model.simulation.start;
    Collector collector(study, run, start, start + model.simulation.duration, model.simulation.ramp);
    bool abandoned = false;
    run.run([&](double time) {
      if (stop && stop()) {
        abandoned = true;
        return false;
      }
      return collector.row(time);
    });
    collector.finish(record);
    if (abandoned) {
      record.status = Status::failed;
      record.message = "stopped";
    }
  } catch (const InputError& error) {
    record.status = Status::wrong;
    record.message = all_texts(error);
  } catch (const std::exception& error) {
    record.status = Status::failed;
    record.message = error.what();
  }
  record.wall = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return record;
}

namespace {

/// The contents of a file, in pieces; a file that cannot be read counts by its name.
std::uint64_t hash_file(const std::filesystem::path& file, std::uint64_t hash) {
  hash = hash_text(file.filename().string(), hash);
  std::ifstream in(file, std::ios::binary);
  std::vector<char> piece(1U << 20U);
  while (in) {
    in.read(piece.data(), static_cast<std::streamsize>(piece.size()));
    hash = hash_bytes(piece.data(), static_cast<std::size_t>(in.gcount()), hash);
  }
  return hash;
}

/// Every text of the tree that names an existing file.
void hash_files(const Parameter& tree, const std::filesystem::path& folder, std::uint64_t& hash) {
  if (tree.kind == Parameter::Kind::text && !tree.text.empty() && tree.text.size() < 1024) {
    const std::filesystem::path file = folder / tree.text;
    std::error_code error;
    if (std::filesystem::is_regular_file(file, error)) hash = hash_file(file, hash);
  }
  for (const Parameter& item : tree.items) hash_files(item, folder, hash);
}

}  // namespace

CaseKeys::CaseKeys(const Study& study, const model::CaseTemplate& base) {
  std::uint64_t hash = hash_text(model::version());
  hash = hash_text(model::write_yaml(base.tree()), hash);  // comments do not count
  for (const std::string& assignment : study.set) hash = hash_text(assignment + "\n", hash);
  const std::filesystem::path folder = base.file().parent_path();
  hash_files(base.tree(), folder, hash);
  for (const Axis& axis : study.axes) {
    for (const auto& row : axis.rows) {
      for (const std::string& value : row) hash_files(Parameter::of(value), folder, hash);
      if (!row.empty() && row.front().find_first_not_of("0123456789+-.eE") == std::string::npos && row.size() == 1)
        break;  // an axis of numbers names no files
    }
  }
  const Keep& keep = study.keep;
  hash = hash_text(
      fmt::format("{}|{}|{}|{}|{}|{}|{}|{}|{}", study.seeds.derived, study.seed, fmt::join(keep.statistics, ","),
                  keep.from.value_or(-1.0), keep.whole_periods, fmt::join(keep.spectra, ","), keep.spectrum_segment,
                  fmt::join(keep.series, ","), fmt::join(study.power.ptos, ",")),
      hash);
  if (study.lengthen) {
    const LengthTarget& t = *study.lengthen;
    hash = hash_text(fmt::format("{}|{}|{}|{}|{}", t.quantity, t.relative, t.confidence, t.block, t.least), hash);
  }
  common_ = hash;
}

std::uint64_t CaseKeys::key(const Condition& condition, int replicate) const {
  return hash_text(fmt::format("{}|{}", condition.identity, replicate), common_);
}

}  // namespace swell::batch

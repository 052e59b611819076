#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <sstream>

#include "power_summary.h"
#include "swell/base/coded_error.h"
#include "swell/base/regular_file.h"
#include "swell/base/text.h"
#include "swell/batch/axes.h"
#include "swell/batch/cases.h"
#include "swell/batch/seeds.h"
#include "swell/batch/study.h"
#include "swell/cosim/system_case.h"
#include "swell/model/read_case.h"

namespace swell::batch {

namespace fs = std::filesystem;

namespace {

std::vector<std::string> texts(ParameterReader& read, const std::string& key, std::vector<std::string> standard) {
  const Parameter* list = read.tree(key);
  if (list == nullptr) return standard;
  std::vector<std::string> all;
  if (list->kind == Parameter::Kind::text) all.push_back(list->text);
  bool texts = list->kind == Parameter::Kind::text || list->kind == Parameter::Kind::list;
  for (const Parameter& item : list->items) {
    texts = texts && item.kind == Parameter::Kind::text;
    all.push_back(item.text);
  }
  if (!texts)
    code::error("wrong-value", read.diagnostics(), list->origin,
                fmt::format("{} must be a list of names or patterns", list->origin.path),
                "for example [bodies.*.position, ptos.PTO1.power]");
  return all;
}

const Bounds kShare{0.0, 1.0, true, true};
constexpr double kMostCases = 1e7;

void read_seeds(const Parameter& tree, Seeds& seeds, Diagnostics& diagnostics) {
  if (tree.kind == Parameter::Kind::text && tree.text == "base") {
    seeds.derived = false;
    return;
  }
  if (tree.kind == Parameter::Kind::number) {
    constexpr double most = std::numeric_limits<int>::max();
    if (tree.number >= 1.0 && tree.number <= most && tree.number == std::floor(tree.number)) {
      seeds.count = static_cast<int>(tree.number);
    } else {
      code::error("out-of-range", diagnostics, tree.origin,
                  fmt::format("seeds = {} must be a whole number from 1 to 1e7", tree.text));
    }
    return;
  }
  if (!tree.is_map()) {
    code::error("wrong-value", diagnostics, tree.origin,
                fmt::format("seeds = {} must be base, a number, or a map", tree.text),
                "for example seeds: 6, or seeds: {until: {relative: 0.05}}");
    return;
  }
  ParameterReader read(tree, diagnostics);
  seeds.count = read.integer("count", at_least(1.0), 1);
  if (const Parameter* until = read.tree("until")) {
    ConfidenceTarget t;
    ParameterReader r(*until, diagnostics);
    t.quantity = r.text("quantity", t.quantity);
    t.relative = r.number("relative", "", above(0.0), t.relative);
    t.confidence = r.number("confidence", "", kShare, t.confidence);
    t.least = r.integer("least", at_least(2.0), t.least);
    t.most = r.integer("most", at_least(static_cast<double>(t.least)), std::max(t.most, t.least));
    t.add = r.integer("add", at_least(1.0), t.add);
    r.finish();
    if (read.has("count"))
      code::error("contradiction", diagnostics, read.origin("count"), "seeds.count and seeds.until exclude each other",
                  "least and most bound the number of seeds");
    seeds.until = t;
  }
  read.finish();
}

void read_keep(const Parameter& tree, const fs::path& folder, Keep& keep, Diagnostics& diagnostics) {
  ParameterReader read(tree, diagnostics);
  const std::string file = read.text("file", std::string());
  if (!file.empty()) keep.file = folder / file;
  keep.statistics = texts(read, "statistics", keep.statistics);
  if (read.has("from")) keep.from = read.number("from", "s");
  keep.whole_periods = read.flag("whole_periods", keep.whole_periods);
  keep.spectra = texts(read, "spectra", {});
  keep.spectrum_segment = read.number("spectrum_segment", "s", above(0.0), keep.spectrum_segment);
  keep.series = texts(read, "series", {});
  read.finish();
}

void read_power(const Parameter& tree, const fs::path& folder, Study& study, Diagnostics& diagnostics) {
  ParameterReader read(tree, diagnostics);
  PowerSpec& power = study.power;
  power.ptos = texts(read, "ptos", {});
  power.height_key = read.text("height", std::string());
  power.period_key = read.text("period", std::string());
  power.hours = read.number("hours", "h", above(0.0), power.hours);
  if (read.has("width")) power.width = read.number("width", "m", above(0.0));
  power.confidence = read.number("confidence", "", kShare, power.confidence);
  if (read.has("rated_power")) power.rated_power = read.number("rated_power", "W", above(0.0));
  if (const Parameter* efficiency = read.tree("efficiency"))
    power.efficiency = read_efficiency(*efficiency, folder, study, diagnostics);
  read.finish();
}

/// The parts of a key, items of lists by their name: ptos.1.damping and ptos.PTO.damping are one place.
std::vector<std::string> place_of(const std::string& key, const Parameter& base) {
  std::vector<std::string> parts;
  const Parameter* at = &base;
  std::istringstream text(key);
  for (std::string part; std::getline(text, part, '.');) {
    const Parameter* next = nullptr;
    if (at != nullptr && at->kind == Parameter::Kind::list) {
      for (std::size_t i = 0; i < at->items.size(); ++i) {
        const Parameter* name = at->items[i].find("name");
        const std::string label = name != nullptr ? name->text : std::to_string(i + 1);
        if (part != label && part != std::to_string(i + 1)) continue;
        next = &at->items[i];
        part = label;
        break;
      }
    } else if (at != nullptr) {
      next = at->find(part);
    }
    parts.push_back(part);
    at = next;
  }
  if (parts.size() > 1 && parts.front() == "waves") {  // one quantity in two ways (lib/model: override.cpp)
    for (const auto& [one, other] : {std::pair<const char*, const char*>("amplitude", "height"),
                                     std::pair<const char*, const char*>("frequency", "period"),
                                     std::pair<const char*, const char*>("energy_period", "peak_period")})
      if (parts.back() == one) parts.back() = other;
  }
  return parts;
}

/// Whether what is written at `a` is part of what is written at `b`, or the same.
bool within(const std::vector<std::string>& a, const std::vector<std::string>& b) {
  return a.size() >= b.size() && std::equal(b.begin(), b.end(), a.begin());
}

/// Each axis's rows are labelled with its own value: no other axis may change what that value means.
void check_keys(const Axis& axis, const Origin& origin, const Parameter& base, const std::vector<std::string>& set,
                std::vector<std::pair<std::string, std::vector<std::string>>>& seen, Diagnostics& diagnostics) {
  for (const std::string& key : axis.keys) {
    const std::vector<std::string> place = place_of(key, base);
    for (const std::string& assignment : set) {
      const std::string other = assignment.substr(0, assignment.find('='));
      if (!within(place_of(other, base), place)) continue;
      diagnostics.warning("no-effect", origin,
                          other == key ? fmt::format("{} is on an axis and in set: the axis wins", key)
                                       : fmt::format("{} is on an axis and {} in set: the axis wins", key, other),
                          "leave it out of set (and --set)");
    }
    for (const auto& [other, taken] : seen) {
      if (other == key) {
        code::error("contradiction", diagnostics, origin, fmt::format("{} is on two axes", key),
                    "keep one of them, or zip the two");
        break;
      }
      if (key.empty() || other.empty()) {
        code::error("missing", diagnostics, origin, "a column of the table has no heading",
                    "give it one, or take the comma at the ends of rows away");
        break;
      }
      if (!within(place, taken) && !within(taken, place)) continue;
      code::error("contradiction", diagnostics, origin,
                  fmt::format("{} and {} are both on axes: one would write over the other", other, key),
                  "vary the one or the other; a map as a value can hold both");
      break;
    }
    seen.emplace_back(key, place);
  }
}

/// A study whose first and last case are both wrong is wrong itself; one bad case among good ones is recorded instead.
void check_ends(const Study& study, const model::CaseTemplate& base, Diagnostics& diagnostics) {
  const std::size_t count = number_of_conditions(study);
  if (count == 0) return;
  const auto mistakes = [&](const Condition& condition) {
    const std::vector<std::string> overrides = overrides_of(study, condition);
    Diagnostics found;
    base.read(overrides, found);
    return found;
  };
  const Diagnostics first = mistakes(condition_at(study, 0));
  if (!first.has_errors() || !mistakes(condition_at(study, count - 1)).has_errors()) return;
  diagnostics.add(first.list());
}

/// Probabilities of a year are of seas, whatever the form of the table, and a base case of one regular wave runs each
/// as a wave of its height: H^2 / 8 for Hs^2 / 16.
void warn_of_regular_years(const Study& study, const model::CaseTemplate& base, const Origin& origin,
                           Diagnostics& diagnostics) {
  for (const Diagnostic& d : diagnostics.list()) {
    if (d.code == "regular-sea") return;  // the corner of a table has been named
  }
  const auto is_of_seas = [](const Axis& axis) {
    return !axis.probability.empty() && !axis.of_waves &&
           std::any_of(axis.keys.begin(), axis.keys.end(), [](const std::string& key) {
             if (key.compare(0, 6, "waves.") != 0) return false;
             const std::string last = key.substr(key.rfind('.') + 1);
             return last == "height" || last == "amplitude" || last == "period" || last == "frequency";
           });
  };
  if (std::none_of(study.axes.begin(), study.axes.end(), is_of_seas)) return;
  const std::vector<std::string> overrides = overrides_of(study, condition_at(study, 0));
  Diagnostics found;
  const model::Model model = base.read(overrides, found);
  const auto is_regular = [](const model::Wave& wave) { return std::holds_alternative<model::RegularWave>(wave); };
  if (found.has_errors() || model.waves.empty() || !std::all_of(model.waves.begin(), model.waves.end(), is_regular))
    return;
  diagnostics.warning(
      "regular-sea", origin,
      "the probabilities make a year of seas, and the waves of the cases are regular: a wave of the height H = Hs "
      "carries twice the power of the sea, and the year is that much too large",
      "set waves.type: irregular in the base case; where regular waves are meant, give the heights of equal energy, "
      "H = Hs/sqrt(2), in a table whose corner says H/T");
}

/// Equal runs are one sample: a mean over them has no interval.
void warn_of_seeds_without_effect(const Study& study, const model::CaseTemplate& base, const Origin& origin,
                                  Diagnostics& diagnostics) {
  if (first_replicates(study, true) == 1) return;
  SeedUse seeds(study, base);
  const std::size_t count = number_of_conditions(study);
  std::size_t equal = 0;
  for (std::size_t i = 0; i < count; ++i) equal += seeds.draws(condition_at(study, i)) ? 0U : 1U;
  if (equal == 0) return;
  diagnostics.warning(
      "seeds-without-effect", origin,
      fmt::format("seeds: {} has no effect on {} of the {} conditions: their phases are not random (regular waves, "
                  "records, given phases), or their seed is given; each is run once and has no interval",
                  study.seeds.until ? std::string("until") : std::to_string(study.seeds.count), equal, count),
      "leave seeds out, or give a sea with random phases (waves.type: irregular without phases and seed)");
}

/// A power matrix or a year of a case with take-offs: its numbers are worth what their intervals are.
bool sums_up_power(const Study& study, const model::CaseTemplate& base) {
  const SeaKeys keys = sea_keys(study);
  const Parameter* ptos = base.tree().find("ptos");
  return ptos != nullptr && !ptos->items.empty() && (has_year(study) || !(keys.height.empty() || keys.period.empty()));
}

/// Where the cases cannot be made, what the base says to the first row of each axis by itself.
void check_each_axis(const Study& study, const model::CaseTemplate& base, Diagnostics& diagnostics) {
  std::set<std::string> known;
  for (const Diagnostic& d : diagnostics.list()) known.insert(d.text());
  Diagnostics of_base;
  base.read(study.set, of_base);
  for (const Diagnostic& d : of_base.list()) known.insert(d.text());
  for (const Axis& axis : study.axes) {
    if (axis.rows.empty()) continue;
    std::vector<std::string> overrides = study.set;
    for (std::size_t k = 0; k < axis.keys.size() && k < axis.rows.front().size(); ++k)
      overrides.push_back(fmt::format("{}={}", axis.keys[k], axis.rows.front()[k]));
    Diagnostics found;
    base.read(overrides, found);
    for (const Diagnostic& d : found.list()) {
      if (d.severity == Severity::error && known.insert(d.text()).second) diagnostics.add(d);
    }
  }
}

}  // namespace

fs::path results_file(const Study& study) {
  if (!study.keep.file.empty()) return study.keep.file;
  return study.file.has_filename() ? fs::path(study.file).replace_extension(".h5")
                                   : study.file.parent_path() / "study.h5";
}

Study read_study(const Parameter& tree, const fs::path& file, const std::vector<std::string>& set_too) {
  Diagnostics diagnostics;
  Study study;
  study.file = file;
  study.text = model::write_yaml(tree);
  study.tree = tree;
  const fs::path folder = fs::absolute(file).parent_path();
  const std::string name_of_file = file.has_filename() ? file.string() : "";  // a tree in memory has none
  if (tree.find("base") == nullptr && (tree.find("bodies") != nullptr || tree.find("simulation") != nullptr)) {
    throw InputError(Origin{name_of_file, 0, 0, ""}, "this is a case, not a study: it has no base",
                     "run it with swell run; a study names it as base and has axes");
  }
  ParameterReader read(tree, diagnostics);

  if (const Parameter* base = read.tree("base"); base != nullptr && base->is_map()) {
    study.base_tree = *base;
    study.base = folder / "";
  } else {
    const std::string name = read.text("base");
    study.base = folder / name;
  }
  if (const Parameter* set = read.tree("set")) {
    for (std::size_t i = 0; i < set->keys.size(); ++i)
      study.set.push_back(fmt::format("{}={}", set->keys[i], value_text(set->items[i])));
    if (!set->is_map())
      code::error("wrong-value", diagnostics, set->origin, "set must be a map of keys and values",
                  "for example set: {simulation.duration: 400}");
  }
  study.set.insert(study.set.end(), set_too.begin(), set_too.end());
  const double seed = read.number("seed", "", between(0.0, 9007199254740992.0), 1.0);
  study.seed = static_cast<std::uint64_t>(seed);
  if (static_cast<double>(study.seed) != seed)
    code::error("wrong-value", diagnostics, read.origin("seed"),
                fmt::format("seed = {:g} must be a whole number", seed));
  std::shared_ptr<const model::CaseTemplate> base;
  if (!diagnostics.has_errors()) {
    try {
      base = std::make_shared<const model::CaseTemplate>(study.base_tree
                                                             ? model::CaseTemplate(*study.base_tree, study.base)
                                                             : cosim::case_template(study.base, study.set));
      study.read_base = base;
    } catch (const InputError& error) {
      diagnostics.add(error.diagnostics());
    }
  }
  if (const Parameter* axes = read.tree("axes")) {
    if (axes->kind != Parameter::Kind::list)
      code::error("wrong-value", diagnostics, axes->origin, "axes must be a list",
                  "for example axes: [{key: waves.height, values: [1, 2]}]");
    std::vector<std::pair<std::string, std::vector<std::string>>> seen;
    const Parameter as_set = base ? base->tree(study.set) : Parameter();
    for (const Parameter& item : axes->items) {
      Axis axis = read_axis(item, folder, as_set, study.seed, diagnostics);
      check_keys(axis, item.origin, as_set, study.set, seen, diagnostics);
      study.axes.push_back(std::move(axis));
    }
  }
  if (const Parameter* seeds = read.tree("seeds")) read_seeds(*seeds, study.seeds, diagnostics);
  if (const Parameter* lengthen = read.tree("lengthen")) {
    LengthTarget t;
    ParameterReader r(*lengthen, diagnostics);
    t.quantity = r.text("quantity", t.quantity);
    t.relative = r.number("relative", "", above(0.0), t.relative);
    t.confidence = r.number("confidence", "", kShare, t.confidence);
    t.block = r.number("block", "s", above(0.0), t.block);
    t.least = r.integer("least", at_least(2.0), t.least);
    r.finish();
    study.lengthen = t;
  }
  if (const Parameter* results = read.tree("results")) read_keep(*results, folder, study.keep, diagnostics);
  if (const Parameter* power = read.tree("power")) read_power(*power, folder, study, diagnostics);
  read.finish();
  for (const auto& [name, key] : {std::pair<const char*, const std::string&>("height", study.power.height_key),
                                  std::pair<const char*, const std::string&>("period", study.power.period_key)}) {
    const bool found = std::any_of(study.axes.begin(), study.axes.end(), [&k = key](const Axis& axis) {
      return std::find(axis.keys.begin(), axis.keys.end(), k) != axis.keys.end();
    });
    if (!key.empty() && !found)
      code::error("unknown-name", diagnostics, {name_of_file, 0, 0, "power"},
                  fmt::format("power.{} = {} is on no axis", name, key),
                  "give the key of an axis, such as waves.height");
  }
  const bool expanded =
      std::none_of(study.axes.begin(), study.axes.end(), [](const Axis& axis) { return axis.rows.empty(); });
  if (base && expanded) {
    double cases = 1.0;
    for (const Axis& axis : study.axes) cases *= static_cast<double>(axis.rows.size());
    const double seeds = study.seeds.until ? study.seeds.until->most : study.seeds.count;
    if (cases > kMostCases) {
      diagnostics.error({name_of_file, 0, 0, "axes"}, fmt::format("the axes make {:g} cases", cases),
                        "sample them instead: axes: [{random: {count: 1000, keys: ...}}]");
    } else if (cases * seeds > kMostCases) {
      diagnostics.error({name_of_file, 0, 0, "seeds"},
                        fmt::format("{:g} seeds of {:g} conditions make {:g} cases, more than {:g}", seeds, cases,
                                    cases * seeds, kMostCases),
                        "a few dozen seeds tell an interval; seeds: {until: {relative: 0.05}} stops in time");
    } else {
      check_ends(study, *base, diagnostics);
    }
  }
  if (base && diagnostics.has_errors()) check_each_axis(study, *base, diagnostics);
  if (base && expanded && !diagnostics.has_errors() && number_of_conditions(study) > 0) {
    warn_of_regular_years(study, *base, read.origin("axes"), diagnostics);
    warn_of_seeds_without_effect(study, *base, read.origin("seeds"), diagnostics);
  }
  diagnostics.throw_if_errors();
  if (!read.has("seeds") && !read.has("lengthen") && sums_up_power(study, *base)) {
    study.seeds.until.emplace();
    study.seeds.until->confidence = study.power.confidence;
  }
  study.warnings = diagnostics.warnings();
  return study;
}

Study read_study(const fs::path& file, const std::vector<std::string>& set) {
  std::error_code error;
  if (!fs::exists(file, error))
    throw InputError(Origin{file.string(), 0, 0, ""}, "there is no such study file", "give the path of a YAML file");
  require_regular_file(file);
  const auto text = file_bytes(file);
  if (!text) throw InputError(Origin{file.string(), 0, 0, ""}, "the study cannot be read");
  Study study = read_study(model::read_yaml_text(*text, file, model::kStudyFile), file, set);
  study.text = *text;
  return study;
}

}  // namespace swell::batch

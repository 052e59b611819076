// swell linear, rao: a case in the frequency domain, and measured against it.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <iterator>
#include <map>
#include <memory>
#include <optional>

#include "commands.h"
#include "finite_number.h"
#include "json_report.h"
#include "progress.h"
#include "recording.h"
#include "report.h"
#include "swell/analysis/statistics.h"
#include "swell/base/replace.h"
#include "swell/base/vector.h"
#include "swell/batch/axes.h"
#include "swell/linear/linear.h"
#include "swell/linear/rao.h"
#include "swell/model/files.h"
#include "swell/model/read_case.h"
#include "swell/run/assess_case.h"
#include "swell/run/results_reader.h"

namespace swell::command {
namespace {

struct Frequencies {
  std::optional<double> from, to;  // [rad/s]
  int count = 40;
};

void add_frequencies(CLI::App* command, Frequencies& f) {
  command->add_option("--from", f.from, "lowest frequency [rad/s]; default: of the BEM data")->check(positive_number());
  command->add_option("--to", f.to, "highest frequency [rad/s]; default: of the BEM data")->check(positive_number());
  command->add_option("--count", f.count, "number of frequencies")->check(CLI::Range(1, 5000))->capture_default_str();
}

std::vector<double> frequencies_of(const Frequencies& f, const model::Model& model, const linear::LinearCase& linear) {
  const auto [low, high] = linear.range();
  const double from = f.from.value_or(low), to = f.to.value_or(high);
  if (!(from < to) && f.count > 1)
    throw InputError({}, fmt::format("--from {:g} rad/s is not below --to {:g} rad/s", from, to),
                     fmt::format("the data of the case reach from {:g} to {:g} rad/s", low, high));
  const bool data = std::any_of(model.bodies.begin(), model.bodies.end(), [](const auto& b) { return b.hydro_data; });
  if (data && !model.hydrodynamics.extrapolate && (from < low * (1.0 - 1e-9) || to > high * (1.0 + 1e-9)))
    throw InputError({},
                     fmt::format("frequencies from {:g} to {:g} rad/s reach beyond the hydrodynamic data, {:g} to {:g} "
                                 "rad/s",
                                 from, to, low, high),
                     "choose --from and --to inside, or set hydrodynamics.extrapolate: true");
  return linear::frequencies(from, to, f.count);
}

/// A degree of freedom that answers: what a table has a column for.
std::vector<std::size_t> moving(const std::vector<linear::Output>& outputs, const linear::MatrixXc& operators) {
  double largest[2] = {0.0, 0.0};
  const auto kind = [&](std::size_t k) { return outputs[k].units == "rad" ? 1 : 0; };
  const auto is_position = [&](std::size_t k) {
    const std::string& path = outputs[k].path;
    return path.size() > 9 && path.compare(path.size() - 9, 9, "/position") == 0;
  };
  const auto size = [&](std::size_t k) { return operators.row(static_cast<Eigen::Index>(k)).cwiseAbs().maxCoeff(); };
  for (std::size_t k = 0; k < outputs.size(); ++k) {
    if (is_position(k)) largest[kind(k)] = std::max(largest[kind(k)], size(k));
  }
  std::vector<std::size_t> list;
  for (std::size_t k = 0; k < outputs.size(); ++k) {
    if (is_position(k) && size(k) > 1e-6 * largest[kind(k)] && size(k) > 1e-9) list.push_back(k);
  }
  return list;
}

std::string title_of(const linear::Output& o) {
  const std::string tail = "/position";
  std::string path = o.path.substr(1, o.path.size() - 1 - tail.size());
  path = path.substr(path.find('/') + 1);
  return o.label.empty() ? path : path + " " + o.label;
}

/// Rotations in degrees per metre.
double shown(const linear::Output& o, double value) { return o.units == "rad" ? value * 180.0 / kPi : value; }

/// Before anything is computed.
void judge_table(const std::string& file, const std::string& case_file, bool force) {
  if (file.empty()) return;
  model::check_output_file({"RAO table", file, "choose another with -o", {}, {}}, {{case_file, case_file}});
  check_replacement(file, replaceable_text("RAO table", {"# Response amplitude operators"}), force);
}

void write_table(const std::string& file, const std::string& text) {
  write_in_place(file, text);
  put("RAO table: {}\n", file);
}

Json operators_json(const linear::Output& o, const linear::MatrixXc& operators, std::size_t k) {
  Json amplitude = Json::array(), phase = Json::array();
  for (Eigen::Index i = 0; i < operators.cols(); ++i) {
    amplitude.push_back(std::abs(operators(static_cast<Eigen::Index>(k), i)));
    phase.push_back(std::arg(operators(static_cast<Eigen::Index>(k), i)));
  }
  return {{"path", o.path}, {"label", o.label}, {"units", o.units}, {"amplitude", amplitude}, {"phase", phase}};
}

/// "0.62" moves with the largest motion of its mode, "-0.62" against it, "0.62 at 70°" ahead of it.
std::string in_mode(const linear::Mode::Part& part) {
  constexpr double kNearly = 15.0 * kPi / 180.0;
  const double phase = std::abs(part.phase);
  if (phase < kNearly) return fmt::format("{:.2g}", part.amplitude);
  if (phase > kPi - kNearly) return fmt::format("-{:.2g}", part.amplitude);
  return fmt::format("{:.2g} at {:.0f}°", part.amplitude, part.phase * 180.0 / kPi);
}

using Leaves = std::map<std::string, std::string>;

void add_leaves(const Parameter& at, const std::string& path, Leaves& leaves) {
  if (at.is_map()) {
    for (std::size_t i = 0; i < at.keys.size(); ++i)
      add_leaves(at.items[i], path + (path.empty() ? "" : ".") + at.keys[i], leaves);
  } else if (at.kind == Parameter::Kind::list && !at.items.empty() && at.items.front().is_map()) {
    for (std::size_t i = 0; i < at.items.size(); ++i) {
      const bool only = at.items.size() == 1 && at.items[i].find("name") == nullptr;  // waves.height
      add_leaves(at.items[i], only ? path : path + "." + model::item_label(at.items[i], i), leaves);
    }
  } else {
    const std::string text = batch::value_text(at);
    const bool file = path.size() > 5 && path.compare(path.size() - 5, 5, ".file") == 0;
    leaves[path] = file ? std::filesystem::path(text).filename().string() : text;  // the folder is no difference
  }
}

/// What the case says of the device and its sea; how it is simulated and stored makes no difference here, nor do seeds.
Leaves device_of(const model::Model& model) {
  Leaves all, kept;
  add_leaves(model::case_tree(model), "", all);
  for (const auto& [key, value] : all) {
    const std::string head = key.substr(0, key.find('.')), last = key.substr(key.rfind('.') + 1);
    const bool of_device = head != "simulation" && head != "output" && head != "initial" && last != "seed" &&
                           key.find(".initial.") == std::string::npos;
    if (of_device) kept.emplace(key, value);
  }
  return kept;
}

/// Bodies, joints and take-offs, which make two devices the same.
std::vector<std::string> parts_of(const model::Model& model) {
  std::vector<std::string> names;
  const Parameter tree = model::case_tree(model);
  for (const char* kind : {"bodies", "joints", "ptos", "moorings"}) {
    const Parameter* list = tree.find(kind);
    if (list == nullptr) continue;
    for (std::size_t i = 0; i < list->items.size(); ++i)
      names.push_back(fmt::format("{}.{}", kind, model::item_label(list->items[i], i)));
  }
  std::sort(names.begin(), names.end());
  return names;
}

/// A sentence where the results are of the same device with other values; "" where they are of this case.
/// @throws InputError when they are of another device
std::string difference_of(const std::string& results, const model::Model& model) {
  const run::ResultsReader reader(results, Containment::child_process);
  const std::string file = reader.attribute("case_file");
  model::Model other;
  try {
    Diagnostics diagnostics;  // files that are no longer there do not matter
    other = model::read_case_text(reader.attribute("case"), file.empty() ? results : file, reader.texts("overrides"),
                                  diagnostics);
  } catch (const InputError&) {
    return fmt::format("{}: the case in it cannot be read, so nothing says that it is this one", results);
  }
  const std::vector<std::string> here = parts_of(model), there = parts_of(other);
  std::vector<std::string> lacks, extra;
  std::set_difference(here.begin(), here.end(), there.begin(), there.end(), std::back_inserter(lacks));
  std::set_difference(there.begin(), there.end(), here.begin(), here.end(), std::back_inserter(extra));
  if (!lacks.empty() || !extra.empty()) {
    std::string text = "these results are of another device:";
    if (!extra.empty()) text += fmt::format(" they have {}", fmt::join(extra, ", "));
    if (!lacks.empty()) text += fmt::format("{} the case has {}", extra.empty() ? "" : ",", fmt::join(lacks, ", "));
    throw InputError(Origin{results, 0, 0, ""}, text, "give the results of this case: swell run CASE -o out.h5");
  }
  constexpr std::size_t kMostKeys = 5;
  const Leaves of_case = device_of(model), of_results = device_of(other);
  std::vector<std::string> differences;
  for (const auto& [key, value] : of_case) {
    const auto found = of_results.find(key);
    if (found == of_results.end() || found->second != value)
      differences.push_back(fmt::format("{} = {}", key, found == of_results.end() ? "(none)" : found->second));
  }
  for (const auto& [key, value] : of_results) {
    if (of_case.count(key) == 0) differences.push_back(fmt::format("{} = {}", key, value));
  }
  if (differences.empty()) return {};
  const std::size_t more = differences.size() - std::min(differences.size(), kMostKeys);
  differences.resize(differences.size() - more);
  return fmt::format("{} was made with other values than the case: {}{}", results, fmt::join(differences, ", "),
                     more > 0 ? fmt::format(" and {} more", more) : "");
}

struct LinearOptions : CaseOptions {
  LinearOptions() { evaluates = true; }
  Frequencies frequencies;
  std::string results, output;
  bool force = false;
};

/// Deviations and mean powers of a run in the time domain.
struct TimeDomain {
  analysis::Recording recording;
  double from = 0.0;
  std::optional<double> deviation(const linear::Output& o) const {
    for (const analysis::Signal& s : recording.signals) {
      if (s.path == o.path && s.label == o.label)
        return analysis::statistics_of(analysis::part_of({recording.time, s.values}, from, recording.time.back()))
            .standard_deviation;
    }
    return std::nullopt;
  }
  std::optional<double> power(const std::string& pto) const {
    double sum = 0.0;
    bool any = false;
    for (const analysis::Signal& s : recording.signals) {
      if (s.path != "/ptos/" + pto + "/power") continue;
      sum += analysis::statistics_of(analysis::part_of({recording.time, s.values}, from, recording.time.back())).mean;
      any = true;
    }
    return any ? std::optional<double>(sum) : std::nullopt;
  }
};

/// [rad/s] the first of the frequencies beyond which no motion reaches a thousandth of its largest.
double end_of(const linear::Response& response) {
  std::size_t end = response.omega.size();
  const auto below = [&](std::size_t w) {
    const auto column = response.operators.col(static_cast<Eigen::Index>(w)).cwiseAbs().eval();
    return (column.array() <= 1e-3 * response.operators.cwiseAbs().rowwise().maxCoeff().array()).all();
  };
  while (end > 1 && below(end - 1)) --end;
  return response.omega[std::min(end, response.omega.size() - 1)];
}

int run_linear(const LinearOptions& options) {
  model::Model model;
  if (!read_and_check(options, model, nullptr, false)) return 2;
  run::require_functions(model);
  judge_table(options.output, options.file, options.force);
  std::optional<TimeDomain> time_domain;
  std::string difference;
  if (!options.results.empty()) {
    TimeDomain t{read_recording(options.results), averages_from(options.results).value_or(0.0)};
    if (t.recording.time.empty() || !(t.from < t.recording.time.back()))
      throw InputError(Origin{options.results, 0, 0, ""}, "it ended before its averages begin",
                       "run the case for longer");
    time_domain = std::move(t);
    difference = difference_of(options.results, model);
    if (!difference.empty() && !options.json) put(stderr, "warning: {}\n", difference);
  }
  const auto begin = std::chrono::steady_clock::now();
  Progress progress(!options.json);
  linear::LinearCase linear(model);
  const std::vector<double> omega = frequencies_of(options.frequencies, model, linear);
  linear::Response response = linear.response(omega);
  // Data often reach far beyond the waves that move the device.
  constexpr std::size_t kFew = 10;
  if (!options.frequencies.to && omega.size() >= kFew && end_of(response) < omega.back())
    response = linear.response(linear::frequencies(omega.front(), end_of(response), options.frequencies.count));
  // A short table misses no mode: they are looked for in steps of their own.
  constexpr int kLooks = 40;
  const std::vector<linear::Mode> modes = linear.modes(
      omega.size() > 1 && omega.size() < kLooks ? linear::frequencies(omega.front(), omega.back(), kLooks) : omega);
  const auto unstable = linear.instability(modes, omega.front());
  const linear::InSea sea = unstable ? linear::InSea{} : linear.in_sea();
  const double spent = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  progress.clear();
  std::vector<std::string> notes = response.notes;
  notes.insert(notes.end(), sea.notes.begin(), sea.notes.end());
  const std::vector<std::size_t> columns =
      unstable ? std::vector<std::size_t>{} : moving(response.outputs, response.operators);

  if (options.json) {
    Json warnings = Json::array();
    for (const std::string& warning : {difference, unstable.value_or("")}) {
      if (!warning.empty()) warnings.push_back(warning);
    }
    Json mode_list = Json::array(), operators = Json::array(), in_sea = Json::array(), power = Json::object(),
         sea_power = Json::object();
    for (const linear::Mode& m : modes) {
      Json shape = Json::object(), phase = Json::object();
      for (const linear::Mode::Part& part : m.shape) {
        shape[part.name] = part.amplitude;
        phase[part.name] = part.phase;
      }
      mode_list.push_back({{"period", m.period()},
                           {"omega", m.omega},
                           {"damping_ratio", m.damping},
                           {"shape", shape},
                           {"phase", phase}});
    }
    for (std::size_t k = 0; k < response.outputs.size() && !unstable; ++k) {
      operators.push_back(operators_json(response.outputs[k], response.operators, k));
      if (k < sea.deviation.size()) {
        Json entry = {{"path", response.outputs[k].path},
                      {"label", response.outputs[k].label},
                      {"standard_deviation", sea.deviation[k]}};
        if (!sea.amplitude.empty()) entry["amplitude"] = sea.amplitude[k];
        if (!sea.phase.empty()) entry["phase"] = sea.phase[k];
        if (time_domain) {
          const auto deviation = time_domain->deviation(response.outputs[k]);
          if (deviation) entry["time_domain"] = *deviation;
        }
        in_sea.push_back(entry);
      }
    }
    for (const auto& p : response.power) {
      if (!unstable) power[p.pto] = p.power;
    }
    for (const auto& [name, p] : sea.power) {
      sea_power[name] = {{"mean_power", p}};
      if (time_domain && time_domain->power(name)) sea_power[name]["time_domain"] = *time_domain->power(name);
    }
    print_json({{"status", unstable ? "unstable" : "done"},
                {"case", options.file},
                {"omega", response.omega},
                {"operators", operators},
                {"power_per_square_metre", power},
                {"modes", mode_list},
                {"sea", {{"responses", in_sea}, {"ptos", sea_power}}},
                {"warnings", warnings},
                {"notes", notes},
                {"wall_time", spent}});
  } else {
    put("{}: linear about the design position, {} {} in {}\n", options.file, omega.size(),
        omega.size() == 1 ? "frequency" : "frequencies", with_prefix(spent, "s"));
    if (response.omega.back() < omega.back())
      put("Up to {:.4g} rad/s: beyond it no motion reaches a thousandth of its largest (--to extends it)\n",
          response.omega.back());
    for (const std::string& note : notes) put("Note: {}\n", note);
    put("\nEigenmodes from {:.4g} to {:.4g} rad/s{}\n", omega.front(), omega.back(), modes.empty() ? ": none" : "");
    for (const linear::Mode& m : modes) {
      std::string shape;
      for (const linear::Mode::Part& part : m.shape) {
        if (shape.size() > 70) break;
        shape += fmt::format("{}{} {}", shape.empty() ? "" : ", ", part.name.substr(part.name.find('/', 1) + 1),
                             in_mode(part));
      }
      put("  period {:>8.4g} s  ({:.4g} rad/s)  damping ratio {:>8.4g}  {}\n", m.period(), m.omega, m.damping, shape);
    }
    if (!sea.deviation.empty()) {
      put("\nIn the sea of the case{}\n", time_domain ? ", beside the time domain of " + options.results : "");
      for (const std::size_t k : columns) {
        const linear::Output& o = response.outputs[k];
        put("  {:<24} standard deviation {:>10.4g} {}", title_of(o), shown(o, sea.deviation[k]),
            o.units == "rad" ? "deg" : o.units);
        if (time_domain) {
          const auto deviation = time_domain->deviation(o);
          if (deviation) put("  time domain {:>10.4g}", shown(o, *deviation));
        }
        if (!sea.amplitude.empty()) put("  amplitude {:.4g}", shown(o, sea.amplitude[k]));
        put("\n");
      }
      for (const auto& [name, p] : sea.power) {
        put("  {:<24} mean power {:>17}", name, std::isnan(p) ? "not computed" : with_prefix(p, "W"));
        const auto power = time_domain ? time_domain->power(name) : std::nullopt;
        if (power) put("  time domain {:>12}", with_prefix(*power, "W"));
        put("\n");
      }
    }
    if (!columns.empty()) {
      put("\nResponse per metre of wave amplitude{}\n\n  omega", columns.size() > 7 ? " (of the first 7 motions)" : "");
      const std::size_t most = std::min<std::size_t>(7, columns.size());
      for (std::size_t c = 0; c < most; ++c) put("  {:>16}", title_of(response.outputs[columns[c]]).substr(0, 16));
      put("\n");
      const std::size_t each = std::max<std::size_t>(1, (response.omega.size() + 19) / 20);
      for (std::size_t i = 0; i < response.omega.size(); i += each) {
        put("  {:>5.3f}", response.omega[i]);
        for (std::size_t c = 0; c < most; ++c) {
          const auto value = response.operators(static_cast<Eigen::Index>(columns[c]), static_cast<Eigen::Index>(i));
          put("  {:>10.4g} {:>4.0f}°", shown(response.outputs[columns[c]], std::abs(value)),
              std::arg(value) * 180.0 / kPi);
        }
        put("\n");
      }
    }
    if (unstable) put(stderr, "{}: {}\n", options.file, *unstable);
  }
  if (unstable) return 1;
  if (!options.output.empty()) {
    std::string text =
        "# Response amplitude operators of " + options.file + ", per metre of wave amplitude\nomega_rad_s";
    for (const std::size_t k : columns)
      text += fmt::format(",{0} [{1}/m],{0} phase [deg]", title_of(response.outputs[k]), response.outputs[k].units);
    text += "\n";
    for (std::size_t i = 0; i < response.omega.size(); ++i) {
      text += fmt::format("{}", response.omega[i]);
      for (const std::size_t k : columns) {
        const auto value = response.operators(static_cast<Eigen::Index>(k), static_cast<Eigen::Index>(i));
        text += fmt::format(",{:.9g},{:.6g}", std::abs(value), std::arg(value) * 180.0 / kPi);
      }
      text += "\n";
    }
    write_table(options.output, text);
  }
  return 0;
}

struct RaoCommand : CaseOptions {
  RaoCommand() { evaluates = true; }
  Frequencies frequencies;
  std::string method = "regular", output;
  double height = 0.02;
  std::optional<double> settle;
  bool force = false, quiet = false;
};

int run_rao(const RaoCommand& options) {
  model::Model model;
  if (!read_and_check(options, model, nullptr, false)) return 2;
  run::require_functions(model);
  judge_table(options.output, options.file, options.force);
  linear::LinearCase linear(model);
  linear::RaoOptions rao;
  rao.omega = frequencies_of(options.frequencies, model, linear);
  rao.height = options.height;
  rao.settle = options.settle.value_or(options.method == "white" ? 3.0 : 40.0);
  Progress progress(!options.quiet && !options.json);
  rao.progress = [&](double part) { progress.update(part, "response"); };
  linear::MeasuredRao measured;
  try {
    measured =
        options.method == "white" ? linear::rao_by_white_sea(model, rao) : linear::rao_by_regular_waves(model, rao);
  } catch (...) {
    progress.clear();
    throw;
  }
  progress.clear();
  const linear::Response response = linear.response(measured.omega);
  if (const auto unstable = linear.instability(linear.modes(measured.omega), measured.omega.front()))
    put(stderr, "warning: {}: {}\n", options.file, *unstable);
  const std::vector<std::size_t> columns = moving(measured.outputs, measured.operators);
  const auto of_linear = [&](std::size_t k) -> std::optional<std::size_t> {
    for (std::size_t i = 0; i < response.outputs.size(); ++i) {
      if (response.outputs[i].path == measured.outputs[k].path &&
          response.outputs[i].label == measured.outputs[k].label)
        return i;
    }
    return std::nullopt;
  };
  if (options.json) {
    Json list = Json::array();
    for (const std::size_t k : columns) {
      Json entry = operators_json(measured.outputs[k], measured.operators, k);
      if (const auto i = of_linear(k)) {
        const Json other = operators_json(response.outputs[*i], response.operators, *i);
        entry["linear_amplitude"] = other["amplitude"];
        entry["linear_phase"] = other["phase"];
      }
      list.push_back(entry);
    }
    print_json({{"status", "done"},
                {"case", options.file},
                {"method", options.method},
                {"omega", measured.omega},
                {"unsteady", measured.unsteady},
                {"operators", list},
                {"notes", response.notes}});
  } else {
    put("{}: response amplitude operators by {}, wave height {:g} m, beside the linear ones\n", options.file,
        options.method == "white" ? "one white sea" : "regular waves", options.height);
    for (const std::size_t k : columns) {
      const linear::Output& o = measured.outputs[k];
      put("\n{} [{}/m]\n  {:>6}  {:>10} {:>6}  {:>10} {:>6}  {:>9}\n", title_of(o), o.units == "rad" ? "deg" : o.units,
          "omega", "time", "phase", "linear", "phase", "apart");
      const auto i = of_linear(k);
      for (std::size_t w = 0; w < measured.omega.size(); ++w) {
        const auto value = measured.operators(static_cast<Eigen::Index>(k), static_cast<Eigen::Index>(w));
        put("  {:>6.4g}  {:>10.4g} {:>5.0f}°", measured.omega[w], shown(o, std::abs(value)),
            std::arg(value) * 180.0 / kPi);
        if (i) {
          const auto other = response.operators(static_cast<Eigen::Index>(*i), static_cast<Eigen::Index>(w));
          put("  {:>10.4g} {:>5.0f}°  {:>7.2f} %", shown(o, std::abs(other)), std::arg(other) * 180.0 / kPi,
              100.0 * std::abs(value - other) / std::max(1e-300, std::abs(other)));
        }
        if (measured.unsteady[w] > 0.01) put("  not yet steady: {:.1f} %", 100.0 * measured.unsteady[w]);
        put("\n");
      }
    }
    for (const std::string& note : response.notes) put("Note: {}\n", note);
  }
  if (!options.output.empty()) {
    std::string text = "# Response amplitude operators of " + options.file + " by " + options.method +
                       " waves, per metre of wave amplitude\nomega_rad_s";
    for (const std::size_t k : columns)
      text += fmt::format(",{0} [{1}/m],{0} phase [deg],{0} linear [{1}/m],{0} linear phase [deg]",
                          title_of(measured.outputs[k]), measured.outputs[k].units);
    text += "\n";
    for (std::size_t w = 0; w < measured.omega.size(); ++w) {
      text += fmt::format("{}", measured.omega[w]);
      for (const std::size_t k : columns) {
        const auto value = measured.operators(static_cast<Eigen::Index>(k), static_cast<Eigen::Index>(w));
        text += fmt::format(",{:.9g},{:.6g}", std::abs(value), std::arg(value) * 180.0 / kPi);
        const auto i = of_linear(k);
        const auto other = i ? response.operators(static_cast<Eigen::Index>(*i), static_cast<Eigen::Index>(w))
                             : std::complex<double>(std::nan(""), std::nan(""));
        text += fmt::format(",{:.9g},{:.6g}", std::abs(other), std::arg(other) * 180.0 / kPi);
      }
      text += "\n";
    }
    write_table(options.output, text);
  }
  return 0;
}

void add_case(CLI::App* command, CaseOptions& options) {
  command->add_option("case", options.file, "case file (YAML)")->required();
  command->add_option("--set", options.overrides, "set a value of the case, as swell run takes it")
      ->type_name("KEY=VALUE")
      ->allow_extra_args(false);
  command->add_flag("--json", options.json, "print the outcome as JSON");
  command->add_flag("--allow-libraries", options.allow_libraries,
                    "load the component libraries and FMUs that the case names: their code runs");
}

/// What the assembly of the changed cases refuses is reported as any mistake of the case.
template <class Options, class Work>
int answered(const Options& options, Work work) {
  try {
    return work(options);
  } catch (const SimulationError& error) {
    report_failure(error, options.json);
    return 1;
  }
}

}  // namespace

void add_linear_command(CLI::App& app, int& status) {
  CLI::App* command =
      app.add_subcommand("linear", "solve a case in the frequency domain: natural periods, damping, RAO, mean power");
  const auto options = std::make_shared<LinearOptions>();
  add_case(command, *options);
  add_frequencies(command, options->frequencies);
  command->add_option("--results", options->results,
                      "results file of the case, whose deviations and power are printed beside");
  command->add_option("-o,--output", options->output, "RAO as a table (CSV)");
  command->add_flag("--force", options->force, "replace a file that is read-only or no RAO table");
  command->callback([options, &status] { status = answered(*options, run_linear); });
}

void add_rao_command(CLI::App& app, int& status) {
  CLI::App* command =
      app.add_subcommand("rao", "measure RAOs in the time domain, beside those of the frequency domain");
  const auto options = std::make_shared<RaoCommand>();
  options->frequencies.count = 12;
  add_case(command, *options);
  add_frequencies(command, options->frequencies);
  command->add_option("--method", options->method, "regular: a run per frequency; white: one run with all")
      ->check(CLI::IsMember({"regular", "white"}))
      ->capture_default_str();
  command->add_option("--height", options->height, "of each wave [m]; larger ones show what is not linear")
      ->check(number_between(1e-6, 1e3))
      ->capture_default_str();
  command
      ->add_option("--settle", options->settle,
                   "periods (white: records) before the response is looked at; default: 40, 3")
      ->check(number_between(0.1, 1e4));
  command->add_option("-o,--output", options->output, "the table as CSV");
  command->add_flag("--force", options->force, "replace a file that is read-only or no RAO table");
  command->add_flag("-q,--quiet", options->quiet, "no progress bar");
  command->callback([options, &status] { status = answered(*options, run_rao); });
}

}  // namespace swell::command

// swell compare: two results files against tolerances, for regression tests of one's own.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <set>

#include "commands.h"
#include "finite_number.h"
#include "json_report.h"
#include "recording.h"
#include "report.h"
#include "stored_recording.h"
#include "swell/analysis/compare_records.h"
#include "swell/assembly/series.h"
#include "swell/base/number.h"
#include "swell/figures/figure.h"
#include "swell/wecsim/stored_output.h"

namespace swell::command {
namespace {

struct CompareOptions {
  std::string first, second, figure;
  std::vector<std::string> select, tolerances;
  double relative = 1e-6, absolute = 0.0;
  bool common = false, json = false, force = false;
  int show = 20;
};

constexpr std::size_t kMostCompared = 6;
// Against another program what stays at rest is round-off on either side: some thousand units in the last place of 1 m.
constexpr double kRoundOff = 1e-12;

/// Both recordings of the signals that differ most, one panel each.
figures::Figure figure_of(const analysis::Recording& first, const analysis::Recording& second,
                          const analysis::Comparison& comparison) {
  figures::Figure figure;
  figure.title = fmt::format("{} against {}", second.name, first.name);
  figure.shared_legend = true;
  const auto curve = [](const analysis::Recording& r, const analysis::Difference& d, figures::LineStyle style) {
    figures::Curve c;
    c.label = r.name;
    c.x = r.time;
    c.style = style;
    for (const analysis::Signal& s : r.signals) {
      if (s.path == d.path && s.label == d.label) c.y = s.values;
    }
    return c;
  };
  for (const analysis::Difference& d : comparison.differences) {
    if (figure.panels.size() == kMostCompared) break;
    const std::string name = d.path.substr(1) + (d.label.empty() ? "" : " " + d.label);
    figures::Panel panel;
    panel.title = fmt::format("{}: {:.3g} {} at {:.4g} s", name, d.largest, d.units, d.at);
    panel.x_label = "time [s]";
    panel.y_label = fmt::format("[{}]", d.units);
    panel.curves = {curve(first, d, figures::LineStyle::solid), curve(second, d, figures::LineStyle::dashed)};
    panel.curves[0].width = 3.0;
    figure.panels.push_back(std::move(panel));
  }
  return figure;
}

/// What WEC-Sim stored is what the other is held against, and holds less than a results file.
void arrange(CompareOptions& options) {
  const bool first = wecsim::is_stored_output(options.first), second = wecsim::is_stored_output(options.second);
  if (first && second)
    throw InputError({}, fmt::format("{} and {} are both results of WEC-Sim", options.first, options.second),
                     "name one of them and a results file of Swell");
  if (second) std::swap(options.first, options.second);
  if (!first && !second) return;
  options.common = true;
  if (options.absolute == 0.0) options.absolute = kRoundOff;
}

/// "bodies.*.position=1e-3": a relative tolerance for what the pattern names; the last that fits counts.
std::vector<std::pair<std::string, double>> parse(const std::vector<std::string>& texts) {
  std::vector<std::pair<std::string, double>> list;
  for (const std::string& text : texts) {
    const std::size_t equal = text.rfind('=');
    double value = 0.0;
    bool good = equal != std::string::npos && equal > 0;
    if (good) {
      value = parse_number(text.substr(equal + 1)).value_or(-1.0);
      good = value >= 0.0;
    }
    if (!good)
      throw InputError({}, fmt::format("--tolerance {}: not PATTERN=NUMBER with a number of 0 or more", text),
                       "such as --tolerance 'bodies.*.position=1e-3'");
    list.emplace_back(text.substr(0, equal), value);
  }
  return list;
}

/// Names of bodies, PTOs and other parts in one list of paths alone: "/bodies/float/position" has "bodies/float".
std::set<std::string> parts_alone(const std::vector<std::string>& paths, const analysis::Recording& other) {
  const auto part_of = [](const std::string& path) {
    const std::size_t group = path.find('/', 1), end = group == std::string::npos ? group : path.find('/', group + 1);
    return end == std::string::npos ? std::string() : path.substr(1, end - 1);
  };
  std::set<std::string> parts;
  for (const std::string& path : paths) parts.insert(part_of(path));
  for (const analysis::Signal& signal : other.signals) parts.erase(part_of(signal.path));
  parts.erase("");
  return parts;
}

/// Columns that one file numbers and the other names take the names: earlier versions numbered vectors.
void share_labels(analysis::Recording& first, analysis::Recording& second) {
  std::map<std::string, std::vector<std::string*>> labels[2];
  for (analysis::Signal& signal : first.signals) labels[0][signal.path].push_back(&signal.label);
  for (analysis::Signal& signal : second.signals) labels[1][signal.path].push_back(&signal.label);
  const auto numbered = [](const std::vector<std::string*>& columns) {
    return std::all_of(columns.begin(), columns.end(), [](const std::string* label) { return parse_number(*label); });
  };
  for (auto& [path, columns] : labels[0]) {
    std::vector<std::string*>& others = labels[1][path];
    const bool here = numbered(columns);
    if (columns.size() != others.size() || here == numbered(others)) continue;
    for (std::size_t i = 0; i < columns.size(); ++i)
      (here ? *columns[i] : *others[i]) = here ? *others[i] : *columns[i];
  }
}

bool is_called(const analysis::Signal& signal, const std::string& pattern) {
  return assembly::selected(assembly::Series{signal.path, 0, "", "", {}, signal.port}, {pattern});
}

int compare(const CompareOptions& options) {
  const auto own = parse(options.tolerances);
  Diagnostics diagnostics;
  analysis::Recording first, second;
  if (!options.figure.empty()) figures::check_path(options.figure, options.force);
  const bool stored = wecsim::is_stored_output(options.first);
  if (stored) {
    second = read_recording(options.second, options.select);
    first = read_stored_recording(options.first, options.second, second);
  } else {
    for (const auto& [file, into] : {std::pair{&options.first, &first}, std::pair{&options.second, &second}}) {
      try {
        *into = read_recording(*file, options.select);
      } catch (const InputError& error) {
        diagnostics.add(error.diagnostics());
      }
    }
  }
  diagnostics.throw_if_errors();
  share_labels(first, second);
  for (const auto& [pattern, value] : own) {
    if (std::none_of(first.signals.begin(), first.signals.end(),
                     [&p = pattern](const analysis::Signal& s) { return is_called(s, p); }))
      throw InputError(Origin{options.first, 0, 0, ""}, fmt::format("no dataset matches {} of --tolerance", pattern));
  }
  const analysis::Comparison c = analysis::compare(first, second, [&](const std::string& path) {
    analysis::Tolerance tolerance{options.relative, options.absolute};
    for (const auto& [pattern, value] : own) {
      if (std::any_of(first.signals.begin(), first.signals.end(),
                      [&path, &p = pattern](const analysis::Signal& s) { return s.path == path && is_called(s, p); }))
        tolerance.relative = value;
    }
    return tolerance;
  });
  if (c.rows == 0)
    throw InputError(Origin{options.second, 0, 0, "/time"},
                     fmt::format("it has no time in common with {}", options.first), "compare runs of the same time");
  const double all_from = std::min(first.time.front(), second.time.front()),
               all_to = std::max(first.time.back(), second.time.back());
  const double slack = 1e-9 * std::max(1.0, std::abs(all_to));
  const bool shorter = c.from > all_from + slack || c.to < all_to - slack;
  const bool missing = !options.common && !(c.only_first.empty() && c.only_second.empty());
  const std::size_t beyond = c.beyond();
  const bool same = beyond == 0 && !missing && (options.common || !shorter);
  if (!options.figure.empty()) figures::render(figure_of(first, second, c), options.figure);
  if (options.json) {
    Json list = Json::array();
    for (const analysis::Difference& d : c.differences)
      list.push_back({{"path", d.path},
                      {"label", d.label},
                      {"units", d.units},
                      {"largest", std::isfinite(d.largest) ? Json(d.largest) : Json()},
                      {"at", d.at},
                      {"rms", std::isfinite(d.rms) ? Json(d.rms) : Json()},
                      {"size", d.size},
                      {"allowed", d.allowed},
                      {"beyond", d.beyond},
                      {"other_units", d.other_units.empty() ? Json() : Json(d.other_units)},
                      {"without_number", d.without_number}});
    print_json({{"status", same ? "same" : "different"},
                {"first", options.first},
                {"second", options.second},
                {"from", c.from},
                {"to", c.to},
                {"interpolated", c.interpolated},
                {"shorter", shorter},
                {"only_first", c.only_first},
                {"only_second", c.only_second},
                {"beyond", beyond},
                {"differences", list}});
    return same ? 0 : 1;
  }
  put("{} against {}: {:.6g} to {:.6g} s, {} rows{}\n", options.second, options.first, c.from, c.to, c.rows,
      c.interpolated ? ", the second interpolated to the times of the first" : "");
  if (shorter)
    put("Their times differ: {:.6g} to {:.6g} s in all{}\n", all_from, all_to,
        options.common ? "" : " (--common lets it pass)");
  for (const auto& [list, file] :
       {std::pair{&c.only_first, &options.first}, std::pair{&c.only_second, &options.second}}) {
    if (list->empty() || (list == &c.only_second && stored)) continue;
    put("Only in {}: {}{}{}\n", *file,
        fmt::join(list->begin(), list->begin() + std::min<std::ptrdiff_t>(6, static_cast<std::ptrdiff_t>(list->size())),
                  ", "),
        list->size() > 6 ? fmt::format(" and {} more", list->size() - 6) : "",
        options.common ? "" : " (--common lets it pass)");
  }
  const std::set<std::string> renamed = parts_alone(c.only_first, second), to = parts_alone(c.only_second, first);
  if (!stored && !renamed.empty() && !to.empty())
    put("Parts are paired by name: {} against {}. If a part was renamed, give it one name in both cases\n",
        fmt::join(renamed, ", "), fmt::join(to, ", "));
  std::size_t width = 6, shown = 0, different = 0;
  for (const analysis::Difference& d : c.differences) different += d.ratio() > 0.0 ? 1U : 0U;
  for (const analysis::Difference& d : c.differences) width = std::max(width, d.path.size() + d.label.size());
  if (different > 0)
    put("\n{:<{}}  {:>12} {:>10} {:>12} {:>12}\n", "worst first", width, "largest", "at [s]", "of its size", "allowed");
  for (const analysis::Difference& d : c.differences) {
    if (d.ratio() == 0.0 || shown == static_cast<std::size_t>(options.show)) break;
    ++shown;
    put("{:<{}}  {:>12} {:>10.6g} {:>12} {:>12.3e}{}\n", d.path.substr(1) + (d.label.empty() ? "" : " " + d.label),
        width, fmt::format("{:.4g} {}", d.largest, d.units), d.at,
        d.size > 0.0 ? fmt::format("{:.3e}", d.largest / d.size) : "-", d.size > 0.0 ? d.allowed / d.size : d.allowed,
        !d.other_units.empty()       ? fmt::format("  in {} there, in {} here", d.units, d.other_units)
        : d.without_number == c.rows ? "  no number in either"
        : d.beyond                   ? "  beyond"
                                     : "");
  }
  if (shown < different) put("and {} more that differ (--show)\n", different - shown);
  const auto partly = std::count_if(c.differences.begin(), c.differences.end(),
                                    [&](const auto& d) { return d.without_number > 0 && d.without_number < c.rows; });
  if (partly > 0) put("\n{} series have rows without a number in either file, which are left out\n", partly);
  put("\n{} of {} series differ, {} beyond the tolerance: {}\n", different, c.differences.size(), beyond,
      same         ? "the same"
      : beyond > 0 ? "different"
      : shorter    ? "different, for their times differ"
                   : "different, for one file has series that the other lacks");
  return same ? 0 : 1;
}

}  // namespace

void add_compare_command(CLI::App& app, int& status) {
  CLI::App* command = app.add_subcommand("compare", "compare two results files; exit status 1 beyond the tolerances");
  const auto options = std::make_shared<CompareOptions>();
  command
      ->add_option("reference", options->first,
                   "results file that the other is held against, or results that WEC-Sim stored (.mat, .txt, .csv)")
      ->required();
  command->add_option("results", options->second, "results file")->required();
  command
      ->add_option("--relative", options->relative,
                   "tolerance as a part of the largest magnitude in the dataset's columns of the same unit")
      ->check(number_between(0.0, 1e30))
      ->capture_default_str();
  command
      ->add_option("--absolute", options->absolute,
                   "tolerance in SI units, added to the relative one; against what WEC-Sim stored 1e-12 unless given")
      ->check(number_between(0.0, 1e30))
      ->capture_default_str();
  command
      ->add_option("--tolerance", options->tolerances,
                   "relative tolerance of some datasets: --tolerance 'bodies.*.position=1e-3'; again for each further")
      ->type_name("PATTERN=NUMBER")
      ->allow_extra_args(false);
  command->add_option("--select", options->select, "only these datasets: --select 'bodies.*.position'; again for more")
      ->allow_extra_args(false);
  command->add_flag("--common", options->common, "only what both have: datasets and time");
  command->add_option("--show", options->show, "rows printed at most")
      ->check(CLI::Range(1, 1000000))
      ->capture_default_str();
  command->add_option("--figure", options->figure, "draw those that differ most, both in a panel (.svg, .png, .pdf)");
  command->add_flag("--force", options->force, "replace a figure that is read-only or none of Swell's");
  command->add_flag("--json", options->json, "print the outcome as JSON");
  command->callback([options, &status] {
    arrange(*options);
    status = compare(*options);
  });
}

}  // namespace swell::command

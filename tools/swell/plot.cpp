// swell plot: from results files to panels.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <initializer_list>
#include <limits>
#include <optional>
#include <tuple>

#include "commands.h"
#include "swell/analysis/shared_panels.h"
#include "swell/base/column_units.h"
#include "swell/base/error.h"
#include "swell/base/motions.h"
#include "swell/base/vector.h"
#include "swell/batch/read_power.h"
#include "swell/figures/figure.h"
#include "swell/model/files.h"
#include "swell/run/results_reader.h"
#include "swell/run/results_writer.h"
#include "swell/run/time_mean.h"

namespace swell::command {
namespace {

using figures::Curve;
using figures::LineStyle;
using figures::Panel;
using run::ResultsReader;
using run::Table;

constexpr double kStill = 1.0e-5;        // of the greatest travel: less is drawn by nobody at full scale
constexpr std::size_t kMostPanels = 40;  // beyond this nobody can read a figure

struct Source {
  ResultsReader reader;
  std::string label;
  std::vector<double> time;
};

struct Range {
  double low = std::numeric_limits<double>::infinity(), high = -std::numeric_limits<double>::infinity();
  void include(const std::vector<double>& values) {
    for (const double v : values) {
      if (!std::isfinite(v)) continue;
      low = std::min(low, v);
      high = std::max(high, v);
    }
  }
  double width() const { return high > low ? high - low : 0.0; }
  double largest() const { return std::isfinite(low) ? std::max(std::abs(low), std::abs(high)) : 0.0; }
};

Range range_of(const std::vector<double>& values) {
  Range range;
  range.include(values);
  return range;
}

double widest_of(const std::vector<Curve>& curves) {
  double widest = 0.0;
  for (const Curve& curve : curves) widest = std::max(widest, range_of(curve.y).width());
  return widest;
}

/// Scales every curve of a panel to one SI prefix and writes the label.
void use_prefix(Panel& panel, const std::string& what, const std::string& unit) {
  Range range;
  for (const Curve& curve : panel.curves) range.include(curve.y);
  double factor = 1.0;
  std::string prefix;
  for (const auto& [f, p] : {std::pair{1.0e9, "G"}, std::pair{1.0e6, "M"}, std::pair{1.0e3, "k"}}) {
    if (range.largest() >= f) {
      factor = f;
      prefix = p;
      break;
    }
  }
  for (Curve& curve : panel.curves) {
    for (double& y : curve.y) y /= factor;
  }
  panel.y_label = fmt::format("{} [{}{}]", what, prefix, unit);
}

class Drawing {
 public:
  /// @param whole_run  no time range was asked for
  Drawing(std::vector<Source> sources, bool whole_run) : sources_(std::move(sources)), whole_run_(whole_run) {}

  std::vector<Panel> overview() {
    add_elevation();
    const std::size_t of_the_sea = panels_.size();
    const std::vector<std::string> bodies = names("/bodies");
    for (const std::string& body : bodies) add_motions(body);
    for (const std::string& body : bodies) add_forces(body);
    for (const std::string& mooring : names("/moorings")) add_tension(mooring);
    for (const std::string& pto : names("/ptos")) {
      add_stroke(pto);
      add_power(pto);
      add_rotor(pto);
    }
    if (panels_.size() == of_the_sea) add_components();
    return panels_;
  }

  std::vector<Panel> selection(const std::vector<std::string>& patterns) {
    std::vector<assembly::Series> chosen, all;
    const auto has = [](const std::vector<assembly::Series>& list, const assembly::Series& series) {
      return std::any_of(list.begin(), list.end(), [&](const auto& other) { return other.path == series.path; });
    };
    for (const Source& source : sources_) {
      for (const assembly::Series& series : source.reader.signals()) {
        if (series.path == "/time" || has(all, series)) continue;
        all.push_back(series);
        if (assembly::selected(series, patterns)) chosen.push_back(series);
      }
    }
    if (chosen.empty())
      throw InputError({}, fmt::format("no dataset matches {}", fmt::join(patterns, ", ")),
                       assembly::signal_hint(patterns.front(), all, assembly::Takes::patterns));
    for (const assembly::Series& series : chosen) add_dataset(series, patterns);
    return panels_;
  }

 private:
  bool several() const { return sources_.size() > 1; }

  std::vector<std::string> names(const std::string& group) const {
    std::vector<std::string> all;
    for (const Source& source : sources_) {
      for (const std::string& name : source.reader.names(group)) {
        if (std::count(all.begin(), all.end(), name) == 0) all.push_back(name);
      }
    }
    return all;
  }

  /// One curve per file that has the dataset.
  std::vector<Curve> curves(const std::string& path, std::size_t column, double scale = 1.0) const {
    std::vector<Curve> result;
    for (std::size_t i = 0; i < sources_.size(); ++i) {
      const Source& source = sources_[i];
      if (!source.reader.has(path)) continue;
      const Table table = source.reader.read(path);
      if (column >= table.columns || table.rows != source.time.size()) continue;
      Curve curve;
      curve.x = source.time;
      curve.y = table.column(column);
      for (double& y : curve.y) y *= scale;
      if (several()) curve.label = source.label;
      curve.color = static_cast<int>(i);
      // What covers another lets it show through.
      curve.style = i == 0 ? LineStyle::solid : i % 2 == 1 ? LineStyle::dashed : LineStyle::dotted;
      result.push_back(std::move(curve));
    }
    return result;
  }

  void add(Panel panel) {
    panel.x_label = "time [s]";
    panels_.push_back(std::move(panel));
  }
  void add(std::string title, std::string y_label, std::vector<Curve> curves) {
    add({std::move(title), "", std::move(y_label), std::move(curves), false, false, {}, {}});
  }

  /// Of the first file that has it; without rows where none has.
  Table first_table(const std::string& path) const {
    const auto found =
        std::find_if(sources_.begin(), sources_.end(), [&](const Source& source) { return source.reader.has(path); });
    return found == sources_.end() ? Table() : found->reader.read(path);
  }

  static std::string label_of(const Table& table, std::size_t column) {
    if (column < table.labels.size()) return table.labels[column];
    return table.columns > 1 ? std::to_string(column + 1) : "";
  }

  /// Labels the axis; what may be large gets a prefix.
  static void name_axis(Panel& panel, const std::string& what, const std::string& unit) {
    panel.y_label = fmt::format("{} [{}]", what, unit);
    for (const char* large : {"N", "N m", "W", "J", "Pa"}) {
      if (unit == large) use_prefix(panel, what, unit);
    }
  }

  void add_elevation() {
    std::vector<Curve> elevation = curves("/wave/elevation", 0);
    const bool waves =
        std::any_of(elevation.begin(), elevation.end(), [](const Curve& c) { return range_of(c.y).largest() > 0.0; });
    if (waves) add("Wave at the origin", "elevation [m]", std::move(elevation));
  }

  /// Greatest travel of any body: [m], or [deg]. What is a small part of it (kStill) is no motion to look at.
  double widest(bool sliding) {
    double& known = widest_[sliding ? 0 : 1];
    if (known >= 0.0) return known;
    known = 0.0;
    for (const std::string& body : names("/bodies")) {
      for (std::size_t i = sliding ? 0 : 3; i < (sliding ? 3U : 6U); ++i) {
        known = std::max(known, widest_of(curves("/bodies/" + body + "/position", i, sliding ? 1.0 : 1.0 / kDegree)));
      }
    }
    return known;
  }

  void add_motions(const std::string& body) {
    for (std::size_t i = 0; i < 6; ++i) {
      std::vector<Curve> motion = curves("/bodies/" + body + "/position", i, i < 3 ? 1.0 : 1.0 / kDegree);
      const double least = std::max(i < 3 ? 1.0e-6 : 1.0e-5, kStill * widest(i < 3));  // below this it is round-off
      if (!(widest_of(motion) > least)) continue;
      add(fmt::format("{}: {}", body, kMotions[i]), fmt::format("{} [{}]", kMotions[i], i < 3 ? "m" : "deg"),
          std::move(motion));
    }
    for (const std::string& mode : names("/bodies/" + body)) {  // generalised modes
      std::vector<Curve> amplitude = curves("/bodies/" + body + "/" + mode + "/position", 0);
      if (!amplitude.empty()) add(body + ": " + mode, "amplitude [m]", std::move(amplitude));
    }
  }

  /// The forces along the motions in which they do most: of translation and of rotation. Force times travel compares
  /// both, and says nothing of a direction in which the body is held.
  void add_forces(const std::string& body) {
    constexpr double kWorthAPanel = 0.05, kFar = 10.0;
    const std::string group = "/bodies/" + body + "/force/";
    double push[6] = {}, work[6] = {};
    for (std::size_t i = 0; i < 6; ++i) {
      for (const char* name : {"excitation", "restoring", "total"})
        push[i] = std::max(push[i], widest_of(curves(group + name, i)));
      const double travel = widest_of(curves("/bodies/" + body + "/position", i));
      if (travel > (i < 3 ? 1.0e-6 : 1.0e-5 * kDegree)) work[i] = push[i] * travel;
    }
    const auto largest = [](const double* value, std::initializer_list<std::size_t> order) {
      std::size_t best = *order.begin();
      for (const std::size_t i : order) {
        if (value[i] > kFar * value[best]) best = i;
      }
      return best;
    };
    const std::size_t shift = largest(work, {2, 0, 1}), turn = largest(work, {4, 3, 5});  // the first unless far less
    const double most = std::max(work[shift], work[turn]);
    if (most == 0.0) {
      const std::size_t held = largest(push, {2, 0, 1});
      if (push[held] > 0.0) add_forces(body, held, push[held]);
      return;
    }
    for (const std::size_t i : {shift, turn}) {
      if (work[i] > kWorthAPanel * most) add_forces(body, i, push[i]);
    }
  }

  /// The forces along one motion; with several files only their sum.
  void add_forces(const std::string& body, std::size_t motion, double widest) {
    const std::string group = "/bodies/" + body + "/force/";
    const char* const what = motion < 3 ? "force" : "moment";
    Panel panel;
    panel.title = fmt::format("{}: {}s in {}", body, what, kMotions[motion]);
    if (several()) {
      panel.title = fmt::format("{}: total {} in {}", body, what, kMotions[motion]);
      panel.curves = curves(group + "total", motion);
    } else {
      for (const std::string& path : sources_.front().reader.datasets()) {
        if (path.compare(0, group.size(), group) != 0 || path.find('/', group.size()) != std::string::npos) continue;
        const std::string name = path.substr(group.size());
        if (name == "hydrodynamic") continue;  // a sum of others in the panel
        std::vector<Curve> one = curves(path, motion);
        if (one.empty() || range_of(one.front().y).width() < 0.01 * widest) continue;
        one.front().label = name;
        std::replace(one.front().label.begin(), one.front().label.end(), '_', ' ');
        one.front().color.reset();
        if (name == "total") {
          one.front().style = LineStyle::dashed;
          one.front().color = 6;  // the palette's dark grey
        }
        panel.curves.push_back(std::move(one.front()));
      }
    }
    use_prefix(panel, what, motion < 3 ? "N" : "N m");
    if (whole_run_) show_the_end(panel);
    add(std::move(panel));
  }

  /// Many oscillations of many forces are a carpet: the last of them say more, unless they have died away.
  static void show_the_end(Panel& panel) {
    const double widest = widest_of(panel.curves);
    for (const Curve& curve : panel.curves) {
      const Range range = range_of(curve.y);
      if (curve.x.size() < 100 || range.width() < widest) continue;
      const double middle = 0.5 * (range.low + range.high);
      std::size_t crossings = 0;
      for (std::size_t i = 1; i < curve.y.size(); ++i)
        crossings += (curve.y[i] > middle) != (curve.y[i - 1] > middle) ? 1U : 0U;
      const std::size_t from = curve.y.size() - curve.y.size() / 5;
      const Range end =
          range_of(std::vector<double>(curve.y.begin() + static_cast<std::ptrdiff_t>(from), curve.y.end()));
      if (crossings > 30 && end.width() > 0.3 * range.width()) {
        panel.x_range = {curve.x[from], curve.x.back()};
        panel.title += ", last fifth of the run";
      }
      return;
    }
  }

  /// Of each of its lines; of the first where several runs are compared.
  void add_tension(const std::string& mooring) {
    const std::string path = "/moorings/" + mooring + "/tension";
    Panel panel;
    panel.title = mooring + ": tension";
    panel.curves = curves(path, 0);
    if (panel.curves.empty()) return;
    if (!several()) {
      const Table table = sources_.front().reader.read(path);
      for (std::size_t line = 1; line < table.columns; ++line) {
        panel.curves.push_back(std::move(curves(path, line).front()));
        panel.curves.back().color = static_cast<int>(line);
      }
      for (std::size_t line = 0; line < panel.curves.size() && table.columns > 1; ++line)
        panel.curves[line].label = line < table.labels.size() ? table.labels[line] : std::to_string(line + 1);
    }
    use_prefix(panel, "tension", "N");
    add(std::move(panel));
  }

  /// Stroke and force of a power take-off that slides, angle and torque of one that turns.
  void add_stroke(const std::string& pto) {
    const std::string group = "/ptos/" + pto + "/";
    const Table position = first_table(group + "position");
    if (position.rows == 0 || position.columns != 1) return;
    const bool turns = position.units == "rad";
    const char *const way = turns ? "angle" : "stroke", *const effort = turns ? "torque" : "force";
    add(fmt::format("{}: {}", pto, way), fmt::format("{} [{}]", way, turns ? "deg" : "m"),
        curves(group + "position", 0, turns ? 1.0 / kDegree : 1.0));
    Panel force;
    force.title = fmt::format("{}: {}", pto, effort);
    force.curves = curves(group + "force", 0);
    if (force.curves.empty()) return;
    use_prefix(force, effort, turns ? "N m" : "N");
    if (whole_run_) show_the_end(force);
    add(std::move(force));
  }

  /// Instantaneous power, and its mean as a dashed line.
  void add_power(const std::string& pto) {
    Panel panel;
    panel.title = fmt::format("{}: power taken out", pto);
    for (std::size_t i = 0; i < sources_.size(); ++i) {
      const Source& source = sources_[i];
      const std::string path = "/ptos/" + pto + "/power";
      if (!source.reader.has(path)) continue;
      const Table table = source.reader.read(path);
      Curve power;
      power.x = source.time;
      power.y.assign(source.time.size(), 0.0);
      for (std::size_t row = 0; row < std::min(table.rows, power.y.size()); ++row) {
        for (std::size_t column = 0; column < table.columns; ++column) power.y[row] += table.at(row, column);
      }
      if (power.x.size() < 2) continue;
      if (several()) power.label = source.label;
      power.color = static_cast<int>(i);
      // The window of the summary: what ended before it, or in its ramp, has no mean. Older versions wrote none.
      const double from = source.reader.number("averages_from").value_or(0.5 * (power.x.front() + power.x.back()));
      if (!(from < power.x.back())) {
        panel.curves.push_back(std::move(power));
        continue;
      }
      // The rule of the summary, whose points are the rows where the run has one at every step.
      run::AcceptedSteps steps;
      StepRule::Known known{power.y.front(), 0.0, 0.0};
      run::TimeMean average{from};
      for (std::size_t k = 0; k < power.x.size(); ++k) {
        if (steps.reach(power.x[k])) average.add(steps, steps.rule().take(power.y[k], known));
      }
      const double mean = average.value();
      Curve line;
      line.x = {std::max(from, power.x.front()), power.x.back()};
      line.y = {mean, mean};
      line.style = LineStyle::dashed;
      line.color = several() ? static_cast<int>(i) : 1;
      panel.curves.push_back(std::move(power));
      panel.curves.push_back(std::move(line));
    }
    if (panel.curves.empty()) return;
    use_prefix(panel, "power", "W");
    if (!several() && panel.curves.size() == 2) {  // its mean, on the scale of the axis
      Curve& line = panel.curves.back();
      const std::string unit = panel.y_label.substr(panel.y_label.find('[') + 1);
      panel.title += fmt::format(", mean {:.4g} {} from {:.6g} s", line.y.front(), unit.substr(0, unit.size() - 1),
                                 line.x.front());
    }
    add(std::move(panel));
  }

  void add_dataset(const assembly::Series& series, const std::vector<std::string>& patterns) {
    const std::string& path = series.path;
    const Table first = first_table(path);
    for (std::size_t column = 0; column < first.columns; ++column) {
      if (!assembly::selected(series, static_cast<int>(column) + 1, patterns)) continue;
      const std::string label = label_of(first, column);
      const std::string unit = units_of_columns(first.units, first.columns)[column];
      const std::string title = path.substr(1) + (label.empty() ? "" : " " + label);
      std::string what = path.substr(path.find_last_of("/.") + 1);  // the title has the rest
      std::replace(what.begin(), what.end(), '_', ' ');
      if (const std::size_t at = what.rfind("force"); unit == "N m" && at != std::string::npos)
        what.replace(at, 5, "moment");
      const bool is_angle = unit == "rad";  // degrees, as in the other figures
      Panel panel;
      panel.title = title;
      panel.curves = curves(path, column, is_angle ? 1.0 / kDegree : 1.0);
      name_axis(panel, what, is_angle ? "deg" : unit);
      add(std::move(panel));
    }
  }

  struct Variable {
    std::string name, path;
    std::size_t column;
  };
  struct Group {  // the variables of one component that are of one quantity
    std::string component, quantity, unit;
    std::vector<Variable> variables;
  };

  /// "/components/oil/pump.flow" and "/components/oil/hose.flow" are the flows of oil.
  std::vector<Group> groups_of_components() const {
    std::vector<Group> groups;
    for (const assembly::Series& series : sources_.front().reader.signals()) {
      if (series.path.rfind("/components/", 0) != 0) continue;
      const std::size_t begin = series.path.find('/', 1) + 1, slash = series.path.find('/', begin);
      if (slash == std::string::npos) continue;
      const std::size_t dot = series.path.rfind('.'), last = dot != std::string::npos && dot > slash ? dot : slash;
      const std::string component = series.path.substr(begin, slash - begin);
      const std::string element = last > slash ? series.path.substr(slash + 1, last - slash - 1) : "";
      std::string quantity = series.path.substr(last + 1);
      std::replace(quantity.begin(), quantity.end(), '_', ' ');
      const Table table = sources_.front().reader.read(series.path);
      const std::vector<std::string> units = units_of_columns(table.units, table.columns);
      for (std::size_t column = 0; column < table.columns; ++column) {
        const std::string label = label_of(table, column);
        auto group = std::find_if(groups.begin(), groups.end(), [&](const Group& g) {
          return g.component == component && g.quantity == quantity && g.unit == units[column];
        });
        if (group == groups.end()) group = groups.insert(groups.end(), {component, quantity, units[column], {}});
        const std::string name = fmt::format("{}{}{}", element, element.empty() || label.empty() ? "" : " ", label);
        group->variables.push_back({name.empty() ? component : name, series.path, column});
      }
    }
    return groups;
  }

  // A circuit or a system of FMUs alone: what its components show, without what stands still.
  void add_components() {
    constexpr std::size_t kMostCurves = 6;  // that differ by their colour
    for (const Group& group : groups_of_components()) {
      std::vector<analysis::Candidate> candidates;
      for (const Variable& variable : group.variables) {
        candidates.push_back({variable.name, {}});
        for (const Curve& curve : curves(variable.path, variable.column))
          candidates.back().values.insert(candidates.back().values.end(), curve.y.begin(), curve.y.end());
      }
      const std::size_t most = std::max<std::size_t>(1, kMostCurves / sources_.size());
      for (const std::vector<std::size_t>& members : analysis::share_panels(candidates, most).panels) {
        const bool alone = members.size() == 1;
        Panel panel;
        panel.title = group.component + ": ";
        const std::string& first = group.variables[members.front()].name;
        if (alone && first != group.component) panel.title += first + " ";
        panel.title += group.quantity;
        for (std::size_t k = 0; k < members.size(); ++k) {
          const Variable& variable = group.variables[members[k]];
          for (Curve& curve : curves(variable.path, variable.column)) {
            if (!alone) {  // a colour for each variable, a line style for each run
              curve.color = static_cast<int>(k);
              curve.label = several() ? variable.name + ", " + curve.label : variable.name;
            }
            panel.curves.push_back(std::move(curve));
          }
        }
        name_axis(panel, group.quantity, group.unit);
        add(std::move(panel));
      }
    }
  }

  /// Speed, pitch and thrust of a rotor.
  void add_rotor(const std::string& pto) {
    for (const auto& [what, scale, unit] :
         {std::tuple{"speed", 1.0, "rad/s"}, std::tuple{"pitch", 1.0 / kDegree, "deg"},
          std::tuple{"thrust", 1.0, "N"}}) {
      Panel panel;
      panel.title = fmt::format("{}: {}", pto, what);
      panel.curves = curves(fmt::format("/ptos/{}/{}", pto, what), 0, scale);
      if (panel.curves.empty()) continue;
      name_axis(panel, what, unit);
      add(std::move(panel));
    }
  }

  std::vector<Source> sources_;
  bool whole_run_;
  double widest_[2] = {-1.0, -1.0};  // of sliding and turning, once it has been asked for
  std::vector<Panel> panels_;
};

/// A results file of a batch: its mean power over what it varies.
int plot_study(const PlotCommand& options, const std::filesystem::path& output) {
  const std::string& file = options.files.front();
  if (options.files.size() > 1)
    throw InputError(Origin{file, 0, 0, ""}, "a study (swell batch) cannot be overlaid; plot it alone",
                     "give one file, or the results files of runs (swell run)");
  if (options.from || options.to)
    throw InputError(Origin{file, 0, 0, ""},
                     "a study (swell batch) has no time axis, so --from and --to say nothing of it",
                     "leave them out; results.from of the study says where its averages begin");
  const batch::DrawnPower drawn =
      batch::draw_study(batch::read_stored_study(file, Containment::child_process), output, options.select);
  if (drawn.panels == 0)
    throw InputError(Origin{file, 0, 0, ""}, fmt::format("there is nothing to draw: {}", drawn.reason));
  if (drawn.left_out > 0)
    put(stderr, "warning: {} panels were left out; choose one or two axes with --select\n", drawn.left_out);
  if (!options.quiet) put("Figure: {}\n", output.string());
  return 0;
}

bool is_study(const std::string& file) {
  try {
    return batch::stored_kind(file, Containment::child_process) == batch::Stored::study;
  } catch (const InputError&) {  // the reader of runs says what it is
    return false;
  }
}

}  // namespace

int plot(const PlotCommand& options) {
  if (options.from && options.to && *options.from >= *options.to) {
    throw InputError({}, fmt::format("--from {:g} s is not before --to {:g} s", *options.from, *options.to));
  }
  const std::filesystem::path output = options.output.empty()
                                           ? std::filesystem::path(options.files.front()).replace_extension(".svg")
                                           : std::filesystem::path(options.output);
  figures::check_path(output);
  std::vector<model::InputFile> inputs;
  for (const std::string& file : options.files) inputs.push_back({file, file});
  model::check_output_file({"curves", output, "choose another with -o", {}, {}}, inputs);
  figures::check_path(output, options.force);
  if (is_study(options.files.front())) return plot_study(options, output);
  std::vector<Source> sources;
  Diagnostics diagnostics;
  for (const std::string& file : options.files) {
    try {
      Source source{ResultsReader(file, Containment::child_process), std::filesystem::path(file).stem().string(), {}};
      source.time = source.reader.read("/time").values;
      // Two files of one name in different folders are distinguished by the folder.
      for (Source& other : sources) {
        if (other.label == source.label) source.label = file;
      }
      sources.push_back(std::move(source));
    } catch (const InputError& error) {
      diagnostics.add(error.diagnostics());
    }
  }
  diagnostics.throw_if_errors();

  figures::Figure figure;
  for (const Source& source : sources) figure.title += (figure.title.empty() ? "" : ", ") + source.label;
  Drawing drawing(std::move(sources), !options.from && !options.to);
  figure.panels = options.select.empty() ? drawing.overview() : drawing.selection(options.select);
  if (figure.panels.empty()) {
    throw InputError(Diagnostic{Severity::error, Origin{options.files.front(), 0, 0, ""},
                                "nothing in it moves, so there is nothing to draw", "", "",
                                "choose datasets with --select"});
  }
  const std::size_t found = figure.panels.size();
  if (found > kMostPanels) {
    figure.panels.resize(kMostPanels);
    put(stderr, "warning: {} panels were left out; choose datasets with --select\n", found - kMostPanels);
  }
  if (options.from || options.to) {
    bool seen = false;
    double first = HUGE_VAL, last = -HUGE_VAL;
    for (Panel& panel : figure.panels) {
      double low = options.from.value_or(panel.curves.front().x.front()),
             high = options.to.value_or(panel.curves.front().x.back());
      panel.x_range = {low, high};
      for (const Curve& curve : panel.curves) {
        seen = seen || std::any_of(curve.x.begin(), curve.x.end(), [&](double x) { return x >= low && x <= high; });
        first = std::min(first, curve.x.front());
        last = std::max(last, curve.x.back());
      }
    }
    if (!seen)
      throw InputError(Origin{options.files.front(), 0, 0, ""},
                       fmt::format("no row lies in the time asked for: the results are of {:g} to {:g} s", first, last),
                       "give other --from and --to");
  }
  if (figure.panels.size() > 4) {
    figure.columns = 2;
    figure.width = 1500;
  }
  figures::render(figure, output);
  if (!options.quiet) put("Figure: {}\n", output.string());
  return 0;
}

}  // namespace swell::command

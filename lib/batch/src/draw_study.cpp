// The mean power of a study as a figure.
#include <fmt/format.h>
#include <fnmatch.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>

#include "swell/base/error.h"
#include "swell/batch/read_power.h"
#include "swell/figures/figure.h"

namespace swell::batch {

namespace {

constexpr std::size_t kMostPanels = 12, kMostCurves = 8;
constexpr double kNoNumber = std::numeric_limits<double>::quiet_NaN();

/// The SI prefix that fits the largest power of the figure: numbers in cells have three digits.
struct PowerUnit {
  double factor = 1.0;
  std::string label;
};

PowerUnit unit_for(const StoredStudy& study) {
  double most = 0.0;
  const auto include = [&most](const std::vector<double>& values) {
    for (const double v : values) most = std::isfinite(v) ? std::max(most, std::abs(v)) : most;
  };
  include(study.power);
  for (const StoredPower& device : study.devices) include(device.power);
  if (most >= 1e6) return {1e-6, "mean power [MW]"};
  return most >= 1e3 ? PowerUnit{1e-3, "mean power [kW]"} : PowerUnit{1.0, "mean power [W]"};
}

bool any_number(const std::vector<double>& values) {
  return std::any_of(values.begin(), values.end(), [](double v) { return std::isfinite(v); });
}

std::vector<double> scaled(std::vector<double> values, double factor) {
  for (double& v : values) v *= factor;
  return values;
}

std::string title_of_device(const std::string& device) {
  std::string title;
  for (const char c : device) title += c == '=' ? std::string(" = ") : c == '\n' ? ", " : std::string(1, c);
  return title;
}

/// The confidence intervals of a heat map's cells, for its title.
std::string intervals_of(const std::string& title, const std::vector<double>& power,
                         const std::vector<double>& half_width) {
  std::vector<double> shares;
  for (std::size_t i = 0; i < std::min(power.size(), half_width.size()); ++i) {
    if (half_width[i] > 0.0 && power[i] != 0.0) shares.push_back(100.0 * half_width[i] / std::abs(power[i]));
  }
  if (shares.empty()) return title;
  std::sort(shares.begin(), shares.end());
  return fmt::format("{}{}interval +- {:.3g} % in the median, +- {:.3g} % at most", title, title.empty() ? "" : ": ",
                     shares[shares.size() / 2], shares.back());
}

/// Dotted lines at the ends of the intervals around a panel's only curve.
void add_interval(figures::Panel& panel, const figures::Curve& curve, const std::vector<double>& half_width) {
  if (std::none_of(half_width.begin(), half_width.end(), [](double h) { return h > 0.0; })) return;
  for (const double side : {-1.0, 1.0}) {
    figures::Curve bound = curve;
    bound.style = figures::LineStyle::dotted;
    bound.color = 0;
    bound.label = side < 0.0 ? "confidence interval" : "";
    for (std::size_t i = 0; i < std::min(bound.y.size(), half_width.size()); ++i) bound.y[i] += side * half_width[i];
    panel.curves.push_back(std::move(bound));
  }
}

/// Names of the heights and periods of a study.
struct SeaLabels {
  std::string height = "height [m]", period = "period [s]";
};

SeaLabels sea_labels(const StoredStudy& study) {
  SeaLabels labels;
  for (const StoredAxis& axis : study.axes) {
    const std::string word = axis.key.substr(axis.key.rfind('.') + 1);
    if (word == "significant_height") labels.height = "significant height Hs [m]";
    if (word == "peak_period") labels.period = "peak period Tp [s]";
    if (word == "energy_period") labels.period = "energy period Te [s]";
  }
  return labels;
}

figures::Panel panel_of(const StoredPower& device, const PowerUnit& unit, const SeaLabels& sea) {
  figures::Panel panel;
  panel.title = title_of_device(device.device);
  const std::vector<double> power = scaled(device.power, unit.factor);
  if (device.heights.size() > 1 && device.periods.size() > 1) {
    panel.x_label = sea.period;
    panel.y_label = sea.height;
    panel.heat = figures::HeatMap{device.periods, device.heights, power, unit.label};
    panel.title = intervals_of(panel.title, device.power, device.power_half_width);
    std::vector<double> ratios = device.over_linear();
    ratios.erase(std::remove_if(ratios.begin(), ratios.end(), [](double r) { return !std::isfinite(r); }),
                 ratios.end());
    if (!ratios.empty())
      panel.title +=
          fmt::format("{}{:.3g} to {:.3g} of the linear power", panel.title.empty() ? "" : "; ",
                      *std::min_element(ratios.begin(), ratios.end()), *std::max_element(ratios.begin(), ratios.end()));
    return panel;
  }
  const bool over_height = device.periods.size() == 1;
  panel.x_label = over_height ? sea.height : sea.period;
  panel.y_label = unit.label;
  figures::Curve curve;
  curve.label =
      over_height ? fmt::format("{:g} s", device.periods.front()) : fmt::format("{:g} m", device.heights.front());
  curve.x = over_height ? device.heights : device.periods;
  curve.y = power;
  panel.curves.push_back(curve);
  add_interval(panel, curve, scaled(device.power_half_width, unit.factor));
  if (!device.linear_power.empty()) {
    curve.y = scaled(device.linear_power, unit.factor);
    curve.label = "frequency domain";
    curve.style = figures::LineStyle::dashed;
    curve.color = 1;
    panel.curves.push_back(std::move(curve));
  }
  return panel;
}

/// An axis that varies, as numbers; words are numbered from 1.
struct Varied {
  std::string key, label;
  std::vector<double> values;    // of each condition
  std::vector<double> distinct;  // ascending
  std::vector<std::string> words;

  std::string name(double value) const {
    return words.empty() ? fmt::format("{} = {:g}", key, value)
                         : fmt::format("{} = {}", key, words[static_cast<std::size_t>(value) - 1]);
  }
  std::size_t place(double value) const {
    return static_cast<std::size_t>(std::lower_bound(distinct.begin(), distinct.end(), value) - distinct.begin());
  }
};

std::vector<Varied> varied_axes(const StoredStudy& study) {
  std::vector<Varied> all;
  for (const StoredAxis& axis : study.axes) {
    Varied varied{
        axis.key, axis.unit.empty() ? axis.key : fmt::format("{} [{}]", axis.key, axis.unit), axis.numbers, {}, {}};
    for (const std::string& text : axis.texts) {
      const auto found = std::find(varied.words.begin(), varied.words.end(), text);
      varied.values.push_back(static_cast<double>(found - varied.words.begin()) + 1.0);
      if (found == varied.words.end()) varied.words.push_back(text);
    }
    for (std::size_t i = 0; i < std::min<std::size_t>(varied.words.size(), 4); ++i)
      varied.label += fmt::format("{} {} = {}", i == 0 ? ":" : ",", i + 1, varied.words[i].substr(0, 24));
    if (varied.words.size() > 4) varied.label += ", ...";
    const std::set<double> distinct(varied.values.begin(), varied.values.end());
    varied.distinct.assign(distinct.begin(), distinct.end());
    if (varied.values.size() == study.power.size() && varied.distinct.size() > 1) all.push_back(std::move(varied));
  }
  return all;
}

/// Every combination of the values stands for one condition.
bool is_grid(const std::vector<Varied>& axes, std::size_t conditions) {
  double product = 1.0;
  for (const Varied& axis : axes) product *= static_cast<double>(axis.distinct.size());
  if (product != static_cast<double>(conditions)) return false;
  std::set<std::vector<double>> rows;
  for (std::size_t i = 0; i < conditions; ++i) {
    std::vector<double> row;
    row.reserve(axes.size());
    for (const Varied& axis : axes) row.push_back(axis.values[i]);
    rows.insert(row);
  }
  return rows.size() == conditions;
}

class OverAxes {
 public:
  OverAxes(const StoredStudy& study, std::vector<Varied> axes)
      : study_(study), axes_(std::move(axes)), unit_(unit_for(study)) {}

  /// One panel per chosen key: where each value of it does not meet each of the others.
  std::vector<figures::Panel> points(const std::vector<std::size_t>& chosen) const {
    std::vector<figures::Panel> panels;
    for (const std::size_t k : chosen) {
      figures::Panel panel;
      panel.x_label = axes_[k].label;
      panel.y_label = unit_.label;
      figures::Curve curve;
      curve.style = figures::LineStyle::points;
      curve.x = axes_[k].values;
      curve.y = scaled(study_.power, unit_.factor);
      panel.curves.push_back(std::move(curve));
      panels.push_back(std::move(panel));
    }
    return panels;
  }

  /// Power over one key; the values of the others are curves.
  figures::Panel lines(std::size_t x) const {
    figures::Panel panel;
    panel.x_label = axes_[x].label;
    panel.y_label = unit_.label;
    const std::size_t n = axes_[x].distinct.size();
    for (const auto& [name, members] : by_others({x})) {
      figures::Curve curve;
      curve.label = name;
      curve.x = axes_[x].distinct;
      curve.y.assign(n, kNoNumber);
      std::vector<double> half(n, kNoNumber);
      for (const std::size_t i : members) {
        curve.y[axes_[x].place(axes_[x].values[i])] = unit_.factor * study_.power[i];
        if (i < study_.power_half_width.size())
          half[axes_[x].place(axes_[x].values[i])] = unit_.factor * study_.power_half_width[i];
      }
      panel.curves.push_back(curve);
      if (name.empty()) add_interval(panel, curve, half);
    }
    return panel;
  }

  /// Heat maps over two keys, one for each combination of the others.
  std::vector<figures::Panel> maps(std::size_t y, std::size_t x) const {
    std::vector<figures::Panel> panels;
    const Varied &up = axes_[y], &right = axes_[x];
    for (const auto& [name, members] : by_others({y, x})) {
      figures::Panel panel;
      panel.title = name;
      panel.x_label = right.label;
      panel.y_label = up.label;
      figures::HeatMap heat{right.distinct, up.distinct,
                            std::vector<double>(right.distinct.size() * up.distinct.size(), kNoNumber), unit_.label};
      std::vector<double> half(heat.value.size(), kNoNumber);
      for (const std::size_t i : members) {
        const std::size_t at = up.place(up.values[i]) * right.distinct.size() + right.place(right.values[i]);
        heat.value[at] = unit_.factor * study_.power[i];
        if (i < study_.power_half_width.size()) half[at] = unit_.factor * study_.power_half_width[i];
      }
      panel.title = intervals_of(name, heat.value, half);
      panel.heat = std::move(heat);
      panels.push_back(std::move(panel));
    }
    return panels;
  }

 private:
  /// Conditions that agree in every other axis, in the order of the study.
  std::vector<std::pair<std::string, std::vector<std::size_t>>> by_others(const std::set<std::size_t>& drawn) const {
    std::vector<std::pair<std::string, std::vector<std::size_t>>> groups;
    std::map<std::string, std::size_t> place;
    for (std::size_t i = 0; i < study_.power.size(); ++i) {
      std::string name;
      for (std::size_t k = 0; k < axes_.size(); ++k) {
        if (drawn.count(k) == 0) name += (name.empty() ? "" : ", ") + axes_[k].name(axes_[k].values[i]);
      }
      const auto [found, fresh] = place.emplace(name, groups.size());
      if (fresh) groups.emplace_back(name, std::vector<std::size_t>{});
      groups[found->second].second.push_back(i);
    }
    return groups;
  }

  const StoredStudy& study_;
  std::vector<Varied> axes_;
  PowerUnit unit_;
};

std::string listed(const std::vector<Varied>& axes) {
  std::vector<std::string> keys;
  keys.reserve(axes.size());
  for (const Varied& axis : axes) keys.push_back(axis.key);
  return fmt::format("{}", fmt::join(keys, ", "));
}

/// In the order of the patterns.
std::vector<std::size_t> chosen_axes(const std::vector<Varied>& axes, const std::vector<std::string>& keys) {
  std::vector<std::size_t> chosen;
  Diagnostics diagnostics;
  for (const std::string& pattern : keys) {
    bool found = false;
    for (std::size_t k = 0; k < axes.size(); ++k) {
      if (::fnmatch(pattern.c_str(), axes[k].key.c_str(), 0) != 0) continue;
      found = true;
      if (std::count(chosen.begin(), chosen.end(), k) == 0) chosen.push_back(k);
    }
    if (!found)
      diagnostics.error({}, fmt::format("--select {}: the study varies no such key", pattern),
                        axes.empty() ? "it varies none" : fmt::format("it varies {}", listed(axes)));
  }
  diagnostics.throw_if_errors();
  return chosen;
}

std::vector<figures::Panel> panels_over_axes(const StoredStudy& study, const std::vector<std::string>& keys,
                                             std::string& reason) {
  const std::vector<Varied> axes = varied_axes(study);
  std::vector<std::size_t> chosen = chosen_axes(axes, keys);
  if (axes.empty()) {
    reason = "the study varies nothing: its one mean power is in the tables";
    return {};
  }
  const OverAxes over(study, axes);
  const bool grid = is_grid(axes, study.power.size());
  if (keys.empty()) {
    for (std::size_t k = 0; k < axes.size(); ++k) chosen.push_back(k);
    if (grid && chosen.size() > 2) chosen.erase(chosen.begin(), chosen.end() - 2);
  }
  if (!grid) return over.points(chosen);
  if (chosen.size() == 1) {
    if (study.power.size() > kMostCurves * axes[chosen.front()].distinct.size())
      throw InputError(
          {},
          fmt::format("--select {}: the other axes make {} curves of it, and a figure shows {}",
                      axes[chosen.front()].key, study.power.size() / axes[chosen.front()].distinct.size(), kMostCurves),
          fmt::format("give two keys for a heat map: --select KEY --select {}; the study varies {}",
                      axes[chosen.front()].key, listed(axes)));
    return {over.lines(chosen.front())};
  }
  if (chosen.size() > 2)
    throw InputError({}, fmt::format("--select chooses {} axes, and a heat map has two", chosen.size()),
                     fmt::format("give one or two keys; the study varies {}", listed(axes)));
  return over.maps(chosen[0], chosen[1]);
}

}  // namespace

DrawnPower draw_study(const StoredStudy& study, const std::filesystem::path& file,
                      const std::vector<std::string>& keys) {
  figures::Figure figure;
  DrawnPower drawn;
  if (keys.empty()) {
    const PowerUnit unit = unit_for(study);
    for (const StoredPower& device : study.devices) {
      if (device.power.size() > 1 && any_number(device.power))
        figure.panels.push_back(panel_of(device, unit, sea_labels(study)));
    }
  }
  if (figure.panels.empty()) {
    if (!any_number(study.power)) {
      drawn.reason = "no condition of the study has a mean power; its tables say why";
      return drawn;
    }
    figure.panels = panels_over_axes(study, keys, drawn.reason);
    if (figure.panels.empty()) return drawn;
  }
  const std::size_t found = figure.panels.size();
  drawn.left_out = found - std::min(found, kMostPanels);
  drawn.panels = found - drawn.left_out;
  figure.panels.resize(drawn.panels);
  figure.title = "Mean power";
  if (drawn.left_out > 0) figure.title += fmt::format(" (the first {} panels of {})", drawn.panels, found);
  figure.columns = figure.panels.size() > 3 ? 2 : 1;
  figure.panel_height = 330;
  figures::render(figure, file);
  return drawn;
}

}  // namespace swell::batch

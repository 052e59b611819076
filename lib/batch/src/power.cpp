#include "swell/batch/power.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <map>
#include <set>

#include "power_summary.h"
#include "swell/batch/collect.h"
#include "swell/batch/record.h"
#include "swell/figures/figure.h"

namespace swell::batch {

Interval interval_of(const std::vector<double>& values, double confidence) {
  Interval interval{kNone, kNone, kNone};
  const auto n = static_cast<double>(values.size());
  if (values.empty()) return interval;
  double sum = 0.0, squares = 0.0;
  for (const double value : values) sum += value;
  interval.mean = sum / n;
  if (values.size() < 2) return interval;
  for (const double value : values) squares += (value - interval.mean) * (value - interval.mean);
  interval.variance = squares / (n - 1.0) / n;
  interval.half_width = student_t(confidence, n - 1.0) * std::sqrt(interval.variance);
  return interval;
}

void summarise(ConditionResult& result, double confidence) {
  std::vector<double> power;
  double wave_power = 0.0;
  for (const CaseRecord& record : result.replicates) {
    if (record.status != Status::done) continue;
    power.push_back(record.power);
    wave_power += record.wave_power;
  }
  const Interval interval = interval_of(power, confidence);
  result.count = power.size();
  const bool complete = result.complete();
  result.power = complete ? interval.mean : kNone;
  result.power_half_width = complete ? interval.half_width : kNone;
  result.power_variance = complete ? interval.variance : kNone;
  result.wave_power = complete ? wave_power / static_cast<double>(power.size()) : kNone;
}

namespace {

double number_of(const std::string& text) {
  double value = kNone;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size() ? value : kNone;
}

const std::string* value_at(const Condition& condition, const std::string& key) {
  for (const auto& [k, value] : condition.values) {
    if (k == key) return &value;
  }
  return nullptr;
}

struct SeaKeys {
  std::string height, period;
  std::set<std::string> sea;  // these and every key of an axis with probabilities
};

SeaKeys sea_keys(const Study& study) {
  SeaKeys keys{study.power.height_key, study.power.period_key, {}};
  const auto ends_with = [](const std::string& text, const std::string& end) {
    return text.size() >= end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0;
  };
  for (const Axis& axis : study.axes) {
    for (const std::string& key : axis.keys) {
      const bool waves = key.compare(0, 5, "waves") == 0;
      if (keys.height.empty() && waves && ends_with(key, "height")) keys.height = key;
      if (keys.period.empty() && waves && ends_with(key, "period")) keys.period = key;
      if (!axis.probability.empty()) keys.sea.insert(key);
    }
  }
  keys.sea.insert(keys.height);
  keys.sea.insert(keys.period);
  return keys;
}

struct Cell {
  double weight = 0.0, power = 0.0, variance = 0.0, wave_power = 0.0, probability = 0.0;
};

void fill_matrix(DevicePower& device, const std::map<std::pair<double, double>, Cell>& cells, double confidence,
                 const std::map<std::pair<double, double>, double>& degrees) {
  std::set<double> heights, periods;
  for (const auto& [at, cell] : cells) {
    heights.insert(at.first);
    periods.insert(at.second);
  }
  device.heights.assign(heights.begin(), heights.end());
  device.periods.assign(periods.begin(), periods.end());
  const auto rows = static_cast<Eigen::Index>(heights.size()), columns = static_cast<Eigen::Index>(periods.size());
  for (MatrixX* m : {&device.power, &device.power_half_width, &device.wave_power, &device.capture_width})
    m->setConstant(rows, columns, kNone);
  device.probability.setZero(rows, columns);
  for (const auto& [at, cell] : cells) {
    const auto i = static_cast<Eigen::Index>(std::distance(heights.begin(), heights.find(at.first)));
    const auto j = static_cast<Eigen::Index>(std::distance(periods.begin(), periods.find(at.second)));
    device.power(i, j) = cell.power / cell.weight;
    device.wave_power(i, j) = cell.wave_power / cell.weight;
    device.capture_width(i, j) = cell.power / cell.wave_power;
    device.power_half_width(i, j) =
        student_t(confidence, std::max(1.0, degrees.at(at))) * std::sqrt(cell.variance) / cell.weight;
    device.probability(i, j) = cell.probability;
  }
}

}  // namespace

std::vector<DevicePower> power_of(const Study& study, const std::vector<ConditionResult>& conditions) {
  const SeaKeys keys = sea_keys(study);
  const bool has_year =
      std::any_of(study.axes.begin(), study.axes.end(), [](const Axis& axis) { return !axis.probability.empty(); });
  std::vector<std::vector<const ConditionResult*>> groups;
  std::map<std::string, std::size_t> group_of;
  std::vector<DevicePower> devices;
  for (const ConditionResult& result : conditions) {
    DevicePower device;
    std::string name;
    for (const auto& [key, value] : result.condition.values) {
      if (keys.sea.count(key) != 0) continue;
      device.device.emplace_back(key, value);
      name += fmt::format("{}={};", key, value);
    }
    const auto [found, fresh] = group_of.emplace(name, groups.size());
    if (fresh) {
      groups.emplace_back();
      devices.push_back(std::move(device));
    }
    groups[found->second].push_back(&result);
  }
  for (std::size_t g = 0; g < groups.size(); ++g) {
    DevicePower& device = devices[g];
    std::map<std::pair<double, double>, Cell> cells;
    std::map<std::pair<double, double>, double> degrees;
    double power = 0.0, variance = 0.0, wave_power = 0.0, fourth = 0.0;
    for (const ConditionResult* result : groups[g]) {
      const double p = result->condition.probability;
      const bool complete = result->complete();
      const double mean = complete ? result->power : kNone;
      // Without random phases a case has one outcome, and nothing scatters.
      const bool random = !result->replicates.empty() && !result->replicates.front().seeds.empty();
      const double v = !complete ? kNone : result->count > 1 ? result->power_variance : random ? kNone : 0.0;
      if (complete) {
        power += p * mean;
        wave_power += p * result->wave_power;
        device.probability_total += p;
        variance += p * p * v;
        if (result->count > 1) fourth += std::pow(p * p * v, 2.0) / static_cast<double>(result->count - 1);
      } else {
        ++device.missing;
        device.probability_missing += p;
      }
      const std::string *height = value_at(result->condition, keys.height),
                        *period = value_at(result->condition, keys.period);
      if (height == nullptr || period == nullptr) continue;
      const std::pair<double, double> at{number_of(*height), number_of(*period)};
      if (!std::isfinite(at.first) || !std::isfinite(at.second)) continue;
      Cell& cell = cells[at];
      const double w = has_year ? p : 1.0;
      cell.weight += w;
      cell.power += w * mean;
      cell.wave_power += w * (complete ? result->wave_power : kNone);
      cell.variance += w * w * v;
      cell.probability += has_year ? p : 0.0;
      degrees[at] += result->count > 1 ? static_cast<double>(result->count - 1) : 0.0;
    }
    if (!cells.empty()) fill_matrix(device, cells, study.power.confidence, degrees);
    device.has_year = has_year;
    if (!has_year) continue;
    const double seconds = study.power.hours * 3600.0;
    const bool whole = device.missing == 0;
    device.mean_power_found = power;
    device.energy_found = power * seconds;
    device.mean_power = whole ? power : kNone;
    device.mean_power_half_width =
        !whole           ? kNone
        : variance > 0.0 ? student_t(study.power.confidence, variance * variance / fourth) * std::sqrt(variance)
                         : variance;
    device.energy = device.mean_power * seconds;
    device.energy_half_width = device.mean_power_half_width * seconds;
    device.year_capture_width = whole ? power / wave_power : kNone;
  }
  return devices;
}

namespace {

/// Height by period, where there are at least two of each.
void add_heat(const DevicePower& device, figures::Panel& panel) {
  figures::HeatMap heat;
  heat.x = device.periods;
  heat.y = device.heights;
  heat.label = "mean power [kW]";
  for (Eigen::Index i = 0; i < device.power.rows(); ++i) {
    for (Eigen::Index j = 0; j < device.power.cols(); ++j) heat.value.push_back(1e-3 * device.power(i, j));
  }
  panel.y_label = "height [m]";
  panel.heat = std::move(heat);
}

/// Power over the one varied quantity.
void add_curves(const DevicePower& device, figures::Panel& panel) {
  panel.y_label = "mean power [kW]";
  if (device.periods.size() == 1) {
    panel.x_label = "height [m]";
    figures::Curve curve;
    curve.label = fmt::format("{:g} s", device.periods.front());
    curve.x = device.heights;
    for (Eigen::Index i = 0; i < device.power.rows(); ++i) curve.y.push_back(1e-3 * device.power(i, 0));
    panel.curves.push_back(std::move(curve));
    return;
  }
  figures::Curve curve;
  curve.label = fmt::format("{:g} m", device.heights.front());
  curve.x = device.periods;
  for (Eigen::Index j = 0; j < device.power.cols(); ++j) curve.y.push_back(1e-3 * device.power(0, j));
  panel.curves.push_back(std::move(curve));
}

}  // namespace

DrawnPower draw_power(const std::vector<DevicePower>& devices, const std::filesystem::path& file) {
  constexpr std::size_t kMostPanels = 12;
  figures::Figure figure;
  DrawnPower drawn;
  for (const DevicePower& device : devices) {
    if (device.heights.empty() || device.power.array().isNaN().all()) continue;
    if (figure.panels.size() == kMostPanels) {
      ++drawn.left_out;
      continue;
    }
    figures::Panel panel;
    for (const auto& [key, value] : device.device)
      panel.title += fmt::format("{}{} = {}", panel.title.empty() ? "" : ", ", key, value);
    panel.x_label = "period [s]";
    if (device.heights.size() > 1 && device.periods.size() > 1) {
      add_heat(device, panel);
    } else {
      add_curves(device, panel);
    }
    figure.panels.push_back(std::move(panel));
  }
  drawn.panels = figure.panels.size();
  if (drawn.panels == 0) return drawn;
  figure.title = "Mean power";
  if (drawn.left_out > 0)
    figure.title += fmt::format(" (the first {} devices of {})", drawn.panels, drawn.panels + drawn.left_out);
  figure.columns = figure.panels.size() > 3 ? 2 : 1;
  figure.panel_height = 330;
  figures::render(figure, file);
  return drawn;
}

}  // namespace swell::batch

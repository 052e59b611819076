#include "swell/batch/power.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>

#include "power_summary.h"
#include "swell/base/number.h"
#include "swell/batch/collect.h"
#include "swell/batch/record.h"

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
  double wave_power = 0.0, wind = 0.0;
  for (const CaseRecord& record : result.replicates) {
    if (record.status != Status::done) continue;
    power.push_back(record.power);
    wind += record.wind_power;
    wave_power += record.wave_power;
  }
  const Interval interval = interval_of(power, confidence);
  result.count = power.size();
  const bool complete = result.complete(), blocks = result.count == 1;
  result.power = complete ? interval.mean : kNone;
  result.power_variance = !complete            ? kNone
                          : !result.scatters() ? 0.0
                          : blocks             ? result.replicates.front().power_variance
                                               : interval.variance;
  const bool known = complete && result.scatters() && result.degrees() > 0.0;
  result.power_half_width = known ? student_t(confidence, result.degrees()) * std::sqrt(result.power_variance) : kNone;
  result.linear_power = result.replicates.empty() ? kNone : result.replicates.front().linear_power;
  result.wind_power = complete ? wind / static_cast<double>(power.size()) : kNone;
  result.wave_power = complete ? wave_power / static_cast<double>(power.size()) : kNone;
}

double number_at(const Condition& condition, const std::string& key) {
  for (const auto& [k, text] : condition.values) {
    if (k == key) return parse_number(text).value_or(kNone);
  }
  return kNone;
}

bool has_year(const Study& study) {
  return std::any_of(study.axes.begin(), study.axes.end(), [](const Axis& axis) { return !axis.probability.empty(); });
}

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

namespace {

/// Place of `x` among ascending values and the share of the next; held at the ends.
std::pair<std::size_t, double> place_in(const std::vector<double>& values, double x) {
  if (values.size() < 2 || !(x > values.front())) return {0, 0.0};
  if (x >= values.back()) return {values.size() - 2, 1.0};
  const auto next = static_cast<std::size_t>(std::upper_bound(values.begin(), values.end(), x) - values.begin());
  return {next - 1, (x - values[next - 1]) / (values[next] - values[next - 1])};
}

double between_of(const std::vector<double>& values, const std::pair<std::size_t, double>& place) {
  const double first = values[place.first];
  return place.second == 0.0 ? first : first + place.second * (values[place.first + 1] - first);
}

double value_of(const Efficiency& efficiency, double share, double height, double period) {
  if (!efficiency.of_sea.empty()) {
    if (std::isnan(height) || std::isnan(period)) return kNone;
    const auto row = place_in(efficiency.heights, height), column = place_in(efficiency.periods, period);
    std::vector<double> of_heights;
    for (const std::vector<double>& values : efficiency.of_sea) of_heights.push_back(between_of(values, column));
    return between_of(of_heights, row);
  }
  return efficiency.shares.empty() ? efficiency.number
                                   : between_of(efficiency.of_share, place_in(efficiency.shares, share));
}

}  // namespace

double Conversion::of(double absorbed, double height, double period) const {
  if (!(absorbed > 0.0)) return absorbed;
  double power = absorbed;
  if (power_.efficiency)
    power *= value_of(*power_.efficiency, absorbed / power_.rated_power.value_or(kNone), height, period);
  return power_.rated_power ? std::min(power, *power_.rated_power) : power;
}

Interval Conversion::of(const ConditionResult& result) const {
  if (!given() || !result.complete()) return {kNone, kNone, kNone};
  const double height = number_at(result.condition, keys_.height), period = number_at(result.condition, keys_.period);
  std::vector<double> powers;
  for (const CaseRecord& record : result.replicates) powers.push_back(of(record.power, height, period));
  Interval interval = interval_of(powers, power_.confidence);
  // One seed: its interval is converted by the ratio of the means.
  if (powers.size() == 1)
    interval.variance =
        result.power == 0.0 ? 0.0 : result.power_variance * std::pow(powers.front() / result.power, 2.0);
  return interval;
}

namespace {

struct Cell {
  double weight = 0.0, power = 0.0, variance = 0.0, wave_power = 0.0, wind_power = 0.0, probability = 0.0;
  double electrical = 0.0, squares = 0.0, maximum = -HUGE_VAL, linear = 0.0;
  bool scatters = false;  ///< one of its seas has random phases
};

/// Sum of probability times power over the conditions.
struct YearSum {
  double power = 0.0, variance = 0.0, fourth = 0.0;

  void add(double probability, double mean, double variance_of_mean, double degrees) {
    power += probability * mean;
    variance += probability * probability * variance_of_mean;
    if (degrees > 0.0) fourth += std::pow(probability * probability * variance_of_mean, 2.0) / degrees;
  }
  double half_width(double confidence) const {
    return variance > 0.0 ? student_t(confidence, variance * variance / fourth) * std::sqrt(variance) : variance;
  }
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
  for (MatrixX* m : {&device.power, &device.power_half_width, &device.wave_power, &device.capture_width,
                     &device.power_deviation, &device.power_maximum, &device.electrical_power, &device.linear_power})
    m->setConstant(rows, columns, kNone);
  device.probability.setZero(rows, columns);
  for (const auto& [at, cell] : cells) {
    const auto i = static_cast<Eigen::Index>(std::distance(heights.begin(), heights.find(at.first)));
    const auto j = static_cast<Eigen::Index>(std::distance(periods.begin(), periods.find(at.second)));
    device.power(i, j) = cell.power / cell.weight;
    device.wave_power(i, j) = cell.wave_power / cell.weight;
    device.capture_width(i, j) = (cell.power - cell.wind_power) / cell.wave_power;
    if (cell.scatters)
      device.power_half_width(i, j) =
          student_t(confidence, std::max(1.0, degrees.at(at))) * std::sqrt(cell.variance) / cell.weight;
    device.probability(i, j) = cell.probability;
    device.electrical_power(i, j) = cell.electrical / cell.weight;
    device.linear_power(i, j) = cell.linear / cell.weight;
    device.power_deviation(i, j) = std::sqrt(cell.squares / cell.weight);
    device.power_maximum(i, j) = cell.maximum;
  }
}

}  // namespace

std::vector<DevicePower> power_of(const Study& study, const std::vector<ConditionResult>& conditions) {
  const SeaKeys keys = sea_keys(study);
  const Conversion conversion(study);
  const bool of_year = has_year(study);
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
    YearSum absorbed, electrical;
    double wave_power = 0.0, wind_power = 0.0;
    bool scatters = false;  // a year of regular waves has no interval to state
    for (const ConditionResult* result : groups[g]) {
      const double p = result->condition.probability;
      const bool complete = result->complete();
      const double mean = complete ? result->power : kNone;
      scatters = scatters || result->scatters();
      const double v = result->power_variance;
      const Interval converted = conversion.of(*result);
      if (complete) {
        absorbed.add(p, mean, v, result->degrees());
        electrical.add(p, converted.mean, converted.variance, result->degrees());
        wave_power += p * result->wave_power;
        wind_power += p * result->wind_power;
        device.probability_total += p;
      } else {
        ++device.missing;
        device.probability_missing += p;
      }
      const std::pair<double, double> at{number_at(result->condition, keys.height),
                                         number_at(result->condition, keys.period)};
      if (!std::isfinite(at.first) || !std::isfinite(at.second)) continue;
      Cell& cell = cells[at];
      const double w = of_year ? p : 1.0;
      cell.scatters = cell.scatters || result->scatters();
      cell.weight += w;
      cell.power += w * mean;
      cell.wind_power += w * (complete ? result->wind_power : kNone);
      cell.wave_power += w * (complete ? result->wave_power : kNone);
      cell.variance += w * w * v;
      cell.electrical += w * converted.mean;
      cell.linear += w * result->linear_power;
      double squares = 0.0;
      for (const CaseRecord& record : result->replicates) {
        squares += record.power_deviation * record.power_deviation;
        cell.maximum = complete ? std::max(cell.maximum, record.power_maximum) : kNone;
      }
      cell.squares += w * (complete ? squares / static_cast<double>(result->replicates.size()) : kNone);
      cell.probability += of_year ? p : 0.0;
      degrees[at] += std::max(result->degrees(), 0.0);
    }
    if (!cells.empty()) fill_matrix(device, cells, study.power.confidence, degrees);
    if (!conversion.given()) device.electrical_power.resize(0, 0);
    if (!device.linear_power.array().isFinite().any()) device.linear_power.resize(0, 0);
    device.has_year = of_year;
    if (!of_year) continue;
    const double seconds = study.power.hours * 3600.0;
    const bool whole = device.missing == 0;
    device.mean_power_found = absorbed.power;
    device.energy_found = absorbed.power * seconds;
    device.mean_power = whole ? absorbed.power : kNone;
    device.mean_power_half_width = whole && scatters ? absorbed.half_width(study.power.confidence) : kNone;
    device.energy = device.mean_power * seconds;
    device.energy_half_width = device.mean_power_half_width * seconds;
    device.year_capture_width = whole ? (absorbed.power - wind_power) / wave_power : kNone;
    if (!conversion.given() || !whole) continue;
    device.mean_electrical_power = electrical.power;
    device.electrical_energy = electrical.power * seconds;
    if (scatters) device.electrical_energy_half_width = electrical.half_width(study.power.confidence) * seconds;
    if (study.power.rated_power) device.capacity_factor = electrical.power / *study.power.rated_power;
  }
  return devices;
}

}  // namespace swell::batch

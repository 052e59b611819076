#include "swell/analysis/compare_records.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "swell/base/error.h"

namespace swell::analysis {

double Difference::ratio() const {
  if (std::isnan(largest)) return std::numeric_limits<double>::infinity();
  if (allowed > 0.0) return largest / allowed;
  return largest > 0.0 ? std::numeric_limits<double>::infinity() : 0.0;
}

std::size_t Comparison::beyond() const {
  return static_cast<std::size_t>(
      std::count_if(differences.begin(), differences.end(), [](const Difference& d) { return d.beyond; }));
}

namespace {

/// Position of each time of the first recording in the second: row and fraction of the interval.
struct Place {
  std::size_t row = 0;
  double part = 0.0;
};

double at(const std::vector<double>& values, const Place& place) {
  if (place.part == 0.0) return values[place.row];
  return (1.0 - place.part) * values[place.row] + place.part * values[place.row + 1];
}

}  // namespace

Comparison compare(const Recording& first, const Recording& second, const std::vector<Tolerance>& of_first) {
  SWELL_EXPECT(of_first.size() == first.signals.size());
  Comparison result;
  std::vector<std::size_t> rows;
  std::vector<Place> places;
  std::size_t k = 0;
  const std::vector<double>& other = second.time;
  // Times are written with full double precision; round-off of late times is still far below a step.
  const double step = other.size() > 1 ? (other.back() - other.front()) / static_cast<double>(other.size() - 1)
                                       : std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < first.time.size() && !other.empty(); ++i) {
    const double t = first.time[i], slack = std::min(1e-9 * std::max(1.0, std::abs(t)), 0.01 * step);
    while (k + 1 < other.size() && other[k + 1] <= t + slack) ++k;
    if (std::abs(other[k] - t) <= slack) {
      places.push_back({k, 0.0});
    } else if (other[k] < t && k + 1 < other.size()) {
      places.push_back({k, (t - other[k]) / (other[k + 1] - other[k])});
      result.interpolated = true;
    } else {
      continue;
    }
    rows.push_back(i);
  }
  result.rows = rows.size();
  if (!rows.empty()) {
    result.from = first.time[rows.front()];
    result.to = first.time[rows.back()];
  }
  // Columns with equal labels are distinguished by their order.
  const auto keys_of = [](const Recording& recording) {
    std::vector<std::string> keys;
    std::map<std::string, int> seen;
    for (const Signal& s : recording.signals) {
      const std::string key = s.label.empty() ? s.path : s.path + " " + s.label;
      const int n = ++seen[key];
      keys.push_back(n == 1 ? key : key + " (" + std::to_string(n) + ")");
    }
    return keys;
  };
  const std::vector<std::string> keys = keys_of(first), second_keys = keys_of(second);
  std::map<std::string, const Signal*> seconds;
  for (std::size_t n = 0; n < second_keys.size(); ++n) seconds[second_keys[n]] = &second.signals[n];
  // A column at rest is compared with the size of other columns of its dataset in the same unit: its own is round-off.
  // Loads that cancel on a body have the round-off of the largest load.
  std::map<std::string, double> size_of, size_of_owner;
  const auto owner = [](const Signal& s) {
    return s.path.substr(0, s.path.find('/', s.path.find('/', 1) + 1)) + " " + s.units;
  };
  std::vector<double> sizes(first.signals.size(), 0.0);
  for (std::size_t n = 0; n < first.signals.size(); ++n) {
    const Signal& s = first.signals[n];
    for (const std::size_t i : rows) {
      if (std::isfinite(s.values[i])) sizes[n] = std::max(sizes[n], std::abs(s.values[i]));
    }
    double& size = size_of[s.path + " " + s.units];
    size = std::max(size, sizes[n]);
    double& of_owner = size_of_owner[owner(s)];
    of_owner = std::max(of_owner, sizes[n]);
  }
  for (std::size_t n = 0; n < first.signals.size(); ++n) {
    const Signal& a = first.signals[n];
    const auto found = seconds.find(keys[n]);
    if (found == seconds.end()) {
      result.only_first.push_back(keys[n]);
      continue;
    }
    const Signal& b = *found->second;
    Difference d;
    d.path = a.path;
    d.label = a.label;
    d.units = a.units;
    d.size = size_of[a.path + " " + a.units];
    if (a.units != b.units && !a.units.empty() && !b.units.empty()) d.other_units = b.units;
    double squares = 0.0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const double va = a.values[rows[i]], vb = at(b.values, places[i]);
      if (std::isnan(va) && std::isnan(vb)) {
        ++d.without_number;
        continue;
      }
      const double difference = va == vb ? 0.0 : std::abs(va - vb);
      squares += difference * difference;
      if (difference > d.largest || std::isnan(difference)) {
        d.largest = difference;
        d.at = first.time[rows[i]];
        if (std::isnan(difference)) break;
      }
    }
    d.rms = rows.empty() ? 0.0 : std::sqrt(squares / static_cast<double>(rows.size()));
    constexpr double kRoundOff = 1e-13;
    d.allowed = std::max(of_first[n].absolute + of_first[n].relative * d.size, kRoundOff * size_of_owner[owner(a)]);
    if (!d.other_units.empty() || (d.without_number == rows.size() && !rows.empty()))
      d.largest = std::numeric_limits<double>::quiet_NaN();
    d.beyond = !(d.largest <= d.allowed);
    result.differences.push_back(d);
    seconds.erase(found);
  }
  for (const std::string& key : second_keys) {
    if (seconds.count(key) != 0) result.only_second.push_back(key);
  }
  std::stable_sort(result.differences.begin(), result.differences.end(),
                   [](const Difference& a, const Difference& b) { return a.ratio() > b.ratio(); });
  return result;
}

}  // namespace swell::analysis

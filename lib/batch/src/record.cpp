#include "swell/batch/record.h"

#include <algorithm>
#include <cmath>
#include <type_traits>
#include <utility>

#include "swell/base/column_units.h"
#include "swell/base/contained.h"

namespace swell::batch {

const char* name_of(Status status) {
  switch (status) {
    case Status::done:
      return "done";
    case Status::failed:
      return "failed";
    case Status::wrong:
      return "wrong";
    case Status::ended:
      return "ended early";
    case Status::implausible:
      return "implausible";
  }
  return "";
}

std::string Quantity::name() const {
  std::string text = path.substr(path.compare(0, 1, "/") == 0 ? 1 : 0);
  std::replace(text.begin(), text.end(), '/', '.');
  return label.empty() ? text : text + "." + label;
}

std::vector<Quantity> columns_of(const assembly::Series& series) {
  const auto width = static_cast<std::size_t>(std::max(series.width, 1));
  const std::vector<std::string> units = units_of_columns(series.units, width);
  std::vector<Quantity> columns;
  for (std::size_t i = 0; i < width; ++i) {
    std::string label = i < series.labels.size() ? series.labels[i] : width > 1 ? std::to_string(i + 1) : "";
    columns.push_back({series.path, std::move(label), units[i], series.port});
  }
  return columns;
}

std::optional<std::size_t> find_column(const std::string& word, const std::vector<Quantity>& columns) {
  std::vector<assembly::Series> datasets;
  std::vector<std::size_t> first;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    if (datasets.empty() || datasets.back().path != columns[i].path) {
      datasets.push_back({columns[i].path, 0, "", "", {}, columns[i].port});
      first.push_back(i);
    }
    ++datasets.back().width;
    datasets.back().labels.push_back(columns[i].label);
  }
  const auto signal = assembly::find_signal(word, datasets);
  if (!signal || (!signal->column && datasets[signal->series].width > 1)) return std::nullopt;
  return first[signal->series] + static_cast<std::size_t>(signal->column.value_or(1) - 1);
}

namespace {

using Statistic = double ColumnStatistics::*;
constexpr std::pair<const char*, Statistic> kStatistics[] = {{"mean", &ColumnStatistics::mean},
                                                             {"std", &ColumnStatistics::deviation},
                                                             {"min", &ColumnStatistics::minimum},
                                                             {"max", &ColumnStatistics::maximum}};

Statistic statistic_in(const std::string& quantity) {
  for (const auto& [word, statistic] : kStatistics) {
    if (quantity.substr(quantity.find_last_of("./") + 1) == word) return statistic;
  }
  return nullptr;
}

/// Each column as a signal of its own, with more behind its name.
std::vector<assembly::Series> signals_of(const std::vector<Quantity>& columns, const std::string& behind) {
  std::vector<assembly::Series> signals;
  for (const Quantity& q : columns) {
    const std::string end = (q.label.empty() ? "" : "." + q.label) + behind;
    signals.push_back({q.path + end, 0, "", "", {}, q.port.empty() ? "" : q.port + end});
  }
  return signals;
}

}  // namespace

std::string column_hint(const std::string& word, const std::vector<Quantity>& columns) {
  std::vector<assembly::Series> signals = signals_of(columns, "");
  signals.push_back({"", 0, "", "", {}, "power"});
  return assembly::signal_hint(word, signals, assembly::Takes::one);
}

std::string column_of_statistic(const std::string& quantity) {
  return statistic_in(quantity) == nullptr ? "" : quantity.substr(0, quantity.find_last_of("./"));
}

std::string statistic_hint(const std::string& word, const std::vector<Quantity>& columns) {
  std::vector<assembly::Series> signals;
  for (const Quantity& q : columns) {
    for (const auto& [end, statistic] : kStatistics) {
      for (assembly::Series& signal : signals_of({q}, std::string(".") + end)) signals.push_back(std::move(signal));
    }
  }
  for (const char* port : {"power", "wave_power"}) signals.push_back({"", 0, "", "", {}, port});
  return assembly::signal_hint(word, signals, assembly::Takes::one);
}

double statistic_of(const CaseRecord& record, const std::string& quantity) {
  if (record.status != Status::done) return kNone;
  if (quantity == "power") return record.power;
  if (quantity == "wave_power") return record.wave_power;
  const Statistic statistic = statistic_in(quantity);
  if (statistic == nullptr || !record.quantities) return kNone;
  const auto column = find_column(column_of_statistic(quantity), *record.quantities);
  return column ? record.statistics[*column].*statistic : kNone;
}

template <class Bytes>
static void members(Bytes& bytes, Quantity& q) {
  bytes(q.path, q.label, q.unit, q.port);
}
template <class Bytes>
static void members(Bytes& bytes, Spectrum& s) {
  bytes(s.quantity, s.frequency, s.density);
}
template <class Bytes>
static void members(Bytes& bytes, KeptSeries& s) {
  bytes(s.path, s.unit, s.description, s.labels, s.width, s.values);
}
template <class Bytes>
static void members(Bytes& bytes, CaseRecord& r) {
  std::vector<Quantity> quantities = r.quantities ? *r.quantities : std::vector<Quantity>{};
  bytes(r.key, r.status, r.message, r.warnings, r.random, r.seeds, r.simulated, r.from, r.window, r.wave_power, r.power,
        r.wind_power, r.energy, r.power_deviation, r.power_maximum, r.power_variance, r.power_blocks, r.linear_power,
        quantities, r.statistics, r.spectra, r.time, r.series, r.lengthened, r.transient, r.wall);
  if constexpr (std::is_same_v<Bytes, ByteReader>)
    r.quantities = std::make_shared<const std::vector<Quantity>>(std::move(quantities));
}

namespace {
constexpr std::uint64_t kVersion = 0x53574c4c2d523032;  // of the members above
}

std::string to_bytes(const CaseRecord& record) {
  ByteWriter out;
  out(kVersion, record);
  return out.take();
}

CaseRecord from_bytes(const std::string& bytes) {
  ByteReader in(bytes);
  CaseRecord record;
  if (in.value<std::uint64_t>() == kVersion) in(record);
  if (!in.ok() || !in.done() || !record.quantities || record.status > Status::implausible ||
      record.statistics.size() != record.quantities->size())
    throw std::runtime_error("a record of another kind");
  return record;
}

}  // namespace swell::batch

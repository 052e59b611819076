#include "swell/batch/record.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <utility>

#include "swell/base/column_units.h"

namespace swell::batch {

using nlohmann::json;

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

namespace {

// Doubles travel as their bytes: exact, whatever they are.
json packed(const std::vector<double>& values) {
  std::vector<std::uint8_t> bytes(values.size() * sizeof(double));
  if (!values.empty()) std::copy_n(reinterpret_cast<const std::uint8_t*>(values.data()), bytes.size(), bytes.data());
  return json::binary(std::move(bytes));
}

std::vector<double> unpacked(const json& value) {
  const auto& bytes = value.get_binary();
  std::vector<double> values(bytes.size() / sizeof(double));
  if (!values.empty())
    std::copy_n(bytes.data(), values.size() * sizeof(double), reinterpret_cast<std::uint8_t*>(values.data()));
  return values;
}

json quantity(const Quantity& q) { return json::array({q.path, q.label, q.unit, q.port}); }
Quantity quantity(const json& q) {
  return {q.at(0).get<std::string>(), q.at(1).get<std::string>(), q.at(2).get<std::string>(),
          q.at(3).get<std::string>()};
}

}  // namespace

std::vector<std::uint8_t> to_bytes(const CaseRecord& record) {
  json quantities = json::array();
  if (record.quantities) {
    for (const Quantity& q : *record.quantities) quantities.push_back(quantity(q));
  }
  std::vector<double> statistics;
  for (const ColumnStatistics& s : record.statistics) {
    for (const double value : {s.mean, s.deviation, s.minimum, s.maximum}) statistics.push_back(value);
  }
  json spectra = json::array(), series = json::array();
  for (const Spectrum& s : record.spectra)
    spectra.push_back(json::array({quantity(s.quantity), packed(s.frequency), packed(s.density)}));
  for (const KeptSeries& s : record.series)
    series.push_back(json::array({s.path, s.unit, s.description, s.labels, s.width, packed(s.values)}));
  json warnings = json::array();
  for (const Diagnostic& w : record.warnings) warnings.push_back(json::array({w.sentence(), w.subject, w.code}));
  const json tree = {
      {"key", record.key},
      {"status", static_cast<int>(record.status)},
      {"lengthened", record.lengthened},
      {"transient", record.transient},
      {"message", record.message},
      {"warnings", std::move(warnings)},
      {"seeds", record.seeds},
      {"random", record.random},
      {"numbers",
       packed(std::vector<double>{record.simulated, record.window, record.wave_power, record.power, record.energy,
                                  record.wall, record.from, record.power_deviation, record.power_maximum,
                                  record.power_variance, record.power_blocks, record.linear_power, record.wind_power})},
      {"quantities", std::move(quantities)},
      {"statistics", packed(statistics)},
      {"spectra", std::move(spectra)},
      {"time", packed(record.time)},
      {"series", std::move(series)}};
  return json::to_msgpack(tree);
}

CaseRecord from_bytes(const std::uint8_t* bytes, std::size_t size) {
  const json tree = json::from_msgpack(bytes, bytes + size);
  CaseRecord record;
  record.key = tree.at("key").get<std::uint64_t>();
  const int status = tree.at("status").get<int>();
  if (status < 0 || status > static_cast<int>(Status::implausible))
    throw std::runtime_error("a record of another kind");
  record.status = static_cast<Status>(status);
  record.lengthened = tree.at("lengthened").get<bool>();
  record.transient = tree.at("transient").get<bool>();
  record.message = tree.at("message").get<std::string>();
  for (const json& w : tree.at("warnings"))  // the place is in the sentence
    record.warnings.push_back(warning_of(w.at(2), w.at(1), w.at(0)));
  record.seeds = tree.at("seeds").get<std::vector<std::string>>();
  record.random = tree.at("random").get<bool>();
  const std::vector<double> n = unpacked(tree.at("numbers"));
  record.simulated = n.at(0);
  record.window = n.at(1);
  record.wave_power = n.at(2);
  record.power = n.at(3);
  record.energy = n.at(4);
  record.wall = n.at(5);
  record.from = n.at(6);
  record.power_deviation = n.at(7);
  record.power_maximum = n.at(8);
  record.power_variance = n.at(9);
  record.power_blocks = n.at(10);
  record.linear_power = n.at(11);
  record.wind_power = n.size() > 12 ? n[12] : 0.0;  // absent in earlier journals
  auto quantities = std::make_shared<std::vector<Quantity>>();
  for (const json& q : tree.at("quantities")) quantities->push_back(quantity(q));
  const std::vector<double> statistics = unpacked(tree.at("statistics"));
  for (std::size_t i = 0; i + 3 < statistics.size(); i += 4)
    record.statistics.push_back({statistics[i], statistics[i + 1], statistics[i + 2], statistics[i + 3]});
  if (record.statistics.size() != quantities->size()) throw std::runtime_error("a record of another shape");
  record.quantities = std::move(quantities);
  for (const json& s : tree.at("spectra"))
    record.spectra.push_back({quantity(s.at(0)), unpacked(s.at(1)), unpacked(s.at(2))});
  record.time = unpacked(tree.at("time"));
  for (const json& s : tree.at("series")) {
    record.series.push_back({s.at(0).get<std::string>(), s.at(1).get<std::string>(), s.at(2).get<std::string>(),
                             s.at(3).get<std::vector<std::string>>(), s.at(4).get<std::size_t>(), unpacked(s.at(5))});
  }
  return record;
}

}  // namespace swell::batch

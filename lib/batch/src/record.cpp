#include "swell/batch/record.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

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

bool Quantity::is_called(const std::string& word) const {
  return word == name() || (!port.empty() && word == Quantity{port, label, unit}.name());
}

bool has_statistic(const CaseRecord& record, const std::string& quantity) {
  if (quantity == "power" || quantity == "wave_power") return true;
  const std::size_t dot = quantity.rfind('.');
  if (dot == std::string::npos || !record.quantities) return false;
  const std::string column = quantity.substr(0, dot), kind = quantity.substr(dot + 1);
  return (kind == "mean" || kind == "std" || kind == "min" || kind == "max") &&
         std::any_of(record.quantities->begin(), record.quantities->end(),
                     [&](const Quantity& q) { return q.is_called(column); });
}

double statistic_of(const CaseRecord& record, const std::string& quantity) {
  if (record.status != Status::done) return kNone;
  if (quantity == "power") return record.power;
  if (quantity == "wave_power") return record.wave_power;
  const std::size_t dot = quantity.rfind('.');
  if (dot == std::string::npos || !record.quantities) return kNone;
  const std::string column = quantity.substr(0, dot), kind = quantity.substr(dot + 1);
  for (std::size_t i = 0; i < record.quantities->size(); ++i) {
    if (!(*record.quantities)[i].is_called(column)) continue;
    const ColumnStatistics& s = record.statistics[i];
    if (kind == "mean") return s.mean;
    if (kind == "std") return s.deviation;
    if (kind == "min") return s.minimum;
    if (kind == "max") return s.maximum;
  }
  return kNone;
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
          q.size() > 3 ? q.at(3).get<std::string>() : std::string()};
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
  const json tree = {{"key", record.key},
                     {"status", static_cast<int>(record.status)},
                     {"lengthened", record.lengthened},
                     {"transient", record.transient},
                     {"machine", record.machine},
                     {"message", record.message},
                     {"warnings", std::move(warnings)},
                     {"seeds", record.seeds},
                     {"numbers", packed(std::vector<double>{record.simulated, record.window, record.wave_power,
                                                            record.power, record.energy, record.wall, record.from,
                                                            record.power_deviation, record.power_maximum})},
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
  record.machine = tree.at("machine").get<std::uint64_t>();
  record.message = tree.at("message").get<std::string>();
  for (const json& w : tree.at("warnings")) {  // the place is in the sentence; earlier journals have nothing else
    const auto part = [&w](std::size_t k) { return w.is_array() ? w.at(k).get<std::string>() : std::string(); };
    record.warnings.push_back(warning_of(part(2), part(1), w.is_array() ? part(0) : w.get<std::string>()));
  }
  record.seeds = tree.at("seeds").get<std::vector<std::string>>();
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

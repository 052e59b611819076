// The tables beside the results file of a batch.
#include "results_tables.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

#include "power_summary.h"

namespace swell::batch {

namespace {

struct CsvText {
  std::string text;
  template <class... Values>
  void print(fmt::format_string<Values...> format, Values&&... values) {
    fmt::format_to(std::back_inserter(text), format, std::forward<Values>(values)...);
  }
};

std::string csv(std::string text) {
  if (text.find_first_of(",\"\n") == std::string::npos) return text;
  std::string out = "\"";
  for (const char c : text) out += c == '"' ? std::string("\"\"") : c == '\n' ? std::string(" | ") : std::string(1, c);
  return out + "\"";
}

std::string number(double value) { return std::isfinite(value) ? fmt::format("{}", value) : ""; }

}  // namespace

std::string cases_csv(const Study& study, const std::vector<Row>& rows, const Columns& columns) {
  CsvText out;
  out.print("case,condition,replicate,status");
  for (const std::string& key : axis_keys(study)) out.print(",{}", csv(key));
  out.print(
      ",seeds,simulated [s],window from [s],window [s],wave power [W/m],power [W],energy [J],power std [W],power max "
      "[W]");
  for (const Quantity& quantity : columns.all) {
    for (const Kind& kind : kKinds) out.print(",{} {} [{}]", csv(quantity.name()), kind.name, quantity.unit);
  }
  out.print(",message,warnings\n");
  for (std::size_t r = 0; r < rows.size(); ++r) {
    const CaseRecord& record = *rows[r].record;
    const bool done = record.status == Status::done;
    out.print("{},{},{},{}", r + 1, rows[r].condition->condition.index + 1, rows[r].replicate, name_of(record.status));
    for (const auto& [key, value] : rows[r].condition->condition.values) out.print(",{}", csv(value));
    out.print(",{},{},{},{},{},{},{},{},{}", csv(fmt::format("{}", fmt::join(record.seeds, " "))),
              number(record.simulated), number(record.from), number(record.window),
              number(done ? record.wave_power : kNone), number(done ? record.power : kNone),
              number(done ? record.energy : kNone), number(done ? record.power_deviation : kNone),
              number(done ? record.power_maximum : kNone));
    std::vector<const ColumnStatistics*> statistics(columns.all.size(), nullptr);
    if (has_statistics(record)) {
      const auto& at = columns.place.at(record.quantities.get());
      for (std::size_t c = 0; c < at.size(); ++c) statistics[at[c]] = &record.statistics[c];
    }
    for (const ColumnStatistics* s : statistics) {
      for (const Kind& kind : kKinds) out.print(",{}", s != nullptr ? number(s->*kind.member) : "");
    }
    out.print(",{},{}\n", csv(record.message), csv(fmt::format("{}", fmt::join(sentences(record.warnings), "\n"))));
  }
  return out.text;
}

std::string conditions_csv(const Study& study, const std::vector<ConditionResult>& conditions) {
  CsvText out;
  out.print("condition");
  for (const std::string& key : axis_keys(study)) out.print(",{}", csv(key));
  const Conversion conversion(study);
  const bool linear = std::any_of(conditions.begin(), conditions.end(),
                                  [](const ConditionResult& c) { return std::isfinite(c.linear_power); });
  out.print(",probability,replicates,power [W],half width [W],wave power [W/m],capture width [m]{}{}\n",
            conversion.given() ? ",electrical power [W]" : "", linear ? ",linear power [W]" : "");
  for (const ConditionResult& c : conditions) {
    out.print("{}", c.condition.index + 1);
    for (const auto& [key, value] : c.condition.values) out.print(",{}", csv(value));
    out.print(",{},{},{},{},{},{}", number(c.condition.probability), c.count, number(c.power),
              number(c.power_half_width), number(c.wave_power), number(c.capture_width()));
    if (conversion.given()) out.print(",{}", number(conversion.of(c).mean));
    if (linear) out.print(",{}", number(c.linear_power));
    out.print("\n");
  }
  return out.text;
}

std::string power_csv(const std::vector<DevicePower>& devices) {
  CsvText out;
  for (const DevicePower& device : devices) {
    std::string name;
    for (const auto& [key, value] : device.device) name += fmt::format("{}{}={}", name.empty() ? "" : " ", key, value);
    for (const auto& [title, matrix] :
         {std::pair{"mean power [W]", &device.power},
          std::pair{"half width of its confidence interval [W]", &device.power_half_width},
          std::pair{"mean power by the frequency domain [W]", &device.linear_power},
          std::pair{"standard deviation of power [W]", &device.power_deviation},
          std::pair{"greatest power [W]", &device.power_maximum},
          std::pair{"mean electrical power [W]", &device.electrical_power}}) {
      if (matrix->size() == 0 && !device.heights.empty()) continue;
      if (matrix == &device.power_half_width && !matrix->array().isFinite().any()) continue;  // of regular waves
      out.print("{}\n", csv(fmt::format("{} {}", title, name)));
      out.print("height [m] \\ period [s]");
      for (const double period : device.periods) out.print(",{}", period);
      for (Eigen::Index i = 0; i < matrix->rows(); ++i) {
        out.print("\n{}", device.heights[static_cast<std::size_t>(i)]);
        for (Eigen::Index j = 0; j < matrix->cols(); ++j) out.print(",{}", number((*matrix)(i, j)));
      }
      out.print("\n");
      if (device.heights.empty()) break;
    }
    if (device.has_year) {
      out.print("mean power of the year [W],{}\nhalf width [W],{}\nannual energy [J],{}\nhalf width [J],{}\n",
                number(device.mean_power), number(device.mean_power_half_width), number(device.energy),
                number(device.energy_half_width));
      out.print("annual energy [MWh],{}\n", number(device.energy / kMegawattHour));
      if (std::isfinite(device.electrical_energy))
        out.print("annual electrical energy [J],{}\nhalf width [J],{}\nannual electrical energy [MWh],{}\n",
                  number(device.electrical_energy), number(device.electrical_energy_half_width),
                  number(device.electrical_energy / kMegawattHour));
      if (std::isfinite(device.capacity_factor)) out.print("capacity factor,{}\n", number(device.capacity_factor));
      if (device.missing > 0)
        out.print("conditions without a result,{}\ntheir probability,{}\nmean power of the others in the year [W],{}\n",
                  device.missing, device.probability_missing, device.mean_power_found);
    }
    out.print("\n");
  }
  return out.text;
}

}  // namespace swell::batch

// What the results file and its tables have in common. Private to the library.
#pragma once

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "swell/batch/power.h"
#include "swell/batch/record.h"
#include "swell/batch/run_batch.h"

namespace swell::batch {

/// A run that its stop rule ended has those of the window until then.
inline bool has_statistics(const CaseRecord& record) {
  return record.quantities &&
         (record.status == Status::done || (record.status == Status::ended && record.window > 0.0));
}

/// Every case in order, with its condition.
struct Row {
  const ConditionResult* condition;
  const CaseRecord* record;
  int replicate;
};

inline std::vector<Row> rows_of(const std::vector<ConditionResult>& conditions) {
  std::vector<Row> rows;
  for (const ConditionResult& condition : conditions) {
    for (std::size_t i = 0; i < condition.replicates.size(); ++i)
      rows.push_back({&condition, &condition.replicates[i], static_cast<int>(i) + 1});
  }
  return rows;
}

inline std::vector<std::string> axis_keys(const Study& study) {
  std::vector<std::string> keys;
  for (const Axis& axis : study.axes) keys.insert(keys.end(), axis.keys.begin(), axis.keys.end());
  return keys;
}

/// Quantities of all cases, in the order of their first appearance, and where each record has them.
struct Columns {
  std::vector<Quantity> all;
  std::map<std::string, std::size_t> index;
  std::map<const std::vector<Quantity>*, std::vector<std::size_t>> place;

  explicit Columns(const std::vector<Row>& rows) {
    for (const Row& row : rows) {
      const auto* quantities = row.record->quantities.get();
      if (quantities == nullptr || place.count(quantities) != 0) continue;
      std::vector<std::size_t>& at = place[quantities];
      for (const Quantity& quantity : *quantities) {
        const auto [found, fresh] = index.emplace(quantity.name(), all.size());
        if (fresh) all.push_back(quantity);
        at.push_back(found->second);
      }
    }
  }
  /// rows x columns of one statistic, NaN where a case has none.
  std::vector<double> table(const std::vector<Row>& rows, double ColumnStatistics::*member) const {
    std::vector<double> values(rows.size() * all.size(), kNone);
    for (std::size_t r = 0; r < rows.size(); ++r) {
      const CaseRecord& record = *rows[r].record;
      if (!has_statistics(record)) continue;
      const std::vector<std::size_t>& at = place.at(record.quantities.get());
      for (std::size_t c = 0; c < at.size(); ++c) values[r * all.size() + at[c]] = record.statistics[c].*member;
    }
    return values;
  }
};

struct Kind {
  const char* name;
  double ColumnStatistics::*member;
  const char* text;
};
inline constexpr Kind kKinds[] = {{"mean", &ColumnStatistics::mean, "mean over the window"},
                                  {"std", &ColumnStatistics::deviation, "standard deviation over the window"},
                                  {"min", &ColumnStatistics::minimum, "least value in the window"},
                                  {"max", &ColumnStatistics::maximum, "greatest value in the window"}};

std::string cases_csv(const Study& study, const std::vector<Row>& rows, const Columns& columns);
std::string conditions_csv(const Study& study, const std::vector<ConditionResult>& conditions);
std::string power_csv(const std::vector<DevicePower>& devices);

}  // namespace swell::batch

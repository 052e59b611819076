// power: efficiency of a study, in its three forms.
#include "power_summary.h"

#include <fmt/format.h>

#include <algorithm>

#include "swell/batch/axes.h"
#include "tables.h"

namespace swell::batch {

namespace {

const Bounds kPart = between(0.0, 1.0);

void check_ascending(const std::vector<double>& values, const std::string& name, const Origin& origin,
                     Diagnostics& diagnostics) {
  if (std::adjacent_find(values.begin(), values.end(), [](double a, double b) { return !(a < b); }) != values.end())
    diagnostics.error(origin, fmt::format("{}: the {} must ascend", origin.path, name), "put the table in this order");
}

void read_file(ParameterReader& read, const std::filesystem::path& folder, const std::string& period_key,
               Efficiency& efficiency) {
  const Origin origin = read.origin("file");
  const TextTable text = read_csv(folder / read.text("file"), false, origin);
  const std::string& corner = text.rows.front().front();
  const std::string period = period_of_corner(corner, origin, read.diagnostics());
  const bool same = period_key.size() >= period.size() &&
                    period_key.compare(period_key.size() - period.size(), period.size(), period) == 0;
  if (!period.empty() && !period_key.empty() && !same)
    read.diagnostics().error(origin,
                             fmt::format("the corner of the table is {}, and the study varies {}", corner, period_key),
                             "give the efficiency over the period that the study varies");
  const std::vector<std::vector<double>> numbers = as_numbers(text, origin);
  for (std::size_t j = 1; j < numbers.front().size(); ++j) efficiency.periods.push_back(numbers.front()[j]);
  for (std::size_t i = 1; i < numbers.size(); ++i) {
    efficiency.heights.push_back(numbers[i].front());
    efficiency.of_sea.emplace_back(numbers[i].begin() + 1, numbers[i].end());
    if (efficiency.of_sea.back().size() != efficiency.periods.size())
      read.diagnostics().error(origin,
                               fmt::format("row {} of the table has {} values for {} periods", i + 1,
                                           efficiency.of_sea.back().size(), efficiency.periods.size()),
                               "a value for each height and period");
  }
  if (efficiency.of_sea.empty() || efficiency.periods.empty())
    read.diagnostics().error(origin, "the table has no cells", "first row periods [s], first column heights [m]");
}

}  // namespace

Efficiency read_efficiency(const Parameter& tree, const std::filesystem::path& folder, const Study& study,
                           Diagnostics& diagnostics) {
  Efficiency efficiency;
  const std::string& path = tree.origin.path;
  if (tree.kind == Parameter::Kind::number) {
    efficiency.number = tree.number;
    if (!kPart.contain(tree.number))
      diagnostics.error(tree.origin, fmt::format("{} = {:g} {}", path, tree.number, kPart.rule("")),
                        "electrical by absorbed power");
    return efficiency;
  }
  const bool by_share = tree.find("share") != nullptr, by_sea = tree.find("heights") != nullptr,
             by_file = tree.find("file") != nullptr;
  if (!tree.is_map() || static_cast<int>(by_share) + static_cast<int>(by_sea) + static_cast<int>(by_file) != 1) {
    diagnostics.error(
        tree.origin, fmt::format("{} must be a number or one table", path),
        "0.8, {share: [0, 0.5, 1], value: [0.3, 0.8, 0.9]} over absorbed / rated power, {heights: [1, 2], "
        "periods: [6, 8], value: [[0.7, 0.8], [0.8, 0.9]]} or {file: efficiency.csv}");
    return efficiency;
  }
  const std::size_t errors = diagnostics.list().size();
  const SeaKeys keys = sea_keys(study);
  ParameterReader read(tree, diagnostics);
  if (by_share) {
    efficiency.shares = read.numbers("share", "", 0, at_least(0.0));
    efficiency.of_share = read.numbers("value", "", efficiency.shares.size(), kPart);
    if (efficiency.shares.empty())
      diagnostics.error(read.origin("share"), fmt::format("{}.share is empty", path), "shares of the rated power");
    check_ascending(efficiency.shares, "shares", tree.origin, diagnostics);
    if (!study.power.rated_power)
      diagnostics.error(tree.origin, fmt::format("{} is over shares of the rated power, which is not given", path),
                        "add power: rated_power [W]");
  } else if (by_file) {
    try {
      read_file(read, folder, keys.period, efficiency);
    } catch (const InputError& error) {
      diagnostics.add(error.diagnostics());
    }
  } else {
    efficiency.heights = read.numbers("heights", "m");
    efficiency.periods = read.numbers("periods", "s");
    efficiency.of_sea = read.table("value", "", efficiency.heights.size(), efficiency.periods.size());
    if (efficiency.heights.empty() || efficiency.periods.empty())
      diagnostics.error(tree.origin, fmt::format("{} has no cells", path), "a value for each height and period");
  }
  read.finish();
  if (by_share || diagnostics.list().size() > errors) return efficiency;
  check_ascending(efficiency.heights, "heights", tree.origin, diagnostics);
  check_ascending(efficiency.periods, "periods", tree.origin, diagnostics);
  for (const std::vector<double>& row : efficiency.of_sea) {
    for (const double value : row) {
      if (!kPart.contain(value))
        diagnostics.error(tree.origin, fmt::format("{}: the efficiency {:g} {}", path, value, kPart.rule("")),
                          "electrical by absorbed power");
    }
  }
  if (keys.height.empty() || keys.period.empty())
    diagnostics.error(tree.origin,
                      fmt::format("{} is over heights and periods, and the study does not vary both", path),
                      "give a number, or a table over shares of the rated power");
  return efficiency;
}

}  // namespace swell::batch

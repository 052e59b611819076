// The series of runs, and which of them stand in which panel of the page.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace swell::report {

struct Column {
  std::string path, label, units, key;
  std::vector<double> values;
};

struct Run {
  std::string name;
  std::vector<double> time;
  std::vector<Column> columns;
  double from = 0.0;  // [s] of the averages
};

struct PanelPlan {
  std::string title, units, group;  // group: first in the order of the page
  std::vector<std::string> keys;    // of the curves
  std::map<std::string, std::string> labels;
};

/// The last word of a dataset, and the name of the body, joint or component it belongs to.
std::string dataset_of(const std::string& path);
std::string owner_of(const std::string& path);

const Column* find(const Run& run, const std::string& key);
double largest_of(const Column& column);

/// Factor and unit of the page for values up to `largest` in SI.
std::pair<double, std::string> shown_unit(const std::string& units, double largest);

/// One panel per dataset and unit, of components per quantity and unit; motions, take-offs, tensions and components
/// first, the rest on request.
void plan(const std::vector<Run>& runs, std::vector<PanelPlan>& shown, std::vector<PanelPlan>& others);

}  // namespace swell::report

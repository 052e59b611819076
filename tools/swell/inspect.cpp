#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

#include "commands.h"
#include "report.h"
#include "swell/model/choices.h"
#include "swell/model/read_case.h"
#include "swell/run/inspect.h"
#include "swell/run/run.h"

namespace swell::command {
namespace {

void print_component(const run::InspectedComponent& component) {
  put("\n{}{}\n", component.name, component.type.empty() ? "" : "  (" + component.type + ")");
  std::size_t name = 8, unit = 4, frame = 5, type = 4;
  for (const auto& item : component.items) {
    name = std::max(name, item.name.size());
    unit = std::max(unit, item.unit.size());
    frame = std::max(frame, item.frame.size());
    type = std::max(type, item.type.size());
  }
  for (const auto& item : component.items) {
    const std::string line =
        fmt::format("  {:<9}  {:<{}}  {:>5}  {:<{}}  {:<{}}  {:<{}}  {}", item.kind, item.name, name, item.width,
                    item.unit, unit, item.type, type, item.frame, frame, item.value);
    put("{}\n", line.substr(0, line.find_last_not_of(' ') + 1));
  }
}

/// Up to six columns beside each other, with the names of rows and columns.
void print_matrix(const assembly::StoredArray& array) {
  constexpr std::size_t kAbreast = 6;
  const std::size_t rows = array.shape[0], columns = array.shape[1];
  const auto name = [](const std::vector<std::string>& names, std::size_t i) {
    return i < names.size() ? names[i] : std::to_string(i + 1);
  };
  std::size_t width = 0;
  for (std::size_t i = 0; i < rows; ++i) width = std::max(width, name(array.rows, i).size());
  for (std::size_t first = 0; first < columns; first += kAbreast) {
    const std::size_t last = std::min(columns, first + kAbreast);
    std::size_t wide = 12;
    for (std::size_t j = first; j < last; ++j) wide = std::max(wide, name(array.columns, j).size() + 1);
    std::string line = fmt::format("    {:<{}}", "", width);
    for (std::size_t j = first; j < last; ++j) line += fmt::format(" {:>{}}", name(array.columns, j), wide);
    put("{}\n", line);
    for (std::size_t i = 0; i < rows; ++i) {
      line = fmt::format("    {:<{}}", name(array.rows, i), width);
      for (std::size_t j = first; j < last; ++j) line += fmt::format(" {:>{}.6g}", array.values[i * columns + j], wide);
      put("{}\n", line);
    }
  }
}

void print_array(const assembly::StoredArray& array) {
  constexpr std::size_t kMostNumbers = 12, kMostRows = 24, kMostColumns = 48;
  const std::string head = fmt::format("  {} [{}]", array.path, array.units);
  if (array.shape.empty()) return put("{} = {:.9g}  ({})\n", head, array.values.front(), array.description);
  if (array.shape.size() == 1 && array.values.size() <= kMostNumbers)
    return put("{} = {:.6g}  ({})\n", head, fmt::join(array.values, ", "), array.description);
  put("{}, {}: {}\n", head, fmt::join(array.shape, " x "), array.description);
  if (array.shape.size() == 2 && array.shape[0] <= kMostRows && array.shape[1] <= kMostColumns)
    return print_matrix(array);
  if (array.values.empty()) return;
  const auto [low, high] = std::minmax_element(array.values.begin(), array.values.end());
  put("    from {:.6g} to {:.6g}\n", *low, *high);
}

Json json_of(const assembly::StoredArray& array) {
  return {{"path", array.path},           {"shape", array.shape},
          {"values", array.values},       {"unit", array.units},
          {"rows", array.rows},           {"columns", array.columns},
          {"component", array.component}, {"description", array.description}};
}

}  // namespace

int inspect(const InspectCommand& options) {
  model::Model model;
  if (!read_and_check(options, model, nullptr, false)) return 2;
  run::Inspection inspection;
  try {
    inspection = run::inspect_case(model, !options.component.empty());
  } catch (const InputError& error) {
    report_input_errors(error.diagnostics(), options.json);
    return 2;
  }
  auto& coefficients = inspection.coefficients;
  const auto others = [&](const assembly::StoredArray& array) {
    return array.component != options.component && array.body != options.component;
  };
  std::vector<std::string> bodies;
  for (const auto& array : coefficients) {
    if (std::find(bodies.begin(), bodies.end(), array.body) == bodies.end()) bodies.push_back(array.body);
  }
  coefficients.erase(std::remove_if(coefficients.begin(), coefficients.end(), others), coefficients.end());
  if (!options.component.empty()) {
    // A component, or one of its signals by any of its names.
    std::vector<std::string> names = bodies;
    std::vector<assembly::Series> signals = inspection.signals;
    auto& all = inspection.components;
    for (const auto& component : all) {
      names.push_back(component.name);
      for (const auto& item : component.items) signals.push_back({"", item.width, "", "", {}, item.name});
    }
    std::string port;
    if (std::find(names.begin(), names.end(), options.component) == names.end()) {
      if (const auto signal = assembly::find_signal(options.component, signals)) port = signals[signal->series].port;
    }
    const auto has_port = [&](const auto& component) {
      return std::any_of(component.items.begin(), component.items.end(),
                         [&](const auto& item) { return item.name == port && item.kind != "parameter"; });
    };
    all.erase(std::remove_if(all.begin(), all.end(),
                             [&](const auto& c) { return port.empty() ? c.name != options.component : !has_port(c); }),
              all.end());
    if (all.empty() && coefficients.empty()) {
      std::vector<assembly::Series> known;
      known.reserve(names.size() + signals.size());
      for (const std::string& name : names) known.push_back({"", 0, "", "", {}, name});
      known.insert(known.end(), signals.begin(), signals.end());
      report_input_errors({Diagnostic{Severity::error,
                                      {},
                                      fmt::format("the case has no component {}", options.component),
                                      "",
                                      "",
                                      assembly::signal_hint(options.component, known, assembly::Takes::one)}},
                          options.json);
      return 2;
    }
  }
  if (options.graph) {
    put("{}", run::topology(inspection));
    std::fflush(stdout);
    if (!inspection.faults.empty()) report_input_errors(inspection.faults, options.json);
    return inspection.faults.empty() ? 0 : 2;
  }
  if (options.json) {
    Json components = Json::array(), choices = Json::array();
    for (const auto& component : inspection.components) {
      Json items = Json::array();
      for (const auto& item : component.items) {
        items.push_back({{"name", item.name},
                         {"kind", item.kind},
                         {"width", item.width},
                         {"unit", item.unit},
                         {"type", item.type},
                         {"frame", item.frame},
                         {"value", item.value}});
      }
      components.push_back({{"name", component.name}, {"type", component.type}, {"items", items}});
    }
    for (const auto& line : model::choices_in_force(model)) {
      choices.push_back({{"choice", line.choice}, {"key", line.key}, {"value", line.value}, {"from", line.from}});
    }
    Json faults = Json::array();
    for (const Diagnostic& fault : inspection.faults) faults.push_back(fault.text());
    Json arrays = Json::array();
    for (const auto& array : coefficients) arrays.push_back(json_of(array));
    print_json({{"status", inspection.faults.empty() ? "done" : "invalid"},
                {"faults", faults},
                {"coefficients", arrays},
                {"case", options.file},
                {"components", components},
                {"choices", choices},
                {"notes", inspection.notes}});
    return inspection.faults.empty() ? 0 : 2;
  }
  if (inspection.components.empty()) {
    put("{}: {}\n", options.file, options.component);
  } else {
    put("{}: {} components {}\n", options.file, inspection.components.size(),
        inspection.faults.empty() ? "in the order of the schedule" : "as they are declared");
    put("\n  {:<9}  name, width, unit, type, frame, value or source\n", "kind");
  }
  for (const auto& component : inspection.components) print_component(component);
  if (!coefficients.empty()) {
    put("\nHydrodynamic coefficients (output.hydro_coefficients: true stores them)\n");
    for (const auto& array : coefficients) print_array(array);
  }
  if (options.component.empty()) {
    put("\nChoices in force\n");
    for (const auto& line : model::choices_in_force(model)) {
      put("  {:<40}  {:<14}  {}\n", line.key, line.value, line.from);
    }
    for (const std::string& note : inspection.notes) put("Note: {}\n", note);
  }
  if (inspection.faults.empty()) return 0;
  std::fflush(stdout);  // the faults below what they are about
  report_input_errors(inspection.faults, false);
  return 2;
}

}  // namespace swell::command

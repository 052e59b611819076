#include "swell/report/report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>

#include "pack.h"
#include "page_panels.h"
#include "page_text.h"
#include "scene.h"
#include "swell/analysis/record_spectrum.h"
#include "swell/analysis/statistics.h"
#include "swell/base/column_units.h"
#include "swell/base/contained.h"
#include "swell/base/error.h"
#include "swell/base/motions.h"
#include "swell/base/refuse.h"
#include "swell/base/regular_file.h"
#include "swell/base/text.h"
#include "swell/batch/read_power.h"
#include "swell/hydro/bemio_h5.h"
#include "swell/model/read_case.h"
#include "swell/run/version.h"

namespace swell::report {

namespace fs = std::filesystem;

namespace {

/// float32 numbers of all series together: 2.4 MB, 3.2 MB in base64.
constexpr std::size_t kMostNumbers = 600'000, kMostRows = 6000;

[[noreturn]] void refuse(const fs::path& file, const std::string& message, const std::string& remedy = {}) {
  throw code::error(code::kBadFile, Origin{file.string(), 0, 0, ""}, message, remedy);
}

Json page(const std::string& kind, const fs::path& file) {
  return {{"kind", kind},
          {"name", file.stem().string()},
          {"about", ""},
          {"warnings", Json::array()},
          {"notes", Json::array()},
          {"tables", Json::array()},
          {"maps", Json::array()},
          {"bars", Json::array()},
          {"runs", Json::array()},
          {"panels", Json::array()},
          {"choices", Json::array()},
          {"spectra", Json::array()},
          {"scene", nullptr},
          {"case", ""},
          {"case_name", ""}};
}

std::string number(double v) { return fmt::format("{:.4g}", v); }
/// Of a record whose largest value is `largest`: what is left of a mean that is zero is no number to show.
std::string number(double v, double largest) { return std::abs(v) < 1e-6 * largest ? "0" : number(v); }

// Runs
// ------------------------------------------------------------------------------------------------------------------

Run read_run(const run::ResultsReader& results) {
  Run run;
  run.name = results.path().stem().string();
  run.time = results.read("/time").values;
  if (run.time.size() < 2) refuse(results.path(), "it has fewer than two rows: there is nothing to show");
  run.from = results.number("averages_from").value_or(run.time.front());
  if (!(run.from < run.time.back())) run.from = run.time.front();
  for (const std::string& path : results.datasets()) {
    if (path == "/time") continue;
    const run::Table table = results.read(path);
    if (table.rows != run.time.size() || table.columns == 0 || path.rfind("/audit/", 0) == 0) continue;
    const std::vector<std::string> units = units_of_columns(table.units, table.columns);
    for (std::size_t k = 0; k < table.columns; ++k) {
      const std::string label = k < table.labels.size() ? table.labels[k]
                                : table.columns > 1     ? std::to_string(k + 1)
                                                        : "";
      Column column{path, label, units[k], label.empty() ? path : fmt::format("{} {}", path, label), table.column(k)};
      run.columns.push_back(std::move(column));
    }
  }
  return run;
}

Json panel_json(const PanelPlan& plan, const std::vector<Run>& runs) {
  double largest = 0.0;
  Json curves = Json::array();
  for (std::size_t r = 0; r < runs.size(); ++r) {
    for (const std::string& key : plan.keys) {
      const Column* column = find(runs[r], key);
      if (column == nullptr) continue;
      largest = std::max(largest, largest_of(*column));
      const std::string label = plan.labels.at(key);
      curves.push_back({{"run", r}, {"key", key}, {"label", runs.size() > 1 ? runs[r].name + " " + label : label}});
    }
  }
  const auto [factor, unit] = shown_unit(plan.units, largest);
  return {{"title", plan.title}, {"ylabel", unit.empty() ? "-" : unit}, {"factor", factor}, {"curves", curves}};
}

void add_tables(Json& out, const Run& run, const std::vector<PanelPlan>& shown, const std::string& title) {
  Json motions = Json::array(), power = Json::array(), electrical = Json::array();
  double total = 0.0;
  for (const PanelPlan& plan : shown) {
    for (const std::string& key : plan.keys) {
      const Column* c = find(run, key);
      if (c == nullptr) continue;
      const analysis::Statistics s =
          analysis::statistics_of(analysis::part_of({run.time, c->values}, run.from, run.time.back()));
      const double largest = std::max(std::abs(s.minimum), std::abs(s.maximum));
      const auto [factor, unit] = shown_unit(c->units, largest);
      const auto text = [&, scale = factor](double v) { return number(scale * v, scale * largest); };
      if (c->path.rfind("/ptos/", 0) == 0 && dataset_of(c->path) == "power") {
        const auto kilo = [&](double v) { return number(1e-3 * v, 1e-3 * largest); };
        power.push_back({owner_of(c->path), kilo(s.mean), kilo(s.maximum), kilo(s.minimum)});
        total += s.mean;
      }
      motions.push_back({plan.title + (plan.keys.size() > 1 ? " " + plan.labels.at(key) : ""), unit, text(s.mean),
                         text(s.standard_deviation), text(s.minimum), text(s.maximum)});
    }
  }
  if (power.size() > 1) power.push_back({"total", number(1e-3 * total), "", ""});
  // As in the summary, a component's own electrical power is the sum of those of its parts.
  constexpr std::string_view kElectrical = "electrical_power";
  for (const Column& c : run.columns) {
    const std::string what = dataset_of(c.path);
    const std::size_t place = what.size() - std::min(what.size(), kElectrical.size());
    const bool generates = c.path.rfind("/components/", 0) == 0 || c.path.rfind("/ptos/", 0) == 0;
    if (!generates || what.compare(place, kElectrical.size(), kElectrical) != 0) continue;
    const std::string owner = owner_of(c.path);
    if (place > 0 && find(run, fmt::format("/components/{}/{}", owner, kElectrical)) != nullptr) continue;
    const analysis::Statistics s =
        analysis::statistics_of(analysis::part_of({run.time, c.values}, run.from, run.time.back()));
    electrical.push_back({owner + (place > 0 ? "." + what.substr(0, place - 1) : ""), number(1e-3 * s.mean),
                          number(1e-3 * s.maximum), number(1e-3 * s.minimum)});
  }
  const std::string window = fmt::format("{:.6g} to {:.6g} s", run.from, run.time.back());
  if (!power.empty())
    out["tables"].push_back({{"title", fmt::format("{}Power absorbed [kW], {}", title, window)},
                             {"columns", {"PTO", "mean", "greatest", "least"}},
                             {"rows", power}});
  if (!electrical.empty())
    out["tables"].push_back({{"title", fmt::format("{}Electrical power [kW], {}", title, window)},
                             {"columns", {"component", "mean", "greatest", "least"}},
                             {"rows", electrical}});
  out["tables"].push_back({{"title", fmt::format("{}Responses, {}", title, window)},
                           {"columns", {"", "unit", "mean", "deviation", "least", "greatest"}},
                           {"rows", motions}});
}

void add_spectra(Json& out, const std::vector<Run>& runs, const std::vector<PanelPlan>& shown) {
  for (const PanelPlan& plan : shown) {
    const bool wanted = plan.group == "/wave/elevation" || dataset_of(plan.group) == "position" ||
                        dataset_of(plan.group) == "power" || dataset_of(plan.group) == "force";
    if (!wanted) continue;
    double largest = 0.0;
    for (const Run& run : runs) {
      for (const std::string& key : plan.keys) {
        if (const Column* c = find(run, key); c != nullptr) largest = std::max(largest, largest_of(*c));
      }
    }
    const auto [factor, unit] = shown_unit(plan.units, largest);
    Json curves = Json::array();
    for (std::size_t r = 0; r < runs.size(); ++r) {
      for (const std::string& key : plan.keys) {
        const Column* c = find(runs[r], key);
        if (c == nullptr) continue;
        const analysis::Record record = analysis::part_of({runs[r].time, c->values}, runs[r].from, runs[r].time.back());
        const analysis::Spectrum s = analysis::welch(record, analysis::segments_of(analysis::waves_of(record).size()));
        if (s.omega.empty()) continue;
        // Far beyond 99.99 % of the energy there is nothing to see.
        double sum = 0.0, all = 0.0;
        for (const double d : s.density) all += d;
        std::size_t end = 0;
        while (end < s.density.size() && (sum < 0.9999 * all || end < 8)) sum += s.density[end++];
        end = std::min(s.density.size(), end + end / 2);
        std::vector<double> x(s.omega.begin(), s.omega.begin() + static_cast<std::ptrdiff_t>(end)), y;
        for (std::size_t i = 0; i < end; ++i) y.push_back(s.density[i] * factor * factor);
        const std::string label = plan.labels.at(key);
        curves.push_back({{"run", r},
                          {"label", runs.size() > 1 ? runs[r].name + " " + label : label},
                          {"x", packed(x)},
                          {"y", packed(y)}});
      }
    }
    if (!curves.empty())
      out["spectra"].push_back({{"title", plan.title},
                                {"xlabel", "rad/s"},
                                {"ylabel", (unit.find(' ') == std::string::npos ? unit : "(" + unit + ")") + "² s/rad"},
                                {"curves", curves}});
  }
}

/// Work of each load over the run, where the run was audited; otherwise nothing.
void add_energy(Json& out, const run::ResultsReader& results) {
  if (!results.has("/audit/work")) return;
  const run::Table work = results.read("/audit/work");
  if (work.rows < 2) return;
  Json entries = Json::array();
  double stored = 0.0;
  std::vector<std::pair<std::string, double>> list;
  for (std::size_t k = 0; k < work.columns; ++k)
    list.emplace_back(k < work.labels.size() ? work.labels[k] : std::to_string(k + 1),
                      work.at(work.rows - 1, k) - work.at(0, k));
  // Of the rigid bodies alone: the added mass is one of the loads.
  if (results.has("/audit/kinetic_energy")) {
    const run::Table table = results.read("/audit/kinetic_energy");
    if (table.rows > 0) stored = table.at(table.rows - 1, 0) - table.at(0, 0);
  }
  std::sort(list.begin(), list.end(), [](const auto& a, const auto& b) { return a.second > b.second; });
  for (auto& [name, energy] : list) {
    std::replace(name.begin(), name.end(), '_', ' ');
    entries.push_back({name, energy});
  }
  entries.push_back({"change of kinetic energy", -stored});
  out["bars"].push_back({{"title", "Energy put into the motion"},
                         {"unit", "J"},
                         {"entries", entries},
                         {"note", "From start to end; the sum is what the integration leaves."}});
}

/// @param invalid  warning of a run whose mean power is no result; empty: none
void add_mean_power(Json& out, const std::vector<Run>& runs, const std::string& invalid) {
  Json entries = Json::array();
  for (const Run& run : runs) {
    std::map<std::string, double> power;
    for (const Column& c : run.columns) {
      if (c.path.rfind("/ptos/", 0) == 0 && dataset_of(c.path) == "power")
        power[owner_of(c.path)] +=
            analysis::statistics_of(analysis::part_of({run.time, c.values}, run.from, run.time.back())).mean;
    }
    for (const auto& [name, mean] : power) entries.push_back({runs.size() > 1 ? run.name + ": " + name : name, mean});
  }
  if (!entries.empty())
    out["bars"].push_back({{"title", invalid.empty() ? "Mean power absorbed" : "Mean power absorbed (invalid)"},
                           {"unit", "W"},
                           {"entries", entries},
                           {"note", invalid}});
}

/// The case of a results file; whole: its files are there as well.
model::Model case_of(const run::ResultsReader& results, const fs::path& given, bool& whole) {
  const fs::path file = given.empty() ? fs::path(results.attribute("case_file")) : given;
  Diagnostics diagnostics;
  model::Model model;
  try {
    model = model::read_case_text(results.attribute("case"), file.empty() ? results.path() : file,
                                  results.texts("overrides"), diagnostics);
  } catch (const InputError&) {
    whole = false;
    return model;
  }
  whole = !diagnostics.has_errors();
  return model;
}

std::string run_data(const Request& request) {
  std::vector<Run> runs;
  std::vector<PanelPlan> shown, others;
  Json out = page("run", request.files.front());
  std::string invalid;
  for (const fs::path& file : request.files) {
    const run::ResultsReader results(file);
    runs.push_back(read_run(results));
    for (Run& other : runs) {
      if (&other != &runs.back() && other.name == runs.back().name) runs.back().name = file.string();
    }
    for (const std::string& warning : results.texts("warnings")) {
      out["warnings"].push_back((request.files.size() > 1 ? runs.back().name + ": " : "") + warning);
      if (warning.find("invalid: the PTOs") != std::string::npos) invalid = out["warnings"].back();
    }
    for (const std::string& note : results.texts("notes"))
      out["notes"].push_back((request.files.size() > 1 ? runs.back().name + ": " : "") + note);
    if (file != request.files.front()) continue;
    bool whole = false;
    const model::Model model = case_of(results, request.case_file, whole);
    out["scene"] = scene_of(results, runs.back().time, model, whole, request.scene_alone);
    if (request.scene_alone) return out.dump();
    out["case"] = results.attribute("case");
    const std::vector<std::string> overrides = results.texts("overrides");
    const std::string name = fs::path(results.attribute("case_file")).filename().string();
    out["case_name"] = (name.empty() ? "case file" : name) +
                       (overrides.empty() ? "" : fmt::format(", with {}", fmt::join(overrides, ", ")));
    const double time = runs.back().time.back() - runs.back().time.front();
    out["about"] =
        fmt::format("{:.6g} s simulated{}, {} rows; Swell {}", time,
                    results.number("wall_time") ? fmt::format(" in {:.3g} s", *results.number("wall_time")) : "",
                    runs.back().time.size(), results.attribute("version"));
    add_energy(out, results);
  }
  plan(runs, shown, others);
  if (shown.empty() && others.empty())
    refuse(request.files.front(), "nothing in it moves, so there is nothing to show");
  add_mean_power(out, runs, invalid);
  for (const Run& run : runs) add_tables(out, run, shown, runs.size() > 1 ? run.name + ": " : "");
  add_spectra(out, runs, shown);
  if (!out["spectra"].empty()) out["spectra_title"] = "Spectra of the time of the averages";

  std::set<std::string> first_keys, keys;
  for (const PanelPlan& p : shown) first_keys.insert(p.keys.begin(), p.keys.end());
  keys = first_keys;
  for (const PanelPlan& p : others) keys.insert(p.keys.begin(), p.keys.end());
  const std::size_t rows =
      std::clamp<std::size_t>(kMostNumbers / std::max<std::size_t>(1, keys.size() * runs.size()), 800, kMostRows);
  for (const Run& run : runs) {
    const Thinning thin = thinning(run.time.size(), rows);
    Json series = Json::object();
    for (const Column& c : run.columns) {
      if (keys.count(c.key) != 0) series[c.key] = {{"data", packed(thinned(c.values, thin))}};
    }
    out["runs"].push_back({{"name", run.name}, {"time", packed(thinned_times(run.time, thin))}, {"series", series}});
    if (thin.bucket > 1)
      out["notes"].push_back(
          fmt::format("{}: curves show the least and the greatest of each {} rows; the results file has all {}.",
                      run.name, thin.bucket, run.time.size()));
  }
  for (const PanelPlan& p : shown) out["panels"].push_back(panel_json(p, runs));
  for (const PanelPlan& p : others) out["choices"].push_back(panel_json(p, runs));
  return out.dump(-1, ' ', false, Json::error_handler_t::replace);
}

// Studies
// ---------------------------------------------------------------------------------------------------------------

std::string study_data(const fs::path& path) {
  Json out = page("study", path);
  const batch::StoredStudy study = batch::read_stored_study(path);
  out["about"] = fmt::format("A study of {} variant{}", study.devices.size(), study.devices.size() == 1 ? "" : "s");
  out["case"] = study.text;
  out["case_name"] = "study file";
  Json years = Json::array(), electrical = Json::array();
  bool scatter = false;  // the same for every device
  std::string height = "H [m]", period = "T [s]";
  for (const batch::StoredAxis& axis : study.axes) {
    const std::string word = axis.key.substr(axis.key.rfind('.') + 1);
    if (word == "significant_height") height = "Hs [m]";
    if (word == "peak_period") period = "Tp [s]";
    if (word == "energy_period") period = "Te [s]";
  }
  const auto interval = [](const std::optional<double>& energy) {
    return energy && std::isfinite(*energy) ? number(*energy / 3.6e9) : std::string("none");
  };
  for (std::size_t i = 0; i < study.devices.size(); ++i) {
    const batch::StoredPower& device = study.devices[i];
    const std::string name = device.device.empty() ? fmt::format("variant {}", i + 1) : device.device;
    const auto add = [&](const std::string& title, const std::vector<double>& values, double factor, const char* unit) {
      Json cells = Json::array();
      bool any = false;
      for (const double v : values) {
        cells.push_back(std::isfinite(v) ? Json(v * factor) : Json());
        any = any || (std::isfinite(v) && v != 0.0);
      }
      if (any)
        out["maps"].push_back({{"title", title},
                               {"unit", unit},
                               {"xlabel", period},
                               {"ylabel", height},
                               {"x", device.periods},
                               {"y", device.heights},
                               {"value", cells}});
      return any;
    };
    add(name + ": mean power", device.power, 1e-3, "kW");
    add(name + ": simulated over linear power", device.over_linear(), 1.0, "");
    add(name + ": electrical power", device.electrical_power, 1e-3, "kW");
    add(name + ": capture width", device.capture_width, 1.0, "m");
    if (!scatter) scatter = add("Scatter", device.probability, 100.0, "%");
    if (device.mean_power && device.annual_energy)
      years.push_back({name, number(1e-3 * *device.mean_power), number(*device.annual_energy / 3.6e9),
                       interval(device.annual_energy_half_width), number(device.annual_capture_width.value_or(NAN))});
    if (device.mean_electrical_power && device.annual_electrical_energy) {
      const double factor = device.capacity_factor.value_or(NAN);
      electrical.push_back({name, number(1e-3 * *device.mean_electrical_power),
                            number(*device.annual_electrical_energy / 3.6e9),
                            interval(device.annual_electrical_energy_half_width),
                            std::isfinite(factor) ? number(factor) : "no rated power"});
    }
  }
  if (!years.empty())
    out["tables"].push_back(
        {{"title", "Year"},
         {"columns", {"variant", "mean power [kW]", "energy [MWh]", "interval +- [MWh]", "capture width [m]"}},
         {"rows", years}});
  if (!electrical.empty())
    out["tables"].push_back(
        {{"title", "Year, electrical"},
         {"columns",
          {"variant", "mean electrical power [kW]", "electrical energy [MWh]", "interval +- [MWh]", "capacity factor"}},
         {"rows", electrical}});
  if (out["maps"].empty())
    refuse(path, "the study has no matrix of heights and periods", "its CSV tables show other studies");
  return out.dump(-1, ' ', false, Json::error_handler_t::replace);
}

// Hydrodynamic data
// -----------------------------------------------------------------------------------------------------

std::string hydro_data(const fs::path& path) {
  Json out = page("hydro", path);
  const hydro::HydroData data = hydro::read_bemio_h5(path.string());
  const std::string x = packed(data.omega);
  Json bodies = Json::array();
  int first = 0;
  for (const hydro::HydroBody& body : data.bodies) {
    for (const auto& [title, part] :
         {std::tuple{"added mass / density", &body.added_mass},
          std::tuple{"radiation damping / (density x frequency)", &body.radiation_damping}}) {
      for (const bool turns : {false, true}) {
        Json curves = Json::array();
        for (int dof = turns ? 3 : 0; dof < (turns ? 6 : 3) && dof < body.dof; ++dof) {
          std::vector<double> y;
          for (const auto& matrix : *part) y.push_back(matrix(dof, first + dof));
          if (y.size() == data.omega.size()) curves.push_back({{"label", dof_name(dof)}, {"x", x}, {"y", packed(y)}});
        }
        if (!curves.empty())
          out["spectra"].push_back({{"title", body.name + ": " + title},
                                    {"xlabel", "rad/s"},
                                    {"ylabel", turns ? "m⁵" : "m³"},
                                    {"curves", curves}});
      }
    }
    bodies.push_back({body.name, number(body.displaced_volume),
                      fmt::format("{:.4g}, {:.4g}, {:.4g}", body.cg.x(), body.cg.y(), body.cg.z())});
    first += body.dof;
  }
  out["tables"].push_back(
      {{"title", "Bodies"}, {"columns", {"body", "displaced volume [m³]", "centre of gravity [m]"}}, {"rows", bodies}});
  out["about"] = fmt::format("Hydrodynamic data, {} frequencies from {:.4g} to {:.4g} rad/s", data.omega.size(),
                             data.omega.front(), data.omega.back());
  out["spectra_title"] = "Coefficients";
  return out.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace

std::string escaped_text(const std::string& text) {
  std::string out;
  for (const char c : text)
    out += c == '&' ? "&amp;" : c == '<' ? "&lt;" : c == '>' ? "&gt;" : c == '"' ? "&quot;" : std::string(1, c);
  return out;
}

std::optional<Assets> read_assets(const fs::path& folder) {
  Assets assets;
  for (const auto& [name, into] : {std::pair{"page.html", &assets.page}, std::pair{"page.css", &assets.style},
                                   std::pair{"plain.js", &assets.plain}, std::pair{"scene.js", &assets.scene}}) {
    *into = file_bytes(folder / name).value_or("");
    if (into->empty()) return {};
  }
  return assets;
}

std::string data_of(const Request& request) {
  SWELL_EXPECT(!request.files.empty());
  Diagnostics diagnostics;
  for (const fs::path& file : request.files) {
    std::error_code error;
    if (!fs::exists(file, error))
      code::refuse(diagnostics, "no-file", Origin{file.string(), 0, 0, ""}, "there is no such results file",
                   "run the case first: swell run case.yaml -o out.h5");
    else
      try {
        require_regular_file(file);
      } catch (const InputError& wrong) {
        diagnostics.add(wrong.diagnostics());
      }
  }
  std::error_code error;
  if (!request.case_file.empty() && !fs::exists(request.case_file, error))
    code::refuse(diagnostics, "no-file", Origin{request.case_file.string(), 0, 0, ""}, "there is no such case file",
                 "--case names the case of the first results file");
  diagnostics.throw_if_errors();
  return run_contained({Origin{request.files.front().string(), 0, 0, ""}, "HDF5"}, [&]() -> std::string {
    fs::path at = request.files.front();
    try {
      std::vector<batch::Stored> kinds;
      for (const fs::path& file : request.files) kinds.push_back(batch::stored_kind(at = file));
      for (std::size_t i = 0; i < kinds.size(); ++i) {
        if (kinds[i] == batch::Stored::other)
          refuse(request.files[i], "this HDF5 file is neither results of a run or a study nor hydrodynamic data");
        if (kinds[i] != batch::Stored::run && kinds.size() > 1)
          refuse(request.files[i], "only runs can be overlaid; open a study or hydrodynamic data alone",
                 "give it alone");
      }
      at = request.files.front();
      if (kinds.front() == batch::Stored::study) return study_data(at);
      if (kinds.front() == batch::Stored::hydro) return hydro_data(at);
      return run_data(request);
    } catch (const std::exception&) {
      throw;
    } catch (...) {  // of libhdf5, whose exceptions are of no standard kind
      refuse(at, "it is damaged: its parts cannot be read", "take a copy, or run the case again");
    }
  });
}

std::string page_of(const std::string& title, const std::string& data, const Assets& assets) {
  // "</script" and "<!--" in a text of the case would end or hide the element that holds the data.
  std::string safe;
  safe.reserve(data.size());
  for (const char c : data) {
    if (c == '<')
      safe += "\\u003c";
    else
      safe += c;
  }
  // The template is gone through once: marks in what is inserted stay what they are.
  const std::vector<std::pair<std::string, std::string>> marks = {{"@TITLE@", escaped_text(title)},
                                                                  {"@STYLE@", assets.style},
                                                                  {"@DATA@", safe},
                                                                  {"@PLAIN@", assets.plain},
                                                                  {"@SCENE@", assets.scene}};
  std::string page;
  for (std::size_t at = 0; at < assets.page.size();) {
    const auto mark = std::find_if(marks.begin(), marks.end(), [&](const auto& m) {
      return assets.page.compare(at, m.first.size(), m.first) == 0;
    });
    page += mark == marks.end() ? std::string(1, assets.page[at]) : mark->second;
    at += mark == marks.end() ? 1 : mark->first.size();
  }
  return page;
}

}  // namespace swell::report

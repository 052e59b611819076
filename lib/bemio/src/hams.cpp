// HAMS: one body; WAMIT-like numeric files with HAMS's own scaling and conventions.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "coefficients.h"
#include "readers.h"
#include "wamit_numeric.h"

namespace swell::bemio {
namespace {

constexpr double kDensity = 1025.0, kGravity = 9.80665;  // fixed in the program

enum class Output { deep_wavenumber = 1, wavenumber, omega, period, wavelength };

struct Control {
  std::optional<double> depth;
  Output output = Output::period;
  Vector3 center = Vector3::Zero();
};

Control read_control(const std::filesystem::path& path) {
  TextFile file;
  load_text(path, file);
  Reporter report(file);
  Control control;
  bool depth = false, output = false;
  for (std::size_t k = 0; k < file.lines.size(); ++k) {
    const auto fields = split_fields(file.lines[k]);
    const long l = static_cast<long>(k);
    if (fields.size() < 2) continue;
    const std::string key = lower_case(fields[0]);
    if (key == "waterdepth") {
      double h = 0.0;
      depth = report.numbers(l, fields, 1, 1, "water depth", &h);
      if (h > 0.0) control.depth = h;
    } else if (key == "output_frequency_type" && !output) {
      const auto type = parse_integer(fields[1]);
      if (!type || *type < 1 || *type > 5) continue;  // the explanation at the end of the file has the same word
      control.output = static_cast<Output>(*type);
      output = true;
    } else if (key == "reference_body_center") {
      double v[3];
      if (report.numbers(l, fields, 1, 3, "reference body center", v)) control.center = Vector3(v[0], v[1], v[2]);
    }
  }
  if (!depth) report.error(-1, "the line Waterdepth is missing", "is this HAMS's ControlFile.in?");
  if (!output) report.error(-1, "the line Output_frequency_type is missing", "is this HAMS's ControlFile.in?");
  report.throw_if_errors();
  return control;
}

struct HamsHydrostatics {
  Vector3 cg = Vector3::Zero();
  Matrix6 mass = Matrix6::Zero(), restoring = Matrix6::Zero();
};

HamsHydrostatics read_hydrostatic_input(const std::filesystem::path& path) {
  TextFile file;
  load_text(path, file);
  Reporter report(file);
  HamsHydrostatics result;
  bool gravity = false, restoring = false;
  for (std::size_t k = 0; k < file.lines.size(); ++k) {
    const std::string title = lower_case(trimmed(file.lines[k]));
    const auto matrix = [&](Matrix6& out) {
      for (int i = 0; i < 6; ++i) {
        double v[6];
        const std::size_t at = k + 1 + static_cast<std::size_t>(i);
        if (at >= file.lines.size())
          report.fail(static_cast<long>(k), "six rows must follow, the file ends before", "copy the file again");
        if (!report.numbers(static_cast<long>(at), split_fields(file.lines[at]), 0, 6, "matrix row", v)) return;
        for (int j = 0; j < 6; ++j) out(i, j) = v[j];
      }
    };
    if (title.rfind("center of gravity", 0) == 0 && k + 1 < file.lines.size()) {
      double v[3];
      if (report.numbers(static_cast<long>(k + 1), split_fields(file.lines[k + 1]), 0, 3, "center of gravity", v))
        result.cg = Vector3(v[0], v[1], v[2]);
      gravity = true;
    } else if (title.rfind("body mass matrix", 0) == 0) {
      matrix(result.mass);
    } else if (title.rfind("hydrostatic restoring", 0) == 0) {
      matrix(result.restoring);
      restoring = true;
    }
  }
  if (!gravity || !restoring)
    report.error(-1, "center of gravity or hydrostatic restoring matrix is missing", "copy the file again");
  report.throw_if_errors();
  return result;
}

// First column of the tables as frequency [rad/s]: -1 and 0 mean the limits, the other way round for periods.
struct FirstColumn {
  Output output = Output::period;
  std::optional<double> depth;
  bool zero(double v) const { return output == Output::period || output == Output::wavelength ? v < 0.0 : v == 0.0; }
  bool infinite(double v) const {
    return output == Output::period || output == Output::wavelength ? v == 0.0 : v < 0.0;
  }
  double omega(double v) const {
    const auto finite = [&](double k) { return std::sqrt(kGravity * k * (depth ? std::tanh(k * *depth) : 1.0)); };
    switch (output) {
      case Output::deep_wavenumber:
        return std::sqrt(kGravity * v);
      case Output::wavenumber:
        return finite(v);
      case Output::omega:
        return v;
      case Output::period:
        return 2.0 * kPi / v;
      case Output::wavelength:
        return finite(2.0 * kPi / v);
    }
    return v;
  }
};

std::filesystem::path require(const std::filesystem::path& folder, const std::string& name,
                              const std::string& control) {
  if (auto found = find_ignoring_case(folder, name)) return *found;
  fail_input(control, -1, fmt::format("no {} in {}", name, shown(folder)),
             "run HAMS, and keep its folders Input and Output side by side");
}

}  // namespace

hydro::HydroData read_hams(const std::filesystem::path& path, const ReadOptions& options) {
  const Control control = read_control(path);
  hydro::HydroData data;
  data.file = shown(path);
  data.code = "HAMS";
  data.density = kDensity;
  data.gravity = kGravity;
  data.water_depth = control.depth;
  const std::filesystem::path input = path.parent_path();
  const std::filesystem::path root = input.empty() ? std::filesystem::path("..") : input.parent_path();
  const auto output = find_ignoring_case(root, "Output").value_or(root / "Output");
  const auto tables = find_ignoring_case(output, "Wamit_format").value_or(output / "Wamit_format");
  hydro::HydroBody body;
  body.name = "Buoy";
  body.cg = control.center;
  body.restoring_stiffness = MatrixX::Zero(6, 6);
  if (const auto file = find_ignoring_case(input, "Hydrostatic.in")) {
    const HamsHydrostatics h = read_hydrostatic_input(*file);
    body.restoring_stiffness = h.restoring / (kDensity * kGravity);
    body.displaced_volume = h.mass(0, 0) / kDensity;
    if ((h.cg - control.center).norm() > 1e-6) {
      data.notes.push_back(
          fmt::format("moments are about Reference_body_center, z = {:g} m; the centre of gravity lies at z = {:g} m",
                      control.center.z(), h.cg.z()));
    }
    data.notes.push_back("displaced volume from the body mass; HAMS gives no centre of buoyancy: cb is set to cg");
  } else {
    data.notes.push_back("no Hydrostatic.in: the hydrostatic stiffness and the volume are 0");
  }
  body.cb = body.cg;
  data.bodies.push_back(std::move(body));

  const FirstColumn first{control.output, control.depth};
  const std::filesystem::path radiation_path = require(tables, "Buoy.1", data.file);
  Coefficients c;
  std::vector<double> value;
  std::vector<int> count;
  Filled filled, limits;
  TextFile file;
  load_text(radiation_path, file);
  Reporter report(file);
  std::vector<std::string_view> fields;
  for (std::size_t k = 0; k < file.lines.size(); ++k) {
    split_fields(file.lines[k], fields);
    if (fields.empty()) continue;
    const long l = static_cast<long>(k);
    double v = 0.0, AB[2] = {0.0, 0.0};
    if (!report.numbers(l, fields, 0, 1, "frequency column", &v)) continue;
    const bool limit = first.zero(v) || first.infinite(v);
    const long i = fields.size() > 2 ? parse_integer(fields[1]).value_or(0) : 0;
    const long j = fields.size() > 2 ? parse_integer(fields[2]).value_or(0) : 0;
    if (i < 1 || j < 1 || i > 6 || j > 6) {
      report.error(l, "two degrees of freedom from 1 to 6 are expected after the frequency",
                   "HAMS has one body; copy the file again");
      continue;
    }
    if (!report.numbers(l, fields, 3, limit ? 1 : 2, "added mass and damping row", AB)) continue;
    const int r = static_cast<int>(i - 1), s = static_cast<int>(j - 1);
    if (limit) {
      auto& target = first.zero(v) ? c.added_mass_zero : c.added_mass_infinite;
      if (!target) target = MatrixX::Zero(6, 6);
      (*target)(r, s) = AB[0];
      limits.add(first.zero(v) ? 0 : 1, r + 1, s + 1);
      continue;
    }
    if (!(v > 0.0)) {
      report.error(l, fmt::format("the frequency column = {} must be above 0", v), "correct the row");
      continue;
    }
    if (value.empty() || value.back() != v) {
      value.push_back(v);
      count.push_back(0);
      c.omega.push_back(first.omega(v));
      c.added_mass.push_back(MatrixX::Zero(6, 6));
      c.damping.push_back(MatrixX::Zero(6, 6));
    }
    c.added_mass.back()(r, s) = AB[0];
    c.damping.back()(r, s) = AB[1];
    ++count.back();
    filled.add(count.size() - 1, r + 1, s + 1);
  }
  report.check_last_line();
  for (std::size_t k = 0; k < count.size(); ++k) {
    if (count[k] != count[0])
      report.error(-1,
                   fmt::format("{} rows for the frequency column {:g}, {} for the first", count[k], value[k], count[0]),
                   "the file is cut off; copy it again");
  }
  if (value.empty()) report.error(-1, "holds no finite frequency", "is the file complete?");
  report.throw_if_errors();
  filled.check(file.name, [&](std::size_t k) { return fmt::format("the frequency column {:g}", value[k]); });
  if (limits.count(0) != 0 && limits.count(1) != 0)
    limits.check(file.name, [](std::size_t k) { return std::string(k == 0 ? "zero" : "infinite") + " frequency"; });

  const std::filesystem::path force_path = require(tables, "Buoy.3", data.file);
  std::vector<ForceRow> rows;
  for (ForceRow row : read_wamit_3(force_path)) {
    if (!(row.period > 0.0)) continue;
    row.period = 2.0 * kPi / first.omega(row.period);  // place_forces looks for periods
    if (!nearest_index(c.direction, row.heading, 1e-9, 1e-9)) c.direction.push_back(row.heading);
    rows.push_back(row);
  }
  if (!place_forces(rows, force_path, c, 6, c.excitation, data.notes)) {
    fail_input(shown(force_path), -1, "has other frequencies than Buoy.1", "do both belong to the same run?");
  }
  (void)options;
  assemble(std::move(c), data);
  return data;
}

}  // namespace swell::bemio

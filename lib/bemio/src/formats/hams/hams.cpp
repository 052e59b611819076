// HAMS: one body; WAMIT-like numeric files with HAMS's own scaling and conventions.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "files/hydrostatics_files.h"
#include "files/read_coefficients.h"
#include "formats/format_row.h"
#include "formats/wamit/wamit_numeric.h"

namespace swell::bemio {
namespace {

constexpr double kHamsDensity = 1025.0, kHamsGravity = 9.80665;  // fixed in the program

enum class Output { deep_wavenumber = 1, wavenumber, omega, period, wavelength };

struct Control {
  std::optional<double> depth;
  Output output = Output::period;
  std::optional<long> frequencies;  // announced; a first and a step are written as a negative count
  bool named = false;               // the type of the output; without it, that of the input
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
    } else if ((key == "output_frequency_type" && !control.named) || (key == "input_frequency_type" && !output)) {
      const auto type = parse_integer(fields[1]);
      if (!type || *type < 1 || *type > 5) continue;  // the explanation at the end of the file has the same word
      control.output = static_cast<Output>(*type);
      control.named = key[0] == 'o';
      output = true;
    } else if (key == "number_of_frequencies") {
      control.frequencies = parse_integer(fields[1]);
    } else if (key == "reference_body_center") {
      double v[3];
      if (report.numbers(l, fields, 1, 3, "reference body center", v)) control.center = Vector3(v[0], v[1], v[2]);
    }
  }
  if (!depth) report.error(-1, "the line Waterdepth is missing", "is this HAMS's ControlFile.in?");
  if (!output)
    report.error(-1, "the line Output_frequency_type is missing",
                 "without it the first column of the tables has no unit");
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

// A rigid body has one mass; where one of the three places says another, the two others hold.
double mass_of(const Matrix6& M, const std::string& file, std::vector<std::string>& notes) {
  std::array<double, 3> m{M(0, 0), M(1, 1), M(2, 2)};
  std::sort(m.begin(), m.end());
  if (m[2] - m[0] > 1e-4 * std::abs(m[2])) {
    notes.push_back(fmt::format(
        "{}: the masses (1,1), (2,2), (3,3) = {:g}, {:g}, {:g} kg differ, those of a rigid body do not: the volume is "
        "that of the middle one, {:g} kg",
        file, M(0, 0), M(1, 1), M(2, 2), m[1]));
  }
  return m[1];
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
    const auto finite = [&](double k) { return std::sqrt(kHamsGravity * k * (depth ? std::tanh(k * *depth) : 1.0)); };
    switch (output) {
      case Output::deep_wavenumber:
        return std::sqrt(kHamsGravity * v);
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

void forces(const std::filesystem::path& path, const FirstColumn& first, bool keep_gaps, Coefficients& c,
            hydro::HydroData& data) {
  std::vector<ForceRow> rows;
  for (ForceRow row : read_wamit_3(path, keep_gaps, data.notes)) {
    row.period = 2.0 * kPi / first.omega(row.period);  // place_forces looks for periods
    if (!nearest_index(c.direction, row.heading, 1e-9, 1e-9)) c.direction.push_back(row.heading);
    rows.push_back(row);
  }
  if (!place_forces(rows, path, c, 6, c.excitation, data.notes)) {
    fail_input(shown(path), -1, "has other frequencies than the .1",
               "do both belong to the same run? Leave it out (--ignore .3)");
  }
}

hydro::HydroData read_hams(const std::filesystem::path& path, const std::filesystem::path& named,
                           const ReadOptions& options) {
  Control control = read_control(path);
  hydro::HydroData data;
  data.file = shown(named.empty() ? path : named);
  data.code = "HAMS";
  data.density = kHamsDensity;
  data.gravity = kHamsGravity;
  data.water_depth = control.depth;
  const std::filesystem::path input = path.parent_path();
  const std::filesystem::path root = input.empty() ? std::filesystem::path("..") : input.parent_path();
  const auto output = find_ignoring_case(root, "Output").value_or(root / "Output");
  // A file that was named is the one that is read, with those of its own folder and name.
  const std::filesystem::path tables =
      !named.empty() ? named.parent_path()
                     : find_ignoring_case(output, "Wamit_format").value_or(output / "Wamit_format");
  const std::string stem = named.empty() ? "Buoy" : named.stem().string();
  if (!control.named) {
    data.notes.emplace_back(
        "no Output_frequency_type in ControlFile.in: the first column of the tables is taken to be of the input's "
        "type");
  }
  hydro::HydroBody body;
  body.name = stem;
  body.cg = control.center;
  body.restoring_stiffness = MatrixX::Zero(6, 6);
  const auto file = options.ignores(".in") ? std::nullopt : find_ignoring_case(input, "Hydrostatic.in");
  const auto hst = options.ignores(".hst") ? std::nullopt : find_ignoring_case(tables, stem + ".hst");
  const auto input_matrices = [&] {
    const HamsHydrostatics h = read_hydrostatic_input(*file);
    body.restoring_stiffness = h.restoring / (kHamsDensity * kHamsGravity);
    body.displaced_volume = mass_of(h.mass, shown(*file), data.notes) / kHamsDensity;
    if ((h.cg - control.center).norm() > 1e-6) {
      body.moments_about_cg = false;
      data.notes.push_back(
          fmt::format("moments are about Reference_body_center, z = {:g} m; the centre of gravity lies at z = {:g} m",
                      control.center.z(), h.cg.z()));
    }
    data.notes.push_back("displaced volume from the body mass; HAMS gives no centre of buoyancy: cb is set to cg");
  };
  const char* const what = "volume and hydrostatic stiffness of Hydrostatic.in";
  if (!file || !optional_part(what, ".in", data.notes, input_matrices)) {
    const bool given = hst && optional_part("the hydrostatic stiffness", ".hst", data.notes,
                                            [&] { body.restoring_stiffness = read_wamit_hst(*hst, 6); });
    data.notes.push_back(
        fmt::format("{}the volume is 0, the hydrostatic stiffness {}",
                    file ? "without Hydrostatic.in " : "no Hydrostatic.in: ", given ? "from the .hst" : "0"));
  }
  body.cb = body.cg;
  data.bodies.push_back(std::move(body));

  const FirstColumn first{control.output, control.depth};
  const std::filesystem::path radiation_path = require(tables, stem + ".1", data.file);
  Coefficients c;
  std::vector<double> value;
  Filled filled, limits;
  const std::string radiation_name = shown(radiation_path);
  for (const RadiationRow& row : read_wamit_1(radiation_path, options.keeps_gaps())) {
    if (row.i > 6 || row.j > 6) {
      fail_input(radiation_name, row.line, fmt::format("degrees of freedom {} {} must be 1 to 6", row.i, row.j),
                 "HAMS has one body; copy the file again");
    }
    const bool zero = first.zero(row.period), infinite = first.infinite(row.period);
    if (zero || infinite) {
      auto& target = zero ? c.added_mass_zero : c.added_mass_infinite;
      if (!target) target = MatrixX::Zero(6, 6);
      (*target)(row.i - 1, row.j - 1) = row.A;
      limits.add(zero ? 0 : 1, row.i, row.j);
      continue;
    }
    if (value.empty() || value.back() != row.period) {
      value.push_back(row.period);
      c.omega.push_back(first.omega(row.period));
      c.added_mass.push_back(MatrixX::Zero(6, 6));
      c.damping.push_back(MatrixX::Zero(6, 6));
    }
    c.added_mass.back()(row.i - 1, row.j - 1) = row.A;
    c.damping.back()(row.i - 1, row.j - 1) = row.B;
    filled.add(value.size() - 1, row.i, row.j);
  }
  if (value.empty())
    fail_input(radiation_name, -1, "holds no finite frequency",
               "the file is cut off or of a run that was stopped; copy it again or run HAMS again");
  if (control.frequencies && std::abs(*control.frequencies) != static_cast<long>(value.size()))
    data.notes.push_back(fmt::format("{} holds {} frequencies, ControlFile.in announces {}: is it cut off?",
                                     radiation_path.filename().string(), value.size(), std::abs(*control.frequencies)));
  filled.check(radiation_name, [&](std::size_t k) { return fmt::format("the frequency column {:g}", value[k]); });
  if (limits.count(0) != 0 && limits.count(1) != 0)
    limits.check(radiation_name,
                 [](std::size_t k) { return std::string(k == 0 ? "zero" : "infinite") + " frequency"; });

  const auto excitation = options.ignores(".3") ? std::nullopt : find_ignoring_case(tables, stem + ".3");
  if (excitation)
    forces(*excitation, first, options.keeps_gaps(), c, data);
  else
    data.notes.push_back(fmt::format("{}.3 does not exist or is ignored: there is no excitation", stem));
  if (options.like_bemio) data.notes.emplace_back("BEMIO does not read HAMS: there is nothing to be like");
  assemble(std::move(c), data, options.keeps_gaps());
  return data;
}

}  // namespace

Reader hams_reader() {
  Reader row{"hams", "HAMS", Sense::lead, {"Input/ControlFile.in", "ControlFile.in"}};
  row.words = "hams control file";
  row.accompanying = {".in"};
  row.detect = [](const Named& named) -> std::optional<Source> {
    if (named.name == "controlfile.in") return Source{named.path};
    const std::filesystem::path folder = std::filesystem::absolute(named.path).parent_path();
    if (!is_wamit_numeric(named) || lower_case(folder.filename().string()) != "wamit_format") return std::nullopt;
    const auto input = find_ignoring_case(folder.parent_path().parent_path(), "Input");
    const auto control = input ? find_ignoring_case(*input, "ControlFile.in") : std::nullopt;
    if (!control) return std::nullopt;
    return Source{*control, named.path};
  };
  row.read = [](const Source& source, const ReadOptions& options) {
    return read_hams(source.file, source.tables, options);
  };
  return row;
}

}  // namespace swell::bemio

// WAMIT's .mmx (mass matrices) and .10-.12 (quadratic transfer functions).
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "files/qtf_rows.h"
#include "files/qtf_square.h"
#include "formats/wamit/wamit_numeric.h"

namespace swell::bemio {
namespace {

// Numbers after the last colon or parenthesis of a labelled line.
bool labelled(Reporter& report, long l, std::string_view line, char mark, std::size_t count, const char* what,
              double* out) {
  const std::size_t at = line.rfind(mark);
  if (at == std::string_view::npos) return false;
  return report.numbers(l, split_fields(line.substr(at + 1)), 0, count, what, out);
}

}  // namespace

Mmx read_wamit_mmx(const std::filesystem::path& path) {
  TextFile file;
  load_text(path, file);
  Reporter report(file);
  Mmx mmx;
  long announced = 0;
  std::vector<std::string_view> fields;
  struct Entry {
    int i, j;
    double value[3];
  };
  std::vector<std::vector<Entry>> entries;
  const auto once = [&](long l, long& line, const char* what) {
    if (line >= 0) report.error(l, fmt::format("the {} occurs twice", what), "copy the file again");
    line = l;
  };
  for (std::size_t k = 0; k < file.lines.size(); ++k) {
    const std::string_view line = trimmed(file.lines[k]);
    const long l = static_cast<long>(k);
    if (line.empty()) continue;
    double v[3] = {0.0, 0.0, 0.0};
    if (line.rfind("Gravity:", 0) == 0) {
      split_fields(line, fields);
      if (report.numbers(l, fields, 1, 1, "gravity", &mmx.gravity) &&
          report.numbers(l, fields, 4, 1, "length scale", &mmx.length)) {
        if (mmx.line >= 0) report.error(l, "gravity and length scale appear twice", "copy the file again");
        mmx.line = l;
        if (!(mmx.gravity > 0.0) || !(mmx.length > 0.0))
          report.error(l, "gravity and length scale must be numbers above 0", "correct the line");
      }
    } else if (line.rfind("NBODY", 0) == 0) {
      split_fields(line, fields);
      const auto number = fields.size() > 2 ? parse_integer(fields[2]) : std::nullopt;
      if (!number || *number < 1) report.fail(l, "NBODY must be a number of bodies");
      announced = *number;
      mmx.bodies_line = l;
    } else if (line.rfind("Volumes", 0) == 0) {
      mmx.bodies.emplace_back();
      mmx.bodies.back().volumes_line = l;
      entries.emplace_back();
      if (labelled(report, l, line, ':', 3, "volumes", v)) mmx.bodies.back().volumes = Vector3(v[0], v[1], v[2]);
    } else if (mmx.bodies.empty()) {
      continue;
    } else if (line.rfind("Center of Buoyancy", 0) == 0) {
      if (labelled(report, l, line, ':', 3, "center of buoyancy", v)) mmx.bodies.back().cb = Vector3(v[0], v[1], v[2]);
      once(l, mmx.bodies.back().cb_line, "center of buoyancy");
    } else if (line.rfind("Center of Gravity", 0) == 0) {
      if (labelled(report, l, line, ')', 3, "center of gravity", v)) mmx.bodies.back().cg = Vector3(v[0], v[1], v[2]);
      once(l, mmx.bodies.back().cg_line, "center of gravity");
    } else if (line.rfind("External force", 0) == 0) {
      mmx.bodies.back().external = true;
    } else if (line[0] >= '0' && line[0] <= '9') {
      split_fields(line, fields);
      const std::size_t count = mmx.bodies.back().external ? 3 : 1;
      const long i = parse_integer(fields[0]).value_or(0);
      const long j = fields.size() > 1 ? parse_integer(fields[1]).value_or(0) : 0;
      if (i < 1 || j < 1 || i > 10000 || j > 10000) {
        report.error(l, "a row of the mass matrix must begin with two dof numbers", "correct the row");
        continue;
      }
      Entry entry{static_cast<int>(i), static_cast<int>(j), {0.0, 0.0, 0.0}};
      if (report.numbers(l, fields, 2, count, "mass matrix row", entry.value)) entries.back().push_back(entry);
    }
  }
  const char* const kRemedy = "the file is cut off or damaged; copy it again or leave it out (--ignore .mmx)";
  if (mmx.line < 0) report.error(-1, "the line \"Gravity: .. Length scale: ..\" is missing", kRemedy);
  if (mmx.bodies_line < 0) report.error(-1, "the line \"NBODY = ..\" is missing", kRemedy);
  if (mmx.bodies_line >= 0 && announced != static_cast<long>(mmx.bodies.size())) {
    report.error(mmx.bodies_line, fmt::format("{} bodies found, {} announced (NBODY)", mmx.bodies.size(), announced),
                 kRemedy, std::to_string(mmx.bodies.size()), std::to_string(announced));
  }
  for (std::size_t b = 0; b < mmx.bodies.size(); ++b) {
    const MmxBody& body = mmx.bodies[b];
    for (const auto& [line, what] : {std::pair{body.cb_line, "buoyancy"}, std::pair{body.cg_line, "gravity"}}) {
      if (line < 0)
        report.error(body.volumes_line, fmt::format("body {}: the line \"Center of {}\" is missing", b + 1, what),
                     kRemedy);
    }
  }
  for (std::size_t b = 0; b < mmx.bodies.size(); ++b) {
    int n = 0;
    for (const Entry& e : entries[b]) n = std::max({n, e.i, e.j});
    n = std::max(n, 6);
    if (entries[b].size() != static_cast<std::size_t>(n) * static_cast<std::size_t>(n)) {
      report.error(
          mmx.bodies[b].volumes_line,
          fmt::format("body {}: {} rows of the mass matrix found, {} expected", b + 1, entries[b].size(), n * n),
          kRemedy);
      continue;
    }
    MmxBody& body = mmx.bodies[b];
    Filled filled;
    for (const Entry& e : entries[b]) filled.add(0, e.i, e.j);
    filled.check(shown(path), [&](std::size_t) { return fmt::format("the mass matrix of body {}", b + 1); });
    body.mass = body.damping = body.stiffness = MatrixX::Zero(n, n);
    for (const Entry& e : entries[b]) {
      body.mass(e.i - 1, e.j - 1) = e.value[0];
      body.damping(e.i - 1, e.j - 1) = e.value[1];
      body.stiffness(e.i - 1, e.j - 1) = e.value[2];
    }
  }
  report.throw_if_errors();
  return mmx;
}

void apply_wamit_mmx(const std::filesystem::path& main, const ReadOptions& options, hydro::HydroData& data) {
  const bool modes = std::any_of(data.bodies.begin(), data.bodies.end(), [](const auto& b) { return b.dof > 6; });
  if (!modes || options.ignores(".mmx")) return;
  const auto path = find_accompanying(main, ".mmx");
  if (!path) {
    data.notes.push_back("no .mmx beside the .out: mass, damping and stiffness of the generalised modes are unknown");
    return;
  }
  Mmx mmx;
  if (!optional_part("mass, damping and stiffness of the modes", ".mmx", data.notes,
                     [&] { mmx = read_wamit_mmx(*path); }))
    return;
  if (mmx.bodies.size() != data.bodies.size()) {
    data.notes.push_back(fmt::format("{} not used: it holds {} bodies, the run {}", path->filename().string(),
                                     mmx.bodies.size(), data.bodies.size()));
    return;
  }
  for (std::size_t b = 0; b < data.bodies.size(); ++b) {
    hydro::HydroBody& body = data.bodies[b];
    const int m = body.dof, size = static_cast<int>(mmx.bodies[b].mass.rows());
    if (size != m) {
      data.notes.push_back(
          fmt::format("{}: {} dofs for body {}, {} in the .out: not used", path->filename().string(), size, b + 1, m));
      continue;
    }
    const double unit = mmx.bodies[b].external ? 1.0 : data.density.value_or(1000.0);
    body.external_mass = unit * mmx.bodies[b].mass;
    if (!body.external_mass.allFinite())
      fail_input(shown(*path), -1, fmt::format("a mass of body {} is beyond all numbers, times the density", b + 1),
                 "correct the file");
    body.external_damping = mmx.bodies[b].damping;
    body.external_stiffness = mmx.bodies[b].stiffness;
    body.generalised_mass = body.external_mass.bottomRightCorner(m - 6, m - 6);
    body.generalised_damping = body.external_damping.bottomRightCorner(m - 6, m - 6);
    body.generalised_stiffness = body.external_stiffness.bottomRightCorner(m - 6, m - 6);
  }
  data.notes.push_back("mass, damping and stiffness of the modes from " + path->filename().string());
}

namespace {

void add_qtf(const std::filesystem::path& path, char kind, const WamitScale& scale, hydro::HydroData& data) {
  const QtfRows table = read_qtf_rows(path, data.total_dof());
  std::vector<bool> given(static_cast<std::size_t>(data.total_dof()), false);
  for (const QtfRow& row : table.rows) {
    std::size_t b = data.bodies.size() - 1;
    while (b > 0 && data.first_dof(b) > row.dof) --b;
    auto& own = kind == 's' ? data.bodies[b].qtf_sum : data.bodies[b].qtf_difference;
    own.resize(static_cast<std::size_t>(data.bodies[b].dof));
    own[static_cast<std::size_t>(row.dof - data.first_dof(b))].push_back(
        {row.first, row.second, row.heading_i, row.heading_j, scale.drift(row.dof) * row.value});
    given[static_cast<std::size_t>(row.dof)] = true;
  }
  for (hydro::HydroBody& body : data.bodies) {
    for (auto& list : kind == 's' ? body.qtf_sum : body.qtf_difference)
      complete_qtf(list, kind == 's', table.file, data.notes);
  }
  std::string without;
  for (std::size_t i = 0; i < given.size(); ++i) {
    if (!given[i]) without += fmt::format(" {}", i + 1);
  }
  if (!without.empty())
    data.notes.push_back(
        fmt::format("{} holds no second-order force of the dofs{}", path.filename().string(), without));
  data.notes.push_back("quadratic transfer function from " + path.filename().string());
}

}  // namespace

void read_wamit_qtf(const std::filesystem::path& main, const ReadOptions& options, const WamitScale& scale,
                    hydro::HydroData& data) {
  // .12 (momentum and control surface) over .11 (pressure, indirect) over .10: one table per kind.
  for (const char kind : {'s', 'd'}) {
    for (const char* number : {".12", ".11", ".10"}) {
      const std::string extension = std::string(number) + kind;
      const auto path = options.ignores(extension) ? std::nullopt : find_accompanying(main, extension);
      if (!path) continue;
      if (optional_part("the quadratic transfer function of " + path->filename().string(), extension.c_str(),
                        data.notes, [&] { add_qtf(*path, kind, scale, data); }))
        break;
      for (hydro::HydroBody& body : data.bodies) (kind == 's' ? body.qtf_sum : body.qtf_difference).clear();
    }
  }
}

}  // namespace swell::bemio

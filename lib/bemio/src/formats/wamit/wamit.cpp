// WAMIT: the main output with its accompanying files, or the numeric files alone, into HydroData.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <fstream>
#include <set>

#include "files/read_coefficients.h"
#include "formats/format_row.h"
#include "formats/wamit/openfast.h"
#include "formats/wamit/ss_file.h"
#include "formats/wamit/wamit_numeric.h"
#include "formats/wamit/wamit_out.h"
#include "swell/hydro/plausible.h"

namespace swell::bemio {
namespace {

double median(const Vector3& v) { return std::max(std::min(v[0], v[1]), std::min(std::max(v[0], v[1]), v[2])); }

// Dofs per body: six each, and the modes that .cfg names. A single body owns whatever there is.
std::vector<int> dofs_per_body(const std::filesystem::path& main, const ReadOptions& options, std::size_t bodies,
                               int total, hydro::HydroData& data) {
  std::error_code code;
  const auto size = std::filesystem::file_size(main, code);
  check_allocation(static_cast<double>(total) * total, code ? 0 : static_cast<std::size_t>(size), 1.0, data.file);
  std::vector<int> dof(bodies, 6);
  std::vector<int> modes;
  const auto cfg = options.ignores(".cfg") ? std::nullopt : find_accompanying(main, ".cfg");
  if (cfg) modes = read_wamit_cfg(*cfg, bodies);
  if (!modes.empty()) {
    for (std::size_t b = 0; b < bodies; ++b) dof[b] += modes[b];
  } else if (bodies == 1 && total > 6) {
    dof[0] = total;
    data.notes.push_back(fmt::format("{} generalised modes, counted from the rows", total - 6));
  }
  int sum = 0;
  for (const int m : dof) sum += m;
  if (sum != total && !(total < sum && modes.empty())) {
    fail_input(
        data.file, -1,
        fmt::format("{} degrees of freedom in the rows, {} expected for {} bodies{}", total, sum, bodies,
                    modes.empty() ? "" : " with the modes of " + cfg->filename().string()),
        modes.empty()
            ? "with generalised modes the .cfg (NEWMDS) must lie beside the .out; otherwise the body count is wrong"
            : "does the .cfg belong to this run?");
  }
  return dof;
}

// Every block of the .out has the rows of the first one: added mass, and each kind of force under each heading.
void check_places(const WamitOut& out, const std::string& file) {
  std::vector<const WamitBlock*> finite, all;
  for (const WamitBlock& block : out.blocks) {
    if (block.kind == WamitBlock::Kind::finite) finite.push_back(&block);
  }
  all = finite;  // first, so that the limits are compared with them
  for (const WamitBlock& block : out.blocks) {
    if (block.kind != WamitBlock::Kind::finite) all.push_back(&block);
  }
  const auto name = [&](std::size_t b) {
    return all[b]->kind == WamitBlock::Kind::finite           ? fmt::format("the period {:g} s", all[b]->period)
           : all[b]->kind == WamitBlock::Kind::zero_frequency ? std::string("the infinite period")
                                                              : std::string("the period zero");
  };
  Filled radiation;
  for (std::size_t b = 0; b < all.size(); ++b) {
    for (const WamitRadiation& r : all[b]->radiation) radiation.add(b, r.i, r.j);
  }
  radiation.check(file, name);
  for (const auto member : {&WamitBlock::diffraction, &WamitBlock::haskind, &WamitBlock::momentum,
                            &WamitBlock::control_surface, &WamitBlock::pressure}) {
    Filled forces;
    std::vector<double> headings;
    for (std::size_t b = 0; b < finite.size(); ++b) {
      for (const WamitForce& f : finite[b]->*member) {
        auto at = std::find(headings.begin(), headings.end(), f.heading);
        if (at == headings.end()) at = headings.insert(headings.end(), f.heading);
        forces.add(b, f.i, static_cast<int>(at - headings.begin()) + 1);
      }
    }
    forces.check(file, [&](std::size_t b) { return name(b) + " (dof and number of the heading)"; });
  }
}

Coefficients coefficients_of(const WamitOut& out, const WamitScale& scale, int n, std::size_t bytes,
                             const std::string& file) {
  Coefficients c;
  std::size_t finite = 0;
  std::vector<double> headings;
  const WamitBlock* first = nullptr;
  for (const WamitBlock& block : out.blocks) {
    if (block.kind != WamitBlock::Kind::finite) continue;
    ++finite;
    if (!first) first = &block;
  }
  for (const auto* list :
       {&first->diffraction, &first->haskind, &first->momentum, &first->control_surface, &first->pressure}) {
    for (const WamitForce& f : *list) {
      if (std::find(c.direction.begin(), c.direction.end(), f.heading) == c.direction.end())
        c.direction.push_back(f.heading);
    }
  }
  const bool radiates =
      std::any_of(out.blocks.begin(), out.blocks.end(), [](const auto& b) { return !b.radiation.empty(); });
  std::vector<bool> has_rows(static_cast<std::size_t>(n), false);
  for (const WamitRadiation& r : first->radiation) has_rows[static_cast<std::size_t>(r.i - 1)] = true;
  for (int body = 0; radiates && body + 6 <= n; body += 6) {
    if (std::none_of(has_rows.begin() + body, has_rows.begin() + body + 6, [](bool has) { return has; })) {
      fail_input(file, first->line, fmt::format("no added mass in the rows {} to {}", body + 1, body + 6),
                 "more bodies are described than the coefficients cover; run WAMIT again");
    }
  }
  // With symmetries a row of the file stands for up to four entries, and it has 30 characters.
  check_allocation(2.0 * static_cast<double>(finite) * n * n, bytes, 1.0, file);
  check_allocation(2.0 * static_cast<double>(finite) * n * static_cast<double>(c.direction.size()), bytes, 2.0, file);
  const std::size_t directions = c.direction.size();
  const bool haskind = first->diffraction.empty() && !first->haskind.empty();
  if (!first->diffraction.empty() || haskind) c.excitation = zero_forces(directions, finite, n);
  if (!first->momentum.empty()) c.drift_momentum = zero_drift(directions, finite, n);
  if (!first->control_surface.empty()) c.drift_control_surface = zero_drift(directions, finite, n);
  if (!first->pressure.empty()) c.drift_pressure = zero_drift(directions, finite, n);
  check_places(out, file);
  std::size_t k = 0;
  for (const WamitBlock& block : out.blocks) {
    MatrixX A = MatrixX::Zero(n, n), B = MatrixX::Zero(n, n);
    for (const WamitRadiation& r : block.radiation) {
      A(r.i - 1, r.j - 1) = r.A * scale.mass(r.i - 1, r.j - 1);
      B(r.i - 1, r.j - 1) = r.B * scale.mass(r.i - 1, r.j - 1);
    }
    if (block.kind == WamitBlock::Kind::zero_frequency) c.added_mass_zero = A;
    if (block.kind == WamitBlock::Kind::infinite_frequency) c.added_mass_infinite = A;
    if (block.kind != WamitBlock::Kind::finite) continue;
    c.omega.push_back(2.0 * kPi / block.period);
    if (radiates) {
      c.added_mass.push_back(std::move(A));
      c.damping.push_back(std::move(B));
    }
    const auto direction = [&](const WamitForce& f) {
      const auto at = std::find(c.direction.begin(), c.direction.end(), f.heading);
      if (at == c.direction.end()) {
        fail_input(file, block.line, fmt::format("wave heading {:g} deg does not occur in the first period", f.heading),
                   "every period must have the same headings");
      }
      return static_cast<std::size_t>(at - c.direction.begin());
    };
    for (const WamitForce& f : haskind ? block.haskind : block.diffraction) {
      c.excitation[direction(f)][k][f.i - 1] = f.value * scale.force(f.i - 1);
    }
    const auto drift = [&](const std::vector<WamitForce>& list, DriftTable& table) {
      for (const WamitForce& f : list) table[direction(f)][k][f.i - 1] = f.value.real() * scale.drift(f.i - 1);
    };
    drift(block.momentum, c.drift_momentum);
    drift(block.control_surface, c.drift_control_surface);
    drift(block.pressure, c.drift_pressure);
    ++k;
  }
  return c;
}

void scale_forces(ForceTable& table, const WamitScale& scale) {
  for (auto& direction : table) {
    for (Eigen::VectorXcd& X : direction) {
      for (Eigen::Index i = 0; i < X.size(); ++i) X[i] *= scale.force(static_cast<int>(i));
    }
  }
}

void numeric_forces(const std::filesystem::path& main, const ReadOptions& options, const WamitScale& scale, int n,
                    Coefficients& c, hydro::HydroData& data) {
  const auto use = [&](const char* extension, ForceTable& table, const char* what) {
    const auto path = options.ignores(extension) ? std::nullopt : find_accompanying(main, extension);
    if (!path) return false;
    ForceTable read;
    bool placed = false;
    const bool sound = optional_part(path->filename().string(), extension, data.notes, [&] {
      placed = place_forces(read_wamit_3(*path, options.keeps_gaps(), data.notes), *path, c, n, read, data.notes);
    });
    if (!sound || !placed) return false;
    scale_forces(read, scale);
    // A phase in whole degrees is within 0.0087 of the modulus; another mesh, draught or depth is not within 5 %.
    // Haskind's forces (.2) may be further from those of diffraction, by the mesh.
    const double apart = std::string(extension) == ".2" ? 0.0 : largest_difference(read, table);
    data.notes.push_back(fmt::format("{} from {}", what, path->filename().string()));
    if (apart > 0.05)
      data.notes.push_back(fmt::format(
          "{} differs from the .out by {:.2g} % of a motion's largest force: do both belong to the same run? "
          "(--ignore {} takes the .out)",
          path->filename().string(), 100.0 * apart, extension));
    table = std::move(read);
    return true;
  };
  if (!options.like_bemio && !use(".3", c.excitation, "excitation") &&
      !use(".2", c.excitation, "excitation (Haskind)") && !c.excitation.empty()) {
    data.notes.push_back("excitation from the .out, phases in whole degrees: a .3 beside it would be more precise");
  }
  use(".3fk", c.froude_krylov, "Froude-Krylov force");
  use(".3sc", c.scattering, "scattering force");
}

void numeric_drift(const std::filesystem::path& main, const ReadOptions& options, const WamitScale& scale, int n,
                   Coefficients& c, hydro::HydroData& data) {
  if (options.like_bemio) return;
  const auto use = [&](const char* extension, DriftTable& table, const char* what) {
    const auto path = options.ignores(extension) ? std::nullopt : find_accompanying(main, extension);
    if (!path) return;
    ForceTable forces;
    bool placed = false;
    const bool sound = optional_part(path->filename().string(), extension, data.notes, [&] {
      placed = place_forces(read_wamit_drift(*path, data.notes), *path, c, n, forces, data.notes);
    });
    if (!sound || !placed) return;
    DriftTable read = zero_drift(c.direction.size(), c.omega.size(), n);
    for (std::size_t d = 0; d < forces.size(); ++d) {
      for (std::size_t k = 0; k < forces[d].size(); ++k) {
        for (int i = 0; i < n; ++i) read[d][k][i] = forces[d][k][i].real() * scale.drift(i);
      }
    }
    table = std::move(read);
    data.notes.push_back(fmt::format("mean drift ({}) from {}", what, path->filename().string()));
  };
  use(".7", c.drift_control_surface, "control surface");
  use(".8", c.drift_momentum, "momentum conservation");
  use(".9", c.drift_pressure, "pressure integration");
}

// Bodies turned about z by PHIBODY give their coefficients in their own axes; HydroData wants axes parallel to the
// world.
void turn_to_world(const std::vector<WamitBody>& bodies, const std::vector<int>& dof, Coefficients& c,
                   hydro::HydroData& data) {
  int n = 0;
  for (const int m : dof) n += m;
  MatrixX R = MatrixX::Identity(n, n);
  int first = 0;
  bool turned = false;
  for (std::size_t b = 0; b < bodies.size(); ++b) {
    if (bodies[b].rotation != 0.0) {
      turned = true;
      const Matrix3 turn = Eigen::AngleAxisd(bodies[b].rotation * kDegree, Vector3::UnitZ()).toRotationMatrix();
      R.block<3, 3>(first, first) = turn;
      R.block<3, 3>(first + 3, first + 3) = turn;
      const MatrixX own = R.block(first, first, dof[b], dof[b]);
      data.bodies[b].restoring_stiffness = own * data.bodies[b].restoring_stiffness * own.transpose();
      data.bodies[b].cb = data.bodies[b].cg + turn * (data.bodies[b].cb - data.bodies[b].cg);
    }
    first += dof[b];
  }
  if (!turned) return;
  for (MatrixX& A : c.added_mass) A = R * A * R.transpose();
  for (MatrixX& B : c.damping) B = R * B * R.transpose();
  if (c.added_mass_infinite) c.added_mass_infinite = R * *c.added_mass_infinite * R.transpose();
  if (c.added_mass_zero) c.added_mass_zero = R * *c.added_mass_zero * R.transpose();
  for_forces(c, [&](Eigen::VectorXcd& X) { X = R.cast<std::complex<double>>() * X; });
  for (DriftTable* table : {&c.drift_control_surface, &c.drift_momentum, &c.drift_pressure}) {
    for (auto& direction : *table) {
      for (VectorX& F : direction) F = R * F;
    }
  }
  data.notes.push_back("coefficients turned by PHIBODY into axes parallel to the world's");
}

hydro::HydroData read_wamit_out(const std::filesystem::path& path, const ReadOptions& options) {
  TextFile file;
  load_text(path, file);
  WamitOut out;
  scan_wamit_out(file, out, options.keeps_gaps());
  hydro::HydroData data;
  data.file = shown(path);
  data.code = "WAMIT";
  data.gravity = out.gravity;
  data.density = out.density;
  data.water_depth = out.depth;
  if (!out.density) data.notes.push_back("the .out does not name the water density: 1000 kg/m^3 by convention");
  if (out.drift_not_a_number > 0)
    data.notes.push_back(fmt::format("{} mean drift values were NaN: set to 0", out.drift_not_a_number));
  if (out.bidirectional_drift > 0) data.notes.push_back("mean drift of two headings at once is left out");
  const std::vector<int> dof = dofs_per_body(path, options, out.bodies.size(), std::max(out.dof, 6), data);
  WamitScale scale;
  scale.length = out.length;
  scale.rotation = rotation_flags(dof);
  const int n = static_cast<int>(scale.rotation.size());
  for (std::size_t b = 0; b < out.bodies.size(); ++b) {
    const WamitBody& from = out.bodies[b];
    hydro::HydroBody body;
    body.name = b < out.names.size() ? out.names[b] : fmt::format("body{}", b + 1);
    body.dof = dof[b];
    body.cg = from.origin;  // the reference point of every coefficient
    body.cb = from.origin + from.cb;
    body.displaced_volume = median(from.volumes);
    body.displaced_volume_xyz = from.volumes;
    body.restoring_stiffness = MatrixX::Zero(dof[b], dof[b]);
    for (int i = 0; i < 6; ++i) {
      for (int j = 0; j < 6; ++j) {
        body.restoring_stiffness(i, j) = from.C(i, j) * std::pow(out.length, 2 + (i > 2 ? 1 : 0) + (j > 2 ? 1 : 0));
      }
    }
    if (from.cg.norm() > 1e-3 * std::max(1.0, out.length)) {
      body.moments_about_cg = false;
      data.notes.push_back(
          fmt::format("body {}: WAMIT's centre of gravity lies ({:g}, {:g}, {:g}) m from XBODY; coefficients and "
                      "stiffness are about XBODY, which is taken as cg",
                      body.name, from.cg[0], from.cg[1], from.cg[2]));
    }
    data.bodies.push_back(std::move(body));
  }
  if (out.length != 1.0 && n > 6 * static_cast<int>(out.bodies.size())) {
    data.notes.push_back("generalised modes with a length scale other than 1: modes are scaled as translations");
  }
  Coefficients c = coefficients_of(out, scale, n, file.text.size(), data.file);
  if (c.added_mass.empty())
    data.notes.emplace_back("no added mass and damping in the .out: forces and hydrostatics alone");
  numeric_forces(path, options, scale, n, c, data);
  numeric_drift(path, options, scale, n, c, data);
  apply_wamit_hst(path, options, scale, data);
  apply_wamit_mmx(path, options, data);
  read_wamit_qtf(path, options, scale, data);
  const auto has_qtf = [](const hydro::HydroBody& b) { return !b.qtf_difference.empty() || !b.qtf_sum.empty(); };
  if (out.second_order && std::none_of(data.bodies.begin(), data.bodies.end(), has_qtf))
    data.notes.push_back("quadratic transfer functions of the .out are not read: put WAMIT's .12d and .12s beside it");
  if (!options.like_bemio) turn_to_world(out.bodies, dof, c, data);
  assemble(std::move(c), data, options.keeps_gaps());
  add_ss_beside(path, options, data);
  return data;
}

/// Added mass and damping of the .1, at these periods.
Coefficients radiation_of(const std::vector<RadiationRow>& rows, const std::filesystem::path& radiation_path,
                          const std::vector<double>& period, const WamitScale& scale, int n) {
  // A row of the file has 30 characters; it may be one of few of a system of several bodies.
  check_allocation(2.0 * static_cast<double>(period.size()) * n * n, std::filesystem::file_size(radiation_path), 10.0,
                   shown(radiation_path));
  Coefficients c;
  for (const double T : period) c.omega.push_back(2.0 * kPi / T);
  c.added_mass.assign(period.size(), MatrixX::Zero(n, n));
  c.damping.assign(period.size(), MatrixX::Zero(n, n));
  std::vector<std::size_t> count(period.size(), 0);
  Filled filled, zero, infinite;
  std::size_t k = 0;
  for (const RadiationRow& row : rows) {
    const int i = row.i - 1, j = row.j - 1;
    const double A = row.A * scale.mass(i, j), B = row.B * scale.mass(i, j);
    if (row.period > 0.0) {
      while (period[k] != row.period) ++k;  // in the order in which they were collected
      c.added_mass[k](i, j) = A;
      c.damping[k](i, j) = B;
      ++count[k];
      filled.add(k, row.i, row.j);
    } else {
      (row.period < 0.0 ? zero : infinite).add(0, row.i, row.j);
      auto& limit = row.period < 0.0 ? c.added_mass_zero : c.added_mass_infinite;
      if (!limit) limit = MatrixX::Zero(n, n);
      (*limit)(i, j) = A;
    }
  }
  for (std::size_t p = 0; p < period.size(); ++p) {
    if (count[p] != count[0]) {
      fail_input(shown(radiation_path), -1,
                 fmt::format("{} rows for the period {:g} s, {} for the first", count[p], period[p], count[0]),
                 "the file is cut off or rows are missing; copy it again");
    }
  }
  filled.check(shown(radiation_path), [&](std::size_t p) { return fmt::format("the period {:g} s", period[p]); });
  for (Filled* limit : {&zero, &infinite}) {
    limit->check(shown(radiation_path), [](std::size_t) { return std::string("a limit of the period"); });
    if (limit->count(0) != 0 && limit->count(0) != filled.count(0)) {
      fail_input(
          shown(radiation_path), -1,
          fmt::format("{} rows for a limit of the period, {} for the first period", limit->count(0), filled.count(0)),
          "the file is cut off or rows are missing; copy it again");
    }
  }
  return c;
}

/// Excitation, its parts and the drift forces from the files beside the .1.
void add_forces(const std::filesystem::path& path, const ReadOptions& options, const WamitScale& scale, int n,
                Coefficients& c, hydro::HydroData& data) {
  for (const char* extension : {".3", ".2"}) {
    const auto force_path = options.ignores(extension) ? std::nullopt : find_accompanying(path, extension);
    if (!force_path || !c.direction.empty()) continue;
    const std::vector<ForceRow> forces = read_wamit_3(*force_path, options.keeps_gaps(), data.notes);
    for (const ForceRow& row : forces) {
      if (!nearest_index(c.direction, row.heading, 1e-9, 1e-9)) c.direction.push_back(row.heading);
    }
    if (!place_forces(forces, *force_path, c, n, c.excitation, data.notes)) {
      fail_input(shown(*force_path), -1, "has other periods than the .1",
                 fmt::format("do the two files belong to the same run? Leave it out (--ignore {})", extension));
    }
    scale_forces(c.excitation, scale);
  }
  if (!c.direction.empty()) {
    ReadOptions parts = options;
    parts.like_bemio = true;  // the excitation is there already
    numeric_forces(path, parts, scale, n, c, data);
    numeric_drift(path, options, scale, n, c, data);
  } else {
    data.notes.push_back("no .3 beside the .1: there is no excitation");
  }
}

/// One body each: origin from the .pot, volume and centre of buoyancy from the .mmx, or of one body OpenFAST's.
void add_bodies(const std::string& stem, const std::vector<int>& dof, const std::optional<WamitPot>& pot,
                const Mmx& mmx, const std::optional<OpenFastInput>& fast, hydro::HydroData& data) {
  const std::size_t bodies = dof.size();
  for (std::size_t b = 0; b < bodies; ++b) {
    hydro::HydroBody body;
    body.name = bodies == 1 ? stem : fmt::format("{}{}", stem, b + 1);
    if (pot) {
      body.cg = pot->origin[b];  // the reference point of every coefficient
      if (!pot->names[b].empty()) body.name = pot->names[b];
    }
    body.cb = body.cg;
    body.dof = dof[b];
    if (b < mmx.bodies.size()) {
      body.cb += mmx.bodies[b].cb;
      body.displaced_volume = median(mmx.bodies[b].volumes);
      body.displaced_volume_xyz = mmx.bodies[b].volumes;
    } else if (fast && bodies == 1) {
      body.cb += Vector3(fast->cb_x.value_or(0.0), fast->cb_y.value_or(0.0), 0.0);
      body.displaced_volume = std::max(fast->volume.value_or(0.0), 0.0);
    }
    body.restoring_stiffness = MatrixX::Zero(dof[b], dof[b]);
    data.bodies.push_back(std::move(body));
  }
}

hydro::HydroData read_wamit_numeric(const std::filesystem::path& path, const ReadOptions& options) {
  const auto radiation_path = find_accompanying(path, ".1");
  if (!radiation_path) {
    fail_input(shown(path), -1, "has no .1 (added mass and damping) beside it",
               "name the .out, or put the .1 beside this file");
  }
  const std::vector<RadiationRow> rows = read_wamit_1(*radiation_path, options.keeps_gaps());
  hydro::HydroData data;
  data.file = shown(path);
  data.code = "WAMIT";
  const auto fast = options.ignores(".dat") ? std::nullopt : find_openfast(path);
  if (fast && fast->density && hydro::is_liquid(*fast->density)) data.density = fast->density;
  if (fast && fast->gravity && hydro::is_gravity(*fast->gravity)) data.gravity = fast->gravity;
  if (fast && fast->depth && *fast->depth > 0.0) data.water_depth = fast->depth;
  if (fast)
    data.notes.push_back(fmt::format(
        "water density {}, depth and length scale from OpenFAST's {}, where it names them (--ignore .dat leaves it "
        "out)",
        data.density ? fmt::format("{:g} kg/m^3", *data.density) : std::string("unknown (1000 kg/m^3)"), fast->file));
  data.notes.push_back(fmt::format("no .out: periods are taken to be in seconds{}",
                                   data.density ? "" : ", density 1000 kg/m^3 unless --density gives it"));
  const auto pot_path = options.ignores(".pot") ? std::nullopt : find_accompanying(path, ".pot");
  std::string why;
  const std::optional<WamitPot> pot = pot_path ? read_wamit_pot(*pot_path, why) : std::nullopt;
  if (pot) {
    data.water_depth = pot->depth;
    data.notes.push_back(fmt::format("water depth and origins of the bodies from {}", pot_path->filename().string()));
  } else {
    const char* const depth = data.water_depth ? "" : ": depth infinite";
    data.notes.push_back(pot_path ? why + "; it has another form than HBOT .. NBODY" + depth
                                  : std::string("no .out and no .pot") + depth);
  }
  Mmx mmx;
  const auto mmx_path = options.ignores(".mmx") ? std::nullopt : find_accompanying(path, ".mmx");
  const bool masses = mmx_path && optional_part("volumes and centres (.mmx)", ".mmx", data.notes,
                                                [&] { mmx = read_wamit_mmx(*mmx_path); });
  const bool scaled = !masses && fast && fast->length && *fast->length > 0.0;
  if (!masses)
    data.notes.push_back(
        fmt::format("no .out and no .mmx: volume and centre of buoyancy are {}, the length scale is {}",
                    fast && fast->volume ? "OpenFAST's" : "unknown",
                    scaled ? fmt::format("OpenFAST's {:g} m", *fast->length) : "taken to be 1"));
  int total = 6;
  std::vector<double> period;
  for (const RadiationRow& row : rows) {
    total = std::max({total, row.i, row.j});
    if (row.period > 0.0 && (period.empty() || row.period != period.back())) period.push_back(row.period);
  }
  if (period.empty()) {
    fail_input(shown(*radiation_path), -1, "holds no finite period", "is it complete?");
  }
  std::size_t bodies = std::max<std::size_t>(mmx.bodies.size(), 1);
  if (mmx.bodies.empty() && total % 6 == 0) bodies = static_cast<std::size_t>(total / 6);
  if (pot && pot->origin.size() != bodies) {
    fail_input(shown(*pot_path), pot->bodies_line,
               fmt::format("names {} bodies, the other files hold {}", pot->origin.size(), bodies),
               "does it belong to this run? Leave it out (--ignore .pot)");
  }
  const std::vector<int> dof = dofs_per_body(*radiation_path, options, bodies, total, data);
  WamitScale scale;
  scale.length = masses ? mmx.length : scaled ? *fast->length : 1.0;
  scale.rotation = rotation_flags(dof);
  const int n = static_cast<int>(scale.rotation.size());
  if (masses && mmx.gravity > 0.0) data.gravity = mmx.gravity;
  add_bodies(path.stem().string(), dof, pot, mmx, fast, data);
  if (!pot) data.notes.push_back("the bodies' origins are unknown, cg is set to 0 and cb is relative to it");
  Coefficients c = radiation_of(rows, *radiation_path, period, scale, n);
  add_forces(path, options, scale, n, c, data);
  ReadOptions stiffness = options;
  stiffness.like_bemio = false;
  if (options.ignores(".hst") || !find_accompanying(path, ".hst"))
    data.notes.emplace_back("no .out and no .hst: the hydrostatic stiffness is 0");
  apply_wamit_hst(path, stiffness, scale, data);
  apply_wamit_mmx(path, options, data);
  read_wamit_qtf(path, options, scale, data);
  if (pot) {
    std::vector<WamitBody> described(bodies);
    for (std::size_t b = 0; b < bodies; ++b) described[b].rotation = pot->rotation[b];
    turn_to_world(described, dof, c, data);
  }
  assemble(std::move(c), data, options.keeps_gaps());
  add_ss_beside(path, options, data);
  return data;
}

// The files of numbers, all of one run.
constexpr std::array<const char*, 16> kNumeric{".1",   ".2",   ".3",   ".3fk", ".3sc", ".7",   ".8",   ".9",
                                               ".hst", ".mmx", ".10d", ".10s", ".11d", ".11s", ".12d", ".12s"};

std::vector<const char*> with_numeric_files(std::vector<const char*> others) {
  others.insert(others.begin(), kNumeric.begin(), kNumeric.end());
  return others;
}

}  // namespace

bool is_impulse_response(const std::filesystem::path& path) {
  const std::string stem = lower_case(path.stem().string());
  if (stem.size() > 3 && (stem.rfind("_ir") == stem.size() - 3 || stem.rfind("_jr") == stem.size() - 3)) return true;
  std::ifstream in(path);  // by another name: what stands above its numbers
  std::string heading;
  std::getline(in, heading);
  return lower_case(heading.substr(0, 200)).find("f2t") != std::string::npos;
}

bool is_wamit_numeric(const Named& named) {
  if (std::find(kNumeric.begin(), kNumeric.end(), named.extension) == kNumeric.end()) return false;
  if (is_impulse_response(named.path))
    fail_input(shown(named.path), -1,
               "holds impulse responses over time (WAMIT's F2T), not coefficients over frequency",
               "name the .out of the run, or its .1 and .3");
  return true;
}

Reader wamit_reader() {
  Reader row{"wamit", "WAMIT", Sense::lead, {".out"}};
  row.words = "wamit";
  row.accompanying = with_numeric_files({".out", ".pot", ".cfg", ".ss"});
  row.detect = [](const Named& named) -> std::optional<Source> {
    if (!is_wamit_numeric(named) || named.options.ignores(".out")) return std::nullopt;
    const auto out = find_accompanying(named.path, ".out");
    if (!out) return std::nullopt;
    return Source{*out};
  };
  row.read = [](const Source& source, const ReadOptions& options) { return read_wamit_out(source.file, options); };
  return row;
}

Reader wamit_numeric_reader() {
  Reader row{"wamit_numeric", "WAMIT numeric files", Sense::lead, {".1"}};
  row.accompanying = with_numeric_files({".pot", ".cfg", ".dat", ".ss"});
  row.detect = [](const Named& named) -> std::optional<Source> {
    if (!is_wamit_numeric(named)) return std::nullopt;
    if (named.extension != ".1" && !find_accompanying(named.path, ".1"))
      fail_input(shown(named.path), -1,
                 "is one of WAMIT's numeric files, without the .1 of added mass and damping beside it",
                 "copy the whole run, and name its .out or its .1");
    return Source{named.path};
  };
  row.read = [](const Source& source, const ReadOptions& options) { return read_wamit_numeric(source.file, options); };
  return row;
}

}  // namespace swell::bemio

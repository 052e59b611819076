// Moorings of a case: each type reads its own parameters.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <set>

#include "stages.h"
#include "swell/base/motions.h"
#include "swell/bodies/body_loads.h"
#include "swell/device/body_loads.h"
#include "swell/device/mooring_loads.h"
#include "swell/model/table_file.h"
#include "swell/model/wec_sim_names.h"
#include "swell/mooring/cable.h"
#include "swell/mooring/catenary.h"
#include "swell/mooring/lookup_table.h"
#include "swell/mooring/matrix.h"
#include "swell/mooring/moordyn_file.h"

namespace swell::assembly {

namespace {

const std::vector<std::string> kTypes = {"matrix", "lookup-table", "catenary", "cable", "lines"};

/// One mooring while it is built.
struct Moored {
  const Case& c;
  const Sea& sea;
  const Mechanism& mechanism;
  const model::Mooring& spec;
  Parts& parts;
  ParameterReader read{spec.parameters, c.diagnostics};

  /// Index among the sorted bodies. @throws InputError when there is no such body
  std::size_t body(const std::string& name, const Origin& origin) const {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < c.bodies.size(); ++i) {
      if (c.bodies[i]->name == name) return i;
      names.push_back(c.bodies[i]->name);
    }
    const auto hint = nearest(name, names);
    throw InputError(origin, fmt::format("moorings.{}: {} is no body", spec.name, name.empty() ? "\"\"" : name),
                     hint ? "did you mean " + *hint + "?" : fmt::format("the bodies are {}", fmt::join(names, ", ")));
  }
  std::size_t body() const {
    if (spec.body.empty())
      throw InputError(spec.source.origin, fmt::format("moorings.{}.body is missing", spec.name),
                       "name the body that the mooring holds");
    return body(spec.body, spec.source.of("body"));
  }
  const Vector3& cg(std::size_t i) const { return mechanism.rigid[i].cg; }

  Vector3 point(const std::string& key, std::optional<Vector3> default_value = std::nullopt) {
    std::optional<std::vector<double>> list;
    if (default_value) list = {default_value->x(), default_value->y(), default_value->z()};
    const std::vector<double> p = read.numbers(key, "m", 3, {}, list);
    return p.size() == 3 ? Vector3(p[0], p[1], p[2]) : Vector3::Zero();
  }

  /// 6 numbers are a diagonal, 6 rows of 6 a matrix; absent: zero.
  Matrix6 matrix(const std::string& key, const std::string& unit) {
    Matrix6 out = Matrix6::Zero();
    const Parameter* tree = read.tree(key);
    if (tree == nullptr) return out;
    if (!tree->items.empty() && tree->items.front().kind == Parameter::Kind::list) {
      const auto rows = read.table(key, unit, 6, 6);
      for (std::size_t i = 0; i < rows.size() && i < 6; ++i) {
        for (std::size_t j = 0; j < rows[i].size() && j < 6; ++j)
          out(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)) = rows[i][j];
      }
    } else {
      const auto diagonal = read.numbers(key, unit, 6);
      for (std::size_t i = 0; i < diagonal.size() && i < 6; ++i)
        out(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(i)) = diagonal[i];
    }
    return out;
  }

  std::filesystem::path file(const std::string& key) {
    const std::string text = read.text(key);
    std::filesystem::path path = c.model.file.parent_path() / text;
    if (!text.empty() && !std::filesystem::exists(path)) {
      throw InputError(read.origin(key),
                       fmt::format("moorings.{}.{} = {}: no such file", spec.name, key, path.string()),
                       "relative paths start at the folder of the case file");
    }
    return path;
  }

  /// Nobody asked for these; then whatever was wrong stops this mooring.
  bool complete() {
    Diagnostics before = c.diagnostics;
    read.finish();
    for (std::size_t i = before.list().size(); i < c.diagnostics.list().size(); ++i) {
      Diagnostic d = c.diagnostics.list()[i];
      if (const model::WecSimName* foreign = model::wec_sim_property(d.value, "moorings"))
        d.remedy = model::in_words(*foreign);
      before.add(std::move(d));
    }
    c.diagnostics = std::move(before);
    return !c.diagnostics.has_errors();
  }

  void record(const std::vector<std::size_t>& bodies, const std::vector<std::string>& lines) {
    const std::string root = "/moorings/" + spec.name + "/";
    auto& recorded = parts.recorded;
    for (std::size_t k = 0; k < bodies.size(); ++k) {
      const std::string& body = c.bodies[bodies[k]]->name;
      recorded.push_back(
          {device::stacked_address(spec.name, "force", body),
           {bodies.size() == 1 ? root + "force" : fmt::format("{}force_on_{}", root, body), 6, "N N N N m N m N m",
            fmt::format("force of the mooring on {}, about its centre of gravity, world frame", body),
            motion_labels()}});
    }
    if (!lines.empty()) {
      recorded.push_back({spec.name + ".tension",
                          {root + "tension", static_cast<int>(lines.size()), "N", "tension at the body", lines}});
    }
    recorded.push_back({spec.name + ".stored_energy", {root + "stored_energy", 0, "J", "energy of the mooring", {}}});
    recorded.push_back(
        {spec.name + ".dissipated_power", {root + "dissipated_power", 0, "W", "power lost in the mooring", {}}});
  }

  void add(const std::string& type, const std::vector<std::size_t>& bodies, const std::vector<std::string>& lines,
           device::Energy energy, device::EvaluateMooring law, bool smooth = true, const std::string& diagnosis = {},
           bool counts_turns = false) {
    device::BodyNames names;
    for (const std::size_t i : bodies) names.push_back(c.bodies[i]->name);
    parts.add<device::StaticMooring>(spec.name, type, names, lines, energy, smooth, counts_turns, std::move(law),
                                     diagnosis);
    record(bodies, lines);
  }
};

void add_matrix(Moored& m) {
  const std::size_t body = m.body();
  mooring::MatrixMooring law;
  law.location = m.point("location", m.cg(body));
  law.stiffness = m.matrix("stiffness", "N/m");
  law.damping = m.matrix("damping", "N s/m");
  const auto preload = m.read.numbers("preload", "N", 6, {}, std::vector<double>(6, 0.0));
  for (std::size_t i = 0; i < preload.size() && i < 6; ++i) law.preload[static_cast<Eigen::Index>(i)] = preload[i];
  mooring::check(law, m.spec.source.origin, m.c.diagnostics);
  if (!m.complete()) return;
  if (law.stiffness.isZero(0.0) && law.damping.isZero(0.0) && law.preload.isZero(0.0)) {
    m.c.diagnostics.warning(
        m.spec.source.origin,
        fmt::format("moorings.{} holds nothing: it has no stiffness, damping or preload", m.spec.name),
        "stiffness: 6 numbers (the diagonal) or 6 rows of 6");
  }
  law.potential = m.c.potential();
  if (law.potential) {
    note_removed(m.c, m.spec.name, hydro::without_potential(law.stiffness));
    law.stiffness = (0.5 * (law.stiffness + law.stiffness.transpose())).eval();
  }
  const device::Energy energy = !law.potential || !bodies::LinearDamping{law.damping}.only_takes()
                                    ? device::Energy::exchanges
                                : law.damping.isZero(0.0) ? device::Energy::conserves
                                                          : device::Energy::dissipates;
  const Vector3 arm = mooring::attachment_in_body(law, m.cg(body));
  m.add(
      "mooring matrix", {body}, {}, energy,
      [law, arm](double, const mooring::BodyMotion* motion, double* out) {
        device::as_six(out) = mooring::wrench(law, arm, *motion);
        out[6] = mooring::stored_energy(law, arm, *motion);
        out[7] = mooring::dissipated_power(law, arm, *motion);
      },
      true, {}, law.potential);
}

/// Rows of six displacements and six forces in any order, to the full grid that they must form.
mooring::LookupTable table_of(const MatrixX& rows, const std::filesystem::path& file, const Origin& origin) {
  mooring::LookupTable table;
  std::size_t count = 1;
  for (Eigen::Index i = 0; i < 6; ++i) {
    std::set<double> values(rows.col(i).data(), rows.col(i).data() + rows.rows());
    table.breakpoints[static_cast<std::size_t>(i)].assign(values.begin(), values.end());
    count *= values.size();
  }
  if (count != static_cast<std::size_t>(rows.rows())) {
    throw InputError(
        origin,
        fmt::format("{}: {} rows, but the displacements in them make a grid of {}", file.string(), rows.rows(), count),
        "give each combination of displacements once");
  }
  std::vector<bool> seen(count, false);
  for (auto& values : table.values) values.assign(count, 0.0);
  for (Eigen::Index r = 0; r < rows.rows(); ++r) {
    std::size_t at = 0;
    for (Eigen::Index i = 0; i < 6; ++i) {
      const auto& points = table.breakpoints[static_cast<std::size_t>(i)];
      at = at * points.size() +
           static_cast<std::size_t>(std::lower_bound(points.begin(), points.end(), rows(r, i)) - points.begin());
    }
    if (seen[at]) {
      throw InputError(origin,
                       fmt::format("{}: row {} gives displacements that an earlier row has", file.string(), r + 1));
    }
    seen[at] = true;
    for (Eigen::Index i = 0; i < 6; ++i) table.values[static_cast<std::size_t>(i)][at] = rows(r, 6 + i);
  }
  return table;
}

void add_lookup_table(Moored& m) {
  const std::size_t body = m.body();
  const Vector3 location = m.point("location", m.cg(body));
  const std::filesystem::path file = m.file("file");
  const std::size_t extrapolate = m.c.wec_sim() ? 2 : 0;
  const std::size_t outside = m.read.choice("outside", {"error", "clamp", "extrapolate"}, extrapolate);
  if (!m.complete()) return;
  const Origin origin = m.read.origin("file");
  mooring::LookupTable table =
      table_of(model::read_table_file(file, 12, 12, origin, m.c.model.containment), file, origin);
  table.location = location;
  table.outside = outside == 0   ? mooring::OutsideTable::error
                  : outside == 1 ? mooring::OutsideTable::clamp
                                 : mooring::OutsideTable::extrapolate;
  const auto law = std::make_shared<const mooring::LookupMooring>(std::move(table), origin);
  const Vector3 arm = location - m.cg(body);
  m.add("mooring lookup table", {body}, {}, device::Energy::exchanges,
        [law, arm](double t, const mooring::BodyMotion* motion, double* out) {
          device::as_six(out) = law->wrench(t, arm, *motion);
          out[6] = out[7] = 0.0;  // a table knows no energy
        });
}

mooring::Catenary catenary_of(ParameterReader& read, const Case& c) {
  mooring::Catenary line;
  line.length = read.number("length", "m", above(0.0));
  line.axial_stiffness = read.number("axial_stiffness", "N", above(0.0));
  if (read.has("weight")) {
    line.weight = read.number("weight", "N/m");
  } else {
    const double mass = read.number("mass_per_length", "kg/m", above(0.0));
    const double diameter = read.number("diameter", "m", at_least(0.0));
    line.weight =
        mooring::submerged_weight(mass, diameter, c.model.environment.water_density, c.model.environment.gravity);
  }
  line.seabed = read.flag("seabed", line.weight > 0.0);
  line.seabed_friction = read.number("seabed_friction", "", at_least(0.0), 0.0);
  return line;
}

/// Of a line whose ends are further apart than it is long: a sentence for a run that fails, and where no line bears it
/// (half as long again) a warning at once.
std::string judge_length(Moored& m, const Origin& origin, const std::string& line, double length, double distance,
                         const char* remedy) {
  constexpr double kTight = 1.02, kMostStretch = 1.5;
  if (!(distance > kTight * length)) return {};
  std::string sentence = fmt::format("{} is {:.4g} m long, and its ends are {:.4g} m apart", line, length, distance);
  if (distance > kMostStretch * length) m.c.diagnostics.warning(origin, sentence, remedy);
  return fmt::format("{}: at rest it is stretched by {:.2g} %", sentence, 100.0 * (distance / length - 1.0));
}

void add_catenary(Moored& m) {
  const std::size_t body = m.body();
  std::vector<mooring::StaticLine> lines;
  const std::size_t mistakes = m.c.diagnostics.list().size();
  const mooring::Catenary shared = catenary_of(m.read, m.c);
  if (m.c.diagnostics.list().size() == mistakes) mooring::check(shared, m.spec.source.origin, m.c.diagnostics);
  if (m.read.has("lines")) {
    const Parameter* list = m.read.tree("lines");
    for (std::size_t i = 0; i < list->items.size(); ++i) {
      ParameterReader read(list->items[i], m.c.diagnostics);
      mooring::StaticLine line;
      line.name = read.text("name", fmt::format("line{}", i + 1));
      const auto fairlead = read.numbers("fairlead", "m", 3), anchor = read.numbers("anchor", "m", 3);
      read.finish();
      if (fairlead.size() != 3 || anchor.size() != 3) continue;
      line.fairlead_B = Vector3(fairlead[0], fairlead[1], fairlead[2]) - m.cg(body);
      line.anchor_W = Vector3(anchor[0], anchor[1], anchor[2]);
      line.line = shared;
      lines.push_back(line);
    }
    if (lines.empty() && !m.c.diagnostics.has_errors())
      throw InputError(m.read.origin("lines"), fmt::format("moorings.{}.lines is empty", m.spec.name));
  } else {
    const int count = m.read.integer("count", at_least(1.0));
    const double fairlead_radius = m.read.number("fairlead_radius", "m", at_least(0.0));
    const double fairlead_z = m.read.number("fairlead_z", "m");
    const double anchor_radius = m.read.number("anchor_radius", "m", at_least(0.0));
    std::optional<double> depth = m.sea->depth();
    if (depth && !std::isfinite(*depth)) depth.reset();
    const double water = m.read.number("depth", "m", above(0.0), depth);
    const double first = m.read.number("first_angle", "deg", anything(), 0.0) * kDegree;
    if (!m.complete()) return;
    lines = mooring::equal_angle_lines(shared, count, fairlead_radius, fairlead_z - m.cg(body).z(), anchor_radius,
                                       water, first);
  }
  if (!m.complete()) return;
  std::vector<std::string> names;
  std::string tight;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (lines[i].name.empty()) lines[i].name = fmt::format("line{}", i + 1);
    names.push_back(lines[i].name);
    const std::string sentence = judge_length(
        m, m.read.origin("length"), fmt::format("moorings.{}: {}", m.spec.name, lines[i].name), shared.length,
        (m.cg(body) + lines[i].fairlead_B - lines[i].anchor_W).norm(), "length is the unstretched length in m");
    if (!sentence.empty()) tight += (tight.empty() ? "" : "; ") + sentence;
  }
  // The friction of the sea bed is in the shape of the line at rest: a force without a potential that takes nothing.
  const bool frictionless = std::all_of(lines.begin(), lines.end(), [](const mooring::StaticLine& line) {
    return !line.line.seabed || line.line.seabed_friction == 0.0;
  });
  m.add(
      "static catenary lines", {body}, names, frictionless ? device::Energy::conserves : device::Energy::exchanges,
      [lines](double, const mooring::BodyMotion* motion, double* out) {
        device::as_six(out) = mooring::wrench(lines, *motion, out + 6);
        out[6 + lines.size()] = mooring::stored_energy(lines, *motion);
        out[7 + lines.size()] = 0.0;
      },
      true, tight);
}

void add_cable(Moored& m) {
  const std::size_t follower = m.body();
  const std::string base_name = m.read.text("base", "world");
  const bool to_world = base_name == "world";
  const std::size_t base = to_world ? follower : m.body(base_name, m.read.origin("base"));
  if (!to_world && base == follower)
    throw InputError(m.read.origin("base"),
                     fmt::format("moorings.{}: both ends of the cable are on {}", m.spec.name, base_name));
  const Vector3 attachment = m.point("attachment"), base_attachment = m.point("base_attachment");
  mooring::CableInput input;
  input.stiffness = m.read.number("stiffness", "N/m", above(0.0));
  input.damping = m.read.number("damping", "N s/m", at_least(0.0), 0.0);
  if (m.read.has("length")) input.length = m.read.number("length", "m", at_least(0.0));
  if (m.read.has("pre_tension")) input.pre_tension = m.read.number("pre_tension", "N", at_least(0.0));
  if (!m.complete()) return;
  mooring::Cable cable =
      mooring::make_cable(input, (attachment - base_attachment).norm(), m.spec.source.origin, m.c.diagnostics);
  cable.damping_only_pulls = !m.c.wec_sim();
  if (m.c.diagnostics.has_errors()) return;
  const Vector3 arm = attachment - m.cg(follower), base_arm = base_attachment - m.cg(base);
  const std::size_t tail = to_world ? 6 : 12;
  m.add(
      "cable", to_world ? std::vector<std::size_t>{follower} : std::vector<std::size_t>{follower, base}, {"cable"},
      input.damping == 0.0 ? device::Energy::conserves : device::Energy::dissipates,
      [=](double, const mooring::BodyMotion* motion, double* out) {
        const mooring::PointMotion b_end = mooring::point_on_body(motion[0], arm);
        const mooring::PointMotion a_end = to_world ? mooring::PointMotion{base_attachment, Vector3::Zero()}
                                                    : mooring::point_on_body(motion[1], base_arm);
        const mooring::CableForce force = mooring::evaluate(cable, a_end, b_end);
        device::as_six(out) = mooring::wrench_about_cg(motion[0], b_end.position, force.force);
        if (!to_world) device::as_six(out + 6) = mooring::wrench_about_cg(motion[1], a_end.position, -force.force);
        out[tail] = force.tension;
        out[tail + 1] = force.stored_energy;
        out[tail + 2] = force.dissipated_power;
      },
      false);  // slack to taut
}

/// Bodies of the line file to bodies of the case: `body` for all, or `bodies: {Body1: spar}`.
std::vector<std::size_t> bodies_of_points(Moored& m, const mooring::LineModel& model) {
  std::map<std::string, std::string> names;
  if (m.read.has("bodies")) {
    const Parameter* map = m.read.tree("bodies");
    for (std::size_t i = 0; i < map->keys.size(); ++i) names[map->keys[i]] = map->items[i].text;
  }
  std::vector<std::size_t> bodies;
  for (const mooring::LinePoint& point : model.points) {
    if (point.kind != mooring::PointKind::coupled) continue;
    const auto found = names.find(point.body);
    bodies.push_back(found != names.end() ? m.body(found->second, m.read.origin("bodies")) : m.body());
  }
  return bodies;
}

std::string judge_lines(Moored& m, const mooring::LineModel& model, const std::filesystem::path& path) {
  std::string sentences;
  for (std::size_t i = 0; i < model.lines.size(); ++i) {
    const mooring::MooringLine& line = model.lines[i];
    const mooring::LinePoint &a = model.points[line.point_a], &z = model.points[line.point_b];
    const auto given = [](const mooring::LinePoint& point) {  // else a first guess
      return point.kind == mooring::PointKind::fixed || point.kind == mooring::PointKind::coupled;
    };
    if (!given(a) || !given(z)) continue;
    const std::string sentence =
        judge_length(m, m.read.origin("file"), fmt::format("{}: line {}", path.string(), i + 1), line.length,
                     (z.position - a.position).norm(), "UnstrLen is the unstretched length in m");
    if (!sentence.empty()) sentences += (sentences.empty() ? "" : "; ") + sentence;
  }
  return sentences;
}

void add_lines(Moored& m) {
  const Case& c = m.c;
  const std::filesystem::path path = m.file("file");
  if (!m.read.has("file")) return;  // told
  std::optional<double> depth = m.sea->depth();
  if (depth && !std::isfinite(*depth)) depth.reset();
  mooring::MoordynFile file = mooring::read_moordyn_file(path.string(), depth);
  for (const Diagnostic& warning : file.warnings) c.diagnostics.add(warning);
  const bool own = m.read.choice("stepping", {"own", "continuous"}, 0) == 0;
  const std::size_t water = m.read.choice("water", {"still", "current", "waves"}, file.wave_kinematics ? 2 : 1);
  if (m.read.has("own_step")) file.model.max_step = m.read.number("own_step", "s", above(0.0));
  const std::vector<std::size_t> of_point = bodies_of_points(m, file.model);
  if (!m.complete()) return;
  const std::string tight = judge_lines(m, file.model, path);
  if (!c.wec_sim()) {
    // One water for all; MoorDyn beside WEC-Sim knows only its own file and its own defaults.
    const auto take = [&](double& value, const std::optional<Origin>& given, double of_case, const char* what,
                          const char* unit) {
      if (given && value != of_case) {
        c.diagnostics.warning(
            *given,
            fmt::format("{} = {:g} {} has no effect: the lines hang in the water of the case, {:g} {}", what, value,
                        unit, of_case, unit),
            fmt::format("set environment.{}, or simulation.reproduce: wec-sim, which takes the file's", what));
      }
      value = of_case;
    };
    take(file.model.water_density, file.density_given, c.model.environment.water_density, "water_density", "kg/m^3");
    take(file.model.gravity, file.gravity_given, c.model.environment.gravity, "gravity", "m/s^2");
  }

  std::vector<std::size_t> bodies;
  std::vector<device::Fairlead> fairleads;
  std::size_t next = 0;
  for (const mooring::LinePoint& point : file.model.points) {
    if (point.kind != mooring::PointKind::coupled) continue;
    const std::size_t body = of_point[next++];
    auto found = std::find(bodies.begin(), bodies.end(), body);
    if (found == bodies.end()) found = bodies.insert(bodies.end(), body);
    fairleads.push_back({static_cast<std::size_t>(found - bodies.begin()), point.position - m.cg(body)});
  }
  device::BodyNames names;
  for (const std::size_t i : bodies) names.push_back(c.bodies[i]->name);
  // MoorDyn beside WEC-Sim knows no acceleration of the body: its ends have no inertia there.
  const bool exact = !c.split();
  const device::EndInertia inertia = exact          ? device::EndInertia::of_body
                                     : !c.wec_sim() ? device::EndInertia::delayed
                                                    : device::EndInertia::none;
  mooring::LumpedMass system(file.model, m.read.origin("file"));
  if (!own && system.needs_acceleration()) {
    throw InputError(
        m.read.origin("stepping"),
        fmt::format("{}: a rod or body hinges on a coupled point, whose acceleration only stepping: own knows",
                    path.string()),
        "leave stepping at own");
  }
  auto made = std::make_unique<device::LineMooring>(m.spec.name, names, fairleads, std::move(system), m.sea,
                                                    water == 0   ? device::LineWater::still
                                                    : water == 1 ? device::LineWater::current
                                                                 : device::LineWater::waves,
                                                    own, inertia, tight);
  const device::LineMooring& lines = *made;
  m.parts.components.push_back(std::move(made));
  for (const std::string& name : names) {
    if (inertia != device::EndInertia::delayed) break;
    m.parts.add<device::DelayedInertia>(name, device::ends_of(m.spec.name), c.choices.added_mass_delay, c.held());
  }
  std::vector<std::string> tensions, names_of_lines;
  for (const std::size_t line : lines.tension_lines()) tensions.push_back(file.model.lines[line].name);
  m.record(bodies, tensions);
  for (const mooring::MooringLine& line : file.model.lines) names_of_lines.push_back(line.name);
  for (const mooring::RigidBody& rigid : file.model.rigids) {
    m.parts.recorded.push_back(
        {fmt::format("{}.{}", m.spec.name, device::rigid_pose(rigid.name)),
         {fmt::format("/moorings/{}/{}", m.spec.name, device::rigid_pose(rigid.name)), 6, "m m m rad rad rad",
          fmt::format("{}: place of its origin (end A of a rod) and roll, pitch, yaw", rigid.name), motion_labels()}});
  }
  for (const device::LineEndOutput& output : device::kLineEnds) {
    if (names_of_lines.empty()) break;
    m.parts.recorded.push_back({fmt::format("{}.{}", m.spec.name, output.name),
                                {fmt::format("/moorings/{}/{}", m.spec.name, output.name),
                                 static_cast<int>(names_of_lines.size()), "N", output.description, names_of_lines}});
  }
}

}  // namespace

bool holds_lines(const Case& c, const std::string& body) {
  for (const model::Mooring& mooring : c.model.moorings) {
    if (mooring.type != "lines") continue;
    if (mooring.body == body) return true;
    const Parameter* map = mooring.parameters.find("bodies");
    if (map == nullptr) continue;
    for (const Parameter& item : map->items) {
      if (item.text == body) return true;
    }
  }
  return false;
}

Parts mooring_loads(const Case& c, const Sea& sea, const Mechanism& mechanism) {
  Parts parts;
  const std::map<std::string, std::function<void(Moored&)>> makers = {{"matrix", add_matrix},
                                                                      {"lookup-table", add_lookup_table},
                                                                      {"catenary", add_catenary},
                                                                      {"cable", add_cable},
                                                                      {"lines", add_lines}};
  for (const model::Mooring& mooring : c.model.moorings) {
    const auto maker = makers.find(mooring.type);
    if (maker == makers.end()) {
      const model::WecSimName* foreign = model::wec_sim_word(mooring.type, "moorings.type");
      const auto hint = nearest(mooring.type, kTypes);
      c.diagnostics.error(mooring.source.of("type"),
                          fmt::format("moorings.{}.type = {}: no such mooring", mooring.name, mooring.type),
                          foreign != nullptr ? model::in_words(*foreign)
                          : hint             ? "did you mean " + *hint + "?"
                                             : fmt::format("the types are {}", fmt::join(kTypes, ", ")));
      continue;
    }
    collect(c.diagnostics, [&] {
      Moored moored{c, sea, mechanism, mooring, parts};
      maker->second(moored);
    });
  }
  return parts;
}

}  // namespace swell::assembly

// Moorings of a case: each type reads its own parameters.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "stages.h"
#include "swell/base/error_codes.h"
#include "swell/base/motions.h"
#include "swell/base/text.h"
#include "swell/bodies/body_loads.h"
#include "swell/device/body_loads.h"
#include "swell/device/mooring_loads.h"
#include "swell/device/tether_load.h"
#include "swell/model/table_file.h"
#include "swell/mooring/cable.h"
#include "swell/mooring/catenary.h"
#include "swell/mooring/lookup_table.h"
#include "swell/mooring/matrix.h"
#include "swell/mooring/moordyn_file.h"

namespace swell::assembly {

namespace {

/// One mooring while it is built.
struct Moored {
  const Case& c;
  const Sea& sea;
  const Mechanism& mechanism;
  const model::Mooring& spec;
  const std::map<std::string, double>& tensions;  ///< [N] that tethers find by themselves
  Parts& parts;

  /// Index among the sorted bodies. @throws InputError when there is no such body
  std::size_t body(const std::string& name, const Origin& origin) const {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < c.bodies.size(); ++i) {
      if (c.bodies[i]->name == name) return i;
      names.push_back(c.bodies[i]->name);
    }
    throw code::error(code::kUnknownName, origin,
                      fmt::format("moorings.{}: {} is not a body", spec.name, name.empty() ? "\"\"" : name),
                      did_you_mean(name, names, "the bodies are {}"));
  }
  std::size_t body() const {
    if (spec.body.empty())
      throw InputError(spec.source.origin, fmt::format("moorings.{}.body is missing", spec.name),
                       "name the body that the mooring holds");
    return body(spec.body, spec.source.of("body"));
  }
  const Vector3& cg(std::size_t i) const { return mechanism.rigid[i].cg; }

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

void add(Moored& m, const model::MatrixMooring& spec) {
  const std::size_t body = m.body();
  m.c.uses(m.spec);
  mooring::MatrixMooring law;
  law.location = spec.location.value_or(m.cg(body));
  law.stiffness = spec.stiffness;
  law.damping = spec.damping;
  law.preload = spec.preload.value_or(Vector6::Zero());
  mooring::check(law, m.spec.source.origin, m.c.diagnostics);
  if (m.c.diagnostics.has_errors()) return;
  if (law.stiffness.isZero(0.0) && law.damping.isZero(0.0) && law.preload.isZero(0.0)) {
    m.c.diagnostics.warning(
        "empty-mooring", m.spec.source.origin,
        fmt::format("moorings.{} holds nothing: it has no stiffness, damping or preload", m.spec.name),
        "stiffness: 6 numbers (the diagonal) or 6 rows of 6");
  }
  law.potential = m.c.potential();
  m.c.uses(m.c.model.simulation.restoring);
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

void add(Moored& m, const model::TableMooring& spec) {
  const std::size_t body = m.body();
  m.c.uses(m.spec);
  const Vector3 location = spec.location.value_or(m.cg(body));
  const Origin origin = m.spec.source.of("file");
  mooring::LookupTable table =
      table_of(model::read_table_file(spec.file, 12, 12, origin, m.c.model.containment, model::degrees_for_radians()),
               spec.file, origin);
  table.location = location;
  table.outside =
      spec.outside.value_or(m.c.wec_sim() ? mooring::OutsideTable::extrapolate : mooring::OutsideTable::error);
  const auto law = std::make_shared<const mooring::LookupMooring>(std::move(table), origin);
  const Vector3 arm = location - m.cg(body);
  m.add("mooring lookup table", {body}, {}, device::Energy::exchanges,
        [law, arm](double t, const mooring::BodyMotion* motion, double* out) {
          device::as_six(out) = law->wrench(t, arm, *motion);
          out[6] = out[7] = 0.0;  // a table knows no energy
        });
}

mooring::Catenary catenary_of(const model::CatenaryMooring& spec, const model::Environment& water) {
  mooring::Catenary line = spec.line;
  line.weight = spec.weight ? *spec.weight
                            : mooring::submerged_weight(spec.mass_per_length.value_or(0.0), spec.diameter.value_or(0.0),
                                                        water.water_density, water.gravity);
  line.seabed = spec.seabed.value_or(line.weight > 0.0);
  return line;
}

/// Of a line whose ends are further apart than it is long: a sentence for a run that fails, and where no line bears it
/// (half as long again) a warning at once.
std::string check_length(Moored& m, const Origin& origin, const std::string& line, double length, double distance,
                         const char* remedy) {
  constexpr double kTight = 1.02, kMostStretch = 1.5;
  if (!(distance > kTight * length)) return {};
  std::string sentence = fmt::format("{} is {:.4g} m long, and its ends are {:.4g} m apart", line, length, distance);
  if (distance > kMostStretch * length) m.c.diagnostics.warning("stretched-line", origin, sentence, remedy);
  return fmt::format("{}: at rest it is stretched by {:.2g} %", sentence, 100.0 * (distance / length - 1.0));
}

bool lies_at_rest(const mooring::StaticLine& line, const Vector3& cg) {
  mooring::CatenaryForces forces;
  (void)mooring::fairlead_force(line, cg + line.fairlead_B, &forces);
  return forces.on_seabed > 0.0;
}

/// What holds a line where no anchor can be: in the air, below the bed, or on a bed at another depth than the water's.
/// @param may_lie  the line has a bed   @param on_bed  it lies on one at rest, which is level through this point
void check_anchor(Moored& m, const Origin& origin, const std::string& line, const Vector3& anchor, bool may_lie,
                  bool on_bed) {
  constexpr double kSame = 0.01;  // of the depth
  std::optional<double> depth = m.sea->depth();
  if (depth && !std::isfinite(*depth)) depth.reset();
  std::string where;
  if (anchor.z() > 0.0 && may_lie)
    where = "above the still water level";
  else if (depth && anchor.z() < -(1.0 + kSame) * *depth)
    where = fmt::format("below the bed of water that is {:g} m deep", *depth);
  else if (depth && on_bed && anchor.z() > -(1.0 - kSame) * *depth)
    where = fmt::format("and the line lies on a level bed there, but the water is {:g} m deep", *depth);
  if (where.empty()) return;
  m.c.diagnostics.warning(
      "anchor-place", origin, fmt::format("{}: its anchor is at z = {:g} m, {}", line, anchor.z(), where),
      "z is upwards from the still water level: an anchor on the bed has z = -depth; seabed: false is for a "
      "line that meets no bed");
}

void add(Moored& m, const model::CatenaryMooring& spec) {
  const std::size_t body = m.body();
  std::vector<mooring::StaticLine> lines;
  const mooring::Catenary shared = catenary_of(spec, m.c.model.environment);
  m.c.uses(m.spec);
  if (!shared.seabed) m.c.used.except(spec.line.seabed_friction);
  if (!spec.weight) m.c.uses(m.c.model.environment.water_density);
  if (spec.lines.empty() && !spec.depth) m.c.uses(m.c.model.environment.depth);
  mooring::check(shared, m.spec.source.origin, m.c.diagnostics);
  for (const model::CatenaryLine& line : spec.lines)
    lines.push_back({line.name, line.fairlead - m.cg(body), line.anchor, shared});
  if (lines.empty()) {
    std::optional<double> depth = spec.depth ? spec.depth : m.sea->depth();
    if (!depth || !std::isfinite(*depth)) {
      throw InputError(m.spec.source.origin, fmt::format("moorings.{}.depth is missing", m.spec.name),
                       "give a number in m");
    }
    lines = mooring::equal_angle_lines(shared, spec.count.value_or(0), spec.fairlead_radius.value_or(0.0),
                                       spec.fairlead_z.value_or(0.0) - m.cg(body).z(), spec.anchor_radius.value_or(0.0),
                                       *depth, spec.first_angle);
    for (mooring::StaticLine& line : lines) line.anchor_W += spec.position;
  }
  if (m.c.diagnostics.has_errors()) return;
  std::vector<std::string> names;
  std::string tight;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (lines[i].name.empty()) lines[i].name = fmt::format("line{}", i + 1);
    names.push_back(lines[i].name);
    const std::string sentence = check_length(
        m, m.spec.source.of("length"), fmt::format("moorings.{}: {}", m.spec.name, lines[i].name), shared.length,
        (m.cg(body) + lines[i].fairlead_B - lines[i].anchor_W).norm(), "length is the unstretched length in m");
    if (!sentence.empty()) tight += (tight.empty() ? "" : "; ") + sentence;
    const bool alike = i > 0 && lines[i].anchor_W.z() == lines[i - 1].anchor_W.z();
    if (!alike)
      check_anchor(m, m.spec.source.origin, fmt::format("moorings.{}: {}", m.spec.name, lines[i].name),
                   lines[i].anchor_W, shared.seabed, shared.seabed && lies_at_rest(lines[i], m.cg(body)));
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

void add(Moored& m, const model::CableMooring& spec) {
  m.c.uses(m.spec);
  const std::size_t follower = m.body();
  const bool to_world = spec.base == "world";
  const std::size_t base = to_world ? follower : m.body(spec.base, m.spec.source.of("base"));
  if (!to_world && base == follower)
    throw InputError(m.spec.source.of("base"),
                     fmt::format("moorings.{}: both ends of the cable are on {}", m.spec.name, spec.base));
  const Vector3 attachment = spec.attachment, base_attachment = spec.base_attachment;
  mooring::Cable cable =
      mooring::make_cable(spec.cable, (attachment - base_attachment).norm(), m.spec.source.origin, m.c.diagnostics);
  cable.damping_only_pulls = !m.c.wec_sim();
  if (m.c.diagnostics.has_errors()) return;
  const Vector3 arm = attachment - m.cg(follower), base_arm = base_attachment - m.cg(base);
  const std::size_t tail = to_world ? 6 : 12;
  m.add(
      "cable", to_world ? std::vector<std::size_t>{follower} : std::vector<std::size_t>{follower, base}, {"cable"},
      spec.cable.damping == 0.0 ? device::Energy::conserves : device::Energy::dissipates,
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

void add(Moored& m, const model::TetherMooring& spec) {
  m.c.uses(m.spec);
  const std::size_t follower = m.body();
  const bool to_world = spec.base == "world";
  const std::size_t base = to_world ? follower : m.body(spec.base, m.spec.source.of("base"));
  const auto wrong = [&](const char* key, const std::string& what, const char* remedy) {
    throw InputError(m.spec.source.of(key), fmt::format("moorings.{}{}", m.spec.name, what), remedy);
  };
  if (!to_world && base == follower) wrong("base", fmt::format(": both ends of the tether are on {}", spec.base), "");
  mooring::TetherLaw law;
  law.distance = (spec.attachment - spec.base_attachment).norm();
  if (!(law.distance > 0.0))
    wrong("attachment", ": both ends of the tether are at one place", "the ends are world coordinates");
  if (spec.drum_mass && !spec.rope_stiffness)
    wrong("drum_mass", ".drum_mass needs rope_stiffness", "a drum with inertia pulls by a rope that stretches");
  if (spec.rope_damping > 0.0 && !spec.rope_stiffness)
    wrong("rope_damping", ".rope_damping needs rope_stiffness and drum_mass", "");
  if (spec.damping < 0.0)
    m.c.diagnostics.warning("negative-damping", m.spec.source.of("damping"),
                            fmt::format("moorings.{}.damping = {:g} drives the motion instead of damping it: the pull "
                                        "grows by damping times the velocity of lengthening",
                                        m.spec.name, spec.damping),
                            "a damper that takes power out has a damping above 0");
  const double* given = std::get_if<double>(&spec.pre_tension);
  law.pre_tension = given != nullptr ? *given : m.tensions.at(m.spec.name);
  law.stiffness = spec.stiffness;
  law.damping = spec.damping;
  if (spec.limits && !spec.limits->lower && !spec.limits->upper)
    wrong("limits", ".limits has neither lower nor upper", "give one, or leave limits out");
  if (spec.limits) law.stop = hard_stop(m.c, *spec.limits, "moorings." + m.spec.name);
  bodies::validate(law.stop, m.spec.source.of("limits"));
  if (law.elastic(0.0) != law.pre_tension)
    wrong("limits", ".limits must hold the stroke 0 of the design position", "lower below 0, upper above 0");
  if (law.pre_tension == 0.0 && law.stiffness == 0.0 && law.damping == 0.0 && !spec.limits)
    m.c.diagnostics.warning(
        "empty-mooring", m.spec.source.origin,
        fmt::format("moorings.{} pulls only by what is connected to {}.force", m.spec.name, m.spec.name),
        "pre_tension keeps the rope taut");
  if (spec.rope_stiffness)
    law.rope = mooring::Rope{*spec.rope_stiffness, spec.rope_damping, spec.drum_mass.value_or(0.0)};
  const std::string control = m.spec.name + ".force";
  const auto& connections = m.c.model.connections;
  const auto& groups = m.c.model.groups;
  const bool driven =
      std::any_of(connections.begin(), connections.end(),
                  [&](const model::Connection& each) { return each.to == control; }) ||
      std::any_of(groups.begin(), groups.end(), [&](const model::PortGroup& group) {
        const auto& ports = group.members.items;
        return std::any_of(ports.begin(), ports.end(), [&](const Parameter& p) { return p.text == control; });
      });
  const auto end = [&](std::size_t body, const Vector3& place) {
    return device::Tether::End{m.c.bodies[body]->name, place - m.cg(body)};
  };
  m.parts.add<device::Tether>(
      m.spec.name, end(follower, spec.attachment),
      to_world ? device::Tether::End{{}, spec.base_attachment} : end(base, spec.base_attachment), law, driven);
  m.record(to_world ? std::vector<std::size_t>{follower} : std::vector<std::size_t>{follower, base}, {"rope"});
  const auto show = [&](const char* name, const char* unit, const char* text) {
    m.parts.recorded.push_back(
        {fmt::format("{}.{}", m.spec.name, name), {fmt::format("/ptos/{}/{}", m.spec.name, name), 1, unit, text, {}}});
  };
  show("position", "m", "rope paid out since the design position");
  show("velocity", "m/s", "rate of the position");
  show("force", "N", "effort of the drum on the follower along the lengthening tether");
  show("power", "W", "absorbed power: taken out of the device, without the end stops");
  for (const device::PowerPart part : device::tether_power(spec.limits.has_value()))
    show(device::power_of(part).c_str(), "W", device::description_of(part));
}

/// Bodies of the line file to bodies of the case: `body` for all, or `bodies: {Body1: spar}`.
std::vector<std::size_t> bodies_of_points(Moored& m, const Parameter& map, const mooring::LineModel& model) {
  std::map<std::string, std::string> names;
  for (std::size_t i = 0; i < map.keys.size(); ++i) names[map.keys[i]] = map.items[i].text;
  std::vector<std::size_t> bodies;
  for (const mooring::LinePoint& point : model.points) {
    if (point.kind != mooring::PointKind::coupled) continue;
    const auto found = names.find(point.body);
    bodies.push_back(found != names.end() ? m.body(found->second, m.spec.source.of("bodies")) : m.body());
  }
  return bodies;
}

std::string check_lines(Moored& m, const mooring::LineModel& model, const std::filesystem::path& path) {
  std::string sentences;
  const bool uneven = model.seabed && !model.seabed->depths.empty();  // the reader has compared the points with it
  for (std::size_t i = 0; i < model.points.size(); ++i) {
    const mooring::LinePoint& point = model.points[i];
    if (point.kind == mooring::PointKind::fixed && !uneven)
      check_anchor(m, m.spec.source.of("file"), fmt::format("{}: point {}", path.string(), i + 1), point.position, true,
                   false);
  }
  for (std::size_t i = 0; i < model.lines.size(); ++i) {
    const mooring::MooringLine& line = model.lines[i];
    const mooring::LinePoint &a = model.points[line.point_a], &z = model.points[line.point_b];
    const auto given = [](const mooring::LinePoint& point) {  // else a first guess
      return point.kind == mooring::PointKind::fixed || point.kind == mooring::PointKind::coupled;
    };
    if (!given(a) || !given(z)) continue;
    const std::string sentence =
        check_length(m, m.spec.source.of("file"), fmt::format("{}: line {}", path.string(), i + 1), line.length,
                     (z.position - a.position).norm(), "UnstrLen is the unstretched length in m");
    if (!sentence.empty()) sentences += (sentences.empty() ? "" : "; ") + sentence;
  }
  return sentences;
}

void add(Moored& m, const model::LineMooring& spec) {
  const Case& c = m.c;
  const std::filesystem::path& path = spec.file;
  std::optional<double> depth = m.sea->depth();
  if (depth && !std::isfinite(*depth)) depth.reset();
  mooring::MoordynFile file = mooring::read_moordyn_file(path.string(), depth, spec.position);
  for (const Diagnostic& warning : file.warnings) c.diagnostics.add(warning);
  const bool own = spec.stepping == model::LineStepping::own;
  const mooring::LineWater water =
      spec.water.value_or(file.wave_kinematics ? mooring::LineWater::waves : mooring::LineWater::current);
  c.uses(m.spec, c.model.environment.water_density, c.model.environment.depth, c.model.simulation.added_mass);
  if (!own) c.used.except(spec.own_step);
  if (water == mooring::LineWater::waves) use_flow(c, m.sea);
  if (water == mooring::LineWater::current) use_current(c);
  if (spec.own_step) {
    file.model.max_step = *spec.own_step;
  }
  const std::vector<std::size_t> of_point = bodies_of_points(m, spec.bodies, file.model);
  if (c.diagnostics.has_errors()) return;
  const std::string tight = check_lines(m, file.model, path);
  if (!c.wec_sim()) {
    // One water for all; MoorDyn beside WEC-Sim knows only its own file and its own defaults.
    const auto take = [&](double& value, const std::optional<Origin>& given, double of_case, const char* what,
                          const char* unit) {
      if (given && value != of_case) {
        c.diagnostics.warning(
            "no-effect", *given,
            fmt::format("{} = {:g} {} has no effect: the lines hang in the water of the case, {:g} {}", what, value,
                        unit, of_case, unit),
            fmt::format("set environment.{}, or simulation.reproduce: wec-sim, which takes the file's", what));
      }
      value = of_case;
    };
    take(file.model.water_density, file.density_given, c.model.environment.water_density, "water_density", "kg/m^3");
    take(file.model.gravity, file.gravity_given, c.model.environment.gravity, "gravity", "m/s^2");
  }

  if (file.depth_given && depth && file.model.seabed && file.model.seabed->depths.empty() &&
      std::abs(file.model.seabed->depth - *depth) > 0.01 * *depth)
    c.diagnostics.warning(
        "other-depth", *file.depth_given,
        fmt::format("the lines lie on a sea bed {:g} m deep, and the water of the case is {:g} m deep",
                    file.model.seabed->depth, *depth),
        "give both one depth (WtrDpth, environment.depth)");

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
  mooring::LumpedMass system(file.model, m.spec.source.of("file"));
  if (!own && system.needs_acceleration()) {
    throw InputError(
        m.spec.source.of("stepping"),
        fmt::format("{}: a rod or body hinges on a coupled point, whose acceleration only stepping: own knows",
                    path.string()),
        "leave stepping at own");
  }
  if (!own && !(file.model.winches.empty() && file.model.failures.empty())) {
    throw InputError(m.spec.source.of("stepping"),
                     fmt::format("{}: CONTROL and FAILURE need steps of the lines' own", path.string()),
                     "leave stepping at own");
  }
  auto made = std::make_unique<device::LineMooring>(m.spec.name, names, fairleads, std::move(system), m.sea, water, own,
                                                    inertia, tight);
  const device::LineMooring& lines = *made;
  m.parts.components.push_back(std::move(made));
  for (const std::string& name : names) {
    if (inertia != device::EndInertia::delayed) break;
    use_delay(c);
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
  if (!file.model.failures.empty())
    m.parts.recorded.push_back(
        {m.spec.name + ".failed",
         {fmt::format("/moorings/{}/failed", m.spec.name), 0, "1", "failures that have happened", {}}});
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
    const auto* lines = std::get_if<model::LineMooring>(&mooring.law);
    if (lines == nullptr) continue;
    if (mooring.body == body) return true;
    for (const Parameter& item : lines->bodies.items) {
      if (item.text == body) return true;
    }
  }
  return false;
}

Parts mooring_loads(const Case& c, const Sea& sea, const Mechanism& mechanism) {
  Parts parts;
  const std::map<std::string, double> tensions = balanced_tensions(c, mechanism);
  for (const model::Mooring& mooring : c.model.moorings) {
    collect(c.diagnostics, [&] {
      Moored moored{c, sea, mechanism, mooring, tensions, parts};
      std::visit([&moored](const auto& law) { add(moored, law); }, mooring.law);
    });
  }
  return parts;
}

}  // namespace swell::assembly

// Loads on single bodies and along joints.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>

#include "stages.h"
#include "swell/base/refuse.h"
#include "swell/bodies/body_loads.h"
#include "swell/bodies/joint_loads.h"
#include "swell/device/body_loads.h"
#include "swell/device/given_motion.h"
#include "swell/device/hydro_sets.h"
#include "swell/device/joint_efforts.h"
#include "swell/device/results_ports.h"
#include "swell/hydro/restoring.h"
#include "swell/model/table_file.h"
#include "swell/morison/diffraction.h"
#include "swell/morison/sea.h"
#include "swell/morison/strips.h"

namespace swell::assembly {

namespace {

/// What the case says of volume and centre of buoyancy wins over the data.
hydro::StaticForces static_forces(const Case& c, const Hydro& hydro, const Mechanism& mechanism, std::size_t i) {
  const model::Body& body = *c.bodies[i];
  const bodies::RigidBody& rigid = mechanism.rigid[i];
  const model::Environment& water = c.model.environment;
  const bool data = hydro.has(i);
  c.uses(body.volume, body.stiffness);
  if (data || body.volume.value_or(0.0) > 0.0) c.uses(body.center_of_buoyancy, water.water_density);
  if (data || body.volume || body.stiffness) c.uses(c.model.simulation.restoring);
  return hydro::static_forces(water.water_density, water.gravity, rigid.mass, rigid.cg,
                              body.volume.value_or(data ? hydro.of[i]->displaced_volume : 0.0),
                              body.center_of_buoyancy.value_or(data ? hydro.of[i]->cb : rigid.cg));
}

void add_angle_restoring(const Case& c, const Hydro& hydro, const Mechanism& mechanism, std::size_t i, Parts& parts) {
  const model::Body& body = *c.bodies[i];
  hydro::LinearRestoring restoring;
  const hydro::StaticForces forces = static_forces(c, hydro, mechanism, i);
  if (hydro.has(i)) {
    restoring = hydro::make_linear_restoring(*hydro.of[i], mechanism.rigid[i].mass, c.model.environment.water_density,
                                             c.model.environment.gravity,
                                             body.stiffness ? MatrixX(*body.stiffness) : MatrixX());
  } else {
    restoring.stiffness = body.stiffness.value_or(Matrix6::Zero());
    restoring.static_load = VectorX::Zero(6);
  }
  if (!hydro.has(i) || body.volume || body.center_of_buoyancy) {  // what the case says wins over the data
    restoring.static_load.head<6>() = forces.load();
  }
  parts.components.push_back(
      device::angle_restoring(body.name, {restoring}, body.passive_yaw.has_value() && hydro.has(i)));
}

void add_restoring_from_potential(const Case& c, const Hydro& hydro, const Mechanism& mechanism, std::size_t i,
                                  Parts& parts) {
  const model::Body& body = *c.bodies[i];
  const hydro::StaticForces forces = static_forces(c, hydro, mechanism, i);
  const bool given = body.stiffness && !body.stiffness->isZero(0.0);
  MatrixX stiffness = MatrixX::Zero(6, 6);
  if (given) {
    stiffness = *body.stiffness;
  } else if (hydro.has(i)) {
    stiffness = c.model.environment.water_density * c.model.environment.gravity * hydro.of[i]->restoring_stiffness;
  } else {  // weight and buoyancy are all there is
    stiffness = forces.stiffness();
  }
  hydro::WithoutPotential removed;
  parts.add<device::Restoring>(
      body.name, hydro::make_hydrostatic_potential(stiffness, forces.buoyancy - forces.weight, forces.first_moment(),
                                                   Vector3::Zero(), &removed));
  note_removed(c, body.name, removed);
}

/// What neither floats nor hangs on anything falls, or rises, without end.
void warn_of_sinking(const Case& c, const Hydro& hydro, const Mechanism& mechanism, std::size_t i) {
  constexpr double kShare = 0.01;
  const model::Body& body = *c.bodies[i];
  const hydro::StaticForces forces = static_forces(c, hydro, mechanism, i);
  double waterplane = 0.0;
  if (body.stiffness) {
    waterplane = (*body.stiffness)(2, 2);
  } else if (hydro.has(i)) {
    waterplane = hydro.of[i]->restoring_stiffness(2, 2);
  }
  const double lift = forces.buoyancy - forces.weight;
  if (waterplane > 0.0 || !(std::abs(lift) > kShare * forces.weight) || !body.morison.empty()) return;
  const auto is_held = [&](const auto& list) {
    return std::any_of(list.begin(), list.end(),
                       [&](const auto& one) { return one.base == body.name || one.follower == body.name; });
  };
  if (is_held(c.model.joints) || is_held(c.model.ptos) || !c.model.moorings.empty() || !c.model.connections.empty())
    return;
  c.diagnostics.warning(
      "weight-and-buoyancy", body.source.of("mass"),
      fmt::format(
          "{}: nothing holds it and it has no waterplane: with {:.4g} N of weight and {:.4g} N of buoyancy it {}",
          model::label_of(body.source, "bodies", body.name), forces.weight, forces.buoyancy,
          lift < 0.0 ? "sinks" : "rises"),
      "mass: equilibrium weighs what it displaces; stiffness, a joint or a mooring holds it");
}

morison::Element element_of(const model::MorisonElementSpec& spec, Diagnostics& diagnostics) {
  morison::Element element;
  element.option = spec.option == 2 ? morison::Option::normal_tangential : morison::Option::body_axes;
  const auto fill = [](const std::vector<double>& from, Vector3& to) {
    for (std::size_t i = 0; i < from.size() && i < 3; ++i) to[static_cast<Eigen::Index>(i)] = from[i];
  };
  fill(spec.cd, element.drag);
  fill(spec.ca, element.added_mass);
  fill(spec.area, element.area);
  element.volume = spec.volume;
  element.position = spec.position;
  if (spec.axis) element.axis = *spec.axis;
  const double area = spec.option == 2 ? element.area[0] : element.area.maxCoeff();
  element.diameter = spec.diameter.value_or(morison::diameter_of(element.volume, area));
  return morison::checked(element, spec.source.origin, diagnostics);
}

/// Every strip of a member of one diameter has the same diffracted waves.
void diffract(const Case& c, const Sea& sea, const model::MorisonMemberSpec& spec, double top,
              const std::string& member, std::vector<morison::Element>& strips) {
  const Origin& place = spec.source.of("maccamy_fuchs");
  if (c.choices.wec_sim_axes) {
    code::refuse(c.diagnostics, "contradiction", place,
                 fmt::format("{}.maccamy_fuchs: WEC-Sim's Morison elements do not diffract", member),
                 "leave it out, or set hydrodynamics.wec_sim_axes: false");
    return;
  }
  if (!(top >= -1e-9))
    c.diagnostics.warning(
        "not-surface-piercing", place,
        fmt::format("{}.maccamy_fuchs is for a cylinder through the surface, and the member ends at z "
                    "= {:.4g} m: diffraction is less there",
                    member, top),
        "use BEM data for a member under water that is not slender");
  if (!sea || sea->components().size() == 0) return;
  std::map<double, std::shared_ptr<const waves::SeaState>> seas;
  for (morison::Element& strip : strips) {
    auto& waves = seas[strip.diameter];
    if (!waves) waves = morison::diffracted_sea(*sea, 0.5 * strip.diameter);
    strip.diffracted = waves;
  }
}

/// Slender-body theory takes the flow for uniform over the element.
void warn_of_width(const Case& c, double wavelength, double diameter, const Origin& origin, const std::string& what,
                   const char* remedy) {
  constexpr double kSlender = 0.2;  // of the wavelength [DNVRPC205, ch. 6: wavelength above 5 diameters]
  if (!(diameter > kSlender * wavelength)) return;
  c.diagnostics.warning(
      "not-slender", origin,
      fmt::format("{}: its diameter of {:.4g} m is {:.3g} of the mean wavelength of {:.4g} m: Morison's equation takes "
                  "the flow for uniform across it, which holds below {:g}",
                  what, diameter, diameter / wavelength, wavelength, kSlender),
      remedy);
}

/// A member whose end lies within the crests is flooded by them; one through the surface, on a body whose wave forces
/// come from BEM data or a mesh, has the wave's pressure twice.
void warn_of_ends(const Case& c, const Sea& sea, const model::MorisonMemberSpec& spec, double cg,
                  const std::string& name, bool has_pressure) {
  if (!sea || c.choices.wec_sim_axes) return;
  double height = 0.0;
  for (const waves::WaveSystem& system : sea->systems())
    height += system.significant_height * (system.kind == waves::SeaKind::regular ? std::sqrt(0.5) : 1.0);  // H
  const double top = cg + std::max(spec.start.z(), spec.end.z()), bottom = cg + std::min(spec.start.z(), spec.end.z());
  if (!(height > 0.0) || bottom >= 0.0) return;
  if (!spec.cut_at_surface && top > -1e-6 && top < 0.5 * height)
    c.diagnostics.warning(
        "flooded-member", spec.source.origin,
        fmt::format("{} ends at z = {:.3g} m, and waves of {:.3g} m go over its end, on which their pressure acts",
                    name, top, height),
        "raise its end above the crests, or set cut_at_surface if the member continues above them");
  if (has_pressure && top > -1e-6)
    c.diagnostics.warning("pressure-twice", spec.source.origin,
                          fmt::format("{} pierces the surface, and the body's hydro data or mesh have wave forces too, "
                                      "so that the pressure on one hull counts twice",
                                      name),
                          "drag alone is bodies.*.morison with a volume and ca of 0");
}

/// @param delayed_inertia  6N x 6N, where `split` finds that of the elements
void add_morison(const Case& c, const Sea& sea, const bodies::RigidBody& rigid, std::size_t i, Parts& parts,
                 MatrixX& delayed_inertia) {
  const model::Body& body = *c.bodies[i];
  std::vector<morison::Element> elements;
  const std::string label = model::label_of(body.source, "bodies", body.name);
  const double wavelength = sea ? morison::mean_wavelength(*sea).value_or(HUGE_VAL) : HUGE_VAL;
  for (const model::MorisonElementSpec& spec : body.morison) {
    elements.push_back(element_of(spec, c.diagnostics));
    warn_of_width(c, wavelength, elements.back().diameter, spec.source.origin,
                  fmt::format("{}.morison.{}", label, elements.size()),
                  "use BEM data for it, or a morison_members with maccamy_fuchs: true for a vertical cylinder");
  }
  std::size_t number = 0;
  for (const model::MorisonMemberSpec& spec : body.morison_members) {
    const std::string name = fmt::format("{}.morison_members.{}", label, ++number);
    morison::Member member;
    member.end_a = spec.start;
    member.end_b = spec.end;
    member.diameter_a = spec.start_diameter;
    member.diameter_b = spec.end_diameter;
    member.drag_normal = spec.cd_normal;
    member.drag_tangential = spec.cd_tangential;
    member.added_mass_normal = spec.ca_normal;
    member.added_mass_tangential = spec.ca_tangential;
    member.count = spec.elements;
    member.cut_at_surface = !c.choices.wec_sim_axes;  // WEC-Sim's elements are points
    if (spec.cut_at_surface) member.waterline = -rigid.cg.z();
    if (rigid.cg.z() + std::max(spec.start.z(), spec.end.z()) <= 0.0) c.used.except(spec.cut_at_surface);
    std::vector<morison::Element> cut = morison::strips(member, spec.source.origin, c.diagnostics);
    warn_of_ends(c, sea, spec, rigid.cg.z(), name, body.hydro_data || body.nonlinear_hydro);
    if (spec.maccamy_fuchs) {
      diffract(c, sea, spec, rigid.cg.z() + std::max(spec.start.z(), spec.end.z()), name, cut);
    } else {
      warn_of_width(c, wavelength, std::max(spec.start_diameter, spec.end_diameter), spec.source.of("start_diameter"),
                    name,
                    "maccamy_fuchs: true takes diffraction by a vertical cylinder; use BEM data for another body");
    }
    elements.insert(elements.end(), cut.begin(), cut.end());
  }
  c.uses(body.morison, body.morison_members);
  if (elements.empty()) return;
  use_flow(c, sea);
  // WEC-Sim's own elements take the flow below still water.
  if (c.split() && c.choices.wec_sim_axes) c.used.except(c.model.environment.wheeler_stretching);
  c.uses(c.model.environment.water_density, c.model.simulation.added_mass, c.model.output.morison);
  if (c.split() || !body.morison_members.empty()) c.uses(c.model.hydrodynamics.wec_sim_axes);
  const device::MorisonFlow flow{sea ? morison::mean_period(*sea) : std::nullopt,
                                 c.model.environment.kinematic_viscosity};
  if (c.model.output.morison) {
    c.uses(c.model.environment.kinematic_viscosity);
    for (const device::ElementOutput& output : device::element_outputs()) {
      std::vector<std::string> labels = device::element_labels(output, elements, flow);
      const auto width = static_cast<int>(labels.size());
      const std::string address = device::load_name(body.name, "morison") + "." + output.port;
      if (width == 0) continue;
      parts.recorded.push_back({address,
                                {fmt::format("/bodies/{}/morison/{}", body.name, output.dataset), width, output.unit,
                                 output.description, std::move(labels), address}});
    }
  }
  if (!c.split()) return parts.add<device::MorisonElements>(body.name, std::move(elements), sea, flow);
  const auto size = static_cast<Eigen::Index>(6 * c.bodies.size()), at = static_cast<Eigen::Index>(6 * i);
  if (delayed_inertia.size() == 0) delayed_inertia = MatrixX::Zero(size, size);
  morison::BodyMotion at_rest;
  at_rest.p_WC = rigid.cg;
  delayed_inertia.block<6, 6>(at, at) = morison::body_load(elements, at_rest, *sea, 0.0).inertia;
  use_delay(c);
  parts.add<device::DelayedMorison>(body.name, std::move(elements), sea, c.choices.added_mass_delay, c.held(),
                                    c.choices.wec_sim_axes, flow);
}

/// The decimal that values are rounded to, where their accelerations are those of the rounding: second differences of
/// no more than some units that change sign from row to row (rounding correlates neighbours by -2/3), larger over the
/// step than a tenth of the motion's own acceleration, and than half a hundredth of gravity. Else 0.
double rounding_of(const Eigen::Ref<const VectorX>& rows, double step) {
  constexpr int kMostDigits = 9;
  constexpr double kNoise = -0.3, kLeast = 0.05;  // kLeast [m/s^2, rad/s^2]
  const Eigen::Index n = rows.size();
  if (n < 20) return 0.0;
  double unit = 1.0;
  for (int digits = 0;; ++digits, unit *= 0.1) {
    if (digits > kMostDigits) return 0.0;
    if (((rows / unit).array() - (rows / unit).array().round()).abs().maxCoeff() < 1e-5) break;
  }
  const auto differences = [&](Eigen::Index m) -> VectorX {  // over m rows
    return rows.tail(n - 2 * m) - 2.0 * rows.segment(m, n - 2 * m) + rows.head(n - 2 * m);
  };
  const VectorX near = differences(1);
  const double squares = near.squaredNorm();
  constexpr double kOften = 0.2;
  if (static_cast<double>((near.array().abs() > 0.5 * unit).count()) < kOften * static_cast<double>(n)) return 0.0;
  if (!(squares > 0.0) || near.head(n - 3).dot(near.tail(n - 3)) > kNoise * squares) return 0.0;
  double own = 0.0;  // acceleration of the motion, over as many rows as let it be seen
  for (Eigen::Index m = 2; own == 0.0 && 4 * m < n; m *= 2) {
    const double rms = std::sqrt(differences(m).squaredNorm() / static_cast<double>(n - 2 * m));
    const double apart = static_cast<double>(m) * step;
    if (rms > 10.0 * unit) own = rms / (apart * apart);
  }
  const double rounding = unit / (step * step);
  return rounding > std::max(kLeast, 0.1 * own) ? unit : 0.0;
}

/// A record that the run leaves, and rows that a curve has to guess between, are reported. @returns whether it jumps
bool check_motion(const Case& c, const model::Joint& joint) {
  if (!joint.motion->file) return false;
  const MatrixX table =
      model::read_table_file(*joint.motion->file, 2, 0, joint.motion->source.of("file"), c.model.containment);
  const Origin& place = joint.motion->source.of("file");
  const Eigen::Index n = table.rows();
  const double first = table(0, 0), last = table(n - 1, 0), start = c.model.simulation.start,
               end = start + c.model.simulation.duration;
  if (first > start + 1e-9 || last < end - 1e-9 * std::abs(end)) {
    c.diagnostics.warning(
        "short-record", place,
        fmt::format(
            "the motion lasts from {:g} to {:g} s and the run from {:g} to {:g} s: beyond its ends the joint {} "
            "stands still at the {} row",
            first, last, start, end, joint.name,
            last < end ? (first > start ? "first and the last" : "last") : "first"));
  }
  std::vector<double> steps;
  for (Eigen::Index i = 1; i < n; ++i) steps.push_back(table(i, 0) - table(i - 1, 0));
  std::vector<double> sorted = steps;
  std::nth_element(sorted.begin(), sorted.begin() + static_cast<long>(sorted.size() / 2), sorted.end());
  const double usual = sorted[sorted.size() / 2];
  const auto widest = std::max_element(steps.begin(), steps.end());
  // A jump between two rows is a speed that no spline of the rows means, and one step that is not resolved: loads then
  // do work that sums of powers at accepted points miss.
  constexpr double kJump = 0.5, kRest = 0.02;
  bool jumps = false;
  for (Eigen::Index k = 1; k < table.cols(); ++k) {
    if (const double unit = rounding_of(table.col(k), usual); unit > 0.0)
      c.diagnostics.warning(
          "rounded-record", place,
          fmt::format(
              "the motion is rounded to {:g}, and its rows are {:g} s apart: its accelerations jump by {:.3g} m/s^2 "
              "(or rad/s^2) from row to row, and the loads with them",
              unit, usual, unit / (usual * usual)),
          "rows with more digits, or further apart");
    const double range = table.col(k).maxCoeff() - table.col(k).minCoeff();
    for (Eigen::Index i = 1; i < n; ++i) {
      const double change = std::abs(table(i, k) - table(i - 1, k));
      const double beside = std::max(i > 1 ? std::abs(table(i - 1, k) - table(i - 2, k)) : 0.0,
                                     i + 1 < n ? std::abs(table(i + 1, k) - table(i, k)) : 0.0);
      if (!(change > kJump * range && beside < kRest * change)) continue;
      jumps = true;
      c.diagnostics.warning(
          "jump-in-record", place,
          fmt::format("the motion jumps from {:g} to {:g} between t = {:g} and {:g} s: forces and energies "
                      "there are those of the spline through the rows; ramp it over some steps",
                      table(i - 1, k), table(i, k), table(i - 1, 0), table(i, 0)));
      break;
    }
  }
  constexpr double kGap = 10.0;
  if (*widest > kGap * usual) {
    c.diagnostics.warning(
        "gap-in-record", place,
        fmt::format("rows of the motion are {:g} s apart at t = {:g} s and mostly {:g} s: a cubic spline joins them",
                    *widest, table(widest - steps.begin(), 0), usual));
  }
  return jumps;
}

void add_motion(const Case& c, const model::Joint& joint, Parts& parts) {
  std::vector<device::GivenCoordinate> given = given_coordinates(joint);
  const bool jumps = check_motion(c, joint);
  const model::PrescribedMotion& motion = *joint.motion;
  motion.file ? c.uses(motion.file) : c.uses(motion.amplitude, motion.period, motion.phase, motion.offset);
  parts.add<device::GivenMotion>(joint.name, std::move(given), jumps);
}

void add_joint_load(const Case& c, const Mechanism& mechanism, const model::Joint& joint, double pretension,
                    double equilibrium, bool pto, Parts& parts) {
  if (joint.motion) {
    collect(c.diagnostics, [&] { add_motion(c, joint, parts); });
    return;
  }
  bodies::SpringDamper spring;
  if (!collect(c.diagnostics, [&] {
        spring = bodies::spring_damper(joint.stiffness, joint.damping, equilibrium, pretension, joint.source.origin);
      }))
    return;
  bodies::HardStop stop;
  if (joint.limits) {
    stop = hard_stop(c, *joint.limits, joint.name);
    if (!collect(c.diagnostics, [&] { bodies::validate(stop, joint.limits->source.origin); })) return;
  }
  if (degrees_of_freedom(joint.type) == 0) return;
  if (spring.stiffness == 0.0 && spring.damping == 0.0 && !stop.lower && !stop.upper) return;
  const bodies::Joint* built = nullptr;
  for (const bodies::Joint& candidate : mechanism.joints) {
    if (candidate.name == joint.name) built = &candidate;
  }
  if (built == nullptr) return;  // refused already
  c.uses(joint.stiffness, joint.damping);
  if (stop.lower || stop.upper) c.uses(joint.limits);
  if (joint.type == bodies::JointType::spherical || joint.type == bodies::JointType::floating_6dof)
    c.uses(c.model.simulation.restoring);
  parts.add<device::JointLoad>(joint.name, built->type, spring, stop, c.potential(), pto);
}

}  // namespace

bodies::HardStop hard_stop(const Case& c, const model::HardStops& limits, const std::string& owner) {
  if (limits.stiffness == 0.0)
    c.diagnostics.warning("soft-stop", limits.source.of("stiffness"),
                          fmt::format("{}.limits.stiffness = 0: the stops push nothing back", owner),
                          "give the stiffness of the stop, or leave limits out");
  bodies::HardStop stop;
  const auto side = [&](double bound) {
    return bodies::Stop{bound, limits.stiffness, limits.damping, limits.transition};
  };
  if (limits.lower) stop.lower = side(*limits.lower);
  if (limits.upper) stop.upper = side(*limits.upper);
  return stop;
}

void note_removed(const Case& c, const std::string& owner, const hydro::WithoutPotential& removed) {
  constexpr double kSymmetric = 1e-4;
  if (removed.share < kSymmetric) return;
  c.note("stiffness-without-potential",
         fmt::format("{}: the antisymmetric part of its stiffness is left out, for it has no potential and would make "
                     "energy: {} ({:.2g} of the diagonal); simulation.restoring: euler-angles keeps it",
                     owner, removed.entries, removed.share));
}

namespace {

/// Across a gap the cubic goes on with the slopes at its edges and may leave the rows by any distance: that is no
/// motion that anybody gave.
void refuse_overshoot(const CubicSpline& spline, const Eigen::Ref<const VectorX>& rows, const Origin& origin,
                      const std::filesystem::path& file) {
  const double low = rows.minCoeff(), high = rows.maxCoeff(), range = high - low;
  const double most = range + 1e-9 * (1.0 + std::max(std::abs(low), std::abs(high)));
  const std::vector<double>& time = spline.knots();
  for (std::size_t i = 0; i + 1 < time.size(); ++i) {
    for (const double share : {0.2, 0.4, 0.6, 0.8}) {
      const double at = time[i] + share * (time[i + 1] - time[i]), value = spline(at);
      if (value >= low - most && value <= high + most) continue;
      throw InputError(
          origin,
          fmt::format("{}: between the rows at {:g} and {:g} s the cubic spline through them reaches {:.4g} "
                      "at {:g} s, and all rows lie within {:g} and {:g}",
                      file.string(), time[i], time[i + 1], value, at, low, high),
          "fill the gap with rows");
    }
  }
}

}  // namespace

std::vector<device::GivenCoordinate> given_coordinates(const model::Joint& joint) {
  const model::PrescribedMotion& given = *joint.motion;
  const auto dof = static_cast<std::size_t>(degrees_of_freedom(joint.type));
  std::vector<device::GivenCoordinate> coordinates(dof);
  if (given.file) {
    const int columns = static_cast<int>(dof) + 1;
    const MatrixX table = model::read_table_file(*given.file, columns, columns, given.source.of("file"),
                                                 Containment::in_process, model::degrees_for_radians());
    std::vector<double> time(table.col(0).data(), table.col(0).data() + table.rows());
    if (time.size() < 4)
      throw InputError(given.source.of("file"),
                       fmt::format("{}: {} of the four rows at least that the spline of a motion needs",
                                   given.file->string(), time.size()));
    const auto back = std::adjacent_find(time.begin(), time.end(), std::greater_equal<>());
    if (back != time.end())
      throw InputError(given.source.of("file"),
                       fmt::format("{}: times must ascend, but {:g} s follows {:g} s in row {}", given.file->string(),
                                   back[1], back[0], back - time.begin() + 2));
    for (std::size_t i = 0; i < dof; ++i) {
      const auto column = table.col(static_cast<Eigen::Index>(i) + 1);
      coordinates[i].table.emplace(time, std::vector<double>(column.data(), column.data() + column.size()));
      refuse_overshoot(*coordinates[i].table, column, given.source.of("file"), *given.file);
    }
  } else {
    for (std::size_t i = 0; i < dof; ++i) {
      coordinates[i].amplitude = given.amplitude[i];
      coordinates[i].offset = given.offset.empty() ? 0.0 : given.offset[i];
      coordinates[i].omega = 2.0 * kPi / given.period.value_or(1.0);
      coordinates[i].phase = given.phase;
    }
  }
  return coordinates;
}

Matrix6 drag_matrix(const Case& c, const model::QuadraticDrag& drag) {
  c.uses(drag);
  if (drag.drag) return *drag.drag;
  if (!drag.cd || !drag.area) return Matrix6::Zero();
  c.uses(c.model.environment.water_density);
  return bodies::drag_coefficients(c.model.environment.water_density, *drag.cd, *drag.area);
}

BodyLoads body_loads(const Case& c, const Hydro& hydro, const Sea& sea, const Mechanism& mechanism) {
  using device::ForcePart, device::VelocityLoad;
  BodyLoads loads;
  Parts& parts = loads.parts;
  for (std::size_t i = 0; i < c.bodies.size(); ++i) {
    const model::Body& body = *c.bodies[i];
    if (is_mode(body)) continue;
    if (is_variable(c, hydro, i)) {
      // the sets bring their own hydrostatics
    } else if (mechanism.meshes[i]) {
      add_mesh_loads(c, sea, mechanism, i, parts);
    } else {
      warn_of_sinking(c, hydro, mechanism, i);
      c.potential() ? add_restoring_from_potential(c, hydro, mechanism, i, parts)
                    : add_angle_restoring(c, hydro, mechanism, i, parts);
    }
    const SetLoads in_sets = loads_of_sets(c, hydro, i);  // these come with the sets
    c.uses(body.linear_damping);
    if (!body.linear_damping.isZero(0.0) && !in_sets.damping)
      parts.add<VelocityLoad<bodies::LinearDamping>>(body.name, "linear_damping", "linear damping",
                                                     ForcePart::linear_damping,
                                                     bodies::LinearDamping{body.linear_damping});
    if (const Matrix6 drag = drag_matrix(c, body.quadratic_drag); !drag.isZero(0.0) && !in_sets.drag)
      parts.add<VelocityLoad<bodies::QuadraticDrag>>(body.name, "quadratic_drag", "quadratic drag",
                                                     ForcePart::morison_and_viscous, bodies::QuadraticDrag{drag});
    add_morison(c, sea, mechanism.rigid[i], i, parts, loads.delayed_inertia);
  }
  return loads;
}

Parts joint_loads(const Case& c, const Mechanism& mechanism) {
  Parts parts;
  for (const model::Joint& joint : c.model.joints) add_joint_load(c, mechanism, joint, 0.0, 0.0, false, parts);
  for (const model::Pto& pto : c.model.ptos) {
    if (pto.stiffness != 0.0 && !pto.motion) c.uses(pto.pretension, pto.equilibrium_position);
    add_joint_load(c, mechanism, pto, pto.pretension, pto.equilibrium_position.value_or(0.0), true, parts);
  }
  return parts;
}

}  // namespace swell::assembly

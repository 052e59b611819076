#include "swell/device/body_loads.h"

#include <fmt/format.h>

#include <algorithm>

#include "swell/bodies/body_loads.h"
#include "swell/morison/sea.h"
#include "swell/morison/wec_sim.h"

namespace swell::device {

using system::Computed;
using system::Declaration;
using system::Evaluation;
using system::Fan;
using system::Input;
using system::Memory;
using system::MemoryKind;
using system::PortKind;
using system::PortSpec;
using system::Rate;
using system::Read;
using system::Reads;

std::string load_name(const std::string& body, const std::string& load) { return body + "/" + load; }

namespace {

/// Drag in water at rest takes energy, and the added mass of elements that are cut at the surface keeps it. Waves and
/// current bring some; the added mass of a point appears and goes as a whole.
LoadTraits traits_of(const std::vector<morison::Element>& elements, const waves::SeaState& sea) {
  const bool still = sea.components().size() == 0 && std::holds_alternative<waves::NoCurrent>(sea.current().law);
  const auto all = [&](auto law) { return std::all_of(elements.begin(), elements.end(), law); };
  const bool massless = all([](const morison::Element& e) { return e.added_mass.isZero(0.0); });
  const bool keeps = all([](const morison::Element& e) { return e.length > 0.0 || e.added_mass.isZero(0.0); });
  LoadTraits traits{ForcePart::morison_and_viscous, still && keeps ? Energy::dissipates : Energy::exchanges};
  if (massless || traits.energy == Energy::exchanges) return traits;
  traits.potential = "kinetic_energy";
  // Strip after strip begins to be wetted: kinks that an audit integrates, and powers at accepted points do not.
  traits.watched = false;
  if (all([](const morison::Element& e) { return e.drag.isZero(0.0); })) traits.energy = Energy::conserves;
  return traits;
}

}  // namespace

PortSpec rotation_port() {
  PortSpec spec;
  spec.name = "rotation";
  spec.width = 9;
  spec.unit = "1";
  spec.frame = "world";
  spec.description = "body axes to world axes, row by row";
  return spec;
}

PortSpec displacement_port() {
  return six_vector("displacement", "m, rad", "shift of the centre of gravity and roll, pitch, yaw");
}

PortSpec potential_port(const std::string& description) {
  PortSpec spec;
  spec.name = "potential";
  spec.unit = "J";
  spec.description = description;
  return spec;
}

Restoring::Restoring(const std::string& body, const hydro::HydrostaticPotential& restoring)
    : Load(load_name(body, "restoring"), "linear hydrostatics, weight and buoyancy",
           {ForcePart::restoring, Energy::conserves, "potential"}),
      restoring_(restoring) {}

void Restoring::declare(Declaration& d) {
  const Input x = d.input(displacement_port()), R = d.input(rotation_port());
  d.parameter("heave stiffness", fmt::format("{:.8g}", restoring_.waterplane(0, 0)), "N/m");
  d.parameter("static load in heave", fmt::format("{:.8g}", restoring_.lift), "N");
  d.output(six_vector("force", "N, N m", "hydrostatic restoring, weight and buoyancy", PortKind::effort), {x, R},
           [this, x, R](const Evaluation& e, double* out) { restoring_.evaluate(e.input(x), e.input(R), out); });
  d.output(potential_port("energy of weight, buoyancy and stiffness, 0 in the design pose"), {x, R},
           [this, x, R](const Evaluation& e, double* out) { out[0] = restoring_.energy(e.input(x), e.input(R)); });
}

AngleRestoring::AngleRestoring(const std::string& body, hydro::LinearRestoring restoring)
    : Load(load_name(body, "restoring"), "linear hydrostatics by roll, pitch and yaw", {ForcePart::restoring}),
      restoring_(std::move(restoring)) {}

void AngleRestoring::declare(Declaration& d) {
  const Input x = d.input(displacement_port());
  d.parameter("heave stiffness", fmt::format("{:.8g}", restoring_.stiffness(2, 2)), "N/m");
  d.parameter("static load in heave", fmt::format("{:.8g}", restoring_.static_load(2)), "N");
  d.output(six_vector("force", "N, N m", "hydrostatic restoring, weight and buoyancy", PortKind::effort), {x},
           [this, x](const Evaluation& e, double* out) { restoring_.evaluate(e.input(x), out); });
}

LinearDamping::LinearDamping(const std::string& body, const Matrix6& coefficients)
    : Load(load_name(body, "linear_damping"), "linear damping",
           {ForcePart::linear_damping, takes_energy(coefficients) ? Energy::dissipates : Energy::exchanges}),
      coefficients_(coefficients) {}

void LinearDamping::declare(Declaration& d) {
  const Input v = d.input(six_vector("velocity", "m/s, rad/s", "velocity of the body"));
  d.output(six_vector("force", "N, N m", "linear damping", PortKind::effort), {v},
           [this, v](const Evaluation& e, double* out) {
             as_six(out) = bodies::linear_damping(coefficients_, as_six(e.input(v)));
           });
}

QuadraticDrag::QuadraticDrag(const std::string& body, const Matrix6& coefficients)
    : Load(
          load_name(body, "quadratic_drag"), "quadratic drag",
          {ForcePart::morison_and_viscous, opposes_each_motion(coefficients) ? Energy::dissipates : Energy::exchanges}),
      coefficients_(coefficients) {}

void QuadraticDrag::declare(Declaration& d) {
  const Input v = d.input(six_vector("velocity", "m/s, rad/s", "velocity of the body"));
  d.output(six_vector("force", "N, N m", "quadratic drag", PortKind::effort), {v},
           [this, v](const Evaluation& e, double* out) {
             as_six(out) = bodies::quadratic_drag(coefficients_, as_six(e.input(v)));
           });
}

MorisonElements::MorisonElements(const std::string& body, std::vector<morison::Element> elements,
                                 std::shared_ptr<const waves::SeaState> sea)
    : Load(load_name(body, "morison"), "Morison elements", traits_of(elements, *sea)),
      elements_(std::move(elements)),
      sea_(std::move(sea)) {}

void MorisonElements::declare(Declaration& d) {
  const Input position = d.input(six_vector("position", "m, rad", "centre of gravity and roll, pitch, yaw"));
  const Input rotation = d.input(rotation_port());
  const Input velocity = d.input(six_vector("velocity", "m/s, rad/s", "velocity of the body"));
  const Input acceleration = d.input(six_vector("acceleration", "m/s^2, rad/s^2", "acceleration, for the report only"));
  d.parameter("elements", std::to_string(elements_.size()));

  // Wrench without inertia (6), then inertia (36): one pass over the elements serves both; then its kinetic energy.
  const Computed both = d.compute("loads", 43, {position, rotation, velocity, Read::time()},
                                  [this, position, rotation, velocity](const Evaluation& e, double* out) {
                                    morison::BodyMotion body;
                                    body.p_WC = Eigen::Map<const Vector3>(e.input(position));
                                    body.R_WB = as_rotation(e.input(rotation));
                                    body.v_WC = Eigen::Map<const Vector3>(e.input(velocity));
                                    body.w_WB = Eigen::Map<const Vector3>(e.input(velocity) + 3);
                                    const morison::BodyLoad load = morison::body_load(elements_, body, *sea_, e.time);
                                    as_six(out) = load.load.total();
                                    as_inertia(out + 6) = load.inertia;
                                    Vector6 V;
                                    V << body.v_WC, body.w_WB;
                                    out[42] = 0.5 * V.dot(load.inertia * V);
                                  });
  d.output(six_vector("force", "N, N m", "Morison load without its inertia", PortKind::effort), both);
  PortSpec inertia;
  inertia.name = "inertia";
  inertia.width = 36;
  inertia.unit = "kg, kg m, kg m^2";
  inertia.frame = "world";
  inertia.kind = PortKind::inertia;
  inertia.description = "added mass of the elements about the centre of gravity, row by row";
  d.output(inertia, both, 6);
  PortSpec energy = potential_port("kinetic energy of the elements' added mass");
  energy.name = "kinetic_energy";
  d.output(energy, both, 42);
  d.output(six_vector("reported", "N, N m", "Morison load"), {both, acceleration},
           [both, acceleration](const Evaluation& e, double* out) {
             const double* loads = e.computed(both);
             as_six(out) = as_six(loads) - as_inertia(loads + 6) * as_six(e.input(acceleration));
           });
}

DelayedMorison::DelayedMorison(const std::string& body, std::vector<morison::Element> elements,
                               std::shared_ptr<const waves::SeaState> sea, double delay, bool held, bool wec_sim)
    : Load(load_name(body, "morison"), wec_sim ? "Morison elements as WEC-Sim" : "Morison elements, delayed",
           {ForcePart::morison_and_viscous}),
      elements_(std::move(elements)),
      sea_(std::move(sea)),
      delay_(6, delay, held),
      wec_sim_(wec_sim),
      delayed_(VectorX::Zero(6)) {}

std::string DelayedMorison::diagnose() const {
  const bool adds_mass = std::any_of(elements_.begin(), elements_.end(),
                                     [](const morison::Element& element) { return !element.added_mass.isZero(0.0); });
  if (!adds_mass) return {};
  return fmt::format(
      "added_mass: split gives the added mass of {} a delayed acceleration: where it outweighs the inertia of the body "
      "the explicit loop grows, whatever the step: use added_mass: exact",
      name());
}

void DelayedMorison::declare(Declaration& d) {
  const Input position = d.input(six_vector("position", "m, rad", "centre of gravity and roll, pitch, yaw"));
  const Input rotation = d.input(rotation_port());
  const Input velocity = d.input(six_vector("velocity", "m/s, rad/s", "velocity of the body"));
  const Input acceleration = d.input(six_vector("acceleration", "m/s^2, rad/s^2", "acceleration of the body"));
  // WEC-Sim has two delays in series: the one that every body has, and the one before the Morison block.
  const int one = delay_.memory_size();
  const int used = wec_sim_ ? one : 0;  // where the delayed value is read
  PortSpec past;
  past.name = "past_acceleration";
  past.width = 2 * one;
  past.unit = "m/s^2, rad/s^2";
  const Memory memory =
      d.memory(past, MemoryKind::discrete, std::vector<double>(static_cast<std::size_t>(past.width), 0.0));

  const auto force = [this, position, rotation, velocity, memory, one, used](const Evaluation& e, double* out) {
    delay_.evaluate(e.time, as_vector(e.memory(memory) + used, one), delayed_);
    if (wec_sim_) {
      morison::WecSimMotion body;
      body.pose = as_six(e.input(position));
      body.velocity = as_six(e.input(velocity));
      body.acceleration = delayed_;
      as_six(out) = morison::wec_sim_body_force(elements_, body, *sea_, e.time).total();
      return;
    }
    morison::BodyMotion body;
    body.p_WC = as_six(e.input(position)).head<3>();
    body.R_WB = as_rotation(e.input(rotation));
    body.v_WC = as_six(e.input(velocity)).head<3>();
    body.w_WB = as_six(e.input(velocity)).tail<3>();
    as_six(out) = morison::body_force_given_acceleration(elements_, body, *sea_, e.time, delayed_).total();
  };
  const bool sampled = wec_sim_ && sea_->components().size() > 0;
  const PortSpec spec = six_vector("force", "N, N m", "Morison load", PortKind::effort);
  const Computed load = d.output(spec, {position, rotation, velocity, memory, Read::time()}, force,
                                 sampled ? Rate::at_accepted_points() : Rate::continuous());
  PortSpec reported = spec;
  reported.name = "reported";
  d.output(reported, load);
  d.commit({acceleration, memory}, [this, acceleration, memory, one](const Evaluation& e) {
    Eigen::Map<VectorX> first(e.change(memory), one), second(e.change(memory) + one, one);
    delay_.evaluate(e.time, first, delayed_);
    delay_.commit(e.time, delayed_, second);
    delay_.commit(e.time, as_six(e.input(acceleration)), first);
  });
}

}  // namespace swell::device

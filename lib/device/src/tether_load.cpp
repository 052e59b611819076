#include "swell/device/tether_load.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "swell/device/stack.h"
#include "system_words.h"

namespace swell::device {

namespace {

Energy promise(const mooring::TetherLaw& law, bool driven) {
  if (driven || law.damping < 0.0) return Energy::exchanges;
  const auto brakes = [](const std::optional<bodies::Stop>& stop) { return stop && stop->damping > 0.0; };
  const bool damped =
      law.damping > 0.0 || brakes(law.stop.lower) || brakes(law.stop.upper) || (law.rope && law.rope->damping > 0.0);
  return damped ? Energy::dissipates : Energy::conserves;
}

}  // namespace

Tether::Tether(const std::string& name, End follower, End base, mooring::TetherLaw law, bool driven)
    : Load(name, "tether",
           {ForcePart::mooring, promise(law, driven), promise(law, driven) == Energy::exchanges ? "" : "stored_energy",
            PowerPart::actuator, false}),
      follower_(std::move(follower)),
      base_(std::move(base)),
      law_(law),
      slack_(law.slack_stroke()),
      slack_energy_(std::isfinite(slack_) ? law.energy(slack_) : 0.0) {}

Tether::Ends Tether::ends(const mooring::BodyMotion* motion) const {
  const mooring::PointMotion follower = mooring::point_on_body(motion[0], follower_.place);
  mooring::PointMotion base;
  if (base_.body.empty())
    base.position = base_.place;
  else
    base = mooring::point_on_body(motion[1], base_.place);
  const Vector3 span = follower.position - base.position;
  const double distance = span.norm();
  const Vector3 direction = distance > 0.0 ? Vector3(span / distance) : Vector3::Zero();
  return {follower.position, base.position, direction, distance - law_.distance,
          direction.dot(follower.velocity - base.velocity)};
}

Tether::Pull Tether::pull(const Ends& at, const double* drum) const {
  const mooring::Rope& rope = *law_.rope;
  const double elastic = std::max(0.0, law_.pre_tension + rope.stiffness * (at.stretch - drum[0]));
  if (elastic == 0.0) return {0.0, 0.0};
  return {std::max(0.0, elastic + rope.damping * (at.rate - drum[1])), elastic};
}

void Tether::declare(Declaration& d) {
  BodyNames bodies = {follower_.body};
  if (!base_.body.empty()) bodies.push_back(base_.body);
  std::vector<Input> position, velocity;
  Reads motions;
  for (const std::string& body : bodies) {
    position.push_back(read_motion_of(d, Motion::position, body));
    velocity.push_back(read_motion_of(d, Motion::velocity, body));
    motions.emplace_back(position.back());
    motions.emplace_back(velocity.back());
  }
  const auto along = [](const char* name, const char* unit, const char* text, PortKind kind = PortKind::signal) {
    return port(name, 1, unit, text, "joint", kind);
  };
  const Input control = d.input(along("force", "N", "of a controller, along the lengthening tether", PortKind::effort),
                                Fan::sum_or_nothing);
  const auto motion_at = [position, velocity](const Evaluation& e) {
    std::array<mooring::BodyMotion, 2> motion;
    for (std::size_t b = 0; b < position.size(); ++b) {
      motion[b].pose = as_six(e.input(position[b]));
      motion[b].velocity = as_six(e.input(velocity[b]));
    }
    return motion;
  };
  // What winds the rope without the stops, and with them.
  const auto drum = [this, control](const Evaluation& e, double stroke, double rate) {
    const double taken = law_.pre_tension + law_.stiffness * stroke + law_.damping * rate - e.input(control)[0];
    return std::pair{taken, taken - bodies::effort(law_.stop, stroke, rate)};
  };

  const system::PortSpec stroke_port = along("position", "m", "stroke: rope paid out since the design pose");
  const system::PortSpec rate_port = along("velocity", "m/s", "rate of the stroke", PortKind::flow);
  Reads reads = motions;
  reads.emplace_back(control);
  if (law_.rope) {
    const Read own = State{static_cast<int>(d.states.size())};  // the handle of the next state
    Reads of_drum = reads;
    of_drum.push_back(own);
    const State state = {own.index};
    d.state(port("drum", 2, "m, m/s", "stroke of the drum and its rate"), {0.0, 0.0}, of_drum,
            [=](const Evaluation& e, double* out) {
              const auto motion = motion_at(e);
              const double* s = e.state(state);
              out[0] = s[1];
              out[1] = (pull(ends(motion.data()), s).tension - drum(e, s[0], s[1]).second) / law_.rope->drum_mass;
            });
    // At rest under the rope; a slack one leaves the drum where its spring ends.
    d.initialize(state, motions, [=](const Evaluation& e, double* out) {
      const auto motion = motion_at(e);
      const double share = law_.rope->stiffness / (law_.rope->stiffness + law_.stiffness);
      out[0] = std::max(share * ends(motion.data()).stretch, slack_);
      out[1] = 0.0;
    });
    d.output(stroke_port, state, 0);
    d.output(rate_port, state, 1);
    reads.push_back(own);
  } else {
    const Computed motion_along = d.compute("stroke", 2, motions, [=](const Evaluation& e, double* out) {
      const auto motion = motion_at(e);
      const Ends at = ends(motion.data());
      out[0] = at.stretch;
      out[1] = at.rate;
    });
    d.output(stroke_port, motion_along, 0);
    d.output(rate_port, motion_along, 1);
  }
  const State state = {static_cast<int>(d.states.size()) - 1};  // of the drum, where it has one

  const int n = 6 * static_cast<int>(bodies.size());
  const Computed load = d.compute("load", n + 9, reads, [=](const Evaluation& e, double* out) {
    const auto motion = motion_at(e);
    const Ends at = ends(motion.data());
    double tension = 0.0, force = 0.0, stored = 0.0, lost = 0.0;
    double stroke = at.stretch, rate = 0.0;  // of a slack rope without drum none
    if (law_.rope) {
      const double* s = e.state(state);
      const Pull rope = pull(at, s);
      const auto [taken, winding] = drum(e, s[0], s[1]);
      tension = rope.tension;
      force = -taken;
      stroke = s[0];
      rate = s[1];
      stored = 0.5 * rope.elastic * rope.elastic / law_.rope->stiffness + law_.energy(s[0]) - slack_energy_ +
               0.5 * law_.rope->drum_mass * s[1] * s[1];
      lost = (tension - rope.elastic) * (at.rate - s[1]) + (winding - law_.elastic(s[0])) * s[1];
    } else {
      const auto [taken, winding] = drum(e, at.stretch, at.rate);
      if (winding > 0.0) {
        tension = winding;
        force = -taken;
        rate = at.rate;
      }
      const bool wound = at.stretch > slack_;
      stored = wound ? law_.energy(at.stretch) - slack_energy_ : 0.0;
      lost = (tension - (wound ? law_.elastic(at.stretch) : 0.0)) * at.rate;
    }
    const Vector3 on_follower = -tension * at.direction;
    as_six(out) = mooring::wrench_about_cg(motion[0], at.follower, on_follower);
    if (!base_.body.empty()) as_six(out + 6) = mooring::wrench_about_cg(motion[1], at.base, -on_follower);
    out[n] = tension;
    out[n + 1] = force;
    out[n + 2] = -force * rate;
    out[n + 3] = stored;
    out[n + 4] = lost;
    out[n + 5] = law_.damping * rate * rate;
    out[n + 6] = (law_.pre_tension + law_.stiffness * stroke) * rate;
    out[n + 7] = -e.input(control)[0] * rate;
    out[n + 8] = -bodies::effort(law_.stop, stroke, rate) * rate;
  });
  declare_forces(d, bodies, load, "pull of the tether", ForcePart::mooring);
  d.output(along("tension", "N", "of the rope"), load, n);
  d.output(along("force", "N", "of the drum on the follower along the lengthening tether", PortKind::effort), load,
           n + 1);
  d.output(port("power", 1, "W", "taken out of the device, without the end stops"), load, n + 2);
  d.output(port("stored_energy", 1, "J", "in rope, drum, spring and stops"), load, n + 3);
  d.output(port("dissipated_power", 1, "W", "taken by damper, control, stops and rope"), load, n + 4);
  int at = n + 5;
  for (const PowerPart part : tether_power(law_.stop.lower || law_.stop.upper))
    d.output(port(power_of(part), 1, "W", description_of(part)), load, at++);
}

}  // namespace swell::device

#include "swell/device/body_loads.h"

#include <fmt/format.h>

#include <algorithm>

#include "swell/morison/sea.h"
#include "swell/morison/wec_sim.h"
#include "system_words.h"

namespace swell::device {

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

morison::BodyMotion motion_of(const double* position, const double* rotation, const double* velocity) {
  morison::BodyMotion body;
  body.p_WC = Eigen::Map<const Vector3>(position);
  body.R_WB = as_rotation(rotation);
  body.v_WC = Eigen::Map<const Vector3>(velocity);
  body.w_WB = Eigen::Map<const Vector3>(velocity + 3);
  return body;
}

bool has_columns(const ElementOutput& output, const morison::Element& element, const MorisonFlow& flow) {
  if (output.columns == 3) return true;
  return element.diameter > 0.0 && (flow.period || std::string(output.dataset) != "keulegan_carpenter");
}

/// The outputs of element_outputs(); `report` makes that of element i.
template <class Report>
void give_elements(Declaration& d, const std::vector<morison::Element>& elements, const MorisonFlow& flow,
                   const system::Reads& reads, Report report) {
  std::vector<std::vector<std::string>> labels;
  int size = 0;
  for (const ElementOutput& output : element_outputs()) {
    labels.push_back(element_labels(output, elements, flow));
    size += static_cast<int>(labels.back().size());
  }
  const std::size_t numbers = labels[labels.size() - 2].size();  // of KC
  const Computed all =
      d.compute("elements", size, reads, [&elements, flow, numbers, report](const Evaluation& e, double* out) {
        const std::size_t n = elements.size();
        double* kc = out + 18 * n;  // after six vectors per element
        double* reynolds = kc + numbers;
        for (std::size_t i = 0; i < n; ++i) {
          const morison::ElementReport r = report(e, i);
          std::size_t vector = 0;
          for (const Vector3* v : {&r.force, &r.drag, &r.inertia, &r.froude_krylov, &r.velocity, &r.acceleration})
            Eigen::Map<Vector3>(out + 3 * (n * vector++ + i)) = *v;
          const double D = elements[i].diameter;
          if (!(D > 0.0)) continue;
          if (flow.period) *kc++ = r.flow * *flow.period / D;
          *reynolds++ = r.flow * D / flow.viscosity;
        }
      });
  int first = 0;
  for (std::size_t k = 0; k < labels.size(); ++k) {
    const ElementOutput& output = element_outputs()[k];
    const auto width = static_cast<int>(labels[k].size());
    if (width == 0) continue;
    PortSpec spec = port(output.port, width, output.unit, output.description, output.columns == 3 ? "world" : "");
    spec.labels = std::move(labels[k]);
    d.output(spec, all, first);
    first += width;
  }
}

}  // namespace

const std::vector<ElementOutput>& element_outputs() {
  static const std::vector<ElementOutput> kOutputs = {
      {"element_force", "force", "N", "of each element on the body, at its wet part", 3},
      {"element_drag", "drag", "N", "drag of each element", 3},
      {"element_inertia_force", "inertia", "N",
       "inertia force of each element: added mass against the relative acceleration, and diffraction", 3},
      {"element_froude_krylov", "froude_krylov", "N",
       "displaced water times the acceleration of the undisturbed fluid, and the buoyancy of a strip's elevation", 3},
      {"element_relative_velocity", "relative_velocity", "m/s", "of the fluid against each element, 0 where it is dry",
       3},
      {"element_relative_acceleration", "relative_acceleration", "m/s^2",
       "of the fluid against each element, 0 where it is dry", 3},
      {"element_keulegan_carpenter", "keulegan_carpenter", "1",
       "relative speed across the element times mean wave period over diameter; KC is its largest value", 1},
      {"element_reynolds", "reynolds", "1", "relative speed across the element times diameter over viscosity", 1}};
  return kOutputs;
}

std::vector<std::string> element_labels(const ElementOutput& output, const std::vector<morison::Element>& elements,
                                        const MorisonFlow& flow) {
  std::vector<std::string> labels;
  for (std::size_t i = 0; i < elements.size(); ++i) {
    if (!has_columns(output, elements[i], flow)) continue;
    if (output.columns == 1) labels.push_back(std::to_string(i + 1));
    for (const char* axis : {"x", "y", "z"}) {
      if (output.columns == 3) labels.push_back(axis + std::to_string(i + 1));
    }
  }
  return labels;
}

PortSpec potential_port(const std::string& description) { return port("potential", 1, "J", description); }

Restoring::Restoring(const std::string& body, const hydro::HydrostaticPotential& restoring)
    : BodyLoad(body, "restoring", "linear hydrostatics, weight and buoyancy",
               {ForcePart::restoring, Energy::conserves, "potential"}),
      restoring_(restoring) {}

void Restoring::declare(Declaration& d) {
  const bool held = restoring_.is_held;  // else no angle counts
  const Input x = read(d, held ? Motion::displacement : Motion::shift), R = read(d, Motion::axes);
  d.parameter("heave stiffness", fmt::format("{:.8g}", restoring_.waterplane(0, 0)), "N/m");
  d.parameter("static load in heave", fmt::format("{:.8g}", restoring_.lift), "N");
  const TurnCount turns = held ? TurnCount(d, x) : TurnCount();
  system::Reads reads = {x, R};
  turns.add_to(reads);
  const char* const report = "hydrostatic restoring, weight and buoyancy";
  if (held) {
    give_force(d, report, reads, [this, x, R, turns](const Evaluation& e, double* out) {
      Vector6 own;
      restoring_.evaluate(turns.of(e, e.input(x), own), e.input(R), out);
    });
  } else {  // at every stage
    give_force(d, report, reads,
               [this, x, R](const Evaluation& e, double* out) { restoring_.evaluate(e.input(x), e.input(R), out); });
  }
  d.output(potential_port("energy of weight, buoyancy and stiffness, 0 in the design pose"), reads,
           [this, x, R, turns](const Evaluation& e, double* out) {
             Vector6 own;
             out[0] = restoring_.energy(turns.of(e, e.input(x), own), e.input(R));
           });
}

MorisonElements::MorisonElements(const std::string& body, std::vector<morison::Element> elements,
                                 std::shared_ptr<const waves::SeaState> sea, const MorisonFlow& flow)
    : BodyLoad(body, "morison", "Morison elements", traits_of(elements, *sea)),
      elements_(std::move(elements)),
      sea_(std::move(sea)),
      flow_(flow) {}

void MorisonElements::declare(Declaration& d) {
  const Input position = read(d, Motion::position);
  const Input rotation = read(d, Motion::rotation);
  const Input velocity = read(d, Motion::velocity);
  d.parameter("elements", std::to_string(elements_.size()));

  // Wrench without inertia (6), then inertia (36): one pass over the elements serves both; then its kinetic energy.
  const Computed both = d.compute("loads", 43, {position, rotation, velocity, Read::time()},
                                  [this, position, rotation, velocity](const Evaluation& e, double* out) {
                                    const morison::BodyMotion body =
                                        motion_of(e.input(position), e.input(rotation), e.input(velocity));
                                    const morison::BodyLoad load = morison::body_load(elements_, body, *sea_, e.time);
                                    as_six(out) = load.load.total();
                                    as_inertia(out + 6) = load.inertia;
                                    Vector6 V;
                                    V << body.v_WC, body.w_WB;
                                    out[42] = 0.5 * V.dot(load.inertia * V);
                                  });
  give_inertia(d, "Morison load without its inertia", both, both, 6);
  PortSpec energy = potential_port("kinetic energy of the elements' added mass");
  energy.name = "kinetic_energy";
  d.output(energy, both, 42);
  // For the report only; the one of the inertia's report has the plain name.
  const Input acceleration = read_motion_of(d, Motion::acceleration, body());
  give_elements(d, elements_, flow_, {position, rotation, velocity, acceleration, Read::time()},
                [this, position, rotation, velocity, acceleration](const Evaluation& e, std::size_t i) {
                  return morison::element_report(elements_[i],
                                                 motion_of(e.input(position), e.input(rotation), e.input(velocity)),
                                                 *sea_, e.time, as_six(e.input(acceleration)));
                });
}

DelayedMorison::DelayedMorison(const std::string& body, std::vector<morison::Element> elements,
                               std::shared_ptr<const waves::SeaState> sea, double delay, bool held, bool wec_sim,
                               const MorisonFlow& flow)
    : BodyLoad(body, "morison", wec_sim ? "Morison elements as WEC-Sim" : "Morison elements, delayed",
               {ForcePart::morison_and_viscous}),
      elements_(std::move(elements)),
      sea_(std::move(sea)),
      delay_(6, delay, held),
      wec_sim_(wec_sim),
      flow_(flow),
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
  const Input position = read(d, Motion::position);
  const Input rotation = read(d, Motion::rotation);
  const Input velocity = read(d, Motion::velocity);
  const Input acceleration = read(d, Motion::acceleration);
  // WEC-Sim has two delays in series: the one that every body has, and the one before the Morison block.
  const int one = delay_.memory_size();
  const int used = wec_sim_ ? one : 0;  // where the delayed value is read
  const Memory memory =
      keep(d, MemoryKind::discrete, "past_acceleration", 2 * static_cast<std::size_t>(one), "m/s^2, rad/s^2");

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
    const morison::BodyMotion body = motion_of(e.input(position), e.input(rotation), e.input(velocity));
    as_six(out) = morison::body_force_given_acceleration(elements_, body, *sea_, e.time, delayed_).total();
  };
  const bool sampled = wec_sim_ && sea_->components().size() > 0;
  give_force(d, "Morison load", {position, rotation, velocity, memory, Read::time()}, force,
             sampled ? Rate::at_accepted_points() : Rate::continuous());
  d.commit({acceleration, memory}, [this, acceleration, memory, one](const Evaluation& e) {
    Eigen::Map<VectorX> first(e.change(memory), one), second(e.change(memory) + one, one);
    delay_.evaluate(e.time, first, delayed_);
    delay_.commit(e.time, delayed_, second);
    delay_.commit(e.time, as_six(e.input(acceleration)), first);
  });
  give_elements(d, elements_, flow_, {position, rotation, velocity, memory, Read::time()},
                [this, position, rotation, velocity, memory, one, used](const Evaluation& e, std::size_t i) {
                  delay_.evaluate(e.time, as_vector(e.memory(memory) + used, one), delayed_);
                  morison::ElementReport report = morison::element_report(
                      elements_[i], motion_of(e.input(position), e.input(rotation), e.input(velocity)), *sea_, e.time,
                      delayed_);
                  if (!wec_sim_) return report;
                  morison::WecSimMotion body;
                  body.pose = as_six(e.input(position));
                  body.velocity = as_six(e.input(velocity));
                  body.acceleration = delayed_;
                  const morison::ElementWrench F = morison::wec_sim_element_force(elements_[i], body, *sea_, e.time);
                  report.drag = F.drag.head<3>();
                  report.inertia = F.inertia.head<3>();
                  report.froude_krylov = F.froude_krylov.head<3>();
                  report.force = F.total().head<3>();
                  return report;
                });
}

DelayedInertia::DelayedInertia(const std::string& body, const std::string& load, double delay, bool held)
    : BodyLoad(body, load.c_str(), "inertia with a delayed acceleration", {ForcePart::mooring, Energy::inertia}),
      delay_(6, delay, held),
      delayed_(VectorX::Zero(6)) {}

void DelayedInertia::declare(Declaration& d) {
  const Input inertia = d.input(inertia_port("inertia", "inertia, row by row"));
  const Input acceleration = read(d, Motion::acceleration);
  const int size = delay_.memory_size();
  const Memory memory =
      keep(d, MemoryKind::discrete, "past_acceleration", static_cast<std::size_t>(size), "m/s^2, rad/s^2");
  give_force(d, "force of the inertia", {inertia, memory, Read::time()},
             [this, inertia, memory, size](const Evaluation& e, double* out) {
               delay_.evaluate(e.time, as_vector(e.memory(memory), size), delayed_);
               as_six(out) = -(as_inertia(e.input(inertia)) * delayed_.head<6>());
             });
  d.commit({acceleration, memory}, [this, acceleration, memory, size](const Evaluation& e) {
    Eigen::Map<VectorX> stored(e.change(memory), size);
    delay_.commit(e.time, as_six(e.input(acceleration)), stored);
  });
}

}  // namespace swell::device

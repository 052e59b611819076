/// Loads on one body as components: restoring, linear damping and quadratic drag, Morison elements.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "swell/bodies/added_mass_split.h"
#include "swell/device/attachment.h"
#include "swell/device/stack.h"
#include "swell/hydro/restoring.h"
#include "swell/morison/element.h"
#include "swell/waves/sea_state.h"

namespace swell::device {

/// Hydrostatics with weight and buoyancy from a potential: displacement and rotation in; force and potential [J] out.
class Restoring : public BodyLoad {
 public:
  Restoring(const std::string& body, const hydro::HydrostaticPotential& restoring);
  void declare(system::Declaration& declaration) override;

 private:
  hydro::HydrostaticPotential restoring_;
};

/// A force that follows from the body's velocity alone, by a law of lib/bodies such as LinearDamping.
template <class Law>
class VelocityLoad : public BodyLoad {
 public:
  VelocityLoad(const std::string& body, const char* load, const char* type, ForcePart part, const Law& law)
      : BodyLoad(body, load, type, {part, law.only_takes() ? Energy::dissipates : Energy::exchanges}), law_(law) {}
  void declare(system::Declaration& d) override {
    const system::Input v = read(d, Motion::velocity);
    give_force(d, type().c_str(), {v},
               [this, v](const system::Evaluation& e, double* out) { as_six(out) = law_(as_six(e.input(v))); });
  }

 private:
  Law law_;
};

/// What the numbers of Morison elements go by.
struct MorisonFlow {
  std::optional<double> period;  ///< [s] of the sea; absent: no Keulegan-Carpenter number
  double viscosity = 1.19e-6;    ///< kinematic [m^2/s]
};

/// An output of all Morison elements of a body, evaluated where something asks for it.
struct ElementOutput {
  const char *port, *dataset, *unit, *description;
  int columns;  ///< per element
};
/// What MorisonElements and DelayedMorison give of each element: x, y, z of one after the other, "x1" the first.
const std::vector<ElementOutput>& element_outputs();
/// "x1 y1 z1 x2 ..." or "1 2 ..."; of KC and Re those elements that have a diameter (and a period).
std::vector<std::string> element_labels(const ElementOutput& output, const std::vector<morison::Element>& elements,
                                        const MorisonFlow& flow);

/// All Morison elements of a body, the acceleration-proportional part as inertia (output `inertia`, 36), everything
/// else as force.
class MorisonElements : public BodyLoad {
 public:
  MorisonElements(const std::string& body, std::vector<morison::Element> elements,
                  std::shared_ptr<const waves::SeaState> sea, const MorisonFlow& flow = {});
  void declare(system::Declaration& declaration) override;

 private:
  std::vector<morison::Element> elements_;
  std::shared_ptr<const waves::SeaState> sea_;
  MorisonFlow flow_;
};

/// The same with the acceleration of the past, for `split`: the physical load, or WEC-Sim's blocks with their slips,
/// sampled at the step where there are waves (theory/wec-sim.md, "Morison elements").
class DelayedMorison : public BodyLoad {
 public:
  DelayedMorison(const std::string& body, std::vector<morison::Element> elements,
                 std::shared_ptr<const waves::SeaState> sea, double delay, bool held, bool wec_sim,
                 const MorisonFlow& flow = {});
  void declare(system::Declaration& declaration) override;
  /// Explicit in the acceleration, like the added mass of BEM data.
  std::string diagnose() const override;

 private:
  std::vector<morison::Element> elements_;
  std::shared_ptr<const waves::SeaState> sea_;
  bodies::DelayedAcceleration delay_;
  bool wec_sim_;
  MorisonFlow flow_;
  mutable VectorX delayed_;
};

/// Inertia on one body as a force with the delayed acceleration of `split`: F = -M a(t - delay). Inputs inertia (36),
/// acceleration (6); output force (6). Memory is the past acceleration.
class DelayedInertia : public BodyLoad {
 public:
  /// @param delay [s] shorter than a step   @param held  the newest stored acceleration instead of the line through two
  DelayedInertia(const std::string& body, const std::string& load, double delay, bool held);
  void declare(system::Declaration& declaration) override;

 private:
  bodies::DelayedAcceleration delay_;
  mutable VectorX delayed_;  // scratch
};

/// Output `potential` of a conservative load [J].
system::PortSpec potential_port(const std::string& description);

}  // namespace swell::device

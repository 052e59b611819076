// Shared objects: one component owns a law of force, any number of others ask it. Copy what you need.
#include <memory>
#include <string>

#include "swell/components/library.h"

namespace {

using swell::Vector3;
using swell::components::Given;
using swell::model::required;
using swell::model::Visitor;
using swell::system::Component;
using swell::system::Declaration;
using swell::system::Evaluation;
using swell::system::Input;
using swell::system::PortKind;
using swell::system::PortSpec;
using swell::system::Read;

/// The object: a tension [N] by the elongation [m] of a rope that stiffens. It never changes once it is shared.
struct RopeLaw {
  double stiffness = 0.0, stiffening = 0.0;
  double tension(double elongation) const {
    return elongation <= 0.0 ? 0.0 : (stiffness + stiffening * elongation * elongation) * elongation;
  }
};
void describe(Visitor& v, RopeLaw& p) {
  v.number({"stiffness", "N/m", "of the first metre", swell::above(0.0), required}, p.stiffness);
  v.number({"stiffening", "N/m^3", "with the third power of the elongation"}, p.stiffening);
}

/// The owner: it has no ports, only the object, which others find under its name.
class Owner : public Component {
 public:
  explicit Owner(const std::string& name) : Component(name, "rope-law") {}
  void declare(Declaration&) override {}
};

/// Who asks it: a rope between two points, `law: <name of the owner>`. It asks the sea as well, for its weight in
/// water.
struct Rope {
  std::string law;
  double length = 0.0, volume = 0.0;
};
void describe(Visitor& v, Rope& p) {
  v.text({"law", "", "name of the component of type rope-law", {}, required}, p.law);
  v.number({"length", "m", "without tension", swell::above(0.0), required}, p.length);
  v.number({"volume", "m^3", "of the float at end b, for its buoyancy", swell::at_least(0.0)}, p.volume);
}

PortSpec vector(const char* name, const char* unit, PortKind kind = PortKind::signal) {
  PortSpec spec;
  spec.name = name;
  spec.width = 3;
  spec.unit = unit;
  spec.frame = "world";
  spec.kind = kind;
  return spec;
}

class SharedRope : public Component {
 public:
  SharedRope(const std::string& name, const Rope& p, std::shared_ptr<const RopeLaw> law,
             std::shared_ptr<const swell::components::Environment> sea)
      : Component(name, "shared-rope"), p_(p), law_(std::move(law)), sea_(std::move(sea)) {}

  void declare(Declaration& d) override {
    const Input a = d.input(vector("position_a", "m")), b = d.input(vector("position_b", "m"));
    const auto forces = d.compute("forces", 6, {a, b, Read::time()}, [this, a, b](const Evaluation& e, double* out) {
      const Vector3 from = Eigen::Map<const Vector3>(e.input(a)), to = Eigen::Map<const Vector3>(e.input(b));
      const double distance = (to - from).norm(), tension = law_->tension(distance - p_.length);
      Eigen::Map<Vector3> on_a(out), on_b(out + 3);
      on_a.setZero();
      if (distance > 0.0) on_a = tension / distance * (to - from);
      on_b = -on_a;
      if (to.z() < sea_->elevation(e.time, to.x(), to.y())) on_b.z() += sea_->density() * sea_->gravity() * p_.volume;
    });
    d.output(vector("force_a", "N", PortKind::effort), forces, 0);
    d.output(vector("force_b", "N", PortKind::effort), forces, 3);
  }

 private:
  Rope p_;
  std::shared_ptr<const RopeLaw> law_;
  std::shared_ptr<const swell::components::Environment> sea_;
};

std::unique_ptr<Component> make_owner(const std::string& name, const RopeLaw& law, Given& given) {
  given.share<RopeLaw>(name, std::make_shared<RopeLaw>(law));
  return std::make_unique<Owner>(name);
}

std::unique_ptr<Component> make_rope(const std::string& name, const Rope& p, Given& given) {
  // Null after a mistake, which is reported with its line: no such component, or one that shares something else.
  auto law = given.shared<RopeLaw>("law", p.law, "a rope-law");
  if (!law || !given.around.environment) return nullptr;
  return std::make_unique<SharedRope>(name, p, law, given.around.environment);
}

}  // namespace

SWELL_COMPONENT_LIBRARY(registry) {
  registry.add<RopeLaw>("rope-law", "a law of tension that ropes share", "stiffness: 100", describe, make_owner);
  registry.add<Rope>("shared-rope", "a rope between two points by a shared law", "", describe, make_rope);
}

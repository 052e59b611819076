#include "swell/model/computed_device.h"
#include "swell/base/refuse.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace swell::model {
namespace {

bool same_values(const Parameter& a, const Parameter& b) {
  if (a.kind != b.kind || a.text != b.text || a.number != b.number || a.flag != b.flag || a.keys != b.keys ||
      a.items.size() != b.items.size())
    return false;
  for (std::size_t i = 0; i < a.items.size(); ++i)
    if (!same_values(a.items[i], b.items[i])) return false;
  return true;
}

}  // namespace

const Parameter* asked_to_compute(const Body& body) {
  return body.hydro_data && body.hydro_data->compute.is_map() ? &body.hydro_data->compute : nullptr;
}

Parameter computed_device(const Model& model, Diagnostics& diagnostics) {
  const Environment& sea = model.environment;
  Parameter water =
      Parameter::map({{"water_density", Parameter::of(sea.water_density)}, {"gravity", Parameter::of(sea.gravity)}});
  if (sea.depth && std::isfinite(*sea.depth)) water.set("depth", Parameter::of(*sea.depth));
  Parameter device = Parameter::map({{"environment", water}});
  std::vector<const Body*> sorted;
  for (const Body& body : model.bodies) sorted.push_back(&body);
  std::sort(sorted.begin(), sorted.end(), [](const Body* x, const Body* y) { return x->name < y->name; });
  std::vector<Parameter> bodies;
  const Body* settled = nullptr;
  for (const Body* body : sorted) {
    const Parameter* settings = asked_to_compute(*body);
    if (settings == nullptr) continue;
    if (!settings->items.empty() && settled == nullptr) {
      settled = body;
      for (std::size_t i = 0; i < settings->keys.size(); ++i) {
        const std::string& key = settings->keys[i];
        if (key == "environment" || key == "water" || key == "bodies")
          code::refuse(diagnostics, "unknown-key", settings->items[i].origin,
                       fmt::format("bodies.{}.hydro_data.compute has no {}", body->name, key),
                       key == "bodies" ? "every body with compute is one of them"
                                       : "density, gravity and depth are those of the case's environment");
        else
          device.set(key, settings->items[i]);
      }
      device.origin = settings->origin;
    } else if (!settings->items.empty() && !same_values(*settings, *asked_to_compute(*settled))) {
      code::refuse(diagnostics, "contradiction", settings->origin,
                   fmt::format("bodies.{}.hydro_data.compute differs from that of {}", body->name, settled->name),
                   "bodies are computed together: give the settings once, and compute: {} for the others");
    }
    const Vector3 cg = body->center_of_gravity.value_or(Vector3::Zero());
    const Parameter cg_tree = Parameter::list(std::vector<double>{cg.x(), cg.y(), cg.z()});
    Parameter item = Parameter::map({{"name", Parameter::of(body->name)}, {"center_of_gravity", cg_tree}});
    item.origin = body->source.origin;
    // Coefficients do not depend on these; the motion of a body that drifts freely does.
    if (const Parameter* drift = settings->find("mean_drift"); drift != nullptr && drift->text == "free") {
      const Vector3 I = body->inertia.value_or(Vector3::Ones());
      item.set("inertia", Parameter::list(std::vector<double>{I.x(), I.y(), I.z()}));
      if (const double* mass = std::get_if<double>(&body->mass)) item.set("mass", Parameter::of(*mass));
    }
    if (body->shape.is_map()) {
      Parameter geometry = Parameter::map({});
      geometry.origin = body->shape.origin;
      for (std::size_t i = 0; i < body->shape.keys.size(); ++i) {
        const std::string& key = body->shape.keys[i];
        (key == "position" || key == "yaw" ? item : geometry).set(key, body->shape.items[i]);
      }
      item.set("geometry", geometry);
    } else if (body->geometry) {
      item.set("geometry", Parameter::map({{"mesh", Parameter::of(body->geometry->string())}}));
      item.set("position", cg_tree);  // a mesh's origin is the centre of gravity
    }
    bodies.push_back(std::move(item));
  }
  if (!bodies.empty()) device.set("bodies", Parameter::list(std::move(bodies)));
  return device;
}

}  // namespace swell::model

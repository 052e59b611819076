#include "swell/case/model.h"

namespace swell::model {

const char* type_name(const Wave& wave) {
  static constexpr const char* kNames[] = {
      "none", "regular", "irregular", "imported-spectrum", "directional-spectrum", "imported-elevation"};
  return kNames[wave.index()];
}

const Source& source_of(const Wave& wave) {
  return std::visit([](const auto& sea) -> const Source& { return sea.source; }, wave);
}

int degrees_of_freedom(JointType type) {
  switch (type) {
    case JointType::fixed:
      return 0;
    case JointType::translational:
    case JointType::rotational:
      return 1;
    case JointType::universal:
      return 2;
    case JointType::floating_3dof:
    case JointType::spherical:
      return 3;
    case JointType::floating_6dof:
      return 6;
  }
  return 0;
}

const char* name_of(JointType type) {
  switch (type) {
    case JointType::fixed:
      return "fixed";
    case JointType::translational:
      return "translational";
    case JointType::rotational:
      return "rotational";
    case JointType::floating_3dof:
      return "floating-3dof";
    case JointType::floating_6dof:
      return "floating-6dof";
    case JointType::universal:
      return "universal";
    case JointType::spherical:
      return "spherical";
  }
  return "";
}

}  // namespace swell::model

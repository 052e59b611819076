#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "case_checks.h"
#include "swell/base/refuse.h"
#include "swell/base/text.h"

namespace swell::model {
namespace {

// Of a case from a file the reader has reported what is missing; one filled by hand has no places.
bool written(const Source& source) { return source.origin.line > 0; }

// A type that could not be read stands at its default, which says nothing.
bool misread_type(const Diagnostics& diagnostics, const std::string& path) {
  return diagnostics.mentions(path + ".type");
}

struct Pair {
  std::string path;
  int line;
};

class JointChecker {
 public:
  JointChecker(const Model& model, Diagnostics& diagnostics) : diagnostics_(diagnostics) {
    names_.push_back("world");
    for (const Body& body : model.bodies) {
      if (!body.name.empty()) names_.push_back(body.name);
    }
    for (const Joint& joint : model.joints) joints_.push_back(&joint);
    for (const Pto& pto : model.ptos) joints_.push_back(&pto);
  }

  void check(const Joint& joint, const std::string& list) {
    const std::string path = label_of(joint.source, list, joint.name);
    const bool base = known(joint, path, "base", joint.base), follower = known(joint, path, "follower", joint.follower);
    if (base && follower) check_pair(joint, path);
    if (misread_type(diagnostics_, path)) return;
    check_axes(joint, path);
    const int dof = degrees_of_freedom(joint.type);
    if (joint.limits) {
      const HardStops& limits = *joint.limits;
      if (limits.lower && limits.upper && *limits.lower >= *limits.upper) {
        diagnostics_.error(limits.source.of("upper"), fmt::format("{}.limits.upper = {} must be above lower = {}", path,
                                                                  *limits.upper, *limits.lower));
      }
      if (!limits.lower && !limits.upper) {
        diagnostics_.error(limits.source.origin, fmt::format("{}.limits has neither lower nor upper", path));
      }
      if (dof != 1) {
        diagnostics_.error(joint.source.of("limits"),
                           fmt::format("{}.limits belongs to joints of one coordinate, and {} has {}", path,
                                       name_of(joint.type), dof));
      }
    }
    if (joint.motion) check_motion(joint, path, dof);
    if (!joint.extension.empty() && static_cast<int>(joint.extension.size()) != dof) {
      diagnostics_.error(joint.source.of("extension"),
                         fmt::format("{}.extension has {} entries, and {} has {} coordinate{}", path,
                                     joint.extension.size(), name_of(joint.type), dof, dof == 1 ? "" : "s"));
    }
  }

 private:
  void check_motion(const Joint& joint, const std::string& path, int dof) {
    const PrescribedMotion& m = *joint.motion;
    const auto counted = [&](const char* key, const std::vector<double>& values) {
      if (values.empty() || static_cast<int>(values.size()) == dof) return;
      diagnostics_.error(m.source.of(key),
                         fmt::format("{}.motion.{} has {} entries, and {} has {} coordinate{}", path, key,
                                     values.size(), name_of(joint.type), dof, dof == 1 ? "" : "s"));
    };
    counted("amplitude", m.amplitude);
    counted("offset", m.offset);
    if (!m.amplitude.empty() && !m.period) {
      diagnostics_.error(m.source.origin, fmt::format("{}.motion.period is missing: a sine needs one", path));
    }
    if (joint.type != JointType::translational && joint.type != JointType::rotational &&
        joint.type != JointType::floating_3dof) {
      diagnostics_.error(m.source.origin,
                         fmt::format("{}.motion belongs to translational, rotational and floating-3dof "
                                     "joints, not to {}",
                                     path, name_of(joint.type)));
    }
    for (const auto& [key, given] :
         {std::pair{"extension", !joint.extension.empty()}, std::pair{"stiffness", joint.stiffness != 0.0},
          std::pair{"damping", joint.damping != 0.0}, std::pair{"limits", joint.limits.has_value()}}) {
      if (given) {
        diagnostics_.error(joint.source.of(key),
                           fmt::format("{}.{} has no effect with motion, which prescribes the joint", path, key),
                           "remove one of them");
      }
    }
  }

  bool known(const Joint& joint, const std::string& path, const char* key, const std::string& name) {
    if (name.empty()) {
      if (!written(joint.source)) {
        diagnostics_.error({}, fmt::format("{}.{} is missing", path, key), "name a body or world");
      } else if (joint.source.has(key)) {
        diagnostics_.error(joint.source.of(key), fmt::format("{}.{} is empty", path, key), "name a body or world");
      }
      return false;
    }
    if (std::find(names_.begin(), names_.end(), name) != names_.end()) return true;
    const auto met =
        std::find_if(joints_.begin(), joints_.end(), [&](const Joint* each) { return each->name == name; });
    if (met != joints_.end()) return check_chain(joint, path, key, **met);
    diagnostics_
        .error(joint.source.of(key), fmt::format("{}.{} = {} names no body", path, key, name),
               did_you_mean(name, names_, "there are {}"), name,
               "the name of a body, world, or of a joint that names this one")
        .code = code::kUnknownName;
    return false;
  }

  /// Two joints that meet without a body between name each other, each at one end.
  bool check_chain(const Joint& joint, const std::string& path, const char* key, const Joint& other) {
    const auto fail = [&](const std::string& message, const std::string& remedy) {
      diagnostics_.error(joint.source.of(key), message, remedy);
      return false;
    };
    if (&other == &joint) return fail(fmt::format("{}.{} = {} is the joint itself", path, key, other.name), "");
    const bool base = other.base == joint.name, follower = other.follower == joint.name;
    if (!base && !follower)
      return fail(fmt::format("{}.{} = {} is a joint whose ends are {} and {}: two joints that meet without a body "
                              "name each other",
                              path, key, other.name, other.base, other.follower),
                  fmt::format("write base: {} at {}, or put a body between", joint.name, other.name));
    if (joint.base == joint.follower || (base && follower))
      return fail(fmt::format("{} and {} meet at both ends: nothing holds them", path, other.name),
                  "a chain ends at bodies or the world");
    return true;
  }

  void check_pair(const Joint& joint, const std::string& path) {
    if (joint.base == joint.follower) {
      diagnostics_.error(joint.source.of("follower"), fmt::format("{} joins {} to itself", path, joint.base));
      return;
    }
    const auto pair = std::minmax(joint.base, joint.follower);
    const auto [first, fresh] = pairs_.insert({{pair.first, pair.second}, {path, joint.source.origin.line}});
    if (fresh) return;
    const std::string where = first->second.line > 0 ? fmt::format(" (line {})", first->second.line) : "";
    diagnostics_.error(joint.source.origin,
                       fmt::format("{} joins {} and {}, which {}{} joins already", path, joint.base, joint.follower,
                                   first->second.path, where),
                       "keep one of them; a pto is a joint too, with stiffness and damping of its own");
  }

  void check_axes(const Joint& joint, const std::string& path) {
    if (joint.axis) {
      if (joint.axis->norm() == 0.0) {
        diagnostics_.error(joint.source.of("axis"), fmt::format("{}.axis = [0, 0, 0] has no direction", path));
      }
      if (joint.type != JointType::translational && joint.type != JointType::rotational) {
        diagnostics_.error(
            joint.source.of("axis"),
            fmt::format("{}.axis belongs to translational and rotational joints, not to {}", path, name_of(joint.type)),
            "use orientation: {z: [...], y: [...]}");
      }
    }
    if (!joint.orientation) return;
    const JointOrientation& o = *joint.orientation;
    if (o.z.norm() == 0.0 || o.y.norm() == 0.0) {
      diagnostics_.error(o.source.origin, fmt::format("{}.orientation has an axis without direction", path));
    } else if (std::abs(o.z.normalized().dot(o.y.normalized())) > 1.0e-3) {
      diagnostics_.error(o.source.origin,
                         fmt::format("{}.orientation: y and z must be perpendicular, and their angle is {:.3f} deg",
                                     path, std::acos(o.z.normalized().dot(o.y.normalized())) / kDegree));
    }
  }

  Diagnostics& diagnostics_;
  std::vector<std::string> names_;
  std::vector<const Joint*> joints_;  ///< take-offs too
  std::map<std::pair<std::string, std::string>, Pair> pairs_;
};

struct Named {
  std::string name, list;
  const Source* source;
};

template <class T>
void gather(const std::vector<T>& items, const char* list, std::vector<Named>& all) {
  for (const T& item : items) all.push_back({item.name, list, &item.source});
}

}  // namespace

void validate_joints(const Model& model, Diagnostics& diagnostics) {
  JointChecker checker(model, diagnostics);
  for (const Joint& joint : model.joints) checker.check(joint, "joints");
  for (const Pto& pto : model.ptos) {
    checker.check(pto, "ptos");
    const std::string path = label_of(pto.source, "ptos", pto.name);
    if (pto.type == JointType::fixed && !misread_type(diagnostics, path)) {
      diagnostics.error(pto.source.of("type"), fmt::format("{}.type = fixed cannot take power", path),
                        "move it to joints");
    }
    if (pto.pretension != 0.0 && pto.stiffness == 0.0) {
      diagnostics.error(pto.source.of("pretension"),
                        fmt::format("{}.pretension = {} needs a stiffness above 0", path, pto.pretension),
                        "it shifts the spring's equilibrium by -pretension/stiffness");
    }
  }
}

void validate_names(const Model& model, Diagnostics& diagnostics) {
  std::vector<Named> all;
  gather(model.bodies, "bodies", all);
  gather(model.joints, "joints", all);
  gather(model.ptos, "ptos", all);
  gather(model.moorings, "moorings", all);
  gather(model.rotors, "rotors", all);
  gather(model.components, "components", all);
  std::map<std::pair<std::string, std::string>, const Named*> by_list;
  std::map<std::string, const Named*> by_name;
  for (const Named& item : all) {
    if (item.name.empty()) {
      if (!written(*item.source) || item.source->has("name"))
        diagnostics.error(item.source->of("name"), fmt::format("an item of {} has no name", item.list));
      continue;
    }
    const Origin& origin = item.source->of("name");
    if (item.name.find_first_of("./*,= \t\n") != std::string::npos) {
      diagnostics.error(origin, fmt::format("{}.{}: a name has no blank and none of . / * , =", item.list, item.name),
                        "ports and results are addressed by it");
    }
    static const std::set<std::string> taken = {"added_mass", "audit", "device", "excitation", "sea"};
    if ((item.list == "moorings" || item.list == "rotors") && taken.count(item.name) > 0) {
      code::refuse(diagnostics, code::kDuplicateName, origin,
                   fmt::format("{}.{}: every case has a component of that name", item.list, item.name),
                   "choose another name");
    }
    if (item.name == "world") {
      diagnostics.error(origin, fmt::format("{}.world: world is the name of the fixed frame", item.list),
                        "choose another name");
    }
    const auto [first, fresh] = by_list.insert({{item.list, item.name}, &item});
    if (!fresh) {
      const int line = first->second->source->of("name").line;
      diagnostics.error(origin,
                        fmt::format("{} has two items named {}{}", item.list, item.name,
                                    line > 0 ? fmt::format(", the first at line {}", line) : ""),
                        "names within a list must differ");
      continue;
    }
    const auto [other, first_anywhere] = by_name.insert({item.name, &item});
    if (!first_anywhere) {
      const int line = other->second->source->of("name").line;
      diagnostics.error(origin,
                        fmt::format("{}.{}: {} has an item of that name{}", item.list, item.name, other->second->list,
                                    line > 0 ? fmt::format(" too (line {})", line) : " too"),
                        "ports and connections are addressed by it: give them different names");
    }
  }
}

}  // namespace swell::model

#include "topology.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <map>

namespace swell::wecsim {
namespace {

using Drawn = DrawnBlock::Kind;

class Nets {
 public:
  int of(const std::string& end) {
    const auto [at, fresh] = numbers_.emplace(end, static_cast<int>(parent_.size()));
    if (fresh) parent_.push_back(at->second);
    return root(at->second);
  }
  int root(int n) {
    while (parent_[static_cast<std::size_t>(n)] != n) {
      parent_[static_cast<std::size_t>(n)] = parent_[static_cast<std::size_t>(parent_[static_cast<std::size_t>(n)])];
      n = parent_[static_cast<std::size_t>(n)];
    }
    return n;
  }
  const std::map<std::string, int>& numbers() const { return numbers_; }
  void join(int a, int b) { parent_[static_cast<std::size_t>(root(b))] = root(a); }

 private:
  std::map<std::string, int> numbers_;
  std::vector<int> parent_;
};

// Old names, and what they are forwarded to (WECSim_Lib's forwarding table).
std::string renamed(const std::string& name) {
  static const std::map<std::string, std::string> names{
      {"Heave", "Translational"},
      {"Pitch", "Rotational"},
      {"Floating", "Floating (3DOF)"},
      {"Translational PTO (Local Z)", "Translational PTO"},
      {"Rotational PTO (Local RY)", "Rotational PTO"},
      {"Translational PTO UD Force (Local Z)", "Translational PTO Actuation Force"},
      {"Rotational PTO UD Torque (Local RY)", "Rotational PTO Actuation Torque"},
      {"Translational PTO Prescribed Motion (Local Z)", "Translational PTO Actuation Motion"},
      {"Rotational PTO Prescribed Motion (Local RY)", "Rotational PTO Actuation Motion"},
      {"MoorDyn", "MoorDynConnection"}};  // up to version 6.0, with its lines in mooring/lines.txt
  const auto found = names.find(name);
  return found == names.end() ? name : found->second;
}

struct Finder {
  const SlxModel& model;
  const std::function<int(const std::string&)>& number_of;
  Topology out;
  Nets nets;
  std::vector<const SlxBlock*> owners = {};  // subsystems around, the innermost last

  // The number in a mask's "pto(2)"; a name may be a parameter of a mask around the block.
  int handle(const SlxBlock& b, const char* object) const {
    std::string text = b.parameter(object);
    for (auto at = owners.rbegin(); at != owners.rend(); ++at) {
      const auto& mask = (*at)->mask;
      if (std::find(mask.begin(), mask.end(), text) != mask.end()) text = (*at)->parameter(text);
    }
    return number_of(text);
  }

  static std::string key(const std::string& scope, const std::string& sid, const std::string& kind, int number) {
    return end_key(scope, sid, kind, number);
  }

  std::optional<DrawnBlock> classify(const SlxBlock& b) {
    std::string name = renamed(wec_sim_block(b.source));
    DrawnBlock d;
    d.block = &b;
    const auto object = [&](const char* word) {
      d.object = word;
      d.number = handle(b, word);
    };
    if (b.source.rfind("sm_lib/Frames and Transforms/World Frame", 0) == 0) {
      d.kind = Drawn::ground;
      return d;
    }
    if (b.source == "MOST_Lib/Wind turbine") {
      d.kind = Drawn::turbine;
      object("windTurbine");
      return d;
    }
    // a copy without its link and its origin, whose mask still names the body
    if (name.empty() && b.source.empty() && b.system && handle(b, "body") > 0) name = "Rigid Body";
    if (name.empty()) return std::nullopt;
    if (name == "Global Reference Frame") {
      d.kind = Drawn::ground;
    } else if (name == "Rigid Body" || name == "Flex Body" || name == "Drag Body" || name == "Hydrodynamic Body") {
      d.kind = Drawn::body;
      d.type = name == "Flex Body" ? "flex" : "rigid";
      object("body");
    } else if (name == "MooringMatrix" || name == "MooringLookupTable" || name == "MooringNLStatic" ||
               name == "MoorDynConnection") {
      d.kind = Drawn::mooring;
      d.type = name;
      object("mooring");
    } else if (name == "MoorDynCaller") {
      d.kind = Drawn::moordyn;
    } else if (name == "Cable") {
      d.kind = Drawn::cable;
      object("cable");
    } else if (b.source.find("PTOSim") != std::string::npos || b.source.find("PTO_Sim") != std::string::npos ||
               b.source.find("PTO-Sim") != std::string::npos) {
      d.kind = Drawn::pto_sim;
      d.type = name;
      object("ptoSim");
    } else {
      static const std::map<std::string, std::string> joints{{"Fixed", "fixed"},
                                                             {"Translational", "translational"},
                                                             {"Rotational", "rotational"},
                                                             {"Spherical", "spherical"},
                                                             {"Universal", "universal"},
                                                             {"Floating (3DOF)", "floating-3dof"},
                                                             {"Floating (6DOF)", "floating-6dof"}};
      std::string base = name;
      const std::size_t pto = name.find(" PTO");
      if (pto != std::string::npos) {
        base = name.substr(0, pto);
        d.is_pto = true;
        const std::string rest = name.substr(pto + 4);
        d.actuated = rest.find("Force") != std::string::npos || rest.find("Torque") != std::string::npos;
        d.moved = rest.find("Motion") != std::string::npos;
      }
      const auto joint = joints.find(base);
      if (joint == joints.end()) return std::nullopt;
      d.kind = Drawn::joint;
      d.type = joint->second;
      object(d.is_pto ? "pto" : "constraint");
      if (d.number == 0 && !b.parameter("pto").empty()) object("pto");
    }
    return d;
  }

  // Simscape's joints, and what WEC-Sim makes of them.
  static std::string simscape_joint(const std::string& source) {
    static const std::map<std::string, std::string> joints{
        {"sm_lib/Joints/Prismatic Joint", "translational"}, {"sm_lib/Joints/Revolute Joint", "rotational"},
        {"sm_lib/Joints/Planar Joint", "floating-3dof"},    {"sm_lib/Joints/Spherical Joint", "spherical"},
        {"sm_lib/Joints/Universal Joint", "universal"},     {"sm_lib/Joints/Weld Joint", "fixed"},
        {"sm_lib/Joints/6-DOF Joint", "floating-6dof"},     {"sm_lib/Joints/Bushing Joint", "floating-6dof"}};
    const auto found = joints.find(source);
    return found == joints.end() ? "" : found->second;
  }

  static bool wired(const SlxSystem& system, const std::string& sid) {
    return std::any_of(system.lines.begin(), system.lines.end(), [&](const SlxLine& line) {
      return line.physical &&
             std::any_of(line.ends.begin(), line.ends.end(), [&](const SlxEnd& end) { return end.block == sid; });
    });
  }

  // A joint whose inside is drawn: an unlinked copy, or one of the user's own behind a mask that names the object.
  void look_inside(const SlxBlock& b, const std::string& scope, std::optional<DrawnBlock>& drawn) {
    if (!b.system) return;
    const SlxBlock* joint = nullptr;
    const bool known = drawn && drawn->kind == Drawn::joint;
    for (const SlxBlock& inner : b.system->blocks) {
      if (inner.commented || inner.source.rfind("sm_lib/Joints/", 0) != 0 || !wired(*b.system, inner.sid)) continue;
      if (joint != nullptr) {
        if (known) out.losses.emplace_back(b.path, "several joints inside are a mechanism");
        return;
      }
      joint = &inner;
    }
    if (joint == nullptr) return;
    const std::string type = simscape_joint(joint->source);
    if (type.empty()) {
      if (known)
        out.losses.emplace_back(b.path, fmt::format("{} inside is a joint that is not known here", joint->source));
      return;
    }
    if (!drawn) {
      for (const char* object : {"pto", "constraint"}) {
        const int number = handle(b, object);
        if (number == 0 || b.parameter(object).empty()) continue;
        drawn.emplace();
        drawn->kind = Drawn::joint;
        drawn->block = &b;
        drawn->object = object;
        drawn->number = number;
        drawn->is_pto = std::string(object) == "pto";
        break;
      }
    }
    if (!drawn || drawn->kind != Drawn::joint) return;
    if (known && type != drawn->type)
      out.notes.push_back(fmt::format("{}: the joint inside is {}, not {}", b.path, type, drawn->type));
    drawn->type = type;
    drawn->inner_joint = joint->sid;
    for (const SlxBlock& inner : b.system->blocks) {
      if (inner.source.rfind("sm_lib/Frames and Transforms/Rigid Transform", 0) != 0 ||
          inner.parameter("RotationMethod") != "StandardAxis")
        continue;
      const std::string axis = inner.parameter("RotationStandardAxis"), angle = inner.parameter("RotationAngle");
      if ((axis == "+X" && angle == "-90") || (axis == "-X" && angle == "90")) drawn->about_minus_y = false;
    }
    drawn->inner_scope = scope + "/" + b.sid;
    own_numbers(b, *joint, drawn->object);
    for (const SlxLine& line : b.system->lines) {
      if (!line.physical) continue;
      for (const SlxEnd& end : line.ends) {
        if (end.block != joint->sid || end.kind != "lconn" || end.number < 2) continue;
        for (const SlxEnd& other : line.ends) {
          const SlxBlock* source = b.system->find(other.block);
          if (source != nullptr && source->source.rfind("nesl_utility/Simulink-PS Converter", 0) == 0)
            drawn->driven.emplace_back(end.number - 2, other.block);
        }
      }
    }
  }

  // Spring and damper are those of Simscape's joint; InternalMechanics only computes what WEC-Sim shows of them.
  void own_numbers(const SlxBlock& b, const SlxBlock& joint, const std::string& object) {
    const std::set<std::string> library{
        "", "0", object + ".k", object + ".c", object + ".stiffness", object + ".damping"};
    for (const auto& [key, value] : joint.parameters) {
      for (const std::string end : {"SpringStiffness", "DampingCoefficient"}) {
        if (key.size() < end.size() || key.compare(key.size() - end.size(), end.size(), end) != 0) continue;
        if (library.count(value) == 0)
          out.losses.emplace_back(b.path, fmt::format("{} = {} of its joint is not WEC-Sim's", key, value));
      }
    }
    for (const SlxBlock& inner : b.system->blocks) {
      if (inner.name != "InternalMechanics" || !inner.system || object != "pto") continue;
      const auto of_pto = [&](const SlxBlock& c) { return library.count(c.parameter("Value")) != 0; };
      const auto constant = [](const SlxBlock& c) { return c.type == "Constant"; };
      const auto& all = inner.system->blocks;
      if (std::any_of(all.begin(), all.end(), [&](const SlxBlock& c) { return constant(c) && !of_pto(c); }))
        out.notes.push_back(
            fmt::format("{}: other numbers than the pto's; they make only the force and power that WEC-Sim shows, not "
                        "those of the joint",
                        inner.path));
    }
  }

  // The port of a subsystem outside that a PMIOPort inside is: those of a side in the order of their Port numbers.
  static std::pair<const char*, int> outside(const SlxBlock& b, const SlxBlock& port) {
    const auto side = [](const SlxBlock& p) { return p.parameter("Side", "Left"); };
    const auto order = [](const SlxBlock& p) { return std::atoi(p.parameter("Port", "1").c_str()); };
    const auto before = std::count_if(b.system->blocks.begin(), b.system->blocks.end(), [&](const SlxBlock& other) {
      return other.type == "PMIOPort" && side(other) == side(port) && order(other) < order(port);
    });
    return {side(port) == "Right" ? "rconn" : "lconn", static_cast<int>(before) + 1};
  }
  // The same by the name of the port inside: "B", "F". 0: there is none.
  static std::pair<const char*, int> port_named(const SlxBlock& b, const std::string& name) {
    for (const SlxBlock& port : b.system->blocks) {
      if (port.type == "PMIOPort" && port.name == name) return outside(b, port);
    }
    return {"", 0};
  }

  void walk(const SlxSystem& system, const std::string& scope) {
    for (const SlxLine& line : system.lines) {
      if (!line.physical || line.ends.size() < 2) continue;
      const int first = nets.of(key(scope, line.ends[0].block, line.ends[0].kind, line.ends[0].number));
      for (const SlxEnd& end : line.ends) nets.join(first, nets.of(key(scope, end.block, end.kind, end.number)));
    }
    for (const SlxBlock& b : system.blocks) {
      if (b.commented) {
        if (!wec_sim_block(b.source).empty())
          out.notes.push_back(fmt::format("{}: commented out in the model, left out", b.path));
        continue;
      }
      auto drawn = classify(b);
      look_inside(b, scope, drawn);
      for (const char* object : {"constraint", "pto", "mooring", "cable", "ptoSim", "windTurbine"}) {
        if (!b.parameter(object).empty()) out.masks.emplace(std::pair(object, handle(b, object)), b.path);
      }
      if (drawn) {
        DrawnBlock& d = *drawn;
        d.system = &system;
        d.scope = scope;
        if (!b.linked && d.kind != Drawn::ground)
          out.notes.push_back(
              b.source.empty() && d.kind == Drawn::joint
                  ? fmt::format("{}: a joint of the model's own; its joint of Simscape is taken", b.path)
                  : fmt::format("{}: an unlinked copy of WEC-Sim's {}; taken as the library's block, "
                                "other changes inside it are not seen",
                                b.path, b.source.empty() ? "Rigid Body, known by its mask" : b.source));
        const auto net = [&](const char* kind, int number) { return nets.of(key(scope, b.sid, kind, number)); };
        switch (d.kind) {
          case Drawn::ground:
          case Drawn::body:
          case Drawn::turbine:
            d.follower = net("rconn", 1);
            break;
          case Drawn::joint: {
            // the plain translational PTO has its follower on the left (reference: WECSim_Lib_PTOs.slx)
            const bool swapped = d.is_pto && d.type == "translational" && !d.actuated && !d.moved;
            d.base = net(swapped ? "rconn" : "lconn", 1);
            d.follower = net(swapped ? "lconn" : "rconn", 1);
            if (!d.inner_joint.empty()) {  // the names inside are surer than the order outside
              const auto base = port_named(b, "B"), follower = port_named(b, "F");
              if (base.second > 0 && follower.second > 0) {
                d.base = net(base.first, base.second);
                d.follower = net(follower.first, follower.second);
              }
            }
            break;
          }
          case Drawn::mooring:
            d.follower = net("lconn", 1);
            if (wec_sim_block(b.source) == "MoorDynConnection") d.base = net("lconn", 2);
            break;
          case Drawn::cable:
            d.base = net("lconn", 1);
            d.follower = net("rconn", 1);
            break;
          default:
            break;
        }
        out.blocks.push_back(d);
        continue;
      }
      if (b.system) {
        const std::string inner = scope + "/" + b.sid;
        for (const SlxBlock& port : b.system->blocks) {
          if (port.type != "PMIOPort") continue;
          const auto [side, number] = outside(b, port);
          const int net = nets.of(key(scope, b.sid, side, number));
          nets.join(net, nets.of(key(inner, port.sid, "rconn", 1)));
          nets.join(net, nets.of(key(inner, port.sid, "lconn", 1)));
        }
        owners.push_back(&b);
        walk(*b.system, inner);
        owners.pop_back();
        continue;
      }
      if (b.source.rfind("sm_lib/", 0) == 0 || b.source.rfind("fl_lib/", 0) == 0 || b.source.rfind("sh_lib/", 0) == 0 ||
          b.source.rfind("MOST_Lib/", 0) == 0)
        out.foreign.emplace_back(b.path, b.source);
      if (b.source.rfind("fl_", 0) == 0 || b.source.rfind("sh_lib/", 0) == 0 ||
          b.source.rfind("nesl_utility/Simulink-PS Converter", 0) == 0)
        out.physical.emplace_back(&b, scope);
      if (b.source.rfind("sm_lib/Frames and Transforms/Rigid Transform", 0) == 0)
        nets.join(nets.of(key(scope, b.sid, "lconn", 1)), nets.of(key(scope, b.sid, "rconn", 1)));
    }
  }

  void finish() {
    for (const auto& end : nets.numbers()) out.nets[end.first] = nets.root(end.second);
    for (DrawnBlock& d : out.blocks) {
      if (d.base >= 0) d.base = nets.root(d.base);
      if (d.follower >= 0) d.follower = nets.root(d.follower);
      if (d.kind == Drawn::ground) out.ground.insert(d.follower);
    }
  }
};

}  // namespace

std::string wec_sim_block(const std::string& source) {
  // PTOSim_Lib: version 4
  if (source.rfind("WECSim_Lib", 0) != 0 && source.rfind("WEC_Sim_Lib", 0) != 0 && source.rfind("PTOSim_Lib", 0) != 0)
    return {};
  const std::size_t slash = source.find('/');
  if (slash == std::string::npos) return {};
  const std::string rest = source.substr(slash + 1);
  // WECSim_Lib/Constraints/Fixed, WECSim_Lib_Constraints/Fixed; WECSim_Lib_PTOSim/Hydraulic/Hydraulic Motor. What lies
  // within a block of the library (its own sensors and sums) is none.
  if (rest.find("Hydrodynamic Body/") != std::string::npos || rest.find("Rigid Body/") != std::string::npos ||
      rest.find("Flex Body/") != std::string::npos)
    return {};
  return rest.substr(rest.rfind('/') + 1);
}

std::string end_key(const std::string& scope, const std::string& sid, const std::string& kind, int number) {
  return fmt::format("{}|{}|{}|{}", scope, sid, kind, number);
}

const DrawnBlock* Topology::find(const std::string& object, int number) const {
  for (const DrawnBlock& d : blocks) {
    if (d.object == object && d.number == number) return &d;
  }
  return nullptr;
}

Topology topology_of(const SlxModel& model, const std::function<int(const std::string&)>& number_of) {
  Finder finder{model, number_of, {}, {}};
  finder.walk(model.root, "");
  finder.finish();
  return std::move(finder.out);
}

}  // namespace swell::wecsim

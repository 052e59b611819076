// What the drawing says: bodies, joints, moorings and which net of physical lines each of their ports is on.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <set>

#include "swell/wecsim/slx.h"

namespace swell::wecsim {

/// A block of WEC-Sim (or one that counts as one) in the drawing.
struct DrawnBlock {
  enum class Kind { ground, body, joint, mooring, moordyn, cable, pto_sim, turbine, other };
  Kind kind = Kind::other;
  const SlxBlock* block = nullptr;
  const SlxSystem* system = nullptr;  // that it stands in
  std::string scope;                  // identity of that system: SIDs of the subsystems above it
  std::string type;                   // of a joint: translational ...; of a PTO-Sim block its kind
  std::string object;                 // body, pto, constraint, mooring, cable, ptoSim, windTurbine
  int number = 0;                     // index of that object
  bool is_pto = false, actuated = false, moved = false;
  int base = -1, follower = -1;  // nets; a body's is `follower`
  // Of a joint whose inside is drawn (a copy that was changed, a joint of the user's own): the joint of Simscape there,
  // and which converters drive its coordinates.
  std::string inner_joint, inner_scope;
  std::vector<std::pair<int, std::string>> driven;
  bool about_minus_y =
      true;  // a revolute inside turns about -y (its frame is turned by +90 degrees about x), or about y
};

struct Topology {
  std::vector<DrawnBlock> blocks;
  std::set<int> ground;
  std::vector<std::string> notes;                            // for the report
  std::vector<std::pair<std::string, std::string>> losses;   // path of the block, and what of it is not understood
  std::vector<std::pair<std::string, std::string>> foreign;  // physical blocks that are not understood: path, source
  std::vector<std::pair<const SlxBlock*, std::string>> physical;  // fluids, converters, physical signals: with scope
  std::map<std::string, int> nets;                                // of the ends of physical lines, by end_key
  std::map<std::pair<std::string, int>, std::string> masks;       // object and number, path of the block that names it
  const DrawnBlock* find(const std::string& object, int number) const;
};

/// The name of an end in Topology::nets.
std::string end_key(const std::string& scope, const std::string& sid, const std::string& kind, int number);

/// @param number_of  the index that the text of a mask parameter names: "body(2)" is 2; 0 where it has none
Topology topology_of(const SlxModel& model, const std::function<int(const std::string&)>& number_of);

/// "WECSim_Lib_PTOs/Translational PTO Actuation Force" -> "Translational PTO Actuation Force"; empty where the library
/// is not WEC-Sim's.
std::string wec_sim_block(const std::string& source);

}  // namespace swell::wecsim

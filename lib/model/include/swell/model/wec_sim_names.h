/// What WEC-Sim calls things: for messages about keys and words that a case file does not have. docs/from-wec-sim.md
/// has the same names with what else is to be known; tests/model/from_wec_sim_test.cpp holds the two together.
#pragma once

#include <string>
#include <vector>

namespace swell::model {

/// A property or a word of WEC-Sim, and where it goes here.
struct WecSimName {
  std::string name;     ///< "endTime", "ode4"
  std::string key;      ///< "simulation.duration", of a word "simulation.integrator"
  std::string word;     ///< "rk4"; empty for a property
  std::string under{};  ///< only under this section, where the name means something else elsewhere; empty: anywhere
};

const std::vector<WecSimName>& wec_sim_names();

/// The property of that name, where a key at `section` ("simulation", "bodies.float") may mean it; or null.
const WecSimName* wec_sim_property(const std::string& name, const std::string& section);
/// The word that `key` ("waves.type") may be given, or null.
const WecSimName* wec_sim_word(const std::string& name, const std::string& key);

/// "WEC-Sim's dt is simulation.time_step here", "WEC-Sim's ode4 is integrator: rk4 here".
std::string in_words(const WecSimName& name);

}  // namespace swell::model

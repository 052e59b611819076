#include "swell/model/wec_sim_names.h"

#include <fmt/format.h>

#include "swell/base/text.h"

namespace swell::model {
namespace {

/// "float" of "bodies.float.mass" is a name: sections are compared by their first word.
bool begins(const std::string& section, const std::string& with) {
  return with.empty() || section == with || section.rfind(with + ".", 0) == 0;
}

}  // namespace

const std::vector<WecSimName>& wec_sim_names() {
  static const std::vector<WecSimName> kNames = {
      {"endTime", "simulation.duration", ""},
      {"dt", "simulation.time_step", ""},
      {"rampTime", "simulation.ramp", ""},
      {"startTime", "simulation.start", ""},
      {"dtOut", "output.time_step", ""},
      {"solver", "simulation.integrator", ""},
      {"cicEndTime", "hydrodynamics.convolution.duration", ""},
      {"cicDt", "hydrodynamics.convolution.time_step", ""},
      {"stateSpace", "hydrodynamics.radiation", ""},
      {"FIR", "hydrodynamics.radiation", ""},
      {"b2b", "hydrodynamics.body_to_body", ""},
      {"rho", "environment.water_density", ""},
      {"gravity", "environment.gravity", "", "simulation"},
      {"spectrumType", "waves.spectrum", ""},
      {"phaseSeed", "waves.seed", ""},
      {"waterDepth", "environment.depth", ""},
      {"geometryFile", "bodies.geometry", ""},
      {"h5File", "bodies.hydro_data.file", ""},
      {"variableHydro", "bodies.hydro_data.sets", ""},
      {"inertiaProducts", "bodies.inertia_products", ""},
      {"nonlinearHydro", "bodies.nonlinear_hydro", ""},
      {"quadDrag", "bodies.quadratic_drag", ""},
      {"linearDamping", "bodies.linear_damping", ""},
      {"hydroStiffness", "bodies.stiffness", ""},
      {"morisonElement", "bodies.morison", ""},
      {"meanDrift", "hydrodynamics.mean_drift", ""},
      {"QTFs", "hydrodynamics.second_order", ""},
      {"adjMassFactor", "bodies.added_mass_factor", ""},
      {"flex", "bodies.modes", ""},
      {"gbmDOF", "bodies.modes.count", ""},
      {"hardStops", "joints.limits", "", "joints"},
      {"hardStops", "ptos.limits", "", "ptos"},
      {"equilibriumPosition", "ptos.equilibrium_position", ""},
      {"preTension", "moorings.preload", "", "moorings"},
      {"ode4", "simulation.integrator", "rk4"},
      {"ode45", "simulation.integrator", "dopri5"},
      {"ode15s", "simulation.integrator", "implicit"},
      {"ode23t", "simulation.integrator", "implicit"},
      {"noWave", "waves.type", "none"},
      {"noWaveCIC", "waves.type", "none"},
      {"regularCIC", "waves.type", "regular"},
      {"spectrumImport", "waves.type", "imported-spectrum"},
      {"spectrumImportFullDir", "waves.type", "directional-spectrum"},
      {"elevationImport", "waves.type", "imported-elevation"},
      {"PM", "waves.spectrum", "pierson-moskowitz"},
      {"JS", "waves.spectrum", "jonswap"},
      {"1", "bodies.nonlinear_hydro", "mean"},
      {"2", "bodies.nonlinear_hydro", "instantaneous"},
      {"MoorDyn", "moorings.type", "lines"},
  };
  return kNames;
}

const WecSimName* wec_sim_property(const std::string& name, const std::string& section) {
  for (const WecSimName& row : wec_sim_names()) {
    if (row.word.empty() && lower_case(row.name) == lower_case(name) && begins(section, row.under)) return &row;
  }
  return nullptr;
}

const WecSimName* wec_sim_word(const std::string& name, const std::string& key) {
  for (const WecSimName& row : wec_sim_names()) {
    if (row.word.empty() || lower_case(row.name) != lower_case(name)) continue;
    // waves.2.type, bodies.float.nonlinear_hydro: first and last word decide.
    const std::string first = row.key.substr(0, row.key.find('.')), last = row.key.substr(row.key.rfind('.') + 1);
    if (begins(key, first) && key.substr(key.rfind('.') + 1) == last) return &row;
  }
  return nullptr;
}

std::string in_words(const WecSimName& name) {
  if (name.word.empty()) return fmt::format("WEC-Sim's {} is {} here", name.name, name.key);
  return fmt::format("WEC-Sim's {} is {}: {} here", name.name, name.key.substr(name.key.rfind('.') + 1), name.word);
}

}  // namespace swell::model

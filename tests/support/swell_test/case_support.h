// A folder with a case and files of the right names, and the messages that reading gives.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "swell/model/read_case.h"
#include "swell_test/refusal.h"

namespace swell::model {

inline const char* const kContract =
    R"(# RM3 two-body point absorber in a regular wave
simulation: {duration: 200, time_step: 0.1, ramp: 100, integrator: rk4, added_mass: exact}
environment: {water_density: 1000, gravity: 9.81}        # depth comes from the BEM data unless given
waves: {type: regular, height: 2.5, period: 8, direction: 0}
bodies:
  - name: float
    hydro_data: {file: rm3.h5, body: 1}
    mass: equilibrium
    inertia: [20907301, 21306090.66, 37085481.11]
    geometry: float.stl
    radiation: convolution                               # constant | convolution | state-space
  - name: spar
    hydro_data: {file: rm3.h5, body: 2}
    mass: equilibrium
    inertia: [94419614.57, 94407091.24, 28542224.82]
    geometry: plate.stl
    radiation: convolution
joints:
  - {name: Constraint1, type: floating-3dof, base: world, follower: spar, location: [0, 0, 0]}
ptos:
  - {name: PTO1, type: translational, base: spar, follower: float, location: [0, 0, 0], stiffness: 0, damping: 1.2e6}
output: {file: regular.h5}
)";

class CaseFolder {
 public:
  CaseFolder() {
    touch("rm3.h5");
    touch("float.stl");
    touch("plate.stl");
  }
  CaseFolder(const CaseFolder&) = delete;
  CaseFolder& operator=(const CaseFolder&) = delete;

  void touch(const std::string& name) const { std::ofstream(path / name) << "x"; }

  /// A valid case of one body whose waves line (or others) is replaced.
  std::string small(const std::string& waves, const std::string& more = "") const {
    return "simulation: {duration: 10, time_step: 0.1}\n" + waves +
           "\nbodies:\n  - {name: buoy, hydro_data: {file: rm3.h5, body: 1}, mass: 1000, inertia: [1, 1, 1]}\n" + more;
  }

  Model read(const std::string& text, const std::vector<std::string>& overrides = {}) const {
    Diagnostics diagnostics;
    Model model = read_case_text(text, path / "case.yaml", overrides, diagnostics);
    diagnostics.throw_if_errors();
    return model;
  }

  /// Every message, with the folder cut away.
  std::vector<std::string> errors(const std::string& text, const std::vector<std::string>& overrides = {}) const {
    Diagnostics diagnostics;
    read_case_text(text, path / "case.yaml", overrides, diagnostics);
    std::vector<std::string> texts;
    const std::string folder = path.string() + "/";
    for (const Diagnostic& d : diagnostics.list()) {
      std::string message = d.text();
      for (std::size_t at = message.find(folder); at != std::string::npos; at = message.find(folder)) {
        message.erase(at, folder.size());
      }
      texts.push_back(message);
    }
    return texts;
  }

  const std::filesystem::path path = swell_test::fresh_folder("case");
};

}  // namespace swell::model

#include "examine_data.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "swell/bemio/data_quality.h"
#include "swell/hydro/bemio_h5.h"
#include "swell/hydro/long_waves.h"

namespace swell::run {

namespace {

/// Whether the case takes what a test of `bemio check` looks at. Kernels against their coefficients, their steps and
/// limits, and what long waves say of stiffness and volume are warned of by every run already.
bool concerns(const std::string& test, const model::Model& model) {
  static const std::set<std::string> by_the_run = {
      "radiation kernel against damping", "excitation kernel against excitation",
      "step of the radiation kernel",     "step of the excitation kernel",
      "limits of the radiation kernel",   "limits of the excitation kernel",
      "heave force in long waves",        "volume against surge force"};
  if (by_the_run.count(test) > 0) return false;
  const auto takes = [&](model::Radiation radiation) {
    return std::any_of(model.bodies.begin(), model.bodies.end(), [&](const model::Body& body) {
      return body.radiation.value_or(model.hydrodynamics.radiation.value_or(model::Radiation::convolution)) ==
             radiation;
    });
  };
  if (test.find("excitation kernel") != std::string::npos)
    return std::any_of(model.waves.begin(), model.waves.end(),
                       [](const model::Wave& wave) { return std::holds_alternative<model::ImportedElevation>(wave); });
  if (test.find("radiation kernel") != std::string::npos) return takes(model::Radiation::convolution);
  if (test.find("state space") != std::string::npos || test.find("state-space") != std::string::npos)
    return takes(model::Radiation::state_space);
  if (test == "volume against stiffness" || test == "displaced volume")
    return std::any_of(model.bodies.begin(), model.bodies.end(),
                       [](const model::Body& body) { return body.hydro_data && !(body.stiffness && body.volume); });
  return true;
}

}  // namespace

void examine_hydro_data(const std::vector<std::filesystem::path>& files, const model::Model& model,
                        Diagnostics& diagnostics, std::vector<std::string>& notes) {
  constexpr int kMost = 60;  // motions: the time goes with the cube of their number
  const bool as_given = model.simulation.reproduce == model::Reproduce::wec_sim;
  for (const std::filesystem::path& file : files) {
    hydro::HydroData data = hydro::read_bemio_h5(file.string(), Containment::child_process);
    if (data.total_dof() > kMost) {
      notes.push_back(
          fmt::format("{}: its {} motions are too many to examine here: bemio check", file.string(), data.total_dof()));
      continue;
    }
    if (!as_given && hydro::phase_sense(data) == hydro::PhaseSense::lag) hydro::conjugate_forces(data);
    for (const bemio::Finding& f : bemio::examine(data)) {
      if (f.verdict != bemio::Verdict::bad || !concerns(f.test, model)) continue;
      const std::string where = f.dof.empty() ? f.body : f.body + " " + f.dof;
      diagnostics.warning("hydro-data-quality", Origin{file.string(), 0, 0, ""},
                          fmt::format("{}{}: {:.3g} {}: {}", f.test, where.empty() ? "" : " (" + where + ")", f.number,
                                      f.unit, f.sentence),
                          "bemio check shows every test");
    }
  }
}

}  // namespace swell::run

#include "examine_data.h"

#include <fmt/format.h>

#include <algorithm>
#include <type_traits>

#include "swell/bemio/data_quality.h"
#include "swell/hydro/bemio_h5.h"
#include "swell/hydro/content.h"
#include "swell/hydro/long_waves.h"

namespace swell::bemio {

template <class Bytes>
static void members(Bytes& bytes, Finding& f) {
  std::string code = f.check == nullptr ? "" : f.check->code;
  bytes(f.verdict, f.number, f.omega, code, f.unit, f.body, f.dof, f.sentence);
  if constexpr (std::is_same_v<Bytes, ByteReader>) {
    f.check = check_of(code);
    if (f.check == nullptr) bytes.fail();
  }
}
static void write_value(ByteWriter& out, const std::vector<Finding>& findings) { out(findings); }
static void read_value(ByteReader& in, std::vector<Finding>& findings) { in(findings); }

}  // namespace swell::bemio

namespace swell::run {

namespace {

/// Whether the case takes what a check of the data looks at.
bool concerns(const bemio::Check& check, const model::Model& model) {
  const auto takes = [&](model::Radiation radiation) {
    return std::any_of(model.bodies.begin(), model.bodies.end(), [&](const model::Body& body) {
      return body.radiation.value_or(model.hydrodynamics.radiation.value_or(model::Radiation::convolution)) ==
             radiation;
    });
  };
  switch (check.concern) {
    case bemio::Concern::judged_by_run:
      return false;
    case bemio::Concern::radiation_kernel:
      return takes(model::Radiation::convolution);
    case bemio::Concern::state_space:
      return takes(model::Radiation::state_space);
    case bemio::Concern::excitation_kernel:
      return std::any_of(model.waves.begin(), model.waves.end(), [](const model::Wave& wave) {
        return std::holds_alternative<model::ImportedElevation>(wave);
      });
    case bemio::Concern::volume:
      return std::any_of(model.bodies.begin(), model.bodies.end(),
                         [](const model::Body& body) { return body.hydro_data && !(body.stiffness && body.volume); });
    case bemio::Concern::always:
      break;
  }
  return true;
}

/// Modes stand as bodies in the data of a case: such data are read again.
std::vector<bemio::Finding> findings_of(const hydro::HydroData& read, bool as_given) {
  bemio::QualityOptions options;
  options.of_run = true;
  if (std::all_of(read.bodies.begin(), read.bodies.end(), [](const auto& body) { return body.modes.empty(); }))
    return bemio::examine(read, options);
  hydro::HydroData data = hydro::read_bemio_h5(read.file, Containment::child_process);
  if (!as_given && hydro::phase_sense(data) == hydro::PhaseSense::lag) hydro::conjugate_forces(data);
  return bemio::examine(data, options);
}

}  // namespace

void examine_hydro_data(const std::vector<std::shared_ptr<const hydro::HydroData>>& data, const model::Model& model,
                        assembly::SharedData& shared, Diagnostics& diagnostics, std::vector<std::string>& notes) {
  constexpr int kMost = 60;  // motions: the time goes with the cube of their number
  const bool as_given = model.simulation.reproduce == model::Reproduce::wec_sim;
  for (const auto& read : data) {
    int motions = 0;
    for (const hydro::HydroBody& body : read->bodies) motions += body.mode_of < 0 ? body.dof : 1;
    if (motions > kMost) {
      notes.push_back(fmt::format("{}: its {} motions are too many to examine here: bemio check", read->file, motions));
      continue;
    }
    const auto findings = shared.kept<std::vector<bemio::Finding>>(
        fmt::format("checks of {:016x}", hydro::content_of(*read)), [&] { return findings_of(*read, as_given); });
    for (const bemio::Finding& f : *findings) {
      if (f.verdict != bemio::Verdict::bad || !concerns(*f.check, model)) continue;
      const std::string where = f.dof.empty() ? f.body : f.body + " " + f.dof;
      diagnostics.warning("hydro-data-quality", Origin{read->file, 0, 0, ""},
                          fmt::format("{}{}: {:.3g} {}: {}", f.check->name, where.empty() ? "" : " (" + where + ")",
                                      f.number, f.unit, f.sentence),
                          "bemio check shows every test");
    }
  }
}

}  // namespace swell::run

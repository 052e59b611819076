/// A case as an FMU: `swell fmu`.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "swell/model/model.h"

namespace swell::fmu {

struct ExportOptions {
  int version = 2;  ///< of FMI: 2 or 3
  /// Patterns of ports ("PTO1.force", "*.force"). Empty: the case's `input` components, the forces on its PTOs, and, as
  /// tunable parameters, what constants of the case feed.
  std::vector<std::string> inputs{};
  /// Patterns of ports or datasets ("*.position", "bodies.*.force.total"). Empty: motions of bodies, motions, forces
  /// and powers of joints, the sea at the origin, and every output of the case's components.
  std::vector<std::string> outputs{};
  std::filesystem::path module;  ///< the library with the solver, which the archive takes in
  std::string license;           ///< text that goes with it
  bool force = false;            ///< replace a file that is read-only or no FMU
  bool co_simulation = true, model_exchange = false;
};

struct ExportSummary {
  std::size_t inputs = 0, outputs = 0, parameters = 0, files = 0;  ///< variables; files of the case
  std::size_t states = 0;                                          ///< of model exchange
  std::filesystem::path fmu, osp;                                  ///< what was written
  std::vector<Diagnostic> warnings;
};

/// Writes the FMU and `<name>_OspModelDescription.xml` beside it. The case is built, from the very files that go into
/// the archive, before anything is written.
/// @throws InputError when the case or a pattern is wrong, model exchange is asked for and the case has memory other
/// than states, or a file must not be replaced; SimulationError when one
/// cannot be written
ExportSummary export_fmu(const model::Model& model, const std::filesystem::path& file, const ExportOptions& options);

}  // namespace swell::fmu

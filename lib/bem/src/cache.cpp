#include "swell/bem/cache.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <fstream>
#include <system_error>

#include "swell/base/hash.h"
#include "swell/base/kept.h"
#include "swell/base/progress.h"
#include "swell/base/replace.h"
#include "swell/base/seal.h"
#include "swell/bem/refine.h"
#include "swell/hydro/bemio_h5.h"

namespace swell::bem {
namespace {

// Increase when results change: data of older versions are then recomputed.
constexpr const char* kMethod = "swell-bem-6";

constexpr const char* kElsewhere =
    "name a folder that can be written: SWELL_CACHE=/folder, or run swell bem and give the case its file";

// Hash of all values and of the contents of every file named in a text; for a shape's file also the files named there.
std::uint64_t hash_tree(const Parameter& tree, const std::filesystem::path& folder, const TreeReader& read_tree,
                        std::uint64_t hash) {
  hash = hash_text(fmt::format("{}:{}:{}", static_cast<int>(tree.kind), tree.items.size(), tree.text), hash);
  if (tree.kind == Parameter::Kind::number) hash = hash_text(fmt::format("{:.17g}", tree.number), hash);
  if (tree.kind == Parameter::Kind::text && !tree.text.empty()) {
    std::error_code problem;
    const std::filesystem::path file = folder / tree.text;
    if (std::filesystem::is_regular_file(file, problem)) {
      const auto ending = file.extension();
      hash = ending == ".yaml" || ending == ".yml" ? hash_tree(read_tree(file), file.parent_path(), read_tree, hash)
                                                   : hash_file(file, hash);
    }
  }
  for (std::size_t i = 0; i < tree.items.size(); ++i) {
    if (i < tree.keys.size()) hash = hash_text(tree.keys[i] + "=", hash);
    // Until 0.2.0, rows and columns of the modes' hydrostatics were exchanged.
    if (i < tree.keys.size() && tree.keys[i] == "modes") hash = hash_text("force by row", hash);
    hash = hash_tree(tree.items[i], folder, read_tree, hash);
  }
  return hash;
}

// Warnings of the computation are stored beside the data, three lines each (code, sentence, remedy).
std::filesystem::path warnings_beside(const std::filesystem::path& data) {
  return std::filesystem::path(data).replace_extension(".warnings");
}

void keep_warnings(const std::vector<Diagnostic>& warnings, const std::filesystem::path& data) {
  std::error_code none;
  if (warnings.empty()) {
    std::filesystem::remove(warnings_beside(data), none);  // from an older version
    return;
  }
  std::ofstream out(warnings_beside(data));
  for (const Diagnostic& w : warnings) out << w.code << '\n' << w.message << '\n' << w.remedy << '\n';
}

std::vector<Diagnostic> kept_warnings(const std::filesystem::path& data, const Origin& origin) {
  std::vector<Diagnostic> warnings;
  std::ifstream in(warnings_beside(data));
  std::string code, message, remedy;
  while (std::getline(in, code) && std::getline(in, message) && std::getline(in, remedy)) {
    warnings.push_back(warning_of(code, "", message));
    warnings.back().origin = origin;
    warnings.back().remedy = remedy;
  }
  return warnings;
}

}  // namespace

std::string cache_name(const Parameter& tree, const std::filesystem::path& folder, const TreeReader& read_tree) {
  return fmt::format("bem-{:016x}.h5", hash_tree(tree, folder, read_tree, hash_text(kMethod)));
}

hydro::HydroData stand_in(const Parameter& tree, const std::filesystem::path& folder, const TreeReader& read_tree) {
  Diagnostics diagnostics;
  const ComputeRequest request = read_device(tree, folder, read_tree, diagnostics).request;
  diagnostics.throw_if_errors();
  report_early(diagnostics.warnings());
  hydro::HydroData data;
  data.file = "stand-in of " + cache_name(tree, folder, read_tree);
  data.direction = request.heading;
  data.water_depth = request.depth;
  data.gravity = request.gravity;
  data.density = request.density;
  data.omega = {0.01, 0.1, 1.0, 10.0};
  Eigen::Index total = 0;
  for (const ComputeBody& body : request.bodies) total += 6 + static_cast<Eigen::Index>(body.modes.size());
  // Kernels of 200 s, shorter for many bodies; a case that needs more is checked once its data exist.
  constexpr double kStep = 0.5, kMostNumbers = 5e6;
  const int kernels = static_cast<int>(std::clamp(kMostNumbers / static_cast<double>(total * total), 11.0, 401.0));
  const std::size_t count = data.omega.size();
  for (const ComputeBody& of : request.bodies) {
    hydro::HydroBody body;
    body.name = of.name;
    body.dof = 6 + static_cast<int>(of.modes.size());
    body.cg = body.cb = of.cg;
    body.displaced_volume = 1.0;
    body.restoring_stiffness = MatrixX::Identity(body.dof, body.dof);
    body.added_mass.assign(count, MatrixX::Zero(body.dof, total));
    body.radiation_damping = body.added_mass;
    body.added_mass_infinite = body.added_mass_zero = body.added_mass.front();
    body.excitation.assign(data.direction.size(), {count, Eigen::VectorXcd::Zero(body.dof)});
    body.froude_krylov = body.scattering = body.excitation;
    if (request.mean_drift != MeanDrift::none)
      body.mean_drift_pressure.assign(data.direction.size(), {count, VectorX::Zero(body.dof)});
    for (int k = 0; k < kernels; ++k) {
      body.radiation_irf_time.push_back(kStep * k);
      body.excitation_irf_time.push_back(kStep * (k - kernels / 2));
    }
    const auto times = static_cast<std::size_t>(kernels);
    body.radiation_irf.assign(times, body.added_mass.front());
    body.excitation_irf.assign(data.direction.size(), {times, VectorX::Zero(body.dof)});
    const auto modes = static_cast<Eigen::Index>(of.modes.size());
    body.generalised_mass = MatrixX::Identity(modes, modes);
    body.generalised_stiffness = body.generalised_damping = MatrixX::Zero(modes, modes);
    data.bodies.push_back(std::move(body));
  }
  return data;
}

Computed computed_data(const Parameter& tree, const std::filesystem::path& folder, const TreeReader& read_tree) {
  Diagnostics diagnostics;
  Device device = read_device(tree, folder, read_tree, diagnostics);
  diagnostics.throw_if_errors();
  Computed out;
  out.warnings = diagnostics.warnings();
  out.file = cache_folder() / cache_name(tree, folder, read_tree);
  std::error_code problem;
  const auto add = [&](const std::vector<Diagnostic>& more) {
    out.warnings.insert(out.warnings.end(), more.begin(), more.end());
  };
  // Recompute damaged data, and unsealed data if the folder is writable.
  const Seal seal =
      std::filesystem::is_regular_file(out.file, problem) ? seal_of(out.file, kComputedSeal) : Seal::broken;
  if (seal == Seal::whole || (seal == Seal::none && access(out.file.parent_path().c_str(), W_OK) != 0)) {
    add(kept_warnings(out.file, device.request.origin));
    return out;
  }
  std::filesystem::create_directories(out.file.parent_path(), problem);
  if (!problem && access(out.file.parent_path().c_str(), W_OK) != 0)
    problem = std::error_code(errno, std::generic_category());
  if (problem)
    throw InputError(Origin{out.file.parent_path().string(), 0, 0, {}},
                     fmt::format("computed hydrodynamics cannot be kept there: {}", problem.message()), kElsewhere);
  const Progress progress = progress_listener();
  divide_as_asked(device, progress);
  device.request.unfinished = std::filesystem::path(out.file).replace_extension(".unfinished");
  ComputeReport report;
  const hydro::HydroData data = compute(device.request, &report, progress);
  check_identities(report, device.request.origin, device.warnings);
  keep_warnings(device.warnings.warnings(), out.file);
  const std::filesystem::path part = writing_place(out.file);
  try {
    hydro::write_bemio_h5(data, part.string());
    seal_file(part, kComputedSeal);
    put_in_place(part, out.file);
  } catch (const std::filesystem::filesystem_error& error) {
    std::filesystem::remove(part, problem);
    throw InputError(Origin{out.file.string(), 0, 0, {}},
                     fmt::format("computed hydrodynamics cannot be kept there: {}", error.code().message()),
                     kElsewhere);
  }
  add(device.warnings.warnings());
  out.is_new = true;
  out.seconds = report.seconds_set_up + report.seconds_solve;
  return out;
}

}  // namespace swell::bem

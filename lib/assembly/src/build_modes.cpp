// Generalised modes in a run. Each is a body that slides along one joint: its surge is the modal coordinate, its mass
// the structural one, and its row and column of the hydro data those of the mode (hydro::modes_as_bodies). Radiation,
// excitation, added mass, energy balance and states take it as any other body; what couples modes through the structure
// or through hydrostatics is added here (docs/theory/modes.md).
#include <fmt/format.h>

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <set>

#include "stages.h"
#include "swell/base/refuse.h"
#include "swell/device/modal_loads.h"
#include "swell/hydro/restoring.h"

namespace swell::assembly {

namespace {

/// Structural matrices of the modes that are used, and their mass with the six motions of the body.
struct Structure {
  MatrixX mass, damping, stiffness;  ///< n x n [kg, N s/m, N/m]
  MatrixX coupling_mass;             ///< 6 x n [kg, kg m]
};

/// How many modes of the data are used.
Eigen::Index used_modes(const model::Body& body, const hydro::HydroBody& data) {
  const auto all = static_cast<Eigen::Index>(data.modes.size());
  return std::min<Eigen::Index>(all, body.modes.count.value_or(static_cast<int>(all)));
}

/// A matrix of the case, by its diagonal or as a whole; else that of the data.
MatrixX matrix_of(const Case& c, const model::Body& body, const char* key, const std::vector<double>& given,
                  const MatrixX& data, Eigen::Index n) {
  if (given.empty()) return data.size() > 0 ? MatrixX(data.topLeftCorner(n, n)) : MatrixX::Zero(n, n);
  const auto size = static_cast<Eigen::Index>(given.size());
  if (size == n) return Eigen::Map<const VectorX>(given.data(), n).asDiagonal();
  if (size == n * n)
    return Eigen::Map<const Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>>(given.data(), n, n);
  c.diagnostics.error(
      body.modes.source.of(key),
      fmt::format("bodies.{}.modes.{} has {} numbers, and {} modes are used", body.name, key, given.size(), n),
      fmt::format("give {} numbers, one per mode, or the {} of the whole matrix, row by row", n, n * n));
  return MatrixX::Zero(n, n);
}

Structure structure_of(const Case& c, const model::Body& body, const hydro::HydroBody& data) {
  const Eigen::Index n = used_modes(body, data);
  const model::ModesSpec& spec = body.modes;
  c.uses(spec);
  Structure s;
  s.mass = matrix_of(c, body, "mass", spec.mass, data.generalised_mass, n);
  s.damping = matrix_of(c, body, "damping", spec.damping, data.generalised_damping, n);
  s.stiffness = matrix_of(c, body, "stiffness", spec.stiffness, data.generalised_stiffness, n);
  s.coupling_mass = MatrixX::Zero(6, n);
  if (spec.mass.empty() && data.external_mass.rows() >= 6 + n) s.coupling_mass = data.external_mass.block(0, 6, 6, n);
  for (Eigen::Index i = 0; i < std::min(n, static_cast<Eigen::Index>(spec.damping_ratio.size())); ++i)
    s.damping(i, i) += 2.0 * spec.damping_ratio[static_cast<std::size_t>(i)] *
                       std::sqrt(std::max(0.0, s.stiffness(i, i) * s.mass(i, i)));
  // Of critical damping in air, which water in a chamber has none of.
  if ((s.stiffness.diagonal().array() * s.mass.diagonal().array() <= 0.0).all()) c.used.except(spec.damping_ratio);
  return s;
}

/// Positive definite but for modes without any mass: water in chambers, whose inertia is the added mass.
/// @param restoring  of the body and its modes   @param stiffness  of the structure
bool is_mass(MatrixX mass, const MatrixX& restoring, const MatrixX& stiffness) {
  for (Eigen::Index i = 0; i < mass.rows(); ++i)
    if (mass.row(i).isZero(0.0) && mass.col(i).isZero(0.0) && (restoring(6 + i, 6 + i) > 0.0 || stiffness(i, i) > 0.0))
      mass(i, i) = 1.0;
  return Eigen::LLT<MatrixX>(MatrixX(0.5 * (mass + mass.transpose()))).info() == Eigen::Success &&
         mass.diagonal().minCoeff() > 0.0;
}

/// Every mistake of what the case says of a body's modes, and what does not go together with them.
void check_modes(const Case& c, const hydro::HydroBodyRef& ref, const model::Body& body) {
  const model::ModesSpec& spec = body.modes;
  const auto n = static_cast<std::size_t>(used_modes(body, *ref));
  const std::string path = fmt::format("bodies.{}.modes", body.name);
  if (spec.count.value_or(0) > static_cast<int>(ref->modes.size()))
    c.diagnostics.error(spec.source.of("count"),
                        fmt::format("{}.count = {}, and {} has {} modes of body {}", path, *spec.count, ref.data->file,
                                    ref->modes.size(), ref.body + 1));
  const auto per_mode = [&](const char* key, std::size_t size) {
    if (size != 0 && size != n)
      c.diagnostics.error(spec.source.of(key),
                          fmt::format("{}.{} has {} entries, and {} modes are used", path, key, size, n),
                          "give one for each mode");
  };
  per_mode("names", spec.names.size());
  per_mode("damping_ratio", spec.damping_ratio.size());
  per_mode("displacement", spec.displacement.size());
  per_mode("velocity", spec.velocity.size());
  if (n == 0) return;
  std::set<std::string> seen;
  for (const std::string& name : spec.names) {
    const bool plain = !name.empty() && name.find_first_not_of(
                                            "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                            "0123456789_-") == std::string::npos;
    if (!plain || !seen.insert(name).second)
      c.diagnostics.error(
          spec.source.of("names"),
          fmt::format("{}.names: {} is {}", path, name.empty() ? "''" : name, plain ? "given twice" : "no name"),
          "letters, digits, - and _; each once");
  }
  const Structure s = structure_of(c, body, *ref);
  if (spec.mass.empty() && ref->generalised_mass.size() == 0) {
    c.diagnostics.error(spec.source.origin.place().empty() ? body.source.origin : spec.source.origin,
                        fmt::format("{}: {} does not say the structural mass of its modes", path, ref.data->file),
                        fmt::format("give {}.mass, and stiffness and damping beside it, or modes: {{count: 0}} for a "
                                    "rigid body",
                                    path));
  } else if (!is_mass(s.mass, ref->restoring_of_modes, s.stiffness)) {
    c.diagnostics.error(spec.source.of("mass"),
                        fmt::format("{}.mass: the structural mass is not positive definite", path),
                        "every motion of the structure has kinetic energy: the diagonal is above 0 and outweighs the "
                        "rest; only the water of a chamber has a row of zeros, and a stiffness (rho g times its area)");
  }
  for (const auto& [key, matrix] :
       {std::pair<const char*, const MatrixX*>{"mass", &s.mass}, {"stiffness", &s.stiffness}}) {
    const double size = matrix->cwiseAbs().maxCoeff(), skew = (*matrix - matrix->transpose()).cwiseAbs().maxCoeff();
    if (skew > 1e-6 * size)
      c.diagnostics.error(
          spec.source.of(key),
          fmt::format("{}.{}: the structural {} is not symmetric, by {:.3g} of {:.3g}", path, key, key, skew, size),
          "such a structure would make energy; give the symmetric matrix");
  }
  const auto refuse = [&](bool wrong, const char* key, const std::string& what, const std::string& remedy) {
    if (wrong) c.diagnostics.error(body.source.of(key), fmt::format("bodies.{}: {}", body.name, what), remedy);
  };
  const std::string rigid = "leave it out, or run the body rigid with modes: {count: 0}";
  refuse(body.nonlinear_hydro.has_value(), "nonlinear_hydro",
         "nonlinear_hydro integrates pressure over a rigid surface, and the body has generalised modes", rigid);
  refuse(body.passive_yaw.has_value(), "passive_yaw", "passive_yaw turns six rows of a rigid body, not those of modes",
         rigid);
  refuse(body.large_horizontal_motion, "large_horizontal_motion",
         "large_horizontal_motion takes the excitation where a rigid body is, not that of generalised modes", rigid);
  const model::Hydrodynamics& hydrodynamics = c.model.hydrodynamics;
  if (hydrodynamics.second_order != model::SecondOrder::none)
    c.diagnostics.error(hydrodynamics.source.of("second_order"),
                        fmt::format("hydrodynamics.second_order: {} has generalised modes, and second-order forces are "
                                    "those of rigid bodies",
                                    body.name),
                        "set second_order: none, or run the body rigid with modes: {count: 0}");
  if (c.split())
    c.diagnostics.error(
        c.model.simulation.source.of(c.model.simulation.source.has("added_mass") ? "added_mass" : "reproduce"),
        fmt::format(
            "added_mass: split delays part of the added mass, and {} has generalised modes, whose added mass is "
            "often larger than their structural one",
            body.name),
        "set simulation.added_mass: exact (beside reproduce: wec-sim it changes nothing else)");
}

/// Modes of a body with several sets would change with the set.
void refuse_in_sets(const Case& c, const Hydro& hydro) {
  for (std::size_t i = 0; i < c.bodies.size(); ++i) {
    const auto& sets = hydro.named[i];
    if (!is_variable(c, hydro, i) ||
        std::all_of(sets.begin(), sets.end(), [](const hydro::HydroBodyRef& set) { return set->modes.empty(); }))
      continue;
    c.diagnostics.error(c.bodies[i]->hydro_data->source.of("sets"),
                        fmt::format("bodies.{}: generalised modes do not go together with several sets of hydro data",
                                    c.bodies[i]->name),
                        "give one file, or sets without modes");
  }
}

std::string name_of(const model::Body& body, std::size_t mode) {
  return mode < body.modes.names.size() ? body.modes.names[mode] : fmt::format("mode{}", mode + 1);
}

/// The bodies of a body's modes, in their order.
device::BodyNames modes_of(const model::Body& body, Eigen::Index n) {
  device::BodyNames names;
  for (Eigen::Index j = 0; j < n; ++j)
    names.push_back(device::load_name(body.name, name_of(body, static_cast<std::size_t>(j))));
  return names;
}

std::size_t place_of(const Case& c, const std::string& body) {
  const auto at = std::find_if(c.bodies.begin(), c.bodies.end(), [&](const auto* each) { return each->name == body; });
  SWELL_EXPECT(at != c.bodies.end());
  return static_cast<std::size_t>(at - c.bodies.begin());
}

bool has_modes(const Case& c, const Hydro& hydro, std::size_t i) {
  return !is_mode(*c.bodies[i]) && hydro.has(i) && !is_variable(c, hydro, i) &&
         used_modes(*c.bodies[i], *hydro.of[i]) > 0;
}

/// Reports a chamber whose water no air opposes, and air with another area than the water's.
/// @param chamber  its take-off, <body>.<mode>   @param area  of its water [m2]
void check_air(const Case& c, const model::Body& body, const std::string& chamber, double area) {
  bool has_force = false, has_motion = false;
  for (const model::Connection& wire : c.model.connections) {
    const auto* from = std::get_if<std::string>(&wire.from);
    const bool is_group = !wire.group.empty();
    has_motion = has_motion || is_group ||
                 (from != nullptr && (*from == chamber + ".velocity" || *from == chamber + ".position"));
    has_force = has_force || is_group || wire.to == chamber + ".force";
    if (from == nullptr || wire.to != chamber + ".force") continue;
    for (const model::Component& plant : c.model.components) {
      if (plant.type != "circuit" || from->rfind(plant.name + ".", 0) != 0) continue;
      const std::string port = from->substr(plant.name.size() + 1);
      const Parameter *outputs = plant.parameters.find("outputs"), *elements = plant.parameters.find("elements");
      const Parameter* signal = outputs != nullptr ? outputs->find(port) : nullptr;
      if (elements == nullptr) continue;
      for (const Parameter& element : elements->items) {
        const Parameter *name = element.find("name"), *type = element.find("type"), *own = element.find("area");
        if (name == nullptr || type == nullptr || own == nullptr || type->text != "air-chamber" ||
            (signal != nullptr ? signal->text : port) != name->text + ".force" ||
            !(area > 0.0 && std::abs(own->number - area) > 0.01 * area))
          continue;
        code::refuse(c.diagnostics, "contradiction", own->origin,
                     fmt::format("{}.{}.area = {:g} m2, and the water of {} has {:.6g} m2", plant.name, name->text,
                                 own->number, chamber, area),
                     "air and water share one surface");
      }
    }
  }
  if (!has_force || !has_motion)
    c.diagnostics.warning("chamber-without-air", body.source.origin,
                          fmt::format("{}: {}", chamber,
                                      has_force ? "neither its velocity nor its position goes to any air"
                                                : "no force opposes its water, which takes no power"),
                          fmt::format("connections: an air-chamber's force to {0}.force, {0}.velocity and {0}.position "
                                      "to the air-chamber",
                                      chamber));
}

}  // namespace

std::optional<model::Model> with_modes(const Case& c, const Hydro& hydro) {
  refuse_in_sets(c, hydro);
  std::optional<model::Model> out;
  for (std::size_t i = 0; i < c.bodies.size(); ++i) {
    const model::Body& body = *c.bodies[i];
    if (!hydro.has(i) || hydro.of[i]->modes.empty()) {
      if (!body.modes.source.origin.place().empty() && body.modes.count.value_or(1) > 0 &&
          (hydro.has(i) || !body.hydro_data))
        c.diagnostics.error(body.modes.source.origin,
                            fmt::format("bodies.{}.modes: its hydro data have no generalised modes", body.name),
                            "compute them: modes of the body in a device file of `swell bem`");
      continue;
    }
    if (is_variable(c, hydro, i)) continue;
    check_modes(c, hydro.of[i], body);
    if (!has_modes(c, hydro, i) || c.diagnostics.has_errors()) continue;
    const Structure s = structure_of(c, body, *hydro.of[i]);
    const Eigen::Index n = s.mass.rows();
    if (!out) out = c.model;
    for (Eigen::Index j = 0; j < n; ++j) {
      const auto at = static_cast<std::size_t>(j);
      const std::string name = name_of(body, at);
      model::Body mode;
      mode.name = device::load_name(body.name, name);
      mode.mode_of = body.name;
      mode.hydro_data = body.hydro_data;
      mode.hydro_data->compute = {};
      // Water of a chamber has no mass beside its added mass: bodies have some, here a millionth of the water's.
      const double of_structure = s.stiffness(j, j) / (c.model.environment.water_density * c.model.environment.gravity),
                   surface = std::max(hydro.of[i]->restoring_of_modes(6 + j, 6 + j), of_structure);
      const bool is_chamber = s.mass(j, j) == 0.0;
      mode.mass = is_chamber ? 1e-6 * c.model.environment.water_density * surface * std::sqrt(surface) : s.mass(j, j);
      mode.inertia = Vector3::Zero();
      mode.radiation = body.radiation;
      mode.source.origin = body.source.origin;
      model::Joint joint;
      joint.name = body.name + "." + name;
      joint.type = model::JointType::translational;
      joint.follower = mode.name;
      joint.orientation = model::JointOrientation{Vector3::UnitX(), Vector3::UnitY(), {}};
      joint.source.origin = body.source.origin;
      if (!body.modes.displacement.empty()) {
        joint.extension = {body.modes.displacement[at]};
        mode.initial.displacement.x() = body.modes.displacement[at];
      }
      if (!body.modes.velocity.empty()) mode.initial.velocity.x() = body.modes.velocity[at];
      // The air of a chamber takes power from its water.
      if (is_chamber) {
        model::Pto pto;
        static_cast<model::Joint&>(pto) = std::move(joint);
        out->ptos.push_back(std::move(pto));
      } else {
        out->joints.push_back(std::move(joint));
      }
      out->bodies.push_back(std::move(mode));
    }
  }
  if (c.diagnostics.has_errors()) out.reset();  // the bodies are taken as rigid, so that one list has all mistakes
  return out;
}

namespace {

/// @param water  (6 + n)^2 [N/m, N, N m]   @param structure  n x n
void add_stiffness(const Case& c, const model::Body& body, const device::BodyNames& modes, MatrixX water,
                   const MatrixX& structure, Parts& parts) {
  const Eigen::Index n = structure.rows();
  water.bottomRightCorner(n, n) += structure;
  if (!c.potential()) {
    parts.add<device::ModalMatrix>(body.name, modes, std::move(water));
    return;
  }
  hydro::ModalPotential potential(water);
  constexpr double kSymmetric = 1e-4;
  if (potential.left > kSymmetric * potential.size)
    c.note(
        "modes-go-with-body",
        fmt::format("{}: shapes of its modes go with the body: of the hydrostatic stiffness of the data, written for "
                    "shapes that stay in space, up to {:.2g} N/m (N) is left out (simulation.restoring: euler-angles "
                    "keeps it)",
                    body.name, potential.left));
  parts.add<device::ModalStiffness>(body.name, modes, std::move(potential.coupling), std::move(potential.among));
}

}  // namespace

void place_modes(const Case& c, Hydro& hydro) {
  for (std::size_t i = 0; i < c.bodies.size(); ++i) {
    const model::Body& mode = *c.bodies[i];
    if (!is_mode(mode)) continue;
    const std::size_t owner = place_of(c, mode.mode_of);
    const hydro::HydroBodyRef& of = hydro.of[owner];
    if (of.data == nullptr) continue;
    const device::BodyNames modes = modes_of(*c.bodies[owner], used_modes(*c.bodies[owner], *of));
    const auto j = static_cast<std::size_t>(std::find(modes.begin(), modes.end(), mode.name) - modes.begin());
    SWELL_EXPECT(j < modes.size());
    hydro.of[i] = {of.data, static_cast<std::size_t>(of->modes[j]), of.copy};
    hydro.named[i] = {hydro.of[i]};
  }
}

void add_modal_mass(const Case& c, const Hydro& hydro, bodies::BodyMatrix& added) {
  for (std::size_t i = 0; i < c.bodies.size(); ++i) {
    if (!has_modes(c, hydro, i)) continue;
    const Structure s = structure_of(c, *c.bodies[i], *hydro.of[i]);
    const device::BodyNames modes = modes_of(*c.bodies[i], s.mass.rows());
    const auto row = [&](Eigen::Index j) {
      return static_cast<Eigen::Index>(6 * place_of(c, modes[static_cast<std::size_t>(j)]));
    };
    for (Eigen::Index j = 0; j < s.mass.rows(); ++j) {
      for (Eigen::Index k = 0; k < s.mass.rows(); ++k)
        if (k != j) added.entry(row(j), row(k)) += s.mass(j, k);
      const auto first = static_cast<Eigen::Index>(6 * i);
      for (Eigen::Index k = 0; k < 6; ++k) {
        added.entry(first + k, row(j)) += s.coupling_mass(k, j);
        added.entry(row(j), first + k) += s.coupling_mass(k, j);
      }
    }
  }
}

Parts modal_loads(const Case& c, const Hydro& hydro) {
  Parts parts;
  for (std::size_t i = 0; i < c.bodies.size(); ++i) {
    if (!has_modes(c, hydro, i)) continue;
    const model::Body& body = *c.bodies[i];
    const Structure s = structure_of(c, body, *hydro.of[i]);
    const Eigen::Index n = s.mass.rows();
    const device::BodyNames modes = modes_of(body, n);
    const MatrixX water = c.model.environment.water_density * c.model.environment.gravity *
                          hydro.of[i]->restoring_of_modes.topLeftCorner(6 + n, 6 + n);
    double fastest = 0.0;
    for (Eigen::Index j = 0; j < n; ++j) {
      if (s.mass(j, j) > 0.0) {
        fastest = std::max(fastest, s.stiffness(j, j) / s.mass(j, j));
        continue;
      }
      const std::string chamber = body.name + "." + name_of(body, static_cast<std::size_t>(j));
      const MatrixX& restoring = hydro.of[i]->restoring_of_modes;
      const double area = restoring(6 + j, 6 + j);
      check_air(c, body, chamber, area);
      if (!(area > 0.0)) continue;  // its stiffness is that of the case
      // Heave with the water at rest in the chamber presses on the body where the coordinate is relative.
      c.note("chamber", fmt::format("{}: a water column with a surface of {:.4g} m2{}", chamber, area,
                                    std::abs(restoring(2, 6 + j)) > 0.5 * area
                                        ? ""
                                        : "; its coordinate is the absolute rise of the water: the air's force on the "
                                          "body needs a connection of its own"));
    }
    if (fastest > 0.0)
      c.note("generalised-modes", fmt::format("{}: {} generalised {} beside its six motions, up to {:.4g} rad/s in air",
                                              body.name, n, n == 1 ? "mode" : "modes", std::sqrt(fastest)));
    add_stiffness(c, body, modes, water, s.stiffness, parts);
    if (!s.damping.isZero(0.0)) {
      const Eigen::SelfAdjointEigenSolver<MatrixX> eigen(MatrixX(0.5 * (s.damping + s.damping.transpose())));
      const double largest = eigen.eigenvalues().cwiseAbs().maxCoeff(), least = eigen.eigenvalues().minCoeff();
      const bool takes_energy = least > -1e-12 * largest;
      if (!takes_energy)
        c.diagnostics.warning(
            "negative-damping", body.modes.source.of("damping"),
            fmt::format("bodies.{}.modes.damping has the eigenvalue {:.3g}: it puts energy into the body", body.name,
                        least),
            "damping that takes energy out is positive");
      parts.add<device::ModalDamping>(body.name, modes, s.damping, takes_energy);
    }
    for (std::size_t j = 0; j < modes.size(); ++j)
      parts.add<device::ModeForces>(body.name + "." + name_of(body, j), modes[j]);
  }
  return parts;
}

}  // namespace swell::assembly

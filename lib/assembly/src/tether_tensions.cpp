// Pre-tensions of tethers that carry buoyancy less weight, and the moments about the centres of gravity.
#include <fmt/format.h>

#include <Eigen/QR>
#include <algorithm>
#include <map>

#include "stages.h"
#include "swell/base/motions.h"
#include "swell/base/refuse.h"

namespace swell::assembly {

std::map<std::string, double> balanced_tensions(const Case& c, const Mechanism& mechanism) {
  struct Unknown {
    const model::Mooring* mooring;
    const model::TetherMooring* tether;
  };
  std::vector<Unknown> unknowns;
  const auto n = static_cast<Eigen::Index>(c.bodies.size());
  VectorX lift = VectorX::Zero(6 * n);
  std::vector<bool> held(c.bodies.size(), false);
  double reach = 0.0;  // longest arm [m]
  const auto along = [](const model::TetherMooring& t) {
    return Vector3((t.base_attachment - t.attachment).normalized());
  };
  const auto index = [&](const std::string& name) {
    for (std::size_t i = 0; i < c.bodies.size(); ++i)
      if (c.bodies[i]->name == name) return static_cast<Eigen::Index>(i);
    return Eigen::Index{-1};
  };
  const auto jointed = [&](const std::string& name) {
    const auto joins = [&](const model::Joint& joint) { return joint.base == name || joint.follower == name; };
    return std::any_of(c.model.joints.begin(), c.model.joints.end(), joins) ||
           std::any_of(c.model.ptos.begin(), c.model.ptos.end(), joins);
  };
  const auto otherwise_moored = [&](const std::string& name) {
    return std::any_of(c.model.moorings.begin(), c.model.moorings.end(), [&](const model::Mooring& mooring) {
      const auto* matrix = std::get_if<model::MatrixMooring>(&mooring.law);
      const bool pulls = matrix == nullptr || matrix->preload;  // a spring does not, at the design place
      return mooring.body == name && pulls && !std::holds_alternative<model::TetherMooring>(mooring.law);
    });
  };
  const auto add_pull = [&](const Unknown& of, double tension, VectorX& to) {
    const auto pull = [&](const std::string& body, const Vector3& force, const Vector3& place) {
      const Eigen::Index i = index(body);
      if (i < 0) return;
      const Vector3 arm = place - mechanism.rigid[static_cast<std::size_t>(i)].cg;
      to.segment<3>(6 * i) += force;
      to.segment<3>(6 * i + 3) += arm.cross(force);
      reach = std::max(reach, arm.norm());
    };
    const Vector3 force = tension * along(*of.tether);
    pull(of.mooring->body, force, of.tether->attachment);
    pull(of.tether->base, -force, of.tether->base_attachment);
  };
  for (const model::Mooring& mooring : c.model.moorings) {
    const auto* tether = std::get_if<model::TetherMooring>(&mooring.law);
    if (tether == nullptr) continue;
    if (const double* given = std::get_if<double>(&tether->pre_tension)) {
      add_pull({&mooring, tether}, *given, lift);
      continue;
    }
    unknowns.push_back({&mooring, tether});
    if (jointed(mooring.body) || otherwise_moored(mooring.body))
      code::refuse(
          c.diagnostics, "contradiction", mooring.source.of("pre_tension"),
          fmt::format("moorings.{}.pre_tension: equilibrium is for a body that tethers alone hold; {} {} too",
                      mooring.name, jointed(mooring.body) ? "joints hold" : "other moorings hold", mooring.body),
          "give the tension in N; swell check prints where the body comes to rest");
    for (const std::string& end : {mooring.body, tether->base})  // a base that joints hold takes any pull
      if (const Eigen::Index i = index(end); i >= 0 && !jointed(end)) held[static_cast<std::size_t>(i)] = true;
  }
  std::map<std::string, double> tensions;
  for (const Unknown& each : unknowns) tensions[each.mooring->name] = 0.0;
  if (unknowns.empty() || c.diagnostics.has_errors()) return tensions;
  c.uses(c.model.environment.water_density, c.model.environment.gravity);
  double size = 0.0;
  for (Eigen::Index i = 0; i < n; ++i) {
    const auto k = static_cast<std::size_t>(i);
    if (!held[k]) {
      lift.segment<6>(6 * i).setZero();
      continue;
    }
    const double weight = mechanism.rigid[k].mass * c.model.environment.gravity;
    const Displaced& water = mechanism.displaced[k];
    const Vector3 buoyancy = water.mass * c.model.environment.gravity * Vector3::UnitZ();
    lift.segment<3>(6 * i) += buoyancy - weight * Vector3::UnitZ();
    lift.segment<3>(6 * i + 3) += (water.center - mechanism.rigid[k].cg).cross(buoyancy);
    size = std::max(size, weight);
  }
  MatrixX pulls = MatrixX::Zero(6 * n, static_cast<Eigen::Index>(unknowns.size()));
  for (std::size_t k = 0; k < unknowns.size(); ++k) {
    VectorX unit = VectorX::Zero(6 * n);
    add_pull(unknowns[k], 1.0, unit);
    for (Eigen::Index i = 0; i < n; ++i)
      if (!held[static_cast<std::size_t>(i)]) unit.segment<6>(6 * i).setZero();
    pulls.col(static_cast<Eigen::Index>(k)) = unit;
  }
  // Moments over a length are forces; forces come first where both have no solution.
  constexpr double kFirst = 1e3;
  const double length = kFirst * (reach > 0.0 ? reach : 1.0);
  for (Eigen::Index i = 0; i < n; ++i) {
    pulls.middleRows<3>(6 * i + 3) /= length;
    lift.segment<3>(6 * i + 3) /= length;
  }
  const VectorX found = pulls.completeOrthogonalDecomposition().solve(-lift);
  VectorX rest = pulls * found + lift;
  for (Eigen::Index i = 0; i < n; ++i) rest.segment<3>(6 * i + 3) *= kFirst;
  Eigen::Index worst = 0;
  const double left = rest.cwiseAbs().maxCoeff(&worst);
  const bool turns = worst % 6 >= 3;
  constexpr double kBalanced = 1e-3;  // of the weight: places are given to three digits at least
  for (std::size_t k = 0; k < unknowns.size(); ++k) {
    const double tension = found[static_cast<Eigen::Index>(k)];
    const model::Mooring& mooring = *unknowns[k].mooring;
    tensions[mooring.name] = std::max(0.0, tension);
    if (!(tension > 0.0) || left > kBalanced * size)
      code::refuse(
          c.diagnostics, "contradiction", mooring.source.of("pre_tension"),
          !(tension > 0.0)
              ? fmt::format("moorings.{}.pre_tension: equilibrium would be {:.4g} N, and a rope only pulls",
                            mooring.name, tension)
              : fmt::format("moorings.{}.pre_tension: equilibrium leaves {:.4g} {} in {} unbalanced", mooring.name,
                            turns ? left * length / kFirst : left, turns ? "N m" : "N",
                            kMotions[static_cast<std::size_t>(worst % 6)]),
          turns ? "put the attachments round the line of buoyancy less weight, or give pre_tension in N"
                : "buoyancy less weight must point away from the tethers; change mass, or give pre_tension in N");
    else
      c.note("tether-tension",
             fmt::format("{}: pre-tension {:.6g} N carries buoyancy less weight", mooring.name, tension));
  }
  return tensions;
}

}  // namespace swell::assembly

#include <fmt/format.h>

#include <Eigen/SparseCholesky>
#include <algorithm>
#include <cmath>

#include "swell/mooring/catenary.h"
#include "swell/mooring/lumped_mass.h"

namespace swell::mooring {

namespace {
using Triplets = std::vector<Eigen::Triplet<double>>;

void add_block(Triplets& triplets, std::size_t i, std::size_t j, const Matrix3& K, std::size_t n) {
  if (i >= n || j >= n) return;
  for (int r = 0; r < 3; ++r) {
    for (int c = 0; c < 3; ++c)
      triplets.emplace_back(static_cast<int>(3 * i) + r, static_cast<int>(3 * j) + c, K(r, c));
  }
}
}  // namespace

void LumpedMass::first_guess(std::vector<double>& state, const PointMotion* coupled) const {
  const auto set = [&](std::size_t node, const Vector3& p) { std::copy(p.data(), p.data() + 3, &state[3 * node]); };
  const auto place = [&](std::size_t point) {
    const std::size_t node = point_node_[point];
    return node >= n_moving_ && node < n_moving_ + coupled_.size() ? coupled[node - n_moving_].position
                                                                   : model_.points[point].position;
  };
  for (std::size_t p = 0; p < model_.points.size(); ++p) {
    if (model_.points[p].kind == PointKind::free) set(point_node_[p], model_.points[p].position);
  }
  for (std::size_t n = 0; n < model_.lines.size(); ++n) {
    const MooringLine& line = model_.lines[n];
    const LineType& type = model_.types[line.type];
    const Vector3 a = place(line.point_a), b = place(line.point_b);
    const bool a_is_lower = a.z() <= b.z();
    const Vector3 low = a_is_lower ? a : b, high = a_is_lower ? b : a;
    Catenary catenary;
    catenary.length = line.length;
    catenary.axial_stiffness = type.tension.empty() ? type.axial_stiffness : type.tension.secant();
    catenary.weight = submerged_weight(type.mass_per_length, type.diameter, model_.water_density, model_.gravity);
    catenary.seabed = model_.seabed && catenary.weight > 0.0 && low.z() < -model_.seabed->depth + 1e-3 * line.length;
    const Vector3 span = high - low;
    const double x = span.head<2>().norm();
    const Vector3 out = x > 1e-9 * line.length ? Vector3(span.x() / x, span.y() / x, 0.0) : Vector3::UnitX();
    const CatenaryForces forces = solve_catenary(catenary, x, span.z());
    const std::vector<std::size_t>& nodes = line_nodes_[n];
    for (std::size_t k = 1; k + 1 < nodes.size(); ++k) {
      double s = line.length * static_cast<double>(k) / line.segments;
      if (!a_is_lower) s = line.length - s;
      const Eigen::Vector2d at = catenary_point(catenary, forces, x, s);
      Vector3 p_W = low + at.x() * out + Vector3(0.0, 0.0, at.y());
      if (model_.seabed) p_W.z() = std::max(p_W.z(), -model_.seabed->depth);
      set(nodes[k], p_W);
    }
  }
}

std::vector<double> LumpedMass::static_state(const PointMotion* coupled, const WaterMotion* water, double t) const {
  std::vector<double> state(state_size(), 0.0);
  if (n_moving_ == 0) return state;
  std::vector<PointMotion> at_rest(coupled, coupled + coupled_.size());
  for (PointMotion& point : at_rest) point.velocity.setZero();
  first_guess(state, at_rest.data());

  LineScratch scratch = make_scratch();
  const auto size = static_cast<Eigen::Index>(3 * n_moving_);
  double weight = 0.0, stiff = 0.0, softest = 1e300;
  for (const Share& s : shares_) weight = std::max(weight, std::abs(s.lift));
  for (const Lump& lump : lumps_) weight = std::max(weight, std::abs(lump.lift));
  for (const Segment& s : segments_) {
    stiff = std::max(stiff, s.stiffness);
    softest = std::min(softest, s.length);
  }
  const double enough = 1e-6 * weight + 1e-12 * stiff;
  // Drag of a stream is no gradient: it is frozen while the rest finds its place, and renewed until both agree.
  VectorX stream = VectorX::Zero(size);
  const auto residual = [&](const std::vector<double>& at, VectorX& F, double& energy) {
    scatter(at.data(), at_rest.data(), scratch);
    loads(t, nullptr, nullptr, scratch, nullptr);
    energy = potential(scratch);
    for (std::size_t i = 0; i < n_moving_; ++i) {
      const auto row = static_cast<Eigen::Index>(3 * i);
      F.segment<3>(row) = scratch.force[i] + stream.segment<3>(row);
      energy -= stream.segment<3>(row).dot(scratch.position[i]);
    }
    return F.cwiseAbs().maxCoeff();
  };
  // Drag at the present place, less what was frozen.
  const auto renew = [&](const std::vector<double>& at) {
    if (water == nullptr) return;
    scatter(at.data(), at_rest.data(), scratch);
    loads(t, nullptr, nullptr, scratch, nullptr);
    const std::vector<Vector3> still = scratch.force;
    loads(t, water, nullptr, scratch, nullptr);
    VectorX renewed(size);
    for (std::size_t i = 0; i < n_moving_; ++i) {
      renewed.segment<3>(static_cast<Eigen::Index>(3 * i)) = scratch.force[i] - still[i];
    }
    stream = renewed;
  };
  VectorX F(size), F_trial(size);
  double energy = 0.0;
  renew(state);
  double error = residual(state, F, energy);
  // The energy of weight, tension-only springs and seabed is convex, so descent finds the one state of rest.
  double damping = 1e-3 * (weight > 0.0 ? weight : 1.0) / softest;
  Eigen::SimplicialLDLT<Eigen::SparseMatrix<double>> solver;
  Eigen::SparseMatrix<double> K(size, size);
  std::vector<double> trial = state;
  Triplets triplets;
  for (int iteration = 0; iteration < 5000; ++iteration) {
    if (error <= enough) {
      renew(state);
      error = residual(state, F, energy);
      if (error <= enough) break;
    }
    scatter(state.data(), at_rest.data(), scratch);
    triplets.clear();
    for (const Segment& s : segments_) {
      const Vector3 span = scratch.position[s.j] - scratch.position[s.i];
      const double distance = span.norm();
      const double strain = distance / s.length - 1.0;
      if (!(strain > 0.0)) continue;
      const Matrix3 ee = span * span.transpose() / (distance * distance);
      const LineCurve& curve = model_.types[s.type].tension;
      const double EA = curve.empty() ? s.stiffness : curve.steepest();
      const Matrix3 k = EA / s.length * ee + tension(s, distance) / distance * (Matrix3::Identity() - ee);
      add_block(triplets, s.i, s.i, k, n_moving_);
      add_block(triplets, s.j, s.j, k, n_moving_);
      add_block(triplets, s.i, s.j, -k, n_moving_);
      add_block(triplets, s.j, s.i, -k, n_moving_);
    }
    for (const Bend& b : bends_) {  // Gauss-Newton: what the turning of the tangents adds is left to the damping
      const Vector3 one = scratch.position[b.j] - scratch.position[b.i];
      const Vector3 two = scratch.position[b.m] - scratch.position[b.k];
      const double l1 = one.norm(), l2 = two.norm();
      const LineType& type = model_.types[b.type];
      const double k = (type.bending.empty() ? type.bending_stiffness : type.bending.steepest()) / b.length;
      const Matrix3 d1 = (Matrix3::Identity() - one * one.transpose() / (l1 * l1)) / l1;
      const Matrix3 d2 = (Matrix3::Identity() - two * two.transpose() / (l2 * l2)) / l2;
      const std::size_t nodes[] = {b.i, b.j, b.k, b.m};
      const Matrix3 slopes[] = {d1, -d1, -d2, d2};
      for (int r = 0; r < 4; ++r) {
        for (int c = 0; c < 4; ++c) add_block(triplets, nodes[r], nodes[c], k * slopes[r] * slopes[c], n_moving_);
      }
    }
    for (const Share& s : shares_) {
      if (model_.seabed && s.node < n_moving_ && scratch.position[s.node].z() < -model_.seabed->depth) {
        triplets.emplace_back(static_cast<int>(3 * s.node) + 2, static_cast<int>(3 * s.node) + 2, s.seabed_k);
      }
    }
    for (int d = 0; d < static_cast<int>(size); ++d) triplets.emplace_back(d, d, damping);
    K.setFromTriplets(triplets.begin(), triplets.end());
    solver.compute(K);
    VectorX step = solver.solve(F);
    // A step longer than a segment leaves the region that the tangent knows.
    const double longest = step.cwiseAbs().maxCoeff();
    if (longest > softest) step *= softest / longest;
    for (std::size_t d = 0; d < 3 * n_moving_; ++d) trial[d] = state[d] + step[static_cast<Eigen::Index>(d)];
    double energy_trial = 0.0;
    const double error_trial = residual(trial, F_trial, energy_trial);
    if (energy_trial < energy || error_trial < error) {
      state.swap(trial);
      F.swap(F_trial);
      error = error_trial;
      energy = energy_trial;
      damping = std::max(0.3 * damping, 1e-9 * stiff / softest * 1e-3);
    } else {
      damping *= 4.0;
    }
  }
  if (error > 1e3 * enough) {
    Eigen::Index worst = 0;
    F.cwiseAbs().maxCoeff(&worst);
    throw SimulationError(
        fmt::format("mooring: no state of rest found: {} is left with a force of {:.3g} N; check that the line's ends, "
                    "length and the water depth fit together",
                    node_name(static_cast<std::size_t>(worst) / 3), error),
        t, "mooring", "static state");
  }
  return state;
}

}  // namespace swell::mooring

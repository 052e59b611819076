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

void LumpedMass::first_guess(std::vector<double>& state, const PointMotion* coupled, LineScratch& scratch) const {
  const auto set = [&](std::size_t node, const Vector3& p) { std::copy(p.data(), p.data() + 3, &state[3 * node]); };
  for (std::size_t p = 0; p < model_.points.size(); ++p) {
    if (model_.points[p].kind == PointKind::free) set(point_node_[p], model_.points[p].position);
  }
  for (std::size_t r = 0; r < rigids_.size(); ++r) {
    double* x = &state[6 * n_moving_ + 13 * r];
    const Quaternion& q = model_.rigids[r].orientation;
    const double values[] = {q.w(), q.x(), q.y(), q.z()};
    std::copy_n(model_.rigids[r].position.data(), 3, x);
    std::copy_n(values, 4, x + 3);
  }
  scatter(state.data(), coupled, scratch);
  for (std::size_t n = 0; n < model_.lines.size(); ++n) {
    const MooringLine& line = model_.lines[n];
    const LineType& type = model_.types[line.type];
    const Vector3 a = scratch.position[point_node_[line.point_a]], b = scratch.position[point_node_[line.point_b]];
    const bool a_is_lower = a.z() <= b.z();
    const Vector3 low = a_is_lower ? a : b, high = a_is_lower ? b : a;
    Catenary catenary;
    const double length = scratch.factor[n] * line.length;
    catenary.length = length;
    catenary.axial_stiffness = type.tension.empty() ? type.axial_stiffness : type.tension.secant();
    catenary.weight = submerged_weight(type.mass_per_length, type.diameter, model_.water_density, model_.gravity);
    catenary.seabed = model_.seabed && catenary.weight > 0.0 && low.z() < model_.seabed->at(low).z + 1e-3 * length;
    const Vector3 span = high - low;
    const double x = span.head<2>().norm();
    const Vector3 out = x > 1e-9 * length ? Vector3(span.x() / x, span.y() / x, 0.0) : Vector3::UnitX();
    const CatenaryForces forces = solve_catenary(catenary, x, span.z());
    const std::vector<std::size_t>& nodes = line_nodes_[n];
    for (std::size_t k = 1; k + 1 < nodes.size(); ++k) {
      double s = length * static_cast<double>(k) / line.segments;
      if (!a_is_lower) s = length - s;
      const Eigen::Vector2d at = catenary_point(catenary, forces, x, s);
      Vector3 p_W = low + at.x() * out + Vector3(0.0, 0.0, at.y());
      if (model_.seabed) p_W.z() = std::max(p_W.z(), model_.seabed->at(p_W).z);
      set(nodes[k], p_W);
    }
  }
}

// `to` is `from` moved by a step in the unknowns of static_state.
void LumpedMass::static_step(const std::vector<double>& from, const VectorX& step, std::vector<double>& to) const {
  to = from;
  for (std::size_t d = 0; d < 3 * n_moving_; ++d) to[d] += step[static_cast<Eigen::Index>(d)];
  auto row = static_cast<Eigen::Index>(3 * n_moving_);
  for (std::size_t r = 0; r < rigids_.size(); ++r) {
    double* x = &to[6 * n_moving_ + 13 * r];
    if (!rigids_[r].pivot) {
      Eigen::Map<Vector3>(x) += step.segment<3>(row);
      row += 3;
    }
    const Vector3 turn = step.segment<3>(row);
    row += 3;
    const double angle = turn.norm();
    if (!(angle > 0.0)) continue;
    const Quaternion q =
        (Quaternion(Eigen::AngleAxisd(angle, turn / angle)) * Quaternion(x[3], x[4], x[5], x[6])).normalized();
    const double values[] = {q.w(), q.x(), q.y(), q.z()};
    std::copy_n(values, 4, x + 3);
  }
}

std::optional<std::size_t> LumpedMass::rigid_of(std::size_t unknown) const {
  std::size_t row = 3 * n_moving_;
  if (unknown < row) return {};
  for (std::size_t r = 0; r < rigids_.size(); ++r) {
    row += rigids_[r].pivot ? std::size_t{3} : std::size_t{6};
    if (unknown < row) return r;
  }
  return {};
}

std::string LumpedMass::unknown_name(std::size_t unknown) const {
  const std::optional<std::size_t> rigid = rigid_of(unknown);
  return rigid ? model_.rigids[*rigid].name : node_name(unknown / 3);
}

std::string LumpedMass::advice(std::size_t unknown) const {
  const std::optional<std::size_t> rigid = rigid_of(unknown);
  if (!rigid) return "check that the line's ends, length and the water depth fit together";
  double water = model_.water_density * model_.rigids[*rigid].volume;
  for (const Piece& piece : pieces_) {
    const std::vector<std::size_t>& points = rigids_[*rigid].points;
    if (std::find(points.begin(), points.end(), piece.node) != points.end()) water += piece.water;
  }
  return fmt::format("it weighs {:.4g} N and all of it displaces {:.4g} N: it must float, hang or lie",
                     rigids_[*rigid].mass * model_.gravity, water * model_.gravity);
}

std::vector<double> LumpedMass::static_state(const PointMotion* coupled, const WaterMotion* water, double t,
                                             const double* wound) const {
  std::vector<double> state(state_size(), 0.0);
  if (state.empty()) return state;
  std::vector<PointMotion> at_rest(coupled, coupled + coupled_.size());
  for (PointMotion& point : at_rest) point.velocity.setZero();
  LineScratch scratch = make_scratch();
  scratch.at_rest = true;
  if (wound != nullptr) std::copy_n(wound, scratch.wound.size(), scratch.wound.begin());
  reel(0.0, scratch);
  first_guess(state, at_rest.data(), scratch);
  const auto settle = [&] {  // viscoelastic segments, and the phases of vortices, spread along each line
    scatter(state.data(), at_rest.data(), scratch);
    for (const Segment& s : segments_) {
      if (s.slow != npos) state[slow_at() + s.slow] = settled(s, strain_of(s, scratch));
    }
    for (const Share& s : shares_) {
      if (s.wake == npos) continue;
      const std::vector<std::size_t>& nodes = line_nodes_[s.line];
      const auto place = std::find(nodes.begin(), nodes.end(), s.node) - nodes.begin();
      state[wake_at() + 4 * s.wake] = 2.0 * kPi * static_cast<double>(place) / static_cast<double>(nodes.size() - 1);
    }
    return state;
  };
  if (!model_.starts_at_rest) return settle();

  // Unknowns: the moving nodes, then of each rigid body its place (where it is free) and its turn, scaled by its reach.
  std::vector<double> reach(3 * n_moving_, 1.0);
  for (const Rigid& rigid : rigids_) {
    if (!rigid.pivot) reach.insert(reach.end(), 3, 1.0);
    reach.insert(reach.end(), 3, rigid.reach);
  }
  const auto size = static_cast<Eigen::Index>(reach.size());
  double weight = 0.0, stiff = 0.0, softest = 1e300;
  for (const Share& s : shares_) weight = std::max(weight, std::abs(s.lift));
  for (const Lump& lump : lumps_) weight = std::max(weight, std::abs(lump.lift));
  for (const Piece& piece : pieces_) weight = std::max(weight, piece.weight);
  for (const RigidBody& body : model_.rigids) weight = std::max(weight, body.mass * model_.gravity);
  for (const Segment& s : segments_) {
    stiff = std::max(stiff, s.stiffness);
    softest = std::min(softest, s.length);
  }
  if (segments_.empty()) softest = 1.0;
  const double enough = 1e-6 * weight + 1e-12 * stiff;
  // Drag of a stream is no gradient: it is frozen while the rest finds its place, and renewed until both agree.
  VectorX stream = VectorX::Zero(size);
  const auto forces = [&](const std::vector<double>& at, const WaterMotion* moves, VectorX& F) {
    scatter(at.data(), at_rest.data(), scratch);
    loads(t, moves, nullptr, scratch, nullptr);
    for (std::size_t r = rigids_.size(); r-- > 0;) {
      wrench_of(r, scratch);
      if (rigids_[r].pivot) scratch.force[*rigids_[r].pivot] += scratch.wrench[r].head<3>();
    }
    Eigen::Index row = 0;
    for (std::size_t i = 0; i < n_moving_; ++i, row += 3) F.segment<3>(row) = scratch.force[i];
    for (std::size_t r = 0; r < rigids_.size(); ++r) {
      if (!rigids_[r].pivot) {
        F.segment<3>(row) = scratch.wrench[r].head<3>();
        row += 3;
      }
      F.segment<3>(row) = scratch.wrench[r].tail<3>();
      row += 3;
    }
  };
  const auto residual = [&](const std::vector<double>& at, VectorX& F, double& energy) {
    forces(at, nullptr, F);
    energy = potential(scratch);
    F += stream;
    double worst = 0.0;
    for (Eigen::Index i = 0; i < size; ++i)
      worst = std::max(worst, std::abs(F[i]) / reach[static_cast<std::size_t>(i)]);
    for (std::size_t i = 0; i < n_moving_; ++i) {
      energy -= stream.segment<3>(static_cast<Eigen::Index>(3 * i)).dot(scratch.position[i]);
    }
    return std::isfinite(worst) ? worst : 1e300;
  };
  // Drag at the present place, less what was frozen.
  const auto renew = [&](const std::vector<double>& at) {
    if (water == nullptr) return;
    VectorX still(size);
    forces(at, nullptr, still);
    forces(at, water, stream);
    stream -= still;
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
  VectorX ahead(size), behind(size);
  for (int iteration = 0; iteration < (rigids_.empty() ? 5000 : 2000); ++iteration) {
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
      const double l = scratch.factor[s.line] * s.length, strain = distance / l - 1.0;
      if (!(strain > 0.0)) continue;
      const Matrix3 ee = span * span.transpose() / (distance * distance);
      const LineCurve& curve = model_.types[s.type].tension;
      const double EA = curve.empty() ? s.stiffness : curve.steepest();
      const Matrix3 k = EA / l * ee + elastic(s, strain) / distance * (Matrix3::Identity() - ee);
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
      if (!model_.seabed || !(pressed(s.node, scratch) > 0.0)) continue;
      const Vector3 up = model_.seabed->at(scratch.position[s.node]).normal;
      add_block(triplets, s.node, s.node, scratch.factor[s.line] * s.seabed_k * up * up.transpose(), n_moving_);
    }
    // Bodies turn: their rows and columns are differences of the forces, which know the geometric stiffness.
    for (auto c = static_cast<Eigen::Index>(3 * n_moving_); c < size; ++c) {
      constexpr double kStep = 1e-5;
      VectorX turn = VectorX::Zero(size);
      turn[c] = kStep / reach[static_cast<std::size_t>(c)];
      static_step(state, turn, trial);
      forces(trial, nullptr, ahead);
      static_step(state, -turn, trial);
      forces(trial, nullptr, behind);
      const auto column = static_cast<int>(c);
      for (Eigen::Index r = 0; r < size; ++r) {
        const double k = (behind[r] - ahead[r]) / (2.0 * turn[c]);
        if (k == 0.0) continue;
        const auto row = static_cast<int>(r);
        const double share = r < static_cast<Eigen::Index>(3 * n_moving_) ? 1.0 : 0.5;
        triplets.emplace_back(row, column, share * k);
        triplets.emplace_back(column, row, share * k);
      }
    }
    for (int d = 0; d < static_cast<int>(size); ++d) {
      const double scale = reach[static_cast<std::size_t>(d)];
      triplets.emplace_back(d, d, damping * scale * scale);
    }
    K.setFromTriplets(triplets.begin(), triplets.end());
    solver.compute(K);
    VectorX step = solver.solve(F);
    // A step longer than a segment leaves the region that the tangent knows.
    double longest = 0.0;
    for (Eigen::Index d = 0; d < size; ++d)
      longest = std::max(longest, std::abs(step[d]) * reach[static_cast<std::size_t>(d)]);
    if (!std::isfinite(longest)) {
      damping *= 4.0;
      continue;
    }
    if (longest > softest) step *= softest / longest;
    static_step(state, step, trial);
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
        fmt::format("mooring: no state of rest found: {} is left with a force of {:.3g} N; {}",
                    unknown_name(static_cast<std::size_t>(worst)), error, advice(static_cast<std::size_t>(worst))),
        t, "mooring", "static state");
  }
  return settle();
}

std::string LumpedMass::node_name(std::size_t node) const {
  for (std::size_t n = 0; n < line_nodes_.size(); ++n) {
    for (std::size_t k = 1; k + 1 < line_nodes_[n].size(); ++k) {
      if (line_nodes_[n][k] == node) return fmt::format("line {}, node {}", model_.lines[n].name, k);
    }
  }
  for (std::size_t p = 0; p < point_node_.size(); ++p) {
    if (point_node_[p] == node) return "point " + model_.points[p].name;
  }
  return "node";
}

}  // namespace swell::mooring

#include "swell/bem/compute.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <complex>
#include <mutex>
#include <numeric>
#include <thread>

#include "chambers.h"
#include "dense.h"
#include "drift.h"
#include "interaction.h"
#include "parts.h"
#include "pressure_drift.h"
#include "sampling.h"
#include "swell/base/error.h"
#include "swell/base/hash.h"
#include "swell/hydro/impulse_response.h"
#include "unfinished.h"

namespace swell::bem {

std::vector<Row> rows_of(const std::vector<ComputeBody>& bodies) {
  std::vector<Row> rows;
  for (std::size_t b = 0; b < bodies.size(); ++b)
    for (int i = 0; i < 6 + static_cast<int>(bodies[b].modes.size()); ++i) rows.push_back({b, i});
  return rows;
}

MatrixX velocities_of(const Surface& s, const std::vector<ComputeBody>& bodies) {
  const std::vector<Row> rows = rows_of(bodies);
  MatrixX V = MatrixX::Zero(s.size(), static_cast<Eigen::Index>(rows.size()));
  for (std::size_t r = 0; r < rows.size(); ++r) {
    const ComputeBody& body = bodies[rows[r].body];
    const int motion = rows[r].motion;
    Vector3 e = Vector3::Unit(motion % 3);
    const Vector3 cg = body.cg;
    const Displacement field = motion < 3 ? Displacement([e](const Vector3&) { return e; })
                               : motion < 6
                                   ? Displacement([e, cg](const Vector3& x) { return Vector3(e.cross(x - cg)); })
                                   : body.modes[static_cast<std::size_t>(motion - 6)].displacement;
    V.col(static_cast<Eigen::Index>(r)) = normal_velocity(s, static_cast<int>(rows[r].body), field);
  }
  return V;
}

Surface surface_of(const std::vector<ComputeBody>& bodies) {
  refuse_dry(bodies);
  std::vector<Element> elements;
  for (std::size_t b = 0; b < bodies.size(); ++b) {
    for (const Element& e : bodies[b].elements) {
      elements.push_back(e);
      elements.back().body = static_cast<int>(b);
    }
  }
  Surface surface = make_surface(std::move(elements));
  surface.bodies = static_cast<int>(bodies.size());
  return surface;
}

double group_velocity(double omega, double k, std::optional<double> depth) {
  const double kh = depth ? 2.0 * k * *depth : 0.0;
  return 0.5 * omega / k * (1.0 + (depth && kh < 600.0 ? kh / std::sinh(kh) : 0.0));
}

namespace {

using Complex = std::complex<double>;
using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point begin) { return std::chrono::duration<double>(Clock::now() - begin).count(); }

void refuse_nodes(double memory, Eigen::Index nodes, const Origin& origin) {
  refuse_beyond_machine(memory, origin, fmt::format("{} nodes", nodes),
                        "fewer panels: a shape by its dimensions needs a tenth of a mesh's for the same accuracy");
}

// Impulse response functions up to the memory of the body and the limit of the frequency step.
void add_kernels(hydro::HydroData& data, double length) {
  if (data.omega.size() < 2) return;
  double step = 0.0;
  for (std::size_t k = 1; k < data.omega.size(); ++k) step = std::max(step, data.omega[k] - data.omega[k - 1]);
  const double gravity = data.gravity.value_or(kGravity);
  hydro::ImpulseResponseOptions radiation, excitation;
  radiation.end_time = std::min(60.0 * std::sqrt(length / gravity), kPi / step);
  excitation.end_time = std::min(100.0 * std::sqrt(length / gravity), kPi / step);
  hydro::add_radiation_irf(data, radiation);
  hydro::add_excitation_irf(data, excitation);
}

// The drifting bodies: mass and stiffness, / rho and / (rho g); empty if fixed.
struct Drifting {
  MatrixX mass, stiffness;
  std::vector<Vector3> cg;
  bool by_momentum = false, by_pressure = false;
};

// Common data of all frequencies.
struct Equations {
  const Surface& surface;
  MatrixX velocities;  // of the hull
  Chambers chambers;
  double reach = 0.0, lowest = 0.0;
  std::function<Eigen::MatrixXcd(const GreenFunction&, const std::vector<double>& headings, int threads)> solve;
};

Solved solve_one(const Equations& equations, const GreenFunction& G, double omega, double gravity,
                 std::optional<double> depth, const std::vector<double>& headings, const Drifting* drifting,
                 int threads) {
  const Surface& s = equations.surface;
  const MatrixX& V = equations.velocities;
  const Eigen::Index modes = V.cols(), columns = modes + equations.chambers.lid.size();
  const Eigen::MatrixXcd phi = equations.solve(G, headings, threads);
  const MatrixX weighted = s.weights.matrix().asDiagonal() * V;
  Solved out;
  out.force = weighted.transpose() * phi;
  const Chambers& chambers = equations.chambers;
  std::optional<Enclosed> enclosed;
  if (!chambers.empty()) enclosed.emplace(chambers, G.K(), phi, out.force);
  const Eigen::MatrixXcd radiation = out.force.leftCols(modes);
  out.reciprocity = (radiation - radiation.transpose()).cwiseAbs();
  if (omega == 0.0) return out;
  // Waves from several directions: flux through the surface, Froude-Krylov force, total force by Haskind.
  struct Waves {
    Eigen::MatrixXcd flux, froude_krylov, force;
  };
  const auto waves_of = [&](const std::vector<double>& directions) {
    Waves w;
    Eigen::MatrixXcd incoming(s.size(), static_cast<Eigen::Index>(directions.size()));
    w.flux.resize(incoming.rows(), incoming.cols());
    Eigen::VectorXcd psi, psi_n;
    for (Eigen::Index d = 0; d < incoming.cols(); ++d) {
      incident(s, G, directions[static_cast<std::size_t>(d)], psi, psi_n);
      incoming.col(d) = psi;
      w.flux.col(d) = s.weights.matrix().asDiagonal() * psi_n;
    }
    w.froude_krylov = -(weighted.transpose() * incoming);
    if (enclosed) {
      const Eigen::MatrixXcd rise = chambers.area.transpose() * incoming;
      for (Eigen::Index i = 0; i < s.size(); ++i)
        if (s.chamber[static_cast<std::size_t>(i)] >= 0) w.flux.row(i).setZero();
      const Eigen::MatrixXcd scattered = phi.leftCols(columns).transpose() * w.flux;
      w.force = w.froude_krylov + scattered.topRows(modes);
      Eigen::MatrixXcd whole = rise;
      for (Eigen::Index c = 0; c < rise.rows(); ++c) whole.row(c) += scattered.row(chambers.column(c));
      for (const Eigen::Index row : chambers.rows) w.force.row(row).setZero();
      enclosed->add_lids(w.force, whole);
      const Eigen::Index count = chambers.count();
      w.froude_krylov += chambers.volume.leftCols(count) * chambers.surface.head(count).cwiseInverse().asDiagonal() *
                         rise.topRows(count);
      return w;
    }
    w.force = w.froude_krylov + phi.leftCols(modes).transpose() * w.flux;
    return w;
  };
  const auto count = static_cast<Eigen::Index>(headings.size());
  const Waves given = waves_of(headings);
  out.froude_krylov = given.froude_krylov;
  out.largest = given.force.cwiseAbs().rowwise().maxCoeff();
  out.haskind = (given.force + out.force.rightCols(count)).cwiseAbs().rowwise().maxCoeff();
  // B = k/(8 pi rho g c_g) int |X|^2 d beta [Newman1977, 6.173], c_g = omega/(2k) (1 + 2kh/sinh 2kh).
  const double k = G.wavenumber(), group = group_velocity(omega, k, depth);
  const int directions = 2 * std::clamp(static_cast<int>(2.0 * k * equations.reach) + 8, 8, 360);
  VectorX radiated = VectorX::Zero(modes);
  // The far-field disturbance is -i kappa/4 int (Phi w_n - Phi_n w) dS, w the wave travelling from there towards the
  // body, kappa = g k/(omega c_g). For diffraction the incident wave's own part vanishes; for radiation the integral is
  // Haskind's.
  const Complex far_scale(0.0, -0.25 * gravity * k / (omega * group));
  const double K = omega * omega / gravity;
  Eigen::MatrixXcd motion = Eigen::MatrixXcd::Zero(modes, count), far(directions, drifting != nullptr ? count : 0);
  if (drifting != nullptr && drifting->mass.size() > 0) {
    const MatrixX added = -radiation.real(), damping = radiation.imag();
    Eigen::MatrixXcd Z = (gravity * drifting->stiffness - omega * omega * (drifting->mass + added)).cast<Complex>();
    Z += Complex(0.0, omega * omega) * damping.cast<Complex>();
    motion = Z.fullPivLu().solve(-gravity * out.force.rightCols(count));
  }
  constexpr int kTogether = 32;  // enough for matrix products, few enough for memory
  for (int from = 0; from < directions; from += kTogether) {
    std::vector<double> angles;
    for (int d = from; d < std::min(from + kTogether, directions); ++d) angles.push_back(2.0 * kPi * d / directions);
    const Waves around = waves_of(angles);
    radiated += around.force.cwiseAbs2().rowwise().sum();
    for (std::size_t a = 0; a < angles.size() && far.cols() > 0; ++a) {
      const double theta = angles[a], x = drifting->cg.front().x(), y = drifting->cg.front().y();
      const auto column = static_cast<Eigen::Index>(a);
      const int opposite = (from + static_cast<int>(a) + directions / 2) % directions;
      for (Eigen::Index h = 0; h < far.cols(); ++h) {
        // Relative to the centre of gravity, so that a body far from the origin needs no more directions.
        const double beta = headings[static_cast<std::size_t>(h)];
        const Complex shift =
            std::polar(1.0, k * (x * (std::cos(theta) + std::cos(beta)) + y * (std::sin(theta) + std::sin(beta))));
        far(opposite, h) = far_scale * shift *
                           (phi.col(modes + h).transpose() * around.flux.col(column) +
                            K * motion.col(h).transpose() * around.force.col(column))(0);
      }
    }
  }
  radiated *= k * gravity / (8.0 * kPi * group * omega) * 2.0 * kPi / directions;
  if (enclosed) radiated += enclosed->absorbed();
  out.energy = (radiated - radiation.diagonal().imag()).cwiseAbs();
  out.drift = MatrixX::Zero(far.cols() > 0 ? 6 : 0, far.cols());  // sum of all bodies, about the first one's cg
  for (Eigen::Index h = 0; h < far.cols(); ++h) {
    const MomentumDrift drift = momentum_drift({k, omega, group, headings[static_cast<std::size_t>(h)], far.col(h)});
    out.drift(0, h) = drift.x;
    out.drift(1, h) = drift.y;
    out.drift(5, h) = drift.yaw;
    const Eigen::Vector2d power(drift.lost, drift.radiated);
    if (h == 0 || power.maxCoeff() > out.power.maxCoeff()) out.power = power;
  }
  if (drifting != nullptr && drifting->by_pressure) {
    out.drift_by_pressure.resize(modes, count);
    FirstOrder first;
    first.omega = omega;
    first.gravity = gravity;
    for (Eigen::Index h = 0; h < count; ++h) {
      first.potential =
          Complex(0.0, gravity / omega) * (phi.col(modes + h) + K * (phi.leftCols(modes) * motion.col(h))).eval();
      for (std::size_t b = 0; b < drifting->cg.size(); ++b) {
        const auto at = static_cast<Eigen::Index>(6 * b);
        first.motion = motion.col(h).segment<6>(at);
        out.drift_by_pressure.col(h).segment<6>(at) = pressure_drift(s, static_cast<int>(b), drifting->cg[b], first);
      }
    }
  }
  return out;
}

// Mean forces of all bodies together by pressure against momentum, relative to the largest; moments about the vertical
// relative to the largest or to the force times a tenth of the bodies' length.
void report_drift(const std::vector<Solved>& solved, const ComputeRequest& request, const VectorX& length,
                  ComputeReport& report) {
  double force = 0.0, force_apart = 0.0, moment = 0.0, moment_apart = 0.0;
  for (const Solved& at : solved) {
    for (Eigen::Index h = 0; h < at.drift_by_pressure.cols() && h < at.drift.cols(); ++h) {
      Vector6 sum = Vector6::Zero();
      for (std::size_t b = 0; b < request.bodies.size(); ++b) {
        const Vector6 own = at.drift_by_pressure.col(h).segment<6>(6 * static_cast<Eigen::Index>(b));
        sum += own;
        sum[5] += (request.bodies[b].cg - request.bodies[0].cg).cross(Vector3(own.head<3>())).z();
      }
      force = std::max(force, at.drift.col(h).head<2>().norm());
      force_apart = std::max(force_apart, (at.drift.col(h) - sum).head<2>().norm());
      moment = std::max(moment, std::abs(at.drift(5, h)));
      moment_apart = std::max(moment_apart, std::abs(at.drift(5, h) - sum[5]));
    }
  }
  if (force > 0.0)
    report.drift = std::max(force_apart / force, moment_apart / std::max(moment, 0.1 * length.sum() * force));
}

// Each deviation relative to the largest value of its curve over the frequencies; for values zero by symmetry, relative
// to the largest of the body's three translations (rotations).
void report_errors(const std::vector<Solved>& solved, const ComputeRequest& request, const std::vector<Row>& rows,
                   const VectorX& length, ComputeReport& report) {
  const std::size_t count = request.omega.size();
  const auto modes = static_cast<Eigen::Index>(rows.size());
  VectorX force = VectorX::Zero(modes), apart = force, waves = force, coefficient = force;
  for (std::size_t k = 0; k < count; ++k) {
    if (solved[k].largest.size() == 0) continue;  // a candidate that was not needed
    // Waves do not reach a deep body: a force below a hundredth of its added mass times the acceleration of the water
    // surface counts as zero.
    const double K = request.omega[k] * request.omega[k] / request.gravity;
    force = force.cwiseMax(solved[k].largest);
    force = force.cwiseMax(0.01 * K * solved[k].force.leftCols(modes).diagonal().cwiseAbs());
    apart = apart.cwiseMax(solved[k].haskind);
    waves = waves.cwiseMax(solved[k].energy);
    coefficient = coefficient.cwiseMax(solved[k].force.leftCols(modes).diagonal().cwiseAbs());
  }
  VectorX scale = coefficient;
  for (Eigen::Index i = 0; i < modes; ++i) {
    const Row& row = rows[static_cast<std::size_t>(i)];
    const Eigen::Index body = i - row.motion;  // its surge
    // A generalised mode is scaled by its own largest value or, if larger, by that of the body's translations.
    const Eigen::Index first = row.kind() == 2 ? body : i - row.motion % 3;
    double of_kind = std::max(force[i], force.segment<3>(first).maxCoeff());
    double of_coefficient = std::max(coefficient[i], coefficient.segment<3>(first).maxCoeff());
    // A sphere has no moments about its centre: the scale is the force times a tenth of its length.
    if (row.kind() == 1) {
      const double lever = 0.1 * length[static_cast<Eigen::Index>(row.body)];
      of_kind = std::max(of_kind, lever * force.segment<3>(body).maxCoeff());
      of_coefficient = std::max(of_coefficient, lever * lever * coefficient.segment<3>(body).maxCoeff());
    }
    if (of_kind > 0.0) report.haskind = std::max(report.haskind, apart[i] / of_kind);
    report.energy = std::max(report.energy, waves[i] / of_coefficient);
    scale[i] = of_coefficient;
  }
  double most = 0.0, apart_most = 0.0;
  for (std::size_t k = 0; k < count; ++k) {
    if (solved[k].power.size() == 0) continue;
    most = std::max(most, solved[k].power.maxCoeff());
    apart_most = std::max(apart_most, std::abs(solved[k].power[0] - solved[k].power[1]));
  }
  if (most > 0.0) report.optical = apart_most / most;
  report_drift(solved, request, length, report);
  for (std::size_t k = 0; k < count; ++k)
    for (Eigen::Index i = 0; solved[k].reciprocity.size() > 0 && i < modes; ++i)
      for (Eigen::Index j = 0; j < i; ++j)
        report.reciprocity = std::max(report.reciprocity, solved[k].reciprocity(i, j) / std::sqrt(scale[i] * scale[j]));
}

}  // namespace

double memory_needed(double nodes, double orbits, double interior, double parts, int at_once, bool direct) {
  const double rows = orbits + interior, whole = nodes == orbits ? 0.0 : 1.0;
  // Four real matrices during assembly. Of these, two per part are kept, or made in addition if symmetry sums nodes;
  // then complex ones per frequency.
  const double made = 32.0 * rows * nodes + whole * parts * 16.0 * rows * orbits;
  const double solved =
      parts * 16.0 * rows * orbits + at_once * 16.0 * (parts * rows + (direct ? orbits : 0.0)) * orbits;
  return std::max(made, solved);
}

hydro::HydroData compute(const ComputeRequest& request, ComputeReport* report, const Progress& progress) {
  SWELL_EXPECT(!request.bodies.empty() && !request.omega.empty() && request.omega.front() > 0.0);
  const Clock::time_point begin = Clock::now();
  const int cores = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
  const int threads = request.threads > 0 ? request.threads : cores;
  const Surface surface = surface_of(request.bodies);
  check_bodies(surface, request.bodies, request.depth);

  const bool is_curved =
      std::none_of(surface.elements.begin(), surface.elements.end(), [](const Element& e) { return e.is_flat_panel; });
  SWELL_EXPECT(request.mean_drift == MeanDrift::none || request.bodies.size() == 1 || is_curved);

  const double omega_max = request.omega.back();
  const double K_max = omega_max * omega_max / request.gravity;
  const std::vector<Row> all_rows = rows_of(request.bodies);
  const std::vector<int> device = devices_apart(surface);
  const int devices = *std::max_element(device.begin(), device.end()) + 1;
  const auto nodes = static_cast<double>(surface.size());
  // Before the costly part.
  if (devices < kFewDevices) refuse_nodes(least_memory(nodes), surface.size(), request.origin);
  // Rings include the forces on rigid bodies only, not the whole radiated field.
  const Chambers chambers = chambers_of(surface, request.bodies, K_max);
  const bool rigid_only =
      all_rows.size() == 6 * request.bodies.size() + chambers.rows.size() && request.mean_drift == MeanDrift::none;
  const Symmetry symmetry = request.use_symmetry ? find_symmetry(surface, rigid_only) : no_symmetry(surface);
  const bool apart = chambers.empty() &&
                     request.apart.value_or(devices >= kFewDevices && symmetry.orbits() > kManyUnknowns) && devices > 1;
  const Eigen::Matrix3Xd interior =
      request.remove_irregular && !apart ? interior_points(surface, symmetry, K_max) : Eigen::Matrix3Xd(3, 0);
  const auto n = static_cast<double>(symmetry.orbits());
  // Small systems: one frequency per thread; large ones: all threads on one frequency.
  const bool is_small = n < 2500 || apart;
  const int at_once =
      is_small ? static_cast<int>(std::min<std::size_t>(static_cast<std::size_t>(threads), request.omega.size())) : 1;
  const Eigen::Index iterative_above =
      iterative_limit(request, all_rows.size() + static_cast<std::size_t>(chambers.lid.size()));
  ComputeReport made;
  made.memory =
      apart ? Interaction::memory_needed(surface, device, static_cast<double>(all_rows.size()), at_once)
            : memory_needed(nodes, n, static_cast<double>(interior.cols()), static_cast<double>(symmetry.parts.size()),
                            at_once, symmetry.orbits() <= iterative_above);
  refuse_nodes(made.memory, surface.size(), request.origin);
  made.unknowns = surface.size();
  made.devices = apart ? devices : 1;
  made.symmetry = apart ? Symmetry::Kind::none : symmetry.kind;
  made.orbits = apart ? surface.size() : symmetry.orbits();
  made.interior = interior.cols();
  if (request.announce) request.announce(made);
  lapack_threads(is_small ? 1 : threads);
  const Progress set_up_progress = [&](double part, const std::string& what) {
    if (progress) progress(0.2 * part, what);
  };
  std::optional<Influence> influence;
  std::optional<Interaction> interaction;
  Equations equations{surface, velocities_of(surface, request.bodies), chambers, 0.0, 0.0, {}};
  equations.lowest = surface.points.row(2).minCoeff();
  equations.reach =
      (surface.points.topRows<2>().rowwise().maxCoeff() - surface.points.topRows<2>().rowwise().minCoeff()).norm();
  if (apart) {
    std::vector<int> body_of;
    body_of.reserve(all_rows.size());
    for (const Row& row : all_rows) body_of.push_back(static_cast<int>(row.body));
    interaction.emplace(surface, device, request.remove_irregular ? K_max : 0.0, request.depth, equations.velocities,
                        body_of, threads, set_up_progress);
    equations.solve = [&](const GreenFunction& G, const std::vector<double>& headings, int) {
      return interaction->solve(G, headings);
    };
    made.interior = interaction->interior();
  } else {
    influence.emplace(surface, symmetry, interior, request.depth,
                      with_pressures(equations.velocities, chambers, surface.weights), threads, set_up_progress);
    equations.solve = [&](const GreenFunction& G, const std::vector<double>& headings, int inner) {
      return influence->solve(G, headings, inner, iterative_above);
    };
  }
  const double set_up = seconds_since(begin);
  // In finite depth a motion that moves water through the surface has infinite added mass at zero frequency.
  const VectorX pumped = (equations.velocities.transpose() * surface.weights.matrix()).cwiseAbs();
  const VectorX moved = equations.velocities.cwiseAbs().transpose() * surface.weights.matrix();
  const bool has_zero =
      !request.depth || (chambers.empty() && (pumped.array() < 1e-6 * moved.array().maxCoeff()).all());

  const std::size_t count = request.omega.size();
  std::vector<double> headings;
  for (const double degrees : request.heading) headings.push_back(degrees * kDegree);
  std::vector<Solved> solved(count + 2);
  std::optional<Drifting> drifting;
  if (request.mean_drift != MeanDrift::none) {
    drifting.emplace();
    drifting->by_momentum = request.bodies.size() == 1;
    drifting->by_pressure = is_curved;
    const auto all = 6 * static_cast<Eigen::Index>(request.bodies.size());
    if (request.mean_drift == MeanDrift::free) drifting->mass = drifting->stiffness = MatrixX::Zero(all, all);
    for (std::size_t b = 0; b < request.bodies.size(); ++b) {
      const ComputeBody& body = request.bodies[b];
      drifting->cg.push_back(body.cg);
      if (request.mean_drift != MeanDrift::free) continue;
      const Hydrostatics h = hydrostatics(surface, static_cast<int>(b), body.cg);
      const auto at = static_cast<Eigen::Index>(6 * b);
      drifting->mass.diagonal().segment<3>(at).setConstant(body.mass ? *body.mass / request.density : h.volume);
      drifting->mass.diagonal().segment<3>(at + 3) = body.inertia / request.density;
      drifting->stiffness.block<6, 6>(at, at) = h.stiffness;
    }
  }
  Unfinished unfinished(request.unfinished);
  std::uint64_t key =
      hash_bytes(surface.points.data(), sizeof(double) * static_cast<std::size_t>(surface.points.size()));
  key = hash_bytes(equations.velocities.data(), sizeof(double) * static_cast<std::size_t>(equations.velocities.size()),
                   key);
  key = hash_bytes(chambers.lid.data(), sizeof(double) * static_cast<std::size_t>(chambers.lid.size()), key);
  const double drifts = static_cast<double>(request.mean_drift), interiors = static_cast<double>(made.interior);
  for (const double x : {request.gravity, request.depth.value_or(0.0), drifts, interiors, request.density})
    key = hash_bytes(&x, sizeof x, key);
  if (drifting) {
    key = hash_bytes(drifting->mass.data(), sizeof(double) * static_cast<std::size_t>(drifting->mass.size()), key);
    for (const Vector3& cg : drifting->cg) key = hash_bytes(cg.data(), sizeof(double) * 3, key);
  }
  for (const double x : headings) key = hash_bytes(&x, sizeof x, key);
  std::mutex mutex;
  std::size_t done = 0, resumed = 0;
  const std::size_t expected = request.choose_frequencies ? count / 4 : count;
  const auto solve_at = [&](std::size_t i) {
    const int inner = is_small ? 1 : threads;
    // Interaction also needs waves on circles around the devices, down to the bottom.
    const double lowest = apart && request.depth ? -*request.depth : equations.lowest;
    const double reach = (apart ? 2.0 : 1.0) * equations.reach;
    const double omega = i < count ? request.omega[i] : i == count ? -1.0 : 0.0;
    const std::uint64_t own = hash_bytes(&omega, sizeof omega, key);
    const bool is_known = unfinished.find(own, solved[i]);
    const Clock::time_point start = Clock::now();
    if (!is_known && i < count) {
      solved[i] = solve_one(equations, GreenFunction(omega * omega / request.gravity, request.depth, reach, lowest),
                            omega, request.gravity, request.depth, headings, drifting ? &*drifting : nullptr, inner);
    } else if (!is_known && i == count && chambers.empty()) {
      solved[i] = solve_one(equations, GreenFunction::infinite_frequency(request.depth, reach, lowest), 0.0,
                            request.gravity, request.depth, {}, nullptr, inner);
    } else if (!is_known && i > count && has_zero) {
      solved[i] = solve_one(equations, GreenFunction::zero_frequency(request.depth, reach, lowest), 0.0,
                            request.gravity, request.depth, {}, nullptr, inner);
    }
    if (!is_known && seconds_since(start) > request.worth_keeping) unfinished.keep(own, solved[i]);
    const std::lock_guard<std::mutex> lock(mutex);
    ++done;
    if (is_known && i < count) ++resumed;
    if (progress)
      progress(0.2 + 0.8 * std::min(1.0, static_cast<double>(done) / static_cast<double>(expected + 2)),
               fmt::format("frequency {}{}", std::min(done, count),
                           request.choose_frequencies ? "" : fmt::format(" of {}", count)));
  };
  std::vector<std::size_t> given(count);  // indices of the result's frequencies
  std::iota(given.begin(), given.end(), std::size_t{0});
  made.solved = count;
  if (request.choose_frequencies) {
    given = choose(request, all_rows, solved, [&](const std::vector<std::size_t>& places) {
      in_parallel(at_once, places.size(), [&](std::size_t i) { solve_at(places[i]); });
    });
    made.solved = done;
    in_parallel(at_once, 2, [&](std::size_t i) { solve_at(count + i); });
  } else {
    in_parallel(at_once, count + 2, solve_at);
  }

  hydro::HydroData data;
  data.file = "swell bem";
  data.code = "SWELL";
  for (const std::size_t k : given) data.omega.push_back(request.omega[k]);
  data.direction = request.heading;
  data.water_depth = request.depth;
  data.gravity = request.gravity;
  data.density = request.density;
  const Eigen::Index modes = equations.velocities.cols();
  double breadth = 0.0, volume_spread = 0.0;
  Eigen::Index first = 0;
  for (std::size_t b = 0; b < request.bodies.size(); ++b) {
    hydro::HydroBody body;
    const auto dof = 6 + static_cast<Eigen::Index>(request.bodies[b].modes.size());
    const Hydrostatics h = hydrostatics(surface, static_cast<int>(b), request.bodies[b].cg);
    body.name = request.bodies[b].name;
    body.cg = request.bodies[b].cg;
    body.cb = h.centre;
    body.displaced_volume = h.volume;
    body.displaced_volume_xyz = h.volumes;
    body.dof = static_cast<int>(dof);
    body.restoring_stiffness = h.stiffness;
    if (dof > 6) {
      const std::vector<Mode>& own = request.bodies[b].modes;
      body.restoring_stiffness = with_modes(surface, static_cast<int>(b), body.cg, own, h.stiffness);
      body.restoring_stiffness += chambers.restoring().block(first, first, dof, dof);
      body.generalised_mass = body.generalised_stiffness = body.generalised_damping = MatrixX::Zero(dof - 6, dof - 6);
      for (Eigen::Index i = 0; i < dof - 6; ++i) {
        body.generalised_mass(i, i) = own[static_cast<std::size_t>(i)].mass;
        body.generalised_stiffness(i, i) = own[static_cast<std::size_t>(i)].stiffness;
        body.generalised_damping(i, i) = own[static_cast<std::size_t>(i)].damping;
      }
    }
    breadth = std::max(breadth, std::sqrt(std::max(h.waterplane, 0.0) / kPi) + std::cbrt(h.volume));
    volume_spread = std::max(volume_spread, (h.volumes.maxCoeff() - h.volumes.minCoeff()) / h.volume);
    const auto rows = [&](std::size_t k, bool imaginary) -> MatrixX {
      const MatrixX all = imaginary ? MatrixX(solved[k].force.leftCols(modes).imag())
                                    : MatrixX(-solved[k].force.leftCols(modes).real());
      return (0.5 * (all + all.transpose())).middleRows(first, dof);
    };
    body.excitation.resize(headings.size());
    body.froude_krylov.resize(headings.size());
    body.scattering.resize(headings.size());
    for (const std::size_t k : given) {
      body.added_mass.push_back(rows(k, false));
      body.radiation_damping.push_back(rows(k, true));
      for (std::size_t d = 0; d < headings.size(); ++d) {
        const auto column = static_cast<Eigen::Index>(d);
        const Eigen::VectorXcd X = -solved[k].force.block(first, modes + column, dof, 1);
        const Eigen::VectorXcd fk = solved[k].froude_krylov.block(first, column, dof, 1);
        body.excitation[d].push_back(X);
        body.froude_krylov[d].push_back(fk);
        body.scattering[d].push_back(X - fk);
      }
    }
    if (chambers.empty()) body.added_mass_infinite = rows(count, false);
    if (has_zero) body.added_mass_zero = rows(count + 1, false);
    for (std::size_t d = 0; drifting && d < headings.size(); ++d) {
      const auto column = static_cast<Eigen::Index>(d);
      if (drifting->by_momentum) body.mean_drift_momentum.emplace_back();
      if (drifting->by_pressure) body.mean_drift_pressure.emplace_back();
      for (const std::size_t k : given) {
        if (drifting->by_momentum) body.mean_drift_momentum.back().push_back(solved[k].drift.col(column));
        if (drifting->by_pressure)
          body.mean_drift_pressure.back().push_back(solved[k].drift_by_pressure.col(column).segment<6>(first));
      }
    }
    first += dof;
    data.bodies.push_back(std::move(body));
  }
  unfinished.discard();
  if (request.kernels) add_kernels(data, breadth);
  // At infinite frequency a lid is a water surface without pressure, and its equations contain no flow; the added mass
  // follows from the impulse response functions.
  if (request.kernels && count > 1) hydro::add_added_mass_infinite(data);
  if (report != nullptr) {
    *report = made;
    report->seconds_set_up = set_up;
    report->seconds_solve = seconds_since(begin) - set_up;
    report->volume = volume_spread;
    VectorX length(static_cast<Eigen::Index>(data.bodies.size()));
    for (std::size_t b = 0; b < data.bodies.size(); ++b)
      length[static_cast<Eigen::Index>(b)] = std::cbrt(data.bodies[b].displaced_volume);
    report_errors(solved, request, all_rows, length, *report);
    report->resumed = resumed;
  }
  return data;
}

}  // namespace swell::bem

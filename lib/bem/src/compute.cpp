#include "swell/bem/compute.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <complex>
#include <mutex>
#include <thread>

#include "dense.h"
#include "swell/base/error.h"
#include "swell/hydro/impulse_response.h"

namespace swell::bem {
namespace {

using Complex = std::complex<double>;
using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point begin) { return std::chrono::duration<double>(Clock::now() - begin).count(); }

MatrixX rigid_velocities(const Surface& s, const std::vector<ComputeBody>& bodies) {
  MatrixX V = MatrixX::Zero(s.size(), 6 * static_cast<Eigen::Index>(bodies.size()));
  for (Eigen::Index i = 0; i < s.size(); ++i) {
    const auto body = static_cast<std::size_t>(s.body[static_cast<std::size_t>(i)]);
    const Vector3 n = s.normals.col(i), arm = Vector3(s.points.col(i)) - bodies[body].cg;
    V.row(i).segment<3>(6 * static_cast<Eigen::Index>(body)) = n.transpose();
    V.row(i).segment<3>(6 * static_cast<Eigen::Index>(body) + 3) = arm.cross(n).transpose();
  }
  return V;
}

void check_bodies(const Surface& s, const std::vector<ComputeBody>& bodies) {
  Diagnostics mistakes;
  for (std::size_t b = 0; b < bodies.size(); ++b) {
    const Hydrostatics h = hydrostatics(s, static_cast<int>(b), bodies[b].cg);
    if (h.area == 0.0) {
      mistakes.error({}, fmt::format("body {} is above the water", bodies[b].name),
                     "z = 0 is the still water: lower its position");
    } else if (!(h.volume > 0.0)) {
      mistakes.error({}, fmt::format("body {} displaces {:.4g} m3", bodies[b].name, h.volume),
                     "its normals must point into the water: reversed: true turns a mesh");
    }
  }
  mistakes.throw_if_errors();
  // A node inside another body: seen from there that body fills the whole sphere (with its image, if it pierces).
  for (std::size_t b = 0; b < bodies.size(); ++b) {
    Eigen::Array3d low = Eigen::Array3d::Constant(1e300), high = -low;
    for (Eigen::Index i = 0; i < s.size(); ++i) {
      if (s.body[static_cast<std::size_t>(i)] != static_cast<int>(b)) continue;
      low = low.min(s.points.col(i).array());
      high = high.max(s.points.col(i).array());
    }
    for (Eigen::Index i = 0; i < s.size(); ++i) {
      const auto own = static_cast<std::size_t>(s.body[static_cast<std::size_t>(i)]);
      const Vector3 x = s.points.col(i);
      if (own == b || (x.array() < low).any() || (x.array() > high).any()) continue;
      double angle = 0.0;
      bool is_near = false;
      for (Eigen::Index j = 0; j < s.size() && !is_near; ++j) {
        if (s.body[static_cast<std::size_t>(j)] != static_cast<int>(b)) continue;
        for (const double side : {1.0, -1.0}) {
          const Vector3 y(s.points(0, j), s.points(1, j), side * s.points(2, j));
          const Vector3 n(s.normals(0, j), s.normals(1, j), side * s.normals(2, j)), a = x - y;
          const double r2 = a.squaredNorm();
          is_near = is_near || r2 < s.weights[j];
          angle += s.weights[j] * a.dot(n) / (r2 * std::sqrt(r2));
        }
      }
      if (is_near || angle > -3.0 * kPi) continue;
      mistakes.error({},
                     fmt::format("body {} is inside body {} at ({:.4g}, {:.4g}, {:.4g}) m", bodies[own].name,
                                 bodies[b].name, x.x(), x.y(), x.z()),
                     "move them apart, or make one body of the two");
      break;
    }
  }
  mistakes.throw_if_errors();
}

// Kernels as long as the body remembers and the frequencies can tell.
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

struct Solved {
  Eigen::MatrixXcd force;  // int phi n dS: modes x (modes + headings)
  Eigen::MatrixXcd froude_krylov;
  // Per mode: excitation by Haskind's relation less that by pressure, the largest excitation, damping by the waves'
  // energy less that by pressure, and the matrices less their transposes.
  VectorX haskind, largest, energy;
  MatrixX reciprocity;
};

Solved solve_one(const Influence& influence, const GreenFunction& G, double omega, double gravity,
                 std::optional<double> depth, const std::vector<double>& headings, int threads) {
  const Surface& s = influence.surface();
  const MatrixX& V = influence.velocities();
  const Eigen::Index modes = V.cols();
  const Eigen::MatrixXcd phi = influence.solve(G, headings, threads);
  const MatrixX weighted = s.weights.matrix().asDiagonal() * V;
  Solved out;
  out.force = weighted.transpose() * phi;
  const Eigen::MatrixXcd radiation = out.force.leftCols(modes);
  out.reciprocity = (radiation - radiation.transpose()).cwiseAbs();
  if (omega == 0.0) return out;
  const auto forces = [&](double heading, Eigen::VectorXcd& froude_krylov) -> Eigen::VectorXcd {
    Eigen::VectorXcd psi, psi_n;
    influence.incident(G, heading, psi, psi_n);
    froude_krylov = -(weighted.transpose() * psi);
    const Eigen::VectorXcd flux = s.weights.matrix().asDiagonal() * psi_n;
    return froude_krylov + phi.leftCols(modes).transpose() * flux;
  };
  out.froude_krylov.resize(modes, static_cast<Eigen::Index>(headings.size()));
  VectorX largest = VectorX::Zero(modes);
  MatrixX apart = MatrixX::Zero(modes, static_cast<Eigen::Index>(headings.size()));
  Eigen::VectorXcd part;
  for (std::size_t h = 0; h < headings.size(); ++h) {
    const auto at = static_cast<Eigen::Index>(h);
    const Eigen::VectorXcd by_haskind = forces(headings[h], part);
    out.froude_krylov.col(at) = part;
    apart.col(at) = (by_haskind + out.force.col(modes + at)).cwiseAbs();
    largest = largest.cwiseMax(by_haskind.cwiseAbs());
  }
  out.largest = largest;
  out.haskind = apart.rowwise().maxCoeff();
  // B = k/(8 pi rho g c_g) int |X|^2 d beta (Newman, Marine Hydrodynamics, 6.173), c_g = omega/(2k) (1 + 2kh/sinh 2kh).
  const double k = G.wavenumber(), kh = depth ? 2.0 * k * *depth : 0.0;
  const double group = 0.5 * omega / k * (1.0 + (depth && kh < 600.0 ? kh / std::sinh(kh) : 0.0));
  const int directions = std::clamp(static_cast<int>(4.0 * k * influence.reach()) + 16, 16, 720);
  VectorX radiated = VectorX::Zero(modes);
  for (int d = 0; d < directions; ++d) radiated += forces(2.0 * kPi * d / directions, part).cwiseAbs2();
  radiated *= k * gravity / (8.0 * kPi * group * omega) * 2.0 * kPi / directions;
  out.energy = (radiated - radiation.diagonal().imag()).cwiseAbs();
  return out;
}

// Each as a share of the largest value of its curve over the frequencies; what vanishes by symmetry is measured with
// the largest of the body's three translations (rotations).
void judge(const std::vector<Solved>& solved, std::size_t count, const VectorX& length, ComputeReport& report) {
  const Eigen::Index modes = 6 * length.size();
  VectorX force = VectorX::Zero(modes), apart = force, waves = force, coefficient = force;
  for (std::size_t k = 0; k < count; ++k) {
    force = force.cwiseMax(solved[k].largest);
    apart = apart.cwiseMax(solved[k].haskind);
    waves = waves.cwiseMax(solved[k].energy);
    coefficient = coefficient.cwiseMax(solved[k].force.leftCols(modes).diagonal().cwiseAbs());
  }
  VectorX scale = coefficient;
  for (Eigen::Index i = 0; i < modes; ++i) {
    const Eigen::Index first = i / 3 * 3, body = i / 6;
    double of_kind = force.segment<3>(first).maxCoeff(), of_coefficient = coefficient.segment<3>(first).maxCoeff();
    // A sphere has no moments about its centre: those of a tenth of its length are then the scale.
    if (i % 6 >= 3) {
      const double lever = 0.1 * length[body];
      of_kind = std::max(of_kind, lever * force.segment<3>(6 * body).maxCoeff());
      of_coefficient = std::max(of_coefficient, lever * lever * coefficient.segment<3>(6 * body).maxCoeff());
    }
    if (of_kind > 0.0) report.haskind = std::max(report.haskind, apart[i] / of_kind);
    report.energy = std::max(report.energy, waves[i] / of_coefficient);
    scale[i] = of_coefficient;
  }
  for (std::size_t k = 0; k < count; ++k)
    for (Eigen::Index i = 0; i < modes; ++i)
      for (Eigen::Index j = 0; j < i; ++j)
        report.reciprocity = std::max(report.reciprocity, solved[k].reciprocity(i, j) / std::sqrt(scale[i] * scale[j]));
}

}  // namespace

double memory_needed(double nodes, double orbits, double interior, double parts, int at_once) {
  const double rows = orbits + interior;
  // Four real matrices while the influence is made, two of each part for good, complex ones at every frequency.
  return 32.0 * rows * nodes + parts * 16.0 * rows * orbits + at_once * 16.0 * (parts * rows + orbits) * orbits;
}

hydro::HydroData compute(const ComputeRequest& request, ComputeReport* report, const Progress& progress) {
  SWELL_EXPECT(!request.bodies.empty() && !request.omega.empty() && request.omega.front() > 0.0);
  const Clock::time_point begin = Clock::now();
  const int cores = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
  const int threads = request.threads > 0 ? request.threads : cores;
  std::vector<Element> elements;
  for (std::size_t b = 0; b < request.bodies.size(); ++b) {
    for (const Element& e : request.bodies[b].elements) {
      elements.push_back(e);
      elements.back().body = static_cast<int>(b);
    }
  }
  if (elements.empty())
    throw InputError(Origin{}, "no body is in the water", "z = 0 is the still water: lower their positions");
  Surface surface = make_surface(std::move(elements));
  surface.bodies = static_cast<int>(request.bodies.size());
  check_bodies(surface, request.bodies);
  if (request.depth && surface.points.row(2).minCoeff() < -*request.depth)
    throw InputError(Origin{},
                     fmt::format("the bodies reach {:.4g} m down, the water is {:.4g} m deep",
                                 -surface.points.row(2).minCoeff(), *request.depth),
                     "water.depth or the positions are wrong");

  const double omega_max = request.omega.back();
  const double K_max = omega_max * omega_max / request.gravity;
  const Symmetry symmetry = request.use_symmetry ? find_symmetry(surface, true) : no_symmetry(surface);
  const Eigen::Matrix3Xd interior =
      request.remove_irregular ? interior_points(surface, symmetry, K_max) : Eigen::Matrix3Xd(3, 0);
  const auto n = static_cast<double>(symmetry.orbits());
  // Small systems: a frequency per thread; large ones: all threads at one frequency.
  const bool is_small = n < 2500;
  const int at_once =
      is_small ? static_cast<int>(std::min<std::size_t>(static_cast<std::size_t>(threads), request.omega.size())) : 1;
  const double memory = memory_needed(static_cast<double>(surface.size()), n, static_cast<double>(interior.cols()),
                                      static_cast<double>(symmetry.parts.size()), at_once);
  const double machine = static_cast<double>(sysconf(_SC_PHYS_PAGES)) * static_cast<double>(sysconf(_SC_PAGESIZE));
  if (memory > 0.9 * machine)
    throw InputError(Origin{},
                     fmt::format("{} unknowns need {:.3g} GB, the machine has {:.3g} GB", surface.size(), memory / 1e9,
                                 machine / 1e9),
                     "fewer panels: a shape by its dimensions needs a tenth of a mesh's for the same accuracy");
  lapack_threads(is_small ? 1 : threads);
  const Influence influence(surface, symmetry, interior, request.depth, rigid_velocities(surface, request.bodies),
                            threads, [&](double part, const std::string& what) {
                              if (progress) progress(0.2 * part, what);
                            });
  const double set_up = seconds_since(begin);

  const std::size_t count = request.omega.size();
  std::vector<double> headings;
  for (const double degrees : request.heading) headings.push_back(degrees * kDegree);
  std::vector<Solved> solved(count + 2);
  std::mutex mutex;
  std::size_t done = 0;
  in_parallel(at_once, count + 2, [&](std::size_t i) {
    const int inner = is_small ? 1 : threads;
    const double lowest = influence.lowest(), reach = influence.reach();
    if (i < count) {
      const double omega = request.omega[i];
      solved[i] = solve_one(influence, GreenFunction(omega * omega / request.gravity, request.depth, reach, lowest),
                            omega, request.gravity, request.depth, headings, inner);
    } else if (i == count) {
      solved[i] = solve_one(influence, GreenFunction::infinite_frequency(request.depth, reach, lowest), 0.0,
                            request.gravity, request.depth, {}, inner);
    } else if (!request.depth) {
      solved[i] = solve_one(influence, GreenFunction::zero_frequency(), 0.0, request.gravity, {}, {}, inner);
    }
    const std::lock_guard<std::mutex> lock(mutex);
    ++done;
    if (progress)
      progress(0.2 + 0.8 * static_cast<double>(done) / static_cast<double>(count + 2),
               fmt::format("frequency {} of {}", std::min(done, count), count));
  });

  hydro::HydroData data;
  data.file = "swell bem";
  data.code = "SWELL";
  data.omega = request.omega;
  data.direction = request.heading;
  data.water_depth = request.depth;
  data.gravity = request.gravity;
  data.density = request.density;
  const Eigen::Index modes = influence.velocities().cols();
  double breadth = 0.0, volume_spread = 0.0;
  for (std::size_t b = 0; b < request.bodies.size(); ++b) {
    hydro::HydroBody body;
    const Eigen::Index first = 6 * static_cast<Eigen::Index>(b);
    const Hydrostatics h = hydrostatics(surface, static_cast<int>(b), request.bodies[b].cg);
    body.name = request.bodies[b].name;
    body.cg = request.bodies[b].cg;
    body.cb = h.centre;
    body.displaced_volume = h.volume;
    body.displaced_volume_xyz = h.volumes;
    body.restoring_stiffness = h.stiffness;
    breadth = std::max(breadth, std::sqrt(std::max(h.waterplane, 0.0) / kPi) + std::cbrt(h.volume));
    volume_spread = std::max(volume_spread, (h.volumes.maxCoeff() - h.volumes.minCoeff()) / h.volume);
    const auto rows = [&](std::size_t k, bool imaginary) -> MatrixX {
      const MatrixX all = imaginary ? MatrixX(solved[k].force.leftCols(modes).imag())
                                    : MatrixX(-solved[k].force.leftCols(modes).real());
      return (0.5 * (all + all.transpose())).middleRows(first, 6);
    };
    body.excitation.resize(headings.size());
    body.froude_krylov.resize(headings.size());
    body.scattering.resize(headings.size());
    for (std::size_t k = 0; k < count; ++k) {
      body.added_mass.push_back(rows(k, false));
      body.radiation_damping.push_back(rows(k, true));
      for (std::size_t d = 0; d < headings.size(); ++d) {
        const auto column = static_cast<Eigen::Index>(d);
        const Eigen::VectorXcd X = -solved[k].force.block(first, modes + column, 6, 1);
        const Eigen::VectorXcd fk = solved[k].froude_krylov.block(first, column, 6, 1);
        body.excitation[d].push_back(X);
        body.froude_krylov[d].push_back(fk);
        body.scattering[d].push_back(X - fk);
      }
    }
    body.added_mass_infinite = rows(count, false);
    if (!request.depth) body.added_mass_zero = rows(count + 1, false);
    data.bodies.push_back(std::move(body));
  }
  if (request.kernels) add_kernels(data, breadth);
  if (report != nullptr) {
    report->unknowns = surface.size();
    report->orbits = symmetry.orbits();
    report->symmetry = symmetry.kind;
    report->interior = interior.cols();
    report->memory = memory;
    report->seconds_set_up = set_up;
    report->seconds_solve = seconds_since(begin) - set_up;
    report->volume = volume_spread;
    VectorX length(static_cast<Eigen::Index>(data.bodies.size()));
    for (std::size_t b = 0; b < data.bodies.size(); ++b)
      length[static_cast<Eigen::Index>(b)] = std::cbrt(data.bodies[b].displaced_volume);
    judge(solved, count, length, *report);
  }
  return data;
}

}  // namespace swell::bem

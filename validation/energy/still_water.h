// The energy of floating bodies with BEM data, run for a while in still water or in a sea and read beside the run: from
// the energy balance (kinetic energy, added mass, work of each load) and from the potential of the restoring, worked
// out here from the poses.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <random>
#include <string>
#include <vector>

#include "swell/hydro/restoring.h"
#include "swell/model/read_case.h"
#include "swell/run/run.h"

namespace swell_energy {

constexpr double kDensity = 1000.0, kGravity = 9.81;

/// Bodies of one H5 file.
struct Floaters {
  std::string name;
  std::filesystem::path file;
  std::vector<swell::hydro::HydroBody> bodies;  ///< those that take part
  std::vector<int> numbers;                     ///< theirs in the file, from 1
  std::optional<double> depth;                  ///< [m]

  double length(std::size_t b) const { return std::cbrt(bodies[b].displaced_volume); }
  swell::hydro::HydrostaticPotential potential(std::size_t b) const {
    const swell::hydro::HydroBody& body = bodies[b];
    return swell::hydro::make_hydrostatic_potential(kDensity * kGravity * body.restoring_stiffness, 0.0,
                                                    kDensity * kGravity * body.displaced_volume * (body.cb - body.cg));
  }
};

struct Setting {
  double duration = 10800.0;
  std::string radiation = "convolution", sea = "{type: none}";
  unsigned seed = 1;
};

/// Radii of gyration of half the cube root of the volume; random poses within 20 degrees about any axis, heave within a
/// tenth of that length, velocities of a twentieth of it and of 6 degrees in the body's own time sqrt(length / g).
/// The step is 0.1 s, for small bodies a tenth of their own time.
inline std::string text_of(const Floaters& set, const Setting& run) {
  std::mt19937 random(run.seed);
  // The library's own distributions differ from one standard library to the next.
  const auto one = [&random] { return 2.0 * static_cast<double>(random()) / 4294967295.0 - 1.0; };
  double step = 0.1;
  for (std::size_t b = 0; b < set.bodies.size(); ++b) step = std::min(step, 0.1 * std::sqrt(set.length(b) / kGravity));
  std::string text = fmt::format(
      "simulation: {{duration: {}, time_step: {}}}\nenvironment: {{water_density: {}, gravity: {}{}}}\nwaves: {}\n"
      "hydrodynamics: {{radiation: {}}}\nbodies:\n",
      run.duration, step, kDensity, kGravity, set.depth ? fmt::format(", depth: {}", *set.depth) : "", run.sea,
      run.radiation);
  for (std::size_t b = 0; b < set.bodies.size(); ++b) {
    const double L = set.length(b), inertia = 0.25 * kDensity * set.bodies[b].displaced_volume * L * L;
    const double rate = std::sqrt(kGravity / L);
    std::array<double, 13> r{};
    for (double& x : r) x = one();
    text += fmt::format(
        "  - {{name: b{0}, hydro_data: {{file: {1}, body: {2}}}, mass: equilibrium, inertia: [{3}, {3}, {3}], initial: "
        "{{displacement: [0, 0, {4}], axis: [{5}, {6}, {7}], angle: {8}, velocity: [{9}, {10}, {11}], "
        "angular_velocity: "
        "[{12}, {13}, {14}]}}}}\n",
        b + 1, set.file.string(), set.numbers[b], inertia, 0.1 * L * r[0], r[1], r[2], r[3], 20.0 * r[4],
        0.05 * L * rate * r[5], 0.05 * L * rate * r[6], 0.05 * L * rate * r[7], 0.1 * rate * r[8], 0.1 * rate * r[9],
        0.1 * rate * r[10]);
  }
  return text + "output: {time_step: 0.5}\n";
}

/// What a run showed. Energies in J; rises and gains are the largest over the run.
struct Energy {
  double start = 0.0;  ///< kinetic, of the added mass, and potential
  double end = 0.0;
  double rise = 0.0;                         ///< of their sum above its start
  double radiation_gain = 0.0;               ///< of the work of radiation above nothing: memory must take, never give
  double potential_defect = 0.0;             ///< of the work of restoring from the fall of its potential
  double residual = 0.0;                     ///< of the balance at the end: the integrator's error
  double exchanged = 0.0;                    ///< half the absolute work of all loads
  double excitation = 0.0, radiation = 0.0;  ///< work over the run
  double unexplained = 0.0;                  ///< change of the sum less all work that is not restoring
  double tilt = 0.0;                         ///< largest of the last sixth, over the largest of the first [1]
  std::string failure;                       ///< what the run reported when it ended early
};

inline Energy energy_of(const Floaters& set, const Setting& setting, swell::assembly::SharedData* shared = nullptr) {
  using swell::Vector6;
  swell::Diagnostics diagnostics;
  const swell::model::Model model =
      swell::model::read_case_text(text_of(set, setting), set.file.parent_path() / "energy.yaml", {}, diagnostics);
  diagnostics.throw_if_errors();
  swell::run::CaseRun run(model, shared, {"/bodies/*/position", "/audit/*"}, true);
  const auto& series = run.series();
  const auto find = [&](const std::string& path) {
    for (std::size_t i = 0; i < series.size(); ++i)
      if (series[i].path == path) return i;
    throw std::runtime_error("no series " + path);
  };
  const std::size_t work = find("/audit/work"), kinetic = find("/audit/kinetic_energy"),
                    added = find("/audit/added_mass_energy"), exchanged = find("/audit/exchanged");
  std::vector<std::size_t> position;
  std::vector<swell::hydro::HydrostaticPotential> potential;
  for (std::size_t b = 0; b < set.bodies.size(); ++b) {
    position.push_back(find(fmt::format("/bodies/b{}/position", b + 1)));
    potential.push_back(set.potential(b));
  }
  Energy out;
  bool first = true;
  double potential_at_start = 0.0, lowest = 0.0, first_tilt = 0.0, last_tilt = 0.0;
  const auto row = [&](double time) {
    double stored = 0.0, tilt = 0.0;
    for (std::size_t b = 0; b < set.bodies.size(); ++b) {
      Vector6 x = Eigen::Map<const Vector6>(run.values(position[b]));
      const Eigen::Matrix<double, 3, 3, Eigen::RowMajor> R = swell::rotation_from_roll_pitch_yaw(x.tail<3>());
      x.head<3>() -= set.bodies[b].cg;
      stored += potential[b].energy(x.data(), R.data());
      tilt = std::max(tilt, std::acos(std::min(1.0, R(2, 2))));
    }
    double restoring = 0.0, radiation = 0.0, excitation = 0.0, others = 0.0;
    for (int i = 0; i < series[work].width; ++i) {
      const std::string& label = series[work].labels[static_cast<std::size_t>(i)];
      const double value = run.values(work)[i];
      const auto is = [&label](const char* part) { return label.find(part) != std::string::npos; };
      (is(": restoring")    ? restoring
       : is(": radiation")  ? radiation
       : is(": excitation") ? excitation
                            : others) += value;
    }
    const double moving = run.values(kinetic)[0] + run.values(added)[0];
    if (first) {
      out.start = moving + stored;
      potential_at_start = lowest = stored;
      first = false;
    }
    lowest = std::min(lowest, stored);
    out.end = moving + stored;
    out.rise = std::max(out.rise, out.end - out.start);
    out.radiation_gain = std::max(out.radiation_gain, radiation);
    out.potential_defect = std::max(out.potential_defect, std::abs(restoring + stored - potential_at_start));
    out.exchanged = run.values(exchanged)[0];
    out.excitation = excitation;
    out.radiation = radiation;
    out.unexplained = out.end - out.start - excitation - radiation;
    if (time < setting.duration / 6.0) first_tilt = std::max(first_tilt, tilt);
    if (time > setting.duration * 5.0 / 6.0) last_tilt = std::max(last_tilt, tilt);
    return true;
  };
  try {
    run.run(row);
  } catch (const swell::SimulationError& error) {
    const std::string text = error.what();
    out.failure = text.substr(0, text.find_first_of(":,"));
  }
  out.start -= lowest;
  out.end -= lowest;
  out.tilt = last_tilt / first_tilt;
  return out;
}

}  // namespace swell_energy

// What a device absorbs by each radiation model: every set of BEM data, a take-off in heave, on a hinge and between two
// bodies, waves at the natural period and off it, and a sea.
//     validation_radiation_models DATA_FOLDER INPUTS_FOLDER [--only TEXT] [--readme FILE]
// README.md beside this says what is bounded and why. Exit status 1 when a bound is not kept.
#include <fmt/format.h>

#include <array>
#include <atomic>
#include <cmath>
#include <complex>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <memory>
#include <mutex>
#include <thread>

#include "../bem_sets.h"
#include "swell/bemio/processing.h"
#include "swell/hydro/bemio_h5.h"
#include "swell/hydro/coefficients.h"
#include "swell/model/read_case.h"
#include "swell/run/run.h"

namespace {

using swell::MatrixX;
using swell::VectorX;
using Complex = std::complex<double>;

constexpr double kDensity = 1000.0, kGravity = 9.81;

enum class Takeoff { heave, hinge, between };

/// One device made of a set.
struct Device {
  std::string set;
  Takeoff takeoff = Takeoff::heave;
  std::filesystem::path file;
  std::shared_ptr<const swell::hydro::HydroData> data;
  double omega = 0.0;   ///< natural frequency [rad/s]
  double spring = 0.0;  ///< of the take-off [N m/rad]

  std::string name() const {
    return takeoff == Takeoff::heave ? "heave" : takeoff == Takeoff::hinge ? "flap" : "two bodies";
  }
  std::size_t bodies() const { return takeoff == Takeoff::between ? 2 : 1; }
  const swell::hydro::HydroBody& body(std::size_t b = 0) const { return data->bodies[b]; }
  double length() const { return std::cbrt(body().displaced_volume); }
  double mass(std::size_t b = 0) const { return kDensity * body(b).displaced_volume; }
  double inertia(std::size_t b = 0) const {
    const double L = std::cbrt(body(b).displaced_volume);
    return 0.0625 * mass(b) * L * L;
  }

  /// Motion of all bodies per unit of each coordinate: the heaves, or the turn about the hinge a length below the cg.
  MatrixX modes() const {
    MatrixX d = MatrixX::Zero(static_cast<Eigen::Index>(6 * bodies()), static_cast<Eigen::Index>(bodies()));
    if (takeoff == Takeoff::hinge) {
      d(0, 0) = length();
      d(4, 0) = 1.0;
    } else {
      for (std::size_t b = 0; b < bodies(); ++b)
        d(static_cast<Eigen::Index>(6 * b) + 2, static_cast<Eigen::Index>(b)) = 1.0;
    }
    return d;
  }
  VectorX taken() const {
    VectorX d = VectorX::Ones(static_cast<Eigen::Index>(bodies()));
    if (bodies() == 2) d(1) = -1.0;
    return d;
  }
  MatrixX stiffness() const {
    const MatrixX d = modes();
    MatrixX K = MatrixX::Zero(d.cols(), d.cols());
    for (std::size_t b = 0; b < bodies(); ++b) {
      const auto at = static_cast<Eigen::Index>(b);
      K(at, at) = kDensity * kGravity *
                  body(b).restoring_stiffness(takeoff == Takeoff::hinge ? 4 : 2, takeoff == Takeoff::hinge ? 4 : 2);
    }
    return K;
  }
  MatrixX rigid() const {
    const MatrixX d = modes();
    VectorX m(d.rows());
    for (std::size_t b = 0; b < bodies(); ++b)
      m.segment<6>(static_cast<Eigen::Index>(6 * b)) << mass(b), mass(b), mass(b), inertia(b), inertia(b), inertia(b);
    return d.transpose() * m.asDiagonal() * d;
  }
};

swell::hydro::RadiationCoefficients coefficients_of(const Device& device) {
  std::vector<swell::hydro::HydroBodyRef> refs;
  for (std::size_t b = 0; b < device.bodies(); ++b) refs.push_back({device.data, b});
  return {refs, kDensity, true, swell::hydro::RadiationData::as_given};
}

/// Force per relative velocity of the take-off, as the data have it.
Complex impedance(const Device& device, const swell::hydro::RadiationCoefficients& coefficients, double omega) {
  const MatrixX d = device.modes();
  const MatrixX A = d.transpose() * coefficients.added_mass(omega) * d + device.rigid();
  const MatrixX B = d.transpose() * coefficients.damping(omega) * d;
  Eigen::MatrixXcd Z = B.cast<Complex>();
  Z += Complex(0.0, 1.0) * (omega * A - device.stiffness() / omega).cast<Complex>();
  const VectorX t = device.taken();
  const Complex mobility = t.cast<Complex>().dot(Z.partialPivLu().solve(t.cast<Complex>()).eval());
  return 1.0 / mobility + Complex(0.0, -device.spring / omega);
}

/// Where the first coordinate alone is in resonance.
double natural_frequency(const Device& device, const swell::hydro::RadiationCoefficients& coefficients) {
  const VectorX d = device.modes().col(0);
  const double K = device.stiffness()(0, 0), M = device.rigid()(0, 0);
  double omega = std::sqrt(K / M);
  for (int i = 0; i < 100; ++i) omega = std::sqrt(K / (M + d.dot(coefficients.added_mass(omega) * d)));
  return omega;
}

constexpr std::array kWaves = {"at resonance", "0.7 of its period", "1.4 of it", "irregular sea"};
constexpr double kRatios[] = {1.0, 0.7, 1.4, 1.0};  ///< of the period to the natural one

struct Line {
  const Device* device = nullptr;
  std::size_t wave = 0;  ///< of kWaves
  double damping = 0.0;
  double convolution = 0.0, state_space = 0.0, given = 0.0, constant = 0.0;  ///< mean power [W]; 0: not run
  int states = 0;
  std::string refused;

  double period() const { return kRatios[wave] * 2.0 * swell::kPi / device->omega; }

  double difference() const { return state_space / convolution - 1.0; }
};

struct Power {
  double watt = 0.0;
  int states = 0;
};

Power power_of(const Line& line, const std::string& radiation, bool as_given, swell::assembly::SharedData& shared) {
  const Device& device = *line.device;
  const double damping = line.damping, period = line.period();
  const bool irregular = line.wave == 3;
  const double L = device.length(), natural = 2.0 * swell::kPi / device.omega;
  const double step = period / 128.0;
  // What is left of the start after 120 natural periods with at least 0.02 of the critical damping: exp(-30) of power.
  const int periods = static_cast<int>(std::ceil(120.0 * natural / period));
  const int counted = irregular ? periods : 8;
  const double begin = (irregular ? 10 : periods) * period, end = begin + counted * period;
  std::string text = fmt::format(
      "simulation: {{duration: {}, time_step: {}}}\nenvironment: {{water_density: {}, gravity: {}{}}}\n"
      "hydrodynamics: {{radiation: {}{}}}\n",
      end, step, kDensity, kGravity,
      device.data->water_depth ? fmt::format(", depth: {}", *device.data->water_depth) : "", radiation,
      as_given ? ", radiation_data: as-given" : "");
  text += irregular ? fmt::format(
                          "waves: {{type: irregular, spectrum: jonswap, significant_height: {}, "
                          "peak_period: {}, seed: 1}}\n",
                          1e-3 * L, period)
                    : fmt::format("waves: {{type: regular, height: {}, period: {}}}\n", 1e-3 * L, period);
  text += "bodies:\n";
  for (std::size_t b = 0; b < device.bodies(); ++b) {
    text += fmt::format(
        "  - {{name: b{0}, hydro_data: {{file: {1}, body: {0}}}, mass: equilibrium, inertia: [{2}, {2}, {2}]}}\n",
        b + 1, device.file.string(), device.inertia(b));
  }
  const auto& cg = device.body().cg;
  if (device.takeoff == Takeoff::between) {
    text += "joints: [{name: rest, type: floating-3dof, base: world, follower: b2, location: [0, 0, 0]}]\n";
    text += fmt::format(
        "ptos: [{{name: PTO, type: translational, base: b2, follower: b1, location: [0, 0, 0], damping: {}}}]\n",
        damping);
  } else {
    text += fmt::format(
        "ptos: [{{name: PTO, type: {}, base: world, follower: b1, location: [{}, {}, {}], damping: {}, stiffness: "
        "{}}}]\n",
        device.takeoff == Takeoff::heave ? "translational" : "rotational", cg.x(), cg.y(),
        device.takeoff == Takeoff::heave ? cg.z() : cg.z() - L, damping, device.spring);
  }
  text += fmt::format("output: {{time_step: {}}}\n", step);
  swell::Diagnostics diagnostics;
  const swell::model::Model model =
      swell::model::read_case_text(text, device.file.parent_path() / "device.yaml", {}, diagnostics);
  diagnostics.throw_if_errors();
  swell::run::CaseRun run(model, &shared, {"/ptos/PTO/velocity"});
  double sum = 0.0;
  long rows = 0;
  run.run([&](double time) {
    if (time > begin + 0.5 * step) {
      const double v = run.values(0)[0];
      sum += damping * v * v;
      ++rows;
    }
    return true;
  });
  Power power{sum / static_cast<double>(rows), 0};
  for (const std::string& note : run.notes())
    std::sscanf(note.c_str(), "radiation memory in state space: %d states", &power.states);
  return power;
}

constexpr double kBound = 0.005;      // of mean power
constexpr double kUncertain = 0.012;  // between convolution and data: those sets are no measure of the realisation

}  // namespace

int main(int argc, char** argv) try {
  if (argc < 3) {
    std::cerr << "validation_radiation_models DATA_FOLDER INPUTS_FOLDER [--only TEXT] [--readme FILE]\n";
    return 2;
  }
  const auto data_folder = std::filesystem::absolute(argv[1]), inputs = std::filesystem::absolute(argv[2]);
  std::string only, readme;
  for (int i = 3; i + 1 < argc; i += 2) {
    const std::string key = argv[i];
    if (key == "--only") only = argv[i + 1];
    if (key == "--readme") readme = argv[i + 1];
  }
  const auto folder = std::filesystem::temp_directory_path() / "swell-radiation-models";
  std::filesystem::create_directories(folder);

  std::vector<std::unique_ptr<Device>> devices;
  std::vector<std::string> left_out;
  std::vector<Line> lines;
  for (std::size_t s = 0; s < swell_validation::kSources.size(); ++s) {
    const swell_validation::Source& source = swell_validation::kSources[s];
    if (std::string(source.name).find(only) == std::string::npos) continue;
    auto file = swell_validation::path_of(source, data_folder, inputs);
    auto data = std::make_shared<swell::hydro::HydroData>();
    try {
      *data = swell::bemio::read_bem(file);
    } catch (const std::exception& error) {
      left_out.push_back(std::string(source.name) + ": " + error.what());
      continue;
    }
    if (const std::string why = swell_validation::unusable(*data); !why.empty()) {
      left_out.push_back(std::string(source.name) + ": " + why);
      continue;
    }
    if (file.extension() != ".h5") {  // as `bemio convert` has it
      swell::bemio::ProcessingOptions processing;
      processing.radiation.end_time = processing.excitation.end_time = 60.0;
      processing.radiation.times = processing.excitation.times = 1001;
      processing.radiation.frequencies = processing.excitation.frequencies = 1001;
      swell::bemio::process(*data, processing);
      file = folder / fmt::format("set{}.h5", s);
      swell::hydro::write_bemio_h5(*data, file.string());
    }
    for (const Takeoff takeoff : {Takeoff::heave, Takeoff::hinge, Takeoff::between}) {
      const bool rm3 = std::string(source.name).find("RM3") != std::string::npos;
      if (takeoff == Takeoff::between && !(rm3 && data->bodies.size() == 2)) continue;
      auto device = std::make_unique<Device>();
      device->set = source.name;
      device->takeoff = takeoff == Takeoff::between ? takeoff : Takeoff::heave;
      device->file = file;
      device->data = data;
      const auto coefficients = coefficients_of(*device);
      device->omega = natural_frequency(*device, coefficients);
      device->takeoff = takeoff;
      if (takeoff == Takeoff::hinge) {  // a spring brings it to the same natural frequency
        const VectorX d = device->modes().col(0);
        const double w = device->omega, M = device->rigid()(0, 0) + d.dot(coefficients.added_mass(w) * d);
        device->spring = std::max(0.0, w * w * M - device->stiffness()(0, 0));
        if (device->spring == 0.0) device->omega = natural_frequency(*device, coefficients);
      }
      for (std::size_t wave = 0; wave < kWaves.size(); ++wave) {
        Line line;
        line.device = device.get();
        line.wave = wave;
        const double w = 2.0 * swell::kPi / line.period();
        if (w < data->omega.front() || w > data->omega.back()) continue;
        const VectorX d = device->modes().col(0);
        const double M = device->rigid()(0, 0) + d.dot(coefficients.added_mass(w) * d);
        line.damping = std::max(std::abs(impedance(*device, coefficients, w)), 0.04 * device->omega * M);
        lines.push_back(line);
      }
      devices.push_back(std::move(device));
    }
  }

  swell::assembly::SharedData shared;
  std::mutex printing;
  std::atomic<std::size_t> next{0};
  const auto work = [&] {
    for (std::size_t i = next++; i < lines.size(); i = next++) {
      Line& line = lines[i];
      const auto run = [&](const char* radiation, bool as_given) {
        try {
          const Power power = power_of(line, radiation, as_given, shared);
          if (power.states > 0) line.states = power.states;
          return power.watt;
        } catch (const std::exception& error) {
          line.refused += (line.refused.empty() ? "" : "; ") + std::string(error.what());
          return 0.0;
        }
      };
      line.convolution = run("convolution", false);
      line.state_space = run("state-space", false);
      line.given = run("convolution", true);
      if (line.wave < 3) line.constant = run("constant", true);
      const std::lock_guard<std::mutex> lock(printing);
      std::fprintf(stderr, "%s, %s, %s: %+.3f %% %s\n", line.device->set.c_str(), line.device->name().c_str(),
                   kWaves[line.wave], 100.0 * line.difference(), line.refused.c_str());
    }
  };
  std::vector<std::thread> threads;
  for (unsigned t = 1; t < std::thread::hardware_concurrency(); ++t) threads.emplace_back(work);
  work();
  for (std::thread& thread : threads) thread.join();

  // A line per device: its waves side by side.
  bool kept = true;
  std::string table =
      "| set | device | natural period [s] | states | state space less convolution [%]: at resonance | 0.7 of its "
      "period | "
      "1.4 of it | irregular sea | convolution less data as given [%] | less coefficients at the frequency [%] | |\n"
      "|---|---|---|---|---|---|---|---|---|---|---|\n";
  for (std::size_t i = 0; i < lines.size();) {
    const Device& device = *lines[i].device;
    std::array<std::string, kWaves.size()> cells;
    double given = 0.0, constant = 0.0, worst = 0.0;
    int states = 0;
    std::string refused;
    for (; i < lines.size() && lines[i].device == &device; ++i) {
      const Line& line = lines[i];
      if (!line.refused.empty()) {
        refused = line.refused.substr(0, line.refused.find_first_of(".;"));
        continue;
      }
      cells[line.wave] = fmt::format("{:+.3f}", 100.0 * line.difference());
      worst = std::max(worst, std::abs(line.difference()));
      given = std::max(given, std::abs(line.convolution / line.given - 1.0));
      if (line.constant > 0.0) constant = std::max(constant, std::abs(line.convolution / line.constant - 1.0));
      states = line.states;
    }
    // Where the convolution itself is far from its data, there is no one power to be within a bound of.
    const bool rings = given > kUncertain || constant > kUncertain;
    std::string verdict = refused;
    if (refused.empty() && worst > kBound) verdict = rings ? "kernel and data differ" : "**misses**";
    kept = kept && verdict != "**misses**" &&
           (refused.empty() || rings || refused.find("no passive") != std::string::npos);
    table += fmt::format("| {} | {} | {:.2f} | {} | {} | {} | {} | {} | {:.3f} | {:.3f} | {} |\n", device.set,
                         device.name(), 2.0 * swell::kPi / device.omega, states, cells[0], cells[1], cells[2], cells[3],
                         100.0 * given, 100.0 * constant, verdict);
  }
  if (!left_out.empty()) table += "\nLeft out:\n\n";
  for (const std::string& line : left_out) table += "* " + line + "\n";
  std::cout << table;
  if (!readme.empty()) {  // the part below its mark is ours
    const std::string mark = "<!-- table -->\n";
    std::ifstream in(readme);
    std::string old((std::istreambuf_iterator<char>(in)), {});
    const auto at = old.find(mark);
    if (at == std::string::npos) throw std::runtime_error(readme + " has no line <!-- table -->");
    std::ofstream(readme) << old.substr(0, at + mark.size()) << "\n" << table;
  }
  return kept ? 0 : 1;
} catch (const std::exception& error) {
  std::cerr << error.what() << "\n";
  return 2;
}

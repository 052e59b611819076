// Whether floating bodies keep their energy: every set of BEM data, every radiation model, random initial poses.
//     validation_energy DATA_FOLDER INPUTS_FOLDER [--runs N] [--hours H] [--minutes M] [--only TEXT] [--readme FILE]
// README.md beside this says what is bounded and why. Exit status 1 when a bound is not kept.
#include <atomic>
#include <chrono>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <mutex>
#include <thread>

#include "../bem_sets.h"
#include "still_water.h"
#include "swell/hydro/bemio_h5.h"

namespace {

using swell_energy::Energy;
using swell_energy::Floaters;
using swell_energy::Setting;

/// One line of the table: the worst of its runs.
struct Line {
  const Floaters* set = nullptr;
  std::string radiation;
  bool sea = false;
  int runs = 0;
  std::vector<Energy> energies;
  std::string refused;
};

double worst(const Line& line, double (*share)(const Energy&)) {
  double most = 0.0;
  for (const Energy& energy : line.energies) most = std::max(most, share(energy));
  return most;
}

// Bounds, README.md: RK4's and the kernel's error, as shares.
constexpr double kRise = 1e-4, kBalance = 1e-4;

double rise(const Energy& e) { return e.rise / e.start; }
double gain(const Energy& e) { return e.radiation_gain / e.start; }
double defect(const Energy& e) { return e.potential_defect / std::max(e.exchanged, e.start); }
double tilt(const Energy& e) { return e.tilt; }
double left(const Energy& e) { return e.end / e.start; }
double unexplained(const Energy& e) { return std::abs(e.unexplained) / e.exchanged; }
double gain_in_sea(const Energy& e) { return e.radiation_gain / e.exchanged; }

}  // namespace

int main(int argc, char** argv) try {
  if (argc < 3) {
    std::cerr << "validation_energy DATA_FOLDER INPUTS_FOLDER [--runs N] [--hours H] [--minutes M] [--only TEXT] "
                 "[--radiation MODEL] [--readme FILE]\n";
    return 2;
  }
  const auto data = std::filesystem::absolute(argv[1]), inputs = std::filesystem::absolute(argv[2]);
  int runs = 20;
  double hours = 3.0, minutes = std::numeric_limits<double>::infinity();
  std::string only, of_model, readme;
  for (int i = 3; i + 1 < argc; i += 2) {
    const std::string key = argv[i];
    if (key == "--runs") runs = std::stoi(argv[i + 1]);
    if (key == "--hours") hours = std::stod(argv[i + 1]);
    if (key == "--minutes") minutes = std::stod(argv[i + 1]);
    if (key == "--only") only = argv[i + 1];
    if (key == "--radiation") of_model = argv[i + 1];
    if (key == "--readme") readme = argv[i + 1];
  }
  const auto folder = std::filesystem::temp_directory_path() / "swell-energy";
  std::filesystem::create_directories(folder);

  std::vector<std::unique_ptr<Floaters>> sets;
  std::vector<std::string> left_out;
  std::vector<double> middle;  // [rad/s] of each set's data
  for (std::size_t s = 0; s < swell_validation::kSources.size(); ++s) {
    const swell_validation::Source& source = swell_validation::kSources[s];
    if (std::string(source.name).find(only) == std::string::npos) continue;
    const auto path = swell_validation::path_of(source, data, inputs);
    swell::hydro::HydroData hydro;
    try {
      hydro = swell::bemio::read_bem(path);
    } catch (const std::exception& error) {
      left_out.push_back(std::string(source.name) + ": " + error.what());
      continue;
    }
    auto file = path;
    if (path.extension() != ".h5") {
      file = folder / fmt::format("set{}.h5", s);
      swell::hydro::write_bemio_h5(hydro, file.string());
    }
    Floaters all{source.name, file, {}, {}, hydro.water_depth};
    for (std::size_t b = 0; b < hydro.bodies.size(); ++b) {
      all.bodies.push_back(hydro.bodies[b]);
      all.numbers.push_back(static_cast<int>(b) + 1);
    }
    if (const std::string why = swell_validation::unusable(hydro); !why.empty()) {
      left_out.push_back(std::string(source.name) + ": " + why);
      continue;
    }
    const double omega = hydro.omega[hydro.omega.size() / 3];
    if (all.bodies.size() > 1) {
      sets.push_back(std::make_unique<Floaters>(
          Floaters{all.name + ", first alone", file, {all.bodies[0]}, {1}, hydro.water_depth}));
      middle.push_back(omega);
    }
    sets.push_back(std::make_unique<Floaters>(std::move(all)));
    middle.push_back(omega);
  }

  std::vector<Line> lines;
  std::vector<Setting> settings;
  for (std::size_t s = 0; s < sets.size(); ++s) {
    for (const char* radiation : {"constant", "convolution", "state-space"}) {
      if (!of_model.empty() && of_model != radiation) continue;
      Line line;
      line.set = sets[s].get();
      line.radiation = radiation;
      line.runs = runs;
      Setting setting;
      setting.radiation = radiation;
      setting.duration = 3600.0 * hours;
      if (line.radiation == "constant") setting.sea = fmt::format("{{type: none, period: {}}}", 6.283185 / middle[s]);
      lines.push_back(line);
      settings.push_back(setting);
      if (line.radiation == "constant") continue;
      line.sea = true;
      line.runs = 1;
      setting.sea = fmt::format(
          "{{type: irregular, spectrum: pierson-moskowitz, significant_height: {}, peak_period: {}, seed: 1}}",
          0.1 * sets[s]->length(0), 6.283185 / middle[s]);
      setting.duration = 1800.0;
      lines.push_back(line);
      settings.push_back(setting);
    }
  }

  swell::assembly::SharedData shared;
  // Round by round, the first run of every line before the second of any: an end after --minutes leaves no line out.
  std::vector<std::pair<std::size_t, int>> tasks;
  for (int n = 0; n < runs; ++n)
    for (std::size_t i = 0; i < lines.size(); ++i)
      if (n < lines[i].runs) tasks.emplace_back(i, n);
  std::mutex of_lines;
  std::atomic<std::size_t> next{0};
  const auto start = std::chrono::steady_clock::now();
  const auto work = [&] {
    for (std::size_t t = next++; t < tasks.size(); t = next++) {
      if (std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count() > 60.0 * minutes) return;
      const auto [i, n] = tasks[t];
      Line& line = lines[i];
      Setting setting = settings[i];
      setting.seed = static_cast<unsigned>(n) + 1;
      {
        const std::lock_guard<std::mutex> lock(of_lines);
        if (!line.refused.empty()) continue;
      }
      std::optional<Energy> energy;
      std::string refused;
      try {
        energy = swell_energy::energy_of(*line.set, setting, &shared);
        refused = energy->failure;
      } catch (const std::exception& error) {
        refused = error.what();
      }
      const std::lock_guard<std::mutex> lock(of_lines);
      if (energy) line.energies.push_back(*energy);
      if (!refused.empty()) line.refused = refused;
      std::fprintf(stderr, "%s, %s%s, run %d: rise %.2g, radiation %.2g, potential %.2g %s\n", line.set->name.c_str(),
                   line.radiation.c_str(), line.sea ? " in a sea" : "", n + 1, worst(line, rise), worst(line, gain),
                   worst(line, defect), line.refused.c_str());
    }
  };
  std::vector<std::thread> threads;
  for (unsigned t = 1; t < std::thread::hardware_concurrency(); ++t) threads.emplace_back(work);
  work();
  for (std::thread& thread : threads) thread.join();

  bool kept = true;
  std::string table = fmt::format(
      "| bodies | radiation | runs | energy rises by | radiation gives | work less fall of potential | energy left | "
      "tilt "
      "left | |\n|---|---|---|---|---|---|---|---|---|\n");
  std::string seas =
      "| bodies | radiation | excitation put in [J] | radiated and held [J] | unexplained share | radiation gives | "
      "work "
      "less fall of potential | |\n|---|---|---|---|---|---|---|---|\n";
  for (const Line& line : lines) {
    std::string verdict = line.refused;
    if (verdict.empty() && line.energies.empty()) verdict = "**not run**";
    if (verdict.empty() && worst(line, defect) > kBalance) verdict = "**potential**";
    if (verdict.empty() && !line.sea && worst(line, rise) > kRise) verdict = "**rises**";
    if (verdict.empty() && !line.sea && worst(line, left) >= 1.0) verdict = "**does not decay**";
    if (verdict.empty() && line.sea && worst(line, unexplained) > kBalance) verdict = "**balance**";
    if (verdict.empty() && line.sea && worst(line, gain_in_sea) > kRise) verdict = "**radiation**";
    kept = kept && (verdict.empty() || (line.energies.empty() && !line.refused.empty()));
    if (line.sea) {
      const Energy e = line.energies.empty() ? Energy{} : line.energies[0];
      seas += fmt::format("| {} | {} | {:.4g} | {:.4g} | {:.1e} | {:.1e} | {:.1e} | {} |\n", line.set->name,
                          line.radiation, e.excitation, -e.radiation, worst(line, unexplained),
                          worst(line, gain_in_sea), worst(line, defect), verdict);
    } else {
      table += fmt::format("| {} | {} | {} | {:.1e} | {:.1e} | {:.1e} | {:.3f} | {:.3f} | {} |\n", line.set->name,
                           line.radiation, line.energies.size(), worst(line, rise), worst(line, gain),
                           worst(line, defect), worst(line, left), worst(line, tilt), verdict);
    }
  }
  std::string text =
      fmt::format("## Still water, {} h\n\n", hours) + table + "\n## Irregular seas, half an hour\n\n" + seas;
  if (!left_out.empty()) text += "\nLeft out:\n\n";
  for (const std::string& line : left_out) text += "* " + line + "\n";
  std::cout << text;
  if (!readme.empty()) {  // the part below its mark is ours
    const std::string mark = "<!-- tables -->\n";
    std::ifstream in(readme);
    std::string old((std::istreambuf_iterator<char>(in)), {});
    const auto at = old.find(mark);
    if (at == std::string::npos) throw std::runtime_error(readme + " has no line <!-- tables -->");
    std::ofstream(readme) << old.substr(0, at + mark.size()) << "\n" << text;
  }
  return kept ? 0 : 1;
} catch (const std::exception& error) {
  std::cerr << error.what() << "\n";
  return 2;
}

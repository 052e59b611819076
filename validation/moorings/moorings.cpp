// Line files of this folder, moved as README.md says, beside what MoorDyn gives for them (moordyn.csv).
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "swell/mooring/lumped_mass.h"
#include "swell/mooring/moordyn_file.h"

namespace swell::mooring {
namespace {

struct Run {
  const char* name;
  Vector3 fairlead, amplitude;  // the coupled point at rest, and how far it is moved
  double period, end, from;     // [s]; numbers are taken from `from` to `end`
};

struct Numbers {
  double start = 0.0, least = 0.0, most = 0.0, sum = 0.0;
  int count = 0;
};

// Sine with a start over two periods.
PointMotion moved(const Run& run, double t) {
  const double w = 2.0 * kPi / run.period, rise = 2.0 * run.period;
  const double r = t < rise ? 0.5 * (1.0 - std::cos(kPi * t / rise)) : 1.0;
  const double dr = t < rise ? 0.5 * kPi / rise * std::sin(kPi * t / rise) : 0.0;
  PointMotion point;
  point.position = run.fairlead + run.amplitude * r * std::sin(w * t);
  point.velocity = run.amplitude * (dr * std::sin(w * t) + r * w * std::cos(w * t));
  return point;
}

// Tensions of every line (fairlead, anchor), then end B of every rod that moves.
std::vector<Numbers> calculate(const std::string& folder, const Run& run, bool released) {
  MoordynFile file = read_moordyn_file(folder + "/" + run.name + ".txt");
  file.model.max_step.reset();
  const LumpedMass mooring(file.model);
  LineScratch scratch = mooring.make_scratch();
  PointMotion now = moved(run, 0.0);
  now.velocity.setZero();
  std::vector<double> x = mooring.static_state(&now);
  if (released) {  // from where the file puts it
    const RigidBody& rod = mooring.model().rigids[0];
    double* pose = &x[x.size() - 13];
    const double q[] = {rod.orientation.w(), rod.orientation.x(), rod.orientation.y(), rod.orientation.z()};
    for (Eigen::Index i = 0; i < 3; ++i) pose[i] = rod.position[i];
    for (int i = 0; i < 4; ++i) pose[3 + i] = q[i];
  }
  std::vector<LineEnds> ends(mooring.model().lines.size());
  std::vector<Numbers> numbers;
  constexpr double kStep = 0.0025;
  const auto steps = static_cast<int>(std::lround(run.end / kStep));
  for (int i = 0; i <= steps; ++i) {
    const double t = i * kStep;
    now = moved(run, t);
    std::vector<double> values;
    mooring.line_ends(x.data(), &now, ends.data(), scratch);
    for (const LineEnds& line : ends) {
      values.push_back(line.tension_b);
      values.push_back(line.tension_a);
    }
    for (const Rod& rod : mooring.model().rods) {
      const LinePoint& end = mooring.model().points[rod.points.back()];
      if (end.kind != PointKind::attached) continue;
      const RigidMotion motion = mooring.rigid_motion(end.rigid, x.data(), &now, scratch);
      const Vector3 p_W = motion.position + motion.axes * end.offset;
      values.insert(values.end(), p_W.data(), p_W.data() + 3);
    }
    numbers.resize(values.size());
    for (std::size_t k = 0; k < values.size(); ++k) {
      Numbers& n = numbers[k];
      if (i == 0) n.start = values[k];
      if (t < run.from - 1e-9) continue;
      n.least = n.count == 0 ? values[k] : std::min(n.least, values[k]);
      n.most = n.count == 0 ? values[k] : std::max(n.most, values[k]);
      n.sum += values[k];
      ++n.count;
    }
    if (i == steps) break;
    const PointMotion next = moved(run, t + kStep);
    mooring.advance(t, kStep, &now, &next, nullptr, x.data(), scratch);
  }
  return numbers;
}

int compare(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: validation_moorings FOLDER\n");
    return 2;
  }
  const std::string folder = argv[1];
  const Run runs[] = {
      {"chain", {0, 0, -5}, {1.5, 0, 1.5}, 10, 60, 40},    {"friction", {0, 0, -5}, {3, 3, 0}, 12, 60, 36},
      {"viscoelastic", {0, 0, -10}, {3, 0, 0}, 9, 54, 36}, {"rope", {0, 0, -10}, {1, 0, 1}, 9, 60, 42},
      {"cable", {60, 0, -12}, {1, 0, 1.5}, 9, 60, 42},     {"pendulum", {0, 0, 0}, {0, 0, 0}, 10, 20, 0},
      {"spar", {0, 0, -58}, {2, 0, 0}, 10, 150, 100},      {"body", {-120, 0, -58}, {2, 0, 0}, 10, 300, 250}};
  std::ifstream csv(folder + "/moordyn.csv");
  std::string line;
  std::getline(csv, line);
  std::printf(
      "| case | value | MoorDyn: start, least, most, mean | Swell | mean off | range off "
      "|\n|---|---|---|---|---|---|\n");
  std::vector<Numbers> numbers;
  std::string last;
  while (std::getline(csv, line)) {
    std::istringstream cells(line);
    std::string name, value, index;
    std::getline(cells, name, ',');
    std::getline(cells, value, ',');
    std::getline(cells, index, ',');
    double theirs[4];
    for (double& number : theirs) {
      std::string cell;
      std::getline(cells, cell, ',');
      number = std::stod(cell);
    }
    for (const Run& run : runs) {
      if (name == run.name && name != last) numbers = calculate(folder, run, name == "pendulum");
    }
    last = name;
    const Numbers& n = numbers.at(static_cast<std::size_t>(std::stoi(index)));
    const double mean = n.sum / n.count, range = theirs[2] - theirs[1];
    std::printf("| %s | %s | %.6g, %.6g, %.6g, %.6g | %.6g, %.6g, %.6g, %.6g | %.2g %% | %.2g %% |\n", name.c_str(),
                value.c_str(), theirs[0], theirs[1], theirs[2], theirs[3], n.start, n.least, n.most, mean,
                100.0 * (mean - theirs[3]) / range, 100.0 * ((n.most - n.least) / range - 1.0));
  }
  return 0;
}

}  // namespace
}  // namespace swell::mooring

int main(int argc, char** argv) { return swell::mooring::compare(argc, argv); }

// Writes the hydrodynamics of an array of equal point absorbers as a BEMIO HDF5 file, from those of one body.
#include <CLI/CLI.hpp>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "data_program.h"
#include "swell/hydro/bemio_h5.h"
#include "swell/hydro/point_absorber_array.h"

// NOLINTNEXTLINE(bugprone-exception-escape): the names of the options are right, or nothing runs at all
int main(int argc, char** argv) {
  swell::hydro::ArrayOptions options;
  std::string input;
  std::string output = "array.h5";
  std::vector<std::pair<double, double>> positions;
  std::pair<int, int> grid{0, 0};
  double spacing = 30.0;
  unsigned deflate = 9;
  CLI::App app{
      "Hydrodynamics of an array of equal axisymmetric bodies that interact in heave (point absorbers, Budal "
      "1977, Falnes 2002 ch. 8) as a BEMIO HDF5 file"};
  app.add_option("single", input, "BEMIO file with one body of revolution on the z axis, in infinite depth")
      ->required();
  app.add_option("-o,--output", output, "file to write")->capture_default_str();
  auto* at = app.add_option("--at", positions, "x and y of a body [m]; once for each body");
  app.add_option("--grid", grid, "columns along x and rows along y of a square lattice, its corner at the origin")
      ->excludes(at)
      ->check(CLI::Range(1, 1000));
  app.add_option("--spacing", spacing, "of the lattice [m]")->capture_default_str();
  app.add_option("--direction", options.directions, "headings of the excitation [deg], ascending")
      ->capture_default_str();
  app.add_option("--omega-min", options.omega_min, "lowest frequency [rad/s]")->capture_default_str();
  app.add_option("--omega-max", options.omega_max, "highest frequency [rad/s]")->capture_default_str();
  app.add_option("--frequencies", options.frequencies, "number of frequencies")->capture_default_str();
  app.add_option("--irf-step", options.irf_step, "step of the kernels [s]")->capture_default_str();
  app.add_option("--irf-end", options.irf_end, "their length [s]; 0: until the slowest wave that counts has passed")
      ->capture_default_str();
  app.add_option("--deflate", deflate, "compression, 0 for none")->capture_default_str()->check(CLI::Range(0, 9));
  return data_program::run(app, argc, argv, [&] {
    for (const auto& [x, y] : positions) options.positions.emplace_back(x, y);
    for (int row = 0; row < grid.second; ++row) {
      for (int column = 0; column < grid.first; ++column)
        options.positions.emplace_back(spacing * column, spacing * row);
    }
    const swell::hydro::HydroData data =
        swell::hydro::point_absorber_array(swell::hydro::read_bemio_h5(input), options);
    swell::hydro::write_bemio_h5(data, output, deflate);
    fmt::print("{}: {} bodies, {} frequencies, kernels of {:g} s\n", output, data.bodies.size(), data.omega.size(),
               data.bodies.front().radiation_irf_time.back());
  });
}

// Writes the semi-analytic hydrodynamics of a floating hemisphere as a BEMIO HDF5 file: inputs/sphere/hemisphere.h5.
#include <CLI/CLI.hpp>
#include <string>

#include <fmt/format.h>

#include "data_program.h"
#include "swell/hydro/bemio_h5.h"
#include "swell/hydro/hemisphere.h"

// NOLINTNEXTLINE(bugprone-exception-escape): the names of the options are right, or nothing runs at all
int main(int argc, char** argv) {
  swell::hydro::HemisphereOptions options;
  std::string output = "hemisphere.h5";
  CLI::App app{"Hydrodynamics of a floating hemisphere in deep water (Hulme 1982) as a BEMIO HDF5 file"};
  app.add_option("-o,--output", output, "file to write")->capture_default_str();
  app.add_option("--radius", options.radius, "radius [m]")->capture_default_str()->check(CLI::PositiveNumber);
  app.add_option("--cg", options.cg_z, "z of the centre of gravity [m], centre of the sphere at 0")
      ->capture_default_str();
  data_program::add_range(app, "omega", "", options.omega_min, options.omega_max);
  app.add_option("--frequencies", options.frequencies, "number of frequencies")
      ->capture_default_str()
      ->check(CLI::Range(8, 100000));
  app.add_option("--irf-end", options.irf_end, "length of the impulse responses [s]")
      ->capture_default_str()
      ->check(CLI::PositiveNumber);
  app.add_option("--irf-times", options.irf_times, "their number of samples")
      ->capture_default_str()
      ->check(CLI::Range(8, 1000000));
  app.add_option("--headings", options.headings, "1: heading 0; more: so many equal turns from -180 to 180 deg")
      ->capture_default_str()
      ->check(CLI::Range(1, 360));
  return data_program::run(app, argc, argv, [&] {
    data_program::check_range("omega", options.omega_min, options.omega_max);
    swell::hydro::write_bemio_h5(swell::hydro::hemisphere_data(options), output);
    fmt::print("{}: {} frequencies, radius {} m\n", output, options.frequencies, options.radius);
  });
}

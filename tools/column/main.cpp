// Writes the closed-form surge of a standing column as a BEMIO HDF5 file: inputs/column/column.h5.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <string>

#include "swell/hydro/bemio_h5.h"
#include "swell/hydro/column.h"

namespace {

int write_column(int argc, char** argv) {
  swell::hydro::ColumnOptions options;
  std::string output = "column.h5";
  CLI::App app{
      "Surge of a vertical column on the bottom (MacCamy and Fuchs 1954), with a difference-frequency QTF, as a BEMIO "
      "HDF5 file"};
  app.add_option("-o,--output", output, "file to write")->capture_default_str();
  app.add_option("--radius", options.radius, "radius [m]")->capture_default_str()->check(CLI::PositiveNumber);
  app.add_option("--depth", options.depth, "depth of the water [m]")->capture_default_str()->check(CLI::PositiveNumber);
  app.add_option("--omega-min", options.omega_min, "lowest frequency [rad/s]")
      ->capture_default_str()
      ->check(CLI::PositiveNumber);
  app.add_option("--omega-max", options.omega_max, "highest frequency [rad/s]")
      ->capture_default_str()
      ->check(CLI::PositiveNumber);
  app.add_option("--frequencies", options.frequencies, "number of frequencies")
      ->capture_default_str()
      ->check(CLI::Range(8, 10000));
  app.add_option("--qtf-min", options.qtf_min, "lowest frequency of the QTF [rad/s]")
      ->capture_default_str()
      ->check(CLI::PositiveNumber);
  app.add_option("--qtf-max", options.qtf_max, "highest frequency of the QTF [rad/s]")
      ->capture_default_str()
      ->check(CLI::PositiveNumber);
  app.add_option("--qtf-frequencies", options.qtf_frequencies, "their number")
      ->capture_default_str()
      ->check(CLI::Range(2, 1000));
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : 2;
  }
  for (const auto& [name, low, high] : {std::tuple{"omega", options.omega_min, options.omega_max},
                                        std::tuple{"qtf", options.qtf_min, options.qtf_max}}) {
    if (high > low) continue;
    fmt::print(stderr, "--{}-max = {} rad/s must be above --{}-min = {}\n", name, high, name, low);
    return 2;
  }
  swell::hydro::write_bemio_h5(swell::hydro::column_data(options), output);
  fmt::print("{}: {} frequencies, QTF of {} x {}, radius {} m in {} m of water\n", output, options.frequencies,
             options.qtf_frequencies, options.qtf_frequencies, options.radius, options.depth);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return write_column(argc, argv);
  } catch (const swell::InputError& error) {
    fmt::print(stderr, "{}\n", error.what());
    return 2;
  } catch (const std::exception& error) {
    fmt::print(stderr, "{}\n", error.what());
    return 1;
  }
}

// Writes the closed-form surge of a standing column as a BEMIO HDF5 file: inputs/column/column.h5.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <string>

#include "data_program.h"
#include "swell/hydro/bemio_h5.h"
#include "swell/hydro/column.h"

// NOLINTNEXTLINE(bugprone-exception-escape): the names of the options are right, or nothing runs at all
int main(int argc, char** argv) {
  swell::hydro::ColumnOptions options;
  std::string output = "column.h5";
  CLI::App app{
      "Surge of a vertical column on the bottom (MacCamy and Fuchs 1954), with a difference-frequency QTF, as a BEMIO "
      "HDF5 file"};
  app.add_option("-o,--output", output, "file to write")->capture_default_str();
  app.add_option("--radius", options.radius, "radius [m]")->capture_default_str()->check(CLI::PositiveNumber);
  app.add_option("--depth", options.depth, "depth of the water [m]")->capture_default_str()->check(CLI::PositiveNumber);
  data_program::add_range(app, "omega", "", options.omega_min, options.omega_max);
  app.add_option("--frequencies", options.frequencies, "number of frequencies")
      ->capture_default_str()
      ->check(CLI::Range(8, 10000));
  data_program::add_range(app, "qtf", " of the QTF", options.qtf_min, options.qtf_max);
  app.add_option("--qtf-frequencies", options.qtf_frequencies, "their number")
      ->capture_default_str()
      ->check(CLI::Range(2, 1000));
  return data_program::run(app, argc, argv, [&] {
    data_program::check_range("omega", options.omega_min, options.omega_max);
    data_program::check_range("qtf", options.qtf_min, options.qtf_max);
    swell::hydro::write_bemio_h5(swell::hydro::column_data(options), output);
    fmt::print("{}: {} frequencies, QTF of {} x {}, radius {} m in {} m of water\n", output, options.frequencies,
               options.qtf_frequencies, options.qtf_frequencies, options.radius, options.depth);
  });
}

// stored_difference results.h5 stored.mat body...: the largest differences between a results file and WEC-Sim's stored
// output, body by body in the order of the WEC-Sim case; one line each: quantity, largest difference, time, largest
// value.
#include <fmt/format.h>

#include "swell/run/results_reader.h"
#include "swell/wecsim/stored_output.h"

int main(int argc, char** argv) {
  if (argc < 4) {
    fmt::print(stderr, "stored_difference results.h5 stored.mat body...\n");
    return 2;
  }
  try {
    const swell::run::ResultsReader results{std::filesystem::path(argv[1])};
    const std::vector<double> time = results.read("/time").values;
    for (const auto& s : swell::wecsim::read_stored_output(argv[2])) {
      if (s.group != "bodies" || s.number + 2 >= argc) continue;
      const std::string dataset = fmt::format("/bodies/{}/{}", argv[s.number + 2], s.quantity);
      if (!results.has(dataset)) continue;
      const auto table = results.read(dataset);
      for (std::size_t c = 0; c < s.columns && c < table.columns; ++c) {
        const auto d = swell::wecsim::largest_difference(s, c, time, table.column(c));
        fmt::print("{}[{}] {:.3g} {:g} {:.4g}\n", dataset, c + 1, d.largest, d.at_time, d.scale);
      }
    }
  } catch (const std::exception& error) {
    fmt::print(stderr, "{}\n", error.what());
    return 1;
  }
  return 0;
}

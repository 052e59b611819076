// swell_make_seeds FORMAT FOLDER: seed corpus of one fuzzer, made up by us.
#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>
#include <string>

#include "small_files.h"
#include "small_netcdf.h"
#include "swell/bemio/read.h"
#include "swell/hydro/bemio_h5.h"

namespace {

namespace fs = std::filesystem;

std::string joined(const swell_test::SmallRun& run) {
  std::string text = run.files.at(run.main);
  for (const auto& [name, part] : run.files) {
    if (name != run.main) text.append("%%% ").append(name).append("\n").append(part);
  }
  return text;
}

void seed(const fs::path& folder, const std::string& name, const std::string& text) {
  std::ofstream(folder / name, std::ios::binary) << text;
}

int make_seeds(int argc, char** argv) {
  if (argc != 3) {
    std::fprintf(stderr, "usage: swell_make_seeds FORMAT FOLDER\n");
    return 2;
  }
  const std::string format = argv[1];
  const fs::path folder = argv[2];
  fs::create_directories(folder);
  if (format == "wamit") {
    const swell_test::SmallRun run = swell_test::small_wamit();
    seed(folder, "whole", joined(run));
    seed(folder, "out", run.files.at(run.main));
  } else if (format == "wamit_numeric") {
    swell_test::SmallRun run = swell_test::small_wamit();
    run.files.erase(run.main);
    run.main = "small.1";
    seed(folder, "whole", joined(run));
    seed(folder, "radiation", run.files.at(run.main));
  } else if (format == "table") {
    seed(folder, "whole", swell_test::small_table());
  } else if (format == "hydrostatics") {
    const swell_test::SmallRun run = swell_test::small_nemoh();
    seed(folder, "whole", run.files.at("Mesh/Hydrostatics.dat") + "%%% KH.dat\n" + run.files.at("Mesh/KH.dat"));
  } else if (format == "nemoh") {
    seed(folder, "whole", joined(swell_test::small_nemoh()));
  } else if (format == "aqwa") {
    seed(folder, "whole", joined(swell_test::small_aqwa()));
  } else if (format == "lis") {
    seed(folder, "whole", swell_test::small_listing());
  } else if (format == "hams") {
    seed(folder, "whole", joined(swell_test::small_hams()));
  } else if (format == "capytaine") {
    swell_test::write_small_netcdf(folder / "classic", false);
    swell_test::write_small_netcdf(folder / "hdf5", true);
  } else if (format == "bemio_h5") {
    const fs::path work = folder.parent_path() / "bemio_h5_work";
    const swell_test::SmallRun run = swell_test::small_wamit();
    swell_test::write_run(run, work);
    swell::hydro::HydroData data = swell::bemio::read_bem(work / run.main);
    swell::hydro::write_bemio_h5(data, (folder / "plain.h5").string());
  } else if (format == "h5_contents") {
    seed(folder, "sound", std::string(1, '\0'));
    seed(folder, "one", std::string("\0\x10\x06\x03\x13", 5));
  } else {
    std::fprintf(stderr, "unknown format %s\n", format.c_str());
    return 2;
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return make_seeds(argc, argv);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "swell_make_seeds: %s\n", error.what());
    return 1;
  }
}

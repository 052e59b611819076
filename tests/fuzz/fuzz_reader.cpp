// A run of one BEM code from arbitrary bytes. Files are separated by lines "%%% name"; binary formats are one file.
// The reader must refuse by InputError or give finite numbers in consistent shapes.
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include <unistd.h>

#include "swell/base/error.h"
#include "swell/bemio/read.h"

namespace {

namespace fs = std::filesystem;

struct Plan {
  const char* main;
  bool binary;
};

Plan plan() {
  const std::string format = SWELL_FUZZ_FORMAT;
  if (format == "nemoh") return {"Nemoh.cal", false};
  if (format == "aqwa") return {"small.AH1", false};
  if (format == "lis") return {"small.LIS", false};
  if (format == "hams") return {"Input/ControlFile.in", false};
  if (format == "capytaine") return {"small.nc", true};
  if (format == "bemio_h5") return {"small.h5", true};
  return {"small.out", false};
}

const fs::path& folder() {
  static const fs::path path = [] {
    const fs::path shm = "/dev/shm";
    const fs::path root = fs::exists(shm) ? shm : fs::temp_directory_path();
    return root / ("swell_fuzz_" + std::string(SWELL_FUZZ_FORMAT) + "_" + std::to_string(getpid()));
  }();
  return path;
}

// Only names that the seeds use: a fuzzer shall not write elsewhere.
bool allowed(const std::string& name) {
  if (name.empty() || name.front() == '/' || name.find("..") != std::string::npos || name.size() > 60) return false;
  return name.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789./_") ==
         std::string::npos;
}

void put(const std::string& name, const std::string& text) {
  const fs::path path = folder() / name;
  std::error_code code;
  fs::create_directories(path.parent_path(), code);
  std::ofstream(path, std::ios::binary) << text;
}

void check(const swell::hydro::HydroData& data) {
  for (std::size_t k = 0; k < data.omega.size(); ++k) {
    if (!(data.omega[k] > 0.0) || (k > 0 && !(data.omega[k] > data.omega[k - 1]))) std::abort();
  }
  for (const auto& body : data.bodies) {
    if (!body.added_mass.empty() && body.added_mass.size() != data.omega.size()) std::abort();
    for (const auto& A : body.added_mass) {
      if (A.rows() != body.dof || A.cols() != data.total_dof() || !A.allFinite()) std::abort();
    }
    if (!body.excitation.empty() && body.excitation.size() != data.direction.size()) std::abort();
    for (const auto& row : body.excitation) {
      if (row.size() != data.omega.size()) std::abort();
      for (const auto& X : row) {
        if (X.size() != body.dof || !X.allFinite()) std::abort();
      }
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size);

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  std::error_code code;
  fs::remove_all(folder(), code);
  fs::create_directories(folder(), code);
  std::string all(bytes, bytes + size);
  const Plan run = plan();
  if (run.binary) {
    put(run.main, all);
  } else {
    std::string name = run.main;
    std::size_t at = 0;
    while (at <= all.size()) {
      const std::size_t mark = all.find("%%% ", at);
      put(name, all.substr(at, mark == std::string::npos ? mark : mark - at));
      if (mark == std::string::npos) break;
      std::size_t end = all.find('\n', mark);
      if (end == std::string::npos) end = all.size();
      name = all.substr(mark + 4, end - mark - 4);
      if (!allowed(name)) return 0;
      at = end + 1;
    }
  }
  try {
    check(swell::bemio::read_bem(folder() / run.main));
  } catch (const swell::InputError&) {
  }
  return 0;
}

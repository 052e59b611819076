// A run of one BEM code from arbitrary bytes. Files are separated by lines "%%% name"; binary formats are one file.
// The reader must refuse by InputError or give finite numbers in consistent shapes.
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

#include <fcntl.h>
#include <pthread.h>
#include <sys/resource.h>
#include <unistd.h>

#include "consistent.h"
#include "formats/format_row.h"
#include "fuzz_format.h"
#include "line_mutator.h"
#include "small_netcdf.h"
#include "swell/base/error.h"
#include "swell/bemio/read.h"

namespace {

namespace fs = std::filesystem;

// The main file of the format: as its reader knows it (lib/bemio's table), or "small" with its extension.
struct Plan {
  std::string main;
  bool binary;
};

const Plan& plan() {
  static const Plan mine = [] {
    const std::string format = fuzz_format();
    if (format == "hydrostatics") return Plan{"Hydrostatics.dat", false};  // read beside Capytaine's
    for (const swell::bemio::Reader& reader : swell::bemio::readers()) {
      if (format != reader.name) continue;
      const std::string main = reader.mains.empty() ? reader.more_extensions.front() : reader.mains.front();
      return Plan{main[0] == '.' ? "small" + main : main,
                  format == "capytaine" || format == "matlab" || format == "bemio_h5"};
    }
    throw std::invalid_argument("no reader " + format);
  }();
  return mine;
}

const fs::path& folder() {
  static const fs::path path = [] {
    const fs::path shm = "/dev/shm";
    const fs::path root = fs::exists(shm) ? shm : fs::temp_directory_path();
    return root / ("swell_fuzz_" + std::string(fuzz_format()) + "_" + std::to_string(getpid()));
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

}  // namespace

// The child that reads HDF5 shall end as it does for users: the parent's fuzzer must not take its crash for a finding.
extern "C" void __sanitizer_set_death_callback(void (*callback)());
extern "C" int LLVMFuzzerInitialize(int* count, char*** arguments);

extern "C" int LLVMFuzzerInitialize(int*, char***) {
  pthread_atfork(nullptr, nullptr, [] {
    __sanitizer_set_death_callback(nullptr);
    const rlimit seconds{5, 10};  // a loop in libhdf5 ends as for users, but sooner
    setrlimit(RLIMIT_CPU, &seconds);
    const int silent = open("/dev/null", O_WRONLY);
    dup2(silent, STDERR_FILENO);
  });
  return 0;
}

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* bytes, std::size_t size, std::size_t most);
extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* bytes, std::size_t size, std::size_t most, unsigned seed);
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size);

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* bytes, std::size_t size, std::size_t most, unsigned seed) {
  std::mt19937 random(seed);
  if (plan().binary || random() % 2 == 0) return LLVMFuzzerMutate(bytes, size, most);
  const std::string text = swell_fuzz::changed_lines(std::string(bytes, bytes + size), random);
  const std::size_t kept = std::min(text.size(), most);
  std::memcpy(bytes, text.data(), kept);
  return kept;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  std::error_code code;
  const Plan& run = plan();
  fs::remove_all(folder(), code);
  fs::create_directories(folder(), code);
  const std::string all(bytes, bytes + size);
  std::string read = run.main;
  swell::bemio::ReadOptions options;
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
  if (run.main == "Hydrostatics.dat") {  // the accompanying files of a sound dataset
    read = "small.nc";
    swell_test::write_small_netcdf(folder() / read, false, false);
  }
  // Both sets of sources, and with gaps or without: the length decides, so that an input is always read the same way.
  options.like_bemio = size % 4 == 3;
  const bool gaps = size % 8 == 5;
  if (gaps) options.gaps = swell::hydro::NonFinite::keep;
  options.containment = swell::Containment::child_process;  // as the commands do
  try {
    swell_fuzz::require_consistent(swell::bemio::read_bem(folder() / read, options), gaps);
  } catch (const swell::InputError&) {
  }
  return 0;
}

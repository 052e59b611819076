// A workbook from arbitrary bytes: of an even number the container, of an odd one the sheet in a sound container. The
// reader must refuse by InputError or give cells.
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "swell/base/error.h"
#include "swell/datafile/sheet.h"
#include "swell_test/workbook.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size);

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  namespace fs = std::filesystem;
  static const fs::path path = [] {
    const fs::path shm = "/dev/shm", root = fs::exists(shm) ? shm : fs::temp_directory_path();
    return root / ("swell_fuzz_workbook_" + std::to_string(getpid()) + ".xlsx");
  }();
  const std::string text(bytes, bytes + size);
  if (size % 2 == 0)
    std::ofstream(path, std::ios::binary) << text;
  else
    swell_test::write_xlsx(path, text, {"Hs", "Tp"});
  try {
    std::size_t cells = 0;
    for (const auto& row : swell::datafile::read_sheet(path, {}).rows) cells += row.size();
    if (cells > 16'000'000) std::abort();  // more than a file of this size can hold
  } catch (const swell::InputError&) {
  }
  return 0;
}

// main() of every test program. Each process gets a temporary folder of its own (TMPDIR), so that tests that ctest runs
// side by side never meet in one file, and nothing stays behind.
#include <stdlib.h>
#include <exception>

#include "swell_test/test.h"

namespace {

int run_tests(int argc, char** argv) {
  ::testing::InitGoogleMock(&argc, argv);
  std::string folder = (std::filesystem::temp_directory_path() / "swell-test-XXXXXX").string();
  if (mkdtemp(folder.data()) == nullptr) return 1;
  setenv("TMPDIR", folder.c_str(), 1);
  setenv("TEST_TMPDIR", folder.c_str(), 1);  // what testing::TempDir() reads
  const int status = RUN_ALL_TESTS();
  std::error_code ignored;
  std::filesystem::remove_all(folder, ignored);
  return status;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run_tests(argc, argv);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}

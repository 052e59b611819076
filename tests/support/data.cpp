#include "swell_test/test.h"

namespace swell_test {

std::filesystem::path source_folder() { return SWELL_SOURCE_DIR; }

std::filesystem::path data_folder() {
  if (const char* set = std::getenv("SWELL_DATA"); set != nullptr && *set != '\0') return set;
  return source_folder() / ".." / "shared" / "data";
}

namespace {

// Something that a test wants is not there: a failure where everything is required, else a line in the list.
void is_missing(const std::string& what, const std::string& source) {
  if (const char* required = std::getenv("SWELL_DATA_REQUIRED"); required != nullptr && std::string(required) == "1") {
    ADD_FAILURE() << "required and missing: " << what << " (" << source << ")";
    return;
  }
  if (const char* list = std::getenv("SWELL_SKIPPED_LIST"); list != nullptr && *list != '\0') {
    const auto* info = ::testing::UnitTest::GetInstance()->current_test_info();
    std::ofstream(list, std::ios::app) << (info ? std::string(info->test_suite_name()) + "." + info->name() : "?")
                                       << "  wants " << what << "  from " << source << '\n';
  }
}

}  // namespace

std::optional<std::filesystem::path> find_data(const std::string& relative, const std::string& repository) {
  std::filesystem::path path = data_folder() / relative;
  if (std::filesystem::exists(path)) return path;
  is_missing(relative, repository);
  return std::nullopt;
}

bool find_program(const std::string& command, const std::string& package) {
  if (std::system((command + " > /dev/null 2>&1").c_str()) == 0) return true;
  is_missing(command, "Debian's package " + package);
  return false;
}

}  // namespace swell_test

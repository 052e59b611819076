#include "swell_test/data.h"

#include <cstdlib>
#include <fstream>

namespace swell_test {

std::filesystem::path source_folder() { return SWELL_SOURCE_DIR; }

std::filesystem::path data_folder() {
  if (const char* set = std::getenv("SWELL_DATA"); set != nullptr && *set != '\0') return set;
  return source_folder() / ".." / "shared" / "data";
}

std::optional<std::filesystem::path> find_data(const std::string& relative, const std::string& repository) {
  std::filesystem::path path = data_folder() / relative;
  if (std::filesystem::exists(path)) return path;
  if (const char* required = std::getenv("SWELL_DATA_REQUIRED"); required != nullptr && std::string(required) == "1") {
    ADD_FAILURE() << "required data missing: " << path << " (public repository: " << repository << ")";
    return std::nullopt;
  }
  if (const char* list = std::getenv("SWELL_SKIPPED_LIST"); list != nullptr && *list != '\0') {
    const auto* info = ::testing::UnitTest::GetInstance()->current_test_info();
    std::ofstream(list, std::ios::app) << (info ? std::string(info->test_suite_name()) + "." + info->name() : "?")
                                       << "  wants " << relative << "  from " << repository << '\n';
  }
  return std::nullopt;
}

}  // namespace swell_test

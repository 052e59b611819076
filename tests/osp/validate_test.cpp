#include "swell/osp/validate.h"

#include "swell_test/test.h"

namespace swell::osp::validate_test {
namespace {

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts;
  std::istringstream stream(text);
  for (std::string part; std::getline(stream, part, separator);) {
    if (!part.empty()) parts.push_back(part);
  }
  return parts;
}

TEST(Validate, GivesTheStrictVerdictAndTheClassesOfEverySample) {
  SWELL_TEST_DATA(table, "osp/expected.tsv", "open-simulation-platform/osp-validator");
  std::ifstream stream(table);
  std::string line;
  std::getline(stream, line);
  int right = 0, all = 0;
  while (std::getline(stream, line)) {
    const std::vector<std::string> cells = split(line, '\t');
    ASSERT_GE(cells.size(), 6U) << line;
    ++all;
    const Report report = validate(table.parent_path() / cells[0]);
    std::string text;
    for (const Diagnostic& fault : report.faults) text += fault.text() + "\n";
    const std::vector<std::string> classes = report.classes();
    bool good = report.valid() == (cells[3] == "valid");
    EXPECT_TRUE(good) << cells[0] << " should be " << cells[3] << "\n" << text;
    std::vector<std::string> permitted = split(cells[5], ' ');
    for (const std::string& required : split(cells[4], ' ')) {
      if (required == "-") continue;
      const std::vector<std::string> choices = split(required, '|');
      permitted.insert(permitted.end(), choices.begin(), choices.end());
      const bool found = std::any_of(choices.begin(), choices.end(), [&](const std::string& c) {
        return std::find(classes.begin(), classes.end(), c) != classes.end();
      });
      EXPECT_TRUE(found) << cells[0] << " should report " << required << "\n" << text;
      good = good && found;
    }
    for (const Diagnostic& fault : report.faults) {
      if (fault.rule.empty()) continue;
      const bool fine = std::find(permitted.begin(), permitted.end(), fault.rule) != permitted.end();
      EXPECT_TRUE(fine) << cells[0] << " should not report " << fault.text();
      good = good && fine;
    }
    if (good) ++right;
  }
  EXPECT_EQ(right, all);
  EXPECT_GE(all, 88);
  RecordProperty("samples_right", right);
  RecordProperty("samples", all);
}

}  // namespace
}  // namespace swell::osp::validate_test

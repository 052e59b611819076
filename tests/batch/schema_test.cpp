// docs/study-schema.json is what the reader of studies does.
#include "swell/batch/study.h"
#include "swell_test/test.h"

namespace swell::batch::schema_test {
namespace {

namespace fs = std::filesystem;

const fs::path kSource = SWELL_SOURCE_DIR;

class StudySchemaAgainstReader : public ::testing::Test {
 protected:
  StudySchemaAgainstReader() {
    std::ofstream(folder_ / "table.csv") << "waves.height,waves.period\n1,6\n2,8\n";
    std::ofstream(folder_ / "scatter.csv") << "h,6,8\n1,10,20\n2,5,0\n";
  }

  bool reader_accepts(const std::string& text) const {
    try {
      read_study(written(text, "study.yaml"));
      return true;
    } catch (const InputError&) {
      return false;
    }
  }

  /// One verdict per study, by python3-jsonschema.
  std::string schema_accepts(const std::vector<std::string>& studies) const {
    std::string command = "python3 " + (kSource / "tests/support/schema_verdicts.py").string() + " " +
                          (kSource / "docs/study-schema.json").string() + " " + (folder_ / "verdicts").string();
    for (std::size_t i = 0; i < studies.size(); ++i)
      command += " " + written(studies[i], "study" + std::to_string(i) + ".yaml").string();
    EXPECT_EQ(std::system(command.c_str()), 0);
    return swell_test::contents(folder_ / "verdicts");
  }

  fs::path written(const std::string& text, const std::string& name) const {
    std::ofstream(folder_ / name) << "base: " << (kSource / "inputs/sphere/regular.yaml").string() << "\n" << text;
    return folder_ / name;
  }

  const fs::path folder_ = swell_test::fresh_folder("study-schema");
};

TEST_F(StudySchemaAgainstReader, both_accept_right_studies_and_refuse_wrong_ones) {
  SWELL_TEST_PROGRAM("python3 -c 'import jsonschema, yaml'", "python3-jsonschema, python3-yaml");
  const std::vector<std::pair<std::string, bool>> studies = {
      {"", true},
      {"axes: [{key: waves.height, values: [1, 2]}]", true},
      {"axes: [{key: waves.height, range: {from: 1, to: 2, count: 3}}]", true},
      {"axes: [{key: waves.height, range: {from: 1, to: 2, step: 0.5, spacing: linear}}]", true},
      {"axes: [{zip: [{key: waves.height, values: [1, 2]}, {key: waves.period, values: [6, 8]}]}]", true},
      {"axes: [{table: {file: table.csv}}]", true},
      {"axes: [{table: {headers: [waves.height], cases: [[1], [2]]}}]", true},
      {"axes: [{random: {count: 3, keys: {waves.height: {from: 1, to: 2, spacing: logarithmic}}}}]", true},
      {"axes: [{scatter: {file: scatter.csv}}]", true},
      {"axes: [{scatter: {heights: [1, 2], periods: [6, 8], probability: [[1, 2], [0, 3]], normalise: false}}]", true},
      {"seeds: 3\nseed: 7\nset: {simulation.duration: 5}", true},
      {"seeds: base", true},
      {"seeds: {until: {relative: 0.1, least: 2, most: 9}}", true},
      {"lengthen: {quantity: power, block: 20}", true},
      {"results: {statistics: wave.elevation, series: [ptos.*.power], whole_periods: false, from: 3}", true},
      {"power: {width: 10, hours: 8766, confidence: 0.9}", true},
      {"power: {rated_power: 3e5, efficiency: 0.8}", true},
      {"power: {rated_power: 3e5, efficiency: {share: [0, 0.5, 1], value: [0.2, 0.8, 0.9]}}", true},
      {"axes: [{scatter: {file: scatter.csv}}]\npower: {efficiency: {heights: [1, 2], periods: [6, 8], value: [[0.7, "
       "0.8], "
       "[0.8, 0.9]]}}",
       true},
      {"power: {rated_power: 0}", false},
      {"power: {efficiency: 1.2}", false},
      {"power: {efficiency: {share: [0, 1]}}", false},
      {"power: {rated_power: 1, efficiency: {share: [0, 1], value: [0.5, 2]}}", false},
      {"axis: []", false},
      {"axes: [{key: waves.height, valus: [1]}]", false},
      {"axes: [{key: waves.height, values: []}]", false},
      {"axes: [{key: waves.height}]", false},
      {"axes: [{key: waves.height, values: [1], range: {from: 1, to: 2, count: 2}}]", false},
      {"axes: [{key: waves.height, range: {from: 1, to: 2}}]", false},
      {"axes: [{key: waves.height, range: {from: 1, to: 2, count: 3, step: 1}}]", false},
      {"axes: [{random: {count: 0, keys: {waves.height: {from: 1, to: 2}}}}]", false},
      {"axes: [{random: {count: 2, method: sobol, keys: {waves.height: {from: 1, to: 2}}}}]", false},
      {"axes: [{scatter: {heights: [1], periods: [6], probability: [[-1]]}}]", false},
      {"seeds: 0", false},
      {"seeds: {count: 2, until: {relative: 0.1}}", false},
      {"seeds: {until: {confidence: 1.5}}", false},
      {"lengthen: {block: 0}", false},
      {"results: {spectrum_segment: -1}", false},
      {"power: {width: 0}", false},
  };
  std::vector<std::string> texts;
  for (const auto& [text, right] : studies) texts.push_back(text);
  const std::string verdicts = schema_accepts(texts);
  ASSERT_EQ(verdicts.size(), studies.size());
  for (std::size_t i = 0; i < studies.size(); ++i) {
    EXPECT_EQ(verdicts[i] == '1', studies[i].second) << "schema: " << texts[i];
    EXPECT_EQ(reader_accepts(texts[i]), studies[i].second) << "reader: " << texts[i];
  }
}

}  // namespace
}  // namespace swell::batch::schema_test

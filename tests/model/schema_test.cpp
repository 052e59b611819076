// What stands in docs/ is what the reader does.
#include "swell/model/schema.h"

#include <nlohmann/json.hpp>

#include "swell/components/registry.h"
#include "swell/model/choices.h"
#include "swell_test/case_support.h"
#include "swell_test/test.h"

namespace swell::model::schema_test {
namespace {

std::string contents(const std::filesystem::path& path) {
  std::ifstream in(path);
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

const std::filesystem::path kSource = SWELL_SOURCE_DIR;

std::string whole_schema() { return case_schema(components::Registry::built_in().described()); }

TEST(Docs, the_committed_schema_is_the_generated_one) {
  EXPECT_EQ(contents(kSource / "docs/case-schema.json"), whole_schema()) << "run: swell schema > docs/case-schema.json";
}

TEST(Docs, the_committed_reference_is_the_generated_one) {
  EXPECT_EQ(contents(kSource / "docs/case-file.md"), case_reference())
      << "run: swell schema --reference > docs/case-file.md";
}

TEST(Docs, the_committed_page_of_component_types_is_the_generated_one) {
  EXPECT_EQ(contents(kSource / "docs/component-types.md"), components::Registry::built_in().reference())
      << "run: swell schema --components > docs/component-types.md";
}

TEST(Docs, the_committed_table_of_choices_is_the_generated_one) {
  EXPECT_EQ(contents(kSource / "docs/choices.md"), choices_markdown())
      << "run: swell schema --choices > docs/choices.md";
}

TEST(Schema, knows_types_bounds_defaults_and_required_keys) {
  const auto schema = nlohmann::json::parse(whole_schema());
  const auto& simulation = schema["properties"]["simulation"];
  EXPECT_EQ(simulation["properties"]["duration"]["exclusiveMinimum"], 0);
  EXPECT_EQ(simulation["required"], nlohmann::json::array({"duration"}));
  EXPECT_EQ(simulation["additionalProperties"], false);
  EXPECT_EQ(schema["properties"]["environment"]["properties"]["gravity"]["default"], 9.81);
  EXPECT_EQ(schema["properties"]["waves"]["anyOf"][0]["oneOf"].size(), 6U);
  const auto& components = schema["properties"]["components"]["items"]["oneOf"];
  EXPECT_EQ(components.size(), components::Registry::built_in().types().size() + 1);
  for (const auto& form : components) {
    const bool library = !form["properties"]["type"].contains("const");  // its keys only the library knows
    EXPECT_EQ(form["additionalProperties"], library) << form["properties"]["type"];
  }
}

// The reader and the schema must agree on what is right and what is wrong.
class SchemaAgainstReader : public ::testing::Test {
 protected:
  /// Which of the files does the schema accept? YAML 1.2 numbers: PyYAML's own rule would read 1e6 as a text.
  std::vector<bool> accepts(const std::vector<std::filesystem::path>& files) const {
    const std::filesystem::path script = kSource / "tests/support/schema_verdicts.py";
    const std::filesystem::path verdicts = folder_.path / "verdicts";
    std::ofstream(folder_.path / "schema.json") << whole_schema();
    std::string command =
        "python3 " + script.string() + " " + (folder_.path / "schema.json").string() + " " + verdicts.string();
    for (const auto& file : files) command += " '" + file.string() + "'";
    EXPECT_EQ(std::system(command.c_str()), 0);
    std::vector<bool> result;
    for (const char verdict : contents(verdicts)) result.push_back(verdict == '1');
    return result;
  }

  std::filesystem::path text_file(const std::string& text) {
    auto path = folder_.path / ("case" + std::to_string(++texts_) + ".yaml");
    std::ofstream(path) << text;
    return path;
  }

  int texts_ = 0;
  CaseFolder folder_;
};

TEST_F(SchemaAgainstReader, both_accept_right_cases_and_refuse_wrong_ones) {
  SWELL_TEST_PROGRAM("python3 -c 'import jsonschema, yaml'", "python3-jsonschema, python3-yaml");
  std::vector<std::filesystem::path> files = {text_file(kContract), text_file(folder_.small("waves: [{type: none}]"))};
  const std::vector<const char*> wrong = {
      "waves: {type: regular, hieght: 2, period: 8}",
      "waves: {type: regular, height: -2, period: 8}",
      "waves: {type: regular, height: 2, period: 8, frequency: 1}",
      "waves: {type: reglar}",
      "waves: {type: irregular, peak_period: 8}",
      "moorings: [{name: m, type: matrx, body: buoy}]",
      "moorings: [{name: m, type: matrix, body: buoy, stifness: [1, 1, 1, 1, 1, 1]}]",
      "moorings: [{name: m, type: cable, body: buoy, stiffness: 1}]"};
  for (const char* line : wrong) {
    files.push_back(text_file(folder_.small(line)));
    EXPECT_FALSE(folder_.errors(folder_.small(line)).empty()) << line;
  }
  EXPECT_EQ(accepts(files), (std::vector<bool>{true, true, false, false, false, false, false, false, false, false}));
}

/// A component as a line of a case, wherever its ports lead: the schema knows keys, not connections.
TEST_F(SchemaAgainstReader, components_of_every_type_are_accepted_and_one_wrong_key_or_word_is_not) {
  SWELL_TEST_PROGRAM("python3 -c 'import jsonschema, yaml'", "python3-jsonschema, python3-yaml");
  std::vector<std::filesystem::path> files;
  const auto add = [&](const std::string& component) {
    files.push_back(text_file(folder_.small("components: [{name: x, " + component + "}]")));
  };
  const auto registry = components::Registry::built_in();
  for (const auto& type : registry.types()) {
    // An FMU's example would have to be a file beside the case: it has none of its own.
    const std::string example = type.name == "fmu" ? "file: controller.fmu, step: 0.01" : type.example;
    add("type: " + type.name + ", " + example);
    add("type: " + type.name + ", foo: 1, " + example);
    add("type: " + type.name + "x, " + example);
  }
  add("type: mine, library: own, anything: [1]");
  const std::vector<bool> verdicts = accepts(files);
  ASSERT_EQ(verdicts.size(), 3 * registry.types().size() + 1);
  for (std::size_t i = 0; i + 1 < verdicts.size(); ++i) EXPECT_EQ(verdicts[i], i % 3 == 0) << contents(files[i]);
  EXPECT_TRUE(verdicts.back());
}

TEST_F(SchemaAgainstReader, shipped_cases_are_accepted_by_the_schema) {
  SWELL_TEST_PROGRAM("python3 -c 'import jsonschema, yaml'", "python3-jsonschema, python3-yaml");
  const auto inputs = kSource / "inputs";
  ASSERT_TRUE(std::filesystem::exists(inputs)) << "the shipped cases are missing: " << inputs;
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(inputs)) {
    // A study of the batch library is no case, nor is a device of which `swell bem` makes hydrodynamics.
    if (entry.path().extension() != ".yaml") continue;
    const std::string text = contents(entry.path());
    if (text.find("\nbodies:") != std::string::npos && text.find("\nfrequencies:") == std::string::npos)
      files.push_back(entry.path());
  }
  const std::vector<bool> verdicts = accepts(files);
  ASSERT_EQ(verdicts.size(), files.size());
  for (std::size_t i = 0; i < files.size(); ++i) EXPECT_TRUE(verdicts[i]) << files[i];
}

}  // namespace
}  // namespace swell::model::schema_test

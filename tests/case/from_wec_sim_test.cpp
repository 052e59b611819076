// docs/from-wec-sim.md sends a reader to keys of the case file: they must be there.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>
#include <sstream>

#include "case_support.h"
#include "swell/case/schema.h"

namespace swell::model {
namespace {

std::string page() {
  std::ifstream in(std::filesystem::path(SWELL_SOURCE_DIR) / "docs/from-wec-sim.md");
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

/// Every dotted path of the schema, items of lists and variants of a type under the key that holds them.
void collect(const nlohmann::json& schema, const std::string& at, std::set<std::string>& keys) {
  if (schema.is_array()) {
    for (const auto& part : schema) collect(part, at, keys);
    return;
  }
  if (!schema.is_object()) return;
  for (const char* inner : {"items", "anyOf", "oneOf"}) {
    if (schema.contains(inner)) collect(schema[inner], at, keys);
  }
  if (!schema.contains("properties")) return;
  for (const auto& [name, part] : schema["properties"].items()) {
    const std::string key = at.empty() ? name : at + "." + name;
    keys.insert(key);
    collect(part, key, keys);
  }
}

TEST(FromWecSim, EveryKeyOfTheRightColumnsIsOneOfTheCaseFile) {
  std::set<std::string> keys;
  collect(nlohmann::json::parse(case_schema()), "", keys);
  ASSERT_EQ(keys.count("bodies.hydro_data.sets.mass"), 1U) << "the schema is read as it is nested";

  std::istringstream lines(page());
  std::string line;
  const std::regex key(
      "`((?:simulation|environment|waves|hydrodynamics|bodies|joints|ptos|moorings|output)[.][a-z_.]+)");
  int found = 0;
  while (std::getline(lines, line)) {
    if (line.rfind("| ", 0) != 0) continue;
    const std::string right = line.substr(line.find(" | ") + 1);
    for (auto i = std::sregex_iterator(right.begin(), right.end(), key); i != std::sregex_iterator(); ++i, ++found)
      EXPECT_EQ(keys.count((*i)[1]), 1U) << (*i)[1] << " in: " << line;
  }
  EXPECT_GT(found, 70);
}

TEST(FromWecSim, TheCaseOfThePageReadsAndMeansTheRm3OfTheInputFileBesideIt) {
  const std::string text = page();
  const std::size_t begin = text.find("```yaml\n") + 8;
  const CaseFolder folder;
  const Model model = folder.read(text.substr(begin, text.find("```", begin) - begin));
  EXPECT_EQ(model.simulation.duration, 400.0);
  ASSERT_EQ(model.bodies.size(), 2U);
  ASSERT_EQ(model.ptos.size(), 1U);
  EXPECT_EQ(model.ptos[0].damping, 1.2e6);
  EXPECT_EQ(model.ptos[0].base, "spar");
}

}  // namespace
}  // namespace swell::model

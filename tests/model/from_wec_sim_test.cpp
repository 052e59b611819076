// docs/from-wec-sim.md sends a reader to keys of the case file: they must be there.
#include <nlohmann/json.hpp>
#include <regex>

#include "swell/model/schema.h"
#include "swell/model/wec_sim_names.h"
#include "swell_test/case_support.h"
#include "swell_test/test.h"

namespace swell::model::from_wec_sim_test {
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
  collect(nlohmann::json::parse(case_schema({})), "", keys);
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

/// Table rows of the page that have the text as a word of its own.
std::vector<std::string> rows_with(const std::string& word) {
  std::istringstream lines(page());
  std::vector<std::string> rows;
  const std::regex whole("(^|[^A-Za-z0-9])" + word + "($|[^A-Za-z0-9])");
  for (std::string line; std::getline(lines, line);) {
    if (line.rfind("| ", 0) == 0 && std::regex_search(line, whole)) rows.push_back(line);
  }
  return rows;
}

TEST(FromWecSim, WhatMessagesSayOfANameIsWhatThePageSays) {
  for (const WecSimName& name : wec_sim_names()) {
    // The page writes a word as `waves: {type: regular}`, and a mooring's keys without their list.
    const bool last = !name.word.empty() || name.under == "moorings";
    const std::string key = last ? name.key.substr(name.key.rfind('.') + 1) : name.key;
    EXPECT_THAT(rows_with(name.name),
                ::testing::Contains(::testing::AllOf(::testing::HasSubstr(key), ::testing::HasSubstr(name.word))))
        << name.name;
  }
}

TEST(FromWecSim, EveryPropertyOfThePageThatIsAKeyHereIsTranslated) {
  std::istringstream lines(page());
  const std::regex property("`([A-Za-z][A-Za-z0-9]*)`"), key("`((?:[a-z_]+[.])+([a-z_]+))[:`]");
  int found = 0;
  for (std::string line; std::getline(lines, line);) {
    if (line.rfind("| `", 0) != 0) continue;
    const std::size_t bar = line.find(" | ");
    const std::string left = line.substr(0, bar), right = line.substr(bar);
    std::set<std::string> own;  // what is called the same here needs no word
    for (auto i = std::sregex_iterator(right.begin(), right.end(), key); i != std::sregex_iterator(); ++i)
      own.insert((*i)[2]);
    if (own.empty()) continue;
    for (auto i = std::sregex_iterator(left.begin(), left.end(), property); i != std::sregex_iterator(); ++i, ++found) {
      const std::string name = (*i)[1];
      if (own.count(name) > 0 || name == "nonHydro" || name == "cableClass") continue;  // these are no key each
      bool known = false;
      for (const WecSimName& row : wec_sim_names()) known = known || row.name == name;
      EXPECT_TRUE(known) << name << " in: " << line;
    }
  }
  EXPECT_GT(found, 30);
}

TEST(FromWecSim, NamesOfWecSimInACaseAreAnsweredWithOurs) {
  using ::testing::ElementsAre;
  using ::testing::HasSubstr;
  const CaseFolder folder;
  EXPECT_THAT(
      folder.errors("simulation: {endTime: 10, dt: 0.1, rampTime: 1, gravity: 9.8, solver: ode4}\nbodies:\n"
                    "  - {name: a, mass: 1, inertia: [1, 1, 1], center_of_gravity: [0, 0, 0], h5File: x.h5}\n"),
      ElementsAre("case.yaml:1:14: unknown key simulation.endTime; WEC-Sim's endTime is simulation.duration here",
                  "case.yaml:1:27: unknown key simulation.dt; WEC-Sim's dt is simulation.time_step here",
                  HasSubstr("WEC-Sim's rampTime is simulation.ramp here"),
                  HasSubstr("WEC-Sim's gravity is environment.gravity here"),
                  HasSubstr("WEC-Sim's solver is simulation.integrator here"),
                  HasSubstr("WEC-Sim's h5File is bodies.hydro_data.file here")));
  EXPECT_THAT(folder.errors(folder.small("waves: {type: elevationImport, height: 2, period: 8}")),
              ElementsAre(HasSubstr("; WEC-Sim's elevationImport is type: imported-elevation here")));
  EXPECT_THAT(
      folder.errors(folder.small("waves: {type: irregular, significant_height: 2, peak_period: 8, spectrum: JS}")),
      ElementsAre(HasSubstr("; WEC-Sim's JS is spectrum: jonswap here")));
  EXPECT_THAT(folder.errors("simulation: {duration: 10, time_step: 0.1, integrator: ode45}\nbodies:\n"
                            "  - {name: a, mass: 1, inertia: [1, 1, 1], hydro_data: {file: rm3.h5, body: 1}, "
                            "geometry: float.stl, nonlinear_hydro: 2}\n"),
              ElementsAre(HasSubstr("; WEC-Sim's ode45 is integrator: dopri5 here"),
                          HasSubstr("; WEC-Sim's 2 is nonlinear_hydro: instantaneous here")));
}

}  // namespace
}  // namespace swell::model::from_wec_sim_test

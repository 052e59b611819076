// modelDescription.xml: what is written is read again, and what is wrong is named with its line.
#include "swell/fmi/description.h"

#include "swell_test/test.h"
#include "units.h"

namespace swell::fmi::description_test {
namespace {

class EachVersion : public ::testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(Fmi, EachVersion, ::testing::Values(2, 3));

TEST_P(EachVersion, WhatIsWrittenIsReadAgain) {
  const Description d = swell_test::lag_description(GetParam());
  const Description r = read_description(write_description(d), "file");
  EXPECT_EQ(r.version, d.version);
  EXPECT_EQ(r.token, "{lag}");
  ASSERT_TRUE(r.co_simulation);
  EXPECT_EQ(r.co_simulation->identifier, "lag");
  EXPECT_TRUE(r.co_simulation->variable_step);
  EXPECT_EQ(r.outputs, d.outputs);
  ASSERT_EQ(r.units.size(), 2U);
  EXPECT_EQ(r.units[0].exponents, d.units[0].exponents);
  EXPECT_EQ(r.units[0].factor, 1e5);
  ASSERT_EQ(r.variables.size(), d.variables.size());
  for (std::size_t i = 0; i < d.variables.size(); ++i) {
    const Variable &a = d.variables[i], &b = r.variables[i];
    EXPECT_EQ(std::tie(a.name, a.reference, a.type, a.causality, a.variability, a.initial, a.unit, a.start, a.minimum),
              std::tie(b.name, b.reference, b.type, b.causality, b.variability, b.initial, b.unit, b.start, b.minimum));
  }
  EXPECT_EQ(write_description(r), write_description(d));
}

TEST_P(EachVersion, EquationsAreWrittenAndReadAgain) {
  Description d = swell_test::equations_description(GetParam(), "ball");
  d.model_exchange->completed_step_needed = false;
  const Description r = read_description(write_description(d), "file");
  ASSERT_TRUE(r.model_exchange);
  EXPECT_FALSE(r.co_simulation);
  EXPECT_FALSE(r.model_exchange->completed_step_needed);
  EXPECT_EQ(r.derivatives, d.derivatives);
  EXPECT_EQ(r.variables[r.derivatives[1]].derivative, d.variables[d.derivatives[1]].derivative);
  EXPECT_EQ(r.output_needs, d.output_needs);
  EXPECT_EQ(r.event_indicators, 1U);
  EXPECT_EQ(r.indicators, d.indicators);
}

std::string message(const std::string& text) {
  return swell_test::refusal_of([&] { read_description(text, "file"); }, "read");
}

TEST(Description, WhatIsWrongIsNamed) {
  EXPECT_THAT(message("<a>"), HasSubstr("is not XML"));
  EXPECT_THAT(message("<a/>"), HasSubstr("not fmiModelDescription"));
  EXPECT_THAT(message("<fmiModelDescription fmiVersion=\"1.0\"/>"), HasSubstr("FMI 2.0 and 3.0"));
  EXPECT_THAT(message("<fmiModelDescription fmiVersion=\"2.0\"/>"), HasSubstr("none of CoSimulation, ModelExchange"));
  EXPECT_THAT(message("<fmiModelDescription fmiVersion=\"2.0\"><CoSimulation modelIdentifier=\"../evil\"/>"
                      "</fmiModelDescription>"),
              HasSubstr("'../evil' is not a name of a library"));
  const std::string head = "<fmiModelDescription fmiVersion=\"2.0\"><CoSimulation modelIdentifier=\"a\"/>\n";
  const std::string faults =
      message(head +
              "<ModelVariables>\n<ScalarVariable name=\"x\" valueReference=\"-1\"><Real min=\"low\"/>"
              "</ScalarVariable>\n<ScalarVariable name=\"x\" valueReference=\"1\" causality=\"outputt\"><Real/>"
              "</ScalarVariable></ModelVariables>\n<ModelStructure><Outputs><Unknown index=\"3\"/></Outputs>"
              "</ModelStructure></fmiModelDescription>");
  for (const char* part :
       {"file:3: ", "'-1' is not a reference", "'low' is not a number", "'outputt' is not in the standard",
        "two variables are named x", "index = 3 is not a variable: there are 2"})
    EXPECT_THAT(faults, HasSubstr(part));
}

// Entities of a document type are neither expanded nor fetched: text stays as it is, at once.
TEST(Description, ADocumentTypeHasNoEffect) {
  std::string bomb = "<?xml version=\"1.0\"?><!DOCTYPE d [<!ENTITY a \"0123456789\">";
  for (char c = 'b'; c < 'z'; ++c)
    bomb += std::string("<!ENTITY ") + c + " \"&" + static_cast<char>(c - 1) + ";&" + static_cast<char>(c - 1) + ";\">";
  bomb +=
      "<!ENTITY f SYSTEM \"file:///etc/passwd\">]><fmiModelDescription fmiVersion=\"2.0\" modelName=\"&y;&f;\">"
      "<CoSimulation modelIdentifier=\"a\"/></fmiModelDescription>";
  EXPECT_EQ(read_description(bomb, "file").model, "&y;&f;");
}

}  // namespace
}  // namespace swell::fmi::description_test

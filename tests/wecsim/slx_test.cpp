#include "swell/wecsim/slx.h"

#include "swell_test/slx_model.h"
#include "swell_test/test.h"

namespace swell::wecsim::slx_test {
namespace {

namespace fs = std::filesystem;
using swell_test::block;

fs::path file(const char* name) { return fs::temp_directory_path() / (std::string("swell_wecsim_") + name); }

const std::string kInner = block("Gain", "K", 3, {{"Gain", "2"}}) + block("Outport", "out", 4);
const std::string kLines =
    "<Line LineType=\"Connection\"><P Name=\"Src\">1#rconn:1</P><Branch ConnectType=\"DEST_DEST\"><P "
    "Name=\"Src\">5#lconn:1</P></Branch>"
    "<Branch><Branch><P Name=\"Dst\">6#rconn:1</P></Branch></Branch></Line><Line><P Name=\"Src\">2#out:1</P><P "
    "Name=\"Dst\">5#in:1</P></Line>";

void expect_the_model(const SlxModel& model) {
  ASSERT_EQ(model.root.blocks.size(), 2U);
  EXPECT_EQ(model.root.blocks[0].source,
            "WECSim_Lib_PTOs/Translational PTO Actuation Force");  // a line break in the name is a space
  EXPECT_EQ(model.root.blocks[0].parameter("pto"), "pto(1)");
  ASSERT_TRUE(model.root.blocks[1].system);
  EXPECT_EQ(model.root.blocks[1].system->blocks[0].path, "Control/K");
  ASSERT_EQ(model.root.lines.size(), 2U);
  EXPECT_EQ(model.root.lines[0].ends.size(), 3U);
  EXPECT_TRUE(model.root.lines[0].physical);
  EXPECT_EQ(model.root.lines[1].source.block, "2");
}

TEST(Slx, BothLayoutsAreTheSameModel) {
  const std::string joint =
      swell_test::library_block("WECSim_Lib_PTOs/Translational PTO&#xA;Actuation Force", "PTO", 1, "pto", "pto(1)");
  swell_test::write_nested_slx(
      file("nested.slx"), joint + block("SubSystem", "Control", 2, {}, "<System>" + kInner + "</System>") + kLines);
  expect_the_model(read_slx(file("nested.slx")));
  swell_test::write_split_slx(
      file("split.slx"),
      {{"system_root", joint + block("SubSystem", "Control", 2, {}, "<System Ref=\"system_2\"/>") + kLines},
       {"system_2", kInner}});
  expect_the_model(read_slx(file("split.slx")));
}

TEST(Slx, AnUnlinkedCopyNamesItsAncestorAndItsMaskTheObject) {
  swell_test::write_nested_slx(
      file("copy.slx"),
      block("SubSystem", "Rigid Body", 1, {{"AncestorBlock", "WECSim_Lib/Body Elements/Rigid Body"}},
            "<Mask><MaskParameter Name=\"body\" Type=\"edit\"><Value>body(3)</Value></MaskParameter></Mask><System/>"));
  const SlxModel model = read_slx(file("copy.slx"));
  EXPECT_FALSE(model.root.blocks[0].linked);
  EXPECT_EQ(model.root.blocks[0].source, "WECSim_Lib/Body Elements/Rigid Body");
  EXPECT_EQ(model.root.blocks[0].parameter("body"), "body(3)");
}

TEST(Slx, NumbersOfPortsStandInEitherForm) {
  swell_test::write_nested_slx(file("ports.slx"),
                               block("Mux", "old", 1, {{"Ports", "[2, 1, 0, 0, 0, 1]"}}) +
                                   block("Mux", "new", 2, {}, "<PortCounts in=\"2\" out=\"1\" lconn=\"1\"/>"));
  const SlxModel model = read_slx(file("ports.slx"));
  for (const SlxBlock& b : model.root.blocks) {
    ASSERT_GE(b.ports.size(), 6U) << b.name;
    EXPECT_EQ(b.ports[0], 2) << b.name;
    EXPECT_EQ(b.ports[1], 1) << b.name;
    EXPECT_EQ(b.ports[5], 1) << b.name;
  }
}

TEST(Slx, FunctionsOfMatlabAreFoundByTheirBlock) {
  const std::string chart =
      "<chart id=\"1\"><P Name=\"name\">Control/f</P><Children><state><eml><P Name=\"script\">function y = f(u)&#xA;y "
      "= u;</P></eml></state></Children></chart>";
  swell_test::write_split_slx(file("chart.slx"), {{"system_root", ""}}, {{"simulink/stateflow/chart_1.xml", chart}});
  EXPECT_THAT(read_slx(file("chart.slx")).scripts.at("Control/f"), HasSubstr("y = u;"));
}

std::string refusal(const fs::path& path) {
  return swell_test::refusal_of([&] { read_slx(path); }, "(none)");
}

TEST(Slx, DamagedAndHostileFilesAreRefused) {
  EXPECT_THAT(refusal(file("absent.slx")), HasSubstr("does not exist"));
  std::ofstream(file("text.slx")) << "no zip";
  EXPECT_THAT(refusal(file("text.slx")), HasSubstr("is not a Simulink model"));
  swell_test::write_zip(file("other.slx"), {{"xl/workbook.xml", "<x/>"}});
  EXPECT_THAT(refusal(file("other.slx")), HasSubstr("holds no simulink/blockdiagram.xml"));
  swell_test::write_zip(file("half.slx"), {{"simulink/blockdiagram.xml", "<ModelInformation><Model><System>"}});
  EXPECT_THAT(refusal(file("half.slx")), HasSubstr("is damaged at simulink/blockdiagram.xml"));
  swell_test::write_split_slx(file("lacks.slx"),
                              {{"system_root", block("SubSystem", "A", 1, {}, "<System Ref=\"system_9\"/>")}});
  EXPECT_THAT(refusal(file("lacks.slx")), HasSubstr("lacks its part system_9"));
  swell_test::write_split_slx(file("itself.slx"),
                              {{"system_root", block("SubSystem", "A", 1, {}, "<System Ref=\"system_root\"/>")}});
  EXPECT_THAT(refusal(file("itself.slx")), HasSubstr("holds itself"));
  swell_test::write_zip(file("bomb.slx"), {{"simulink/blockdiagram.xml", std::string(100U << 20U, ' ')}});
  EXPECT_THAT(refusal(file("bomb.slx")), HasSubstr("more than a model holds"));
  std::string deep;
  for (int i = 0; i < 1000; ++i) deep += "<Branch>";
  for (int i = 0; i < 1000; ++i) deep += "</Branch>";
  swell_test::write_nested_slx(file("deep.slx"), "<Line>" + deep + "</Line>");
  EXPECT_THAT(refusal(file("deep.slx")), HasSubstr("branches of branches"));
  // entities of a document type are not expanded: they stay the text that they are
  swell_test::write_zip(
      file("entities.slx"),
      {{"simulink/blockdiagram.xml", "<!DOCTYPE a [<!ENTITY b \"xxxxxxxxxx\">]><ModelInformation><Model><System>" +
                                         block("Gain", "&b;&b;", 1) + "</System></Model></ModelInformation>"}});
  EXPECT_EQ(read_slx(file("entities.slx")).root.blocks[0].name, "&b;&b;");
}

TEST(Slx, EveryTruncationIsRefused) {
  swell_test::write_split_slx(file("whole.slx"), {{"system_root", kInner + kLines}});
  std::ifstream in(file("whole.slx"), std::ios::binary);
  std::stringstream all;
  all << in.rdbuf();
  for (std::size_t n = 0; n < all.str().size(); n += 7) {
    std::ofstream(file("cut.slx"), std::ios::binary) << all.str().substr(0, n);
    EXPECT_NE(refusal(file("cut.slx")), "(none)") << n;
  }
}

}  // namespace
}  // namespace swell::wecsim::slx_test

#include "swell/osp/functions.h"

#include <gtest/gtest.h>

#include "swell/osp/export.h"
#include "swell/system/system.h"

namespace swell::osp {
namespace {

system::PortSpec port(const std::string& name, int width, const std::string& unit, const std::string& frame) {
  system::PortSpec spec;
  spec.name = name;
  spec.width = width;
  spec.unit = unit;
  spec.frame = frame;
  return spec;
}

class Source : public system::Component {
 public:
  Source(std::string name, system::PortSpec spec, std::vector<double> value)
      : Component(std::move(name), "source"), spec_(std::move(spec)), value_(std::move(value)) {}
  void declare(system::Declaration& d) override {
    d.output(spec_, {},
             [this](const system::Evaluation&, double* out) { std::copy(value_.begin(), value_.end(), out); });
  }

 private:
  system::PortSpec spec_;
  std::vector<double> value_;
};

class Sink : public system::Component {
 public:
  Sink(std::string name, system::PortSpec spec) : Component(std::move(name), "sink"), spec_(std::move(spec)) {}
  void declare(system::Declaration& d) override {
    const system::Input in = d.input(spec_);
    d.output(port("value", spec_.width, spec_.unit, spec_.frame), {in},
             [in, this](const system::Evaluation& e, double* out) {
               std::copy(e.input(in), e.input(in) + spec_.width, out);
             });
  }

 private:
  system::PortSpec spec_;
};

std::vector<double> value(system::Graph&& graph, const std::string& address, int width) {
  system::System system = std::move(graph).compile({address}, connection_rule);
  const std::vector<double> state = system.initialize(0.0);
  system.observe(0.0, state.data());
  const double* v = system.value(address);
  return {v, v + width};
}

FrameTree frames() {
  FrameTree tree;
  Frame point, ned, hull;
  point.name = "point";
  point.p_PF = Vector3(1.0, 0.0, 0.0);
  ned.name = "ned";
  ned.R_PF = z_up_to_z_down().R;
  hull.name = "hull";
  hull.moving = true;
  tree.add(point);
  tree.add(ned);
  tree.add(hull);
  return tree;
}

TEST(Functions, AWrenchAtAPointZUpFeedsALoadAtTheOriginZDown) {
  const auto out = port("force", 6, "N, N m", "point"), in = port("load", 6, "N, N m", "ned");
  system::Graph graph;
  graph.emplace<Source>("line", out, std::vector<double>{1, 2, 3, 4, 5, 6});
  graph.emplace<Sink>("body", in);
  Diagnostics diagnostics;
  join(graph, out, "line.force", in, "body.load", frames(), {}, diagnostics);
  EXPECT_EQ(texts(diagnostics.warnings()),
            std::vector<std::string>{"warning: line.force in 'point' is carried to body.load in "
                                     "'ned': turned between z up and z down, moved by (1, 0, 0) "
                                     "m"});
  EXPECT_EQ(value(std::move(graph), "body.value", 6), (std::vector<double>{1, -2, -3, 4, -2, -8}));
}

TEST(Functions, UnitsAreConvertedBehindTheFrameConversionToo) {
  const auto out = port("force", 3, "kN", "world"), in = port("load", 3, "N", "ned");
  system::Graph graph;
  graph.emplace<Source>("line", out, std::vector<double>{1, 2, 3});
  graph.emplace<Sink>("body", in);
  Diagnostics diagnostics;
  join(graph, out, "line.force", in, "body.load", frames(), {}, diagnostics);
  EXPECT_EQ(value(std::move(graph), "body.value", 3), (std::vector<double>{1000, -2000, -3000}));
}

TEST(Functions, TheInterfaceOfASystemIsItsOutputsAndItsOpenInputsAndIsValidAsAFile) {
  system::Graph graph;
  graph.emplace<Source>("line", port("force", 6, "N, N m", "world"), std::vector<double>(6, 0.0));
  graph.emplace<Sink>("meter", port("in", 6, "N, N m", "world"));
  graph.emplace<Source>("odd", port("value", 2, "m or rad", ""), std::vector<double>(2, 0.0));
  graph.connect("line.force", "meter.in");
  const system::System system = std::move(graph).compile({}, connection_rule);
  Diagnostics diagnostics;
  const std::vector<Group> groups = interface_of(system.describe(), diagnostics);
  ASSERT_EQ(groups.size(), 3U);
  EXPECT_EQ(texts(diagnostics.warnings()),
            std::vector<std::string>{"warning: odd.value: unit m or rad cannot be written and is left out"});
  const std::string text = write_model_description(groups);
  EXPECT_NE(text.find("<Torque name=\"line.force.angular\">"), std::string::npos) << text;
}

TEST(Functions, WhatCannotBeCarriedOverIsRefused) {
  system::Graph graph;
  Diagnostics diagnostics;
  join(graph, port("v", 3, "m/s", "point"), "a.v", port("v", 3, "m/s", "world"), "b.v", frames(), {}, diagnostics);
  join(graph, port("F", 3, "N", "hull"), "a.F", port("F", 3, "N", "world"), "b.F", frames(), {}, diagnostics);
  ASSERT_EQ(diagnostics.list().size(), 2U);
  EXPECT_EQ(diagnostics.list()[0].text(),
            "X_Frame: a.v is in frame 'point', b.v in 'world': a value of width 3 in m/s cannot be carried over by "
            "itself; join wrenches, twists, positions, or vectors about the same point");
  EXPECT_EQ(
      diagnostics.list()[1].text(),
      "X_Frame: a.F is in frame 'hull', b.F in 'world': no constant change leads from one to the other; carry it to "
      "'world' first, by a component whose ports say so");
}

}  // namespace
}  // namespace swell::osp

#include "swell/osp/functions.h"

#include <gtest/gtest.h>

#include "swell/osp/export.h"
#include "swell/system/system.h"
#include "swell_test/port.h"

namespace swell::osp::functions_test {
namespace {

using swell_test::port;

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

/// What arrives at body.load from line.force.
std::vector<double> carried(const system::PortSpec& out, const system::PortSpec& in, const std::vector<double>& values,
                            Diagnostics& diagnostics) {
  system::Graph graph;
  graph.emplace<Source>("line", out, values);
  graph.emplace<Sink>("body", in);
  const auto source = carry(graph, out, "line.force", in, "body.load", {"hull"}, {}, diagnostics);
  if (!source) return {};
  graph.connect(*source, "body.load");
  return value(std::move(graph), "body.value", out.width);
}

TEST(Functions, AWrenchZUpFeedsALoadZDown) {
  Diagnostics diagnostics;
  EXPECT_EQ(carried(port("force", 6, "N, N m", "world"), port("load", 6, "N, N m", "world-down"), {1, 2, 3, 4, 5, 6},
                    diagnostics),
            (std::vector<double>{1, -2, -3, 4, -5, -6}));
  ASSERT_EQ(diagnostics.list().size(), 1U);
  EXPECT_EQ(diagnostics.list()[0].code, "frame-turned");
  // Units are converted behind it.
  EXPECT_EQ(carried(port("force", 3, "kN", "world-down"), port("load", 3, "N", "world"), {1, 2, 3}, diagnostics),
            (std::vector<double>{1000, -2000, -3000}));
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
  for (const auto& [unit, frame] : {std::pair("rad", "world-down"), {"N", "hull"}, {"N", "hul"}, {"N", "joint"}}) {
    Diagnostics diagnostics;
    EXPECT_TRUE(carried(port("F", 3, unit, frame), port("F", 3, unit, "world"), {1, 2, 3}, diagnostics).empty());
    ASSERT_EQ(diagnostics.list().size(), 1U);
    EXPECT_EQ(diagnostics.list()[0].rule, "X_Frame") << unit << frame;
  }
}

}  // namespace
}  // namespace swell::osp::functions_test

// Structural checks before the run (N7), each naming the components, and names of ports and variables.
#include "swell/network/network.h"
#include "support.h"
#include "swell/network/tube.h"
#include "swell/network/vessel.h"
#include "swell_test/test.h"

namespace swell::network::testing::network_test {
namespace {

std::string message(const std::function<void()>& f) {
  return swell_test::refusal_of([&] { f(); }, "no error");
}

constexpr Domain kOil = Domain::hydraulic;

class OneResidualTooFew final : public Component {
 public:
  Spec spec() const override {
    Spec s;
    s.terminals = {{"a"}, {"b"}};
    s.terminals[0].anchored = true;
    s.residuals = {"only one"};
    return s;
  }
  void evaluate(const Point& at, double* residual, double*) const override { residual[0] = at.over[0] - at.over[1]; }
};

TEST(StructuralCheck, MistakesNameTheComponents) {
  const struct {
    std::vector<const char*> named;
    void (*make)(Circuit&);
  } rows[] = {
      {{"terminal line.b is unconnected"},
       [](Circuit& c) {
         c.add("tank", capacity(kOil, 1e-11, 0.0)).add("line", resistance(kOil, 1.0)).connect({"tank.port", "line.a"});
       }},
      {{"no terminal named tank.prot to connect; did you mean tank.port?"},
       [](Circuit& c) {
         c.add("tank", capacity(kOil, 1e-11, 0.0)).add("line", resistance(kOil, 1.0)).connect({"tank.prot", "line.a"});
       }},
      {{"terminals tank.port (hydraulic), wheel.port (rotational) are of different domains"},
       [](Circuit& c) {
         c.add("tank", capacity(kOil, 1e-11, 0.0))
             .add("wheel", capacity(Domain::rotational, 1.0, 0.0))
             .connect({"tank.port", "wheel.port"});
       }},
      {{"bottle holds a gas of 0.169 kg/m^3 and line"},
       [](Circuit& c) {
         TubeParameters air;
         air.length = 1.0;
         air.diameter = 0.01;
         air.density = kStandardAirDensity;
         c.add("bottle", gas_vessel({0.02, 0.169, 2e5}))
             .add("line", tube(Domain::pneumatic, air))
             .add("end", gas_vessel({0.02, 0.169, 1e5}))
             .connect({"bottle.port", "line.a"})
             .connect({"line.b", "end.port"});
       }},
      {{"nothing fixes the pressure in the part made of pump, line, sink"},
       [](Circuit& c) {
         c.add("pump", through_source(kOil, 1e-3))
             .add("line", resistance(kOil, 1e9))
             .add("sink", through_source(kOil, -1e-3))
             .add("tank", capacity(kOil, 1e-11, 0.0))
             .add("drain", over_source(kOil, 0.0))
             .add("leak", resistance(kOil, 1e9))
             .connect({"pump.port", "line.a"})
             .connect({"line.b", "sink.port"})
             .connect({"tank.port", "leak.a"})
             .connect({"leak.b", "drain.port"});
       }},
      {{"pump.port, other.port each impose the volume flow of one node"},
       [](Circuit& c) {
         c.add("pump", through_source(kOil, 1e-3))
             .add("other", through_source(kOil, 1e-3))
             .connect({"pump.port", "other.port"});
       }},
      {{"one.port, two.port each impose the pressure of one node"},
       [](Circuit& c) {
         c.add("one", over_source(kOil, 0.0)).add("two", over_source(kOil, 1e5)).connect({"one.port", "two.port"});
       }},
      {{"over-determined", "left", "right", "gear"},
       [](Circuit& c) {
         // Two gears of ratio 2 around one shaft pair, both ends held: four equations for three speeds.
         c.add("left", over_source(Domain::rotational, 1.0))
             .add("right", over_source(Domain::rotational, 2.0))
             .add("gear", transformer(Domain::rotational, Domain::rotational, 2.0))
             .connect({"left.port", "gear.a"})
             .connect({"gear.b", "right.port"});
       }},
      {{"not square because of odd (1 residuals for 2 unknowns)"},
       [](Circuit& c) {
         c.add("odd", OneResidualTooFew()).add("drain", over_source(kOil, 0.0)).add("tank", capacity(kOil, 1.0, 0.0));
         c.connect({"odd.a", "drain.port"}).connect({"odd.b", "tank.port"});
       }},
      {{"line.a", "line.b", "other.a", "other.b"},
       [](Circuit& c) { c.add("line", resistance(kOil, 1.0)).add("other", resistance(kOil, 1.0)); }},
      {{"two components named tank"},
       [](Circuit& c) { c.add("tank", capacity(kOil, 1.0, 0.0)).add("tank", capacity(kOil, 1.0, 0.0)); }}};
  for (const auto& row : rows) {
    Circuit c;
    row.make(c);
    const std::string text = message([&] { c.build(); });
    for (const char* word : row.named) EXPECT_THAT(text, HasSubstr(word));
  }
}

TEST(Components, RefuseParametersThatMakeNoSense) {
  EXPECT_THAT(message([] { capacity(kOil, 0.0, 0.0); }), HasSubstr("network capacity = 0 must be above 0"));
  EXPECT_THAT(message([] {
                controlled_orifice({Domain::pneumatic, -1.0});
              }),
              HasSubstr("orifice: area = -1 m^2 must not be below 0"));
  EXPECT_THAT(message([] {
                gas_accumulator({-1.0, 1e7});
              }),
              HasSubstr("gas accumulator: volume = -1 m^3 must be above 0"));
}

}  // namespace
}  // namespace swell::network::testing::network_test

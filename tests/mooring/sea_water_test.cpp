#include "swell/mooring/sea_water.h"

#include "swell_test/test.h"

namespace swell::mooring::sea_water_test {
namespace {

// A current without waves.
class CurrentWater : public WaterMotion {
 public:
  explicit CurrentWater(const waves::Current& current) : current_(current) {}
  void at(double, const Vector3& p_W, Vector3& velocity, Vector3& acceleration) const override {
    velocity = current_.velocity(p_W.z());
    acceleration.setZero();
  }

 private:
  const waves::Current& current_;
};

TEST(SeaWater, GivesWavesAndCurrentTogether) {
  waves::SeaSettings settings;
  settings.current.law = waves::UniformCurrent{0.5, 0.0};
  settings.current.ramped = false;
  const waves::SeaState still = waves::make_sea_state({}, settings);
  const SeaWater water(still);
  Vector3 v, a;
  water.at(1.0, Vector3(0.0, 0.0, -5.0), v, a);
  EXPECT_EQ(v, Vector3(0.5, 0.0, 0.0));
  EXPECT_EQ(a, Vector3(0.0, 0.0, 0.0));
}

TEST(SeaWater, ACurrentLeansAHeavyLineToTheAngleOfDragOverWeight) {
  // A straight line that hangs free in a uniform stream leans at the angle a where the normal drag 1/2 rho C_d d (U cos
  // a)^2 balances the normal weight w sin a.
  LineModel model;
  LineType type;
  type.name = "wire";
  type.diameter = 0.05;
  type.mass_per_length = 12.0;
  type.axial_stiffness = 1e10;
  type.drag_transverse = 1.2;
  model.types = {type};
  model.points.resize(2);
  model.points[0].name = "top";
  model.points[0].kind = PointKind::coupled;
  model.points[1].name = "end";
  model.points[1].kind = PointKind::free;
  model.points[1].position = Vector3(0.0, 0.0, -100.0);
  model.lines = {{"line", 0, 0, 1, 100.0, 20}};
  const LumpedMass mooring(model);
  waves::Current current;
  current.law = waves::UniformCurrent{1.0, 0.0};
  const CurrentWater water(current);
  const PointMotion top;
  const std::vector<double> rest = mooring.static_state(&top, &water);
  const std::vector<Vector3> shape = mooring.line_shape(0, rest.data(), &top);
  const double w = (12.0 - 1025.0 * kPi * 0.05 * 0.05 / 4.0) * 9.80665;
  const double d = 0.5 * 1025.0 * 1.2 * 0.05;
  const double c = (-w + std::sqrt(w * w + 4.0 * d * d)) / (2.0 * d);  // sin a: d (1 - s^2) = w s
  EXPECT_NEAR(shape.back().x(), 100.0 * c, 1e-3);
}

}  // namespace
}  // namespace swell::mooring::sea_water_test

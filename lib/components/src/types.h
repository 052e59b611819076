// The built-in types, one function per family. Private to the library.
#pragma once

#include <filesystem>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "swell/base/interpolation.h"
#include "swell/base/vector.h"
#include "swell/components/registry.h"

namespace swell::components {

constexpr double kNoLimit = std::numeric_limits<double>::infinity();

/// A table in the case or in a file.
struct Rows {
  std::filesystem::path file;
  std::vector<std::vector<double>> table;
};
/// @param columns  their meaning   @param width  their number; 0: two or more
void describe_rows(model::Visitor& v, Rows& rows, const char* columns, std::size_t width);
void describe_rows(model::Visitor& v, Rows& rows, bool& spline, const char* columns, std::size_t width);
/// The rows of the file or the table. @throws InputError when the file cannot be read
std::vector<std::vector<double>> rows_of(const Rows& rows, Given& given);
/// Warns if a spline overshoots the range of its rows by more than a tenth: ten samples a period of a smooth curve miss
/// its peak by a fortieth only.
void warn_of_overshoot(const CubicSpline& spline, const std::vector<double>& rows, Given& given);

/// Unit vector from b to a, with the distance [m]; zero where the two coincide.
struct Line {
  Vector3 along = Vector3::Zero();
  double length = 0.0;
};
Line line_between(const Vector3& a, const Vector3& b);

/// Visits the values of a description; names within a group are prefixed with the group.
class ValueWalker : public model::Visitor {
 public:
  using See = std::function<void(const std::string& name, const model::Key& key, const model::Leaf& leaf)>;
  explicit ValueWalker(See see, std::string prefix = {}) : see_(std::move(see)), prefix_(std::move(prefix)) {}
  void leaf(const model::Key& key, const model::Leaf& leaf) override { see_(prefix_ + key.name, key, leaf); }
  void nested(const model::Key& key, const model::Nested& nested) override {
    if (!nested.present()) return;
    ValueWalker inner(see_, prefix_ + key.name + ".");
    nested.describe(inner);
  }
  void either(const model::Key& key, const model::Leaf& leaf_form, const model::Nested& nested_form) override {
    nested_form.present() ? nested(key, nested_form) : leaf(key, leaf_form);
  }
  void list(const model::Key&, const model::NestedList&) override {}
  void tagged(const model::Key&, const std::vector<model::Alternative>&, std::size_t) override {}
  void rest(Parameter&, const std::string&) override {}
  void exclusive(const std::vector<std::string>&, bool) override {}
  void source(Source&) override {}

 private:
  See see_;
  std::string prefix_;
};

/// Number of errors in the list: a component's own errors are the increase over those before.
std::size_t errors_in(const Diagnostics& diagnostics);

/// Warns of a gas accumulator without oil at the start.   @param key  of its initial pressure
void warn_of_empty(Given& given, const std::string& key, double initial_pressure, double precharge);

void add_mechanics(Registry& registry);
void add_two_points(Registry& registry);
void add_water(Registry& registry);
void add_signals(Registry& registry);
void add_sources(Registry& registry);
void add_external(Registry& registry);
void add_fmu(Registry& registry);
void add_called(Registry& registry);
void add_nmea(Registry& registry);
void add_dynamics(Registry& registry);
void add_expression(Registry& registry);
void add_control(Registry& registry);
void add_joint_components(Registry& registry);
void add_drives(Registry& registry);
void add_hydraulic(Registry& registry);
void add_circuit(Registry& registry);

}  // namespace swell::components

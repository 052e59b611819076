// Shapes of device files and of cases as triangles, above the water too: what a page draws.
#include "scene_shapes.h"

#include <algorithm>
#include <cmath>

#include "swell/base/constants.h"
#include "swell/model/read_case.h"

namespace swell::report {
namespace {

using Profile = std::vector<std::pair<double, double>>;  ///< radius, height [m]

constexpr int kSides = 40, kArc = 16;

double number(const Parameter& tree, const char* key, double usual) {
  const Parameter* value = tree.find(key);
  return value == nullptr ? usual : value->number;
}

Vector3 point(const Parameter& tree, const char* key) {
  const Parameter* value = tree.find(key);
  if (value == nullptr || value->items.size() != 3) return Vector3::Zero();
  return {value->items[0].number, value->items[1].number, value->items[2].number};
}

Profile arc(double radius, double height, double ring, int parts, double whole) {
  Profile profile;
  for (int i = 0; i <= parts; ++i) {
    const double angle = -0.5 * kPi + whole * i / parts;
    profile.emplace_back(ring + radius * std::cos(angle), height * std::sin(angle));
  }
  return profile;
}

mesh::TriangleMesh revolved(const Profile& profile, double stretch) {
  mesh::TriangleMesh mesh;
  const auto rings = static_cast<int>(profile.size());
  mesh.vertices.resize(3, rings * kSides);
  mesh.triangles.resize(3, 2 * (rings - 1) * kSides);
  Eigen::Index next = 0;
  for (int i = 0; i < rings; ++i) {
    const auto [radius, height] = profile[static_cast<std::size_t>(i)];
    for (int k = 0; k < kSides; ++k) {
      const double angle = 2.0 * kPi * k / kSides;
      mesh.vertices.col(i * kSides + k) = Vector3(radius * std::cos(angle), stretch * radius * std::sin(angle), height);
      if (i == 0) continue;
      const int a = (i - 1) * kSides + k, b = (i - 1) * kSides + (k + 1) % kSides, c = a + kSides, d = b + kSides;
      mesh.triangles.col(next++) = Eigen::Vector3i(a, b, c);
      mesh.triangles.col(next++) = Eigen::Vector3i(b, d, c);
    }
  }
  return mesh;
}

mesh::TriangleMesh box(double length, double width, double bottom, double top) {
  mesh::TriangleMesh mesh;
  mesh.vertices.resize(3, 8);
  for (int i = 0; i < 8; ++i)
    mesh.vertices.col(i) = Vector3((i & 1) != 0 ? 0.5 * length : -0.5 * length,
                                   (i & 2) != 0 ? 0.5 * width : -0.5 * width, (i & 4) != 0 ? top : bottom);
  mesh.triangles.resize(3, 12);
  mesh.triangles << 0, 2, 4, 5, 0, 1, 2, 6, 0, 4, 1, 3,  //
      2, 3, 5, 7, 1, 5, 6, 7, 4, 6, 3, 7,                //
      1, 1, 6, 6, 4, 4, 3, 3, 2, 2, 5, 5;
  return mesh;
}

void append(mesh::TriangleMesh& all, const mesh::TriangleMesh& more) {
  const Eigen::Index vertices = all.vertices.cols(), triangles = all.triangles.cols();
  all.vertices.conservativeResize(3, vertices + more.vertices.cols());
  all.vertices.rightCols(more.vertices.cols()) = more.vertices;
  all.triangles.conservativeResize(3, triangles + more.triangles.cols());
  all.triangles.rightCols(more.triangles.cols()) = more.triangles.array() + static_cast<int>(vertices);
}

}  // namespace

mesh::TriangleMesh mesh_of_shape(const Parameter& geometry, const std::filesystem::path& folder) {
  mesh::TriangleMesh mesh;
  const Parameter* shape = geometry.find("shape");
  if (shape == nullptr) return mesh;
  const std::string& name = shape->text;
  if (const std::filesystem::path file = name; file.has_extension())
    return mesh_of_shape(model::read_yaml_file(folder / file, model::kDeviceFile), (folder / file).parent_path());
  const double radius = number(geometry, "radius", 0.0), bottom = number(geometry, "bottom", 0.0),
               top = number(geometry, "top", 1.0);
  if (name == "union") {
    const Parameter* parts = geometry.find("parts");
    for (const Parameter& part : parts == nullptr ? std::vector<Parameter>{} : parts->items) {
      mesh::TriangleMesh one = mesh_of_shape(part, folder);
      one.vertices.colwise() += point(part, "position");
      append(mesh, one);
    }
  } else if (name == "sphere") {
    mesh = revolved(arc(radius, radius, 0.0, kArc, kPi), 1.0);
  } else if (name == "ellipsoid") {
    const Vector3 half = point(geometry, "half_axes");
    if (half.x() > 0.0) mesh = revolved(arc(half.x(), half.z(), 0.0, kArc, kPi), half.y() / half.x());
  } else if (name == "torus") {
    mesh = revolved(arc(radius, radius, number(geometry, "ring", 0.0), 2 * kArc, 2.0 * kPi), 1.0);
  } else if (name == "cylinder") {
    mesh = revolved({{0.0, bottom}, {radius, bottom}, {radius, top}, {0.0, top}}, 1.0);
  } else if (name == "cone") {
    mesh = revolved({{0.0, bottom},
                     {number(geometry, "bottom_radius", 0.0), bottom},
                     {number(geometry, "top_radius", 0.0), top},
                     {0.0, top}},
                    1.0);
  } else if (name == "revolution") {
    Profile profile;
    const Parameter* rows = geometry.find("profile");
    for (const Parameter& row : rows == nullptr ? std::vector<Parameter>{} : rows->items)
      if (row.items.size() == 2) profile.emplace_back(row.items[0].number, row.items[1].number);
    if (profile.size() > 1) mesh = revolved(profile, 1.0);
  } else if (name == "plate") {
    const double half = 0.5 * number(geometry, "thickness", 0.0);
    mesh = box(number(geometry, "length", 0.0), number(geometry, "width", 0.0), -half, half);
  } else {
    mesh = box(number(geometry, name == "flap" ? "thickness" : "length", 0.0), number(geometry, "width", 0.0), bottom,
               top);
  }
  return mesh;
}

}  // namespace swell::report

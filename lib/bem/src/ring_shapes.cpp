#include "ring_shapes.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "swell/bem/panels.h"

namespace swell::bem {
namespace {

/// A closed polygon, anticlockwise seen from the next ring.
using Ring = std::vector<Vector3>;

/// Longest side of flat panels [m]: a ninth of a curved element's, an eighth of the shortest wave.
double side_of(const Resolution& resolution, double half_breadth) {
  const double side = resolution.size * half_breadth / 9.0;
  return resolution.wavelength > 0.0 ? std::min(side, resolution.wavelength / 8.0) : side;
}

int parts_of(double length, double side) { return std::max(1, static_cast<int>(std::ceil(length / side - 1e-9))); }

/// Wetted panels between rings of equal numbers of points, with heading `yaw` about `at`.
std::vector<Element> panels_between(const std::vector<Ring>& rings, double side, const Vector3& at, double yaw) {
  PanelMesh mesh;
  const double c = std::cos(yaw), s = std::sin(yaw);
  const auto add = [&](const std::array<Vector3, 4>& corners) {
    std::vector<Vector3> apart;
    for (const Vector3& x : corners)
      if (apart.empty() || (x != apart.back() && x != apart.front())) apart.push_back(x);
    if (apart.size() < 3) return;
    std::array<Vector3, 4> panel{apart[0], apart[1], apart[2], apart.back()};
    for (Vector3& x : panel) x = at + Vector3(c * x.x() - s * x.y(), s * x.x() + c * x.y(), x.z());
    mesh.panels.push_back(panel);
    mesh.lines.push_back(0);
  };
  for (std::size_t k = 1; k < rings.size(); ++k) {
    const Ring &a = rings[k - 1], &b = rings[k];
    double longest = 0.0;
    for (std::size_t i = 0; i < a.size(); ++i) longest = std::max(longest, (b[i] - a[i]).norm());
    const int parts = parts_of(longest, side);
    const auto at_level = [&](std::size_t i, int level) -> Vector3 {
      if (level == 0 || level == parts) return level == 0 ? a[i] : b[i];
      return a[i] + (b[i] - a[i]) * (static_cast<double>(level) / parts);
    };
    for (int level = 0; level < parts; ++level) {
      for (std::size_t i = 0; i < a.size(); ++i) {
        const std::size_t next = (i + 1) % a.size();
        add({at_level(i, level), at_level(next, level), at_level(next, level + 1), at_level(i, level + 1)});
      }
    }
  }
  return panel_elements(clipped(mesh));
}

struct Station {
  double x = 0.0;
  std::vector<std::pair<double, double>> yz;  // keel to deck
};

/// The hull through stations of equal numbers of points.
Geometry hull_of(std::vector<Station> stations, const Vector3& at, double yaw) {
  double breadth = 0.0;
  for (const Station& station : stations)
    for (const auto& [y, z] : station.yz) breadth = std::max(breadth, y);
  return [=](const Resolution& resolution) {
    const double side = side_of(resolution, breadth);
    std::vector<Ring> corners;
    for (const Station& station : stations) {
      Ring ring;
      for (const auto& [y, z] : station.yz) ring.emplace_back(station.x, y, z);
      for (auto p = station.yz.rbegin(); p != station.yz.rend(); ++p)
        ring.emplace_back(station.x, -p->first, p->second);
      corners.push_back(std::move(ring));
    }
    std::vector<Ring> rings(corners.size());
    for (std::size_t i = 0; i < corners[0].size(); ++i) {
      const std::size_t next = (i + 1) % corners[0].size();
      double longest = 0.0;
      for (const Ring& ring : corners) longest = std::max(longest, (ring[next] - ring[i]).norm());
      const int parts = parts_of(longest, side);
      for (std::size_t k = 0; k < corners.size(); ++k)
        for (int j = 0; j < parts; ++j)
          rings[k].push_back(corners[k][i] + (corners[k][next] - corners[k][i]) * (static_cast<double>(j) / parts));
    }
    const auto middle = [](Ring ring) {  // a flat end is closed along its middle line
      for (Vector3& x : ring) x.y() = 0.0;
      return ring;
    };
    rings.insert(rings.begin(), middle(rings.front()));
    rings.push_back(middle(rings.back()));
    return panels_between(rings, side, at, yaw);
  };
}

}  // namespace

std::vector<std::pair<double, double>> profile_points(ParameterReader& read) {
  std::vector<std::pair<double, double>> rz;
  const std::vector<std::vector<double>> rows = read.table("profile", "m", 0, 2);
  // Closed by another body: a float that slides on a spar encloses no water.
  const bool is_open = read.flag("open", false);
  for (const std::vector<double>& row : rows) {
    if (row[0] < 0.0)
      read.diagnostics().error(read.origin("profile"),
                               fmt::format("profile: the radius {:g} m must be at least 0", row[0]),
                               "points are [radius, height]");
    rz.emplace_back(row[0], row[1]);
  }
  if (rows.empty()) return rz;
  if (rz.size() < 2) {
    read.diagnostics().error(read.origin("profile"), "profile must have two points at least",
                             "points are [radius, height]");
    return rz;
  }
  // The body must be to the left: twice the signed area of the closed profile is positive.
  std::vector<std::pair<double, double>> closed = rz;
  const bool is_ring = rz.front() == rz.back();
  if (!is_ring) {
    if (rz.front().first > 0.0 && rz.front().second < 0.0 && rz.back().first == 0.0) std::reverse(rz.begin(), rz.end());
    closed = rz;
    closed.emplace_back(0.0, closed.back().second);
    closed.emplace_back(0.0, closed.front().second);
  }
  double area = 0.0;
  for (std::size_t i = 0; i < closed.size(); ++i) {
    const auto& [r0, z0] = closed[i];
    const auto& [r1, z1] = closed[(i + 1) % closed.size()];
    area += r0 * z1 - r1 * z0;
  }
  if (is_ring && area < 0.0) std::reverse(rz.begin(), rz.end());
  if (!is_ring && !is_open && area < 0.0)
    read.diagnostics().error(
        read.origin("profile"), "profile runs the wrong way round",
        "start at the bottom on the axis and go outwards and up; a ring (with a moonpool) repeats its "
        "first point at the end");
  if (!is_ring && !is_open && rz.front().first > 0.0)
    read.diagnostics().error(
        read.origin("profile"), fmt::format("profile starts at radius {:g} m: the bottom is open", rz.front().first),
        "start on the axis, radius 0; a ring (with a moonpool) repeats its first point at the end");
  return rz;
}

namespace {

// All numbers of a shape are lengths in metres. Ships and islands may be kilometres long but are thin; dimensions in
// millimetres are large in all directions.
constexpr double kLong = 1000.0, kLongest = 5000.0, kThin = 100.0;  // [m]

void lengths_of(const Parameter& value, const std::string& key,
                std::vector<std::pair<std::string, const Parameter*>>& out) {
  if (value.kind == Parameter::Kind::number && value.number != 0.0) out.emplace_back(key, &value);
  for (std::size_t i = 0; i < value.items.size(); ++i) {
    if (value.is_map() && (value.keys[i] == "position" || value.keys[i] == "parts")) continue;
    lengths_of(value.items[i], value.is_map() ? value.keys[i] : key, out);
  }
}

}  // namespace

bool is_in_metres(const Parameter& shape, Diagnostics& diagnostics) {
  std::vector<std::pair<std::string, const Parameter*>> lengths;
  lengths_of(shape, {}, lengths);
  const auto size = [](const auto& length) { return std::abs(length.second->number); };
  const auto is_long = [&](const auto& length) { return size(length) > kLong; };
  const auto first = std::find_if(lengths.begin(), lengths.end(), is_long);
  if (first == lengths.end()) return true;
  const bool is_thin = std::any_of(lengths.begin(), lengths.end(), [&](const auto& l) { return size(l) < kThin; });
  const bool is_possible =
      is_thin && std::all_of(lengths.begin(), lengths.end(), [&](const auto& l) { return size(l) < kLongest; });
  const auto& [key, value] = *first;
  if (is_possible) {
    diagnostics.warning("long-shape", value->origin,
                        fmt::format("{} = {:g} m is beyond {:g} m: metres are meant", key, value->number, kLong),
                        fmt::format("for {0:g} mm write {1:g}", value->number, 1e-3 * value->number));
    return true;
  }
  diagnostics.error(
      value->origin, fmt::format("{} = {:g} m is beyond {:g} m: metres are meant", key, value->number, kLong),
      fmt::format("for {0:g} mm write {1:g}; shapes of less than {2:g} m may be that long if they are thin, others are "
                  "taken as a mesh",
                  value->number, 1e-3 * value->number, kLongest),
      value->text, "a length in m");
  return false;
}

Vector3 read_axis(ParameterReader& read, const Vector3& usual) {
  const std::vector<double> a = read.numbers("axis", "", 3, {}, std::vector<double>{usual.x(), usual.y(), usual.z()});
  const Vector3 axis = a.size() == 3 ? Vector3(a[0], a[1], a[2]) : usual;
  if (!(axis.norm() > 0.0)) {
    read.diagnostics().error(read.origin("axis"), "axis = [0, 0, 0] has no direction", "[1, 0, 0] lies along x");
    return usual;
  }
  return axis.normalized();
}

std::vector<ProfilePiece> capsule_profile(double radius, double half) {
  std::vector<ProfilePiece> out = ellipse_profile(radius, radius, 0.0);
  const double straight = half - radius;
  for (std::size_t i = 0; i < 2; ++i) {
    const double shift = i == 0 ? -straight : straight;
    out[i].centre_z += shift;
    out[i].z0 += shift;
    out[i].z1 += shift;
  }
  ProfilePiece middle;
  middle.r0 = middle.r1 = radius;
  middle.z0 = -straight;
  middle.z1 = straight;
  middle.sharp0 = middle.sharp1 = false;
  out.insert(out.begin() + 1, middle);
  return out;
}

Geometry revolution_about(const std::vector<ProfilePiece>& profile, Vector3 axis, const Vector3& at, double yaw) {
  double widest = 0.0;
  for (const ProfilePiece& p : profile) widest = std::max({widest, p.r0, p.r1});
  // Start at a horizontal diameter, which is the waterline of a body with its axis at the water.
  Vector3 across = Vector3::UnitZ().cross(axis);
  across = across.norm() > 1e-12 ? Vector3(across.normalized()) : Vector3(Vector3::UnitX());
  const Vector3 up = axis.cross(across);
  return [=](const Resolution& resolution) {
    const double side = side_of(resolution, widest);
    const int around = 4 * parts_of(0.5 * kPi * widest, side);
    const double step = 2.0 * kPi / around, equal_area = std::sqrt(step / std::sin(step));
    std::vector<Ring> rings;
    const auto add = [&](double r, double height) {
      Ring ring;
      for (int i = 0; i < around; ++i) {
        const double c = i % (around / 2) == 0 ? (i == 0 ? 1.0 : -1.0) : std::cos(step * i);
        const double s = i % (around / 2) == 0 ? 0.0 : std::sin(step * i);
        ring.push_back(height * axis + equal_area * r * (c * across + s * up));
      }
      rings.push_back(std::move(ring));
    };
    add(profile.front().r0, profile.front().z0);
    for (const ProfilePiece& p : profile) {
      const double arc = p.is_arc ? std::max(p.half_r, p.half_z) * std::abs(p.angle1 - p.angle0) : 0.0;
      const int parts = p.is_arc ? parts_of(arc, side) : 1;
      // As for the circles: points of an arc lie outside it, so that the polygon has the arc's area.
      const double angle = (p.angle1 - p.angle0) / parts, out = p.is_arc ? std::sqrt(angle / std::sin(angle)) : 1.0;
      for (int k = 1; k < parts; ++k) {
        const double a = p.angle0 + (p.angle1 - p.angle0) * k / parts;
        add(p.centre_r + out * p.half_r * std::cos(a), p.centre_z + out * p.half_z * std::sin(a));
      }
      add(std::abs(p.r1) < 1e-12 * widest ? 0.0 : p.r1, p.z1);
    }
    return panels_between(rings, side, at, yaw);
  };
}

/// Numbers, from 1, of two crossing segments of a station; keel and deck are closed to the middle.
std::optional<std::pair<std::size_t, std::size_t>> crossing_of(const Station& station) {
  std::vector<std::pair<double, double>> line = station.yz;
  if (line.size() < 2) return {};
  line.insert(line.begin(), {0.0, line.front().second});
  line.emplace_back(0.0, line.back().second);
  double size = 0.0;
  for (const auto& [y, z] : line) size = std::max({size, std::abs(y), std::abs(z)});
  const auto side = [&](std::size_t a, std::size_t b, std::size_t c) {  // side of c seen along a to b
    const double area = (line[b].first - line[a].first) * (line[c].second - line[a].second) -
                        (line[b].second - line[a].second) * (line[c].first - line[a].first);
    return std::abs(area) < 1e-12 * size * size ? 0 : area > 0.0 ? 1 : -1;
  };
  for (std::size_t i = 0; i + 1 < line.size(); ++i) {
    for (std::size_t k = i + 2; k + 1 < line.size(); ++k) {
      if (side(i, i + 1, k) * side(i, i + 1, k + 1) < 0 && side(k, k + 1, i) * side(k, k + 1, i + 1) < 0)
        return std::pair{i, k};
    }
  }
  return {};
}

Geometry read_hull(ParameterReader& read, const Vector3& at, double yaw) {
  Diagnostics& diagnostics = read.diagnostics();
  const Parameter* list = read.tree("stations");
  if (list == nullptr || list->kind != Parameter::Kind::list || list->items.size() < 2) {
    diagnostics.error(read.origin("stations"), "a hull must have two stations at least",
                      "write stations: [{x: -10, points: [[0, -2], [3, -2], [3, 1]]}, ...]");
    return {};
  }
  std::vector<Station> stations;
  for (const Parameter& item : list->items) {
    ParameterReader in(item, diagnostics);
    Station station;
    station.x = in.number("x", "m");
    for (const std::vector<double>& point : in.table("points", "m", 0, 2)) {
      if (point[0] < 0.0)
        diagnostics.error(in.origin("points"), fmt::format("points: y = {:g} m must be at least 0", point[0]),
                          "the other side is mirrored");
      station.yz.emplace_back(point[0], point[1]);
    }
    in.finish();
    if (!station.yz.empty() && !(station.yz.back().second > station.yz.front().second))
      diagnostics.error(in.origin("points"), "points must go from the keel up to the deck");
    if (const auto crossing = crossing_of(station)) {
      const std::size_t last = station.yz.size();
      const auto named = [last](std::size_t i) {
        return i == 0 ? std::string("the keel") : i == last ? std::string("the deck") : fmt::format("side {}", i);
      };
      diagnostics
          .error(in.origin("points"),
                 fmt::format("points: at x = {:g} m {} crosses {}", station.x, named(crossing->first),
                             named(crossing->second)),
                 "give the points in order along the section, from the keel to the deck")
          .code = "contradiction";
    }
    if (!stations.empty() && station.yz.size() != stations.front().yz.size())
      diagnostics.error(
          in.origin("points"),
          fmt::format("points: {} beside {} of the first station", station.yz.size(), stations.front().yz.size()),
          "each station has the same number of points");
    if (!stations.empty() && !(station.x > stations.back().x))
      diagnostics.error(in.origin("x"), fmt::format("x = {:g} m must be above that of the station before", station.x));
    stations.push_back(std::move(station));
  }
  if (diagnostics.has_errors()) return {};
  return hull_of(std::move(stations), at, yaw);
}

Geometry chamfered_box(const Vector3& lengths, double chamfer, const Vector3& centre, double yaw) {
  const double half = 0.5 * lengths.y(), bottom = -0.5 * lengths.z();
  const std::vector<std::pair<double, double>> yz{
      {half - chamfer, bottom}, {half, bottom + chamfer}, {half, 0.5 * lengths.z()}};
  return hull_of({{-0.5 * lengths.x(), yz}, {0.5 * lengths.x(), yz}}, centre, yaw);
}

}  // namespace swell::bem

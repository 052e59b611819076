#include "swell/bem/shapes.h"

#include <algorithm>
#include <cmath>

#include "swell/base/error.h"

namespace swell::bem {
namespace {

class RevolutionPatch : public Patch {
 public:
  RevolutionPatch(const ProfilePiece& piece, double x, double y, double stretch, double yaw, double from, double to)
      : piece_(piece), x_(x), y_(y), stretch_(stretch), from_(from), to_(to), c_(std::cos(yaw)), s_(std::sin(yaw)) {}
  void at(double u, double v, Vector3& p, Vector3& p_u, Vector3& p_v) const override {
    double r = 0.0, z = 0.0, r_v = 0.0, z_v = 0.0;
    if (piece_.is_arc) {
      const double half = 0.5 * (piece_.angle1 - piece_.angle0), a = piece_.angle0 + half * (1.0 + v);
      r = piece_.centre_r + piece_.half_r * std::cos(a);
      z = piece_.centre_z + piece_.half_z * std::sin(a);
      r_v = -half * piece_.half_r * std::sin(a);
      z_v = half * piece_.half_z * std::cos(a);
    } else {
      r_v = 0.5 * (piece_.r1 - piece_.r0);
      z_v = 0.5 * (piece_.z1 - piece_.z0);
      r = piece_.r0 + r_v * (1.0 + v);
      z = piece_.z0 + z_v * (1.0 + v);
    }
    const double turn = 0.5 * (to_ - from_), theta = from_ + turn * (1.0 + u), c = std::cos(theta), s = std::sin(theta);
    const auto world = [&](double a, double b, double up) {
      return Vector3(c_ * a - s_ * stretch_ * b, s_ * a + c_ * stretch_ * b, up);
    };
    p = Vector3(x_, y_, 0.0) + world(r * c, r * s, z);
    p_u = turn * r * world(-s, c, 0.0);
    p_v = world(r_v * c, r_v * s, z_v);
  }

 private:
  ProfilePiece piece_;
  double x_, y_, stretch_, from_, to_, c_, s_;
};

// Ends of elements over [-1, 1]; the first and the last may be on an edge.
struct Division {
  std::vector<double> ends;
  bool sharp0 = false, sharp1 = false;
  int edge(std::size_t i) const { return i == 1 && sharp0 ? -1 : i + 1 == ends.size() && sharp1 ? 1 : 0; }
};

// Elements shrink to a third per level towards a sharp end; the others are at most `largest`. `even`: with an end in
// the middle, since nodes on a plane of symmetry have no mirror image and hide the symmetry.
Division divisions(double length, double largest, bool sharp0, bool sharp1, int levels, bool even = false) {
  std::vector<double> ends{0.0, 1.0};
  if (sharp0 && sharp1) ends.push_back(0.5);  // an element may have one edge only
  const double ratio = 0.28;
  for (const auto& [sharp, low] : {std::pair{sharp0, true}, std::pair{sharp1, false}}) {
    if (!sharp) continue;
    double at = sharp0 && sharp1 ? 0.5 : 1.0;
    // The first division follows the size of other elements, so that long walls have edges as fine as short ones.
    at = std::min(at, largest / length);
    for (int i = 0; i < levels; ++i) {
      if (at < 0.999) ends.push_back(low ? at : 1.0 - at);
      at *= ratio;
    }
  }
  std::sort(ends.begin(), ends.end());
  ends.erase(std::unique(ends.begin(), ends.end(), [](double a, double b) { return b - a < 1e-9; }), ends.end());
  Division out{{-1.0}, sharp0, sharp1};
  for (std::size_t i = 1; i < ends.size(); ++i) {
    int n = std::max(1, static_cast<int>(std::ceil((ends[i] - ends[i - 1]) * length / largest - 1e-9)));
    if (even && ends[i - 1] < 0.499 && ends[i] > 0.501) n += n % 2;
    for (int k = 1; k <= n; ++k) out.ends.push_back(2.0 * (ends[i - 1] + (ends[i] - ends[i - 1]) * k / n) - 1.0);
  }
  return out;
}

// At least four nodes per shortest wave: interpolation in Gauss points converges from pi nodes on, and with three a
// barge of eight wavelengths had an error of a tenth of its largest force. At depth d a wave of wavenumber k decays to
// e^{-k d}; below a thousandth, k d = 7, it has no effect.
double longest_for_waves(const Resolution& resolution, double depth, int nodes) {
  if (!(resolution.wavelength > 0.0)) return 1e300;
  return std::max(resolution.wavelength, 2.0 * kPi * depth / 7.0) * nodes / 4.0;
}

void add_patch(std::vector<Element>& out, const std::shared_ptr<const Patch>& patch, const Division& u,
               const Division& v, int along, int across) {
  for (std::size_t j = 1; j < v.ends.size(); ++j) {
    for (std::size_t i = 1; i < u.ends.size(); ++i) {
      Element e;
      e.patch = patch;
      e.u0 = u.ends[i - 1];
      e.u1 = u.ends[i];
      e.v0 = v.ends[j - 1];
      e.v1 = v.ends[j];
      // Three nodes cannot represent a straight line in the graded parameter.
      e.edge_u = along > 3 ? u.edge(i) : 0;
      e.edge_v = across > 3 ? v.edge(j) : 0;
      e.nu = along;
      e.nv = across;
      out.push_back(e);
    }
  }
}

}  // namespace

std::vector<ProfilePiece> below_water(const std::vector<ProfilePiece>& profile) {
  std::vector<ProfilePiece> out;
  for (ProfilePiece p : profile) {
    const double high = std::max(p.z0, p.z1), low = std::min(p.z0, p.z1), slack = 1e-9 * (high - low);
    if (low >= -slack) continue;  // a lid at the water is not wet
    if (high > slack) {
      const bool ends_above = p.z1 > p.z0;
      if (p.is_arc) {
        // The sine at the cut has two angles; take the one within the piece.
        const double a = std::asin(std::clamp(-p.centre_z / p.half_z, -1.0, 1.0));
        double cut = a;
        const double lowest = std::min(p.angle0, p.angle1), highest = std::max(p.angle0, p.angle1);
        for (const double candidate : {a, kPi - a, -kPi - a, a + 2.0 * kPi, a - 2.0 * kPi})
          if (candidate >= lowest - 1e-12 && candidate <= highest + 1e-12) cut = candidate;
        (ends_above ? p.angle1 : p.angle0) = cut;
        (ends_above ? p.r1 : p.r0) = p.centre_r + p.half_r * std::cos(cut);
      } else {
        const double r = p.r0 + (p.r1 - p.r0) * (0.0 - p.z0) / (p.z1 - p.z0);
        (ends_above ? p.r1 : p.r0) = r;
      }
      (ends_above ? p.z1 : p.z0) = 0.0;
      (ends_above ? p.sharp1 : p.sharp0) = false;
    } else if (high > -slack) {
      (p.z1 > p.z0 ? p.sharp1 : p.sharp0) = false;
    }
    out.push_back(p);
  }
  return out;
}

std::vector<Element> revolution(const std::vector<ProfilePiece>& profile, double x, double y, double stretch,
                                const Resolution& resolution, double yaw) {
  double breadth = 0.0;
  for (const ProfilePiece& p : profile)
    breadth = std::max({breadth, p.r0, p.r1, p.centre_r + (p.is_arc ? 0.7 * p.half_r : 0.0)});
  std::vector<Element> out;
  for (const ProfilePiece& p : profile) {
    const double depth = -std::max(p.z0, p.z1);
    const double largest = std::min(resolution.size * breadth, longest_for_waves(resolution, depth, resolution.order));
    const double widest = std::max(p.r0, p.r1);
    const double length = p.is_arc ? std::hypot(p.half_r, p.half_z) / std::sqrt(2.0) * std::abs(p.angle1 - p.angle0)
                                   : std::hypot(p.r1 - p.r0, p.z1 - p.z0);
    // At least quarters: the potential varies as cos m theta. An even number keeps both symmetry planes.
    const double wide = longest_for_waves(resolution, depth, resolution.around);
    const int around = std::max(4, 4 * static_cast<int>(std::ceil(0.5 * kPi * widest / wide - 1e-9)));
    const Division v =
        divisions(length, largest, p.sharp0 && p.r0 > 0.0, p.sharp1 && p.r1 > 0.0, resolution.edge_levels);
    for (int k = 0; k < around; ++k) {
      const auto patch = std::make_shared<RevolutionPatch>(p, x, y, stretch, yaw, 2.0 * kPi * k / around,
                                                           2.0 * kPi * (k + 1) / around);
      add_patch(out, patch, {{-1.0, 1.0}}, v, resolution.around, resolution.order);
    }
  }
  for (Element& e : out) {
    e.is_revolved = stretch == 1.0;
    e.axis_x = x;
    e.axis_y = y;
  }
  return out;
}

std::vector<ProfilePiece> polyline_profile(const std::vector<std::pair<double, double>>& rz) {
  std::vector<ProfilePiece> out;
  for (std::size_t i = 1; i < rz.size(); ++i) {
    ProfilePiece p;
    p.r0 = rz[i - 1].first;
    p.z0 = rz[i - 1].second;
    p.r1 = rz[i].first;
    p.z1 = rz[i].second;
    if (p.r0 == 0.0 && p.r1 == 0.0) continue;  // along the axis the surface has no area
    out.push_back(p);
  }
  return out;
}

std::vector<ProfilePiece> ellipse_profile(double half_r, double half_z, double z, double ring) {
  std::vector<ProfilePiece> out;
  const bool is_torus = ring > 0.0;
  const int quarters = is_torus ? 4 : 2;
  for (int i = 0; i < quarters; ++i) {
    ProfilePiece p;
    p.is_arc = true;
    p.centre_r = ring;
    p.centre_z = z;
    p.half_r = half_r;
    p.half_z = half_z;
    p.angle0 = 0.5 * kPi * (i - 1);
    p.angle1 = 0.5 * kPi * i;
    p.sharp0 = p.sharp1 = false;
    const auto end = [&](double angle, double& r, double& height) {
      r = ring + half_r * std::cos(angle);
      height = z + half_z * std::sin(angle);
    };
    end(p.angle0, p.r0, p.z0);
    end(p.angle1, p.r1, p.z1);
    out.push_back(p);
  }
  return out;
}

std::vector<Element> box(const Vector3& lengths, const Vector3& centre, double yaw, const Resolution& resolution) {
  SWELL_EXPECT(lengths.minCoeff() > 0.0);
  const double top = centre.z() + 0.5 * lengths.z(), bottom = centre.z() - 0.5 * lengths.z();
  std::vector<Element> out;
  if (bottom >= 0.0) return out;
  const bool pierces = top >= -1e-9 * lengths.z();
  const double z1 = std::min(top, 0.0), a = 0.5 * lengths.x(), b = 0.5 * lengths.y();
  const double size = 0.5 * resolution.size * std::max(lengths.x(), lengths.y());
  const double c = std::cos(yaw), s = std::sin(yaw);
  const auto world = [&](double x, double y, double z) {
    return Vector3(centre.x() + c * x - s * y, centre.y() + s * x + c * y, z);
  };
  const auto face = [&](const std::array<Vector3, 4>& corners, bool sharp_top) {
    const double largest = std::min(size, longest_for_waves(resolution, -corners[2].z(), resolution.order));
    const auto patch = std::make_shared<BilinearPatch>(corners);
    const double lu = (corners[1] - corners[0]).norm(), lv = (corners[3] - corners[0]).norm();
    const bool is_level = corners[0].z() == corners[3].z();
    add_patch(out, patch, divisions(lu, largest, true, true, resolution.edge_levels, true),
              divisions(lv, largest, true, sharp_top, resolution.edge_levels, is_level), resolution.order,
              resolution.order);
  };
  face({world(a, -b, bottom), world(a, b, bottom), world(a, b, z1), world(a, -b, z1)}, !pierces);
  face({world(-a, b, bottom), world(-a, -b, bottom), world(-a, -b, z1), world(-a, b, z1)}, !pierces);
  face({world(a, b, bottom), world(-a, b, bottom), world(-a, b, z1), world(a, b, z1)}, !pierces);
  face({world(-a, -b, bottom), world(a, -b, bottom), world(a, -b, z1), world(-a, -b, z1)}, !pierces);
  face({world(-a, b, bottom), world(a, b, bottom), world(a, -b, bottom), world(-a, -b, bottom)}, true);
  if (!pierces) face({world(-a, -b, z1), world(a, -b, z1), world(a, b, z1), world(-a, b, z1)}, true);
  return out;
}

std::vector<Element> rectangle(const std::array<Vector3, 4>& corners, const Resolution& resolution) {
  const double lu = (corners[1] - corners[0]).norm(), lv = (corners[3] - corners[0]).norm();
  const double largest = std::min(0.5 * resolution.size * std::max(lu, lv),
                                  longest_for_waves(resolution, -corners[0].z(), resolution.order));
  std::vector<Element> out;
  add_patch(out, std::make_shared<BilinearPatch>(corners),
            divisions(lu, largest, false, false, resolution.edge_levels, true),
            divisions(lv, largest, false, false, resolution.edge_levels, true), resolution.order, resolution.order);
  return out;
}

}  // namespace swell::bem

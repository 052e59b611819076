#include "swell/bem/device.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include "chambers.h"
#include "old_words.h"
#include "parts.h"
#include "ring_shapes.h"
#include "swell/base/device_array.h"
#include "swell/base/number.h"
#include "swell/bem/contacts.h"
#include "swell/bem/mesh_checks.h"

namespace swell::bem {
namespace {

const std::vector<std::string> kShapes{"sphere", "cylinder", "cone",  "ellipsoid", "torus",   "revolution", "box",
                                       "barge",  "flap",     "plate", "union",     "capsule", "hull"};
enum Shape : std::size_t {
  sphere,
  cylinder,
  cone,
  ellipsoid,
  torus,
  revolved,
  rectangular,
  barge,
  flap,
  plate,
  united,
  capsule,
  hull
};

std::vector<Element> revolved_about(const std::vector<ProfilePiece>& profile, const Vector3& at, double stretch,
                                    double yaw, const Resolution& r) {
  std::vector<ProfilePiece> moved = profile;
  for (ProfilePiece& p : moved) {
    p.z0 += at.z();
    p.z1 += at.z();
    p.centre_z += at.z();
  }
  return revolution(below_water(moved), at.x(), at.y(), stretch, r, yaw);
}

// Checks the parts of a union like bodies: none may be inside another or touch it.
void check_parts(const std::vector<Geometry>& parts, const std::vector<Parameter>& items, Diagnostics& diagnostics) {
  if (parts.size() != items.size()) return;  // a part has an error of its own
  std::vector<Element> elements;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    for (Element& e : parts[i]({})) {
      e.body = static_cast<int>(i);
      elements.push_back(std::move(e));
    }
  }
  const Surface s = make_surface(std::move(elements));
  for (const Contact& c : contacts(s)) {
    diagnostics.error(
        items[static_cast<std::size_t>(c.first)].origin,
        fmt::format("part {} of the union {} part {} at ({:.4g}, {:.4g}, {:.4g}) m", c.first + 1, words_of(c.how),
                    c.second + 1, c.at.x(), c.at.y(), c.at.z()),
        "parts of a union do not touch: draw those about one axis as one profile (shape: revolution), others as a "
        "mesh united in a mesh program; between faces on each other a gap of 1 % of their breadth will do");
  }
}

std::optional<Geometry> read_shape(const Parameter& tree, const std::filesystem::path& folder,
                                   const TreeReader& read_tree, const Vector3& at, double yaw,
                                   const ShortestWave& shortest, bool& is_mesh, Diagnostics& diagnostics) {
  ParameterReader read(tree, diagnostics);
  const std::size_t before = diagnostics.list().size();
  const std::size_t shape = read.choice("shape", kShapes);
  if (diagnostics.list().size() > before || !is_in_metres(tree, diagnostics)) return {};
  std::vector<ProfilePiece> profile;
  double stretch = 1.0;
  Geometry out;
  const auto bottom_top = [&](double& bottom, double& top) {
    bottom = read.number("bottom", "m");
    top = read.number("top", "m", {}, 1.0);
    if (!(top > bottom))
      diagnostics.error(read.origin("top"), fmt::format("top = {:g} m must be above bottom = {:g} m", top, bottom));
  };
  double bottom = 0.0, top = 0.0;
  switch (shape) {
    case sphere: {
      const double radius = read.number("radius", "m", above(0.0));
      profile = ellipse_profile(radius, radius, 0.0);
      break;
    }
    case ellipsoid: {
      const std::vector<double> half = read.numbers("half_axes", "m", 3, above(0.0));
      if (half.size() == 3) {
        profile = ellipse_profile(half[0], half[2], 0.0);
        stretch = half[1] / half[0];
      }
      break;
    }
    case torus: {
      const double radius = read.number("radius", "m", above(0.0)), ring = read.number("ring", "m", above(0.0));
      if (!(ring > radius))
        diagnostics.error(read.origin("ring"), fmt::format("ring = {:g} m must be above radius = {:g} m", ring, radius),
                          "ring: radius of the circle of centres; radius: of the tube");
      profile = ellipse_profile(radius, radius, 0.0, ring);
      break;
    }
    case cylinder: {
      const double radius = read.number("radius", "m", above(0.0));
      bottom_top(bottom, top);
      profile = polyline_profile({{0.0, bottom}, {radius, bottom}, {radius, top}, {0.0, top}});
      break;
    }
    case cone: {
      const double low = read.number("bottom_radius", "m", at_least(0.0), 0.0),
                   high = read.number("top_radius", "m", at_least(0.0));
      bottom_top(bottom, top);
      std::vector<std::pair<double, double>> rz{{0.0, bottom}};
      if (low > 0.0) rz.emplace_back(low, bottom);
      if (high > 0.0) rz.emplace_back(high, top);
      rz.emplace_back(0.0, top);
      if (low == 0.0 && high == 0.0)
        diagnostics.error(read.origin("top_radius"), "a cone must have a radius above 0 at its bottom or its top");
      profile = polyline_profile(rz);
      break;
    }
    case revolved:
      profile = polyline_profile(profile_points(read));
      break;
    case capsule: {
      const double radius = read.number("radius", "m", above(0.0)), half = 0.5 * read.number("length", "m", above(0.0));
      if (!(half > radius))
        diagnostics.error(read.origin("length"), "the length of a capsule, ends included, must be above its diameter");
      profile = capsule_profile(radius, half);
      break;
    }
    case hull:
      out = read_hull(read, at, yaw);
      is_mesh = true;
      break;
    case united: {
      auto parts = std::make_shared<std::vector<Geometry>>();
      const Parameter* list = read.tree("parts");
      if (list == nullptr || list->kind != Parameter::Kind::list || list->items.empty()) {
        diagnostics.error(read.origin("parts"), "a union must have parts: a list of shapes, each with its position");
        break;
      }
      for (const Parameter& item : list->items) {
        // Removes the part's position; the rest is a shape.
        Parameter rest = Parameter::map({});
        rest.origin = item.origin;
        Vector3 shift = Vector3::Zero();
        Parameter own = Parameter::map({});
        own.origin = item.origin;
        for (std::size_t i = 0; i < item.keys.size(); ++i)
          (item.keys[i] == "position" ? own : rest).set(item.keys[i], item.items[i]);
        ParameterReader place(own, diagnostics);
        const std::vector<double> p = place.numbers("position", "m", 3, {}, std::vector<double>{0.0, 0.0, 0.0});
        if (p.size() == 3) shift = Vector3(p[0], p[1], p[2]);
        const double c = std::cos(yaw), s = std::sin(yaw);
        bool part_is_mesh = false;
        const auto part =
            read_geometry(rest, folder, read_tree,
                          at + Vector3(c * shift.x() - s * shift.y(), s * shift.x() + c * shift.y(), shift.z()), yaw,
                          shortest, part_is_mesh, diagnostics);
        is_mesh = is_mesh || part_is_mesh;
        if (part) parts->push_back(*part);
      }
      check_parts(*parts, list->items, diagnostics);
      out = [parts](const Resolution& r) {
        std::vector<Element> all;
        for (const Geometry& part : *parts) {
          const std::vector<Element> more = part(r);
          all.insert(all.end(), more.begin(), more.end());
        }
        return all;
      };
      break;
    }
    default: {  // box, barge, flap, plate: the same six faces
      const double length = read.number(shape == flap ? "thickness" : "length", "m", above(0.0));
      const double width = read.number("width", "m", above(0.0));
      if (shape == plate) {
        const double thickness = read.number("thickness", "m", above(0.0));
        bottom = -0.5 * thickness;
        top = 0.5 * thickness;
      } else {
        bottom_top(bottom, top);
      }
      const Vector3 lengths(length, width, top - bottom), centre = at + Vector3(0.0, 0.0, 0.5 * (top + bottom));
      const double chamfer = shape == barge ? read.number("chamfer", "m", at_least(0.0), 0.0) : 0.0;
      if (chamfer > 0.0 && !(chamfer < std::min(0.5 * width, top - bottom)))
        diagnostics.error(read.origin("chamfer"), fmt::format("chamfer = {:g} m must be below half the width and the "
                                                              "height",
                                                              chamfer));
      is_mesh = is_mesh || chamfer > 0.0;
      if (chamfer > 0.0)
        out = chamfered_box(lengths, chamfer, centre, yaw);
      else if (top > bottom && length > 0.0 && width > 0.0)
        out = [lengths, centre, yaw](const Resolution& r) { return box(lengths, centre, yaw, r); };
    }
  }
  const bool has_axis = shape == cylinder || shape == cone || shape == revolved || shape == capsule;
  const Vector3 axis =
      has_axis ? read_axis(read, shape == capsule ? Vector3::UnitX() : Vector3::UnitZ()) : Vector3(0, 0, 1);
  read.finish();
  for (std::size_t i = before; i < diagnostics.list().size(); ++i)
    if (diagnostics.list()[i].severity == Severity::error) return {};
  if (!profile.empty() && axis != Vector3::UnitZ()) {
    is_mesh = true;
    return revolution_about(profile, axis, at, yaw);
  }
  if (!profile.empty()) {
    const double turn = stretch != 1.0 ? yaw : 0.0;  // round bodies keep their symmetry planes
    out = [profile, at, stretch, turn](const Resolution& r) { return revolved_about(profile, at, stretch, turn, r); };
  }
  return out;
}

std::vector<double> read_frequencies(ParameterReader& read, bool& is_auto) {
  is_auto = false;
  const Parameter* tree = read.tree("frequencies");
  if (tree == nullptr || (tree->kind == Parameter::Kind::text && tree->text == "auto")) {
    is_auto = true;
    return {};
  }
  const Bounds bounds{0.0, 1.0e4, true, false};  // above it waves are shorter than a micrometre
  Diagnostics& diagnostics = read.diagnostics();
  const std::size_t before = diagnostics.list().size();
  std::vector<double> omega;
  if (tree->is_map()) {
    ParameterReader range(*tree, diagnostics);
    const double from = range.number("from", "rad/s", bounds), to = range.number("to", "rad/s", bounds);
    const int count = range.integer("count", between(1, 10000));
    range.finish();
    if (count > 1 && !(to > from))
      diagnostics.error(range.origin("to"),
                        fmt::format("frequencies.to = {:g} rad/s must be above from = {:g} rad/s", to, from));
    for (int k = 0; k < count; ++k) omega.push_back(count == 1 ? from : from + (to - from) * k / (count - 1));
  } else if (tree->kind == Parameter::Kind::list) {
    omega = read.numbers("frequencies", "rad/s", 0, bounds);
    for (std::size_t k = 1; k < omega.size() && diagnostics.list().size() == before; ++k) {
      if (omega[k] > omega[k - 1]) continue;
      diagnostics.error(tree->origin,
                        fmt::format("frequencies: {:g} rad/s after {:g} must be higher", omega[k], omega[k - 1]),
                        "give them in ascending order, each once");
      break;
    }
  } else {
    diagnostics.error(tree->origin,
                      fmt::format("frequencies = {} must be a list, {{from, to, count}} or auto", tree->text), "",
                      tree->text, "list of rad/s");
  }
  if (omega.empty() && !diagnostics.has_errors())
    diagnostics.error(tree->origin, "frequencies must have one value at least",
                      "added mass at frequency 0 and infinity is computed besides");
  return omega;
}

std::optional<double> read_error(ParameterReader& read) {
  const Parameter* tree = read.tree("error");
  if (tree == nullptr) return {};
  const std::string& text = tree->text;
  const std::size_t last = text.find_last_not_of("% ");  // of the number before the unit
  const double value = parse_number(text.substr(0, last + 1)).value_or(0.0);
  if (text.empty() || text.find('%') != text.size() - 1 || !(value >= 0.01 && value <= 20.0)) {
    read.diagnostics().error(tree->origin, fmt::format("error = {} must be 0.01 % to 20 %", text), "write error: 0.5 %",
                             text, "0.5 %");
    return {};
  }
  return 0.01 * value;
}

Vector3 read_point(ParameterReader& read, const std::string& key, std::optional<std::vector<double>> usual) {
  const std::vector<double> p = read.numbers(key, "m", 3, {}, std::move(usual));
  return p.size() == 3 ? Vector3(p[0], p[1], p[2]) : Vector3(Vector3::Zero());
}

}  // namespace

std::optional<Geometry> read_geometry(const Parameter& tree, const std::filesystem::path& folder,
                                      const TreeReader& read_tree, const Vector3& position, double yaw,
                                      const ShortestWave& shortest, bool& is_mesh, Diagnostics& diagnostics) {
  is_mesh = false;
  if (!tree.is_map()) {
    diagnostics.error(tree.origin, "geometry must be {shape: sphere, ...} or {mesh: file}",
                      "see docs/boundary-elements.md");
    return {};
  }
  if (const Parameter* shape = tree.find("shape"); shape != nullptr) {
    const std::filesystem::path file = shape->text;
    if (file.extension() != ".yaml" && file.extension() != ".yml")
      return read_shape(tree, folder, read_tree, position, yaw, shortest, is_mesh, diagnostics);
    const std::filesystem::path path = file.is_absolute() ? file : folder / file;
    try {
      const Parameter own = read_tree(path);
      const Parameter* inner = own.find("shape");
      if (inner != nullptr && std::filesystem::path(inner->text).has_extension()) {
        diagnostics.error(inner->origin, fmt::format("shape = {} must be one of the shapes", inner->text),
                          "a shape file does not name another file");
        return {};
      }
      return read_shape(own, path.parent_path(), read_tree, position, yaw, shortest, is_mesh, diagnostics);
    } catch (const InputError& error) {
      diagnostics.add(error.diagnostics());
      return {};
    }
  }
  ParameterReader read(tree, diagnostics);
  if (!read.has("mesh")) {
    diagnostics.error(tree.origin, "geometry must have a shape or a mesh",
                      "write geometry: {shape: sphere, radius: 5}");
    return {};
  }
  const std::filesystem::path file = read.text("mesh");
  const double scale = read.number("scale", "", above(0.0), 1.0);
  const bool reversed = read.flag("reversed", false);
  read.finish();
  is_mesh = true;
  try {
    PanelMesh mesh =
        placed(read_panels(file.is_absolute() ? file : folder / file, diagnostics), scale, Vector3::Zero());
    const double c = std::cos(yaw), s = std::sin(yaw);
    for (auto& panel : mesh.panels) {
      for (Vector3& x : panel) x = position + Vector3(c * x.x() - s * x.y(), s * x.x() + c * x.y(), x.z());
      if (reversed) std::reverse(panel.begin(), panel.end());
    }
    note_lids(mesh, diagnostics);
    const auto wet = std::make_shared<PanelMesh>(clipped(mesh));
    check_panels(*wet, diagnostics);
    check_crossing(*wet, diagnostics);
    if (shortest.omega > 0.0) check_wavelength(*wet, shortest.omega, shortest.gravity, diagnostics);
    return [wet](const Resolution&) { return panel_elements(*wet); };
  } catch (const InputError& error) {
    diagnostics.add(error.diagnostics());
    return {};
  }
}

Device read_device(const Parameter& given, const std::filesystem::path& folder, const TreeReader& read_tree,
                   Diagnostics& diagnostics) {
  Parameter tree = in_present_words(given, diagnostics);
  if (const Parameter* array = tree.find("array")) {
    const DeviceArray of = read_device_array(*array, diagnostics);
    if (!diagnostics.has_errors()) tree = repeated(tree, of, ArrayTree::device_file, diagnostics);
  }
  Device device;
  ComputeRequest& request = device.request;
  ParameterReader read(tree, diagnostics);
  (void)read.tree("array");  // has an error
  device.source.origin = tree.origin;
  for (std::size_t i = 0; i < tree.keys.size(); ++i) device.source.keys[tree.keys[i]] = tree.items[i].origin;
  if (const Parameter* water = read.tree("environment"); water != nullptr) {
    ParameterReader in(*water, diagnostics);
    const Parameter* depth = in.tree("depth");
    if (depth != nullptr && !(depth->kind == Parameter::Kind::text && depth->text == "infinite"))
      request.depth = in.number("depth", "m", above(0.0));
    request.density = in.number("water_density", "kg/m^3", between(500.0, 2000.0), 1025.0);
    request.gravity = in.number("gravity", "m/s^2", between(1.0, 30.0), kGravity);
    in.finish();
  }
  bool is_auto = false;
  request.omega = read_frequencies(read, is_auto);
  request.heading = read.numbers("headings", "deg", 0, between(-360.0, 360.0), std::vector<double>{0.0});
  for (std::size_t k = 1; k < request.heading.size(); ++k) {
    if (request.heading[k] > request.heading[k - 1]) continue;
    diagnostics.error(
        read.origin("headings"),
        fmt::format("headings: {:g} deg after {:g} must be larger", request.heading[k], request.heading[k - 1]),
        "give them in ascending order, each once");
    break;
  }
  // Headings in radians: each a multiple of pi/36, and none an integer.
  bool is_radian = request.heading.size() > 1 || (!request.heading.empty() && request.heading[0] != 0.0);
  for (const double h : request.heading) {
    const double parts = h / (5.0 * kDegree);
    is_radian = is_radian && std::abs(parts - std::round(parts)) < 0.01 && (h == 0.0 || h != std::round(h));
  }
  if (is_radian)
    diagnostics.warning(
        "headings-in-radians", read.origin("headings"),
        fmt::format("headings up to {:g} deg are parts of pi: degrees are meant", request.heading.back()),
        fmt::format("for {:g} rad write {:.4g}", request.heading.back(), request.heading.back() / kDegree));
  if (request.heading.empty())
    diagnostics.error(read.origin("headings"), "headings must have one value at least", "write headings: [0]");
  device.error = read_error(read);
  if (read.has("panels")) device.panels = read.integer("panels", between(16, 1000000));
  if (device.error && device.panels)
    diagnostics.error(read.origin("panels"), "panels and error exclude each other", "leave one of them out");
  if (const Parameter* fine = read.tree("resolution"); fine != nullptr) {
    ParameterReader in(*fine, diagnostics);
    device.resolution.order = in.integer("order", between(2, 12), device.resolution.order);
    device.resolution.around = in.integer("around", between(2, 12), device.resolution.around);
    device.resolution.size = in.number("size", "", between(0.02, 4.0), device.resolution.size);
    device.resolution.edge_levels = in.integer("edge_levels", between(0, 8), device.resolution.edge_levels);
    in.finish();
    if (device.error || device.panels)
      diagnostics.error(read.origin("resolution"),
                        fmt::format("resolution and {} exclude each other", device.error ? "error" : "panels"),
                        "leave one of them out");
  }
  request.origin = read.origin(read.has("resolution") ? "resolution" : "bodies");
  request.use_symmetry = read.flag("symmetry", true);
  request.remove_irregular = read.flag("remove_irregular_frequencies", true);
  request.mean_drift = static_cast<MeanDrift>(read.choice("mean_drift", {"none", "fixed", "free"}, 0));
  const Parameter* bodies = read.tree("bodies");
  read.finish();
  if (bodies == nullptr || bodies->kind != Parameter::Kind::list || bodies->items.empty()) {
    diagnostics.error(
        read.origin("bodies"), "bodies must be a list of one body at least",
        "write bodies: [{name: float, geometry: {shape: sphere, radius: 5}, center_of_gravity: [0, 0, -2]}]");
    return device;
  }
  std::vector<Lid> lids;
  for (const Parameter& item : bodies->items) {
    ParameterReader in(item, diagnostics);
    ComputeBody body;
    body.name = in.text("name");
    body.origin = in.origin("position");
    for (const ComputeBody& other : request.bodies)
      if (other.name == body.name)
        diagnostics.error(in.origin("name"), fmt::format("name = {} is that of another body", body.name),
                          "give each its own");
    const Vector3 position = read_point(in, "position", std::vector<double>{0.0, 0.0, 0.0});
    const double yaw = kDegree * in.number("yaw", "deg", between(-360.0, 360.0), 0.0);
    body.cg = read_point(in, "center_of_gravity", {});
    if (const Parameter* modes = in.tree("modes"); modes != nullptr) body.modes = read_modes(*modes, diagnostics);
    if (in.has("mass")) body.mass = in.number("mass", "kg", above(0.0));
    const bool floats = request.mean_drift == MeanDrift::free;
    if (floats || in.has("inertia")) {
      const std::vector<double> inertia = in.numbers("inertia", "kg m^2", 3, above(0.0));
      if (inertia.size() == 3) body.inertia = Vector3(inertia[0], inertia[1], inertia[2]);
    }
    if ((!body.modes.empty() || in.has("chambers")) && request.mean_drift != MeanDrift::none)
      diagnostics.error(in.origin(body.modes.empty() ? "chambers" : "modes"),
                        "mean drift is that of a rigid body: modes, chambers and mean_drift exclude each other",
                        "compute the two apart");
    const Parameter *geometry = in.tree("geometry"), *chambers = in.tree("chambers");
    in.finish();
    bool is_mesh = false;
    std::optional<Geometry> made;
    if (geometry == nullptr)
      diagnostics.error(item.origin, fmt::format("body {} must have a geometry", body.name),
                        "write geometry: {shape: sphere, radius: 5} or geometry: {mesh: hull.stl}");
    else
      made = read_geometry(*geometry, folder, read_tree, position, yaw,
                           {request.omega.empty() ? 0.0 : request.omega.back(), request.gravity}, is_mesh, diagnostics);
    if (chambers != nullptr)
      read_chambers(*chambers, position, yaw, request.bodies.size(), body, made, lids, diagnostics);
    request.bodies.push_back(std::move(body));
    device.geometry.push_back(made ? *made : Geometry{});
    device.is_mesh.push_back(is_mesh);
  }
  check_lids(lids, device.geometry, diagnostics);
  const bool has_mesh = std::find(device.is_mesh.begin(), device.is_mesh.end(), true) != device.is_mesh.end();
  if (request.mean_drift != MeanDrift::none && request.bodies.size() > 1 && has_mesh)
    diagnostics.error(read.origin("mean_drift"),
                      "mean drift of several bodies is that of the pressure on each, which flat panels do not give",
                      "describe the bodies by shapes, compute the drift of one body alone, or leave mean_drift out");
  if ((device.error || device.panels) && has_mesh) {
    const char* key = device.error ? "error" : "panels";
    diagnostics.error(read.origin(key), fmt::format("{} cannot be chosen for a mesh or a shape of flat panels", key),
                      fmt::format("leave {} out; resolution: {{size: 1}} makes the panels of shapes smaller", key));
  }
  return device;
}

namespace {

// Size for a division without waves: area of all bodies [m2] (for several devices the largest body's, since each may be
// solved separately), and half the largest breadth of the narrowest body [m].
struct Extent {
  double area = 0.0, narrowest = 1e300;
  std::size_t body = 0;  // the narrowest
};

// Outside its ends the shape of a beam grows like cosh.
void refuse_short_beams(const std::vector<ComputeBody>& bodies) {
  Diagnostics diagnostics;
  for (const ComputeBody& body : bodies) {
    if (std::none_of(body.modes.begin(), body.modes.end(), [](const Mode& mode) { return mode.beam.has_value(); }))
      continue;
    const Surface s = make_surface(body.elements);
    const double first = s.points.row(0).minCoeff(), last = s.points.row(0).maxCoeff();
    for (const Mode& mode : body.modes) {
      if (!mode.beam) continue;
      const auto [from, to] = *mode.beam;
      const double slack = 1e-6 * (to - from);
      if (first >= from - slack && last <= to + slack) continue;
      diagnostics
          .error(mode.origin,
                 fmt::format("mode {} of body {}: the beam from {:g} m to {:g} m must cover the body, which is at x = "
                             "{:.4g} m to {:.4g} m",
                             mode.name, body.name, from, to, first, last),
                 "from and to are x of the ends of the body, in the axes of the device file")
          .code = "out-of-range";
    }
  }
  diagnostics.throw_if_errors();
}

void make_elements(Device& device, const Resolution& resolution) {
  for (std::size_t b = 0; b < device.geometry.size(); ++b)
    device.request.bodies[b].elements = device.geometry[b](resolution);
  refuse_dry(device.request.bodies);
  refuse_short_beams(device.request.bodies);
}

Extent extent_of(const Device& device) {
  Extent out;
  double all = 0.0;
  for (std::size_t b = 0; b < device.geometry.size(); ++b) {
    const Surface s = make_surface(device.request.bodies[b].elements);
    const Vector3 size = s.points.rowwise().maxCoeff() - s.points.rowwise().minCoeff();
    const double half = 0.5 * std::max(size.x(), size.y());
    if (half < out.narrowest) out.body = b;
    out.narrowest = std::min(out.narrowest, half);
    if (device.is_mesh[b]) continue;
    all += s.weights.sum();
    out.area = std::max(out.area, s.weights.sum());
  }
  if (device.geometry.size() < kFewDevices) out.area = all;
  return out;
}

}  // namespace

void divide(Device& device, const Resolution& resolution) {
  Resolution fine = resolution;
  std::vector<double>& omega = device.request.omega;
  const double g = device.request.gravity;
  fine.wavelength = 0.0;
  make_elements(device, fine);
  const Extent extent = extent_of(device);
  // Up to a wavelength of one half-breadth, K a = 6, where damping and excitation have vanished.
  const double dies_out = std::sqrt(6.0 * g / extent.narrowest);
  if (omega.empty()) {
    // Candidates: at least 49 frequencies are returned, few of them solved if curves are smooth.
    constexpr int kFirst = 4, kCount = 196;
    for (int k = kFirst; k <= kCount; ++k) omega.push_back(dies_out * k / kCount);
    device.request.choose_frequencies = true;
  }
  fine.wavelength = 2.0 * kPi * g / (omega.back() * omega.back());
  // Elements are divided so that each wavelength has at least four nodes in both directions. Counted in advance: for
  // waves of a millimetre the division itself would take too long.
  const double nodes = extent.area * 16.0 / (fine.wavelength * fine.wavelength);
  const std::string remedy =
      device.request.choose_frequencies
          ? fmt::format(
                "they are chosen for body {}, the narrowest: give those that move the device, e.g. frequencies: "
                "{{from: 0.2, to: 2.5, count: 30}}",
                device.request.bodies[extent.body].name)
          : fmt::format("frequencies: auto goes up to {:.3g} rad/s, from where on waves make next to no force",
                        dies_out);
  refuse_beyond_machine(
      least_memory(nodes), device.source.of("frequencies"),
      fmt::format("frequencies up to {:g} rad/s are waves of {:.3g} m, for which {:.3g} nodes at least", omega.back(),
                  fine.wavelength, nodes),
      remedy);
  make_elements(device, fine);
}

}  // namespace swell::bem

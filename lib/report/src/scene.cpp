#include "scene.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "pack.h"
#include "scene_shapes.h"
#include "swell/assembly/built_case.h"
#include "swell/base/error.h"
#include "swell/hydro/bemio_h5.h"
#include "swell/hydro/placement.h"
#include "swell/mesh/read_mesh.h"
#include "swell/model/read_case.h"
#include "swell/mooring/moordyn_file.h"
#include "swell/waves/sea_state.h"

namespace swell::report {

namespace {

constexpr std::size_t kMostInstants = 6000;
constexpr Eigen::Index kMostTriangles = 6000, kMostWaves = 400;

struct Shape {
  Vector3 center = Vector3::Zero();  // design place of the centre of gravity
  double radius = 0.0;               // that holds it
  Json json;
  Vector3 low = center, high = center;  // of its centre over the run
};

/// Stores the motion, rows of six numbers, and where the centre comes to.
void set_motion(Shape& shape, const std::vector<double>& rows) {
  shape.json["position"] = packed(rows);
  shape.low = shape.high = shape.center;
  for (std::size_t i = 0; i + 6 <= rows.size(); i += 6) {
    const Vector3 at(rows[i], rows[i + 1], rows[i + 2]);
    if (!at.allFinite()) continue;
    shape.low = shape.low.cwiseMin(at);
    shape.high = shape.high.cwiseMax(at);
  }
}

/// Vertices that fall into one cell become one: fast, and good enough to look at.
mesh::TriangleMesh coarser(mesh::TriangleMesh mesh) {
  for (double cells = 48.0; mesh.size() > kMostTriangles && cells > 6.0; cells *= 0.75) {
    const mesh::MeshProperties box = mesh::properties(mesh);
    const double cell = (box.high - box.low).maxCoeff() / cells;
    std::map<std::array<long, 3>, int> places;
    std::vector<int> of(static_cast<std::size_t>(mesh.vertices.cols()));
    std::vector<Vector3> sums;
    std::vector<int> counts;
    for (Eigen::Index i = 0; i < mesh.vertices.cols(); ++i) {
      const Vector3 v = mesh.vertices.col(i);
      const std::array<long, 3> key = {std::lround(v.x() / cell), std::lround(v.y() / cell), std::lround(v.z() / cell)};
      const auto [place, fresh] = places.emplace(key, static_cast<int>(sums.size()));
      if (fresh) {
        sums.push_back(Vector3::Zero());
        counts.push_back(0);
      }
      of[static_cast<std::size_t>(i)] = place->second;
      sums[static_cast<std::size_t>(place->second)] += v;
      ++counts[static_cast<std::size_t>(place->second)];
    }
    mesh::TriangleMesh next;
    next.vertices.resize(3, static_cast<Eigen::Index>(sums.size()));
    for (std::size_t i = 0; i < sums.size(); ++i) next.vertices.col(static_cast<Eigen::Index>(i)) = sums[i] / counts[i];
    std::vector<Eigen::Vector3i> kept;
    for (Eigen::Index t = 0; t < mesh.size(); ++t) {
      Eigen::Vector3i triangle;
      for (int k = 0; k < 3; ++k) triangle[k] = of[static_cast<std::size_t>(mesh.triangles(k, t))];
      if (triangle[0] != triangle[1] && triangle[1] != triangle[2] && triangle[2] != triangle[0])
        kept.push_back(triangle);
    }
    next.triangles.resize(3, static_cast<Eigen::Index>(kept.size()));
    for (std::size_t t = 0; t < kept.size(); ++t) next.triangles.col(static_cast<Eigen::Index>(t)) = kept[t];
    mesh = std::move(next);
  }
  return mesh;
}

/// A mesh at the place of its body, about the centre of gravity.
mesh::TriangleMesh placed_in(const Parameter& place, mesh::TriangleMesh mesh, const Vector3& center) {
  Vector3 position = Vector3::Zero();
  if (const Parameter* at = place.find("position"); at != nullptr && at->items.size() == 3)
    position = Vector3(at->items[0].number, at->items[1].number, at->items[2].number);
  const Parameter* yaw = place.find("yaw");
  const Matrix3 turn =
      Eigen::AngleAxisd(yaw == nullptr ? 0.0 : kDegree * yaw->number, Vector3::UnitZ()).toRotationMatrix();
  if (mesh.size() > 0) mesh.vertices = ((turn * mesh.vertices).colwise() + (position - center)).eval();
  return mesh;
}

mesh::TriangleMesh placed(const Parameter& geometry, const Parameter& place, const std::filesystem::path& folder,
                          const Vector3& center) {
  return placed_in(place, mesh_of_shape(geometry, folder), center);
}

/// A body of a device file; no triangles for a mesh.
mesh::TriangleMesh of_device(const model::HydroFile& set, Vector3& center) {
  const Parameter tree = model::read_yaml_file(set.file, model::kDeviceFile);
  const Parameter* bodies = tree.find("bodies");
  if (bodies == nullptr || set.body < 1 || static_cast<std::size_t>(set.body) > bodies->items.size()) return {};
  const Parameter& body = bodies->items[static_cast<std::size_t>(set.body) - 1];
  const Parameter *geometry = body.find("geometry"), *cg = body.find("center_of_gravity");
  if (cg == nullptr) cg = body.find("cg");  // the older word
  if (cg != nullptr && cg->items.size() == 3)
    center = Vector3(cg->items[0].number, cg->items[1].number, cg->items[2].number);
  return geometry == nullptr ? mesh::TriangleMesh{} : placed(*geometry, body, set.file.parent_path(), center);
}

/// Morison members as the cones that they are, closed at their ends, about the centre of gravity.
mesh::TriangleMesh of_members(const std::vector<model::MorisonMemberSpec>& members) {
  constexpr int kAround = 24, kVertices = 2 * kAround + 2, kTriangles = 4 * kAround;
  mesh::TriangleMesh mesh;
  const auto count = static_cast<Eigen::Index>(members.size());
  mesh.vertices.resize(3, kVertices * count);
  mesh.triangles.resize(3, kTriangles * count);
  for (Eigen::Index m = 0; m < count; ++m) {
    const model::MorisonMemberSpec& member = members[static_cast<std::size_t>(m)];
    const Vector3 along = (member.end - member.start).normalized(), across = along.unitOrthogonal();
    const Vector3 beside = along.cross(across);
    const auto first = static_cast<int>(kVertices * m), middle = first + 2 * kAround;
    mesh.vertices.col(middle) = member.start;
    mesh.vertices.col(middle + 1) = member.end;
    for (int k = 0; k < kAround; ++k) {
      const double angle = 2.0 * kPi * k / kAround;
      const Vector3 out = 0.5 * (std::cos(angle) * across + std::sin(angle) * beside);
      mesh.vertices.col(first + k) = member.start + member.start_diameter * out;
      mesh.vertices.col(first + kAround + k) = member.end + member.end_diameter * out;
      const int a = first + k, b = first + (k + 1) % kAround, c = a + kAround, d = b + kAround;
      const Eigen::Index at = kTriangles * m + 4 * k;
      mesh.triangles.col(at) = Eigen::Vector3i(a, b, c);
      mesh.triangles.col(at + 1) = Eigen::Vector3i(b, d, c);
      mesh.triangles.col(at + 2) = Eigen::Vector3i(middle, b, a);
      mesh.triangles.col(at + 3) = Eigen::Vector3i(middle + 1, c, d);
    }
  }
  return mesh;
}

Shape shape_of(const model::Body& body, const Vector3& at, const std::filesystem::path& folder) {
  Shape shape;
  shape.center = at;
  double volume = body.volume.value_or(0.0);
  mesh::TriangleMesh mesh;
  if (body.hydro_data && !body.hydro_data->sets.empty()) {
    const model::HydroFile& set = body.hydro_data->sets.front();
    try {
      if (set.file.extension() != ".h5") mesh = of_device(set, shape.center);
      const hydro::HydroData data =
          set.file.extension() == ".h5" ? hydro::read_bemio_h5(set.file.string()) : hydro::HydroData{};
      const auto number = static_cast<std::size_t>(set.body - 1);
      if (number < data.bodies.size()) {
        shape.center = data.bodies[number].cg;
        volume = data.bodies[number].displaced_volume;
      }
    } catch (const Error&) {  // without its file it is drawn where it began
    }
  }
  if (body.hydro_data && !body.hydro_data->sets.empty()) {
    const model::HydroFile& set = body.hydro_data->sets.front();
    shape.center = hydro::Placement{set.position.value_or(Vector3::Zero()), set.yaw.value_or(0.0)}(shape.center);
  }
  if (body.center_of_gravity) shape.center = *body.center_of_gravity;
  shape.radius = std::cbrt(3.0 * std::max(1e-3, volume) / (4.0 * kPi));
  shape.json = {{"name", body.name}, {"radius", shape.radius}};
  try {
    Diagnostics ignored;
    if (body.geometry)
      mesh = coarser(mesh::read_mesh(*body.geometry, ignored));
    else if (body.shape.is_map())
      mesh = placed(body.shape, body.shape, folder, shape.center);
    else if (!body.hydro_data)
      mesh = of_members(body.morison_members);
    if (mesh.size() == 0) return shape;
    std::vector<double> vertices(mesh.vertices.data(), mesh.vertices.data() + mesh.vertices.size());
    std::vector<std::uint32_t> triangles(static_cast<std::size_t>(mesh.triangles.size()));
    std::transform(mesh.triangles.data(), mesh.triangles.data() + mesh.triangles.size(), triangles.begin(),
                   [](int i) { return static_cast<std::uint32_t>(i); });
    shape.radius = mesh.vertices.colwise().norm().maxCoeff();
    shape.json["vertices"] = packed(vertices);
    shape.json["triangles"] = packed(triangles);
  } catch (const Error&) {  // no mesh: the sphere
  }
  return shape;
}

Json numbers(const Vector3& v) { return {v.x(), v.y(), v.z()}; }

/// A point given at the design position, fixed in a body or in the world.
Json anchored(const std::string& body, const Vector3& place, const std::map<std::string, Shape>& shapes) {
  const auto found = shapes.find(body);
  if (found == shapes.end()) return {{"body", ""}, {"local", numbers(place)}};
  return {{"body", body}, {"local", numbers(place - found->second.center)}};
}

/// The body at the end of a joint, or beyond the chain of joints that begins there.
std::string body_beyond(const model::Model& model, const model::Joint& joint, std::string end) {
  std::vector<const model::Joint*> all;
  for (const model::Joint& each : model.joints) all.push_back(&each);
  for (const model::Pto& each : model.ptos) all.push_back(&each);
  std::string from = joint.name;
  for (std::size_t i = 0; i < all.size(); ++i) {  // no chain is longer
    const auto next = std::find_if(all.begin(), all.end(), [&](const auto* each) { return each->name == end; });
    if (next == all.end()) break;
    end = (*next)->base == from ? (*next)->follower : (*next)->base;
    from = (*next)->name;
  }
  return end;
}

/// A slack line as a parabola of its length, no deeper than the seabed [m].
std::string sag(double length, const Vector3& from, const Vector3& to, std::optional<double> depth) {
  const double chord = (to - from).norm();
  double deepest = length > chord && chord > 0.0 ? std::sqrt(0.375 * (length - chord) * chord) : 0.0;
  std::vector<double> shape;
  constexpr int kParts = 24;
  for (int i = 0; i <= kParts; ++i) {
    const double s = static_cast<double>(i) / kParts, z = from.z() + s * (to.z() - from.z());
    double drop = -4.0 * s * (1.0 - s) * deepest;
    if (depth) drop = std::max(drop, std::min(0.0, -*depth - z));
    shape.push_back(s);
    shape.push_back(drop);
  }
  return packed(shape);
}

/// Adds three blades and the tower of each rotor.
void add_rotors(Json& links, const model::Model& model, const std::map<std::string, Shape>& shapes) {
  for (const model::Rotor& rotor : model.rotors) {
    const auto add = [&](const Vector3& from, const Vector3& to) {
      links.push_back(
          {{"kind", "rotor"}, {"from", anchored(rotor.body, from, shapes)}, {"to", anchored(rotor.body, to, shapes)}});
    };
    const Vector3 n = rotor.axis.normalized(), side = Vector3::UnitZ().cross(n).normalized();
    const Vector3 up = n.cross(side);
    for (int blade = 0; blade < 3; ++blade) {
      const double angle = 2.0 * kPi * blade / 3.0;
      add(rotor.hub, rotor.hub + rotor.radius * (std::cos(angle) * up + std::sin(angle) * side));
    }
    if (rotor.tower) add(rotor.tower->base, rotor.tower->top);
  }
}

void add_moorings(Json& links, const model::Model& model, const std::map<std::string, Shape>& shapes,
                  std::optional<double> depth) {
  const auto add = [&](const Json& from, const Json& to, const std::string& shape) {
    links.push_back({{"kind", "mooring"}, {"from", from}, {"to", to}, {"shape", shape}});
  };
  for (const model::Mooring& mooring : model.moorings) {
    const auto body = shapes.find(mooring.body);
    if (const auto* catenary = std::get_if<model::CatenaryMooring>(&mooring.law); catenary && body != shapes.end()) {
      std::vector<std::pair<Vector3, Vector3>> lines;
      for (const model::CatenaryLine& line : catenary->lines) lines.emplace_back(line.anchor, line.fairlead);
      const Vector3& c = body->second.center;
      for (int i = 0; catenary->lines.empty() && i < catenary->count.value_or(0); ++i) {
        const double angle = catenary->first_angle + 2.0 * kPi * i / *catenary->count;
        const Vector3 along(std::cos(angle), std::sin(angle), 0.0);
        const double anchor_z = -catenary->depth.value_or(depth.value_or(50.0));
        lines.emplace_back(
            Vector3(along * catenary->anchor_radius.value_or(0.0) + Vector3(0, 0, anchor_z) + catenary->position),
            Vector3(Vector3(c.x(), c.y(), catenary->fairlead_z.value_or(0.0)) +
                    along * catenary->fairlead_radius.value_or(0.0)));
      }
      for (const auto& [anchor, fairlead] : lines)
        add(anchored("", anchor, shapes), anchored(mooring.body, fairlead, shapes),
            sag(catenary->line.length, anchor, fairlead, depth));
    }
    if (const auto* cable = std::get_if<model::CableMooring>(&mooring.law))
      add(anchored(cable->base, cable->base_attachment, shapes), anchored(mooring.body, cable->attachment, shapes),
          sag(0.0, cable->base_attachment, cable->attachment, {}));
    if (const auto* tether = std::get_if<model::TetherMooring>(&mooring.law))
      add(anchored(tether->base, tether->base_attachment, shapes), anchored(mooring.body, tether->attachment, shapes),
          sag(0.0, tether->base_attachment, tether->attachment, {}));
    if (const auto* lines = std::get_if<model::LineMooring>(&mooring.law)) {
      try {
        const mooring::MoordynFile file = mooring::read_moordyn_file(lines->file.string(), depth, lines->position);
        for (const mooring::MooringLine& line : file.model.lines) {
          const auto& points = file.model.points;
          if (line.point_a >= points.size() || line.point_b >= points.size()) continue;
          // Points of a vessel are given in the design position; who holds them is the mooring's body, where there is
          // one.
          const auto end = [&](const mooring::LinePoint& p) {
            return anchored(p.kind == mooring::PointKind::fixed ? "" : mooring.body, p.position, shapes);
          };
          add(end(points[line.point_a]), end(points[line.point_b]),
              sag(line.length, points[line.point_a].position, points[line.point_b].position, depth));
        }
      } catch (const Error&) {  // its file is not there: the lines are not drawn
      }
    }
  }
}

Json sea_of(const model::Model& whole, std::string& note) {
  model::Model model = whole;  // the sea needs neither moorings nor components, whose code would be loaded
  model.components.clear();
  model.connections.clear();
  model.groups.clear();
  model.moorings.clear();
  model.rotors.clear();
  model.output = {};  // its patterns may name what was cleared
  model.simulation.stop.clear();
  model.initial = {};
  if (model.bodies.empty()) {  // a case has a body or a component
    model::Component probe;
    probe.name = "probe";
    probe.type = "wave-probe";
    probe.parameters = Parameter::map({});
    model.components.push_back(std::move(probe));
  }
  try {
    const assembly::BuiltCase built = assembly::build_case(model);
    const waves::WaveComponents& sea = built.sea->components();
    std::vector<Eigen::Index> order(static_cast<std::size_t>(sea.size()));
    std::iota(order.begin(), order.end(), Eigen::Index{0});
    // Waves of one direction are summed along one line, which any browser does for thousands.
    const Eigen::Index most =
        sea.size() > 0 && (sea.direction == sea.direction[0]).all() ? 10 * kMostWaves : kMostWaves;
    if (sea.size() > most) {
      std::stable_sort(order.begin(), order.end(),
                       [&](Eigen::Index a, Eigen::Index b) { return sea.amplitude[a] > sea.amplitude[b]; });
      order.resize(static_cast<std::size_t>(most));
      double kept = 0.0;
      for (const Eigen::Index i : order) kept += sea.amplitude[i] * sea.amplitude[i];
      note += fmt::format("The surface is drawn of the {} largest of {} waves, {:.1f} % of the energy. ", most,
                          sea.size(), 100.0 * kept / sea.amplitude.square().sum());
    }
    const auto of = [&](const Eigen::ArrayXd& values) {
      std::vector<double> chosen;
      chosen.reserve(order.size());
      for (const Eigen::Index i : order) chosen.push_back(values[i]);
      return packed(chosen);
    };
    if (order.empty()) return nullptr;
    return {{"omega", of(sea.omega)}, {"k", of(sea.wavenumber)},        {"amplitude", of(sea.amplitude)},
            {"phase", of(sea.phase)}, {"direction", of(sea.direction)}, {"ramp", built.sea->ramp_duration()}};
  } catch (const Error&) {
    note += "The sea is drawn at rest: the hydrodynamic data of the case were not found (give --case). ";
    return nullptr;
  }
}

/// Rows of a vector that a component hands out, one of `stride` each; empty where it is not stored.
std::vector<Vector3> places_of(const run::ResultsReader& results, const std::string& port, std::size_t rows,
                               std::size_t stride) {
  std::vector<Vector3> places;
  const std::size_t dot = port.rfind('.');
  if (dot == std::string::npos) return places;
  for (const char* root : {"/components/", "/states/"}) {
    const std::string path = root + port.substr(0, dot) + "/" + port.substr(dot + 1);
    if (!results.has(path)) continue;
    const run::Table table = results.read(path);
    if (table.columns != 3) continue;
    for (std::size_t i = 0; i < rows && i < table.rows; i += stride)
      places.emplace_back(table.at(i, 0), table.at(i, 1), table.at(i, 2));
    break;
  }
  return places;
}

/// What a port of a component is called: `ports: {position: {name: Pos}}`.
std::string called(const model::Component& component, const std::string& port) {
  const Parameter* ports = component.parameters.find("ports");
  const Parameter* one = ports != nullptr ? ports->find(port) : nullptr;
  const Parameter* name = one != nullptr ? one->find("name") : nullptr;
  return component.name + "." + (name != nullptr ? name->text : port);
}

/// Point masses as spheres, as large as water of their mass.
void add_masses(Json& bodies, std::map<std::string, Shape>& shapes, const run::ResultsReader& results,
                const model::Model& model, std::size_t rows, std::size_t stride) {
  for (const model::Component& component : model.components) {
    if (component.type != "point-mass" || shapes.count(component.name) != 0) continue;
    const auto places = places_of(results, called(component, "position"), rows, stride);
    if (places.empty()) continue;
    const Parameter* mass = component.parameters.find("mass");
    Shape shape;
    shape.radius = std::cbrt(3.0 * (mass != nullptr ? std::max(1e-3, mass->number) : 1.0) /
                             (4.0 * kPi * model.environment.water_density));
    std::vector<double> position;
    for (const Vector3& p : places) position.insert(position.end(), {p.x(), p.y(), p.z(), 0.0, 0.0, 0.0});
    shape.json = {{"name", component.name}, {"radius", shape.radius}};
    shape.center = places.front();
    set_motion(shape, position);
    bodies.push_back(shape.json);
    shapes.emplace(component.name, std::move(shape));
  }
}

/// Springs and dampers between two points, each the place of a mass, a point of a body, or fixed.
void add_springs(Json& links, const model::Model& model, const std::map<std::string, Shape>& shapes) {
  const auto end = [&](const std::string& input) -> std::optional<Json> {
    for (const model::Connection& connection : model.connections) {
      if (connection.to != input) continue;
      if (const auto* value = std::get_if<std::vector<double>>(&connection.from)) {
        if (value->size() != 3) return std::nullopt;
        return Json{{"body", ""}, {"local", *value}};
      }
      const std::string& from = std::get<std::string>(connection.from);
      const std::string owner = from.substr(0, from.rfind('.'));
      if (shapes.count(owner) == 0) return std::nullopt;
      return Json{{"body", owner}, {"local", numbers(connection.point.value_or(Vector3::Zero()))}};
    }
    return std::nullopt;
  };
  for (const model::Component& component : model.components) {
    if (component.type != "spring" && component.type != "nonlinear-spring" && component.type != "damper") continue;
    const auto from = end(called(component, "position_a")), to = end(called(component, "position_b"));
    if (from && to) links.push_back({{"kind", "spring"}, {"name", component.name}, {"from", *from}, {"to", *to}});
  }
}

/// Water in the chambers of a device file: a surface that rises against its body.
/// @param position  of the body, six numbers for each instant
void add_chambers(Json& bodies, const model::Body& body, const Vector3& center, const std::vector<double>& position,
                  const run::ResultsReader& results, std::size_t stride) {
  if (!body.hydro_data || body.hydro_data->sets.empty() || body.hydro_data->sets.front().file.extension() == ".h5")
    return;
  const model::HydroFile& set = body.hydro_data->sets.front();
  try {
    const Parameter tree = model::read_yaml_file(set.file, model::kDeviceFile);
    const Parameter* devices = tree.find("bodies");
    if (devices == nullptr || set.body < 1 || static_cast<std::size_t>(set.body) > devices->items.size()) return;
    const Parameter& device = devices->items[static_cast<std::size_t>(set.body) - 1];
    const Parameter *chambers = device.find("chambers"), *modes = device.find("modes");
    const std::size_t first = modes != nullptr ? modes->items.size() : 0;
    for (std::size_t k = 0; chambers != nullptr && k < chambers->items.size(); ++k) {
      const Parameter& chamber = chambers->items[k];
      const auto number = [&](const char* key, double usual) {
        const Parameter* value = chamber.find(key);
        return value != nullptr ? value->number : usual;
      };
      const std::string name =
          first + k < body.modes.names.size() ? body.modes.names[first + k] : fmt::format("mode{}", first + k + 1);
      const std::string path = "/ptos/" + body.name + "_" + name + "/position";
      if (!results.has(path)) continue;
      const run::Table rise = results.read(path);
      const double radius = number("radius", 0.0), a = 0.5 * number("length", 0.0), b = 0.5 * number("width", 0.0);
      Vector3 middle = Vector3::Zero();
      if (const Parameter* at = chamber.find("center"); at != nullptr && at->items.size() == 2)
        middle = Vector3(at->items[0].number, at->items[1].number, 0.0);
      constexpr int kAround = 32;
      mesh::TriangleMesh mesh;
      mesh.vertices.resize(3, kAround + 1);
      mesh.triangles.resize(3, kAround);
      mesh.vertices.col(kAround) = middle;
      for (int i = 0; i < kAround; ++i) {
        // A rectangle by the same angles: the nearer side cuts the ray.
        const double c = std::cos(2.0 * kPi * (i + 0.5) / kAround), s = std::sin(2.0 * kPi * (i + 0.5) / kAround);
        const double reach = radius > 0.0 ? radius : 1.0 / std::max(std::abs(c) / a, std::abs(s) / b);
        mesh.vertices.col(i) = middle + reach * Vector3(c, s, 0.0);
        mesh.triangles.col(i) = Eigen::Vector3i(kAround, i, (i + 1) % kAround);
      }
      mesh = placed_in(device, std::move(mesh), Vector3(center.x(), center.y(), 0.0));
      std::vector<double> vertices(mesh.vertices.data(), mesh.vertices.data() + mesh.vertices.size()), place = position;
      for (std::size_t v = 2; v < vertices.size(); v += 3) vertices[v] = -center.z();
      for (std::size_t i = 0; 6 * i < place.size() && i * stride < rise.rows; ++i)
        place[6 * i + 2] += rise.at(i * stride, 0);
      const std::vector<std::uint32_t> triangles(mesh.triangles.data(), mesh.triangles.data() + mesh.triangles.size());
      bodies.push_back({{"name", body.name + "." + name},
                        {"radius", std::max({radius, a, b})},
                        {"vertices", packed(vertices)},
                        {"triangles", packed(triangles)},
                        {"position", packed(place)}});
    }
  } catch (const Error&) {  // without its file the water is not drawn
  }
}

}  // namespace

Json scene_of(const run::ResultsReader& results, const std::vector<double>& time, const model::Model& model,
              bool model_is_whole, bool even_without_bodies) {
  std::map<std::string, Shape> shapes;
  Json bodies = Json::array(), links = Json::array();
  std::string note;
  const std::size_t stride = std::max<std::size_t>(1, (time.size() + kMostInstants - 1) / kMostInstants);
  std::vector<double> rows;
  for (std::size_t i = 0; i < time.size(); i += stride) rows.push_back(time[i]);
  if (rows.size() < 2) return nullptr;
  for (const std::string& name : results.names("/bodies")) {
    const std::string path = "/bodies/" + name + "/position";
    if (!results.has(path)) continue;
    const run::Table table = results.read(path);
    if (table.columns < 6) continue;
    if (table.rows != time.size())
      throw InputError(Origin{results.path().string(), 0, 0, path},
                       fmt::format("{} has {} rows, and /time has {}", path, table.rows, time.size()),
                       "the file is damaged or of another program; run the case again");
    std::vector<double> position;
    for (std::size_t i = 0; i < time.size(); i += stride) {
      for (std::size_t k = 0; k < 6; ++k) position.push_back(table.at(i, k));
    }
    model::Body unknown;
    unknown.name = name;
    const auto body =
        std::find_if(model.bodies.begin(), model.bodies.end(), [&n = name](const auto& b) { return b.name == n; });
    Shape shape = shape_of(body == model.bodies.end() ? unknown : *body,
                           Vector3(table.at(0, 0), table.at(0, 1), table.at(0, 2)), model.file.parent_path());
    set_motion(shape, position);
    bodies.push_back(shape.json);
    if (body != model.bodies.end()) add_chambers(bodies, *body, shape.center, position, results, stride);
    shapes.emplace(name, std::move(shape));
  }
  add_masses(bodies, shapes, results, model, time.size(), stride);
  if (bodies.empty() && !even_without_bodies) return nullptr;
  for (const model::Pto& pto : model.ptos)
    links.push_back({{"kind", "pto"},
                     {"name", pto.name},
                     {"from", anchored(body_beyond(model, pto, pto.base), pto.location, shapes)},
                     {"to", anchored(body_beyond(model, pto, pto.follower), pto.location, shapes)}});
  for (const model::Joint& joint : model.joints) {
    if (joint.base == "world" && joint.type != model::JointType::rotational && joint.type != model::JointType::fixed &&
        joint.type != model::JointType::universal && joint.type != model::JointType::spherical)
      continue;  // a guide of the whole device is no part that can be seen
    links.push_back({{"kind", "joint"},
                     {"name", joint.name},
                     {"from", anchored(body_beyond(model, joint, joint.base), joint.location, shapes)},
                     {"to", anchored(body_beyond(model, joint, joint.follower), joint.location, shapes)}});
  }
  add_moorings(links, model, shapes, model.environment.depth);
  add_rotors(links, model, shapes);
  add_springs(links, model, shapes);
  Vector3 low = Vector3::Constant(HUGE_VAL), high = -low;
  for (const auto& [name, shape] : shapes) {
    low = low.cwiseMin(Vector3(shape.low.array() - shape.radius));
    high = high.cwiseMax(Vector3(shape.high.array() + shape.radius));
  }
  for (const Json& link : links) {  // moorings may end far away
    for (const char* end : {"from", "to"}) {
      const Json& local = link[end]["local"];
      if (link["kind"] == "mooring" || link[end]["body"] != "") continue;
      const Vector3 place(local[0].get<double>(), local[1].get<double>(), local[2].get<double>());
      low = low.cwiseMin(place);
      high = high.cwiseMax(place);
    }
  }
  for (const model::Rotor& rotor : model.rotors) {
    low = low.cwiseMin(Vector3(rotor.hub.array() - rotor.radius));
    high = high.cwiseMax(Vector3(rotor.hub.array() + rotor.radius));
  }
  if (shapes.empty()) {  // the water alone: a piece of some waves
    high = Vector3::Constant(25.0);
    low = -high;
  }
  low.z() = std::min(low.z(), 0.0);  // a submerged body is seen together with the surface above it
  high.z() = std::max(high.z(), 0.0);
  const Vector3 center = 0.5 * (low + high);
  const double size = std::max(1e-3, (high - low).norm() / 1.6);
  Json sea = nullptr;
  if (model_is_whole)
    sea = sea_of(model, note);
  else
    note += "The files of the case were not found: bodies without meshes, the sea at rest (give --case). ";
  if (std::any_of(model.moorings.begin(), model.moorings.end(), [](const model::Mooring& mooring) {
        return std::holds_alternative<model::CatenaryMooring>(mooring.law) ||
               std::holds_alternative<model::LineMooring>(mooring.law);
      }))
    note += "Mooring lines are drawn as parabolas of their length. ";
  return {{"time", packed(rows)},
          {"bodies", bodies},
          {"links", links},
          {"sea", sea},
          {"center", numbers(center)},
          {"size", size},
          {"start", rows[rows.size() / 2]},
          {"note", note}};
}

}  // namespace swell::report

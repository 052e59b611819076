// The scene as glTF 2.0 with animation: one file that ParaView, Blender and browsers open.
// Khronos Group, glTF 2.0 Specification, 3.6 (buffers and accessors), 3.7.2.2 (morph targets), 3.11 (animations).
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "pack.h"
#include "scene.h"
#include "swell/base/contained.h"
#include "swell/base/error.h"
#include "swell/base/vector.h"
#include "swell/report/report.h"
#include "unpack.h"

namespace swell::report {

namespace {

constexpr int kFloat = 5126, kUnsigned = 5125;

class Asset {
 public:
  Json json = {
      {"asset", {{"version", "2.0"}, {"generator", "Swell"}}},
      {"scene", 0},
      {"scenes", {{{"nodes", {0}}}}},
      // glTF has y up: the root turns the world's z there.
      {"nodes",
       {{{"name", "world"}, {"rotation", {-std::sqrt(0.5), 0.0, 0.0, std::sqrt(0.5)}}, {"children", Json::array()}}}},
      {"meshes", Json::array()},
      {"materials", Json::array()},
      {"accessors", Json::array()},
      {"bufferViews", Json::array()},
      {"buffers", Json::array()},
      {"animations", {{{"name", "run"}, {"channels", Json::array()}, {"samplers", Json::array()}}}}};

  std::size_t numbers(const std::vector<float>& values, const char* type, std::size_t each, bool with_range) {
    Json accessor = {
        {"bufferView", buffer(base64(values.data(), values.size() * sizeof(float)), values.size() * sizeof(float))},
        {"componentType", kFloat},
        {"count", values.size() / each},
        {"type", type}};
    if (with_range) {
      std::vector<float> low(each, HUGE_VALF), high(each, -HUGE_VALF);
      for (std::size_t i = 0; i < values.size(); ++i) {
        low[i % each] = std::min(low[i % each], values[i]);
        high[i % each] = std::max(high[i % each], values[i]);
      }
      accessor["min"] = low;
      accessor["max"] = high;
    }
    json["accessors"].push_back(accessor);
    return json["accessors"].size() - 1;
  }
  std::size_t indices(const std::vector<std::uint32_t>& values) {
    json["accessors"].push_back({{"bufferView", buffer(packed(values), values.size() * sizeof(std::uint32_t))},
                                 {"componentType", kUnsigned},
                                 {"count", values.size()},
                                 {"type", "SCALAR"}});
    return json["accessors"].size() - 1;
  }
  std::size_t material(double r, double g, double b, double opacity) {
    Json m = {{"pbrMetallicRoughness",
               {{"baseColorFactor", {r, g, b, opacity}}, {"metallicFactor", 0.0}, {"roughnessFactor", 0.6}}},
              {"doubleSided", true}};
    if (opacity < 1.0) m["alphaMode"] = "BLEND";
    json["materials"].push_back(m);
    return json["materials"].size() - 1;
  }
  std::size_t node(const std::string& name, const Json& mesh) {
    json["meshes"].push_back(mesh);
    json["nodes"].push_back({{"name", name}, {"mesh", json["meshes"].size() - 1}});
    const std::size_t index = json["nodes"].size() - 1;
    json["nodes"][0]["children"].push_back(index);
    return index;
  }
  void animate(std::size_t node, const char* path, std::size_t time, std::size_t values) {
    Json& animation = json["animations"][0];
    animation["samplers"].push_back({{"input", time}, {"output", values}, {"interpolation", "LINEAR"}});
    animation["channels"].push_back(
        {{"sampler", animation["samplers"].size() - 1}, {"target", {{"node", node}, {"path", path}}}});
  }

 private:
  std::size_t buffer(const std::string& text, std::size_t bytes) {
    json["buffers"].push_back({{"byteLength", bytes}, {"uri", "data:application/octet-stream;base64," + text}});
    json["bufferViews"].push_back({{"buffer", json["buffers"].size() - 1}, {"byteLength", bytes}});
    return json["bufferViews"].size() - 1;
  }
};

/// The surface as morph targets: a cos(wt - k.x + phase) is cos(wt) times one shape plus sin(wt) times another,
/// exactly.
void add_sea(Asset& asset, const Json& scene, const std::vector<float>& time, std::size_t time_accessor) {
  constexpr std::uint32_t kCells = 48;
  constexpr std::size_t kMostWaves = 4;  // 8 targets, what every viewer takes
  const double width = 4.2 * scene["size"].get<double>(), x0 = scene["center"][0].get<double>(),
               y0 = scene["center"][1].get<double>();
  std::vector<float> flat;
  std::vector<std::uint32_t> triangles;
  for (std::uint32_t i = 0; i <= kCells; ++i) {
    for (std::uint32_t k = 0; k <= kCells; ++k) {
      flat.push_back(static_cast<float>(x0 + width * (static_cast<double>(i) / kCells - 0.5)));
      flat.push_back(static_cast<float>(y0 + width * (static_cast<double>(k) / kCells - 0.5)));
      flat.push_back(0.0F);
      if (i == kCells || k == kCells) continue;
      const std::uint32_t p = i * (kCells + 1) + k, q = p + kCells + 1;
      for (const std::uint32_t index : {p, q, p + 1, p + 1, q, q + 1}) triangles.push_back(index);
    }
  }
  Json primitive = {{"attributes", {{"POSITION", asset.numbers(flat, "VEC3", 3, true)}}},
                    {"indices", asset.indices(triangles)},
                    {"material", asset.material(0.25, 0.56, 0.77, 0.55)}};
  const Json& sea = scene["sea"];
  const std::size_t waves = sea.is_null() ? 0 : unpacked<float>(sea["omega"]).size();
  if (waves == 0 || waves > kMostWaves) {
    asset.node(waves == 0 ? "still water" : "mean water level", {{"primitives", {primitive}}});
    return;
  }
  const auto omega = unpacked<float>(sea["omega"]), k = unpacked<float>(sea["k"]),
             a = unpacked<float>(sea["amplitude"]), phase = unpacked<float>(sea["phase"]),
             direction = unpacked<float>(sea["direction"]);
  primitive["targets"] = Json::array();
  for (std::size_t w = 0; w < waves; ++w) {
    for (const bool sine : {false, true}) {
      std::vector<float> shape(flat.size(), 0.0F);
      for (std::size_t i = 0; i < flat.size(); i += 3) {
        const auto angle = static_cast<double>(
            phase[w] - k[w] * (flat[i] * std::cos(direction[w]) + flat[i + 1] * std::sin(direction[w])));
        shape[i + 2] = a[w] * static_cast<float>(sine ? -std::sin(angle) : std::cos(angle));
      }
      primitive["targets"].push_back({{"POSITION", asset.numbers(shape, "VEC3", 3, true)}});
    }
  }
  const double ramp = sea["ramp"].get<double>();
  std::vector<float> weights;
  for (const float row : time) {
    const auto t = static_cast<double>(row);
    const double grown = t < ramp ? 0.5 * (1.0 - std::cos(kPi * t / ramp)) : 1.0;
    for (std::size_t w = 0; w < waves; ++w) {
      weights.push_back(static_cast<float>(grown * std::cos(static_cast<double>(omega[w]) * t)));
      weights.push_back(static_cast<float>(grown * std::sin(static_cast<double>(omega[w]) * t)));
    }
  }
  const std::size_t node =
      asset.node("sea surface", {{"primitives", {primitive}}, {"weights", std::vector<double>(2 * waves, 0.0)}});
  asset.animate(node, "weights", time_accessor, asset.numbers(weights, "SCALAR", 1, false));
}

}  // namespace

std::string gltf_of(const std::string& page_data) {
  const Json data = Json::parse(page_data);
  const Json& scene = data["scene"];
  if (scene.is_null()) throw InputError({}, "no body's position is in the results, so there is nothing to show in 3-D");
  Asset asset;
  const std::vector<float> time = unpacked<float>(scene["time"]);
  const std::size_t time_accessor = asset.numbers(time, "SCALAR", 1, true);
  static constexpr double kColors[][3] = {
      {0.84, 0.37, 0.0}, {0.0, 0.62, 0.45}, {0.8, 0.47, 0.65}, {0.9, 0.62, 0.0}, {0.34, 0.71, 0.91}};
  std::size_t number = 0;
  for (const Json& body : scene["bodies"]) {
    const Surface shape = surface_of(body);
    const std::vector<float>& vertices = shape.vertices;
    const std::vector<std::uint32_t>& triangles = shape.triangles;
    const double* color = kColors[number++ % std::size(kColors)];
    const std::size_t node =
        asset.node(body["name"], {{"primitives",
                                   {{{"attributes", {{"POSITION", asset.numbers(vertices, "VEC3", 3, true)}}},
                                     {"indices", asset.indices(triangles)},
                                     {"material", asset.material(color[0], color[1], color[2], 1.0)}}}}});
    const std::vector<float> position = unpacked<float>(body["position"]);
    std::vector<float> place, turn;
    Quaternion before = Quaternion::Identity();
    for (std::size_t i = 0; i + 6 <= position.size(); i += 6) {
      place.insert(place.end(), &position[i], &position[i] + 3);
      const auto about = [&](std::size_t k, const Vector3& axis) {
        return Eigen::AngleAxisd(static_cast<double>(position[i + k]), axis);
      };
      Quaternion q(about(5, Vector3::UnitZ()) * about(4, Vector3::UnitY()) * about(3, Vector3::UnitX()));
      if (q.dot(before) < 0.0) q.coeffs() = -q.coeffs();  // the short way round between rows
      before = q;
      for (const double v : {q.x(), q.y(), q.z(), q.w()}) turn.push_back(static_cast<float>(v));
    }
    asset.animate(node, "translation", time_accessor, asset.numbers(place, "VEC3", 3, false));
    asset.animate(node, "rotation", time_accessor, asset.numbers(turn, "VEC4", 4, false));
  }
  add_sea(asset, scene, time, time_accessor);
  return asset.json.dump();
}

}  // namespace swell::report

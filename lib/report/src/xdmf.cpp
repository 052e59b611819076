// The scene as XDMF 3 with its numbers in HDF5: what ParaView opens. One grid per body and frame, one of lines, one of
// the sea. Source of the elements: XDMF Model and Format, www.xdmf.org.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <map>

#include "page_text.h"
#include "swell/base/error.h"
#include "swell/base/vector.h"
#include "swell/report/report.h"
#include "swell/run/numbers_file.h"
#include "unpack.h"

namespace swell::report {

namespace {

constexpr std::size_t kMostFrames = 500;

struct Motion {
  std::vector<float> position;  // six per row
  Vector3 place(std::size_t row) const {
    return {static_cast<double>(position[6 * row]), static_cast<double>(position[6 * row + 1]),
            static_cast<double>(position[6 * row + 2])};
  }
  Matrix3 turn(std::size_t row) const {
    const auto about = [&](std::size_t k, const Vector3& axis) {
      return Eigen::AngleAxisd(static_cast<double>(position[6 * row + k]), axis);
    };
    return (about(5, Vector3::UnitZ()) * about(4, Vector3::UnitY()) * about(3, Vector3::UnitX())).toRotationMatrix();
  }
};

/// An end of a link in a row.
Vector3 end_of(const Json& end, const std::map<std::string, Motion>& motions, std::size_t row) {
  Vector3 local(end["local"][0].get<double>(), end["local"][1].get<double>(), end["local"][2].get<double>());
  const auto body = motions.find(end["body"].get<std::string>());
  if (body == motions.end()) return local;
  return body->second.place(row) + body->second.turn(row) * local;
}

/// The surface above a square about the device. On its lines a wave is a product, exp i(omega t + phase - kx x - ky y)
/// = exp i(omega t + phase) exp(-i kx x) exp(-i ky y), so that a frame needs no cosine for each point and wave.
struct Sea {
  static constexpr std::size_t kCells = 48;
  std::vector<float> omega, amplitude, phase;
  Eigen::MatrixXcd along_x, along_y;  // waves x lines
  double ramp = 0.0, x0 = 0.0, y0 = 0.0, width = 0.0;

  explicit Sea(const Json& scene) {
    x0 = scene["center"][0].get<double>();
    y0 = scene["center"][1].get<double>();
    width = 4.2 * scene["size"].get<double>();
    const Json& sea = scene["sea"];
    if (sea.is_null()) return;
    omega = unpacked<float>(sea["omega"]);
    amplitude = unpacked<float>(sea["amplitude"]);
    phase = unpacked<float>(sea["phase"]);
    ramp = sea["ramp"].get<double>();
    const std::vector<float> k = unpacked<float>(sea["k"]), direction = unpacked<float>(sea["direction"]);
    along_x.resize(static_cast<Eigen::Index>(omega.size()), kCells + 1);
    along_y.resizeLike(along_x);
    for (std::size_t w = 0; w < omega.size(); ++w) {
      const auto number = static_cast<double>(k[w]), to = static_cast<double>(direction[w]);
      for (std::size_t i = 0; i <= kCells; ++i) {
        const auto row = static_cast<Eigen::Index>(w), line = static_cast<Eigen::Index>(i);
        along_x(row, line) = std::polar(1.0, -number * std::cos(to) * (x0 + offset(i)));
        along_y(row, line) = std::polar(1.0, -number * std::sin(to) * (y0 + offset(i)));
      }
    }
  }
  double offset(std::size_t i) const { return width * (static_cast<double>(i) / kCells - 0.5); }
  void at(double time, std::vector<float>& points) const {
    const double grown = time < ramp ? 0.5 * (1.0 - std::cos(kPi * time / ramp)) : 1.0;
    Eigen::VectorXcd now(static_cast<Eigen::Index>(omega.size()));
    for (std::size_t w = 0; w < omega.size(); ++w) {
      now(static_cast<Eigen::Index>(w)) =
          static_cast<double>(amplitude[w]) *
          std::polar(grown, static_cast<double>(omega[w]) * time + static_cast<double>(phase[w]));
    }
    Eigen::MatrixXd z = Eigen::MatrixXd::Zero(kCells + 1, kCells + 1);
    if (!omega.empty()) z = (along_y.transpose() * (now.asDiagonal() * along_x)).real();
    points.clear();
    for (std::size_t i = 0; i <= kCells; ++i) {
      for (std::size_t j = 0; j <= kCells; ++j) {
        const double height = z(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j));
        for (const double value : {x0 + offset(j), y0 + offset(i), height}) points.push_back(static_cast<float>(value));
      }
    }
  }
};

}  // namespace

XdmfFiles xdmf_of(const std::string& data, const std::string& hdf5_name, const run::ResultsReader& results,
                  const std::string& results_name, int every) {
  const Json scene = Json::parse(data)["scene"];
  if (scene.is_null()) throw InputError({}, "the results have fewer than two rows, so there is nothing to show");
  const std::vector<float> time = unpacked<float>(scene["time"]);
  const std::vector<double> rows = results.read("/time").values;
  const std::size_t stride = std::max<std::size_t>(1, (rows.size() + time.size() - 1) / time.size());
  const std::size_t step = every > 0 ? std::max<std::size_t>(1, static_cast<std::size_t>(every) / stride)
                                     : (time.size() + kMostFrames - 1) / kMostFrames;
  std::vector<std::size_t> shown;  // rows of the scene
  for (std::size_t i = 0; i < time.size(); i += step) shown.push_back(i);
  XdmfFiles out;
  out.frames = shown.size();
  std::map<std::string, Motion> motions;
  for (const Json& body : scene["bodies"]) motions[body["name"]] = {unpacked<float>(body["position"])};
  std::vector<std::string> grids(shown.size());
  const auto cells = [&](const std::string& path, const char* type, std::size_t count, std::size_t each) {
    return fmt::format(
        "<Topology TopologyType=\"{}\" NumberOfElements=\"{}\"{}><DataItem Dimensions=\"{} {}\" NumberType=\"UInt\" "
        "Format=\"HDF\">{}:{}</DataItem></Topology>",
        type, count, each == 2 ? " NodesPerElement=\"2\"" : "", count, each, escaped_text(hdf5_name),
        escaped_text(path));
  };
  const auto points = [&](const std::string& path, std::size_t frame, std::size_t count) {
    return fmt::format(
        "<Geometry GeometryType=\"XYZ\"><DataItem ItemType=\"HyperSlab\" Dimensions=\"{2} 3\"><DataItem Dimensions=\"3 "
        "3\" Format=\"XML\">{1} 0 0 1 1 1 1 {2} 3</DataItem><DataItem Dimensions=\"{3} {2} 3\" NumberType=\"Float\" "
        "Precision=\"4\" Format=\"HDF\">{4}:{0}</DataItem></DataItem></Geometry>",
        escaped_text(path), frame, count, shown.size(), escaped_text(hdf5_name));
  };
  run::NumbersFile file;
  std::size_t number = 0;
  std::vector<float> moved;
  for (const Json& body : scene["bodies"]) {
    const std::string name = body["name"], path = fmt::format("/body{}", number++);
    const Surface shape = surface_of(body);
    const Motion& motion = motions[name];
    const std::size_t count = shape.vertices.size() / 3;
    file.group(path);
    file.table(path + "/triangles", shape.triangles, 3);
    file.frames(path + "/points", shown.size(), count);
    const std::string topology = cells(path + "/triangles", "Triangle", shape.triangles.size() / 3, 3);
    std::vector<std::tuple<const char*, std::string, int, std::size_t, std::size_t>> known;
    for (const auto& [what, dataset, first] :
         {std::tuple{"position", "position", 0}, std::tuple{"roll pitch yaw", "position", 3},
          std::tuple{"velocity", "velocity", 0}, std::tuple{"angular velocity", "velocity", 3},
          std::tuple{"acceleration", "acceleration", 0}, std::tuple{"total force", "force/total", 0}}) {
      const std::string full = "/bodies/" + name + "/" + dataset;
      if (!results.has(full)) continue;
      const run::Table table = results.read(full);
      known.emplace_back(what, full, first, table.rows, table.columns);
    }
    for (std::size_t f = 0; f < shown.size(); ++f) {
      const Matrix3 turn = motion.turn(shown[f]);
      const Vector3 place = motion.place(shown[f]);
      moved.clear();
      for (std::size_t i = 0; i < count; ++i) {
        const Vector3 local(static_cast<double>(shape.vertices[3 * i]), static_cast<double>(shape.vertices[3 * i + 1]),
                            static_cast<double>(shape.vertices[3 * i + 2]));
        const Vector3 p = place + turn * local;
        for (int k = 0; k < 3; ++k) moved.push_back(static_cast<float>(p[k]));
      }
      file.write(f, moved);
      grids[f] +=
          fmt::format("<Grid Name=\"{}\">{}{}", escaped_text(name), topology, points(path + "/points", f, count));
      for (const auto& [what, full, first, row_count, columns] : known)
        grids[f] += fmt::format(
            "<Attribute Name=\"{}\" AttributeType=\"Vector\" Center=\"Grid\"><DataItem ItemType=\"HyperSlab\" "
            "Dimensions=\"1 3\"><DataItem Dimensions=\"3 2\" Format=\"XML\">{} {} 1 1 1 3</DataItem><DataItem "
            "Dimensions=\"{} {}\" NumberType=\"Float\" Precision=\"8\" "
            "Format=\"HDF\">{}:{}</DataItem></DataItem></Attribute>",
            what, shown[f] * stride, first, row_count, columns, escaped_text(results_name), escaped_text(full));
      grids[f] += "</Grid>\n";
    }
  }
  std::map<std::string, std::vector<const Json*>> kinds;
  for (const Json& link : scene["links"]) kinds[link["kind"]].push_back(&link);
  for (const auto& [kind, links] : kinds) {
    // The shape of a slack line: places along it and their drop; two points otherwise.
    std::vector<std::vector<float>> shapes;
    std::vector<std::uint32_t> segments;
    std::uint32_t count = 0;
    for (const Json* link : links) {
      shapes.push_back(link->contains("shape") ? unpacked<float>((*link)["shape"])
                                               : std::vector<float>{0.0F, 0.0F, 1.0F, 0.0F});
      const auto n = static_cast<std::uint32_t>(shapes.back().size() / 2);
      for (std::uint32_t i = 0; i + 1 < n; ++i) segments.insert(segments.end(), {count + i, count + i + 1});
      count += n;
    }
    const std::string path = "/" + kind;
    file.group(path);
    file.table(path + "/segments", segments, 2);
    file.frames(path + "/points", shown.size(), count);
    const std::string topology = cells(path + "/segments", "Polyline", segments.size() / 2, 2);
    for (std::size_t f = 0; f < shown.size(); ++f) {
      moved.clear();
      for (std::size_t l = 0; l < links.size(); ++l) {
        const Vector3 from = end_of((*links[l])["from"], motions, shown[f]),
                      to = end_of((*links[l])["to"], motions, shown[f]);
        for (std::size_t i = 0; i + 1 < shapes[l].size(); i += 2) {
          Vector3 p = from + static_cast<double>(shapes[l][i]) * (to - from);
          p.z() += static_cast<double>(shapes[l][i + 1]);
          for (int k = 0; k < 3; ++k) moved.push_back(static_cast<float>(p[k]));
        }
      }
      file.write(f, moved);
      grids[f] += fmt::format("<Grid Name=\"{}\">{}{}</Grid>\n", escaped_text(kind), topology,
                              points(path + "/points", f, count));
    }
  }
  const Sea sea(scene);
  constexpr std::size_t kSide = Sea::kCells + 1;
  file.group("/sea");
  file.frames("/sea/points", shown.size(), kSide * kSide);
  for (std::size_t f = 0; f < shown.size(); ++f) {
    sea.at(rows[std::min(rows.size() - 1, shown[f] * stride)], moved);
    file.write(f, moved);
    grids[f] +=
        fmt::format("<Grid Name=\"sea surface\"><Topology TopologyType=\"2DSMesh\" Dimensions=\"{} {}\"/>{}</Grid>\n",
                    kSide, kSide, points("/sea/points", f, kSide * kSide));
  }
  out.hdf5 = file.bytes();
  out.xdmf =
      "<?xml version=\"1.0\"?>\n<Xdmf Version=\"3.0\"><Domain>\n"
      "<Grid Name=\"device\" GridType=\"Collection\" CollectionType=\"Temporal\">\n";
  for (std::size_t f = 0; f < shown.size(); ++f)
    out.xdmf += fmt::format(
        "<Grid Name=\"scene\" GridType=\"Collection\" CollectionType=\"Spatial\"><Time Value=\"{}\"/>\n{}</Grid>\n",
        rows[std::min(rows.size() - 1, shown[f] * stride)], grids[f]);
  out.xdmf += "</Grid></Domain></Xdmf>\n";
  return out;
}

}  // namespace swell::report

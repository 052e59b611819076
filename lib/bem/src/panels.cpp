#include "swell/bem/panels.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <map>
#include <sstream>

#include "swell/mesh/read_mesh.h"

namespace swell::bem {
namespace {

using Panel = std::array<Vector3, 4>;

Vector3 area_of(const Panel& p) {
  return 0.5 * (p[1] - p[0]).cross(p[2] - p[0]) + 0.5 * (p[2] - p[0]).cross(p[3] - p[0]);
}

Vector3 middle_of(const Panel& p) { return 0.25 * (p[0] + p[1] + p[2] + p[3]); }

std::string place_of(const Vector3& x) { return fmt::format("({:.4g}, {:.4g}, {:.4g}) m", x.x(), x.y(), x.z()); }

// Mirror images in x = 0 and y = 0, turned so that normals stay outside.
void complete(PanelMesh& mesh, bool mirror_x, bool mirror_y) {
  for (int axis = 0; axis < 2; ++axis) {
    if (!(axis == 0 ? mirror_x : mirror_y)) continue;
    const std::size_t n = mesh.panels.size();
    for (std::size_t i = 0; i < n; ++i) {
      Panel p;
      for (std::size_t k = 0; k < 4; ++k) {
        p[k] = mesh.panels[i][3 - k];
        p[k][axis] = -p[k][axis];
      }
      mesh.panels.push_back(p);
      mesh.lines.push_back(mesh.lines[i]);
    }
  }
}

// Numbers of a text file with the line of each; words that are no numbers end a line.
struct Numbers {
  std::vector<double> value;
  std::vector<int> line;
};
Numbers numbers_from(std::istream& in, int line, bool stop_at_hash) {
  Numbers out;
  std::string text;
  while (std::getline(in, text)) {
    ++line;
    if (stop_at_hash && text.find('#') != std::string::npos) break;
    std::istringstream words(text);
    std::string word;
    while (words >> word) {
      std::replace(word.begin(), word.end(), 'D', 'E');
      std::replace(word.begin(), word.end(), 'd', 'e');
      char* end = nullptr;
      const double value = std::strtod(word.c_str(), &end);
      if (end == word.c_str() || *end != '\0' || !std::isfinite(value)) break;
      out.value.push_back(value);
      out.line.push_back(line);
    }
  }
  return out;
}

constexpr double kMostPanels = 1e6;

PanelMesh read_gdf(std::ifstream& in, const std::string& file) {
  const auto fail = [&](int line, const std::string& what, const std::string& remedy) -> void {
    throw InputError(Origin{file, line, 0, {}}, what, remedy);
  };
  PanelMesh mesh;
  mesh.file = file;
  std::string title, text;
  std::getline(in, title);
  double scale = 0.0, gravity = 0.0;
  int mirror_x = -1, mirror_y = -1;
  double count = 0.0;
  std::getline(in, text);
  if (!(std::istringstream(text) >> scale >> gravity) || !(scale > 0.0))
    fail(2, "must begin with ULEN and GRAV", "ULEN, the length that coordinates are multiplied with, is 1 for metres");
  std::getline(in, text);
  if (!(std::istringstream(text) >> mirror_x >> mirror_y) || mirror_x < 0 || mirror_x > 1 || mirror_y < 0 ||
      mirror_y > 1)
    fail(3, "must hold ISX and ISY, 0 or 1", "1: the plane x = 0 (y = 0) is one of symmetry and one half is given");
  std::getline(in, text);
  std::istringstream fourth(text);
  double patches = 0.0;
  if (!(fourth >> count) || !(count >= 1.0) || count > kMostPanels || count != std::floor(count))
    fail(4, "must hold the number of panels, 1 to 1000000", "");
  if (fourth >> patches)
    fail(4, "is a higher-order geometry (IGDEF)", "give a low-order .gdf, panels by their vertices");
  const Numbers n = numbers_from(in, 4, false);
  const auto panels = static_cast<std::size_t>(count);
  if (n.value.size() < 12 * panels)
    fail(n.line.empty() ? 5 : n.line.back(), fmt::format("ends after {} of {} panels", n.value.size() / 12, panels),
         "12 numbers make a panel");
  for (std::size_t i = 0; i < panels; ++i) {
    Panel p;
    for (std::size_t k = 0; k < 4; ++k)
      p[k] = scale * Vector3(n.value[12 * i + 3 * k], n.value[12 * i + 3 * k + 1], n.value[12 * i + 3 * k + 2]);
    mesh.panels.push_back(p);
    mesh.lines.push_back(n.line[12 * i]);
  }
  complete(mesh, mirror_x == 1, mirror_y == 1);
  return mesh;
}

void add_indexed(PanelMesh& mesh, const std::vector<Vector3>& nodes, const std::array<double, 4>& index, int line) {
  Panel p;
  for (std::size_t k = 0; k < 4; ++k) {
    if (!(index[k] >= 1.0) || index[k] > static_cast<double>(nodes.size()))
      throw InputError(Origin{mesh.file, line, 0, {}}, fmt::format("names node {:g} of {}", index[k], nodes.size()),
                       "nodes count from 1");
    p[k] = nodes[static_cast<std::size_t>(index[k]) - 1];
  }
  mesh.panels.push_back(p);
  mesh.lines.push_back(line);
}

PanelMesh read_nemoh(std::ifstream& in, const std::string& file) {
  PanelMesh mesh;
  mesh.file = file;
  const Numbers n = numbers_from(in, 0, false);
  if (n.value.size() < 6 || n.value[0] != 2.0)
    throw InputError(Origin{file, 1, 0, {}}, "must begin with 2 and 0 or 1 (half given)",
                     "a NEMOH mesh is meant: number, x, y, z of each node to 0 0 0 0, then four nodes of each panel");
  std::size_t at = 2;
  std::vector<Vector3> nodes;
  for (; at + 4 <= n.value.size() && n.value[at] != 0.0; at += 4)
    nodes.emplace_back(n.value[at + 1], n.value[at + 2], n.value[at + 3]);
  at += 4;
  for (; at + 4 <= n.value.size() && n.value[at] != 0.0; at += 4)
    add_indexed(mesh, nodes, {n.value[at], n.value[at + 1], n.value[at + 2], n.value[at + 3]}, n.line[at]);
  if (mesh.panels.empty()) throw InputError(Origin{file, n.line.back(), 0, {}}, "has no panels", "");
  complete(mesh, false, n.value[1] == 1.0);
  return mesh;
}

PanelMesh read_pnl(std::ifstream& in, const std::string& file) {
  PanelMesh mesh;
  mesh.file = file;
  std::string text;
  int line = 0;
  const auto skip_to = [&](const char* word) {
    while (std::getline(in, text)) {
      ++line;
      if (text.find('#') != std::string::npos && text.find(word) != std::string::npos) return;
    }
    throw InputError(Origin{file, line, 0, {}}, fmt::format("has no line with # and \"{}\"", word),
                     "a HAMS .pnl mesh is meant");
  };
  skip_to("Number of Panels");
  std::getline(in, text);
  ++line;
  double panels = 0.0, count = 0.0;
  int mirror_x = 0, mirror_y = 0;
  if (!(std::istringstream(text) >> panels >> count >> mirror_x >> mirror_y) || !(panels >= 1.0) || !(count >= 3.0) ||
      panels > kMostPanels || count > kMostPanels)
    throw InputError(Origin{file, line, 0, {}}, "must hold the numbers of panels and nodes, and 0 or 1 twice", "");
  skip_to("Node");
  std::vector<Vector3> nodes;
  while (nodes.size() < static_cast<std::size_t>(count) && std::getline(in, text)) {
    ++line;
    double i = 0.0, x = 0.0, y = 0.0, z = 0.0;
    if (!(std::istringstream(text) >> i >> x >> y >> z))
      throw InputError(Origin{file, line, 0, {}}, "must hold a node: number, x, y, z", "");
    nodes.emplace_back(x, y, z);
  }
  skip_to("Panel");
  while (mesh.panels.size() < static_cast<std::size_t>(panels) && std::getline(in, text)) {
    ++line;
    std::istringstream words(text);
    double number = 0.0, corners = 0.0;
    std::array<double, 4> index{};
    const bool is_good = static_cast<bool>(words >> number >> corners >> index[0] >> index[1] >> index[2]);
    if (!is_good || (corners == 4.0 && !(words >> index[3])))
      throw InputError(Origin{file, line, 0, {}}, "must hold a panel: number, 3 or 4, its nodes", "");
    if (corners != 4.0) index[3] = index[2];
    add_indexed(mesh, nodes, index, line);
  }
  complete(mesh, mirror_x == 1, mirror_y == 1);
  return mesh;
}

}  // namespace

PanelMesh read_panels(const std::filesystem::path& file, Diagnostics& diagnostics) {
  std::string ending = file.extension().string();
  std::transform(ending.begin(), ending.end(), ending.begin(), [](unsigned char c) { return std::tolower(c); });
  if (ending == ".stl" || ending == ".obj") {
    const mesh::TriangleMesh read = mesh::read_mesh(file, diagnostics);
    PanelMesh out;
    out.file = file.string();
    for (Eigen::Index i = 0; i < read.size(); ++i) {
      out.panels.push_back({read.corner(i, 0), read.corner(i, 1), read.corner(i, 2), read.corner(i, 2)});
      out.lines.push_back(read.lines.empty() ? 0 : read.lines[static_cast<std::size_t>(i)]);
    }
    return out;
  }
  std::ifstream in(file);
  if (!in || std::filesystem::is_directory(file))
    throw InputError(Origin{file.string(), 0, 0, {}}, "cannot be read",
                     "is the path right? It counts from the device file");
  if (ending == ".gdf") return read_gdf(in, file.string());
  if (ending == ".dat") return read_nemoh(in, file.string());
  if (ending == ".pnl") return read_pnl(in, file.string());
  throw InputError(Origin{file.string(), 0, 0, {}}, fmt::format("has an unknown ending \"{}\"", ending),
                   ".stl, .obj, .gdf (WAMIT), .dat (NEMOH) and .pnl (HAMS) are read");
}

PanelMesh placed(PanelMesh mesh, double scale, const Vector3& shift) {
  for (Panel& p : mesh.panels)
    for (Vector3& x : p) x = scale * x + shift;
  return mesh;
}

PanelMesh clipped(const PanelMesh& mesh, int* lids) {
  double size = 0.0;
  for (const Panel& p : mesh.panels)
    for (const Vector3& x : p) size = std::max(size, x.norm());
  const double slack = 1e-7 * size;
  PanelMesh out;
  out.file = mesh.file;
  if (lids != nullptr) *lids = 0;
  const auto keep = [&](const Panel& p, int line) {
    if (area_of(p).norm() < 1e-14 * size * size) return;
    out.panels.push_back(p);
    out.lines.push_back(line);
  };
  for (std::size_t i = 0; i < mesh.panels.size(); ++i) {
    Panel p = mesh.panels[i];
    double low = 1e300, high = -1e300;
    for (Vector3& x : p) {
      if (std::abs(x.z()) < slack) x.z() = 0.0;
      low = std::min(low, x.z());
      high = std::max(high, x.z());
    }
    if (low >= 0.0) {
      if (high == 0.0 && lids != nullptr) ++*lids;
      continue;
    }
    if (high <= 0.0) {
      keep(p, mesh.lines[i]);
      continue;
    }
    // What is below the plane is a polygon of up to five corners.
    std::vector<Vector3> wet;
    for (std::size_t k = 0; k < 4; ++k) {
      const Vector3 &a = p[k], &b = p[(k + 1) % 4];
      if (a.z() <= 0.0 && (wet.empty() || (a - wet.back()).norm() > slack)) wet.push_back(a);
      if (a.z() * b.z() < 0.0) {
        Vector3 cut = a + (b - a) * (a.z() / (a.z() - b.z()));
        cut.z() = 0.0;
        wet.push_back(cut);
      }
    }
    while (wet.size() > 1 && (wet.front() - wet.back()).norm() <= slack) wet.pop_back();
    if (wet.size() < 3) continue;
    keep({wet[0], wet[1], wet[2], wet.size() > 3 ? wet[3] : wet[2]}, mesh.lines[i]);
    if (wet.size() == 5) keep({wet[0], wet[3], wet[4], wet[4]}, mesh.lines[i]);
  }
  return out;
}

void check_panels(const PanelMesh& wet, Diagnostics& diagnostics) {
  if (wet.panels.empty()) {
    diagnostics.error({wet.file, 0, 0, {}}, "no panel is below the still water, z = 0",
                      "z points upwards; move the body down with position: [0, 0, -1], say");
    return;
  }
  double size = 0.0, volume = 0.0;
  for (const Panel& p : wet.panels) {
    for (const Vector3& x : p) size = std::max(size, x.norm());
    volume += middle_of(p).dot(area_of(p)) / 3.0;
  }
  const auto place = [&](std::size_t i) { return Origin{wet.file, wet.lines[i], 0, {}}; };
  const auto named = [&](std::size_t i) {
    return fmt::format("panel {} at {}", i + 1, place_of(middle_of(wet.panels[i])));
  };
  const double grid = 1e-6 * size;
  const auto key = [&](const Vector3& x) {
    return std::array<long, 3>{std::lround(x.x() / grid), std::lround(x.y() / grid), std::lround(x.z() / grid)};
  };
  // Points nearer than the grid may fall into two cells: join them by looking at the cells around.
  std::map<std::array<long, 3>, int> points;
  const auto number = [&](const Vector3& x) {
    const std::array<long, 3> k = key(x);
    for (long a = -1; a <= 1; ++a)
      for (long b = -1; b <= 1; ++b)
        for (long c = -1; c <= 1; ++c)
          if (const auto found = points.find({k[0] + a, k[1] + b, k[2] + c}); found != points.end())
            return found->second;
    return points.emplace(k, static_cast<int>(points.size())).first->second;
  };
  std::map<std::pair<int, int>, std::vector<std::pair<std::size_t, bool>>>
      edges;  // panels, and whether from low to high
  std::map<std::vector<int>, std::size_t> seen;
  std::map<std::pair<int, int>, bool> on_water;
  int slivers = 0, doubles = 0, holes = 0, turned = 0;
  std::size_t sliver = 0, twice = 0, other = 0, hole = 0, turn = 0;
  for (std::size_t i = 0; i < wet.panels.size(); ++i) {
    const Panel& p = wet.panels[i];
    std::vector<int> corners;
    double longest = 0.0;
    for (std::size_t k = 0; k < 4; ++k) {
      const int n = number(p[k]);
      if (corners.empty() || (corners.back() != n && corners.front() != n)) corners.push_back(n);
      longest = std::max(longest, (p[(k + 1) % 4] - p[k]).norm());
    }
    if (area_of(p).norm() < 1e-3 * longest * longest && slivers++ == 0) sliver = i;
    for (std::size_t k = 0; k < 4; ++k) {
      const int a = number(p[k]), b = number(p[(k + 1) % 4]);
      if (a == b) continue;
      edges[{std::min(a, b), std::max(a, b)}].emplace_back(i, a < b);
      on_water[{std::min(a, b), std::max(a, b)}] = p[k].z() == 0.0 && p[(k + 1) % 4].z() == 0.0;
    }
    std::sort(corners.begin(), corners.end());
    const auto [at, is_new] = seen.emplace(corners, i);
    if (!is_new && doubles++ == 0) {
      twice = i;
      other = at->second;
    }
  }
  for (const auto& [edge, panels] : edges) {
    if (panels.size() == 1 && !on_water[edge] && holes++ == 0) hole = panels[0].first;
    if (panels.size() == 2 && panels[0].second == panels[1].second && turned++ == 0) turn = panels[1].first;
  }
  if (doubles > 0)
    diagnostics.error(place(twice), fmt::format("{} is panel {} once more ({} such)", named(twice), other + 1, doubles),
                      "remove one of the two: the equations would be singular");
  if (turned > 0)
    diagnostics.error(place(turn), fmt::format("{} is turned against its neighbour ({} edges)", named(turn), turned),
                      "let the corners of every panel run anticlockwise seen from the water");
  else if (holes == 0 && volume < 0.0)
    diagnostics.error({wet.file, 0, 0, {}}, fmt::format("the surface is inside out: it displaces {:.4g} m3", volume),
                      "give reversed: true, or turn the panels in the mesh program");
  // Meshes of BEM codes have panels of different sizes side by side: an edge against two halves is no hole in the
  // displaced volume, so the three integrals of the volume decide.
  if (holes > 0 && turned == 0) {
    Vector3 volumes = Vector3::Zero();
    for (const Panel& p : wet.panels) {
      const Vector3 first = 0.5 * (p[1] - p[0]).cross(p[2] - p[0]), second = 0.5 * (p[2] - p[0]).cross(p[3] - p[0]);
      volumes += ((p[0] + p[1] + p[2]) / 3.0).cwiseProduct(first) + ((p[0] + p[2] + p[3]) / 3.0).cwiseProduct(second);
    }
    const double spread = volumes.maxCoeff() - volumes.minCoeff();
    const std::string text = fmt::format(
        "has {} open edges below the water, the first of {}; its volume by x, y and z is "
        "{:.5g}, {:.5g} and {:.5g} m3",
        holes, named(hole), volumes.x(), volumes.y(), volumes.z());
    if (spread > 0.02 * volumes.cwiseAbs().maxCoeff())
      diagnostics.error(place(hole), text, "close the surface; half a body wants its symmetry (ISX, ISY) switched on");
    else
      diagnostics.warning("mesh-holes", place(hole), text,
                          "panels that do not meet corner to corner are taken as they are");
  }
  if (slivers > 0)
    diagnostics.warning("sliver-panels", place(sliver), fmt::format("{} is a sliver ({} such)", named(sliver), slivers),
                        "panels about as wide as long are more accurate for the same work");
  if (size > 1000.0)
    diagnostics.warning("mesh-size", {wet.file, 0, 0, {}}, fmt::format("reaches {:.4g} m from the origin", size),
                        "metres are meant; for millimetres give scale: 0.001");
}

std::vector<Element> panel_elements(const PanelMesh& wet) {
  std::vector<Element> out;
  for (const Panel& p : wet.panels) {
    Element e;
    e.is_flat_panel = true;
    e.corners = p;
    e.patch = std::make_shared<BilinearPatch>(p);
    out.push_back(std::move(e));
  }
  return out;
}

}  // namespace swell::bem

// Meshes of other boundary-element codes: WAMIT's .gdf of low order (WAMIT manual 7, 6.1), NEMOH's .dat, HAMS's .pnl.
// Panels of four corners and planes of symmetry have no place in lib/mesh, whose readers of STL and OBJ are used as
// they are.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <fstream>
#include <sstream>

#include "swell/base/error_codes.h"
#include "swell/base/regular_file.h"
#include "swell/bem/panels.h"
#include "swell/mesh/read_mesh.h"

namespace swell::bem {
namespace {

using Panel = std::array<Vector3, 4>;

constexpr double kMostPanels = 1e6;

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

// What programs print for a number that they do not have.
bool is_not_a_number(std::string word) {
  std::transform(word.begin(), word.end(), word.begin(), [](unsigned char c) { return std::tolower(c); });
  return word == "nan" || word == "inf" || word == "infinity" || word.rfind("***", 0) == 0;
}

/// A text by lines. Words may follow the numbers of a line; what begins as a number and is none is a mistake.
class Lines {
 public:
  explicit Lines(const std::filesystem::path& file) : name_(file.string()) {
    require_regular_file(file);
    in_.open(file);
    if (!in_)
      throw code::error(code::kNoFile, Origin{name_, 0, 0, {}}, "cannot be read",
                        "is the path right? It counts from the device file");
  }

  bool next() {
    if (!std::getline(in_, text)) return false;
    ++line;
    numbers.clear();
    is_damaged = false;
    std::string blanks = text;
    std::replace(blanks.begin(), blanks.end(), ',', ' ');  // either separates, as Fortran reads it
    std::istringstream words(blanks);
    for (std::string word; words >> word;) {
      const std::size_t first = word.find_first_not_of("+-.");
      is_damaged = is_not_a_number(word.substr(std::min(first, word.size())));
      if (is_damaged || first == std::string::npos || std::isdigit(static_cast<unsigned char>(word[first])) == 0) break;
      std::replace(word.begin(), word.end(), 'D', 'E');
      std::replace(word.begin(), word.end(), 'd', 'e');
      char* end = nullptr;
      const double value = std::strtod(word.c_str(), &end);
      is_damaged = *end != '\0' || !std::isfinite(value);
      if (is_damaged) break;
      numbers.push_back(value);
    }
    return true;
  }
  /// As next(), of a line that must be there and be sound.
  void need(const std::string& what) {
    if (!next()) fail("ends before " + what, "the file is cut off; copy it again");
    refuse_damage();
  }
  void refuse_damage() const {
    if (is_damaged)
      fail(fmt::format("has a value that is not a number: {}", text.substr(0, 60)),
           "the file is damaged; copy it again");
  }
  [[noreturn]] void fail(const std::string& what, const std::string& remedy) const {
    throw code::error(code::kBadFile, Origin{name_, std::max(line, 1), 0, {}}, what, remedy);
  }
  /// All numbers from here on.
  std::pair<std::vector<double>, std::vector<int>> rest() {
    std::pair<std::vector<double>, std::vector<int>> out;
    while (next()) {
      refuse_damage();
      out.first.insert(out.first.end(), numbers.begin(), numbers.end());
      out.second.resize(out.first.size(), line);
    }
    return out;
  }

  std::string text;
  std::vector<double> numbers;
  int line = 0;
  bool is_damaged = false;

 private:
  std::string name_;
  std::ifstream in_;
};

bool is_flag(double value) { return value == 0.0 || value == 1.0; }
bool is_count(double value) { return value >= 1.0 && value <= kMostPanels && value == std::floor(value); }

PanelMesh read_gdf(Lines& in) {
  PanelMesh mesh;
  in.next();  // the title
  in.is_damaged = false;
  in.need("ULEN and GRAV");
  if (in.numbers.size() < 2 || !(in.numbers[0] > 0.0))
    in.fail("must begin with ULEN and GRAV", "ULEN, the length that coordinates are multiplied with, is 1 for metres");
  const double scale = in.numbers[0];
  in.need("ISX and ISY");
  if (in.numbers.size() < 2 || !is_flag(in.numbers[0]) || !is_flag(in.numbers[1]))
    in.fail("must hold ISX and ISY, 0 or 1", "1: the plane x = 0 (y = 0) is one of symmetry and one half is given");
  const bool mirror_x = in.numbers[0] == 1.0, mirror_y = in.numbers[1] == 1.0;
  in.need("the number of panels");
  if (in.numbers.empty() || !is_count(in.numbers[0])) in.fail("must hold the number of panels, 1 to 1000000", "");
  if (in.numbers.size() > 1)
    in.fail("is a higher-order geometry (IGDEF)", "give a low-order .gdf, panels by their vertices");
  const auto panels = static_cast<std::size_t>(in.numbers[0]);
  const auto [value, line] = in.rest();
  if (value.size() < 12 * panels)
    in.fail(fmt::format("ends after {} of {} panels", value.size() / 12, panels), "12 numbers make a panel");
  if (value.size() > 12 * panels)
    in.fail(fmt::format("holds more numbers than the {} panels that its fourth line announces", panels),
            "12 numbers make a panel; copy the file again");
  for (std::size_t i = 0; i < panels; ++i) {
    Panel p;
    for (std::size_t k = 0; k < 4; ++k)
      p[k] = scale * Vector3(value[12 * i + 3 * k], value[12 * i + 3 * k + 1], value[12 * i + 3 * k + 2]);
    mesh.panels.push_back(p);
    mesh.lines.push_back(line[12 * i]);
  }
  complete(mesh, mirror_x, mirror_y);
  return mesh;
}

void add_indexed(PanelMesh& mesh, const std::vector<Vector3>& nodes, const double* index, int line, const Lines& in) {
  Panel p;
  for (std::size_t k = 0; k < 4; ++k) {
    if (!is_count(index[k]) || index[k] > static_cast<double>(nodes.size()))
      in.fail(fmt::format("a panel (line {}) names node {:g} of {}", line, index[k], nodes.size()),
              "nodes count from 1");
    p[k] = nodes[static_cast<std::size_t>(index[k]) - 1];
  }
  mesh.panels.push_back(p);
  mesh.lines.push_back(line);
}

/// Codes number rows in their order; a number out of it is that of a row that is lost, damaged or there again.
void check_number(const char* of, double number, std::size_t before, int line, const Lines& in) {
  if (number != static_cast<double>(before + 1))
    in.fail(fmt::format("{} {:g} (line {}) stands where number {} must", of, number, line, before + 1),
            "the file is damaged; copy it again");
}

PanelMesh read_nemoh(Lines& in) {
  PanelMesh mesh;
  in.need("2 and 0 or 1");
  if (in.numbers.size() < 2 || in.numbers[0] != 2.0 || !is_flag(in.numbers[1]))
    in.fail("must begin with 2 and 0 or 1 (half given)",
            "a NEMOH mesh is meant: number, x, y, z of each node to 0 0 0 0, then four nodes of each panel");
  const bool mirror_y = in.numbers[1] == 1.0;
  const auto [value, line] = in.rest();
  std::size_t at = 0;
  std::vector<Vector3> nodes;
  for (; at + 4 <= value.size() && value[at] != 0.0; at += 4) {
    check_number("node", value[at], nodes.size(), line[at], in);
    nodes.emplace_back(value[at + 1], value[at + 2], value[at + 3]);
  }
  for (at += 4; at + 4 <= value.size() && value[at] != 0.0; at += 4) add_indexed(mesh, nodes, &value[at], line[at], in);
  if (mesh.panels.empty()) in.fail("has no panels", "a row 0 0 0 0 ends the nodes");
  if (at < value.size() && value[at] != 0.0) in.fail("ends within a row of four numbers", "copy the file again");
  complete(mesh, false, mirror_y);
  return mesh;
}

PanelMesh read_pnl(Lines& in) {
  PanelMesh mesh;
  // The headings of HAMS and of programs that write for it differ in blanks and in what follows.
  const auto skip_to = [&](const char* words) {
    while (in.next()) {
      if (in.text.find('#') != std::string::npos && in.text.find(words) != std::string::npos) return;
    }
    in.fail(fmt::format("has no line with # and \"{}\"", words), "a HAMS .pnl mesh is meant");
  };
  skip_to("Number of Panels");
  in.need("the numbers of panels and nodes");
  if (in.numbers.size() < 4 || !is_count(in.numbers[0]) || !is_count(in.numbers[1]) || !is_flag(in.numbers[2]) ||
      !is_flag(in.numbers[3]))
    in.fail("must hold the numbers of panels and nodes, and 0 or 1 twice", "");
  const std::vector<double> head = in.numbers;
  skip_to("Start Definition of Node Coordinates");
  std::vector<Vector3> nodes;
  while (nodes.size() < static_cast<std::size_t>(head[1])) {
    in.need(fmt::format("its {:g} nodes", head[1]));
    if (in.numbers.size() < 4) in.fail("must hold a node: number, x, y, z", "");
    check_number("node", in.numbers[0], nodes.size(), in.line, in);
    nodes.emplace_back(in.numbers[1], in.numbers[2], in.numbers[3]);
  }
  skip_to("Start Definition of Node Relations");
  while (mesh.panels.size() < static_cast<std::size_t>(head[0])) {
    in.need(fmt::format("its {:g} panels", head[0]));
    std::vector<double>& n = in.numbers;
    if (n.size() < 2 || (n[1] != 3.0 && n[1] != 4.0) || n.size() < 2 + static_cast<std::size_t>(n[1]))
      in.fail("must hold a panel: number, 3 or 4, its nodes", "");
    check_number("panel", n[0], mesh.panels.size(), in.line, in);
    if (n[1] == 3.0) n.insert(n.begin() + 5, n[4]);
    add_indexed(mesh, nodes, &n[2], in.line, in);
  }
  complete(mesh, head[2] == 1.0, head[3] == 1.0);
  return mesh;
}

PanelMesh triangles_of(const std::filesystem::path& file, Diagnostics& diagnostics) {
  const mesh::TriangleMesh read = mesh::read_mesh(file, diagnostics);
  PanelMesh out;
  for (Eigen::Index i = 0; i < read.size(); ++i) {
    out.panels.push_back({read.corner(i, 0), read.corner(i, 1), read.corner(i, 2), read.corner(i, 2)});
    out.lines.push_back(read.lines.empty() ? 0 : read.lines[static_cast<std::size_t>(i)]);
  }
  return out;
}

}  // namespace

PanelMesh read_panels(const std::filesystem::path& file, Diagnostics& diagnostics) {
  std::string ending = file.extension().string();
  std::transform(ending.begin(), ending.end(), ending.begin(), [](unsigned char c) { return std::tolower(c); });
  PanelMesh out;
  if (ending == ".stl" || ending == ".obj") {
    out = triangles_of(file, diagnostics);
  } else {
    Lines in(file);
    if (ending == ".gdf")
      out = read_gdf(in);
    else if (ending == ".dat")
      out = read_nemoh(in);
    else if (ending == ".pnl")
      out = read_pnl(in);
    else
      throw InputError(Origin{file.string(), 0, 0, {}}, fmt::format("has an unknown ending \"{}\"", ending),
                       ".stl, .obj, .gdf (WAMIT), .dat (NEMOH) and .pnl (HAMS) are read");
  }
  out.file = file.string();
  return out;
}

}  // namespace swell::bem

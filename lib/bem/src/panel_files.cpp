// Meshes of other programs: WAMIT's .gdf of low order (WAMIT manual 7, 6.1), NEMOH's .dat, HAMS's .pnl, Gmsh's .msh.
// lib/mesh has no panels of four corners or symmetry planes; its readers of STL and OBJ are used unchanged.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <fstream>
#include <map>
#include <sstream>

#include "swell/base/error_codes.h"
#include "swell/base/number.h"
#include "swell/base/regular_file.h"
#include "swell/base/text.h"
#include "swell/bem/panels.h"
#include "swell/mesh/read_mesh.h"

namespace swell::bem {
namespace {

using Panel = std::array<Vector3, 4>;

constexpr double kMostPanels = 1e6;

// Adds mirror images in x = 0 and y = 0, with outward normals.
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

// Texts that programs print for an invalid number.
bool is_not_a_number(const std::string& given) {
  const std::string word = lower_case(given);
  return word == "nan" || word == "inf" || word == "infinity" || word.rfind("***", 0) == 0;
}

/// A text by lines. Words may follow the numbers of a line; a malformed number is an error.
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
    is_damaged = has_words = false;
    std::string blanks = text;
    std::replace(blanks.begin(), blanks.end(), ',', ' ');  // both separate numbers, as in Fortran
    std::istringstream words(blanks);
    for (std::string word; words >> word;) {
      const std::size_t first = word.find_first_not_of("+-.");
      is_damaged = is_not_a_number(word.substr(std::min(first, word.size())));
      has_words = true;
      if (is_damaged || first == std::string::npos || std::isdigit(static_cast<unsigned char>(word[first])) == 0) break;
      const auto value = parse_fortran_number(word);
      is_damaged = !value;
      if (is_damaged) break;
      has_words = false;
      numbers.push_back(*value);
    }
    return true;
  }
  /// As next(), but fails at the end of the file or on damage.
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
  const std::string& name() const { return name_; }
  /// All remaining numbers.
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
  bool is_damaged = false, has_words = false;  // after the numbers

 private:
  std::string name_;
  std::ifstream in_;
};

bool is_flag(double value) { return value == 0.0 || value == 1.0; }
bool is_count(double value) { return value >= 1.0 && value <= kMostPanels && value == std::floor(value); }

PanelMesh read_gdf(Lines& in, Diagnostics& diagnostics) {
  PanelMesh mesh;
  in.next();  // the title
  in.is_damaged = false;
  in.need("ULEN and GRAV");
  if (in.numbers.size() < 2 || !(in.numbers[0] > 0.0))
    in.fail("must begin with ULEN and GRAV", "for a mesh in metres: 1 9.80665");
  // ULEN makes WAMIT's output dimensionless; vertices are lengths in the same unit (WAMIT's manual, ULEN).
  constexpr double kFeet = 20.0;  // [m/s2, ft/s2] gravity is 9.8 or 32.2
  if (in.numbers[1] > kFeet)
    diagnostics.warning("mesh-in-feet", {in.name(), in.line, 0, {}},
                        fmt::format("GRAV = {:g}: the mesh is in feet", in.numbers[1]),
                        "write scale: 0.3048 beside mesh, which makes them metres");
  in.need("ISX and ISY");
  if (in.numbers.size() < 2 || !is_flag(in.numbers[0]) || !is_flag(in.numbers[1]))
    in.fail("must hold ISX and ISY, 0 or 1", "1: the plane x = 0 (y = 0) is one of symmetry and one half is given");
  const bool mirror_x = in.numbers[0] == 1.0, mirror_y = in.numbers[1] == 1.0;
  in.need("the number of panels");
  if (in.numbers.empty() || !is_count(in.numbers[0])) in.fail("must hold the number of panels, 1 to 1000000", "");
  if (in.numbers.size() > 1)
    in.fail("is a higher-order geometry (IGDEF)", "give a low-order .gdf, panels by their vertices");
  const auto panels = static_cast<std::size_t>(in.numbers[0]);
  struct Row {
    std::vector<double> numbers;
    std::string text;
    int line = 0;
    bool is_damaged = false, has_words = false;
  };
  std::vector<Row> rows;
  std::size_t total = 0;
  bool is_stream = true;  // 12 numbers per panel, with any line breaks
  while (in.next()) {
    total += in.numbers.size();
    is_stream = is_stream && !in.is_damaged;
    rows.push_back({in.numbers, in.text, in.line, in.is_damaged, in.has_words});
  }
  is_stream = is_stream && total == 12 * panels;
  // Otherwise each panel starts on a new line, as in WAMIT; equal trailing data after the fourth corner are ignored.
  std::vector<double> p;
  std::size_t at = 0, behind = 0;
  for (std::size_t i = 0; i < panels; ++i) {
    if (!is_stream) p.clear();
    int line = at < rows.size() ? rows[at].line : 0;
    while (p.size() < 12) {
      if (at == rows.size()) in.fail(fmt::format("ends after {} of {} panels", i, panels), "12 numbers make a panel");
      const Row& row = rows[at++];
      in.text = row.text;
      in.line = row.line;
      in.is_damaged = row.is_damaged && p.size() + row.numbers.size() < 12;
      in.refuse_damage();
      if (p.empty()) line = row.line;
      p.insert(p.end(), row.numbers.begin(), row.numbers.end());
    }
    if (!is_stream && (i == 0 ? panels == 1 && p.size() > 12 : p.size() - 12 != behind))
      in.fail(fmt::format("panel {} has {} numbers", i + 1, p.size()), "12 numbers make a panel; copy the file again");
    behind = p.size() - 12;
    Panel panel;
    for (std::size_t k = 0; k < 4; ++k) panel[k] = Vector3(p[3 * k], p[3 * k + 1], p[3 * k + 2]);
    mesh.panels.push_back(panel);
    mesh.lines.push_back(line);
    p.erase(p.begin(), p.begin() + 12);
  }
  std::size_t after = 0;
  for (; at < rows.size(); ++at) {
    in.line = rows[at].line;
    if (!rows[at].numbers.empty() && !rows[at].has_words)
      in.fail(fmt::format("holds more numbers than the {} panels that its fourth line announces", panels),
              "12 numbers make a panel; copy the file again");
    if (rows[at].has_words) ++after;
  }
  if (after > 0 || (!is_stream && behind > 0))
    diagnostics.warning("mesh-text", {in.name(), in.line, 0, {}},
                        fmt::format("{} numbers behind each panel and {} lines after the last are not read",
                                    is_stream ? 0 : behind, after),
                        "12 numbers make a panel");
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

/// Numbers of rows must ascend by one; otherwise a row is missing, damaged or duplicate.
void check_number(const char* of, double number, std::size_t before, int line, const Lines& in) {
  if (number != static_cast<double>(before + 1))
    in.fail(fmt::format("{} {:g} (line {}): expected number {}", of, number, line, before + 1),
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
  // Headings of HAMS and compatible programs differ in blanks and trailing text.
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

/// Gmsh's .msh, ASCII of version 2 or 4 (Gmsh reference manual, MSH file format): the triangles and quadrilaterals.
PanelMesh read_msh(Lines& in, Diagnostics& diagnostics) {
  PanelMesh mesh;
  const std::string remedy = "save it in Gmsh as ASCII of version 2 or 4.1";
  const auto skip_to = [&](const std::string& section) {
    while (in.next())
      if (in.text.rfind(section, 0) == 0) return;
    in.fail("has no section " + section, remedy);
  };
  const auto need = [&](std::size_t count, const char* what) {
    in.need(what);
    if (in.numbers.size() < count) in.fail(fmt::format("must hold {} numbers: {}", count, what), remedy);
  };
  const auto count_at = [&](std::size_t at) {
    const double n = in.numbers[at];
    if (n != 0.0 && !is_count(n)) in.fail(fmt::format("{:g} is not a count", n), remedy);
    return static_cast<std::size_t>(n);
  };
  const auto end = [&] {
    if (!in.next() || in.text.rfind("$End", 0) != 0)
      in.fail("holds more rows than it announces", "copy the file again");
  };
  skip_to("$MeshFormat");
  need(3, "version, file type and data size");
  const double version = in.numbers[0];
  const bool has_blocks = version >= 4.0, lists_ids = version >= 4.1;
  if (in.numbers[1] != 0.0 || version < 2.0 || (version >= 3.0 && !has_blocks) || version >= 5.0)
    in.fail(fmt::format("is {} of version {:g}", in.numbers[1] == 0.0 ? "ASCII" : "binary", version), remedy);
  skip_to("$Nodes");
  std::map<double, Vector3> nodes;
  need(has_blocks ? 2 : 1, "the number of nodes");
  for (std::size_t blocks = has_blocks ? count_at(0) : 1, b = 0; b < blocks; ++b) {
    if (has_blocks) need(4, "a block of nodes");
    const std::size_t n = count_at(has_blocks ? 3 : 0);
    std::vector<double> ids;
    for (std::size_t i = 0; lists_ids && i < n; ++i) {
      need(1, "the number of a node");
      ids.push_back(in.numbers[0]);
    }
    for (std::size_t i = 0; i < n; ++i) {
      need(lists_ids ? 3 : 4, "a node");
      const double* x = in.numbers.data() + (lists_ids ? 0 : 1);
      if (!nodes.emplace(lists_ids ? ids[i] : in.numbers[0], Vector3(x[0], x[1], x[2])).second)
        in.fail(fmt::format("node {:g} appears twice", lists_ids ? ids[i] : in.numbers[0]), "copy the file again");
    }
  }
  end();
  skip_to("$Elements");
  std::size_t others = 0;
  need(has_blocks ? 2 : 1, "the number of elements");
  for (std::size_t blocks = has_blocks ? count_at(0) : 1, b = 0; b < blocks; ++b) {
    if (has_blocks) need(4, "a block of elements");
    const std::size_t n = count_at(has_blocks ? 3 : 0);
    double type = has_blocks ? in.numbers[2] : 0.0;
    for (std::size_t i = 0; i < n; ++i) {
      need(has_blocks ? 2 : 4, "an element");
      if (!has_blocks) type = in.numbers[1];
      const std::size_t first = has_blocks ? 1 : 3 + count_at(2);
      // In second-order elements the corners come first.
      const std::size_t corners = type == 2.0 || type == 9.0 ? 3 : type == 3.0 || type == 10.0 || type == 16.0 ? 4 : 0;
      if (corners == 0) {
        if (type != 1.0 && type != 8.0 && type != 15.0) ++others;  // lines and points belong to faces
        continue;
      }
      if (in.numbers.size() < first + corners) in.fail(fmt::format("must hold {} corners", corners), remedy);
      Panel p;
      for (std::size_t k = 0; k < 4; ++k) {
        const auto node = nodes.find(in.numbers[first + std::min(k, corners - 1)]);
        if (node == nodes.end())
          in.fail(fmt::format("has no node {:g}", in.numbers[first + std::min(k, corners - 1)]), "copy the file again");
        p[k] = node->second;
      }
      mesh.panels.push_back(p);
      mesh.lines.push_back(in.line);
    }
  }
  end();
  if (mesh.panels.empty()) in.fail("has no triangles and quadrilaterals", "mesh the surface in Gmsh (2D) and save all");
  if (others > 0)
    diagnostics.warning("mesh-elements-left-out", {in.name(), 0, 0, {}},
                        fmt::format("{} elements are neither triangles nor quadrilaterals: left out", others),
                        "the surface alone counts");
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
  const std::string ending = extension_of(file);
  PanelMesh out;
  if (ending == ".stl" || ending == ".obj") {
    out = triangles_of(file, diagnostics);
  } else {
    Lines in(file);
    if (ending == ".gdf")
      out = read_gdf(in, diagnostics);
    else if (ending == ".dat")
      out = read_nemoh(in);
    else if (ending == ".pnl")
      out = read_pnl(in);
    else if (ending == ".msh")
      out = read_msh(in, diagnostics);
    else
      throw InputError(Origin{file.string(), 0, 0, {}}, fmt::format("has an unknown ending \"{}\"", ending),
                       ".stl, .obj, .gdf (WAMIT), .dat (NEMOH), .pnl (HAMS) and .msh (Gmsh) are read");
  }
  out.file = file.string();
  return out;
}

}  // namespace swell::bem

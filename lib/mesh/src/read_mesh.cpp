#include "swell/mesh/read_mesh.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <sstream>
#include <string_view>

#include "swell/base/error_codes.h"
#include "swell/base/number.h"
#include "swell/base/regular_file.h"

namespace swell::mesh {
namespace {

constexpr std::size_t kBinaryHeader = 84;  // 80 bytes of text, 4 of count
constexpr std::size_t kBinaryFacet = 50;
constexpr std::size_t kMostMessages = 20;  // a wrong file would repeat itself for every facet
constexpr double kMergeShare = 1e-6;       // of the box's diagonal

/// Collects triangles as read, one vertex after another, and what is wrong with them.
struct Reader {
  std::string name;
  std::vector<Vector3> points;
  std::vector<Eigen::Vector3i> triangles;
  std::vector<int> lines;
  Diagnostics found;
  std::size_t messages = 0;

  void fail(int line, const std::string& message, const std::string& remedy = {}) {
    if (++messages <= kMostMessages) found.error({name, line, 0, {}}, message, remedy);
  }
};

/// Splits a text into lines of words without copying it.
class Words {
 public:
  explicit Words(std::string_view text) : rest_(text) {}
  /// The next line's words; false at the end.
  bool next(std::vector<std::string_view>& words) {
    if (rest_.empty()) return false;
    const std::size_t end = rest_.find('\n');
    std::string_view line = rest_.substr(0, end);
    rest_ = end == std::string_view::npos ? std::string_view() : rest_.substr(end + 1);
    ++line_;
    words.clear();
    while (true) {
      const std::size_t begin = line.find_first_not_of(" \t\r\f\v");
      if (begin == std::string_view::npos) return true;
      const std::size_t stop = std::min(line.find_first_of(" \t\r\f\v", begin), line.size());
      words.push_back(line.substr(begin, stop - begin));
      line.remove_prefix(stop);
    }
  }
  int line() const { return line_; }

 private:
  std::string_view rest_;
  int line_ = 0;
};

bool number(std::string_view word, double& value) {
  const auto read = parse_number(word);
  value = read.value_or(value);
  return read.has_value();
}

bool vector(const std::vector<std::string_view>& words, std::size_t first, Vector3& v) {
  return words.size() >= first + 3 && number(words[first], v[0]) && number(words[first + 1], v[1]) &&
         number(words[first + 2], v[2]);
}

bool is_word(std::string_view word, std::string_view lower) {
  return word.size() == lower.size() && std::equal(word.begin(), word.end(), lower.begin(), [](char a, char b) {
           return (a >= 'A' && a <= 'Z' ? static_cast<char>(a - 'A' + 'a') : a) == b;
         });
}

/// Adds an STL facet and compares its stored normal with the order of its vertices.
void add_facet(Reader& in, const Vector3& normal, const std::array<Vector3, 3>& corners, int line, std::size_t facet) {
  const Vector3 n = (corners[1] - corners[0]).cross(corners[2] - corners[0]);
  // A zero normal asks readers to use the vertices; slivers have none worth comparing.
  const double longest =
      std::max({(corners[1] - corners[0]).norm(), (corners[2] - corners[0]).norm(), (corners[2] - corners[1]).norm()});
  if (normal.norm() > 0.5 && n.norm() > 1e-3 * longest * longest &&
      normal.dot(n) < std::cos(kNormalTolerance) * normal.norm() * n.norm()) {
    const double angle = std::acos(std::clamp(normal.dot(n) / (normal.norm() * n.norm()), -1.0, 1.0)) / kDegree;
    in.fail(line,
            fmt::format("facet {}: stored normal ({:.3g}, {:.3g}, {:.3g}) is {:.0f} degrees from that of its vertices",
                        facet, normal.x(), normal.y(), normal.z(), angle),
            "recompute the normals and make all of them point into the fluid");
  }
  const int first = static_cast<int>(in.points.size());
  for (const Vector3& p : corners) in.points.push_back(p);
  in.triangles.emplace_back(first, first + 1, first + 2);
  if (line > 0) in.lines.push_back(line);
}

void read_ascii_stl(Reader& in, const std::string& content) {
  Words words(content);
  std::vector<std::string_view> line;
  Vector3 normal = Vector3::Zero();
  std::vector<Vector3> corners;
  int facet_line = 0;
  bool ended = false;
  bool inside = false;
  while (words.next(line)) {
    if (line.empty()) continue;
    ended = false;
    if (is_word(line[0], "facet")) {
      if (inside) in.fail(words.line(), "facet begins inside another facet", "an endfacet is missing");
      facet_line = words.line();
      inside = true;
      corners.clear();
      if (!vector(line, 2, normal)) {
        in.fail(words.line(), "facet normal must be followed by three finite numbers");
        normal.setZero();
      }
    } else if (is_word(line[0], "vertex")) {
      Vector3 p = Vector3::Zero();
      if (!vector(line, 1, p)) in.fail(words.line(), "vertex must be followed by three finite numbers");
      corners.push_back(p);
    } else if (is_word(line[0], "endfacet")) {
      if (!inside) {
        in.fail(words.line(), "endfacet without its facet", "begin each facet with: facet normal x y z");
        continue;
      }
      inside = false;
      if (corners.size() != 3) {
        in.fail(facet_line,
                fmt::format("facet {} has {} vertices, must have 3", in.triangles.size() + 1, corners.size()));
        continue;
      }
      add_facet(in, normal, {corners[0], corners[1], corners[2]}, facet_line, in.triangles.size() + 1);
    } else if (is_word(line[0], "endsolid")) {
      ended = true;
    } else if (!(is_word(line[0], "solid") || is_word(line[0], "outer") || is_word(line[0], "endloop"))) {
      in.fail(words.line(), fmt::format("unknown word '{}' in an ASCII STL file", std::string(line[0].substr(0, 40))));
    }
  }
  if (inside || !ended) {
    in.fail(words.line(),
            fmt::format("the file ends after {} facets without endsolid: it is truncated", in.triangles.size()),
            "write or download it again");
  }
}

void read_binary_stl(Reader& in, const std::string& content) {
  std::uint32_t count = 0;
  std::memcpy(&count, content.data() + 80, 4);
  const std::size_t held = (content.size() - kBinaryHeader) / kBinaryFacet;
  if (held < count) {
    in.fail(0, fmt::format("binary STL announces {} facets but holds {}: it is truncated", count, held),
            "write or download it again");
    return;
  }
  for (std::size_t i = 0; i < count; ++i) {
    float values[12];
    std::memcpy(values, content.data() + kBinaryHeader + i * kBinaryFacet, sizeof values);
    const auto triple = [&](int k) {
      return Vector3(static_cast<double>(values[k]), static_cast<double>(values[k + 1]),
                     static_cast<double>(values[k + 2]));
    };
    const std::array<Vector3, 3> corners{triple(3), triple(6), triple(9)};
    if (!corners[0].allFinite() || !corners[1].allFinite() || !corners[2].allFinite()) {
      in.fail(0, fmt::format("facet {}: coordinates must be finite", i + 1), "write the mesh anew where it was made");
      continue;
    }
    add_facet(in, triple(0).allFinite() ? triple(0) : Vector3(Vector3::Zero()), corners, 0, i + 1);
  }
}

/// Joins points, leaves out triangles without area and throws when something was wrong.
TriangleMesh finish(Reader& in, Diagnostics& diagnostics) {
  if (in.messages > kMostMessages) {
    in.found.error({in.name, 0, 0, {}}, fmt::format("{} more mistakes of this kind", in.messages - kMostMessages));
  }
  if (in.triangles.empty() && !in.found.has_errors()) {
    in.found.error({in.name, 0, 0, {}}, "the file holds no triangles");
  }
  in.found.throw_if_errors();
  TriangleMesh mesh;
  mesh.file = in.name;
  mesh.vertices.resize(3, static_cast<Eigen::Index>(in.points.size()));
  for (std::size_t i = 0; i < in.points.size(); ++i) mesh.vertices.col(static_cast<Eigen::Index>(i)) = in.points[i];
  mesh.triangles.resize(3, static_cast<Eigen::Index>(in.triangles.size()));
  for (std::size_t i = 0; i < in.triangles.size(); ++i)
    mesh.triangles.col(static_cast<Eigen::Index>(i)) = in.triangles[i];
  mesh.lines = in.lines;
  const double diagonal = (mesh.vertices.rowwise().maxCoeff() - mesh.vertices.rowwise().minCoeff()).norm();
  mesh = merged(mesh, kMergeShare * diagonal);

  Eigen::Index kept = 0;
  for (Eigen::Index t = 0; t < mesh.size(); ++t) {
    const Eigen::Vector3i c = mesh.triangles.col(t);
    if (c[0] == c[1] || c[1] == c[2] || c[2] == c[0]) continue;
    mesh.triangles.col(kept) = c;
    if (!mesh.lines.empty()) mesh.lines[static_cast<std::size_t>(kept)] = mesh.lines[static_cast<std::size_t>(t)];
    ++kept;
  }
  if (kept < mesh.size()) {
    diagnostics.warning("empty-facets", {in.name, 0, 0, {}},
                        fmt::format("{} of {} facets have no area and are left out", mesh.size() - kept, mesh.size()));
    mesh.triangles.conservativeResize(Eigen::NoChange, kept);
    if (!mesh.lines.empty()) mesh.lines.resize(static_cast<std::size_t>(kept));
  }
  return mesh;
}

/// The corner from which a fan of triangles covers the polygon without folding back, as at a concave corner's
/// neighbours; the first where there is none.
std::size_t start_of_fan(const std::vector<Vector3>& points, const std::vector<int>& corners) {
  const std::size_t n = corners.size();
  const auto area = [&](std::size_t start, std::size_t i) {
    const auto at = [&](std::size_t k) -> const Vector3& {
      return points[static_cast<std::size_t>(corners[(start + k) % n])];
    };
    return Vector3((at(i - 1) - at(0)).cross(at(i) - at(0)));
  };
  Vector3 whole = Vector3::Zero();
  for (std::size_t i = 2; i < n; ++i) whole += area(0, i);
  for (std::size_t start = 0; start < n; ++start) {
    bool folds = false;
    for (std::size_t i = 2; i < n; ++i) folds = folds || area(start, i).dot(whole) < 0.0;
    if (!folds) return start;
  }
  return 0;
}

}  // namespace

TriangleMesh parse_stl(const std::string& content, const std::string& name, Diagnostics& diagnostics) {
  Reader in;
  in.name = name;
  // Binary files may begin with "solid" too: the count decides, and then the word facet.
  std::uint32_t count = 0;
  if (content.size() >= kBinaryHeader) std::memcpy(&count, content.data() + 80, 4);
  const bool sized =
      content.size() >= kBinaryHeader && content.size() == kBinaryHeader + kBinaryFacet * std::size_t{count};
  const std::string_view head = std::string_view(content).substr(0, 1024);
  const std::size_t begin = head.find_first_not_of(" \t\r\n");
  const bool text = begin != std::string_view::npos && is_word(head.substr(begin, 5), "solid") &&
                    head.find('\0') == std::string_view::npos;
  if (text && !sized) {
    read_ascii_stl(in, content);
  } else if (content.size() >= kBinaryHeader) {
    read_binary_stl(in, content);
  } else {
    in.fail(0, fmt::format("{} bytes are not an STL file: neither 'solid' nor a binary header of 84 bytes",
                           content.size()));
  }
  return finish(in, diagnostics);
}

TriangleMesh parse_obj(const std::string& content, const std::string& name, Diagnostics& diagnostics) {
  Reader in;
  in.name = name;
  Words words(content);
  std::vector<std::string_view> line;
  std::vector<int> corners;
  while (words.next(line)) {
    if (line.empty()) continue;
    if (line[0] == "v") {
      Vector3 p = Vector3::Zero();
      if (!vector(line, 1, p)) in.fail(words.line(), "v must be followed by three finite numbers");
      in.points.push_back(p);
    } else if (line[0] == "f") {
      corners.clear();
      bool good = true;
      for (std::size_t i = 1; i < line.size() && line[i].front() != '#'; ++i) {
        const std::string_view word = line[i].substr(0, line[i].find('/'));  // vertex/texture/normal
        long index = 0;
        const auto result = std::from_chars(word.data(), word.data() + word.size(), index);
        const long count = static_cast<long>(in.points.size());
        if (index < 0) index += count + 1;  // relative to the end
        if (result.ec != std::errc() || result.ptr != word.data() + word.size() || index < 1 || index > count) {
          in.fail(words.line(), fmt::format("vertex {} of the face must be between 1 and {}",
                                            std::string(word.substr(0, 40)), count));
          good = false;
          break;
        }
        corners.push_back(static_cast<int>(index - 1));
      }
      if (good && corners.size() < 3) {
        in.fail(words.line(), fmt::format("the face has {} vertices, must have at least 3", corners.size()));
      }
      if (good && corners.size() > 3) {
        const auto start = static_cast<std::ptrdiff_t>(start_of_fan(in.points, corners));
        std::rotate(corners.begin(), corners.begin() + start, corners.end());
      }
      for (std::size_t i = 2; good && i < corners.size(); ++i) {
        in.triangles.emplace_back(corners[0], corners[i - 1], corners[i]);
        in.lines.push_back(words.line());
      }
    }
  }
  return finish(in, diagnostics);
}

TriangleMesh read_mesh(const std::filesystem::path& file, Diagnostics& diagnostics) {
  std::string kind = file.extension().string();
  std::transform(kind.begin(), kind.end(), kind.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  if (kind != ".stl" && kind != ".obj") {
    throw InputError({file.string(), 0, 0, {}}, fmt::format("mesh files end in .stl or .obj, not in '{}'", kind),
                     "convert it to STL");
  }
  require_regular_file(file);
  std::ifstream in(file, std::ios::binary);
  std::ostringstream content;
  if (in && in.peek() == std::char_traits<char>::eof())
    throw code::error(code::kBadFile, {file.string(), 0, 0, {}}, "the mesh file is empty", "export or copy it again");
  if (in) content << in.rdbuf();
  if (!in || !content) {
    throw code::error(code::kNoFile, {file.string(), 0, 0, {}}, "the mesh file cannot be read",
                      "check the name; relative paths are relative to the case file");
  }
  return code::of_file([&] {
    return kind == ".stl" ? parse_stl(content.str(), file.string(), diagnostics)
                          : parse_obj(content.str(), file.string(), diagnostics);
  });
}

}  // namespace swell::mesh

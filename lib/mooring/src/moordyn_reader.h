// The reader of MoorDyn's line files: its state, and what its parts share. moordyn_file.cpp has sections, types,
// points, lines and options; moordyn_rigid.cpp bodies and rods. Private to the library.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "swell/base/number.h"
#include "swell/mooring/moordyn_file.h"

namespace swell::mooring::moordyn {

using Words = std::vector<std::string>;

constexpr auto kDirection = std::numeric_limits<std::size_t>::max();  // type of a rod of no length
constexpr int kNoId = -2;                                             // a point that the file does not number: of a rod

Words split(const std::string& line);
std::string unquoted(const std::string& text);

/// The names that versions of MoorDyn have for the column of a quantity.
const std::map<std::string, Words>& synonyms();

/// How an attachment holds, by the words of all versions; nothing for others: BodyN, pinned ones.
enum class Hold { fixed, coupled, free };
std::optional<Hold> hold_of(const std::string& attachment);

enum class Section {
  none,
  types,
  rod_types,
  bodies,
  rods,
  points,
  lines,
  failures,
  controls,
  options,
  outputs,
  unsupported,
  unknown,
  end
};

struct Row {
  int line = 0;
  Words cells;
};

class Reader {
 public:
  Reader(std::string name, std::optional<double> depth, Vector3 position = Vector3::Zero())
      : name_(std::move(name)), depth_(depth), position_(std::move(position)) {}
  MoordynFile read(const std::string& text);
  const std::vector<std::filesystem::path>& files() const { return files_; }  // opened besides

 private:
  Origin at(int line) const { return {name_, line, 0, ""}; }
  void error(const char* code, int line, std::string message, std::string remedy = {}) {
    diagnostics_.error(at(line), std::move(message), std::move(remedy)).code = code;
  }
  // Column of a quantity in the section's header, or -1. Counts as read.
  int column(const std::string& quantity) {
    for (const std::string& name : synonyms().at(quantity)) {
      const auto found = std::find(header_.begin(), header_.end(), name);
      if (found == header_.end()) continue;
      read_.insert(static_cast<std::size_t>(found - header_.begin()));
      return static_cast<int>(found - header_.begin());
    }
    return -1;
  }
  /// Warns about what stands in a column that nobody has read, unless it is zero or asks for output.
  void report_unread(const Row& row);
  std::string word(const Row& row, const std::string& quantity, const char* section) {
    const int c = column(quantity);
    if (c < 0) {
      error("missing", header_line_, fmt::format("the header of {} has no column for {}", section, quantity),
            fmt::format("known names are {}", fmt::join(synonyms().at(quantity), ", ")));
      header_bad_ = true;
      return {};
    }
    if (static_cast<std::size_t>(c) >= row.cells.size()) {
      error("missing", row.line,
            fmt::format("{}: {} is missing: {} columns, the header has {}", section, quantity, row.cells.size(),
                        header_.size()));
      return {};
    }
    return row.cells[static_cast<std::size_t>(c)];
  }
  double value(const Row& row, const std::string& quantity, const char* section, bool optional = false) {
    if (header_bad_ || (optional && column(quantity) < 0)) return 0.0;
    const std::string text = word(row, quantity, section);
    if (text.empty()) return 0.0;
    const std::optional<double> v = parse_fortran_number(text);
    if (!v) error("wrong-value", row.line, fmt::format("{}: {} = {} is not a number", section, quantity, text));
    return v.value_or(0.0);
  }
  double value_or_curve(const Row& row, const std::string& quantity, LineCurve& curve);
  std::vector<double> values(const Row& row, const std::string& quantity, std::vector<std::size_t> counts,
                             const char* section = "BODIES");
  void take_elasticity(const Row& row, LineType& type);
  void take_failure(const Row& row);
  void take_control(const Row& row);
  std::vector<std::size_t> lines_of(const Row& row, const std::string& thing);
  void take_seafloor(const Row& row, const std::string& file);
  std::size_t count_of(const Row& row, const std::string& thing, double least, double most);
  std::size_t add_point(LinePoint point, int id, int line);
  bool on_body(const std::string& kind, const std::string& thing, int line, LinePoint& point);
  std::optional<std::size_t> line_end(const Row& row, const char* which, const std::string& line, bool leaves,
                                      std::optional<std::array<std::size_t, 2>>& clamp);
  std::optional<std::size_t> end_named(const Row& row, const std::string& thing, const char* which, bool leaves,
                                       std::optional<std::array<std::size_t, 2>>& clamp, const char* section);
  LineCurve read_curve(const Row& row, const std::string& quantity, const std::filesystem::path& path);
  void begin(Section section, int line);
  void take(const Row& row);
  void take_row(const Row& row);
  void take_type(const Row& row);
  void take_rod_type(const Row& row);
  void take_body(const Row& row);
  void take_rod(const Row& row);
  void take_point(const Row& row);
  void take_line(const Row& row);
  void take_option(const Row& row);
  void finish();
  void warn_of_weak_friction();

  std::string name_;
  std::optional<double> depth_;
  MoordynFile file_;
  Vector3 position_;  // of the file's origin [m]
  std::vector<std::filesystem::path> files_;
  Diagnostics diagnostics_;
  Seabed seabed_;
  Section section_ = Section::none;
  Words header_;
  int header_line_ = 0, rows_to_skip_ = 0;
  bool header_bad_ = false, saw_types_ = false, saw_points_ = false, saw_lines_ = false;
  std::vector<int> point_ids_, point_lines_;
  std::set<std::size_t> read_;      // columns of the present row
  std::set<std::string> reported_;  // columns that nothing reads, by section
  std::map<std::string, std::size_t> rod_ids_;
  std::vector<Rod> rods_;  // those of no length too, of type kDirection
  std::map<std::string, std::size_t> rigid_of_body_;
  // Resolved when all points are known, in the file's order.
  struct Table {
    std::vector<Row> rows;
    Words header;
    int header_line = 0;
  };
  std::map<Section, Table> later_;
};

}  // namespace swell::mooring::moordyn

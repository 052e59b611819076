#include "swell/wecsim/stored_output.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <sstream>

#include "swell/base/error_codes.h"
#include "swell/base/number.h"
#include "swell/base/regular_file.h"
#include "swell/base/text.h"
#include "swell/datafile/mat_file.h"

namespace swell::wecsim {
namespace {

using datafile::MatValue;

struct Mapped {
  const char* field;
  const char* quantity;
  double sign;
};
// WEC-Sim's responseClass (reference: source/objects/responseClass.m); what it subtracts from the force is here a force
constexpr Mapped kBody[] = {{"position", "position", 1},
                            {"velocity", "velocity", 1},
                            {"acceleration", "acceleration", 1},
                            {"forceExcitation", "force/excitation", 1},
                            {"forceRadiationDamping", "force/radiation_damping", -1},
                            {"forceRestoring", "force/restoring", -1},
                            {"forceMorisonAndViscous", "force/morison_and_viscous", -1},
                            {"forceLinearDamping", "force/linear_damping", -1}};
constexpr Mapped kJoint[] = {{"position", "position", 1}, {"velocity", "velocity", 1}};
constexpr Mapped kPto[] = {
    {"position", "position", 1}, {"velocity", "velocity", 1}, {"powerInternalMechanics", "power", -1}};
constexpr Mapped kMooring[] = {{"forceMooring", "force", 1}};

template <std::size_t N>
void add_group(const MatValue& output, const char* field, const char* group, const Mapped (&map)[N],
               std::vector<StoredSeries>& out) {
  const MatValue* list = output.field(field);
  if (list == nullptr) return;
  for (std::size_t i = 0; i < list->structs.size(); ++i) {
    const auto& element = list->structs[i];
    const auto get = [&](const char* name) -> const MatValue* {
      const auto found = element.find(name);
      return found == element.end() ? nullptr : &found->second;
    };
    const MatValue* time = get("time");
    if (time == nullptr || time->real.empty()) continue;
    const MatValue* name = get("name");
    for (const Mapped& m : map) {
      const MatValue* values = get(m.field);
      const std::size_t rows = time->real.size();
      if (values == nullptr || values->real.empty() || values->real.size() % rows != 0) continue;
      StoredSeries s;
      s.group = group;
      s.number = static_cast<int>(i) + 1;
      s.name = name == nullptr ? "" : name->text;
      s.quantity = m.quantity;
      s.columns = values->real.size() / rows;
      s.time = time->real;
      s.values.resize(values->real.size());
      for (std::size_t r = 0; r < rows; ++r) {
        for (std::size_t c = 0; c < s.columns; ++c) s.values[r * s.columns + c] = m.sign * values->real[r + rows * c];
      }
      out.push_back(std::move(s));
    }
  }
}

// The struct that holds `bodies`, wherever it stands.
const MatValue* find_output(const MatValue& v, int depth = 0) {
  if (v.kind != MatValue::Kind::structure || depth > 5) return nullptr;
  if (v.field("bodies") != nullptr) return &v;
  if (v.structs.empty()) return nullptr;
  for (const auto& f : v.structs[0]) {
    if (const MatValue* found = find_output(f.second, depth + 1)) return found;
  }
  return nullptr;
}

std::vector<StoredSeries> from_text(const std::filesystem::path& path, const Origin& asked_by) {
  require_regular_file(path, asked_by);
  std::ifstream in(path);
  if (!in) throw code::error(code::kNoFile, Origin{path.string(), 0, 0, {}}, "this file does not exist");
  std::string line;
  std::getline(in, line);
  const auto words = [](std::string text) {
    std::replace_if(
        text.begin(), text.end(), [](char c) { return c == ',' || c == ';' || c == '\t' || c == '\r'; }, ' ');
    std::istringstream stream(text);
    std::vector<std::string> out;
    for (std::string w; stream >> w;) out.push_back(w);
    return out;
  };
  const auto heading = words(line);
  if (heading.size() < 2 || heading[0].rfind("time", 0) != 0)
    throw code::error(code::kBadFile, Origin{path.string(), 1, 1, {}},
                      "the first line is not a heading that begins with time", "files of simu.saveText have one");
  std::vector<std::vector<double>> columns(heading.size());
  for (int number = 2; std::getline(in, line); ++number) {
    const auto row = words(line);
    if (row.empty()) continue;
    if (row.size() != heading.size())
      throw code::error(code::kBadFile, Origin{path.string(), number, 1, {}},
                        fmt::format("{} numbers for {} columns", row.size(), heading.size()));
    for (std::size_t c = 0; c < row.size(); ++c) {
      const auto value = parse_number(row[c]);
      if (!value)
        throw code::error(code::kBadFile, Origin{path.string(), number, 1, {}},
                          fmt::format("'{}' is not a finite number", row[c]));
      columns[c].push_back(*value);
    }
  }
  // body1_float.txt; position_1 ... position_6
  const std::string stem = path.stem().string();
  int number = 1;
  std::string name;
  if (stem.rfind("body", 0) == 0) {
    number = std::max(1, std::atoi(stem.c_str() + 4));
    const std::size_t bar = stem.find('_');
    if (bar != std::string::npos) name = stem.substr(bar + 1);
  }
  std::vector<StoredSeries> out;
  for (const Mapped& m : kBody) {
    StoredSeries s;
    s.group = "bodies";
    s.number = number;
    s.name = name;
    s.quantity = m.quantity;
    s.time = columns[0];
    std::vector<std::size_t> own;
    for (int dof = 1; dof <= 6; ++dof) {
      const auto at = std::find(heading.begin(), heading.end(), fmt::format("{}_{}", m.field, dof));
      if (at != heading.end()) own.push_back(static_cast<std::size_t>(at - heading.begin()));
    }
    if (own.size() != 6) continue;
    s.columns = 6;
    for (std::size_t r = 0; r < s.time.size(); ++r) {
      for (const std::size_t c : own) s.values.push_back(m.sign * columns[c][r]);
    }
    out.push_back(std::move(s));
  }
  return out;
}

}  // namespace

std::vector<StoredSeries> read_stored_output(const std::filesystem::path& path, Containment containment,
                                             const Origin& asked_by) {
  const std::string extension = extension_of(path);
  if (extension == ".txt" || extension == ".csv") return from_text(path, asked_by);
  std::vector<StoredSeries> out;
  for (const auto& variable : datafile::read_mat_file(path, containment, asked_by)) {
    const MatValue* output = find_output(variable.second);
    if (output == nullptr) continue;
    add_group(*output, "bodies", "bodies", kBody, out);
    add_group(*output, "constraints", "joints", kJoint, out);
    add_group(*output, "ptos", "ptos", kPto, out);
    add_group(*output, "mooring", "moorings", kMooring, out);
    const MatValue* wave = output->field("wave");
    if (wave == nullptr) wave = output->field("waves");
    const MatValue *time = wave == nullptr ? nullptr : wave->field("time"),
                   *elevation = wave == nullptr ? nullptr : wave->field("elevation");
    if (time != nullptr && elevation != nullptr && !time->real.empty() && elevation->real.size() == time->real.size())
      out.push_back({"wave", 1, "", "elevation", 1, time->real, elevation->real});
    break;
  }
  if (out.empty())
    throw code::error(code::kBadFile, Origin{path.string(), 0, 0, {}},
                      "the file holds no struct with WEC-Sim's output.bodies",
                      "save it in MATLAB as structs: simu.saveStructure = 1, or output = struct(output); "
                      "save('stored.mat', 'output')");
  return out;
}

bool is_stored_output(const std::filesystem::path& path) {
  const std::string extension = extension_of(path);
  return extension == ".mat" || extension == ".txt" || extension == ".csv";
}

std::map<std::string, std::string> imported_names(const std::string& case_text) {
  std::map<std::string, std::string> out;
  std::istringstream lines(case_text);
  const std::string key = "- name: ";
  for (std::string line; std::getline(lines, line);) {
    const std::size_t at = line.find_first_not_of(' '), mark = line.find("  # ");
    if (at == std::string::npos || mark == std::string::npos || line.compare(at, key.size(), key) != 0) continue;
    const std::size_t open = line.find('(', mark), close = line.find(')', mark);
    if (open == std::string::npos || close == std::string::npos || close < open) continue;
    const std::string object = line.substr(mark + 4, open - mark - 4);
    for (const char* known : {"body", "constraint", "pto", "mooring", "cable"}) {
      if (object == known)
        out[line.substr(mark + 4, close + 1 - mark - 4)] = line.substr(at + key.size(), mark - at - key.size());
    }
  }
  return out;
}

std::vector<std::size_t> columns_of(const StoredSeries& stored, std::size_t width, bool angle) {
  std::vector<std::size_t> all;
  for (std::size_t i = 0; i < stored.columns; ++i) all.push_back(i);
  if (stored.group == "moorings" && stored.columns == 6 && width == 6) return {0, 1, 2};  // moments: another point
  if (width == stored.columns) return all;
  if (stored.columns == 6 && width == 1) return {angle ? 4U : 2U};
  if (stored.columns == 6 && width == 3) return {0, 2, 4};
  return {};
}

StoredDifference largest_difference(const StoredSeries& stored, std::size_t column, const std::vector<double>& time,
                                    const std::vector<double>& values) {
  StoredDifference d;
  if (time.size() < 2 || column >= stored.columns || values.size() != time.size()) return d;
  std::size_t j = 0;
  const double tiny = 1e-9 * std::max(1.0, std::abs(time.back()));  // times that were summed up step by step
  for (std::size_t r = 0; r < stored.time.size(); ++r) {
    const double t = stored.time[r], x = stored.at(r, column);
    if (t < time.front() - tiny || t > time.back() + tiny) continue;
    while (j + 2 < time.size() && time[j + 1] < t) ++j;
    const double share = std::min(1.0, std::max(0.0, (t - time[j]) / (time[j + 1] - time[j])));
    const double other = values[j] + share * (values[j + 1] - values[j]);
    ++d.rows;
    d.scale = std::max(d.scale, std::abs(x));
    if (!(std::abs(other - x) <= d.largest)) {
      d.largest = std::abs(other - x);
      d.at_time = t;
    }
  }
  return d;
}

}  // namespace swell::wecsim

#include "files/hydrostatics_files.h"

#include <fmt/format.h>

#include "files/text_file.h"

namespace swell::bemio {

Hydrostatics read_hydrostatics(const std::filesystem::path& path) {
  TextFile file;
  load_text(path, file);
  Reporter report(file);
  Hydrostatics result;
  int axis = 0;
  bool volume = false;
  for (std::size_t k = 0; k < file.lines.size(); ++k) {
    const std::string_view line = trimmed(file.lines[k]);
    const long l = static_cast<long>(k);
    const std::size_t equals = line.find('=');
    if (equals == std::string_view::npos) continue;
    const auto fields = split_fields(line.substr(equals + 1));
    if (contains_ignoring_case(line, "f") && line.find('=', equals + 1) != std::string_view::npos) {
      const std::size_t second = line.find('=', equals + 1);
      double cb = 0.0, cg = 0.0;
      report.numbers(l, fields, 0, 1, "center of buoyancy", &cb);
      report.numbers(l, split_fields(line.substr(second + 1)), 0, 1, "center of gravity", &cg);
      if (axis < 3) {
        result.cb[axis] = cb;
        result.cg[axis] = cg;
      }
      ++axis;
    } else if (contains_ignoring_case(line, "displacement")) {
      if (volume) report.error(l, "the displacement occurs twice", "copy the file again");
      report.numbers(l, fields, 0, 1, "displacement", &result.volume);
      volume = true;
    }
  }
  if (axis != 3) {
    report.error(-1, fmt::format("{} lines \"XF = .. - XG = ..\" found, 3 expected", axis), "copy the file again",
                 std::to_string(axis), "3");
  }
  if (!volume) report.error(-1, "the line \"Displacement = ..\" is missing", "copy the file again");
  report.throw_if_errors();
  return result;
}

Matrix6 read_stiffness(const std::filesystem::path& path) {
  TextFile file;
  load_text(path, file);
  Reporter report(file);
  Matrix6 C = Matrix6::Zero();
  int row = 0;
  std::vector<std::string_view> fields;
  for (std::size_t k = 0; k < file.lines.size(); ++k) {
    split_fields(file.lines[k], fields);
    if (fields.empty()) continue;
    double v[6];
    if (row < 6 && report.numbers(static_cast<long>(k), fields, 0, 6, "stiffness row", v)) {
      for (int j = 0; j < 6; ++j) C(row, j) = v[j];
    }
    ++row;
  }
  if (row != 6) {
    report.error(-1, fmt::format("{} rows of the stiffness matrix found, 6 expected", row), "copy the file again",
                 std::to_string(row), "6");
  }
  report.throw_if_errors();
  return C;
}

std::optional<std::filesystem::path> find_body_file(const std::filesystem::path& folder, const std::string& stem,
                                                    std::size_t b, std::size_t bodies) {
  if (auto own = find_ignoring_case(folder, fmt::format("{}_{}.dat", stem, b))) return own;
  return bodies == 1 ? find_ignoring_case(folder, stem + ".dat") : std::nullopt;
}

}  // namespace swell::bemio

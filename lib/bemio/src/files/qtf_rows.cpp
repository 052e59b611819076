#include "files/qtf_rows.h"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <map>
#include <set>

#include "files/read_coefficients.h"
#include "files/text_file.h"

namespace swell::bemio {
namespace {

// Every dof that occurs has the same pairs, and each once.
void check_places(const QtfRows& table) {
  std::map<std::array<double, 4>, int> pairs;
  std::map<int, std::size_t> blocks;
  std::vector<int> dofs;
  Filled filled;
  for (const QtfRow& row : table.rows) {
    const auto [block, fresh] = blocks.try_emplace(row.dof, blocks.size());
    if (fresh) dofs.push_back(row.dof + 1);
    const auto [pair, new_pair] =
        pairs.try_emplace({row.first, row.second, row.heading_i, row.heading_j}, static_cast<int>(pairs.size()) + 1);
    filled.add(block->second, pair->second);
  }
  std::vector<std::array<double, 4>> by_number(pairs.size());
  for (const auto& [pair, number] : pairs) by_number[static_cast<std::size_t>(number) - 1] = pair;
  const auto name = [&](int place) {
    const std::array<double, 4>& p = by_number[static_cast<std::size_t>(place) - 1];
    return fmt::format("the pair {:g}, {:g} at {:g}, {:g} deg", p[0], p[1], p[2], p[3]);
  };
  filled.check(
      table.file, [&](std::size_t block) { return fmt::format("dof {}", dofs[block]); }, name);
}

}  // namespace

QtfRows read_qtf_rows(const std::filesystem::path& path, int dofs) {
  TextFile file;
  load_text(path, file);
  Reporter report(file);
  QtfRows table;
  table.file = file.name;
  std::vector<std::string_view> fields;
  for (std::size_t k = 0; k < file.lines.size(); ++k) {
    const long l = static_cast<long>(k);
    split_fields(file.lines[k], fields);
    if (fields.empty()) continue;
    if (table.rows.empty() && !parse_number(fields[0])) {
      table.title += std::string(file.lines[k]) + "\n";
      continue;
    }
    std::array<double, 4> head{};
    std::array<double, 2> value{};
    if (!report.numbers(l, fields, 0, 4, "periods or frequencies, and headings", head.data()) ||
        !report.numbers(l, fields, 7, 2, "quadratic force row", value.data())) {
      continue;
    }
    const auto index = parse_integer(fields[4]);
    if (!index || *index < 1 || *index > dofs || !(head[0] > 0.0) || !(head[1] > 0.0)) {
      report.error(
          l, fmt::format("periods or frequencies above 0 and a degree of freedom from 1 to {} are expected", dofs),
          "correct the row; does the file belong to this run?");
      continue;
    }
    const std::complex<double> z(value[0], value[1]);
    table.rows.push_back({head[0], head[1], head[2], head[3], static_cast<int>(*index) - 1, z});
  }
  report.check_last_line();
  report.throw_if_errors();
  if (table.rows.empty())
    report.fail(-1, "holds no row of the quadratic transfer function", "the file is cut off; copy it again");
  check_places(table);
  return table;
}

}  // namespace swell::bemio

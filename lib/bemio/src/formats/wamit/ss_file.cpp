#include "formats/wamit/ss_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "files/read_coefficients.h"
#include "files/text_file.h"

namespace swell::bemio {
namespace {

struct System {
  MatrixX A, B, C;
};

// Title; a flag for each dof; number of states; states of each dof; A, B, C row by row
// [Duarte2013].
System read_system(const TextFile& file) {
  Reporter report(file);
  std::vector<std::string_view> fields;
  std::vector<std::pair<std::vector<std::string_view>, long>> rows;
  for (std::size_t k = 1; k < file.lines.size(); ++k) {
    const std::string_view line = file.lines[k].substr(0, file.lines[k].find('%'));
    split_fields(line, fields);
    if (!fields.empty()) rows.emplace_back(fields, static_cast<long>(k));
  }
  report.check_last_line();
  report.throw_if_errors();
  if (rows.size() < 3) report.fail(-1, "ends before its matrices", "the file is cut off; copy it again");
  const auto dofs = static_cast<Eigen::Index>(rows[0].first.size());
  const auto count = parse_integer(rows[1].first[0]);
  if (!count || *count < 1 || *count > 100000)
    report.fail(rows[1].second, "the number of radiation states must be a whole number above 0", "is this a .ss?");
  const auto n = static_cast<std::size_t>(*count), m = static_cast<std::size_t>(dofs);
  if (rows.size() != 3 + 2 * n + m)
    report.fail(-1,
                fmt::format("{} rows of matrices are expected for {} states and {} dofs, {} follow", 2 * n + m, n, m,
                            rows.size() - 3),
                "the file is cut off; copy it again");
  const auto matrix = [&](std::size_t first, std::size_t height, std::size_t width, const char* what) {
    check_allocation(static_cast<double>(height) * static_cast<double>(width), file.text.size(), 1.0, file.name);
    MatrixX M = MatrixX::Zero(static_cast<Eigen::Index>(height), static_cast<Eigen::Index>(width));
    std::vector<double> row(width);
    for (std::size_t i = 0; i < height; ++i) {
      if (!report.numbers(rows[first + i].second, rows[first + i].first, 0, width, what, row.data())) continue;
      for (std::size_t j = 0; j < width; ++j) M(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)) = row[j];
    }
    return M;
  };
  System s{matrix(3, n, n, "A"), matrix(3 + n, n, m, "B"), matrix(3 + 2 * n, m, n, "C")};
  report.throw_if_errors();
  return s;
}

// The groups of states that A couples; by them the kernel is a sum: K = sum_b C_b exp(A_b t) B_b.
std::vector<std::vector<Eigen::Index>> blocks_of(const MatrixX& A) {
  const Eigen::Index n = A.rows();
  std::vector<Eigen::Index> root(static_cast<std::size_t>(n));
  std::iota(root.begin(), root.end(), 0);
  const auto find = [&](Eigen::Index i) {
    while (root[static_cast<std::size_t>(i)] != i)
      i = root[static_cast<std::size_t>(i)] = root[static_cast<std::size_t>(root[static_cast<std::size_t>(i)])];
    return i;
  };
  for (Eigen::Index i = 0; i < n; ++i) {
    for (Eigen::Index j = 0; j < n; ++j) {
      if (i != j && A(i, j) != 0.0) root[static_cast<std::size_t>(find(i))] = find(j);
    }
  }
  std::vector<std::vector<Eigen::Index>> blocks;
  std::vector<std::size_t> number(static_cast<std::size_t>(n), static_cast<std::size_t>(n));
  for (Eigen::Index i = 0; i < n; ++i) {
    std::size_t& at = number[static_cast<std::size_t>(find(i))];
    if (at == static_cast<std::size_t>(n)) {
      at = blocks.size();
      blocks.emplace_back();
    }
    blocks[at].push_back(i);
  }
  return blocks;
}

}  // namespace

void add_ss_beside(const std::filesystem::path& main, const ReadOptions& options, hydro::HydroData& data) {
  const auto path = options.ignores(".ss") ? std::nullopt : find_accompanying(main, ".ss");
  if (!path) return;
  const std::string what = "the state space of " + path->filename().string();
  std::vector<std::vector<std::vector<hydro::EntryStateSpace>>> entries;
  const bool sound = optional_part(what, ".ss", data.notes, [&] {
    TextFile file;
    load_text(*path, file);
    const System s = read_system(file);
    const Eigen::Index n = data.total_dof();
    if (s.B.cols() != n)
      fail_input(file.name, -1, fmt::format("is for {} dofs, the set has {}", s.B.cols(), n),
                 "does it belong to this set?");
    const auto density = options.density ? options.density : data.density;
    if (!density)
      fail_input(file.name, -1, "holds forces in SI, and the set does not name its water density",
                 "name it with --water-density, or put OpenFAST's HydroDyn input beside the set");
    const auto blocks = blocks_of(s.A);
    std::size_t states = 0;
    for (std::size_t b = 0; b < data.bodies.size(); ++b) {
      entries.emplace_back(static_cast<std::size_t>(data.bodies[b].dof),
                           std::vector<hydro::EntryStateSpace>(static_cast<std::size_t>(n)));
      for (int i = 0; i < data.bodies[b].dof; ++i) {
        for (Eigen::Index j = 0; j < n; ++j) {
          const Eigen::Index row = data.first_dof(b) + i;
          std::vector<Eigen::Index> own;
          for (const auto& block : blocks) {
            const bool driven =
                std::any_of(block.begin(), block.end(), [&](Eigen::Index k) { return s.B(k, j) != 0.0; });
            const bool observed =
                std::any_of(block.begin(), block.end(), [&](Eigen::Index k) { return s.C(row, k) != 0.0; });
            if (driven && observed) own.insert(own.end(), block.begin(), block.end());
          }
          if (own.empty()) continue;
          states += own.size();
          check_allocation(static_cast<double>(own.size()) * static_cast<double>(states), file.text.size(), 36.0,
                           file.name);
          hydro::EntryStateSpace& e = entries[b][static_cast<std::size_t>(i)][static_cast<std::size_t>(j)];
          const auto order = static_cast<Eigen::Index>(own.size());
          e.A = MatrixX::Zero(order, order);
          e.B = e.C = VectorX::Zero(order);
          for (Eigen::Index p = 0; p < order; ++p) {
            for (Eigen::Index q = 0; q < order; ++q)
              e.A(p, q) = s.A(own[static_cast<std::size_t>(p)], own[static_cast<std::size_t>(q)]);
            e.B[p] = s.B(own[static_cast<std::size_t>(p)], j);
            e.C[p] = -s.C(row, own[static_cast<std::size_t>(p)]) / *density;  // C x is the force on the body: -int K v
          }
        }
      }
    }
    data.notes.push_back(
        fmt::format("radiation state space of {} states from {} (hydrodynamics.state_space.from_file "
                    "takes it)",
                    s.A.rows(), path->filename().string()));
  });
  for (std::size_t b = 0; sound && b < data.bodies.size(); ++b)
    data.bodies[b].radiation_state_space = std::move(entries[b]);
}

}  // namespace swell::bemio

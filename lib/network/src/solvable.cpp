// Structural solvability: a maximum matching of equations to unknowns on the derivatives that are not zero.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "assembly.h"

namespace swell::network {

namespace {

// Matching by augmenting paths, without recursion. Returns for each row its column, or -1.
std::vector<int> match_rows(const std::vector<std::vector<int>>& columns_of_row, std::size_t n) {
  std::vector<int> row_of(n, -1), column_of(n, -1), mark(n, -1), parent(n, -1);
  std::vector<int> queue;
  for (std::size_t start = 0; start < n; ++start) {
    queue.assign(1, static_cast<int>(start));
    int free_column = -1;
    for (std::size_t head = 0; head < queue.size() && free_column < 0; ++head) {
      const auto row = static_cast<std::size_t>(queue[head]);
      for (const int column : columns_of_row[row]) {
        const auto c = static_cast<std::size_t>(column);
        if (mark[c] == static_cast<int>(start)) continue;
        mark[c] = static_cast<int>(start);
        parent[c] = queue[head];
        if (row_of[c] < 0) {
          free_column = column;
          break;
        }
        queue.push_back(row_of[c]);
      }
    }
    for (int column = free_column; column >= 0;) {
      const auto c = static_cast<std::size_t>(column);
      const auto row = static_cast<std::size_t>(parent[c]);
      const int previous = column_of[row];
      row_of[c] = parent[c];
      column_of[row] = column;
      column = previous;
    }
  }
  return column_of;
}

}  // namespace

void Network::check_solvable() const {
  const std::size_t n = unknowns();
  std::vector<double> x = initial_, residual(n), values(row_.size()), inputs;
  // Shift to a generic point: at zero flow, entries such as the slope of a quadratic loss vanish.
  for (std::size_t i = 0; i < n; ++i) {
    const double shift = 1e-3 * nominal_[i] * (1.0 + 0.37 * std::sin(1.0 + 12.9898 * static_cast<double>(i)));
    x[i] = std::clamp(x[i] + shift, lower_[i], upper_[i]);
  }
  for (const Port& port : inputs_) inputs.push_back(port.initial);
  std::vector<double> local(local_size(*this)), block(block_size(*this)), difference(difference_size(*this));
  assemble(*this, 0.0, inputs.data(), x.data(), 1e-3, x.data(), residual.data(), values.data(),
           {local, block, difference});

  std::vector<std::vector<int>> columns_of_row(n);
  for (std::size_t j = 0; j < n; ++j) {
    for (int k = start_[j]; k < start_[j + 1]; ++k) {
      const auto e = static_cast<std::size_t>(k);
      if (values[e] != 0.0) columns_of_row[static_cast<std::size_t>(row_[e])].push_back(static_cast<int>(j));
    }
  }
  const std::vector<int> column_of = match_rows(columns_of_row, n);
  std::vector<int> row_of(n, -1);
  for (std::size_t r = 0; r < n; ++r) {
    if (column_of[r] >= 0) row_of[static_cast<std::size_t>(column_of[r])] = static_cast<int>(r);
  }
  Diagnostics diagnostics;
  for (std::size_t r = 0; r < n; ++r) {
    if (column_of[r] >= 0) continue;
    // All equations and unknowns reachable from the unmatched equation form the over-determined part.
    std::vector<std::size_t> part{r};
    std::vector<bool> seen(n, false);
    std::vector<std::string> names{fmt::format("{} ({})", equation_owner(r), equation_name(r))};
    for (std::size_t head = 0; head < part.size(); ++head) {
      for (const int column : columns_of_row[part[head]]) {
        const auto c = static_cast<std::size_t>(column);
        if (seen[c] || row_of[c] < 0) continue;
        seen[c] = true;
        const auto next = static_cast<std::size_t>(row_of[c]);
        part.push_back(next);
        names.push_back(fmt::format("{} ({})", equation_owner(next), equation_name(next)));
      }
    }
    diagnostics.error({},
                      fmt::format("network: {} equations fix only {} unknowns (over-determined): {}", part.size(),
                                  part.size() - 1, fmt::join(names, ", ")),
                      "remove one of these components, or put a resistance between them");
  }
  diagnostics.throw_if_errors();
}

}  // namespace swell::network

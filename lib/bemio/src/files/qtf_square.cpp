#include "files/qtf_square.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "files/read_coefficients.h"
#include "files/text_file.h"

namespace swell::bemio {

void complete_qtf(std::vector<hydro::QtfEntry>& entries, bool sum, const std::string& file,
                  std::vector<std::string>& notes) {
  if (entries.empty()) return;
  for (const hydro::QtfEntry& e : entries) {  // finite in the file, but not with its unit or as a period
    if (std::isfinite(e.period_i) && std::isfinite(e.period_j) && std::isfinite(std::abs(e.value))) continue;
    fail_input(file, -1,
               fmt::format("the quadratic transfer function at the periods {:.6g} s and {:.6g} s is beyond all numbers",
                           e.period_i, e.period_j),
               "correct the row");
  }
  const double heading_i = entries.front().heading_i, heading_j = entries.front().heading_j;
  const auto other = std::remove_if(entries.begin(), entries.end(), [&](const hydro::QtfEntry& e) {
    return e.heading_i != heading_i || e.heading_j != heading_j;
  });
  if (other != entries.end()) {
    const std::string note =
        fmt::format("{}: only the headings {:g} and {:g} deg are kept", file, heading_i, heading_j);
    if (std::find(notes.begin(), notes.end(), note) == notes.end()) notes.push_back(note);
    entries.erase(other, entries.end());
  }
  std::vector<double> period;
  for (const hydro::QtfEntry& e : entries) {
    period.push_back(e.period_i);
    period.push_back(e.period_j);
  }
  std::sort(period.begin(), period.end(), std::greater<>());
  period.erase(std::unique(period.begin(), period.end()), period.end());
  const std::size_t n = period.size();
  check_allocation(6.0 * static_cast<double>(n) * static_cast<double>(n), entries.size(), 24.0, file);
  std::vector<hydro::QtfEntry> square(n * n);
  std::vector<bool> known(n * n, false);
  const auto index = [&](double T) {
    return static_cast<std::size_t>(std::lower_bound(period.begin(), period.end(), T, std::greater<>()) -
                                    period.begin());
  };
  for (int pass = 0; pass < 2; ++pass) {  // given values first, mirrored ones where nothing was given
    for (const hydro::QtfEntry& e : entries) {
      const std::size_t i = index(e.period_i), j = index(e.period_j);
      const std::size_t at = pass == 0 ? j * n + i : i * n + j;
      if (known[at]) continue;
      hydro::QtfEntry entry = e;
      if (pass == 1) {
        std::swap(entry.period_i, entry.period_j);
        if (!sum) entry.value = std::conj(entry.value);
      }
      square[at] = entry;
      known[at] = true;
    }
  }
  for (std::size_t at = 0; at < known.size(); ++at) {
    if (!known[at]) {
      fail_input(file, -1,
                 fmt::format("the quadratic transfer function lacks the periods {:.6g} s and {:.6g} s", period[at % n],
                             period[at / n]),
                 "the file is cut off; copy it again");
    }
  }
  entries = std::move(square);
}

}  // namespace swell::bemio

// Runs of whole cases, timed by the thread's own clock, with their error.
#pragma once

#include <algorithm>
#include <cmath>
#include <ctime>
#include <filesystem>
#include <string>
#include <vector>

#include "swell/model/read_case.h"
#include "swell/run/run.h"

namespace swell::bench {

inline double thread_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

struct Case {
  std::string text;       // without the simulation's line
  std::string duration;   // [s]
  std::string more = {};  // keys of simulation
};

struct Outcome {
  double seconds = 0.0;
  long steps = 0;
  std::vector<std::vector<double>> position;  // rows of all bodies' positions
};

inline Outcome run_with(const Case& c, double step, assembly::SharedData& shared, const std::string& more, bool keep) {
  const std::string text = "simulation: {duration: " + c.duration + ", time_step: " + std::to_string(step) + c.more +
                           more + "}\n" + c.text + "output: {time_step: 0.1}\n";
  Diagnostics diagnostics;
  const model::Model model = model::read_case_text(
      text, std::filesystem::path(SWELL_SOURCE_DIR) / "inputs/sphere/step_bench.yaml", {}, diagnostics);
  diagnostics.throw_if_errors();
  swell::run::CaseRun built(model, &shared);
  std::vector<std::size_t> positions;
  for (std::size_t i = 0; i < built.series().size(); ++i) {
    const std::string& path = built.series()[i].path;
    if (path.rfind("/bodies/", 0) == 0 && path.size() > 9 && path.substr(path.size() - 9) == "/position")
      positions.push_back(i);
  }
  Outcome outcome;
  const double begin = thread_seconds();
  built.run([&](double) {
    if (!keep) return true;
    outcome.position.emplace_back();
    for (const std::size_t i : positions)
      outcome.position.back().insert(outcome.position.back().end(), built.values(i), built.values(i) + 6);
    return true;
  });
  outcome.seconds = thread_seconds() - begin;
  outcome.steps = built.steps();
  return outcome;
}

/// Largest over the columns that move of rms(difference) / rms(response about its mean) [%].
inline double error(const Outcome& coarse, const Outcome& fine) {
  const std::size_t rows = std::min(coarse.position.size(), fine.position.size());
  const std::size_t columns = fine.position.front().size();
  std::vector<double> off(columns, 0.0), size(columns, 0.0);
  for (std::size_t c = 0; c < columns; ++c) {
    double mean = 0.0;
    for (std::size_t r = 0; r < rows; ++r) mean += fine.position[r][c] / static_cast<double>(rows);
    for (std::size_t r = 0; r < rows; ++r) {
      off[c] += std::pow(coarse.position[r][c] - fine.position[r][c], 2);
      size[c] += std::pow(fine.position[r][c] - mean, 2);
    }
  }
  double worst = 0.0;
  for (std::size_t block = 0; block < columns; block += 3) {  // motions that symmetry leaves at noise are no response
    const double largest = *std::max_element(size.begin() + static_cast<std::ptrdiff_t>(block),
                                             size.begin() + static_cast<std::ptrdiff_t>(block + 3));
    for (std::size_t c = block; c < block + 3; ++c) {
      if (size[c] > 1e-6 * largest && size[c] > 1e-12) worst = std::max(worst, std::sqrt(off[c] / size[c]));
    }
  }
  return 100.0 * worst;
}

}  // namespace swell::bench

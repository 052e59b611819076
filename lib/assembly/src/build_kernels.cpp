// Radiation kernels: the grid that a case asks for, what they take in memory, their passive entries.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "radiation.h"

namespace swell::assembly {

std::string bytes_text(double bytes) {
  if (bytes >= 1e9) return fmt::format("{:.3g} GB", 1e-9 * bytes);
  if (bytes >= 1e6) return fmt::format("{:.3g} MB", 1e-6 * bytes);
  return fmt::format("{:.3g} kB", 1e-3 * bytes);
}

namespace {

int count_sums(const Entries& entries) { return entries.sums.empty() ? 0 : entries.sums.back() + 1; }

}  // namespace

MatrixX sum_columns(const MatrixX& columns, const Entries& entries) {
  MatrixX sums = MatrixX::Zero(columns.rows(), count_sums(entries));
  for (std::size_t j = 0; j < entries.sums.size(); ++j)
    sums.col(entries.sums[j]) += columns.col(static_cast<Eigen::Index>(j));
  return sums;
}

namespace {

/// Error of the convolution on a grid of this step, of the largest response: the worst of the rows that matter.
double error_of_step(const Case& c, const SharedRadiation& radiation, double step, double duration,
                     const std::vector<int>& rows) {
  const hydro::RadiationCoefficients& coefficients = *radiation.coefficients;
  const auto find = [&] {
    const VectorX scale = coefficients.scale();
    const auto count = static_cast<std::size_t>(duration / (0.5 * step) + 1e-9) + 1;
    std::vector<std::vector<double>> kernels;
    std::vector<double> peaks;
    for (const int row : rows) {
      std::vector<double> samples;
      for (const MatrixX& K : coefficients.kernel(0.5 * step, count, {row}, {row})) samples.push_back(K(0, 0));
      peaks.push_back(samples.front() * scale[row] * scale[row]);
      kernels.push_back(std::move(samples));
    }
    double worst = 0.0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      constexpr double kNoise = 1e-3;
      if (peaks[i] > kNoise * *std::max_element(peaks.begin(), peaks.end()))
        worst = std::max(worst, hydro::convolution_error(kernels[i], 0.5 * step));
    }
    return worst;
  };
  return *c.shared.kept<double>(fmt::format("error of the convolution at {} to {}, rows {}, of {}", step, duration,
                                            fmt::join(rows, " "), radiation.key),
                                find);
}

/// What the kernels may take together. A step on their grid reads all of it: at some 10 GB/s this keeps steps of 0.1 s
/// about as fast as the waves themselves, and state space is faster by then.
constexpr double kMostKernelBytes = 1e9;

/// The file's step, halved until the force errs by no more than kError or there is no more room: the grid is the
/// kernel's, whatever the run's step and sea, so that runs of two steps have one memory.
/// @param own  entries that couple
double refined_step(const Case& c, const SharedRadiation& radiation, double step, double duration,
                    const std::vector<int>& rows, std::size_t own) {
  constexpr double kError = 1e-4;  // of the largest force; less than any data are known to
  for (int left = 4; left > 0;) {
    const double error = error_of_step(c, radiation, step, duration, rows);
    if (error <= kError) break;
    // The error is of fourth order in the step, which gives the least number of halvings.
    int halvings = std::clamp(static_cast<int>(std::ceil(0.25 * std::log2(error / kError))), 1, left);
    left -= halvings;
    for (; halvings > 0; --halvings, step *= 0.5) {
      const double bytes = 8.0 * static_cast<double>(own) * duration / (0.5 * step);
      if (bytes <= kMostKernelBytes) continue;
      c.note("kernel-step-kept",
             fmt::format("the kernels stay at {:g} s: half of it would take {}, and at most {} are convolved", step,
                         bytes_text(bytes), bytes_text(kMostKernelBytes)));
      return step;
    }
  }
  return step;
}

/// Between the grid's times the memory is a polynomial, which the repair of the sums at those times does not make
/// passive.
void warn_of_long_step(const Case& c, const SharedRadiation& radiation, double step, double duration,
                       const std::vector<int>& rows) {
  constexpr double kReported = 1e-3;
  const double error = error_of_step(c, radiation, step, duration, rows);
  if (!(error > kReported)) return;
  c.diagnostics.warning(
      "kernel-step", c.model.hydrodynamics.convolution.source.of("time_step"),
      fmt::format("hydrodynamics.convolution.time_step = {:g} s is long for this kernel: the radiation force of the "
                  "convolution errs by up to {:.2g} % of its peak between the grid's times, and may make energy there",
                  step, 100.0 * error),
      fmt::format("give {:.2g} or less, or leave the key out", 0.9 * step * std::pow(kReported / error, 0.25)));
}

KernelGrid kernel_grid(const Case& c, const SharedRadiation& radiation, const CoupledBodies& all,
                       const std::vector<int>& moving_rows, std::size_t own) {
  const hydro::RadiationCoefficients& coefficients = *radiation.coefficients;
  const model::Convolution& given = c.model.hydrodynamics.convolution;
  c.uses(given);
  const bool at_step = c.choices.sampling == model::Sampling::step;
  if (at_step && !c.model.simulation.time_step) {
    throw InputError(c.model.simulation.source.origin,
                     "simulation.time_step is missing: the convolution is sampled at the step, as WEC-Sim does",
                     "give the step in s, or hydrodynamics: {convolution: {sampling: stage}}");
  }
  const double available = coefficients.shortest_kernel();  // what a duration may ask of every body
  const double duration = given.duration.value_or(c.wec_sim() ? 60.0 : coefficients.kernel_end());
  if ((given.duration || c.wec_sim()) && duration > available * (1.0 + 1e-9)) {
    if (!given.duration) {
      throw InputError(
          c.model.simulation.source.of("reproduce"),
          fmt::format("reproduce: wec-sim keeps 60 s of the radiation kernel, and the data hold {:g} s", available),
          fmt::format("set hydrodynamics: {{convolution: {{duration: {:g}}}}}", available));
    }
    throw InputError(
        given.source.of("duration"),
        fmt::format("hydrodynamics.convolution.duration = {:g} s is longer than the kernel in the data, {:g} s",
                    duration, available),
        fmt::format("use at most {:g}", available));
  }
  double finest = available;
  for (const auto& ref : all.refs) {
    const auto& time = ref->radiation_irf_time;
    if (time.size() > 1) finest = std::min(finest, time[1] - time[0]);
  }
  if (finest >= available) finest = available / 1000.0;
  KernelGrid kernel;
  kernel.step = given.time_step ? *given.time_step
                : at_step       ? *c.model.simulation.time_step
                                : refined_step(c, radiation, finest, duration, moving_rows, own);
  if (at_step) {
    const double step = *c.model.simulation.time_step;
    if (kernel.step < step * (1.0 - 1e-9)) {
      c.note("kernel-step-raised",
             fmt::format("hydrodynamics.convolution.time_step = {:g} s is raised to the step of {:g} s, "
                         "as WEC-Sim does",
                         kernel.step, step));
    }
    kernel.step = std::max(kernel.step, step);
    kernel.steps = static_cast<int>(std::lround(kernel.step / step));
    if (std::abs(kernel.step - kernel.steps * step) > 1e-9 * kernel.step) {
      throw InputError(given.source.of("time_step"),
                       fmt::format("hydrodynamics.convolution.time_step = {:g} s is not a multiple of "
                                   "simulation.time_step = {:g} s",
                                   kernel.step, step),
                       "sampling at the step, as WEC-Sim does, needs a whole number of steps; leave the key out");
    }
    if (kernel.steps > 1) {
      c.note("kernel-sampled",
             fmt::format(
                 "convolution sampled every {} steps, as WEC-Sim's cicDt > dt: the force crosses one sample of {:g} "
                 "s late and is extrapolated by pchip",
                 kernel.steps, kernel.step));
    }
  }
  kernel.count = static_cast<std::size_t>(std::floor(duration / kernel.step + 1e-9)) + 1;
  constexpr double kMostSamples = 1e7;  // of one entry; even so many take 0.08 GB for each of them
  if (duration / kernel.step > kMostSamples) {
    throw InputError(given.source.of("time_step"),
                     fmt::format("hydrodynamics.convolution.time_step = {:g} s makes {:.2g} samples of a kernel of "
                                 "{:g} s",
                                 kernel.step, duration / kernel.step, duration),
                     fmt::format("the most is {:g}; the data have a step of {:g} s", kMostSamples, finest));
  }
  if (kernel.count < 4) {
    throw InputError(
        given.source.of("time_step"),
        fmt::format("hydrodynamics.convolution: {} samples of {:g} s are too few", kernel.count, kernel.step),
        "give a longer duration or a shorter time_step");
  }
  return kernel;
}

/// Entries of the convolution: pairs of a row and a sum of columns that couple.
std::size_t count_entries(const hydro::RadiationCoefficients& coefficients, const Entries& entries) {
  std::size_t count = 0;
  for (std::size_t first = 0, last = 0; first < entries.sums.size(); first = last) {
    while (last < entries.sums.size() && entries.sums[last] == entries.sums[first]) ++last;
    const std::vector<int> columns(entries.columns.begin() + static_cast<std::ptrdiff_t>(first),
                                   entries.columns.begin() + static_cast<std::ptrdiff_t>(last));
    for (const int row : entries.rows) count += coefficients.kernel_entries({row}, columns) > 0 ? 1U : 0U;
  }
  return count;
}

/// Counts what the kernels take in memory, and refuses too much before it is taken.
void count_memory(const Case& c, const KernelGrid& grid, std::size_t own, RadiationNotes& notes) {
  const std::size_t entries = notes.entries[{grid.count, grid.step}] += own;
  const double bytes = 8.0 * static_cast<double>(entries) * static_cast<double>(grid.count);
  if (bytes > kMostKernelBytes) {
    throw InputError(c.model.hydrodynamics.convolution.source.of("time_step"),
                     fmt::format("the radiation kernels take {}: {} entries that couple, {} samples of {:g} s each; at "
                                 "most {} are convolved",
                                 bytes_text(bytes), entries, grid.count, grid.step, bytes_text(kMostKernelBytes)),
                     "set hydrodynamics: {radiation: state-space}, or give hydrodynamics.convolution a shorter "
                     "duration or a longer time_step");
  }
}

/// @param sum  whose response is made passive; absent: the kernel as it is. All entries that move are changed together,
/// whether their bodies are acted on as rows of this group or only act: sets of data and radiation models of other
/// bodies then hold their parts of one passive matrix. Directions that are held take no energy.
KernelBlock kernel_block(const hydro::RadiationCoefficients& coefficients, const KernelGrid& grid,
                         const Entries& entries, std::optional<hydro::MemorySum> sum) {
  KernelBlock block{{grid.step, {}}, {}};
  if (!sum || entries.columns.empty()) {
    block.kernel.values = coefficients.kernel(grid.step, grid.count, entries.rows, entries.columns);
  } else {
    hydro::SampledKernel moving{grid.step,
                                coefficients.kernel(grid.step, grid.count, entries.columns, entries.columns)};
    const VectorX scale = coefficients.scale();
    block.repair = hydro::make_kernel_passive(moving, scale(entries.columns), *sum);
    std::vector<int> held;
    for (const int row : entries.rows) {
      if (std::find(entries.columns.begin(), entries.columns.end(), row) == entries.columns.end()) held.push_back(row);
    }
    const std::vector<MatrixX> others = coefficients.kernel(grid.step, grid.count, held, entries.columns);
    for (std::size_t k = 0; k < grid.count; ++k) {
      MatrixX K(static_cast<Eigen::Index>(entries.rows.size()), static_cast<Eigen::Index>(entries.columns.size()));
      Eigen::Index next_held = 0;
      for (std::size_t i = 0; i < entries.rows.size(); ++i) {
        const auto at = std::find(entries.columns.begin(), entries.columns.end(), entries.rows[i]);
        if (at == entries.columns.end()) {
          K.row(static_cast<Eigen::Index>(i)) = others[k].row(next_held++);
        } else {
          K.row(static_cast<Eigen::Index>(i)) = moving.values[k].row(at - entries.columns.begin());
        }
      }
      moving.values[k].resize(0, 0);
      block.kernel.values.push_back(std::move(K));
    }
  }
  for (MatrixX& K : block.kernel.values) K = sum_columns(K, entries);
  return block;
}

}  // namespace

void conclude(const Case& c, const RadiationNotes& notes) {
  for (const auto& [grid, entries] : notes.entries) {
    c.note("kernel-memory",
           fmt::format("radiation kernels: {} ({} {}, {} samples of {:g} s)",
                       bytes_text(8.0 * static_cast<double>(entries * grid.first)), entries,
                       entries == 1 ? "entry that couples" : "entries that couple", grid.first, grid.second));
  }
}

GroupKernel kernel_of(const Case& c, const SharedRadiation& radiation, const CoupledBodies& all,
                      const std::vector<std::size_t>& group, const Entries& entries, RadiationNotes& notes) {
  GroupKernel made;
  KernelGrid& grid = made.grid;
  const std::size_t own = count_entries(*radiation.coefficients, entries);
  grid = kernel_grid(c, radiation, all, entries.columns, own);
  count_memory(c, grid, own, notes);
  const double duration = static_cast<double>(grid.count - 1) * grid.step;
  if (c.model.hydrodynamics.convolution.time_step && c.choices.sampling != model::Sampling::step)
    warn_of_long_step(c, radiation, grid.step, duration, entries.columns);
  warn_of_cut(c, radiation, grid.step, duration, entries.columns);
  made.key = fmt::format("{} x {}, rows {}, columns {} in {}, of {}", grid.step, grid.count, fmt::join(group, " "),
                         fmt::join(entries.columns, " "), fmt::join(entries.sums, " "), radiation.key);
  const bool sampled = c.choices.sampling == model::Sampling::step;
  const bool passive = c.choices.radiation_data == model::RadiationData::passive;
  made.block = c.shared.kept<KernelBlock>(fmt::format("kernel, sampled {}, {}", sampled, made.key), [&] {
    const auto sum = sampled ? hydro::MemorySum::trapezoid : hydro::MemorySum::gregory;
    return kernel_block(*radiation.coefficients, grid, entries, passive ? std::optional(sum) : std::nullopt);
  });
  return made;
}

}  // namespace swell::assembly

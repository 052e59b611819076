// Radiation and excitation of the bodies with BEM data.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "building.h"
#include "swell/base/motions.h"
#include "swell/device/body_loads.h"
#include "swell/device/excitation_loads.h"
#include "swell/device/radiation_loads.h"
#include "swell/device/yaw_frame.h"
#include "swell/hydro/passive_kernel.h"

namespace swell::assembly {

namespace {

using device::stacked_address;

/// Bodies that use one radiation model, as rows of the device's coefficients.
struct Group {
  model::Radiation model = model::Radiation::convolution;
  double omega = 0.0;               ///< of constant coefficients
  std::vector<std::size_t> bodies;  ///< indices into the coupled bodies
  bool yawing = false;              ///< one body, in axes that turn with it
};

/// Entries of the stacked velocities that move. Those that are always equal, as the rotations of two bodies that slide
/// along each other, are one: their coefficients are summed.
using Moving = std::vector<std::vector<int>>;

/// Rows of the group's bodies and columns of the velocities that move, among those of the coefficients.
struct Entries {
  std::vector<int> rows, columns;
  std::vector<int> sums;  ///< by column: which of the sums it belongs to
};

Entries entries_of(const Group& group, const CoupledBodies& all, const Moving& moving) {
  Entries entries;
  for (const std::size_t k : group.bodies) {
    for (int i = 0; i < 6; ++i) entries.rows.push_back(all.first_row[k] + i);
  }
  for (std::size_t sum = 0; sum < moving.size(); ++sum) {
    for (const int j : moving[sum]) {
      entries.columns.push_back(all.first_row[static_cast<std::size_t>(j / 6)] + j % 6);
      entries.sums.push_back(static_cast<int>(sum));
    }
  }
  return entries;
}

int count_sums(const Entries& entries) { return entries.sums.empty() ? 0 : entries.sums.back() + 1; }

/// The columns of `entries`, with those of equal velocities summed.
MatrixX sum_columns(const MatrixX& columns, const Entries& entries) {
  MatrixX sums = MatrixX::Zero(columns.rows(), count_sums(entries));
  for (std::size_t j = 0; j < entries.sums.size(); ++j)
    sums.col(entries.sums[j]) += columns.col(static_cast<Eigen::Index>(j));
  return sums;
}

MatrixX block_of(const MatrixX& whole, const Entries& entries) {
  MatrixX block(static_cast<Eigen::Index>(entries.rows.size()), static_cast<Eigen::Index>(entries.columns.size()));
  for (std::size_t i = 0; i < entries.rows.size(); ++i) {
    for (std::size_t j = 0; j < entries.columns.size(); ++j)
      block(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)) = whole(entries.rows[i], entries.columns[j]);
  }
  return sum_columns(block, entries);
}

std::string bytes_text(double bytes) {
  if (bytes >= 1e9) return fmt::format("{:.3g} GB", 1e-9 * bytes);
  if (bytes >= 1e6) return fmt::format("{:.3g} MB", 1e-6 * bytes);
  return fmt::format("{:.3g} kB", 1e-3 * bytes);
}

/// Entries of the stacked velocities that move.
std::vector<int> moving_entries(const CoupledBodies& all, const std::vector<std::vector<bool>>& moves) {
  std::vector<int> active;
  for (std::size_t k = 0; k < all.bodies.size(); ++k) {
    for (std::size_t i = 0; i < 6; ++i) {
      if (moves[all.bodies[k]][i]) active.push_back(static_cast<int>(6 * k + i));
    }
  }
  return active;
}

/// Each of them alone.
Moving one_by_one(const std::vector<int>& active) {
  Moving moving;
  moving.reserve(active.size());
  for (const int i : active) moving.push_back({i});
  return moving;
}

/// With the rotations of bodies of one orientation together.
Moving joined(const std::vector<int>& active, const CoupledBodies& all, const std::vector<int>& turns_like) {
  const auto like = [&](int entry) { return turns_like[all.bodies[static_cast<std::size_t>(entry / 6)]]; };
  Moving moving;
  for (const int i : active) {
    const auto same = std::find_if(moving.begin(), moving.end(), [&](const std::vector<int>& sum) {
      return i % 6 >= 3 && sum.front() % 6 == i % 6 && like(sum.front()) == like(i);
    });
    if (same == moving.end()) {
      moving.push_back({i});
    } else {
      same->push_back(i);
    }
  }
  return moving;
}

std::vector<Group> groups_of(const Building& b, const CoupledBodies& all) {
  std::vector<Group> groups;
  for (std::size_t k = 0; k < all.feeling; ++k) {
    const model::Body& body = *b.bodies[all.bodies[k]];
    const model::Radiation model = b.radiation_of(body);
    const double omega = model == model::Radiation::constant ? coefficient_frequency(b, body) : 0.0;
    if (body.passive_yaw) {
      groups.push_back({model, omega, {k}, true});
      continue;
    }
    auto found = std::find_if(groups.begin(), groups.end(),
                              [&](const Group& g) { return !g.yawing && g.model == model && g.omega == omega; });
    if (found == groups.end()) {
      groups.push_back({model, omega, {}, false});
      found = groups.end() - 1;
    }
    found->bodies.push_back(k);
  }
  return groups;
}

/// In axes that turn, surge and sway share what moves, roll and pitch likewise.
std::vector<int> with_partners(const std::vector<int>& active) {
  std::vector<int> all = active;
  for (const int i : active) {
    if (i % 3 < 2) all.push_back(i % 3 == 0 ? i + 1 : i - 1);
  }
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

struct KernelGrid {
  double step = 0.0;  ///< [s]
  std::size_t count = 0;
  int steps = 1;  ///< integration steps per sample, where the memory is sampled
};

/// The file's step, halved while it is longer than the run's and the convolution's error shows.
double refined_step(Building& b, const SharedRadiation& radiation, double step, double duration,
                    const std::vector<int>& rows) {
  constexpr double kError = 2e-5;  // of the largest response; RK4 at a fiftieth of a period has as much
  constexpr int kHalvings = 4;
  const double run = b.built.solver.step;
  const hydro::RadiationCoefficients& coefficients = *radiation.coefficients;
  for (int halving = 0; halving < kHalvings && step > run * (1.0 + 1e-9); ++halving) {
    const auto error =
        b.shared.get<double>(fmt::format("error of the convolution at {} to {}, rows {}, of {}", step, duration,
                                         fmt::join(rows, " "), radiation.key),
                             [&] {
                               const VectorX scale = coefficients.scale();
                               const auto count = static_cast<std::size_t>(duration / (0.5 * step)) + 1;
                               std::vector<std::vector<double>> kernels;
                               std::vector<double> peaks;
                               for (const int row : rows) {
                                 std::vector<double> samples;
                                 for (const MatrixX& K : coefficients.kernel(0.5 * step, count, {row}, {row}))
                                   samples.push_back(K(0, 0));
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
                             });
    if (*error <= kError) break;
    step *= 0.5;
  }
  return step;
}

KernelGrid kernel_grid(Building& b, const SharedRadiation& radiation, const CoupledBodies& all,
                       const std::vector<int>& moving_rows) {
  const hydro::RadiationCoefficients& coefficients = *radiation.coefficients;
  const model::Convolution& given = b.model.hydrodynamics.convolution;
  const bool at_step = b.choices.sampling == model::Sampling::step;
  if (at_step && !b.model.simulation.time_step) {
    throw InputError(b.model.simulation.source.origin,
                     "simulation.time_step is missing: the convolution is sampled at the step, as WEC-Sim does",
                     "give the step in s, or hydrodynamics: {convolution: {sampling: stage}}");
  }
  const double available = coefficients.kernel_end();
  const double duration =
      given.duration.value_or(b.model.simulation.reproduce == model::Reproduce::wec_sim ? 60.0 : available);
  if (duration > available * (1.0 + 1e-9)) {
    if (!given.duration) {
      throw InputError(
          b.model.simulation.source.of("reproduce"),
          fmt::format("reproduce: wec-sim keeps 60 s of the radiation kernel, and the data hold {:g} s", available),
          fmt::format("say hydrodynamics: {{convolution: {{duration: {:g}}}}}", available));
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
                : at_step       ? *b.model.simulation.time_step
                                : refined_step(b, radiation, finest, duration, moving_rows);
  if (at_step) {
    const double step = *b.model.simulation.time_step;
    if (kernel.step < step * (1.0 - 1e-9)) {
      b.built.notes.push_back(
          fmt::format("hydrodynamics.convolution.time_step = {:g} s is raised to the step of {:g} s, "
                      "as WEC-Sim does",
                      kernel.step, step));
    }
    kernel.step = std::max(kernel.step, step);
    kernel.steps = static_cast<int>(std::lround(kernel.step / step));
    if (std::abs(kernel.step - kernel.steps * step) > 1e-9 * kernel.step) {
      throw InputError(given.source.of("time_step"),
                       fmt::format("hydrodynamics.convolution.time_step = {:g} s is no multiple of "
                                   "simulation.time_step = {:g} s",
                                   kernel.step, step),
                       "sampling at the step, as WEC-Sim does, needs a whole number of steps; leave the key out");
    }
    if (kernel.steps > 1) {
      b.built.notes.push_back(fmt::format(
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
        fmt::format("hydrodynamics.convolution: {} samples of {:g} s are no kernel", kernel.count, kernel.step),
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

/// What the kernels may take together. A step on their grid reads all of it: at some 10 GB/s this keeps steps of 0.1 s
/// about as fast as the waves themselves, and state space is faster by then.
constexpr double kMostKernelBytes = 1e9;

/// Says what the kernels take in memory, and refuses too much before it is taken.
void announce_memory(Building& b, const KernelGrid& grid, std::size_t entries) {
  const double bytes = 8.0 * static_cast<double>(entries) * static_cast<double>(grid.count);
  if (bytes > kMostKernelBytes) {
    throw InputError(b.model.hydrodynamics.convolution.source.of("time_step"),
                     fmt::format("the radiation kernels take {}: {} entries that couple, {} samples of {:g} s each; at "
                                 "most {} are convolved",
                                 bytes_text(bytes), entries, grid.count, grid.step, bytes_text(kMostKernelBytes)),
                     "say hydrodynamics: {radiation: state-space}, or give hydrodynamics.convolution a shorter "
                     "duration or a longer time_step");
  }
  b.built.notes.push_back(fmt::format("radiation kernels: {} ({} entries that couple, {} samples of {:g} s)",
                                      bytes_text(bytes), entries, grid.count, grid.step));
}

/// The kernel's entries that this group feels, and what was done to them.
struct KernelBlock {
  hydro::SampledKernel kernel;
  hydro::KernelRepair repair;
};

/// @param sum  whose response is made passive; absent: the kernel as it is. All entries that move are changed together,
/// whether their bodies feel as rows of this group or only cause: sets of data and radiation models of other bodies
/// then hold their parts of one passive matrix. Directions that are held take no energy.
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

/// "float surge" of a row of the coefficients.
std::string name_of_row(const Building& b, const CoupledBodies& all, int row) {
  for (std::size_t k = 0; k < all.bodies.size(); ++k) {
    const int i = row - all.first_row[k];
    if (i >= 0 && i < 6)
      return fmt::format("{} {}", b.bodies[all.bodies[k]]->name, kMotions[static_cast<std::size_t>(i)]);
  }
  return fmt::format("row {}", row + 1);
}

/// What was left out of the data so that they obey reciprocity and passivity.
void note_change(Building& b, const CoupledBodies& all, const hydro::RadiationCoefficients& coefficients,
                 double of_kernel, double at, const std::string& set) {
  constexpr double kTold = 1e-3;  // less than any data are known to
  const hydro::RadiationChange& change = coefficients.change();
  if (std::max({change.added_mass, change.damping, of_kernel}) < kTold) return;
  const std::string row = name_of_row(b, all, change.row), column = name_of_row(b, all, change.column);
  // Data that are changed so much hold irregular frequencies or errors: results rest on the repair.
  constexpr double kMuch = 0.2;
  std::string text = fmt::format(
      "radiation data{} made reciprocal and passive: of the largest entry added mass changes by {:.2g} %, damping by "
      "{:.2g} % ({}), the memory's force by {:.2g} % of its peak{} (hydrodynamics.radiation_data: as-given keeps them)",
      set.empty() ? std::string() : fmt::format(" of set {} of {}", set, b.bodies[all.bodies.front()]->name),
      100.0 * change.added_mass, 100.0 * change.damping, row == column ? row : fmt::format("{} with {}", row, column),
      100.0 * of_kernel, of_kernel > 0.0 ? fmt::format(", most at {:.3g} rad/s", at) : "");
  if (std::max({change.added_mass, change.damping, of_kernel}) > kMuch)
    b.diagnostics.warning({}, std::move(text));
  else
    b.built.notes.push_back(std::move(text));
}

/// In what a stored realisation falls short of what the case asks; "" when in nothing.
std::string missed(const hydro::StateSpaceModel& model, std::optional<double> r2, std::optional<int> order) {
  if (r2 && model.lowest_r2() < *r2)
    return fmt::format("R2 = {:.4f}, and minimum_r2 asks for {:g}", model.lowest_r2(), *r2);
  int largest = 0;
  for (const auto& entry : model.entries) largest = std::max(largest, entry.order);
  if (order && largest > *order) return fmt::format("order {}, and maximum_order allows {}", largest, *order);
  return {};
}

/// The realisation that the case asks for: by default of the whole matrix, passive, close enough to the convolution for
/// the mean power (docs/theory/numerics/hydro.md 4). @throws InputError where it misses what the case asks
/// @param moving  rows of the coefficients that move
hydro::StateSpaceModel state_space_of(Building& b, const CoupledBodies& all, const SharedRadiation& radiation,
                                      const std::vector<int>& moving) {
  constexpr double kResponse = 0.005, kLeastR2 = 0.95, kBemioR2 = 0.95;
  constexpr int kBemioOrder = 10;
  const hydro::RadiationCoefficients& coefficients = *radiation.coefficients;
  const model::StateSpace& given = b.model.hydrodynamics.state_space;
  constexpr std::size_t kMostRows = 48;  // that are fitted together in seconds
  const bool whole = b.choices.realisation == model::Realisation::whole_matrix &&
                     (given.realisation.has_value() || moving.size() <= kMostRows);
  const bool stored_asked = given.from_file.value_or(false);
  if (whole && stored_asked) {
    throw InputError(given.source.of("from_file"),
                     "hydrodynamics.state_space.from_file = true: a hydro file holds a realisation of each entry, and "
                     "realisation is whole-matrix",
                     "leave the key out, or say realisation: entrywise");
  }
  if (given.passive.value_or(false) && !whole) {
    throw InputError(given.source.of("passive"),
                     "hydrodynamics.state_space.passive = true needs realisation: whole-matrix",
                     "models of single entries are not passive together, however each of them is fitted");
  }
  bool stored = b.choices.stored_realisation && !whole;
  for (const auto& ref : all.refs) stored = stored && (stored_asked || !ref->radiation_state_space.empty());
  hydro::MimoOptions options;
  options.drop_noise = b.choices.drop_noise;
  options.passive = given.passive.value_or(whole && b.choices.radiation_data == model::RadiationData::passive);
  options.duration = b.model.hydrodynamics.convolution.duration.value_or(0.0);
  options.r2 = given.minimum_r2.value_or(whole ? kLeastR2 : kBemioR2);
  options.error = given.minimum_r2 ? 0.0 : kResponse;
  options.moving = moving;
  const int order = given.maximum_order.value_or(kBemioOrder);
  if (whole && given.maximum_order) {
    options.states_per_row = order;
    options.max_states = order * static_cast<int>(moving.size());
  }
  const std::string key =
      fmt::format("state space {} {} {} {} {} {} {} {} {} {}, rows {} of {}", whole, stored,
                  given.minimum_r2.has_value(), given.maximum_order.has_value(), options.r2, options.drop_noise,
                  options.passive, options.duration, order, stored_asked, fmt::join(moving, " "), radiation.key);
  hydro::StateSpaceModel model = *b.shared.get<hydro::StateSpaceModel>(key, [&] {
    if (whole) return hydro::state_space_mimo(coefficients, options);
    const double noise = options.drop_noise ? options.noise_level : 0.0;
    std::string short_of;
    if (stored) {
      hydro::StateSpaceModel of_file = hydro::state_space_from_file(coefficients, noise);
      short_of = missed(of_file, given.minimum_r2, given.maximum_order);
      if (short_of.empty()) return of_file;
      if (stored_asked) {
        throw InputError(
            given.source.of("from_file"),
            fmt::format("hydrodynamics.state_space.from_file = true: the realisation in the hydro file has {}",
                        short_of),
            "leave from_file out to have it fitted anew, or leave out what it misses");
      }
    }
    hydro::StateSpaceModel fitted = hydro::state_space_entry_wise(coefficients, options.r2, order, noise);
    if (!short_of.empty()) fitted.notes.push_back("fitted anew: the realisation in the hydro file has " + short_of);
    return fitted;
  });
  const bool wec_sim = b.model.simulation.reproduce == model::Reproduce::wec_sim;
  const bool as_stored = !whole && stored && model.stored;
  if (!as_stored && model.lowest_r2() < options.r2 && (given.minimum_r2 || !wec_sim)) {
    throw InputError(
        given.source.of(given.minimum_r2 ? "minimum_r2" : "realisation"),
        fmt::format("hydrodynamics.state_space.minimum_r2 = {:g} is not reached: the worst entry has {:.4f} with {}",
                    options.r2, model.lowest_r2(),
                    whole ? fmt::format("{} states in all", model.states()) : fmt::format("at most {} states", order)),
        fmt::format("ask for less, raise maximum_order{}, or say radiation: convolution",
                    whole ? "" : ", say realisation: whole-matrix"));
  }
  if (whole && options.error > 0.0 && model.response_error > options.error) {
    b.diagnostics.warning(
        {}, fmt::format(
                "radiation memory in state space: the response is off by up to {:.2g} % of its peak with {} states; "
                "radiation: convolution has no such error",
                100.0 * model.response_error, model.states()));
  }
  if (!whole && !wec_sim) {
    b.diagnostics.warning(
        {},
        "radiation memory in state space, entry by entry: such models are not passive together and may feed energy "
        "into "
        "the motion; realisation: whole-matrix does not");
  }
  for (const std::string& note : model.notes) b.built.notes.push_back(note);
  return model;
}

void add_radiation(Building& b, const Group& group, const std::string& name, const CoupledBodies& all,
                   const SharedRadiation& radiation, const Moving& moving, const std::string& set = {}) {
  const hydro::RadiationCoefficients& coefficients = *radiation.coefficients;
  device::RadiationPorts ports;
  for (const std::size_t k : group.bodies) ports.rows.push_back(b.bodies[all.bodies[k]]->name);
  for (const std::size_t i : all.bodies) ports.columns.push_back(b.bodies[i]->name);
  for (const std::vector<int>& sum : moving) ports.active.push_back(sum.front());
  const Entries entries = entries_of(group, all, moving);
  auto& graph = b.built.graph;
  bool needs_acceleration = false;
  const bool passive = b.choices.radiation_data == model::RadiationData::passive;
  double kernel_change = 0.0, changed_at = 0.0;
  const auto add = [&](std::unique_ptr<system::Component> load) {
    if (group.yawing)
      load = std::make_unique<device::InTurnedAxes>(std::move(load), device::YawFrame::frame_of(ports.rows.front()));
    graph.add(std::move(load));
  };

  if (group.model == model::Radiation::constant) {
    const auto damping = b.shared.get<MatrixX>(fmt::format("damping at {} of {}", group.omega, radiation.key),
                                               [&] { return coefficients.damping(group.omega); });
    add(std::make_unique<device::ConstantRadiation>(name, ports, block_of(*damping, entries)));
  } else if (group.model == model::Radiation::convolution) {
    // Made once for all cases that share the coefficients.
    const KernelGrid grid = kernel_grid(b, radiation, all, entries.columns);
    announce_memory(b, grid, count_entries(coefficients, entries));
    warn_of_cut(b, radiation, grid.step, static_cast<double>(grid.count - 1) * grid.step, entries.columns);
    const std::string key =
        fmt::format("{} x {}, rows {}, columns {} in {}, of {}", grid.step, grid.count, fmt::join(group.bodies, " "),
                    fmt::join(entries.columns, " "), fmt::join(entries.sums, " "), radiation.key);
    const bool sampled = b.choices.sampling == model::Sampling::step;
    const auto kernel = b.shared.get<KernelBlock>(fmt::format("kernel, sampled {}, {}", sampled, key), [&] {
      const auto sum = sampled ? hydro::MemorySum::trapezoid : hydro::MemorySum::gregory;
      return kernel_block(coefficients, grid, entries, passive ? std::optional(sum) : std::nullopt);
    });
    kernel_change = kernel->repair.change;
    changed_at = kernel->repair.changed_at;
    if (sampled && grid.steps > 1) {
      add(std::make_unique<device::SlowlySampledRadiation>(name, ports, kernel->kernel, grid.steps));
    } else if (sampled) {
      add(std::make_unique<device::SampledRadiation>(
          name, ports, b.shared.get<hydro::SampledConvolution>("sampled convolution " + key, [&] {
            return hydro::SampledConvolution(kernel->kernel);
          })));
    } else {
      const double lead = grid.step + std::max(b.built.solver.max_step, b.built.solver.step);
      add(std::make_unique<device::MemoryRadiation>(
          name, ports,
          b.shared.get<hydro::RadiationConvolution>(fmt::format("convolution, lead {}, {}", lead, key),
                                                    [&] { return hydro::RadiationConvolution(kernel->kernel, lead); }),
          b.model.simulation.start));
      needs_acceleration = true;
    }
  } else {
    hydro::StateSpaceModel model = state_space_of(b, all, radiation, entries.columns);
    kernel_change = model.kernel_change;
    changed_at = model.kernel_changed_at;
    // Only the group's rows and the velocities that move.
    const auto rows = static_cast<Eigen::Index>(6 * group.bodies.size());
    MatrixX B(model.states(), static_cast<Eigen::Index>(entries.columns.size())), C(rows, model.states());
    for (std::size_t j = 0; j < entries.columns.size(); ++j)
      B.col(static_cast<Eigen::Index>(j)) = model.B.col(entries.columns[j]);
    for (std::size_t i = 0; i < group.bodies.size(); ++i) {
      C.middleRows<6>(static_cast<Eigen::Index>(6 * i)) = model.C.middleRows<6>(all.first_row[group.bodies[i]]);
    }
    model.D = block_of(model.D, entries);
    model.B = sum_columns(B, entries);
    model.C = C;
    model.find_spans();
    double numbers = static_cast<double>((model.B.array() != 0.0).count() + (model.C.array() != 0.0).count());
    for (const hydro::StateBlock& block : model.blocks) numbers += block.size * block.size;
    std::string remark;
    if (b.choices.realisation == model::Realisation::entrywise && model.lowest_r2() < 0.99)
      remark = " (closer to the convolution: realisation: whole-matrix, or minimum_r2: 0.999)";
    b.built.notes.push_back(
        fmt::format("radiation memory in state space: {} states, {}, lowest R2 of an entry {:.4f}{}", model.states(),
                    bytes_text(8.0 * numbers), model.lowest_r2(), remark));
    add(std::make_unique<device::StateSpaceRadiation>(name, ports, std::move(model)));
  }
  if (passive) note_change(b, all, coefficients, kernel_change, changed_at, set);
  const std::string frame = group.yawing ? device::load_name(ports.rows.front(), "yaw_frame") : std::string();
  if (group.yawing) {
    graph.emplace<device::YawFrame>(ports.rows.front(), ports.columns);
    graph.connect(ports.rows.front() + ".displacement", frame + ".displacement");
    for (const std::string& column : ports.columns) {
      for (const char* motion : {"velocity", "acceleration"})
        graph.connect(column + "." + motion, stacked_address(frame, motion, column));
    }
  }
  const auto feed = [&](const std::string& column, const std::string& motion) {
    // One of several sets feels its share of the motion, a yawing body all motions in its own axes.
    const std::string from = group.yawing  ? stacked_address(frame, "local_" + motion, column)
                             : set.empty() ? column + "." + motion
                                           : device::load_name(ports.rows.front(), "hydro_set") + "." + motion + set +
                                                 (column == ports.rows.front() ? "" : "/" + column);
    graph.connect(from, stacked_address(name, motion, column));
  };
  for (const std::string& column : ports.columns) {
    feed(column, "velocity");
    if (needs_acceleration) feed(column, "acceleration");
  }
  for (const std::string& row : ports.rows) {
    std::string force = stacked_address(name, "force", row);
    if (group.yawing) {
      graph.connect(force, frame + ".local_force");
      force = frame + ".force";
    }
    graph.connect(force, row + ".force");
    graph.connect(force, device::load_name(row, "forces") + ".radiation_damping");
  }
}

hydro::Interpolation interpolation_by(model::CoefficientInterpolation interpolation) {
  switch (interpolation) {
    case model::CoefficientInterpolation::linear:
      return hydro::Interpolation::linear;
    case model::CoefficientInterpolation::wec_sim:
      return hydro::Interpolation::wec_sim;
    case model::CoefficientInterpolation::spline:
      break;
  }
  return hydro::Interpolation::spline;
}

void connect_own_load(Building& b, const std::string& body, const std::string& load) {
  b.built.graph.connect(load + ".force", body + ".force");
  b.built.graph.connect(load + ".force", device::load_name(body, "forces") + ".excitation");
}

void add_yawing(Building& b, std::size_t index) {
  const model::Body& body = *b.bodies[index];
  const std::string name = device::load_name(body.name, "excitation");
  b.built.graph.emplace<device::YawingExcitation>(
      body.name,
      hydro::YawedExcitation(excitation_data(b, {index}).front(), *b.sea, interpolation_by(b.choices.interpolation)),
      *body.passive_yaw, body.large_horizontal_motion);
  b.built.graph.connect(body.name + ".displacement", name + ".displacement");
  connect_own_load(b, body.name, name);
}

void add_excitation(Building& b, CoupledBodies all) {
  const waves::SeaState& sea = *b.sea;
  if (sea.components().size() == 0) return;
  for (std::size_t k = all.bodies.size(); k-- > 0;) {
    if (!b.bodies[all.bodies[k]]->passive_yaw) continue;
    if (kernel_route(b)) {
      throw InputError(b.bodies[all.bodies[k]]->source.of("passive_yaw"),
                       "passive_yaw does not go with an imported elevation by the excitation kernel",
                       "let the record run as components");
    }
    add_yawing(b, all.bodies[k]);
    all.bodies.erase(all.bodies.begin() + static_cast<std::ptrdiff_t>(k));
    all.refs.erase(all.refs.begin() + static_cast<std::ptrdiff_t>(k));
  }
  if (all.refs.empty()) return;
  device::BodyNames names;
  for (const std::size_t i : all.bodies) names.push_back(b.bodies[i]->name);
  for (const auto& ref : all.refs) {
    if (ref->dof != 6)
      throw InputError({}, fmt::format("body {} of {} has generalised modes", ref->name, ref.data->file),
                       "this version runs rigid bodies");
  }
  auto& graph = b.built.graph;
  const std::vector<hydro::HydroBodyRef> refs = excitation_data(b, all.bodies);
  const bool moving = std::any_of(all.bodies.begin(), all.bodies.end(),
                                  [&](std::size_t i) { return b.bodies[i]->large_horizontal_motion; });
  const auto& first = sea.systems().front();
  if (kernel_route(b)) {
    if (moving) {
      throw InputError({}, "large_horizontal_motion does not go with an imported elevation by the excitation kernel",
                       "let the record run as components");
    }
    const auto count = static_cast<std::size_t>(std::ceil(b.model.simulation.duration / b.built.solver.step)) + 2;
    graph.emplace<device::RecordedExcitation>(
        names, hydro::RecordExcitation(refs, *first.record, sea.density(), sea.gravity(),
                                       waves::Ramp{sea.ramp_duration()}, b.model.simulation.start, b.built.solver.step,
                                       count, b.choices.elevation_ramp == model::ElevationRamp::twice));
  } else if (moving) {
    std::vector<bool> moves;
    for (const std::size_t i : all.bodies) {
      moves.push_back(b.bodies[i]->large_horizontal_motion);
      graph.connect(b.bodies[i]->name + ".displacement",
                    stacked_address("excitation", "displacement", b.bodies[i]->name));
    }
    graph.emplace<device::DisplacedExcitation>(names, hydro::LinearExcitation(refs, sea, excitation_options(b)), moves);
  } else {
    const std::optional<double> half_step =
        b.built.solver.method == solver::Method::rk4 ? std::optional<double>(0.5 * b.built.solver.step) : std::nullopt;
    graph.emplace<device::Excitation>(names, hydro::LinearExcitation(refs, sea, excitation_options(b)),
                                      b.model.simulation.start, half_step);
  }
  for (const std::string& name : names) {
    graph.connect(stacked_address("excitation", "force", name), name + ".force");
    graph.connect(stacked_address("excitation", "force", name), device::load_name(name, "forces") + ".excitation");
  }
}

}  // namespace

bool kernel_route(const Building& b) {
  const auto& systems = b.sea->systems();
  return !systems.empty() && systems.front().record &&
         systems.front().record->route == waves::ElevationRoute::excitation_kernel;
}

hydro::ExcitationOptions excitation_options(const Building& b) {
  hydro::ExcitationOptions options;
  options.interpolation = interpolation_by(b.choices.interpolation);
  options.coefficients_of_first_sea = b.choices.sea_coefficients == model::SeaCoefficients::first_sea;
  options.mean_drift = static_cast<int>(b.model.hydrodynamics.mean_drift);
  return options;
}

void build_radiation_of_sets(Building& b, std::size_t body, const std::vector<std::vector<bool>>& moves) {
  const model::Radiation model = b.radiation_of(*b.bodies[body]);
  const double omega = model == model::Radiation::constant ? coefficient_frequency(b, *b.bodies[body]) : 0.0;
  for (std::size_t s = 0; s < b.sets.at(body).size(); ++s) {
    const CoupledBodies& set = b.sets.at(body)[s];
    const std::vector<int> active = moving_entries(set, moves);
    if (active.empty()) continue;
    const std::string number = std::to_string(s + 1);
    add_radiation(b, Group{model, omega, {0}, false}, device::load_name(b.bodies[body]->name, "radiation" + number),
                  set, shared_radiation(b, set.refs), one_by_one(active), number);
  }
}

SharedRadiation shared_radiation(const Building& b, const std::vector<hydro::HydroBodyRef>& refs) {
  const double density = b.model.environment.water_density;
  SharedRadiation radiation;
  const auto data = b.choices.radiation_data == model::RadiationData::passive ? hydro::RadiationData::passive
                                                                              : hydro::RadiationData::as_given;
  radiation.key = fmt::format("radiation, density {}, body to body {}, as given {}", density, b.choices.body_to_body,
                              data == hydro::RadiationData::as_given);
  // The address stands for the data: the coefficients hold on to them as long as the key is known.
  for (const auto& ref : refs) radiation.key += fmt::format(", {}:{}", fmt::ptr(ref.data.get()), ref.body);
  radiation.coefficients = b.shared.get<hydro::RadiationCoefficients>(
      radiation.key, [&] { return hydro::RadiationCoefficients(refs, density, b.choices.body_to_body, data); });
  return radiation;
}

void build_radiation(Building& b, const std::vector<std::vector<bool>>& moves, const std::vector<int>& turns_like) {
  collect(b.diagnostics, [&] {
    std::vector<std::vector<Group>> groups;
    std::size_t count = 0, number = 0;
    for (const CoupledBodies& coupled : b.coupled) {
      groups.push_back(groups_of(b, coupled));
      count += groups.back().size();
    }
    for (std::size_t c = 0; c < b.coupled.size(); ++c) {
      const CoupledBodies& all = b.coupled[c];
      const SharedRadiation radiation = shared_radiation(b, all.refs);
      for (const std::string& note : radiation.coefficients->notes()) b.built.notes.push_back(note);
      const std::vector<int> active = moving_entries(all, moves);
      for (const Group& group : groups[c]) {
        ++number;
        if (active.empty()) continue;
        const std::string name = count == 1 ? "radiation" : fmt::format("radiation{}", number);
        add_radiation(b, group, name, all, radiation,
                      group.yawing ? one_by_one(with_partners(active)) : joined(active, all, turns_like));
      }
    }
  });
  CoupledBodies excited;
  for (std::size_t i = 0; i < b.bodies.size(); ++i) {
    if (b.has_hydro(i) && !is_variable(b, i)) excited.add(i, b.hydro[i]);
  }
  if (!excited.refs.empty()) collect(b.diagnostics, [&] { add_excitation(b, excited); });
}

}  // namespace swell::assembly

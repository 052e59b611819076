// Radiation of the bodies with BEM data.
#include <fmt/format.h>

#include <algorithm>

#include "radiation.h"
#include "swell/base/motions.h"
#include "swell/device/hydro_sets.h"
#include "swell/device/radiation_loads.h"
#include "swell/device/tilted_loads.h"
#include "swell/device/yaw_frame.h"
#include "swell/hydro/content.h"

namespace swell::assembly {

namespace {

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

MatrixX block_of(const MatrixX& whole, const Entries& entries) {
  MatrixX block(static_cast<Eigen::Index>(entries.rows.size()), static_cast<Eigen::Index>(entries.columns.size()));
  for (std::size_t i = 0; i < entries.rows.size(); ++i) {
    for (std::size_t j = 0; j < entries.columns.size(); ++j)
      block(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)) = whole(entries.rows[i], entries.columns[j]);
  }
  return sum_columns(block, entries);
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

std::vector<Group> groups_of(const Case& c, const Sea& sea, const CoupledBodies& all) {
  std::vector<Group> groups;
  for (std::size_t k = 0; k < all.acted_on; ++k) {
    const model::Body& body = *c.bodies[all.bodies[k]];
    const model::Radiation model = c.radiation_of(body);
    const double omega = model == model::Radiation::constant ? coefficient_frequency(c, sea, body) : 0.0;
    if (body.passive_yaw) {
      c.uses(body.passive_yaw);
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

/// In axes that tilt, the three rotations share what moves.
std::vector<int> with_rotations(const Case& c, const CoupledBodies& bodies, const device::BodyNames& tilting,
                                std::vector<int> active) {
  for (std::size_t k = 0; k < bodies.bodies.size(); ++k) {
    if (std::find(tilting.begin(), tilting.end(), c.bodies[bodies.bodies[k]]->name) == tilting.end()) continue;
    for (int i = 3; i < 6; ++i) active.push_back(static_cast<int>(6 * k) + i);
  }
  std::sort(active.begin(), active.end());
  active.erase(std::unique(active.begin(), active.end()), active.end());
  return active;
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

/// "float surge" of a row of the coefficients.
std::string name_of_row(const Case& c, const CoupledBodies& all, int row) {
  for (std::size_t k = 0; k < all.bodies.size(); ++k) {
    const int i = row - all.first_row[k];
    if (i >= 0 && i < 6)
      return fmt::format("{} {}", c.bodies[all.bodies[k]]->name, kMotions[static_cast<std::size_t>(i)]);
  }
  return fmt::format("row {}", row + 1);
}

/// Data that are changed so much hold irregular frequencies or errors: results rest on the repair.
constexpr double kMuch = 0.2;

/// What was left out of the data so that they obey reciprocity and passivity.
void note_change(const Case& c, const CoupledBodies& all, const hydro::RadiationCoefficients& coefficients,
                 double of_kernel, double at, std::size_t set, RadiationNotes& notes) {
  constexpr double kReported = 1e-3;  // less than any data are known to
  const hydro::RadiationChange& change = coefficients.change();
  if (std::max({change.added_mass, change.damping, of_kernel}) < kReported) return;
  const std::string row = name_of_row(c, all, change.row), column = name_of_row(c, all, change.column);
  const auto percent = [](double share) {
    return share < 5e-5 ? std::string("less than 0.01 %") : fmt::format("{:.2g} %", 100.0 * share);
  };
  std::string text = fmt::format(
      "radiation data{} made reciprocal and passive: of the largest entry added mass changes by {}, damping by "
      "{} ({}), the radiation force of the convolution by {} of its peak{} (hydrodynamics.radiation_data: as-given "
      "keeps them)",
      set == 0 ? std::string() : fmt::format(" of set {} of {}", set, c.bodies[all.bodies.front()]->name),
      percent(change.added_mass), percent(change.damping), row == column ? row : fmt::format("{} with {}", row, column),
      percent(of_kernel), of_kernel > 0.0 ? fmt::format(", most at {:.3g} rad/s", at) : "");
  const double most = std::max({change.added_mass, change.damping, of_kernel});
  if (set > 0) {  // reported when all sets are known
    notes.of_sets.emplace_back(most, warning_of("changed-radiation", row, text));
  } else if (most > kMuch) {
    c.diagnostics.warning("changed-radiation", {}, text).subject = row;
  } else {
    c.note("changed-radiation", std::move(text));
  }
}

/// Of many sets the one that is changed most stands for all.
void conclude_sets(const Case& c, RadiationNotes& notes) {
  constexpr std::size_t kFew = 5;
  auto& all = notes.of_sets;
  if (all.size() > kFew) {
    const auto worst =
        std::max_element(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    worst->second.message += fmt::format("; {} more of its sets are changed, each by less", all.size() - 1);
    all = {*worst};
  }
  for (auto& entry : all) {
    if (entry.first > kMuch) {
      c.diagnostics.add(std::move(entry.second));
    } else {
      c.note("changed-radiation", std::move(entry.second.message));
    }
  }
}

void add_radiation(const Case& c, const solver::Options& steps, Parts& parts, const Group& group,
                   const std::string& name, const CoupledBodies& all, const SharedRadiation& radiation,
                   const Moving& moving, const Device& device, RadiationNotes& notes,
                   const device::BodyNames& tilting = {}, std::size_t set = 0) {
  const hydro::RadiationCoefficients& coefficients = *radiation.coefficients;
  device::RadiationPorts ports;
  for (const std::size_t k : group.bodies) ports.rows.push_back(c.bodies[all.bodies[k]]->name);
  for (const std::size_t i : all.bodies) ports.columns.push_back(c.bodies[i]->name);
  for (const std::vector<int>& sum : moving) ports.active.push_back(sum.front());
  const Entries entries = entries_of(group, all, moving);
  const std::string& owner = ports.rows.front();
  device::MotionSource source = device::of_mechanism;
  if (set > 0) {
    const model::HydroDataSpec& spec = *c.bodies[all.bodies.front()]->hydro_data;
    const bool takes_share = group.model == model::Radiation::convolution &&
                             c.choices.sampling != model::Sampling::step && !spec.signal.empty() && !spec.interpolate;
    if (takes_share) {  // the memory knows of switches
      ports.sets = static_cast<int>(spec.sets.size());
      ports.set = static_cast<int>(set) - 1;
    } else {
      source = device::HydroSets::motions(owner, set);
    }
  }
  if (group.yawing) {
    ports.motion = device::YawFrame::motions(owner, set);
    ports.taker = device::YawFrame::taker(owner, set);
  } else if (set > 0) {
    ports.motion = source;
  } else if (!tilting.empty()) {
    ports.motion = device::tilted_motions(tilting);
    ports.tilting = tilting;
  }
  const auto store = [&](const RadiationUsed& used) {
    if (!c.model.output.hydro_coefficients) return;
    RadiationPlace place{name, ports.rows, {}, set};
    for (const std::vector<int>& sum : moving) {
      place.columns.emplace_back();
      for (const int entry : sum) {
        std::string& text = place.columns.back();
        text += fmt::format("{}{}.{}", text.empty() ? "" : " + ", ports.columns[static_cast<std::size_t>(entry / 6)],
                            kMotions[static_cast<std::size_t>(entry % 6)]);
      }
    }
    store_memory(place, used, parts.arrays);
  };
  const bool passive = c.choices.radiation_data == model::RadiationData::passive;
  double kernel_change = 0.0, changed_at = 0.0;
  const auto add = [&](std::unique_ptr<system::Component> load) {
    if (group.yawing)
      load = std::make_unique<device::InTurnedAxes>(std::move(load), device::YawFrame::frame_of(owner, set));
    parts.components.push_back(std::move(load));
  };

  if (group.model == model::Radiation::constant) {
    const auto damping = c.shared.get<MatrixX>(fmt::format("damping at {} of {}", group.omega, radiation.key),
                                               [&] { return coefficients.damping(group.omega); });
    const MatrixX block = block_of(*damping, entries);
    RadiationUsed used;
    used.damping = &block;
    used.omega = group.omega;
    store(used);
    add(std::make_unique<device::ConstantRadiation>(name, ports, block));
  } else if (group.model == model::Radiation::convolution) {
    // Made once for all cases that share the coefficients.
    const auto [grid, made, key] = kernel_of(c, radiation, all, group.bodies, entries, notes);
    const auto& kernel = made;  // a lambda takes no structured binding
    const bool sampled = c.choices.sampling == model::Sampling::step;
    kernel_change = kernel->repair.change;
    changed_at = kernel->repair.changed_at;
    RadiationUsed used;
    used.kernel = &kernel->kernel;
    store(used);
    if (sampled && grid.steps > 1) {
      add(std::make_unique<device::SampledRadiation>(name, ports, kernel->kernel, grid.steps));
    } else if (sampled) {
      add(std::make_unique<device::SampledRadiation>(
          name, ports, c.shared.get<hydro::SampledConvolution>("sampled convolution " + key, [&] {
            return hydro::SampledConvolution(kernel->kernel);
          })));
    } else {
      const double lead = grid.step + std::max(steps.max_step, steps.step);
      add(std::make_unique<device::MemoryRadiation>(
          name, ports,
          c.shared.get<hydro::RadiationConvolution>(fmt::format("convolution, lead {}, {}", lead, key),
                                                    [&] { return hydro::RadiationConvolution(kernel->kernel, lead); }),
          c.model.simulation.start));
    }
  } else {
    hydro::StateSpaceModel model = state_space_of(c, steps, all, radiation, entries.columns, device.paths);
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
    RadiationUsed used;
    used.states = &model;
    store(used);
    double numbers = static_cast<double>((model.B.array() != 0.0).count() + (model.C.array() != 0.0).count());
    for (const hydro::StateBlock& block : model.blocks) numbers += block.size * block.size;
    std::string hint;
    if (c.choices.realisation == model::Realisation::entrywise && model.lowest_r2() < 0.99)
      hint = " (closer to the convolution: realisation: whole-matrix, or minimum_r2: 0.999)";
    c.note("state-space", fmt::format("radiation memory in state space: {} states, {}, lowest R2 of an entry {:.4f}{}",
                                      model.states(), bytes_text(8.0 * numbers), model.lowest_r2(), hint));
    add(std::make_unique<device::StateSpaceRadiation>(name, ports, std::move(model)));
  }
  if (passive && notes.changes.insert(fmt::format("{}{}", radiation.key, set)).second)
    note_change(c, all, coefficients, kernel_change, changed_at, set, notes);
  if (group.yawing) parts.add<device::YawFrame>(owner, ports.columns, set, source);
}

/// Of bodies that couple, the matrices of added mass and memory are one: half of a block by one model and half by
/// another is neither reciprocal nor passive.
void refuse_mixed_models(const Case& c, const Sea& sea, const CoupledBodies& all) {
  const hydro::RadiationCoefficients& coefficients = *shared_radiation(c, all.refs).coefficients;
  const auto frequency = [&](const model::Body& body) {
    return c.radiation_of(body) == model::Radiation::constant ? coefficient_frequency(c, sea, body) : 0.0;
  };
  const auto words = [&](const model::Body& body) -> std::string {
    const model::Radiation model = c.radiation_of(body);
    if (model == model::Radiation::constant)
      return fmt::format("constant coefficients at {:.4g} rad/s", frequency(body));
    return model == model::Radiation::convolution ? "a convolution" : "a state space";
  };
  for (std::size_t j = 1; j < all.bodies.size(); ++j) {
    const model::Body& body = *c.bodies[all.bodies[j]];
    for (std::size_t i = 0; i < j; ++i) {
      const model::Body& other = *c.bodies[all.bodies[i]];
      if (!coefficients.coupled(all.first_row[i], all.first_row[j])) continue;
      if (c.radiation_of(other) == c.radiation_of(body) && frequency(other) == frequency(body)) continue;
      throw InputError(
          (body.radiation ? body : other).source.of("radiation"),
          fmt::format("{} has {}, {} has {}, and the water couples them: what each does to the other would "
                      "be of two models, not reciprocal, and make energy",
                      other.name, words(other), body.name, words(body)),
          "give both the same radiation (hydrodynamics.radiation), or leave their coupling out "
          "(hydrodynamics.body_to_body: false)");
    }
  }
}

}  // namespace

Parts radiation_of_sets(const Case& c, const Hydro& hydro, const Sea& sea, const Device& device,
                        const solver::Options& steps, std::size_t body) {
  Parts parts;
  c.uses(c.bodies[body]->passive_yaw);
  const model::Radiation model = c.radiation_of(*c.bodies[body]);
  const double omega = model == model::Radiation::constant ? coefficient_frequency(c, sea, *c.bodies[body]) : 0.0;
  const std::vector<CoupledBodies>& sets = hydro.sets.at(body);
  RadiationNotes notes;
  for (std::size_t s = 0; s < sets.size(); ++s) {
    refuse_mixed_models(c, sea, sets[s]);
    const std::vector<int> active = moving_entries(sets[s], device.moves);
    if (active.empty()) continue;
    const bool yawing = c.bodies[body]->passive_yaw.has_value();
    add_radiation(c, steps, parts, Group{model, omega, {0}, yawing},
                  device::load_name(c.bodies[body]->name, fmt::format("radiation{}", s + 1)), sets[s],
                  shared_radiation(c, sets[s].refs), one_by_one(yawing ? with_partners(active) : active), device, notes,
                  {}, s + 1);
  }
  if (c.model.output.set_forces && !parts.components.empty()) {
    const std::string& name = c.bodies[body]->name;
    const auto address = [&](std::size_t set) {
      return c.bodies[body]->passive_yaw
                 ? device::YawFrame::frame_of(name, set) + ".force"
                 : device::stacked_address(device::load_name(name, fmt::format("radiation{}", set)), "force", name);
    };
    show_forces_of_sets(*c.bodies[body], "radiation_damping", address, parts);
  }
  conclude_sets(c, notes);
  conclude(c, notes);
  return parts;
}

SharedRadiation shared_radiation(const Case& c, const std::vector<hydro::HydroBodyRef>& refs) {
  const double density = c.model.environment.water_density;
  c.uses(c.model.environment.water_density, c.model.hydrodynamics.radiation_data);
  if (refs.size() > 1) c.uses(c.model.hydrodynamics.body_to_body);
  SharedRadiation radiation;
  const hydro::RadiationData data = c.choices.radiation_data;
  radiation.key = fmt::format("radiation, density {}, body to body {}, as given {}", density, c.choices.body_to_body,
                              data == hydro::RadiationData::as_given);
  struct Named {  // holds on to the data, so that no other data get their address
    std::shared_ptr<const hydro::HydroData> data;
    std::uint64_t content;
  };
  for (const auto& ref : refs) {
    const auto named = c.shared.get<Named>(fmt::format("content of {}", fmt::ptr(ref.data.get())), [&] {
      return Named{ref.data, hydro::radiation_content_of(*ref.data)};
    });
    // Equal contents of two files do not couple: the first body of the same data tells them apart.
    const auto first =
        std::find_if(refs.begin(), refs.end(), [&](const auto& other) { return other.data == ref.data; });
    radiation.key += fmt::format(", {:016x} {}:{}:{}", named->content, first - refs.begin(), ref.body, ref.copy);
  }
  radiation.coefficients = c.shared.get<hydro::RadiationCoefficients>(
      radiation.key, [&] { return hydro::RadiationCoefficients(refs, density, c.choices.body_to_body, data); });
  return radiation;
}

Parts radiation_loads(const Case& c, const Hydro& hydro, const Sea& sea, const Device& device,
                      const solver::Options& steps) {
  Parts parts;
  collect(c.diagnostics, [&] {
    std::vector<std::vector<Group>> groups;
    std::size_t count = 0, number = 0;
    RadiationNotes notes;
    for (const CoupledBodies& coupled : hydro.coupled) {
      refuse_mixed_models(c, sea, coupled);
      groups.push_back(groups_of(c, sea, coupled));
      count += groups.back().size();
    }
    for (std::size_t k = 0; k < hydro.coupled.size(); ++k) {
      const CoupledBodies& all = hydro.coupled[k];
      const SharedRadiation radiation = shared_radiation(c, all.refs);
      for (const std::string& note : radiation.coefficients->notes()) c.note("variable-radiation", note);
      const std::vector<int> active = moving_entries(all, device.moves);
      if (std::any_of(groups[k].begin(), groups[k].end(),
                      [](const Group& group) { return group.model != model::Radiation::constant; }))
        warn_of_memory(c, sea, all, radiation, active);
      for (const Group& group : groups[k]) {
        ++number;
        if (active.empty()) continue;
        const std::string name = count == 1 ? "radiation" : fmt::format("radiation{}", number);
        add_radiation(c, steps, parts, group, name, all, radiation,
                      group.yawing ? one_by_one(with_partners(active))
                                   : joined(with_rotations(c, all, device.tilting, active), all, device.turns_like),
                      device, notes, device.tilting);
      }
    }
    conclude(c, notes);
  });
  return parts;
}

}  // namespace swell::assembly

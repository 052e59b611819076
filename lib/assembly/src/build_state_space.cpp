// Radiation memory in state space: the realisation that a case asks for.
#include <fmt/format.h>

#include <algorithm>

#include "radiation.h"

namespace swell::assembly {

namespace {

/// Requirement of the case that the stored realisation misses; empty if none.
std::string missed(const hydro::StateSpaceModel& model, std::optional<double> r2, std::optional<int> order) {
  if (r2 && model.lowest_r2() < *r2)
    return fmt::format("R2 = {:.9g}, below minimum_r2 = {:.9g}", model.lowest_r2(), *r2);
  int largest = 0;
  for (const auto& entry : model.entries) largest = std::max(largest, entry.order);
  if (order && largest > *order) return fmt::format("order {}, and maximum_order allows {}", largest, *order);
  return {};
}

/// The rows in the order of the case's bodies, whichever of them comes first here because a set is its own: a fit would
/// tell the order by round-off.
std::vector<int> in_order_of_case(const CoupledBodies& all, std::vector<int> rows) {
  const auto place = [&](int row) {
    std::size_t k = all.bodies.size() - 1;
    while (row < all.first_row[k]) --k;
    return std::pair(all.bodies[k], row - all.first_row[k]);
  };
  std::sort(rows.begin(), rows.end(), [&](int a, int b) { return place(a) < place(b); });
  return rows;
}

/// What the case asks of a realisation, its defaults filled in.
struct Request {
  bool whole = false;         ///< of the whole matrix; else entry by entry
  bool stored = false;        ///< that of the hydro file, if it is good enough
  bool stored_asked = false;  ///< and an error if it is not
  int order = 10;             ///< of an entry; as BEMIO's
  hydro::MimoOptions options;
};

void check_keys(const model::StateSpace& given, bool whole) {
  if (whole && given.from_file.value_or(false)) {
    throw InputError(given.source.of("from_file"),
                     "hydrodynamics.state_space.from_file = true: a hydro file holds a realisation of each entry, and "
                     "realisation is whole-matrix",
                     "leave the key out, or set realisation: entrywise");
  }
  if (given.passive.value_or(false) && !whole) {
    throw InputError(given.source.of("passive"),
                     "hydrodynamics.state_space.passive = true needs realisation: whole-matrix",
                     "models of single entries are not passive together, however each of them is fitted");
  }
}

Request request_of(const Case& c, const solver::Options& steps, const CoupledBodies& all,
                   const std::vector<int>& moving, const std::vector<VectorX>& paths) {
  constexpr double kResponse = 0.005, kDamping = 0.004, kLeastR2 = 0.95, kBemioR2 = 0.95;
  constexpr std::size_t kMostRows = 48;  // that are fitted together in seconds
  const model::StateSpace& given = c.model.hydrodynamics.state_space;
  Request r;
  r.whole = c.choices.realisation == model::Realisation::whole_matrix &&
            (given.realisation.has_value() || moving.size() <= kMostRows);
  c.uses(given);
  if (r.whole) c.uses(c.model.hydrodynamics.convolution.duration);
  check_keys(given, r.whole);
  r.stored_asked = given.from_file.value_or(false);
  r.stored = c.choices.stored_realisation && !r.whole;
  for (const auto& ref : all.refs) r.stored = r.stored && (r.stored_asked || !ref->radiation_state_space.empty());
  r.order = given.maximum_order.value_or(r.order);
  hydro::MimoOptions& options = r.options;
  options.drop_noise = c.choices.drop_noise;
  options.passive = given.passive.value_or(r.whole && c.choices.radiation_data == model::RadiationData::passive);
  options.duration = c.model.hydrodynamics.convolution.duration;
  options.r2 = given.minimum_r2.value_or(r.whole ? kLeastR2 : kBemioR2);
  if (!given.minimum_r2) {
    options.error = kResponse;
    options.damping_error = kDamping;
  }
  // RK4 is stable for poles within 2.6 of the step in the left half plane: a realisation has no use for faster ones.
  if (r.whole && steps.method == solver::Method::rk4) options.fastest = 2.5 / steps.step;
  options.moving = in_order_of_case(all, moving);
  for (std::size_t k = 0; r.whole && k < all.bodies.size(); ++k) {
    const VectorX& direction = paths[all.bodies[k]];
    if ((direction.array() != 0.0).count() < 2) continue;
    hydro::Path path{{}, direction};
    for (int i = 0; i < 6; ++i) path.rows.push_back(all.first_row[k] + i);
    options.paths.push_back(std::move(path));
  }
  if (r.whole && given.maximum_order) {
    options.states_per_row = r.order;
    options.max_states = r.order * static_cast<int>(moving.size());
  }
  return r;
}

hydro::StateSpaceModel realise(const hydro::RadiationCoefficients& coefficients, const model::StateSpace& given,
                               const Request& r) {
  if (r.whole) return hydro::state_space_mimo(coefficients, r.options);
  const double noise = r.options.drop_noise ? r.options.noise_level : 0.0;
  std::string short_of;
  if (r.stored) {
    hydro::StateSpaceModel of_file = hydro::state_space_from_file(coefficients, noise);
    short_of = missed(of_file, given.minimum_r2, given.maximum_order);
    if (short_of.empty()) return of_file;
    if (r.stored_asked) {
      throw InputError(
          given.source.of("from_file"),
          fmt::format("hydrodynamics.state_space.from_file = true: the realisation in the hydro file has {}", short_of),
          "leave from_file out to have it fitted anew, or leave out what it misses");
    }
  }
  hydro::StateSpaceModel fitted = hydro::state_space_entry_wise(coefficients, r.options.r2, r.order, noise);
  if (!short_of.empty()) fitted.notes.push_back("fitted anew: the realisation in the hydro file has " + short_of);
  return fitted;
}

void check_fit(const Case& c, const hydro::StateSpaceModel& model, const Request& r) {
  const model::StateSpace& given = c.model.hydrodynamics.state_space;
  const bool as_stored = r.stored && model.stored;
  if (as_stored || !(model.lowest_r2() < r.options.r2) || (!given.minimum_r2 && c.wec_sim())) return;
  if (r.whole && !given.minimum_r2) {
    throw InputError(
        given.source.of("realisation"),
        fmt::format("the radiation memory has no passive state space of {} states that is close to it: the worst entry "
                    "has R2 = {:.4f}, and the default requires {:g}. Irregular frequencies of the BEM run ring on, and "
                    "each takes states of its own",
                    model.states(), model.lowest_r2(), r.options.r2),
        "set radiation: convolution, give a minimum_r2 that is enough, or remove the irregular frequencies "
        "(`bemio convert --clean`)");
  }
  throw InputError(
      given.source.of(given.minimum_r2 ? "minimum_r2" : "realisation"),
      fmt::format(
          "{} is not reached: the worst entry has {:.9g} with {}",
          given.minimum_r2 ? fmt::format("hydrodynamics.state_space.minimum_r2 = {:.9g}", r.options.r2)
                           : fmt::format("R2 = {:g}, the least that is taken where state_space.minimum_r2 "
                                         "does not ask for less,",
                                         r.options.r2),
          model.lowest_r2(),
          r.whole ? fmt::format("{} states in all", model.states()) : fmt::format("at most {} states", r.order)),
      fmt::format("ask for less, raise maximum_order{}, or set radiation: convolution",
                  r.whole ? "" : ", set realisation: whole-matrix"));
}

void report_fit(const Case& c, const hydro::RadiationCoefficients& radiation, const hydro::StateSpaceModel& model,
                const Request& r) {
  const hydro::MimoOptions& options = r.options;
  if (r.whole && options.error && model.response_error > *options.error) {
    c.diagnostics.warning(
        "state-space-error", {},
        fmt::format("radiation memory in state space: the response is off by up to {:.2g} % of its peak with {} "
                    "states; radiation: convolution has no such error",
                    100.0 * model.response_error, model.states()));
  } else if (r.whole && options.damping_error && model.damping_error > *options.damping_error) {
    c.note(
        "state-space-error",
        fmt::format("radiation memory in state space: the response is within {:.2g} % of its peak; of motions that "
                    "hardly radiate it errs by up to {:.2g} % of their damping (and a twentieth of its peak, along a "
                    "hinge a hundredth)",
                    100.0 * model.response_error, 100.0 * model.damping_error));
  }
  constexpr double kRoundOff = 1e-9;
  if (!r.whole && !c.wec_sim() && hydro::measure_passivity(model, radiation.frequencies().second).lowest < -kRoundOff) {
    c.diagnostics.warning(
        "state-space-not-passive", {},
        "radiation memory in state space, entry by entry: this one is not passive and may feed energy into the motion; "
        "realisation: whole-matrix does not");
  }
  for (const std::string& note : model.notes) c.note("state-space-fit", note);
}

}  // namespace

hydro::StateSpaceModel state_space_of(const Case& c, const solver::Options& steps, const CoupledBodies& all,
                                      const SharedRadiation& radiation, const std::vector<int>& moving,
                                      const std::vector<VectorX>& paths) {
  const model::StateSpace& given = c.model.hydrodynamics.state_space;
  const Request r = request_of(c, steps, all, moving, paths);
  std::string along;
  for (const hydro::Path& path : r.options.paths)
    along += fmt::format(", {} along {}", path.rows.front(), fmt::join(path.direction, " "));
  const std::string key =
      fmt::format("state space {} {} {} {} {} {} {} {} {} {} {}, rows {}{} of {}", r.whole, r.stored,
                  given.minimum_r2.has_value(), given.maximum_order.has_value(), r.options.r2, r.options.drop_noise,
                  r.options.passive, r.options.duration.value_or(0.0), r.order, r.stored_asked,
                  r.options.fastest.value_or(0.0), fmt::join(r.options.moving, " "), along, radiation.key);
  hydro::StateSpaceModel model =
      *c.shared.kept<hydro::StateSpaceModel>(key, [&] { return realise(*radiation.coefficients, given, r); });
  check_fit(c, model, r);
  report_fit(c, *radiation.coefficients, model, r);
  return model;
}

}  // namespace swell::assembly

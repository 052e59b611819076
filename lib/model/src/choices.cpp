// The table of choices: one row each, from which the values in force, the summary and docs/choices.md are made.
#include "swell/model/choices.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <iterator>
#include <optional>
#include <utility>

#include "words.h"

namespace swell::model {
namespace {

/// One choice: where it is in Choices, what the case says about it, and the two standing values.
struct Row {
  std::string choice, key;
  std::function<void(Choices&)> reproduce;                 ///< sets the value under reproduce: wec-sim
  std::function<bool(const Model&, Choices&)> explicitly;  ///< sets the case's value, false when it has none
  std::function<std::string(const Choices&)> text;
  bool per_sea = false;  ///< a sea's own, which does not bind the others
};

std::string shown(bool value) { return value ? "true" : "false"; }
std::string shown(double value) { return fmt::format("{}", value); }
template <class E>
std::string shown(E value) {
  return Visitor::word_of(kWords<E>, value);
}

template <class T>
Row row(std::string choice, std::string key, T Choices::*member, T reproduced,
        std::function<std::optional<T>(const Model&)> given) {
  Row r;
  r.choice = std::move(choice);
  r.key = std::move(key);
  r.reproduce = [member, reproduced](Choices& c) { c.*member = reproduced; };
  r.explicitly = [member, given](const Model& m, Choices& c) {
    const std::optional<T> value = given(m);
    if (value) c.*member = *value;
    return value.has_value();
  };
  r.text = [member](const Choices& c) { return shown(c.*member); };
  return r;
}

/// Per-sea keys: the first sea that says.
template <class T>
std::optional<T> first_sea(const Model& m, const std::function<std::optional<T>(const Wave&)>& of) {
  for (const Wave& wave : m.waves) {
    if (const std::optional<T> value = of(wave)) return value;
  }
  return std::nullopt;
}

std::optional<RandomStream> stream_given(const Wave& wave) {
  if (const auto* sea = std::get_if<IrregularWave>(&wave)) return sea->random.stream;
  if (const auto* sea = std::get_if<ImportedSpectrum>(&wave)) return sea->random.stream;
  if (const auto* sea = std::get_if<DirectionalSpectrum>(&wave)) return sea->random.stream;
  return std::nullopt;
}

std::optional<BinMethod> bins_given(const Wave& wave) {
  const auto* sea = std::get_if<IrregularWave>(&wave);
  return sea != nullptr ? sea->bins.method : std::nullopt;
}

void add_time_rows(std::vector<Row>& rows) {
  const Choices d;
  rows.push_back(row<Integrator>("time integration", "simulation.integrator", &Choices::integrator, Integrator::rk4,
                                 [](const Model& m) { return m.simulation.integrator; }));
  rows.push_back(row<AddedMass>("added mass", "simulation.added_mass", &Choices::added_mass, AddedMass::split,
                                [](const Model& m) { return m.simulation.added_mass; }));
  rows.push_back(row<double>("delay of the acceleration in `split` [s]", "simulation.added_mass_delay",
                             &Choices::added_mass_delay, 1.0e-7,
                             [](const Model& m) { return m.simulation.added_mass_delay; }));
  rows.push_back(row<DelayedAcceleration>("delayed acceleration between steps", "simulation.delayed_acceleration",
                                          &Choices::delayed_acceleration, DelayedAcceleration::extrapolated,
                                          [](const Model& m) { return m.simulation.delayed_acceleration; }));
  rows.push_back(
      row<SetResidual>("residual of several sets in `split`: of the whole added mass, or less each set's own share",
                       "simulation.set_residual", &Choices::set_residual, SetResidual::own,
                       [](const Model& m) { return m.simulation.set_residual; }));
  rows.push_back(row<double>("share of added mass that `split` moves into the mass", "bodies.*.added_mass_factor",
                             &Choices::added_mass_factor, d.added_mass_factor,
                             [](const Model& m) -> std::optional<double> {
                               for (const Body& b : m.bodies) {
                                 if (b.added_mass_factor) return b.added_mass_factor;
                               }
                               return std::nullopt;
                             }));
}

void add_hydro_rows(std::vector<Row>& rows) {
  rows.push_back(row<Restoring>(
      "linear restoring of bodies, mooring matrices, spherical and floating_6dof joints: from a potential, or "
      "stiffness "
      "times roll, pitch, yaw",
      "simulation.restoring", &Choices::restoring, Restoring::euler_angles,
      [](const Model& m) { return m.simulation.restoring; }));
  rows.push_back(row<Radiation>("radiation model", "hydrodynamics.radiation", &Choices::radiation,
                                Radiation::convolution, [](const Model& m) { return m.hydrodynamics.radiation; }));
  rows.push_back(row<Sampling>("convolution evaluated at every stage, or at the step and held",
                               "hydrodynamics.convolution.sampling", &Choices::sampling, Sampling::step,
                               [](const Model& m) { return m.hydrodynamics.convolution.sampling; }));
  rows.push_back(row<bool>("coupling between bodies", "hydrodynamics.body_to_body", &Choices::body_to_body, false,
                           [](const Model& m) { return m.hydrodynamics.body_to_body; }));
  rows.push_back(row<RadiationData>("radiation data made reciprocal and passive, or as they are given",
                                    "hydrodynamics.radiation_data", &Choices::radiation_data, RadiationData::as_given,
                                    [](const Model& m) { return m.hydrodynamics.radiation_data; }));
  rows.push_back(row<Realisation>("state space of the whole matrix, or entry by entry",
                                  "hydrodynamics.state_space.realisation", &Choices::realisation,
                                  Realisation::entrywise, [](const Model& m) -> std::optional<Realisation> {
                                    const StateSpace& s = m.hydrodynamics.state_space;
                                    if (!s.realisation && s.from_file.value_or(false)) return Realisation::entrywise;
                                    return s.realisation;
                                  }));
  rows.push_back(row<bool>("state space taken from the hydro file where it holds one",
                           "hydrodynamics.state_space.from_file", &Choices::stored_realisation, true,
                           [](const Model& m) { return m.hydrodynamics.state_space.from_file; }));
  rows.push_back(
      row<Interpolation>("interpolation of coefficients; between headings and under passive yaw about "
                         "the body's place, or about the origin of the data",
                         "hydrodynamics.interpolation", &Choices::interpolation, Interpolation::wec_sim,
                         [](const Model& m) { return m.hydrodynamics.interpolation; }));
  rows.push_back(row<SetCenters>(
      "other centre of gravity of a set of hydro data: another point of the body, or the body elsewhere",
      "hydrodynamics.set_centers", &Choices::set_centers, SetCenters::displaced,
      [](const Model& m) { return m.hydrodynamics.set_centers; }));
  rows.push_back(row<bool>("WEC-Sim's Morison axes and order of inertia products", "hydrodynamics.wec_sim_axes",
                           &Choices::wec_sim_axes, true, [](const Model& m) { return m.hydrodynamics.wec_sim_axes; }));
  rows.push_back(row<bool>("entries of the radiation that are noise left out", "hydrodynamics.state_space.drop_noise",
                           &Choices::drop_noise, false,
                           [](const Model& m) { return m.hydrodynamics.state_space.drop_noise; }));
}

void add_wave_rows(std::vector<Row>& rows) {
  rows.push_back(row<BinMethod>("bins of a spectrum", "waves.bins.method", &Choices::bins,
                                BinMethod::wec_sim_equal_energy,
                                [](const Model& m) { return first_sea<BinMethod>(m, bins_given); }));
  rows.back().per_sea = true;
  rows.push_back(row<RandomStream>("random phases", "waves.random_stream", &Choices::random_stream,
                                   RandomStream::threefry,
                                   [](const Model& m) { return first_sea<RandomStream>(m, stream_given); }));
  rows.back().per_sea = true;
  rows.push_back(row<Dispersion>("wave number", "environment.dispersion", &Choices::dispersion,
                                 Dispersion::hundred_sweeps, [](const Model& m) { return m.environment.dispersion; }));
  rows.push_back(row<SeaCoefficients>(
      "excitation coefficients of second and later seas", "environment.sea_coefficients", &Choices::sea_coefficients,
      SeaCoefficients::first_sea, [](const Model& m) { return m.environment.sea_coefficients; }));
  rows.push_back(row<ElevationRamp>("ramp of imported elevation", "environment.elevation_ramp",
                                    &Choices::elevation_ramp, ElevationRamp::twice,
                                    [](const Model& m) { return m.environment.elevation_ramp; }));
}

const std::vector<Row>& rows() {
  static const std::vector<Row> kRows = [] {
    std::vector<Row> rows;
    add_time_rows(rows);
    add_hydro_rows(rows);
    add_wave_rows(rows);
    return rows;
  }();
  return kRows;
}

}  // namespace

Choices resolve_choices(const Model& model) {
  Choices choices;
  for (const Row& row : rows()) {
    if (model.simulation.reproduce == Reproduce::wec_sim) row.reproduce(choices);
    if (!row.per_sea) row.explicitly(model, choices);
  }
  return choices;
}

BinMethod bins_of(const Bins& bins, const Choices& choices) { return bins.method.value_or(choices.bins); }

RandomStream stream_of(const RandomPhases& random, const Choices& choices) {
  return random.stream.value_or(choices.random_stream);
}

std::vector<ChoiceLine> choice_table() {
  const Choices standard;
  Choices reproduced;
  for (const Row& row : rows()) row.reproduce(reproduced);
  std::vector<ChoiceLine> lines;
  for (const Row& row : rows())
    lines.push_back({row.choice, row.key, row.text(standard), row.text(reproduced), "", ""});
  return lines;
}

std::vector<ChoiceLine> choices_in_force(const Model& model) {
  std::vector<ChoiceLine> lines = choice_table();
  Choices choices = resolve_choices(model);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const Row& row = rows()[i];
    lines[i].from = row.explicitly(model, choices)                     ? "case"
                    : model.simulation.reproduce == Reproduce::wec_sim ? "reproduce: wec-sim"
                                                                       : "default";
    lines[i].value = row.text(choices);
  }
  return lines;
}

namespace {

/// The page of docs/theory with the equations of a choice, by the first part of its key that fits.
const char* equations_of(const std::string& key) {
  static const std::pair<const char*, const char*> pages[] = {{"added_mass", "added-mass"},
                                                              {"set_residual", "added-mass"},
                                                              {"delayed_acceleration", "added-mass"},
                                                              {"simulation.integrator", "time-integration"},
                                                              {"simulation.restoring", "hydrostatics"},
                                                              {"set_centers", "hydrostatics"},
                                                              {"wec_sim_axes", "morison"},
                                                              {"hydrodynamics.", "radiation"},
                                                              {"", "waves"}};
  return std::find_if(std::begin(pages), std::end(pages),
                      [&key](const auto& page) { return key.find(page.first) != std::string::npos; })
      ->second;
}

}  // namespace

std::string choices_markdown() {
  std::string text =
      "# Choices that change results\n\n"
      "The defaults are the most accurate choices. `simulation: {reproduce: wec-sim}` sets every choice that published "
      "WEC-Sim\n"
      "results rest on; a key that the case gives wins over it. `swell run` says which are in force. Signs and meaning "
      "in the\n"
      "results never change. This page is generated by `swell schema --choices` and compared with the code by a "
      "test.\n\n"
      "| choice | key | default | under `reproduce: wec-sim` | equations |\n|---|---|---|---|---|\n";
  for (const ChoiceLine& line : choice_table()) {
    const std::string page = equations_of(line.key);
    text += fmt::format("| {} | `{}` | {} | {} | [{}](theory/{}.md) |\n", line.choice, line.key, line.standard,
                        line.reproduced, page, page);
  }
  return text;
}

}  // namespace swell::model

/// The choices that change results: their defaults (the most accurate), their values under `reproduce: wec-sim`, and
/// which are in force for a case. One table serves the builder, the summary and docs/choices.md.
#pragma once

#include <string>
#include <vector>

#include "swell/model/model.h"

namespace swell::model {

/// Every choice with its value. An explicit key wins over `reproduce`, which wins over the default.
struct Choices {
  Integrator integrator = Integrator::rk4;
  AddedMass added_mass = AddedMass::exact;
  double added_mass_delay = 1.0e-8;  ///< [s]
  DelayedAcceleration delayed_acceleration = DelayedAcceleration::extrapolated;
  SetResidual set_residual = SetResidual::whole;
  double added_mass_factor = 2.0;
  Restoring restoring = Restoring::potential;
  Radiation radiation = Radiation::convolution;
  Sampling sampling = Sampling::stage;
  bool body_to_body = true;
  RadiationData radiation_data = RadiationData::passive;
  Realisation realisation = Realisation::whole_matrix;
  bool stored_realisation = false;
  Interpolation interpolation = Interpolation::spline;
  SetCenters set_centers = SetCenters::moved;
  BinMethod bins = BinMethod::conserving;
  RandomStream random_stream = RandomStream::threefry;
  Dispersion dispersion = Dispersion::exact;
  SeaCoefficients sea_coefficients = SeaCoefficients::own;
  ElevationRamp elevation_ramp = ElevationRamp::once;
  bool wec_sim_axes = false;
  bool drop_noise = true;
};

/// One line of the table of choices, or of the summary of a case.
struct ChoiceLine {
  std::string choice;      ///< what is chosen, in words
  std::string key;         ///< key of the case file
  std::string standard;    ///< value by default
  std::string reproduced;  ///< value under `reproduce: wec-sim`
  std::string value;       ///< in force (empty in the table)
  std::string from;        ///< "default", "reproduce: wec-sim" or "case" (empty in the table)
};

/// The values in force for a case. Per-sea keys (bins, random_stream) are those of the sea where given: use bins_of and
/// stream_of for them.
Choices resolve_choices(const Model& model);
BinMethod bins_of(const Bins& bins, const Choices& choices);
RandomStream stream_of(const RandomPhases& random, const Choices& choices);

/// Every choice with default and value under `reproduce`, in the order of docs/choices.md.
std::vector<ChoiceLine> choice_table();
/// The same with `value` and `from` for a case.
std::vector<ChoiceLine> choices_in_force(const Model& model);
/// docs/choices.md.
std::string choices_markdown();

}  // namespace swell::model

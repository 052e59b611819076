// What long waves ask of the forces: phases and magnitudes that follow from stiffness, volume, added mass and damping.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "checks/checks.h"

namespace swell::bemio {

Finding surge_phase(const hydro::HydroData& data) {
  const char* const name = "sign of the phase";
  if (!has_excitation(data)) return without(name, "there is no excitation");
  const auto lead = surge_lead(data);
  if (!lead)
    return without(name,
                   "no direction near 0 or 180 degrees, no wave that is long against the body, or no surge force");
  Finding f;
  f.test = name;
  f.unit = "deg that surge leads the crest by, direction " + fmt::format("{:g}", data.direction[along_x(data)]);
  f.number = lead->number;
  f.omega = lead->omega;
  f.body = data.bodies[lead->body].name;
  f.dof = dof_name(0);
  if (std::abs(f.number - 90.0) <= 30.0) {
    f.sentence = "surge leads by 90 degrees in long waves, as exp(+i omega t) has it";
  } else if (std::abs(f.number + 90.0) <= 30.0) {
    f.verdict = Verdict::bad;
    f.sentence = "surge lags by 90 degrees: the forces have the convention exp(-i omega t); --repair conjugates them";
  } else {
    f.verdict = Verdict::doubtful;
    f.sentence = "neither lead nor lag of 90 degrees: a phase origin elsewhere, or a body that is no small obstacle";
  }
  return f;
}

Finding long_wave_heave(const hydro::HydroData& data) {
  const char* const name = "heave force in long waves";
  if (!has_excitation(data)) return without(name, "there is no excitation");
  Finding f;
  f.test = name;
  f.unit = "of the heave stiffness";
  double farthest = 0.0;
  for (const hydro::HydroBody& body : data.bodies) {
    const double C = body.restoring_stiffness.rows() > 2 ? body.restoring_stiffness(2, 2) : 0.0;
    const double size = length_of(data, static_cast<std::size_t>(&body - data.bodies.data()));
    const double wave = wave_of(data, 0);
    const double depth = std::max(std::abs(body.cb.z()), size);
    if (!(C > 0.0) || wave * depth > 0.1 || size * size > 50.0 * C) continue;
    const double ratio = std::abs(body.excitation[along_x(data)][0][2]) / C;
    if (!f.body.empty() && std::abs(std::log(std::max(ratio, 1e-300))) <= farthest) continue;
    farthest = std::abs(std::log(std::max(ratio, 1e-300)));
    f.number = ratio;
    f.body = body.name;
    f.dof = "heave";
    f.omega = data.omega[0];
  }
  if (f.body.empty()) return without(name, "no wave of the data is long against a body that cuts the surface");
  f.verdict = farthest < 0.15 ? Verdict::good : farthest < 0.7 ? Verdict::doubtful : Verdict::bad;
  f.sentence = f.verdict == Verdict::good
                   ? "it tends to the stiffness, so both have the same units"
                   : "it must tend to the stiffness: one of them is scaled by density, gravity or a length";
  return f;
}

Finding heave_force_and_damping(const hydro::HydroData& data) {
  const char* const name = "sign of the heave force's phase";
  const auto lead = heave_lead(data);
  if (!lead)
    return without(name, "no force and damping of a body that radiates enough in waves that are long against it");
  Finding f;
  f.test = name;
  f.unit = "of the part in step with the velocity that the damping asks for";
  f.number = lead->number;
  f.body = data.bodies[lead->body].name;
  f.dof = dof_name(2);
  f.omega = lead->omega;
  f.verdict = f.number > 0.25 ? Verdict::good : f.number > -0.25 ? Verdict::doubtful : Verdict::bad;
  f.sentence = f.verdict == Verdict::good
                   ? "heave leads the crest by what its damping asks for, as exp(+i omega t) has it"
               : f.verdict == Verdict::doubtful
                   ? "heave hardly leads or lags where its damping asks for a lead: force and damping are of different "
                     "bodies, or the body is long against these waves"
                   : "heave lags where its damping asks for a lead: this force is conjugated (exp(-i omega t))";
  return f;
}

Finding long_wave_volume(const hydro::HydroData& data) {
  const char* const name = "volume against surge force";
  if (!has_excitation(data)) return without(name, "there is no excitation");
  if (!over_frequency(data, &hydro::HydroBody::added_mass))
    return without(name, "there is no added mass over frequency");
  constexpr double kShort = 0.2, kLong = 0.01;  // k L: what digits still hold, and what is long
  const std::size_t head = along_x(data);
  // Motion of the water at depth z against that at the surface.
  const auto below = [&](double wave, double z) {
    if (!data.water_depth || wave * *data.water_depth > 100.0) return std::exp(wave * z);
    return std::cosh(wave * (z + *data.water_depth)) / std::cosh(wave * *data.water_depth);
  };
  const double cosine = std::abs(std::cos(data.direction[head] * kDegree));
  if (cosine < 0.5) return without(name, "no wave direction near 0 or 180 degrees");
  Finding f;
  f.test = name;
  f.unit = "times the volume of the file";
  for (std::size_t at = 0; at < data.bodies.size(); ++at) {
    const hydro::HydroBody& body = data.bodies[at];
    // Runs of heave alone know no surge.
    if (!(body.displaced_volume > 0.0) ||
        !(largest(body, head, 0) > 1e-6 * largest(body, head, std::min(2, body.dof - 1))))
      continue;
    std::vector<double> volume;
    for (std::size_t k = 0; k < data.omega.size(); ++k) {
      const double wave = wave_of(data, k), size = wave * reach_of(data, at);
      if (size < kLong || size > kShort) continue;
      double A = 0.0;  // all bodies stand still in water that accelerates
      for (std::size_t b = 0; b < data.bodies.size(); ++b) A += body.added_mass[k](0, data.first_dof(b));
      volume.push_back(std::abs(body.excitation[head][k][0]) / (cosine * wave * below(wave, body.cb.z())) - A);
    }
    if (volume.empty()) continue;
    const auto middle = volume.begin() + static_cast<std::ptrdiff_t>(volume.size() / 2);
    std::nth_element(volume.begin(), middle, volume.end());
    const double ratio = *middle / body.displaced_volume;
    const auto apart = [](double r) { return r > 0.0 ? std::abs(std::log(r)) : 1e300; };
    if (!std::isfinite(ratio) || (!f.body.empty() && apart(ratio) <= apart(f.number))) continue;
    f.number = ratio;
    f.body = body.name;
  }
  if (f.body.empty()) return without(name, "no wave of the data is long against a body with a volume");
  f.verdict = graded(std::abs(f.number - 1.0), 0.12, 0.3);
  f.sentence =
      f.verdict == Verdict::good
          ? "long waves push the body as the water that it displaces and moves"
          : "X1 = k (V + A11) in long waves asks for another volume: the volume, or the scale of surge's force "
            "or added mass, is wrong";
  return f;
}

}  // namespace swell::bemio

// What long waves ask of the forces: phases and magnitudes that follow from stiffness, volume, added mass and damping.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "checks/checks.h"

namespace swell::bemio {

Finding surge_phase(const hydro::HydroData& data) {
  const Check* const check = &checks::kSignPhase;
  if (!has_excitation(data)) return without(check, "there is no excitation");
  const auto lead = surge_lead(data);
  if (!lead) return without(check, "no wave is long against the body, or no force acts along the waves");
  Finding f = measured(check, "deg that the force along the waves leads the crest by");
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
    f.sentence = "neither lead nor lag of 90 degrees: a phase origin elsewhere, or a body that is not a small obstacle";
  }
  return f;
}

Finding long_wave_heave(const hydro::HydroData& data) {
  const Check* const check = &checks::kHeaveForceLongWaves;
  if (!has_excitation(data)) return without(check, "there is no excitation");
  Finding f = measured(check, "of the heave stiffness");
  for (std::size_t at = 0; at < data.bodies.size(); ++at) {
    const auto ratio = hydro::heave_force_over_stiffness(data, at);
    if (!ratio) continue;
    const double number = std::max(*ratio, 1e-300);
    if (!f.body.empty() && std::abs(std::log(number)) <= std::abs(std::log(f.number))) continue;
    f.number = number;
    f.body = data.bodies[at].name;
    f.dof = "heave";
    f.omega = data.omega[0];
  }
  if (f.body.empty()) return without(check, "no wave of the data is long against a body that cuts the surface");
  f.verdict = graded(std::abs(std::log(f.number)), 0.15, hydro::kOtherStiffness);
  if (!std::isfinite(f.number)) f.verdict = Verdict::doubtful;  // the case may give it
  f.sentence = f.verdict == Verdict::good ? "it tends to the stiffness, so both have the same units"
               : std::isfinite(f.number)
                   ? "it must tend to the stiffness: one of them is scaled by density, gravity or a length"
                   : "the stiffness is 0, and waves push the body as one that cuts the surface: hydrostatics are "
                     "missing";
  return f;
}

Finding heave_force_and_damping(const hydro::HydroData& data) {
  const Check* const check = &checks::kSignHeaveForcePhase;
  const auto lead = heave_lead(data);
  if (!lead)
    return without(check, "no force and damping of a body that radiates enough in waves that are long against it");
  Finding f = measured(check, "of the part in phase with the velocity that the damping requires");
  f.number = lead->number;
  f.body = data.bodies[lead->body].name;
  f.dof = dof_name(2);
  f.omega = lead->omega;
  f.verdict = f.number > 0.25 ? Verdict::good : f.number > -0.25 ? Verdict::doubtful : Verdict::bad;
  f.sentence =
      f.verdict == Verdict::good ? "heave leads the crest by what its damping requires, as exp(+i omega t) has it"
      : f.verdict == Verdict::doubtful
          ? "heave hardly leads or lags although its damping requires a lead: force and damping are of different "
            "bodies, or the body is long against these waves"
          : "heave lags although its damping requires a lead: this force is conjugated (exp(-i omega t))";
  return f;
}

namespace {

constexpr double kClose = hydro::kSameVolume;

// Of which depth the forces are, where the file's is not theirs: infinite where it names one, otherwise one that all
// long waves agree on.
std::string other_depth(const hydro::HydroData& data, std::size_t at, double cosine, std::vector<double> depth) {
  hydro::HydroData other;
  other.omega = data.omega;
  other.direction = data.direction;
  other.gravity = data.gravity;
  other.bodies = data.bodies;
  if (!data.water_depth) {
    if (depth.size() < 3) return {};
    std::sort(depth.begin(), depth.end());
    if (depth.back() > 1.3 * depth.front()) return {};
    other.water_depth = depth[depth.size() / 2];
  }
  const auto now = hydro::volume_of_surge(other, at, cosine);
  if (!now || !now->steady || std::abs(now->ratio - 1.0) > kClose) return {};
  return data.water_depth
             ? fmt::format("those of deep water, and the file says {:g} m", *data.water_depth)
             : fmt::format("those of a depth of {:.0f} m, and the file names none (--water-depth)", *other.water_depth);
}

}  // namespace

Finding long_wave_volume(const hydro::HydroData& data) {
  const Check* const check = &checks::kVolumeAgainstSurgeForce;
  if (!has_excitation(data)) return without(check, "there is no excitation");
  if (!over_frequency(data, &hydro::HydroBody::added_mass))
    return without(check, "there is no added mass over frequency");
  const std::size_t head = along_x(data);
  const double cosine = std::abs(std::cos(data.direction[head] * kDegree));
  if (cosine < 0.5) return without(check, "no wave direction near 0 or 180 degrees");
  Finding f = measured(check, "times the volume of the file");
  std::string depth;
  std::pair<bool, double> worst;
  bool force_closes = false;
  for (std::size_t at = 0; at < data.bodies.size(); ++at) {
    const hydro::HydroBody& body = data.bodies[at];
    // Runs of heave alone know no surge.
    if (!(body.displaced_volume > 0.0) ||
        !(largest(body, head, 0) > 1e-6 * largest(body, head, std::min(2, body.dof - 1))))
      continue;
    const auto found = hydro::volume_of_surge(data, at, cosine);
    if (!found) continue;
    const double apart = found->ratio > 0.0 ? std::abs(std::log(found->ratio)) : 1e300;
    const bool closes = std::abs(found->ratio - 1.0) <= kClose;
    const std::string other = closes ? std::string() : other_depth(data, at, cosine, found->depth);
    // Another depth explains a body's ratio: those of which none does come first.
    const std::pair<bool, double> rank(!closes && other.empty(), apart);
    if (!f.body.empty() && rank <= worst) continue;
    worst = rank;
    force_closes = std::abs(found->force - 1.0) <= kClose;
    f.number = found->ratio;
    f.body = body.name;
    depth = other;
  }
  if (f.body.empty()) return without(check, "no wave of the data is long against a body with a volume");
  f.verdict = graded(std::abs(f.number - 1.0), kClose, 0.3);
  f.sentence = f.verdict == Verdict::good
                   ? "long waves push the body as the water that it displaces and moves"
                   : "X1 = k (V + A11) in long waves gives another volume: the volume, or the scale of surge's force "
                     "or added mass, is wrong";
  // A body that moves many times its volume has a small difference there.
  if (force_closes && f.verdict == Verdict::bad) f.verdict = Verdict::doubtful;
  if (!depth.empty()) {
    f.verdict = Verdict::doubtful;
    f.sentence = "the surge forces in long waves are " + depth +
                 ": the BEM run's depth is what the set and the case should name";
  }
  return f;
}

}  // namespace swell::bemio

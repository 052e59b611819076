// Tests of excitation, hydrostatics, range and units.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "checks/checks.h"
#include "swell/waves/dispersion.h"

namespace swell::bemio {
Finding without(const Check* check, const std::string& reason) {
  return {check, Verdict::not_applicable, 0.0, "", "", "", {}, reason};
}

Finding measured(const Check* check, const char* unit) { return {check, Verdict::good, 0.0, unit, "", "", {}, ""}; }

bool raise(Finding& f, double number, const std::string& body, const std::string& dof, std::optional<double> omega,
           double good) {
  if (number > good) {
    double& most = f.beyond[body + " " + dof];
    most = std::max(most, number);
  }
  if (number <= f.number) return false;
  f = {f.check, f.verdict, number, f.unit, body, dof, omega, f.sentence, std::move(f.beyond)};
  return true;
}

Finding concluded(Finding f, Verdict verdict, const std::string& sentence) {
  f.verdict = verdict;
  f.sentence = sentence;
  return f;
}

Finding concluded(Finding f, Verdict verdict, const std::string& good, const std::string& otherwise) {
  return concluded(std::move(f), verdict, verdict == Verdict::good ? good : otherwise);
}

Finding finite_values(const hydro::HydroData& data, const std::vector<Spike>& spikes) {
  Finding f = measured(&checks::kFiniteNumbers, "values that are not");
  for (const Spike& s : spikes) {
    if (std::isfinite(s.departure)) continue;
    if (f.number == 0.0) {
      f.body = data.bodies[s.body].name;
      f.dof = dof_name(s.row);
      f.omega = data.omega[s.frequency];
    }
    f.number += 1.0;
  }
  bool wrong = f.number > 0.0;  // a run leaves kernels with gaps out, where the coefficients are there
  for (const hydro::HydroBody& body : data.bodies) {
    const std::size_t kernels = gaps_in_kernels(body);
    wrong = wrong || (kernels > 0 && body.radiation_damping.empty());
    if (kernels > 0 && f.body.empty()) {
      f.body = body.name;
      f.dof = "kernels";
    }
    f.number += static_cast<double>(kernels);
  }
  f.verdict = f.number == 0.0 ? Verdict::good : wrong ? Verdict::bad : Verdict::doubtful;
  f.sentence = f.number == 0.0 ? "every coefficient is a number"
                               : "--repair puts a spline through the neighbours and makes kernels anew; better "
                                 "run the BEM code again";
  return f;
}

Finding haskind(const hydro::HydroData& data) {
  const Check* const check = &checks::kHaskindRelation;
  if (!has_excitation(data)) return without(check, "there is no excitation");
  Finding f = measured(check, "% of the largest damping");
  // All around: the integral over the headings. Otherwise round bodies, whose forces go as 1 and cos of the heading.
  const auto turn = [&](std::size_t d) { return std::fmod(data.direction[d] + 720.0, 360.0); };
  std::vector<std::size_t> around;
  for (std::size_t d = 0; d < data.direction.size(); ++d) {
    const auto same = [&](std::size_t e) { return std::abs(turn(e) - turn(d)) < 1e-6; };
    if (std::none_of(around.begin(), around.end(), same)) around.push_back(d);
  }
  std::sort(around.begin(), around.end(), [&](std::size_t a, std::size_t b) { return turn(a) < turn(b); });
  bool all_around = around.size() >= 8;
  for (std::size_t k = 0; all_around && k < around.size(); ++k) {
    const double next = k + 1 < around.size() ? turn(around[k + 1]) : turn(around[0]) + 360.0;
    all_around = std::abs(next - turn(around[k]) - 360.0 / static_cast<double>(around.size())) < 0.1;
  }
  const std::size_t head = along_x(data);
  const double cosine = std::cos(data.direction[head] * kDegree);
  if (!all_around && std::abs(cosine) < 0.99)
    return without(check, "needs directions over the full circle, or direction 0 for bodies of revolution");
  constexpr double kGood = 3.0;
  bool any = false;
  double share = 0.0;
  std::pair<std::string, std::string> worst;
  for (std::size_t b = 0; b < data.bodies.size(); ++b) {
    const hydro::HydroBody& body = data.bodies[b];
    const int first = data.first_dof(b);
    bool round = true;
    for (const hydro::HydroBody& other : data.bodies) {
      const int at = data.first_dof(static_cast<std::size_t>(&other - data.bodies.data()));
      for (std::size_t k = 0; k < data.omega.size(); k += 1 + data.omega.size() / 20) {
        const double x = other.radiation_damping[k](0, at), y = other.radiation_damping[k](1, at + 1);
        const double a = other.added_mass[k](0, at), c = other.added_mass[k](1, at + 1);
        round = round && std::abs(a - c) <= 0.02 * std::abs(a) + 1e-12 &&
                std::abs(x - y) <= 0.05 * std::abs(x) + 1e-3 * std::abs(a);
      }
      round = round && std::hypot(other.cg.x(), other.cg.y()) < 0.02 * length_of(data, b) + 1e-6;
    }
    if (!all_around && !round) continue;
    for (const int i : {0, 2, 4}) {
      double most = 0.0;
      for (std::size_t k = 0; k < data.omega.size(); ++k)
        most = std::max(most, data.omega[k] * std::abs(body.radiation_damping[k](i, first + i)));
      // Pitch of a sphere about its centre radiates nothing.
      double heave = 0.0;
      for (std::size_t k = 0; k < data.omega.size(); ++k)
        heave = std::max(heave, data.omega[k] * std::abs(body.radiation_damping[k](2, first + 2)));
      const double size = length_of(data, b);
      if (most <= 1e-3 * heave * (i == 4 ? size * size : 1.0)) continue;
      any = true;
      double apart = 0.0, damping = 0.0;  // over all frequencies
      for (std::size_t k = 0; k < data.omega.size(); ++k) {
        const double w = data.omega[k], g = gravity_of(data);
        const double wave = waves::wavenumber(w, data.water_depth, g);
        const double speed = waves::group_velocity(w, wave, data.water_depth, g);
        double integral = 0.0;
        if (all_around) {
          for (const std::size_t d : around)
            integral += std::norm(body.excitation[d][k][i]) * 2.0 * kPi / static_cast<double>(around.size());
        } else {
          integral = std::norm(body.excitation[head][k][i]) * (i == 2 ? 2.0 * kPi : kPi / (cosine * cosine));
        }
        // B = k / (8 pi rho g c_g) int |X|^2 d(heading), with X / (rho g) and B / (rho omega).
        const double B = g * wave * integral / (8.0 * kPi * speed);
        const double width = data.omega[std::min(k + 1, data.omega.size() - 1)] - data.omega[k > 0 ? k - 1 : 0];
        apart += width * std::abs(B - w * body.radiation_damping[k](i, first + i));
        damping += width * w * std::abs(body.radiation_damping[k](i, first + i));
        const double part = 100.0 * std::abs(B - w * body.radiation_damping[k](i, first + i)) / most;
        raise(f, part, body.name, dof_name(i), w, kGood);
      }
      // A pitch moment is a small difference of the pressures on sides and bottom, and its damping hardly a force.
      if (i != 4 && apart > share * damping) {
        share = apart / damping;
        worst = {body.name, dof_name(i)};
      }
    }
  }
  if (!any) return without(check, "the bodies are not round and the directions do not go all around");
  // Spikes and phases in whole degrees are local. What a take-off can absorb goes with |X|^2 / B [Falnes2002, 6.2]:
  // where these differ all over, the power of a run is wrong by as much.
  constexpr double kWrong = 0.5;
  if (share > kWrong) {
    f.verdict = Verdict::bad;
    std::tie(f.body, f.dof) = worst;
    f.omega.reset();
    f.sentence = fmt::format(
        "over all frequencies excitation and damping differ by {:.0f} %, and the power of a run by as "
        "much: one of them is of another run, unit or scale",
        100.0 * share);
    return f;
  }
  return concluded(f, f.number <= kGood ? Verdict::good : Verdict::doubtful,
                   "excitation and damping carry the same energy to infinity",
                   "damping and excitation do not belong together: irregular frequencies, "
                   "phases in whole degrees, a coarse mesh, or files of different runs");
}

Finding frequency_range(const hydro::HydroData& data, const QualityOptions& options) {
  Finding f = measured(&checks::kRangeFrequencies, "rad/s the last");
  if (!options.peak_period) {
    f.number = data.omega.back();
    return concluded(f, Verdict::not_applicable,
                     fmt::format("{:.3g} to {:.3g} rad/s; name the sea (--peak-period) to judge it", data.omega.front(),
                                 data.omega.back()));
  }
  // Part of a Pierson-Moskowitz sea's energy outside: its integral is exp(-1.25 (omega_p / omega)^4).
  const double peak = 2.0 * kPi / *options.peak_period;
  const auto below = [&](double w) { return std::exp(-1.25 * std::pow(peak / w, 4.0)); };
  f.number = 100.0 * (1.0 - below(data.omega.back()) + below(data.omega.front()));
  f.unit = "% of the sea's energy outside";
  return concluded(f, graded(f.number, 1.0, 5.0), "the data cover the sea",
                   fmt::format("extend the BEM run to {:.2g} ... {:.2g} rad/s", 0.5 * peak, 4.0 * peak));
}

Finding frequency_resolution(const hydro::HydroData& data, const QualityOptions& options) {
  Finding f = measured(&checks::kResolutionFrequencies, "rad/s the widest step");
  double widest = data.omega.front();
  for (std::size_t k = 1; k < data.omega.size(); ++k) {
    const double step = data.omega[k] - data.omega[k - 1];
    if (step > widest) {
      widest = step;
      f.omega = data.omega[k];
    }
  }
  if (!options.peak_period) {
    // A kernel computed by cosines repeats after 2 pi / step.
    f.number = widest;
    return concluded(
        f, Verdict::not_applicable,
        fmt::format("a kernel from these frequencies repeats after {:.3g} s at the latest", 2.0 * kPi / widest));
  }
  const double peak = 2.0 * kPi / *options.peak_period;
  const auto count =
      std::count_if(data.omega.begin(), data.omega.end(), [&](double w) { return w >= 0.5 * peak && w <= 2.0 * peak; });
  f.number = static_cast<double>(count);
  f.unit = "frequencies from half to twice the peak";
  f.verdict = count >= 20 ? Verdict::good : count >= 10 ? Verdict::doubtful : Verdict::bad;
  f.sentence = count >= 20 ? "enough to interpolate"
                           : "the coefficients are interpolated over wide gaps where the sea has its energy";
  return f;
}

Finding volumes(const hydro::HydroData& data) {
  Finding f = measured(&checks::kDisplacedVolume, "% between its three integrals");
  bool any = false, wrong = false;
  for (std::size_t b = 0; b < data.bodies.size(); ++b) {
    const hydro::HydroBody& body = data.bodies[b];
    const auto found = [&](Verdict verdict, double number, const char* unit, const std::string& sentence) {
      return Finding{f.check, verdict, number, unit, body.name, "", {}, sentence};
    };
    // Doubtful, not bad: a case file can give volume and stiffness itself.
    if (!(body.displaced_volume > 0.0))
      return found(Verdict::doubtful, body.displaced_volume, "m^3",
                   body.restoring_stiffness.isZero(0.0)
                       ? "neither volume nor hydrostatic stiffness: a run warns that it has no buoyancy and no "
                         "restoring force unless the case gives them (bodies.*.volume, stiffness); is the hydrostatics "
                         "file beside the result?"
                       : "the volume is missing or not above 0: the body has no buoyancy; is the hydrostatics file "
                         "there, do the normals point outward?");
    for (std::size_t a = 0; a < b; ++a) {
      if (data.bodies[a].displaced_volume == body.displaced_volume && data.bodies[a].cb == body.cb)
        return found(Verdict::doubtful, body.displaced_volume, "m^3",
                     "has the same volume and centre of buoyancy as " + data.bodies[a].name +
                         ": the BEM code may have written those of the whole system");
    }
    // A body that moves much less water than it displaces in every direction is none: a needle along z still moves its
    // own volume in surge. Flat ships along x move several times theirs in heave.
    double most = 0.0;
    for (const MatrixX& A : body.added_mass) {
      for (int i = 0; i < std::min(3, body.dof); ++i) most = std::fmax(most, std::abs(A(i, data.first_dof(b) + i)));
    }
    if (most > 0.0 && body.displaced_volume > 30.0 * most)
      return found(Verdict::bad, body.displaced_volume / most, "times its largest added mass",
                   "no hull displaces so much more than the water that it moves: is the volume in cubic metres?");
    if (!body.displaced_volume_xyz) continue;
    any = true;
    Vector3 three = *body.displaced_volume_xyz;
    std::sort(three.data(), three.data() + 3);
    const double part = 100.0 * (three[2] - three[0]) / body.displaced_volume;
    // The volume that a run takes is that of two of them: panels that lack are all of one direction, as below a pile
    // that stands on the bed.
    const Vector3 apart = (three.array() - body.displaced_volume).abs();
    if (part > 5.0 && std::max(apart[1], std::min(apart[0], apart[2])) > 0.01 * body.displaced_volume) wrong = true;
    if (part > f.number || f.body.empty()) {
      f.number = std::max(part, f.number);
      f.body = body.name;
    }
  }
  if (!any) f.unit = "% (the code gives one integral only)";
  return concluded(f,
                   f.number <= 1.0 ? Verdict::good
                   : wrong         ? Verdict::bad
                                   : Verdict::doubtful,
                   "the mesh is closed below the water",
                   "the mesh has holes (a bottom without panels), wrong normals or panels above the water");
}

// Stiffness without the water of chambers, which is a mode without mass: under open air it restores nothing.
MatrixX stiffness_of_hull(const hydro::HydroBody& body) {
  const MatrixX& all = body.restoring_of_modes.size() > 0 ? body.restoring_of_modes : body.restoring_stiffness;
  MatrixX C = all.topLeftCorner(6, 6);
  for (Eigen::Index j = 0, q = 6; j < body.generalised_mass.rows() && q < all.rows(); ++j, ++q)
    if (body.generalised_mass(j, j) == 0.0 && all(q, q) > 0.0)
      C -= all.block(0, q, 6, 1) * all.block(q, 0, 1, 6) / all(q, q);
  return C;
}

Finding waterplane(const hydro::HydroData& data) {
  Finding f = measured(&checks::kVolumeAgainstStiffness, "of the polar moment of a round waterplane, at least");
  const hydro::HydroBody* unknown = nullptr;
  for (const hydro::HydroBody& body : data.bodies) {
    if (body.restoring_stiffness.rows() < 6 || !(body.displaced_volume > 0.0)) continue;
    const MatrixX C = stiffness_of_hull(body);
    // Files that name no centre of buoyancy leave it at that of gravity: the lever, and with it the waterplane, is
    // unknown. OpenFAST and HAMS keep the weight out of the stiffness.
    if (body.cb == body.cg && !C.isZero(0.0)) {
      if (unknown == nullptr || std::min(C(3, 3), C(4, 4)) < 0.0) unknown = &body;
      continue;
    }
    if (C.isZero(0.0)) {
      f.verdict = Verdict::doubtful;
      f.number = 0.0;
      f.body = body.name;
      f.sentence = "there is no hydrostatic stiffness: is the file beside the result?";
      return f;
    }
    const double S = C(2, 2), lever = body.displaced_volume * (body.cb.z() - body.cg.z());
    // Second moments of the waterplane: what is left of C44 + C55 after buoyancy and weight. No plane area S has a
    // smaller polar moment than the circle, S^2 / (2 pi).
    const double polar = C(3, 3) + C(4, 4) - 2.0 * lever, circle = S * S / (2.0 * kPi);
    const double noise =
        std::max(0.03 * std::abs(lever), 1e-6 * std::pow(body.displaced_volume, 4.0 / 3.0));  // digits of zeros
    double number = 1.0;
    if (S < -1e-3 * std::pow(body.displaced_volume, 2.0 / 3.0))  // of a body under water it is round-off
      number = -1.0;
    else if (circle > noise)
      number = polar / circle;
    else if (polar < -noise)
      number = polar / noise;
    if (f.body.empty() || number < f.number) {
      f.number = number;
      f.body = body.name;
    }
  }
  if (f.body.empty() && unknown != nullptr) {
    const double C = std::min(unknown->restoring_stiffness(3, 3), unknown->restoring_stiffness(4, 4));
    if (!(C < 0.0)) return without(&checks::kVolumeAgainstStiffness, "the file names no centre of buoyancy");
    f.verdict = Verdict::doubtful;
    f.number = C;
    f.unit = "m^4, the lower of the stiffness in roll and pitch over rho g";
    f.body = unknown->name;
    f.sentence =
        "below 0 it turns the body over unless moorings or joints hold it; where the weight is left out of it "
        "(OpenFAST, "
        "HAMS) give the whole by bodies.*.stiffness; the file names no centre of buoyancy to tell";
    return f;
  }
  if (f.body.empty()) return without(&checks::kVolumeAgainstStiffness, "no body has a volume");
  return concluded(f,
                   f.number >= 0.95  ? Verdict::good
                   : f.number >= 0.8 ? Verdict::doubtful
                                     : Verdict::bad,
                   "stiffness, volume, cb and cg can belong to one hull",
                   "no hull has this stiffness with this volume, cb and cg: is the stiffness "
                   "about the cg, and are all of one body?");
}

Finding masses(const hydro::HydroData& data, const QualityOptions& options) {
  Finding f = measured(&checks::kMassAgainstVolume, "% of the buoyancy");
  const double density = data.density.value_or(1000.0);
  for (std::size_t b = 0; b < data.bodies.size() && b < options.mass.size(); ++b) {
    const double buoyancy = density * data.bodies[b].displaced_volume;
    const double part = buoyancy > 0.0 ? 100.0 * std::abs(options.mass[b] - buoyancy) / buoyancy : 100.0;
    raise(f, part, data.bodies[b].name, {});
  }
  return concluded(f, graded(f.number, 1.0, 10.0), "the bodies float where the mesh has them",
                   "the body does not float at its design draught unless a mooring or joint holds it");
}

Finding units(const hydro::HydroData& data) {
  Finding f = measured(&checks::kLikelyUnitSlips, "suspicions");
  std::vector<std::string> suspicions;
  const auto suspect = [&](const std::string& body, const std::string& sentence) {
    if (f.body.empty()) f.body = body;
    suspicions.push_back(sentence);
  };
  if (data.gravity && (*data.gravity < 9.7 || *data.gravity > 9.9))
    suspect("", fmt::format("gravity = {:g} m/s^2", *data.gravity));
  if (data.density && (*data.density < 900.0 || *data.density > 1100.0))
    suspect("", fmt::format("water density = {:g} kg/m^3", *data.density));
  const bool whole = std::all_of(data.direction.begin(), data.direction.end(),
                                 [](double d) { return std::abs(d - std::round(d)) < 1e-9; });
  if (!whole && data.direction.size() > 1 && std::abs(data.direction.back()) <= 2.0 * kPi + 1e-6)
    suspect("", "wave directions look like radians");
  if (data.omega.back() > 100.0)
    suspect("", fmt::format("the last frequency is {:g} rad/s: were these periods or wavenumbers?", data.omega.back()));
  for (std::size_t b = 0; b < data.bodies.size(); ++b) {
    const hydro::HydroBody& body = data.bodies[b];
    const double V = body.displaced_volume;
    if (!(V > 0.0)) continue;
    if (body.cg.cwiseAbs().maxCoeff() > 100.0 * std::cbrt(V) + 1000.0)
      suspect(body.name, "the cg is far away: millimetres?");
    if (body.cb.z() > 1e-3 * std::cbrt(V))
      suspect(body.name,
              fmt::format("the centre of buoyancy is {:g} m above the water: relative to the body?", body.cb.z()));
    const int at = data.first_dof(b) + 2;
    double A = 0.0;
    for (const MatrixX& M : body.added_mass) A = std::max(A, std::abs(M(2, at)));
    if (A > 200.0 * V)
      suspect(body.name,
              fmt::format("heave added mass is {:.3g} times the displacement: is it still multiplied by the density?",
                          A / V));
    const double S = body.restoring_stiffness.rows() > 2 ? body.restoring_stiffness(2, 2) : 0.0;
    if (S > 500.0 * std::pow(V, 2.0 / 3.0))
      suspect(body.name, "the waterplane is far larger than the hull: is the stiffness still multiplied by rho g?");
  }
  f.number = static_cast<double>(suspicions.size());
  f.verdict = suspicions.empty() ? Verdict::good : Verdict::doubtful;
  f.sentence =
      suspicions.empty() ? "magnitudes are those of metres, kilograms, radians per second and degrees" : suspicions[0];
  for (std::size_t k = 1; k < suspicions.size(); ++k) f.sentence += "; " + suspicions[k];
  return f;
}

}  // namespace swell::bemio

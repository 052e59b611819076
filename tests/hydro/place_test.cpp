// Bodies away from the data's origin: what depends on the heading, and what on the place alone.
#include "swell/hydro/excitation.h"
#include "swell/hydro/slow_drift.h"
#include "swell/hydro/yawed_excitation.h"
#include "swell/waves/dispersion.h"
#include "swell_test/test.h"

namespace swell::hydro::place_test {
namespace {

using Complex = std::complex<double>;
constexpr double kDepth = 30.0, kSpacing = 30.0;  // [m], [deg] of the headings
constexpr double kDensity = 1000.0;

/// exp(-i k (x cos h + y sin h)): the wave's phase at the body.
Complex phase_at(const Vector3& place, double omega, double heading) {
  const double k = waves::wavenumber(omega, kDepth, kGravity);
  return std::polar(1.0, -k * (place.x() * std::cos(heading) + place.y() * std::sin(heading)));
}

/// Of a body that looks the same from everywhere, / (rho g), about its own place.
Vector6 seen(double surge, double heave, double heading) {
  Vector6 X;
  X << surge * std::cos(heading), surge * std::sin(heading), heave, -2.0 * surge * std::sin(heading),
      2.0 * surge * std::cos(heading), 0.0;
  return X;
}
Eigen::VectorXcd local(double omega, double heading) {
  const Complex lag(std::cos(omega), std::sin(omega));
  return lag * seen(3.0 + omega, 0.0, heading).cast<Complex>() + Complex(0.0, 1.0) * seen(0.0, 5.0 - omega, heading);
}
Complex pair_of(double wi, double wj) { return (1.0 + 0.5 * (wi + wj)) * std::polar(1.0, 0.7 * (wi - wj)); }
Complex sum_of(double wi, double wj) { return 0.4 * (1.0 + wi * wj) * std::polar(1.0, 0.3 * (wi + wj)); }

const std::vector<double> kOmega = {0.6, 0.8, 1.0, 1.2};

std::shared_ptr<const HydroData> round_body(const Vector3& place) {
  auto data = std::make_shared<HydroData>();
  data->file = "round.h5";
  data->omega = kOmega;
  data->water_depth = kDepth;
  HydroBody body;
  body.name = "buoy";
  body.cg = place;
  body.qtf_difference.assign(6, {});
  body.qtf_sum.assign(6, {});
  for (double degrees = -180.0; degrees <= 180.0; degrees += kSpacing) {
    const double h = degrees * kDegree;
    data->direction.push_back(degrees);
    body.excitation.emplace_back();
    for (const double w : kOmega) body.excitation.back().push_back(phase_at(place, w, h) * local(w, h));
    if (degrees == 180.0) continue;
    for (const double wi : kOmega) {
      for (const double wj : kOmega) {
        const Complex pi = phase_at(place, wi, h), pj = phase_at(place, wj, h);
        for (std::size_t dof = 0; dof < 3; ++dof) {
          const double share = seen(1.0, 0.5, h)[static_cast<Eigen::Index>(dof)], Ti = 2.0 * kPi / wi,
                       Tj = 2.0 * kPi / wj;
          body.qtf_difference[dof].push_back({Ti, Tj, degrees, degrees, share * pair_of(wi, wj) * pi * std::conj(pj)});
          body.qtf_sum[dof].push_back({Ti, Tj, degrees, degrees, share * sum_of(wi, wj) * pi * pj});
        }
      }
    }
  }
  data->bodies.push_back(body);
  return data;
}

/// By default at frequencies of the data. Crests pass `origin` as those of the sea without it pass the world's origin.
waves::SeaState sea_of(double direction, const std::vector<double>& omega = kOmega,
                       const Vector3& origin = Vector3::Zero()) {
  std::vector<waves::WaveSpec> specs;
  for (const double w : omega) {
    waves::RegularWave wave;
    wave.height = 2.0 - w;
    wave.period = 2.0 * kPi / w;
    wave.phase = 3.0 * w + std::arg(phase_at(origin, w, direction));
    wave.direction = direction;
    specs.emplace_back(wave);
  }
  waves::WaterProperties water;
  water.depth = kDepth;
  return waves::make_sea_state(specs, water, waves::FrequencyRange{0.1, 5.0, false}, waves::Ramp{0.0});
}

const Vector3 kAside(20.0, -13.0, -1.0);
// Lagrange's cubic through headings H apart: 9/16 H^4 / 24 of a cosine; lines 2 degrees apart: h^2/8.
const double kCubic = 9.0 / 16.0 * std::pow(kSpacing * kDegree, 4.0) / 24.0,
             kLines = std::pow(2.0 * kDegree, 2.0) / 8.0;

// At headings and frequencies between those of the data, and beyond them: the force there with the phase of arrival.
TEST(PlaceOfABody, InterpolatesExcitationAboutThePlace) {
  const Vector3 kFar(-400.0, 170.0, -1.0);
  const auto here = round_body(Vector3::Zero());
  for (const Vector3& place : {kAside, kFar}) {
    const auto there = round_body(place);
    for (const Interpolation rule : {Interpolation::spline, Interpolation::linear}) {
      const ExcitationCoefficients off({there, 0}, kDensity, kGravity, rule), at({here, 0}, kDensity, kGravity, rule);
      for (const double w : {0.71, 0.8, 1.13, 1.2, 1.5}) {
        for (const double degrees : {15.0, -40.0, 170.0, 352.0, 30.0}) {
          const Eigen::VectorXcd known = at.at(w, degrees * kDegree) * phase_at(place, w, degrees * kDegree);
          EXPECT_LT((off.at(w, degrees * kDegree) - known).norm(), 1e-12 * known.norm()) << w << " " << degrees;
        }
      }
    }
  }
  // In other water the wave arrives with its own number.
  const ExcitationCoefficients off({round_body(kFar), 0}, kDensity, kGravity), at({here, 0}, kDensity, kGravity);
  const Eigen::VectorXcd known = at.at(0.8, 0.0) * std::polar(1.0, -0.05 * kFar.x());
  EXPECT_LT((off.at(0.8, 0.0, 0.05) - known).norm(), 1e-12 * known.norm());
  const Eigen::VectorXcd given = kDensity * kGravity * round_body(kFar)->bodies[0].excitation[7][1];
  EXPECT_LT((off.at(0.8, 30.0 * kDegree) - given).norm(), 1e-12 * given.norm());
}

TEST(PlaceOfABody, ARoundBodyDoesNotNoticeItsYaw) {
  for (const Vector3& place : {Vector3(Vector3::Zero()), kAside}) {
    for (const double direction : {20.0, -135.0}) {
      const double h = direction * kDegree;
      const waves::SeaState sea = sea_of(h);
      const YawedExcitation excitation({round_body(place), 0}, sea, Interpolation::spline);
      const waves::WaveComponents& c = sea.components();
      for (const double yaw : {0.0, 70.0, -33.0, 1000.0}) {
        for (const double t : {0.0, 3.3}) {
          Vector6 known = Vector6::Zero();
          double surge = 0.0, heave = 0.0;
          for (Eigen::Index i = 0; i < c.size(); ++i) {
            const Complex wave = kDensity * kGravity * std::polar(c.amplitude[i], c.omega[i] * t + c.phase[i]);
            known += (wave * phase_at(place, c.omega[i], h) * local(c.omega[i], h)).real();
            surge += std::abs(wave) * (3.0 + c.omega[i]);
            heave += std::abs(wave) * (5.0 - c.omega[i]);
          }
          Vector6 out;
          const double offset[2] = {0.0, 0.0};
          excitation.evaluate(t, yaw * kDegree, yaw * kDegree, offset, out.data());
          EXPECT_NEAR(out[2], known[2], 1e-12 * heave) << place.x() << " " << direction << " " << yaw;
          for (const int row : {0, 1, 3, 4}) {
            EXPECT_NEAR(out[row], known[row], (row < 3 ? 1.0 : 2.0) * (kCubic + kLines) * surge)
                << place.x() << " " << direction << " " << yaw << " " << row;
          }
        }
      }
    }
  }
}

// WEC-Sim turns the coefficients with the phase that they have of the place.
TEST(PlaceOfABody, WecSimsChoiceTurnsThePhaseWithTheBody) {
  const waves::SeaState sea = sea_of(30.0 * kDegree);
  const YawedExcitation excitation({round_body(kAside), 0}, sea, Interpolation::wec_sim);
  const waves::WaveComponents& c = sea.components();
  const double relative = -30.0 * kDegree;
  double heave = 0.0;
  for (Eigen::Index i = 0; i < c.size(); ++i) {
    heave += (kDensity * kGravity * std::polar(c.amplitude[i], c.phase[i]) * phase_at(kAside, c.omega[i], relative) *
              local(c.omega[i], relative)[2])
                 .real();
  }
  Vector6 out;
  const double offset[2] = {0.0, 0.0};
  excitation.evaluate(0.0, 60.0 * kDegree, 60.0 * kDegree, offset, out.data());
  EXPECT_NEAR(out[2], heave, 1e-12 * kDensity * kGravity * 20.0);
}

/// The definition of the second order, pair by pair, of a body that looks the same from everywhere.
Vector6 pairs_of(const waves::SeaState& sea, const Vector3& place, double t, double& scale) {
  const waves::WaveComponents& c = sea.components();
  const double h = c.direction[0];
  Complex sum = 0.0;
  scale = 0.0;
  for (Eigen::Index i = 0; i < c.size(); ++i) {
    for (Eigen::Index j = 0; j < c.size(); ++j) {
      const Complex zi = std::polar(c.amplitude[i], c.omega[i] * t + c.phase[i]) * phase_at(place, c.omega[i], h),
                    zj = std::polar(c.amplitude[j], c.omega[j] * t + c.phase[j]) * phase_at(place, c.omega[j], h);
      const Complex difference = zi * std::conj(zj) * pair_of(c.omega[i], c.omega[j]),
                    both = zi * zj * sum_of(c.omega[i], c.omega[j]);
      sum += difference + both;
      scale += std::abs(difference) + std::abs(both);
    }
  }
  scale *= kDensity * kGravity;
  return kDensity * kGravity * sum.real() * seen(1.0, 0.5, h);
}

TEST(PlaceOfABody, TheSecondOrderOfARoundBodyDoesNotNoticeItsYaw) {
  for (const double direction : {30.0, 47.0}) {
    const waves::SeaState sea = sea_of(direction * kDegree);
    SlowDriftOptions options;
    options.rule = SlowDriftRule::full;
    options.duration = 60.0;
    options.turns = options.sums = true;
    const SlowDrift drift({round_body(kAside), 0}, sea, options);
    for (const double yaw : {0.0, 70.0, -33.0, 1000.0}) {
      for (double t = 0.0; t < 50.0; t += 3.7) {
        Vector6 out;
        double scale = 0.0;
        const Vector6 known = pairs_of(sea, kAside, t, scale);
        drift.evaluate(t, yaw * kDegree, yaw * kDegree, out.data());
        // Eight points in time are within 4.3e-6 of each pair.
        for (const int row : {0, 1, 2})
          EXPECT_NEAR(out[row], known[row], ((row < 2 ? kCubic : 0.0) + 4.3e-6) * scale) << direction << " " << yaw;
      }
    }
  }
}

// Newman's and Standing's T of a body are real: they are about the body's place, where the waves have the phase of it.
TEST(PlaceOfABody, TheMeanDriftSlowlyVariesWithTheWavesAtTheBody) {
  const waves::SeaState there = sea_of(30.0 * kDegree);
  const waves::WaveComponents& c = there.components();
  for (const SlowDriftRule rule : {SlowDriftRule::newman, SlowDriftRule::standing}) {
    SlowDriftOptions options;
    options.rule = rule;
    options.duration = 60.0;
    const SlowDrift drift({round_body(kAside), 0}, there, options);
    for (double t = 0.0; t < 50.0; t += 3.7) {
      double known = 0.0, scale = 0.0;
      for (Eigen::Index i = 0; i < c.size(); ++i) {
        for (Eigen::Index j = 0; j < c.size(); ++j) {
          const double Ti = 1.0 + c.omega[i], Tj = 1.0 + c.omega[j],
                       T = rule == SlowDriftRule::newman ? 0.5 * (Ti + Tj) : std::sqrt(Ti * Tj);
          const auto z = [&](Eigen::Index m) {
            return std::polar(c.amplitude[m], c.omega[m] * t + c.phase[m]) *
                   phase_at(kAside, c.omega[m], c.direction[m]);
          };
          known += T * (z(i) * std::conj(z(j))).real();
          scale += T * std::abs(z(i)) * std::abs(z(j));
        }
      }
      Vector6 out;
      drift.evaluate(t, out.data());
      EXPECT_NEAR(out[2], 0.5 * kDensity * kGravity * known, 4.3e-6 * 0.5 * kDensity * kGravity * scale) << t;
    }
  }
}

// Between the frequencies of a QTF the phases of a far place turn many times.
TEST(PlaceOfABody, SecondOrderIsThatOfWavesAtThePlace) {
  const std::vector<double> between = {0.65, 0.87, 1.1};
  const Vector3 far(-400.0, 170.0, -1.0);
  SlowDriftOptions options;
  options.rule = SlowDriftRule::full;
  options.duration = 60.0;
  options.sums = true;
  const SlowDrift there({round_body(far), 0}, sea_of(30.0 * kDegree, between), options),
      here({round_body(Vector3::Zero()), 0}, sea_of(30.0 * kDegree, between, far), options);
  for (double t = 0.0; t < 50.0; t += 3.7) {
    Vector6 off, at;
    there.evaluate(t, off.data());
    here.evaluate(t, at.data());
    EXPECT_LT((off - at).norm(), 1e-9 * kDensity * kGravity) << t;
  }
}

}  // namespace
}  // namespace swell::hydro::place_test

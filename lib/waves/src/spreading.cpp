#include "swell/waves/spreading.h"

#include <algorithm>
#include <cmath>

#include "quadrature.h"
#include "swell/base/error.h"
#include "swell/base/vector.h"

namespace swell::waves {
namespace {

// Half the support of D about its mean, or the range of a narrow D above 1e-31 of its peak: panels over the whole
// circle would miss it.
double half_support(const SpreadingFunction& spreading) {
  const double p = spreading.parameter;  // of a normal density with the same curvature at the peak:
  const double deviation = spreading.shape == SpreadingShape::cos_n    ? 1.0 / std::sqrt(p)
                           : spreading.shape == SpreadingShape::cos_2s ? std::sqrt(2.0 / p)
                                                                       : p;
  return std::min(spreading.shape == SpreadingShape::cos_n ? 0.5 * kPi : kPi, 12.0 * deviation);
}

// Integral of f over the support in panels fine enough for the narrowest function in use.
template <class F>
double integrate_over(const F& f, double a, double b) {
  constexpr int kPanels = 64;
  double sum = 0.0;
  for (int i = 0; i < kPanels; ++i) sum += gauss_panel(f, a + (b - a) * i / kPanels, a + (b - a) * (i + 1) / kPanels);
  return sum;
}

// Centres of `count` sectors of equal energy about the mean direction, ascending, symmetric.
std::vector<double> sector_centres(const SpreadingFunction& spreading, std::size_t count) {
  SpreadingFunction centred = spreading;
  centred.mean = 0.0;
  const auto energy = [&](double d) { return spreading_density(centred, d); };
  const auto first_moment = [&](double d) { return d * spreading_density(centred, d); };
  const double half = half_support(spreading);
  // Running integrals over the upper half; the lower half mirrors it, so the mean direction is exact.
  constexpr std::size_t kPanels = 64;
  const double width = half / static_cast<double>(kPanels);
  const auto end_of = [width](std::size_t i) { return static_cast<double>(i) * width; };
  std::vector<double> energy_to(kPanels + 1, 0.0);
  std::vector<double> moment_to(kPanels + 1, 0.0);
  for (std::size_t i = 0; i < kPanels; ++i) {
    energy_to[i + 1] = energy_to[i] + gauss_panel(energy, end_of(i), end_of(i + 1));
    moment_to[i + 1] = moment_to[i] + gauss_panel(first_moment, end_of(i), end_of(i + 1));
  }
  // First moment from 0 to the deviation that encloses this energy.
  const auto moment_at = [&](double wanted) {
    if (wanted >= energy_to.back()) return moment_to.back();
    const auto above = std::upper_bound(energy_to.begin(), energy_to.end(), wanted);
    const auto i = static_cast<std::size_t>(above - energy_to.begin()) - 1;
    double low = end_of(i);
    double high = end_of(i + 1);
    for (int step = 0; step < 60; ++step) {
      const double middle = 0.5 * (low + high);
      (energy_to[i] + gauss_panel(energy, end_of(i), middle) < wanted ? low : high) = middle;
    }
    return moment_to[i] + gauss_panel(first_moment, end_of(i), 0.5 * (low + high));
  };
  std::vector<double> centres(count, 0.0);
  const auto n = static_cast<double>(count);
  double below = moment_to.back();
  for (std::size_t j = 0; j < count / 2; ++j) {  // from the outermost sector inwards
    const double inner = moment_at(0.5 - static_cast<double>(j + 1) / n);
    centres[count - 1 - j] = n * (below - inner);
    centres[j] = -centres[count - 1 - j];
    below = inner;
  }
  return centres;
}

double mean_cosine(const std::vector<double>& deviations, double factor) {
  double sum = 0.0;
  for (const double d : deviations) sum += std::cos(factor * d);
  return sum / static_cast<double>(deviations.size());
}

}  // namespace

double spreading_density(const SpreadingFunction& spreading, double theta) {
  const double p = spreading.parameter;
  const double deviation = std::remainder(theta - spreading.mean, 2.0 * kPi);
  switch (spreading.shape) {
    case SpreadingShape::cos_2s: {
      const double log_factor = std::lgamma(p + 1.0) - std::lgamma(p + 0.5);
      return std::exp(log_factor) / (2.0 * std::sqrt(kPi)) * std::pow(std::abs(std::cos(0.5 * deviation)), 2.0 * p);
    }
    case SpreadingShape::cos_n: {
      if (std::abs(deviation) >= 0.5 * kPi) return 0.0;
      const double log_factor = std::lgamma(0.5 * p + 1.0) - std::lgamma(0.5 * p + 0.5);
      return std::exp(log_factor) / std::sqrt(kPi) * std::pow(std::cos(deviation), p);
    }
    case SpreadingShape::wrapped_normal: {
      double sum = 0.0;
      const int wraps = static_cast<int>(std::ceil(9.0 * p / (2.0 * kPi))) + 1;
      for (int j = -wraps; j <= wraps; ++j) {
        const double z = (deviation + 2.0 * kPi * j) / p;
        sum += std::exp(-0.5 * z * z);
      }
      return sum / (p * std::sqrt(2.0 * kPi));
    }
  }
  return 0.0;
}

double first_directional_moment(const SpreadingFunction& spreading) {
  SpreadingFunction centred = spreading;
  centred.mean = 0.0;
  const double half = half_support(spreading);
  // Normalised by its own integral, and as the deviation from 1: for a narrow function 1 - cos keeps more digits.
  const auto density = [&](double d) { return spreading_density(centred, d); };
  const auto departure = [&](double d) { return density(d) * 2.0 * std::pow(std::sin(0.5 * d), 2.0); };
  return 1.0 - integrate_over(departure, 0.0, half) / integrate_over(density, 0.0, half);
}

std::vector<double> directions_in_sector(double mean, double width, int count) {
  std::vector<double> directions;
  directions.reserve(static_cast<std::size_t>(std::max(count, 0)));
  const double step = width / count;
  for (int i = 0; i < count; ++i) directions.push_back(mean - 0.5 * width + (i + 0.5) * step);
  return directions;
}

DirectionList share_out(const SpreadingFunction& spreading, std::vector<double> directions) {
  DirectionList list;
  list.direction = std::move(directions);
  list.share.clear();
  double sum = 0.0;
  for (const double theta : list.direction) {
    list.share.push_back(spreading_density(spreading, theta));
    sum += list.share.back();
  }
  for (double& share : list.share) share /= sum;
  return list;
}

DirectionList discretise(const SpreadingFunction& spreading) {
  SWELL_EXPECT(spreading.count >= 1 && spreading.parameter > 0.0);
  const auto count = static_cast<std::size_t>(spreading.count);
  DirectionList list;
  list.share.assign(count, 1.0 / static_cast<double>(count));
  list.direction.assign(count, spreading.mean);
  if (count == 1) return list;
  const std::vector<double> deviations = sector_centres(spreading, count);
  // One factor on all deviations makes the first moment exact (mean_cosine decreases with the factor while the widest
  // deviation is below 180 degrees).
  const double wanted = first_directional_moment(spreading);
  double low = 0.0;
  double high = kPi / deviations.back();
  for (int i = 0; i < 80; ++i) {
    const double middle = 0.5 * (low + high);
    (mean_cosine(deviations, middle) > wanted ? low : high) = middle;
  }
  const double factor = 0.5 * (low + high);
  for (std::size_t j = 0; j < count; ++j) list.direction[j] = spreading.mean + factor * deviations[j];
  return list;
}

DirectionList discretise(const Directions& directions) {
  if (const auto* list = std::get_if<DirectionList>(&directions)) return *list;
  return discretise(std::get<SpreadingFunction>(directions));
}

}  // namespace swell::waves

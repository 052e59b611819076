/// Spreading of wave energy over directions.
///
///   cos-2s:          D = Gamma(s+1)/(2 sqrt(pi) Gamma(s+1/2)) cos^2s((theta - theta_m)/2)                 (W5)
///   cos-n:           D = Gamma(n/2+1)/(sqrt(pi) Gamma(n/2+1/2)) cos^n(theta - theta_m), within +-90 degrees (W6)
///   wrapped normal:  D = sum_j N(theta - theta_m + 2 pi j; sigma)                                          (W7)
///
/// theta is the direction of travel [rad], 0 towards +x. Each integrates to 1.
/// Source: [Mitsuyasu1975]; [DNVRPC205, 3.5.8]; [Goda2010, 2.3].
#pragma once

#include <variant>
#include <vector>

namespace swell::waves {

/// Directions and the share of energy in each; WEC-Sim's direction and spread.
struct DirectionList {
  std::vector<double> direction{0.0};  ///< [rad]
  std::vector<double> share{1.0};      ///< [-], sum 1
};

enum class SpreadingShape { cos_2s, cos_n, wrapped_normal };

struct SpreadingFunction {
  SpreadingShape shape = SpreadingShape::cos_2s;
  double mean = 0.0;        ///< theta_m [rad]
  double parameter = 10.0;  ///< s, n [-] or sigma [rad]
  int count = 15;           ///< number of discrete directions
};

using Directions = std::variant<DirectionList, SpreadingFunction>;

/// D(theta) [1/rad].
double spreading_density(const SpreadingFunction& spreading, double theta);

/// Length of the mean vector, integral of D cos(theta - theta_m): 1 for long-crested seas. The directional width is
/// sqrt(2 (1 - r1)).
double first_directional_moment(const SpreadingFunction& spreading);

/// Directions of equal energy: centres of sectors of equal energy, scaled about the mean by one factor so that the
/// first directional moment is exact. Energy, mean direction and directional width are then exact.
DirectionList discretise(const SpreadingFunction& spreading);
/// Equally spaced directions in a sector about the mean [rad].
std::vector<double> directions_in_sector(double mean, double width, int count);
/// Energy of the function at these directions, as shares of their sum.
DirectionList share_out(const SpreadingFunction& spreading, std::vector<double> directions);
/// Returns the list unchanged.
DirectionList discretise(const Directions& directions);

}  // namespace swell::waves

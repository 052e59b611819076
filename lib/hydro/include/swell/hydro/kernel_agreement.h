/// Whether stored kernels are those of the coefficients beside them, measured at some times only: cheap enough to be
/// done whenever a file is read. `bemio check` compares every sample.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "swell/hydro/hydro_data.h"

namespace swell::hydro {

/// [rad/s] Limits of the integral behind a kernel. `known`: the file says them by a grid of its own; writers without
/// one name the data's frequencies, which tell neither limits nor number.
struct KernelLimits {
  double low = 0.0, high = 0.0;
  bool known = false;
};
/// @param omega  of the data
/// @param stored  the grid that stands beside the kernel, may be empty
KernelLimits kernel_limits(const std::vector<double>& omega, const std::vector<double>& stored);

/// What a sound kernel may hold beyond the integral over the data's frequencies where it does not say its limits: a
/// tail that falls from the last value, at most that value over t; a rise to the first. K / rho and f / (rho g) as in
/// HydroData.
double radiation_kernel_allowance(const HydroData& data, std::size_t body, int row, int column, double t);
double excitation_kernel_allowance(const HydroData& data, std::size_t body, std::size_t direction, int dof, double t);

/// The worst entry of one body.
struct KernelMisfit {
  int row = 0;
  int column = 0;     ///< dof of the system, or direction
  double time = 0.0;  ///< [s]
  /// |stored - made| beyond the allowance, over the peaks: sqrt(K_ii K_jj), or that
  /// of the force.
  double part = 0.0;
};

/// K against 2/pi int omega B' cos(omega t) domega, B' a line between its frequencies, at t = 0 and eight later times
/// within a period of the motion that radiates most. Nothing without both, or with gaps.
/// @param every_time  at every sample of the kernel instead
std::optional<KernelMisfit> radiation_kernel_misfit(const HydroData& data, std::size_t body, bool every_time = false);

/// f against 1/pi int [Re X cos(omega t) - Im X sin(omega t)] domega, likewise at 13 times on either side of 0.
std::optional<KernelMisfit> excitation_kernel_misfit(const HydroData& data, std::size_t body, bool every_time = false);

/// What the samples of a stored kernel hold of the motion (or force) that they hold least of.
struct KernelSampling {
  double step = 0.0;     ///< [s] between samples
  double fastest = 0.0;  ///< [rad/s] below which 99 % of the kernel's energy lies (Parseval), within its limits
  int fastest_dof = 0;
  double outside = 0.0;  ///< part of the energy that lies outside the limits of the integral, where they are known
  int outside_dof = 0;
  /// Samples in the period of the fastest motion: a cubic spline keeps 98.5 % of it at 4, half at 2; below 2 it is
  /// taken for a slower one (aliasing).
  double samples() const;
};
constexpr double kFewestSamples = 2.0, kMostOutside = 0.04;  ///< beyond: the kernel is another motion's

/// By the energies int (omega B_ii)^2 domega and int |X_i|^2 domega. Nothing without both kernel and coefficients.
std::optional<KernelSampling> radiation_kernel_sampling(const HydroData& data, std::size_t body);
std::optional<KernelSampling> excitation_kernel_sampling(const HydroData& data, std::size_t body);

/// A sentence for every kernel that departs by more than a tenth of its peak, has fewer than two samples in the period
/// of its fastest motion, or leaves out more than 4 % of the energy.
std::vector<std::string> kernel_contradictions(const HydroData& data);

}  // namespace swell::hydro

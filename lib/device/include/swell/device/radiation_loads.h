/// Radiation of several bodies as components: constant coefficients, memory by convolution (two schemes) and by state
/// space. Each takes the velocities of all coupled bodies and gives the force on the bodies that use this model.
///
/// F on the body = -(B v) or -(memory force): the equations are those of lib/hydro. Velocities are world six-vectors of
/// the cgs; `active` lists the entries of the stacked velocity that can move, columns of the matrices follow it.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "swell/device/load.h"
#include "swell/device/stack.h"
#include "swell/hydro/radiation_convolution.h"
#include "swell/hydro/slow_convolution.h"
#include "swell/hydro/state_space_loop.h"

namespace swell::device {

/// On whom the load acts, who causes it, and which of the causing velocities can be other than zero.
struct RadiationPorts {
  BodyNames rows, columns;
  std::vector<int> active;             ///< entries of the stacked velocity of `columns`
  MotionSource motion = of_mechanism;  ///< of `columns`
  std::string taker{};                 ///< of the force on the one row where that is not the mechanism
  BodyNames tilting{};                 ///< of `rows`, whose moments come in axes that tilt with them
  /// Of a body that switches between several sets: their number, and which of them this is; `motion` is then the whole
  /// of it, and the memory takes this set's share.
  int sets = 0, set = 0;
};

/// F = -B v with B at one frequency. B: 6 rows x active [N s/m, ...].
class ConstantRadiation : public Load {
 public:
  ConstantRadiation(std::string name, RadiationPorts ports, MatrixX damping);
  void declare(system::Declaration& declaration) override;
  /// Takes the damping of another frequency.
  void become(ConstantRadiation& other) { damping_ = std::move(other.damping_); }

 private:
  RadiationPorts ports_;
  MatrixX damping_;
  StackedInput velocity_;
};

/// WEC-Sim's convolution: trapezoid at the step, held over its stages (theory/wec-sim.md, "Radiation").
class SampledRadiation : public Load {
 public:
  /// @param convolution made for 6 rows per body and the active columns; cases may share it
  SampledRadiation(std::string name, RadiationPorts ports,
                   std::shared_ptr<const hydro::SampledConvolution> convolution);
  /// Sampled at every n-th step (WEC-Sim's cicDt > dt): late by a sample, and extrapolated in between.
  SampledRadiation(std::string name, RadiationPorts ports, const hydro::SampledKernel& kernel, int steps);
  void declare(system::Declaration& declaration) override;

 private:
  RadiationPorts ports_;
  double step_;
  std::vector<double> empty_;  // history
  std::function<void(const double* velocity, double* history, double* out)> sample_;
  StackedInput velocity_;
  mutable VectorX v_;
};

/// The default convolution, fourth order, with the head of the kernel on the stage's own velocity.
class MemoryRadiation : public Load {
 public:
  /// @param convolution likewise, with a lead of its step and the integrator's   @param start [s]
  MemoryRadiation(std::string name, RadiationPorts ports,
                  std::shared_ptr<const hydro::RadiationConvolution> convolution, double start);
  void declare(system::Declaration& declaration) override;

 private:
  void commit(const system::Evaluation& e) const;
  void force_of_share(const system::Evaluation& e, double* out) const;

  RadiationPorts ports_;
  std::shared_ptr<const hydro::RadiationConvolution> convolution_;
  double start_;
  StackedInput velocity_, acceleration_;
  system::Memory history_, last_, jump_;
  system::Input weights_;
  mutable VectorX v_now_, a_now_, v_grid_, a_grid_, impulse_;
  mutable std::vector<double> stages_;  // a cache, see RadiationConvolution::force
};

/// Radiation memory as continuous states.
class StateSpaceRadiation : public Load {
 public:
  StateSpaceRadiation(std::string name, RadiationPorts ports, hydro::StateSpaceModel model);
  void declare(system::Declaration& declaration) override;

 private:
  RadiationPorts ports_;
  hydro::StateSpaceModel model_;
  hydro::StateSpaceLoop loop_;
  StackedInput velocity_;
  mutable VectorX v_;
};

}  // namespace swell::device

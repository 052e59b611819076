/// The added mass as the results report it: the force of the whole matrix, in both treatments.
///
/// `exact`: the matrix is inertia of the device (DeviceSpec::added_mass); ReportedAddedMass only says what it did.
/// `split`: part of the matrix has moved into the rigid bodies, the rest acts through a delayed acceleration;
/// DelayedAddedMass is the load and its report (theory/wec-sim.md, "Added mass").
#pragma once

#include "swell/bodies/added_mass_split.h"
#include "swell/bodies/body_matrix.h"
#include "swell/device/load.h"
#include "swell/device/stack.h"

namespace swell::device {

/// F = -A a (of bodies that tilt as EquationOfMotion has it), never connected to the device: that would be an algebraic
/// loop.
class ReportedAddedMass : public Load {
 public:
  /// @param added_mass in the order of `bodies`
  /// @param tilting  those in whose tilted axes the matrix stands
  ReportedAddedMass(BodyNames bodies, bodies::BodyMatrix added_mass, BodyNames tilting);
  void declare(system::Declaration& declaration) override;
  /// Takes the added mass of another frequency.
  void become(ReportedAddedMass& other) { added_mass_ = std::move(other.added_mass_); }

 private:
  void find_force(const system::Evaluation& evaluation, double* out) const;
  struct Tilt {
    Eigen::Index moment = 0;  ///< first of its three rows
    system::Input rotation;
  };

  BodyNames bodies_, tilting_;
  bodies::BodyMatrix added_mass_;
  StackedInput acceleration_, velocity_;
  std::vector<Tilt> tilts_;
  mutable VectorX a_, v_, omega_, momentum_;
};

/// The residual of a body with several sets of coefficients, by set.
struct SetResiduals {
  int body = 0;
  std::vector<MatrixX> rows;  ///< 6 x 6N each, instead of the body's rows of the split's residual
};

/// The residual matrix on the delayed acceleration. Outputs: force/<body> into the device, reported/<body> for the
/// results (moved part included). Inputs weights/<body> of the bodies with several sets: where one of
/// them has switched, accelerations from before are not continued (unless `restarts` is false, as in WEC-Sim).
class DelayedAddedMass : public Load {
 public:
  DelayedAddedMass(BodyNames bodies, bodies::AddedMassSplit split, double delay, bool held,
                   std::vector<SetResiduals> sets = {}, bool restarts = true);
  void declare(system::Declaration& declaration) override;
  /// Explicit in the acceleration: unstable where the residual outweighs the inertia that is left implicit.
  std::string diagnose() const override;
  /// Growth of the worst mode of the explicit loop per step: with lambda an eigenvalue of (adjusted inertia)^-1
  /// residual, the extrapolated acceleration obeys a_n = -lambda (2 a_{n-1} - a_{n-2}), so z^2 + 2 lambda z - lambda =
  /// 0; above 1 it is unstable (a positive lambda from 1/3 on). Of several sets that of the worst, the other bodies in
  /// their first ones.
  double growth_per_step() const;

 private:
  bool switched(const system::Evaluation& e, double* last) const;
  double growth_of(const MatrixX& residual) const;

  BodyNames bodies_;
  bodies::AddedMassSplit split_;
  bodies::DelayedAcceleration delay_;
  bool held_;
  StackedInput acceleration_;
  std::vector<system::Input> velocity_, rotation_;
  mutable VectorX a_, delayed_;
  std::vector<SetResiduals> sets_;
  std::vector<system::Input> weights_;  // of sets_
  bool restarts_ = true;
};

}  // namespace swell::device

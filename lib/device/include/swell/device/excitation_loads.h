/// Wave excitation of several bodies as components: first order at the design place, or by WEC-Sim's kernel route for
/// an imported elevation.
#pragma once

#include <optional>

#include "swell/device/stack.h"
#include "swell/hydro/excitation.h"
#include "swell/hydro/tabulated_excitation.h"

namespace swell::device {

/// Excitation that is a function of time alone: of several bodies (6 rows each), tabulated ahead at the stages of a
/// fixed step or summed when asked; or by WEC-Sim's kernel and a record.
class Excitation : public Load {
 public:
  /// @param bodies  in the order of the excitation's rows (6 each)
  /// @param half_step  [s] half the fixed step from `start`: where seas of few components are tabulated; absent for
  ///                   adaptive steps
  /// @param tilting  those whose moments come in axes that tilt with them (tilted_axes.h)
  Excitation(BodyNames bodies, const hydro::LinearExcitation& excitation, double start, std::optional<double> half_step,
             BodyNames tilting = {});
  Excitation(BodyNames bodies, hydro::RecordExcitation excitation, BodyNames tilting = {});
  void declare(system::Declaration& declaration) override;
  /// Takes the force of another excitation of the same bodies.
  void become(Excitation& other) { law_ = other.law_; }

 private:
  BodyNames bodies_, tilting_;
  int rows_;
  system::Compute law_;
};

/// Excitation at the instantaneous place of those bodies that `moves` says; inputs displacement/<body>.
class DisplacedExcitation : public Load {
 public:
  DisplacedExcitation(BodyNames bodies, hydro::LinearExcitation excitation, std::vector<bool> moves,
                      BodyNames tilting = {});
  void declare(system::Declaration& declaration) override;

 private:
  BodyNames bodies_, tilting_;
  hydro::LinearExcitation excitation_;
  std::vector<bool> moves_;
  mutable std::vector<double> offsets_;
};

/// The heading of the coefficients of a body that yaws: with a threshold [rad] above 0 it is held until the body has
/// turned by more than that at an accepted point, as WEC-Sim does.
class HeldHeading {
 public:
  /// Declares the parameter and the memory of it.   @param displacement  of the body
  HeldHeading(system::Declaration& declaration, double threshold, system::Input displacement);
  void add_to(system::Reads& reads) const { reads.emplace_back(held_); }
  double of(const system::Evaluation& evaluation, double yaw) const;  ///< [rad]

 private:
  double threshold_;
  system::Memory held_;
};

}  // namespace swell::device

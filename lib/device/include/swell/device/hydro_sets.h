/// Several sets of hydrodynamic coefficients on one body, one of which acts at a time or two of which are mixed.
///
/// HydroSets holds the active set and hands out one weight per set (they sum to 1) and the body's motion times that
/// weight. Loads that act now are sums over the sets with these weights. Radiation memory of set i is fed with weight_i
/// times the velocity and always acts: a past velocity goes with the kernel of the set that was active when it
/// occurred, nothing is reset (WEC-Sim's rule, theory/wec-sim.md, "Sets of hydrodynamic data"). That holds for the
/// motions of other bodies too: they act on a body as its own set says. Where all sets are equal the sums are those of
/// one set, so that a switch makes no step. All sets are given about the same centre of gravity.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "swell/device/load.h"
#include "swell/device/stack.h"
#include "swell/hydro/restoring.h"
#include "swell/hydro/slow_drift.h"
#include "swell/hydro/tabulated_excitation.h"
#include "swell/hydro/yawed_excitation.h"

namespace swell::device {

/// How the signal picks the set.
struct SetRule {
  int sets = 1;
  int initial = 0;                 ///< from 0
  std::vector<double> thresholds;  ///< ascending; switching: sets - 1; mixing: the signal at which each set is pure
  std::vector<int> table;          ///< set of each interval between the thresholds, from 0; empty: 0, 1, 2, ...
  double hysteresis = 0.0;         ///< full width about a threshold
  bool interpolate = false;
  bool has_signal = true;
  bool at_points = false;  ///< a switch waits for the end of the step instead of being located in time
};

/// Ports: signal (1), velocity, acceleration (6), velocity/<b>, acceleration/<b> of the bodies that act on it in;
/// weights (sets), set (1, from 1), velocity<i>, acceleration<i>, velocity<i>/<b>, acceleration<i>/<b> out.
/// Accelerations are the rates of these velocities at accepted points: w a + w' v with w' from the last three of them.
/// Switches are events, located in time, or come into force at accepted points.
class HydroSets : public system::Component {
 public:
  HydroSets(const std::string& body, SetRule rule, BodyNames coupled = {});
  void declare(system::Declaration& declaration) override;

  /// Component of a body, and the input of its signal.
  static std::string name_of(const std::string& body);
  static std::string signal_of(const std::string& body) { return name_of(body) + ".signal"; }
  /// Where a load of set i, from 1, reads its share of the motions.
  static MotionSource motions(const std::string& body, std::size_t set);
  /// Input of a load that sums over the sets: the share of each.
  static system::Input read_weights(system::Declaration& declaration, const std::string& body, std::size_t sets,
                                    const std::string& port = "weights");

 private:
  void declare_switches(system::Declaration& declaration, system::Input signal, system::Memory active);
  system::Computed declare_weight_rates(system::Declaration& declaration, system::Computed weights);
  long fitting(double signal, long active, long lowest, long highest) const;

  std::string body_;
  SetRule rule_;
  BodyNames coupled_;
};

/// One motion of a six-vector as the signal of a body's sets: "sphere.position" and 2 for its heave.
class PickSignal : public system::Component {
 public:
  /// @param port  address of the six-vector   @param unit, frame  of that entry
  PickSignal(std::string body, std::string port, int entry, std::string unit, std::string frame)
      : Component(load_name(body, "hydro_signal"), "one entry"),
        body_(std::move(body)),
        port_(std::move(port)),
        entry_(entry),
        unit_(std::move(unit)),
        frame_(std::move(frame)) {}
  void declare(system::Declaration& declaration) override;

 private:
  std::string body_, port_;
  int entry_;
  std::string unit_, frame_;
};

/// A load that is the sum of the sets' by their shares.
class SetLoad : public BodyLoad {
 public:
  /// Force of one set, whole [N, N m], 6.
  using SetLaw = std::function<void(const system::Evaluation& evaluation, std::size_t set, double* out)>;
  /// Outputs set1, set2, ... beside the sum: what each set adds to it. They are computed where they are read.
  void show_sets() { shows_sets_ = true; }

 protected:
  SetLoad(const std::string& body, const char* load, std::string type, LoadTraits traits, std::size_t sets)
      : BodyLoad(body, load, std::move(type), std::move(traits)), count_(sets) {}
  bool shows_sets() const { return shows_sets_; }
  std::size_t count() const { return count_; }
  system::Input read_weights(system::Declaration& d) const { return HydroSets::read_weights(d, body(), count_); }
  /// Output `force`, and where shown those of each set.   @param reads  weights included
  void give_sum(system::Declaration& d, const char* description, system::Input weights, const system::Reads& reads,
                const SetLaw& law) const;
  /// The sets' outputs alone.
  void give_sets(system::Declaration& d, system::Input weights, const system::Reads& reads, const SetLaw& law) const;

 private:
  std::size_t count_;
  bool shows_sets_ = false;
};

/// A force by a law for each set, summed by their shares; of one set its law alone, without the input weights.
class SummedLoad : public SetLoad {
 public:
  /// Declares what the law needs, adds what it reads to `reads`, and returns it.
  using Declare = std::function<SetLaw(system::Declaration& d, system::Reads& reads)>;
  SummedLoad(const std::string& body, const char* load, std::string type, LoadTraits traits, const char* description,
             std::size_t sets, Declare declare)
      : SetLoad(body, load, std::move(type), std::move(traits), sets),
        description_(description),
        declare_(std::move(declare)) {}
  void declare(system::Declaration& declaration) override;

 private:
  const char* description_;
  Declare declare_;
};
using SummedLoadPtr = std::unique_ptr<SummedLoad>;

/// Wave excitation of one body by the data of each set.
/// @param half_step [s] half the fixed step from `start`: tabulated there as in Excitation; absent for adaptive steps
SummedLoadPtr excitation_of_sets(const std::string& body, const std::vector<hydro::LinearExcitation>& sets,
                                 double start, std::optional<double> half_step);
/// The same of an imported elevation by the kernel of each set.
SummedLoadPtr record_excitation_of_sets(const std::string& body, std::vector<hydro::RecordExcitation> sets);
/// The same at the instantaneous place.
SummedLoadPtr displaced_excitation_of_sets(const std::string& body, std::vector<hydro::LinearExcitation> sets);
/// The same at the instantaneous heading, and place where `moves`.   @param threshold [rad]  as of HeldHeading
SummedLoadPtr yawing_excitation(const std::string& body, std::vector<hydro::YawedExcitation> sets, double threshold,
                                bool moves);

/// Second-order forces at difference frequencies; sets without the data have none.
/// @param threshold [rad]  of the heading of a body that yaws
SummedLoadPtr slow_drift(const std::string& body, std::vector<std::optional<hydro::SlowDrift>> sets,
                         std::optional<double> threshold = {});

/// Linear hydrostatics by roll, pitch and yaw.   @param turns  in axes that turn with the yaw
SummedLoadPtr angle_restoring(const std::string& body, std::vector<hydro::LinearRestoring> sets, bool turns = false);

/// Sum of the sets' hydrostatics and of their potentials. Inputs weights, displacement, rotation. With weights that
/// stay it is conservative; a change of weights exchanges the sum of their rates times the sets' potentials.
class VariableRestoring : public SetLoad {
 public:
  VariableRestoring(const std::string& body, std::vector<hydro::HydrostaticPotential> sets);
  void declare(system::Declaration& declaration) override;

 private:
  std::vector<hydro::HydrostaticPotential> sets_;
};

/// Sum of the sets' added mass as inertia of the body. Inputs weights, acceleration/<b>; outputs inertia, reported, and
/// where it is coupled coupled_inertia (36 N: what the other bodies' accelerations cause) and coupled_force, what that
/// did.
class VariableAddedMass : public BodyLoad {
 public:
  /// @param sets  6 x 6N each   @param all  the N bodies   @param own  place of `body` among them
  VariableAddedMass(const std::string& body, std::vector<MatrixX> sets, BodyNames all, int own, bool coupled);
  void declare(system::Declaration& declaration) override;
  std::vector<std::string> effects(const std::string& port) const override;

 private:
  void declare_coupled(system::Declaration& declaration, system::Input weights, system::Computed inertia);

  std::vector<MatrixX> sets_;
  BodyNames all_;
  int own_;
  bool coupled_;
  StackedInput acceleration_;
  mutable MatrixX sum_;
  mutable VectorX a_;
};

/// A law of the velocity (VelocityLoad) per set: LinearDamping or QuadraticDrag.
template <class Law>
SummedLoadPtr velocity_load_of_sets(const std::string& body, const char* load, const char* type, ForcePart part,
                                    std::vector<Law> sets);

/// A rigid mass fixed to a body.
struct SetMass {
  double mass = 0.0;                  ///< [kg]
  Vector3 cg_B = Vector3::Zero();     ///< [m] from the body's reference point, body axes
  Matrix3 inertia = Matrix3::Zero();  ///< [kg m^2] about cg_B, body axes
};

/// Two masses as one.
SetMass together(const SetMass& one, const SetMass& other);

/// What the masses of the sets have more than the body's own: inertia and the force of their rotation about the body's
/// reference point,
///   M = [m, -m c x; m c x, I - m (c x)(c x)],  F = -[m w x (w x c); w x I w + c x (m w x (w x c))].
/// Weight is with the hydrostatics, or SetWeight. Inputs weights, rotation, velocity, acceleration; outputs inertia,
/// force, reported.
class VariableMass : public SetLoad {
 public:
  VariableMass(const std::string& body, const SetMass& own, std::vector<SetMass> sets);
  void declare(system::Declaration& declaration) override;

 private:
  SetMass own_;
  std::vector<SetMass> sets_;
};

/// What the sets' masses weigh beyond the body's own, where its hydrostatics are those of a mesh.
/// @param own [kg]   @param gravity [m/s^2]
SummedLoadPtr weight_of_sets(const std::string& body, double own, std::vector<SetMass> sets, double gravity);

/// For results alone: what the added mass of each set does, -w_i A_i a, where it turns with the body that of Y A Y^T.
/// Inputs weights, acceleration/<b>, displacement and velocity where it turns; outputs set1, set2, ...
class AddedMassOfSets : public system::Component {
 public:
  static std::string name_of(const std::string& body);
  /// @param sets  6 x 6N each   @param all  the N bodies   @param own  place of `body` among them
  AddedMassOfSets(const std::string& body, std::vector<MatrixX> sets, BodyNames all, int own, bool turns);
  void declare(system::Declaration& declaration) override;

 private:
  std::string body_;
  std::vector<MatrixX> sets_;
  BodyNames all_;
  int own_;
  bool turns_;
  StackedInput acceleration_;
  mutable VectorX a_;
};

}  // namespace swell::device

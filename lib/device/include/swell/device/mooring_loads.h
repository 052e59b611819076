/// Moorings as components. Ports of every kind, for each body that it holds:
///
///   in   position/<body>, velocity/<body> (6)   world axes
///   out  force/<body> (6)                       wrench about the cg, world axes
///        tension (n)                            [N], one per line, where the mooring has lines
///        stored_energy, dissipated_power        [J], [W]
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "swell/device/load.h"
#include "swell/device/stack.h"
#include "swell/mooring/attachment.h"
#include "swell/mooring/lumped_mass.h"
#include "swell/mooring/sea_water.h"
#include "swell/waves/sea_state.h"

namespace swell::device {

/// Motion of the bodies in; out: wrench about each cg [6 per body] | tensions [N] | stored energy [J] | dissipated [W].
/// Pure; no allocation.
using EvaluateMooring = std::function<void(double t, const mooring::BodyMotion* bodies, double* out)>;

/// A mooring whose force is a function of where its bodies are and how they move: matrix, table, catenary, cable.
class StaticMooring : public Load {
 public:
  /// @param lines  names of the tensions; may be empty
  /// @param energy  conserves: `stored_energy` is its potential; dissipates: what it does not store it takes
  /// @param smooth  its force has no kinks   @param counts_turns  roll and yaw go on beyond half a turn (TurnCount)
  /// @param diagnosis  what is odd about it, for a run that fails
  StaticMooring(const std::string& name, const std::string& type, BodyNames bodies, std::vector<std::string> lines,
                Energy energy, bool smooth, bool counts_turns, EvaluateMooring law, std::string diagnosis = {});
  std::string diagnose() const override { return diagnosis_; }
  void declare(system::Declaration& declaration) override;

 private:
  BodyNames bodies_;
  std::vector<std::string> lines_;
  EvaluateMooring law_;
  std::string diagnosis_;
  bool counts_turns_;
  mutable std::vector<mooring::BodyMotion> motion_;
};

/// A coupled point of a line model on a body.
struct Fairlead {
  std::size_t body = 0;              ///< index into the bodies of the mooring
  Vector3 p_BP_B = Vector3::Zero();  ///< from the cg, body axes [m]
};

/// Output of a LineMooring for each rigid body of its file.
inline std::string rigid_pose(const std::string& name) { return name + "_pose"; }

/// Which water acts on the lines.
using mooring::LineWater;

/// What becomes of the inertia of the half segments at the fairleads: left out, inertia of the body, or a force with
/// the delayed acceleration of `split` (a DelayedInertia of the body, by the name `ends_of` the mooring).
enum class EndInertia { none, of_body, delayed };
inline std::string ends_of(const std::string& mooring) { return mooring + "_ends"; }

/// Outputs of a LineMooring that hold one value per line, in order. End B is the fairlead and end A the anchor, as
/// MoorDyn calls them wherever they are.
struct LineEndOutput {
  const char *name, *description;
};
constexpr std::array<LineEndOutput, 4> kLineEnds = {
    {{"fairlead_tension", "tension of the segment at end B with internal damping: FairTen of MoorDyn v2"},
     {"anchor_tension", "tension of the segment at end A with internal damping: AnchTen of MoorDyn v2"},
     {"fairlead_pull", "pull on what holds end B: the segment's tension and the weight in water of half of it"},
     {"anchor_pull", "pull on what holds end A: likewise, the seabed's share left out"}}};

/// Lumped-mass lines, in one of two ways to take part in the integration.
///
/// Continuous: the nodes are states of the main integrator. Self-stepped: the lines' state is memory at the last
/// accepted point; a stage moves a trial copy of it to its own time in the lines' own short steps, the fairleads on a
/// cubic, and the accepted point keeps what its evaluation found. The cubic ends at the motion that memory predicts, so
/// that stages of one time share a trial, while the predictions hold (docs/theory/numerics/mooring.md); otherwise at
/// the motion of the stage. Either way evaluations are pure. `tension` is the
/// pull at the coupled point of each line that has one. Each winch of the lines has an input of its name, the line [m]
/// that it pays out; `failed` counts the failures that have happened. The inertia of the half segments at the fairleads
/// (`inertia/<body>`, 36) goes where EndInertia says. `reported/<body>` is the force with that inertia.
class LineMooring : public Load {
 public:
  LineMooring(const std::string& name, BodyNames bodies, std::vector<Fairlead> fairleads, mooring::LumpedMass lines,
              std::shared_ptr<const waves::SeaState> sea, LineWater water, bool self_stepped, EndInertia inertia,
              std::string diagnosis = {});
  void declare(system::Declaration& declaration) override;
  std::string diagnose() const override;

  const std::vector<std::size_t>& tension_lines() const { return tension_lines_; }

 private:
  void declare_continuous(system::Declaration& declaration);
  void declare_self_stepped(system::Declaration& declaration);
  void declare_outputs(system::Declaration& declaration, system::Computed forces, const system::Reads& reads,
                       std::function<const double*(const system::Evaluation&)> state);
  // What memory would be at a time, with the forces and the inertia at the fairleads.
  struct Trial {
    double late = -1.0;  // [s] after the memory; below 0: none
    std::vector<double> own;
    std::vector<Vector3> force;
    std::vector<Matrix3> inertia;
  };
  void gather(const system::Evaluation& e) const;
  void place(const system::Evaluation& e, const double* nodes) const;
  void recall(const double* nodes) const;
  void choose(std::uint64_t failed) const;
  void advance(const system::Evaluation& e, double* out) const;
  void follow(const double* from, double t, const std::vector<mooring::PointMotion>& to, Trial& trial) const;
  const Trial& predicted(const double* memory, double late) const;
  void predict(const double* memory, double late) const;
  bool predicted_well(const double* memory, double late, const Trial& trial) const;
  void remember(const system::Evaluation& e, const double* own) const;
  void evaluate(double t, const double* nodes, const mooring::PointMotion* points, Trial& trial) const;
  void collect(const Trial& trial, double* out) const;
  const mooring::WaterMotion* water() const { return water_.get(); }

  BodyNames bodies_;
  std::vector<Fairlead> fairleads_;
  std::shared_ptr<const waves::SeaState> sea_;
  std::unique_ptr<mooring::WaterMotion> water_;
  bool self_stepped_;
  EndInertia inertia_;
  std::string diagnosis_;
  std::vector<std::size_t> tension_lines_;  // lines that end at a coupled point
  std::vector<system::Input> position_, velocity_, acceleration_, wound_;
  system::Memory memory_;
  std::size_t n_states_ = 0, own_ = 0;

  // The lines with the failures that have happened; made when the first of them happens.
  struct Variant {
    mooring::LumpedMass lines;
    mooring::LineScratch scratch;
  };
  mutable std::map<std::uint64_t, std::unique_ptr<Variant>> variants_;
  mutable Variant* now_ = nullptr;
  mutable std::uint64_t failed_ = 0;  // bits of now_

  // Workspace; a System is used by one thread at a time.
  mutable std::vector<mooring::BodyMotion> motion_;
  mutable std::vector<mooring::PointMotion> points_, begin_, foreseen_;
  mutable std::vector<double> paid_, memory_of_trials_;
  mutable Trial part_, whole_, exact_;  // predicted at the end of the last step's length; at other times; not predicted
  mutable std::vector<mooring::LineEnds> ends_;
};

}  // namespace swell::device

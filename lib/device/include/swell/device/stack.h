/// Six-vectors of several bodies as one column: how loads that couple bodies read their inputs and hand out their rows.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "swell/base/vector.h"
#include "swell/bodies/joint.h"
#include "swell/device/attachment.h"
#include "swell/system/component.h"

namespace swell::device {

/// Names of the bodies of a stacked vector, 6 entries each, in this order.
using BodyNames = std::vector<std::string>;

system::PortSpec port(std::string name, int width = 1, std::string unit = {}, std::string description = {},
                      std::string frame = {}, system::PortKind kind = system::PortKind::signal);
/// What a component keeps in world axes, a state or memory; and such memory, of zeros at the start.
system::PortSpec kept(std::string name, std::size_t width, std::string unit = {});
system::Memory keep(system::Declaration& declaration, system::MemoryKind kind, std::string name, std::size_t width,
                    std::string unit = {});

/// Port of a six-vector in world axes with the motions as labels.
system::PortSpec six_vector(std::string name, std::string unit, std::string description,
                            system::PortKind kind = system::PortKind::signal);

/// The unit of a joint's coordinates, one for each where some slide and some turn: "m, m, rad".
std::string joint_unit(bodies::JointType type, const std::string& sliding, const std::string& turning);
/// Of coordinates, rates and accelerations in a row.
std::string joint_motion_unit(bodies::JointType type);

// Port memory by the names of the physics.
using RowMatrix3 = Eigen::Matrix<double, 3, 3, Eigen::RowMajor>;
using RowMatrix6 = Eigen::Matrix<double, 6, 6, Eigen::RowMajor>;
inline Eigen::Map<Vector6> as_six(double* p) { return Eigen::Map<Vector6>(p); }
inline Eigen::Map<const Vector6> as_six(const double* p) { return Eigen::Map<const Vector6>(p); }
inline Eigen::Map<const RowMatrix3> as_rotation(const double* p) { return Eigen::Map<const RowMatrix3>(p); }
inline Eigen::Map<RowMatrix6> as_inertia(double* p) { return Eigen::Map<RowMatrix6>(p); }
inline Eigen::Map<const RowMatrix6> as_inertia(const double* p) { return Eigen::Map<const RowMatrix6>(p); }
inline Eigen::Map<VectorX> as_vector(double* p, Eigen::Index n) { return Eigen::Map<VectorX>(p, n); }
inline Eigen::Map<const VectorX> as_vector(const double* p, Eigen::Index n) { return Eigen::Map<const VectorX>(p, n); }

/// Inertia about the centre of gravity (36), world axes, row by row.
system::PortSpec inertia_port(std::string name, std::string description);

/// Inputs <motion>/<body>, one six-vector each, gathered entry by entry.
class StackedInput {
 public:
  /// @param active  entries of the stacked vector that are gathered; empty: all
  void declare(system::Declaration& declaration, const BodyNames& bodies, Motion motion,
               const std::vector<int>& active = {}, const MotionSource& source = of_mechanism);
  int size() const noexcept { return static_cast<int>(entries_.size()); }
  system::Reads reads() const;
  void gather(const system::Evaluation& evaluation, double* out) const;
  /// The entries in a row: where they are if they stand in one already, else gathered into `scratch`.
  const double* view(const system::Evaluation& evaluation, double* scratch) const;

 private:
  /// Where they stand in a row already; null if they do not.
  [[gnu::always_inline]] inline const double* in_place(const system::Evaluation& evaluation) const;
  struct Entry {
    system::Input input;
    int index = 0;
  };
  std::vector<system::Input> inputs_;
  std::vector<Entry> entries_;
  bool run_ = false;                       // entries that follow each other in the stacked vector
  std::vector<system::Input> run_inputs_;  // of the bodies between the first and the last of them
};

/// Roll and yaw of a pose that go on beyond half a turn, where those of a rotation begin anew: what is proportional to
/// them has an energy then. They are those nearest to the last accepted point's.
class TurnCount {
 public:
  TurnCount() = default;  ///< counts nothing
  /// @param pose  position or displacement of a body, 6   @param name  of its memory
  TurnCount(system::Declaration& declaration, system::Input pose, const std::string& name = "turns");
  void add_to(system::Reads& reads) const;
  /// The pose, or a copy in `own` with the turns.  @param pose  where nothing is counted, any part of it
  const double* of(const system::Evaluation& evaluation, const double* pose, Vector6& own) const {
    return last_.index < 0 ? pose : counted(evaluation, pose, own);
  }

 private:
  const double* counted(const system::Evaluation& evaluation, const double* pose, Vector6& own) const;
  system::Memory last_;  // roll and yaw [rad]
};

/// Outputs <name>/<body>, six entries each, of one computation.   @param then  what becomes of each, such as acts_as
void declare_forces(system::Declaration& declaration, const BodyNames& bodies, system::Computed source,
                    const std::string& description, const std::function<void(const std::string& body)>& then,
                    const std::string& name = "force");
/// The force on each body, reported as this part.
void declare_forces(system::Declaration& declaration, const BodyNames& bodies, system::Computed source,
                    const std::string& description, ForcePart part);

}  // namespace swell::device

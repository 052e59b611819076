/// What the results file shows of a body's loads and of the sea. Nothing here feeds back into the motion, so it is
/// computed at output times only.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "swell/bodies/joint.h"
#include "swell/device/load.h"
#include "swell/device/stack.h"
#include "swell/waves/phasors.h"
#include "swell/waves/sea_state.h"

namespace swell::device {

/// Sums per part, per body. Inputs: one per part, any number of loads each. Outputs "<part>" and "hydrodynamic".
class BodyForces : public system::Component {
 public:
  explicit BodyForces(const std::string& body);
  void declare(system::Declaration& declaration) override;

 private:
  std::string body_;
};

/// The power of a take-off with that of its end stops.
inline constexpr char kWholePower[] = "mechanical_power";

/// The power of a take-off by parts, each positive when it leaves the device. Inputs: velocity and the efforts of the
/// parts. Outputs: the parts by name. What a flywheel on the joint takes up is in the whole and in no part.
/// With end stops `<pto>.power` is its output too: the whole without theirs. What the device gives by that address has
/// to be renamed to `<pto>.<kWholePower>`.
class PtoPower : public system::Component {
 public:
  /// Addresses of the efforts on the joint that make up each part.
  using Efforts = std::map<PowerPart, std::vector<std::string>>;
  PtoPower(const std::string& pto, bodies::JointType type, Efforts parts);
  void declare(system::Declaration& declaration) override;

 private:
  std::string pto_;
  bodies::JointType type_;
  Efforts parts_;
};

/// Has the power of take-offs computed at every accepted point, so that its means need not rest on the rows of results.
class PowerAtPoints : public system::Component {
 public:
  /// @param powers  addresses and widths of the outputs [W]
  explicit PowerAtPoints(std::vector<std::pair<std::string, int>> powers);
  void declare(system::Declaration& declaration) override;

 private:
  std::vector<std::pair<std::string, int>> powers_;
};

/// Elevation at the origin and at gauges. At the times of the rows of results the origin's is summed from phasors, a
/// function of the row's number alone, elsewhere from cosines: equal to 1e-13 of the sum of amplitudes.
class Sea : public system::Component {
 public:
  /// @param start, row_step [s] of the rows of results
  Sea(std::shared_ptr<const waves::SeaState> sea, Eigen::Matrix2Xd gauges, double start, double row_step);
  void declare(system::Declaration& declaration) override;

 private:
  double elevation(double time) const;

  std::shared_ptr<const waves::SeaState> sea_;
  Eigen::Matrix2Xd gauges_;
  double start_, row_step_;
  std::optional<waves::Phasors> phasors_;  // where they pay: many components, no record
  mutable std::vector<double> turned_;     // a cache: the phasors of one row
};

}  // namespace swell::device

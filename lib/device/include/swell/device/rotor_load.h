/// A wind rotor (lib/rotor) on a body as a component: motion of the body in, thrust, torque and power out.
///
/// With the shaft's direction n, the spin s of the rotor about it (of the body's own rotation too) and its inertia J:
///   J s' = Q - T_g,   on the body at the hub: thrust n, moment T_g n - J s Omega x n
/// The moment is that of a rotor on a bearing; the body's own inertia holds the rotor without J about the shaft. A
/// rotor without inertia turns at a fixed speed and hands on its whole torque.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "swell/base/error.h"
#include "swell/device/load.h"
#include "swell/mooring/attachment.h"
#include "swell/rotor/control.h"
#include "swell/rotor/performance.h"
#include "swell/rotor/wind.h"

namespace swell::device {

/// Drag of the wind on a tapered tower, cut into pieces.
struct TowerPiece {
  Vector3 arm = Vector3::Zero(), half = Vector3::Zero();  ///< middle from the cg, body axes; half of the piece [m]
  double area = 0.0;                                      ///< drag coefficient times diameter times length [m^2]
};

struct RotorSetup {
  std::string body;
  Vector3 hub = Vector3::Zero(), axis = Vector3::UnitX();  ///< from the cg [m] and of length 1, body axes
  rotor::Performance table;
  rotor::Disc disc;
  rotor::Wind wind;
  double inertia = 0.0;             ///< [kg m^2]; 0: fixed speed
  double speed = 0.0, pitch = 0.0;  ///< [rad/s], [rad] fixed, or at the start
  double efficiency = 1.0;
  std::optional<rotor::Control> control;
  rotor::Control::State control_state{};
  std::vector<TowerPiece> tower;
  std::function<void(Diagnostic)> warn;  ///< of the run: coefficients beyond the table; may be empty
};

/// Ports: in `position/<body>`, `velocity/<body>` (6), `torque` [N m] and `pitch` [rad], added to those of the control;
/// out `force/<body>` (6), `speed` (of the rotor against the body), `generator_torque`, `wind`, `thrust`,
/// `aerodynamic_torque`, `pitch`, `power` (of the shaft), `electrical_power`.
/// Memory: `outside`, whether a warning has been given. States: `spin` with inertia, `control` with a controller.
class Rotor : public Load {
 public:
  Rotor(const std::string& name, RotorSetup setup);
  void declare(system::Declaration& declaration) override;

 private:
  /// Warns once per run about a tip-speed ratio and once about a pitch outside the table.
  /// @param reported  of both
  void check_range(double time, double wind, double ratio, double pitch, double* reported) const;
  RotorSetup it_;
};

}  // namespace swell::device

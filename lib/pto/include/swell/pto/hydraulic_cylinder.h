/// Double-acting hydraulic cylinders: coupling between the motion of a device and an oil circuit.
///
/// x is the position of the rod; x positive shrinks chamber A. Terminals "a", "b" (hydraulic, volume flow into the
/// chamber). Inputs "velocity" [m/s] and "position" [m] of the rod; output "force" [N] acts on the rod along x.
///   F = A_B p_B - A_A p_A - F_fric(v) - F_stop(x, v)
///   compressible    dp_A/dt = beta / V_A (Q_A - Q_l + A_A v),  V_A = V_A0 - A_A x
///                   dp_B/dt = beta / V_B (Q_B + Q_l - A_B v),  V_B = V_B0 + A_B x,  Q_l = c_l (p_A - p_B)
///   incompressible  Q_A = -A_A v,  Q_B = A_B v
///   friction        F_fric = b v + F_c tanh(v / v_s)
/// end stops spring and damper outside [x_min, x_max], pushing only
#pragma once

#include "swell/network/component.h"

namespace swell::pto {

/// Friction and end stops of a rod.
struct RodLimits {
  double viscous = 0.0;                                            ///< b [N s/m]
  double coulomb = 0.0;                                            ///< F_c [N]
  double coulomb_velocity = 1e-3;                                  ///< v_s [m/s]
  double x_min = -network::kInfinity, x_max = network::kInfinity;  ///< [m]
  double stop_stiffness = 0.0;                                     ///< [N/m]
  double stop_damping = 0.0;                                       ///< [N s/m]
};
double rod_friction(const RodLimits& rod, double velocity);               ///< [N], along the velocity
double rod_stop(const RodLimits& rod, double position, double velocity);  ///< [N], along +x beyond x_max

struct CylinderParameters {
  double area_a = 0.0, area_b = 0.0;                          ///< [m^2]
  double volume_a = 0.0, volume_b = 0.0;                      ///< of the chambers at x = 0, dead volume included [m^3]
  double bulk_modulus = 1.86e9;                               ///< beta [Pa]
  double leakage = 0.0;                                       ///< c_l [m^3/(s Pa)]
  double initial_pressure_a = 0.0, initial_pressure_b = 0.0;  ///< [Pa]
  RodLimits rod;
};

/// Outputs of both: "force" [N], "absorbed_power" = -F v [W], "pressure_a", "pressure_b" [Pa], "flow_a", "flow_b"
/// [m^3/s], "friction_loss" [W] (friction and end stops).
class CompressibleCylinder final : public network::Component {
 public:
  explicit CompressibleCylinder(CylinderParameters parameters);
  network::Spec spec() const override;
  void evaluate(const network::Point& at, double* residual, double* rate) const override;
  void jacobian(const network::Point& at, network::Jacobian& out) const override;
  void outputs(const network::Point& at, double* value) const override;
  double stored_energy(const network::Point& at) const override;  ///< V p^2 / (2 beta) of both chambers

 private:
  double chamber_a(double x) const;
  double chamber_b(double x) const;
  CylinderParameters p_;
};

class IncompressibleCylinder final : public network::Component {
 public:
  explicit IncompressibleCylinder(CylinderParameters parameters);  ///< volumes, beta and leakage are not used
  network::Spec spec() const override;
  void evaluate(const network::Point& at, double* residual, double* rate) const override;
  void jacobian(const network::Point& at, network::Jacobian& out) const override;
  void outputs(const network::Point& at, double* value) const override;

 private:
  CylinderParameters p_;
};

}  // namespace swell::pto

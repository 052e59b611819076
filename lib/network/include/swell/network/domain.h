/// The physical domains of a network, each with one fixed pair of variables.
///
/// Over variables are equal at all terminals of a node, through variables sum to zero there and are positive INTO the
/// component. The product is the power into the component, except in the pneumatic domain, where mass flow carries
/// the isothermal exergy (p_a / rho_s) ln(p / p_a) per kg.
#pragma once

namespace swell::network {

enum class Domain { hydraulic, pneumatic, electrical, rotational, translational };

struct DomainInfo {
  const char* name;
  const char* over;
  const char* over_unit;
  const char* through;
  const char* through_unit;
  double over_nominal;     ///< scale of the over variable [over_unit]
  double through_nominal;  ///< scale of the through variable [through_unit]
};

/// hydraulic: pressure [Pa] / volume flow [m^3/s]; pneumatic: absolute pressure [Pa] / mass flow [kg/s]; electrical:
/// voltage [V] / current [A]; rotational: angular velocity [rad/s] / torque [N m]; translational: velocity [m/s] /
/// force [N].
const DomainInfo& info(Domain domain);

constexpr double kStandardPressure = 101325.0;  ///< p_a [Pa]
constexpr double kStandardAirDensity = 1.225;   ///< density of air at p_a and 15 degrees C [kg/m^3]

/// Power [W] carried into a component by one terminal. @param gas_density  at p_a, of pneumatic terminals [kg/m^3]
double power(Domain domain, double over, double through, double gas_density = kStandardAirDensity);

}  // namespace swell::network

/// Physical domains of a network, each with a fixed pair of variables, and user-defined domains.
///
/// Over (across) variables are equal at all terminals of a node, through variables sum to zero there and are positive
/// INTO the component. Their product is the power into the component, with two exceptions: in the pneumatic domain mass
/// flow carries the isothermal exergy (p_a / rho_s) ln(p / p_a) per kg, and user-defined domains state their own rule.
#pragma once

#include <string>

namespace swell::network {

/// Power through a terminal, for the energy audit.
enum class TerminalPower { product, through, none, gas };

struct DomainInfo {
  const char* name = "";
  const char* over = "";  ///< in words: "absolute pressure"
  const char* over_unit = "";
  const char* through = "";
  const char* through_unit = "";
  double over_nominal = 1.0;      ///< scale of the over variable [over_unit]
  double through_nominal = 1.0;   ///< scale of the through variable [through_unit]
  const char* over_name = "";     ///< as names of variables end: "pressure"
  const char* through_name = "";  ///< "mass_flow"
  TerminalPower power = TerminalPower::product;
};

/// A user-defined pair of variables.
struct OwnDomain {
  std::string name;
  std::string over, over_unit, through, through_unit;
  double over_nominal = 1.0, through_nominal = 1.0;  ///< above 0
  TerminalPower power = TerminalPower::product;      ///< `through`: the through variable is a power, as a heat flow is
};

class Domain;
const DomainInfo& info(Domain domain);

/// A value type; two domains are equal if they have the same pair of variables.
class Domain {
 public:
  constexpr Domain();
  static const Domain hydraulic, pneumatic, electrical, rotational, translational;
  /// Equal descriptions give equal domains. Descriptions are kept until the program ends; safe in threads.
  static Domain own(const OwnDomain& description);

  friend constexpr bool operator==(Domain a, Domain b) {
    // A user library may have a copy of the built-in descriptions at another address.
    return a.info_ == b.info_ ||
           (same(a.info_->name, b.info_->name) && same(a.info_->over, b.info_->over) &&
            same(a.info_->over_unit, b.info_->over_unit) && same(a.info_->through, b.info_->through) &&
            same(a.info_->through_unit, b.info_->through_unit));
  }
  friend constexpr bool operator!=(Domain a, Domain b) { return !(a == b); }

 private:
  static constexpr bool same(const char* a, const char* b) {
    while (*a != '\0' && *a == *b) {
      ++a;
      ++b;
    }
    return *a == *b;
  }
  explicit constexpr Domain(const DomainInfo* info) : info_(info) {}
  friend const DomainInfo& info(Domain domain);
  const DomainInfo* info_;
};

namespace detail {
inline constexpr DomainInfo kHydraulic{"hydraulic", "pressure", "Pa",       "volume flow", "m^3/s",
                                       1e6,         1e-3,       "pressure", "flow"};
inline constexpr DomainInfo kPneumatic{"pneumatic", "absolute pressure", "Pa",        "mass flow",       "kg/s", 1e5,
                                       1e-3,        "pressure",          "mass_flow", TerminalPower::gas};
inline constexpr DomainInfo kElectrical{"electrical", "voltage", "V",       "current", "A",
                                        100.0,        10.0,      "voltage", "current"};
inline constexpr DomainInfo kRotational{
    "rotational", "angular velocity", "rad/s", "torque", "N m", 100.0, 100.0, "speed", "torque"};
inline constexpr DomainInfo kTranslational{"translational", "velocity", "m/s", "force", "N", 1.0, 1e5,
                                           "velocity",      "force"};
}  // namespace detail

constexpr Domain::Domain() : info_(&detail::kHydraulic) {}
/// pressure [Pa] / volume flow [m^3/s]
inline constexpr Domain Domain::hydraulic{&detail::kHydraulic};
/// absolute pressure [Pa] / mass flow [kg/s]
inline constexpr Domain Domain::pneumatic{&detail::kPneumatic};
/// voltage [V] / current [A]
inline constexpr Domain Domain::electrical{&detail::kElectrical};
/// angular velocity [rad/s] / torque [N m]
inline constexpr Domain Domain::rotational{&detail::kRotational};
/// velocity [m/s] / force [N]
inline constexpr Domain Domain::translational{&detail::kTranslational};

constexpr double kStandardPressure = 101325.0;  ///< p_a [Pa]
constexpr double kStandardAirDensity = 1.225;   ///< density of air at p_a and 15 degrees C [kg/m^3]

/// Power [W] carried into a component by one terminal. @param gas_density  at p_a, of pneumatic terminals [kg/m^3]
double power(Domain domain, double over, double through, double gas_density = kStandardAirDensity);

}  // namespace swell::network

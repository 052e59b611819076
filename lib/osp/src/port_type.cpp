#include "swell/osp/port_type.h"

#include <algorithm>

namespace swell::osp {

namespace {

Unit si(int kg, int m, int s, int A = 0, int rad = 0) {
  Unit unit;
  unit.exponents = {kg, m, s, A, 0, 0, 0, rad, 0};
  unit.name = unit.dimension();
  return unit;
}

std::vector<PortTypeInfo> build() {
  using T = PortType;
  using F = PortFamily;
  std::vector<PortTypeInfo> types;
  const auto add = [&](T type, const char* name, F family, std::vector<PortPart> parts, std::optional<Unit> unit = {}) {
    types.push_back({type, name, family, std::move(parts), std::move(unit)});
  };
  const auto quantity = [&](T type, const char* name, const Unit& unit) {
    add(type, name, F::quantity, {{"Variable", 1, 3}}, unit);
  };
  const auto variables = [&](T type, const char* name, F family, int count) {
    add(type, name, family, {{"Variable", count, count}});
  };
  add(T::Generic, "Generic", F::generic, {});  // filled below with everything
  quantity(T::Force, "Force", si(1, 1, -2));
  quantity(T::Torque, "Torque", si(1, 2, -2));
  quantity(T::Voltage, "Voltage", si(1, 2, -3, -1));
  quantity(T::Pressure, "Pressure", si(1, -1, -2));
  quantity(T::LinearVelocity, "LinearVelocity", si(0, 1, -1));
  quantity(T::AngularVelocity, "AngularVelocity", si(0, 0, -1, 0, 1));
  quantity(T::Current, "Current", si(0, 0, 0, 1));
  quantity(T::VolumeFlowRate, "VolumeFlowRate", si(0, 3, -1));
  quantity(T::LinearDisplacement, "LinearDisplacement", si(0, 1, 0));
  quantity(T::AngularDisplacement, "AngularDisplacement", si(0, 0, 0, 0, 1));
  quantity(T::Charge, "Charge", si(0, 0, 1, 1));
  quantity(T::Volume, "Volume", si(0, 3, 0));
  quantity(T::LinearAcceleration, "LinearAcceleration", si(0, 1, -2));
  quantity(T::AngularAcceleration, "AngularAcceleration", si(0, 0, -2, 0, 1));
  add(T::LinearMechanicalPort, "LinearMechanicalPort", F::power_port, {{"Force"}, {"LinearVelocity"}});
  add(T::AngularMechanicalPort, "AngularMechanicalPort", F::power_port, {{"Torque"}, {"AngularVelocity"}});
  add(T::ElectromagneticPort, "ElectromagneticPort", F::power_port, {{"Voltage"}, {"Current"}});
  add(T::HydraulicPort, "HydraulicPort", F::power_port, {{"Pressure"}, {"VolumeFlowRate"}});
  add(T::LinearMechanicalQuasiPort, "LinearMechanicalQuasiPort", F::quasi_port, {{"Force"}, {"LinearDisplacement"}});
  add(T::AngularMechanicalQuasiPort, "AngularMechanicalQuasiPort", F::quasi_port,
      {{"Torque"}, {"AngularDisplacement"}});
  add(T::ElectromagneticQuasiPort, "ElectromagneticQuasiPort", F::quasi_port, {{"Voltage"}, {"Charge"}});
  add(T::HydraulicQuasiPort, "HydraulicQuasiPort", F::quasi_port, {{"Pressure"}, {"Volume"}});
  add(T::ElectricPower, "ElectricPower", F::single, {{"Variable"}}, si(1, 2, -3));
  add(T::Frequency, "Frequency", F::single, {{"Variable"}}, si(0, 0, -1));
  variables(T::NmeaTime, "NmeaTime", F::message, 1);
  variables(T::NmeaStatus, "NmeaStatus", F::message, 1);
  variables(T::NmeaGgaLatitudeLongitude, "NmeaGgaLatitudeLongitude", F::message, 4);
  variables(T::NmeaGgaFix, "NmeaGgaFix", F::message, 7);
  add(T::NmeaGga, "NmeaGga", F::message, {{"NmeaTime"}, {"NmeaGgaLatitudeLongitude"}, {"NmeaGgaFix"}});
  variables(T::NmeaGstRms, "NmeaGstRms", F::message, 1);
  variables(T::NmeaGstEllipse, "NmeaGstEllipse", F::message, 3);
  variables(T::NmeaGstPositionError, "NmeaGstPositionError", F::message, 3);
  add(T::NmeaGst, "NmeaGst", F::message, {{"NmeaGstRms"}, {"NmeaGstEllipse"}, {"NmeaGstPositionError"}});
  variables(T::NmeaWindDirection, "NmeaWindDirection", F::message, 2);
  variables(T::NmeaWindSpeed, "NmeaWindSpeed", F::message, 2);
  add(T::NmeaMwv, "NmeaMwv", F::message, {{"NmeaWindDirection"}, {"NmeaWindSpeed"}, {"NmeaStatus"}});
  variables(T::NmeaTrueHeading, "NmeaTrueHeading", F::message, 1);
  add(T::NmeaThs, "NmeaThs", F::message, {{"NmeaTrueHeading"}, {"NmeaStatus"}});
  add(T::NmeaSxn, "NmeaSxn", F::message, {{"AngularDisplacement"}, {"NmeaStatus"}});
  add(T::BatteryFeedback, "BatteryFeedback", F::machinery, {{"ElectricPower"}, {"Variable"}});
  add(T::GeneratorFeedback, "GeneratorFeedback", F::machinery, {{"ElectricPower"}, {"Voltage"}, {"Frequency"}});
  add(T::BusFeedback, "BusFeedback", F::machinery, {{"ElectricPower"}, {"Voltage"}, {"Frequency"}});
  add(T::ShaftSpeed, "ShaftSpeed", F::machinery, {{"Variable"}}, si(0, 0, -1, 0, 1));
  add(T::AzimuthAngle, "AzimuthAngle", F::machinery, {{"Variable"}}, si(0, 0, 0, 0, 1));
  add(T::BladePitch, "BladePitch", F::machinery, {{"Variable"}}, si(0, 0, 0, 0, 1));
  add(T::FixedThrusterSetpoint, "FixedThrusterSetpoint", F::machinery, {{"ShaftSpeed", 0, 1}, {"BladePitch", 0, 1}});
  add(T::FixedThrusterFeedback, "FixedThrusterFeedback", F::machinery,
      {{"ShaftSpeed", 0, 1}, {"BladePitch", 0, 1}, {"Force"}});
  add(T::AzimuthThrusterSetpoint, "AzimuthThrusterSetpoint", F::machinery,
      {{"ShaftSpeed", 0, 1}, {"AzimuthAngle", 0, 1}, {"BladePitch", 0, 1}});
  add(T::AzimuthThrusterFeedback, "AzimuthThrusterFeedback", F::machinery,
      {{"ShaftSpeed", 0, 1}, {"AzimuthAngle"}, {"BladePitch", 0, 1}, {"Force"}});
  types.front().parts.push_back({"Variable", 0, -1});
  for (const PortTypeInfo& type : types) types.front().parts.push_back({type.name, 0, -1});
  return types;
}

}  // namespace

const std::vector<PortTypeInfo>& port_types() {
  static const std::vector<PortTypeInfo> types = build();
  return types;
}

const PortTypeInfo& info(PortType type) {
  static const PortTypeInfo undefined{PortType::undefined, "undefined", PortFamily::undefined, {}, {}};
  return type == PortType::undefined ? undefined : port_types()[static_cast<std::size_t>(type)];
}

PortType port_type(const std::string& name) {
  const auto& types = port_types();
  const auto found = std::find_if(types.begin(), types.end(), [&](const PortTypeInfo& t) { return t.name == name; });
  return found == types.end() ? PortType::undefined : found->type;
}

bool measures(PortType type, const Unit& unit) {
  const std::optional<Unit>& wanted = info(type).unit;
  if (!wanted || wanted->same_dimension(unit)) return true;
  return type == PortType::Frequency && unit.same_dimension(si(0, 0, -1, 0, 1));
}

}  // namespace swell::osp

/// The variable group types of OSP-IS (ontology 1.0.3, schema 1.0.1): what each contains and what it measures.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "swell/osp/unit.h"

namespace swell::osp {

/// The 50 types in the order that the schema demands, and `undefined`.
enum class PortType {
  // clang-format off
  Generic,
  Force, Torque, Voltage, Pressure,
  LinearVelocity, AngularVelocity, Current, VolumeFlowRate,
  LinearDisplacement, AngularDisplacement, Charge, Volume,
  LinearAcceleration, AngularAcceleration,
  LinearMechanicalPort, AngularMechanicalPort, ElectromagneticPort, HydraulicPort,
  LinearMechanicalQuasiPort, AngularMechanicalQuasiPort, ElectromagneticQuasiPort, HydraulicQuasiPort,
  ElectricPower, Frequency,
  NmeaTime, NmeaStatus, NmeaGgaLatitudeLongitude, NmeaGgaFix, NmeaGga, NmeaGstRms, NmeaGstEllipse,
  NmeaGstPositionError, NmeaGst, NmeaWindDirection, NmeaWindSpeed, NmeaMwv, NmeaTrueHeading, NmeaThs, NmeaSxn,
  BatteryFeedback, GeneratorFeedback, BusFeedback,
  ShaftSpeed, AzimuthAngle, BladePitch,
  FixedThrusterSetpoint, FixedThrusterFeedback, AzimuthThrusterSetpoint, AzimuthThrusterFeedback,
  undefined
  // clang-format on
};

enum class PortFamily {
  generic,     ///< anything
  quantity,    ///< 1 to 3 variables of one causality, data type and unit
  power_port,  ///< effort and flow of opposite causality; their product is power
  quasi_port,  ///< effort and integral of the flow
  single,      ///< one variable
  message,     ///< NMEA sentences
  machinery,   ///< feedback and set-points of machines
  undefined
};

/// One member of a group type, in its place: `element` is "Variable" or the name of a type.
struct PortPart {
  std::string element;
  int min = 1;
  int max = 1;  ///< -1: any number
};

struct PortTypeInfo {
  PortType type = PortType::undefined;
  std::string name;
  PortFamily family = PortFamily::undefined;
  std::vector<PortPart> parts;
  std::optional<Unit> unit;  ///< SI unit of its quantity; OSP-IS itself prescribes none
};

/// All 50, in the schema's order.
const std::vector<PortTypeInfo>& port_types();
const PortTypeInfo& info(PortType type);      ///< of `undefined` too
PortType port_type(const std::string& name);  ///< `undefined` when there is no such type

/// Whether a unit measures what the type is for. Frequency takes s^-1 and, as in FMI's example, rad/s.
bool measures(PortType type, const Unit& unit);

}  // namespace swell::osp

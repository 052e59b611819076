/// The descriptions of the case's structures (visitor.h says what a description is).
#pragma once

#include "swell/model/model.h"
#include "swell/model/visitor.h"

namespace swell::model {

void describe(Visitor& v, Model& model);
void describe(Visitor& v, Simulation& simulation);
void describe(Visitor& v, StopRule& rule);
void describe(Visitor& v, Current& current);
void describe(Visitor& v, Environment& environment);
void describe(Visitor& v, Convolution& convolution);
void describe(Visitor& v, StateSpace& state_space);
void describe(Visitor& v, Hydrodynamics& hydrodynamics);
void describe(Visitor& v, Output& output);
void describe(Visitor& v, DeviceArray& array);
void describe(Visitor& v, Wave& wave);
void describe(Visitor& v, Bins& bins);
void describe(Visitor& v, SpreadingFunction& spreading);
void describe(Visitor& v, HydroFile& set);
void describe(Visitor& v, HydroDataSpec& data);
void describe(Visitor& v, InitialPose& pose);
void describe(Visitor& v, QuadraticDrag& drag);
void describe(Visitor& v, MorisonElementSpec& element);
void describe(Visitor& v, MorisonMemberSpec& member);
void describe(Visitor& v, ModesSpec& modes);
void describe(Visitor& v, Body& body);
void describe(Visitor& v, JointOrientation& orientation);
void describe(Visitor& v, HardStops& limits);
void describe(Visitor& v, PrescribedMotion& motion);
void describe(Visitor& v, Joint& joint);
void describe(Visitor& v, Pto& pto);
void describe(Visitor& v, CatenaryLine& line);
void describe(Visitor& v, Mooring& mooring);
void describe(Visitor& v, Wind& wind);
void describe(Visitor& v, PitchGains& gains);
void describe(Visitor& v, PitchFloor& floor);
void describe(Visitor& v, RotorControl& control);
void describe(Visitor& v, PolarFile& polar);
void describe(Visitor& v, RotorBlade& blade);
void describe(Visitor& v, RotorTower& tower);
void describe(Visitor& v, Rotor& rotor);
void describe(Visitor& v, Component& component);
void describe(Visitor& v, Connection& connection);
void describe(Visitor& v, PortGroup& group);
void describe(Visitor& v, InitialStates& initial);
void describe(Visitor& v, Initialization& initialization);

}  // namespace swell::model

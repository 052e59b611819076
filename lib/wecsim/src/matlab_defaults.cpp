// What WEC-Sim's constructors make: the defaults of source/objects/*.m of version 7.
#include <cmath>
#include <functional>

#include "swell/wecsim/matlab.h"

namespace swell::wecsim {
using V = MatlabValue;

namespace {

using Fields = MatlabValue::Fields;

V row(std::vector<double> x) {
  V v = V::matrix(1, x.size());
  v.numbers = std::move(x);
  return v;
}
V s(double x) { return V::scalar(x); }
V t(const char* x) { return V::words(x); }
V empty() { return V::matrix(0, 0); }
V record(Fields f) { return V::object("", std::move(f)); }
V pose() { return record({{"displacement", row({0, 0, 0})}, {"axis", row({0, 1, 0})}, {"angle", s(0)}}); }
V drag() { return record({{"drag", V::matrix(6, 6)}, {"cd", V::matrix(1, 6)}, {"area", V::matrix(1, 6)}}); }

V simulation() {
  return V::object("simulationClass", {{"b2b", s(0)},
                                       {"cicDt", empty()},
                                       {"cicEndTime", s(60)},
                                       {"domainSize", s(200)},
                                       {"dt", s(0.1)},
                                       {"dtOut", empty()},
                                       {"endTime", empty()},
                                       {"explorer", t("on")},
                                       {"gravity", s(9.81)},
                                       {"keepPool", s(0)},
                                       {"mcrMatFile", t("")},
                                       {"mcrExcelFile", t("")},
                                       {"mode", t("normal")},
                                       {"morisonDt", empty()},
                                       {"nonlinearDt", empty()},
                                       {"paraview", record({{"option", s(0)}, {"path", t("vtk")}})},
                                       {"pressure", s(0)},
                                       {"rampTime", s(100)},
                                       {"rateTransition", t("on")},
                                       {"reloadH5Data", s(0)},
                                       {"rho", s(1000)},
                                       {"saveStructure", s(0)},
                                       {"saveText", s(0)},
                                       {"saveWorkspace", s(1)},
                                       {"simMechanicsFile", t("NOT DEFINED")},
                                       {"solver", t("ode4")},
                                       {"stateSpace", s(0)},
                                       {"FIR", s(0)},
                                       {"startTime", s(0)},
                                       {"zeroCross", t("DisableAll")},
                                       {"outputDir", t("output")}});
}
V wave() {
  return V::object(
      "waveClass",
      {{"type", t("")},
       {"bem", record({{"option", t("EqualEnergy")}, {"count", empty()}, {"frequency", empty()}, {"range", empty()}})},
       {"current", record({{"option", s(3)}, {"depth", s(0)}, {"direction", s(0)}, {"speed", s(0)}})},
       {"direction", s(0)},
       {"elevationFile", t("NOT DEFINED")},
       {"spectrumFile", t("NOT DEFINED")},
       {"gamma", empty()},
       {"height", empty()},
       {"marker",
        record({{"location", empty()}, {"size", s(10)}, {"style", s(1)}, {"graphicColor", row({0.26, 0.96, 0.89})}})},
       {"period", empty()},
       {"phaseSeed", s(0)},
       {"spectrumType", t("NOT DEFINED")},
       {"spread", s(1)},
       {"viz", record({{"numPointsX", s(50)}, {"numPointsY", s(50)}})},
       {"waterDepth", empty()}});
}
V body() {
  return V::object("bodyClass", {{"h5File", t("")},
                                 {"adjMassFactor", s(2)},
                                 {"centerBuoyancy", empty()},
                                 {"centerGravity", empty()},
                                 {"dof", s(6)},
                                 {"geometryFile", t("NONE")},
                                 {"hydroStiffness", V::matrix(6, 6)},
                                 {"inertia", empty()},
                                 {"inertiaProducts", row({0, 0, 0})},
                                 {"initial", pose()},
                                 {"largeXYDisplacement", record({{"option", s(0)}})},
                                 {"linearDamping", V::matrix(6, 6)},
                                 {"mass", empty()},
                                 {"meanDrift", s(0)},
                                 {"morisonElement", record({{"option", s(0)},
                                                            {"cd", row({0, 0, 0})},
                                                            {"ca", row({0, 0, 0})},
                                                            {"area", row({0, 0, 0})},
                                                            {"VME", s(0)},
                                                            {"rgME", row({0, 0, 0})},
                                                            {"z", row({0, 0, 1})}})},
                                 {"name", t("")},
                                 {"nonHydro", s(0)},
                                 {"nonlinearHydro", s(0)},
                                 {"quadDrag", drag()},
                                 {"QTFs", s(0)},
                                 {"paraview", s(1)},
                                 {"flex", s(0)},
                                 {"gbmDOF", empty()},
                                 {"variableHydro", record({{"option", s(0)}, {"hydroForceIndexInitial", s(1)}})},
                                 {"viz", record({{"color", row({1, 1, 0})}, {"opacity", s(1)}})},
                                 {"volume", empty()},
                                 {"yaw", record({{"option", s(0)}, {"threshold", s(1)}})}});
}
Fields joint() {
  const auto stops = [] {
    return record({{"upperLimitSpecify", t("off")},
                   {"upperLimitBound", s(1)},
                   {"upperLimitStiffness", s(1e6)},
                   {"upperLimitDamping", s(1e3)},
                   {"upperLimitTransitionRegionWidth", s(1e-4)},
                   {"lowerLimitSpecify", t("off")},
                   {"lowerLimitBound", s(-1)},
                   {"lowerLimitStiffness", s(1e6)},
                   {"lowerLimitDamping", s(1e3)},
                   {"lowerLimitTransitionRegionWidth", s(1e-4)}});
  };
  return {
      {"hardStops", stops()},
      {"initial", record({{"displacement", row({0, 0, 0})}})},
      {"extension",
       record({{"PositionTargetSpecify", s(0)}, {"PositionTargetValue", s(0)}, {"PositionTargetPriority", t("High")}})},
      {"location", row({999, 999, 999})},
      {"name", t("NOT DEFINED")},
      {"orientation", record({{"z", row({0, 0, 1})}, {"y", row({0, 1, 0})}, {"x", empty()}})}};
}
V constraint() { return V::object("constraintClass", joint()); }
V pto() {
  Fields f = joint();
  f["damping"] = s(0);
  f["stiffness"] = s(0);
  f["equilibriumPosition"] = s(0);
  f["pretension"] = s(0);
  return V::object("ptoClass", std::move(f));
}
V cable() {
  return V::object("cableClass", {{"name", t("")},
                                  {"base", t("")},
                                  {"follower", t("")},
                                  {"stiffness", s(0)},
                                  {"damping", s(0)},
                                  {"cableLength", s(0)},
                                  {"preTension", s(0)},
                                  {"mass", s(1)},
                                  {"inertia", row({1, 1, 1})},
                                  {"linearDamping", V::matrix(1, 6)},
                                  {"quadDrag", drag()},
                                  {"initial", pose()},
                                  {"paraview", s(1)},
                                  {"location", row({999, 999, 999})},
                                  {"orientation", record({{"z", row({0, 0, 1})}, {"y", row({0, 1, 0})}})},
                                  {"viz", record({})}});
}
V mooring() {
  return V::object(
      "mooringClass",
      {{"name", t("")},
       {"location", row({0, 0, 0})},
       {"initial", pose()},
       {"matrix",
        record({{"damping", V::matrix(6, 6)}, {"stiffness", V::matrix(6, 6)}, {"preTension", V::matrix(1, 6)}})},
       {"moorDyn", s(0)},
       {"moorDynLines", s(0)},
       {"moorDynNodes", empty()},
       {"moorDynInputFile", t("Mooring/lines.txt")},
       {"lookupTableFlag", s(0)},
       {"lookupTableFile", t("")},
       {"nonlinearStaticData", record({{"flag", s(0)}})}});
}
V pto_sim() {
  return V::object("ptoSimClass", {{"type", t("")},
                                   {"electricGeneratorEC", record({{"Ra", s(0.1)},
                                                                   {"La", s(0.1)},
                                                                   {"Ke", s(0.1)},
                                                                   {"Jem", s(0.1)},
                                                                   {"bShaft", s(0.1)},
                                                                   {"currentIni", s(0)},
                                                                   {"wShaftIni", s(0)}})},
                                   {"hydPistonCompressible", record({})},
                                   {"gasHydAccumulator", record({{"vI0", s(0.1)}, {"pIprecharge", s(0.1)}})},
                                   {"rectifyingCheckValve", record({})},
                                   {"checkValve", record({})},
                                   {"hydraulicMotor", record({})},
                                   {"linearCrank", record({})},
                                   {"adjustableRod", record({})},
                                   {"directLinearGenerator", record({})},
                                   {"directRotaryGenerator", record({})},
                                   {"simpleDirectDrivePTO", record({})}});
}

using Maker = V (*)();
const std::map<std::string, Maker>& makers() {
  static const std::map<std::string, Maker> all{{"simulationClass", simulation},
                                                {"waveClass", wave},
                                                {"bodyClass", body},
                                                {"constraintClass", constraint},
                                                {"ptoClass", pto},
                                                {"cableClass", cable},
                                                {"mooringClass", mooring},
                                                {"ptoSimClass", pto_sim},
                                                {"windTurbineClass", +[] { return V::object("windTurbineClass"); }},
                                                {"windClass", +[] { return V::object("windClass"); }},
                                                {"responseClass", +[] { return V::object("responseClass"); }}};
  return all;
}

}  // namespace

bool is_wec_sim_class(const std::string& name) { return makers().count(name) != 0; }

MatlabValue wec_sim_defaults(const std::string& class_name) {
  const auto found = makers().find(class_name);
  return found == makers().end() ? V::object("") : found->second();
}

}  // namespace swell::wecsim

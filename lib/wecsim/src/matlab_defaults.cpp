// What WEC-Sim's constructors make: the defaults of source/objects/*.m of version 7, in their own language.
#include "matlab_machine.h"

namespace swell::wecsim {
namespace {

const std::string kInitialPose = "initial.displacement = [0 0 0]; initial.axis = [0 1 0]; initial.angle = 0;\n";
const std::string kQuadraticDrag =
    "quadDrag.drag = zeros(6); quadDrag.cd = zeros(1, 6); quadDrag.area = zeros(1, 6);\n";
const std::string kJointProperties = R"(
name = 'NOT DEFINED'; location = [999 999 999]; orientation.z = [0 0 1]; orientation.y = [0 1 0]; orientation.x = [];
initial.displacement = [0 0 0];
extension.PositionTargetSpecify = 0; extension.PositionTargetValue = 0; extension.PositionTargetPriority = 'High';
hardStops.upperLimitSpecify = 'off'; hardStops.upperLimitBound = 1;
hardStops.upperLimitStiffness = 1e6; hardStops.upperLimitDamping = 1e3;
hardStops.upperLimitTransitionRegionWidth = 1e-4;
hardStops.lowerLimitSpecify = 'off'; hardStops.lowerLimitBound = -1;
hardStops.lowerLimitStiffness = 1e6; hardStops.lowerLimitDamping = 1e3;
hardStops.lowerLimitTransitionRegionWidth = 1e-4;
)";

/// Scripts that set the properties of each class as variables.
const std::map<std::string, std::string>& class_scripts() {
  static const std::map<std::string, std::string> all{
      {"simulationClass", R"(
b2b = 0; cicDt = []; cicEndTime = 60; domainSize = 200; dt = 0.1; dtOut = []; endTime = []; startTime = 0;
explorer = 'on'; FIR = 0; gravity = 9.81; keepPool = 0; mcrMatFile = ''; mcrExcelFile = ''; mode = 'normal';
morisonDt = []; nonlinearDt = []; outputDir = 'output'; paraview.option = 0; paraview.path = 'vtk'; pressure = 0;
rampTime = 100; rateTransition = 'on'; reloadH5Data = 0; rho = 1000; saveStructure = 0; saveText = 0;
saveWorkspace = 1; simMechanicsFile = 'NOT DEFINED'; solver = 'ode4'; stateSpace = 0; zeroCross = 'DisableAll';
)"},
      {"waveClass", R"(
type = ''; bem.option = 'EqualEnergy'; bem.count = []; bem.frequency = []; bem.range = [];
current.option = 3; current.depth = 0; current.direction = 0; current.speed = 0;
direction = 0; elevationFile = 'NOT DEFINED'; spectrumFile = 'NOT DEFINED'; gamma = []; height = []; period = [];
marker.location = []; marker.size = 10; marker.style = 1; marker.graphicColor = [0.26 0.96 0.89];
phaseSeed = 0; spectrumType = 'NOT DEFINED'; spread = 1; viz.numPointsX = 50; viz.numPointsY = 50; waterDepth = [];
)"},
      {"bodyClass", kInitialPose + kQuadraticDrag + R"(
name = ''; h5File = ''; mass = []; inertia = []; inertiaProducts = [0 0 0]; volume = []; centerBuoyancy = [];
centerGravity = []; geometryFile = 'NONE'; adjMassFactor = 2; dof = 6; flex = 0; gbmDOF = []; QTFs = 0;
hydroStiffness = zeros(6); linearDamping = zeros(6); largeXYDisplacement.option = 0; meanDrift = 0; nonHydro = 0;
nonlinearHydro = 0; paraview = 1; variableHydro.option = 0; variableHydro.hydroForceIndexInitial = 1;
morisonElement.option = 0; morisonElement.cd = [0 0 0]; morisonElement.ca = [0 0 0]; morisonElement.area = [0 0 0];
morisonElement.VME = 0; morisonElement.rgME = [0 0 0]; morisonElement.z = [0 0 1];
viz.color = [1 1 0]; viz.opacity = 1; yaw.option = 0; yaw.threshold = 1;
)"},
      {"constraintClass", kJointProperties},
      {"ptoClass", kJointProperties + "damping = 0; stiffness = 0; equilibriumPosition = 0; pretension = 0;\n"},
      {"cableClass", kInitialPose + kQuadraticDrag + R"(
name = ''; base = ''; follower = ''; stiffness = 0; damping = 0; cableLength = 0; preTension = 0; mass = 1;
inertia = [1 1 1]; linearDamping = zeros(1, 6); paraview = 1; location = [999 999 999];
orientation.z = [0 0 1]; orientation.y = [0 1 0]; viz = struct();
)"},
      {"mooringClass", kInitialPose + R"(
name = ''; location = [0 0 0]; matrix.damping = zeros(6); matrix.stiffness = zeros(6); matrix.preTension = zeros(1, 6);
moorDyn = 0; moorDynLines = 0; moorDynNodes = []; moorDynInputFile = 'Mooring/lines.txt';
lookupTableFlag = 0; lookupTableFile = ''; nonlinearStaticData.flag = 0;
)"},
      {"ptoSimClass", R"(
type = ''; electricGeneratorEC.Ra = 0.1; electricGeneratorEC.La = 0.1; electricGeneratorEC.Ke = 0.1;
electricGeneratorEC.Jem = 0.1; electricGeneratorEC.bShaft = 0.1; electricGeneratorEC.currentIni = 0;
electricGeneratorEC.wShaftIni = 0; gasHydAccumulator.vI0 = 0.1; gasHydAccumulator.pIprecharge = 0.1;
hydPistonCompressible = struct(); rectifyingCheckValve = struct(); checkValve = struct(); hydraulicMotor = struct();
linearCrank = struct(); adjustableRod = struct(); directLinearGenerator = struct(); directRotaryGenerator = struct();
simpleDirectDrivePTO = struct();
)"},
      {"windTurbineClass", ""},
      {"windClass", ""},
      {"responseClass", ""}};
  return all;
}

}  // namespace

bool is_wec_sim_class(const std::string& name) { return class_scripts().count(name) != 0; }

MatlabValue wec_sim_defaults(const std::string& class_name) {
  static const std::map<std::string, MatlabValue> objects = [] {
    std::map<std::string, MatlabValue> made{{"", MatlabValue::object("")}};
    for (const auto& [name, script] : class_scripts()) {
      Machine machine({}, Containment::in_process);
      machine.run_script(parse_script(script, name));
      made[name] = MatlabValue::object(name, std::move(machine.variables_));
    }
    return made;
  }();
  const auto found = objects.find(class_name);
  return (found == objects.end() ? objects.at("") : found->second).detached();
}

}  // namespace swell::wecsim

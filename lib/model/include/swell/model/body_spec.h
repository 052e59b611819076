/// Bodies of a case.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "swell/base/parameter.h"
#include "swell/base/vector.h"
#include "swell/model/simulation_spec.h"

namespace swell::model {

/// quadratic_drag: F = -D (v|v|), v the body's own velocity. `drag`, or diag(1/2 rho cd area).
struct QuadraticDrag {
  std::optional<Matrix6> drag;  ///< [N s^2/m^2 and so on]
  std::optional<Vector6> cd;    ///< drag coefficients
  std::optional<Vector6> area;  ///< [m^2; m^5 for rotation]
  Source source;
};

/// A body's place in one hydro file.
struct HydroFile {
  std::filesystem::path file;       ///< absolute
  int body = 1;                     ///< body number in the file, from 1
  std::optional<Vector3> position;  ///< [m] world position of the file's origin; z is 0
  std::optional<double> yaw;        ///< [rad] turn of the data about the vertical there (YAML: degrees)
  /// What else changes with the set where several are given; absent: that of the body.
  std::optional<double> mass;               ///< [kg], at the centre of gravity of this set's data
  std::optional<Vector3> inertia;           ///< [kg m^2] about that centre; with mass only
  std::optional<Vector3> inertia_products;  ///< [kg m^2] xy, xz, yz
  std::optional<Matrix6> linear_damping;    ///< [N s/m and so on]
  std::optional<QuadraticDrag> quadratic_drag;
  Source source;
};

/// hydro_data. {file, body} is one set; {sets, ...} picks the set during the run; {compute} solves the geometries.
struct HydroDataSpec {
  std::vector<HydroFile> sets;     ///< of `compute` one without a file
  Parameter compute;               ///< frequencies, headings ... as in a device file (lib/bem); none: not asked for
  int initial = 1;                 ///< set at the start, from 1
  std::string signal;              ///< port that the thresholds look at; empty: the set never changes
  std::vector<double> thresholds;  ///< ascending, one fewer than sets, in the unit of the port
  double hysteresis = 0.0;         ///< width, in the unit of the port
  std::vector<double> table;       ///< set of each interval between the thresholds, from 1; empty: ascending
  bool interpolate = false;        ///< between neighbouring sets instead of switching
  Source source;
};

/// mass: equilibrium: water density times displaced volume.
struct Equilibrium {};
using Mass = std::variant<Equilibrium, double>;  ///< [kg]

/// initial: displacement of the centre of gravity from its design place and a rotation about it.
struct InitialPose {
  Vector3 displacement = Vector3::Zero();      ///< [m] world
  Vector3 axis = Vector3::UnitZ();             ///< normalised by the builder
  double angle = 0.0;                          ///< [rad] (YAML: degrees)
  Vector3 velocity = Vector3::Zero();          ///< [m/s] of the centre of gravity, world
  Vector3 angular_velocity = Vector3::Zero();  ///< [rad/s] world
  Source source;
};

/// One Morison element. Option 1: coefficients on the body's axes x, y, z. Option 2: normal and tangential to `axis`
/// (entries 0 and 1).
struct MorisonElementSpec {
  int option = 1;
  std::vector<double> cd, ca, area;    ///< 3 entries for option 1, 2 for option 2; area in m^2
  double volume = 0.0;                 ///< [m^3]
  Vector3 position = Vector3::Zero();  ///< [m] from the centre of gravity, body axes
  std::optional<Vector3> axis;         ///< of option 2
  std::optional<double> diameter;      ///< [m] for KC, Re and what is judged; absent: 4 volume/(pi area)
  Source source;
};

/// A member cut into elements by the strip generator (lib/morison).
struct MorisonMemberSpec {
  Vector3 start = Vector3::Zero(), end = Vector3::Zero();  ///< [m] from the centre of gravity, body axes
  double start_diameter = 0.0, end_diameter = 0.0;         ///< [m]
  double cd_normal = 0.0, cd_tangential = 0.0, ca_normal = 0.0, ca_tangential = 0.0;
  int elements = 10;
  bool cut_at_surface = false;  ///< leave out what lies above still water at the design pose
  bool maccamy_fuchs = false;   ///< inertia force of the waves as a vertical cylinder diffracts them
  Source source;
};

/// Generalised modes of a body whose hydro data hold some: what the case says instead of the data. Lists have one entry
/// per mode; mass, damping and stiffness one per mode, the diagonal, or all of the matrix, row by row.
struct ModesSpec {
  std::optional<int> count;           ///< of the modes that are used, from the first; absent: all
  std::vector<std::string> names;     ///< empty: mode1, mode2 ...
  std::vector<double> mass;           ///< [kg] structural; empty: of the data
  std::vector<double> damping;        ///< [N s/m]
  std::vector<double> damping_ratio;  ///< of the critical damping 2 sqrt(K M) of each mode in air, beside `damping`
  std::vector<double> stiffness;      ///< [N/m]
  std::vector<double> displacement;   ///< [m] at the start
  std::vector<double> velocity;       ///< [m/s]
  Source source;
};

/// Up to which surface the pressure on the body's mesh is integrated.
enum class NonlinearHydro { mean, instantaneous };

struct Body {
  std::string name;
  std::optional<HydroDataSpec> hydro_data;  ///< absent: a body without BEM data
  Mass mass;                                ///< [kg]; the reader asks for the key
  std::optional<Vector3> inertia;  ///< [kg m^2] Ixx Iyy Izz about the centre of gravity; required by the reader
  Vector3 inertia_products = Vector3::Zero();     ///< [kg m^2] xy, xz, yz entries of the tensor
  std::optional<std::filesystem::path> geometry;  ///< surface mesh, origin at the centre of gravity
  Parameter shape;  ///< geometry as a map, for hydro_data.compute: {shape, ...} or {mesh}, its position and yaw
  std::optional<NonlinearHydro> nonlinear_hydro;  ///< buoyancy and Froude-Krylov force on the mesh; absent: linear
  std::optional<double> passive_yaw;              ///< [rad] threshold; excitation at the instantaneous heading
  bool large_horizontal_motion = false;           ///< excitation at the instantaneous x and y
  std::optional<Radiation> radiation;             ///< absent: hydrodynamics.radiation
  std::optional<double> added_mass_factor;        ///< adjMassFactor of `split`
  InitialPose initial;
  Matrix6 linear_damping = Matrix6::Zero();  ///< [N s/m and so on]
  QuadraticDrag quadratic_drag;
  std::vector<MorisonElementSpec> morison;
  std::vector<MorisonMemberSpec> morison_members;
  std::optional<Vector3> center_of_gravity;   ///< [m] world, design pose; absent: of the hydro data
  std::optional<Vector3> center_of_buoyancy;  ///< [m] world, design pose
  std::optional<double> volume;               ///< [m^3] displaced
  std::optional<Matrix6> stiffness;           ///< hydrostatic, in SI; absent: of the hydro data
  ModesSpec modes;
  std::string
      mode_of;  ///< made by lib/assembly for a generalised mode: the body that has it; empty: a body of the case
  Source source;
};

}  // namespace swell::model

/// Moorings. Points on a body are world coordinates of the undisplaced body.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "swell/base/parameter.h"
#include "swell/base/vector.h"
#include "swell/model/body_spec.h"
#include "swell/model/joint_spec.h"
#include "swell/mooring/cable.h"
#include "swell/mooring/catenary.h"
#include "swell/mooring/line_model.h"
#include "swell/mooring/lookup_table.h"

namespace swell::model {

/// type: matrix. Force preload - K x - C v at the attachment.
struct MatrixMooring {
  std::optional<Vector3> location;      ///< [m] attachment; absent: centre of gravity
  Matrix6 stiffness = Matrix6::Zero();  ///< K [N/m, N/rad, N m/m, N m/rad]
  Matrix6 damping = Matrix6::Zero();    ///< C, the same times s
  std::optional<Vector6> preload;       ///< [N, N m]
};

/// type: lookup-table. Columns: six displacements of the attachment, six forces and moments.
struct TableMooring {
  std::filesystem::path file;
  std::optional<Vector3> location;               ///< [m] attachment; absent: centre of gravity
  std::optional<mooring::OutsideTable> outside;  ///< absent: error, under `reproduce: wec-sim` extrapolate
};

/// One line of a catenary mooring.
struct CatenaryLine {
  std::string name;                                              ///< empty: line1, line2, ...
  Vector3 fairlead = Vector3::Zero(), anchor = Vector3::Zero();  ///< [m]
  Source source;
};

/// type: catenary. Lines of one kind, in a list or at equal angles.
struct CatenaryMooring {
  mooring::Catenary line;                           ///< its weight and seabed as below
  std::optional<double> weight;                     ///< [N/m]; absent: from the next two
  std::optional<double> mass_per_length, diameter;  ///< [kg/m], [m] of the displaced volume
  std::optional<bool> seabed;                       ///< absent: when the weight is above 0
  std::vector<CatenaryLine> lines;                  ///< empty: at equal angles
  std::optional<int> count;
  std::optional<double> fairlead_radius;  ///< [m] from the vertical through the centre of gravity
  std::optional<double> fairlead_z;       ///< [m] world
  std::optional<double> anchor_radius;    ///< [m] from x = y = 0, moved by the next
  Vector3 position = Vector3::Zero();     ///< [m]
  std::optional<double> depth;            ///< [m] of the anchors; absent: that of the sea
  double first_angle = 0.0;               ///< [rad] (YAML: degrees) from +x towards +y
};

/// type: cable. A spring and a damper that only pull.
struct CableMooring {
  std::string base = "world";                                               ///< body at the other end
  Vector3 attachment = Vector3::Zero(), base_attachment = Vector3::Zero();  ///< [m]
  mooring::CableInput cable;
};

/// type: tether. A take-off between two points: a rope on a drum.
struct TetherMooring {
  std::string base = "world";                                               ///< body at the other end
  Vector3 attachment = Vector3::Zero(), base_attachment = Vector3::Zero();  ///< [m]
  std::variant<Equilibrium, double> pre_tension = 0.0;                      ///< [N] at the design position
  double stiffness = 0.0, damping = 0.0;                                    ///< of the drum [N/m], [N s/m]
  std::optional<HardStops> limits;                                          ///< of the stroke [m]
  std::optional<double> rope_stiffness, drum_mass;                          ///< [N/m], [kg]; absent: neither
  double rope_damping = 0.0;                                                ///< [N s/m]
};

enum class LineStepping { own, continuous };

/// type: lines. Lumped-mass lines of a MoorDyn file.
struct LineMooring {
  std::filesystem::path file;
  Vector3 position = Vector3::Zero();  ///< [m] of the file's origin
  Parameter bodies;                    ///< bodies of the file to bodies of the case; absent: all on `body`
  LineStepping stepping = LineStepping::own;
  std::optional<double> own_step;           ///< [s] absent: the file's
  std::optional<mooring::LineWater> water;  ///< absent: waves when the file asks for them, else current
};

struct Mooring {
  std::string name;
  std::string body;  ///< that it holds; of `lines` it may be empty
  std::variant<MatrixMooring, TableMooring, CatenaryMooring, CableMooring, TetherMooring, LineMooring> law;
  Source source;
};

}  // namespace swell::model

// The importer's state and parts, each in a file of its subject: import_settings, import_bodies, import_joints,
// import_controls. What a part finds out of the model for a later one (names, frames, what is missing) stands here.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "fluids.h"
#include "hydro_sources.h"
#include "importer.h"
#include "pto_sim.h"

namespace swell::wecsim {

/// The file, in any case of letters where the name alone differs: cases come from Windows.
std::filesystem::path any_case(const std::filesystem::path& path);

struct Importer {
  using Kind = ReportLine::Kind;

  std::filesystem::path folder;
  const ImportOptions& options;
  Imported out;
  std::filesystem::path file;
  MatlabWorkspace workspace;
  Inputs in;
  Object simu{in, "simu", 1};
  SlxModel model;
  Topology drawn;
  CaseText text;
  double step = 0.1;
  std::map<int, std::vector<int>> bodies_on;  // net -> numbers of its bodies
  std::map<int, std::string> body_names;
  std::map<std::string, std::string> joint_names;  // pto(1) -> name
  std::set<std::string> names;                     // taken already

  Importer(const std::filesystem::path& folder_or_file, const ImportOptions& options);
  Imported run();

  void taken(const std::string& t, const Origin& o = {}) { out.report.push_back({Kind::taken, t, o}); }
  void decided(const std::string& t, const Origin& o = {}) { out.report.push_back({Kind::decided, t, o}); }
  void lost(const std::string& t, const Origin& o = {}) { out.report.push_back({Kind::lost, t, o}); }
  void refused(const std::string& t, const Origin& o = {}) { out.report.push_back({Kind::refused, t, o}); }
  // Of a block of the drawing, whose path comes first.
  void decided(const DrawnBlock& d, const std::string& t) { decided(d.block->path + ": " + t, drawing(d.block->path)); }
  void lost(const DrawnBlock& d, const std::string& t) { lost(d.block->path + ": " + t, drawing(d.block->path)); }
  std::optional<std::size_t> components_end;  // of `text`, where the case has the section
  void stop_for_losses();
  Origin drawing(const std::string& block) const { return {model.file.string(), 0, 0, block}; }
  std::string model_name() const { return model.file.filename().string(); }
  std::string unique(const std::string& wanted);
  std::string relative(const std::filesystem::path& path) const;
  std::filesystem::path in_folder(std::string name);
  std::set<std::string> moved_files;  // that were looked for by the end of their path
  std::filesystem::path beside(const std::string& ending) const;
  // 2 of "body(2)", whose number may be an expression of the input file; 0: none
  int number_of(const std::string& t);
  static std::string matrix(const MatlabValue& m, std::size_t n = 6);
  static bool nonzero(const std::vector<double>& v);

  // ---- settings
  void title();
  void simulation();
  void environment();
  std::string wave_type(int w);
  // Settings of all bodies that are a body's own since version 5.
  void spread_settings();
  std::string scatter_file();
  bool constant_radiation();
  void waves();
  void wave(int w, int count);
  // A full directional spectrum is a struct in the .mat; here it is a table.
  std::filesystem::path directional(const std::filesystem::path& path, int w);
  void hydrodynamics();
  void output();
  std::filesystem::path condition_file();
  void conditions();
  std::function<void(MatlabWorkspace&)> condition;  // one of several: what it sets after the input file
  bool takes_first_sea = false;                     ///< the case itself, beside which the conditions are compared
  std::optional<std::string> varied(const MatlabValue& header, const MatlabValue& cases, const Origin& origin);
  void first_sea();

  // ---- bodies
  // Fixed constraints with no body on one side are only another name for the same frame: every port carries the frame
  // of the world's origin, so that nothing moves when the two nets become one (reference: connection frames of
  // WEC-Sim).
  void place_bodies();
  // Objects that no block of the model names do nothing in WEC-Sim either.
  void leave_out_undrawn();
  std::string h5_of(int b);
  bool is_hydro(int b) { return in("body", b).option("nonHydro", 2) == 0 && !h5_of(b).empty(); }
  void bodies();
  void body(int b);
  void drawing_of(int b, bool needed);
  void drag(int b);
  // Loads over speed and pitch, and the control, of a turbine of MOST; its wind.
  struct Rotor {
    std::string performance;                                                   // text of the table
    double radius = 0.0, inertia = 0.0, efficiency = 1.0, optimal_gain = 0.0;  // the last of the baseline alone
    MatlabValue control;
  };
  std::map<int, Rotor> rotors;  // by windTurbine
  CaseText rotor_text;
  void read_rotors();
  void wind();
  void rotor(int n, const std::string& body, const std::vector<double>& hub, const std::vector<double>& shaft);
  void turbines();
  void rotor_loads(int n, const std::string& name, const std::vector<double>& hub, const std::vector<double>& shaft,
                   const Origin& origin);
  struct SteadyLoad {
    std::string body;
    std::vector<double> load, point;  // force and moment; from the body's centre of gravity
    std::string comment;
  };
  std::vector<SteadyLoad> steady_loads;
  // The variables of a .mat where one has this name, else the first variable that has this field. @throws InputError
  std::optional<MatlabValue> variable_with(const char* field, const std::filesystem::path& path, const Origin& origin);
  void morison(int b);
  std::map<std::string, std::filesystem::path> data_files;
  std::filesystem::path data_of(const std::string& name, int b);
  void hydro_data(int b);
  // Where the drawing reads what WEC-Sim takes from the hydro data (body(2).centerGravity), the workspace gets it.
  void read_properties();
  struct VariableBody {
    int body;
    std::size_t sets, at;
  };
  std::vector<VariableBody> variable_bodies;

  // ---- joints
  std::optional<std::string> end_of(int net);
  void joints();
  bool is_alone(int net, const DrawnBlock* self);
  // A frame between two joints has no mass in Simscape. Here it is a body of a thousandth of the heaviest one, which
  // moves results by about that; the report says so.
  struct Frame {
    std::string name, comment;
    double mass = 0.0;
    std::vector<double> place;
  };
  std::map<int, Frame> frames;
  void make_frame_body(int net, const DrawnBlock& d);
  void joint(const DrawnBlock& d);
  void stops(const Object& own, double unit, bool negated, double start);
  Vector3 displacement_of(const std::string& body);  ///< initial.displacement, m
  /// Coordinate of a joint in the initial pose of its bodies, m or rad about +y.
  double initial_coordinate(const DrawnBlock& d, const std::string& base, const std::string& follower,
                            const std::vector<double>& z, const std::vector<double>& y);

  // ---- moorings
  void moorings();
  void mooring_table(const DrawnBlock& d, const std::string& body, const std::vector<double>& place);
  void static_lines(const DrawnBlock& d, const std::string& body, const std::vector<double>& place);
  void cable(const DrawnBlock& d, const std::function<void()>& begin);

  // ---- signals
  static int coordinate(const std::string& type) { return type == "translational" ? 3 : type == "rotational" ? 5 : 0; }
  PtoSim pto_sims;
  std::optional<Fluids> fluids;
  // What a converter inside a joint of the model's own measures: three ports a coordinate, position, velocity,
  // acceleration.
  std::optional<Signal> measured(const std::string& scope, const SlxBlock& b, SignalTracer& tracer);
  // WEC-Sim's bodies hand out their motions by global tags: disp1, vel1, acc1.
  std::optional<Signal> tagged(const std::string& tag, SignalTracer& tracer);
  // waves.waveAmpTimeViz(:,[1,3]): the elevation at the second marker.
  std::optional<Signal> gauge(const SlxBlock& b, SignalTracer& tracer);
  std::optional<Signal> response(const std::string& scope, const SlxBlock& b, int port, SignalTracer& tracer);
  void controls();
  void piston_forces(SignalTracer& tracer);
  std::map<std::string, std::string> mode_scopes;     ///< scope inside a copy of the Flex Body, and its mode
  std::set<const SlxBlock*> followed;                 ///< subsystems whose functions were imported
  std::vector<std::pair<std::string, bool>> missing;  // joints whose drive was not imported; whether it moves them
  // The signal that chooses a set of hydro data is what a Goto body1_hydroForceIndex carries.
  void variable(SignalTracer& tracer);
  void foreign();
  // Functions inside a changed copy of a body that read variables of the input file: the library's read none.
  void own_functions(const SlxSystem& system, const SlxBlock& copy);
  // Blocks that act on the device and that nothing here stands for.
  std::map<std::string, std::string> foreign_loads();
};

}  // namespace swell::wecsim

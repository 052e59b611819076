// The stages from a model to a graph, in the order in which build.cpp calls them: hydro, sea, mechanism, loads, graph.
// What a stage needs and what it makes stand in its signature; only the last ones change something, the graph.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "swell/assembly/built_case.h"
#include "swell/bodies/added_mass_split.h"
#include "swell/bodies/joint_loads.h"
#include "swell/bodies/multibody.h"
#include "swell/device/added_mass.h"
#include "swell/device/attachment.h"
#include "swell/device/stack.h"
#include "swell/hydro/coefficients.h"
#include "swell/hydro/excitation.h"
#include "swell/hydro/restoring.h"
#include "swell/mesh/triangle_mesh.h"
#include "swell/model/choices.h"
#include "swell/model/keys_in_use.h"
#include "swell/waves/sea_state.h"

namespace swell::device {
struct GivenCoordinate;
class SetLoad;
class MultibodyComponent;
}  // namespace swell::device

namespace swell::assembly {

/// A note for the user. Notes of one kind are shown together.
struct Note {
  std::string kind, text;
};

/// Notes and warnings on the way, and which keys of the case have been made something of.
struct Messages {
  Diagnostics diagnostics;
  std::vector<Note> notes;
  model::KeysInUse used;
};

/// What every stage is given: the case, its choices, its bodies in their order. Nothing that a stage makes goes in
/// here; what it says goes to the messages, what other cases may use as well to the shared data.
struct Case {
  Case(const model::Model& of, SharedData& data, Messages& messages, Checks wanted = Checks::watch,
       std::map<std::string, double> pulls = {});
  /// The same case with messages of its own, for advice.
  Case(const Case& of, Messages& own)
      : model(of.model),
        checks(of.checks),
        rehearsal(of.rehearsal),
        pulls(of.pulls),
        choices(of.choices),
        bodies(of.bodies),
        shared(of.shared),
        diagnostics(own.diagnostics),
        notes(own.notes),
        used(own.used) {}

  const model::Model& model;
  const Checks checks;
  const bool rehearsal;                       ///< Checks::rehearsal
  const std::map<std::string, double> pulls;  ///< BuiltCase::pulls
  const model::Choices choices;
  const std::vector<const model::Body*> bodies;  ///< sorted by name: the order of everything below
  SharedData& shared;
  Diagnostics& diagnostics;
  std::vector<Note>& notes;
  model::KeysInUse& used;

  void note(std::string kind, std::string text) const { notes.push_back({std::move(kind), std::move(text)}); }
  /// Notes that these members of the model act: where something is made of them, not where they are read.
  template <class... T>
  void uses(const T&... keys) const {
    (used.note(keys), ...);
  }

  device::BodyNames names() const;
  bool wec_sim() const { return model.simulation.reproduce == model::Reproduce::wec_sim; }
  bool split() const { return choices.added_mass == model::AddedMass::split; }
  bool potential() const { return choices.restoring == model::Restoring::potential; }
  bool held() const { return choices.delayed_acceleration == model::DelayedAcceleration::held; }
  model::Radiation radiation_of(const model::Body& body) const {
    body.radiation ? uses(body.radiation) : uses(model.hydrodynamics.radiation);
    return body.radiation.value_or(choices.radiation);
  }
};

/// Memory with labels, which state files hold beside the states (circuits).
std::vector<system::Graph::Declared> stored_memory(system::Graph& graph);

/// The port's name without its component's in front: "tank.pressure" of "air.tank.pressure".
std::string name_within(const system::Graph::Declared& port);

/// The series of a port of the graph.
Series output_series(const std::string& path, const std::string& port, const system::PortSpec& spec);
/// Whether the word names something of a component that could not be made.
bool of_failed_component(const std::vector<std::string>& failed, const std::string& word);

/// What a stage adds to the graph, where each component joins itself, and what the results show of it.
struct Parts {
  std::vector<std::unique_ptr<system::Component>> components;
  std::vector<RecordedSeries> recorded{};
  std::vector<StoredArray> arrays{};  ///< of what is taken from the hydro data, where the case asks for it

  template <class T, class... Args>
  void add(Args&&... args) {
    components.push_back(std::make_unique<T>(std::forward<Args>(args)...));
  }
  void take(Parts more);
};

// ---- hydro: the data of every body (build_bodies.cpp, build_sets.cpp)

/// Bodies whose radiation is computed together, as rows and columns of one set of coefficients.
struct CoupledBodies {
  std::vector<std::size_t> bodies;        ///< indices of the sorted bodies
  std::vector<hydro::HydroBodyRef> refs;  ///< of the same
  std::vector<int> first_row;             ///< of their rows among all, generalised modes included
  std::size_t acted_on = 0;               ///< these loads act on the first of them, the others only cause

  void add(std::size_t body, const hydro::HydroBodyRef& ref) {
    first_row.push_back(bodies.empty() ? 0 : first_row.back() + refs.back()->dof);
    bodies.push_back(body);
    refs.push_back(ref);
  }
};

struct Hydro {
  std::vector<hydro::HydroBodyRef> of;  ///< by body, of several sets the initial one; data null without BEM data
  /// By body the sets as the case names them; empty where one of them could not be read.
  std::vector<std::vector<hydro::HydroBodyRef>> named;
  std::map<std::string, std::shared_ptr<const hydro::HydroData>> files;  ///< by key_of
  std::vector<std::shared_ptr<const hydro::HydroData>> read;             ///< each once, before it is placed
  /// Of bodies with several sets, by set: the body, about one centre of gravity, then those that act on it.
  std::map<std::size_t, std::vector<CoupledBodies>> sets;
  std::vector<CoupledBodies> coupled;  ///< of the bodies with one set

  bool has(std::size_t body) const { return of[body].data != nullptr; }
};

/// Reads or computes what the case names, each file once: of, named, files and read.
Hydro read_hydro(const Case& c);
/// The case with a body and a joint for every generalised mode of its bodies' data (build_modes.cpp); nothing where
/// there is none, or after a mistake.
std::optional<model::Model> with_modes(const Case& c, const Hydro& read);
/// The data of the case's bodies, with modes among them or not, where they stand: fills sets and coupled.
Hydro place_hydro(const Case& c, Hydro read);
/// The file, and where it is placed if elsewhere.
std::string key_of(const model::HydroFile& file);
/// [m] of the body: the case's own, else that of its data.
Vector3 center_of(const model::Body& body, const hydro::HydroBodyRef& data);
/// Whether read_hydro would compute hydrodynamics, which takes minutes.
bool must_compute(const model::Model& model);
/// Modes stand on the data of their body.
void place_modes(const Case& c, Hydro& hydro);
/// Fills sets and coupled.
void couple(const Case& c, Hydro& placed);
inline bool is_mode(const model::Body& body) { return !body.mode_of.empty(); }
/// Structural mass that no single body has: between modes, and of modes with the motions of their body [kg, kg m].
void add_modal_mass(const Case& c, const Hydro& hydro, bodies::BodyMatrix& added);
/// Bodies with several sets of hydro data are built apart from the others.
bool is_variable(const Case& c, const Hydro& hydro, std::size_t body);

/// The device's radiation coefficients, and a text that names them in keys of SharedData.
struct SharedRadiation {
  std::shared_ptr<const hydro::RadiationCoefficients> coefficients;
  std::string key;
};
SharedRadiation shared_radiation(const Case& c, const std::vector<hydro::HydroBodyRef>& refs);

// ---- sea (build_sea.cpp)

using Sea = std::shared_ptr<const waves::SeaState>;
/// Null after a mistake.
std::shared_ptr<waves::SeaState> make_sea(const Case& c, const Hydro& hydro);
/// Notes that something takes the waves, the current, or both below the surface with their stretching.
void use_waves(const Case& c, const Sea& sea);
void use_current(const Case& c);
void use_flow(const Case& c, const Sea& sea);
/// The angular frequency at which constant coefficients are taken. @throws InputError when the sea has none
double coefficient_frequency(const Case& c, const Sea& sea, const model::Body& body);
/// Whether the sea is a record whose excitation goes by WEC-Sim's kernel.
bool kernel_route(const Sea& sea);
/// Of a body whose excitation would be asked for at other places or headings than the record's.
void refuse_moving_in_record(const model::Body& body, const Sea& sea);
hydro::RecordExcitation record_excitation(const Case& c, const Sea& sea, const std::vector<hydro::HydroBodyRef>& refs,
                                          const solver::Options& steps);

// ---- mechanism (build_bodies.cpp, build_device.cpp)

struct Displaced {
  double mass = 0.0;                 ///< [kg] of water
  Vector3 center = Vector3::Zero();  ///< of buoyancy [m]
};
struct Mechanism {
  std::vector<bodies::RigidBody> rigid;  ///< by body, nominal
  std::vector<bodies::RigidBody> links;  ///< where two joints meet without a body
  std::vector<bodies::Joint> joints;     ///< base and follower count the bodies, then the links
  std::vector<std::shared_ptr<const mesh::TriangleMesh>> meshes;  ///< by body; null where the body is linear
  std::vector<std::string> ptos;                                  ///< sorted names
  std::vector<Displaced> displaced;                               ///< by body, at the design pose
};
Mechanism make_mechanism(const Case& c, const Hydro& hydro);
std::shared_ptr<const mesh::TriangleMesh> load_mesh(const Case& c, const Hydro& hydro, std::size_t body);

/// Added mass of all bodies at the design pose, in either treatment.
struct AddedMass {
  bodies::BodyMatrix matrix;  ///< zero where there is no BEM data, or several sets of it; empty without any data
  std::optional<bodies::AddedMassSplit> split;  ///< of the initial sets, where any of it is split
  std::vector<device::SetResiduals> residuals;  ///< what `split` leaves to the delayed acceleration with each set
  device::BodyNames tilting;                    ///< bodies by whose tilted axes the matrix goes, Device::tilting
};
AddedMass make_added_mass(const Case& c, const Hydro& hydro, const Sea& sea, const Mechanism& mechanism);
/// Added mass that the bodies acted on have from all, 6 rows per body acted on, 6 columns per body of the case: at the
/// frequency of constant coefficients, else at infinity; the same of each set of one body.
MatrixX added_mass_rows(const Case& c, const Sea& sea, const CoupledBodies& coupled);
std::vector<MatrixX> added_mass_of_sets(const Case& c, const Hydro& hydro, const Sea& sea, std::size_t body);
/// The split of the whole device's added mass with each set of one body, the other bodies in their initial sets.
std::vector<bodies::AddedMassSplit> splits_of_sets(const Case& c, const Hydro& hydro, const Sea& sea,
                                                   const Mechanism& mechanism, const MatrixX& added, std::size_t body);
/// Whether a body with several sets is coupled with another one.
bool couples(const Hydro& hydro, std::size_t body);

/// The mechanism as a component, with the reports of forces and the added mass.
struct Device {
  Parts parts;
  std::vector<std::vector<bool>> moves;  ///< by body: entries of its velocity that its joints let move
  std::vector<VectorX> paths;            ///< by body: its one velocity [6] at the design pose; empty: none or several
  device::BodyNames tilting;             ///< bodies whose data stand in axes that tilt with them
  std::vector<int> turns_like;           ///< bodies::turns_like
  MatrixX jacobian;                      ///< of the design pose, under `split`, of few speeds
};
Device make_device(const Case& c, const Hydro& hydro, const Sea& sea, const Mechanism& mechanism,
                   const AddedMass& added);
/// Gives a device without `split` the added mass of another wave. Parts: the report of it.
Device retune_device(const Case& c, const Hydro& hydro, const Sea& sea, const Mechanism& mechanism,
                     device::MultibodyComponent& component);
/// Notes that something is delayed under `split`.
inline void use_delay(const Case& c) {
  const model::Simulation& s = c.model.simulation;
  c.uses(s.added_mass, s.added_mass_delay, s.delayed_acceleration);
}
/// Warns of a `split` whose explicit loop grows.   @param morison  inertia of Morison elements that is delayed, or
/// empty
void check_split(const Case& c, const Mechanism& mechanism, const AddedMass& added, const MatrixX& jacobian,
                 const MatrixX& morison);

// ---- loads: each joins the mechanism itself (lib/device/attachment.h)

Parts radiation_loads(const Case& c, const Hydro& hydro, const Sea& sea, const Device& device,
                      const solver::Options& steps);
Parts excitation_loads(const Case& c, const Hydro& hydro, const Sea& sea, const Mechanism& mechanism,
                       const Device& device, const solver::Options& steps);
/// Of a body with several sets, all that comes with its sets.
Parts set_loads(const Case& c, const Hydro& hydro, const Sea& sea, const Mechanism& mechanism, const AddedMass& added,
                const Device& device, const solver::Options& steps, std::size_t body);
Parts radiation_of_sets(const Case& c, const Hydro& hydro, const Sea& sea, const Device& device,
                        const solver::Options& steps, std::size_t body);
Parts second_order_loads(const Case& c, const Hydro& hydro, const Sea& sea);
struct BodyLoads {
  Parts parts;
  MatrixX delayed_inertia;  ///< 6N x 6N of Morison elements under `split`; empty without any
};
/// Hydrostatics, damping, drag and Morison elements.
BodyLoads body_loads(const Case& c, const Hydro& hydro, const Sea& sea, const Mechanism& mechanism);
void add_mesh_loads(const Case& c, const Sea& sea, const Mechanism& mechanism, std::size_t body, Parts& parts);
/// Stiffness, damping and the reports of modes.
Parts modal_loads(const Case& c, const Hydro& hydro);
Parts joint_loads(const Case& c, const Mechanism& mechanism);
Parts mooring_loads(const Case& c, const Sea& sea, const Mechanism& mechanism);
/// @param of_run  takes the warnings of the run
Parts rotor_loads(const Case& c, const Mechanism& mechanism, const std::shared_ptr<std::vector<Diagnostic>>& of_run);
/// Pre-tensions [N] of the tethers that ask for their equilibrium, by name: with those of the others they carry
/// buoyancy less weight of their bodies, and the moments. Of several solutions the one with the least squares.
std::map<std::string, double> balanced_tensions(const Case& c, const Mechanism& mechanism);
/// @param owner  of the limits, for a warning: "ptos.PTO1"
bodies::HardStop hard_stop(const Case& c, const model::HardStops& limits, const std::string& owner);

/// The excitation's data: without the linear Froude-Krylov force where the mesh has the nonlinear one.
std::vector<hydro::HydroBodyRef> excitation_data(const Case& c, const Hydro& hydro, const Sea& sea,
                                                 const Mechanism& mechanism, const std::vector<std::size_t>& bodies);
/// Of one body: a copy without the linear Froude-Krylov force of this mesh at the design place of the data.
hydro::HydroBodyRef without_froude_krylov(const Sea& sea, const hydro::HydroBodyRef& ref,
                                          const mesh::TriangleMesh& mesh);
hydro::ExcitationOptions excitation_options(const Case& c);
/// Half the fixed step at whose stages excitation is tabulated ahead; absent for adaptive steps.
std::optional<double> half_step(const solver::Options& steps);
/// Which loads of the body its sets bring themselves, because at least one of them has its own.
struct SetLoads {
  bool damping = false, drag = false, mass = false;
};
/// Has the results show the force of each set of a body.   @param address  of a set, from 1
void show_forces_of_sets(const model::Body& body, const std::string& part,
                         const std::function<std::string(std::size_t set)>& address, Parts& parts);
/// Adds a sum over the body's sets; on request the results show what each of them adds.
void add_set_load(const Case& c, const model::Body& body, const std::string& part, Parts& parts,
                  std::unique_ptr<device::SetLoad> load);
SetLoads loads_of_sets(const Case& c, const Hydro& hydro, std::size_t body);
/// [N/(m/s)^2 and so on] 6 x 6, zero where the case gives none.
Matrix6 drag_matrix(const Case& c, const model::QuadraticDrag& drag);
/// Says what of a body's or mooring's stiffness has no potential, where it is more than rounding of the files.
void note_removed(const Case& c, const std::string& owner, const hydro::WithoutPotential& removed);
/// What `motion` of a joint says of each of its coordinates. @throws InputError of the file
std::vector<device::GivenCoordinate> given_coordinates(const model::Joint& joint);
/// Whether lumped-mass lines end at the body: it then takes the inertia of their ends.
bool holds_lines(const Case& c, const std::string& body);

/// What the run takes from its hydro data, where output.hydro_coefficients asks for it (build_hydro_arrays.cpp).
std::vector<StoredArray> stored_coefficients(const Case& c, const Hydro& hydro, const Sea& sea,
                                             const Mechanism& mechanism, const AddedMass& added);

// ---- graph: the case's own components and connections, and what is read of all (build_components.cpp and others)

/// Adds the components. @returns what the results show of them
std::vector<RecordedSeries> add_parts(Parts& parts, system::Graph& graph);
/// The signals that pick the sets of hydro data.
void connect_set_signals(const Case& c, const Hydro& hydro, system::Graph& graph);
/// The components of the case, in its order.
struct OwnComponents {
  std::vector<std::unique_ptr<system::Component>> made;  ///< null: it could not be made
  Diagnostics faults;
};
/// @param run      what they share with it: warnings, values from outside, control of communication steps
/// @param refused  libraries that nobody allowed: they are not loaded, and their components not made
OwnComponents make_components(const Case& c, const Sea& sea, const BuiltCase& run,
                              const std::set<std::string>& refused = {});
/// @returns the names of those that could not be made
std::vector<std::string> add_components(const Case& c, OwnComponents& own, system::Graph& graph);
/// Step-size control of simulation.cosimulation (build_cosimulation.cpp); null: FMUs are stepped at steps of their own.
std::shared_ptr<system::CommunicationControl> communication_of(const Case& c);
/// Refuses the control of steps whose error nothing tells, when every component is there.
void check_communication(const Case& c, const system::CommunicationControl& control, system::Graph& graph);
/// By FMU the list of its inputs that it reads as others have just given them (build_cosimulation.cpp): under
/// simulation.cosimulation: gauss-seidel. Says in a note how the FMUs of the case are stepped.
std::map<std::string, Parameter> latest_inputs(const Case& c);
/// The case's connections, those of whole groups as connections of their members.
std::vector<model::Connection> single_connections(const Case& c, const std::vector<std::string>& failed,
                                                  system::Graph& graph, Diagnostics& found);
/// What the case connects, when every component is there.   @param failed  components that could not be made
struct Wiring {
  std::vector<RecordedSeries> recorded, states;
  osp::PortCheck ports;
  Diagnostics faults;
};
Wiring connect_components(const Case& c, const std::vector<std::string>& failed, system::Graph& graph);
void set_initial_states(const Case& c, const std::vector<std::string>& failed, system::Graph& graph,
                        Diagnostics& faults);
/// Where the device cannot be built: what is wrong with the components and among them.
/// @param owners   names whose ports are unknown; nothing: all but the components
/// @param refused  as of make_components
std::vector<Diagnostic> faults_of_components(const model::Model& model,
                                             const std::optional<std::vector<std::string>>& owners,
                                             bool connections = true, const std::set<std::string>& refused = {});
/// The power of take-offs by parts; when everything is connected.
std::map<std::string, PowerPorts> add_power(const Case& c, const Mechanism& mechanism, system::Graph& graph);
/// Which port shows in which dataset of the results.
std::vector<RecordedSeries> results_of(const Case& c, const std::map<std::string, PowerPorts>& power);
/// Every load and its promise; the watch of every run; the audit, with the series that show it.
EnergyPlan plan_energy(const Case& c, const Hydro& hydro, const Mechanism& mechanism, const system::Graph& graph);
/// Returns what computes the largest mean power [W] that the bodies can take from the waves by any law. Empty where
/// there is no such bound: excitation that depends on the motion, meshes, Morison elements, slow drift, given motions,
/// loads beside the take-offs that may bring energy, a start away from rest.
std::function<double()> greatest_power(const Case& c, const Hydro& hydro, const Sea& sea, const Mechanism& mechanism,
                                       const EnergyPlan& energy, const system::Graph& graph);
WatchPlan add_watch(const Case& c, const Hydro& hydro, const Sea& sea, const Mechanism& mechanism,
                    const EnergyPlan& plan, system::Graph& graph);
Parts audit_of(const Case& c, const Mechanism& mechanism, const AddedMass& added, const EnergyPlan& plan);

/// The texts, each once. Of a kind with more than a few the first alone, with how many there were.
std::vector<std::string> gathered(const std::vector<Note>& notes);
/// The same of warnings, by their code.
void gather_alike(std::vector<Diagnostic>& warnings);

// ---- advice: what a case may say and hardly means (build_advice.cpp). None of it throws or adds an error.

void advise(const Case& c, const Sea& sea, const Mechanism& mechanism, const solver::Options& steps,
            system::Graph& graph);
/// Of weights that the stiffness cannot hold, and inertias too small for the body's size.
void warn_of_inertia(const Case& c, const Hydro& hydro, const Mechanism& mechanism,
                     const std::vector<std::vector<bool>>& moves);
/// Of a convolution that is cut off while the kernel still acts.   @param end  [s] of what is convolved
/// @param rows  of the coefficients, those that move
void warn_of_cut(const Case& c, const SharedRadiation& radiation, double step, double end,
                 const std::vector<int>& rows);

/// Data whose frequencies end too early make a memory whose added mass is not that of the data, at the sea's periods.
/// @param active  the motions of `all` that move, 6 per body
void warn_of_memory(const Case& c, const Sea& sea, const CoupledBodies& all, const SharedRadiation& radiation,
                    const std::vector<int>& active);

// ---- what one assembled case says of another: each of them assembles the case in still water (static_equilibrium.cpp)

/// The stages in their order, once.   @param pulls  of pulls_at_design
BuiltCase assemble(const model::Model& model, SharedData& shared, Checks checks,
                   const std::map<std::string, double>& pulls, const std::vector<std::string>& signals = {});
/// Where the device rests in still water, and what carries it there.
struct StaticEquilibrium {
  std::vector<double> motion;       ///< state of the device: coordinates, then speeds of 0
  std::vector<std::string> budget;  ///< a sentence per body: weight, buoyancy, moorings, place
};
/// @throws SimulationError when there is none, with the budget in its text
StaticEquilibrium static_equilibrium(const model::Model& model, SharedData& shared,
                                     const std::map<std::string, double>& pulls);
/// Vertical forces [N] of the moorings on bodies of `mass: equilibrium` in the design pose, by name.
std::map<std::string, double> pulls_at_design(const model::Model& model, SharedData& shared);

}  // namespace swell::assembly

// What the parts of the builder share, and these parts.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "swell/assembly/built_case.h"
#include "swell/bodies/added_mass_split.h"
#include "swell/bodies/initial_state.h"
#include "swell/bodies/multibody.h"
#include "swell/hydro/coefficients.h"
#include "swell/hydro/excitation.h"
#include "swell/hydro/restoring.h"
#include "swell/mesh/triangle_mesh.h"
#include "swell/model/choices.h"
#include "swell/waves/sea_state.h"

namespace swell::device {
struct GivenCoordinate;
}  // namespace swell::device

namespace swell::assembly {

/// Bodies whose radiation is computed together, as rows and columns of one set of coefficients.
struct CoupledBodies {
  std::vector<std::size_t> bodies;        ///< indices of the sorted bodies
  std::vector<hydro::HydroBodyRef> refs;  ///< of the same
  std::vector<int> first_row;             ///< of their rows among all, generalised modes included
  std::size_t feeling = 0;                ///< the first of them feel here, the others only cause

  void add(std::size_t body, const hydro::HydroBodyRef& ref) {
    first_row.push_back(bodies.empty() ? 0 : first_row.back() + refs.back()->dof);
    bodies.push_back(body);
    refs.push_back(ref);
  }
};

/// What the parts of the builder share.
struct Building {
  Building(const model::Model& of, Diagnostics& mistakes, BuiltCase& result, SharedData& data)
      : model(of), choices(model::resolve_choices(of)), diagnostics(mistakes), built(result), shared(data) {}

  const model::Model& model;
  model::Choices choices;
  Diagnostics& diagnostics;
  BuiltCase& built;

  std::vector<const model::Body*> bodies;  ///< sorted by name
  std::vector<hydro::HydroBodyRef> hydro;  ///< by sorted body; data null without BEM data
  std::map<std::string, std::shared_ptr<const hydro::HydroData>> files;
  std::shared_ptr<const waves::SeaState> sea;
  std::vector<bodies::RigidBody> rigid;  ///< sorted, nominal
  std::vector<bodies::Joint> joints;
  std::vector<std::shared_ptr<const mesh::TriangleMesh>> meshes;  ///< sorted; null where the body is linear
  /// Of bodies with several sets, by set: the body, about one centre of gravity, then those that it feels.
  std::map<std::size_t, std::vector<CoupledBodies>> sets;
  std::vector<CoupledBodies> coupled;  ///< of the bodies with one set
  /// Under `split`: what of the added mass stays with the delayed acceleration, for each combination that a set makes;
  /// the inertia of Morison elements, which does so too; the inertia that is left implicit. 6N x 6N, design pose.
  std::vector<MatrixX> delayed;
  MatrixX delayed_morison, implicit, jacobian;
  MatrixX added_mass;  ///< 6N x 6N of the sorted bodies, zero where there is no BEM data
  SharedData& shared;

  bool has_hydro(std::size_t body) const { return hydro[body].data != nullptr; }
  model::Radiation radiation_of(const model::Body& body) const { return body.radiation.value_or(choices.radiation); }
};

void load_hydro_data(Building& b);
void build_sea(Building& b);
void build_bodies_and_joints(Building& b);
/// Warns of a `split` whose explicit loop grows.
void check_split(Building& b);
void build_device(Building& b);  ///< multibody component, added mass, initial state
void build_radiation(Building& b, const std::vector<std::vector<bool>>& moves, const std::vector<int>& turns_like);
void build_second_order(Building& b);
void build_body_loads(Building& b);
/// The excitation's data: without the linear Froude-Krylov force where the mesh has the nonlinear one.
std::vector<hydro::HydroBodyRef> excitation_data(const Building& b, const std::vector<std::size_t>& bodies);
/// Whether the sea is a record whose excitation goes by WEC-Sim's kernel.
bool kernel_route(const Building& b);
hydro::ExcitationOptions excitation_options(const Building& b);
/// Bodies with several sets of hydro data are built apart from the others.
bool is_variable(const Building& b, std::size_t body);
/// Fills Building::sets and Building::coupled.
/// @param files  by sorted body, the sets as the case names them; empty where one of them could not be read
void prepare_coupling(Building& b, const std::vector<std::vector<hydro::HydroBodyRef>>& files);
/// @param moves  entries of each body's velocity that its joints let move
void build_sets(Building& b, std::size_t body, const std::vector<std::vector<bool>>& moves);
void build_radiation_of_sets(Building& b, std::size_t body, const std::vector<std::vector<bool>>& moves);
/// Added mass that the feeling bodies have from all, 6 rows per feeling body, 6 columns per sorted body of the case: at
/// the frequency of constant coefficients, else at infinity.
MatrixX added_mass_rows(const Building& b, const CoupledBodies& coupled);
/// Of a body with several sets: whether it feels another body, and added_mass_rows of each set.
bool couples(const Building& b, std::size_t body);
std::vector<MatrixX> added_mass_of_sets(const Building& b, std::size_t body);
/// The split of the whole device's added mass with each set of one body, the other bodies in their initial sets.
std::vector<bodies::AddedMassSplit> splits_of_sets(const Building& b, std::size_t body);
/// Which loads of the body its sets bring themselves, because at least one of them has its own.
struct SetLoads {
  bool damping = false, drag = false, mass = false;
};
SetLoads loads_of_sets(const Building& b, std::size_t body);
/// [N/(m/s)^2 and so on] 6 x 6, zero where the case gives none.
/// Shares of a stiffness without potential below this are rounding of the files: nothing is said of them.
constexpr double kSymmetric = 1e-4;
/// Says what of a body's or mooring's stiffness has no potential, where it is more than that.
void note_removed(Building& b, const std::string& owner, const hydro::WithoutPotential& removed);
Matrix6 drag_matrix(const Building& b, const model::QuadraticDrag& drag);
void build_mesh_loads(Building& b, std::size_t body);
std::shared_ptr<const mesh::TriangleMesh> load_mesh(Building& b, std::size_t body);
void build_joint_loads(Building& b);
/// What `motion` of a joint says of each of its coordinates. @throws InputError of the file
std::vector<device::GivenCoordinate> given_coordinates(const model::Joint& joint);
void build_moorings(Building& b);
/// Whether lumped-mass lines end at the body: it then takes the inertia of their ends.
bool holds_lines(const Building& b, const std::string& body);
void build_components(Building& b);
void connect_components(Building& b);  ///< the connections of the case; when every component is there
void set_initial_states(Building& b);
/// Where the device cannot be built: what is wrong with the components and among them.
/// @param owners  names whose ports are unknown; nothing: all but the components
std::vector<Diagnostic> faults_of_components(const model::Model& model,
                                             const std::optional<std::vector<std::string>>& owners,
                                             bool connections = true);
void select_results(Building& b);
/// Warns of what a case may say and hardly means; when everything is connected.
void advise(Building& b);
/// The same of inertias too small for the body's size. @param moves  entries of each body's velocity
void warn_of_inertia(Building& b, const std::vector<std::vector<bool>>& moves);
/// The same of a convolution that is cut off while the kernel still acts. @param end  [s] of what is convolved
/// @param rows  of the coefficients, those that move
void warn_of_cut(Building& b, const struct SharedRadiation& radiation, double step, double end,
                 const std::vector<int>& rows);
/// After everything that makes connections: the power of take-offs by parts, then (when the results are chosen) the
/// watch of every run and, where asked for, the audit.
void build_power(Building& b);
void plan_energy(Building& b);
void build_audit(Building& b);
void build_watch(Building& b);
/// Where the device rests in still water, and what carries it there.
struct StaticEquilibrium {
  std::vector<double> motion;       ///< state of the device: coordinates, then speeds of 0
  std::vector<std::string> budget;  ///< a sentence per body: weight, buoyancy, moorings, place
  int iterations = 0;
};
/// @throws SimulationError when there is none, with the budget in its text
StaticEquilibrium static_equilibrium(const model::Model& model, SharedData* shared);

/// The angular frequency at which constant coefficients are taken. @throws InputError when the sea has none
double coefficient_frequency(const Building& b, const model::Body& body);

/// The device's radiation coefficients, and a text that names them in keys of SharedData.
struct SharedRadiation {
  std::shared_ptr<const hydro::RadiationCoefficients> coefficients;
  std::string key;
};
SharedRadiation shared_radiation(const Building& b, const std::vector<hydro::HydroBodyRef>& refs);

}  // namespace swell::assembly

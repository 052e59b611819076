/// From plain data to a graph of components, ready to compile: what a run, an inspection and a check begin with.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "swell/assembly/series.h"
#include "swell/assembly/shared_data.h"
#include "swell/assembly/stored_array.h"
#include "swell/components/external.h"
#include "swell/device/audit.h"
#include "swell/hydro/hydro_data.h"
#include "swell/model/model.h"
#include "swell/osp/ports.h"
#include "swell/solver/integrator.h"
#include "swell/system/graph.h"
#include "swell/waves/sea_state.h"

namespace swell::assembly {

/// A series of the results file and the port that it shows.
struct RecordedSeries {
  std::string address;
  Series series;
};

/// Every load on the mechanism, and which of them keep or take energy together.
struct EnergyPlan {
  std::vector<device::AuditEntry> entries;
  std::vector<device::EnergyGroup> groups;
  bool other_sources = false;  ///< something may bring energy beside wave excitation and take-offs
};

/// Where the power of a take-off is read.
struct PowerPorts {
  std::string absorbed;                                          ///< without the end stops
  std::vector<std::pair<device::PowerPart, std::string>> parts;  ///< where there are several
};

/// What to say of each thing that device::Watch looks at, in its order. {first}, {worst} and {at} are filled in.
struct WatchPlan {
  std::vector<std::string> bounds, tilts, drifts, jumps, turns;
  std::vector<std::string> codes;  ///< of bounds: what kind of warning it is
  std::vector<double> scale;       ///< of bounds: from SI to the unit of the text
};

/// Everything a run needs: the graph, what to record, how to integrate.
struct BuiltCase {
  system::Graph graph;
  std::vector<RecordedSeries> recorded;
  solver::Options solver;
  std::shared_ptr<waves::SeaState> sea;
  std::vector<StoredArray> hydro;  ///< what is taken from the hydro data, where output.hydro_coefficients asks for it
  std::vector<std::string> notes;
  std::vector<Diagnostic> warnings;
  /// Warnings of components during the run. Their own place in memory, because the case may move.
  std::shared_ptr<std::vector<Diagnostic>> of_run = std::make_shared<std::vector<Diagnostic>>();
  /// Warnings of the building, then those of the run.
  std::vector<Diagnostic> all_warnings() const;
  /// What system.initialize() has noted becomes warnings of the run.
  void take_initialization_notes(const system::System& system) const;
  /// All that one may name: what is recorded, then every output.
  std::vector<Series> signals();
  std::vector<std::string> body_names, pto_names;  ///< sorted
  /// What to call a state in the results file when output.states is on, and where it starts in the state vector.
  std::vector<RecordedSeries> states;
  std::filesystem::path state_file;  ///< where the states at the end go; empty: nowhere

  /// Mistakes of components, connections and initial states: compile() reports them with those that it finds itself.
  Diagnostics faults;
  /// What `type: input` components hold. Their own place in memory, because the case may move.
  std::shared_ptr<components::ExternalValues> external = std::make_shared<components::ExternalValues>();
  std::vector<std::string> failed_components;  ///< components that could not be made
  osp::PortCheck ports;
  std::optional<Origin> state_file_from;  ///< where the case asks for a state file; absent: it does not

  /// Compiles with the semantic rule of OSP-IS; factors that it inserts go to `warnings`.
  /// @throws InputError with every mistake, by place
  system::System compile();
  std::vector<double> body_mass;        ///< of the bodies by name [kg]
  std::map<std::string, double> pulls;  ///< [N] upwards, of moorings in the design pose on bodies of mass: equilibrium
  /// Of the bodies, as read or computed: at their own places, with modes as bodies (hydro/modes_as_bodies.h).
  std::vector<std::shared_ptr<const hydro::HydroData>> hydro_data;
  EnergyPlan energy;
  std::map<std::string, PowerPorts> power;  ///< by take-off
  WatchPlan watch;
  std::function<double()> greatest_power;  ///< [W] that any law can take from the waves; empty: no bound is known
};

/// Runs `part`; an InputError adds its diagnostics and the building goes on. @returns whether it went through
template <class Part>
bool collect(Diagnostics& diagnostics, Part part) {
  try {
    part();
    return true;
  } catch (const InputError& error) {
    diagnostics.add(error.diagnostics());
    return false;
  }
}

/// What looks on beside the device: the watch of every run, and the energy balance of an audit as well. Without either
/// the loads are as they are: to measure what they cost. `rehearsal`: without a look-on, and with stand-ins where
/// hydrodynamics would be computed; the case then shows its mistakes and its signals, and must not be run. `none`: for
/// coefficients of one frequency at a time too, whose added mass is not the inertia of a motion in time.
enum class Checks { none, watch, audit, rehearsal };

/// Reads, checks and assembles. @throws InputError with everything that is wrong
/// @param shared  what this case may take from others and leave to them; null: nothing
/// @param signals  recorded beside what results show: output ports by name (series.h)
BuiltCase build_case(const model::Model& model, SharedData* shared = nullptr, Checks checks = Checks::watch,
                     const std::vector<std::string>& signals = {});

/// Puts a compiled case with constant radiation coefficients into another regular wave: added mass, damping, excitation
/// and sea become those of `model`, which is the same case in that wave. Initialize the system afterwards.
/// @returns false, and changes nothing, where other loads are made of the wave as well: build such a case anew
/// @throws InputError as build_case
bool retune(const model::Model& model, SharedData& shared, BuiltCase& built, system::System& system);

/// What is wrong with the hydro data and the sea of a case whose keys are wrong elsewhere, so that one list has all
/// mistakes. Places that the list names already are left out.
void check_data(const model::Model& model, Diagnostics& diagnostics);

/// Finds where the device rests in still water, and returns what the watch says of that place.
/// @param notes  gets a sentence of forces and place for each body that rests away from its design place
/// @throws InputError, SimulationError where the case cannot be built or evaluated
std::vector<Diagnostic> judge_rest(const model::Model& model, SharedData* shared, std::vector<std::string>& notes);

/// What the watch has found, for BuiltCase::of_run; and of a run that has diverged who drove it.
std::vector<Diagnostic> watch_report(const BuiltCase& built, const system::System& system);
std::string watch_drivers(const BuiltCase& built, const system::System& system);

}  // namespace swell::assembly

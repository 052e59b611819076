/// Runs a case: what the command, the batch room and an embedding program call.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "swell/case/choices.h"
#include "swell/case/model.h"

namespace swell::model {

struct RunOptions {
  std::filesystem::path output;  ///< results file; empty: the case's own (output.file, else <case>.h5)
  bool audit = false;            ///< judge the energy balance and fail a run that does not close
  /// Called now and then with simulated time [s] and fraction done [0, 1]; may be empty.
  std::function<void(double sim_time, double fraction)> progress;
};

/// Mean power of a PTO over the second half of the run.
struct PtoSummary {
  std::string name;
  double mean_power = 0.0;  ///< [W], positive when taken out of the device
  double peak_power = 0.0;  ///< [W]
};

/// Range of a body's motion over the second half of the run.
struct BodySummary {
  std::string name;
  std::vector<double> minimum, maximum;  ///< (6) surge..yaw of the centre of gravity [m, rad]
};

struct RunSummary {
  std::filesystem::path results;
  double simulated = 0.0;  ///< [s]
  double wall = 0.0;       ///< [s]
  long steps = 0;
  long evaluations = 0;
  std::vector<PtoSummary> ptos;
  std::vector<BodySummary> bodies;
  std::vector<std::string> warnings;
  std::vector<ChoiceLine> choices;  ///< in force
  std::vector<std::string> notes;   ///< what the reader should know: bodies that float freely, dropped entries
};

/// Runs the case and writes its results.
/// @throws InputError before anything is written; SimulationError with the partial file's name in its text
RunSummary run_case(const Model& model, const RunOptions& options);

/// Everything that run_case would refuse before its first step, hydro files and connections included.
void check_case(const Model& model, Diagnostics& diagnostics);

/// One port, parameter or state of a component.
struct InspectedItem {
  std::string name;
  std::string kind;  ///< "input", "output", "parameter", "state"
  int width = 1;
  std::string unit;
  std::string frame;
  std::string value;  ///< of parameters and constants, as text
};

struct InspectedComponent {
  std::string name;
  std::string type;
  std::vector<InspectedItem> items;
};

struct Inspection {
  std::vector<InspectedComponent> components;
  std::vector<std::string> notes;
};

/// Every component of the case as it would run, in the order of the schedule.
Inspection inspect_case(const Model& model);

}  // namespace swell::model

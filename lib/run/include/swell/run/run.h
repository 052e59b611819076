/// Runs a case: what the command, the batch library and an embedding program call.
#pragma once

#include <csignal>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "swell/assembly/series.h"
#include "swell/assembly/shared_data.h"
#include "swell/model/choices.h"
#include "swell/model/model.h"
#include "swell/run/window.h"

namespace swell::run {

struct RunOptions {
  std::filesystem::path output;  ///< results file; empty: the case's own (output.file, else <case>.results.h5)
  assembly::SharedData* shared = nullptr;  ///< what several runs in one process share; null: nothing
  bool force = false;                      ///< replace a file that is read-only, or that Swell has not written
  bool audit = false;                      ///< keep the energy balance and judge it (RunSummary::audit)
  std::optional<double> checkpoint_at{};   ///< [s] the first accepted point from here on is written to `checkpoint`
  std::filesystem::path checkpoint{};      ///< empty: <results>.checkpoint.h5
  std::filesystem::path restart{};         ///< go on from this checkpoint, bit for bit; results begin after it
  /// Simulated seconds per second of the wall clock: each point of the integration waits for its time, and the results
  /// are written in a thread of their own. Absent: as fast as it goes.
  std::optional<double> real_time{};
  /// Called now and then (with real_time from the thread that writes) with simulated time [s] and fraction done [0, 1];
  /// may be empty.
  std::function<void()> prepared;  ///< called once, before a file is written
  std::function<void(double sim_time, double fraction)> progress;
  /// Looked at between steps: not 0 ends the run with a SimulationError and its partial results. Null: never.
  const volatile std::sig_atomic_t* interrupt = nullptr;
};

/// Absorbed power of a PTO over the window of the averages.
struct PtoSummary {
  std::string name;
  double mean_power = 0.0;  ///< [W] absorbed: positive when taken out of the device; end stops left out
  double peak_power = 0.0;  ///< [W]
  /// Mean power of its parts [W], where there are several: damper, spring, actuator, friction, end_stop.
  std::vector<std::pair<std::string, double>> parts;
  /// [W] of the mean's 95 % interval in a random sea, from the means of ten blocks of the window [Law2015];
  /// absent where a block is shorter than three peak periods.
  std::optional<double> half_width;
};

/// Range over the window of the averages: of a body, surge to yaw of its centre of gravity (6) [m, rad]; of a
/// generalised mode, its amplitude (1) [m].
struct BodySummary {
  std::string name;  ///< of a mode with its body: "barge.mode1"
  std::vector<double> minimum, maximum;
  std::vector<double> mean, standard_deviation;  ///< of the rows of results
};

/// The sea over the window of the averages, where it is irregular: what the record achieved, not what was asked for.
struct SeaSummary {
  double significant_height = 0.0;  ///< [m] 4 standard deviations of the elevation at the origin
  std::optional<double>
      peak_period;          ///< [s] by the fourth power of the spectrum [Young1995]; where there is one to see
  double wave_power = 0.0;  ///< [W/m] per metre of crest, of the components
};

/// The energy balance of a run (RunOptions::audit).
struct AuditReport {
  struct Line {
    std::string name;     ///< "float: restoring"
    double energy = 0.0;  ///< [J] put into the motion; negative: taken out
  };
  std::vector<Line> lines;          ///< loads, then the change of energy with opposite sign; their sum is the residual
  double exchanged = 0.0;           ///< [J] half the absolute work of all loads
  double residual = 0.0;            ///< [J]
  double tolerance = 0.0;           ///< [J] what the integrator's error may leave
  double worst_force_defect = 0.0;  ///< parts of the force on a body against its momentum, over the largest part
  bool closes = false;

  /// Whether a load keeps its promise: what it has put into the motion beyond what it stored before, at its largest.
  struct Law {
    std::string name;     ///< "float: restoring"
    std::string promise;  ///< "conserves", "dissipates" or "radiates"
    double energy = 0.0;  ///< [J] made; negative: lost, by a load that should keep it
    double time = 0.0;    ///< [s] of that
    bool holds = false;   ///< within `tolerance`
  };
  std::vector<Law> laws;
  std::vector<std::string> not_judged;  ///< loads that promise nothing: waves, control, laws without a potential
  bool lawful() const;
};

/// How a run kept to the wall clock (RunOptions::real_time).
struct RealTimeSummary {
  double speed = 1.0;           ///< simulated seconds per second
  long points = 0;              ///< of the integration, each with its time on the clock
  long missed = 0;              ///< of these, computed after their time
  double worst_lateness = 0.0;  ///< [s] by which a point went on after its time: work, or the system's timer
  double worst_at = 0.0;        ///< [s] simulated time of that
  double mean_work = 0.0, worst_work = 0.0;  ///< [s] from one point to the next without the wait
};

struct RunSummary {
  std::filesystem::path results;
  double simulated = 0.0;            ///< [s]
  std::optional<double> stopped_at;  ///< [s] where simulation.stop ended the run
  Window window;                     ///< of the averages below; empty, and these with it, where the run ended before
  std::filesystem::path checkpoint;  ///< written, if one was asked for
  double wall = 0.0;                 ///< [s]
  long steps = 0;
  long evaluations = 0;
  std::vector<PtoSummary> ptos;
  std::vector<BodySummary> bodies;
  std::optional<SeaSummary> sea;     ///< of irregular seas
  std::optional<double> half_width;  ///< [W] of the mean power of all take-offs (PtoSummary::half_width)
  std::vector<std::pair<std::string, double>> electrical;  ///< [W] mean of each component's electrical_power
  std::optional<double> capture_width;  ///< [m] absorbed power of all take-offs over the power of the waves per metre
  std::optional<std::string> invalid_power;  ///< why the mean powers are no result (CaseRun::invalid_power)
  std::optional<AuditReport> audit;
  std::optional<RealTimeSummary> real_time;
  std::vector<Diagnostic> warnings;
  std::vector<model::ChoiceLine> choices;  ///< in force
  std::vector<std::string> notes;          ///< what the reader should know: bodies that float freely, dropped entries
  std::size_t notes_of_preparation = 0;    ///< how many of them come first and are known before the run
};

/// Runs the case and writes its results.
/// @throws InputError before anything is written; SimulationError with the partial file's name in its text
RunSummary run_case(const model::Model& model, const RunOptions& options);

/// A case built and ready to run, its rows handed to the caller instead of a file: what a batch runs by the thousand.
/// The numbers are those of run_case, bit for bit. One thread per CaseRun; any number of CaseRuns at a time.
class CaseRun {
 public:
  /// @param shared  what this case takes from others and leaves to them; must outlive the run; null: nothing
  /// @param select  patterns of the datasets that are wanted, as output.select; empty: all. Others are not computed.
  /// @param audit  adds the energy balance, group /audit
  /// @throws InputError with everything that run_case would refuse
  explicit CaseRun(const model::Model& model, assembly::SharedData* shared = nullptr,
                   const std::vector<std::string>& select = {}, bool audit = false);
  ~CaseRun();
  CaseRun(CaseRun&&) noexcept;
  CaseRun& operator=(CaseRun&&) noexcept;

  const std::vector<assembly::Series>& series() const noexcept;  ///< datasets, in the order of the results file
  const double* values(std::size_t series) const;                ///< of the current row; max(1, width) numbers
  std::vector<Diagnostic> warnings() const;
  const std::vector<std::string>& notes() const noexcept;
  /// Mean power of the waves per metre of crest over all seas [W/m]; 0 in still water.
  double wave_power() const;
  /// Period [s] of the only regular wave, nothing when the sea is another.
  std::optional<double> regular_period() const;

  /// The longest [s] of the periods of the seas that carry a hundredth of the power or more: of a regular wave, of the
  /// peak, or of the energy where that is shorter (imported spectra and records). Nothing in still water.
  std::optional<double> longest_period() const;

  /// Returns a sentence where the take-offs absorb more in the mean than these waves can give to these bodies by any
  /// law (hydro/power_bound.h), or, where no such bound is known, absorb or put in what the waves carry over ten
  /// kilometres of crest. Nothing otherwise, or without waves.
  /// @param absorbed  [W] of all take-offs together   @param window  [s] of that mean
  std::optional<std::string> invalid_power(double absorbed, double window) const;

  /// Runs from the start, calling `row` at each output time; `row` returns false to stop there. `point`, where given,
  /// is called at every accepted point of the integrator, before the row of that time: motions and the power of
  /// take-offs (values() of /ptos/NAME/power and its parts) are those of the point then.
  /// @throws SimulationError
  void run(const std::function<bool(double time)>& row, const std::function<void(double time)>& point = {});
  /// Runs as above and returns what swell run prints: window, ranges, powers and their notes. Its verdicts join
  /// warnings().
  /// @param model  that of the constructor
  RunSummary run_summary(const model::Model& model, const std::function<bool(double time)>& row);
  /// [s] where simulation.stop ended the run before its end; nothing when it went to the end or `row` stopped it.
  std::optional<double> stopped_at() const;
  long steps() const;
  long evaluations() const;

 private:
  friend RunSummary run_case(const model::Model& model, const RunOptions& options);
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

/// A sentence where the averages are of less than one wave: no mean, whatever they are of.
/// @param window  [s] that they cover  @param period  [s] of the longest waves; nothing in still water
std::optional<std::string> less_than_one_wave(double window, std::optional<double> period);

/// Everything that run_case with these options would refuse before its first step: hydro files, connections, and the
/// files that it would write. @returns what the builder has to say of a case without mistakes
std::vector<std::string> check_case(const model::Model& model, Diagnostics& diagnostics,
                                    const RunOptions& options = {});
/// An error where the name of a results file says another format than HDF5: who opens it would believe it.
void check_results_name(const std::filesystem::path& results, const Origin& origin, Diagnostics& diagnostics);
/// The files that the run would write alone, for a case that is wrong elsewhere.
void check_outputs(const model::Model& model, const RunOptions& options, Diagnostics& diagnostics);

}  // namespace swell::run

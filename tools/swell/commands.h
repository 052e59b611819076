// The subcommands. A function that does one returns the exit status: 0 done, 1 the simulation failed, 2 the input is
// wrong.
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>
#include <vector>

#include "put.h"

namespace swell::command {

/// Adds a subcommand; running it sets `status`.
void add_batch_command(CLI::App& app, int& status);
void add_bem_command(CLI::App& app, int& status);
void add_compare_command(CLI::App& app, int& status);
void add_fmu_command(CLI::App& app, int& status);
void add_import_command(CLI::App& app, int& status);
void add_linear_command(CLI::App& app, int& status);
void add_new_command(CLI::App& app, int& status);
void add_rao_command(CLI::App& app, int& status);
void add_report_command(CLI::App& app, int& status);
void add_stats_command(CLI::App& app, int& status);
/// Adds completion and man.
void add_shell_commands(CLI::App& app);

/// Ends every --help. Of subcommands an example and the page to read stand above it.
inline constexpr const char* kExitStatus =
    "Exit status: 0 done, 1 the simulation or writing failed, 2 the input is wrong.";
/// The examples of all subcommands; after these have been added.
void add_examples(CLI::App& app);

/// The only case in the working folder. @throws InputError when there is none, or several with their names
std::string only_case();
/// For completion and checks in an editor (YAML language server): the schema as it was installed or built.
std::string editor_line(const std::string& schema);

struct CaseOptions {
  std::string file;
  std::vector<std::string> overrides;
  std::string scenario;  // of a system of FMUs
  bool json = false;
  bool evaluates = false;        // the equations of the case are called: its FMUs are loaded, not only read
  bool allow_libraries = false;  // component libraries and FMUs of the case may be loaded: their code runs then
};

struct RunCommand : CaseOptions {
  RunCommand() { allow_libraries = true; }
  std::string output;
  bool force = false;
  bool audit = false;
  bool quiet = false, verbose = false;
  std::optional<double> checkpoint_at;
  std::string checkpoint, restart;
  bool real_time = false;
  double speed = 1.0;                 // of real time
  bool report = false, open = false;  // a page beside the results; shown in the browser
};
int run(const RunCommand& options);

struct CheckCommand : CaseOptions {
  std::string output;  // of the run that is judged
};
int check(const CheckCommand& options);

struct InspectCommand : CaseOptions {
  InspectCommand() { evaluates = true; }
  std::string component;  // only this one
  bool graph = false;     // as Graphviz draws it
};
int inspect(const InspectCommand& options);

struct PlotCommand {
  std::vector<std::string> files;
  std::string output;
  std::vector<std::string> select;
  std::optional<double> from, to;
  bool force = false;  // here and below: replace what Swell has not written
  bool quiet = false;
};
int plot(const PlotCommand& options);

/// From here on a crash (of a component library, most likely) is reported before the process ends with status 1.
/// A call of exit() by somebody else is reported likewise, until no_more_crashes(), and so is a signal that asks to
/// end.
/// @param json  on stdout as well, as one object
void report_crashes(bool json);
/// The case that the calling thread is at: what a report of a crash names.
void case_for_crashes(const std::string& title);
/// Of the calling thread, for reports of a stack that overflows there.
void stack_for_crashes();
/// The command has done its work and main() returns.
void no_more_crashes();

struct ReportCommand {
  std::vector<std::string> files;
  std::string output;  // default: <first file>.html
  std::string case_file;
  bool force = false, open = false, quiet = false;
};
int write_report(const ReportCommand& options);
/// What would keep write_report() from its page, before the results are there.
void check_report(const ReportCommand& options);

struct OspCommand : CaseOptions {
  std::string path;         // of validate
  std::string group_types;  // of validate
  bool list_open = false;   // of validate
  std::string folder;       // of export
  bool force = false;
};
int osp_validate(const OspCommand& options);
int osp_export(const OspCommand& options);

struct XdmfCommand {
  std::string file, output;
  int every = 0;  // rows; 0: up to 500 frames
  bool force = false;
};
int xdmf(const XdmfCommand& options);

enum class Page { schema, reference, components, choices, study, device };
/// @param libraries  of the user's own, whose types the schema and the page of components have too
int schema(Page page, const std::vector<std::string>& libraries);

}  // namespace swell::command

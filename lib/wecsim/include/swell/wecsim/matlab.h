/// The part of MATLAB's language that wecSimInputFile.m is written in.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "swell/base/contained.h"
#include "swell/wecsim/matlab_value.h"

namespace swell::wecsim {

/// Runs scripts in one workspace and keeps where every property of WEC-Sim's objects was set. WEC-Sim's constructors
/// (simulationClass, bodyClass ...) make structs of their class's defaults. Nothing outside is run or written: commands
/// that draw, print or call Simulink are left out and named in `skipped`.
class MatlabWorkspace {
 public:
  /// @param folder  where scripts, functions and data files are looked up
  explicit MatlabWorkspace(std::filesystem::path folder, Containment containment = Containment::in_process);
  ~MatlabWorkspace();
  MatlabWorkspace(const MatlabWorkspace&) = delete;
  MatlabWorkspace& operator=(const MatlabWorkspace&) = delete;

  /// Go on after a statement that sets a variable of the script's own and cannot be evaluated: it is kept in `failed`,
  /// and the variable has no value. Properties of WEC-Sim's objects are never left out.
  void tolerate(bool on);
  const std::vector<Diagnostic>& failed() const;

  /// @throws InputError with file:line:column of what is not understood or has no value
  void run_file(const std::filesystem::path& file);
  /// Runs an input file, tolerant as above.
  /// @param defines  variables set before, by name: expressions
  /// @throws InputError as run_file
  void run_input(const std::filesystem::path& file, const std::map<std::string, std::string>& defines);
  void run_text(const std::string& text, const std::string& name);
  /// The value of one expression; `origin` is where its text stands.
  MatlabValue evaluate(const std::string& expression, const Origin& origin);
  /// The same within masks, the outermost first: parameters by name, each mask evaluated in what is around it.
  MatlabValue evaluate(const std::string& expression, const Origin& origin,
                       const std::vector<std::map<std::string, std::string>>& masks);

  const MatlabValue* find(const std::string& variable) const;
  void set(const std::string& variable, MatlabValue value);
  const std::map<std::string, MatlabValue>& variables() const;

  /// Where `body(1).mass` was set last; an Origin without a line when it was not.
  Origin set_at(const std::string& property) const;
  /// Every property that was set, by name: body(1).mass, simu(1).dt.
  const std::map<std::string, Origin>& assignments() const;
  /// Statements without effect on a case (plots, output), and what was read: one line each, with its place.
  const std::vector<std::string>& skipped() const;
  /// The text of the function file of that name; empty when there is none.
  std::string source_of(const std::string& function) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// The defaults of WEC-Sim's class, empty for a name that is none. (reference: WEC-Sim 7 source/objects/*.m)
MatlabValue wec_sim_defaults(const std::string& class_name);
bool is_wec_sim_class(const std::string& name);

}  // namespace swell::wecsim

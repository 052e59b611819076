// The machine behind MatlabWorkspace: variables, evaluation, assignment. The functions of the language are in
// matlab_functions.cpp.
#pragma once

#include <fmt/format.h>

#include <functional>
#include <optional>

#include "matlab_syntax.h"
#include "swell/wecsim/matlab.h"

namespace swell::wecsim {

struct MatlabFunction {
  std::string name;  // of a handle; empty for an anonymous one
  ExpressionPtr body;
  std::vector<std::string> parameters;
  std::map<std::string, MatlabValue> captured;
  std::string file;
};

constexpr std::size_t kMostSteps = 5'000'000;  // statements and expressions: a loop without end is refused

class Machine {
 public:
  using Values = std::vector<MatlabValue>;
  using Variables = std::map<std::string, MatlabValue>;

  Machine(std::filesystem::path folder, Containment containment)
      : folder_(std::move(folder)), containment_(containment) {}

  void run_file(const std::filesystem::path& file);
  void run_script(const Script& script);
  MatlabValue evaluate_text(const std::string& text, const Origin& origin);

  // for the functions of the language
  Values call_value(const MatlabValue& function, const Values& arguments, std::size_t outputs);
  [[noreturn]] void fail(const std::string& what, const std::string& remedy = {}) const;
  /// The same, where a program tells this mistake from a damaged script: error_codes.h.
  [[noreturn]] void refuse(const char* code, const std::string& what, const std::string& remedy = {}) const;
  void skip(const std::string& what);
  std::filesystem::path resolve(const std::string& name) const;
  const MatlabValue* find(const std::string& name) const;
  void clear(const Values& names);
  void add_folder(const std::string& name) { folders_.push_back(resolve(name)); }
  Containment containment() const { return containment_; }
  const std::filesystem::path& folder() const { return folder_; }
  bool exhausted() const;  ///< no step or element is left
  void budget(std::size_t elements) const;
  Origin here() const { return {file_, line_, column_, {}}; }

  Variables variables_;
  std::map<std::string, Origin> assignments_;
  std::vector<std::string> skipped_;
  std::vector<Diagnostic> failed_;
  bool tolerant = false;

 private:
  enum class Flow { next, break_, continue_, return_ };
  struct EndOf {
    const MatlabValue* value;
    std::size_t position, of;
  };

  class Call;
  class Scope;

  Flow run(const Block& block);
  static bool may_fail(const Statement& statement);
  static bool is_method(const Statement& statement);
  /// Runs a method of one of WEC-Sim's objects; false where the statement calls none.
  bool run_method(const Statement& statement);
  void set_initial_pose(const ExpressionPtr& object, const Values& arguments);
  Flow run(const Statement& statement);
  void command(const Statement& statement);
  MatlabValue value_of(const ExpressionPtr& expression);
  Values values_of(const ExpressionPtr& expression, std::size_t outputs);
  MatlabValue index(const MatlabValue& value, const std::vector<ExpressionPtr>& children);
  Values cells_of(const MatlabValue& value, const std::vector<ExpressionPtr>& children);
  Values arguments_of(const std::vector<ExpressionPtr>& children, const MatlabValue* indexed);
  MatlabValue concatenate(const std::vector<std::vector<ExpressionPtr>>& rows, bool cells);
  void assign(const ExpressionPtr& target, MatlabValue value);
  void assign_at(MatlabValue& target, const std::vector<const Expression*>& chain, std::size_t from, MatlabValue value,
                 const std::string& path);
  /// Returns "run_cases.m:12" where another script of the folder sets the variable, empty where none does; and the
  /// number that it sets, "..." where it is none.
  std::pair<std::string, std::string> set_in_folder(const std::string& name) const;
  /// @throws InputError with all names that lines of objects lack
  void stop_for_missing();
  Values call_named(const std::string& name, Values arguments, std::size_t outputs, bool statement);
  Values call_definition(const FunctionDefinition& f, const Values& arguments, std::size_t outputs);
  void at(const Expression& e) {
    line_ = e.line;
    column_ = e.column;
  }

  std::filesystem::path folder_;
  Containment containment_;
  std::vector<std::filesystem::path> folders_;
  std::map<std::string, std::shared_ptr<const Script>> scripts_;
  std::map<std::string, std::pair<std::shared_ptr<const Script>, std::size_t>> functions_;
  std::vector<EndOf> ends_;
  std::string file_;
  // Why a variable has no value: the first line that failed, and the name that it lacks, if it lacks one.
  struct Cause {
    std::string why, name;
  };
  Cause cause_;  // of the error under way
  std::map<std::string, Cause> unset_;
  std::map<std::string, Diagnostic> missing_;
  int line_ = 0, column_ = 0, depth_ = 0, trying_ = 0;
  std::size_t steps_ = 0;
  mutable std::size_t large_ = 0;
};

/// Is this the variable of one of WEC-Sim's objects?
bool is_object(const std::string& variable);

// ---- of values
MatlabValue binary(Machine& machine, const std::string& sign, const MatlabValue& a, const MatlabValue& b);
MatlabValue unary(Machine& machine, const std::string& sign, const MatlabValue& a);
MatlabValue transposed(Machine& machine, const MatlabValue& a);
MatlabValue join_row(Machine& machine, const std::vector<MatlabValue>& parts);
MatlabValue join_column(Machine& machine, const std::vector<MatlabValue>& parts);
/// Numbers of a value: characters are their codes.
MatlabValue numeric(Machine& machine, const MatlabValue& a);
bool truth(Machine& machine, const MatlabValue& a);
bool equal(const MatlabValue& a, const MatlabValue& b);
std::string describe(const MatlabValue& a);
/// Returns element `i` of a struct or an array of objects; an object stays the same one.
MatlabValue element_of(const MatlabValue& array, std::size_t i);
/// The character of a code; '?' where it is none.
inline char character(double code) {
  return code >= 0.0 && code < 256.0 ? static_cast<char>(static_cast<unsigned char>(code)) : '?';
}

/// A function of the language, or nothing. `found` says whether the name is one.
std::vector<MatlabValue> call_builtin(Machine& machine, const std::string& name,
                                      const std::vector<MatlabValue>& arguments, std::size_t outputs, bool& found);
bool is_builtin(const std::string& name);
/// Loads a file's variables: .mat, or a matrix from text under the name of the file.
MatlabValue::Fields load_file(Machine& machine, const std::string& name);

}  // namespace swell::wecsim

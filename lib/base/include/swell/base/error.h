/// Errors that keep their parts apart: where, what, what was expected, what to try.
///
/// Three failures, three mechanisms. Input from a person: collected as Diagnostics, thrown once as InputError (exit
/// status 2). A run that cannot go on: SimulationError with body, force and time (exit status 1). A contract between
/// our own functions: SWELL_EXPECT, checked in every build at set-up, never inside the time loop.
#pragma once

#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace swell {

/// Where a value came from: file:line:column and key path of a YAML node, dataset path of an HDF5 file, line of a BEM
/// output. Lines and columns count from 1; 0 means unknown.
struct Origin {
  std::string file;
  int line = 0;
  int column = 0;
  std::string path;  ///< key path (waves.height), dataset (/body1/properties/cg) or section

  /// "rm3.yaml:6:31", "rm3.h5:/body1/properties/cg", or "" when nothing is known.
  std::string place() const;
};

enum class Severity { error, warning };

/// One mistake in the input. `text()` reads: place: path = value unit: reason; remedy.
struct Diagnostic {
  Severity severity = Severity::error;
  Origin origin;
  std::string message;   ///< the thing, its value with unit and the rule: "waves.height = -2 m must be above 0"
  std::string value;     ///< the value as given, if there is one
  std::string expected;  ///< what would have been right, for programs (--json)
  std::string remedy;    ///< what to try: "did you mean height?"

  std::string text() const;
};

/// Base of every exception that Swell throws.
class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The input is wrong. Holds every mistake that was found, not only the first. Exit status 2.
class InputError : public Error {
 public:
  explicit InputError(std::vector<Diagnostic> diagnostics);
  explicit InputError(Diagnostic diagnostic);
  InputError(Origin origin, std::string message, std::string remedy = {});
  const std::vector<Diagnostic>& diagnostics() const noexcept { return diagnostics_; }

 private:
  std::vector<Diagnostic> diagnostics_;
};

/// A run that cannot continue: divergence, a network that does not converge. Exit status 1.
class SimulationError : public Error {
 public:
  /// @param what  the whole sentence, cause and remedy included
  /// @param time  simulated time [s]
  /// @param component  body, joint or component that failed
  /// @param quantity  force, state or port that was not finite
  SimulationError(const std::string& what, double time, std::string component, std::string quantity);
  double time() const noexcept { return time_; }
  const std::string& component() const noexcept { return component_; }
  const std::string& quantity() const noexcept { return quantity_; }

 private:
  double time_;
  std::string component_;
  std::string quantity_;
};

/// Collects mistakes so that one run shows them all.
class Diagnostics {
 public:
  void error(Origin origin, std::string message, std::string remedy = {}, std::string value = {},
             std::string expected = {});
  void warning(Origin origin, std::string message, std::string remedy = {}, std::string value = {},
               std::string expected = {});
  void add(Diagnostic diagnostic) { list_.push_back(std::move(diagnostic)); }
  void add(const std::vector<Diagnostic>& diagnostics);

  bool has_errors() const;
  const std::vector<Diagnostic>& list() const noexcept { return list_; }
  std::vector<std::string> warnings() const;  ///< texts of the warnings
  /// Throws InputError with all diagnostics when there is at least one error.
  void throw_if_errors() const;

 private:
  std::vector<Diagnostic> list_;
};

/// The known name nearest to `name` by edit distance, or nothing when none is near enough to be meant.
std::optional<std::string> nearest(const std::string& name, const std::vector<std::string>& known);

[[noreturn]] void contract_violated(const char* condition, const char* file, int line);

}  // namespace swell

/// A promise between our own functions. Never for input from a person.
#define SWELL_EXPECT(condition)                                                   \
  do {                                                                            \
    if (!(condition)) ::swell::contract_violated(#condition, __FILE__, __LINE__); \
  } while (false)

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
  std::string path;           ///< key path (waves.height), dataset (/body1/properties/cg) or section
  std::string argument = {};  ///< of the command that gave the value in place of a file: "--set waves.height=3"

  /// "rm3.yaml:6:31", "rm3.h5:/body1/properties/cg", "--set waves.height=3", or "" when nothing is known.
  std::string place() const;
};

enum class Severity { error, warning };

/// One mistake in the input, or one warning. `text()` reads: place: path = value unit: reason; remedy. The parts are
/// for programs, the message for people: nothing reads a part back out of a text.
struct Diagnostic {
  Severity severity = Severity::error;
  Origin origin;
  std::string message;   ///< the thing, its value with unit and the rule: "waves.height = -2 m must be above 0"
  std::string value;     ///< the value as given, if there is one
  std::string expected;  ///< what would have been right, for programs (--json)
  std::string remedy;    ///< what to try: "did you mean height?"
  /// The thing that it is about: key path ("waves.height"), body, joint or component; "" for the case as a whole.
  std::string subject = {};
  /// What kind it is, the same word whatever the values: "unknown-key", "coarse-step". Every warning has its own.
  std::string code = "wrong-input";
  /// The rule of a standard that is broken, by its name there (osp::fault()); texts give it before the message.
  std::string rule = {};

  std::string text() const;
  std::string sentence() const;  ///< the text without the word "warning"
};
/// Part by part.
bool operator==(const Diagnostic& a, const Diagnostic& b);

/// The same texts as Diagnostic::text(), one per line of a report.
std::vector<std::string> texts(const std::vector<Diagnostic>& diagnostics);
/// Their sentences, where the heading says already that they are warnings.
std::vector<std::string> sentences(const std::vector<Diagnostic>& diagnostics);

/// A warning of something that no place of the input says.
Diagnostic warning_of(std::string code, std::string subject, std::string message);

/// Adds `warning` unless the list has it already.
void add_once(std::vector<Diagnostic>& list, Diagnostic warning);

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

/// A run that cannot continue: divergence, a network that does not converge. Exit status 1. what() is for people: the
/// message and, where it diverged, the first of the warnings.
class SimulationError : public Error {
 public:
  /// @param message  the whole sentence, cause and remedy included
  /// @param time  simulated time [s]
  /// @param component  body, joint or component that failed
  /// @param quantity  force, state or port that was not finite
  /// @param diverged  whether numbers grew beyond all bounds, or a search for rest found none, which warnings may
  /// explain
  /// @param value  of the quantity, in SI
  /// @param warnings  of the case: what was noticed before the run may be its cause
  SimulationError(std::string message, double time, std::string component, std::string quantity, bool diverged = false,
                  std::optional<double> value = {}, std::vector<Diagnostic> warnings = {});
  const std::string& message() const noexcept { return message_; }
  double time() const noexcept { return time_; }
  const std::string& component() const noexcept { return component_; }
  const std::string& quantity() const noexcept { return quantity_; }
  bool diverged() const noexcept { return diverged_; }
  std::optional<double> value() const noexcept { return value_; }
  const std::vector<Diagnostic>& warnings() const noexcept { return warnings_; }

 private:
  std::string message_;
  double time_;
  std::string component_;
  std::string quantity_;
  bool diverged_;
  std::optional<double> value_;
  std::vector<Diagnostic> warnings_;
};

/// Collects mistakes so that one run shows them all.
class Diagnostics {
 public:
  /// The subject is the path of the origin; it and the code may be set in what is returned, until the next call.
  Diagnostic& error(Origin origin, std::string message, std::string remedy = {}, std::string value = {},
                    std::string expected = {});
  Diagnostic& warning(std::string code, Origin origin, std::string message, std::string remedy = {});
  void add(Diagnostic diagnostic) { list_.push_back(std::move(diagnostic)); }
  void add(const std::vector<Diagnostic>& diagnostics);

  bool has_errors() const;
  const std::vector<Diagnostic>& list() const noexcept { return list_; }
  /// Whether something is listed about this subject.
  bool mentions(const std::string& subject) const;
  std::vector<Diagnostic> warnings() const;
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

#include "swell/base/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <numeric>
#include <tuple>

#include "swell/base/visible.h"

namespace swell {

namespace {
/// Messages quote the input: UTF-8 without control characters, whatever stands there. A NUL would cut the text.
Diagnostic shown(Diagnostic d) {
  for (std::string* text : {&d.message, &d.value, &d.expected, &d.remedy}) *text = visible(*text);
  return d;
}
}  // namespace

std::string Origin::place() const {
  if (!argument.empty()) return argument;
  if (file.empty()) return path;
  if (line > 0 && column > 0) return fmt::format("{}:{}:{}", file, line, column);
  if (line > 0) return fmt::format("{}:{}", file, line);
  return path.empty() ? file : fmt::format("{}:{}", file, path);
}

namespace {
std::string written(const Diagnostic& d, const char* word) {
  std::string text = d.origin.place();
  if (text == d.origin.path && d.message.rfind(text, 0) == 0) text.clear();  // the message says it itself
  if (!text.empty()) text += ": ";
  text += word;
  if (!d.rule.empty()) text += d.rule + ": ";
  text += d.message;
  if (!d.remedy.empty()) text += "; " + d.remedy;
  return visible(text);
}
}  // namespace

std::string Diagnostic::text() const { return written(*this, severity == Severity::warning ? "warning: " : ""); }

std::string Diagnostic::sentence() const { return written(*this, ""); }

bool operator==(const Diagnostic& a, const Diagnostic& b) {
  const auto parts = [](const Diagnostic& d) {
    const Origin& o = d.origin;
    return std::tie(d.severity, o.file, o.line, o.column, o.path, o.argument, d.message, d.value, d.expected, d.remedy,
                    d.subject, d.code, d.rule);
  };
  return parts(a) == parts(b);
}

std::vector<std::string> texts(const std::vector<Diagnostic>& diagnostics) {
  std::vector<std::string> list;
  list.reserve(diagnostics.size());
  for (const Diagnostic& diagnostic : diagnostics) list.push_back(diagnostic.text());
  return list;
}

std::vector<std::string> sentences(const std::vector<Diagnostic>& diagnostics) {
  std::vector<std::string> list;
  list.reserve(diagnostics.size());
  for (const Diagnostic& diagnostic : diagnostics) list.push_back(diagnostic.sentence());
  return list;
}

Diagnostic warning_of(std::string code, std::string subject, std::string message) {
  Diagnostic warning;
  warning.severity = Severity::warning;
  warning.message = std::move(message);
  warning.subject = std::move(subject);
  warning.code = std::move(code);
  return shown(std::move(warning));
}

void add_once(std::vector<Diagnostic>& list, Diagnostic warning) {
  if (std::find(list.begin(), list.end(), warning) == list.end()) list.push_back(std::move(warning));
}

namespace {
std::string joined(const std::vector<Diagnostic>& diagnostics) {
  constexpr std::size_t kMost = 200;  // nobody reads more, and each may be long
  std::string text;
  for (std::size_t i = 0; i < diagnostics.size() && i < kMost; ++i) {
    if (!text.empty()) text += '\n';
    text += diagnostics[i].text();
  }
  if (diagnostics.size() > kMost) text += fmt::format("\nand {} mistakes more", diagnostics.size() - kMost);
  return text;
}
}  // namespace

InputError::InputError(std::vector<Diagnostic> diagnostics)
    : Error(joined(diagnostics)), diagnostics_(std::move(diagnostics)) {
  for (Diagnostic& d : diagnostics_) {
    d = shown(std::move(d));
    if (d.subject.empty()) d.subject = d.origin.path;
  }
}

InputError::InputError(Diagnostic diagnostic) : InputError(std::vector<Diagnostic>{std::move(diagnostic)}) {}

namespace {
Diagnostic plain_error(Origin&& origin, std::string&& message, std::string&& remedy) {
  Diagnostic diagnostic;
  diagnostic.origin = std::move(origin);
  diagnostic.message = std::move(message);
  diagnostic.remedy = std::move(remedy);
  return diagnostic;
}
}  // namespace

InputError::InputError(Origin origin, std::string message, std::string remedy)
    : InputError(plain_error(std::move(origin), std::move(message), std::move(remedy))) {}

namespace {
std::string with_warnings(std::string text, const std::vector<Diagnostic>& warnings) {
  constexpr std::size_t kMost = 3;
  for (std::size_t i = 0; i < warnings.size() && i < kMost; ++i)
    text += (i == 0 ? "; noticed before the run: " : "; ") + warnings[i].text();
  if (warnings.size() > kMost) text += fmt::format("; and {} more (swell check)", warnings.size() - kMost);
  return text;
}
}  // namespace

SimulationError::SimulationError(std::string message, double time, std::string component, std::string quantity,
                                 bool diverged, std::optional<double> value, std::vector<Diagnostic> warnings)
    // Other ends, an interruption or a full disk, have no cause among them.
    : Error(visible(diverged ? with_warnings(message, warnings) : message)),
      message_(visible(message)),
      time_(time),
      component_(std::move(component)),
      quantity_(std::move(quantity)),
      diverged_(diverged),
      value_(value),
      warnings_(std::move(warnings)) {}

Diagnostic& Diagnostics::error(Origin origin, std::string message, std::string remedy, std::string value,
                               std::string expected) {
  std::string subject = origin.path;
  list_.push_back(shown({Severity::error, std::move(origin), std::move(message), std::move(value), std::move(expected),
                         std::move(remedy), std::move(subject)}));
  return list_.back();
}

Diagnostic& Diagnostics::warning(std::string code, Origin origin, std::string message, std::string remedy) {
  Diagnostic warning = warning_of(std::move(code), origin.path, std::move(message));
  warning.origin = std::move(origin);
  warning.remedy = visible(remedy);
  list_.push_back(std::move(warning));
  return list_.back();
}

bool Diagnostics::mentions(const std::string& subject) const {
  return std::any_of(list_.begin(), list_.end(), [&](const Diagnostic& d) { return d.subject == subject; });
}

void Diagnostics::add(const std::vector<Diagnostic>& diagnostics) {
  list_.insert(list_.end(), diagnostics.begin(), diagnostics.end());
}

bool Diagnostics::has_errors() const {
  return std::any_of(list_.begin(), list_.end(), [](const Diagnostic& d) { return d.severity == Severity::error; });
}

std::vector<Diagnostic> Diagnostics::warnings() const {
  std::vector<Diagnostic> warnings;
  std::copy_if(list_.begin(), list_.end(), std::back_inserter(warnings),
               [](const Diagnostic& d) { return d.severity == Severity::warning; });
  return warnings;
}

void Diagnostics::throw_if_errors() const {
  if (!has_errors()) return;
  std::vector<Diagnostic> errors;
  std::copy_if(list_.begin(), list_.end(), std::back_inserter(errors),
               [](const Diagnostic& d) { return d.severity == Severity::error; });
  throw InputError(std::move(errors));
}

namespace {
// Levenshtein distance with swaps of neighbours (optimal string alignment), case folded.
std::size_t edit_distance(const std::string& a, const std::string& b) {
  const auto fold = [](char c) {
    return (c >= 'A' && c <= 'Z') ? static_cast<char>(c - 'A' + 'a') : (c == '-' ? '_' : c);
  };
  std::vector<std::vector<std::size_t>> d(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) d[i][0] = i;
  for (std::size_t j = 0; j <= b.size(); ++j) d[0][j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const bool same = fold(a[i - 1]) == fold(b[j - 1]);
      d[i][j] = std::min({d[i - 1][j] + 1, d[i][j - 1] + 1, d[i - 1][j - 1] + (same ? 0U : 1U)});
      if (i > 1 && j > 1 && fold(a[i - 1]) == fold(b[j - 2]) && fold(a[i - 2]) == fold(b[j - 1])) {
        d[i][j] = std::min(d[i][j], d[i - 2][j - 2] + 1);
      }
    }
  }
  return d[a.size()][b.size()];
}
}  // namespace

std::optional<std::string> nearest(const std::string& name, const std::vector<std::string>& known) {
  // Parts that textbooks of one domain call otherwise than those of all.
  static const std::map<std::string, std::string> kOtherNames = {
      {"resistor", "resistance"},         {"capacitor", "capacity"},
      {"capacitance", "capacity"},        {"inductor", "inertance"},
      {"inductance", "inertance"},        {"voltage-source", "over-source"},
      {"pressure-source", "over-source"}, {"current-source", "through-source"},
      {"flow-source", "through-source"},  {"throttle", "orifice"}};
  const auto other = kOtherNames.find(name);
  if (other != kOtherNames.end() && std::find(known.begin(), known.end(), other->second) != known.end())
    return other->second;
  std::optional<std::string> best;
  std::size_t best_distance = std::max<std::size_t>(1, (name.size() + 1) / 3) + 1;
  for (const std::string& candidate : known) {
    const std::size_t distance = edit_distance(name, candidate);
    if (distance < best_distance) {
      best_distance = distance;
      best = candidate;
    }
  }
  return best;
}

void contract_violated(const char* condition, const char* file, int line) {
  const std::string path = file;  // wherever Swell was built, of which the user knows nothing
  const std::size_t lib = path.rfind("lib/");
  throw std::logic_error(
      fmt::format("a fault in Swell itself: {} does not hold at {}:{}; please report it with the case", condition,
                  lib == std::string::npos ? path : path.substr(lib), line));
}

}  // namespace swell

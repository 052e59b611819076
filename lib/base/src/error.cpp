#include "swell/base/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace swell {

std::string Origin::place() const {
  if (file.empty()) return path;
  if (line > 0 && column > 0) return fmt::format("{}:{}:{}", file, line, column);
  if (line > 0) return fmt::format("{}:{}", file, line);
  return path.empty() ? file : fmt::format("{}:{}", file, path);
}

std::string Diagnostic::text() const {
  std::string text = origin.place();
  if (origin.file.empty() && message.rfind(origin.path, 0) == 0) text.clear();  // the message says it itself
  if (!text.empty()) text += ": ";
  if (severity == Severity::warning) text += "warning: ";
  text += message;
  if (!remedy.empty()) text += "; " + remedy;
  return text;
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
    : Error(joined(diagnostics)), diagnostics_(std::move(diagnostics)) {}

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

SimulationError::SimulationError(const std::string& what, double time, std::string component, std::string quantity)
    : Error(what), time_(time), component_(std::move(component)), quantity_(std::move(quantity)) {}

void Diagnostics::error(Origin origin, std::string message, std::string remedy, std::string value,
                        std::string expected) {
  list_.push_back({Severity::error, std::move(origin), std::move(message), std::move(value), std::move(expected),
                   std::move(remedy)});
}

void Diagnostics::warning(Origin origin, std::string message, std::string remedy, std::string value,
                          std::string expected) {
  list_.push_back({Severity::warning, std::move(origin), std::move(message), std::move(value), std::move(expected),
                   std::move(remedy)});
}

void Diagnostics::add(const std::vector<Diagnostic>& diagnostics) {
  list_.insert(list_.end(), diagnostics.begin(), diagnostics.end());
}

bool Diagnostics::has_errors() const {
  return std::any_of(list_.begin(), list_.end(), [](const Diagnostic& d) { return d.severity == Severity::error; });
}

std::vector<std::string> Diagnostics::warnings() const {
  std::vector<std::string> texts;
  for (const Diagnostic& diagnostic : list_) {
    if (diagnostic.severity == Severity::warning) texts.push_back(diagnostic.text());
  }
  return texts;
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

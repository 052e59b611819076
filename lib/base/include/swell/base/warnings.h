/// Lists of warnings, which stay diagnostics until somebody prints them.
#pragma once

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "swell/base/error.h"

namespace swell {

/// The text without the word "warning".
inline std::string sentence(Diagnostic diagnostic) {
  diagnostic.severity = Severity::error;
  return diagnostic.text();
}

inline std::vector<std::string> texts(const std::vector<Diagnostic>& diagnostics) {
  std::vector<std::string> list;
  for (const Diagnostic& diagnostic : diagnostics) list.push_back(diagnostic.text());
  return list;
}

/// Of a list that says already that they are warnings.
inline std::vector<std::string> sentences(const std::vector<Diagnostic>& warnings) {
  std::vector<std::string> list;
  for (const Diagnostic& warning : warnings) list.push_back(sentence(warning));
  return list;
}

/// A warning of something that no place of the input says.
inline Diagnostic warning_of(std::string message) {
  Diagnostic warning;
  warning.severity = Severity::warning;
  warning.message = std::move(message);
  return warning;
}

/// Those of the list that are warnings.
inline std::vector<Diagnostic> warnings_in(const std::vector<Diagnostic>& diagnostics) {
  std::vector<Diagnostic> list;
  std::copy_if(diagnostics.begin(), diagnostics.end(), std::back_inserter(list),
               [](const Diagnostic& d) { return d.severity == Severity::warning; });
  return list;
}

/// Adds `warning` unless the list has the same sentence already.
inline void add_once(std::vector<Diagnostic>& list, Diagnostic warning) {
  const std::string text = sentence(warning);
  if (std::none_of(list.begin(), list.end(), [&](const Diagnostic& d) { return sentence(d) == text; }))
    list.push_back(std::move(warning));
}

}  // namespace swell

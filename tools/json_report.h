// Mistakes as JSON, the same from every command that knows --json: one object on stdout, while the text for people
// stays on stderr.
#pragma once

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "put.h"
#include "swell/base/error.h"

namespace swell::command {

using Json = nlohmann::ordered_json;

inline Json to_json(const Diagnostic& d) {
  return {{"severity", d.severity == Severity::error ? "error" : "warning"},
          {"file", d.origin.file},
          {"line", d.origin.line},
          {"column", d.origin.column},
          {"path", d.origin.path},
          {"argument", d.origin.argument},
          {"message", d.message},
          {"value", d.value},
          {"expected", d.expected},
          {"remedy", d.remedy},
          {"subject", d.subject},
          {"code", d.code},
          {"rule", d.rule}};
}

inline Json to_json(const std::vector<Diagnostic>& diagnostics) {
  Json list = Json::array();
  for (const Diagnostic& d : diagnostics) list.push_back(to_json(d));
  return list;
}

inline void print_json(const Json& json) {
  // A byte that is no UTF-8 in a file's name must not take the report with it.
  put("{}\n", json.dump(2, ' ', false, Json::error_handler_t::replace));
}

/// Mistakes that are printed one by one; of more, their count.
inline constexpr std::size_t kMostMistakes = 100;

/// status "input": every mistake with its place, the first hundred of them; "errors" counts all.
inline void print_input_errors(const std::vector<Diagnostic>& diagnostics) {
  Json list = Json::array();
  for (std::size_t i = 0; i < diagnostics.size() && i < kMostMistakes; ++i) list.push_back(to_json(diagnostics[i]));
  const auto errors = std::count_if(diagnostics.begin(), diagnostics.end(),
                                    [](const Diagnostic& d) { return d.severity == Severity::error; });
  print_json({{"status", "input"}, {"errors", errors}, {"diagnostics", list}});
}

/// What cannot be asked of the parsed options, since they may be what is wrong.
inline bool asks_for_json(int argc, const char* const* argv) {
  return std::any_of(argv, argv + argc, [](const char* word) { return std::string(word) == "--json"; });
}

/// CLI11's own text, and the same as JSON where it is asked for. @returns the exit status: 0 (help) or 2
inline int report_usage(const CLI::App& app, const CLI::ParseError& error, int argc, const char* const* argv) {
  // CLI11 has an exit status of its own for every kind of mistake; ours is 2 for all of them.
  std::ostringstream help, mistakes;
  const bool done = app.exit(error, help, mistakes) == 0;
  put(stderr, "{}", mistakes.str());
  put("{}", help.str());
  if (done) return 0;
  if (asks_for_json(argc, argv)) {
    Diagnostic mistake;
    mistake.message = error.what();
    mistake.remedy = "--help names the options";
    print_input_errors({mistake});
  }
  return 2;
}

}  // namespace swell::command

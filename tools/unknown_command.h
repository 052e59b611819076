// The first word of a command line that names no subcommand: which one was meant.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "swell/base/error.h"

namespace swell::command {

/// "swell: runn is not a command; did you mean run?", or "" when the first argument is a subcommand or an option.
/// @param usual  the subcommand that takes a file, named when the first word looks like one
inline std::string unknown_command(const CLI::App& app, int argc, const char* const* argv, const std::string& usual) {
  if (argc < 2 || argv[1][0] == '-') return {};
  const std::string word = argv[1];
  std::vector<std::string> known;
  for (const CLI::App* subcommand : app.get_subcommands({})) known.push_back(subcommand->get_name());
  std::string list;
  for (const std::string& name : known) {
    if (name == word) return {};
    list += (list.empty() ? "" : ", ") + name;
  }
  std::string text = app.get_name() + ": " + word + " is not a command; ";
  const auto near = nearest(word, known);
  if (near) return text + "did you mean " + *near + "?";
  if (word.find_first_of("./") != std::string::npos) {
    return text + "for a file write " + app.get_name() + " " + usual + " " + word;
  }
  return text + "there are " + list;
}

}  // namespace swell::command

// swell completion, man: made from the options themselves, so that they say what the command takes.
#include "shell.h"

#include <fmt/format.h>

#include <algorithm>

#include "commands.h"
#include "swell/run/version.h"

namespace swell::command {
namespace {

std::vector<const CLI::App*> parts(const CLI::App& app) {
  return app.get_subcommands([](const CLI::App* sub) { return !sub->get_name().empty(); });
}

std::string options_of(const CLI::App& app) {
  std::string words;
  for (const CLI::Option* option : app.get_options()) {
    for (const std::string& name : option->get_lnames()) words += (words.empty() ? "--" : " --") + name;
  }
  return words;
}

/// Bash; zsh takes it after `autoload -U bashcompinit && bashcompinit`.
void print_completion(const CLI::App& app) {
  std::string names;
  for (const CLI::App* part : parts(app)) names += (names.empty() ? "" : " ") + part->get_name();
  fmt::print(
      "# Completion of {0} for bash: source <({0} completion). zsh: first autoload -U bashcompinit && bashcompinit.\n"
      "_{0}() {{\n  local word=${{COMP_WORDS[COMP_CWORD]}} command=${{COMP_WORDS[1]}} options=\n"
      "  if [ \"$COMP_CWORD\" -eq 1 ]; then COMPREPLY=($(compgen -W \"{1} --help --version\" -- \"$word\")); return; "
      "fi\n"
      "  case $command in\n",
      app.get_name(), names);
  for (const CLI::App* part : parts(app)) {
    std::string words = options_of(*part);
    for (const CLI::App* inner : parts(*part)) words += " " + inner->get_name() + " " + options_of(*inner);
    fmt::print("    {}) options=\"{}\" ;;\n", part->get_name(), words);
  }
  fmt::print(
      "  esac\n  if [[ $word == -* ]]; then COMPREPLY=($(compgen -W \"$options\" -- \"$word\"))\n"
      "  else COMPREPLY=($(compgen -f -- \"$word\")); fi\n}}\n"
      "complete -o filenames -F _{0} {0}\n",
      app.get_name());
}

/// A text of roff: no line begins with a control character.
std::string roff(const std::string& text) {
  std::string out;
  bool start = true;
  for (const char c : text) {
    if (start && (c == '.' || c == '\'')) out += "\\&";
    out += c == '\\' ? "\\e" : c == '-' ? "\\-" : std::string(1, c);
    start = c == '\n';
  }
  return out;
}

void print_options(const CLI::App& app) {
  for (const CLI::Option* option : app.get_options()) {
    if (option->get_description().empty()) continue;
    std::string names;
    for (const std::string& name : option->get_snames()) names += (names.empty() ? "-" : ", -") + name;
    for (const std::string& name : option->get_lnames()) names += (names.empty() ? "--" : ", --") + name;
    if (names.empty()) names = option->get_single_name();
    fmt::print(".TP\n.B {}\n{}\n", roff(names), roff(option->get_description()));
  }
}

void print_man(const CLI::App& app) {
  fmt::print(
      ".TH SWELL 1 \"\" \"Swell {}\" \"User commands\"\n.SH NAME\nswell \\- {}\n.SH SYNOPSIS\n.B swell\n.I "
      "command\n[options]\n",
      run::version(), roff(app.get_description()));
  fmt::print(".SH COMMANDS\n");
  for (const CLI::App* part : parts(app)) {
    fmt::print(".SS swell {}\n{}\n", roff(part->get_name()), roff(part->get_description()));
    print_options(*part);
    for (const CLI::App* inner : parts(*part)) {
      fmt::print(".SS swell {} {}\n{}\n", roff(part->get_name()), roff(inner->get_name()),
                 roff(inner->get_description()));
      print_options(*inner);
    }
  }
  fmt::print(
      ".SH EXIT STATUS\n0 done, 1 the simulation or writing failed, 2 the input is wrong.\n.SH "
      "EXAMPLES\n.nf\n{}\n.fi\n",
      roff(app.get_footer()));
}

}  // namespace

void add_shell_commands(CLI::App& app) {
  app.add_subcommand("completion", "print completion for bash and zsh: source <(swell completion)")->callback([&app] {
    print_completion(app);
  });
  app.add_subcommand("man", "print the manual page: swell man | man -l -")->callback([&app] { print_man(app); });
}

}  // namespace swell::command

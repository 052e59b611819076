// swell completion, man: made from the options themselves, so that they say what the command takes.
#include <fmt/format.h>

#include <algorithm>
#include <memory>

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

void print_completion(const CLI::App& app, bool zsh) {
  if (zsh) fmt::print("autoload -U +X compinit && compinit\nautoload -U +X bashcompinit && bashcompinit\n");
  std::string names;
  for (const CLI::App* part : parts(app)) names += (names.empty() ? "" : " ") + part->get_name();
  fmt::print(
      "# Completion of {0} for bash: source <({0} completion). zsh: source <({0} completion zsh).\n"
      "_{0}() {{\n  local word=${{COMP_WORDS[COMP_CWORD]}} command=${{COMP_WORDS[1]}} options=\n"
      "  if [ \"$COMP_CWORD\" -eq 1 ]; then COMPREPLY=($(compgen -W \"{1} --help --version\" -- \"$word\")); return; "
      "fi\n"
      "  case $command in\n",
      app.get_name(), names);
  for (const CLI::App* part : parts(app)) {
    const auto inner_parts = parts(*part);
    if (inner_parts.empty()) {
      fmt::print("    {}) options=\"{}\" ;;\n", part->get_name(), options_of(*part));
      continue;
    }
    std::string inner_names, cases;
    for (const CLI::App* inner : inner_parts) {
      inner_names += (inner_names.empty() ? "" : " ") + inner->get_name();
      cases += fmt::format("        {}) options=\"{}\" ;;\n", inner->get_name(), options_of(*inner));
    }
    fmt::print(
        "    {}) options=\"{}\"\n"
        "      if [ \"$COMP_CWORD\" -eq 2 ]; then COMPREPLY=($(compgen -W \"{} $options\" -- \"$word\")); return; fi\n"
        "      case ${{COMP_WORDS[2]}} in\n{}      esac ;;\n",
        part->get_name(), options_of(*part), inner_names, cases);
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

void add_examples(CLI::App& app) {
  struct Example {
    const char *command, *lines, *page;
  };
  static constexpr Example kExamples[] = {
      {"run", "swell run rm3.yaml -o out.h5 --set waves.height=3", "docs/case-file.md"},
      {"check", "swell check rm3.yaml --set waves.height=3", "docs/troubleshooting.md"},
      {"inspect", "swell inspect rm3.yaml --component float", "docs/components.md"},
      {"batch", "swell batch study.yaml -j 8 --figure power.svg", "docs/batch.md"},
      {"bem", "swell bem device.yaml -o hydro.h5", "docs/boundary-elements.md"},
      {"import", "swell import wec-sim folder -o case.yaml", "docs/tutorials/from-wec-sim.md"},
      {"wec-sim", "swell import wec-sim folder -o case.yaml", "docs/tutorials/from-wec-sim.md"},
      {"fmu", "swell fmu rm3.yaml -o rm3.fmu", "docs/fmi.md"},
      {"plot", "swell plot out.h5 --select 'bodies.*.position' -o figure.svg", "docs/how-to/answers.md"},
      {"stats", "swell stats out.h5 --from 100 --hours 3", "docs/how-to/answers.md"},
      {"compare", "swell compare reference.h5 out.h5 --relative 1e-3", "docs/how-to/answers.md"},
      {"linear", "swell linear rm3.yaml --results out.h5", "docs/how-to/answers.md"},
      {"rao", "swell rao rm3.yaml", "docs/how-to/answers.md"},
      {"gltf", "swell gltf out.h5 -o scene.gltf", "docs/report.md"},
      {"report", "swell report out.h5 -o report.html --open", "docs/report.md"},
      {"osp", "swell osp validate folder", "docs/fmi.md"},
      {"validate", "swell osp validate folder --open", "docs/fmi.md"},
      {"export", "swell osp export rm3.yaml -o folder", "docs/fmi.md"},
      {"xdmf", "swell xdmf out.h5 -o out.xdmf", "docs/report.md"},
      {"schema", "swell schema > case-schema.json", "docs/case-file.md"},
      {"new", "swell new buoy.yaml --radius 4 --draft 6 --waves irregular", "docs/tutorials/sphere.md"},
      {"completion", "source <(swell completion)", "docs/index.md"},
      {"man", "swell man | man -l -", "docs/index.md"},
  };
  for (CLI::App* part : app.get_subcommands([](const CLI::App* sub) { return !sub->get_name().empty(); })) {
    const auto* found = std::find_if(std::begin(kExamples), std::end(kExamples),
                                     [&](const Example& e) { return part->get_name() == e.command; });
    if (found != std::end(kExamples))
      part->footer(fmt::format("Example: {}\nMore: {}\n{}", found->lines, found->page, kExitStatus));
    add_examples(*part);
  }
}

void add_shell_commands(CLI::App& app) {
  const auto shell = std::make_shared<std::string>("bash");
  CLI::App* completion =
      app.add_subcommand("completion", "print completion for bash and zsh: source <(swell completion)");
  completion->add_option("shell", *shell, "bash or zsh; of others none is written")
      ->check(CLI::IsMember({"bash", "zsh"}))
      ->capture_default_str();
  completion->callback([&app, shell] { print_completion(app, *shell == "zsh"); });
  app.add_subcommand("man", "print the manual page: swell man | man -l -")->callback([&app] { print_man(app); });
}

}  // namespace swell::command

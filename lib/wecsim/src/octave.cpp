#include "octave.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cmath>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>

#include "matlab_machine.h"
#include "old_names.h"
#include "swell/base/temporary_folder.h"
#include "swell/wecsim/matlab.h"

namespace swell::wecsim {
namespace fs = std::filesystem;
namespace {

constexpr rlim_t kSeconds = 30;              // of processor time; then SIGXCPU, and 5 s later SIGKILL
constexpr rlim_t kMemory = rlim_t{4} << 30;  // bytes
constexpr std::size_t kLongestMessage = 300;
constexpr rlim_t kLargestFile = rlim_t{1} << 28;  // bytes

const std::map<std::string, std::string>& classes() {
  static const std::map<std::string, std::string> all{{"simu", "simulationClass"},
                                                      {"waves", "waveClass"},
                                                      {"body", "bodyClass"},
                                                      {"constraint", "constraintClass"},
                                                      {"pto", "ptoClass"},
                                                      {"mooring", "mooringClass"},
                                                      {"cable", "cableClass"},
                                                      {"ptoSim", "ptoSimClass"},
                                                      {"windTurbine", "windTurbineClass"},
                                                      {"wind", "windClass"}};
  return all;
}

std::string quoted(const std::string& text) {
  std::string out = "'";
  for (const char c : text) out += c == '\'' ? std::string("''") : std::string(1, c);
  return out + "'";
}

// A value as an expression of MATLAB.
std::string expression_of(const MatlabValue& v) {
  switch (v.kind) {
    case MatlabValue::Kind::text:
      return quoted(v.text);
    case MatlabValue::Kind::numbers: {
      std::string numbers;
      for (const double x : v.numbers) numbers += std::isnan(x) ? "NaN " : fmt::format("{} ", x);
      return fmt::format("reshape([{}], {}, {})", numbers, v.rows, v.columns);
    }
    case MatlabValue::Kind::structure: {
      std::string fields;
      for (const auto& f : v.elements.empty() ? MatlabValue::Fields{} : v.elements[0])
        fields += fmt::format("{}'{}', {{{}}}", fields.empty() ? "" : ", ", f.first, expression_of(f.second));
      return "struct(" + fields + ")";
    }
    case MatlabValue::Kind::cells:
    case MatlabValue::Kind::function:
      break;
  }
  return "{}";
}

// MATLAB's class has all its properties; a struct array of Octave takes an element only with the same fields.
void write_class(const TemporaryFolder& scratch, const std::string& object, const std::string& name,
                 const std::map<std::string, Origin>& set) {
  MatlabValue defaults = wec_sim_defaults(name);
  for (const auto& a : set) {
    const std::size_t dot = a.first.find(").");
    if (dot == std::string::npos || a.first.substr(0, a.first.find('(')) != object) continue;
    const std::string field = a.first.substr(dot + 2, a.first.find('.', dot + 2) - dot - 2);
    defaults.elements[0].emplace(field, MatlabValue::matrix(0, 0));
  }
  // what the constructor is given goes there (reference: WEC-Sim source/objects)
  static const std::map<std::string, const char*> first{
      {"bodyClass", "h5File"},      {"waveClass", "type"},    {"ptoSimClass", "type"},
      {"windTurbineClass", "type"}, {"windClass", "type"},    {"constraintClass", "name"},
      {"ptoClass", "name"},         {"mooringClass", "name"}, {"cableClass", "name"}};
  std::ofstream out(scratch.path() / (name + ".m"));
  out << "function o = " << name << "(varargin)\n o = " << expression_of(defaults) << ";\n";
  const auto given = first.find(name);
  if (given != first.end()) out << " if nargin > 0, o." << given->second << " = varargin{1}; end\n";
  if (name == "cableClass") out << " if nargin > 2, o.base = varargin{2}; o.follower = varargin{3}; end\n";
  out << "end\n";
}

void write_stand_ins(const TemporaryFolder& scratch, const std::map<std::string, Origin>& set) {
  for (const auto& c : classes()) write_class(scratch, c.first, c.second, set);
  // pictures, files, other programs, Simulink, BEMIO: nothing of a case
  for (const char* name : {"figure",
                           "plot",
                           "subplot",
                           "hold",
                           "xlabel",
                           "ylabel",
                           "title",
                           "legend",
                           "grid",
                           "axis",
                           "drawnow",
                           "print",
                           "saveas",
                           "savefig",
                           "close",
                           "clf",
                           "exportgraphics",
                           "save",
                           "mkdir",
                           "delete",
                           "unlink",
                           "rmdir",
                           "rename",
                           "copyfile",
                           "movefile",
                           "writematrix",
                           "csvwrite",
                           "dlmwrite",
                           "system",
                           "unix",
                           "dos",
                           "shell_cmd",
                           "popen",
                           "popen2",
                           "exec",
                           "fork",
                           "kill",
                           "urlread",
                           "urlwrite",
                           "web",
                           "exit",
                           "quit",
                           "input",
                           "keyboard",
                           "pause",
                           "open_system",
                           "load_system",
                           "set_param",
                           "get_param",
                           "save_system",
                           "close_system",
                           "bdclose",
                           "bdroot",
                           "gcs",
                           "gcb",
                           "sim",
                           "parpool",
                           "readWAMIT",
                           "readNEMOH",
                           "readAQWA",
                           "readCAPYTAINE",
                           "radiationIRF",
                           "radiationIRFSS",
                           "excitationIRF",
                           "combineBEM",
                           "normalizeBEM",
                           "cleanBEM",
                           "addDefaultPlotVars",
                           "readBEMIOH5",
                           "writeBEMIOH5",
                           "plotBEMIO"}) {
    std::ofstream(scratch.path() / (std::string(name) + ".m"))
        << "function varargout = " << name << "(varargin)\n varargout = cell(1, nargout);\nend\n";
  }
  // Only what a MATLAB file of version 6 holds and a case can use.
  std::ofstream(scratch.path() / "swell_plain.m")
      << "function [v, ok] = swell_plain(v)\n ok = true;\n"
         " if isstruct(v)\n"
         "  names = fieldnames(v);\n  for k = 1:numel(v)\n   for i = 1:numel(names)\n"
         "    [w, good] = swell_plain(v(k).(names{i}));\n    if ~good, w = []; end\n    v(k).(names{i}) = w;\n   end\n "
         " end\n"
         " elseif iscell(v)\n"
         "  for k = 1:numel(v)\n   [w, good] = swell_plain(v{k});\n   if ~good, w = []; end\n   v{k} = w;\n  end\n"
         " elseif islogical(v) || isnumeric(v)\n  v = full(double(v));\n"
         " else\n  ok = ischar(v);\n end\nend\n";
}

int wait_for(pid_t id) {
  int status = 0;
  while (::waitpid(id, &status, 0) < 0 && errno == EINTR) {
  }
  return status;
}

// Runs the command to its end; what it prints goes to `output`. @return its status as waitpid has it
int run_program(std::vector<std::string> words, const fs::path& output) {
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  const pid_t id = ::fork();
  if (id < 0) throw InputError(Origin{words[0], 0, 0, {}}, "no child process", "close other programs");
  if (id == 0) {
    const rlimit none{0, 0}, time{kSeconds, kSeconds + 5}, memory{kMemory, kMemory}, size{kLargestFile, kLargestFile};
    setrlimit(RLIMIT_CORE, &none);
    setrlimit(RLIMIT_CPU, &time);
    setrlimit(RLIMIT_AS, &memory);
    setrlimit(RLIMIT_FSIZE, &size);
    const int in = ::open("/dev/null", O_RDONLY), out = ::open(output.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    if (in < 0 || out < 0) ::_exit(126);
    ::dup2(in, STDIN_FILENO);
    ::dup2(out, STDOUT_FILENO);
    ::dup2(out, STDERR_FILENO);
    ::execv(arguments[0], arguments.data());
    ::_exit(127);
  }
  return wait_for(id);
}

// The command up to the program: the case can be read, only `scratch` be written, sockets and network are out of reach.
std::vector<std::string> sandbox(const fs::path& bwrap, const fs::path& folder, const fs::path& scratch) {
  std::vector<std::string> words{bwrap.string(), "--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc"};
  for (const char* hidden : {"/tmp", "/run"}) {
    if (fs::is_directory(hidden)) words.insert(words.end(), {"--tmpfs", hidden});
  }
  words.insert(words.end(), {"--ro-bind", folder.string(), folder.string(), "--bind", scratch.string(),
                             scratch.string(), "--unshare-all", "--die-with-parent", "--new-session", "--"});
  return words;
}

std::optional<fs::path> program_of(std::initializer_list<const char*> names) {
  const char* search = std::getenv("PATH");
  std::istringstream folders(search == nullptr ? "" : search);
  for (std::string folder; std::getline(folders, folder, ':');) {
    for (const char* name : names) {
      const fs::path program = fs::absolute(fs::path(folder) / name);
      if (!folder.empty() && ::access(program.c_str(), X_OK) == 0 && fs::is_regular_file(program)) return program;
    }
  }
  return std::nullopt;
}

std::string text_of(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  std::ostringstream out;
  out << in.rdbuf();
  return out.str();
}

// Renames properties as the stand-ins name them, where the file can be split into tokens.
std::string current_text_of(const fs::path& file) {
  const std::string text = text_of(file);
  try {
    return in_current_names(text, file.string());
  } catch (const InputError&) {  // names of earlier versions are then reported as lost
    return text;
  }
}

void give_types(MatlabValue::Fields& variables) {
  for (auto& v : variables) {
    const auto known = classes().find(v.first);
    if (known != classes().end() && v.second.kind == MatlabValue::Kind::structure) v.second.type = known->second;
  }
}

}  // namespace

std::optional<OctaveProgram> octave_program(OctaveUse use) {
  const auto octave = program_of({"octave-cli", "octave"});
  if (!octave) return std::nullopt;
  OctaveProgram out{*octave, program_of({"bwrap"})};
  if (out.sandbox) {  // a container may forbid it
    const TemporaryFolder scratch("octave");
    std::vector<std::string> words = sandbox(*out.sandbox, scratch.path(), scratch.path());
    words.insert(words.end(), {"/bin/sh", "-c", "exit 0"});
    if (run_program(std::move(words), scratch.path() / "output.txt") != 0) out.sandbox.reset();
  }
  return out.sandbox || use == OctaveUse::allowed ? std::optional(out) : std::nullopt;
}

OctaveRun run_in_octave(const OctaveProgram& program, const fs::path& file,
                        const std::map<std::string, std::string>& defines, Containment containment) {
  const TemporaryFolder scratch("octave");
  write_stand_ins(scratch, assignments_in(file));
  fs::path script = fs::absolute(file);
  const fs::path folder = script.parent_path();
  const std::string current = current_text_of(file);
  if (current != text_of(file)) {
    script = scratch.path() / "swell_input.m";
    std::ofstream(script) << current;
  }
  const fs::path variables = scratch.path() / "variables.mat", output = scratch.path() / "output.txt",
                 answer = scratch.path() / "answer.txt";
  {
    std::ofstream driver(scratch.path() / "swell_driver.m");
    driver << "warning('off', 'all');\naddpath(" << quoted(scratch.path().string()) << ");\ncd("
           << quoted(folder.string()) << ");\n";
    for (const auto& d : defines) driver << d.first << " = " << d.second << ";\n";
    // the script may clear every variable
    driver << "try\n  source(" << quoted(script.string()) << ");\ncatch swell_error\n  swell_place = "
           << "struct('file', '', 'line', 0, 'column', 0);\n  for swell_k = 1:numel(swell_error.stack)\n"
           << "    if ~isempty(swell_error.stack(swell_k).file), swell_place = swell_error.stack(swell_k); break; end\n"
           << "  end\n  swell_file = fopen(" << quoted(answer.string())
           << ", 'w');\n  fprintf(swell_file, '%d %d %s\\n%s', swell_place.line, swell_place.column, "
           << "swell_place.file, swell_error.message);\n  fclose(swell_file);\nend\n"
           << "swell_kept = struct();\nswell_names = who;\nfor swell_k = 1:numel(swell_names)\n"
           << "  if strncmp(swell_names{swell_k}, 'swell_', 6), continue; end\n"
           << "  [swell_value, swell_ok] = swell_plain(eval(swell_names{swell_k}));\n"
           << "  if swell_ok, swell_kept.(swell_names{swell_k}) = swell_value; end\nend\n"
           << "builtin('save', '-v6', " << quoted(variables.string()) << ", '-struct', 'swell_kept');\n";
  }
  std::vector<std::string> words =
      program.sandbox ? sandbox(*program.sandbox, folder, scratch.path()) : std::vector<std::string>{};
  words.insert(words.end(), {program.octave.string(), "--norc", "--quiet", "--no-history", "--no-window-system",
                             (scratch.path() / "swell_driver.m").string()});
  const int status = run_program(std::move(words), output);
  OctaveRun run;
  if (fs::exists(answer)) {
    std::istringstream lines(text_of(answer));
    Diagnostic d;
    d.origin.file = file.string();
    std::string rest;
    lines >> d.origin.line >> d.origin.column;
    std::getline(lines, rest);
    if (rest.size() > 1 && rest.substr(1) != script.string()) d.origin.file = rest.substr(1);
    std::getline(lines, d.message, '\0');
    if (d.message.size() > kLongestMessage) d.message.resize(kLongestMessage);  // it has the line itself
    run.stopped = d;
  } else if (!fs::exists(variables)) {
    const std::string why =
        (WIFSIGNALED(status) && WTERMSIG(status) == SIGXCPU) ||
                (WIFEXITED(status) && WEXITSTATUS(status) == 128 + SIGXCPU)  // as the sandbox tells it
            ? fmt::format("it had not ended after {} s of processor time", kSeconds)
            : fmt::format("it ended with status {}: {}", status, text_of(output).substr(0, kLongestMessage));
    run.stopped.emplace();
    run.stopped->origin.file = file.string();
    run.stopped->message = why;
  }
  if (fs::exists(variables)) {
    Machine machine(scratch.path(), containment);
    run.variables = load_file(machine, variables.string());
    give_types(run.variables);
  }
  return run;
}

std::map<std::string, Origin> assignments_in(const fs::path& file) {
  // an object, its index, the properties below it, an index of theirs, and one sign of equality
  static const std::regex target(
      R"(\b(simu|waves|body|constraint|pto|mooring|cable|ptoSim|windTurbine|wind)\s*(?:\(\s*(\w+)\s*\))?((?:\s*\.\s*\w+)*)\s*(?:\([^()=]*\))?\s*=(?!=))");
  std::map<std::string, Origin> found;
  std::istringstream lines(current_text_of(file));
  int number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    if (line.size() > 2000) continue;  // of data; the expressions of the library recurse
    const std::size_t comment = line.find('%');
    if (comment != std::string::npos) line.resize(comment);
    for (std::sregex_iterator m(line.begin(), line.end(), target), end; m != end; ++m) {
      std::string index = (*m)[2].str(), path = (*m)[3].str();
      if (index.empty()) index = "1";
      if (index.find_first_not_of("0123456789") != std::string::npos) index = "*";
      path.erase(std::remove_if(path.begin(), path.end(), [](char c) { return c == ' ' || c == '\t'; }), path.end());
      found[fmt::format("{}({}){}", (*m)[1].str(), index, path)] =
          Origin{file.string(), number, static_cast<int>(m->position()) + 1, {}};
    }
  }
  return found;
}

}  // namespace swell::wecsim

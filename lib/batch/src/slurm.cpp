#include "swell/batch/slurm.h"

#include <fmt/format.h>
#include <sys/wait.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdio>
#include <cstdlib>

#include "swell/base/replace.h"
#include "swell/batch/run_batch.h"

namespace swell::batch {

namespace fs = std::filesystem;

namespace {

/// For a shell, whatever is in it.
std::string quoted(const std::string& text) {
  std::string out = "'";
  for (const char c : text) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

/// sbatch reads its options line by line: a line feed in a name would begin a line of its own.
std::string one_line(const std::string& text, const char* what) {
  const bool bad = std::any_of(text.begin(), text.end(), [](unsigned char c) { return c < ' ' || c == 127; });
  if (bad)
    throw InputError(
        {}, fmt::format("{}: a line feed or another control character cannot stand in a script of Slurm", what),
        "rename it, or choose another results file with -o");
  return text;
}

/// The value of --output: quoted, and sbatch's own signs in it doubled or refused.
std::string log_file(const fs::path& log, const std::string& ending) {
  std::string text;
  for (const char c : one_line(log.string(), "the results file")) text += c == '%' ? "%%" : std::string(1, c);
  if (text.find_first_of("\"\\") != std::string::npos)
    throw InputError({}, fmt::format("the results file = {}: sbatch cannot express this name", text),
                     "choose another with -o");
  return fmt::format("#SBATCH --output=\"{}.slurm{}.log\"\n", text, ending);
}

constexpr char kJobName[] = "#SBATCH --job-name=swell-";

std::string head(const Study& study, const SlurmOptions& options, const std::string& what) {
  std::string text = "#!/bin/sh\n";
  std::string name = study.file.stem().string();
  for (char& c : name) c = std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.' ? c : '-';
  text += fmt::format("{}{}{}\n", kJobName, name, what);
  text += fmt::format("#SBATCH --cpus-per-task={}\n", what.empty() ? options.threads : 1);
  if (!options.extra.empty()) text += "#SBATCH " + one_line(options.extra, "--slurm-options") + "\n";
  return text;
}

std::string command(const Study& study, const SlurmOptions& options) {
  std::string text = fmt::format("exec {} batch {} --output {}", quoted(one_line(options.program, "the program")),
                                 quoted(one_line(fs::absolute(study.file).string(), "the study")),
                                 quoted(one_line(fs::absolute(results_file(study)).string(), "the results file")));
  for (const std::string& assignment : options.set) text += " --set " + quoted(one_line(assignment, "--set"));
  for (const std::string& flag : options.flags) text += " " + flag;
  return text;
}

/// The first line that a program prints, and whether it ended well.
bool first_line(const std::string& shell, std::string& line) {
  line.clear();
  FILE* pipe = ::popen(shell.c_str(), "r");
  if (pipe == nullptr) return false;
  std::array<char, 512> buffer{};
  while (std::fgets(buffer.data(), static_cast<int>(buffer.size()), pipe) != nullptr) {
    if (line.empty() || line.back() != '\n') line += buffer.data();
  }
  const int status = ::pclose(pipe);
  while (!line.empty() && (line.back() == '\n' || line.back() == ' ')) line.pop_back();
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

void write_script(const fs::path& file, const std::string& text) {
  std::error_code error;
  const bool is_new = !fs::exists(file, error);
  write_in_place(file, text);
  if (is_new) fs::permissions(file, fs::perms::owner_exec, fs::perm_options::add, error);
}

}  // namespace

std::string slurm_array_script(const Study& study, const SlurmOptions& options) {
  fs::path log = fs::absolute(results_file(study));
  if (log.extension() == ".h5") log.replace_extension();
  return head(study, options, "") + fmt::format("#SBATCH --array=1-{}\n", options.shards) + log_file(log, "-%a") +
         "#SBATCH --requeue\n"
         "# A task that is started again goes on where it stopped: what it has finished is in its journal.\n" +
         command(study, options) +
         fmt::format(" --shard \"${{SLURM_ARRAY_TASK_ID}}/{}\" --threads {} --quiet\n", options.shards,
                     options.threads);
}

std::string slurm_merge_script(const Study& study, const SlurmOptions& options) {
  fs::path log = fs::absolute(results_file(study));
  if (log.extension() == ".h5") log.replace_extension();
  return head(study, options, "-merge") + log_file(log, "-merge") + command(study, options) + " --merge\n";
}

SlurmScripts write_slurm_scripts(const Study& study, const SlurmOptions& options) {
  fs::path stem = fs::absolute(results_file(study));
  if (stem.extension() == ".h5") stem.replace_extension();
  SlurmScripts scripts{stem.string() + ".slurm.sh", stem.string() + ".slurm-merge.sh"};
  Diagnostics diagnostics;
  for (const fs::path& script : {scripts.array, scripts.merge})
    check_replacement(script, replaceable_text("script of swell batch", {kJobName}), options.force, diagnostics);
  diagnostics.throw_if_errors();
  write_script(scripts.array, slurm_array_script(study, options));
  write_script(scripts.merge, slurm_merge_script(study, options));
  return scripts;
}

Submission submit(const SlurmScripts& scripts) {
  Submission submission;
  std::string line;
  if (!first_line("command -v sbatch 2>/dev/null", line)) {
    submission.installed = false;
    submission.message = "sbatch is not installed here";
    return submission;
  }
  if (!first_line("sbatch --parsable " + quoted(scripts.array.string()) + " 2>&1", line)) {
    submission.message = line;
    return submission;
  }
  submission.submitted = true;
  submission.array_job = line.substr(0, line.find(';'));  // "number;cluster" on federations
  // The merge says which cases are missing when a task has failed: it starts in either case.
  if (first_line("sbatch --parsable --dependency=afterany:" + submission.array_job + " " +
                     quoted(scripts.merge.string()) + " 2>&1",
                 line)) {
    submission.merge_job = line.substr(0, line.find(';'));
  } else {
    submission.message = line;
  }
  return submission;
}

}  // namespace swell::batch

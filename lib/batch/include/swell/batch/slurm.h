/// A study as a Slurm job array: the scripts. Slurm does the scheduling; each task runs one shard, a last job merges.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "swell/batch/study.h"

namespace swell::batch {

struct SlurmOptions {
  int shards = 16;
  int threads = 1;                 ///< per shard
  std::string program = "swell";   ///< the command as the nodes find it
  std::vector<std::string> set;    ///< --set of the command, beyond the study's own
  std::vector<std::string> flags;  ///< of the command: "--allow-failures"
  bool force = false;              ///< replace scripts that are read-only or no earlier ones of swell batch
  std::string extra;               ///< further #SBATCH arguments, "--partition=short --time=01:00:00"
};

struct SlurmScripts {
  std::filesystem::path array, merge;  ///< <results>.slurm.sh and <results>.slurm-merge.sh
};

/// Text of the array's script. Every task can be started again: its shard goes on where it stopped.
std::string slurm_array_script(const Study& study, const SlurmOptions& options);
std::string slurm_merge_script(const Study& study, const SlurmOptions& options);

/// Writes both beside the results. @throws FailedWrite when they cannot be written, InputError when they
/// would replace something else
SlurmScripts write_slurm_scripts(const Study& study, const SlurmOptions& options);

/// What came of a submission.
struct Submission {
  bool submitted = false;
  std::string array_job, merge_job;  ///< numbers
  bool installed = true;             ///< sbatch is here
  std::string message;               ///< why not submitted
};
/// Hands the scripts to sbatch; the merge waits for every task of the array. Not submitted where sbatch is not
/// installed.
Submission submit(const SlurmScripts& scripts);

}  // namespace swell::batch

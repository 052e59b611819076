/// A folder of its own for a test of the command, and the command run in it as a process.
#pragma once

#include <sys/wait.h>

#include "swell_test/test.h"

namespace swell_test {

struct Outcome {
  int status = 0;
  std::string out, err;
};

class CommandFolder : public ::testing::Test {
 protected:
  void write(const std::string& name, const std::string& text) const { std::ofstream(folder_ / name) << text; }

  /// Runs `swell <arguments>` in the folder, at most a minute; what it prints leaves no file there.
  Outcome run(const std::string& arguments) const {
    const std::string out = folder_.string() + ".out", err = folder_.string() + ".err";
    const std::string command = "cd " + folder_.string() + " && timeout 60 " + SWELL_COMMAND + " " + arguments + " > " +
                                out + " 2> " + err + " < /dev/null";
    const int status = std::system(command.c_str());
    Outcome outcome{WIFEXITED(status) ? WEXITSTATUS(status) : -1, contents(out), contents(err)};
    std::filesystem::remove(out);
    std::filesystem::remove(err);
    return outcome;
  }

  const std::filesystem::path folder_ = swell_test::fresh_folder("command");
};

/// For tests that ask for what was reported, wherever it went: messages and warnings first.
class SaidFolder : public CommandFolder {
 protected:
  /// @returns the exit status
  int swell(const std::string& arguments) {
    const Outcome outcome = run(arguments);
    said_ = outcome.err + outcome.out;
    return outcome.status;
  }

  std::string said_;
};

}  // namespace swell_test

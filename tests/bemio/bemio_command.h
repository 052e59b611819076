// The command bemio as a process in a folder of the test's own.
#pragma once

#include <sys/wait.h>

#include "../fuzz/small_files.h"
#include "swell_test/test.h"

namespace swell::bemio {

struct Outcome {
  int status = 0;
  std::string out, err;
};

class BemioCommand : public ::testing::Test {
 protected:
  /// Runs `bemio <arguments>` in the test's folder.
  Outcome bemio(const std::string& arguments) const {
    const std::string out = (folder_ / ".out").string(), err = (folder_ / ".err").string();
    const std::string command =
        "cd " + folder_.string() + " && " + BEMIO_COMMAND + " " + arguments + " > " + out + " 2> " + err;
    const int status = std::system(command.c_str());
    return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, swell_test::contents(out), swell_test::contents(err)};
  }

  void write(const swell_test::SmallRun& run) const { swell_test::write_run(run, folder_); }

  const std::filesystem::path folder_ = swell_test::fresh_folder("bemio-command");
};

}  // namespace swell::bemio

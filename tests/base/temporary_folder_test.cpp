#include "swell/base/temporary_folder.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <fstream>

namespace swell {
namespace {

namespace fs = std::filesystem;

/// As if it had been made an hour ago.
void age(const fs::path& folder) {
  fs::last_write_time(folder, fs::file_time_type::clock::now() - std::chrono::hours(1));
}

TEST(TemporaryFolder, GoesWithItsOwner) {
  fs::path path;
  {
    const TemporaryFolder folder("test-owner");
    path = folder.path();
    std::ofstream(path / "a") << "text";
    const pid_t child = fork();
    if (child == 0) {
      folder.~TemporaryFolder();
      _exit(0);
    }
    waitpid(child, nullptr, 0);
    EXPECT_TRUE(fs::exists(path / "a"));  // its children leave it
  }
  EXPECT_FALSE(fs::exists(path));
}

TEST(TemporaryFolder, WhatAKilledProcessLeftGoesWithTheNextOfItsKind) {
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  const pid_t child = fork();
  if (child == 0) {
    const TemporaryFolder folder("test-killed");
    std::ofstream(folder.path() / "a") << "text";
    const std::string name = folder.path().string();
    if (write(ends[1], name.data(), name.size()) < 0) _exit(1);
    pause();
    _exit(0);
  }
  char name[256] = {};
  ASSERT_GT(read(ends[0], name, sizeof name - 1), 0);
  const fs::path left(name);
  age(left);
  { const TemporaryFolder other("test-killed"); }
  EXPECT_TRUE(fs::exists(left / "a"));  // its owner lives
  kill(child, SIGKILL);
  waitpid(child, nullptr, 0);
  { const TemporaryFolder another_kind("test-kill"); }
  EXPECT_TRUE(fs::exists(left));
  { const TemporaryFolder other("test-killed"); }
  EXPECT_FALSE(fs::exists(left));
}

// Its locks are not to be seen here.
TEST(TemporaryFolder, WhatAnotherMachineHasStays) {
  fs::path own;
  {
    const TemporaryFolder folder("test-machine");
    own = folder.path();
  }
  const std::string kind = "swell-test-machine.", name = own.filename().string();
  for (const std::string& of_another : {kind + "Xy12ab", kind + "another" + name.substr(kind.size())}) {
    const fs::path folder = own.parent_path() / of_another;
    fs::create_directory(folder);
    age(folder);
    { const TemporaryFolder next("test-machine"); }
    EXPECT_TRUE(fs::remove(folder)) << folder;
  }
}

}  // namespace
}  // namespace swell

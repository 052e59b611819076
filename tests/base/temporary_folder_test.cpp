#include "swell/base/temporary_folder.h"

#include <sys/file.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <cerrno>
#include <chrono>
#include <csignal>

#include "swell_test/test.h"

namespace {
enum class Locks { work, fail, do_nothing };
Locks locks = Locks::work;  // NOLINT(cppcoreguidelines-avoid-non-const-global-variables): flock has no other way to it
}  // namespace

// In place of the C library's: as on file systems without locks.
extern "C" int flock(int file, int operation) noexcept {
  if (locks == Locks::do_nothing) return 0;
  if (locks == Locks::work) return static_cast<int>(syscall(SYS_flock, file, operation));
  errno = ENOLCK;
  return -1;
}

namespace swell::temporary_folder_test {
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

// Some network file systems refuse locks, now and then or always, and some take them without effect. Who has none is
// taken for living: nobody removes the folder but its owner.
TEST(TemporaryFolder, OfAnOwnerWithoutALockItStays) {
  for (const Locks at_start : {Locks::fail, Locks::do_nothing}) {
    for (const Locks later : {Locks::work, Locks::fail, Locks::do_nothing}) {
      fs::path path;
      {
        locks = at_start;
        const TemporaryFolder folder("test-unlocked");
        path = folder.path();
        age(path);
        locks = later;
        { const TemporaryFolder next("test-unlocked"); }
        EXPECT_TRUE(fs::exists(path)) << static_cast<int>(at_start) << static_cast<int>(later);
      }
      EXPECT_FALSE(fs::exists(path));
      locks = Locks::work;
    }
  }
}
TEST(TemporaryFolder, OneWithALockStaysWhereLocksDoNothingForTheNext) {
  const TemporaryFolder folder("test-locked");
  age(folder.path());
  for (const Locks later : {Locks::fail, Locks::do_nothing}) {
    locks = later;
    { const TemporaryFolder next("test-locked"); }
    locks = Locks::work;
    EXPECT_TRUE(fs::exists(folder.path())) << static_cast<int>(later);
  }
}

}  // namespace
}  // namespace swell::temporary_folder_test

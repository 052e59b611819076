// The results file is readable wherever its process is killed: a child is ended within every n-th write to the disk,
// and after every cut of the file.
#include <H5Cpp.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#include "swell/run/results_reader.h"
#include "swell/run/results_writer.h"
#include "swell_test/test.h"

namespace {
// Global: libhdf5 calls the functions below, and they can reach nothing else.
long writes_left = -1;  // NOLINT(cppcoreguidelines-avoid-non-const-global-variables)

ssize_t write_or_die(int file, const void* data, size_t size, off_t at) {
  if (writes_left == 0) {  // a kill stops a write between two pages
    syscall(SYS_pwrite64, file, data, size > 4096 ? size / 2 / 4096 * 4096 : 0, at);
    _exit(9);
  }
  if (writes_left > 0) --writes_left;
  return syscall(SYS_pwrite64, file, data, size, at);
}

// A cut of a file takes the longest of all calls, and a kill that comes meanwhile waits for its end.
int cut_and_die(int file, off_t size) {
  const auto done = static_cast<int>(syscall(SYS_ftruncate, file, size));
  if (writes_left == 0) _exit(9);
  if (writes_left > 0) --writes_left;
  return done;
}
}  // namespace

// In place of the C library's, for HDF5 too: the program's symbols come first.
extern "C" ssize_t pwrite(int file, const void* data, size_t size, off_t at) {
  return write_or_die(file, data, size, at);
}
extern "C" ssize_t pwrite64(int file, const void* data, size_t size, off64_t at) {
  return write_or_die(file, data, size, at);
}

extern "C" int ftruncate(int file, off_t size) noexcept { return cut_and_die(file, size); }
extern "C" int ftruncate64(int file, off64_t size) noexcept { return cut_and_die(file, size); }

namespace swell::run::results_on_disk_test {
namespace {

namespace fs = std::filesystem;

constexpr int kRows = 200, kWidth = 600;

/// In the child: rows flushed one by one; how many are, in `flushed`.
void write_rows(const fs::path& file, int compression, volatile int* flushed) {
  ResultsWriter writer(file, {"the case", "1", {}, compression, {}, kRows, 0.0});
  const std::size_t wide = writer.add({"/a/wide", kWidth, "m", "many numbers", {}}),
                    narrow = writer.add({"/b/narrow", 1, "m", "one number", {}});
  writer.start();
  std::vector<double> values(kWidth);
  for (int i = 0; i < kRows; ++i) {
    std::fill(values.begin(), values.end(), 1.0 + i);
    writer.set(wide, values.data());
    writer.set(narrow, values.data());
    writer.commit(1.0 + i);
    *flushed = i + 1;
  }
  writer.finish({1.0, kRows, {"a warning"}, {}});
}

/// Rows of the file whose numbers are all there and right; -1 where it cannot be read.
int good_rows(const fs::path& path) {
  try {
    const H5::H5File file(path.string(), H5F_ACC_RDONLY);
    int rows = 0;
    for (const char* name : {"/time", "/a/wide", "/b/narrow"}) {
      const H5::DataSet set = file.openDataSet(name);
      hsize_t size[2] = {0, 1};
      set.getSpace().getSimpleExtentDims(size);
      std::vector<double> values(static_cast<std::size_t>(size[0]) * static_cast<std::size_t>(size[1]));
      if (!values.empty()) set.read(values.data(), H5::PredType::NATIVE_DOUBLE);
      if (name == std::string("/time")) rows = static_cast<int>(size[0]);
      if (static_cast<int>(size[0]) < rows) return -1;
      const auto columns = static_cast<std::size_t>(size[1]), count = static_cast<std::size_t>(rows) * columns;
      for (std::size_t k = 0; k < count; ++k) {
        const std::size_t row = k / columns;
        if (values[k] != 1.0 + static_cast<double>(row)) return -1;
      }
    }
    return rows;
  } catch (const H5::Exception&) {
    return -1;
  }
}

TEST(ResultsOnDisk, AreReadableWhereverTheProcessIsKilled) {
  H5::Exception::dontPrint();
  auto* flushed =
      static_cast<int*>(mmap(nullptr, sizeof(int), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0));
  ASSERT_NE(flushed, MAP_FAILED);
  const fs::path folder = fs::temp_directory_path() / ("swell_killed." + std::to_string(getpid()));
  int killed = 0, unreadable = 0;
  for (long n = 0;; n += n < 60 ? 1 : 17) {
    fs::create_directory(folder);
    *flushed = 0;
    const pid_t child = fork();
    if (child == 0) {
      writes_left = n;
      write_rows(folder / "r.h5", 0, flushed);
      _exit(0);
    }
    int status = 0;
    waitpid(child, &status, 0);
    ASSERT_TRUE(WIFEXITED(status));
    int rows = -1;
    for (const auto& entry : fs::directory_iterator(folder)) rows = std::max(rows, good_rows(entry.path()));
    if (WEXITSTATUS(status) == 0) {
      EXPECT_EQ(rows, kRows);
      fs::remove_all(folder);
      break;
    }
    ++killed;
    // Before the first row nothing is lost.
    if (std::max(rows, 0) < *flushed) {
      ++unreadable;
      ADD_FAILURE() << "killed in write " << n << ": " << rows << " rows of " << *flushed << " are readable";
    }
    if (unreadable > 5) break;
    fs::remove_all(folder);
  }
  fs::remove_all(folder);
  EXPECT_GT(killed, 60);
}

/// What can be read of a results file: every number, text and unit; "refused" where it says that it is damaged.
std::string contents(const fs::path& file) {
  try {
    const ResultsReader reader(file);
    std::string all = reader.attribute("case") + reader.attribute("version");
    for (const std::string& dataset : reader.datasets()) {
      const Table table = reader.read(dataset);
      all += dataset + table.units + table.description;
      all.append(reinterpret_cast<const char*>(table.values.data()), table.values.size() * sizeof(double));
    }
    return all;
  } catch (const InputError& error) {
    EXPECT_FALSE(error.diagnostics().empty());
    return "refused";
  }
}

// libhdf5 gives the changed numbers of an uncompressed dataset without a word (127 of 150 in a run of the sphere).
TEST(ResultsOnDisk, AFlippedBitIsReportedOrHarmless) {
  const fs::path folder = fs::temp_directory_path() / ("swell_flipped." + std::to_string(getpid()));
  fs::create_directory(folder);
  const fs::path whole = folder / "whole.h5", file = folder / "flipped.h5";
  for (const int compression : {0, 4}) {
    int flushed = 0;
    write_rows(whole, compression, &flushed);
    const std::string right = contents(whole);
    ASSERT_NE(right, "refused");
    const std::string bytes = swell_test::contents(whole);
    std::mt19937 chance(5);
    int refused = 0;
    for (int i = 0; i < 150; ++i) {
      std::string damaged = bytes;
      // Every third among the last bytes, where the seal is.
      const std::size_t range = i % 3 == 2 ? 64 : bytes.size(), at = bytes.size() - 1 - chance() % range;
      damaged[at] = static_cast<char>(damaged[at] ^ (1 << chance() % 8));
      std::ofstream(file, std::ios::binary) << damaged;
      const std::string got = contents(file);
      EXPECT_TRUE(got == "refused" || got == right) << "byte " << at << " of " << bytes.size();
      refused += got == "refused" ? 1 : 0;
    }
    EXPECT_GT(refused, 130);
  }
}

// Who writes into a file by other means is not called damage.
TEST(ResultsOnDisk, AFileThatAnotherProgramEditedIsRead) {
  const fs::path folder = fs::temp_directory_path() / ("swell_edited." + std::to_string(getpid()));
  fs::create_directory(folder);
  int flushed = 0;
  for (const bool grows : {false, true}) {
    write_rows(folder / "r.h5", 0, &flushed);
    {
      const H5::H5File file((folder / "r.h5").string(), H5F_ACC_RDWR);
      const double other = 7.0;
      if (grows) file.openGroup("/").createAttribute("mine", H5::PredType::NATIVE_DOUBLE, H5::DataSpace(H5S_SCALAR));
      file.openGroup("/").openAttribute("wall_time").write(H5::PredType::NATIVE_DOUBLE, &other);
    }
    const ResultsReader reader(folder / "r.h5");
    EXPECT_EQ(reader.number("wall_time"), 7.0);
    EXPECT_EQ(reader.read("/a/wide").rows, static_cast<std::size_t>(kRows));
  }
}

// While a file grows, the rows that all datasets have are the rows.
TEST(ResultsOnDisk, TheShortestDatasetCounts) {
  const fs::path file = fs::temp_directory_path() / ("swell_shortest." + std::to_string(getpid()) + ".h5");
  int flushed = 0;
  write_rows(file, 0, &flushed);
  {
    const H5::H5File grown(file.string(), H5F_ACC_RDWR);
    const hsize_t size[2] = {kRows - 3, 1};
    H5Dset_extent(grown.openDataSet("/b/narrow").getId(), size);
  }
  const ResultsReader reader(file);
  for (const char* dataset : {"/time", "/a/wide", "/b/narrow"})
    EXPECT_EQ(reader.read(dataset).rows, static_cast<std::size_t>(kRows - 3)) << dataset;
}

}  // namespace
}  // namespace swell::run::results_on_disk_test

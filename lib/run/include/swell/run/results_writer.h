/// The results file, streamed: HDF5 with one dataset per series, time along the rows.
///
///     ResultsWriter writer(path, {case_text, version});
///     const auto position = writer.add({"/bodies/float/position", 6, {"m", ...}, "...", {"surge", ...}});
///     writer.start();
///     for each output time: { writer.row(t, ...); writer.set(position, x.data()); writer.commit(); }
///     writer.finish({wall, steps, warnings});
///
/// Rows go into buffers of fixed size (no allocation) and to the file when these are full, at least once a second:
/// memory does not grow with the duration. The file is written beside its name (<file>.<process id>.part) and renamed
/// by finish(); a run that fails leaves <file>.partial.h5 by abandon() (or by destruction after start); before start()
/// nothing exists on disk.
///
/// The file is readable at every moment, whatever ends the process (a kill, a full disk): see results_writer.cpp. What
/// a killed run leaves under its temporary name is adopted by the next run of the same results.
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "swell/assembly/series.h"
#include "swell/assembly/stored_array.h"
#include "swell/base/contained.h"
#include "swell/base/replace.h"

namespace swell::run {

struct ResultsHeader {
  std::string case_text;  ///< the whole input
  std::string version;
  std::vector<std::string> overrides;     ///< key=value of --set
  int compression = 0;                    ///< deflate level of the finished file; until then it grows uncompressed
  std::vector<std::string> select;        ///< patterns of output.select; empty: everything
  std::size_t expected_rows = 0;          ///< 0: not known; more may come
  double flush_every = 1.0;               ///< [s] of real time
  std::optional<double> averages_from{};  ///< [s] where the averages of the summary begin
  std::string case_file{};                ///< absolute; empty: the case had none
};

struct ResultsFooter {
  double wall_time = 0.0;  ///< [s]
  long steps = 0;
  std::vector<std::string> warnings, notes;  ///< their texts
};

class ResultsWriter {
 public:
  /// @throws InputError when the folder is missing or cannot be written, or `path` is a folder
  ResultsWriter(std::filesystem::path path, ResultsHeader header);
  ~ResultsWriter();  ///< abandons a started, unfinished file
  ResultsWriter(const ResultsWriter&) = delete;
  ResultsWriter& operator=(const ResultsWriter&) = delete;

  /// Before start(). @returns the handle for set(), or npos when the series is not selected (set() ignores it).
  std::size_t add(assembly::Series series);
  /// Before start(): an array that the run does not change, whatever is selected.
  void store(assembly::StoredArray array);
  static constexpr std::size_t npos = static_cast<std::size_t>(-1);

  /// Creates the file and allocates the buffers. @throws SimulationError when the disk is full
  void start();

  /// The values of the current row; `values` has `width` numbers (1 for width 0).
  void set(std::size_t series, const double* values);
  /// Ends the row of `time`. Series not set keep their last value of the buffer row: set all of them. Allocates
  /// nothing.
  void commit(double time);

  /// Writes what is buffered and the closing attributes, closes and renames to the final name.
  void finish(const ResultsFooter& footer);
  /// Closes the file as <file>.partial.h5 with the attributes so far. Returns its path. Never throws.
  std::filesystem::path abandon(const ResultsFooter& footer) noexcept;

  std::size_t rows() const noexcept;
  const std::filesystem::path& path() const noexcept;
  const std::vector<std::string>& notes() const noexcept;  ///< on what a killed run left; after start()

 private:
  struct File;
  std::unique_ptr<File> file_;
};

/// Earlier results.  @param containment  where a file is looked into
Replaceable replaceable_results(Containment containment);

/// <file without .h5>.partial.h5
std::filesystem::path partial_path(const std::filesystem::path& path);

}  // namespace swell::run

/// Reads a results file: what the plots, the batch library and tests need of it.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "swell/assembly/series.h"
#include "swell/base/contained.h"

namespace swell::run {

/// One dataset: rows of `columns` numbers, row by row.
struct Table {
  std::size_t rows = 0, columns = 1;
  std::vector<double> values;
  std::string units, description;
  std::vector<std::string> labels;  ///< of the columns, or empty

  double at(std::size_t row, std::size_t column) const { return values[row * columns + column]; }
  std::vector<double> column(std::size_t index) const;
};

class ResultsReader {
 public:
  /// @throws InputError when the file is missing, is no HDF5 file or no results file of Swell
  /// @param containment  where libhdf5 reads, which damaged files can crash: a child process costs a fork per dataset
  explicit ResultsReader(const std::filesystem::path& path, Containment containment = Containment::in_process);
  ~ResultsReader();
  ResultsReader(ResultsReader&&) noexcept;
  ResultsReader& operator=(ResultsReader&&) noexcept;

  const std::filesystem::path& path() const noexcept;
  /// Every dataset's path, sorted: "/bodies/float/position".
  const std::vector<std::string>& datasets() const noexcept;
  bool has(const std::string& dataset) const;
  /// The same as signals (swell/assembly/series.h): path, port, columns and their labels.
  std::vector<assembly::Series> signals() const;
  /// Names in a group: names("/bodies") gives float, spar. Empty when there is no such group.
  std::vector<std::string> names(const std::string& group) const;
  /// No more rows than /time has: a run that was killed may have left more of some.
  /// @throws InputError when there is no such dataset, or /time does not ascend
  Table read(const std::string& dataset) const;
  /// A text attribute at /, such as case or version; "" when absent.
  std::string attribute(const std::string& name) const;
  /// A list of texts at /, such as overrides or warnings; empty when absent.
  std::vector<std::string> texts(const std::string& name) const;
  /// A number at /, such as averages_from; nothing when absent.
  std::optional<double> number(const std::string& name) const;

 private:
  struct File;
  std::unique_ptr<File> file_;
};

}  // namespace swell::run

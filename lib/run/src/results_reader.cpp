#include "swell/run/results_reader.h"

#include <H5Cpp.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "swell/base/contained.h"
#include "swell/base/error.h"
#include "swell/base/error_codes.h"
#include "swell/base/regular_file.h"
#include "swell/base/seal.h"
#include "swell/base/text.h"

namespace swell::assembly {

template <class Bytes>
static void members(Bytes& bytes, Series& s) {
  bytes(s.path, s.width, s.units, s.description, s.labels, s.port);
}

}  // namespace swell::assembly

namespace swell::run {

namespace fs = std::filesystem;

template <class Bytes>
static void members(Bytes& bytes, Table& t) {
  bytes(t.rows, t.columns, t.values, t.units, t.description, t.labels);
}

std::vector<double> Table::column(std::size_t index) const {
  std::vector<double> result(rows);
  for (std::size_t i = 0; i < rows; ++i) result[i] = at(i, index);
  return result;
}

struct ResultsReader::File {
  fs::path path;
  Containment containment = Containment::in_process;
  H5::H5File file;  // open in this process only where it is read here
  std::vector<std::string> datasets;
  std::size_t rows = 0;  // of /time

  /// What `work` makes of the open file, here or in a child process. @throws H5::Exception
  template <class T, class Work>
  T value(Work work) const;
};

namespace {

[[noreturn]] void refuse(const fs::path& path, const std::string& message, const std::string& remedy = {}) {
  throw code::error(code::kBadFile, Origin{path.string(), 0, 0, ""}, message, remedy);
}

std::string text_of(const H5::H5Object& object, const char* name) {
  if (!object.attrExists(name)) return {};
  const H5::Attribute attribute = object.openAttribute(name);
  if (attribute.getTypeClass() != H5T_STRING) return {};
  std::string text;
  attribute.read(attribute.getStrType(), text);
  return text;
}

std::vector<std::string> texts_of(const H5::H5Object& object, const char* name) {
  if (!object.attrExists(name)) return {};
  const H5::Attribute attribute = object.openAttribute(name);
  if (attribute.getTypeClass() != H5T_STRING || !attribute.getStrType().isVariableStr()) return {};
  const H5::DataSpace space = attribute.getSpace();
  const auto n = space.getSimpleExtentNpoints();
  if (n <= 0) return {};
  std::vector<char*> pointers(static_cast<std::size_t>(n), nullptr);
  attribute.read(attribute.getStrType(), pointers.data());
  std::vector<std::string> texts;
  texts.reserve(pointers.size());
  for (const char* pointer : pointers) texts.emplace_back(pointer != nullptr ? pointer : "");
  H5Dvlen_reclaim(attribute.getStrType().getId(), space.getId(), H5P_DEFAULT, pointers.data());
  return texts;
}

/// @returns false where a group is linked into itself: its paths have no end
bool gather(const H5::Group& group, const std::string& prefix, std::vector<std::string>& datasets) {
  constexpr std::size_t kLongestPath = 4096;
  if (prefix.size() > kLongestPath) return false;
  for (hsize_t i = 0; i < group.getNumObjs(); ++i) {
    const std::string name = group.getObjnameByIdx(i);
    const std::string path = fmt::format("{}/{}", prefix, name);
    if (path == "/hydro") continue;  // coefficients, no series
    const H5G_obj_t type = group.getObjTypeByIdx(i);
    if (type == H5G_DATASET) datasets.push_back(path);
    if (type == H5G_GROUP && !gather(group.openGroup(name), path, datasets)) return false;
  }
  return true;
}

/// A file that grows may be locked by an older version of Swell; it is only read here.
H5::H5File open_unlocked(const fs::path& path) {
  const H5::FileAccPropList access;
  H5Pset_file_locking(access.getId(), false, true);
  return {path.string(), H5F_ACC_RDONLY, H5::FileCreatPropList::DEFAULT, access};
}

/// Rows that every series has: a run that goes on, or was killed, may have written one further than another.
std::size_t common_rows(const H5::H5File& file, const std::vector<std::string>& datasets) {
  hsize_t rows = 0;
  file.openDataSet("/time").getSpace().getSimpleExtentDims(&rows);
  for (const std::string& dataset : datasets) {
    const H5::DataSpace space = file.openDataSet(dataset).getSpace();
    hsize_t dims[2] = {0, 1}, most[2] = {0, 0};
    const int rank = space.getSimpleExtentNdims();
    if (rank < 1 || rank > 2) continue;
    space.getSimpleExtentDims(dims, most);
    if (most[0] == H5S_UNLIMITED && dims[0] > 0) rows = std::min(rows, dims[0]);
  }
  return static_cast<std::size_t>(rows);
}

/// What a file is: rows of a run, or what `swell batch` keeps of many.
enum class Content : std::uint8_t { foreign, run, study };

Content content_of(const H5::H5File& file) {
  const H5::Group root = file.openGroup("/");
  if (!root.attrExists("case")) return Content::foreign;
  if (root.nameExists("time")) return Content::run;
  return root.attrExists("study") && root.nameExists("cases") ? Content::study : Content::foreign;
}

[[noreturn]] void refuse_content(const fs::path& path, Content content) {
  if (content == Content::foreign)
    refuse(path, "this HDF5 file is not a results file of Swell: it has no /time or no attribute case",
           "results files come from swell run");
  refuse(
      path, "this file holds the averages of a study (swell batch), no time series of a run",
      fmt::format(
          "swell plot and swell report draw its mean power, {} beside it has the averages of each case; for the time "
          "series of one case: swell run BASE --set KEY=VALUE, with the values that /cases/overrides has of "
          "it, or series: under results: of the study",
          fs::path(path.filename()).replace_extension(".cases.csv").string()));
}

Table table_of(const fs::path& path, const H5::H5File& file, const std::string& dataset) {
  const H5::DataSet data = file.openDataSet(dataset);
  const H5::DataSpace space = data.getSpace();
  hsize_t dims[2] = {0, 1};
  const int rank = space.getSimpleExtentNdims();
  if (rank < 1 || rank > 2) refuse(path, fmt::format("{} has {} dimensions, and a series has 1 or 2", dataset, rank));
  space.getSimpleExtentDims(dims);
  Table table;
  table.rows = dims[0];
  table.columns = rank == 2 ? dims[1] : 1;
  // A forged size asks for more memory than there is: no more than the file can hold, compressed a thousandfold.
  if (table.columns == 0 || table.rows > 1000 * (data.getStorageSize() + 1) / table.columns + 1)
    refuse(path, fmt::format("{} is damaged: {} x {} numbers in {} bytes", dataset, table.rows, table.columns,
                             data.getStorageSize()));
  table.values.resize(table.rows * table.columns);
  if (!table.values.empty()) data.read(table.values.data(), H5::PredType::NATIVE_DOUBLE);
  table.units = text_of(data, "units");
  table.description = text_of(data, "description");
  table.labels = texts_of(data, "labels");
  return table;
}

/// Means, differences and pictures are all over time, and Swell never writes one that stands still or goes back.
void check_times(const fs::path& path, const std::vector<double>& times) {
  for (std::size_t i = 0; i < times.size(); ++i) {
    const bool finite = std::isfinite(times[i]);
    if (finite && (i == 0 || times[i] > times[i - 1])) continue;
    refuse(path,
           finite ? fmt::format("/time goes from {:.9g} s to {:.9g} s at row {}", times[i - 1], times[i], i)
                  : fmt::format("/time is {} at row {}", times[i], i),
           "the times of a results file ascend: take an undamaged copy, or run the case again");
  }
}

/// Of every dataset that is a series.
std::vector<assembly::Series> signals_of(const H5::H5File& file, const std::vector<std::string>& datasets) {
  std::vector<assembly::Series> all;
  for (const std::string& dataset : datasets) {
    const H5::DataSet data = file.openDataSet(dataset);
    hsize_t dims[2] = {0, 0};
    const int rank = data.getSpace().getSimpleExtentNdims();
    if (rank < 1 || rank > 2) continue;
    data.getSpace().getSimpleExtentDims(dims);
    all.push_back({dataset, static_cast<int>(std::min<hsize_t>(dims[1], 1000000)), "", "", texts_of(data, "labels"),
                   text_of(data, "port")});
  }
  return all;
}

/// The datasets of a file, and the rows that all its series have.
struct Overview {
  Content content = Content::foreign;
  std::size_t rows = 0;
  std::vector<std::string> datasets;
};
template <class Bytes>
void members(Bytes& bytes, Overview& o) {
  bytes(o.content, o.rows, o.datasets);
}

}  // namespace

template <class T, class Work>
T ResultsReader::File::value(Work work) const {
  if (containment == Containment::in_process) return work(file);
  const ContainedWork about{Origin{path.string(), 0, 0, ""}, "HDF5"};
  auto read = run_contained<std::optional<T>>(about, [&]() -> std::optional<T> {
    try {
      return work(open_unlocked(path));
    } catch (const H5::Exception&) {
      return std::nullopt;
    }
  });
  if (!read) throw H5::FileIException("read", "damaged");
  return std::move(*read);
}

ResultsReader::ResultsReader(const fs::path& path, Containment containment) : file_(std::make_unique<File>()) {
  H5::Exception::dontPrint();
  file_->path = path;
  file_->containment = containment;
  std::error_code error;
  if (!fs::exists(path, error))
    refuse(path, "there is no such results file", "run the case first: swell run case.yaml -o out.h5");
  if (fs::is_directory(path, error)) refuse(path, "this is a folder, not a results file");
  require_regular_file(path);
  const Seal seal = seal_of(path, kResultsSeal);
  if (seal == Seal::broken)
    refuse(path, "is damaged: its bytes are not those that were written",
           "use a copy, or run the case again; h5py and h5dump can still read it");
  Content content = Content::foreign;
  try {
    if (containment == Containment::in_process) file_->file = open_unlocked(path);
    Overview found = file_->value<Overview>([&](const H5::H5File& file) {
      Overview o;
      if (!gather(file.openGroup("/"), "", o.datasets))
        refuse(path, "a group links to itself, so its datasets cannot be listed", "results files come from swell run");
      std::sort(o.datasets.begin(), o.datasets.end());
      o.content = content_of(file);
      if (o.content == Content::run && file.openDataSet("/time").getSpace().getSimpleExtentNdims() != 1)
        refuse(path, "/time is damaged: it is not a series");
      if (o.content == Content::run) o.rows = common_rows(file, o.datasets);
      return o;
    });
    content = found.content;
    file_->rows = found.rows;
    file_->datasets = std::move(found.datasets);
  } catch (const H5::Exception&) {
    refuse(path, "this is not an HDF5 file, or it is cut off", "results files come from swell run");
  }
  if (content != Content::run) refuse_content(path, content);
}

ResultsReader::~ResultsReader() = default;
ResultsReader::ResultsReader(ResultsReader&&) noexcept = default;
ResultsReader& ResultsReader::operator=(ResultsReader&&) noexcept = default;

const fs::path& ResultsReader::path() const noexcept { return file_->path; }
const std::vector<std::string>& ResultsReader::datasets() const noexcept { return file_->datasets; }

bool ResultsReader::has(const std::string& dataset) const {
  return std::binary_search(file_->datasets.begin(), file_->datasets.end(), dataset);
}

std::vector<std::string> ResultsReader::names(const std::string& group) const {
  std::set<std::string> names;
  const std::string prefix = group + "/";
  for (const std::string& path : file_->datasets) {
    if (path.compare(0, prefix.size(), prefix) == 0) {
      names.insert(path.substr(prefix.size(), path.find('/', prefix.size()) - prefix.size()));
    }
  }
  return {names.begin(), names.end()};
}

std::vector<assembly::Series> ResultsReader::signals() const {
  try {
    return file_->value<std::vector<assembly::Series>>(
        [&](const H5::H5File& file) { return signals_of(file, file_->datasets); });
  } catch (const H5::Exception&) {
    refuse(file_->path, "the datasets cannot be read");
  }
}

Table ResultsReader::read(const std::string& dataset) const {
  if (!has(dataset)) {
    refuse(file_->path, fmt::format("there is no dataset {}", dataset), did_you_mean(dataset, file_->datasets));
  }
  Table table;
  try {
    table = file_->value<Table>([&](const H5::H5File& file) { return table_of(file_->path, file, dataset); });
  } catch (const H5::Exception&) {
    refuse(file_->path, fmt::format("{} cannot be read", dataset));
  }
  if (table.rows > file_->rows) {
    table.rows = file_->rows;
    table.values.resize(table.rows * table.columns);
  }
  if (dataset == "/time") check_times(file_->path, table.values);
  return table;
}

std::optional<double> ResultsReader::number(const std::string& name) const {
  try {
    return file_->value<std::optional<double>>([&name](const H5::H5File& file) -> std::optional<double> {
      const H5::Group root = file.openGroup("/");
      double value = 0.0;
      if (!root.attrExists(name) || root.openAttribute(name).getTypeClass() != H5T_FLOAT ||
          root.openAttribute(name).getSpace().getSimpleExtentNpoints() != 1)
        return std::nullopt;
      root.openAttribute(name).read(H5::PredType::NATIVE_DOUBLE, &value);
      return value;
    });
  } catch (const H5::Exception&) {
    return std::nullopt;
  }
}

std::vector<std::string> ResultsReader::texts(const std::string& name) const {
  try {
    return file_->value<std::vector<std::string>>(
        [&name](const H5::H5File& file) { return texts_of(file.openGroup("/"), name.c_str()); });
  } catch (const H5::Exception&) {
    return {};
  }
}

std::string ResultsReader::attribute(const std::string& name) const {
  try {
    return file_->value<std::string>(
        [&name](const H5::H5File& file) { return text_of(file.openGroup("/"), name.c_str()); });
  } catch (const H5::Exception&) {
    return {};
  }
}

}  // namespace swell::run

#include "swell/case/results_writer.h"

#include <H5Cpp.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>

#include "swell/base/error.h"
#include "swell/base/hdf5_mutex.h"
#include "swell/case/files.h"

namespace swell::model {

namespace fs = std::filesystem;

fs::path partial_path(const fs::path& path) {
  fs::path result = path;
  if (result.extension() == ".h5") result.replace_extension();
  return result.string() + ".partial.h5";
}

namespace {

/// Bytes of one chunk: long enough that a flush is rare, short enough that hundreds of series fit in the cache of a
/// disk.
constexpr std::size_t kChunkBytes = 32768;
constexpr std::size_t kLeastRows = 64, kMostRows = 1024;

std::vector<std::string> parts_of(const std::string& path) {
  std::vector<std::string> parts(1);
  for (const char c : path) {
    if (c == '/' || c == '.') {
      if (!parts.back().empty()) parts.emplace_back();
    } else {
      parts.back() += c;
    }
  }
  if (parts.back().empty()) parts.pop_back();
  return parts;
}

/// `*` within one part stands for any text.
bool part_matches(const char* pattern, const char* text) {
  if (*pattern == '\0') return *text == '\0';
  if (*pattern == '*') return part_matches(pattern + 1, text) || (*text != '\0' && part_matches(pattern, text + 1));
  return *pattern == *text && part_matches(pattern + 1, text + 1);
}

void write_text(H5::H5Object& at, const char* name, const std::string& text) {
  // Variable length: an attribute of fixed length may not exceed 64 KiB, and a case file may.
  const H5::StrType type = [] {
    H5::StrType t(H5::PredType::C_S1, H5T_VARIABLE);
    t.setCset(H5T_CSET_UTF8);
    return t;
  }();
  const char* c_text = text.c_str();
  at.createAttribute(name, type, H5::DataSpace(H5S_SCALAR)).write(type, &c_text);
}

void write_texts(H5::H5Object& at, const char* name, const std::vector<std::string>& texts) {
  H5::StrType type(H5::PredType::C_S1, H5T_VARIABLE);
  type.setCset(H5T_CSET_UTF8);
  std::vector<const char*> pointers;
  pointers.reserve(texts.size());
  for (const std::string& text : texts) pointers.push_back(text.c_str());
  const hsize_t n = texts.size();
  H5::Attribute attribute = at.createAttribute(name, type, H5::DataSpace(1, &n));
  if (n > 0) attribute.write(type, pointers.data());
}

/// Whether Swell wrote the file: every results file, partial ones too, has these attributes.
bool is_results_file(const fs::path& path) {
  std::error_code error;
  if (!fs::is_regular_file(path, error)) return false;
  try {
    const H5::H5File file(path.string(), H5F_ACC_RDONLY);
    const H5::Group root = file.openGroup("/");
    return root.attrExists("case") && root.attrExists("version") && root.attrExists("overrides");
  } catch (const H5::Exception&) {
    return false;
  }
}

[[noreturn]] void refuse(const fs::path& path, const std::string& message, const std::string& remedy = {}) {
  throw InputError(Diagnostic{Severity::error, Origin{path.string(), 0, 0, ""}, message, "", "", remedy});
}

}  // namespace

bool selected(const std::string& path, const std::vector<std::string>& select) {
  if (select.empty()) return true;
  const std::vector<std::string> parts = parts_of(path);
  return std::any_of(select.begin(), select.end(), [&parts](const std::string& pattern) {
    const std::vector<std::string> wanted = parts_of(pattern);
    if (wanted.empty() || wanted.size() > parts.size()) return false;
    for (std::size_t i = 0; i < wanted.size(); ++i) {
      if (!part_matches(wanted[i].c_str(), parts[i].c_str())) return false;
    }
    return true;
  });
}

struct ResultsWriter::File {
  struct Column {
    Series series;
    std::size_t width = 1;
    std::vector<double> buffer;  // chunk_rows x width
    H5::DataSet dataset;
  };

  fs::path path, temporary;
  ResultsHeader header;
  std::vector<Column> columns;  // the first is /time
  std::size_t chunk_rows = kMostRows;
  std::size_t buffered = 0, written = 0;
  H5::H5File file;
  bool open = false;

  void create_dataset(Column& column) {
    const std::size_t slash = column.series.path.rfind('/');
    const std::string folder = column.series.path.substr(0, slash);
    for (std::size_t at = folder.find('/', 1);; at = folder.find('/', at + 1)) {
      const std::string group = folder.substr(0, at);
      if (!group.empty() && !file.nameExists(group)) file.createGroup(group);
      if (at == std::string::npos) break;
    }
    const int rank = column.series.width == 0 ? 1 : 2;
    const hsize_t none[2] = {0, column.width}, most[2] = {H5S_UNLIMITED, column.width},
                  chunk[2] = {chunk_rows, column.width};
    H5::DSetCreatPropList properties;
    properties.setChunk(rank, chunk);
    if (header.compression > 0) {
      properties.setShuffle();
      properties.setDeflate(header.compression);
    }
    // The buffers are whole chunks, so that the library needs no cache of its own for them.
    H5::DSetAccPropList access;
    access.setChunkCache(1, chunk_rows * column.width * sizeof(double), 1.0);
    column.dataset = file.createDataSet(column.series.path, H5::PredType::NATIVE_DOUBLE,
                                        H5::DataSpace(rank, none, most), properties, access);
    write_text(column.dataset, "units", column.series.units);
    write_text(column.dataset, "description", column.series.description);
    if (!column.series.labels.empty()) write_texts(column.dataset, "labels", column.series.labels);
    column.buffer.assign(chunk_rows * column.width, 0.0);
  }

  void flush() {
    if (buffered == 0) return;
    for (Column& column : columns) {
      const int rank = column.series.width == 0 ? 1 : 2;
      const hsize_t size[2] = {written + buffered, column.width}, count[2] = {buffered, column.width},
                    start[2] = {written, 0};
      column.dataset.extend(size);
      H5::DataSpace in_file = column.dataset.getSpace();
      in_file.selectHyperslab(H5S_SELECT_SET, count, start);
      column.dataset.write(column.buffer.data(), H5::PredType::NATIVE_DOUBLE, H5::DataSpace(rank, count), in_file);
    }
    written += buffered;
    buffered = 0;
  }

  void write_footer(const ResultsFooter& footer) {
    H5::Group root = file.openGroup("/");
    H5::Attribute wall = root.createAttribute("wall_time", H5::PredType::NATIVE_DOUBLE, H5::DataSpace(H5S_SCALAR));
    wall.write(H5::PredType::NATIVE_DOUBLE, &footer.wall_time);
    const auto steps = static_cast<long long>(footer.steps);
    root.createAttribute("steps", H5::PredType::STD_I64LE, H5::DataSpace(H5S_SCALAR))
        .write(H5::PredType::NATIVE_LLONG, &steps);
    write_texts(root, "warnings", footer.warnings);
  }

  void close() {
    for (Column& column : columns) column.dataset.close();
    file.close();
    open = false;
  }
};

ResultsWriter::ResultsWriter(fs::path path, ResultsHeader header) : file_(std::make_unique<File>()) {
  const std::lock_guard<std::recursive_mutex> lock(hdf5_mutex());
  H5::Exception::dontPrint();
  judge_output({"results", path, "choose another with -o", {}, {}});
  file_->path = std::move(path);
  // The process id keeps two runs of the same case apart until each is renamed.
  file_->temporary = file_->path.string() + fmt::format(".{}.part", getpid());
  file_->header = std::move(header);
  File::Column time;
  time.series = {"/time", 0, "s", "simulated time", {}};
  file_->columns.push_back(std::move(time));
}

ResultsWriter::~ResultsWriter() {
  if (file_->open) abandon({});
  const std::lock_guard<std::recursive_mutex> lock(hdf5_mutex());  // closing handles is HDF5's work too
  file_.reset();
}

std::size_t ResultsWriter::add(Series series) {
  SWELL_EXPECT(!file_->open && series.width >= 0 && !series.path.empty() && series.path[0] == '/');
  SWELL_EXPECT(!series.units.empty() && !series.description.empty());
  if (!selected(series.path, file_->header.select)) return npos;
  File::Column column;
  column.width = static_cast<std::size_t>(std::max(series.width, 1));
  column.series = std::move(series);
  file_->columns.push_back(std::move(column));
  return file_->columns.size() - 1;
}

void ResultsWriter::start() {
  File& f = *file_;
  const std::lock_guard<std::recursive_mutex> lock(hdf5_mutex());
  SWELL_EXPECT(!f.open);
  std::size_t widest = 1;
  for (const File::Column& column : f.columns) widest = std::max(widest, column.width);
  f.chunk_rows = std::clamp(kChunkBytes / (widest * sizeof(double)), kLeastRows, kMostRows);
  try {
    f.file = H5::H5File(f.temporary.string(), H5F_ACC_TRUNC);
    f.open = true;
    H5::Group root = f.file.openGroup("/");
    write_text(root, "case", f.header.case_text);
    write_text(root, "version", f.header.version);
    write_texts(root, "overrides", f.header.overrides);
    for (File::Column& column : f.columns) f.create_dataset(column);
  } catch (const H5::Exception& error) {
    const std::string reason = error.getDetailMsg();
    f.open = false;
    std::error_code ignored;
    fs::remove(f.temporary, ignored);
    refuse(f.path, fmt::format("the results file cannot be made: {}", reason));
  }
}

void ResultsWriter::set(std::size_t series, const double* values) {
  if (series == npos) return;
  File::Column& column = file_->columns[series];
  std::copy_n(values, column.width, column.buffer.data() + file_->buffered * column.width);
}

void ResultsWriter::commit(double time) {
  File& f = *file_;
  f.columns.front().buffer[f.buffered] = time;
  if (++f.buffered < f.chunk_rows) return;
  const std::lock_guard<std::recursive_mutex> lock(hdf5_mutex());
  try {
    f.flush();
  } catch (const H5::Exception& error) {
    throw SimulationError(
        fmt::format("{}: the results cannot be written: {}; is the disk full?", f.path.string(), error.getDetailMsg()),
        time, "results", f.path.string());
  }
}

void ResultsWriter::finish(const ResultsFooter& footer) {
  File& f = *file_;
  const std::lock_guard<std::recursive_mutex> lock(hdf5_mutex());
  SWELL_EXPECT(f.open);
  try {
    f.flush();
    f.write_footer(footer);
    f.close();
  } catch (const H5::Exception& error) {
    const fs::path left = abandon(footer);
    throw SimulationError(
        fmt::format("{}: the results cannot be written: {}; is the disk full? What there is stands in {}",
                    f.path.string(), error.getDetailMsg(), left.string()),
        0.0, "results", f.path.string());
  }
  std::error_code error;
  fs::rename(f.temporary, f.path, error);
  if (error) {
    throw SimulationError(fmt::format("{}: cannot be given its name: {}; the results stand in {}", f.path.string(),
                                      error.message(), f.temporary.string()),
                          0.0, "results", f.path.string());
  }
  // What an earlier, failed run of the same name left would now mislead.
  const fs::path partial = partial_path(f.path);
  if (is_results_file(partial)) fs::remove(partial, error);
}

fs::path ResultsWriter::abandon(const ResultsFooter& footer) noexcept {
  File& f = *file_;
  if (!f.open) return {};
  const std::lock_guard<std::recursive_mutex> lock(hdf5_mutex());
  try {
    f.flush();
    f.write_footer(footer);
  } catch (...) {  // a full disk must not hide why the run failed
  }
  try {
    f.close();
  } catch (...) {
    f.open = false;
  }
  std::error_code error;
  const fs::path partial = partial_path(f.path);
  // A file of another origin keeps its name, and the results the one under which they were written.
  if (fs::symlink_status(partial, error).type() != fs::file_type::not_found && !is_results_file(partial))
    return f.temporary;
  fs::rename(f.temporary, partial, error);
  return error ? f.temporary : partial;
}

std::size_t ResultsWriter::rows() const noexcept { return file_->written + file_->buffered; }
const fs::path& ResultsWriter::path() const noexcept { return file_->path; }

}  // namespace swell::model

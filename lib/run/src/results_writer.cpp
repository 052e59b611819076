#include "swell/run/results_writer.h"

#include <H5Cpp.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstdint>
#include <cstring>

#include "run_outputs.h"
#include "swell/base/error.h"
#include "swell/base/failed_write.h"
#include "swell/base/hdf5_mutex.h"
#include "swell/base/seal.h"
#include "swell/model/files.h"

namespace swell::run {

namespace fs = std::filesystem;

namespace {

/// Bytes of one chunk: long enough that a flush is rare, short enough that hundreds of series fit in the cache of a
/// disk.
constexpr std::size_t kChunkBytes = 32768;
constexpr std::size_t kLeastRows = 64, kMostRows = 1024;
constexpr std::size_t kMostBuffered = std::size_t{1} << 26;  ///< [B] of all series
/// A B-tree of HDF5 holds 64 chunks before it splits, and only a split is more than one write in place.
constexpr std::size_t kMostChunks = 60;
/// What has reached the file is asked onto the disk itself this often.
constexpr std::chrono::seconds kSyncEvery{30};
constexpr std::size_t kHeaderSlack = 65536, kBytesPerDataset = 2048,
                      kBytesPerLabel = 128;  ///< [B] more than their metadata take

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

/// No room, or no more than this process may write.
class NoRoom : public std::exception {
 public:
  explicit NoRoom(int error) : text_(std::strerror(error)) {}
  const char* what() const noexcept override { return text_.c_str(); }

 private:
  std::string text_;
};

}  // namespace

// Readable at every moment: rows are written outside of what the file's metadata refer to, then the metadata are
// overwritten in place. Space is reserved before it is written, so that a full disk is met before a write is half done.
struct ResultsWriter::File {
  using Clock = std::chrono::steady_clock;
  struct Column {
    assembly::Series series;
    std::size_t width = 1;
    std::vector<double> buffer;  // buffer_rows x width
    H5::DataSet dataset;
  };

  fs::path path, target, temporary;  // target: behind symbolic links
  ResultsHeader header;
  std::vector<Column> columns;  // the first is /time
  std::vector<assembly::StoredArray> arrays;
  std::vector<std::string> notes;
  int compression = 0;  // of the finished file; that of the header holds for this one
  std::size_t buffer_rows = kMostRows, chunk_rows = kMostRows, row_numbers = 0;
  std::size_t begin = 0, buffered = 0, written = 0;  // rows of the buffer from begin on wait to be written
  Clock::time_point started = Clock::now(), flushed = started, synced = started;
  H5::H5File file;
  bool open = false;
  bool grown = false;   // since the last flush the file has got longer
  bool failed = false;  // a write was: nothing more may reach the file

  int descriptor() const {
    void* handle = nullptr;
    file.getVFDHandle(&handle);
    return *static_cast<int*>(handle);
  }

  /// @throws NoRoom
  void reserve(std::size_t bytes) const { reserve(descriptor(), file.getFileSize(), bytes); }
  static void reserve(int descriptor, hsize_t end, std::size_t bytes) {
    if (fallocate(descriptor, 0, static_cast<off_t>(end), static_cast<off_t>(bytes)) == 0) return;
    if (errno == ENOSPC || errno == EFBIG || errno == EDQUOT) throw NoRoom(errno);
    // This file system cannot be asked; the file is as long as its superblock will say.
    if (ftruncate(descriptor, static_cast<off_t>(end + bytes)) != 0) throw NoRoom(errno);
  }
  // A file of HDF5 that has no room for its superblock can be neither closed nor left open: libhdf5 crashes.
  void reserve_before(std::size_t bytes) const {
    const int descriptor = ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (descriptor < 0) return;  // HDF5 has the words
    try {
      reserve(descriptor, 0, bytes);
    } catch (...) {
      ::close(descriptor);
      throw;
    }
    ::close(descriptor);
  }

  // What the metadata refer to may be on the disk before the superblock says that the file reaches that far, which a
  // reader would refuse: it says so beforehand, and HDF5 writes the true end with its flush. Superblock version 0: the
  // address of the end stands in bytes 40 to 47, little-endian (HDF5 file format specification 2.0, II.A).
  static constexpr std::size_t kEndAddress = 40;

  /// @throws NoRoom
  void reserve_and_state(std::size_t bytes) const {
    const hsize_t end = file.getFileSize() + bytes;
    reserve(bytes);
    state(end);
  }
  void state(hsize_t end) const {
    if (!stated_end()) return;
    std::array<unsigned char, 8> little{};
    for (std::size_t i = 0; i < little.size(); ++i) little[i] = static_cast<unsigned char>(end >> (8 * i));
    static_cast<void>(pwrite(descriptor(), little.data(), little.size(), kEndAddress) == 8);
  }

  /// Where it is in the superblock.
  std::optional<std::uint64_t> stated_end() const {
    std::array<unsigned char, kEndAddress + 8> head{};
    constexpr std::size_t kVersion = 8;
    if (pread(descriptor(), head.data(), head.size(), 0) != static_cast<ssize_t>(head.size()) || head[kVersion] != 0)
      return std::nullopt;
    std::uint64_t end = 0;
    for (std::size_t i = head.size(); i-- > kEndAddress;) end = end << 8 | head[i];
    return end;
  }

  // Where the flush had no reason to write the superblock again, the file is made as long as that says.
  void reach_stated_end() const {
    const auto end = stated_end();
    struct stat status {};
    if (end && fstat(descriptor(), &status) == 0 && static_cast<off_t>(*end) > status.st_size)
      static_cast<void>(ftruncate(descriptor(), static_cast<off_t>(*end)) == 0);
  }

  /// After a failed write what HDF5 still holds goes nowhere: the file stays as the last flush left it.
  void cut_off() noexcept {
    failed = true;
    try {
      send_nowhere(descriptor());
    } catch (...) {  // not open any more
    }
  }

  void create_folder_of(const std::string& of) {
    const std::string folder = of.substr(0, of.rfind('/'));
    for (std::size_t at = folder.find('/', 1);; at = folder.find('/', at + 1)) {
      const std::string group = folder.substr(0, at);
      if (!group.empty() && !file.nameExists(group)) file.createGroup(group);
      if (at == std::string::npos) break;
    }
  }

  void write_array(const assembly::StoredArray& array) {
    create_folder_of(array.path);
    const std::vector<hsize_t> shape(array.shape.begin(), array.shape.end());
    const H5::DataSpace space =
        shape.empty() ? H5::DataSpace(H5S_SCALAR) : H5::DataSpace(static_cast<int>(shape.size()), shape.data());
    H5::DataSet dataset = file.createDataSet(array.path, H5::PredType::NATIVE_DOUBLE, space);
    if (!array.values.empty()) dataset.write(array.values.data(), H5::PredType::NATIVE_DOUBLE);
    write_text(dataset, "units", array.units);
    write_text(dataset, "description", array.description);
    write_text(dataset, "component", array.component);
    if (!array.rows.empty()) write_texts(dataset, "rows", array.rows);
    if (!array.columns.empty()) write_texts(dataset, "columns", array.columns);
  }

  void create_dataset(Column& column) {
    create_folder_of(column.series.path);
    const int rank = column.series.width == 0 ? 1 : 2;
    // /time is in one piece: its index does not change.
    const bool whole = &column == &columns.front() && header.compression == 0;
    const std::size_t rows = whole ? std::max(chunk_rows, header.expected_rows) : chunk_rows;
    const hsize_t none[2] = {0, column.width}, most[2] = {H5S_UNLIMITED, column.width}, chunk[2] = {rows, column.width};
    H5::DSetCreatPropList properties;
    properties.setChunk(rank, chunk);
    H5::DSetAccPropList access;
    if (header.compression > 0) {
      properties.setShuffle();
      properties.setDeflate(header.compression);
      access.setChunkCache(1, chunk_rows * column.width * sizeof(double), 1.0);
    } else {  // straight to the file, whose index of chunks is made now
      H5Pset_alloc_time(properties.getId(), H5D_ALLOC_TIME_EARLY);
      H5Pset_fill_time(properties.getId(), H5D_FILL_TIME_NEVER);  // rows are written before they count
      access.setChunkCache(1, 0, 1.0);
    }
    column.dataset = file.createDataSet(column.series.path, H5::PredType::NATIVE_DOUBLE,
                                        H5::DataSpace(rank, none, most), properties, access);
    write_text(column.dataset, "units", column.series.units);
    write_text(column.dataset, "description", column.series.description);
    if (!column.series.port.empty()) write_text(column.dataset, "port", column.series.port);
    if (!column.series.labels.empty()) write_texts(column.dataset, "labels", column.series.labels);
    column.buffer.assign(buffer_rows * column.width, 0.0);
  }

  // HDF5's flush ends with a cut of the file to the true end, and a kill then leaves it shorter than what the
  // superblock states. What takes room is given its room first, /time last, and the true end is stated before the cut.
  void flush() {
    if (grown) state(file.getFileSize());
    grown = false;
    file.flush(H5F_SCOPE_LOCAL);
    reach_stated_end();
    flushed = Clock::now();
    if (flushed - synced < kSyncEvery) return;
    fdatasync(descriptor());
    synced = flushed;
  }

  /// The buffered rows, into the file.
  void write() {
    while (begin < buffered) {
      const std::size_t in_chunk = written % chunk_rows, rows = std::min(buffered - begin, chunk_rows - in_chunk);
      if (in_chunk == 0 || header.compression > 0) {
        const std::size_t times = written == 0 ? header.expected_rows : 0;
        reserve_and_state((chunk_rows * row_numbers + times) * sizeof(double) + kHeaderSlack);
        grown = true;
      }
      for (std::size_t c = columns.size(); c-- > 0;) {
        Column& column = columns[c];
        // The index of a new chunk is on its way before /time says that there are rows in it.
        if (c == 0 && in_chunk == 0 && header.compression == 0) flush();
        const int rank = column.series.width == 0 ? 1 : 2;
        const hsize_t size[2] = {written + rows, column.width}, count[2] = {rows, column.width},
                      start[2] = {written, 0};
        column.dataset.extend(size);
        H5::DataSpace in_file = column.dataset.getSpace();
        in_file.selectHyperslab(H5S_SELECT_SET, count, start);
        column.dataset.write(column.buffer.data() + begin * column.width, H5::PredType::NATIVE_DOUBLE,
                             H5::DataSpace(rank, count), in_file);
      }
      written += rows;
      begin += rows;
    }
    begin = buffered = 0;
  }

  // What has one number is there from the start: it is overwritten in place, even on a full disk.
  void write_header() {
    H5::Group root = file.openGroup("/");
    write_text(root, "case", header.case_text);
    write_text(root, "version", header.version);
    write_texts(root, "overrides", header.overrides);
    if (!header.case_file.empty()) write_text(root, "case_file", header.case_file);
    root.createAttribute("wall_time", H5::PredType::NATIVE_DOUBLE, H5::DataSpace(H5S_SCALAR));
    root.createAttribute("steps", H5::PredType::STD_I64LE, H5::DataSpace(H5S_SCALAR));
    write_texts(root, "warnings", {});
    write_texts(root, "notes", {});
    if (header.averages_from)
      root.createAttribute("averages_from", H5::PredType::NATIVE_DOUBLE, H5::DataSpace(H5S_SCALAR))
          .write(H5::PredType::NATIVE_DOUBLE, &*header.averages_from);
    write_footer({});
  }

  void write_footer(const ResultsFooter& footer) {
    H5::Group root = file.openGroup("/");
    root.openAttribute("wall_time").write(H5::PredType::NATIVE_DOUBLE, &footer.wall_time);
    const auto steps = static_cast<long long>(footer.steps);
    root.openAttribute("steps").write(H5::PredType::NATIVE_LLONG, &steps);
    for (const auto& [name, texts] : {std::pair{"warnings", &footer.warnings}, std::pair{"notes", &footer.notes}}) {
      if (texts->empty()) continue;
      std::size_t bytes = kHeaderSlack;
      for (const std::string& text : *texts) bytes += text.size() + 64;
      reserve_and_state(bytes);
      root.removeAttr(name);
      write_texts(root, name, *texts);
    }
  }

  void create() {
    std::size_t bytes = kHeaderSlack + header.case_text.size() + kBytesPerDataset * columns.size();
    for (const assembly::StoredArray& array : arrays) {
      bytes += kBytesPerDataset + sizeof(double) * array.values.size();
      for (const auto* labels : {&array.rows, &array.columns}) bytes += kBytesPerLabel * labels->size();
    }
    reserve_before(bytes);
    // Metadata leave the cache in a flush only.
    const H5::FileAccPropList access;
    H5Pset_file_locking(access.getId(), false, true);  // others may read while it grows
    H5AC_cache_config_t cache;
    cache.version = H5AC__CURR_CACHE_CONFIG_VERSION;
    H5Pget_mdc_config(access.getId(), &cache);
    cache.evictions_enabled = false;
    cache.incr_mode = H5C_incr__off;
    cache.flash_incr_mode = H5C_flash_incr__off;
    cache.decr_mode = H5C_decr__off;
    H5Pset_mdc_config(access.getId(), &cache);
    file = H5::H5File(temporary.string(), H5F_ACC_TRUNC, H5::FileCreatPropList::DEFAULT, access);
    open = true;
    reserve(bytes);
    write_header();
    for (const assembly::StoredArray& array : arrays) write_array(array);
    // A flush writes what lies further back later: /time grows when all others have.
    for (std::size_t c = columns.size(); c-- > 0;) create_dataset(columns[c]);
    flush();
  }

  /// A compressed copy of all rows. Compressed chunks move as they grow, so that a file of them is not readable at
  /// every moment: they are made when the run is done. @throws what the file makes of a full disk
  void copy_compressed(const ResultsFooter& footer, int level, const fs::path& to) {
    File copy;
    copy.path = path;
    copy.temporary = to;
    copy.header = header;
    copy.header.compression = level;
    copy.buffer_rows = copy.chunk_rows = buffer_rows;
    copy.row_numbers = row_numbers;
    copy.arrays = arrays;
    for (const Column& column : columns) {
      copy.columns.emplace_back();
      copy.columns.back().series = column.series;
      copy.columns.back().width = column.width;
    }
    try {
      copy.create();
      while (copy.written < written) {
        copy.buffered = std::min(buffer_rows, written - copy.written);
        for (std::size_t c = 0; c < columns.size(); ++c) {
          const int rank = columns[c].series.width == 0 ? 1 : 2;
          const hsize_t count[2] = {copy.buffered, columns[c].width}, start[2] = {copy.written, 0};
          H5::DataSpace in_file = columns[c].dataset.getSpace();
          in_file.selectHyperslab(H5S_SELECT_SET, count, start);
          columns[c].dataset.read(copy.columns[c].buffer.data(), H5::PredType::NATIVE_DOUBLE,
                                  H5::DataSpace(rank, count), in_file);
        }
        copy.write();
      }
      copy.write_footer(footer);
      copy.flush();
      copy.close();
    } catch (...) {
      copy.cut_off();
      std::error_code ignored;
      fs::remove(to, ignored);
      throw;
    }
  }

  /// Runs `work` and turns what goes wrong with the file into words.
  template <class Work>
  void guarded(double time, Work work) {
    std::string reason;
    try {
      work();
      return;
    } catch (const NoRoom& error) {  // nothing was written
      reason = error.what();
    } catch (const H5::Exception& error) {
      reason = error.getDetailMsg();
      cut_off();
    }
    throw FailedWrite(fmt::format("{}: the results cannot be written: {}; is the disk full?", path.string(), reason),
                      path, time, "results");
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
  model::check_output_file({"results", path, "choose another with -o", {}, {}});
  file_->path = std::move(path);
  file_->target = behind_links(file_->path);
  // The process id keeps two runs of the same case apart until each is renamed.
  file_->temporary = file_->target.string() + fmt::format(".{}.part", getpid());
  file_->header = std::move(header);
  std::swap(file_->compression, file_->header.compression);
  File::Column time;
  time.series = {"/time", 0, "s", "simulated time", {}};
  file_->columns.push_back(std::move(time));
}

ResultsWriter::~ResultsWriter() {
  if (file_->open) abandon({});
  const std::lock_guard<std::recursive_mutex> lock(hdf5_mutex());  // closing handles is HDF5's work too
  file_.reset();
}

std::size_t ResultsWriter::add(assembly::Series series) {
  SWELL_EXPECT(!file_->open && series.width >= 0 && !series.path.empty() && series.path[0] == '/');
  SWELL_EXPECT(!series.units.empty() && !series.description.empty());
  if (!assembly::selected(series, file_->header.select)) return npos;
  File::Column column;
  column.width = static_cast<std::size_t>(std::max(series.width, 1));
  column.series = std::move(series);
  file_->columns.push_back(std::move(column));
  return file_->columns.size() - 1;
}

void ResultsWriter::store(assembly::StoredArray array) {
  SWELL_EXPECT(!file_->open && !array.path.empty() && array.path[0] == '/');
  file_->arrays.push_back(std::move(array));
}

void ResultsWriter::start() {
  File& f = *file_;
  const std::lock_guard<std::recursive_mutex> lock(hdf5_mutex());
  SWELL_EXPECT(!f.open);
  refuse_second_run(f.target, {});
  adopt_stale_parts(f.target, f.path, f.notes);
  std::size_t widest = 1;
  for (const File::Column& column : f.columns) {
    widest = std::max(widest, column.width);
    f.row_numbers += column.width;
  }
  // Neither more rows than there will be nor, of many series, more than the memory has room for.
  const std::size_t worthwhile = std::min(kChunkBytes / widest, kMostBuffered / f.row_numbers) / sizeof(double),
                    last = f.header.expected_rows > 0 ? f.header.expected_rows : kMostRows;
  f.buffer_rows = std::clamp(std::min(worthwhile, last), kLeastRows, kMostRows);
  f.chunk_rows = f.buffer_rows;
  if (f.header.compression == 0) f.chunk_rows = std::max(f.chunk_rows, f.header.expected_rows / kMostChunks + 1);
  try {
    f.guarded(0.0, [&f] { f.create(); });
    mark_as_growing(f.descriptor());
    refuse_second_run(f.target, f.temporary);  // one that began in between
  } catch (const Error&) {
    f.cut_off();
    try {
      f.close();
    } catch (...) {  // the failure that counts is thrown below
      f.open = false;
    }
    std::error_code ignored;
    fs::remove(f.temporary, ignored);
    throw;
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
  const bool due = std::chrono::duration<double>(File::Clock::now() - f.flushed).count() >= f.header.flush_every;
  if (++f.buffered < f.buffer_rows && !due) return;
  const std::lock_guard<std::recursive_mutex> lock(hdf5_mutex());
  f.guarded(time, [&] {
    f.write();
    if (due) f.flush();
  });
}

void ResultsWriter::finish(const ResultsFooter& footer) {
  File& f = *file_;
  const std::lock_guard<std::recursive_mutex> lock(hdf5_mutex());
  SWELL_EXPECT(f.open);
  try {
    f.guarded(0.0, [&] {
      f.write();
      f.write_footer(footer);
      f.flush();
      if (f.compression == 0) return;
      // <file>.<process id>.packed.part, which the next run removes if this one is killed.
      const fs::path packed = fs::path(f.temporary).replace_extension(".packed.part");
      try {
        f.copy_compressed(footer, f.compression, packed);
        fs::rename(packed, f.temporary);
      } catch (const std::exception& error) {
        f.notes.push_back(fmt::format("{} is not compressed: {}", f.path.string(), error.what()));
      } catch (const H5::Exception& error) {
        f.notes.push_back(fmt::format("{} is not compressed: {}", f.path.string(), error.getDetailMsg()));
      }
    });
    f.guarded(0.0, [&] {
      if (File::Clock::now() - f.started > kSyncEvery) fdatasync(f.descriptor());
      f.close();
    });
    if (!seal_file(f.temporary, kResultsSeal))
      f.notes.push_back(fmt::format("{} has no seal: damage to it will not be noticed", f.path.string()));
  } catch (const SimulationError& error) {
    const fs::path left = abandon(footer);
    throw FailedWrite(fmt::format("{} What was written is in {}", error.what(), left.string()), f.path, 0.0, "results");
  }
  try {
    put_in_place(f.temporary, f.path);
  } catch (const fs::filesystem_error& error) {
    throw FailedWrite(fmt::format("{}: cannot be renamed: {}; the results are in {}", f.path.string(),
                                  error.code().message(), f.temporary.string()),
                      f.path, 0.0, "results");
  }
  settle_partial(f.path, f.notes);
}

fs::path ResultsWriter::abandon(const ResultsFooter& footer) noexcept {
  File& f = *file_;
  if (!f.open) return {};
  const std::lock_guard<std::recursive_mutex> lock(hdf5_mutex());
  // Each alone: a full disk must not hide why the run failed, nor cost what can still be written in place.
  const auto attempt = [&f](auto work) noexcept {
    if (f.failed) return;
    try {
      work();
    } catch (const H5::Exception&) {
      f.cut_off();
    } catch (...) {  // disk full: nothing was written
    }
  };
  attempt([&] { f.write(); });
  attempt([&] { f.write_footer(footer); });
  attempt([&] { f.flush(); });
  try {
    f.close();
    if (!f.failed) seal_file(f.temporary, kResultsSeal);
  } catch (...) {
    f.open = false;
  }
  return keep_as_partial(f.temporary, f.path);
}

std::size_t ResultsWriter::rows() const noexcept { return file_->written + file_->buffered - file_->begin; }
const fs::path& ResultsWriter::path() const noexcept { return file_->path; }
const std::vector<std::string>& ResultsWriter::notes() const noexcept { return file_->notes; }

}  // namespace swell::run

#include "h5_file.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <numeric>

#include "swell/base/error_codes.h"
#include "swell/base/failed_write.h"
#include "swell/base/hash.h"
#include "swell/base/inflation.h"
#include "swell/base/kept.h"

namespace swell::hydro {

template <class Bytes>
static void members(Bytes& bytes, H5Array& array) {
  bytes(array.shape, array.values);
}
template <class Bytes>
static void members(Bytes& bytes, H5Item& item) {
  bytes(item.numbers, item.text, item.failure, item.elsewhere);
}

namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail(const std::string& file, const std::string& message, const std::string& remedy) {
  throw InputError({file, 0, 0, {}}, message, remedy);
}

/// Checks the path before HDF5, which reports every failure as "unable to open file".
void check_openable(const std::string& path) {
  std::error_code ignored;
  if (!fs::exists(path, ignored)) {
    throw code::error(code::kNoFile, Origin{path, 0, 0, {}}, "no such file",
                      "give the path of a BEMIO HDF5 file, relative to the case file");
  }
  if (!fs::is_regular_file(path, ignored)) fail(path, "is not a file", "give the path of a BEMIO HDF5 file");
  std::ifstream in(path, std::ios::binary);
  if (!in)
    throw code::error(code::kNoFile, Origin{path, 0, 0, {}}, "cannot be opened for reading", "check its permissions");
  std::string head(64, '\0');
  in.read(head.data(), static_cast<std::streamsize>(head.size()));
  head.resize(static_cast<std::size_t>(in.gcount()));
  if (head.empty()) fail(path, "is empty", "download or convert it again");
  if (head.rfind("version https://git-lfs", 0) == 0) {
    fail(path, "is a git-lfs pointer, not the data", "run `git lfs pull` in the repository that it came from");
  }
}

bool is_hdf5(const std::string& path) {
  try {
    return H5::H5File::isHdf5(path);
  } catch (const H5::Exception&) {
    return false;
  }
}

H5::H5File open(const std::string& path) {
  H5::Exception::dontPrint();
  if (!is_hdf5(path)) {
    fail(path, "is not an HDF5 file", "convert BEM output with `bemio`, or check that the download is complete");
  }
  try {
    return H5::H5File(path, H5F_ACC_RDONLY);
  } catch (const H5::Exception&) {
    fail(path, fmt::format("is truncated or damaged ({} bytes)", fs::file_size(path)), "download or convert it again");
  }
}

}  // namespace

std::string shape_text(const std::vector<std::size_t>& shape) { return fmt::format("({})", fmt::join(shape, ",")); }

std::vector<std::size_t> squeezed(const std::vector<std::size_t>& shape) {
  std::vector<std::size_t> out;
  std::copy_if(shape.begin(), shape.end(), std::back_inserter(out), [](std::size_t n) { return n != 1; });
  return out;
}

std::vector<double> axes_reversed(const H5Array& array) {
  const std::size_t rank = array.shape.size();
  std::vector<double> out(array.values.size());
  std::vector<std::size_t> index(rank, 0);
  for (const double value : array.values) {
    std::size_t to = 0;
    for (std::size_t a = rank; a-- > 0;) to = to * array.shape[a] + index[a];
    out[to] = value;
    for (std::size_t a = rank; a-- > 0;) {
      if (++index[a] < array.shape[a]) break;
      index[a] = 0;
    }
  }
  return out;
}

H5Reader::H5Reader(const std::string& path, Containment containment) : path_(path) {
  check_openable(path);
  if (containment == Containment::in_process) {
    file_ = open(path);
    return;
  }
  ContainedWork about;
  about.origin = Origin{path, 0, 0, {}};
  about.library = "HDF5";
  const std::uintmax_t size = fs::file_size(path);
  about.cpu_seconds = 30.0 + static_cast<double>(size) / 2e7;
  // Without a child where equal bytes were read before. The number is that of the form of H5Item and of what snapshot
  // makes of a file.
  const auto key_of_bytes = [&]() -> std::string {
    std::ifstream in(path, std::ios::binary);
    if (!in || size > kMostKeptBytes) return {};
    std::string bytes(size, '\0');
    in.read(bytes.data(), static_cast<std::streamsize>(size));
    return in ? fmt::format("items of HDF5 2, {} bytes {:016x}", size, hash_block(bytes.data(), size)) : std::string();
  };
  const std::string key = key_of_bytes();
  if (const Kept kept = key.empty() ? Kept{} : find_kept(key); kept.bytes) {
    ByteReader bytes(*kept.bytes);
    bytes(items_);
    if (bytes.ok() && bytes.done()) return;
    items_.clear();
  }
  items_ = run_contained<std::map<std::string, H5Item>>(about, [&] {
    file_ = open(path);
    return snapshot();
  });
  const auto is_whole = [](const auto& item) { return item.second.failure.empty() && !item.second.elsewhere; };
  if (key.empty() || !std::all_of(items_.begin(), items_.end(), is_whole)) return;
  if (key_of_bytes() != key) return;  // written anew while the child read it
  ByteWriter bytes;
  bytes(items_);
  keep(key, bytes.take());
}

void H5Reader::damaged(const std::string& path, const std::string& why) const {
  throw InputError(origin(path), why, "the file is damaged; download or convert it again");
}

// Every group and dataset but the copies that BEMIO's older writers keep beside the data ("components") and the raw
// output of the BEM code. A forged file may link a group into itself: depth and count are limited.
std::map<std::string, H5Item> H5Reader::snapshot() const {
  constexpr std::size_t kDeepest = 12, kMost = 1000000;
  struct Links {
    std::vector<std::string> names;
    bool elsewhere = false;
  };
  const auto collect = [](hid_t, const char* name, const H5L_info_t* info, void* to) -> herr_t {
    auto& links = *static_cast<Links*>(to);
    links.names.emplace_back(name);
    links.elsewhere = links.elsewhere || info->type == H5L_TYPE_EXTERNAL;
    return 0;
  };
  std::map<std::string, H5Item> items;
  std::vector<std::pair<std::string, std::size_t>> waiting{{"", 0}};
  std::size_t count = 0;
  while (!waiting.empty()) {
    const auto [path, depth] = waiting.back();
    waiting.pop_back();
    if (++count > kMost) damaged({}, "holds more than a million groups and datasets");
    const hid_t id = H5Oopen(file_->getId(), path.empty() ? "/" : path.c_str(), H5P_DEFAULT);
    const H5I_type_t type = id < 0 ? H5I_BADID : H5Iget_type(id);
    Links links;
    H5Item item;
    if (id < 0) item.failure = "cannot be read";
    if (type == H5I_GROUP) {
      hsize_t at = 0;
      if (H5Literate(id, H5_INDEX_NAME, H5_ITER_NATIVE, &at, collect, &links) < 0) item.failure = "cannot be listed";
      item.elsewhere = links.elsewhere;
    }
    if (type == H5I_DATASET) {
      const hid_t how = H5Dget_create_plist(id);
      item.elsewhere = H5Pget_external_count(how) > 0 || H5Pget_layout(how) == H5D_VIRTUAL;
      H5Pclose(how);
    }
    if (id >= 0) H5Oclose(id);
    if (type == H5I_DATASET) {
      try {
        item.numbers = numbers(path);
        if (!item.numbers) item.text = text(path);
      } catch (const InputError& error) {
        item.failure = error.diagnostics().front().message;
      }
    }
    items.emplace(path, std::move(item));
    for (const std::string& name : links.names) {
      std::string below = path;
      below.append("/").append(name);
      if (depth < kDeepest && name != "components" && below != "/bem_data/output")
        waiting.emplace_back(below, depth + 1);
    }
  }
  return items;
}

bool H5Reader::has(const std::string& path) const {
  if (!file_) return items_.count(path) != 0;
  // Every link on the way must exist: HDF5 fails rather than answers when a parent is missing.
  std::size_t end = 0;
  while (end != std::string::npos) {
    end = path.find('/', end + 1);
    if (H5Lexists(file_->getId(), path.substr(0, end).c_str(), H5P_DEFAULT) <= 0) return false;
  }
  return true;
}

std::optional<H5Array> H5Reader::numbers(const std::string& path) const {
  if (!has(path)) return std::nullopt;
  if (!file_) {
    const H5Item& item = items_.at(path);
    if (!item.failure.empty()) damaged(path, item.failure);
    return item.numbers;
  }
  try {
    const H5::DataSet set = file_->openDataSet(path);
    const H5T_class_t kind = set.getTypeClass();
    if (kind != H5T_FLOAT && kind != H5T_INTEGER && kind != H5T_ENUM) return std::nullopt;
    const H5::DataSpace space = set.getSpace();
    H5Array array;
    std::vector<hsize_t> shape(static_cast<std::size_t>(space.getSimpleExtentNdims()));
    if (!shape.empty()) space.getSimpleExtentDims(shape.data());
    array.shape.assign(shape.begin(), shape.end());
    if (static_cast<double>(space.getSimpleExtentNpoints()) >
        kMostInflation * static_cast<double>(file_->getFileSize())) {
      damaged(path, "announces more values than the file can hold");
    }
    array.values.resize(static_cast<std::size_t>(space.getSimpleExtentNpoints()));
    if (array.values.empty()) return std::nullopt;
    if (kind == H5T_ENUM) {  // a boolean of h5py: an 8-bit enum
      const H5::DataType type = set.getDataType();
      std::vector<signed char> raw(array.values.size() * type.getSize());
      set.read(raw.data(), type);
      for (std::size_t i = 0; i < array.values.size(); ++i) array.values[i] = raw[i * type.getSize()];
    } else {
      set.read(array.values.data(), H5::PredType::NATIVE_DOUBLE);
    }
    return array;
  } catch (const H5::Exception& error) {
    damaged(path, "cannot be read: " + error.getDetailMsg());
  }
}

std::optional<std::string> H5Reader::text(const std::string& path) const {
  if (!has(path)) return std::nullopt;
  if (!file_) {
    const H5Item& item = items_.at(path);
    if (!item.failure.empty()) damaged(path, item.failure);
    return item.text;
  }
  try {
    const H5::DataSet set = file_->openDataSet(path);
    if (set.getTypeClass() != H5T_STRING || set.getSpace().getSimpleExtentNpoints() < 1) return std::nullopt;
    const H5::StrType type = set.getStrType();
    const double bytes =
        static_cast<double>(type.getSize()) * static_cast<double>(set.getSpace().getSimpleExtentNpoints());
    if (bytes > 1100.0 * static_cast<double>(file_->getFileSize())) return std::nullopt;  // a damaged extent
    std::string value;
    if (set.getSpace().getSimpleExtentNpoints() == 1) {
      set.read(value, type);
    } else if (!type.isVariableStr()) {  // one string per line: the first will do
      std::vector<char> raw(type.getSize() * static_cast<std::size_t>(set.getSpace().getSimpleExtentNpoints()));
      set.read(raw.data(), type);
      value.assign(raw.data(), type.getSize());
    }
    const std::size_t end = value.find('\0');
    if (end != std::string::npos) value.resize(end);
    while (!value.empty() && value.back() == ' ') value.pop_back();
    return value;
  } catch (const H5::Exception& error) {
    damaged(path, "cannot be read: " + error.getDetailMsg());
  }
}

H5Writer::H5Writer(const std::string& path) : path_(path) {
  H5::Exception::dontPrint();
  H5::FileAccPropList access;
  access.setCore(1U << 20U, false);
  file_ = H5::H5File(path, H5F_ACC_TRUNC, H5::FileCreatPropList::DEFAULT, access);
}

void H5Writer::make_groups(const std::string& path) {
  for (std::size_t end = path.find('/', 1); end != std::string::npos; end = path.find('/', end + 1)) {
    const std::string group = path.substr(0, end);
    if (H5Lexists(file_.getId(), group.c_str(), H5P_DEFAULT) <= 0) file_.createGroup(group);
  }
}

void H5Writer::text(const std::string& path, const std::string& value) {
  make_groups(path);
  const H5::StrType type(H5::PredType::C_S1, std::max<std::size_t>(1, value.size() + 1));
  H5::DSetCreatPropList properties;
  H5Pset_obj_track_times(properties.getId(), false);
  file_.createDataSet(path, type, H5::DataSpace(H5S_SCALAR), properties).write(value, type);
}

void H5Writer::mark(const std::string& name, const std::string& value) {
  const H5::StrType type(H5::PredType::C_S1, value.size() + 1);
  file_.openGroup("/").createAttribute(name, type, H5::DataSpace(H5S_SCALAR)).write(type, value);
}

void H5Writer::numbers(const std::string& path, const std::vector<std::size_t>& shape,
                       const std::vector<double>& values, const std::string& description, const std::string& units) {
  SWELL_EXPECT(std::accumulate(shape.begin(), shape.end(), std::size_t{1}, std::multiplies<>()) == values.size());
  make_groups(path);
  const std::vector<hsize_t> extent(shape.begin(), shape.end());
  H5::DSetCreatPropList properties;
  H5Pset_obj_track_times(properties.getId(), false);  // the same data give the same bytes
  H5::DataSet set = file_.createDataSet(path, H5::PredType::IEEE_F64LE,
                                        H5::DataSpace(static_cast<int>(extent.size()), extent.data()), properties);
  set.write(values.data(), H5::PredType::NATIVE_DOUBLE);
  for (const auto& [name, value] : {std::pair{"description", description}, std::pair{"units", units}}) {
    const H5::StrType type(H5::PredType::C_S1, std::max<std::size_t>(1, value.size() + 1));
    set.createAttribute(name, type, H5::DataSpace(H5S_SCALAR)).write(type, value);
  }
}

void H5Writer::close() {
  file_.flush(H5F_SCOPE_GLOBAL);
  const ssize_t size = H5Fget_file_image(file_.getId(), nullptr, 0);
  std::string bytes(static_cast<std::size_t>(std::max<ssize_t>(0, size)), '\0');
  if (size <= 0 || H5Fget_file_image(file_.getId(), bytes.data(), bytes.size()) != size)
    throw H5::FileIException("close", "no image of the file");
  file_.close();
  write_whole(path_, bytes);
}

}  // namespace swell::hydro

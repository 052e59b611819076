#include "files/netcdf_file.h"

#include <fmt/format.h>
#include <netcdf.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <fstream>
#include <iterator>

#include "files/text_file.h"
#include "swell/base/hdf5_mutex.h"
#include "swell/base/inflation.h"
#include "swell/base/opened_library.h"

namespace swell::bemio {
template <class Bytes>
static void members(Bytes& bytes, NetcdfArray& array) {
  bytes(array.name, array.dimensions, array.shape, array.values);
}
template <class Bytes>
static void members(Bytes& bytes, NetcdfItem& item) {
  bytes(item.numbers, item.strings, item.failure);
}

namespace {

#define NETCDF(name) (*reinterpret_cast<decltype(name)*>(opened_entry(SWELL_NETCDF, #name)))

const char* const kUnits = "@units";  // of the child's items

// Walks the header of a classic file (netCDF's file format specification, "The NetCDF Classic Format Specification"):
// every count must fit into the bytes that are left. The library allocates by these counts before it reads what they
// count.
class ClassicHeader {
 public:
  explicit ClassicHeader(const std::string& bytes) : bytes_(bytes) {}

  bool sound() {
    const bool wide = bytes_.size() > 4 && bytes_[3] == 5;
    const bool far = bytes_.size() > 4 && bytes_[3] != 1;
    at_ = 4;
    count_ = wide ? 8 : 4;
    records_ = number(count_);
    const std::uint64_t dimensions = list(10);
    std::vector<double> lengths;
    for (std::uint64_t d = 0; good_ && d < dimensions; ++d) {
      name();
      lengths.push_back(static_cast<double>(number(count_)));
    }
    attributes();
    const std::uint64_t variables = list(11);
    for (std::uint64_t v = 0; good_ && v < variables; ++v) {
      name();
      variables_.push_back(variable(lengths, far ? 8 : 4));
    }
    return good_;
  }

  /// The byte after the last value of any variable: where a file that is not cut off ends, but for padding. Values
  /// beyond the end of a file are zeros to the library.
  double end() const {
    double record = 0.0;  // bytes of one record: every variable of it, to full words unless there is one alone
    std::size_t in_records = 0;
    for (const Variable& v : variables_) {
      if (!v.in_records) continue;
      record += std::ceil(v.bytes / 4.0) * 4.0;
      ++in_records;
    }
    double end = static_cast<double>(at_);
    for (const Variable& v : variables_) {
      // While a file is written, its count of records may read "unknown".
      const bool unknown = records_ == (count_ == 8 ? ~std::uint64_t{0} : 0xFFFFFFFFU);
      const double before = v.in_records && !unknown && records_ > 0 ? static_cast<double>(records_ - 1) : 0.0;
      if (v.in_records && (unknown || records_ == 0)) continue;
      end = std::max(end, v.begin + before * (in_records == 1 ? v.bytes : record) + v.bytes);
    }
    return end;
  }

 private:
  struct Variable {
    double begin = 0.0, bytes = 1.0;  // bytes: of one record where it has records
    bool in_records = false;
  };

  Variable variable(const std::vector<double>& lengths, std::size_t offset) {
    Variable result;
    const std::uint64_t rank = number(count_);
    if (rank > (bytes_.size() - at_) / count_) good_ = false;
    for (std::uint64_t d = 0; good_ && d < rank; ++d) {
      const std::uint64_t id = number(count_);
      if (!good_ || id >= lengths.size()) {
        good_ = false;
      } else if (lengths[id] == 0.0 && d == 0) {
        result.in_records = true;
      } else {
        result.bytes *= lengths[id];
      }
    }
    attributes();
    const std::uint64_t type = number(4);
    if (type < 1 || type > 11) good_ = false;
    if (good_) result.bytes *= static_cast<double>(kSizes[type]);
    number(count_);  // the size again, which large variables do not fit into
    result.begin = static_cast<double>(number(offset));
    return result;
  }

  std::uint64_t number(std::size_t bytes) {
    if (!good_ || bytes_.size() - at_ < bytes) {
      good_ = false;
      return 0;
    }
    std::uint64_t value = 0;
    for (std::size_t k = 0; k < bytes; ++k) value = value << 8 | static_cast<unsigned char>(bytes_[at_++]);
    return value;
  }
  void skip(std::uint64_t count, std::uint64_t size) {
    const std::uint64_t left = bytes_.size() - at_;
    if (!good_ || count > left / std::max<std::uint64_t>(size, 1)) {
      good_ = false;
      return;
    }
    at_ += static_cast<std::size_t>(std::min((count * size + 3) / 4 * 4, left));
  }
  void name() { skip(number(count_), 1); }
  std::uint64_t list(std::uint64_t tag) {
    const std::uint64_t found = number(4), count = number(count_);
    // Every element takes eight bytes at least.
    if ((found != tag && !(found == 0 && count == 0)) || count > (bytes_.size() - at_) / 8) good_ = false;
    return good_ ? count : 0;
  }
  void attributes() {
    const std::uint64_t attributes = list(12);
    for (std::uint64_t a = 0; good_ && a < attributes; ++a) {
      name();
      const std::uint64_t type = number(4);
      if (type < 1 || type > 11) good_ = false;
      const std::uint64_t count = number(count_);
      if (good_) skip(count, kSizes[type]);
    }
  }

  static constexpr std::array<std::uint64_t, 12> kSizes{1, 1, 1, 2, 4, 4, 8, 1, 2, 4, 8, 8};  // of the types
  const std::string& bytes_;
  std::size_t at_ = 0, count_ = 4;
  std::uint64_t records_ = 0;
  std::vector<Variable> variables_;
  bool good_ = true;
};

}  // namespace

std::optional<std::size_t> NetcdfArray::dimension(const std::string& wanted) const {
  for (std::size_t d = 0; d < dimensions.size(); ++d) {
    if (dimensions[d] == wanted) return d;
  }
  return std::nullopt;
}

std::size_t NetcdfArray::stride(std::size_t dimension) const {
  std::size_t step = 1;
  for (std::size_t d = dimension + 1; d < shape.size(); ++d) step *= shape[d];
  return step;
}

NetcdfFile::NetcdfFile(const std::filesystem::path& path, Containment containment) : name_(shown(path)) {
  std::error_code code;
  const auto size = std::filesystem::file_size(path, code);
  if (code) fail("", "cannot be opened", "check the name and the permission to read it");
  bytes_ = static_cast<std::size_t>(size);
  std::ifstream in(path, std::ios::binary);
  std::array<char, 8> head{};
  in.read(head.data(), head.size());
  const bool classic =
      head[0] == 'C' && head[1] == 'D' && head[2] == 'F' && (head[3] == 1 || head[3] == 2 || head[3] == 5);
  const bool hdf5 = head[0] == '\x89' && head[1] == 'H' && head[2] == 'D' && head[3] == 'F';
  if (!classic && !hdf5)
    fail("", "is not a NetCDF file (its first bytes are neither CDF nor HDF)", "is it a git-lfs pointer, or cut off?");
  if (classic) {
    in.clear();
    in.seekg(0);
    const std::string bytes((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
    ClassicHeader header(bytes);
    if (!header.sound()) fail("", "has a damaged NetCDF header", "copy the file again");
    if (header.end() > static_cast<double>(bytes.size())) {
      fail("", fmt::format("has {} bytes, its header announces {:.0f}", bytes.size(), header.end()),
           "the file is cut off; copy it again");
    }
  }
  lock_ = std::unique_lock<std::recursive_mutex>(hdf5_mutex());
  contained_ = hdf5 && containment == Containment::child_process;
  if (!contained_) {
    open(path);
    return;
  }
  ContainedWork about;
  about.origin.file = name_;
  about.library = "HDF5";
  about.cpu_seconds = 30.0 + static_cast<double>(bytes_) / 2e7;
  items_ = run_contained<std::map<std::string, NetcdfItem>>(about, [&] {
    contained_ = false;
    open(path);
    return snapshot();
  });
  lock_.unlock();
}

void NetcdfFile::open(const std::filesystem::path& path) {
  const int status = NETCDF(nc_open)(path.c_str(), NC_NOWRITE, &id_);
  if (status != NC_NOERR) {
    id_ = -1;
    fail("", fmt::format("cannot be read as NetCDF ({})", NETCDF(nc_strerror)(status)),
         "the file is damaged or cut off; copy it again");
  }
}

std::map<std::string, NetcdfItem> NetcdfFile::snapshot() const {
  std::map<std::string, NetcdfItem> items;
  int variables = 0;
  NETCDF(nc_inq_nvars)(id_, &variables);
  for (int v = 0; v < variables; ++v) {
    std::array<char, NC_MAX_NAME + 1> characters{};
    if (NETCDF(nc_inq_varname)(id_, v, characters.data()) != NC_NOERR) continue;
    const std::string name = characters.data();
    nc_type type = NC_NAT;
    NETCDF(nc_inq_vartype)(id_, v, &type);
    if (const std::string unit = units(name); !unit.empty()) items[name + kUnits].strings = {unit};
    try {
      if (type == NC_CHAR || type == NC_STRING)
        items[name].strings = strings(name);
      else
        items[name].numbers = numbers(name);
    } catch (const InputError& error) {
      items[name].failure = {error.diagnostics().front()};
    }
  }
  return items;
}

NetcdfFile::~NetcdfFile() {
  if (id_ >= 0) NETCDF(nc_close)(id_);
}

void NetcdfFile::fail(const std::string& variable, const std::string& message, const std::string& remedy) const {
  Diagnostic diagnostic;
  diagnostic.origin.file = name_;
  diagnostic.origin.path = variable;
  diagnostic.message = message;
  diagnostic.remedy = remedy;
  throw InputError(diagnostic);
}

bool NetcdfFile::has(const std::string& variable) const {
  if (contained_) return items_.count(variable) != 0;
  int id = 0;
  return NETCDF(nc_inq_varid)(id_, variable.c_str(), &id) == NC_NOERR;
}

std::size_t NetcdfFile::count(int id, const std::string& variable, std::vector<std::string>& names,
                              std::vector<std::size_t>& shape) const {
  int rank = 0;
  std::array<int, NC_MAX_VAR_DIMS> ids{};
  if (NETCDF(nc_inq_varndims)(id_, id, &rank) != NC_NOERR || rank < 0 || rank > 16 ||
      NETCDF(nc_inq_vardimid)(id_, id, ids.data()) != NC_NOERR) {
    fail(variable, "its dimensions cannot be read", "the file is damaged; copy it again");
  }
  double product = 1.0;
  for (int d = 0; d < rank; ++d) {
    std::array<char, NC_MAX_NAME + 1> name{};
    std::size_t length = 0;
    if (NETCDF(nc_inq_dim)(id_, ids[static_cast<std::size_t>(d)], name.data(), &length) != NC_NOERR) {
      fail(variable, "its dimensions cannot be read", "the file is damaged; copy it again");
    }
    names.emplace_back(name.data());
    shape.push_back(length);
    product *= static_cast<double>(length);
  }
  if (product > kMostInflation * static_cast<double>(bytes_)) {
    fail(variable, fmt::format("announces {:.3g} values, more than its {} bytes can hold", product, bytes_),
         "the file is damaged; copy it again");
  }
  return static_cast<std::size_t>(product);
}

std::string NetcdfFile::units(const std::string& variable) const {
  if (contained_) {
    const auto found = items_.find(variable + kUnits);
    return found == items_.end() || found->second.strings.empty() ? "" : found->second.strings[0];
  }
  constexpr std::size_t kLongest = 1000;
  int id = 0;
  nc_type type = NC_NAT;
  std::size_t length = 0;
  if (NETCDF(nc_inq_varid)(id_, variable.c_str(), &id) != NC_NOERR ||
      NETCDF(nc_inq_att)(id_, id, "units", &type, &length) != NC_NOERR || length > kLongest)
    return "";
  if (type == NC_CHAR) {
    std::string text(length, '\0');
    return NETCDF(nc_get_att_text)(id_, id, "units", text.data()) == NC_NOERR ? text : "";
  }
  if (type != NC_STRING || length != 1) return "";
  char* pointer = nullptr;
  if (NETCDF(nc_get_att_string)(id_, id, "units", &pointer) != NC_NOERR || !pointer) return "";
  std::string text = pointer;
  NETCDF(nc_free_string)(1, &pointer);
  return text;
}

NetcdfArray NetcdfFile::numbers(const std::string& variable) const {
  if (contained_ && has(variable)) {
    const NetcdfItem& item = items_.at(variable);
    if (!item.failure.empty()) throw InputError(item.failure);
    if (!item.numbers) fail(variable, "does not hold numbers", "is this a Capytaine dataset?");
    return *item.numbers;
  }
  NetcdfArray array;
  array.name = variable;
  int id = 0;
  if (NETCDF(nc_inq_varid)(id_, variable.c_str(), &id) != NC_NOERR)
    fail(variable, "the variable is missing", "is this a Capytaine dataset?");
  nc_type type = NC_NAT;
  NETCDF(nc_inq_vartype)(id_, id, &type);
  if (type != NC_DOUBLE && type != NC_FLOAT && type != NC_INT && type != NC_SHORT && type != NC_BYTE &&
      type != NC_INT64 && type != NC_UINT && type != NC_UBYTE && type != NC_USHORT && type != NC_UINT64) {
    fail(variable, "does not hold numbers", "is this a Capytaine dataset?");
  }
  array.values.resize(count(id, variable, array.dimensions, array.shape));
  if (!array.values.empty()) {
    const int status = NETCDF(nc_get_var_double)(id_, id, array.values.data());
    if (status != NC_NOERR)
      fail(variable, fmt::format("cannot be read ({})", NETCDF(nc_strerror)(status)),
           "the file is damaged or cut off; copy it again");
  }
  return array;
}

std::vector<std::string> NetcdfFile::strings(const std::string& variable) const {
  if (contained_ && has(variable)) {
    const NetcdfItem& item = items_.at(variable);
    if (!item.failure.empty()) throw InputError(item.failure);
    if (item.numbers) fail(variable, "does not hold text", "is this a Capytaine dataset?");
    return item.strings;
  }
  int id = 0;
  if (NETCDF(nc_inq_varid)(id_, variable.c_str(), &id) != NC_NOERR)
    fail(variable, "the variable is missing", "is this a Capytaine dataset?");
  nc_type type = NC_NAT;
  NETCDF(nc_inq_vartype)(id_, id, &type);
  std::vector<std::string> names;
  std::vector<std::size_t> shape;
  const std::size_t n = count(id, variable, names, shape);
  std::vector<std::string> result;
  if (type == NC_CHAR) {
    std::string text(n, '\0');
    const int status = n == 0 ? NC_NOERR : NETCDF(nc_get_var_text)(id_, id, text.data());
    if (status != NC_NOERR)
      fail(variable, fmt::format("cannot be read ({})", NETCDF(nc_strerror)(status)),
           "the file is damaged; copy it again");
    const std::size_t length = shape.empty() ? 1 : shape.back();
    for (std::size_t at = 0; length > 0 && at + length <= text.size(); at += length) {
      std::string one = text.substr(at, length);
      one = one.substr(0, one.find('\0'));
      result.emplace_back(trimmed(one));
    }
  } else if (type == NC_STRING) {
    std::vector<char*> pointers(n, nullptr);
    const int status = n == 0 ? NC_NOERR : NETCDF(nc_get_var_string)(id_, id, pointers.data());
    if (status != NC_NOERR)
      fail(variable, fmt::format("cannot be read ({})", NETCDF(nc_strerror)(status)),
           "the file is damaged; copy it again");
    for (char* pointer : pointers) result.emplace_back(pointer ? trimmed(pointer) : std::string_view{});
    if (n > 0) NETCDF(nc_free_string)(n, pointers.data());
  } else {
    fail(variable, "does not hold text", "is this a Capytaine dataset?");
  }
  return result;
}

}  // namespace swell::bemio

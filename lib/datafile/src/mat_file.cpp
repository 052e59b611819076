#include "swell/datafile/mat_file.h"

#include <fmt/format.h>
#include <matio.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>

#include "swell/base/error_codes.h"
#include "swell/base/hdf5_mutex.h"
#include "swell/base/inflation.h"
#include "swell/base/regular_file.h"

namespace swell::datafile {
template <class Bytes>
static void members(Bytes& bytes, MatValue& v) {
  bytes(v.kind, v.shape, v.real, v.imaginary, v.text, v.structs, v.cells);
}

namespace {

using Variables = std::vector<std::pair<std::string, MatValue>>;

constexpr int kDeepest = 20;  // structs in structs

template <class T>
bool append(const void* data, std::size_t count, std::vector<double>& out) {
  const T* values = static_cast<const T*>(data);
  out.assign(values, values + count);
  return true;
}

bool numbers_of(matio_types type, const void* data, std::size_t count, std::vector<double>& out) {
  if (count > 0 && !data) return false;
  switch (type) {
    case MAT_T_DOUBLE:
      return append<double>(data, count, out);
    case MAT_T_SINGLE:
      return append<float>(data, count, out);
    case MAT_T_INT8:
      return append<std::int8_t>(data, count, out);
    case MAT_T_UINT8:
      return append<std::uint8_t>(data, count, out);
    case MAT_T_INT16:
      return append<std::int16_t>(data, count, out);
    case MAT_T_UINT16:
      return append<std::uint16_t>(data, count, out);
    case MAT_T_INT32:
      return append<std::int32_t>(data, count, out);
    case MAT_T_UINT32:
      return append<std::uint32_t>(data, count, out);
    case MAT_T_INT64:
      return append<std::int64_t>(data, count, out);
    case MAT_T_UINT64:
      return append<std::uint64_t>(data, count, out);
    default:
      return false;
  }
}

std::size_t element_size(matio_types type) {
  switch (type) {
    case MAT_T_DOUBLE:
    case MAT_T_INT64:
    case MAT_T_UINT64:
      return 8;
    case MAT_T_SINGLE:
    case MAT_T_INT32:
    case MAT_T_UINT32:
    case MAT_T_UTF32:
      return 4;
    case MAT_T_INT16:
    case MAT_T_UINT16:
    case MAT_T_UTF16:
      return 2;
    default:
      return 1;
  }
}

std::string text_of(const matvar_t& v, std::size_t count) {
  std::vector<double> codes;
  if (v.data_type == MAT_T_UTF8) append<std::uint8_t>(v.data, count, codes);
  if (v.data_type == MAT_T_UTF16) append<std::uint16_t>(v.data, count, codes);
  if (v.data_type == MAT_T_UTF32) append<std::uint32_t>(v.data, count, codes);
  if (codes.empty() && !numbers_of(v.data_type, v.data, count, codes)) return {};
  std::string text;
  for (const double code : codes) {
    const auto c = static_cast<unsigned>(code);
    if (c < 0x80 || v.data_type == MAT_T_UTF8 || v.data_type == MAT_T_UINT8) {
      text += static_cast<char>(c);
    } else if (c < 0x800) {
      text += static_cast<char>(0xC0 | c >> 6);
      text += static_cast<char>(0x80 | (c & 0x3F));
    } else {
      text += static_cast<char>(0xE0 | c >> 12);
      text += static_cast<char>(0x80 | (c >> 6 & 0x3F));
      text += static_cast<char>(0x80 | (c & 0x3F));
    }
  }
  return text;
}

// `budget`: numbers that the file's bytes can hold and that are not yet spent.
MatValue value_of(const matvar_t* v, int depth, double& budget, const std::function<void(const std::string&)>& fail) {
  MatValue out;
  if (!v) return out;
  if (depth > kDeepest) fail("structs are nested too deeply");
  std::size_t count = 1;
  double product = 1.0;
  for (int d = 0; d < v->rank && v->dims; ++d) {
    out.shape.push_back(v->dims[d]);
    count *= v->dims[d];
    product *= static_cast<double>(v->dims[d]);
  }
  budget -= product + 1.0;
  if (budget < 0.0) fail("announces more values than its bytes can hold");
  switch (v->class_type) {
    case MAT_C_STRUCT: {
      out.kind = MatValue::Kind::structure;
      const unsigned fields = Mat_VarGetNumberOfFields(const_cast<matvar_t*>(v));
      char* const* names = Mat_VarGetStructFieldnames(v);
      out.structs.resize(v->data ? count : 0);
      for (std::size_t k = 0; k < out.structs.size() && names; ++k) {
        for (unsigned f = 0; f < fields; ++f)
          out.structs[k][names[f]] =
              value_of(Mat_VarGetStructFieldByIndex(const_cast<matvar_t*>(v), f, k), depth + 1, budget, fail);
      }
      return out;
    }
    case MAT_C_CELL:
      out.kind = MatValue::Kind::cells;
      for (std::size_t k = 0; v->data && k < count; ++k)
        out.cells.push_back(
            value_of(Mat_VarGetCell(const_cast<matvar_t*>(v), static_cast<int>(k)), depth + 1, budget, fail));
      return out;
    case MAT_C_CHAR:
      out.kind = MatValue::Kind::text;
      if (v->data && v->nbytes >= count * element_size(v->data_type)) out.text = text_of(*v, count);
      return out;
    case MAT_C_DOUBLE:
    case MAT_C_SINGLE:
    case MAT_C_INT8:
    case MAT_C_UINT8:
    case MAT_C_INT16:
    case MAT_C_UINT16:
    case MAT_C_INT32:
    case MAT_C_UINT32:
    case MAT_C_INT64:
    case MAT_C_UINT64:
      break;
    default:
      return out;  // objects, functions, sparse matrices
  }
  out.kind = MatValue::Kind::numbers;
  if (count == 0) return out;
  if (!v->data || v->nbytes < count * element_size(v->data_type)) fail("ends before its last number");
  bool good = false;
  if (v->isComplex != 0) {
    const auto* parts = static_cast<const mat_complex_split_t*>(v->data);
    good = numbers_of(v->data_type, parts->Re, count, out.real) &&
           numbers_of(v->data_type, parts->Im, count, out.imaginary);
  } else {
    good = numbers_of(v->data_type, v->data, count, out.real);
  }
  if (!good) fail("holds numbers of a kind that is not known");
  return out;
}

Variables read_here(const std::filesystem::path& path, std::uintmax_t bytes, const Origin& asked_by) {
  Origin place = asked_by;
  if (place.file.empty()) place.file = path.string();
  const auto fail_at = [&](const std::string& variable, const std::string& message) {
    throw code::error(code::kBadFile, place,
                      fmt::format("{}{}{} {}", path.string(), variable.empty() ? "" : ": ", variable, message),
                      "the file is damaged or cut off; copy it again, or save it again with MATLAB");
  };
  const std::unique_ptr<mat_t, int (*)(mat_t*)> file(Mat_Open(path.c_str(), MAT_ACC_RDONLY), Mat_Close);
  if (!file) fail_at("", "cannot be read as a MATLAB file");
  Variables out;
  double budget = kMostInflation * static_cast<double>(bytes);
  while (true) {
    const std::unique_ptr<matvar_t, void (*)(matvar_t*)> info(Mat_VarReadNextInfo(file.get()), Mat_VarFree);
    if (!info) break;
    const std::string name = info->name ? info->name : "";
    double product = 1.0;
    for (int d = 0; d < info->rank && info->dims; ++d) product *= static_cast<double>(info->dims[d]);
    if (product > budget) fail_at(name, "announces more values than its bytes can hold");
    if (Mat_VarReadDataAll(file.get(), info.get()) != 0 && info->class_type != MAT_C_FUNCTION &&
        info->class_type != MAT_C_OPAQUE && info->class_type != MAT_C_EMPTY && product > 0.0)
      fail_at(name, "cannot be read");
    out.emplace_back(name, value_of(info.get(), 0, budget, [&](const std::string& why) { fail_at(name, why); }));
  }
  return out;
}

}  // namespace

std::size_t MatValue::size() const {
  std::size_t count = 1;
  for (const std::size_t n : shape) count *= n;
  return count;
}

const MatValue* MatValue::field(const std::string& name) const {
  if (kind != Kind::structure || structs.empty()) return nullptr;
  const auto found = structs[0].find(name);
  return found == structs[0].end() ? nullptr : &found->second;
}

Variables read_mat_file(const std::filesystem::path& path, Containment containment, const Origin& asked_by) {
  require_regular_file(path, asked_by);
  std::error_code failed;
  const std::uintmax_t bytes = std::filesystem::file_size(path, failed);
  if (failed || bytes == 0)
    throw code::error(failed ? code::kNoFile : code::kBadFile, asked_by,
                      path.string() + (failed ? " cannot be read" : " is empty"),
                      "check the name and the permission to read it");
  // libmatio reads -v7.3 by libhdf5.
  const std::lock_guard<std::recursive_mutex> lock(hdf5_mutex());
  if (containment == Containment::in_process) return read_here(path, bytes, asked_by);
  ContainedWork about;
  about.origin = asked_by;
  if (about.origin.file.empty()) about.origin.file = path.string();
  about.library = "MATLAB file";
  about.cpu_seconds = 30.0 + static_cast<double>(bytes) / 2e7;
  return run_contained<Variables>(about, [&] { return read_here(path, bytes, asked_by); });
}

}  // namespace swell::datafile

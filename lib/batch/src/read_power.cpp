#include "swell/batch/read_power.h"

#include <H5Cpp.h>

#include <algorithm>

#include "swell/base/error.h"
#include "swell/base/hdf5_mutex.h"

namespace swell::batch {

namespace fs = std::filesystem;

namespace {

[[noreturn]] void damaged(const fs::path& file) {
  throw InputError(Origin{file.string(), 0, 0, ""}, "this is no HDF5 file, or it is cut off or damaged",
                   "results files come from swell run and swell batch");
}

std::vector<double> numbers_of(const H5::H5File& file, const std::string& path) {
  constexpr hssize_t kMost = 4'000'000;
  if (!file.nameExists(path)) return {};
  const H5::DataSet set = file.openDataSet(path);
  const hssize_t count = set.getSpace().getSimpleExtentNpoints();
  if (count < 0 || count > kMost) throw H5::DataSetIException("read", path);
  std::vector<double> values(static_cast<std::size_t>(count));
  if (!values.empty()) set.read(values.data(), H5::PredType::NATIVE_DOUBLE);
  return values;
}

std::string text_of(const H5::H5Object& object, const char* name) {
  if (!object.attrExists(name)) return {};
  const H5::Attribute attribute = object.openAttribute(name);
  if (attribute.getTypeClass() != H5T_STRING) return {};
  std::string text;
  attribute.read(attribute.getStrType(), text);
  return text;
}

std::optional<double> number_of(const H5::H5Object& object, const char* name) {
  if (!object.attrExists(name)) return std::nullopt;
  const H5::Attribute attribute = object.openAttribute(name);
  if (attribute.getTypeClass() != H5T_FLOAT || attribute.getSpace().getSimpleExtentNpoints() != 1) return std::nullopt;
  double value = 0.0;
  attribute.read(H5::PredType::NATIVE_DOUBLE, &value);
  return value;
}

}  // namespace

Stored stored_kind(const fs::path& path) {
  const std::lock_guard<std::recursive_mutex> lock(hdf5_mutex());
  H5::Exception::dontPrint();
  try {
    const H5::H5File file(path.string(), H5F_ACC_RDONLY);
    if (file.nameExists("/time")) return Stored::run;
    if (file.nameExists("/power") || file.nameExists("/conditions")) return Stored::study;
    return file.nameExists("/body1") ? Stored::hydro : Stored::other;
  } catch (const H5::Exception&) {
    damaged(path);
  }
}

StoredStudy read_stored_study(const fs::path& path) {
  const std::lock_guard<std::recursive_mutex> lock(hdf5_mutex());
  H5::Exception::dontPrint();
  try {
    StoredStudy study;
    const H5::H5File file(path.string(), H5F_ACC_RDONLY);
    study.text = text_of(file.openGroup("/"), "study");
    if (!file.nameExists("/power")) return study;
    const H5::Group power = file.openGroup("/power");
    for (hsize_t i = 0; i < power.getNumObjs(); ++i) {
      const std::string group = "/power/" + power.getObjnameByIdx(i);
      const H5::Group device = file.openGroup(group);
      StoredPower one;
      one.device = text_of(device, "device");
      one.heights = numbers_of(file, group + "/height");
      one.periods = numbers_of(file, group + "/period");
      for (const auto& [name, into] : {std::pair{"/power", &one.power}, std::pair{"/capture_width", &one.capture_width},
                                       std::pair{"/probability", &one.probability}}) {
        *into = numbers_of(file, group + name);
        if (into->size() != one.heights.size() * one.periods.size()) into->clear();
      }
      one.mean_power = number_of(device, "mean_power");
      one.annual_energy = number_of(device, "annual_energy");
      one.annual_capture_width = number_of(device, "capture_width");
      study.devices.push_back(std::move(one));
    }
    return study;
  } catch (const H5::Exception&) {
    damaged(path);
  }
}

}  // namespace swell::batch

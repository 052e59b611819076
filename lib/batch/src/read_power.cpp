#include "swell/batch/read_power.h"

#include <H5Cpp.h>

#include <algorithm>
#include <sstream>

#include "swell/base/error.h"
#include "swell/base/hdf5_mutex.h"
#include "swell/base/regular_file.h"

namespace swell::batch {

namespace fs = std::filesystem;

template <class Bytes>
static void members(Bytes& bytes, StoredPower& p) {
  bytes(p.device, p.heights, p.periods, p.power, p.power_half_width, p.linear_power, p.capture_width, p.probability,
        p.electrical_power, p.mean_power, p.annual_energy, p.annual_capture_width, p.mean_electrical_power,
        p.annual_electrical_energy, p.annual_energy_half_width, p.annual_electrical_energy_half_width,
        p.capacity_factor);
}
template <class Bytes>
static void members(Bytes& bytes, StoredAxis& axis) {
  bytes(axis.key, axis.unit, axis.numbers, axis.texts);
}
template <class Bytes>
static void members(Bytes& bytes, StoredStudy& study) {
  bytes(study.text, study.power, study.power_half_width, study.devices, study.axes);
}

namespace {

[[noreturn]] void damaged(const fs::path& file) {
  throw InputError(Origin{file.string(), 0, 0, ""}, "this is not an HDF5 file, or it is cut off or damaged",
                   "results files come from swell run and swell batch");
}

constexpr hssize_t kMostValues = 4'000'000;  // values of a dataset

std::vector<double> numbers_of(const H5::H5File& file, const std::string& path) {
  if (!file.nameExists(path)) return {};
  const H5::DataSet set = file.openDataSet(path);
  const hssize_t count = set.getSpace().getSimpleExtentNpoints();
  if (count < 0 || count > kMostValues) throw H5::DataSetIException("read", path);
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

std::vector<std::string> texts_of(const H5::H5File& file, const std::string& path) {
  const H5::DataSet set = file.openDataSet(path);
  const hssize_t count = set.getSpace().getSimpleExtentNpoints();
  if (count < 0 || count > kMostValues) throw H5::DataSetIException("read", path);
  std::vector<char*> pointers(static_cast<std::size_t>(count), nullptr);
  const H5::StrType type = set.getStrType();
  if (!type.isVariableStr()) throw H5::DataSetIException("read", path);
  std::vector<std::string> texts;
  if (pointers.empty()) return texts;
  set.read(static_cast<void*>(pointers.data()), type);
  for (char* text : pointers) {
    texts.emplace_back(text != nullptr ? text : "");
    H5free_memory(text);
  }
  return texts;
}

/// In the order of the study, which the group's attribute has; older files have none.
std::vector<StoredAxis> axes_of(const H5::H5File& file) {
  const std::string folder = "/conditions/axes";
  std::vector<StoredAxis> axes;
  if (!file.nameExists(folder)) return axes;
  const H5::Group group = file.openGroup(folder);
  std::vector<std::string> names;
  std::istringstream order(text_of(group, "order"));
  for (std::string name; std::getline(order, name);) names.push_back(name);
  if (names.empty()) {
    for (hsize_t i = 0; i < group.getNumObjs(); ++i) names.push_back(group.getObjnameByIdx(i));
  }
  for (const std::string& name : names) {
    std::string path = folder;
    path.append("/").append(name);
    const H5::DataSet set = file.openDataSet(path);
    StoredAxis axis{name, text_of(set, "units"), {}, {}};
    if (axis.unit == "as in the case file") axis.unit.clear();  // of older files
    if (set.getTypeClass() == H5T_FLOAT) {
      axis.numbers = numbers_of(file, path);
    } else {
      axis.texts = texts_of(file, path);
    }
    axes.push_back(std::move(axis));
  }
  return axes;
}

Stored kind_here(const fs::path& path) {
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

StoredStudy study_here(const fs::path& path) {
  const std::lock_guard<std::recursive_mutex> lock(hdf5_mutex());
  H5::Exception::dontPrint();
  try {
    StoredStudy study;
    const H5::H5File file(path.string(), H5F_ACC_RDONLY);
    study.text = text_of(file.openGroup("/"), "study");
    study.axes = axes_of(file);
    study.power = numbers_of(file, "/conditions/power");
    study.power_half_width = numbers_of(file, "/conditions/power_half_width");
    if (!file.nameExists("/power")) return study;
    const H5::Group power = file.openGroup("/power");
    for (hsize_t i = 0; i < power.getNumObjs(); ++i) {
      const std::string group = "/power/" + power.getObjnameByIdx(i);
      const H5::Group device = file.openGroup(group);
      StoredPower one;
      one.device = text_of(device, "device");
      one.heights = numbers_of(file, group + "/height");
      one.periods = numbers_of(file, group + "/period");
      for (const auto& [name, into] :
           {std::pair{"/power", &one.power}, std::pair{"/power_half_width", &one.power_half_width},
            std::pair{"/linear_power", &one.linear_power}, std::pair{"/capture_width", &one.capture_width},
            std::pair{"/probability", &one.probability}, std::pair{"/electrical_power", &one.electrical_power}}) {
        *into = numbers_of(file, group + name);
        if (into->size() != one.heights.size() * one.periods.size()) into->clear();
      }
      one.mean_power = number_of(device, "mean_power");
      one.annual_energy = number_of(device, "annual_energy");
      one.annual_energy_half_width = number_of(device, "annual_energy_half_width");
      one.annual_electrical_energy_half_width = number_of(device, "annual_electrical_energy_half_width");
      one.annual_capture_width = number_of(device, "capture_width");
      one.mean_electrical_power = number_of(device, "mean_electrical_power");
      one.annual_electrical_energy = number_of(device, "annual_electrical_energy");
      one.capacity_factor = number_of(device, "capacity_factor");
      study.devices.push_back(std::move(one));
    }
    return study;
  } catch (const H5::Exception&) {
    damaged(path);
  }
}

ContainedWork about(const fs::path& path) { return {Origin{path.string(), 0, 0, ""}, "HDF5"}; }

}  // namespace

std::vector<double> StoredPower::over_linear() const {
  std::vector<double> ratios;
  for (std::size_t i = 0; i < linear_power.size(); ++i) ratios.push_back(power[i] / linear_power[i]);
  return ratios;
}

Stored stored_kind(const fs::path& path, Containment containment) {
  require_regular_file(path);
  if (containment == Containment::in_process) return kind_here(path);
  const std::string kind =
      run_contained(about(path), [&path] { return std::string(1, static_cast<char>(kind_here(path))); });
  return kind.size() == 1 ? static_cast<Stored>(kind.front()) : Stored::other;
}

StoredStudy read_stored_study(const fs::path& path, Containment containment) {
  if (containment == Containment::in_process) return study_here(path);
  return run_contained<StoredStudy>(about(path), [&path] { return study_here(path); });
}

}  // namespace swell::batch

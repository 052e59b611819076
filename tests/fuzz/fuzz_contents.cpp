// BEMIO's HDF5 file with forged contents in a sound container: a valid file is written, and the bytes of the input say
// which datasets are dropped, take another shape, type or name, or get other values. The fuzzer bemio_h5 forges the
// container; this one reaches what lib/hydro does with what it finds.
#include <H5Cpp.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <limits>
#include <string>
#include <vector>

#include <unistd.h>

#include "consistent.h"
#include "swell/base/error.h"
#include "swell/hydro/bemio_h5.h"

namespace {

namespace fs = std::filesystem;

constexpr std::size_t kDof = 6, kFrequencies = 3, kDirections = 2, kTimes = 4, kOrder = 2;

/// Bytes of the input, zero beyond its end.
class Bytes {
 public:
  Bytes(const std::uint8_t* bytes, std::size_t size) : bytes_(bytes), size_(size) {}
  unsigned next() { return at_ < size_ ? bytes_[at_++] : 0U; }
  bool empty() const { return at_ >= size_; }

 private:
  const std::uint8_t* bytes_;
  std::size_t size_, at_ = 0;
};

struct Dataset {
  std::string path;
  std::vector<hsize_t> shape;
  std::vector<double> values;
  std::string text;  ///< a string instead of numbers
  enum class Type { float64, float32, int64, int8, text, group, gone } type = Type::float64;
};

std::vector<Dataset> sound() {
  std::vector<Dataset> all;
  const auto numbers = [&](const std::string& path, const std::vector<hsize_t>& shape, double first, double step) {
    Dataset d{path, shape, {}, {}};
    std::size_t n = 1;
    for (const hsize_t extent : shape) n *= extent;
    for (std::size_t k = 0; k < n; ++k) d.values.push_back(first + step * static_cast<double>(k));
    all.push_back(d);
  };
  const auto word = [&](const std::string& path, const std::string& text) {
    all.push_back({path, {}, {}, text, Dataset::Type::text});
  };
  const std::string s = "/simulation_parameters/", p = "/body1/properties/", h = "/body1/hydro_coeffs/";
  word("/bem_data/code", "WAMIT");
  numbers(s + "scaled", {1, 1}, 0, 0);
  numbers(s + "g", {1, 1}, 9.81, 0);
  numbers(s + "rho", {1, 1}, 1000, 0);
  numbers(s + "w", {kFrequencies, 1}, 0.5, 0.5);
  numbers(s + "T", {kFrequencies, 1}, 12, -3);
  numbers(s + "water_depth", {1, 1}, 50, 0);
  numbers(s + "wave_dir", {kDirections, 1}, 0, 90);
  word(s + "bem_code", "");
  word("/bemio_information/version", "1.1");
  word(p + "name", "buoy");
  numbers(p + "dof", {1, 1}, 6, 0);
  numbers(p + "cg", {3, 1}, 0, -1);
  numbers(p + "cb", {3, 1}, 0, -1);
  numbers(p + "disp_vol", {1, 1}, 10, 0);
  for (const char* name : {"mass", "stiffness", "damping"}) numbers(p + name, {kDof, kDof, 1}, 1, 0.1);
  numbers(h + "linear_restoring_stiffness", {kDof, kDof}, 20, 0.1);
  numbers(h + "added_mass/all", {kDof, kDof, kFrequencies}, 10, 0.1);
  numbers(h + "added_mass/inf_freq", {kDof, kDof}, 9, 0.1);
  const std::string b = h + "radiation_damping/";
  numbers(b + "all", {kDof, kDof, kFrequencies}, 1, 0.1);
  numbers(b + "impulse_response_fun/t", {kTimes, 1}, 0, 0.1);
  numbers(b + "impulse_response_fun/K", {kDof, kDof, kTimes}, 1, 0.1);
  numbers(b + "state_space/A/all", {kDof, kDof, kOrder, kOrder}, -1, 0.01);
  numbers(b + "state_space/B/all", {kDof, kDof, kOrder, 1}, 1, 0.01);
  numbers(b + "state_space/C/all", {kDof, kDof, 1, kOrder}, 1, 0.01);
  numbers(b + "state_space/D/all", {kDof, kDof}, 0, 0);
  numbers(b + "state_space/it", {kDof, kDof}, 2, 0);
  const std::string e = h + "excitation/";
  for (const char* part : {"", "scattering/", "froude-krylov/"}) {
    for (const char* name : {"re", "im", "mag", "phase"}) {
      numbers(e + part + name, {kDof, kDirections, kFrequencies}, 1, 0.1);
    }
  }
  numbers(e + "impulse_response_fun/t", {kTimes, 1}, -0.15, 0.1);
  numbers(e + "impulse_response_fun/f", {kDof, kDirections, kTimes}, 1, 0.1);
  for (const char* name : {"momentum_conservation", "control_surface", "pressure_integration"}) {
    numbers(h + "mean_drift/" + name + "/val", {kDof, kDirections, kFrequencies}, 1, 0.1);
  }
  for (const char* kind : {"Sum1", "Diff3"}) {
    const std::string q = e + "QTF1/" + kind + "/";
    numbers(q + "PER_i", {1, 2}, 5, 5);
    numbers(q + "BETA_i", {1, 2}, 0, 0);
    numbers(q + "BETA_j", {1, 2}, 0, 0);
    numbers(q + "Re_F_ij", {1, 4}, 1, 1);
    numbers(q + "Im_F_ij", {1, 4}, 1, 1);
  }
  return all;
}

double forged_value(Bytes& in) {
  constexpr double kInf = std::numeric_limits<double>::infinity();
  static const std::array<double, 20> special{
      0.0,    -0.0, 1.0,   -1.0, 6.0,   7.0,    6.5,   12.0, 1e300, -1e300,
      1e-320, kInf, -kInf, 1e9,  2.2e9, -2.2e9, 360.0, 1e19, 1e4,   std::numeric_limits<double>::quiet_NaN()};
  const unsigned kind = in.next();
  if (kind < 200) return special[kind % special.size()];
  if (kind < 228) return static_cast<double>(in.next()) - 100.0;
  std::array<std::uint8_t, 8> raw{};
  for (std::uint8_t& byte : raw) byte = static_cast<std::uint8_t>(in.next());
  double value = 0.0;
  std::memcpy(&value, raw.data(), sizeof value);
  return value;
}

void forge(std::vector<Dataset>& all, Bytes& in) {
  static const std::array<const char*, 10> words{"infinite", "INF", "",      "true",  "12abc",
                                                 "-3",       "nan", "False", "1e999", "50.0 "};
  Dataset& d = all[in.next() % all.size()];
  switch (in.next() % 9) {
    case 0:
      d.type = Dataset::Type::gone;
      break;
    case 1: {  // shape: an axis longer, shorter, turned round, or one more or less of them
      const std::size_t axis = d.shape.empty() ? 0 : in.next() % d.shape.size();
      const unsigned how = in.next();
      if (how % 5 == 0)
        d.shape.assign(d.shape.rbegin(), d.shape.rend());
      else if (how % 5 == 1)
        d.shape.insert(d.shape.begin(), 1);
      else if (how % 5 == 2 && !d.shape.empty())
        d.shape.pop_back();
      else if (!d.shape.empty())
        d.shape[axis] = how / 5 % 14;
      break;
    }
    case 2:
      d.type = static_cast<Dataset::Type>(in.next() % 7);
      d.text = words[in.next() % words.size()];
      break;
    case 3:
      d.path = "/body2" + d.path.substr(std::min<std::size_t>(d.path.size(), 6));
      break;
    case 4:
      d.path = all[in.next() % all.size()].path;
      break;
    case 5: {
      const double value = forged_value(in);
      for (double& v : d.values) v = value;
      break;
    }
    default:
      if (!d.values.empty()) d.values[in.next() % d.values.size()] = forged_value(in);
  }
}

void write(const std::vector<Dataset>& all, const std::string& path) {
  H5::H5File file(path, H5F_ACC_TRUNC);
  for (const Dataset& d : all) {
    if (d.type == Dataset::Type::gone) continue;
    try {
      for (std::size_t end = d.path.find('/', 1); end != std::string::npos; end = d.path.find('/', end + 1)) {
        if (H5Lexists(file.getId(), d.path.substr(0, end).c_str(), H5P_DEFAULT) <= 0) {
          file.createGroup(d.path.substr(0, end));
        }
      }
      if (d.type == Dataset::Type::group) {
        file.createGroup(d.path);
      } else if (d.type == Dataset::Type::text) {
        const H5::StrType type(H5::PredType::C_S1, d.text.size() + 1);
        file.createDataSet(d.path, type, H5::DataSpace(H5S_SCALAR)).write(d.text, type);
      } else {
        std::size_t n = 1;
        for (const hsize_t extent : d.shape) n *= extent;
        std::vector<double> values(std::max<std::size_t>(n, 1));
        for (std::size_t k = 0; k < n && !d.values.empty(); ++k) values[k] = d.values[k % d.values.size()];
        const H5::DataSpace space = d.shape.empty() ? H5::DataSpace(H5S_SCALAR)
                                                    : H5::DataSpace(static_cast<int>(d.shape.size()), d.shape.data());
        const H5::PredType type = d.type == Dataset::Type::float64   ? H5::PredType::IEEE_F64LE
                                  : d.type == Dataset::Type::float32 ? H5::PredType::IEEE_F32LE
                                  : d.type == Dataset::Type::int64   ? H5::PredType::STD_I64LE
                                                                     : H5::PredType::STD_I8LE;
        H5::DataSet set = file.createDataSet(d.path, type, space);
        if (n > 0) set.write(values.data(), H5::PredType::NATIVE_DOUBLE);
      }
    } catch (const H5::Exception&) {  // two of one name: the first stays
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size);

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  static const fs::path path = [] {
    const fs::path shm = "/dev/shm";
    return (fs::exists(shm) ? shm : fs::temp_directory_path()) / ("swell_fuzz_" + std::to_string(getpid()) + ".h5");
  }();
  H5::Exception::dontPrint();
  Bytes in(bytes, size);
  std::vector<Dataset> all = sound();
  // Python's files and prototypes differ from the others: by default those marks are absent.
  const unsigned kind = in.next();
  for (Dataset& d : all) {
    if (d.path == "/simulation_parameters/bem_code" && (kind & 1U) == 0) d.type = Dataset::Type::gone;
    if (d.path == "/bemio_information/version" && (kind & 2U) == 0) d.type = Dataset::Type::gone;
    if (d.path == "/simulation_parameters/scaled" && (kind & 4U) != 0) d.type = Dataset::Type::gone;
    if (d.path == "/body1/hydro_coeffs/excitation/re" && (kind & 8U) != 0) d.type = Dataset::Type::gone;
  }
  for (int k = 0; k < 16 && !in.empty(); ++k) forge(all, in);
  write(all, path.string());
  try {
    const bool gaps = (kind & 16U) != 0;
    swell_fuzz::require_consistent(
        swell::hydro::read_bemio_h5(path.string(), swell::Containment::in_process,
                                    gaps ? swell::hydro::NonFinite::keep : swell::hydro::NonFinite::refuse),
        gaps);
  } catch (const swell::InputError&) {
  }
  return 0;
}

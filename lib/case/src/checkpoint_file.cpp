#include "checkpoint_file.h"

#include <H5Cpp.h>
#include <fmt/format.h>
#include <unistd.h>

#include <sstream>

#include "swell/base/error.h"
#include "swell/base/failed_write.h"
#include "swell/base/hdf5_mutex.h"

namespace swell::model {
namespace {

namespace fs = std::filesystem;

constexpr int kFormat = 1;

void write_numbers(H5::H5File& file, const char* name, const std::vector<double>& values) {
  const hsize_t size = values.size();
  const H5::DataSet set = file.createDataSet(name, H5::PredType::IEEE_F64LE, H5::DataSpace(1, &size));
  if (!values.empty()) set.write(values.data(), H5::PredType::NATIVE_DOUBLE);
}

std::vector<double> read_numbers(const H5::H5File& file, const char* name) {
  const H5::DataSet set = file.openDataSet(name);
  std::vector<double> values(static_cast<std::size_t>(set.getSpace().getSimpleExtentNpoints()));
  if (!values.empty()) set.read(values.data(), H5::PredType::NATIVE_DOUBLE);
  return values;
}

void write_integers(H5::H5File& file, const std::vector<long long>& values) {
  const hsize_t size = values.size();
  file.createDataSet("counters", H5::PredType::STD_I64LE, H5::DataSpace(1, &size))
      .write(values.data(), H5::PredType::NATIVE_LLONG);
}

[[noreturn]] void refuse(const fs::path& file, const std::string& what, const std::string& remedy) {
  throw InputError(Origin{file.string(), 0, 0, ""}, what, remedy);
}

/// What the first line is that differs, in words.
std::string difference(const std::string& stored, const std::string& wanted) {
  std::istringstream a(stored), b(wanted);
  for (std::string x, y;;) {
    const bool more_a = static_cast<bool>(std::getline(a, x)), more_b = static_cast<bool>(std::getline(b, y));
    if (more_a && more_b && x == y) continue;
    return fmt::format("it has {} where this case has {}", more_a ? x : "nothing", more_b ? y : "nothing");
  }
}

}  // namespace

std::string layout_of(const system::System& system, const solver::Options& options) {
  std::string text = fmt::format("integrator {}, start {} s, step {} s, output step {} s\n",
                                 static_cast<int>(options.method), options.start, options.step, options.output_step);
  for (const system::ComponentInfo& component : system.describe()) {
    for (const auto& state : component.states) text += fmt::format("state {} of {}\n", state.address, state.spec.width);
    for (const auto& memory : component.memories)
      text += fmt::format("memory {} of {}\n", memory.address, memory.spec.width);
  }
  return text + fmt::format("{} states, {} numbers of memory, {} events\n", system.state_size(), system.memory_size(),
                            system.event_count());
}

void write_checkpoint(const fs::path& path, const solver::Checkpoint& c, const std::string& layout) {
  const std::lock_guard<std::recursive_mutex> lock(hdf5_mutex());
  H5::Exception::dontPrint();
  const fs::path temporary = path.string() + fmt::format(".{}.part", getpid());
  H5::H5File file;
  try {
    file = H5::H5File(temporary.string(), H5F_ACC_TRUNC);
    const H5::StrType text(H5::PredType::C_S1, H5T_VARIABLE);
    file.createDataSet("layout", text, H5::DataSpace(H5S_SCALAR)).write(layout, text);
    write_integers(file, {kFormat, c.grid_index, c.output_index, c.stopped ? 1 : 0});
    write_numbers(file, "times", {c.snapshot.time, c.trial_step});
    write_numbers(file, "state", c.snapshot.state);
    write_numbers(file, "memory", c.snapshot.memory);
    write_numbers(file, "event_values", c.event_values);
    write_numbers(file, "rate", c.stepper);
    file.flush(H5F_SCOPE_GLOBAL);
    file.close();
  } catch (const H5::Exception& error) {
    try {
      void* handle = nullptr;
      file.getVFDHandle(&handle);
      send_nowhere(*static_cast<int*>(handle));
    } catch (const H5::Exception&) {  // never opened
    }
    std::error_code ignored;
    fs::remove(temporary, ignored);
    throw SimulationError(fmt::format("{}: the checkpoint cannot be written: {}", path.string(), error.getDetailMsg()),
                          c.snapshot.time, "checkpoint", path.string());
  }
  std::error_code error;
  fs::rename(temporary, path, error);
  if (error) {
    throw SimulationError(fmt::format("{}: the checkpoint cannot be written: {}", path.string(), error.message()),
                          c.snapshot.time, "checkpoint", path.string());
  }
}

solver::Checkpoint read_checkpoint(const fs::path& path, const std::string& layout) {
  const std::lock_guard<std::recursive_mutex> lock(hdf5_mutex());
  H5::Exception::dontPrint();
  if (!fs::exists(path)) refuse(path, "there is no such checkpoint", "swell run --checkpoint-at T makes one");
  solver::Checkpoint c;
  std::string stored;
  try {
    const H5::H5File file(path.string(), H5F_ACC_RDONLY);
    const H5::StrType text(H5::PredType::C_S1, H5T_VARIABLE);
    file.openDataSet("layout").read(stored, text);
    const H5::DataSet set = file.openDataSet("counters");
    if (set.getSpace().getSimpleExtentNpoints() != 4) throw H5::DataSetIException("counters", "wrong size");
    long long counters[4] = {};
    set.read(counters, H5::PredType::NATIVE_LLONG);
    if (counters[0] != kFormat)
      refuse(path, fmt::format("is a checkpoint of format {}, and this version reads {}", counters[0], kFormat), "");
    c.grid_index = counters[1];
    c.output_index = counters[2];
    c.stopped = counters[3] != 0;
    const std::vector<double> times = read_numbers(file, "times");
    if (times.size() != 2) throw H5::DataSetIException("times", "wrong size");
    c.snapshot.time = times[0];
    c.trial_step = times[1];
    c.snapshot.state = read_numbers(file, "state");
    c.snapshot.memory = read_numbers(file, "memory");
    c.event_values = read_numbers(file, "event_values");
    c.stepper = read_numbers(file, "rate");
  } catch (const H5::Exception&) {
    refuse(path, "is no checkpoint, or is damaged", "swell run --checkpoint-at T makes one");
  }
  if (stored != layout) {
    refuse(path, "was made by another system: " + difference(stored, layout),
           "restart with the case, and the integrator, that made it");
  }
  return c;
}

}  // namespace swell::model

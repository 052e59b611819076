#include "checkpoint_file.h"

#include <H5Cpp.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <map>
#include <sstream>
#include <system_error>

#include "swell/base/contained.h"
#include "swell/base/error.h"
#include "swell/base/failed_write.h"
#include "swell/base/hash.h"
#include "swell/base/hdf5_mutex.h"
#include "swell/base/regular_file.h"
#include "swell/base/seal.h"
#include "swell/model/choices.h"
#include "swell/model/files.h"
#include "swell/model/read_case.h"
#include "swell/run/version.h"

namespace swell::run {
namespace {

namespace fs = std::filesystem;

constexpr int kFormat = 4;
const std::string kContents = "the contents of ";

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

void write_bytes(H5::H5File& file, const char* name, const std::string& bytes) {
  const hsize_t size = bytes.size();
  const H5::DataSet set = file.createDataSet(name, H5::PredType::STD_U8LE, H5::DataSpace(1, &size));
  if (size > 0) set.write(bytes.data(), H5::PredType::NATIVE_UCHAR);
}

std::string read_bytes(const H5::H5File& file, const char* name) {
  const H5::DataSet set = file.openDataSet(name);
  std::string bytes(static_cast<std::size_t>(set.getSpace().getSimpleExtentNpoints()), '\0');
  if (!bytes.empty()) set.read(bytes.data(), H5::PredType::NATIVE_UCHAR);
  return bytes;
}

void write_integers(H5::H5File& file, const std::vector<long long>& values) {
  const hsize_t size = values.size();
  file.createDataSet("counters", H5::PredType::STD_I64LE, H5::DataSpace(1, &size))
      .write(values.data(), H5::PredType::NATIVE_LLONG);
}

[[noreturn]] void refuse_checkpoint(const fs::path& file, const std::string& what, const std::string& remedy) {
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

using Lines = std::vector<std::pair<std::string, std::string>>;  // key and value

Lines lines_of(const std::string& text) {
  Lines lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) {
    const std::size_t at = std::min(line.find(" = "), line.size());
    lines.emplace_back(line.substr(0, at), at + 3 <= line.size() ? line.substr(at + 3) : "");
  }
  return lines;
}

/// What differs, in words: the first few.
std::string differences(const std::string& stored, const std::string& wanted) {
  constexpr std::size_t kMost = 5;
  const Lines a = lines_of(stored), b = lines_of(wanted);
  std::vector<std::string> found;
  const auto value = [](const Lines& lines, const std::string& key) -> const std::string* {
    for (const auto& line : lines) {
      if (line.first == key) return &line.second;
    }
    return nullptr;
  };
  for (const auto& [key, was] : a) {
    const std::string* is = value(b, key);
    if (is != nullptr && *is == was) continue;
    const bool file = key.compare(0, kContents.size(), kContents) == 0;
    found.push_back(is == nullptr ? fmt::format("{} was {} and is not given", key, was)
                    : file        ? fmt::format("{} are others", key)
                                  : fmt::format("{} was {} and is {}", key, was, *is));
  }
  for (const auto& [key, is] : b) {
    if (value(a, key) == nullptr) found.push_back(fmt::format("{} was not given and is {}", key, is));
  }
  const std::size_t count = found.size();
  if (count > kMost) found.resize(kMost);
  return fmt::format("{}{}", fmt::join(found, "; "), count > kMost ? fmt::format("; and {} more", count - kMost) : "");
}

/// Input files: what they hold counts, not where they lie or who names them.
struct Contents {
  std::map<std::string, std::uint64_t> by_path, by_key;
};

void flatten(const Parameter& tree, const std::string& key, Contents& files, std::string& out) {
  if (key == "simulation.duration" || key == "output") return;  // what a run that goes on may have of its own
  const bool plain = std::all_of(tree.items.begin(), tree.items.end(),
                                 [](const Parameter& p) { return p.items.empty() && !p.is_map(); });
  if (tree.is_map() || (tree.kind == Parameter::Kind::list && !plain)) {
    for (std::size_t i = 0; i < tree.items.size(); ++i) {
      const std::string part = tree.is_map() ? tree.keys[i] : model::item_label(tree.items[i], i);
      const bool only =
          !tree.is_map() && tree.items.size() == 1 && part == model::item_label({}, i);  // `waves` of one sea
      flatten(tree.items[i], key.empty() ? part : only ? key : fmt::format("{}.{}", key, part), files, out);
    }
    return;
  }
  if (tree.kind != Parameter::Kind::list) {
    const auto path = files.by_path.find(tree.text), named = files.by_key.find(key);
    if (path != files.by_path.end() || named != files.by_key.end()) {
      out +=
          fmt::format("{}{} = {:016x}\n", kContents, key, path != files.by_path.end() ? path->second : named->second);
      files.by_key.erase(key);
      return;
    }
  }
  std::string value;
  for (const Parameter& item : tree.items) value += (value.empty() ? "" : ", ") + item.text;
  if (tree.kind != Parameter::Kind::list) value = tree.text;
  for (char& c : value) c = c == '\n' ? ' ' : c;
  out += fmt::format("{} = {}\n", key, value);
}

void write_text(H5::H5File& file, const char* name, const std::string& value) {
  const H5::StrType text(H5::PredType::C_S1, H5T_VARIABLE);
  file.createDataSet(name, text, H5::DataSpace(H5S_SCALAR)).write(value, text);
}

std::string read_text(const H5::H5File& file, const char* name) {
  std::string value;
  file.openDataSet(name).read(value, H5::StrType(H5::PredType::C_S1, H5T_VARIABLE));
  return value;
}

}  // namespace

std::string identity_of(const model::Model& model) {
  std::string text = fmt::format("version = {}\n", revision());
  Contents files;
  for (const model::InputFile& input : model::input_files(model)) {
    if (input.path == model.file) continue;
    files.by_path[input.path.string()] = hash_file(input.path);
    std::uint64_t& hash = files.by_key.try_emplace(input.key, kHashStart).first->second;
    hash = hash_file(input.path, hash);  // a.obj of two folders, both named in one file
  }
  flatten(model::case_tree(model), "", files, text);
  for (const auto& [key, hash] : files.by_key) {  // those that stand in lists
    const std::string line = fmt::format("{}{} = {:016x}\n", kContents, key, hash);
    if (text.find(line) == std::string::npos) text += line;
  }
  // A choice that the case leaves open is the one in force, whether somebody writes it down or not.
  for (const model::ChoiceLine& choice : model::choices_in_force(model)) {
    if (text.find("\n" + choice.key + " = ") == std::string::npos)
      text += fmt::format("{} = {}\n", choice.key, choice.value);
  }
  std::vector<std::string> sorted;  // who names a thing, and where, changes nothing
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) sorted.push_back(line + "\n");
  std::sort(sorted.begin(), sorted.end());
  text.clear();
  for (const std::string& line : sorted) text += line;
  return text;
}

std::string layout_of(const system::System& system, const solver::Options& options) {
  std::string text = fmt::format("integrator {}, start {} s, step {} s, longest step {} s\n",
                                 static_cast<int>(options.method), options.start, options.step, options.max_step);
  for (const system::ComponentInfo& component : system.describe()) {
    for (const auto& state : component.states) text += fmt::format("state {} of {}\n", state.address, state.spec.width);
    for (const auto& memory : component.memories)
      text += fmt::format("memory {} of {}\n", memory.address, memory.spec.width);
  }
  return text + fmt::format("{} states, {} numbers of memory, {} events\n", system.state_size(), system.memory_size(),
                            system.event_count());
}

Replaceable replaceable_checkpoint() {
  const auto ours = [](const fs::path& path) {
    try {
      return run_contained({Origin{path.string(), 0, 0, ""}, "HDF5", 10.0}, [&path] {
               H5::Exception::dontPrint();
               try {
                 const H5::H5File file(path.string(), H5F_ACC_RDONLY);
                 const bool all = file.attrExists("layout") || file.nameExists("layout");
                 return std::string(all && file.nameExists("event_values") ? "1" : "0");
               } catch (const H5::Exception&) {
                 return std::string("0");
               }
             }) == "1";
    } catch (const InputError&) {  // it crashes HDF5
      return false;
    }
  };
  return {"checkpoint of Swell", ours, "--checkpoint"};
}

void write_checkpoint(const fs::path& path, const solver::Checkpoint& c, const std::string& layout,
                      const std::string& identity) {
  const std::lock_guard<std::recursive_mutex> lock(hdf5_mutex());
  H5::Exception::dontPrint();
  const fs::path temporary = writing_place(path);
  std::string reason;
  try {
    // In memory: HDF5 that cannot write a file cannot close it either, and crashes when the process ends.
    H5::FileAccPropList memory;
    constexpr std::size_t kGrowth = 1 << 20;
    memory.setCore(kGrowth, false);
    H5::H5File file(temporary.string(), H5F_ACC_TRUNC, H5::FileCreatPropList::DEFAULT, memory);
    write_text(file, "layout", layout);
    write_text(file, "case", identity);
    write_integers(file, {kFormat, c.grid_index, c.output_index, c.stopped ? 1 : 0});
    write_numbers(file, "times", {c.snapshot.time, c.trial_step});
    write_numbers(file, "state", c.snapshot.state);
    write_numbers(file, "memory", c.snapshot.memory);
    write_numbers(file, "event_values", c.event_values);
    write_numbers(file, "rate", c.stepper);
    write_numbers(file, "communication", c.communication);
    ByteWriter foreign;
    for (const std::string& bytes : c.snapshot.foreign_bytes) foreign.text(bytes);
    write_bytes(file, "foreign", foreign.take());
    file.flush(H5F_SCOPE_GLOBAL);
    std::string image(static_cast<std::size_t>(std::max<ssize_t>(H5Fget_file_image(file.getId(), nullptr, 0), 0)),
                      '\0');
    if (image.empty() || H5Fget_file_image(file.getId(), image.data(), image.size()) < 0)
      throw H5::FileIException("close", "HDF5 has no image of the file");
    file.close();
    write_whole(temporary, sealed(std::move(image), kCheckpointSeal));
  } catch (const H5::Exception& error) {
    reason = error.getDetailMsg();
  } catch (const std::system_error& error) {
    reason = error.code().message();
  }
  if (!reason.empty()) {
    std::error_code ignored;
    fs::remove(temporary, ignored);
    throw FailedWrite(fmt::format("{}: the checkpoint cannot be written: {}", path.string(), reason), path,
                      c.snapshot.time, "checkpoint");
  }
  try {
    put_in_place(temporary, path);
  } catch (const fs::filesystem_error& error) {
    throw FailedWrite(fmt::format("{}: the checkpoint cannot be written: {}", path.string(), error.code().message()),
                      path, c.snapshot.time, "checkpoint");
  }
}

solver::Checkpoint read_checkpoint(const fs::path& path, const std::string& layout, const std::string& identity) {
  const std::lock_guard<std::recursive_mutex> lock(hdf5_mutex());
  H5::Exception::dontPrint();
  if (!fs::exists(path))
    refuse_checkpoint(path, "there is no such checkpoint", "swell run --checkpoint-at T makes one");
  require_regular_file(path);
  solver::Checkpoint c;
  if (seal_of(path, kCheckpointSeal) != Seal::whole)
    refuse_checkpoint(path, "is not a checkpoint, or is damaged: its bytes are not those that were written",
                      "swell run --checkpoint-at T makes one");
  std::string stored, made_by;
  try {
    const H5::H5File file(path.string(), H5F_ACC_RDONLY);
    const H5::DataSet set = file.openDataSet("counters");
    if (set.getSpace().getSimpleExtentNpoints() != 4) throw H5::DataSetIException("counters", "wrong size");
    long long counters[4] = {};
    set.read(counters, H5::PredType::NATIVE_LLONG);
    if (counters[0] != kFormat)
      refuse_checkpoint(
          path, fmt::format("is a checkpoint of format {}, and this version reads {}", counters[0], kFormat), "");
    stored = read_text(file, "layout");
    made_by = read_text(file, "case");
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
    c.communication = read_numbers(file, "communication");
    const std::string foreign = read_bytes(file, "foreign");
    ByteReader bytes(foreign);
    while (bytes.ok() && !bytes.done()) c.snapshot.foreign_bytes.push_back(bytes.text());
    if (!bytes.ok()) throw H5::DataSetIException("foreign", "wrong size");
  } catch (const H5::Exception&) {
    refuse_checkpoint(path, "is not a checkpoint, or is damaged", "swell run --checkpoint-at T makes one");
  }
  if (made_by != identity)
    refuse_checkpoint(
        path, "was made by another case: " + differences(made_by, identity),
        "restart with the case, the data and the version that made it; simulation.duration and output may differ");
  const auto audited = [](const std::string& text) { return text.find("state audit.work ") != std::string::npos; };
  if (audited(stored) != audited(layout))
    refuse_checkpoint(
        path,
        fmt::format("was made {} --audit, whose energies are states of the run", audited(stored) ? "with" : "without"),
        audited(stored) ? "restart with --audit" : "restart without --audit, or make the checkpoint with it");
  if (stored != layout) {
    refuse_checkpoint(
        path, "was made by another system: " + difference(stored, layout),
        "restart with the case, and the integrator, that made it; where output.time_step sets the steps of an "
        "adaptive integrator give simulation.time_step and max_step");
  }
  return c;
}

}  // namespace swell::run

#include "checkpoint_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <sstream>

#include "swell/base/error.h"
#include "swell/base/failed_write.h"
#include "swell/base/hash.h"
#include "swell/base/regular_file.h"
#include "swell/base/seal.h"
#include "swell/base/text.h"
#include "swell/model/choices.h"
#include "swell/model/files.h"
#include "swell/model/read_case.h"
#include "swell/run/version.h"

namespace swell::run {
namespace {

namespace fs = std::filesystem;

const std::string kCheckpointMark = "checkpoint of Swell, 6\n";
const std::string kContents = "the contents of ";

[[noreturn]] void refuse_checkpoint(const fs::path& file, const std::string& what, const std::string& remedy) {
  throw InputError(Origin{file.string(), 0, 0, ""}, what, remedy);
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
  Replaceable kind = replaceable_text("checkpoint of Swell", {kCheckpointMark});
  kind.options = "--checkpoint";
  return kind;
}

void write_checkpoint(const fs::path& path, const solver::Checkpoint& checkpoint, const std::string& layout,
                      const std::string& identity) {
  ByteWriter out;
  out(layout, identity, checkpoint);
  try {
    write_in_place(path, sealed(kCheckpointMark + out.take(), kCheckpointSeal));
  } catch (const FailedWrite& error) {
    throw FailedWrite(error.message(), path, checkpoint.snapshot.time, "checkpoint");
  }
}

solver::Checkpoint read_checkpoint(const fs::path& path, const std::string& layout, const std::string& identity) {
  const std::string remedy = "swell run --checkpoint-at T makes one";
  if (!fs::exists(path)) refuse_checkpoint(path, "there is no such checkpoint", remedy);
  require_regular_file(path);
  std::string bytes = file_bytes(path).value_or("");
  if (!unseal(bytes, kCheckpointSeal) || bytes.compare(0, kCheckpointMark.size(), kCheckpointMark) != 0)
    refuse_checkpoint(path, "is not a checkpoint of this version, or is damaged", remedy);
  bytes.erase(0, kCheckpointMark.size());
  ByteReader in(bytes);
  std::string stored, made_by;
  solver::Checkpoint c;
  in(stored, made_by, c);
  if (!in.ok() || !in.done()) refuse_checkpoint(path, "is not a checkpoint of this version, or is damaged", remedy);
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
        path, "was made by another system: " + differences(stored, layout),
        "restart with the case, and the integrator, that made it; where output.time_step sets the steps of an "
        "adaptive integrator give simulation.time_step and max_step");
  }
  return c;
}

}  // namespace swell::run

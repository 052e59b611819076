#include "inputs.h"

#include <sys/stat.h>

#include <algorithm>
#include <cctype>
#include <tuple>

#include "swell/base/error.h"
#include "swell/model/files.h"

namespace swell::batch {

namespace fs = std::filesystem;

namespace {

/// A value as --set takes it, as a tree.
Parameter tree_of(const std::string& value) {
  if (value.find_first_of("[{") != 0) return Parameter::of(value);
  try {
    const Parameter tree = model::read_yaml_text("value: " + value, "", model::kCaseFile);
    return tree.items.empty() ? Parameter() : tree.items.front();
  } catch (const InputError&) {  // the case's reader says so
    return Parameter();
  }
}

/// "buoy.h5" names a file even where there is none; "convolution" does so only where there is one.
void add_absent(const Parameter& tree, const fs::path& folder, std::vector<fs::path>& files) {
  if (tree.kind == Parameter::Kind::text && tree.text.size() < 1024) {
    const std::string extension = fs::path(tree.text).extension().string();
    std::error_code error;
    if (extension.size() > 1 && std::isalpha(static_cast<unsigned char>(extension[1])) != 0 &&
        !fs::is_regular_file(folder / tree.text, error))
      files.push_back(folder / tree.text);
  }
  for (const Parameter& item : tree.items) add_absent(item, folder, files);
}

}  // namespace

bool Inputs::Stamp::operator==(const Stamp& other) const {
  const auto all = [](const Stamp& s) { return std::tie(s.exists, s.device, s.inode, s.size, s.modified, s.changed); };
  return all(*this) == all(other);
}

Inputs::Stamp Inputs::stamp_of(const fs::path& file) {
  struct stat status {};
  Stamp stamp;
  if (::stat(file.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) return stamp;
  const auto nanoseconds = [](const timespec& t) { return std::int64_t{t.tv_sec} * 1'000'000'000 + t.tv_nsec; };
  stamp.exists = true;
  stamp.device = status.st_dev;
  stamp.inode = status.st_ino;
  stamp.size = static_cast<std::uint64_t>(status.st_size);
  stamp.modified = nanoseconds(status.st_mtim);
  stamp.changed = nanoseconds(status.st_ctim);
  return stamp;
}

Inputs::Entry Inputs::read(const fs::path& file) {
  Entry entry;
  for (int attempt = 0; attempt < 3; ++attempt) {  // until nobody wrote it meanwhile
    entry.stamp = stamp_of(file);
    entry.digest = 0;
    if (!entry.stamp.exists) return entry;
    entry.digest = hash_file(file, hash_text(file.filename().string()));
    if (stamp_of(file) == entry.stamp) break;
  }
  return entry;
}

void Inputs::collect(const std::string& key, const std::string& value, Files& files) const {
  const std::string last = key.substr(key.rfind('.') + 1);
  collect(tree_of(value), last, files);
}

void Inputs::collect(const Parameter& tree, const std::string& key, Files& files) const {
  std::vector<model::InputFile> named;
  model::add_named_files(tree, folder_, key, named);
  for (model::InputFile& file : named) files.push_back(std::move(file.path));
  add_absent(tree, folder_, files);
}

Inputs::Inputs(const Study& study, const model::CaseTemplate& base) : folder_(base.file().parent_path()) {
  const Parameter& tree = base.tree();
  for (std::size_t i = 0; i < tree.keys.size(); ++i) {
    if (tree.keys[i] != "output") collect(tree.items[i], tree.keys[i], common_);
  }
  for (const std::string& assignment : study.set) {
    const std::size_t equals = assignment.find('=');
    if (equals != std::string::npos) collect(assignment.substr(0, equals), assignment.substr(equals + 1), common_);
  }
  std::sort(common_.begin(), common_.end());
  common_.erase(std::unique(common_.begin(), common_.end()), common_.end());
  for (const fs::path& file : common_) {
    const std::uint64_t digest = entry(file).digest;
    common_digest_ = hash_bytes(&digest, sizeof digest, common_digest_);
  }
}

Inputs::Files Inputs::own_files(const Condition& condition) const {
  Files files;
  for (const auto& [key, value] : condition.values) {
    if (value.find_first_not_of("0123456789+-.eE") != std::string::npos) collect(key, value, files);
  }
  return files;
}

Inputs::Entry& Inputs::entry(const fs::path& file) {
  const auto found = entries_.find(file);
  return found != entries_.end() ? found->second : entries_.emplace(file, read(file)).first->second;
}

std::uint64_t Inputs::digest(const Condition& condition) {
  const Files own = own_files(condition);
  if (own.empty()) return common_digest_;
  const std::lock_guard<std::mutex> lock(mutex_);
  std::uint64_t hash = common_digest_;
  for (const fs::path& file : own) {
    const std::uint64_t digest = entry(file).digest;
    hash = hash_bytes(&digest, sizeof digest, hash);
  }
  return hash;
}

std::optional<fs::path> Inputs::written(const Condition& condition) {
  Files files = own_files(condition);
  files.insert(files.end(), common_.begin(), common_.end());
  const std::lock_guard<std::mutex> lock(mutex_);
  for (const fs::path& file : files) {
    if (!(stamp_of(file) == entry(file).stamp)) return file;
  }
  return std::nullopt;
}

}  // namespace swell::batch

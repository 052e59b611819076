#include "swell/assembly/shared_data.h"

#include <malloc.h>
#include <unistd.h>

#include <algorithm>
#include <utility>
#include <vector>

namespace swell::assembly {

extern const char* const kMethod;  // the digest of the sources that make kept values (lib/assembly/CMakeLists.txt)

namespace {
std::size_t heap() {
  const struct mallinfo2 info = ::mallinfo2();
  return info.uordblks + info.hblkhd;
}
}  // namespace

SharedData::SharedData()
    : limit_(static_cast<std::size_t>(sysconf(_SC_PHYS_PAGES)) / 4 * static_cast<std::size_t>(sysconf(_SC_PAGE_SIZE))) {
}

void SharedData::begin_case() {
  if (heap() <= limit_) return;
  const std::lock_guard<std::mutex> lock(mutex_);
  std::vector<std::pair<std::size_t, std::string>> idle;
  for (const auto& [key, entry] : entries_) {
    if (entry.use_count() == 1 && entry->value.use_count() <= 1) idle.emplace_back(entry->used, key);
  }
  std::sort(idle.begin(), idle.end());
  for (const auto& [used, key] : idle) {
    if (heap() <= limit_) return;
    entries_.erase(key);
  }
}

void SharedData::forget() {
  const std::lock_guard<std::mutex> lock(mutex_);
  entries_.clear();
}

std::vector<std::string> SharedData::take_damaged() {
  const std::lock_guard<std::mutex> lock(mutex_);
  return std::exchange(damaged_, {});
}

std::optional<std::string> SharedData::find_file(const std::string& key) {
  Kept kept = find_kept(kMethod + key);
  if (!kept.damaged.empty()) {
    const std::lock_guard<std::mutex> lock(mutex_);
    damaged_.push_back(kept.damaged.string());
  }
  return std::move(kept.bytes);
}

void SharedData::keep_file(const std::string& key, const std::string& bytes) {
  if (!bytes.empty()) keep(kMethod + key, bytes);
}

}  // namespace swell::assembly

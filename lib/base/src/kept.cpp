#include "swell/base/kept.h"

#include <fmt/format.h>
#if defined(__x86_64__)
#include <cpuid.h>
#endif

#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <fstream>
#include <utility>
#include <vector>

#include "swell/base/contained.h"
#include "swell/base/hash.h"
#include "swell/base/seal.h"

namespace swell {
namespace {

namespace fs = std::filesystem;

constexpr std::uintmax_t kBlock = 4096;      // what the smallest file takes on a disk
constexpr const char* kFolder = "prepared";  // apart from computed hydrodynamics, which are never removed

std::string with_processor(const std::string& key) {
#if defined(__x86_64__)
  unsigned model = 0, none = 0, early = 0, late = 0;
  __get_cpuid(1, &model, &none, &early, &none);
  __get_cpuid_count(7, 0, &none, &late, &none, &none);
  return fmt::format("{}, processor {:x} {:x} {:x}", key, model, early, late);
#else
  return key;
#endif
}

fs::path file_of(const std::string& key) {
  return cache_folder() / kFolder / fmt::format("{:016x}", hash_block(key.data(), key.size()));
}

void remove_oldest() {
  std::vector<std::pair<fs::file_time_type, fs::path>> files;
  std::uintmax_t sum = 0;
  for (const fs::directory_entry& entry : fs::directory_iterator(cache_folder() / kFolder)) {
    std::error_code gone;  // another program may remove files at the same time
    const auto size = entry.file_size(gone);
    const auto time = entry.last_write_time(gone);
    if (gone) continue;
    sum += std::max(size, kBlock);
    files.emplace_back(time, entry.path());
  }
  std::sort(files.begin(), files.end());
  for (auto file = files.begin(); file != files.end() && sum > kMostKeptInAll; ++file) {
    std::error_code gone;
    sum -= std::min(sum, std::max(fs::file_size(file->second, gone), kBlock));
    fs::remove(file->second, gone);
  }
}

}  // namespace

fs::path cache_folder() {
  const auto variable = [](const char* name) -> fs::path {
    const char* value = std::getenv(name);
    return value != nullptr ? value : "";
  };
  if (auto own = variable("SWELL_CACHE"); !own.empty()) return own;
  if (const auto xdg = variable("XDG_CACHE_HOME"); !xdg.empty()) return xdg / "swell";
  if (const auto home = variable("HOME"); !home.empty()) return home / ".cache" / "swell";
  std::error_code none;
  return fs::temp_directory_path(none) / "swell";
}

Kept find_kept(const std::string& given) {
  const std::string key = with_processor(given);
  const fs::path file = file_of(key);
  std::error_code ignored;
  const std::uintmax_t size = fs::file_size(file, ignored);
  if (ignored) return {};
  std::ifstream in(file, std::ios::binary);
  if (!in) return {};
  std::string bytes(size, '\0');
  in.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  if (in && unseal(bytes, kKeptSeal)) {
    ByteReader reader(bytes);
    const bool same = reader.text() == key;  // else two keys of one digest
    std::string value = reader.text();
    if (!same) return {};
    fs::last_write_time(file, fs::file_time_type::clock::now(), ignored);
    return {std::move(value), {}};
  }
  return fs::remove(file, ignored) ? Kept{{}, file} : Kept{};
}

void keep(const std::string& given, const std::string& bytes) noexcept {
  if (bytes.size() > kMostKeptBytes) return;
  try {
    const std::string key = with_processor(given);
    static std::atomic<unsigned> count{0};  // threads may keep one value at the same time
    const fs::path file = file_of(key), part = fmt::format("{}.{}.{}.part", file.string(), getpid(), ++count);
    fs::create_directories(file.parent_path());
    ByteWriter writer;
    writer.text(key);
    writer.text(bytes);
    const std::string whole = sealed(writer.take(), kKeptSeal);
    std::ofstream out(part, std::ios::binary);
    out.write(whole.data(), static_cast<std::streamsize>(whole.size()));
    out.close();
    std::error_code ignored;
    if (out) fs::rename(part, file, ignored);
    if (!out || ignored) fs::remove(part, ignored);
    constexpr unsigned kOften = 64;  // looking through the folder takes longer than keeping one value
    if (count % kOften == 1) remove_oldest();
  } catch (const std::exception&) {  // no memory, no folder: nothing is kept
  }
}

}  // namespace swell

#include "swell/fmi/archive.h"

#include <fmt/format.h>
#include <signal.h>
#include <zip.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <map>
#include <utility>

#include "swell/base/error_codes.h"
#include "swell/base/failed_write.h"
#include "swell/base/replace.h"

namespace swell::fmi {

namespace fs = std::filesystem;

namespace {

struct CloseEntry {
  void operator()(zip_file_t* entry) const { zip_fclose(entry); }
};

/// Why no FMU has an entry of this name, or "".
std::string trouble_with_name(const std::string& name) {
  if (name.empty()) return "has no name";
  if (name.find('\\') != std::string::npos) return "has a backslash in its name";
  if (name.find('\0') != std::string::npos || name.front() == '/' || (name.size() > 1 && name[1] == ':'))
    return "has an absolute name";
  for (const fs::path& part : fs::path(name)) {
    if (part == "..") return "leads out of the archive";
  }
  return {};
}

}  // namespace

struct Archive::File {
  struct Discard {
    void operator()(zip_t* archive) const { zip_discard(archive); }
  };
  fs::path path;
  std::unique_ptr<zip_t, Discard> zip;
  std::vector<std::string> names;
  std::vector<zip_uint64_t> places;  // of the names, in the archive
  std::vector<std::uint64_t> sizes;
  std::uint64_t left = 0;  // bytes that may still be unpacked

  [[noreturn]] void refuse(const std::string& what, const std::string& remedy = {}) const {
    throw code::error(code::kBadFile, Origin{path.string(), 0, 0, ""}, fmt::format("{}: {}", path.string(), what),
                      remedy);
  }
  std::string read(std::size_t index) const;
};

Archive::Archive(const fs::path& path, const ArchiveLimits& limits) : file_(std::make_unique<File>()) {
  file_->path = path;
  std::error_code ignored;
  if (!fs::exists(path, ignored)) file_->refuse("no such file");
  if (!fs::is_regular_file(path, ignored)) file_->refuse("is not a file", "an FMU is one file, a ZIP archive");
  int error = 0;
  file_->zip.reset(zip_open(path.c_str(), ZIP_RDONLY, &error));
  if (!file_->zip) {
    zip_error_t text;
    zip_error_init_with_code(&text, error);
    const std::string why = zip_error_strerror(&text);
    zip_error_fini(&text);
    file_->refuse("is not a ZIP archive: " + why, "an FMU is a ZIP archive with modelDescription.xml at its root");
  }
  const zip_int64_t count = zip_get_num_entries(file_->zip.get(), 0);
  if (count < 0 || static_cast<std::uint64_t>(count) > limits.files)
    file_->refuse(fmt::format("holds {} files; at most {} are taken", count, limits.files));
  std::uint64_t total = 0;
  std::map<std::string, std::pair<std::uint64_t, std::uint32_t>> seen;  // sizes and sums
  for (zip_uint64_t i = 0; i < static_cast<zip_uint64_t>(count); ++i) {
    zip_stat_t stat;
    zip_stat_init(&stat);
    if (zip_stat_index(file_->zip.get(), i, 0, &stat) != 0 || (stat.valid & ZIP_STAT_NAME) == 0U ||
        (stat.valid & ZIP_STAT_SIZE) == 0U)
      file_->refuse(fmt::format("its entry {} cannot be read", i + 1));
    const std::string name = stat.name;
    const auto wrong = [&](const std::string& what) { file_->refuse(fmt::format("its entry '{}' {}", name, what)); };
    if (const std::string trouble = trouble_with_name(name); !trouble.empty()) wrong(trouble);
    // An entry that some programs write twice is one; of two that differ, programs take one or the other.
    const std::pair content(stat.size, (stat.valid & ZIP_STAT_CRC) != 0U ? stat.crc : 0U);
    const auto [known, is_new] = seen.emplace(name, content);
    if (!is_new && known->second != content) wrong("is there more than once, with different contents");
    if ((stat.valid & ZIP_STAT_ENCRYPTION_METHOD) != 0U && stat.encryption_method != ZIP_EM_NONE) wrong("is encrypted");
    if ((stat.valid & ZIP_STAT_COMP_METHOD) != 0U && stat.comp_method != ZIP_CM_STORE &&
        stat.comp_method != ZIP_CM_DEFLATE)
      wrong("is compressed by another method than deflate");
    zip_uint8_t system = 0;
    zip_uint32_t attributes = 0;
    constexpr zip_uint32_t kKind = 0170000, kLink = 0120000;  // of the mode in the upper half (st_mode)
    if (zip_file_get_external_attributes(file_->zip.get(), i, 0, &system, &attributes) == 0 &&
        system == ZIP_OPSYS_UNIX && ((attributes >> 16U) & kKind) == kLink)
      wrong("is a symbolic link");
    if (stat.size > limits.largest_file)
      wrong(fmt::format("has {} bytes; at most {} are taken", stat.size, limits.largest_file));
    total += stat.size;
    if (total > limits.total) file_->refuse(fmt::format("unpacks to more than {} bytes", limits.total));
    if (!is_new) continue;
    file_->names.push_back(name);
    file_->places.push_back(i);
    file_->sizes.push_back(stat.size);
  }
}

Archive::~Archive() = default;
Archive::Archive(Archive&&) noexcept = default;
Archive& Archive::operator=(Archive&&) noexcept = default;

const std::vector<std::string>& Archive::names() const noexcept { return file_->names; }

bool Archive::has(const std::string& name) const {
  return std::find(file_->names.begin(), file_->names.end(), name) != file_->names.end();
}

// libzip ends a read at the size that the directory states, and checks the sum of what it gave.
std::string Archive::File::read(std::size_t index) const {
  const std::unique_ptr<zip_file_t, CloseEntry> entry(zip_fopen_index(zip.get(), places[index], 0));
  std::string text;
  const auto damaged = [&] { refuse(fmt::format("its entry '{}' is damaged", names[index])); };
  if (!entry) damaged();
  constexpr std::size_t kPiece = 1 << 20;
  for (;;) {
    const std::size_t at = text.size();
    text.resize(at + std::min<std::uint64_t>(kPiece, sizes[index] - at + 1));
    const zip_int64_t got = zip_fread(entry.get(), text.data() + at, text.size() - at);
    if (got < 0) damaged();
    text.resize(at + static_cast<std::size_t>(got));
    if (got == 0) break;
    if (text.size() > sizes[index]) damaged();
  }
  if (text.size() != sizes[index]) damaged();
  return text;
}

std::string Archive::read(const std::string& name) const {
  const auto found = std::find(file_->names.begin(), file_->names.end(), name);
  if (found == file_->names.end()) file_->refuse("has no " + name);
  return file_->read(static_cast<std::size_t>(found - file_->names.begin()));
}

void Archive::extract(const fs::path& folder, const std::string& prefix) const {
  for (std::size_t i = 0; i < file_->names.size(); ++i) {
    const std::string& name = file_->names[i];
    if (name.rfind(prefix, 0) != 0) continue;
    const fs::path to = folder / name;
    std::error_code failed;
    if (name.back() == '/') {
      fs::create_directories(to, failed);
      continue;
    }
    fs::create_directories(to.parent_path(), failed);
    write_in_place(to, file_->read(i));
    if (to.extension() == ".so") fs::permissions(to, fs::perms::owner_exec, fs::perm_options::add, failed);
  }
}

namespace {
/// What killed processes left of this archive: <name>.<process>.part, and libzip's own letters behind it.
void remove_stale_parts(const fs::path& file) {
  const fs::path target = fs::absolute(behind_links(file));
  const std::string start = target.filename().string() + ".";
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(target.parent_path(), ignored)) {
    const std::string name = entry.path().filename().string();
    if (name.rfind(start, 0) != 0) continue;
    char* end = nullptr;
    const long process = std::strtol(name.c_str() + start.size(), &end, 10);
    const bool gone = process > 0 && ::kill(static_cast<pid_t>(process), 0) != 0 && errno == ESRCH;
    if (gone && std::string(end).rfind(".part", 0) == 0) fs::remove(entry.path(), ignored);
  }
}
}  // namespace

void write_archive(const fs::path& file, const std::vector<Entry>& entries) {
  remove_stale_parts(file);
  const fs::path part = writing_place(file);
  const auto fail = [&](const std::string& why) {
    std::error_code ignored;
    fs::remove(part, ignored);
    throw FailedWrite(fmt::format("{}: cannot be written: {}", file.string(), why), file);
  };
  int error = 0;
  std::unique_ptr<zip_t, void (*)(zip_t*)> zip(zip_open(part.c_str(), ZIP_CREATE | ZIP_TRUNCATE, &error),
                                               [](zip_t* z) { zip_discard(z); });
  if (!zip) fail("its folder cannot be written to");
  for (const Entry& entry : entries) {
    zip_source_t* source = entry.from.empty() ? zip_source_buffer(zip.get(), entry.text.data(), entry.text.size(), 0)
                                              : zip_source_file(zip.get(), entry.from.c_str(), 0, -1);
    if (source == nullptr) fail(zip_strerror(zip.get()));
    const zip_int64_t index = zip_file_add(zip.get(), entry.name.c_str(), source, ZIP_FL_ENC_UTF_8);
    if (index < 0) {
      zip_source_free(source);
      fail(zip_strerror(zip.get()));
    }
    const auto at = static_cast<zip_uint64_t>(index);
    zip_set_file_compression(zip.get(), at, ZIP_CM_DEFLATE, 6);
    // One time for all: the same case gives the same bytes.
    zip_file_set_dostime(zip.get(), at, 0, (1U << 5U) | 1U, 0);
  }
  if (zip_close(zip.get()) != 0) {
    zip_error_t* why = zip_get_error(zip.get());
    fail(zip_error_system_type(why) == ZIP_ET_SYS ? std::generic_category().message(zip_error_code_system(why))
                                                  : zip_error_strerror(why));
  }
  static_cast<void>(zip.release());
  try {
    put_in_place(part, file);
  } catch (const fs::filesystem_error& failed) {
    fail(failed.code().message());
  }
}

}  // namespace swell::fmi

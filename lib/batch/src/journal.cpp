#include "swell/batch/journal.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <optional>
#include <string_view>

#include "swell/base/error.h"
#include "swell/base/failed_write.h"
#include "swell/batch/cases.h"

namespace swell::batch {

namespace {

constexpr char kFileMark[] = "SWELLJ1\n";
constexpr std::size_t kFileMarkSize = 8;
constexpr char kRecordMark[] = "CASE";
constexpr std::size_t kHeader = 16;  // mark, size, hash

/// Passes on the records up to the first incomplete or damaged one, one in memory at a time.
/// @returns end of the last whole record; nothing if the file is not a journal
std::optional<std::size_t> scan(const std::filesystem::path& file,
                                const std::function<void(const std::string&)>& found) {
  std::ifstream in(file, std::ios::binary);
  std::array<char, kHeader> head{};
  in.read(head.data(), kFileMarkSize);
  const auto got = static_cast<std::size_t>(in.gcount());
  if (std::memcmp(head.data(), kFileMark, got) != 0) return std::nullopt;
  if (got < kFileMarkSize) return 0;  // killed while the mark was written, or empty
  std::error_code error;
  const std::size_t length = std::filesystem::file_size(file, error);
  std::string payload;
  std::size_t at = kFileMarkSize;
  while (in.read(head.data(), kHeader) && std::memcmp(head.data(), kRecordMark, 4) == 0) {
    std::uint32_t size = 0;
    std::uint64_t hash = 0;
    std::memcpy(&size, head.data() + 4, sizeof size);
    std::memcpy(&hash, head.data() + 8, sizeof hash);
    if (size > length - at) break;
    payload.resize(size);
    if (!in.read(payload.data(), size) || hash_text(payload) != hash) break;
    found(payload);
    at += kHeader + size;
  }
  return at;
}

[[noreturn]] void refuse(const std::filesystem::path& file, const std::string& message, const std::string& remedy) {
  throw InputError(Origin{file.string(), 0, 0, ""}, message, remedy);
}

void write_all(int file, std::string_view left, const std::filesystem::path& path) {
  while (!left.empty()) {
    const ssize_t n = ::write(file, left.data(), left.size());
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) {
      throw FailedWrite(
          fmt::format("{}: the journal cannot be written: {}; free some space and start the batch again: what "
                      "is finished is kept",
                      path.string(), std::strerror(errno)),
          path, 0.0, "journal");
    }
    left.remove_prefix(static_cast<std::size_t>(n));
  }
}

}  // namespace

Journal::Journal(const std::filesystem::path& file, const std::function<void(const std::string&)>& found)
    : path_(file), synchronised_(std::chrono::steady_clock::now()) {
  file_ = ::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (file_ < 0) {
    throw FailedWrite(fmt::format("{}: the journal cannot be written: {}; choose another place for the results with -o",
                                  file.string(), std::strerror(errno)),
                      file, 0.0, "journal");
  }
  try {
    if (::flock(file_, LOCK_EX | LOCK_NB) != 0)
      refuse(file, "another process is running this batch", "wait for it, or choose another results file with -o");
    const std::optional<std::size_t> end = scan(file, found);
    if (!end) refuse(file, "is not a journal of swell batch", "move it away, or choose another results file with -o");
    if (::ftruncate(file_, static_cast<off_t>(*end)) != 0 || ::lseek(file_, static_cast<off_t>(*end), SEEK_SET) < 0) {
      throw FailedWrite(fmt::format("{}: the journal cannot be written: {}", file.string(), std::strerror(errno)), file,
                        0.0, "journal");
    }
    if (*end == 0) write_all(file_, kFileMark, path_);
  } catch (...) {
    ::close(file_);
    throw;
  }
}

Journal::~Journal() {
  if (file_ < 0) return;
  ::fdatasync(file_);
  ::close(file_);
}

void Journal::append(const std::string& payload) {
  const auto size = static_cast<std::uint32_t>(payload.size());
  SWELL_EXPECT(size == payload.size());
  const std::uint64_t hash = hash_text(payload);
  char head[kHeader];
  std::memcpy(head, kRecordMark, 4);
  std::memcpy(head + 4, &size, sizeof size);
  std::memcpy(head + 8, &hash, sizeof hash);
  write_all(file_, std::string(head, kHeader) + payload, path_);
  if (std::chrono::steady_clock::now() - synchronised_ > std::chrono::milliseconds(500)) synchronise();
}

void Journal::synchronise() {
  ::fdatasync(file_);
  synchronised_ = std::chrono::steady_clock::now();
}

void read_journal(const std::filesystem::path& file, const std::function<void(const std::string&)>& found) {
  if (!scan(file, found)) refuse(file, "is not a journal of swell batch", "move it away");
}

}  // namespace swell::batch

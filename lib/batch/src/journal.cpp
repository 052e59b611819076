#include "swell/batch/journal.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <fstream>
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

struct Whole {
  bool is_journal = true;
  bool marked = true;       // the file begins with its mark
  std::size_t end = 0;      // of the last whole record
  std::size_t damaged = 0;  // stretches before that which are no record
};

/// The first place from `at` on where a record's mark stands; the file's length where there is none.
std::size_t next_mark(std::ifstream& in, std::size_t at, std::size_t length) {
  std::string piece(1U << 16U, '\0');
  constexpr std::size_t kMark = 4;
  while (at + kHeader <= length) {
    in.clear();
    in.seekg(static_cast<std::streamoff>(at));
    in.read(piece.data(), static_cast<std::streamsize>(piece.size()));
    const auto got = static_cast<std::size_t>(in.gcount());
    if (got < kMark) break;
    const std::size_t found = std::string_view(piece.data(), got).find(kRecordMark);
    if (found != std::string_view::npos) return at + found;
    at += got - (kMark - 1);
  }
  return length;
}

/// Goes through the file, one record in memory at a time. Where one is damaged, on to the next that is whole.
Whole scan(const std::filesystem::path& file, const std::function<void(const std::uint8_t*, std::size_t)>& found) {
  std::ifstream in(file, std::ios::binary);
  std::array<char, kHeader> head{};
  in.read(head.data(), kFileMarkSize);
  const auto got = static_cast<std::size_t>(in.gcount());
  Whole whole;
  whole.marked = std::memcmp(head.data(), kFileMark, got) == 0;
  if (got < kFileMarkSize) return {whole.marked, whole.marked, 0, 0};  // killed while the mark was written, or empty
  std::error_code error;
  const std::size_t length = std::filesystem::file_size(file, error);
  std::vector<char> payload;
  bool skipped = !whole.marked;
  for (std::size_t at = kFileMarkSize; at + kHeader <= length;) {
    in.clear();
    in.seekg(static_cast<std::streamoff>(at));
    std::uint32_t size = 0;
    std::uint64_t hash = 0;
    bool good = in.read(head.data(), kHeader) && std::memcmp(head.data(), kRecordMark, 4) == 0;
    if (good) {
      std::memcpy(&size, head.data() + 4, sizeof size);
      std::memcpy(&hash, head.data() + 8, sizeof hash);
      good = at + kHeader + size <= length;
    }
    if (good) {
      payload.resize(size);
      good = in.read(payload.data(), size) && hash_bytes(payload.data(), size) == hash;
    }
    if (!good) {
      skipped = true;
      at = next_mark(in, at + 1, length);
      continue;
    }
    found(reinterpret_cast<const std::uint8_t*>(payload.data()), size);
    at += kHeader + size;
    whole.damaged += skipped ? 1U : 0U;
    skipped = false;
    whole.end = at;
  }
  if (whole.end == 0) whole.end = whole.marked ? kFileMarkSize : 0;
  whole.is_journal = whole.marked || whole.end > 0;
  return whole;
}

[[noreturn]] void refuse(const std::filesystem::path& file, const std::string& message, const std::string& remedy) {
  throw InputError(Origin{file.string(), 0, 0, ""}, message, remedy);
}

void write_all(int file, const std::uint8_t* data, std::size_t size, const std::filesystem::path& path) {
  while (size > 0) {
    const ssize_t n = ::write(file, data, size);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) {
      throw FailedWrite(
          fmt::format("{}: the journal cannot be written: {}; free some space and start the batch again: what "
                      "is finished is kept",
                      path.string(), std::strerror(errno)),
          path, 0.0, "journal");
    }
    data += n;
    size -= static_cast<std::size_t>(n);
  }
}

}  // namespace

Journal::Journal(const std::filesystem::path& file, const std::function<void(const std::uint8_t*, std::size_t)>& found)
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
    const auto fail = [&file] {
      throw FailedWrite(fmt::format("{}: the journal cannot be written: {}", file.string(), std::strerror(errno)), file,
                        0.0, "journal");
    };
    const Whole whole = scan(file, found);
    if (!whole.is_journal)
      refuse(file, "is not a journal of swell batch", "move it away, or choose another results file with -o");
    if (::ftruncate(file_, static_cast<off_t>(whole.end)) != 0 ||
        ::lseek(file_, static_cast<off_t>(whole.end), SEEK_SET) < 0)
      fail();
    if (whole.end == 0) write_all(file_, reinterpret_cast<const std::uint8_t*>(kFileMark), kFileMarkSize, path_);
    if (whole.end > 0 && !whole.marked && ::pwrite(file_, kFileMark, kFileMarkSize, 0) < 0) fail();
    damaged_ = whole.damaged;
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

void Journal::append(const std::vector<std::uint8_t>& payload) {
  std::vector<std::uint8_t> record(kHeader + payload.size());
  const auto size = static_cast<std::uint32_t>(payload.size());
  SWELL_EXPECT(size == payload.size());
  const std::uint64_t hash = hash_bytes(payload.data(), payload.size());
  std::memcpy(record.data(), kRecordMark, 4);
  std::memcpy(record.data() + 4, &size, sizeof size);
  std::memcpy(record.data() + 8, &hash, sizeof hash);
  std::copy(payload.begin(), payload.end(), record.begin() + kHeader);
  write_all(file_, record.data(), record.size(), path_);
  if (std::chrono::steady_clock::now() - synchronised_ > std::chrono::milliseconds(500)) synchronise();
}

void Journal::synchronise() {
  ::fdatasync(file_);
  synchronised_ = std::chrono::steady_clock::now();
}

std::size_t read_journal(const std::filesystem::path& file,
                         const std::function<void(const std::uint8_t*, std::size_t)>& found) {
  const Whole whole = scan(file, found);
  if (!whole.is_journal) refuse(file, "is not a journal of swell batch", "move it away");
  return whole.damaged;
}

}  // namespace swell::batch

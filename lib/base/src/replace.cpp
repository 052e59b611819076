#include "swell/base/replace.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>

#include "swell/base/failed_write.h"
#include "swell/base/hash.h"
#include "swell/base/text.h"

namespace swell {

namespace fs = std::filesystem;

fs::path behind_links(fs::path path) {
  std::error_code error;
  for (int i = 0; i < 40 && fs::is_symlink(path, error); ++i) {
    const fs::path next = fs::read_symlink(path, error);
    path = next.is_absolute() ? next : path.parent_path() / next;
  }
  return path;
}

Replaceable replaceable_text(const std::string& what, const std::vector<std::string>& marks) {
  return {what, [marks](const fs::path& file) {
            std::ifstream in(file, std::ios::binary);
            std::string head(4096, '\0');
            in.read(head.data(), static_cast<std::streamsize>(head.size()));
            head.resize(static_cast<std::size_t>(in.gcount()));
            return std::any_of(marks.begin(), marks.end(),
                               [&head](const std::string& mark) { return head.find(mark) != std::string::npos; });
          }};
}

namespace {
constexpr char kSeal[] = "# As written: ";
}

std::string with_checksum_line(const std::string& text) {
  return text + fmt::format("{}{:016x}\n", kSeal, hash_block(text.data(), text.size()));
}

Replaceable unedited_text(const std::string& what, const std::vector<std::string>& marks) {
  const Replaceable marked = replaceable_text(what, marks);
  return {what, [marked](const fs::path& file) {
            const std::string text = file_bytes(file).value_or("");
            const std::size_t seal = text.rfind(kSeal);
            return marked.ours(file) && seal != std::string::npos && text == with_checksum_line(text.substr(0, seal));
          }};
}

std::optional<std::string> not_to_be_replaced(const fs::path& path, const Replaceable& kind) {
  std::error_code error;
  const fs::path target = behind_links(path);
  const bool linked = fs::is_symlink(path, error);
  const fs::file_status status = fs::status(target, error);
  if (!fs::is_regular_file(status)) return std::nullopt;
  if ((status.permissions() & (fs::perms::owner_write | fs::perms::group_write | fs::perms::others_write)) ==
      fs::perms::none)
    return "is there and read-only";
  // Nothing is lost with an empty file (mktemp makes one).
  if (fs::file_size(target, error) == 0 && !error) return std::nullopt;
  if (kind.ours(target)) return std::nullopt;
  return linked ? fmt::format("is a link to {}, which is no {}", target.string(), kind.what)
                : "is there and is not a " + kind.what;
}

void check_replacement(const fs::path& path, const Replaceable& kind, bool force, Diagnostics& diagnostics) {
  if (force) return;
  if (const auto reason = not_to_be_replaced(path, kind))
    diagnostics.error(Origin{path.string(), 0, 0, ""},
                      fmt::format("{} would be replaced: it {}", path.filename().string(), *reason),
                      fmt::format("choose another name with {}, or replace it with --force", kind.options));
}

void check_replacement(const fs::path& path, const Replaceable& kind, bool force) {
  Diagnostics diagnostics;
  check_replacement(path, kind, force, diagnostics);
  diagnostics.throw_if_errors();
}

void put_in_place(const fs::path& part, const fs::path& path) {
  const fs::path target = behind_links(path);
  std::error_code ignored;
  const fs::file_status before = fs::status(target, ignored);
  if (fs::is_regular_file(before)) fs::permissions(part, before.permissions(), ignored);
  fs::rename(part, target);
}

void write_in_place(const fs::path& path, const std::string& text) {
  const fs::path part = writing_place(path);
  try {
    write_whole(part, text);
    put_in_place(part, path);
  } catch (const std::system_error& error) {
    std::error_code ignored;
    fs::remove(part, ignored);
    throw FailedWrite(fmt::format("{}: cannot be written: {}", path.string(), error.code().message()), path);
  }
}

fs::path writing_place(const fs::path& path) { return behind_links(path).string() + fmt::format(".{}.part", getpid()); }

}  // namespace swell

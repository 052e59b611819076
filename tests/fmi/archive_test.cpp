// Archives that no FMU may be, and damage.
#include "swell/fmi/archive.h"

#include <zip.h>

#include "swell_test/test.h"
#include "units.h"

namespace swell::fmi::archive_test {
namespace {

namespace fs = std::filesystem;

class ArchiveFile : public ::testing::Test {
 protected:
  /// An archive by libzip itself, with an entry that our writer would not make.
  fs::path raw(const std::string& name, zip_uint32_t mode = 0) const {
    fs::path file = folder_.path / "raw.zip";
    int error = 0;
    zip_t* zip = zip_open(file.c_str(), ZIP_CREATE | ZIP_TRUNCATE, &error);
    const zip_int64_t at = zip_file_add(zip, name.c_str(), zip_source_buffer(zip, "text", 4, 0), ZIP_FL_ENC_UTF_8);
    if (mode != 0) zip_file_set_external_attributes(zip, static_cast<zip_uint64_t>(at), 0, ZIP_OPSYS_UNIX, mode << 16U);
    EXPECT_EQ(zip_close(zip), 0);
    return file;
  }
  static std::string message(const fs::path& file, const ArchiveLimits& limits = {}) {
    try {
      const Archive archive(file, limits);
      return "taken";
    } catch (const InputError& error) {
      return error.what();
    }
  }
  swell_test::UnitFolder folder_;
};

TEST_F(ArchiveFile, HoldsWhatWasPutIn) {
  std::string noise(300000, '\0');
  std::mt19937 random(5);
  for (char& c : noise) c = static_cast<char>(random());
  const fs::path file = folder_.path / "a.zip";
  write_archive(file, {{"a.txt", "one"}, {"b/c.bin", noise}, {"empty", ""}});
  const Archive archive(file);
  EXPECT_EQ(archive.read("a.txt"), "one");
  EXPECT_EQ(archive.read("b/c.bin"), noise);
  EXPECT_EQ(archive.read("empty"), "");
  EXPECT_THROW(archive.read("d"), InputError);
  fs::create_directory(folder_.path / "out");
  archive.extract(folder_.path / "out", "b/");
  EXPECT_TRUE(fs::exists(folder_.path / "out/b/c.bin"));
  EXPECT_FALSE(fs::exists(folder_.path / "out/a.txt"));
}

TEST_F(ArchiveFile, WhatAKilledWriterLeftGoes) {
  const fs::path file = folder_.path / "a.fmu", stale = folder_.path / "a.fmu.999999999.part.Xy12ab",
                 alive = folder_.path / ("a.fmu." + std::to_string(getppid()) + ".part.Xy12ab");
  for (const fs::path& path : {stale, alive}) std::ofstream(path) << "half";
  std::ofstream(folder_.path / "b.fmu.999999999.part") << "of another";
  write_archive(file, {{"a.txt", "one"}});
  EXPECT_FALSE(fs::exists(stale));
  EXPECT_TRUE(fs::exists(alive));
  EXPECT_TRUE(fs::exists(folder_.path / "b.fmu.999999999.part"));
}

TEST_F(ArchiveFile, RefusesWhatNoFmuMayBe) {
  EXPECT_THAT(message(folder_.path / "none.fmu"), HasSubstr("no such file"));
  std::ofstream(folder_.path / "text.fmu") << "no archive at all";
  EXPECT_THAT(message(folder_.path / "text.fmu"), HasSubstr("is not a ZIP archive"));
  EXPECT_THAT(message(raw("../../outside")), HasSubstr("leads out of the archive"));
  EXPECT_THAT(message(raw("a/../../b")), HasSubstr("leads out of the archive"));
  EXPECT_THAT(message(raw("/etc/x")), HasSubstr("absolute name"));
  EXPECT_THAT(message(raw("C:x")), HasSubstr("absolute name"));
  EXPECT_THAT(message(raw("a\\b")), HasSubstr("backslash"));
  EXPECT_THAT(message(raw("link", 0120777)), HasSubstr("symbolic link"));
  EXPECT_EQ(message(raw("plain", 0100644)), "taken");
  const fs::path file = folder_.path / "a.zip";
  write_archive(file, {{"a", std::string(1000, 'a')}, {"b", std::string(1000, 'b')}});
  EXPECT_THAT(message(file, {500, 10000, 10}), HasSubstr("at most 500"));
  EXPECT_THAT(message(file, {2000, 1500, 10}), HasSubstr("more than 1500 bytes"));
  EXPECT_THAT(message(file, {2000, 10000, 1}), HasSubstr("holds 2 files"));
}

// As the archive of the Modelica Association's Roberts has it. libzip itself writes no name twice: both names are put
// in with one letter changed, and changed back in the bytes.
TEST_F(ArchiveFile, AnEntryThatIsThereTwiceIsOneWhereItIsTheSame) {
  const auto twice = [&](const std::string& second) {
    fs::path file = folder_.path / "twice.zip";
    write_archive(file, {{"extra/a", "first"}, {"extrb/a", second}, {"last", "end"}});
    std::ifstream in(file, std::ios::binary);
    std::string bytes{std::istreambuf_iterator<char>(in), {}};
    for (std::size_t at = bytes.find("extrb/"); at != std::string::npos; at = bytes.find("extrb/")) bytes[at + 4] = 'a';
    std::ofstream(file, std::ios::binary) << bytes;
    return file;
  };
  const Archive archive(twice("first"));
  EXPECT_EQ(archive.names(), (std::vector<std::string>{"extra/a", "last"}));
  EXPECT_EQ(archive.read("extra/a"), "first");
  EXPECT_EQ(archive.read("last"), "end");
  EXPECT_THAT(message(twice("other")), HasSubstr("'extra/a' is there more than once, with different contents"));
}

// Any byte changed, any length cut: refused, or what is read is what was there.
TEST_F(ArchiveFile, DamageIsNoticed) {
  const fs::path file = folder_.path / "a.zip", damaged = folder_.path / "damaged.zip";
  const std::string text(4000, 'x');
  write_archive(file, {{"modelDescription.xml", text}});
  std::ifstream in(file, std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(in), {}};
  std::mt19937 random(7);
  for (int i = 0; i < 400; ++i) {
    std::string changed = bytes;
    if (i % 4 == 0) {
      changed.resize(random() % bytes.size());
    } else {
      changed[random() % bytes.size()] ^= static_cast<char>(1 + random() % 255);
    }
    std::ofstream(damaged, std::ios::binary) << changed;
    try {
      const Archive archive(damaged);
      if (!archive.has("modelDescription.xml")) continue;
      EXPECT_EQ(archive.read("modelDescription.xml"), text) << i;
    } catch (const InputError&) {
      continue;
    }
  }
}

}  // namespace
}  // namespace swell::fmi::archive_test

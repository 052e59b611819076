// The supplied runs, damaged: a file of a set is cut off at a line, loses or doubles one, has a number overwritten by
// what is none (stars, NaN, infinity), or is missing. The reader refuses and names a file, or hands back what the whole
// set gives, or says in a note about that file (or what comes from it) what it did otherwise: a result that differs
// without such a note fails. A number overwritten by another sound number is not among these damages: nothing sees it.
//
// A few places of every file in the suite, always the same; SWELL_DAMAGE_PLACES sets how many (50 take about fifteen
// minutes) and SWELL_DAMAGE_SEED where.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <random>
#include <sstream>

#include "swell/base/error.h"
#include "swell/bemio/compare.h"
#include "swell/bemio/read.h"
#include "swell_test/data.h"
#include "text_files.h"

namespace swell::bemio {
namespace {

namespace fs = std::filesystem;

struct Set {
  const char *folder, *open;
  std::vector<std::string> without;  ///< files that are taken away first, so that others are read
};
void PrintTo(const Set& set, std::ostream* out) { *out << set.folder << "/" << set.open; }

const Set kSets[] = {{"wamit/Sphere", "sphere.out", {}},
                     {"wamit/Sphere", "sphere.1", {"sphere.out"}},
                     {"wamit/Cylinder", "cyl.out", {}},
                     {"wamit/RM3", "rm3.out", {}},
                     {"wamit/RM3", "rm3.1", {"rm3.out"}},
                     {"wamit/RM3_noA0Ainf", "rm3_withoutA0Ainf.out", {}},
                     {"wamit/MeanDriftSphere", "sphere.out", {}},
                     {"wamit/GBMBarge", "barge.out", {}},
                     {"nemoh_v2.3/Sphere", "Nemoh.cal", {}},
                     {"nemoh_v2.3/RM3", "Nemoh.cal", {}},
                     {"nemoh_v3.0.2/Cylinder", "Nemoh.cal", {}},
                     {"nemoh_v3.0.2/OC3-Hywind_FOWT", "Nemoh.cal", {}},
                     {"nemoh_v3.0.2/RM3", "Nemoh.cal", {}},
                     {"aqwa/Sphere", "sphere.AH1", {}},
                     {"aqwa/RM3", "RM3.AH1", {}},
                     {"aqwa/Cylinder", "cylinder.AH1", {}},
                     {"aqwa/Cylinder", "cylinder.LIS", {"cylinder.AH1"}},
                     {"hams/Cylinder", "Input/ControlFile.in", {}},
                     {"capytaine/sphere", "sphere_hydrodynamics.nc", {}},
                     {"capytaine/rm3", "rm3_hydrodynamics.nc", {}},
                     {"capytaine/cylinder_v1.5", "cylinder_full.nc", {}},
                     {"capytaine/buoy_heave_only", "results.nc", {}},
                     {"h5_variants", "rm3_custom_minimal.h5", {}}};

int places() {
  const char* const given = std::getenv("SWELL_DAMAGE_PLACES");
  return given ? std::atoi(given) : 1;
}

unsigned seed() {
  const char* const given = std::getenv("SWELL_DAMAGE_SEED");
  return given ? static_cast<unsigned>(std::atoi(given)) : 0U;
}

class SuppliedDamage : public ::testing::TestWithParam<Set> {
 protected:
  void SetUp() override {
    SWELL_TEST_DATA(source, std::string("bem/") + GetParam().folder, "WEC-Sim/WEC-Sim");
    folder_ = fs::path(::testing::TempDir()) / "supplied_damage";
    fs::remove_all(folder_);
    fs::copy(source, folder_, fs::copy_options::recursive);
    for (const auto& entry : fs::recursive_directory_iterator(folder_))
      fs::permissions(entry.path(), fs::perms::owner_all, fs::perm_options::add);
    for (const std::string& name : GetParam().without) fs::remove(folder_ / name);
    for (const auto& entry : fs::recursive_directory_iterator(folder_)) {
      if (entry.is_regular_file()) files_.push_back(entry.path());
    }
    std::sort(files_.begin(), files_.end());
    whole_ = read_bem(folder_ / GetParam().open);
  }
  void TearDown() override { fs::remove_all(folder_); }

  static bool binary(const fs::path& path) { return path.extension() == ".nc" || path.extension() == ".h5"; }

  bool same(const hydro::HydroData& data) const {
    return compare(data, whole_).empty() && data.omega == whole_.omega && data.direction == whole_.direction &&
           data.density == whole_.density && data.gravity == whole_.gravity && data.water_depth == whole_.water_depth;
  }

  static std::string lower(std::string text) {
    std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return std::tolower(c); });
    return text;
  }

  // The notes of `one` that `other` has not, and whether one of them names the file or what comes from it.
  static bool reported(const hydro::HydroData& one, const hydro::HydroData& other, const fs::path& file,
                       std::string& fresh) {
    const std::string stem = lower(file.stem().string());
    std::vector<std::string> words{lower(file.filename().string()), stem.substr(0, stem.find('_'))};
    if (file.extension() != ".dat" && file.extension() != ".txt" && file.extension() != ".in")
      words.push_back(lower(file.extension().string()));
    bool found = false;
    for (const std::string& note : one.notes) {
      if (std::find(other.notes.begin(), other.notes.end(), note) != other.notes.end()) continue;
      fresh += "\n  " + note;
      found = found || std::any_of(words.begin(), words.end(), [&](const std::string& word) {
                return lower(note).find(word) != std::string::npos;
              });
    }
    return found;
  }

  void expect_told(const fs::path& file, const std::string& damaged, const std::string& what) {
    write(file, damaged);
    read_damaged(file, what);
  }

  // `missing`: a set of fewer files is one of its own, so that it is enough when a note "from <file>" is gone.
  void read_damaged(const fs::path& file, const std::string& what, bool missing = false) {
    try {
      const hydro::HydroData data = read_bem(folder_ / GetParam().open);
      if (same(data)) {
        ++same_;
        return;
      }
      ++noted_;
      std::string fresh;
      bool found = reported(data, whole_, file, fresh);
      if (missing && !found) found = reported(whole_, data, file, fresh);
      const std::vector<Difference> differences = compare(data, whole_);
      EXPECT_TRUE(found) << file << ": " << what << ": "
                         << (differences.empty() ? "axes or water" : differences[0].quantity + differences[0].sentence)
                         << "; new notes:" << fresh;
    } catch (const InputError& error) {
      EXPECT_FALSE(error.diagnostics()[0].origin.file.empty()) << error.what();
      ++refused_;
    }
  }

  fs::path folder_;
  std::vector<fs::path> files_;
  hydro::HydroData whole_;
  int same_ = 0, noted_ = 0, refused_ = 0;
};

TEST_P(SuppliedDamage, CutOffAtALine) {
  std::mt19937 random(1 + seed());
  for (const fs::path& file : files_) {
    const std::string text = text_of(file);
    std::vector<std::size_t> ends, blocks;  // of lines; of lines after which another kind of line begins
    const auto kind = [&](std::size_t at) {
      std::vector<std::string> fields;
      std::istringstream line(text.substr(at, text.find('\n', at) - at));
      for (std::string field; line >> field;) fields.push_back(field);
      return std::pair(fields.size(), fields.empty() ? "" : fields[0]);
    };
    for (std::size_t at = text.find('\n'); !binary(file) && at != std::string::npos; at = text.find('\n', at + 1))
      ends.push_back(at + 1);
    for (std::size_t k = 0; k + 1 < ends.size(); ++k) {
      if (kind(k == 0 ? 0 : ends[k - 1]) != kind(ends[k])) blocks.push_back(ends[k]);
    }
    for (int n = 0; n < places(); ++n) {
      for (const std::vector<std::size_t>* list : {&ends, &blocks}) {
        if (list->empty()) continue;
        const std::size_t at = (*list)[random() % list->size()];
        expect_told(file, text.substr(0, at), "cut off after " + std::to_string(at) + " bytes");
      }
      if (binary(file)) expect_told(file, text.substr(0, random() % text.size()), "cut off");
    }
    write(file, text);
  }
  RecordProperty("refused", refused_);
  RecordProperty("noted", noted_);
  RecordProperty("same", same_);
}

TEST_P(SuppliedDamage, AFieldOverwritten) {
  std::mt19937 random(2 + seed());
  static constexpr const char* kValues[] = {"********", "NaN", "-Infinity"};
  for (const fs::path& file : files_) {
    if (binary(file)) continue;
    const std::string text = text_of(file);
    if (text.empty()) continue;
    for (int n = 0; n < 2 * places(); ++n) {
      const std::size_t somewhere = random() % text.size();
      const std::size_t start = text.find_first_not_of(" \t\r\n", text.find_first_of(" \t\r\n", somewhere));
      if (start == std::string::npos) continue;
      const std::size_t end = std::min(text.find_first_of(" \t\r\n", start), text.size());
      if (text.substr(start, end - start).find_first_of("0123456789") == std::string::npos) continue;
      std::string damaged = text;
      const char* const value = kValues[random() % 3];
      damaged.replace(start, end - start, value);
      const auto line = 1 + std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(start), '\n');
      expect_told(file, damaged,
                  "line " + std::to_string(line) + ": " + text.substr(start, end - start) + " replaced by " + value);
    }
    write(file, text);
  }
  RecordProperty("refused", refused_);
  RecordProperty("noted", noted_);
  RecordProperty("same", same_);
}

TEST_P(SuppliedDamage, ALineLostOrDoubled) {
  std::mt19937 random(3 + seed());
  for (const fs::path& file : files_) {
    if (binary(file)) continue;
    const std::string text = text_of(file);
    if (text.empty()) continue;
    for (int n = 0; n < places(); ++n) {
      const std::size_t somewhere = random() % text.size();
      const std::size_t before = somewhere == 0 ? std::string::npos : text.rfind('\n', somewhere - 1);
      const std::size_t start = before == std::string::npos ? 0 : before + 1;
      const std::size_t end = std::min(text.find('\n', start), text.size() - 1) + 1;
      const std::string line = text.substr(start, end - start);
      expect_told(file, text.substr(0, start) + text.substr(end), "lost: " + line);
      expect_told(file, text.substr(0, end) + line + text.substr(end), "doubled: " + line);
    }
    write(file, text);
  }
  RecordProperty("refused", refused_);
  RecordProperty("noted", noted_);
  RecordProperty("same", same_);
}

TEST_P(SuppliedDamage, WindowsLineEndsAndMissingFiles) {
  for (const fs::path& file : files_) {
    if (binary(file)) continue;
    const std::string text = text_of(file);
    std::string windows;
    for (const char c : text) {
      if (c == '\n' && (windows.empty() || windows.back() != '\r')) windows += '\r';
      windows += c;
    }
    write(file, windows);
  }
  EXPECT_TRUE(compare(read_bem(folder_ / GetParam().open), whole_).empty());
  for (const fs::path& file : files_) {
    if (file == folder_ / GetParam().open || binary(file)) continue;
    const std::string text = text_of(file);
    fs::remove(file);
    read_damaged(file, "missing", true);
    write(file, text);
  }
}

INSTANTIATE_TEST_SUITE_P(Sets, SuppliedDamage, ::testing::ValuesIn(kSets), [](const auto& set) {
  std::string name = std::string(set.param.folder) + "_" + set.param.open;
  std::replace_if(
      name.begin(), name.end(), [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
  return name;
});

}  // namespace
}  // namespace swell::bemio

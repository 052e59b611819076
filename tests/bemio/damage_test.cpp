// Damaged files: whatever is cut off or overwritten, the reader either refuses with a place, or what it gives is what
// the whole file gives. Never another number, a crash or a hang.
#include "../fuzz/small_accompanied.h"
#include "swell/bemio/compare.h"
#include "swell/bemio/read.h"
#include "swell_test/test.h"

namespace swell::bemio::damage_test {
namespace {

using swell_test::write_text;
namespace fs = std::filesystem;

// Every number that the reader filled, equal to the last bit; notes may differ. Quantities that are gone altogether
// (an accompanying file that was cut to nothing) must be named by `compare`.
bool equal(const hydro::HydroData& a, const hydro::HydroData& b) {
  if (a.omega != b.omega || a.direction != b.direction || a.bodies.size() != b.bodies.size() ||
      a.water_depth != b.water_depth || a.density != b.density || a.gravity != b.gravity)
    return false;
  for (std::size_t k = 0; k < a.bodies.size(); ++k) {
    const auto &x = a.bodies[k], &y = b.bodies[k];
    if (x.added_mass_infinite.has_value() != y.added_mass_infinite.has_value() ||
        x.added_mass_zero.has_value() != y.added_mass_zero.has_value())
      return false;
    if (x.added_mass_zero && *x.added_mass_zero != *y.added_mass_zero) return false;
    if (x.mean_drift_pressure != y.mean_drift_pressure || x.qtf_difference.size() != y.qtf_difference.size())
      return false;
  }
  return compare(a, b).empty();
}

// That `file` is not there any more: its name stands in a note of the whole run and in none now, or a new note names
// it, its stem ("no KH file") or its extension ("no .mmx beside the .out").
bool reported(const fs::path& file, const std::vector<std::string>& now, const std::vector<std::string>& whole) {
  const auto names = [](const std::vector<std::string>& notes, const fs::path& word) {
    return std::any_of(notes.begin(), notes.end(),
                       [&](const std::string& note) { return note.find(word.string()) != std::string::npos; });
  };
  std::vector<std::string> added;
  std::copy_if(now.begin(), now.end(), std::back_inserter(added),
               [&](const std::string& note) { return std::find(whole.begin(), whole.end(), note) == whole.end(); });
  return (names(whole, file.filename()) && !names(now, file.filename())) || names(added, file.stem()) ||
         names(added, file.extension());
}

struct Subject {
  const char* name;
  swell_test::SmallRun (*make)();
};
// The name, not the bytes: ctest lists tests by what GoogleTest prints.
void PrintTo(const Subject& subject, std::ostream* out) { *out << subject.name; }
const Subject kSubjects[] = {{"WAMIT", swell_test::small_wamit},
                             {"WamitWithAccompanyingFiles", swell_test::small_wamit_accompanied},
                             {"WamitWithModes", swell_test::small_wamit_modes},
                             {"NEMOH", swell_test::small_nemoh},
                             {"NemohWithAccompanyingFiles", swell_test::small_nemoh_accompanied},
                             {"AQWA", swell_test::small_aqwa},
                             {"AqwaWithListing", swell_test::small_aqwa_accompanied},
                             {"HAMS", swell_test::small_hams},
                             {"HamsWithAccompanyingFiles", swell_test::small_hams_accompanied}};

class Damage : public ::testing::TestWithParam<Subject> {
 protected:
  void SetUp() override {
    run_ = GetParam().make();
    folder_ = fs::path(::testing::TempDir()) / (std::string("bemio_damage_") + GetParam().name);
    fs::remove_all(folder_);
    swell_test::write_run(run_, folder_);
    whole_ = read_bem(folder_ / run_.main);
  }

  // Reads the run with one file damaged. The damage may make a difference only by an InputError that names a place.
  void expect_refused_or_equal(const std::string& file, const std::string& text, const std::string& what) {
    write_text(folder_ / file, text);
    try {
      const hydro::HydroData data = read_bem(folder_ / run_.main);
      EXPECT_TRUE(equal(data, whole_) || notes_name(data, file)) << file << ": " << what;
    } catch (const InputError& error) {
      EXPECT_FALSE(error.diagnostics()[0].origin.file.empty()) << error.what();
      ++refused_;
    }
    write_text(folder_ / file, run_.files[file]);
  }

  // What was left out or replaced is reported by a note that the whole run has not, and that names the file, its
  // extension or drift, the one quantity of a main file that a time-domain run can do without.
  bool notes_name(const hydro::HydroData& data, const fs::path& file) const {
    return std::any_of(data.notes.begin(), data.notes.end(), [&](const std::string& note) {
      const auto has = [&](const std::string& part) { return note.find(part) != std::string::npos; };
      return std::find(whole_.notes.begin(), whole_.notes.end(), note) == whole_.notes.end() &&
             (has(file.filename().string()) || has(file.extension().string()) || has("drift"));
    });
  }

  swell_test::SmallRun run_;
  fs::path folder_;
  hydro::HydroData whole_;
  int refused_ = 0;
};

TEST_P(Damage, CutOffAtAnyLine) {
  for (const auto& [file, text] : run_.files) {
    for (std::size_t at = text.find('\n'); at != std::string::npos; at = text.find('\n', at + 1)) {
      expect_refused_or_equal(file, text.substr(0, at + 1), "cut off after " + std::to_string(at) + " bytes");
    }
  }
  EXPECT_GT(refused_, 50);
}

TEST_P(Damage, CutOffWithinTheLastLine) {
  for (const auto& [file, text] : run_.files) {
    for (std::size_t cut = 2; cut < 14; ++cut) {
      expect_refused_or_equal(file, text.substr(0, text.size() - cut), "cut by " + std::to_string(cut));
    }
  }
}

TEST_P(Damage, AnyNumberReplacedByStarsOrNaN) {
  const char* const values[] = {"*********", "NaN", "-Infinity"};
  std::size_t field_number = 0;
  for (const auto& [file, text] : run_.files) {
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t start = text.find_first_of("0123456789", at);
      if (start == std::string::npos) break;
      std::size_t end = text.find_first_of(" \t\r\n", start);
      if (end == std::string::npos) end = text.size();
      std::size_t first = text.find_last_of(" \t\r\n", start);
      first = first == std::string::npos ? 0 : first + 1;
      at = end;
      const std::string_view field = std::string_view(text).substr(first, end - first);
      if (field.find('.') == std::string_view::npos) continue;                               // indices: below
      if (field.find_first_not_of("0123456789.+-eEdD") != std::string_view::npos) continue;  // words and names
      // Every field once, the three faults in turn: the suite must stay quick.
      const char* value = values[field_number++ % 3];
      std::string damaged = text;
      damaged.replace(first, end - first, value);
      expect_refused_or_equal(file, damaged,
                              std::string(field) + " at byte " + std::to_string(first) + " replaced by " + value);
    }
  }
  EXPECT_GT(refused_, 50);
}

TEST_P(Damage, WindowsLineEndsChangeNothing) {
  for (const auto& [file, text] : run_.files) {
    std::string windows;
    for (const char c : text) {
      if (c == '\n') windows += '\r';
      windows += c;
    }
    write_text(folder_ / file, windows);
  }
  EXPECT_TRUE(equal(read_bem(folder_ / run_.main), whole_));
}

TEST_P(Damage, ExponentsWithoutEAndWithDAreRead) {
  for (const auto& [file, text] : run_.files) {
    std::string other = text;
    for (std::size_t at = other.find("E+0"); at != std::string::npos; at = other.find("E+0", at + 1)) other[at] = 'D';
    write_text(folder_ / file, other);
  }
  EXPECT_TRUE(equal(read_bem(folder_ / run_.main), whole_));
  for (const auto& [file, text] : run_.files) {
    std::string other = text;
    // 1.2E+01 as 1.2+001
    for (std::size_t at = other.find("E+0"); at != std::string::npos; at = other.find("E+0", at + 1))
      other.replace(at, 3, "+00");
    write_text(folder_ / file, other);
  }
  EXPECT_TRUE(equal(read_bem(folder_ / run_.main), whole_));
}

TEST_P(Damage, EveryMissingFileIsNamedOrNoted) {
  for (const auto& [file, text] : run_.files) {
    fs::remove(folder_ / file);
    try {
      const hydro::HydroData data = read_bem(folder_ / run_.main);
      EXPECT_TRUE(equal(data, whole_) || reported(file, data.notes, whole_.notes)) << file;
    } catch (const InputError&) {
    }
    write_text(folder_ / file, text);
  }
}

INSTANTIATE_TEST_SUITE_P(Codes, Damage, ::testing::ValuesIn(kSubjects),
                         [](const auto& subject) { return std::string(subject.param.name); });

// The number of rows is right, but one of them stands for another: a place is filled twice and one stays zero.
TEST(DamageMessages, ARowWhoseDofOrFrequencyNumberIsDamagedIsRefused) {
  const struct {
    swell_test::SmallRun (*make)();
    const char *file, *from, *to;
    int occurrences;
  } cases[] = {{swell_test::small_wamit, "small.1", "     3     3  ", "     3     2  ", 4},
               {swell_test::small_wamit, "small.3", "E+00     3  ", "E+00     2  ", 2},
               {swell_test::small_wamit, "small.hst", "     3     3   ", "     3     2   ", 1},
               {swell_test::small_wamit, "small.out", "\n     3     3   ", "\n     3     2   ", 4},
               {swell_test::small_wamit, "small.out", "\n     3   4", "\n     2   4", 2},
               {swell_test::small_hams, "Output/Wamit_format/Buoy.1", "     3     3  ", "     3     2  ", 4},
               {swell_test::small_hams, "Output/Wamit_format/Buoy.3", "E+00     3  ", "E+00     2  ", 2},
               {swell_test::small_nemoh, "Results/RadiationCoefficients.tec", "in DoF   3", "in DoF   2", 1},
               {swell_test::small_nemoh, "Results/RadiationCoefficients.tec", "of body    1 in", "of body    2 in", 6},
               {swell_test::small_nemoh, "Results/RadiationCoefficients.tec", "\"A   1   3\"", "\"A   1   2\"", 1},
               {swell_test::small_nemoh, "Results/ExcitationForce.tec", "\"A   1   3\"", "\"A   1   2\"", 1},
               {swell_test::small_aqwa, "small.AH1", "\n  1  1   2  ", "\n  1  1   1  ", 3},
               {swell_test::small_aqwa, "small.AH1", "\n  1  2   2  1.0", "\n  1  2   1  1.0", 1}};
  for (const auto& one : cases) {
    swell_test::SmallRun run = one.make();
    const fs::path folder = fs::path(::testing::TempDir()) / "bemio_dof";
    fs::remove_all(folder);
    // The numeric files alone as well: with an .out beside it, the .1 is not read.
    if (std::string(one.file) == "small.1") {
      run.files.erase(run.main);
      run.main = one.file;
    }
    swell_test::write_run(run, folder);
    EXPECT_NO_THROW(read_bem(folder / run.main));
    const std::string text = run.files[one.file];
    int found = 0;
    for (std::size_t at = text.find(one.from); at != std::string::npos; at = text.find(one.from, at + 1)) {
      ++found;
      std::string damaged = text;
      damaged.replace(at, std::strlen(one.from), one.to);
      write_text(folder / one.file, damaged);
      try {
        // What stands beside an .out costs itself and a note.
        const std::vector<std::string> notes = read_bem(folder / run.main).notes;
        EXPECT_THAT(notes, ::testing::Contains(
                               ::testing::AllOf(HasSubstr("left out: "), HasSubstr(one.file),
                                                ::testing::AnyOf(HasSubstr("occurs twice at"), HasSubstr("expected"),
                                                                 HasSubstr("were moved or doubled")))))
            << one.file << " " << found;
      } catch (const InputError& error) {
        EXPECT_THAT(error.what(), ::testing::AnyOf(HasSubstr("occurs twice at"), HasSubstr("expected"),
                                                   HasSubstr("for the first"), HasSubstr("were moved or doubled")));
      }
    }
    EXPECT_EQ(found, one.occurrences) << one.file;
  }
}

}  // namespace
}  // namespace swell::bemio::damage_test

// What a mistake is made of, as programs read it: code, subject, place, value. No text is read back.
#include "swell/base/error_codes.h"
#include "swell/hydro/bemio_h5.h"
#include "swell/model/read_case.h"
#include "swell/mooring/moordyn_file.h"
#include "swell_test/test.h"

namespace swell::model::diagnostics_test {
namespace {

const std::string kCase =
    "simulation: {duration: 10, time_step: 0.1}\nwaves: {type: regular, height: 1, period: 6}\n"
    "bodies: [{name: float, mass: 1, inertia: [1, 1, 1], center_of_gravity: [0, 0, -1]}]\n";

Diagnostic first_of(const std::string& text, const std::vector<std::string>& set = {}) {
  Diagnostics diagnostics;
  read_case_text(text, "a.yaml", set, diagnostics);
  EXPECT_FALSE(diagnostics.list().empty()) << text;
  return diagnostics.list().empty() ? Diagnostic{} : diagnostics.list().front();
}

std::string with(const std::string& from, const std::string& to) {
  std::string text = kCase;
  return text.replace(text.find(from), from.size(), to);
}

TEST(Diagnostics, KnowTheirKindAndTheirSubject) {
  const struct {
    const char *from, *to, *code, *subject, *value;
  } kMistakes[] = {
      {"height: 1", "heihgt: 1", "unknown-key", "waves.height", "heihgt"},
      {"duration: 10, ", "", "missing", "simulation.duration", ""},
      {"height: 1", "height: -1", "out-of-range", "waves.height", "-1"},
      {"height: 1", "height: tall", "wrong-value", "waves.height", "tall"},
      {"height: 1", "height: 1, amplitude: 1", "contradiction", "waves.amplitude", ""},
      {"mass: 1", "mass: 1, geometry: none.stl", "no-file", "bodies.float.geometry", "none.stl"},
  };
  for (const auto& mistake : kMistakes) {
    const Diagnostic d = first_of(with(mistake.from, mistake.to));
    EXPECT_EQ(d.code, mistake.code) << d.text();
    EXPECT_EQ(d.subject, mistake.subject) << d.text();
    EXPECT_EQ(d.value, mistake.value) << d.text();
    EXPECT_GT(d.origin.line, 0) << d.text();
  }
}

// The value of an override is judged where it is used; the subject is the key all the same.
TEST(Diagnostics, OfAnOverrideNameTheKeyAndTheArgument) {
  for (const char* set : {"waves.height=-1", "waves.height=tall", "waves.height=1e40"}) {
    const Diagnostic d = first_of(kCase, {set});
    EXPECT_EQ(d.subject, "waves.height") << d.text();
    EXPECT_EQ(d.origin.argument, std::string("--set ") + set);
    EXPECT_EQ(d.text().rfind(d.origin.argument + ": waves.height = ", 0), 0U) << d.text();
  }
  const Diagnostic d = first_of(kCase, {"simulation.ramp=100"});
  EXPECT_EQ(d.code, "long-ramp");
  EXPECT_EQ(d.subject, "simulation.ramp");
}

// A code that no table holds is a promise that nobody finds.
TEST(Diagnostics, HaveTheCodesOfTheManual) {
  std::set<std::string> all;
  for (const code::Entry& entry : code::kErrors) EXPECT_TRUE(all.insert(entry.word).second) << entry.word;
  EXPECT_EQ(all.count(Diagnostic{}.code), 1U);
  for (const char* word : {code::kUnknownName, code::kDuplicateName, code::kWrongConnection, code::kAlgebraicLoop,
                           code::kNoFile, code::kBadFile})
    EXPECT_EQ(all.count(word), 1U) << word;

  const std::filesystem::path source = SWELL_SOURCE_DIR;
  std::ifstream page(source / "docs/troubleshooting.md");
  std::vector<std::string> of_page, of_table;
  bool within = false;
  for (std::string line; std::getline(page, line);) {
    if (line.rfind("## ", 0) == 0) within = line == "## Codes of errors";
    if (within && line.rfind("| `", 0) == 0) of_page.push_back(line);
  }
  for (const code::Entry& entry : code::kErrors)
    of_table.push_back("| `" + std::string(entry.word) + "` | " + entry.meaning + " |");
  EXPECT_EQ(of_page, of_table);
}

TEST(Diagnostics, TellAFileThatIsNotThereFromOneThatIsDamaged) {
  const std::filesystem::path folder = std::filesystem::path(::testing::TempDir()) / "codes";
  std::filesystem::create_directories(folder);
  const auto code_of = [](const auto& read) -> std::string {
    try {
      read();
    } catch (const InputError& error) {
      return error.diagnostics().front().code;
    }
    return "none";
  };
  const auto readers = {+[](const std::string& path) { hydro::read_bemio_h5(path); },
                        +[](const std::string& path) { mooring::read_moordyn_file(path, std::nullopt); }};
  for (const auto read : readers) {
    EXPECT_EQ(code_of([&] { read((folder / "none.stl").string()); }), "no-file");
    const std::string damaged = (folder / "damaged.stl").string();
    std::ofstream(damaged) << "solid x\nfacet normal 0 0\n";
    EXPECT_EQ(code_of([&] { read(damaged); }), "bad-file");
  }
}

}  // namespace
}  // namespace swell::model::diagnostics_test

#include "swell/batch/journal.h"

#include "swell/batch/record.h"
#include "swell_test/test.h"

namespace swell::batch::journal_test {
namespace {

namespace fs = std::filesystem;

class JournalTest : public ::testing::Test {
 protected:
  JournalTest() : folder_(fs::temp_directory_path() / ("swell_journal_" + std::to_string(::getpid()))) {
    fs::create_directories(folder_);
  }
  ~JournalTest() override { fs::remove_all(folder_); }

  static std::string payload(int i) { return std::string(5 + 7 * static_cast<std::size_t>(i), static_cast<char>(i)); }
  std::vector<std::string> open_and_append(const std::vector<int>& more) {
    std::vector<std::string> found;
    Journal journal(file_, [&](const std::string& bytes) { found.push_back(bytes); });
    for (const int i : more) journal.append(payload(i));
    return found;
  }
  std::string bytes() const { return swell_test::contents(file_); }
  void write(const std::string& text) const { std::ofstream(file_, std::ios::binary) << text; }

  fs::path folder_, file_ = folder_ / "a.journal";
};

TEST_F(JournalTest, CutAnywhereKeepsEveryWholeRecordAndGoesOn) {
  open_and_append({1, 2, 3});
  const std::string whole = bytes();
  const std::size_t ends[] = {8, 8 + 16 + 12, 8 + 32 + 12 + 19, whole.size()};
  for (std::size_t cut = 0; cut <= whole.size(); ++cut) {
    write(whole.substr(0, cut));
    std::size_t expected = 0;
    for (std::size_t k = 1; k < 4; ++k) expected += cut >= ends[k] ? 1U : 0U;
    EXPECT_EQ(open_and_append({0}).size(), expected) << "cut at " << cut;
    EXPECT_EQ(bytes().size(), ends[expected] + 16 + 5) << "nothing of the torn record is left, cut at " << cut;
    const auto again = open_and_append({});
    ASSERT_EQ(again.size(), expected + 1) << "cut at " << cut;
    EXPECT_EQ(again.back(), payload(0));
  }
}

TEST_F(JournalTest, AChangedByteCostsTheRecordsFromItsOwnOn) {
  open_and_append({1, 2, 3});
  const std::string whole = bytes();
  for (std::size_t at = 8; at < whole.size(); ++at) {
    std::string damaged = whole;
    damaged[at] = static_cast<char>(damaged[at] ^ 0x10);
    write(damaged);
    std::vector<std::string> expected = {payload(1), payload(2), payload(3)};
    expected.resize(at < 8 + 16 + 12 ? 0 : at < 8 + 32 + 12 + 19 ? 1 : 2);
    EXPECT_EQ(open_and_append({4}), expected) << "byte " << at;
    expected.push_back(payload(4));
    EXPECT_EQ(open_and_append({}), expected) << "after going on, byte " << at;
  }
}

TEST_F(JournalTest, AnotherFileIsRefusedAndLeftAlone) {
  write("not a journal at all");
  EXPECT_THAT(swell_test::refusal_of([&] { open_and_append({}); }),
              ::testing::HasSubstr("is not a journal of swell batch"));
  EXPECT_EQ(bytes(), "not a journal at all");
}

TEST_F(JournalTest, TwoProcessesCannotRunTheSameBatch) {
  const Journal first(file_, [](const std::string&) {});
  EXPECT_THROW(Journal(file_, [](const std::string&) {}), InputError);
}

TEST(Record, ComesBackFromItsBytesBitForBit) {
  CaseRecord record;
  record.key = 0xfedcba9876543210ULL;
  record.message = "all \"is\" well\n";
  record.seeds = {"waves.seed=7"};
  record.power = 0.1 + 0.2;
  record.energy = -0.0;
  record.power_deviation = 2.5;
  record.power_maximum = 7.5;
  record.quantities = std::make_shared<const std::vector<Quantity>>(
      std::vector<Quantity>{{"/ptos/PTO/power", "", "W"}, {"/bodies/b/position", "heave", "m"}});
  record.statistics = {{1.0 / 3.0, 2.0, std::nan(""), HUGE_VAL}, {5e-324, 6.0, 7.0, 8.0}};
  record.spectra = {{{"/wave/elevation", "", "m"}, {0.0, 0.1}, {1.0, 2.0}}};
  record.time = {0.0, 0.1};
  record.series = {{"/bodies/b/position", "m", "text", {"a", "b"}, 2, {1.0, 2.0, 3.0, 4.0}}};
  const auto bytes = to_bytes(record);
  const CaseRecord back = from_bytes(bytes);
  EXPECT_EQ(to_bytes(back), bytes);
  EXPECT_EQ(back.power, record.power);
  EXPECT_EQ((*back.quantities)[1].name(), "bodies.b.position.heave");
  EXPECT_EQ(statistic_of(back, "bodies.b.position.heave.std"), 6.0);
  EXPECT_TRUE(std::isnan(statistic_of(back, "bodies.b.position.sway.std")));
}

TEST(Quantities, HaveTheUnitOfTheirOwnColumn) {
  std::string units;
  for (const Quantity& q : columns_of({"/bodies/float/force", 6, "N N N N m N m N m", "", {}})) units += q.unit + ";";
  EXPECT_EQ(units, "N;N;N;N m;N m;N m;");
}

}  // namespace
}  // namespace swell::batch::journal_test

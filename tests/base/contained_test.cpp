#include "swell/base/contained.h"

#include <csignal>

#include "swell_test/test.h"

namespace swell::contained_test {
namespace {

ContainedWork about() {
  ContainedWork work;
  work.origin.file = "a.h5";
  work.library = "HDF5";
  work.cpu_seconds = 1.0;
  return work;
}

std::string message_of(const std::function<std::string()>& work) {
  return swell_test::refusal_of([&] { run_contained(about(), work); }, "(no error)");
}

TEST(Contained, TheBytesOfTheChildArriveWhole) {
  EXPECT_EQ(run_contained(about(), [] { return std::string(); }), "");
  const std::string many(5'000'001, 'x');
  EXPECT_EQ(run_contained(about(), [&] { return many + "end"; }), many + "end");
}

TEST(Contained, TheChildChangesNothingHere) {
  int mine = 1;
  run_contained(about(), [&] {
    mine = 2;
    return std::string();
  });
  EXPECT_EQ(mine, 1);
}

TEST(Contained, ARefusalKeepsAllItsParts) {
  Diagnostic first;
  first.origin = Origin{"a.h5", 3, 4, "/body1"};
  first.message = "is missing";
  first.value = "1";
  first.expected = "2";
  first.remedy = "try again";
  first.rule = "SCHEMA";
  Diagnostic second = first;
  second.severity = Severity::warning;
  try {
    run_contained(about(), [&]() -> std::string { throw InputError(std::vector<Diagnostic>{first, second}); });
    FAIL();
  } catch (const InputError& error) {
    ASSERT_EQ(error.diagnostics().size(), 2U);
    EXPECT_EQ(error.diagnostics()[0].text(), first.text());
    EXPECT_EQ(error.diagnostics()[0].origin.line, 3);
    EXPECT_EQ(error.diagnostics()[0].expected, "2");
    EXPECT_EQ(error.diagnostics()[0].rule, "SCHEMA");
    EXPECT_EQ(error.diagnostics()[1].severity, Severity::warning);
  }
}

TEST(Contained, ACrashBecomesAnErrorThatNamesTheFileTheLibraryAndTheSignal) {
  EXPECT_THAT(message_of([]() -> std::string {
                std::raise(SIGSEGV);
                return {};
              }),
              AllOf(HasSubstr("a.h5: is damaged: the HDF5 library crashed while reading it (signal 11"),
                    HasSubstr("download or convert it again")));
  EXPECT_THAT(message_of([]() -> std::string { std::abort(); }), HasSubstr("crashed while reading it (signal 6"));
  EXPECT_THAT(message_of([]() -> std::string { throw std::runtime_error("unexpected"); }),
              HasSubstr("a.h5: cannot be read: the HDF5 library failed (unexpected)"));
}

TEST(Contained, AnEndlessLoopIsStopped) {
  EXPECT_THAT(message_of([]() -> std::string {
                for (volatile unsigned k = 0;; k = k + 1) {
                }
              }),
              HasSubstr("was stopped: it had not read it after 1 s of processor time"));
}

TEST(Contained, MoreMemoryThanThereIsIsSaid) {
  EXPECT_THAT(message_of([]() -> std::string { throw std::bad_alloc(); }), HasSubstr("more memory than is available"));
}

TEST(Bytes, AreReadInTheOrderOfWritingAndNotBeyondTheEnd) {
  ByteWriter out;
  out.value(2.5);
  out.text("surge");
  out.array(std::vector<int>{1, 2, 3});
  const std::string bytes = out.take();
  ByteReader in(bytes);
  EXPECT_EQ(in.value<double>(), 2.5);
  EXPECT_EQ(in.text(), "surge");
  EXPECT_EQ(in.array<int>(), (std::vector<int>{1, 2, 3}));
  EXPECT_TRUE(in.ok() && in.done());
  EXPECT_EQ(in.value<int>(), 0);
  EXPECT_FALSE(in.ok());
  const std::string cut = bytes.substr(0, bytes.size() - 1);
  ByteReader half(cut);
  half.value<double>();
  half.text();
  EXPECT_TRUE(half.array<int>().empty());
  EXPECT_FALSE(half.ok());
}

}  // namespace
}  // namespace swell::contained_test

// NMEA 0183 in a case: signals out and in again over UDP on this machine.
#include "swell/components/nmea.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include "swell_test/component_cases.h"
#include "swell_test/test.h"

namespace swell::run::nmea_test {
namespace {

/// A port of UDP that nobody has at the moment.
int free_port() {
  const int handle = socket(AF_INET, SOCK_DGRAM, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  EXPECT_EQ(bind(handle, reinterpret_cast<sockaddr*>(&address), size), 0);
  getsockname(handle, reinterpret_cast<sockaddr*>(&address), &size);
  close(handle);
  return ntohs(address.sin_port);
}

void send_to(int port, const std::string& text) {
  const int handle = socket(AF_INET, SOCK_DGRAM, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  sendto(handle, text.data(), text.size(), 0, reinterpret_cast<sockaddr*>(&address), sizeof address);
  close(handle);
}

std::string loop(int port, const char* fields = "{heading: 1, speed: 3}") {
  return fmt::format(R"(simulation: {{duration: 2, time_step: 0.1, integrator: rk4}}
components:
  - {{name: course, type: ramp, start: 0, end: 2, from: 10, to: 30}}
  - {{name: speed, type: constant, value: 4.25}}
  - {{name: talker, type: nmea-output, port: {0}, sentence: HEVHW, sample_time: 0.5, inputs: [heading, knots], fields: [heading, T, knots, N], decimals: 2}}
  - {{name: ear, type: nmea-input, port: {0}, sentence: HEVHW, sample_time: 0.1, fields: {1}, initial: -1}}
connections:
  - {{from: course.output, to: talker.heading}}
  - {{from: speed.output, to: talker.knots}}
output: {{time_step: 0.1}}
)",
                     port, fields);
}

TEST(Nmea, ASignalGoesOutAndComesInAgainInTheSameRun) {
  const model::Model model = read_text(loop(free_port()));
  const Values begin = run(model, 0.0);
  EXPECT_EQ(begin.at("/components/ear/heading")[0], -1.0);
  const Values end = run(read_text(loop(free_port())));
  // The last sentence left at 2 s or, where the ear looks first there, at 1.5 s: 10 + 10 t.
  EXPECT_THAT(end.at("/components/ear/heading")[0], ::testing::AnyOf(25.0, 30.0));
  EXPECT_EQ(end.at("/components/ear/speed")[0], 4.25);
  EXPECT_EQ(end.at("/components/ear/valid")[0], 1.0);
  EXPECT_EQ(end.at("/components/ear/refused")[0], 0.0);
  EXPECT_EQ(end.at("/components/talker/sent")[0], 5.0);
  EXPECT_GE(end.at("/components/ear/received")[0], 4.0);
}

TEST(Nmea, WrongChecksumsOtherSentencesAndFieldsThatAreNoNumbersChangeNothing) {
  const int port = free_port();
  std::string text = loop(port);
  text.erase(text.find("  - {name: talker"), text.find("  - {name: ear") - text.find("  - {name: talker"));
  text.erase(text.find("connections:"), text.find("output:") - text.find("connections:"));
  const model::Model model = read_text(text);
  CaseRun run(model);
  const std::vector<std::string> lines = {
      "$HEVHW,1,T,2,N*00\r\n",
      components::write_nmea({"GP", "VHW", {"1", "T", "2", "N"}}),
      components::write_nmea({"HE", "VHW", {"north", "T", "2", "N"}}),
      components::write_nmea({"HE", "VHW", {"1"}}),
      components::write_nmea({"HE", "VHW", {"0x10", "T", "2", "N"}}),
      components::write_nmea({"HE", "VHW", {"7", "T", "2", "N"}}) +
          components::write_nmea({"HE", "VHW", {"8", "T", "3", "N"}}),
  };
  std::size_t next = 0;
  std::map<std::string, double> last;
  run.run([&](double) {
    if (next < lines.size()) send_to(port, lines[next++]);
    for (std::size_t i = 0; i < run.series().size(); ++i) last[run.series()[i].path] = run.values(i)[0];
    return true;
  });
  EXPECT_EQ(last["/components/ear/heading"], 8.0);
  EXPECT_EQ(last["/components/ear/speed"], 3.0);
  EXPECT_EQ(last["/components/ear/received"], 2.0);
  EXPECT_EQ(last["/components/ear/refused"], 4.0);
}

TEST(Nmea, ASentenceHas82SignsAtMostAllOfThemPrintable) {
  const auto talker = [](const std::string& fields) {
    return std::string(R"(simulation: {duration: 1, time_step: 0.1, integrator: rk4}
bodies: []
components:
  - {name: h, type: constant, value: 10}
  - {name: talker, type: nmea-output, port: 10119, sentence: HEHDT, sample_time: 1, inputs: [heading], fields: [)" +
                       fields + R"(]}
connections:
  - {from: h.output, to: talker.heading}
)");
  };
  // $HEHDT, a comma and a number of three decimals at least, a comma and the text, *hh and the ends of the line.
  const std::size_t room = 82 - 6 - 6 - 1 - 5;
  const auto codes_of = [&](std::size_t letters) {
    Diagnostics diagnostics;
    check_case(read_text(talker("heading, " + std::string(letters, 'A'))), diagnostics);
    std::vector<std::string> codes;
    for (const Diagnostic& d : diagnostics.list()) codes.push_back(d.code);
    return codes;
  };
  EXPECT_THAT(codes_of(room), ::testing::Not(Contains("long-sentence")));
  EXPECT_THAT(codes_of(room + 1), Contains("long-sentence"));
  for (const char* text : {"\u00e4", "a^b", "'a,b'", "'$'"})
    EXPECT_THAT(faults(talker(std::string("heading, ") + text)), ElementsAre(HasSubstr("whose signs mean something")))
        << text;
}

TEST(Nmea, ACaseThatTakesThemSaysThatItCannotBeRepeated) {
  Diagnostics diagnostics;
  check_case(read_text(loop(free_port())), diagnostics);
  std::vector<std::string> codes;
  for (const Diagnostic& d : diagnostics.list()) codes.push_back(d.code);
  EXPECT_THAT(codes, Contains("not-reproducible"));
  EXPECT_THAT(faults(loop(10110, "{heading: 0}")), Contains(HasSubstr("counted from 1")));
  std::string wrong = loop(10110);
  wrong.replace(wrong.find("fields: [heading, T, knots, N]"), 30, "fields: [heading, \"a,b\"]");
  EXPECT_THAT(faults(wrong),
              ::testing::UnorderedElementsAre(HasSubstr("has 'a,b'"), HasSubstr("has knots, which no field sends")));
}

}  // namespace
}  // namespace swell::run::nmea_test

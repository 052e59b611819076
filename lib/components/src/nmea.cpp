// NMEA 0183 over UDP: signals sent and received as sentences. Sockets are opened by the first evaluation, not by a mere
// check of the case. They are used at sampled points only, never within a step.
#include "swell/components/nmea.h"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cerrno>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <map>

#include "swell/base/number.h"
#include "swell/components/declared.h"
#include "types.h"

namespace swell::components {

std::string nmea_checksum(const std::string& between) {
  unsigned sum = 0;
  for (const char c : between) sum ^= static_cast<unsigned char>(c);
  return fmt::format("{:02X}", sum);
}

std::string write_nmea(const NmeaSentence& sentence) {
  std::string text = sentence.talker + sentence.type;
  for (const std::string& field : sentence.fields) text += "," + field;
  return "$" + text + "*" + nmea_checksum(text) + "\r\n";
}

std::optional<NmeaSentence> read_nmea(const std::string& line, std::string& why) {
  std::string text = line;
  while (!text.empty() && (text.back() == '\n' || text.back() == '\r')) text.pop_back();
  if (text.size() < 6 || text[0] != '$') {
    why = "it does not begin with $ and an address";
    return std::nullopt;
  }
  text.erase(0, 1);
  const std::size_t star = text.rfind('*');
  if (star != std::string::npos) {
    std::string given = text.substr(star + 1);
    std::transform(given.begin(), given.end(), given.begin(), [](unsigned char c) { return std::toupper(c); });
    text.resize(star);
    if (given != nmea_checksum(text)) {
      why = fmt::format("its checksum is {}, that of its characters {}", given, nmea_checksum(text));
      return std::nullopt;
    }
  }
  NmeaSentence sentence;
  std::size_t begin = 0;
  std::vector<std::string> parts;
  for (std::size_t comma = text.find(','); comma != std::string::npos; comma = text.find(',', begin)) {
    parts.push_back(text.substr(begin, comma - begin));
    begin = comma + 1;
  }
  parts.push_back(text.substr(begin));
  const std::string address = parts.front();
  const std::size_t talker = address[0] == 'P' ? 1 : 2;
  if (address.size() <= talker) {
    why = fmt::format("'{}' is not a talker and type", address);
    return std::nullopt;
  }
  sentence.talker = address.substr(0, talker);
  sentence.type = address.substr(talker);
  sentence.fields.assign(parts.begin() + 1, parts.end());
  return sentence;
}

namespace {

/// A UDP socket over IPv4. Failures end the run.
class Socket {
 public:
  Socket(std::string owner, std::string host, int port)
      : owner_(std::move(owner)), host_(std::move(host)), port_(port) {}
  ~Socket() {
    if (handle_ >= 0) close(handle_);
  }
  Socket(const Socket&) = delete;
  Socket& operator=(const Socket&) = delete;

  void listen(double time) {
    if (handle_ >= 0) return;
    open(time);
    const sockaddr_in address = place();
    if (bind(handle_, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) fail("cannot listen at", time);
  }
  void send(const std::string& text, double time) {
    if (handle_ < 0) open(time);
    const sockaddr_in address = place();
    const ssize_t sent =
        sendto(handle_, text.data(), text.size(), 0, reinterpret_cast<const sockaddr*>(&address), sizeof address);
    // Without a listener an instrument goes on sending.
    if (sent < 0 && errno != ECONNREFUSED) fail("cannot send to", time);
  }
  /// The next datagram, or nothing if none has arrived.
  std::optional<std::string> next() {
    std::array<char, 2048> buffer{};
    const ssize_t size = recv(handle_, buffer.data(), buffer.size(), MSG_DONTWAIT);
    if (size < 0) return std::nullopt;
    return std::string(buffer.data(), static_cast<std::size_t>(size));
  }

 private:
  void open(double time) {
    handle_ = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (handle_ < 0) fail("no socket can be opened for", time);
  }
  sockaddr_in place() const {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<std::uint16_t>(port_));
    inet_pton(AF_INET, host_.c_str(), &address.sin_addr);
    return address;
  }
  [[noreturn]] void fail(const char* what, double time) const {
    throw std::runtime_error(
        fmt::format("{}: {} {}:{}: {} (t = {:g} s)", owner_, what, host_, port_, std::strerror(errno), time));
  }

  std::string owner_, host_;
  int port_, handle_ = -1;
};

struct Connection {
  std::string host = "127.0.0.1", sentence;
  int port = 0;
  double sample_time = 0.0;
};
void describe_connection(Visitor& v, Connection& p, const char* host, const char* when) {
  v.text({"host", "", host}, p.host);
  v.integer({"port", "", "of UDP", between(1.0, 65535.0), required}, p.port);
  v.text({"sentence", "", "talker and type, such as GPGGA or WIMWV", {}, required}, p.sentence);
  v.number({"sample_time", "s", when, above(0.0), required}, p.sample_time);
}
void check_connection(const Connection& p, Given& given) {
  in_addr ignored{};
  if (inet_pton(AF_INET, p.host.c_str(), &ignored) != 1)
    given.refuse("wrong-value", "host", fmt::format("= {} is not an IPv4 address", p.host),
                 "write four numbers, such as 127.0.0.1");
  const bool word = std::all_of(p.sentence.begin(), p.sentence.end(),
                                [](unsigned char c) { return std::isupper(c) != 0 || std::isdigit(c) != 0; });
  if (!p.sentence.empty() && (!word || p.sentence.size() < 4))
    given.refuse("wrong-value", "sentence", fmt::format("= {} is not a talker and type", p.sentence),
                 "write two letters and three, such as GPGGA");
}

struct NmeaOutput : Connection {
  std::vector<std::string> inputs, fields;
  int decimals = 3;
};
void describe(Visitor& v, NmeaOutput& p) {
  describe_connection(v, p, "IPv4 address that it is sent to", "between two sentences");
  v.texts({"inputs", "", "names of the ports whose values the fields take, one number each", {}, required}, p.inputs);
  v.texts(
      {"fields", "", "of the sentence in their order: the name of an input, or a text as it is; absent: the inputs"},
      p.fields);
  v.integer({"decimals", "", "of the numbers", between(0.0, 9.0)}, p.decimals);
}
std::unique_ptr<system::Component> nmea_output(const std::string& name, const NmeaOutput& p, Given& given) {
  check_connection(p, given);
  const std::vector<std::string>& names = p.fields.empty() ? p.inputs : p.fields;
  std::vector<std::pair<int, std::string>> fields;  // place among the inputs or -1, text
  constexpr std::size_t kLongestSentence = 82;      // from $ to line feed
  std::size_t longest = 6 + 5;                      // $HEHDT and *hh, carriage return, line feed
  for (const std::string& field : names) {
    const auto found = std::find(p.inputs.begin(), p.inputs.end(), field);
    fields.emplace_back(found == p.inputs.end() ? -1 : static_cast<int>(found - p.inputs.begin()), field);
    const bool text = found == p.inputs.end();
    longest += 1 + (text ? field.size() : static_cast<std::size_t>(p.decimals > 0 ? p.decimals + 2 : 1));
    const bool printable =
        std::all_of(field.begin(), field.end(), [](char sign) { return sign >= ' ' && sign <= '}'; });
    if (text && (!printable || field.find_first_of(",*$!\\^") != std::string::npos))
      given.refuse("wrong-value", "fields",
                   fmt::format("has '{}', whose signs mean something in a sentence or are none of it", field),
                   "leave out , * $ ! \\ ^ ~ and all that is not ASCII");
  }
  if (longest > kLongestSentence)
    given.warning("long-sentence", "fields",
                  fmt::format("make sentences of {} signs or more, NMEA 0183 allows {}: strict listeners drop them",
                              longest, kLongestSentence),
                  "send fewer fields, shorter texts or fewer decimals");
  for (const std::string& input : p.inputs) {
    if (std::find(names.begin(), names.end(), input) == names.end())
      given.refuse("unknown-name", "inputs", fmt::format("has {}, which no field sends", input),
                   "add it to fields, or leave it out");
  }
  if (given.faulty()) return nullptr;
  const std::size_t talker = p.sentence[0] == 'P' ? 1 : 2;
  return declared(name, "nmea-output", [=](Declaration& d) {
    std::vector<Input> inputs;
    Reads reads{Read::time()};
    for (const std::string& input : p.inputs) {
      inputs.push_back(d.input(port(input)));
      reads.push_back(inputs.back());
    }
    const auto socket = std::make_shared<Socket>(name, p.host, p.port);
    // A sampled computation runs at its samples only; its result is the number of sentences sent.
    const Memory count = d.memory(port("sentences so far"), MemoryKind::discrete, {0.0});
    reads.push_back(count);
    const Computed sent = d.compute(
        "sentences", 1, reads,
        [=](const Evaluation& e, double* out) {
          NmeaSentence sentence{p.sentence.substr(0, talker), p.sentence.substr(talker), {}};
          for (const auto& [place, text] : fields)
            sentence.fields.push_back(
                place < 0 ? text
                          : fmt::format("{:.{}f}", e.input(inputs[static_cast<std::size_t>(place)])[0], p.decimals));
          socket->send(write_nmea(sentence), e.time);
          out[0] = e.memory(count)[0] + 1.0;
        },
        Rate::calling_out(p.sample_time));
    d.commit({sent, count}, [=](const Evaluation& e) { e.change(count)[0] = e.computed(sent)[0]; });
    d.output(port("sent", 1, "", "sentences so far"), sent);
  });
}

struct NmeaInput : Connection {
  std::vector<std::pair<std::string, double>> fields;  // name of the port, number of the field from 1
  Parameter given_fields;
  double initial = 0.0;
};
void describe(Visitor& v, NmeaInput& p) {
  describe_connection(v, p, "IPv4 address of this machine at which it listens", "between two looks");
  v.raw({"fields", "", "from the name of an output port to the number of its field, from 1", {}, required},
        p.given_fields, model::Shape::Kind::numbers_by_name);
  v.number({"initial", "", "of every output until a sentence has come"}, p.initial);
}
std::unique_ptr<system::Component> nmea_input(const std::string& name, const NmeaInput& p, Given& given) {
  check_connection(p, given);
  std::vector<std::size_t> fields;
  std::vector<std::string> names;
  for (std::size_t i = 0; i < p.given_fields.keys.size(); ++i) {
    const double number = p.given_fields.items[i].number;
    if (number < 1.0 || number > 80.0 || number != std::floor(number))
      given.refuse("out-of-range", "fields",
                   fmt::format("has {} for {}: fields are counted from 1", number, p.given_fields.keys[i]));
    if (p.given_fields.keys[i] == "valid" || p.given_fields.keys[i] == "received" ||
        p.given_fields.keys[i] == "refused")
      given.refuse("duplicate-name", "fields",
                   fmt::format("has {}, which is a port of its own", p.given_fields.keys[i]), "choose another name");
    fields.push_back(static_cast<std::size_t>(std::max(1.0, number)) - 1);
    names.push_back(p.given_fields.keys[i]);
  }
  if (given.faulty()) return nullptr;
  if (given.around.warn)  // of a case
    given.warning("not-reproducible", "type",
                  "= nmea-input takes values from other programs while it runs: two runs of the case, or a restart and "
                  "a batch of it, need "
                  "not agree",
                  "record what came and play it back with type: table");
  return declared(
      name, "nmea-input", [=, sentence_name = p.sentence, initial = p.initial, every = p.sample_time](Declaration& d) {
        const auto socket = std::make_shared<Socket>(name, p.host, p.port);
        const auto n = static_cast<int>(fields.size());
        // The last values stay until the next sentence; then: received flag, number received, number refused.
        std::vector<double> at_start(static_cast<std::size_t>(n) + 3, initial);
        std::fill(at_start.end() - 3, at_start.end(), 0.0);
        const Memory last = d.memory(port("last", n + 3), MemoryKind::discrete, at_start);
        const Computed values = d.compute(
            "sentences", n + 3, {Read::time(), last},
            [=](const Evaluation& e, double* out) {
              socket->listen(e.time);
              std::copy_n(e.memory(last), n + 3, out);
              const auto k = static_cast<std::size_t>(n);
              std::string why;
              while (const auto datagram = socket->next()) {
                std::size_t begin = 0;
                while (begin < datagram->size()) {  // several sentences may arrive together
                  std::size_t end = datagram->find('\n', begin);
                  if (end == std::string::npos) end = datagram->size();
                  const std::string line = datagram->substr(begin, end - begin);
                  begin = end + 1;
                  const auto sentence = read_nmea(line, why);
                  if (sentence && sentence->talker + sentence->type != sentence_name) continue;  // another type
                  std::vector<double> read(k);
                  bool good = sentence.has_value();
                  for (std::size_t i = 0; good && i < k; ++i) {
                    if (fields[i] >= sentence->fields.size()) {
                      good = false;
                      break;
                    }
                    const auto value = parse_number(sentence->fields[fields[i]]);
                    good = value.has_value();
                    read[i] = value.value_or(0.0);
                  }
                  if (good) {
                    std::copy(read.begin(), read.end(), out);
                    out[k] = 1.0;
                    out[k + 1] += 1.0;
                  } else {
                    out[k + 2] += 1.0;
                  }
                }
              }
            },
            Rate::calling_out(every));
        d.commit({values, last}, [=](const Evaluation& e) { std::copy_n(e.computed(values), n + 3, e.change(last)); });
        for (int i = 0; i < n; ++i) d.output(port(names[static_cast<std::size_t>(i)]), values, i);
        d.output(port("valid", 1, "", "1 once a sentence has come"), values, n);
        d.output(port("received", 1, "", "sentences taken so far"), values, n + 1);
        d.output(port("refused", 1, "", "lines with a wrong checksum, or fields that are missing or no numbers"),
                 values, n + 2);
      });
}

}  // namespace

void add_nmea(Registry& r) {
  r.add<NmeaOutput>("nmea-output", "signals as sentences of NMEA 0183 over UDP",
                    "port: 10110, sentence: HEHDT, sample_time: 1, inputs: [heading], fields: [heading, T]", describe,
                    nmea_output);
  r.add<NmeaInput>("nmea-input", "signals from sentences of NMEA 0183 over UDP",
                   "port: 10110, sentence: HEHDT, sample_time: 1, fields: {heading: 1}", describe, nmea_input);
}

}  // namespace swell::components

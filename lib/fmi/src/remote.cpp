#include "remote.h"

#include <fmt/format.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>

#include "swell/base/contained.h"

namespace swell::fmi {

namespace {

// A message is its length in 8 bytes and then so many. Both ends are of one process image: numbers pass as they are.
bool send_all(int socket, const std::string& bytes) {
  const std::uint64_t size = bytes.size();
  std::string whole(reinterpret_cast<const char*>(&size), sizeof size);
  whole += bytes;
  for (std::size_t at = 0; at < whole.size();) {
    const ssize_t sent = send(socket, whole.data() + at, whole.size() - at, MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent <= 0) return false;
    at += static_cast<std::size_t>(sent);
  }
  return true;
}

bool receive_exactly(int socket, char* to, std::size_t size) {
  for (std::size_t at = 0; at < size;) {
    const ssize_t got = recv(socket, to + at, size - at, 0);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return false;
    at += static_cast<std::size_t>(got);
  }
  return true;
}

bool receive_all(int socket, std::string& bytes) {
  std::uint64_t size = 0;
  constexpr std::uint64_t kMost = 1ULL << 30;
  if (!receive_exactly(socket, reinterpret_cast<char*>(&size), sizeof size) || size > kMost) return false;
  bytes.resize(size);
  return receive_exactly(socket, bytes.data(), size);
}

enum class Call : std::uint8_t { begin, step };
enum class Answer : std::uint8_t { goes_on, ends, failed };

std::string answer_to(Slave& slave, const std::string& request) {
  ByteReader in(request);
  ByteWriter out;
  try {
    const auto call = static_cast<Call>(in.value<std::uint8_t>());
    const auto time = in.value<double>();
    const auto length = in.value<double>();
    const auto u = in.array<double>();
    std::vector<double> y(in.value<std::uint64_t>());
    bool goes_on = true;
    if (call == Call::begin) {
      std::vector<Setting> settings(in.value<std::uint64_t>());
      for (Setting& s : settings) {
        s.variable = in.value<std::uint64_t>();
        s.numbers = in.array<double>();
        s.text = in.text();
      }
      slave.begin(time, settings, u, y);
    } else {
      goes_on = slave.step(time, length, u, y);
    }
    out.value(static_cast<std::uint8_t>(goes_on ? Answer::goes_on : Answer::ends));
    out.array(y);
  } catch (const std::exception& failed) {
    ByteWriter again;
    again.value(static_cast<std::uint8_t>(Answer::failed));
    again.text(failed.what());
    return again.take();
  }
  return out.take();
}

// The child: makes the slave, says how that went, then answers until the other end closes.
[[noreturn]] void serve(int socket, const std::function<std::unique_ptr<Slave>()>& make) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT}) std::signal(signal, SIG_DFL);
  std::unique_ptr<Slave> slave;
  std::string first, request;
  try {
    slave = make();
  } catch (const std::exception& failed) {
    first = failed.what();
  }
  bool good = send_all(socket, first) && slave != nullptr;
  while (good && receive_all(socket, request)) good = send_all(socket, answer_to(*slave, request));
  slave.reset();
  _exit(0);
}

class Remote : public Slave {
 public:
  Remote(std::string what, const std::function<std::unique_ptr<Slave>()>& make) : what_(std::move(what)) {
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) fail(0.0, std::strerror(errno));
    child_ = fork();
    if (child_ < 0) {
      close(ends[0]);
      close(ends[1]);
      fail(0.0, fmt::format("no process for it: {}", std::strerror(errno)));
    }
    if (child_ == 0) {
      close(ends[0]);
      serve(ends[1], make);
    }
    close(ends[1]);
    socket_ = ends[0];
    std::string said;
    if (!receive_all(socket_, said)) said = died();
    if (!said.empty()) {
      finish();
      throw SimulationError(said, 0.0, what_, "");
    }
  }
  ~Remote() override { finish(); }

  void begin(double start, const std::vector<Setting>& settings, const std::vector<double>& u,
             std::vector<double>& y) override {
    ByteWriter out = head(Call::begin, start, 0.0, u, y.size());
    out.value<std::uint64_t>(settings.size());
    for (const Setting& s : settings) {
      out.value<std::uint64_t>(s.variable);
      out.array(s.numbers);
      out.text(s.text);
    }
    ask(out.take(), start, y);
  }
  bool step(double time, double length, const std::vector<double>& u, std::vector<double>& y) override {
    return ask(head(Call::step, time, length, u, y.size()).take(), time, y);
  }

 private:
  static ByteWriter head(Call call, double time, double length, const std::vector<double>& u, std::size_t n) {
    ByteWriter out;
    out.value(static_cast<std::uint8_t>(call));
    out.value(time);
    out.value(length);
    out.array(u);
    out.value<std::uint64_t>(n);
    return out;
  }
  bool ask(const std::string& request, double time, std::vector<double>& y) {
    std::string reply;
    if (!send_all(socket_, request) || !receive_all(socket_, reply)) fail(time, died());
    ByteReader in(reply);
    const auto answer = static_cast<Answer>(in.value<std::uint8_t>());
    if (answer == Answer::failed) throw SimulationError(in.text(), time, what_, "");
    const std::vector<double> values = in.array<double>();
    if (!in.ok() || values.size() != y.size()) fail(time, "its process answers something else");
    y = values;
    return answer == Answer::goes_on;
  }
  std::string died() {
    int status = 0;
    if (child_ <= 0 || waitpid(child_, &status, 0) != child_) return "its process is gone";
    child_ = -1;
    if (WIFSIGNALED(status)) return fmt::format("its process crashed: {}", strsignal(WTERMSIG(status)));
    return fmt::format("its process ended with status {}", WEXITSTATUS(status));
  }
  [[noreturn]] void fail(double time, const std::string& why) const {
    throw SimulationError(fmt::format("{}: {}", what_, why), time, what_, "");
  }
  // Closing the socket ends the child; one that does not end within a second is killed.
  void finish() {
    if (socket_ >= 0) close(socket_);
    socket_ = -1;
    if (child_ <= 0) return;
    int status = 0;
    for (int i = 0; i < 100; ++i) {
      if (waitpid(child_, &status, WNOHANG) != 0) {
        child_ = -1;
        return;
      }
      poll(nullptr, 0, 10);
    }
    kill(child_, SIGKILL);
    waitpid(child_, &status, 0);
    child_ = -1;
  }

  std::string what_;
  pid_t child_ = -1;
  int socket_ = -1;
};

}  // namespace

std::unique_ptr<Slave> make_remote(const std::string& what, const std::function<std::unique_ptr<Slave>()>& make) {
  return std::make_unique<Remote>(what, make);
}

}  // namespace swell::fmi

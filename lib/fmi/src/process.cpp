#include "process.h"

#include <fmt/format.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>

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

enum class Outcome : std::uint8_t { good, discarded, failed };

std::string reply_to(const Process::Serve& serve, const std::string& request) {
  ByteWriter out;
  const auto refuse = [&](Outcome outcome, const std::exception& failed) {
    out = ByteWriter();
    out.value(static_cast<std::uint8_t>(outcome));
    out.text(failed.what());
  };
  try {
    out.value(static_cast<std::uint8_t>(Outcome::good));
    out.text(serve(request));
  } catch (const Discarded& failed) {
    refuse(Outcome::discarded, failed);
  } catch (const std::exception& failed) {
    refuse(Outcome::failed, failed);
  }
  return out.take();
}

struct Child {
  int socket;
  std::string what;
  bool serves = false;
};

// exit() of the FMU is answered by its name; _exit() shows as the status of the process.
void ended_by_fmu(int status, void* child) {
  const auto& of = *static_cast<Child*>(child);
  const std::string text = fmt::format("{}: it called exit({})", of.what, status);
  ByteWriter out;
  out.value(static_cast<std::uint8_t>(Outcome::failed));
  out.text(text);
  send_all(of.socket, of.serves ? out.take() : text);
  _exit(status);
}

// The child: makes what serves, says how that went, then answers until the other end closes.
[[noreturn]] void serve_until_closed(Child child, const std::function<Process::Serve()>& make) {
  for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT}) std::signal(signal, SIG_DFL);
  in_own_process() = true;
  on_exit(ended_by_fmu, &child);
  Process::Serve serve;
  std::string first, request;
  try {
    serve = make();
  } catch (const std::exception& failed) {
    first = failed.what();
  }
  child.serves = send_all(child.socket, first) && serve;
  while (child.serves && receive_all(child.socket, request))
    child.serves = send_all(child.socket, reply_to(serve, request));
  serve = nullptr;
  _exit(0);
}

}  // namespace

bool& in_own_process() {
  static bool own = false;
  return own;
}

Process::Process(std::string what, const std::function<Serve()>& make) : what_(std::move(what)) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) fail(0.0, std::strerror(errno));
  child_ = fork();
  if (child_ < 0) {
    ::close(ends[0]);
    ::close(ends[1]);
    fail(0.0, fmt::format("no process for it: {}", std::strerror(errno)));
  }
  if (child_ == 0) {
    ::close(ends[0]);
    serve_until_closed({ends[1], what_}, make);
  }
  ::close(ends[1]);
  socket_ = ends[0];
  std::string answer;
  if (!receive_all(socket_, answer)) answer = what_ + ": " + died();
  if (!answer.empty()) {
    finish();
    throw SimulationError(answer, 0.0, what_, "");
  }
}

std::string Process::ask(const std::string& request, double time) {
  std::string reply;
  if (!send_all(socket_, request) || !receive_all(socket_, reply)) fail(time, died());
  ByteReader in(reply);
  const auto outcome = static_cast<Outcome>(in.value<std::uint8_t>());
  std::string text = in.text();
  if (outcome == Outcome::discarded) throw Discarded(text, time, what_, "");
  if (outcome == Outcome::failed) throw SimulationError(text, time, what_, "");
  return text;
}

std::string Process::died() {
  int status = 0;
  if (child_ <= 0 || waitpid(child_, &status, 0) != child_) return "its process is gone";
  child_ = -1;
  if (WIFSIGNALED(status)) return fmt::format("its process crashed: {}", strsignal(WTERMSIG(status)));
  return fmt::format("it called _exit({})", WEXITSTATUS(status));
}

void Process::fail(double time, const std::string& why) const {
  throw SimulationError(fmt::format("{}: {}", what_, why), time, what_, "");
}

void Process::close() noexcept {
  // Children that were forked later hold this end, too: closing it alone tells the child nothing.
  if (socket_ >= 0) {
    shutdown(socket_, SHUT_RDWR);
    ::close(socket_);
  }
  socket_ = -1;
}

// A child that does not end within a second is killed.
void Process::finish() {
  close();
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

}  // namespace swell::fmi

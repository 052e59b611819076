#include "worker.h"

#include <fmt/format.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>

#include "swell/base/error.h"
#include "swell/fmi/imported.h"

namespace swell::batch {

namespace {

struct Job {
  std::uint64_t condition = 0;
  std::int64_t replicate = 0;
};
/// Before each answer: the bytes of a record, or how the process ended.
struct Head {
  std::uint64_t size = 0;
  std::int32_t crash = 0;  ///< wait status
  std::int32_t mark = 0x53574c4c;
  char fmu[fmi::kTitleSize] = "";  ///< in which it crashed, "" in none
};

bool send_all(int socket, const void* data, std::size_t size) {
  const char* at = static_cast<const char*>(data);
  while (size > 0) {
    const ssize_t n = ::send(socket, at, size, MSG_NOSIGNAL);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    at += n;
    size -= static_cast<std::size_t>(n);
  }
  return true;
}

bool receive_all(int socket, void* data, std::size_t size, const std::function<bool()>& stopped = {}) {
  char* at = static_cast<char*>(data);
  while (size > 0) {
    if (stopped) {
      pollfd wait{socket, POLLIN, 0};
      const int ready = ::poll(&wait, 1, 50);
      if (stopped()) return false;
      if (ready <= 0) continue;
    }
    const ssize_t n = ::recv(socket, at, size, 0);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    at += n;
    size -= static_cast<std::size_t>(n);
  }
  return true;
}

/// A crash here is not the program's: its handlers and a core file are for the program's own.
void plain_process() {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  for (const int s : {SIGSEGV, SIGBUS, SIGABRT, SIGFPE, SIGILL, SIGXCPU}) std::signal(s, SIG_DFL);
  for (const int s : {SIGINT, SIGTERM, SIGHUP, SIGPIPE}) std::signal(s, SIG_IGN);  // the batch decides
  const rlimit none{0, 0};
  ::setrlimit(RLIMIT_CORE, &none);
}

std::string crash_text(const Head& head) {
  const int status = head.crash;
  const std::string who = head.fmu[0] != '\0' ? fmt::format("the FMU {}", head.fmu) : "something in it";
  if (!WIFSIGNALED(status)) return fmt::format("{} ended the process (exit status {})", who, WEXITSTATUS(status));
  if (WTERMSIG(status) == SIGKILL) return "its process was killed from outside; perhaps the machine had no memory left";
  const std::string where = head.fmu[0] != '\0' ? " in " + who : "";
  return fmt::format("crashed{} with signal {} ({})", where, WTERMSIG(status), strsignal(WTERMSIG(status)));
}

}  // namespace

Worker::Worker(const std::function<CaseRecord(std::size_t, int)>& run) {
  int ends[2] = {-1, -1};
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
    throw SimulationError(fmt::format("no process for the cases: {}", std::strerror(errno)), 0.0, "batch", "process");
  std::fflush(nullptr);
  process_ = ::fork();
  if (process_ < 0) {
    const int error = errno;
    ::close(ends[0]);
    ::close(ends[1]);
    throw SimulationError(fmt::format("no process for the cases: {}", std::strerror(error)), 0.0, "batch", "process");
  }
  if (process_ > 0) {
    ::close(ends[1]);
    socket_ = ends[0];
    return;
  }
  // The process of the processes: one thread, nothing but children.
  ::close(ends[0]);
  ::setpgid(0, 0);
  plain_process();
  void* const shared =
      ::mmap(nullptr, fmi::kTitleSize, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);  // with its children
  char* const fmu = shared == MAP_FAILED ? nullptr : static_cast<char*>(shared);
  fmi::show_called_fmu_in(fmu);
  while (true) {
    const pid_t child = ::fork();
    if (child < 0) ::_exit(1);
    if (child == 0) {
      plain_process();
      for (Job job; receive_all(ends[1], &job, sizeof job);) {
        const std::string bytes =
            to_bytes(run(static_cast<std::size_t>(job.condition), static_cast<int>(job.replicate)));
        Head head;
        head.size = bytes.size();
        if (!send_all(ends[1], &head, sizeof head) || !send_all(ends[1], bytes.data(), bytes.size())) break;
      }
      ::_exit(0);  // the batch has closed its end: its parent's next answer goes nowhere, and it ends too
    }
    int status = 0;
    while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    Head head;
    head.crash = status;
    if (fmu != nullptr) std::memcpy(head.fmu, fmu, sizeof head.fmu);
    if (status == 0) head.crash = 1 << 8;  // exit(0) of somebody: no success either
    if (!send_all(ends[1], &head, sizeof head)) ::_exit(0);
  }
}

Worker::~Worker() {
  if (socket_ >= 0) ::close(socket_);
  if (process_ <= 0) return;
  ::kill(-process_, SIGKILL);
  ::kill(process_, SIGKILL);
  while (::waitpid(process_, nullptr, 0) < 0 && errno == EINTR) {
  }
}

CaseRecord Worker::run(std::size_t condition, int replicate, const std::function<bool()>& stopped) {
  CaseRecord record;
  record.status = Status::failed;
  record.transient = true;
  const Job job{condition, replicate};
  Head head;
  if (!send_all(socket_, &job, sizeof job) || !receive_all(socket_, &head, sizeof head, stopped) ||
      head.mark != Head{}.mark) {
    record.message = "its process ended";
    return record;
  }
  if (head.crash != 0) {
    record.message = crash_text(head);
    record.transient = WIFSIGNALED(head.crash) && WTERMSIG(head.crash) == SIGKILL;
    return record;
  }
  std::string bytes(head.size, '\0');
  if (!receive_all(socket_, bytes.data(), bytes.size())) {
    record.message = "its process ended";
    return record;
  }
  return from_bytes(bytes);
}

}  // namespace swell::batch

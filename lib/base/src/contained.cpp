#include "swell/base/contained.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cmath>
#include <csignal>
#include <new>
#include <string_view>

namespace swell {
namespace {

enum class Answer : char { result, refusal, no_memory, failure };

bool write_all(int pipe, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t n = ::write(pipe, bytes.data(), bytes.size());
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(n));
  }
  return true;
}

std::string read_all(int pipe) {
  std::string all;
  std::vector<char> part(1 << 18);
  while (true) {
    const ssize_t n = ::read(pipe, part.data(), part.size());
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return all;
    all.append(part.data(), static_cast<std::size_t>(n));
  }
}

// The child: no core file, no words of the C library about a corrupted heap, a limit to its time.
[[noreturn]] void child(int pipe, double cpu_seconds, const std::function<std::string()>& work) {
  for (const int s : {SIGSEGV, SIGBUS, SIGABRT, SIGFPE, SIGILL, SIGPIPE, SIGXCPU, SIGTERM, SIGINT}) {
    std::signal(s, SIG_DFL);
  }
  const rlimit none{0, 0};
  setrlimit(RLIMIT_CORE, &none);
  rlimit time{};
  getrlimit(RLIMIT_CPU, &time);
  // A child starts with no processor time of its own.
  time.rlim_cur = std::min(time.rlim_cur, static_cast<rlim_t>(std::ceil(cpu_seconds)));
  setrlimit(RLIMIT_CPU, &time);
#ifndef SWELL_SANITIZED
  const int silent = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
  if (silent >= 0) ::dup2(silent, STDERR_FILENO);
#endif
  Answer answer = Answer::result;
  std::string bytes;
  try {
    bytes = work();
  } catch (const InputError& error) {
    answer = Answer::refusal;
    bytes = bytes_of_value(error.diagnostics());
  } catch (const std::bad_alloc&) {
    answer = Answer::no_memory;
  } catch (const std::exception& error) {
    answer = Answer::failure;
    bytes = error.what();
  } catch (...) {  // nothing may pass: the caller's handlers are the parent's
    answer = Answer::failure;
    bytes = "unknown exception";
  }
  ByteWriter head;
  head.value(answer);
  head.value<std::uint64_t>(bytes.size());
  const bool whole = write_all(pipe, head.take()) && write_all(pipe, bytes);
  ::_exit(whole ? 0 : 1);
}

std::string reason(int status, double cpu_seconds) {
  if (WIFSIGNALED(status) && WTERMSIG(status) == SIGXCPU) {
    return " was stopped: it had not read it after " + std::to_string(std::lround(cpu_seconds)) +
           " s of processor time";
  }
  if (WIFSIGNALED(status)) {
    return " crashed while reading it (signal " + std::to_string(WTERMSIG(status)) + ", " +
           strsignal(WTERMSIG(status)) + ")";
  }
  return " ended while reading it (status " + std::to_string(WIFEXITED(status) ? WEXITSTATUS(status) : -1) + ")";
}

}  // namespace

std::string run_contained(const ContainedWork& about, const std::function<std::string()>& work) {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
    throw InputError(about.origin, "cannot be read: no pipe to a child process (" + std::string(strerror(errno)) + ")",
                     "close other programs, or raise the limit of open files");
  }
  const pid_t id = ::fork();
  if (id == 0) {
    ::close(ends[0]);
    child(ends[1], about.cpu_seconds, work);
  }
  ::close(ends[1]);
  if (id < 0) {
    const int error = errno;
    ::close(ends[0]);
    throw InputError(about.origin, "cannot be read: no child process (" + std::string(strerror(error)) + ")",
                     "close other programs, or raise the limit of processes");
  }
  std::string all = read_all(ends[0]);
  ::close(ends[0]);
  int status = 0;
  while (::waitpid(id, &status, 0) < 0 && errno == EINTR) {
  }
  ByteReader in(all);
  const auto answer = in.value<Answer>();
  const auto size = in.value<std::uint64_t>();
  constexpr std::size_t kHead = sizeof(Answer) + sizeof(std::uint64_t);
  if (!in.ok() || all.size() - kHead != size) {
    throw InputError(about.origin, "is damaged: the " + about.library + " library" + reason(status, about.cpu_seconds),
                     "download or convert it again");
  }
  all.erase(0, kHead);
  if (answer == Answer::refusal) {
    std::vector<Diagnostic> list;
    ByteReader{all}(list);
    throw InputError(std::move(list));
  }
  if (answer == Answer::no_memory) {
    throw InputError(about.origin, "cannot be read: it needs more memory than is available",
                     "the file is damaged, or the machine is too small for it");
  }
  if (answer == Answer::failure) {
    throw InputError(about.origin, "cannot be read: the " + about.library + " library failed (" + all + ")",
                     "download or convert it again");
  }
  return all;
}

}  // namespace swell

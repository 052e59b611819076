// A case in a process of its own: whatever it does there, the batch goes on. Private to the library.
#pragma once

#include <sys/types.h>

#include <functional>
#include <string>

#include "swell/batch/cases.h"
#include "swell/batch/record.h"

namespace swell::batch {

/// A process that runs one case after the other, and a parent of it that starts another where one crashes. Both are
/// forked here: make it before the program has other threads that may hold locks.
class Worker {
 public:
  /// @param run  what a case is; called in the process
  explicit Worker(const std::function<CaseRecord(std::size_t condition, int replicate)>& run);
  ~Worker();
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  /// Runs a case there and waits. A crash is a failed record that says how.
  /// @param stopped  asked now and then; where it is true the record is worth nothing
  CaseRecord run(std::size_t condition, int replicate, const std::function<bool()>& stopped);

 private:
  int socket_ = -1;
  pid_t process_ = -1;
};

}  // namespace swell::batch

/// Work of a library that may crash on damaged input, done in a child process so that a crash becomes an InputError.
#pragma once

#include <cstdint>
#include <cstring>
#include <functional>
#include <string>
#include <type_traits>
#include <vector>

#include "swell/base/error.h"

namespace swell {

/// Where a library that may crash on a damaged file reads it.
enum class Containment {
  in_process,     ///< here: a forged file may take the program along; no fork
  child_process,  ///< in a child that hands over what it read; costs one fork and one copy
};

struct ContainedWork {
  Origin origin;              ///< the file, for messages
  std::string library;        ///< "HDF5"
  double cpu_seconds = 60.0;  ///< processor time after which the child is stopped
};

/// Calls `work` in a child of this process (fork) and returns the bytes that it returns. The child writes nothing else,
/// runs no destructors of the caller and leaves no core file. An InputError of `work` is thrown here with all its
/// diagnostics. Locks that other threads hold at the fork stay locked in the child: `work` takes none.
/// @throws InputError when the child crashes (with the signal), runs out of time or memory, or gives half a result
std::string run_contained(const ContainedWork& about, const std::function<std::string()>& work);

/// Plain values and arrays of them as bytes, for `run_contained`. The order of reading is the order of writing.
class ByteWriter {
 public:
  template <class T>
  void value(T v) {
    static_assert(std::is_trivially_copyable_v<T>);
    const std::size_t at = bytes_.size();
    bytes_.resize(at + sizeof v);
    std::memcpy(&bytes_[at], &v, sizeof v);
  }
  void text(const std::string& s) {
    value<std::uint64_t>(s.size());
    bytes_ += s;
  }
  template <class T>
  void array(const std::vector<T>& v) {
    static_assert(std::is_trivially_copyable_v<T>);
    value<std::uint64_t>(v.size());
    const std::size_t at = bytes_.size(), size = v.size() * sizeof(T);
    bytes_.resize(at + size);
    if (size > 0) std::memcpy(&bytes_[at], v.data(), size);
  }
  std::string take() { return std::move(bytes_); }

 private:
  std::string bytes_;
};

/// Reads what ByteWriter wrote. Beyond the end everything is zero and empty, and ok() is false.
class ByteReader {
 public:
  explicit ByteReader(const std::string& bytes) : bytes_(bytes) {}
  bool ok() const { return ok_; }
  void fail() { ok_ = false; }  ///< what was read makes no sense
  bool done() const { return at_ == bytes_.size(); }

  template <class T>
  T value() {
    T v{};
    copy(&v, sizeof v);
    return v;
  }
  std::string text() {
    const std::size_t size = count(1);
    std::string s = bytes_.substr(at_, size);
    at_ += size;
    return s;
  }
  template <class T>
  std::vector<T> array() {
    std::vector<T> v(count(sizeof(T)));
    if (!v.empty()) copy(v.data(), v.size() * sizeof(T));
    return v;
  }

 private:
  std::size_t count(std::size_t size) {
    const auto n = value<std::uint64_t>();
    if (n > (bytes_.size() - at_) / size) ok_ = false;
    return ok_ ? static_cast<std::size_t>(n) : 0;
  }
  void copy(void* to, std::size_t size) {
    if (!ok_ || size > bytes_.size() - at_) {
      ok_ = false;
      return;
    }
    std::memcpy(to, bytes_.data() + at_, size);
    at_ += size;
  }
  const std::string& bytes_;
  std::size_t at_ = 0;
  bool ok_ = true;
};

}  // namespace swell

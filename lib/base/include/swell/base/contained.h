/// Work of a library that may crash on damaged input, done in a child process so that a crash becomes an InputError.
#pragma once

#include <cstdint>
#include <cstring>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
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

/// Values as bytes, for `run_contained`. The order of reading is the order of writing.
class ByteWriter {
 public:
  /// Plain values, texts, vectors, maps, pairs, optionals, and structs whose members a function lists once for both
  /// ways: template <class Bytes> void members(Bytes& bytes, Point& p) { bytes(p.x, p.y); }
  template <class... T>
  void operator()(const T&... values) {
    (put(values), ...);
  }
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
  void put(const std::string& s) { text(s); }
  template <class T>
  void put(const std::vector<T>& v) {
    if constexpr (std::is_trivially_copyable_v<T>)
      array(v);
    else
      list(v);
  }
  template <class K, class V>
  void put(const std::map<K, V>& map) {
    list(map);
  }
  template <class A, class B>
  void put(const std::pair<A, B>& pair) {
    (*this)(pair.first, pair.second);
  }
  template <class T>
  void put(const std::optional<T>& optional) {
    value(optional.has_value());
    if (optional) put(*optional);
  }
  template <class T>
  void put(const T& v) {
    if constexpr (std::is_trivially_copyable_v<T>)
      value(v);
    else
      members(*this, const_cast<T&>(v));  // which only reads it
  }
  template <class List>
  void list(const List& items) {
    value<std::uint64_t>(items.size());
    for (const auto& item : items) put(item);
  }
  std::string bytes_;
};

/// Reads what ByteWriter wrote. Beyond the end everything is zero and empty, and ok() is false.
class ByteReader {
 public:
  explicit ByteReader(const std::string& bytes) : bytes_(bytes) {}
  bool ok() const { return ok_; }
  void fail() { ok_ = false; }  ///< what was read makes no sense
  bool done() const { return at_ == bytes_.size(); }

  template <class... T>
  void operator()(T&... values) {
    (get(values), ...);
  }
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
  void get(std::string& s) { s = text(); }
  template <class T>
  void get(std::vector<T>& v) {
    if constexpr (std::is_trivially_copyable_v<T>) {
      v = array<T>();
    } else {
      const auto n = value<std::uint64_t>();
      for (std::uint64_t k = 0; ok_ && k < n; ++k) get(v.emplace_back());
    }
  }
  template <class K, class V>
  void get(std::map<K, V>& map) {
    const auto n = value<std::uint64_t>();
    for (std::uint64_t k = 0; ok_ && k < n; ++k) {
      std::pair<K, V> entry;
      get(entry);
      map.insert(std::move(entry));
    }
  }
  template <class A, class B>
  void get(std::pair<A, B>& pair) {
    (*this)(pair.first, pair.second);
  }
  template <class T>
  void get(std::optional<T>& optional) {
    if (value<bool>()) get(optional.emplace());
  }
  template <class T>
  void get(T& v) {
    if constexpr (std::is_trivially_copyable_v<T>)
      v = value<T>();
    else
      members(*this, v);
  }
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

template <class Bytes>
void members(Bytes& bytes, Origin& o) {
  bytes(o.file, o.line, o.column, o.path, o.argument);
}
template <class Bytes>
void members(Bytes& bytes, Diagnostic& d) {
  bytes(d.severity, d.origin, d.message, d.value, d.expected, d.remedy, d.subject, d.code, d.rule);
}

template <class T>
std::string bytes_of_value(const T& value) {
  ByteWriter out;
  out(value);
  return out.take();
}
/// The same of work that returns a value, which ByteWriter takes.
template <class T, class Work>
T run_contained(const ContainedWork& about, Work work) {
  const std::string bytes = run_contained(about, [&] { return bytes_of_value(work()); });
  T value{};
  ByteReader in(bytes);
  in(value);
  if (!in.ok() || !in.done())
    throw InputError(about.origin, "is damaged: the " + about.library + " library handed over half of it",
                     "copy or convert it again");
  return value;
}

}  // namespace swell

/// What many cases share, worked out once: hydrodynamic data, radiation coefficients, kernels, fits.
///
/// Safe for any number of threads. A value is a function of its key alone, so that a case gives the same bits with a
/// cache and without, first or last. Kept until the cache goes, or the program's memory passes its limit: then what no
/// case uses goes, the longest unused first.
#pragma once

#include <chrono>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <type_traits>
#include <vector>

#include "swell/base/contained.h"
#include "swell/base/kept.h"

namespace swell::assembly {

class SharedData {
 public:
  /// A quarter of the machine's memory.
  SharedData();
  /// @param limit  [bytes] of the program's heap   @param least_seconds  kept() keeps what takes longer to make
  explicit SharedData(std::size_t limit, double least_seconds = kLeastSeconds)
      : limit_(limit), least_seconds_(least_seconds) {}

  /// A case begins: frees memory where the limit is passed.
  void begin_case();
  /// Everything is made anew for whoever asks next; what is in use stays with its users.
  void forget();

  /// The value of `key`, made by make() (which returns a T or a shared_ptr<const T>) when asked for the first time;
  /// others who ask meanwhile wait. When make() throws nothing is kept, so that each asker gets the message with its
  /// own origin.
  /// @param key  names the type as well as every input of make(): two types never share a key
  template <class T, class Make>
  std::shared_ptr<const T> get(const std::string& key, Make make) {
    const std::shared_ptr<Entry> entry = find(key);
    const std::lock_guard<std::mutex> lock(entry->making);
    if (!entry->value) entry->value = own<T>(make());
    return std::static_pointer_cast<const T>(entry->value);
  }

  /// As get(), of a value that also outlives the program (swell/base/kept.h) where making it takes longer than reading.
  /// Method and compiler are part of the key by themselves.
  /// @param key  as in get(), of contents: no address, no name of a file
  /// @tparam T  trivially copyable, or with write_value(ByteWriter&, const T&), which may write nothing of what is too
  /// large, and read_value(ByteReader&, T&)
  template <class T, class Make>
  std::shared_ptr<const T> kept(const std::string& key, Make make) {
    return get<T>(key, [&]() -> std::shared_ptr<const T> {
      if (const std::optional<std::string> bytes = find_file(key)) {
        ByteReader in(*bytes);
        auto value = std::make_shared<T>();
        if constexpr (std::is_trivially_copyable_v<T>) {
          *value = in.value<T>();
        } else {
          read_value(in, *value);
        }
        if (in.ok() && in.done()) return value;
      }
      const auto begin = std::chrono::steady_clock::now();
      const auto value = std::static_pointer_cast<const T>(own<T>(make()));
      if (std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count() > least_seconds_) {
        ByteWriter out;
        if constexpr (std::is_trivially_copyable_v<T>) {
          out.value(*value);
        } else {
          write_value(out, *value);
        }
        keep_file(key, out.take());
      }
      return value;
    });
  }

  /// Kept files that were found damaged since the last call.
  std::vector<std::string> take_damaged();

  std::size_t size() const {
    const std::lock_guard<std::mutex> lock(mutex_);
    return entries_.size();
  }

 private:
  struct Entry {
    std::mutex making;
    std::shared_ptr<const void> value;
    std::size_t used = 0;  ///< when last, in calls of find()
  };

  template <class T>
  static std::shared_ptr<const void> own(T&& value) {
    return std::make_shared<const std::decay_t<T>>(std::forward<T>(value));
  }
  template <class T>
  static std::shared_ptr<const void> own(std::shared_ptr<const T> value) {
    return value;
  }

  std::shared_ptr<Entry> find(const std::string& key) {
    const std::lock_guard<std::mutex> lock(mutex_);
    std::shared_ptr<Entry>& entry = entries_[key];
    if (!entry) entry = std::make_shared<Entry>();
    entry->used = ++calls_;
    return entry;
  }

  std::optional<std::string> find_file(const std::string& key);
  static void keep_file(const std::string& key, const std::string& bytes);

  static constexpr double kLeastSeconds = 1e-3;  ///< a file is read in 0.1 ms
  std::size_t limit_ = 0, calls_ = 0;
  double least_seconds_ = kLeastSeconds;
  mutable std::mutex mutex_;
  std::vector<std::string> damaged_;
  std::map<std::string, std::shared_ptr<Entry>> entries_;
};

}  // namespace swell::assembly

/// What many cases share, worked out once: hydrodynamic data, radiation coefficients, kernels, fits.
///
/// Safe for any number of threads. A value is a function of its key alone, so that a case gives the same bits with a
/// cache and without, first or last. Kept until the cache goes, or the program's memory passes its limit: then what no
/// case uses goes, the longest unused first.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>

namespace swell::assembly {

class SharedData {
 public:
  /// A quarter of the machine's memory.
  SharedData();
  /// @param limit  [bytes] of the program's heap
  explicit SharedData(std::size_t limit) : limit_(limit) {}

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

  std::size_t limit_ = 0, calls_ = 0;
  mutable std::mutex mutex_;
  std::map<std::string, std::shared_ptr<Entry>> entries_;
};

}  // namespace swell::assembly

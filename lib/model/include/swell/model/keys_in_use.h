/// Which keys of a case act. Whoever makes something of a value notes it; a key that was given and that nobody has
/// noted when the case is built acts on nothing, and is reported. There is no list of such keys.
#pragma once

#include <cstddef>
#include <functional>
#include <utility>
#include <vector>

#include "swell/model/model.h"

namespace swell::model {

class KeysInUse {
 public:
  /// Notes a member of the model, with everything inside it: a key, a structure, a list of structures.
  template <class T>
  void note(const T& value) {
    noted_.push_back(span_of(value));
  }
  /// A part of what is noted before or after that does not act.
  template <class T>
  void except(const T& part) {
    idle_.push_back(span_of(part));
  }
  /// @param within  whether something that holds the member was noted
  bool has(const void* member, bool within = false) const;

 private:
  using Span = std::pair<const char*, std::size_t>;  // first byte, size
  template <class T>
  static Span span_of(const T& value) {
    return {reinterpret_cast<const char*>(&value), sizeof value};
  }
  std::vector<Span> noted_, idle_;
};

/// Adds a warning for each key that the case gives and nobody has noted; of a structure without any effect, one for all
/// of its keys. Not judged: keys that must be given, values of false, 0 or the default (which ask for nothing), and
/// parameters of components, which their types read themselves.
void warn_of_idle_keys(const Model& model, const KeysInUse& used, Diagnostics& diagnostics);

}  // namespace swell::model

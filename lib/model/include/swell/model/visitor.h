/// One description per structure of the case, of a mooring or a component: it serves the reader, the writer, the JSON
/// Schema, the reference pages and `swell inspect`.
///
///     void describe(Visitor& v, RegularWave& w) {
///       v.source(w.source);
///       v.number({"height", "m", "crest to trough", above(0.0), required}, w.height);
///     }
///
/// A new key is one line there and one member in the structure. Values pass as Parameter (base/parameter.h) in the
/// units of the file; a leaf converts to those of the structure once (degrees to radians).
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "swell/base/parameter.h"
#include "swell/base/vector.h"

namespace swell::model {

/// Whether a key must be there; `depends`: on other keys, which only a file can say (required_if).
enum class Need { no, yes, depends };
constexpr Need required = Need::yes;

struct Key {
  std::string name;
  std::string unit;  ///< of the value in the file; "" for none
  std::string help;
  Bounds bounds = {};
  Need need = Need::no;
};

/// What a leaf looks like in the file.
struct Shape {
  /// table: rows of numbers; numbers_by_name, texts_by_name: a map of free names; tree: anything, checked by its taker
  enum class Kind {
    number,
    integer,
    flag,
    text,
    file,
    word,
    numbers,
    matrix,
    texts,
    table,
    numbers_by_name,
    texts_by_name,
    tree
  };
  Kind kind = Kind::number;
  std::vector<std::string> words;  ///< kind word: the choices; number, numbers: words that may stand instead
  std::size_t size = 0;            ///< numbers: how many (0: one or more); matrix: rows = columns; table: columns
  bool scalar_too = false;         ///< numbers, texts: a bare one is a list of one
  bool must_exist = true;          ///< file
};

/// A value of the structure behind `get` and `set`, as Parameters in the file's units.
struct Leaf {
  Shape shape;
  std::function<Parameter()> get;             ///< kind none when not given
  std::function<void(const Parameter&)> set;  ///< called with a value that fits the shape and the bounds
  const void* at = nullptr;                   ///< the member, by which keys_in_use.h knows it; null: acts with others
};

class Visitor;

/// A structure within a structure.
struct Nested {
  std::function<bool()> present;
  std::function<void()> create;
  std::function<void(Visitor&)> describe;
};

/// A list of structures.
struct NestedList {
  std::function<std::size_t()> size;    ///< of what is to be written
  std::function<std::size_t()> append;  ///< returns the index of the new item
  std::function<void(Visitor&, std::size_t)> describe;
  bool single_too = false;  ///< one map is a list of one
  /// Where given, the file has a map of structures under free names instead of a list.
  std::function<void(std::size_t, const std::string&)> name = {};
  const void* at = nullptr;  ///< the member, as of Leaf
};

/// One form of a structure that a word selects.
struct Alternative {
  std::string word;
  std::string help;
  std::function<void()> select;
  std::function<void(Visitor&)> describe;
};

class Visitor {
 public:
  virtual ~Visitor() = default;

  /// Whether keys that must be there are asked for: what one key makes of another shows only in a file.
  virtual bool reads() const { return false; }

  virtual void leaf(const Key& key, const Leaf& leaf) = 0;
  virtual void nested(const Key& key, const Nested& nested) = 0;
  virtual void list(const Key& key, const NestedList& list) = 0;
  /// A list of numbers (the leaf) or a map (the structure) under one key.
  virtual void either(const Key& key, const Leaf& leaf, const Nested& nested) = 0;
  /// The key `tag` decides which alternative's keys follow; `current` is the one in use.
  virtual void tagged(const Key& tag, const std::vector<Alternative>& alternatives, std::size_t current) = 0;
  /// Every key that was not described goes to `parameters` as it is.
  virtual void rest(Parameter& parameters, const std::string& help) = 0;
  /// Of these keys exactly one (at_least_one) or at most one may be given.
  virtual void exclusive(const std::vector<std::string>& keys, bool at_least_one) = 0;
  /// The structure's memory of where it was written.
  virtual void source(Source& source) = 0;

  void number(const Key& key, double& value, double scale = 1.0);
  void number(const Key& key, std::optional<double>& value, double scale = 1.0);
  void integer(const Key& key, int& value);
  void integer(const Key& key, std::optional<int>& value);
  void flag(const Key& key, bool& value);
  void flag(const Key& key, std::optional<bool>& value);
  void text(const Key& key, std::string& value);
  void texts(const Key& key, std::vector<std::string>& value, bool scalar_too = false);
  void file(const Key& key, std::filesystem::path& value, bool must_exist = true);
  void file(const Key& key, std::optional<std::filesystem::path>& value);
  void vector3(const Key& key, Vector3& value);
  void vector3(const Key& key, std::optional<Vector3>& value);
  void vector6(const Key& key, std::optional<Vector6>& value);
  /// @param size  0 for one or more   @param scalar_too  a bare number counts as a list of one
  void numbers(const Key& key, std::vector<double>& value, std::size_t size = 0, bool scalar_too = false,
               double scale = 1.0);
  /// 6 numbers (the diagonal) or 6 rows of 6.
  void matrix6(const Key& key, Matrix6& value);
  void matrix6(const Key& key, std::optional<Matrix6>& value);
  /// Rows of numbers. @param columns  0 for any number, the same in each row
  void table(const Key& key, std::vector<std::vector<double>>& rows, std::size_t columns = 0);
  /// The value as it was written, with its places, once it fits `kind`.
  void raw(const Key& key, Parameter& value, Shape::Kind kind);

  template <class E>
  using Words = std::vector<std::pair<const char*, E>>;
  template <class E>
  static std::string word_of(const Words<E>& words, E value) {
    for (const auto& word : words) {
      if (word.second == value) return word.first;
    }
    return {};
  }
  /// A word for an enumerator. A second word for the same enumerator is an alias.
  template <class E>
  void choice(const Key& key, E& value, const Words<E>& words) {
    choice_leaf(
        key, &value, names_of(words), [&value, words] { return word_of(words, value); },
        [&value, words](std::size_t i) { value = words[i].second; });
  }
  template <class E>
  void choice(const Key& key, std::optional<E>& value, const Words<E>& words) {
    choice_leaf(
        key, &value, names_of(words), [&value, words] { return value ? word_of(words, *value) : std::string(); },
        [&value, words](std::size_t i) { value = words[i].second; });
  }
  /// A number, or the word that stands for `W`.
  template <class W>
  void number_or(const Key& key, std::variant<W, double>& value, const char* word) {
    number_or_leaf(
        key, &value, word, [&value] { return std::get_if<double>(&value); }, [&value](double x) { value = x; },
        [&value] { value = W{}; });
  }

  template <class S>
  void structure(const Key& key, S& value);
  template <class S>
  void structure(const Key& key, std::optional<S>& value);
  template <class S>
  void structures(const Key& key, std::vector<S>& values, bool single_too = false);

 private:
  template <class E>
  static std::vector<std::string> names_of(const Words<E>& words) {
    std::vector<std::string> names;
    for (const auto& word : words) names.emplace_back(word.first);
    return names;
  }
  void choice_leaf(const Key& key, const void* at, std::vector<std::string> words, std::function<std::string()> get,
                   std::function<void(std::size_t)> set);
  void number_or_leaf(const Key& key, const void* at, const std::string& word, std::function<const double*()> get,
                      std::function<void(double)> set, std::function<void()> set_word);
};

template <class S>
void Visitor::structure(const Key& key, S& value) {
  nested(key, {[] { return true; }, [] {}, [&value](Visitor& v) { describe(v, value); }});
}

template <class S>
void Visitor::structure(const Key& key, std::optional<S>& value) {
  nested(key, {[&value] { return value.has_value(); }, [&value] { value.emplace(); },
               [&value](Visitor& v) { describe(v, *value); }});
}

template <class S>
void Visitor::structures(const Key& key, std::vector<S>& values, bool single_too) {
  list(key, {[&values] { return values.size(); },
             [&values] {
               values.emplace_back();
               return values.size() - 1;
             },
             [&values](Visitor& v, std::size_t i) { describe(v, values[i]); },
             single_too,
             {},
             &values});
}

/// Of a key that is required when `condition`, as far as it is read, holds.
inline Need required_if(const Visitor& v, bool condition) {
  return !v.reads() ? Need::depends : condition ? Need::yes : Need::no;
}

/// Reads a map; what is wrong goes to the diagnostics. Names of files stay as they were written.
void read(const Parameter& map, const std::function<void(Visitor&)>& describe, Diagnostics& diagnostics);

/// A type that a word names in the file, with its own keys.
struct DescribedType {
  std::string word, help;
  std::function<void(Visitor&)> describe;
};

}  // namespace swell::model

// Fills structures from a tree of Parameters by their descriptions, and says everything that does not fit.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "swell/model/visitor.h"

namespace swell::model {

class Reader : public Visitor {
 public:
  /// @param folder  relative paths are relative to it
  /// @param check_files  whether files that must exist are looked for
  Reader(std::filesystem::path folder, bool check_files, Diagnostics& diagnostics);

  /// Reads one structure from a map.
  void read(const Parameter& map, const std::string& path, const std::function<void(Visitor&)>& describe);

  bool reads() const override { return true; }
  void leaf(const Key& key, const Leaf& leaf) override;
  void nested(const Key& key, const Nested& nested) override;
  void list(const Key& key, const NestedList& list) override;
  void either(const Key& key, const Leaf& leaf, const Nested& nested) override;
  void tagged(const Key& tag, const std::vector<Alternative>& alternatives, std::size_t current) override;
  void rest(Parameter& parameters, const std::string& help) override;
  void exclusive(const std::vector<std::string>& keys, bool at_least_one) override;
  void source(Source& source) override;

 private:
  struct Missing {
    std::vector<std::string> keys;  // any of them would do
    std::string message, expected;
  };
  struct OtherKey {
    std::string key, word;  // a key of another alternative
  };
  struct Frame {
    const Parameter* map = nullptr;
    std::string path;
    std::vector<std::string> known;
    std::vector<Missing> missing;
    std::vector<OtherKey> others;
    std::vector<std::string> of_any_type;  // where the type is missing or misspelt: the keys of all types
    Source* source = nullptr;
    std::string tag;    // "type regular"
    bool open = false;  // unknown keys are not reported
  };

  Frame& frame() { return frames_.back(); }
  std::string path_of(const std::string& key) const;
  const Parameter* look(const Key& key, const std::string& expected);
  void close();
  /// The place with the key's path, by which later checks know what a mistake is about.
  /// @param in_memory  also of a value that no file has: the path is then shown unless the message begins with it
  static Origin at(Origin origin, const std::string& path, bool in_memory = true);
  void require(const Key& key, const std::string& expected);
  void wrong(const Key& key, const Parameter& value, const std::string& path, const std::string& expected,
             std::string remedy = {});
  bool number_fits(const Key& key, const Parameter& value, const std::string& path, const std::string& expected,
                   const std::vector<std::string>& words = {});
  bool fits(const Key& key, const Shape& shape, Parameter& value, const std::string& path);
  bool numbers_fit(const Key& key, const Shape& shape, Parameter& value, const std::string& path);
  bool matrix_fits(const Key& key, const Shape& shape, const Parameter& value, const std::string& path);
  bool table_fits(const Key& key, const Shape& shape, const Parameter& value, const std::string& path);
  bool map_fits(const Key& key, const Shape& shape, const Parameter& value, const std::string& path);
  bool resolve_file(const Shape& shape, Parameter& value, const std::string& path);

  std::filesystem::path folder_;
  bool check_files_;
  Diagnostics& diagnostics_;
  std::vector<Frame> frames_;
};

/// "a number in m", "one of regular, irregular": what a leaf wants.
std::string expectation(const Key& key, const Shape& shape);
/// The same without its article.
std::string noun_of(const Key& key, const Shape& shape);

}  // namespace swell::model

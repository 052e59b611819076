// Structures to a tree of Parameters, by the same descriptions that read them.
#pragma once

#include "swell/model/describe.h"

namespace swell::model {

class TreeWriter : public Visitor {
 public:
  TreeWriter() { root_ = Parameter::map({}); }
  const Parameter& tree() const { return root_; }

  void leaf(const Key& key, const Leaf& leaf) override;
  void nested(const Key& key, const Nested& nested) override;
  void list(const Key& key, const NestedList& list) override;
  void either(const Key& key, const Leaf& leaf, const Nested& nested) override;
  void tagged(const Key& tag, const std::vector<Alternative>& alternatives, std::size_t current) override;
  void rest(Parameter& parameters, const std::string& help) override;
  void exclusive(const std::vector<std::string>& keys, bool at_least_one) override;
  void source(Source& source) override { source_ = &source; }

 private:
  Parameter root_;
  const Source* source_ = nullptr;
};

}  // namespace swell::model

#include "case_numbers.h"

#include <algorithm>
#include <set>

#include "swell/model/describe.h"

namespace swell::fmu {

namespace {

/// Walks the descriptions and keeps every number that the case gives, by the key that --set takes.
class NumberCollector : public model::Visitor {
 public:
  explicit NumberCollector(std::vector<CaseNumber>& list) : list_(list) {}
  void leaf(const model::Key& key, const model::Leaf& leaf) override {
    using Kind = model::Shape::Kind;
    if (leaf.shape.kind != Kind::number && leaf.shape.kind != Kind::integer) return;
    if (source_ == nullptr || !source_->has(key.name)) return;
    const Parameter value = leaf.get();
    const std::string path = source_->of(key.name).path;
    if (value.kind == Parameter::Kind::number && !path.empty())
      list_.push_back({path, key.unit, key.help, value.number, key.bounds});
  }
  void nested(const model::Key&, const model::Nested& nested) override {
    if (nested.present()) enter([&](model::Visitor& v) { nested.describe(v); });
  }
  void list(const model::Key&, const model::NestedList& list) override {
    for (std::size_t i = 0; i < list.size(); ++i) enter([&](model::Visitor& v) { list.describe(v, i); });
  }
  void either(const model::Key& key, const model::Leaf& leaf_form, const model::Nested& nested_form) override {
    nested_form.present() ? nested(key, nested_form) : leaf(key, leaf_form);
  }
  void tagged(const model::Key&, const std::vector<model::Alternative>& alternatives, std::size_t current) override {
    alternatives[current].describe(*this);
  }
  void rest(Parameter& parameters, const std::string&) override { take(parameters); }
  void exclusive(const std::vector<std::string>&, bool) override {}
  void source(Source& source) override { source_ = &source; }

 private:
  void enter(const std::function<void(model::Visitor&)>& describe) const {
    NumberCollector inner(list_);
    describe(inner);
  }
  void take(const Parameter& tree) {
    if (tree.kind == Parameter::Kind::number && !tree.origin.path.empty())
      list_.push_back({tree.origin.path, "", "", tree.number, {}});
    if (!tree.is_map()) return;
    for (const Parameter& item : tree.items) take(item);
  }

  std::vector<CaseNumber>& list_;
  const Source* source_ = nullptr;
};

}  // namespace

std::vector<CaseNumber> parameters_of(const model::Model& model) {
  std::vector<CaseNumber> all;
  model::Model copy = model;  // descriptions take what they may write to
  NumberCollector collector(all);
  model::describe(collector, copy);
  std::set<std::string> seen;
  const auto not_wanted = [&](const CaseNumber& number) {
    for (const char* section : {"simulation", "output", "connections", "initialization"}) {
      if (number.key.rfind(section, 0) == 0) return true;
    }
    return number.key.find(' ') != std::string::npos || !seen.insert(number.key).second;
  };
  all.erase(std::remove_if(all.begin(), all.end(), not_wanted), all.end());
  return all;
}

}  // namespace swell::fmu

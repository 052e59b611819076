/// Keys of anything that is described, and other values that they might take.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "swell/model/describe.h"

namespace swell_test {

using swell::Parameter, swell::Source;
using swell::model::Key, swell::model::Leaf, swell::model::Shape, swell::model::Visitor;

/// Keys of a case by path, and other values that they might take, as --set takes them.
class OtherValues : public Visitor {
 public:
  std::map<std::string, std::vector<std::string>> all;
  explicit OtherValues(std::string prefix = {}) : prefix_(std::move(prefix)) {}

  void leaf(const Key& key, const Leaf& leaf) override {
    const Parameter now = leaf.get();
    const Shape& shape = leaf.shape;
    std::vector<std::string> values;
    for (const std::string& word : shape.words) {
      if (word != now.text) values.push_back(word);
    }
    if (shape.kind == Shape::Kind::flag) {
      if (now.kind == Parameter::Kind::none || !now.flag) values.emplace_back("true");
      if (now.kind == Parameter::Kind::none || now.flag) values.emplace_back("false");
    }
    if (shape.kind == Shape::Kind::integer) {
      for (const int more : {1, 6})
        values.push_back(fmt::format("{}", static_cast<int>(now.number) + more));  // 1 may be the default
    }
    if (shape.kind == Shape::Kind::number) {
      for (const double value : {1.1 * now.number, 0.9 * now.number, 1e-9, 0.02, 0.3, 2.0, 7.0}) {
        if (key.bounds.contain(value) && value != now.number) values.push_back(fmt::format("{}", value));
      }
    }
    if (shape.kind == Shape::Kind::numbers || shape.kind == Shape::Kind::matrix) {
      const bool given = !now.items.empty() && now.items[0].kind == Parameter::Kind::number;
      const double first = given ? 1.1 * now.items[0].number + 0.01 : shape.kind == Shape::Kind::matrix ? 1e4 : 0.3;
      const std::size_t n = shape.size != 0 ? shape.size : std::max<std::size_t>(1, now.items.size());
      std::vector<double> numbers;
      for (std::size_t i = 0; i < n; ++i) numbers.push_back(first + 0.07 * static_cast<double>(i));
      values.push_back(fmt::format("[{}]", fmt::join(numbers, ", ")));
    }
    if (!values.empty()) all[prefix_.empty() ? key.name : prefix_ + "." + key.name] = values;
  }
  void nested(const Key& key, const swell::model::Nested& nested) override {
    if (nested.present()) within(key.name, nested.describe);
  }
  void list(const Key& key, const swell::model::NestedList& list) override {
    for (std::size_t i = 0; i < list.size(); ++i)
      within(list.size() == 1 && list.single_too ? key.name : fmt::format("{}.{}", key.name, i + 1),
             [&](Visitor& v) { list.describe(v, i); });
  }
  void either(const Key& key, const Leaf& leaf_form, const swell::model::Nested& nested_form) override {
    nested_form.present() ? nested(key, nested_form) : leaf(key, leaf_form);
  }
  void tagged(const Key&, const std::vector<swell::model::Alternative>& alternatives, std::size_t current) override {
    alternatives[current].describe(*this);
  }
  void rest(Parameter&, const std::string&) override {}
  void exclusive(const std::vector<std::string>&, bool) override {}
  void source(Source& source) override {
    if (!source.origin.path.empty()) prefix_ = source.origin.path;  // items by their names
  }

 private:
  void within(const std::string& name, const std::function<void(Visitor&)>& describe) {
    OtherValues inner(prefix_.empty() ? name : prefix_ + "." + name);
    describe(inner);
    all.insert(inner.all.begin(), inner.all.end());
  }
  std::string prefix_;
};

}  // namespace swell_test

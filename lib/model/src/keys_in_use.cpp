#include "swell/model/keys_in_use.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "swell/model/describe.h"
#include "yaml.h"

namespace swell::model {
namespace {

/// Whether a value asks for something: false and 0 do not.
bool asks(const Parameter& value) {
  if (value.kind == Parameter::Kind::list)
    return std::any_of(value.items.begin(), value.items.end(), [](const Parameter& item) { return asks(item); });
  return value.kind == Parameter::Kind::number ? value.number != 0.0
         : value.kind == Parameter::Kind::flag ? value.flag
                                               : value.kind != Parameter::Kind::none;
}

/// Collects the default of each key, by its path without numbers of list items.
class Defaults : public Visitor {
 public:
  void leaf(const Key& key, const Leaf& leaf) override {
    if (key.need == Need::no) values_.emplace(prefix_ + key.name, to_yaml(leaf.get()));
  }
  void nested(const Key& key, const Nested& nested) override {
    if (!nested.present()) nested.create();
    inside(key, nested.describe);
  }
  void list(const Key& key, const NestedList& list) override {
    const std::size_t item = list.append();
    inside(key, [&](Visitor& v) { list.describe(v, item); });
  }
  void either(const Key& key, const Leaf& leaf_form, const Nested& nested_form) override {
    leaf(key, leaf_form);
    nested(key, nested_form);
  }
  void tagged(const Key&, const std::vector<Alternative>& alternatives, std::size_t) override {
    for (const Alternative& alternative : alternatives) {
      alternative.select();
      alternative.describe(*this);
    }
  }
  void rest(Parameter&, const std::string&) override {}
  void exclusive(const std::vector<std::string>&, bool) override {}
  void source(Source&) override {}

  static const std::map<std::string, std::string>& of_model() {
    static const std::map<std::string, std::string> values = [] {
      Model blank;
      Defaults defaults;
      model::describe(defaults, blank);
      return defaults.values_;
    }();
    return values;
  }

 private:
  void inside(const Key& key, const std::function<void(Visitor&)>& describe) {
    const std::size_t size = prefix_.size();
    prefix_ += key.name + ".";
    describe(*this);
    prefix_.resize(size);
  }
  std::map<std::string, std::string> values_;
  std::string prefix_;
};

struct IdleKey {
  Origin origin;
  std::string path, help;
};

/// Goes through one structure of a model that is not changed.
class IdleKeys : public Visitor {
 public:
  IdleKeys(const KeysInUse& used, std::string prefix, bool all_act = false)
      : used_(used), prefix_(std::move(prefix)), all_act_(all_act) {}

  void leaf(const Key& key, const Leaf& leaf) override {
    if (source_ == nullptr || !source_->has(key.name)) return;
    const Parameter value = leaf.get();
    const auto standard = Defaults::of_model().find(prefix_ + key.name);
    if (!asks(value) || (standard != Defaults::of_model().end() && standard->second == to_yaml(value))) return;
    if (leaf.at == nullptr || used_.has(leaf.at, all_act_))
      acts_ = true;
    else if (key.need == Need::no)
      idle_.push_back({source_->of(key.name), path_of(key.name), key.help});
  }
  void nested(const Key& key, const Nested& nested) override {
    if (!nested.present()) return;
    IdleKeys inner(used_, prefix_ + key.name + ".", all_act_);
    nested.describe(inner);
    take(std::move(inner), key);
  }
  void list(const Key& key, const NestedList& list) override {
    const bool all_act = all_act_ || (list.at != nullptr && used_.has(list.at));
    for (std::size_t i = 0; i < list.size(); ++i) {
      IdleKeys inner(used_, prefix_ + key.name + ".", all_act);
      list.describe(inner, i);
      take(std::move(inner), key);
    }
  }
  void either(const Key& key, const Leaf& leaf_form, const Nested& nested_form) override {
    if (nested_form.present())
      nested(key, nested_form);
    else
      leaf(key, leaf_form);
  }
  void tagged(const Key&, const std::vector<Alternative>& alternatives, std::size_t current) override {
    alternatives[current].describe(*this);
  }
  void rest(Parameter& parameters, const std::string&) override { acts_ = acts_ || !parameters.keys.empty(); }
  void exclusive(const std::vector<std::string>&, bool) override {}
  void source(Source& source) override { source_ = &source; }

  const std::vector<IdleKey>& idle() const { return idle_; }

 private:
  std::string path_of(const std::string& key) const {
    return source_->origin.path.empty() ? key : source_->origin.path + "." + key;
  }
  void take(IdleKeys inner, const Key& key) {
    acts_ = acts_ || inner.acts_;
    if (!inner.acts_ && inner.idle_.size() > 1) {
      std::string given;
      for (const IdleKey& idle : inner.idle_)
        given += (given.empty() ? "" : ", ") + idle.path.substr(idle.path.rfind('.') + 1);
      inner.idle_ = {{inner.source_->origin, inner.source_->origin.path, key.help + "; given: " + given}};
    }
    std::move(inner.idle_.begin(), inner.idle_.end(), std::back_inserter(idle_));
  }

  const KeysInUse& used_;
  std::string prefix_;  ///< of the keys here, as in Defaults
  bool all_act_ = false, acts_ = false;
  const Source* source_ = nullptr;
  std::vector<IdleKey> idle_;
};

}  // namespace

bool KeysInUse::has(const void* member, bool within) const {
  const auto* at = static_cast<const char*>(member);
  const auto in = [at](const std::vector<Span>& spans) {
    return std::any_of(spans.begin(), spans.end(), [at](const Span& span) {
      return std::less_equal<>()(span.first, at) && std::less<>()(at, span.first + span.second);
    });
  };
  return !in(idle_) && (within || in(noted_));
}

void warn_of_idle_keys(const Model& model, const KeysInUse& used, Diagnostics& diagnostics) {
  IdleKeys keys(used, "");
  describe(keys, const_cast<Model&>(model));  // descriptions take what they may write to; this visitor only reads
  for (const IdleKey& key : keys.idle())
    diagnostics.warning("no-effect", key.origin,
                        fmt::format("{} has no effect: nothing in this case uses it", key.path),
                        key.help.empty() ? "leave it out" : fmt::format("it is for: {}", key.help));
}

}  // namespace swell::model

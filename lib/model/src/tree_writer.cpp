#include "tree_writer.h"

#include "swell/model/read_case.h"

#include <algorithm>

namespace swell::model {

namespace {

void erase(Parameter& map, const std::string& key) {
  const auto found = std::find(map.keys.begin(), map.keys.end(), key);
  if (found == map.keys.end()) return;
  map.items.erase(map.items.begin() + (found - map.keys.begin()));
  map.keys.erase(found);
}

/// Zeros of a start that nobody gave are left out: a given zero holds the body, and the reader would take them so.
void erase_start_not_given(Parameter& body, const InitialPose& pose) {
  const auto at = std::find(body.keys.begin(), body.keys.end(), "initial");
  if (at == body.keys.end()) return;
  Parameter& initial = body.items[static_cast<std::size_t>(at - body.keys.begin())];
  const auto drop = [&](const char* key, bool zero) {
    if (zero && !pose.source.has(key)) erase(initial, key);
  };
  drop("displacement", pose.displacement.isZero(0.0));
  drop("axis", pose.angle == 0.0);
  drop("angle", pose.angle == 0.0);
  drop("velocity", pose.velocity.isZero(0.0));
  drop("angular_velocity", pose.angular_velocity.isZero(0.0));
  if (initial.keys.empty()) erase(body, "initial");
}

}  // namespace

void TreeWriter::leaf(const Key& key, const Leaf& leaf) {
  Parameter value = leaf.get();
  if (value.kind == Parameter::Kind::none) return;
  if (source_ != nullptr) value.origin = value.key_origin = source_->of(key.name);
  root_.set(key.name, std::move(value));
}

void TreeWriter::nested(const Key& key, const Nested& nested) {
  if (!nested.present()) return;
  TreeWriter inner;
  nested.describe(inner);
  if (!inner.root_.keys.empty()) root_.set(key.name, std::move(inner.root_));
}

void TreeWriter::list(const Key& key, const NestedList& list) {
  if (list.size() == 0) return;
  std::vector<Parameter> items;
  for (std::size_t i = 0; i < list.size(); ++i) {
    TreeWriter inner;
    list.describe(inner, i);
    items.push_back(std::move(inner.root_));
  }
  root_.set(key.name, Parameter::list(std::move(items)));
}

void TreeWriter::either(const Key& key, const Leaf& leaf_form, const Nested& nested_form) {
  if (nested_form.present()) {
    nested(key, nested_form);
  } else {
    leaf(key, leaf_form);
  }
}

void TreeWriter::tagged(const Key& tag, const std::vector<Alternative>& alternatives, std::size_t current) {
  root_.set(tag.name, Parameter::of(alternatives[current].word));
  alternatives[current].describe(*this);
}

void TreeWriter::rest(Parameter& parameters, const std::string&) {
  for (std::size_t i = 0; i < parameters.keys.size(); ++i) root_.set(parameters.keys[i], parameters.items[i]);
}

void TreeWriter::exclusive(const std::vector<std::string>& keys, bool) {
  // Of keys that exclude each other a default may stand beside the one that was given, and the reader would refuse the
  // two. The given one is left, or in a structure filled by hand the last.
  std::string kept;
  for (const std::string& key : keys) {
    if (root_.find(key) == nullptr) continue;
    kept = key;
    if (source_ != nullptr && source_->has(key)) break;
  }
  for (const std::string& key : keys) {
    if (key != kept) erase(root_, key);
  }
}

Parameter case_tree(const Model& model) {
  Model copy = model;  // descriptions take what they may write to
  TreeWriter writer;
  describe(writer, copy);
  Parameter tree = writer.tree();
  // The default of gamma belongs to one spectrum, and the reader refuses it beside the others.
  for (std::size_t i = 0; i < tree.keys.size(); ++i) {
    for (std::size_t b = 0; tree.keys[i] == "bodies" && b < tree.items[i].items.size(); ++b)
      erase_start_not_given(tree.items[i].items[b], copy.bodies[b].initial);
    if (tree.keys[i] != "waves") continue;
    for (Parameter& wave : tree.items[i].items) {
      const Parameter* spectrum = wave.find("spectrum");
      if (spectrum != nullptr && spectrum->text != "jonswap") erase(wave, "gamma");
    }
  }
  return tree;
}

}  // namespace swell::model

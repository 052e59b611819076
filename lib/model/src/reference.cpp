// The reference page of the case file from the descriptions.
#include <fmt/format.h>

#include <iterator>

#include "swell/model/describe.h"
#include "swell/model/schema.h"
#include "tree_reader.h"

namespace swell::model {
namespace {

std::string plain(const Parameter& p) {
  if (p.kind != Parameter::Kind::list) return p.text;
  std::vector<std::string> texts;
  for (const Parameter& item : p.items) texts.push_back(plain(item));
  return fmt::format("[{}]", fmt::join(texts, ", "));
}

std::string range_of(const Bounds& b) {
  if (b.lower && b.upper)
    return fmt::format("in {}{}, {}{}", b.lower_open ? '(' : '[', *b.lower, *b.upper, b.upper_open ? ')' : ']');
  if (b.lower) return fmt::format("{} {}", b.lower_open ? "above" : "at least", *b.lower);
  return b.upper ? fmt::format("{} {}", b.upper_open ? "below" : "at most", *b.upper) : "";
}

/// What a leaf takes, without its unit (a column of its own).
std::string type_of(const Key& key, const Shape& shape) {
  Key bare = key;
  bare.unit.clear();
  switch (shape.kind) {
    case Shape::Kind::text:
      return "text";
    case Shape::Kind::file:
      return "file";
    case Shape::Kind::word:
      return fmt::format("{}", fmt::join(shape.words, ", "));
    case Shape::Kind::texts_by_name:
    case Shape::Kind::tree:
      return shape.kind == Shape::Kind::tree ? "list" : "map of names";
    default:
      break;
  }
  const std::string range = range_of(key.bounds);
  return noun_of(bare, shape) + (range.empty() ? "" : ", " + range);
}

std::string need_of(const Key& key) {
  return key.need == Need::yes ? "*required*" : key.need == Need::depends ? "*by other keys*" : "";
}

class PageWriter : public Visitor {
 public:
  explicit PageWriter(std::string path, std::string text = {}) : path_(std::move(path)), text_(std::move(text)) {}

  std::string page() const {
    std::string text = path_.empty() ? "" : fmt::format("\n## {}\n{}", path_, text_);
    if (!rows_.empty()) text += "\n| key | takes | unit | default | meaning |\n|---|---|---|---|---|\n" + rows_;
    if (!notes_.empty()) text += "\n" + notes_;
    return text + below_;
  }

  void leaf(const Key& key, const Leaf& leaf) override {
    const Parameter standard = key.need == Need::no ? leaf.get() : Parameter();
    row(key, type_of(key, leaf.shape), need_of(key).empty() ? plain(standard) : need_of(key));
  }

  void nested(const Key& key, const Nested& nested) override {
    row(key, "map, below", need_of(key));
    nested.create();
    PageWriter inner(join(key.name));
    nested.describe(inner);
    below_ += inner.page();
  }

  void list(const Key& key, const NestedList& list) override {
    row(key,
        list.name         ? "map of maps, below"
        : list.single_too ? "map or list of maps, below"
                          : "list of maps, below",
        need_of(key));
    PageWriter inner(join(key.name));
    list.describe(inner, list.append());
    below_ += inner.page();
  }

  void either(const Key& key, const Leaf& leaf_form, const Nested& nested_form) override {
    row(key, type_of(key, leaf_form.shape) + ", or a map, below", "");
    nested_form.create();
    PageWriter inner(join(key.name));
    nested_form.describe(inner);
    below_ += inner.page();
  }

  void tagged(const Key& tag, const std::vector<Alternative>& alternatives, std::size_t) override {
    std::vector<std::string> words;
    for (const Alternative& alternative : alternatives) {
      words.push_back(alternative.word);
      PageWriter inner(fmt::format("{} of {} {}", path_, tag.name, alternative.word));
      alternative.select();
      alternative.describe(inner);
      below_ += inner.page();
    }
    row(tag, fmt::format("{}", fmt::join(words, ", ")), need_of(tag));
  }

  void rest(Parameter&, const std::string& help) override { notes_ += fmt::format("Further keys: {}.\n", help); }

  void exclusive(const std::vector<std::string>& keys, bool at_least_one) override {
    notes_ += fmt::format("{} one of `{}`.\n", at_least_one ? "Exactly" : "At most", fmt::join(keys, "`, `"));
  }

  void source(Source&) override {}

 private:
  std::string join(const std::string& key) const { return path_.empty() ? key : path_ + "." + key; }

  void row(const Key& key, const std::string& takes, const std::string& standard) {
    fmt::format_to(std::back_inserter(rows_), "| `{}` | {} | {} | {} | {} |\n", key.name, takes, key.unit, standard,
                   key.help);
  }

  std::string path_, text_, rows_, notes_, below_;
};

}  // namespace

std::string reference_of(const DescribedType& type, const std::string& text) {
  PageWriter writer(type.word, text);
  type.describe(writer);
  return writer.page();
}

std::string case_reference() {
  Model model;
  PageWriter writer("");
  describe(writer, model);
  return "# The case file\n\n"
         "One YAML file holds the whole case; relative paths are relative to it. Numbers are plain decimals with a "
         "point, in "
         "the unit of\n"
         "the table; unknown keys are errors. `swell check case.yaml` shows every mistake at once, `--set "
         "ptos.PTO1.damping=2e6`\n"
         "sets a value from outside, list items by their name. Choices without a default here have theirs in "
         "choices.md.\n"
         "This page is generated by `swell schema --reference` and compared with the code by a test.\n" +
         writer.page();
}

}  // namespace swell::model

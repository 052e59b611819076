#include "yaml.h"

#include <fmt/format.h>
#include <yaml-cpp/depthguard.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <optional>
#include <sstream>
#include <unordered_map>

#include "swell/base/number.h"
#include "swell/base/visible.h"

namespace swell::model {
namespace {

constexpr int kDeepest = 64;  // nesting beyond this is a mistake or an attack
// Every value that is written takes a character at least; aliases of aliases make more values than the text has,
// without bound.
constexpr std::size_t kMostNodes = 300000;

bool all_digits(const std::string& text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

class TreeBuilder {
 public:
  TreeBuilder(std::string file, std::size_t characters, Diagnostics& diagnostics)
      : file_(std::move(file)), diagnostics_(diagnostics), most_nodes_(std::max(kMostNodes, characters)) {}

  Parameter build(const YAML::Node& node, const std::string& path, int depth = 0) {
    Parameter result;
    result.origin = place(node.Mark(), path);
    if (depth > kDeepest || ++nodes_ > most_nodes_) {
      if (!overflown_ && depth > kDeepest) {
        diagnostics_.error(result.origin, fmt::format("the file is nested too deeply, more than {} levels", kDeepest),
                           "close the brackets, or look at its anchors (&) and aliases (*)");
      } else if (!overflown_) {
        diagnostics_.error(result.origin, "the file refers to itself so often that its values have no end",
                           "look at its anchors (&) and aliases (*)");
      }
      overflown_ = true;
      return result;
    }
    switch (node.Type()) {
      case YAML::NodeType::Scalar: {
        const Origin origin = result.origin;
        result = scalar_from(node.Scalar(), node.Tag() == "!");
        refuse_controls(node.Scalar(), origin);
        result.origin = origin;
        break;
      }
      case YAML::NodeType::Sequence:
        build_list(node, path, depth, result);
        break;
      case YAML::NodeType::Map:
        build_map(node, path, depth, result);
        break;
      case YAML::NodeType::Null:
      case YAML::NodeType::Undefined:
        break;
    }
    return result;
  }

 private:
  /// Names become datasets, tables, XML and lines of a terminal, and none of these holds control characters.
  void refuse_controls(const std::string& text, const Origin& origin) {
    const std::string shown = visible(text);
    if (shown == text) return;
    diagnostics_.error(origin, fmt::format("the text {} has a control character", shown), "leave it out", shown);
  }

  Origin place(const YAML::Mark& mark, const std::string& path) const {
    if (mark.is_null()) return {file_, 0, 0, path};
    return {file_, mark.line + 1, mark.column + 1, path};  // yaml-cpp counts from 0
  }

  void build_list(const YAML::Node& node, const std::string& path, int depth, Parameter& result) {
    result.kind = Parameter::Kind::list;
    std::size_t index = 0;
    for (const YAML::Node& item : node) {
      std::string label = std::to_string(++index);
      if (item.IsMap()) {
        const YAML::Node name = item["name"];
        if (name && name.IsScalar()) label = name.Scalar();
      }
      result.items.push_back(build(item, fmt::format("{}.{}", path, label), depth + 1));
    }
  }

  void build_map(const YAML::Node& node, const std::string& path, int depth, Parameter& result) {
    result.kind = Parameter::Kind::map;
    std::vector<Parameter> merged;  // by <<, as YAML 1.1 has it: keys that stand here win
    std::unordered_map<std::string, std::size_t> places;
    for (const auto& entry : node) {
      if (!entry.first.IsScalar()) {
        diagnostics_.error(place(entry.first.Mark(), path),
                           fmt::format("a key of {} is not a word", path.empty() ? "the case" : path));
        continue;
      }
      const std::string key = entry.first.Scalar();
      const std::string key_path = path.empty() ? key : fmt::format("{}.{}", path, key);
      const Origin key_origin = place(entry.first.Mark(), key_path);
      refuse_controls(key, key_origin);
      // yaml-cpp keeps duplicate keys and returns the first, so the second would be ignored in silence.
      if (const auto first = places.find(key); first != places.end()) {
        const Parameter& other = result.items[first->second];
        diagnostics_.error(key_origin,
                           fmt::format("duplicate key {}, first given at line {}", key_path, other.key_origin.line),
                           "keep one of them");
        continue;
      }
      if (key == "<<" && (entry.second.IsMap() || entry.second.IsSequence())) {
        const Parameter value = build(entry.second, path, depth + 1);
        if (value.is_map()) merged.push_back(value);
        for (const Parameter& item : value.items) {
          if (!value.is_map() && item.is_map()) merged.push_back(item);
        }
        continue;
      }
      if (comma_number(key, entry.second, key_origin, result)) continue;
      Parameter value = build(entry.second, key_path, depth + 1);
      value.key_origin = key_origin;
      if (value.kind == Parameter::Kind::none) value.origin = key_origin;
      places.emplace(key, result.items.size());
      result.set(key, std::move(value));
    }
    for (const Parameter& map : merged) {
      for (std::size_t i = 0; i < map.keys.size(); ++i) {
        if (result.find(map.keys[i]) == nullptr) result.set(map.keys[i], map.items[i]);
      }
    }
  }

  /// {height: 1,5}: YAML reads height: 1 and a key 5 without a value.
  bool comma_number(const std::string& key, const YAML::Node& value, const Origin& origin, Parameter& map) {
    if (!value.IsNull() || !all_digits(key) || map.items.empty()) return false;
    Parameter& before = map.items.back();
    const bool touches = before.kind == Parameter::Kind::number && before.origin.line == origin.line &&
                         before.origin.column + static_cast<int>(before.text.size()) + 1 == origin.column;
    if (!touches) return false;
    const std::string written = before.text + "," + key;
    diagnostics_.error(
        before.origin, fmt::format("{} = {} must be a number", before.origin.path, written),
        key.size() == 3 ? std::string("commas separate entries here: write the number without marks between thousands, "
                                      "and decimals with a point")
                        : number_hint(written),
        written, "a number");
    return true;
  }

  std::string file_;
  Diagnostics& diagnostics_;
  std::size_t nodes_ = 0, most_nodes_;
  bool overflown_ = false;
};

void emit(YAML::Emitter& out, const Parameter& p) {
  switch (p.kind) {
    case Parameter::Kind::none:
      out << YAML::Null;
      break;
    case Parameter::Kind::number:
    case Parameter::Kind::flag:
      out << p.text;
      break;
    case Parameter::Kind::text:
      // A text that would be read as something else stands in quotes.
      if (scalar_from(p.text, false).kind != Parameter::Kind::text) out << YAML::DoubleQuoted;
      out << p.text;
      break;
    case Parameter::Kind::list: {
      const bool plain = std::all_of(p.items.begin(), p.items.end(), [](const Parameter& i) { return !i.is_map(); });
      if (plain) out << YAML::Flow;
      out << YAML::BeginSeq;
      for (const Parameter& item : p.items) emit(out, item);
      out << YAML::EndSeq;
      break;
    }
    case Parameter::Kind::map:
      out << YAML::BeginMap;
      for (std::size_t i = 0; i < p.keys.size(); ++i) {
        out << YAML::Key << p.keys[i] << YAML::Value;
        emit(out, p.items[i]);
      }
      out << YAML::EndMap;
      break;
  }
}

/// "007" and "-01.5" are names more often than numbers.
bool has_leading_zero(const std::string& text) {
  const std::size_t sign = text[0] == '+' || text[0] == '-' ? 1 : 0;
  return text.size() > sign + 1 && text[sign] == '0' && std::isdigit(static_cast<unsigned char>(text[sign + 1])) != 0;
}

}  // namespace

Parameter scalar_from(const std::string& text, bool quoted) {
  Parameter result = Parameter::of(text);
  result.quoted = quoted;
  if (quoted) return result;
  if (text.empty() || text == "~" || text == "null" || text == "Null" || text == "NULL") return Parameter();
  if (text == "true" || text == "True" || text == "TRUE" || text == "false" || text == "False" || text == "FALSE") {
    result.kind = Parameter::Kind::flag;
    result.flag = text[0] == 't' || text[0] == 'T';
    return result;
  }
  // A number too large to hold stays a text and is refused as one.
  if (const auto number = has_leading_zero(text) ? std::nullopt : parse_number(text)) {
    result.kind = Parameter::Kind::number;
    result.number = *number;
  }
  return result;
}

namespace {

/// Counts documents and remembers where the second starts.
class DocumentCounter : public YAML::EventHandler {
 public:
  int count = 0;
  YAML::Mark second;
  void OnDocumentStart(const YAML::Mark& mark) override {
    if (++count == 2) second = mark;
  }
  void OnDocumentEnd() override {}
  void OnNull(const YAML::Mark&, YAML::anchor_t) override {}
  void OnAlias(const YAML::Mark&, YAML::anchor_t) override {}
  void OnScalar(const YAML::Mark&, const std::string&, YAML::anchor_t, const std::string&) override {}
  void OnSequenceStart(const YAML::Mark&, const std::string&, YAML::anchor_t, YAML::EmitterStyle::value) override {}
  void OnSequenceEnd() override {}
  void OnMapStart(const YAML::Mark&, const std::string&, YAML::anchor_t, YAML::EmitterStyle::value) override {}
  void OnMapEnd() override {}
};

// Not YAML::LoadAll: at a stray comma it makes empty documents without end.
std::optional<Origin> second_document(const std::string& text, const std::string& file) {
  std::istringstream stream(text);
  YAML::Parser parser(stream);
  DocumentCounter counter;
  while (counter.count < 2 && parser.HandleNextDocument(counter)) {
  }
  if (counter.count < 2) return std::nullopt;
  return Origin{file, counter.second.line + 1, counter.second.column + 1, ""};
}

}  // namespace

std::string item_label(const Parameter& item, std::size_t index) {
  const Parameter* name = item.find("name");
  return name != nullptr && !name->text.empty() ? name->text : std::to_string(index + 1);
}

namespace {

/// Where a quote opens that no other closes; nothing where all are closed.
std::optional<Origin> open_quote(const std::string& text, const std::string& file) {
  char quote = 0, before = '\n';  // before: the last character that is no blank, or the line's end
  int line = 1, column = 0;
  Origin opened;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    ++column;
    if (c == '\n') {
      ++line;
      column = 0;
    }
    if (quote == 0) {
      const bool begins = std::string("\n:,[{-?").find(before) != std::string::npos;
      if ((c == '"' || c == '\'') && begins) {
        quote = c;
        opened = {file, line, column, ""};
      } else if (c == '#' && (i == 0 || std::isspace(static_cast<unsigned char>(text[i - 1])) != 0)) {
        while (i + 1 < text.size() && text[i + 1] != '\n') ++i;
      }
      if (c == '\n' || std::isspace(static_cast<unsigned char>(c)) == 0) before = c;
    } else if (quote == '"' && c == '\\') {
      ++i;
      ++column;
    } else if (c == quote) {
      const bool doubled = quote == '\'' && i + 1 < text.size() && text[i + 1] == '\'';
      if (doubled) {
        ++i;
        ++column;
      } else {
        quote = 0;
        before = c;
      }
    }
  }
  return quote == 0 ? std::nullopt : std::optional<Origin>(opened);
}

}  // namespace

Parameter parse_yaml(const std::string& text, const std::string& file, Diagnostics& diagnostics, const FileKind& kind) {
  const Origin whole{file, 1, 1, ""};
  if (text.compare(0, 2, "\xFF\xFE") == 0 || text.compare(0, 2, "\xFE\xFF") == 0) {
    diagnostics.error(whole, "this text is in UTF-16", "save it as UTF-8");
    return {};
  }
  if (text.find('\0') != std::string::npos) {
    diagnostics.error(whole, "this is not a text file", fmt::format("a {} is a YAML file", kind.name));
    return {};
  }
  if (utf8_of(text) != text) {
    diagnostics.warning("not-utf-8", whole, "this text is not UTF-8, and is read as Latin-1", "save it as UTF-8");
    return parse_yaml(utf8_of(text), file, diagnostics, kind);
  }
  try {
    const YAML::Node document = YAML::Load(text);
    if (const std::optional<Origin> second = second_document(text, file)) {
      const bool marked = text.compare(0, 4, "---\n") == 0 || text.find("\n---") != std::string::npos;
      diagnostics.error(*second,
                        marked ? fmt::format("a second document starts here, and a {} is one document", kind.name)
                               : "invalid YAML: this text belongs to no key",
                        marked ? "remove the line ---" : "look for a stray comma or bracket here and just above");
      return {};
    }
    if (!document.IsDefined() || document.IsNull()) {
      diagnostics.error(whole, fmt::format("the {} is empty", kind.name), kind.help);
      return {};
    }
    Parameter tree = TreeBuilder(file, text.size(), diagnostics).build(document, "");
    if (!tree.is_map()) {
      diagnostics.error(tree.origin, fmt::format("a {} is a map of keys such as {}", kind.name, kind.keys), kind.help);
      return {};
    }
    return tree;
  } catch (const YAML::DeepRecursion& error) {
    diagnostics.error({file, error.mark.line + 1, error.mark.column + 1, ""},
                      fmt::format("the file is nested too deeply, more than {} levels", kDeepest),
                      "close the brackets");
    return {};
  } catch (const YAML::Exception& error) {
    Origin origin = whole;
    if (!error.mark.is_null()) {
      origin.line = error.mark.line + 1;
      origin.column = error.mark.column + 1;
    }
    if (const std::optional<Origin> quote = open_quote(text, file)) {
      diagnostics.error(*quote, "not readable as YAML: the quote that opens here is not closed", "close it");
      return {};
    }
    std::string remedy;
    std::size_t line_start = 0;
    for (int line = 1; line < origin.line && line_start != std::string::npos; ++line) {
      line_start = text.find('\n', line_start);
      if (line_start != std::string::npos) ++line_start;
    }
    if (line_start != std::string::npos) {
      const std::string line = text.substr(line_start, text.find('\n', line_start) - line_start);
      if (line.find('\t') != std::string::npos) remedy = "indent with spaces, not tabs";
    }
    if (remedy.empty()) remedy = "look at brackets, colons and indentation here and just above";
    diagnostics.error(origin, fmt::format("not readable as YAML: {}", error.msg), remedy);
    return {};
  }
}

std::string to_yaml(const Parameter& tree) {
  YAML::Emitter out;
  emit(out, tree);
  return std::string(out.c_str()) + "\n";
}

}  // namespace swell::model

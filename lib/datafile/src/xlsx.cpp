#include "swell/datafile/xlsx.h"

#include <fmt/format.h>
#include <zip.h>

#include <cstring>
#include <memory>
#include <optional>
#include <pugixml.hpp>

#include "swell/base/error_codes.h"
#include "swell/base/regular_file.h"

namespace swell::datafile {
namespace {

constexpr zip_uint64_t kLargest = 1ULL << 28;  // bytes of an entry, unpacked
constexpr std::size_t kMostCells = 20'000'000;
constexpr std::size_t kMostColumns = 16384;  // of a spreadsheet
constexpr std::size_t kMostRows = 1048576;

// Names without their prefix: some programs write <x:row>.
bool is(const pugi::xml_node& node, const char* name) {
  const char* own = node.name();
  const char* mark = std::strrchr(own, ':');
  return std::strcmp(mark ? mark + 1 : own, name) == 0;
}
pugi::xml_node child(const pugi::xml_node& parent, const char* name) {
  for (const pugi::xml_node node : parent.children()) {
    if (is(node, name)) return node;
  }
  return {};
}

// Texts of <t> below a node, whether formatted in runs or not; phonetic hints are no text.
std::string texts(const pugi::xml_node& node) {
  std::string text;
  for (const pugi::xml_node part : node.children()) {
    if (is(part, "t")) text += part.text().get();
    if (is(part, "r")) text += child(part, "t").text().get();
  }
  return text;
}

class Workbook {
 public:
  Workbook(const std::filesystem::path& path, const Origin& asked_by) : path_(path), asked_by_(asked_by) {
    require_regular_file(path, asked_by);
    int error = 0;
    archive_.reset(zip_open(path.c_str(), ZIP_RDONLY, &error));
    if (!archive_)
      fail(std::filesystem::exists(path) ? "is not a workbook (.xlsx)" : "does not exist",
           "save it as .xlsx or .csv with a spreadsheet program");
  }

  std::vector<std::vector<std::string>> rows(const std::string& wanted) {
    read_texts();
    pugi::xml_document sheet;
    if (!load(sheet_file(wanted), sheet)) fail("lacks the sheet that it names", "save it again as .xlsx");
    std::vector<std::vector<std::string>> out;
    std::size_t cells = 0;
    for (const pugi::xml_node row : child(child(sheet, "worksheet"), "sheetData").children()) {
      if (!is(row, "row")) continue;
      const std::size_t number = row.attribute("r") ? row.attribute("r").as_ullong() : out.size() + 1;
      if (number <= out.size() || number > kMostRows) fail("has rows out of order", "save it again as .xlsx");
      out.resize(number);
      for (const pugi::xml_node cell : row.children()) {
        if (!is(cell, "c")) continue;
        const std::size_t column = cell.attribute("r") ? column_of(cell.attribute("r").value()) : out.back().size();
        if (column >= kMostColumns) fail(fmt::format("has no such cell: {}", cell.attribute("r").value()), "");
        std::string value = value_of(cell);
        if (value.empty()) continue;
        if (column >= out.back().size()) {
          cells += column + 1 - out.back().size();
          if (cells + out.size() > kMostCells) fail("holds too many cells", "save the table alone in a .csv");
          out.back().resize(column + 1);
        }
        out.back()[column] = std::move(value);
      }
    }
    return out;
  }

 private:
  [[noreturn]] void fail(const std::string& message, const std::string& remedy) const {
    throw code::error(code::kBadFile, asked_by_, path_.string() + " " + message, remedy);
  }

  bool load(const std::string& entry, pugi::xml_document& document) {
    zip_stat_t stat;
    zip_stat_init(&stat);
    if (zip_stat(archive_.get(), entry.c_str(), 0, &stat) != 0 || (stat.valid & ZIP_STAT_SIZE) == 0U) return false;
    if (stat.size > kLargest)
      fail(fmt::format("holds {} bytes in {}", stat.size, entry), "save the table alone in a .csv");
    const std::unique_ptr<zip_file_t, int (*)(zip_file_t*)> file(zip_fopen(archive_.get(), entry.c_str(), 0),
                                                                 zip_fclose);
    std::string text(stat.size, '\0');
    if (!file || zip_fread(file.get(), text.data(), stat.size) != static_cast<zip_int64_t>(stat.size) ||
        !document.load_buffer(text.data(), text.size()))
      fail(fmt::format("is damaged: {} cannot be read", entry), "save it again as .xlsx");
    return true;
  }

  void read_texts() {
    pugi::xml_document document;
    if (!load("xl/sharedStrings.xml", document)) return;
    for (const pugi::xml_node item : child(document, "sst").children()) {
      if (is(item, "si")) texts_.push_back(texts(item));
    }
  }

  std::string sheet_file(const std::string& wanted) {
    pugi::xml_document workbook, relations;
    if (!load("xl/workbook.xml", workbook)) fail("is not a workbook: xl/workbook.xml is missing", "is it an .xlsx?");
    std::string id, names;
    for (const pugi::xml_node sheet : child(child(workbook, "workbook"), "sheets").children()) {
      const std::string name = sheet.attribute("name").value();
      names += (names.empty() ? "" : ", ") + name;
      if (!id.empty() || (!wanted.empty() && name != wanted)) continue;
      for (const pugi::xml_attribute attribute : sheet.attributes()) {  // r:id, whatever the prefix
        const std::string key = attribute.name();
        if (key.size() > 3 && key.compare(key.size() - 3, 3, ":id") == 0) id = attribute.value();
      }
    }
    if (id.empty()) fail(wanted.empty() ? "has no sheet" : "has no sheet " + wanted, "its sheets are " + names);
    if (!load("xl/_rels/workbook.xml.rels", relations))
      fail("is damaged: the list of its parts is missing", "save it again");
    for (const pugi::xml_node relation : child(relations, "Relationships").children()) {
      if (relation.attribute("Id").value() != id) continue;
      const std::string target = relation.attribute("Target").value();
      return target.empty() || target[0] != '/' ? "xl/" + target : target.substr(1);
    }
    fail("is damaged: its sheet is not among its parts", "save it again as .xlsx");
  }

  static std::size_t column_of(const char* name) {  // "AB12": 27
    std::size_t column = 0;
    for (; *name >= 'A' && *name <= 'Z' && column <= kMostColumns; ++name)
      column = column * 26 + static_cast<std::size_t>(*name - 'A') + 1;
    return column == 0 ? kMostColumns : column - 1;
  }

  std::string value_of(const pugi::xml_node& cell) const {
    const std::string type = cell.attribute("t").as_string("n");
    std::string value = child(cell, "v").text().get();
    if (type == "inlineStr") return texts(child(cell, "is"));
    if (type == "e")
      fail(fmt::format("has the error {} in cell {}", value, cell.attribute("r").value()), "correct the formula");
    if (type == "b") return value == "1" ? "TRUE" : "FALSE";
    if (type != "s") return value;
    const std::size_t index = static_cast<std::size_t>(child(cell, "v").text().as_ullong(texts_.size()));
    if (index >= texts_.size()) fail("is damaged: a text is missing", "save it again as .xlsx");
    return texts_[index];
  }

  std::filesystem::path path_;
  Origin asked_by_;
  std::unique_ptr<zip_t, void (*)(zip_t*)> archive_{nullptr, zip_discard};
  std::vector<std::string> texts_;
};

}  // namespace

std::vector<std::vector<std::string>> read_xlsx(const std::filesystem::path& path, const std::string& sheet,
                                                const Origin& asked_by) {
  return Workbook(path, asked_by).rows(sheet);
}

}  // namespace swell::datafile

// The page where the script of the interactive one is not there: texts, tables and figures, nothing moves.
#include "page_text.h"
#include "scene.h"
#include "swell/report/report.h"

namespace swell::report {
namespace {

constexpr const char* kStyle =
    "body{font:16px/1.5 system-ui,sans-serif;max-width:84rem;margin:auto;padding:1rem;color:#222;background:#fff}"
    "table{border-collapse:collapse;margin:.5rem 0}td,th{padding:.2rem .8rem;border-bottom:1px solid "
    "#ccc;text-align:right}"
    "td:first-child,th:first-child{text-align:left}svg{max-width:100%;height:auto}pre{overflow:auto;background:#f4f4f4;"
    "padding:.6rem}.warnings{border-left:4px solid #d55e00;padding-left:1rem}";

std::string cells(const Json& row, const char* tag) {
  std::string out = "<tr>";
  for (const Json& cell : row) {
    const std::string text = cell.is_string() ? cell.get<std::string>() : cell.dump();
    out += std::string("<") + tag + ">" + escaped_text(text) + "</" + tag + ">";
  }
  return out + "</tr>\n";
}

std::string list_of(const Json& texts) {
  std::string out = "<ul>\n";
  for (const Json& text : texts) out += "<li>" + escaped_text(text.get<std::string>()) + "</li>\n";
  return out + "</ul>\n";
}

/// What gnuplot writes before the element itself belongs to a file of its own.
std::string element_of(const std::string& svg) {
  const std::size_t begin = svg.find("<svg");
  return begin == std::string::npos ? std::string() : svg.substr(begin);
}

}  // namespace

std::string still_page_of(const std::string& title, const std::string& data, const std::vector<std::string>& figures,
                          const std::string& note) {
  const Json json = Json::parse(data);
  const std::string name = escaped_text(title);
  std::string page =
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"generator\" content=\"Swell report\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>" +
      name + "</title>\n<style>" + kStyle + "</style>\n</head>\n<body>\n<h1>" + name + "</h1>\n<p>" +
      escaped_text(json.value("about", "")) + "</p>\n<p><em>" + escaped_text(note) + "</em></p>\n";
  if (const auto warnings = json.find("warnings"); warnings != json.end() && !warnings->empty())
    page += "<h2>Warnings</h2>\n<div class=\"warnings\">" + list_of(*warnings) + "</div>\n";
  if (json.contains("tables")) page += "<h2>Summary</h2>\n";
  for (const Json& table : json.value("tables", Json::array())) {
    page += "<h3>" + escaped_text(table.value("title", "")) + "</h3>\n<table>\n<thead>" +
            cells(table.value("columns", Json::array()), "th") + "</thead>\n<tbody>\n";
    for (const Json& row : table.value("rows", Json::array())) page += cells(row, "td");
    page += "</tbody>\n</table>\n";
  }
  if (!figures.empty()) page += "<h2>Figures</h2>\n";
  for (const std::string& svg : figures) page += element_of(svg) + "\n";
  if (const auto notes = json.find("notes"); notes != json.end() && !notes->empty())
    page += "<h2>Notes</h2>\n" + list_of(*notes);
  if (const auto text = json.find("case"); text != json.end() && text->is_string())
    page += "<h2>" + escaped_text(json.value("case_name", "case file")) + "</h2>\n<pre>" +
            escaped_text(text->get<std::string>()) + "</pre>\n";
  return page + "</body>\n</html>\n";
}

}  // namespace swell::report

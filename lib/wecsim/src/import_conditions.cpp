// Multiple conditions (mcr): vectors of the input file, a .mat of variables and their values, a scatter table.
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "case_importer.h"

namespace swell::wecsim {
namespace {

constexpr const char* kSetBy = "mcr";          // where an assignment of a condition stands
constexpr std::size_t kMostConditions = 2000;  // each is an import of its own

// A line of a case file that this importer wrote: "    damping: 1200000  # pto(1).damping, line 21".
struct CaseLine {
  std::string path, value;  // ptos.PTO1.damping
};

std::vector<CaseLine> lines_of(const std::string& yaml) {
  std::vector<CaseLine> out;
  std::vector<std::pair<std::size_t, std::string>> open;  // column of a key and its name
  std::size_t at = 0;
  while (at < yaml.size()) {
    const std::size_t end = std::min(yaml.find('\n', at), yaml.size());
    std::string line = yaml.substr(at, end - at);
    at = end + 1;
    std::size_t column = line.find_first_not_of(" -");
    const std::size_t colon = line.find(':');
    if (column != std::string::npos && line[column] == '#') continue;  // what was not imported
    if (column == std::string::npos || colon == std::string::npos) {
      out.push_back({"", line});
      continue;
    }
    const bool item = line.compare(column - std::min<std::size_t>(column, 2), 2, "- ") == 0 && column >= 2;
    const std::string key = line.substr(column, colon - column);
    std::string value = colon + 1 < line.size() ? line.substr(colon + 1) : "";
    bool quoted = false;
    for (std::size_t i = 0; i + 1 < value.size(); ++i) {
      if (value[i] == '"') quoted = !quoted;
      if (!quoted && value[i] == ' ' && value[i + 1] == '#') value.resize(i);
    }
    value.erase(0, std::min(value.find_first_not_of(' '), value.size()));
    while (!value.empty() && value.back() == ' ') value.pop_back();
    while (!open.empty() && open.back().first >= (item ? column - 1 : column)) open.pop_back();
    std::string path;
    for (const auto& o : open) path += o.second + ".";
    if (item && key == "name") {
      open.emplace_back(column - 1, value);
    } else if (value.empty()) {
      open.emplace_back(column, key);
    }
    // Stand-ins for what was not imported say nothing of the conditions.
    const bool stands_in = value.rfind("not_imported_", 0) == 0 || path.find(".not_imported_") != std::string::npos;
    if (!stands_in && (path + key != "components" || !value.empty())) out.push_back({path + key, value});
  }
  return out;
}

std::vector<std::string> texts_of(const MatlabValue& header) {
  std::vector<std::string> out;
  if (header.is_text()) out.push_back(header.text);
  for (const MatlabValue& cell : header.cells) out.push_back(cell.text);
  return out;
}

}  // namespace

// WEC-Sim sets the variables after the input file and before everything else. So does an import for each condition;
// where these differ is what the study varies.
std::optional<std::string> Importer::varied(const MatlabValue& header, const MatlabValue& cases, const Origin& origin) {
  const std::vector<std::string> headers = texts_of(header);
  const bool texts = cases.kind == MatlabValue::Kind::cells;
  const std::size_t columns = std::max<std::size_t>(cases.columns, 1);
  if (headers.empty() || (!texts && !cases.is_numbers()) || columns != headers.size() || cases.rows < 1 ||
      cases.rows > kMostConditions) {
    decided(fmt::format("no study: the conditions have {} headers and {} x {} values; at most {} conditions are read",
                        headers.size(), cases.rows, cases.columns, kMostConditions),
            origin);
    return std::nullopt;
  }
  std::vector<TextFile> tables;
  std::vector<std::vector<CaseLine>> all(cases.rows);
  const auto import_row = [&](std::size_t row) {
    Importer one(file, options);
    one.condition = [&](MatlabWorkspace& w) {
      for (std::size_t c = 0; c < columns; ++c) {
        w.set("swell_condition", texts ? cases.cells[row + cases.rows * c] : MatlabValue::scalar(cases.at(row, c)));
        w.run_text(headers[c] == "LoadFile" ? "load(swell_condition);\n" : headers[c] + " = swell_condition;\n",
                   kSetBy);
      }
    };
    Imported imported = one.run();
    for (const ReportLine& l : imported.report) {
      if (row == 0 && l.kind == Kind::lost && l.origin.file == kSetBy) lost("of the conditions: " + l.text, origin);
    }
    for (TextFile& f : imported.files) {  // a table of other numbers is another file
      const auto same = [&](const TextFile& own) { return own.path == f.path && own.text == f.text; };
      if (std::any_of(out.files.begin(), out.files.end(), same)) continue;
      const std::string before = relative(f.path);
      f.path.replace_filename(
          fmt::format("{}-condition{}{}", f.path.stem().string(), row + 1, f.path.extension().string()));
      for (std::size_t at = imported.yaml.find(before); at != std::string::npos;
           at = imported.yaml.find(before, at + before.size()))
        imported.yaml.replace(at, before.size(), relative(f.path));
      tables.push_back(std::move(f));
    }
    all[row] = lines_of(imported.yaml);
  };
  // What all conditions share is not what the input file has: they are compared with the case.
  Importer own(file, options);
  own.condition = [](MatlabWorkspace&) {};
  own.takes_first_sea = true;
  const std::vector<CaseLine> base = lines_of(own.run().yaml);
  for (std::size_t row = 0; row < cases.rows; ++row) {
    import_row(row);
    if (std::equal(all[row].begin(), all[row].end(), base.begin(), base.end(),
                   [](const CaseLine& a, const CaseLine& b) { return a.path == b.path; }))
      continue;
    decided(fmt::format("no study: the conditions of {} change what the model is made of, not only its numbers",
                        fmt::join(headers, ", ")),
            origin);
    return std::nullopt;
  }
  std::string axis;
  for (std::size_t i = 0; i < base.size(); ++i) {
    const auto differs = [&](const auto& lines) { return lines[i].value != base[i].value; };
    if (base[i].path.empty() || std::none_of(all.begin(), all.end(), differs)) continue;
    std::vector<std::string> values;
    values.reserve(all.size());
    for (const auto& lines : all) values.push_back(lines[i].value);
    axis += fmt::format("{}{{key: {}, values: [{}]}}\n", axis.empty() ? "  - zip:\n      - " : "      - ", base[i].path,
                        fmt::join(values, ", "));
  }
  if (!axis.empty()) out.files.insert(out.files.end(), tables.begin(), tables.end());
  if (axis.empty())
    decided(fmt::format("no study: the conditions of {} change nothing that was imported", fmt::join(headers, ", ")),
            origin);
  return axis.empty() ? std::nullopt : std::optional<std::string>(axis);
}

void Importer::conditions() {
  if (condition) return;  // this is one of them
  const std::string mat = simu.text("mcrMatFile"), excel = scatter_file();
  const bool irregular = wave_type(1) == "irregular";
  std::string axes;
  std::optional<Origin> place;  // of the first vector
  const auto vector_axis = [&](const std::string& object, int i, const std::string& path, const std::string& key) {
    const auto x = in(object, i).numbers(path);
    if (x.size() < 2) return;
    axes += fmt::format("  - {{key: {}, values: {}}}  # {}\n", key, yaml_list(x), in(object, i).from(path));
    if (!place) place = in(object, i).origin(path);
  };
  if (!mat.empty()) {
    const Origin origin = simu.origin("mcrMatFile");
    const std::filesystem::path path = condition_file();
    if (!std::filesystem::exists(path)) {
      decided(fmt::format("no study: the conditions {} do not exist", path.string()), origin);
      return;
    }
    const auto mcr = variable_with("header", path, origin);
    const MatlabValue *header = mcr ? mcr->field("header") : nullptr, *cases = mcr ? mcr->field("cases") : nullptr;
    if (header == nullptr || cases == nullptr) {
      decided(fmt::format("no study: {} holds no conditions, a struct with header and cases", path.string()), origin);
      return;
    }
    const auto axis = varied(*header, *cases, origin);
    if (!axis) return;
    axes = *axis;
  } else if (!excel.empty()) {
    axes = fmt::format("  - scatter: {{file: {}}}  # {}\n", relative(in_folder(excel)), simu.from("mcrExcelFile"));
  } else {
    if (irregular) vector_axis("waves", 1, "phaseSeed", "waves.seed");
    vector_axis("waves", 1, "height", irregular ? "waves.significant_height" : "waves.height");
    vector_axis("waves", 1, "period", irregular ? "waves.peak_period" : "waves.period");
  }
  if (mat.empty()) {
    for (int p = 1; p <= in.count("pto"); ++p) {
      const auto name = joint_names.find(fmt::format("pto({})", p));
      if (name == joint_names.end()) continue;
      vector_axis("pto", p, "stiffness", fmt::format("ptos.{}.stiffness", name->second));
      vector_axis("pto", p, "damping", fmt::format("ptos.{}.damping", name->second));
    }
  }
  if (axes.empty()) return;
  const std::string study =
      fmt::format("# Conditions of WEC-Sim's case {}: swell batch {}\nbase: {}\nseeds: base\naxes:\n{}",
                  std::filesystem::weakly_canonical(folder).filename().string(),
                  beside("-study.yaml").filename().string(), yaml_text(options.output.filename().string()), axes);
  out.study = TextFile{beside("-study.yaml"), study};
  taken(fmt::format("multiple conditions: {}", out.study->path.filename().string()),
        place.value_or(simu.origin(mat.empty() ? "mcrExcelFile" : "mcrMatFile")));
}

std::filesystem::path Importer::condition_file() {
  std::filesystem::path path = in_folder(simu.text("mcrMatFile"));
  if (path.extension().empty() && !std::filesystem::exists(path)) path += ".mat";
  return path;
}

// The seas of a scatter table or of conditions belong to the study; a case needs one to stand alone.
void Importer::first_sea() {
  const std::string mat = simu.text("mcrMatFile");
  if ((!condition || takes_first_sea) && !mat.empty() && std::filesystem::is_regular_file(condition_file())) {
    const Origin origin = simu.origin("mcrMatFile");
    const auto mcr = variable_with("header", condition_file(), origin);
    const MatlabValue *header = mcr ? mcr->field("header") : nullptr, *cases = mcr ? mcr->field("cases") : nullptr;
    const auto headers = header != nullptr ? texts_of(*header) : std::vector<std::string>{};
    for (std::size_t c = 0; cases != nullptr && c < headers.size() && c < cases->columns && cases->rows > 0; ++c) {
      static const std::set<std::string> needed{"height", "H", "period", "T"};  // or a file; others have defaults
      if (headers[c].rfind("waves", 0) != 0) continue;
      workspace.set("swell_condition", cases->kind == MatlabValue::Kind::cells ? cases->cells[cases->rows * c]
                                                                               : MatlabValue::scalar(cases->at(0, c)));
      try {
        const MatlabValue own = workspace.evaluate(headers[c], origin);
        if (own.text != "NOT DEFINED" &&
            (own.size() != 0 || needed.count(headers[c].substr(headers[c].rfind('.') + 1)) == 0))
          continue;
        workspace.run_text(headers[c] + " = swell_condition;\n", kSetBy);
      } catch (const InputError&) {
        continue;  // no property: the study names it
      }
      decided(fmt::format("the case has the first {} of {}; the study has all", headers[c], mat), origin);
    }
  }
  const std::string excel = scatter_file();
  if (excel.empty() || in("waves", 1).get("height") != nullptr || in("waves", 1).get("period") != nullptr) return;
  const std::filesystem::path path = in_folder(excel);
  if (!std::filesystem::exists(path)) return;
  const Origin origin = simu.origin("mcrExcelFile");
  workspace.set("swell_scatter", MatlabValue::words(std::filesystem::absolute(path).string()));
  const MatlabValue table = workspace.evaluate("readmatrix(swell_scatter)", origin);
  for (std::size_t r = 1; r < table.rows; ++r) {
    for (std::size_t c = 1; c < table.columns; ++c) {
      const double height = table.at(r, 0), period = table.at(0, c);
      if (!(table.at(r, c) > 0.0) || !(height > 0.0) || !(period > 0.0)) continue;
      workspace.run_text(fmt::format("waves.height = {};\nwaves.period = {};\n", height, period),
                         path.filename().string());
      decided(
          fmt::format("the case has the first sea of {}, {:g} m and {:g} s; the study has all", excel, height, period),
          origin);
      return;
    }
  }
}

}  // namespace swell::wecsim

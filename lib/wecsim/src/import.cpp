#include "swell/wecsim/import.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "case_importer.h"
#include "swell/base/error_codes.h"
#include "swell/base/text.h"

namespace swell::wecsim {

std::filesystem::path any_case(const std::filesystem::path& path) {
  if (path.empty() || std::filesystem::exists(path)) return path;
  std::error_code ignored;
  const auto parent = path.parent_path();
  const auto folder = parent.empty() ? std::filesystem::path(".") : parent == path ? parent : any_case(parent);
  for (const auto& entry : std::filesystem::directory_iterator(folder, ignored)) {
    if (lower_case(entry.path().filename().string()) == lower_case(path.filename().string()))
      return folder / entry.path().filename();
  }
  return path;
}

namespace {
std::vector<std::string> other_input_files(const std::filesystem::path& file) {
  std::vector<std::string> out;
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator(file.parent_path(), ignored)) {
    const std::string name = entry.path().filename().string();
    if (name != file.filename() && name.find("InputFile.m") != std::string::npos) out.push_back(name);
  }
  return out;
}
}  // namespace

Importer::Importer(const std::filesystem::path& f, const ImportOptions& o)
    : folder(std::filesystem::is_directory(f) || !std::filesystem::is_regular_file(f) ? f
             : f.has_parent_path()                                                    ? f.parent_path()
                                                                                      : "."),
      options(o),
      file(input_file(f)),
      workspace(folder, o.containment),
      in(workspace, file, out.report),
      pto_sims(o.best) {}

Imported Importer::run() {
  workspace.run_input(file, options.defines);
  // up to version 4 PTO-Sim's parameters are a script of their own, run after the input file
  const std::filesystem::path pto_sim_file = any_case(folder / "ptoSimInputFile.m");
  if (in.count("ptoSim") == 0 && std::filesystem::exists(pto_sim_file)) workspace.run_input(pto_sim_file, {});
  if (condition) condition(workspace);
  std::map<std::pair<std::string, int>, std::vector<const Diagnostic*>> failed;  // by line: a loop repeats its own
  for (const Diagnostic& d : workspace.failed()) failed[{d.origin.file, d.origin.line}].push_back(&d);
  for (const auto& [line, all] : failed)
    decided(fmt::format("a line of the script's own could not be evaluated{}: {}",
                        all.size() > 1 ? fmt::format(", {} times", all.size()) : "", all[0]->message),
            all[0]->origin);
  if (in.count("simu") == 0)
    throw code::error("missing", Origin{file.string(), 0, 0, {}}, "no object simu of simulationClass is made",
                      "is this WEC-Sim's input file?");
  std::string name = simu.text("simMechanicsFile");
  if (name.empty() || name == "NOT DEFINED")
    throw code::error("missing", Origin{file.string(), 0, 0, {}}, "simu.simMechanicsFile names no model",
                      "name the .slx");
  std::filesystem::path path = in_folder(name);
  if (path.extension().empty()) path = any_case(path.string() + ".slx");
  if (!std::filesystem::exists(path)) {
    // a template that is to be filled in, as in WEC-Sim's tutorials, has its solution beside it
    const auto others = other_input_files(file);
    throw code::error(code::kNoFile, simu.origin("simMechanicsFile"),
                      fmt::format("the model {} does not exist", path.string()),
                      others.empty() ? std::string("put the .slx there")
                                     : fmt::format("put the .slx there, or import another input file of the folder: {}",
                                                   fmt::join(others, ", ")));
  }
  if (path.extension() == ".mdl" || path.extension() == ".MDL")
    throw InputError(simu.origin("simMechanicsFile"), fmt::format("{} is a model of before R2012a", path.string()),
                     "save it as .slx in Simulink");
  model = read_slx(path);
  for (const std::string& s : workspace.skipped()) decided(s);
  drawn = topology_of(model, [&](const std::string& t) { return number_of(t); });
  for (const std::string& n : drawn.notes) decided(n, Origin{model.file.string(), 0, 0, {}});
  for (const auto& [block, what] : drawn.losses) lost(fmt::format("{}: {}", block, what), drawing(block));
  step = simu.number("dt", 0.1);
  spread_settings();
  first_sea();
  place_bodies();
  leave_out_undrawn();
  if (body_names.empty())
    throw code::error("missing", Origin{model.file.string(), 0, 0, {}},
                      "the model draws none of the bodies of the input file",
                      "it may be the empty drawing of a tutorial: build the device in Simulink first");
  read_rotors();
  title();
  simulation();
  environment();
  waves();
  hydrodynamics();
  bodies();
  joints();
  moorings();
  if (!rotor_text.text().empty()) {
    text.section("rotors");
    text.insert(text.text().size(), rotor_text.text());
  }
  read_properties();
  controls();
  output();
  conditions();
  foreign();
  for (const DrawnBlock& d : drawn.blocks) {
    if (!pto_sims.made(d)) continue;
    for (const std::string& property : in("ptoSim", d.number).unread())
      decided(fmt::format("ptoSim({}).{} is not part of the force of {}", d.number, property, d.type),
              in("ptoSim", d.number).origin(property));
  }
  in.report_unused();
  for (const char* script : {"userDefinedFunctions.m", "userDefinedFunctionsMCR.m"}) {
    if (std::filesystem::exists(folder / script))
      decided(fmt::format("{} runs after WEC-Sim's simulation and is not imported: process the results file in Python",
                          script),
              Origin{(folder / script).string(), 0, 0, {}});
  }
  stop_for_losses();
  out.yaml = text.text();
  return std::move(out);
}

void Importer::leave_out_undrawn() {
  for (const char* object : {"constraint", "pto", "mooring", "cable", "ptoSim", "windTurbine"}) {
    for (int n = 1; n <= in.count(object); ++n) {
      if (drawn.find(object, n) != nullptr) continue;
      in(object, n).leave_out();
      const auto block = drawn.masks.find({object, n});
      if (block != drawn.masks.end()) {
        lost(fmt::format("{}: {}({}) acts through this block, which is not known here", block->second, object, n),
             drawing(block->second));
        continue;
      }
      decided(fmt::format("{}({}) is in no block of the model and is left out", object, n),
              in(object, n).origin("name"));
    }
  }
}

void Importer::stop_for_losses() {
  std::string entries;
  int count = 0;
  for (const ReportLine& line : out.report) {
    out.runs = out.runs && line.kind != Kind::lost && line.kind != Kind::refused;
    if (line.kind != Kind::lost) continue;
    CaseText entry;
    entry.key(2, "name", unique(fmt::format("not_imported_{}", ++count)), "MISSING: " + line.text, true);
    entry.key(2, "type", "missing-load", "take this entry out to run without it");
    entries += entry.text();
  }
  if (!entries.empty())
    text.insert(components_end.value_or(text.text().size()), (components_end ? "" : "components:\n") + entries);
}

std::string Importer::unique(const std::string& wanted) {
  const std::string base = plain_name(wanted);
  std::string name = base;
  for (int i = 2; name == "world" || name == "sea" || !names.insert(name).second; ++i)
    name = fmt::format("{}_{}", base, i);
  return name;
}

std::string Importer::relative(const std::filesystem::path& path) const {
  const auto base = std::filesystem::absolute(options.output).parent_path();
  const auto r = std::filesystem::absolute(path).lexically_normal().lexically_relative(base.lexically_normal());
  return yaml_text(r.empty() ? std::filesystem::absolute(path).lexically_normal().string() : r.string());
}

std::filesystem::path Importer::in_folder(std::string name) {
  std::replace(name.begin(), name.end(), '\\', '/');
  const bool absolute = !name.empty() && (name[0] == '/' || (name.size() > 2 && name[1] == ':' && name[2] == '/'));
  if (!absolute) return any_case(folder / name);
  if (std::filesystem::exists(name)) return name;
  // a path of the author's machine: its end may be that of a file here
  for (std::size_t at = name.find('/'); at != std::string::npos; at = name.find('/', at + 1)) {
    const std::filesystem::path here = any_case(folder / name.substr(at + 1));
    if (at + 1 == name.size() || !std::filesystem::is_regular_file(here)) continue;
    if (moved_files.insert(name).second)
      decided(fmt::format("{} is a path of another machine; {} is taken", name, here.string()),
              Origin{file.string(), 0, 0, {}});
    return here;
  }
  return name;
}

std::filesystem::path Importer::beside(const std::string& ending) const {
  return options.output.parent_path() / (options.output.stem().string() + ending);
}

int Importer::number_of(const std::string& t) {
  const std::size_t open = t.find('(');
  if (open == std::string::npos) return t.empty() ? 0 : 1;  // a single object: pto
  const std::size_t close = t.find(')', open);
  if (close == std::string::npos) return 0;
  const std::string inner = t.substr(open + 1, close - open - 1);
  char* end = nullptr;
  const long n = std::strtol(inner.c_str(), &end, 10);
  if (end != inner.c_str() && *end == '\0') return n >= 1 && n < 1000000 ? static_cast<int>(n) : 0;
  try {
    const MatlabValue v = workspace.evaluate(inner, drawing(t));
    return v.is_numbers() && v.size() == 1 && v.numbers[0] >= 1.0 && v.numbers[0] < 1e6 ? static_cast<int>(v.numbers[0])
                                                                                        : 0;
  } catch (const InputError&) {
    return 0;
  }
}

std::string Importer::matrix(const MatlabValue& m, std::size_t n) {
  bool diagonal = true;
  for (std::size_t r = 0; r < n && r < m.rows; ++r) {
    for (std::size_t c = 0; c < n && c < m.columns; ++c) diagonal = diagonal && (r == c || m.at(r, c) == 0.0);
  }
  if (m.rows < n || m.columns < n)
    return yaml_list(std::vector<double>(
        m.numbers.begin(), m.numbers.begin() + static_cast<std::ptrdiff_t>(std::min(n, m.numbers.size()))));
  if (diagonal) {
    std::vector<double> d;
    for (std::size_t r = 0; r < n; ++r) d.push_back(m.at(r, r));
    return yaml_list(d);
  }
  std::string rows = "[";
  for (std::size_t r = 0; r < n; ++r) {
    std::vector<double> row;
    for (std::size_t c = 0; c < n; ++c) row.push_back(m.at(r, c));
    rows += (r > 0 ? ", " : "") + yaml_list(row);
  }
  return rows + "]";
}

bool Importer::nonzero(const std::vector<double>& v) {
  return std::any_of(v.begin(), v.end(), [](double x) { return x != 0.0; });
}

std::size_t Imported::count(ReportLine::Kind kind) const {
  return static_cast<std::size_t>(
      std::count_if(report.begin(), report.end(), [&](const ReportLine& l) { return l.kind == kind; }));
}

std::filesystem::path input_file(const std::filesystem::path& folder) {
  if (std::filesystem::is_regular_file(folder) && (folder.extension() == ".m" || folder.extension() == ".M"))
    return folder;
  if (!std::filesystem::is_directory(folder))
    throw code::error(
        code::kNoFile, Origin{folder.string(), 0, 0, {}},
        std::filesystem::exists(folder) ? "this is neither a folder nor a .m" : "this folder does not exist",
        "name the folder that holds wecSimInputFile.m");
  std::filesystem::path file = any_case(folder / "wecSimInputFile.m");
  if (!std::filesystem::exists(file))
    throw code::error(code::kNoFile, Origin{folder.string(), 0, 0, {}}, "the folder holds no wecSimInputFile.m",
                      "name the folder of a WEC-Sim case");
  return file;
}

std::filesystem::path model_file(const std::filesystem::path& folder,
                                 const std::map<std::string, std::string>& defines) {
  const std::filesystem::path file = input_file(folder), home = file.has_parent_path() ? file.parent_path() : ".";
  MatlabWorkspace workspace(home, Containment::child_process);
  code::of_file([&] { workspace.run_input(file, defines); });
  const MatlabValue* simu = workspace.find("simu");
  const MatlabValue* name = simu == nullptr ? nullptr : simu->field("simMechanicsFile");
  return home / (name == nullptr ? "case.slx" : name->text);
}

Imported import_case(const std::filesystem::path& folder, const ImportOptions& options) {
  return code::of_file([&] { return Importer(folder, options).run(); });
}

}  // namespace swell::wecsim

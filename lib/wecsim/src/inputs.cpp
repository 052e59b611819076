#include <fmt/ranges.h>

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <iterator>
#include <sstream>

#include "importer.h"
#include "matlab_machine.h"

namespace swell::wecsim {

namespace {
std::set<std::string> words_of(const std::string& text) {
  std::istringstream in(text);
  return {std::istream_iterator<std::string>(in), std::istream_iterator<std::string>()};
}
}  // namespace

void CaseText::section(const std::string& name) { text_ += name + ":\n"; }
void CaseText::comment(const std::string& text) { text_ += "# " + text + "\n"; }
void CaseText::key(int level, const std::string& key, const std::string& value, const std::string& comment, bool item) {
  std::string lead(static_cast<std::size_t>(2 * level), ' ');
  if (item) lead.replace(lead.size() - 2, 2, "- ");
  std::string line_comment = comment;
  std::replace(line_comment.begin(), line_comment.end(), '\n', ' ');
  text_ += fmt::format("{}{}: {}{}\n", lead, key, value, comment.empty() ? "" : "  # " + line_comment);
}
void CaseText::heading(int level, const std::string& key, const std::string& comment, bool item) {
  std::string lead(static_cast<std::size_t>(2 * level), ' ');
  if (item) lead.replace(lead.size() - 2, 2, "- ");
  text_ += fmt::format("{}{}:{}\n", lead, key, comment.empty() ? "" : "  # " + comment);
}

int Inputs::count(const std::string& object) const {
  const MatlabValue* v = workspace_.find(object);
  return v == nullptr || v->kind != MatlabValue::Kind::structure ? 0 : static_cast<int>(v->elements.size());
}

namespace {
// The value of `path` below element `element`; each name on the way goes to `passed`.
const MatlabValue* below(const MatlabValue* v, std::size_t element, const std::string& path,
                         const std::function<void(const std::string&)>& passed = {}) {
  for (std::size_t from = 0; v != nullptr && from <= path.size(); element = 0) {
    const std::size_t dot = std::min(path.find('.', from), path.size());
    v = v->field(path.substr(from, dot - from), element);
    if (v != nullptr && passed) passed(path.substr(0, dot));
    from = dot + 1;
  }
  return v;
}
}  // namespace

const MatlabValue* Object::get(const std::string& path) const {
  const MatlabValue* v = all_.workspace_.find(name_);
  if (v == nullptr || number_ < 1) return nullptr;
  v = below(v, static_cast<std::size_t>(number_) - 1, path,
            [&](const std::string& passed) { all_.used_.insert(own(passed)); });
  return v == nullptr || v->size() == 0 ? nullptr : v;
}

void Object::leave_out() const { all_.left_out_.insert(label_); }

void Object::use(const std::string& path) const {
  const MatlabValue* v = all_.workspace_.find(name_);
  const MatlabValue defaults = wec_sim_defaults(v == nullptr ? "" : v->type);
  const std::function<void(const std::string&, const MatlabValue*)> mark = [&](const std::string& own,
                                                                               const MatlabValue* value) {
    all_.used_.insert(this->own(own));
    if (value == nullptr || value->elements.empty()) return;
    for (const auto& f : *value->elements[0]) mark(own + "." + f.first, &f.second);
  };
  mark(path, below(&defaults, 0, path));
}

std::vector<std::string> Object::unread() const {
  std::vector<std::string> out;
  const std::string begin = label_ + ".";
  for (const auto& a : all_.workspace_.assignments()) {
    if (a.first.rfind(begin, 0) == 0 && all_.used_.insert(a.first).second) out.push_back(a.first.substr(begin.size()));
  }
  return out;
}

bool Object::set(const std::string& path) const {
  const std::string own = this->own(path);
  for (const auto& a : all_.workspace_.assignments()) {
    if (a.first == own || a.first.rfind(own + ".", 0) == 0) return true;
  }
  return false;
}

Origin Object::origin(const std::string& path) const {
  Origin o = all_.workspace_.set_at(own(path));
  if (o.line == 0) o = all_.workspace_.set_at(label_);
  if (o.line == 0) o.file = all_.file_.string();
  return o;
}

std::string Object::from(const std::string& path) const {
  const std::string own = this->own(path),
                    shown = all_.count(name_) > 1 || (name_ != "simu" && name_ != "waves") ? own : name_ + "." + path;
  Origin o = all_.workspace_.set_at(own);
  static const std::set<std::string> given{"h5File", "name", "type", "base", "follower"};  // to the constructor
  if (o.line == 0 && given.count(path) != 0) o = all_.workspace_.set_at(label_);
  if (o.line == 0) return fmt::format("{}, WEC-Sim's default", shown);
  const std::filesystem::path file(o.file);
  return file.filename() == all_.file_.filename() ? fmt::format("{}, line {}", shown, o.line)
                                                  : fmt::format("{}, {}:{}", shown, file.filename().string(), o.line);
}

void Object::lose(const std::string& path, const std::string& why) const {
  const std::string own = this->own(path);
  if (all_.misread_.insert(own).second)
    all_.report_.push_back({ReportLine::Kind::lost, fmt::format("{} {}", own, why), origin(path)});
}

const MatlabValue* Object::numeric(const std::string& path) const {
  const MatlabValue* v = get(path);
  if (v == nullptr || v->is_numbers()) return v;
  lose(path, v->is_text() ? fmt::format("= '{}' is not a number", v->text) : "is not a number");
  return nullptr;
}

double Object::number(const std::string& path, double otherwise, bool studied) const {
  const auto values = numbers(path, studied ? std::set<std::size_t>{} : std::set<std::size_t>{1});
  return values.empty() ? otherwise : values[0];
}

std::vector<double> Object::numbers(const std::string& path, const std::set<std::size_t>& sizes) const {
  const MatlabValue* v = numeric(path);
  if (v == nullptr) return {};
  if (sizes.empty() || sizes.count(v->size()) != 0) return v->numbers;
  lose(path, fmt::format("has {} values, not {}", v->size(), fmt::join(sizes, " or ")));
  return {};
}

const MatlabValue* Object::matrix(const std::string& path, bool modes) const {
  const MatlabValue* v = numeric(path);
  if (v == nullptr || std::all_of(v->numbers.begin(), v->numbers.end(), [](double x) { return x == 0.0; }))
    return nullptr;
  if (v->size() != 6 && (v->rows != v->columns || v->rows < 6)) {
    lose(path, fmt::format("is {} x {}, not 6 x 6 nor 6 values", v->rows, v->columns));
    return nullptr;
  }
  for (std::size_t i = 0; !modes && v->size() != 6 && i < v->size(); ++i) {
    if (v->numbers[i] != 0.0 && (i % v->rows >= 6 || i / v->rows >= 6))
      lose(path, "has values of generalised modes, which have no place here");
  }
  return v;
}

int Object::option(const std::string& path, int most, int otherwise) const {
  const double x = number(path, otherwise);
  for (int i = 0; i <= most; ++i) {
    if (x == i) return i;
  }
  lose(path, fmt::format("= {:g} is not one of 0 to {}", x, most));
  return otherwise;
}

std::string Object::text(const std::string& path) const {
  const MatlabValue* v = get(path);
  if (v == nullptr || v->is_text()) return v == nullptr ? "" : v->text;
  lose(path, "is not a text");
  return "";
}

bool Object::is_default(const std::string& path) const {
  const MatlabValue* all = all_.workspace_.find(name_);
  if (all == nullptr || number_ < 1) return false;
  const MatlabValue defaults = wec_sim_defaults(all->type);
  const MatlabValue *value = below(all, static_cast<std::size_t>(number_) - 1, path), *own = below(&defaults, 0, path);
  return value != nullptr && own != nullptr && equal(*value, *own);
}

void Inputs::report_unused() {
  // Of pictures, files and Simulink's own running, and two names that WEC-Sim's own examples misspell. Whatever else is
  // set and not used carries load or sea.
  static const std::set<std::string> harmless = words_of(
      "explorer mode domainSize zeroCross rateTransition saveText saveWorkspace saveStructure "
      "keepPool reloadH5Data outputDir inputFile logFile caseFile caseDir paraview pressure viz "
      "marker.size marker.style marker.graphicColor moorDyn moorDynLines moorDynNodes "
      "simMechanicsFile morisonDt nonlinearDt numIntMidTimeSteps dtMax StartTimeParaview "
      "EndTimeParaview dtParaview pathParaviewVideo flex gbmDOF dof "
      "hardStops.upperLimitTransitionRegion hardStops.lowerLimitTransitionRegion");
  std::set<std::string> needless;
  for (const auto& a : workspace_.assignments()) {
    const std::size_t dot = a.first.find(").");
    const std::string object = a.first.substr(0, a.first.find('('));
    if (!is_object(object) || dot == std::string::npos) continue;  // the object itself
    bool used = used_.count(a.first) != 0 || left_out_.count(a.first.substr(0, dot + 1)) != 0;
    // the parent of what was set below it
    const auto below = used_.lower_bound(a.first + ".");
    used = used || (below != used_.end() && below->rfind(a.first + ".", 0) == 0);
    const std::string path = a.first.substr(dot + 2);
    if (used || Object(*this, object, std::atoi(a.first.c_str() + object.size() + 1)).is_default(path)) continue;
    if (std::any_of(harmless.begin(), harmless.end(),
                    [&](const std::string& h) { return path == h || path.rfind(h + ".", 0) == 0; }))
      needless.insert(path);
    else
      report_.push_back({ReportLine::Kind::lost, fmt::format("{} is set and has no place here", a.first), a.second});
  }
  if (!needless.empty())
    report_.push_back({ReportLine::Kind::decided, fmt::format("not needed here: {}", fmt::join(needless, ", ")), {}});
}

}  // namespace swell::wecsim

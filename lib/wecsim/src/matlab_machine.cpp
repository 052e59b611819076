// The machine: files, statements, calls; what a workspace shows of it.
#include "matlab_machine.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <fstream>

#include "swell/base/error_codes.h"
#include "swell/base/regular_file.h"
#include "swell/base/text.h"

namespace swell::wecsim {
using Kind = MatlabValue::Kind;

namespace {

constexpr std::size_t kMostElements = 10'000'000;  // of one value
constexpr std::size_t kLarge = 100'000;            // elements from which values are counted
constexpr std::size_t kMostInAll = 100'000'000;    // elements of large values together
constexpr int kDeepestCalls = 100;

std::string read_text(const std::filesystem::path& file) {
  require_regular_file(file, {});
  if (auto text = file_bytes(file)) return *text;
  throw code::error(code::kNoFile, Origin{file.string(), 0, 0, {}}, "cannot be opened");
}

}  // namespace

void Machine::fail(const std::string& what, const std::string& remedy) const { throw InputError(here(), what, remedy); }
void Machine::refuse(const char* code, const std::string& what, const std::string& remedy) const {
  throw code::error(code, here(), what, remedy);
}
void Machine::skip(const std::string& what) {
  std::string line = fmt::format("{}: {}", here().place(), what);
  if (std::find(skipped_.begin(), skipped_.end(), line) == skipped_.end()) skipped_.push_back(std::move(line));
}
bool Machine::exhausted() const { return steps_ > kMostSteps || large_ > kMostInAll; }
void Machine::budget(std::size_t elements) const {
  if (elements > kMostElements)
    fail(fmt::format("{} elements are too many: at most {} are kept", elements, kMostElements));
  if (elements < kLarge) return;
  large_ += elements;
  if (large_ > kMostInAll) fail(fmt::format("the script makes more than {} elements in all", kMostInAll));
}

std::filesystem::path Machine::resolve(const std::string& name) const {
  std::string slashed = name;
  std::replace(slashed.begin(), slashed.end(), '\\', '/');
  std::filesystem::path path(slashed);
  if (path.is_absolute()) return path;
  for (const auto& folder : folders_) {
    if (std::filesystem::exists(folder / path)) return folder / path;
  }
  return folder_ / path;
}

const MatlabValue* Machine::find(const std::string& name) const {
  const auto found = variables_.find(name);
  return found == variables_.end() ? nullptr : &found->second;
}

void Machine::clear(const Values& names) {
  if (names.empty()) variables_.clear();
  for (const MatlabValue& name : names) {
    if (name.text == "all")
      variables_.clear();
    else
      variables_.erase(name.text);
  }
}

void Machine::run_file(const std::filesystem::path& file) {
  const std::string key = file.lexically_normal().string();
  auto& script = scripts_[key];
  if (!script) script = std::make_shared<const Script>(parse_script(read_text(file), file.string()));
  const auto kept = script;  // a script that clears everything must not end its own life
  run_script(*kept);
}

/// One deeper in scripts and functions; at its end the place of before holds again.
class Machine::Call {
 public:
  explicit Call(Machine& machine)
      : machine_(machine), file_(machine.file_), line_(machine.line_), column_(machine.column_) {
    if (machine_.depth_ >= kDeepestCalls) machine_.fail("scripts and functions call each other too deeply");
    ++machine_.depth_;
  }
  Call(const Call&) = delete;
  Call& operator=(const Call&) = delete;
  ~Call() {
    machine_.file_ = std::move(file_);
    machine_.line_ = line_;
    machine_.column_ = column_;
    --machine_.depth_;
  }

 private:
  Machine& machine_;
  std::string file_;
  int line_, column_;
};

/// A call with variables of its own, which `inner` has before and after.
class Machine::Scope {
 public:
  Scope(Machine& machine, Variables& inner) : call_(machine), machine_(machine), inner_(inner) { exchange(); }
  Scope(const Scope&) = delete;
  Scope& operator=(const Scope&) = delete;
  ~Scope() { exchange(); }

 private:
  void exchange() {
    std::swap(inner_, machine_.variables_);
    std::swap(ends_, machine_.ends_);
  }
  Call call_;
  Machine& machine_;
  Variables& inner_;
  std::vector<EndOf> ends_;
};

void Machine::run_script(const Script& script) {
  const Call call(*this);
  const auto shared = std::make_shared<const Script>(script);
  for (std::size_t i = 0; i < script.functions.size(); ++i) functions_[script.functions[i].name] = {shared, i};
  file_ = script.file;
  if (!script.renamed.empty())
    skip(
        fmt::format("names of an earlier WEC-Sim are read as those of version 7: {}", fmt::join(script.renamed, ", ")));
  run(shared->body);
  if (depth_ == 1) stop_for_missing();
}

MatlabValue Machine::evaluate_text(const std::string& text, const Origin& origin) {
  const ExpressionPtr tree = parse_expression(text, origin);
  try {
    return value_of(tree);
  } catch (const InputError& error) {
    Diagnostic d = error.diagnostics().front();
    d.message = fmt::format("'{}': {}", text, d.message);
    d.origin = origin;
    throw InputError(d);
  }
}

Machine::Flow Machine::run(const Block& block) {
  for (const Statement& statement : block) {
    cause_ = {};
    try {
      const Flow flow = run(statement);
      if (flow != Flow::next) return flow;
    } catch (const InputError& error) {
      const bool own = may_fail(statement);
      if (!tolerant || exhausted() || trying_ > 0) throw;  // the branch behind catch runs
      if (!own && cause_.name.empty()) {
        stop_for_missing();  // what else fails may follow from it
        throw;
      }
      ends_.clear();
      const Diagnostic& d = error.diagnostics().front();
      if (!own) {  // it lacks a name; so may others, and all are asked for at once
        missing_.emplace(cause_.name, d);
        cause_ = {};
        continue;
      }
      failed_.push_back(d);
      if (cause_.why.empty()) cause_.why = fmt::format("{}: {}", d.origin.place(), d.message);
      for (const ExpressionPtr& target : statement.targets) {
        const Expression* e = target.get();
        if (e == nullptr || e->kind != Expression::Kind::word) continue;
        variables_.erase(e->text);
        unset_[e->text] = cause_;
      }
      cause_ = {};
    }
  }
  return Flow::next;
}

void Machine::stop_for_missing() {
  if (missing_.empty()) return;
  const auto missing = std::move(missing_);
  missing_.clear();
  Diagnostic d = missing.begin()->second;
  if (missing.size() > 1) {
    std::string names, defines;
    for (const auto& [name, first] : missing) {
      names += (names.empty() ? "" : ", ") + name;
      defines += fmt::format(" --define {}={}", name, set_in_folder(name).second);
    }
    d.message = fmt::format("these names are neither variables nor functions that are known here: {}", names);
    d.remedy = "give" + defines;
  }
  throw InputError(d);
}

// A statement that sets a variable of the script's own: what cannot be evaluated then matters only to those who read
// the variable, and they say so.
bool Machine::may_fail(const Statement& s) {
  if (s.kind == Statement::Kind::assign) {
    for (const ExpressionPtr& target : s.targets) {
      const Expression* e = target.get();
      while (e != nullptr && e->kind != Expression::Kind::word && !e->children.empty()) e = e->children[0].get();
      if (e != nullptr && is_object(e->text)) return false;
    }
    return true;
  }
  // a function that is called for what it draws or prints; a script may make the objects
  static const std::set<std::string> scripts{"run", "eval", "evalin", "assignin"};
  return s.kind == Statement::Kind::expression && s.value->kind == Expression::Kind::call && !is_method(s) &&
         scripts.count(s.value->children[0]->text) == 0;
}

Machine::Flow Machine::run(const Statement& s) {
  line_ = s.line;
  column_ = s.column;
  if (++steps_ > kMostSteps) fail("the script does not end");
  switch (s.kind) {
    case Statement::Kind::expression: {
      if (run_method(s)) return Flow::next;
      if (s.value->kind == Expression::Kind::word && find(s.value->text) == nullptr)
        call_named(s.value->text, {}, 0, true);
      else
        values_of(s.value, 0);
      return Flow::next;
    }
    case Statement::Kind::assign: {
      if (s.targets.size() == 1) {
        if (s.targets[0]) assign(s.targets[0], value_of(s.value));
        return Flow::next;
      }
      Values values = values_of(s.value, s.targets.size());
      for (std::size_t i = 0; i < s.targets.size(); ++i) {
        if (!s.targets[i]) continue;
        if (i >= values.size()) fail(fmt::format("only {} values come from the right side", values.size()));
        assign(s.targets[i], std::move(values[i]));
      }
      return Flow::next;
    }
    case Statement::Kind::if_:
      for (std::size_t i = 0; i < s.blocks.size(); ++i) {
        if (!s.conditions[i] || truth(*this, value_of(s.conditions[i]))) return run(s.blocks[i]);
      }
      return Flow::next;
    case Statement::Kind::for_: {
      const MatlabValue over = value_of(s.value);
      const std::size_t columns = over.kind == Kind::text        ? over.text.size()
                                  : over.kind == Kind::structure ? over.size()
                                                                 : over.columns;
      for (std::size_t c = 0; c < columns; ++c) {
        MatlabValue item;
        if (over.kind == Kind::numbers) {
          item = MatlabValue::matrix(over.rows, 1);
          for (std::size_t r = 0; r < over.rows; ++r) item.numbers[r] = over.at(r, c);
        } else if (over.kind == Kind::text) {
          item = MatlabValue::words(over.text.substr(c, 1));
        } else if (over.kind == Kind::cells) {
          item = MatlabValue::cell_row({over.cells[c * over.rows]});
        } else {
          item = element_of(over, c);
        }
        variables_[s.word] = std::move(item);
        const Flow flow = run(s.blocks[0]);
        if (flow == Flow::break_) break;
        if (flow == Flow::return_) return flow;
        if (++steps_ > kMostSteps) fail("the script does not end");
      }
      return Flow::next;
    }
    case Statement::Kind::while_:
      while (truth(*this, value_of(s.value))) {
        if (++steps_ > kMostSteps) fail("the loop does not end");
        const Flow flow = run(s.blocks[0]);
        if (flow == Flow::break_) break;
        if (flow == Flow::return_) return flow;
      }
      return Flow::next;
    case Statement::Kind::switch_: {
      const MatlabValue value = value_of(s.value);
      const auto same = [&](const MatlabValue& a) {
        if (a.is_text() || value.is_text()) return a.is_text() && value.is_text() && a.text == value.text;
        return a.is_numbers() && value.is_numbers() && a.size() == 1 && value.size() == 1 &&
               a.numbers[0] == value.numbers[0];
      };
      for (std::size_t i = 0; i < s.blocks.size(); ++i) {
        bool hit = !s.conditions[i];
        if (!hit) {
          const MatlabValue wanted = value_of(s.conditions[i]);
          hit = wanted.kind == Kind::cells ? std::any_of(wanted.cells.begin(), wanted.cells.end(), same) : same(wanted);
        }
        if (hit) return run(s.blocks[i]);
      }
      return Flow::next;
    }
    case Statement::Kind::try_:
      try {
        ++trying_;
        const Flow flow = run(s.blocks[0]);
        --trying_;
        return flow;
      } catch (const InputError& error) {
        --trying_;
        skip(fmt::format("what stands behind catch runs: {}", error.diagnostics().front().message));
        return run(s.blocks[1]);
      }
    case Statement::Kind::break_:
      return Flow::break_;
    case Statement::Kind::continue_:
      return Flow::continue_;
    case Statement::Kind::return_:
      return Flow::return_;
    case Statement::Kind::command:
      command(s);
      return Flow::next;
  }
  return Flow::next;
}

void Machine::command(const Statement& s) {
  if (s.word == "global" || s.word == "persistent") return;
  Values arguments;
  for (const std::string& word : s.words) {
    const bool quoted = word.size() > 1 && word.front() == '\'' && word.back() == '\'';
    arguments.push_back(MatlabValue::words(quoted ? word.substr(1, word.size() - 2) : word));
  }
  call_named(s.word, std::move(arguments), 0, true);
}

std::pair<std::string, std::string> Machine::set_in_folder(const std::string& name) const {
  constexpr std::uintmax_t kLongestScript = 1U << 20U;
  std::error_code ignored;
  std::set<std::filesystem::path> scripts;
  for (const auto& entry : std::filesystem::directory_iterator(folder_, ignored)) {
    if (entry.path().extension() == ".m" && entry.is_regular_file(ignored) && entry.file_size(ignored) < kLongestScript)
      scripts.insert(entry.path());
  }
  for (const auto& script : scripts) {
    if (script.filename() == std::filesystem::path(file_).filename()) continue;
    std::ifstream stream(script);
    int number = 1;
    for (std::string line; std::getline(stream, line); ++number) {
      std::size_t at = line.find_first_not_of(" \t");
      for (const char* loop : {"for ", "parfor "}) {
        if (at != std::string::npos && line.compare(at, std::string(loop).size(), loop) == 0)
          at = line.find_first_not_of(" \t", at + std::string(loop).size());
      }
      if (at == std::string::npos || line.compare(at, name.size(), name) != 0) continue;
      at = line.find_first_not_of(" \t", at + name.size());
      if (at == std::string::npos || line[at] != '=' || line.compare(at, 2, "==") == 0) continue;
      char* end = nullptr;
      const std::string value = line.substr(at + 1);
      const double literal = std::strtod(value.c_str(), &end);
      while (*end == ' ') ++end;
      const bool alone = end != value.c_str() && (*end == '\0' || *end == ';' || *end == '%' || *end == '\r');
      return {fmt::format("{}:{}", script.filename().string(), number), alone ? fmt::format("{}", literal) : "..."};
    }
  }
  return {"", "..."};
}

Machine::Values Machine::call_named(const std::string& name, Values arguments, std::size_t outputs, bool statement) {
  const auto own = functions_.find(name);
  if (own != functions_.end()) {
    const auto kept = own->second.first;
    return call_definition(kept->functions[own->second.second], arguments, outputs);
  }
  if (is_wec_sim_class(name)) {
    MatlabValue object = wec_sim_defaults(name);
    auto& fields = *object.elements[0];
    const auto argument = [&](std::size_t i) { return i < arguments.size() ? arguments[i] : MatlabValue::words(""); };
    if (name == "bodyClass") fields["h5File"] = argument(0);
    if (name == "bodyClass" && argument(1).is_numbers()) fields["hydroDataBodyNum"] = argument(1);  // up to version 1.3
    if (name == "waveClass" || name == "ptoSimClass") fields["type"] = argument(0);
    if (name == "constraintClass" || name == "ptoClass" || name == "mooringClass" || name == "cableClass")
      fields["name"] = argument(0);
    if (name == "cableClass") {
      fields["base"] = argument(1);
      fields["follower"] = argument(2);
    }
    if (name == "windTurbineClass" || name == "windClass") fields["type"] = argument(0);
    return {object};
  }
  bool found = false;
  const int line = line_, column = column_;
  Values out = call_builtin(*this, name, arguments, outputs, found);
  if (found) {  // in a list of arguments or a matrix the first value alone counts
    if (out.size() > std::max<std::size_t>(outputs, 1)) out.resize(std::max<std::size_t>(outputs, 1));
    return out;
  }
  const std::filesystem::path file = resolve(name + ".m");
  if (std::filesystem::exists(file)) {
    const std::string key = file.lexically_normal().string();
    auto& script = scripts_[key];
    if (!script) script = std::make_shared<const Script>(parse_script(read_text(file), file.string()));
    const auto kept = script;
    if (kept->body.empty() && !kept->functions.empty()) {
      for (std::size_t i = 1; i < kept->functions.size(); ++i) functions_[kept->functions[i].name] = {kept, i};
      return call_definition(kept->functions[0], arguments, outputs);
    }
    if (!statement && outputs > 0) fail(fmt::format("{} is a script and has no value", name));
    run_script(*kept);
    return {};
  }
  line_ = line;
  column_ = column;
  const auto unset = unset_.find(name);
  std::string what = fmt::format("{} is neither a variable nor a function that is known here", name);
  cause_ = unset == unset_.end() ? Cause{fmt::format("{}: {}", here().place(), what), name} : unset->second;
  if (unset != unset_.end()) what = fmt::format("{} has no value, because of {}", name, cause_.why);
  const std::string lacks = cause_.name.empty() ? name : cause_.name;
  const auto near = nearest(lacks, keys_of(variables_));
  const auto [elsewhere, value] = cause_.name.empty() ? std::pair<std::string, std::string>{} : set_in_folder(lacks);
  refuse(code::kUnknownName, what,
         !elsewhere.empty()
             ? fmt::format("{} sets it before WEC-Sim starts: give --define {}={}", elsewhere, lacks, value)
         : near ? fmt::format("did you mean {}?", *near)
         : !failed_.empty() && unset == unset_.end()
             ? fmt::format("the first line that failed may set it: {}", failed_.front().text())
             : fmt::format("set it with --define {}=..., or write its value into the file", lacks));
}

Machine::Values Machine::call_definition(const FunctionDefinition& f, const Values& arguments, std::size_t outputs) {
  if (arguments.size() > f.inputs.size() && (f.inputs.empty() || f.inputs.back() != "varargin"))
    fail(fmt::format("{} takes {} arguments, not {}", f.name, f.inputs.size(), arguments.size()));
  Variables inner;
  for (std::size_t i = 0; i < f.inputs.size() && i < arguments.size(); ++i) inner[f.inputs[i]] = arguments[i];
  inner["nargin"] = MatlabValue::scalar(static_cast<double>(arguments.size()));
  inner["nargout"] = MatlabValue::scalar(static_cast<double>(outputs));
  {
    const Scope scope(*this, inner);
    file_ = f.file;
    run(f.body);
  }
  Values out;
  for (std::size_t i = 0; i < std::max<std::size_t>(outputs, 1) && i < f.outputs.size(); ++i) {
    const auto value = inner.find(f.outputs[i]);
    if (value == inner.end()) {
      if (i == 0 && outputs == 0) return {};
      fail(fmt::format("{} gives no value to its output {}", f.name, f.outputs[i]));
    }
    out.push_back(value->second);
  }
  return out;
}

Machine::Values Machine::call_value(const MatlabValue& function, const Values& arguments, std::size_t outputs) {
  if (function.is_text()) return call_named(function.text, arguments, outputs, false);
  if (function.kind != Kind::function) fail(fmt::format("{} is not a function", describe(function)));
  const MatlabFunction& f = *function.function;
  if (!f.name.empty()) return call_named(f.name, arguments, outputs, false);
  Variables inner = f.captured;
  for (std::size_t i = 0; i < f.parameters.size() && i < arguments.size(); ++i) inner[f.parameters[i]] = arguments[i];
  const Scope scope(*this, inner);
  return values_of(f.body, outputs);
}

// ---- MatlabWorkspace

struct MatlabWorkspace::State {
  State(std::filesystem::path folder, Containment containment) : machine(std::move(folder), containment) {}
  Machine machine;
};

MatlabWorkspace::MatlabWorkspace(std::filesystem::path folder, Containment containment)
    : state_(std::make_unique<State>(std::move(folder), containment)) {}
MatlabWorkspace::~MatlabWorkspace() = default;

void MatlabWorkspace::run_file(const std::filesystem::path& file) { state_->machine.run_file(file); }
void MatlabWorkspace::run_input(const std::filesystem::path& file, const std::map<std::string, std::string>& defines) {
  for (const auto& d : defines) set(d.first, evaluate(d.second, Origin{"--define", 0, 0, d.first}));
  tolerate(true);
  run_file(file);
  tolerate(false);
}
void MatlabWorkspace::run_text(const std::string& text, const std::string& name) {
  state_->machine.run_script(parse_script(text, name));
}
MatlabValue MatlabWorkspace::evaluate(const std::string& expression, const Origin& origin) {
  return state_->machine.evaluate_text(expression, origin);
}
MatlabValue MatlabWorkspace::evaluate(const std::string& expression, const Origin& origin,
                                      const std::vector<std::map<std::string, std::string>>& masks) {
  struct Hidden {  // variables of the workspace behind the parameters of masks
    Machine::Variables& all;
    std::map<std::string, std::optional<MatlabValue>> before = {};
    ~Hidden() {
      for (auto& [name, value] : before) {
        if (value)
          all[name] = std::move(*value);
        else
          all.erase(name);
      }
    }
  } hidden{state_->machine.variables_};
  for (const auto& mask : masks) {
    std::map<std::string, std::optional<MatlabValue>> inner;
    for (const auto& [name, text] : mask) {
      try {
        inner[name] = text == "on" || text == "off" ? MatlabValue::boolean(text == "on") : evaluate(text, origin);
      } catch (const InputError&) {
        inner[name] = std::nullopt;  // who reads it says so
      }
    }
    for (auto& [name, value] : inner) {
      const MatlabValue* own = find(name);
      hidden.before.emplace(name, own == nullptr ? std::nullopt : std::optional<MatlabValue>(*own));
      if (value)
        hidden.all[name] = std::move(*value);
      else
        hidden.all.erase(name);
    }
  }
  return evaluate(expression, origin);
}

const MatlabValue* MatlabWorkspace::find(const std::string& variable) const { return state_->machine.find(variable); }
void MatlabWorkspace::set(const std::string& variable, MatlabValue value) {
  state_->machine.variables_[variable] = std::move(value);
}
const std::map<std::string, MatlabValue>& MatlabWorkspace::variables() const { return state_->machine.variables_; }
Origin MatlabWorkspace::set_at(const std::string& property) const {
  const auto found = state_->machine.assignments_.find(property);
  return found == state_->machine.assignments_.end() ? Origin{} : found->second;
}
const std::map<std::string, Origin>& MatlabWorkspace::assignments() const { return state_->machine.assignments_; }
const std::vector<std::string>& MatlabWorkspace::skipped() const { return state_->machine.skipped_; }
std::string MatlabWorkspace::source_of(const std::string& function) const {
  const std::filesystem::path file = state_->machine.resolve(function + ".m");
  return std::filesystem::exists(file) ? read_text(file) : "";
}
void MatlabWorkspace::tolerate(bool on) { state_->machine.tolerant = on; }
const std::vector<Diagnostic>& MatlabWorkspace::failed() const { return state_->machine.failed_; }

}  // namespace swell::wecsim

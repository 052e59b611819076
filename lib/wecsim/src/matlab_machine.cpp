#include "matlab_machine.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <sstream>

#include "swell/base/regular_file.h"

namespace swell::wecsim {
namespace {

using Kind = MatlabValue::Kind;
constexpr std::size_t kMostSteps = 5'000'000;      // statements and expressions: a loop without end is refused
constexpr std::size_t kMostElements = 10'000'000;  // of one value
constexpr std::size_t kLarge = 100'000;            // elements from which values are counted
constexpr std::size_t kMostInAll = 100'000'000;    // elements of large values together
constexpr int kDeepestCalls = 100;

std::string read_text(const std::filesystem::path& file) {
  require_regular_file(file, {});
  std::ifstream in(file, std::ios::binary);
  if (!in) throw InputError(Origin{file.string(), 0, 0, {}}, "cannot be opened");
  std::ostringstream out;
  out << in.rdbuf();
  return out.str();
}

}  // namespace

void Machine::fail(const std::string& what, const std::string& remedy) const { throw InputError(here(), what, remedy); }
void Machine::skip(const std::string& what) { skipped_.push_back(fmt::format("{}: {}", here().place(), what)); }
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
  const std::filesystem::path path(slashed);
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
  note_read(file);
  const auto kept = script;  // a script that clears everything must not end its own life
  run_script(*kept);
}

void Machine::run_script(const Script& script) {
  if (++depth_ > kDeepestCalls) fail("scripts call each other too deeply");
  const auto shared = std::make_shared<const Script>(script);
  for (std::size_t i = 0; i < script.functions.size(); ++i) functions_[script.functions[i].name] = {shared, i};
  const std::string file = file_;
  const int line = line_, column = column_;
  file_ = script.file;
  run(shared->body);
  file_ = file, line_ = line, column_ = column;
  --depth_;
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
    if (!tolerant || !may_fail(statement)) {
      const Flow flow = run(statement);
      if (flow != Flow::next) return flow;
      continue;
    }
    const std::string file = file_;
    const int depth = depth_;
    try {
      run(statement);
    } catch (const InputError& error) {
      if (steps_ > kMostSteps || large_ > kMostInAll) throw;
      file_ = file;
      depth_ = depth;
      ends_.clear();
      failed_.push_back(error.diagnostics().front());
      for (const ExpressionPtr& target : statement.targets) {
        if (target && target->kind == Expression::Kind::word) variables_.erase(target->text);
      }
    }
  }
  return Flow::next;
}

// A statement that sets a variable of the script's own: what cannot be evaluated then matters only to those who read
// the variable, and they say so.
bool Machine::may_fail(const Statement& s) {
  static const std::set<std::string> objects{"simu",  "waves",   "body",   "constraint",  "pto",
                                             "cable", "mooring", "ptoSim", "windTurbine", "wind"};
  if (s.kind == Statement::Kind::assign) {
    for (const ExpressionPtr& target : s.targets) {
      const Expression* e = target.get();
      while (e != nullptr && e->kind != Expression::Kind::word && !e->children.empty()) e = e->children[0].get();
      if (e != nullptr && objects.count(e->text) != 0) return false;
    }
    return true;
  }
  // a function that is called for what it draws or prints; a script may make the objects
  return s.kind == Statement::Kind::expression && s.value->kind == Expression::Kind::call;
}

Machine::Flow Machine::run(const Statement& s) {
  line_ = s.line, column_ = s.column;
  if (++steps_ > kMostSteps) fail("the script does not end");
  switch (s.kind) {
    case Statement::Kind::expression: {
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
          item = MatlabValue::object(over.type, over.elements[c]);
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
        return run(s.blocks[0]);
      } catch (const InputError&) {
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

Machine::Values Machine::arguments_of(const std::vector<ExpressionPtr>& children, const MatlabValue* indexed) {
  Values out;
  for (std::size_t i = 1; i < children.size(); ++i) {
    if (children[i]->kind == Expression::Kind::colon) {
      MatlabValue all = MatlabValue::words(":");
      all.type = "colon";
      out.push_back(std::move(all));
      continue;
    }
    if (indexed != nullptr) ends_.push_back({indexed, i - 1, children.size() - 1});
    Values values = values_of(children[i], 1);
    if (indexed != nullptr) ends_.pop_back();
    for (MatlabValue& v : values) out.push_back(std::move(v));
  }
  return out;
}

MatlabValue Machine::value_of(const ExpressionPtr& expression) {
  Values values = values_of(expression, 1);
  if (values.empty()) {
    at(*expression);
    fail("this has no value");
  }
  return std::move(values.front());
}

Machine::Values Machine::values_of(const ExpressionPtr& e, std::size_t outputs) {
  at(*e);
  if (++steps_ > kMostSteps) fail("the script does not end");
  const auto one = [](MatlabValue v) {
    Values out;
    out.push_back(std::move(v));
    return out;
  };
  switch (e->kind) {
    case Expression::Kind::number:
      return one(MatlabValue::scalar(e->number));
    case Expression::Kind::text:
      return one(MatlabValue::words(e->text));
    case Expression::Kind::colon:
      return one(MatlabValue::words(":"));
    case Expression::Kind::end: {
      if (ends_.empty()) fail("'end' stands outside of an index");
      const EndOf& end = ends_.back();
      const MatlabValue& v = *end.value;
      std::size_t last = v.size();
      if (end.of > 1) last = end.position == 0 ? v.rows : v.columns;
      if (v.kind == Kind::structure && end.of == 1) last = v.elements.size();
      return one(MatlabValue::scalar(static_cast<double>(last)));
    }
    case Expression::Kind::word: {
      const MatlabValue* variable = find(e->text);
      if (variable != nullptr) return one(*variable);
      return call_named(e->text, {}, outputs, false);
    }
    case Expression::Kind::call: {
      const ExpressionPtr& base = e->children[0];
      if (base->kind == Expression::Kind::word && find(base->text) == nullptr)
        return call_named(base->text, arguments_of(e->children, nullptr), outputs, false);
      // an index into a variable without copying it first
      if (base->kind == Expression::Kind::word) {
        const MatlabValue& variable = *find(base->text);
        if (variable.kind == Kind::function) {
          const MatlabValue f = variable;
          return call_value(f, arguments_of(e->children, nullptr), outputs);
        }
        return one(index(variable, e->children));
      }
      const MatlabValue value = value_of(base);
      if (value.kind == Kind::function) return call_value(value, arguments_of(e->children, nullptr), outputs);
      return one(index(value, e->children));
    }
    case Expression::Kind::cell_call: {
      const MatlabValue value = value_of(e->children[0]);
      return cells_of(value, e->children);
    }
    case Expression::Kind::field:
    case Expression::Kind::dynamic_field: {
      const MatlabValue value = value_of(e->children[0]);
      std::string name = e->text;
      if (e->kind == Expression::Kind::dynamic_field) {
        const MatlabValue text = value_of(e->children[1]);
        if (!text.is_text()) fail("the name of a field must be text");
        name = text.text;
      }
      at(*e);
      if (value.kind != Kind::structure) fail(fmt::format("{} has no field {}", describe(value), name));
      Values out;
      for (std::size_t i = 0; i < value.elements.size(); ++i) {
        const MatlabValue* field = value.field(name, i);
        if (field == nullptr) {
          std::vector<std::string> known;
          for (const auto& f : value.elements[i]) known.push_back(f.first);
          const auto near = nearest(name, known);
          fail(fmt::format("there is no field {}", name), near ? fmt::format("did you mean {}?", *near) : "");
        }
        out.push_back(*field);
      }
      return out;
    }
    case Expression::Kind::unary: {
      const MatlabValue a = value_of(e->children[0]);
      at(*e);
      return one(unary(*this, e->text, a));
    }
    case Expression::Kind::binary: {
      if (e->text == "&&" || e->text == "||") {
        const bool left = truth(*this, value_of(e->children[0]));
        if (left == (e->text == "||")) return one(MatlabValue::boolean(left));
        return one(MatlabValue::boolean(truth(*this, value_of(e->children[1]))));
      }
      const MatlabValue a = value_of(e->children[0]);
      const MatlabValue b = value_of(e->children[1]);
      at(*e);
      return one(binary(*this, e->text, a, b));
    }
    case Expression::Kind::range: {
      std::vector<double> x;
      for (const ExpressionPtr& part : e->children) {
        const MatlabValue v = numeric(*this, value_of(part));
        if (v.numbers.empty()) fail("a limit of the range is empty");
        x.push_back(v.numbers[0]);
      }
      at(*e);
      const double first = x[0], step = x.size() == 3 ? x[1] : 1.0, last = x.back();
      if (!std::isfinite(first) || !std::isfinite(step) || !std::isfinite(last)) fail("a range needs finite limits");
      // MATLAB's colon reaches the end within a few units of the last place
      const double count = step == 0.0 ? -1.0 : std::floor((last - first) / step * (1.0 + 1e-15) + 1e-10);
      const std::size_t n = count < 0.0 ? 0 : static_cast<std::size_t>(std::min(count, 1e15)) + 1;
      budget(n);
      MatlabValue out = MatlabValue::matrix(1, n);
      for (std::size_t i = 0; i < n; ++i) out.numbers[i] = first + step * static_cast<double>(i);
      return one(std::move(out));
    }
    case Expression::Kind::matrix:
      return one(concatenate(e->rows, false));
    case Expression::Kind::cells:
      return one(concatenate(e->rows, true));
    case Expression::Kind::transpose: {
      const MatlabValue a = value_of(e->children[0]);
      return one(transposed(*this, a));
    }
    case Expression::Kind::anonymous:
    case Expression::Kind::handle: {
      auto f = std::make_shared<MatlabFunction>();
      f->file = file_;
      if (e->kind == Expression::Kind::handle) {
        f->name = e->text;
      } else {
        f->body = e->children[0];
        f->parameters = e->parameters;
        f->captured = variables_;
      }
      MatlabValue v;
      v.kind = Kind::function;
      v.rows = v.columns = 1;
      v.function = std::move(f);
      return one(std::move(v));
    }
  }
  return {};
}

namespace {

// Indices from 0 into `extent` elements; a colon is all of them.
std::vector<std::size_t> indices(Machine& machine, const MatlabValue& index, std::size_t extent) {
  std::vector<std::size_t> out;
  if (index.type == "colon" || (index.is_text() && index.text == ":")) {
    for (std::size_t i = 0; i < extent; ++i) out.push_back(i);
    return out;
  }
  if (index.logical) {
    for (std::size_t i = 0; i < index.numbers.size(); ++i) {
      if (index.numbers[i] != 0.0) out.push_back(i);
    }
    return out;
  }
  const MatlabValue n = numeric(machine, index);
  for (const double x : n.numbers) {
    if (!(x >= 1.0) || x != std::floor(x) || x > 1e9)
      machine.fail(fmt::format("{:g} is no index: indices are whole numbers from 1", x));
    out.push_back(static_cast<std::size_t>(x) - 1);
  }
  return out;
}

}  // namespace

MatlabValue Machine::index(const MatlabValue& v, const std::vector<ExpressionPtr>& children) {
  const Values args = arguments_of(children, &v);
  if (args.empty()) return v;
  const auto reach = [&](std::size_t i, std::size_t extent) {
    if (i >= extent) fail(fmt::format("index {} is beyond the {} elements there are", i + 1, extent));
  };
  if (v.kind == Kind::structure) {
    MatlabValue out = v;
    out.elements.clear();
    const MatlabValue& at_index =
        args.size() == 1 || (args[0].is_numbers() && args[0].size() == 1 && args[0].numbers[0] == 1.0) ? args.back()
                                                                                                       : args[0];
    for (const std::size_t i : indices(*this, at_index, v.elements.size())) {
      reach(i, v.elements.size());
      out.elements.push_back(v.elements[i]);
    }
    out.rows = 1;
    out.columns = out.elements.size();
    return out;
  }
  if (v.kind == Kind::function) fail("a function has no elements");
  MatlabValue source = v.kind == Kind::text ? numeric(*this, v) : v;
  const bool cells = v.kind == Kind::cells;
  MatlabValue out;
  out.kind = source.kind;
  out.logical = source.logical;
  const auto take = [&](std::size_t i) {
    if (cells)
      out.cells.push_back(source.cells[i]);
    else
      out.numbers.push_back(source.numbers[i]);
  };
  if (args.size() == 1) {
    const std::size_t extent = source.size();
    const auto list = indices(*this, args[0], extent);
    for (const std::size_t i : list) {
      reach(i, extent);
      take(i);
    }
    const bool all = args[0].type == "colon";
    const bool as_index = !all && args[0].is_numbers() && args[0].rows != 1 && args[0].columns != 1 && !args[0].logical;
    if (as_index) {
      out.rows = args[0].rows;
      out.columns = args[0].columns;
    } else if (all || source.columns == 1 || (source.rows != 1 && args[0].columns == 1 && args[0].rows != 1)) {
      out.rows = list.size();
      out.columns = 1;
      if (!all && source.size() == 1 && args[0].rows == 1) out.rows = 1, out.columns = list.size();
    } else {
      out.rows = 1;
      out.columns = list.size();
      if (source.rows != 1 && args[0].rows != 1) out.rows = list.size(), out.columns = 1;
    }
  } else {
    for (std::size_t k = 2; k < args.size(); ++k) {
      if (!(args[k].type == "colon" || (args[k].size() == 1 && numeric(*this, args[k]).numbers[0] == 1.0)))
        fail("only two dimensions are known here");
    }
    const auto r = indices(*this, args[0], source.rows), c = indices(*this, args[1], source.columns);
    budget(r.size() * c.size());
    for (const std::size_t j : c) {
      reach(j, source.columns);
      for (const std::size_t i : r) {
        reach(i, source.rows);
        take(i + source.rows * j);
      }
    }
    out.rows = r.size();
    out.columns = c.size();
  }
  if (v.kind == Kind::text) {
    std::string text;
    for (const double x : out.numbers) text += character(x);
    return MatlabValue::words(text);
  }
  return out;
}

Machine::Values Machine::cells_of(const MatlabValue& v, const std::vector<ExpressionPtr>& children) {
  if (v.kind != Kind::cells) fail(fmt::format("braces take an element of a cell array, this is {}", describe(v)));
  const Values args = arguments_of(children, &v);
  Values out;
  if (args.size() == 1) {
    for (const std::size_t i : indices(*this, args[0], v.cells.size())) {
      if (i >= v.cells.size()) fail(fmt::format("index {} is beyond the {} cells there are", i + 1, v.cells.size()));
      out.push_back(v.cells[i]);
    }
    return out;
  }
  if (args.size() != 2) fail("only two dimensions are known here");
  for (const std::size_t j : indices(*this, args[1], v.columns)) {
    for (const std::size_t i : indices(*this, args[0], v.rows)) {
      if (i >= v.rows || j >= v.columns) fail("the index is beyond the cells there are");
      out.push_back(v.cells[i + v.rows * j]);
    }
  }
  return out;
}

MatlabValue Machine::concatenate(const std::vector<std::vector<ExpressionPtr>>& rows, bool cells) {
  Values parts;
  for (const auto& row : rows) {
    Values items;
    for (const ExpressionPtr& item : row) {
      for (MatlabValue& v : values_of(item, 1)) {
        if (cells && v.kind != Kind::cells)
          items.push_back(MatlabValue::cell_row({std::move(v)}));
        else if (cells)
          items.push_back(MatlabValue::cell_row({std::move(v)}));
        else
          items.push_back(std::move(v));
      }
    }
    parts.push_back(join_row(*this, items));
  }
  if (parts.empty()) {
    MatlabValue v;
    if (cells) v.kind = Kind::cells;
    return v;
  }
  return parts.size() == 1 ? std::move(parts[0]) : join_column(*this, parts);
}

void Machine::assign(const ExpressionPtr& target, MatlabValue value) {
  std::vector<const Expression*> chain;
  const Expression* e = target.get();
  while (e->kind != Expression::Kind::word) {
    if (e->kind != Expression::Kind::call && e->kind != Expression::Kind::cell_call &&
        e->kind != Expression::Kind::field && e->kind != Expression::Kind::dynamic_field) {
      at(*e);
      fail("nothing can be assigned to this", "the left side is a variable, a field or an element");
    }
    chain.insert(chain.begin(), e);
    e = e->children[0].get();
  }
  at(*e);
  const Origin origin = here();
  const std::string name = e->text;
  std::string path = name;
  std::size_t from = 0;
  MatlabValue& variable = variables_[name];
  if (chain.empty()) {
    const bool object = value.kind == Kind::structure && !value.type.empty();
    variable = std::move(value);
    if (object) assignments_[name + "(1)"] = origin;
    return;
  }
  assign_at(variable, chain, from, std::move(value), path);
}

void Machine::assign_at(MatlabValue& target, const std::vector<const Expression*>& chain, std::size_t from,
                        MatlabValue value, const std::string& path) {
  if (from == chain.size()) {
    target = std::move(value);
    return;
  }
  const Expression& e = *chain[from];
  const auto is_empty = [](const MatlabValue& v) { return v.size() == 0 && v.kind != Kind::structure; };
  if (e.kind == Expression::Kind::field || e.kind == Expression::Kind::dynamic_field) {
    std::string name = e.text;
    if (e.kind == Expression::Kind::dynamic_field) {
      const MatlabValue text = value_of(e.children[1]);
      name = text.text;
    }
    at(e);
    if (target.kind != Kind::structure) {
      if (!is_empty(target)) fail(fmt::format("{} has no fields", describe(target)));
      target = MatlabValue::object("");
    }
    if (target.elements.empty()) target = MatlabValue::object(target.type);
    if (target.elements.size() != 1)
      fail(fmt::format("{} has {} elements: say which", path, target.elements.size()),
           fmt::format("{}(1).{}", path, name));
    const std::string own = fmt::format("{}{}.{}", path, path.find('(') == std::string::npos ? "(1)" : "", name);
    assignments_[own] = here();
    if (value.kind == Kind::structure && from + 1 == chain.size() && target.elements[0].count(name) != 0 &&
        target.elements[0][name].kind == Kind::structure && !target.type.empty()) {
      for (const auto& f : value.elements.empty() ? MatlabValue::Fields{} : value.elements[0])
        assignments_[own + "." + f.first] = here();
    }
    assign_at(target.elements[0][name], chain, from + 1, std::move(value), own);
    return;
  }
  if (e.kind == Expression::Kind::cell_call) {
    if (target.kind != Kind::cells) {
      if (!is_empty(target)) fail(fmt::format("{} is no cell array", describe(target)));
      target = MatlabValue::cell_row({});
      target.rows = 0;
    }
    const Values args = arguments_of(e.children, &target);
    std::size_t i = 0, j = 0;
    if (args.size() == 1) {
      const auto list = indices(*this, args[0], target.size());
      if (list.size() != 1) fail("one cell at a time can be assigned");
      if (target.rows > 1 && target.columns == 1)
        i = list[0];
      else
        i = 0, j = list[0];
      if (target.rows > 1 && target.columns > 1) i = list[0] % target.rows, j = list[0] / target.rows;
    } else {
      const auto r = indices(*this, args[0], target.rows), c = indices(*this, args[1], target.columns);
      if (r.size() != 1 || c.size() != 1) fail("one cell at a time can be assigned");
      i = r[0], j = c[0];
    }
    if (i >= target.rows || j >= target.columns) {
      const std::size_t rows = std::max(target.rows, i + 1), columns = std::max(target.columns, j + 1);
      budget(100 * rows * columns);
      std::vector<MatlabValue> grown(rows * columns);
      for (std::size_t c = 0; c < target.columns; ++c) {
        for (std::size_t r = 0; r < target.rows; ++r)
          grown[r + rows * c] = std::move(target.cells[r + target.rows * c]);
      }
      target.cells = std::move(grown);
      target.rows = rows;
      target.columns = columns;
    }
    assign_at(target.cells[i + target.rows * j], chain, from + 1, std::move(value), path + "{}");
    return;
  }
  // parentheses
  const Values args = arguments_of(e.children, &target);
  at(e);
  if (args.empty()) fail("an index is missing");
  const bool more = from + 1 < chain.size();
  if (target.kind == Kind::structure || (more && is_empty(target)) ||
      (value.kind == Kind::structure && is_empty(target) && !more)) {
    if (target.kind != Kind::structure) {
      target = MatlabValue::object("");
      target.elements.clear();
    }
    const auto list = indices(*this, args.back(), target.elements.size());
    for (const std::size_t i : list) {
      budget(100 * i);
      const std::string own = fmt::format("{}({})", path, i + 1);
      if (i >= target.elements.size()) {
        const MatlabValue blank = wec_sim_defaults(target.type.empty() ? value.type : target.type);
        target.elements.resize(i + 1, blank.elements.empty() ? MatlabValue::Fields{} : blank.elements[0]);
      }
      if (!more) {
        if (value.kind != Kind::structure || value.elements.empty())
          fail("only a struct can be an element of a struct array");
        if (target.type.empty()) target.type = value.type;
        target.elements[i] = value.elements[0];
        assignments_[own] = here();
        continue;
      }
      MatlabValue element = MatlabValue::object(target.type, std::move(target.elements[i]));
      assign_at(element, chain, from + 1, value, own);
      target.elements[i] = std::move(element.elements[0]);
    }
    target.rows = 1;
    target.columns = target.elements.size();
    return;
  }
  if (more) fail("an element of a matrix has no fields");
  if (target.kind == Kind::cells) {
    const auto list = indices(*this, args.back(), target.size());
    if (value.kind == Kind::numbers && value.size() == 0) {
      for (auto i = list.rbegin(); i != list.rend(); ++i) {
        if (*i < target.cells.size()) target.cells.erase(target.cells.begin() + static_cast<std::ptrdiff_t>(*i));
      }
      target.rows = 1, target.columns = target.cells.size();
      return;
    }
    for (std::size_t k = 0; k < list.size(); ++k) {
      if (list[k] >= target.cells.size()) {
        budget(100 * list[k]);
        target.cells.resize(list[k] + 1);
        target.rows = 1, target.columns = target.cells.size();
      }
      if (value.kind == Kind::cells) {
        if (value.cells.empty()) fail("nothing to assign");
        target.cells[list[k]] = value.cells[std::min(k, value.cells.size() - 1)];
      } else {
        target.cells[list[k]] = value;
      }
    }
    return;
  }
  if (target.kind == Kind::text) target = numeric(*this, target);
  const MatlabValue numbers = numeric(*this, value);
  const auto grow = [&](std::size_t rows, std::size_t columns) {
    if (rows <= target.rows && columns <= target.columns) return;
    rows = std::max(rows, target.rows), columns = std::max(columns, target.columns);
    budget(rows * columns);
    MatlabValue grown = MatlabValue::matrix(rows, columns);
    for (std::size_t c = 0; c < target.columns; ++c) {
      for (std::size_t r = 0; r < target.rows; ++r) grown.numbers[r + rows * c] = target.at(r, c);
    }
    target = std::move(grown);
  };
  if (args.size() == 1) {
    const auto list = indices(*this, args[0], target.size());
    if (numbers.size() == 0 && value.kind == Kind::numbers) {  // x(i) = []
      std::vector<double> kept;
      for (std::size_t i = 0; i < target.numbers.size(); ++i) {
        if (std::find(list.begin(), list.end(), i) == list.end()) kept.push_back(target.numbers[i]);
      }
      const bool column = target.columns == 1 && target.rows > 1;
      target = MatlabValue::matrix(1, kept.size());
      target.numbers = std::move(kept);
      if (column) std::swap(target.rows, target.columns);
      return;
    }
    if (numbers.size() != 1 && numbers.size() != list.size())
      fail(fmt::format("{} values for {} elements", numbers.size(), list.size()));
    for (std::size_t k = 0; k < list.size(); ++k) {
      if (list[k] >= target.size()) {
        if (target.rows > 1 && target.columns > 1) fail("a matrix does not grow by one index");
        if (target.columns == 1 && target.rows > 1)
          grow(list[k] + 1, 1);
        else
          grow(1, list[k] + 1);
      }
      target.numbers[list[k]] = numbers.numbers[numbers.size() == 1 ? 0 : k];
    }
    return;
  }
  if (args.size() > 2) fail("only two dimensions are known here");
  // a colon of a matrix that is not there yet takes what is assigned
  const auto extent = [&](const MatlabValue& index, std::size_t own, std::size_t others) {
    return index.type == "colon" && target.size() == 0 ? others : own;
  };
  const auto r = indices(*this, args[0], extent(args[0], target.rows, numbers.rows));
  const auto c = indices(*this, args[1], extent(args[1], target.columns, numbers.columns));
  if (numbers.size() == 0) {
    if (args[0].type == "colon" || args[1].type == "colon") {
      const bool columns = args[0].type == "colon";
      const auto& gone = columns ? c : r;
      MatlabValue kept = MatlabValue::matrix(0, 0);
      std::vector<std::size_t> stay;
      for (std::size_t i = 0; i < (columns ? target.columns : target.rows); ++i) {
        if (std::find(gone.begin(), gone.end(), i) == gone.end()) stay.push_back(i);
      }
      kept = columns ? MatlabValue::matrix(target.rows, stay.size()) : MatlabValue::matrix(stay.size(), target.columns);
      for (std::size_t j = 0; j < kept.columns; ++j) {
        for (std::size_t i = 0; i < kept.rows; ++i)
          kept.numbers[i + kept.rows * j] = columns ? target.at(i, stay[j]) : target.at(stay[i], j);
      }
      target = std::move(kept);
      return;
    }
    fail("nothing to assign");
  }
  if (numbers.size() != 1 && numbers.size() != r.size() * c.size())
    fail(fmt::format("{} values for {} x {} elements", numbers.size(), r.size(), c.size()));
  std::size_t k = 0;
  for (const std::size_t j : c) {
    for (const std::size_t i : r) {
      grow(i + 1, j + 1);
      target.numbers[i + target.rows * j] = numbers.numbers[numbers.size() == 1 ? 0 : k++];
    }
  }
}

bool Machine::is_function_or_script(const std::string& name) {
  return functions_.count(name) != 0 || is_builtin(name) || is_wec_sim_class(name) ||
         std::filesystem::exists(resolve(name + ".m"));
}

Machine::Values Machine::call_named(const std::string& name, Values arguments, std::size_t outputs, bool statement) {
  const auto own = functions_.find(name);
  if (own != functions_.end()) {
    const auto kept = own->second.first;
    return call_definition(kept->functions[own->second.second], arguments, outputs);
  }
  if (is_wec_sim_class(name)) {
    MatlabValue object = wec_sim_defaults(name);
    auto& fields = object.elements[0];
    const auto argument = [&](std::size_t i) { return i < arguments.size() ? arguments[i] : MatlabValue::words(""); };
    if (name == "bodyClass") fields["h5File"] = argument(0);
    if (name == "waveClass" || name == "ptoSimClass") fields["type"] = argument(0);
    if (name == "constraintClass" || name == "ptoClass" || name == "mooringClass" || name == "cableClass")
      fields["name"] = argument(0);
    if (name == "cableClass") fields["base"] = argument(1), fields["follower"] = argument(2);
    if (name == "windTurbineClass" || name == "windClass") fields["type"] = argument(0);
    return {object};
  }
  bool found = false;
  const int line = line_, column = column_;
  Values out = call_builtin(*this, name, arguments, outputs, found);
  if (found) return out;
  const std::filesystem::path file = resolve(name + ".m");
  if (std::filesystem::exists(file)) {
    const std::string key = file.lexically_normal().string();
    auto& script = scripts_[key];
    if (!script) script = std::make_shared<const Script>(parse_script(read_text(file), file.string()));
    note_read(file);
    const auto kept = script;
    if (kept->body.empty() && !kept->functions.empty()) {
      for (std::size_t i = 1; i < kept->functions.size(); ++i) functions_[kept->functions[i].name] = {kept, i};
      return call_definition(kept->functions[0], arguments, outputs);
    }
    if (!statement && outputs > 0) fail(fmt::format("{} is a script and has no value", name));
    run_script(*kept);
    return {};
  }
  line_ = line, column_ = column;
  std::vector<std::string> known;
  for (const auto& v : variables_) known.push_back(v.first);
  const auto near = nearest(name, known);
  fail(fmt::format("{} is neither a variable nor a function that is known here", name),
       near ? fmt::format("did you mean {}?", *near)
            : fmt::format("set it with --define {}=..., or write its value into the file", name));
}

Machine::Values Machine::call_definition(const FunctionDefinition& f, const Values& arguments, std::size_t outputs) {
  if (++depth_ > kDeepestCalls) fail("functions call each other too deeply");
  if (arguments.size() > f.inputs.size() && (f.inputs.empty() || f.inputs.back() != "varargin"))
    fail(fmt::format("{} takes {} arguments, not {}", f.name, f.inputs.size(), arguments.size()));
  Variables inner;
  for (std::size_t i = 0; i < f.inputs.size() && i < arguments.size(); ++i) inner[f.inputs[i]] = arguments[i];
  inner["nargin"] = MatlabValue::scalar(static_cast<double>(arguments.size()));
  inner["nargout"] = MatlabValue::scalar(static_cast<double>(outputs));
  std::swap(inner, variables_);
  const std::string file = file_;
  const int line = line_, column = column_;
  file_ = f.file;
  std::vector<EndOf> ends;
  std::swap(ends, ends_);
  try {
    run(f.body);
  } catch (...) {
    std::swap(inner, variables_);
    std::swap(ends, ends_);
    --depth_;
    throw;
  }
  std::swap(ends, ends_);
  std::swap(inner, variables_);
  file_ = file, line_ = line, column_ = column;
  --depth_;
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
  if (function.kind != Kind::function) fail(fmt::format("{} is no function", describe(function)));
  const MatlabFunction& f = *function.function;
  if (!f.name.empty()) return call_named(f.name, arguments, outputs, false);
  if (++depth_ > kDeepestCalls) fail("functions call each other too deeply");
  Variables inner = f.captured;
  for (std::size_t i = 0; i < f.parameters.size() && i < arguments.size(); ++i) inner[f.parameters[i]] = arguments[i];
  std::swap(inner, variables_);
  std::vector<EndOf> ends;
  std::swap(ends, ends_);
  Values out;
  try {
    out = values_of(f.body, outputs);
  } catch (...) {
    std::swap(inner, variables_);
    std::swap(ends, ends_);
    --depth_;
    throw;
  }
  std::swap(ends, ends_);
  std::swap(inner, variables_);
  --depth_;
  return out;
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
void MatlabWorkspace::run_text(const std::string& text, const std::string& name) {
  state_->machine.run_script(parse_script(text, name));
}
MatlabValue MatlabWorkspace::evaluate(const std::string& expression, const Origin& origin) {
  return state_->machine.evaluate_text(expression, origin);
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
const std::set<std::filesystem::path>& MatlabWorkspace::files_read() const { return state_->machine.read_; }

}  // namespace swell::wecsim

// Indexing, concatenation, and assignment to parts of a value.
#include <algorithm>
#include <cmath>

#include "matlab_machine.h"

namespace swell::wecsim {

static void only_two_dimensions(Machine& machine, const std::vector<MatlabValue>& indices) {
  for (std::size_t k = 2; k < indices.size(); ++k) {
    if (!(indices[k].type == "colon" || (indices[k].size() == 1 && numeric(machine, indices[k]).numbers[0] == 1.0)))
      machine.fail("only two dimensions are known here");
  }
}
using Kind = MatlabValue::Kind;

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
      machine.fail(fmt::format("{:g} is not an index: indices are whole numbers from 1", x));
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
      if (!all && source.size() == 1 && args[0].rows == 1) {
        out.rows = 1;
        out.columns = list.size();
      }
    } else {
      out.rows = 1;
      out.columns = list.size();
      if (source.rows != 1 && args[0].rows != 1) {
        out.rows = list.size();
        out.columns = 1;
      }
    }
  } else {
    only_two_dimensions(*this, args);
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
        if (cells)  // a cell array among them is an element as well
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

namespace {
// Numbers become 0 and cells empty where nothing was.
void grow(Machine& machine, MatlabValue& v, std::size_t rows, std::size_t columns) {
  if (rows <= v.rows && columns <= v.columns) return;
  const bool cells = v.kind == Kind::cells;
  MatlabValue grown;
  grown.kind = v.kind;
  grown.rows = std::max(rows, v.rows);
  grown.columns = std::max(columns, v.columns);
  const std::size_t size = grown.rows * grown.columns;
  machine.budget((cells ? 100 : 1) * size);
  cells ? grown.cells.resize(size) : grown.numbers.resize(size);
  for (std::size_t c = 0; c < v.columns; ++c) {
    for (std::size_t r = 0; r < v.rows; ++r) {
      const std::size_t to = r + grown.rows * c, from = r + v.rows * c;
      if (cells)
        grown.cells[to] = std::move(v.cells[from]);
      else
        grown.numbers[to] = v.numbers[from];
    }
  }
  v = std::move(grown);
}

// The first name counts: others are names of the same object.
void name_element(MatlabValue::Element& element, const std::string& variable, std::size_t number) {
  if (is_object(variable) && element.name().empty()) element.name() = fmt::format("{}({})", variable, number);
}
}  // namespace

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
  std::size_t from = 0;
  MatlabValue& variable = variables_[name];
  if (chain.empty()) {
    const bool object = value.kind == Kind::structure && !value.type.empty();
    variable = std::move(value);
    if (object) assignments_[name + "(1)"] = origin;
    for (std::size_t i = 0; i < variable.elements.size(); ++i) name_element(variable.elements[i], name, i + 1);
    return;
  }
  // version 1.0 makes these two before the input file runs
  if (variable.size() == 0 && (name == "simu" || name == "waves") && chain[0]->kind == Expression::Kind::field) {
    variable = wec_sim_defaults(name == "simu" ? "simulationClass" : "waveClass");
    name_element(variable.elements[0], name, 1);
  }
  assign_at(variable, chain, from, std::move(value), name);
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
    const std::string& object = target.elements[0].name();  // the variable may be another name of it
    const std::string own = !object.empty()
                                ? object + "." + name
                                : fmt::format("{}{}.{}", path, path.find('(') == std::string::npos ? "(1)" : "", name);
    assignments_[own] = here();
    if (value.kind == Kind::structure && from + 1 == chain.size() && target.elements[0]->count(name) != 0 &&
        (*target.elements[0])[name].kind == Kind::structure && !target.type.empty()) {
      for (const auto& f : value.elements.empty() ? MatlabValue::Fields{} : *value.elements[0])
        assignments_[own + "." + f.first] = here();
    }
    // by value: an object inside itself would never be freed
    assign_at((*target.elements[0])[name], chain, from + 1, value.detached(), own);
    return;
  }
  if (e.kind == Expression::Kind::cell_call) {
    if (target.kind != Kind::cells) {
      if (!is_empty(target)) fail(fmt::format("{} is not a cell array", describe(target)));
      target = MatlabValue::cell_row({});
      target.rows = 0;
    }
    const Values args = arguments_of(e.children, &target);
    if (args.empty()) fail("an index is missing");
    const bool linear = args.size() == 1;
    const auto r = indices(*this, args[0], linear ? target.size() : target.rows),
               c = linear ? std::vector<std::size_t>{0} : indices(*this, args[1], target.columns);
    if (r.size() != 1 || c.size() != 1) fail("one cell at a time can be assigned");
    std::size_t i = r[0], j = c[0];
    if (linear && !(target.rows > 1 && target.columns == 1)) {  // a column grows downwards, all else to the right
      const std::size_t rows = target.columns > 1 ? std::max<std::size_t>(target.rows, 1) : 1;
      j = i / rows;
      i %= rows;
    }
    grow(*this, target, i + 1, j + 1);
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
      // the first of an object's field is the field itself, as of a struct that is no array
      const bool is_field = path.find('.') != std::string::npos;
      const std::string own = i == 0 && is_field ? path : fmt::format("{}({})", path, i + 1);
      if (i >= target.elements.size()) {
        const MatlabValue blank = wec_sim_defaults(target.type.empty() ? value.type : target.type);
        while (target.elements.size() <= i) {
          target.elements.push_back(blank.detached().elements[0]);
          name_element(target.elements.back(), path, target.elements.size());
        }
      }
      if (!more) {
        if (value.kind != Kind::structure || value.elements.empty())
          fail("only a struct can be an element of a struct array");
        if (target.type.empty()) target.type = value.type;
        target.elements[i] = value.elements[0];
        name_element(target.elements[i], path, i + 1);
        assignments_[own] = here();
        continue;
      }
      MatlabValue element = element_of(target, i);
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
      target.rows = 1;
      target.columns = target.cells.size();
      return;
    }
    for (std::size_t k = 0; k < list.size(); ++k) {
      if (list[k] >= target.cells.size()) {
        budget(100 * list[k]);
        target.cells.resize(list[k] + 1);
        target.rows = 1;
        target.columns = target.cells.size();
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
          grow(*this, target, list[k] + 1, 1);
        else
          grow(*this, target, 1, list[k] + 1);
      }
      target.numbers[list[k]] = numbers.numbers[numbers.size() == 1 ? 0 : k];
    }
    return;
  }
  only_two_dimensions(*this, args);
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
      grow(*this, target, i + 1, j + 1);
      target.numbers[i + target.rows * j] = numbers.numbers[numbers.size() == 1 ? 0 : k++];
    }
  }
}

}  // namespace swell::wecsim

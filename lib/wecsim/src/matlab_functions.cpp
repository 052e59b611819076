// The table of all functions of the language; those of values, functions and the workspace.
#include "matlab_functions.h"

#include <algorithm>
#include <stdexcept>

namespace swell::wecsim {
namespace {

Values apply_each(const Call& c, bool cells) {
  c.need(2);
  Values given = c.all();
  bool uniform = true;
  for (std::size_t i = 1; i + 1 < given.size(); ++i) {
    if (given[i].is_text() && given[i].text == "UniformOutput") {
      uniform = truth(c.machine, given[i + 1]);
      given.erase(given.begin() + static_cast<std::ptrdiff_t>(i), given.begin() + static_cast<std::ptrdiff_t>(i) + 2);
      break;
    }
  }
  if (given.size() < 2) c.machine.fail("the arrays are missing");
  const V& over = given[1];
  Values results;
  for (std::size_t i = 0; i < over.size(); ++i) {
    Values call;
    for (std::size_t k = 1; k < given.size(); ++k) {
      const V& source = given[k];
      if (i >= source.size()) c.machine.fail("the arrays have different sizes");
      if (cells) {
        if (source.kind != Kind::cells) c.machine.fail("a cell array is expected");
        call.push_back(source.cells[i]);
      } else if (source.kind == Kind::structure) {
        call.push_back(element_of(source, i));
      } else {
        call.push_back(V::scalar(numeric(c.machine, source).numbers[i]));
      }
    }
    Values r = c.machine.call_value(given[0], call, 1);
    results.push_back(r.empty() ? V::matrix(0, 0) : std::move(r[0]));
  }
  V out;
  if (uniform) {
    out = V::matrix(over.rows, over.columns);
    out.numbers.resize(results.size());
    bool logical = !results.empty();
    for (std::size_t i = 0; i < results.size(); ++i) {
      const V n = numeric(c.machine, results[i]);
      if (n.size() != 1)
        c.machine.fail("the function must give one number for each element", "add 'UniformOutput', false");
      logical = logical && results[i].logical;
      out.numbers[i] = n.numbers[0];
    }
    out.logical = logical;
  } else {
    out = V::cell_row(std::move(results));
    out.rows = over.rows;
    out.columns = over.columns;
  }
  return one(std::move(out));
}

Values has_field(const Call& c) { return yes(c.raw(0).field(c.text(1)) != nullptr); }
Values clear(const Call& c) {
  c.machine.clear(c.all());
  return {};
}

const Functions& functions() {
  static const Functions all = [] {
    Functions f;
    f["struct"] = [](const Call& c) {
      V v = V::object("");
      for (std::size_t i = 0; i + 1 < c.count(); i += 2) {
        const V& value = c.raw(i + 1);
        (*v.elements[0])[c.text(i)] = value.kind == Kind::cells && value.size() == 1 ? value.cells[0] : value;
      }
      return one(std::move(v));
    };
    f["isfield"] = has_field;
    f["isprop"] = has_field;
    f["isstruct"] = [](const Call& c) { return yes(c.raw(0).kind == Kind::structure); };
    f["iscell"] = [](const Call& c) { return yes(c.raw(0).kind == Kind::cells); };
    f["ischar"] = [](const Call& c) { return yes(c.raw(0).is_text()); };
    f["isstring"] = [](const Call& c) { return yes(c.raw(0).is_text()); };
    f["isnumeric"] = [](const Call& c) { return yes(c.raw(0).is_numbers() && !c.raw(0).logical); };
    f["islogical"] = [](const Call& c) { return yes(c.raw(0).logical); };
    f["isequal"] = [](const Call& c) {
      c.need(2);
      c.all();
      for (std::size_t i = 1; i < c.count(); ++i) {
        if (!equal(c.raw(0), c.raw(i))) return yes(false);
      }
      return yes(true);
    };
    f["exist"] = [](const Call& c) {
      const std::string name = c.text(0);
      c.all();
      if (c.machine.find(name) != nullptr) return one(1.0);
      if (c.count() > 1 && c.text(1) == "var") return one(0.0);
      if (is_builtin(name)) return one(5.0);
      const auto path = c.machine.resolve(name);
      if (std::filesystem::is_directory(path)) return one(7.0);
      return one(std::filesystem::exists(path) || std::filesystem::exists(c.machine.resolve(name + ".m")) ? 2.0 : 0.0);
    };
    f["fieldnames"] = [](const Call& c) {
      std::vector<V> names;
      if (c.raw(0).kind == Kind::structure && !c.raw(0).elements.empty())
        for (const auto& f : *c.raw(0).elements[0]) names.push_back(V::words(f.first));
      V v = V::cell_row(std::move(names));
      std::swap(v.rows, v.columns);
      return one(std::move(v));
    };
    f["arrayfun"] = [](const Call& c) { return apply_each(c, false); };
    f["cellfun"] = [](const Call& c) { return apply_each(c, true); };
    f["feval"] = [](const Call& c) {
      c.need(1);
      return c.machine.call_value(c.raw(0), Values(c.all().begin() + 1, c.all().end()), c.outputs);
    };
    f["isa"] = [](const Call& c) {
      return yes(c.raw(0).type == c.text(1) || (c.text(1) == "double" && c.raw(0).is_numbers()));
    };
    f["class"] = [](const Call& c) {
      const V& v = c.raw(0);
      return one(V::words(!v.type.empty()             ? v.type
                          : v.is_text()               ? "char"
                          : v.kind == Kind::cells     ? "cell"
                          : v.kind == Kind::structure ? "struct"
                          : v.logical                 ? "logical"
                                                      : "double"));
    };
    f["tf"] = [](const Call& c) {
      c.need(2);
      return one(V::object("tf", {{"Numerator", c.raw(0)}, {"Denominator", c.raw(1)}}));
    };
    f["ss"] = [](const Call& c) {
      c.need(4);
      return one(V::object("ss", {{"A", c.raw(0)}, {"B", c.raw(1)}, {"C", c.raw(2)}, {"D", c.raw(3)}}));
    };
    f["clear"] = clear;
    f["clearvars"] = clear;
    f["addpath"] = [](const Call& c) {
      for (std::size_t i = 0; i < c.count(); ++i) {
        if (c.raw(i).is_text()) c.machine.add_folder(c.raw(i).text);
      }
      return Values{};
    };
    f["error"] = [](const Call& c) -> Values {
      c.machine.fail(fmt::format("the script stops with an error: {}",
                                 c.count() > 0 && c.raw(0).is_text() ? formatted(c, 0) : ""));
    };
    for (const Functions* more : {&array_functions(), &mathematical_functions(), &text_functions(), &file_functions()})
      f.insert(more->begin(), more->end());
    // BEMIO's names before version 5, and one of MATLAB's
    for (const auto& [before, now] : {std::pair{"Read_WAMIT", "readWAMIT"},
                                      {"Read_NEMOH", "readNEMOH"},
                                      {"Read_AQWA", "readAQWA"},
                                      {"Read_CAPYTAINE", "readCAPYTAINE"},
                                      {"Radiation_IRF", "radiationIRF"},
                                      {"Radiation_IRF_SS", "radiationIRFSS"},
                                      {"Excitation_IRF", "excitationIRF"},
                                      {"Combine_BEM", "combineBEM"},
                                      {"Normalize", "normalizeBEM"},
                                      {"Write_H5", "writeBEMIOH5"},
                                      {"Plot_BEMIO", "plotBEMIO"},
                                      {"fields", "fieldnames"}})
      f[before] = f.at(now);
    return f;
  }();
  return all;
}

// Without effect on what a case is.
const std::set<std::string>& ignored() {
  static const std::set<std::string> names{
      "clc",          "close",   "figure",  "plot",        "disp",           "fprintf",    "hold",
      "xlabel",       "ylabel",  "title",   "legend",      "grid",           "subplot",    "axis",
      "xlim",         "ylim",    "format",  "warning",     "drawnow",        "print",      "saveas",
      "set",          "tic",     "toc",     "open_system", "load_system",    "set_param",  "save_system",
      "close_system", "bdclose", "sim",     "run",         "save",           "rng",        "display",
      "more",         "pause",   "cd",      "rmpath",      "line",           "text",       "mkdir",
      "delete",       "evalc",   "parpool", "savefig",     "exportgraphics", "writematrix"};
  return names;
}

}  // namespace

bool is_builtin(const std::string& name) { return functions().count(name) != 0 || ignored().count(name) != 0; }

Values call_builtin(Machine& machine, const std::string& name, const Values& arguments, std::size_t outputs,
                    bool& found) {
  const auto f = functions().find(name);
  if (f != functions().end()) {
    found = true;
    try {
      const Call call{machine, arguments, outputs};
      Values values = f->second(call);
      const auto unread = std::find(call.was_read.begin(), call.was_read.end(), false);
      if (unread != call.was_read.end())
        machine.fail(fmt::format("argument {} of {} is not known here", unread - call.was_read.begin() + 1, name),
                     "give the result: --define NAME=VALUE, or other lines that compute it");
      return values;
    } catch (const std::logic_error& error) {  // an index or a length that no argument should have
      machine.fail(fmt::format("{} cannot be taken of these arguments ({})", name, error.what()));
    }
  }
  if (ignored().count(name) != 0) {
    found = true;
    static const std::set<std::string> harmless{"clc", "close", "tic", "toc", "format", "more", "figure"};
    if (harmless.count(name) == 0) machine.skip(fmt::format("{} is left out", name));
    return Values(outputs, V::matrix(0, 0));
  }
  found = false;
  return {};
}

}  // namespace swell::wecsim

// Values between Python and Swell.
#include "values.h"

#include <fmt/format.h>

#include <algorithm>

#include "swell/model/read_case.h"

namespace swell::python {
namespace {

/// A word as a number where a case file would read one, else as a text.
Parameter number_or_text(const std::string& word) {
  const bool may_be = word.find_first_of("0123456789") != std::string::npos &&
                      word.find_first_not_of("0123456789+-.eE") == std::string::npos;
  if (may_be) {
    const Parameter tree = model::read_yaml_text("word: " + word, "", model::kCaseFile);
    const Parameter* found = tree.find("word");
    if (found != nullptr && found->kind == Parameter::Kind::number) return *found;
  }
  return Parameter::of(word);
}

}  // namespace

Parameter tree_of(const py::handle& value, const std::string& path, int depth) {
  constexpr int kDeepest = 64;
  if (depth > kDeepest)
    throw py::value_error(
        fmt::format("{} ... is nested more than {} deep; does it contain itself?", path.substr(0, 60), kDeepest));
  Parameter tree;
  if (value.is_none()) {
  } else if (py::isinstance<py::bool_>(value)) {
    tree = Parameter::of(value.cast<bool>());
  } else if (py::isinstance<py::str>(value)) {
    // PyYAML reads YAML 1.1, where 1.2e6 without a sign in the exponent is a word: what a case file would take for a
    // number is one here. A text that looks like a number still is a text where one is asked for.
    tree = number_or_text(value.cast<std::string>());
  } else if (py::isinstance<py::dict>(value)) {
    tree.kind = Parameter::Kind::map;
    for (const auto& [key, item] : value.cast<py::dict>()) {
      const std::string name = py::str(key);
      const std::string below = path.empty() ? name : fmt::format("{}.{}", path, name);
      Parameter entry = tree_of(item, below, depth + 1);
      entry.key_origin = {"", 0, 0, below};
      tree.set(name, std::move(entry));
    }
  } else if (py::hasattr(value, "tolist")) {
    return tree_of(value.attr("tolist")(), path, depth + 1);
  } else if (py::isinstance<py::sequence>(value) && !py::isinstance<py::bytes>(value) &&
             !py::isinstance<py::bytearray>(value)) {
    tree.kind = Parameter::Kind::list;
    std::size_t index = 0;
    for (const py::handle item : value.cast<py::sequence>()) {
      std::string label = std::to_string(++index);
      if (py::isinstance<py::dict>(item) && item.cast<py::dict>().contains("name"))
        label = py::str(item.cast<py::dict>()["name"]);
      tree.items.push_back(tree_of(item, fmt::format("{}.{}", path, label), depth + 1));
    }
  } else if (PyCallable_Check(value.ptr()) != 0) {
    // A function of a component of type python: known by a name of this process.
    tree = Parameter::of(py::module_::import("swell").attr("_name_of")(value).cast<std::string>());
  } else if (py::hasattr(value, "__fspath__")) {
    tree = Parameter::of(value.attr("__fspath__")().cast<std::string>());
  } else if (py::hasattr(value, "__float__")) {
    const double number = PyFloat_AsDouble(value.ptr());
    if (number == -1.0 && PyErr_Occurred() != nullptr) {
      PyErr_Clear();
      throw py::value_error(fmt::format("{} is a number too large to hold", path));
    }
    tree = Parameter::of(number);
  } else {
    throw py::type_error(fmt::format("{} is neither a number, a word, a list nor a dict", path));
  }
  tree.origin = {"", 0, 0, path};
  return tree;
}

py::object object_of(const Parameter& tree) {
  switch (tree.kind) {
    case Parameter::Kind::number:
      return py::float_(tree.number);
    case Parameter::Kind::flag:
      return py::bool_(tree.flag);
    case Parameter::Kind::text:
      return py::str(tree.text);
    case Parameter::Kind::map: {
      py::dict map;
      for (std::size_t i = 0; i < tree.items.size(); ++i) map[py::str(tree.keys[i])] = object_of(tree.items[i]);
      return map;
    }
    case Parameter::Kind::list: {
      const bool named =
          !tree.items.empty() && std::all_of(tree.items.begin(), tree.items.end(), [](const Parameter& i) {
            return i.kind == Parameter::Kind::map && i.find("name") != nullptr;
          });
      if (!named) {
        py::list list;
        for (const Parameter& item : tree.items) list.append(object_of(item));
        return list;
      }
      py::dict map;
      for (const Parameter& item : tree.items) map[py::str(item.find("name")->text)] = object_of(item);
      return map;
    }
    default:
      return py::none();
  }
}

py::array_t<double> array(const std::vector<double>& values, std::size_t columns) {
  if (columns == 0) return py::array_t<double>(static_cast<py::ssize_t>(values.size()), values.data());
  const std::vector<std::size_t> shape{values.size() / columns, columns};
  return py::array_t<double>(shape, values.data());
}

py::array_t<double> array(const swell::MatrixX& matrix) {
  py::array_t<double> out({matrix.rows(), matrix.cols()});
  for (Eigen::Index i = 0; i < matrix.rows(); ++i) {
    for (Eigen::Index j = 0; j < matrix.cols(); ++j) out.mutable_at(i, j) = matrix(i, j);
  }
  return out;
}

fs::path file_of(const py::object& source, const char* what) {
  if (!py::isinstance<py::str>(source) && !py::hasattr(source, "__fspath__"))
    throw py::type_error(fmt::format("{} is a dict or the path of a file, not of type {}", what,
                                     py::str(py::type::of(source).attr("__name__")).cast<std::string>()));
  const auto path = source.cast<fs::path>();
  if (path.empty())
    throw swell::InputError({}, fmt::format("the path of {} is empty", what), "give that of a YAML file");
  return fs::absolute(path);
}

fs::path folder_of(const std::optional<fs::path>& folder) { return fs::absolute(folder.value_or(".")) / ""; }

bool goes_on(const py::object& answer) { return answer.is_none() || py::bool_(answer).cast<bool>(); }

py::list diagnostics_of(const std::vector<swell::Diagnostic>& diagnostics) {
  py::list all;
  for (const swell::Diagnostic& d : diagnostics) {
    py::dict one;
    one["severity"] = d.severity == swell::Severity::error ? "error" : "warning";
    one["file"] = d.origin.file;
    one["line"] = d.origin.line;
    one["column"] = d.origin.column;
    one["path"] = d.origin.path;
    one["argument"] = d.origin.argument;
    one["message"] = d.message;
    one["value"] = d.value;
    one["remedy"] = d.remedy;
    one["subject"] = d.subject;
    one["code"] = d.code;
    one["rule"] = d.rule;
    all.append(one);
  }
  return all;
}

std::string counted(std::size_t n, const char* one, const char* many) {
  return fmt::format("{} {}", n, n == 1 ? one : many);
}

}  // namespace swell::python

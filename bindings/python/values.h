// Values between Python and Swell: trees, arrays, paths, diagnostics.
#pragma once

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "swell/base/error.h"
#include "swell/base/parameter.h"
#include "swell/base/vector.h"

namespace swell::python {

namespace py = pybind11;
namespace fs = std::filesystem;

/// dict, list, numbers, words and numpy arrays as the tree that a YAML file would have given.
Parameter tree_of(const py::handle& value, const std::string& path, int depth = 0);
/// A tree as dicts, lists, numbers and words; a list of named items as a dict by their names.
py::object object_of(const Parameter& tree);
/// (n), or (n / columns, columns) where `columns` is given.
py::array_t<double> array(const std::vector<double>& values, std::size_t columns = 0);
py::array_t<double> array(const MatrixX& matrix);
/// The path of a file, or an error that says what is wanted.
fs::path file_of(const py::object& source, const char* what);
/// With a slash at its end: a case in memory has a folder for its relative paths and no file.
fs::path folder_of(const std::optional<fs::path>& folder);
/// What a progress function answers: nothing, or whether to go on.
bool goes_on(const py::object& answer);
py::list diagnostics_of(const std::vector<Diagnostic>& diagnostics);
/// "1 case", "2 cases".
std::string counted(std::size_t n, const char* one, const char* many);

}  // namespace swell::python

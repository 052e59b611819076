/// Components whose law is a function of the program that runs the case: type `python`.
#pragma once

#include <filesystem>
#include <functional>
#include <string>

namespace swell::components {

/// @param inputs  as many as the component has, in its order  @param outputs  written, the same
/// Called at accepted points only, from the thread that runs the case. @throws anything; the run ends with its text
using CalledFunction = std::function<void(double time, const double* inputs, double* outputs)>;

/// Finds the function that a case names. @param function  "module:name"  @param folder  of the case, where modules are
/// looked for first  @throws std::runtime_error with what is wrong with it
using FunctionFinder = std::function<CalledFunction(const std::string& function, const std::filesystem::path& folder,
                                                    std::size_t inputs, std::size_t outputs)>;

/// Of this process, before any case is built: an interpreter is the process's as well. Without one a case with such a
/// component is refused.
void find_functions_with(FunctionFinder finder);
/// Whether this process has one.
bool finds_functions();

}  // namespace swell::components

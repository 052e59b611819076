/// Components whose law is a function of the program that runs the case: type `python`.
#pragma once

#include <filesystem>
#include <functional>
#include <string>

namespace swell::components {

/// @param inputs  values in the order of the component's inputs   @param outputs  to be written, likewise
/// Called at accepted points only, from the thread of the run. @throws any exception; the run ends with its text
using CalledFunction = std::function<void(double time, const double* inputs, double* outputs)>;

/// Finds a function of a case. @param function  "module:name"   @param folder  of the case; searched for modules first
/// @throws std::runtime_error with the reason
using FunctionFinder = std::function<CalledFunction(const std::string& function, const std::filesystem::path& folder,
                                                    std::size_t inputs, std::size_t outputs)>;

/// Sets the finder of this process (an interpreter belongs to a process). Call before any case is built; without it a
/// case with such a component is refused.
void find_functions_with(FunctionFinder finder);
/// True if this process has a finder.
bool finds_functions();

}  // namespace swell::components

/// Component libraries that users compile themselves and a case loads by name.
///
/// A library exports two C functions, written by one macro:
///
///     SWELL_COMPONENT_LIBRARY(registry) {
///       registry.add<MyParameters>("my-controller", "what it does", "gain: 1", describe, make_my_controller);
///     }
///
/// `registry.add_element(...)` in the same place adds an element for circuits (element.h).
/// docs/component-library is a project to copy.
#pragma once

#include <filesystem>
#include <string>

#include "swell/components/registry.h"

namespace swell::components {

/// What a library and the program must agree on: the interface's number, the compiler and its standard library.
inline std::string interface_version() {
#if defined(__clang__)
  const std::string compiler = "clang";
#else
  const std::string compiler = "gcc";
#endif
  return "swell-components-8 " + compiler + " abi " + std::to_string(__GXX_ABI_VERSION) + " c++" +
         std::to_string(__cplusplus / 100 % 100);
}

/// Loads `name` (a file, or a name: lib<name>.so in the case's folder, in the folders of SWELL_COMPONENT_PATH, or where
/// the system looks) and adds its types. Libraries stay loaded until the program ends.
/// @throws InputError when it is not found, is no component library, or was built for another interface
void load_library(const std::string& name, const std::filesystem::path& folder, Registry& registry,
                  const Origin& origin);

/// Names of the libraries loaded so far, "" for none: plain memory, so that a report of a crash may read it.
const char* loaded_libraries();

}  // namespace swell::components

/// Opens the body of a library's registration function; `registry` names its parameter.
// That name is declared, not read: no parentheses around it (NOLINT at the end).
#define SWELL_COMPONENT_LIBRARY(registry)                                                                         \
  static void swell_register_components(::swell::components::Registry&);                                          \
  extern "C" __attribute__((visibility("default"))) const char* swell_component_interface();                      \
  extern "C" const char* swell_component_interface() {                                                            \
    static const std::string version = ::swell::components::interface_version();                                  \
    return version.c_str();                                                                                       \
  }                                                                                                               \
  extern "C" __attribute__((visibility("default"))) void swell_component_library(::swell::components::Registry*); \
  extern "C" void swell_component_library(::swell::components::Registry* r) { swell_register_components(*r); }    \
  static void swell_register_components(::swell::components::Registry& registry)  // NOLINT(bugprone-macro-parentheses)

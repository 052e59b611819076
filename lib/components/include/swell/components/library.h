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

/// Returns what a library and the program must agree on: the interface's number, the standard library with the layout
/// of its strings, and the alignment of Eigen's vectors (-mavx moves it). GCC and clang share the rest (Itanium C++
/// ABI).
inline std::string interface_version() {
#if defined(_GLIBCXX_USE_CXX11_ABI)
  const std::string standard = "libstdc++ strings " + std::to_string(_GLIBCXX_USE_CXX11_ABI);
#else
  const std::string standard = "libc++";
#endif
  return "swell-components-9 " + standard + ", Eigen " + std::to_string(EIGEN_WORLD_VERSION) + "." +
         std::to_string(EIGEN_MAJOR_VERSION) + " alignment " + std::to_string(EIGEN_MAX_STATIC_ALIGN_BYTES);
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

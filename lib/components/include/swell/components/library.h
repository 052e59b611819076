/// Component libraries that users compile themselves and a case loads by name.
///
/// A library exports two C functions, written by one macro:
///
///     SWELL_COMPONENT_LIBRARY(registry) {
///       registry.add<MyParameters>("my-controller", "what it does", "gain: 1", describe, make_my_controller);
///     }
///
/// `registry.add_element(...)` in the same body adds an element type for circuits (element.h).
/// docs/component-library is a project to start from.
#pragma once

#include <filesystem>
#include <string>

#include "swell/components/registry.h"

namespace swell::components {

/// Returns the properties that library and program must share: number of the interface, standard library with its
/// string layout, and alignment of Eigen's vectors (changed by -mavx). GCC and clang share the rest (Itanium C++ ABI).
inline std::string interface_version() {
#if defined(_GLIBCXX_USE_CXX11_ABI)
  const std::string standard = "libstdc++ strings " + std::to_string(_GLIBCXX_USE_CXX11_ABI);
#else
  const std::string standard = "libc++";
#endif
  return "swell-components-9 " + standard + ", Eigen " + std::to_string(EIGEN_WORLD_VERSION) + "." +
         std::to_string(EIGEN_MAJOR_VERSION) + " alignment " + std::to_string(EIGEN_MAX_STATIC_ALIGN_BYTES);
}

/// Loads `name` and adds its types. `name` is a file or a name: lib<name>.so is searched in the case's folder, in
/// SWELL_COMPONENT_PATH and in the system's folders. Libraries stay loaded until the program ends.
/// @throws InputError when not found, not a component library, or built for another interface
void load_library(const std::string& name, const std::filesystem::path& folder, Registry& registry,
                  const Origin& origin);

/// Names of the loaded libraries, "" for none. Plain memory, so that a crash handler can read it.
const char* loaded_libraries();

}  // namespace swell::components

/// Starts the body of a library's registration function; `registry` is the name of its parameter.
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

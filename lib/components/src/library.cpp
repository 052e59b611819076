#include "swell/components/library.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <sstream>
#include <vector>

namespace swell::components {

namespace fs = std::filesystem;

namespace {

// The names of what dlopen() keeps for the life of the process: as global as the loader's own list, and plain memory
// because the handler of a crash reads it.
struct Loaded {
  std::mutex mutex;
  char names[1024] = "";
};
Loaded& loaded() {
  static Loaded list;
  return list;
}

std::vector<fs::path> candidates(const std::string& name, const fs::path& folder) {
  const fs::path given(name);
  const bool is_file = given.has_extension() || given.has_parent_path();
  const fs::path file = is_file ? given : fs::path("lib" + name + ".so");
  if (file.is_absolute()) return {file};
  std::vector<fs::path> list = {fs::absolute(folder.empty() ? "." : folder) / file};
  if (const char* path = std::getenv("SWELL_COMPONENT_PATH")) {
    std::istringstream folders{std::string(path)};
    for (std::string one; std::getline(folders, one, ':');) {
      if (!one.empty()) list.push_back(fs::path(one) / file);
    }
  }
  return list;
}

}  // namespace

void load_library(const std::string& name, const fs::path& folder, Registry& registry, const Origin& origin) {
  std::string where;
  fs::path file = fs::path(name).has_extension() ? fs::path(name) : fs::path("lib" + name + ".so");
  for (const fs::path& candidate : candidates(name, folder)) {
    where += (where.empty() ? "" : ", ") + candidate.string();
    if (!fs::exists(candidate)) continue;
    file = candidate;
    break;
  }
  void* handle = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (handle == nullptr) {
    const char* why = dlerror();
    throw InputError(origin, fmt::format("library = {}: cannot be loaded: {}", name, why != nullptr ? why : "unknown"),
                     fmt::format("looked for {}; SWELL_COMPONENT_PATH names more folders", where));
  }
  using Interface = const char* (*)();
  using Register = void (*)(Registry*);
  const auto interface = reinterpret_cast<Interface>(dlsym(handle, "swell_component_interface"));
  const auto add = reinterpret_cast<Register>(dlsym(handle, "swell_component_library"));
  if (interface == nullptr || add == nullptr) {
    throw InputError(origin, fmt::format("library = {}: {} is no component library of Swell", name, file.string()),
                     "it needs SWELL_COMPONENT_LIBRARY (docs/component-library)");
  }
  if (const std::string built_for = interface(); built_for != interface_version()) {
    throw InputError(origin,
                     fmt::format("library = {}: built for '{}', this is '{}'", name, built_for, interface_version()),
                     "compile the library again with the headers of this version");
  }
  Registry own;
  try {
    add(&own);
  } catch (const InputError&) {
    throw;
  } catch (const std::exception& error) {
    throw InputError(origin, fmt::format("library = {}: failed to register its types: {}", name, error.what()));
  }
  for (const Registry::Type& type : own.types()) registry.add(type.name, type.description, type.factory, name);
  Loaded& list = loaded();
  const std::lock_guard<std::mutex> lock(list.mutex);
  const std::size_t used = std::strlen(list.names);
  if (std::strstr(list.names, name.c_str()) == nullptr && used + name.size() + 3 < sizeof list.names) {
    std::snprintf(list.names + used, sizeof list.names - used, "%s%s", used == 0 ? "" : ", ", name.c_str());
  }
}

const char* loaded_libraries() { return loaded().names; }

}  // namespace swell::components

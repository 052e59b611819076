#include "swell/components/library.h"

#include "swell/components/element.h"

#include <dlfcn.h>
#include <elf.h>
#include <fmt/format.h>
#include <link.h>

#include <cstdio>
#include <cstring>
#include <fstream>
#include <mutex>

#include "swell/base/error_codes.h"
#include "swell/base/regular_file.h"
#include "swell/base/visible.h"
#include "swell/model/files.h"

namespace swell::components {

namespace fs = std::filesystem;

namespace {

// Names of loaded libraries. Global like the loader's own list (dlopen() keeps them until exit), and plain memory for
// the crash handler.
struct Loaded {
  std::mutex mutex;
  char names[1024] = "";
};
Loaded& loaded() {
  static Loaded list;
  return list;
}

/// Does the file contain all that the loader maps (System V ABI, "Program Header")? A page beyond the end of a
/// truncated file raises SIGBUS. The loader itself reports files that are not ELF.
bool is_whole(const fs::path& file) {
  std::error_code error;
  const std::uintmax_t size = fs::file_size(file, error);
  std::ifstream in(file, std::ios::binary);
  ElfW(Ehdr) head{};
  if (error || !in.read(reinterpret_cast<char*>(&head), sizeof head)) return false;
  if (std::memcmp(head.e_ident, ELFMAG, SELFMAG) != 0 || head.e_phentsize != sizeof(ElfW(Phdr))) return true;
  for (unsigned i = 0; i < head.e_phnum; ++i) {
    ElfW(Phdr) part{};
    in.seekg(static_cast<std::streamoff>(head.e_phoff + i * sizeof part));
    if (!in.read(reinterpret_cast<char*>(&part), sizeof part)) return false;
    if (part.p_offset > size || part.p_filesz > size - part.p_offset) return false;
  }
  return true;
}

}  // namespace

void load_library(const std::string& name, const fs::path& folder, Registry& registry, const Origin& origin) {
  std::string where;
  fs::path file = fs::path(name).has_extension() ? fs::path(name) : fs::path("lib" + name + ".so");
  for (const fs::path& candidate : model::library_places(name, folder)) {
    where += (where.empty() ? "" : ", ") + candidate.string();
    if (!fs::exists(candidate)) continue;
    file = candidate;
    break;
  }
  require_regular_file(file, origin);
  if (fs::exists(file) && !is_whole(file)) {
    throw code::error(code::kBadFile, origin, fmt::format("library = {}: {} is cut short", name, file.string()),
                      "compile or copy it again");
  }
  void* handle = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (handle == nullptr) {
    const char* why = dlerror();
    throw code::error(code::kNoFile, origin,
                      fmt::format("library = {}: cannot be loaded: {}", name, why != nullptr ? why : "unknown"),
                      fmt::format("looked for {}; SWELL_COMPONENT_PATH names more folders", where));
  }
  using Interface = const char* (*)();
  using Register = void (*)(Registry*);
  const auto interface = reinterpret_cast<Interface>(dlsym(handle, "swell_component_interface"));
  const auto add = reinterpret_cast<Register>(dlsym(handle, "swell_component_library"));
  if (interface == nullptr || add == nullptr) {
    throw code::error(code::kBadFile, origin,
                      fmt::format("library = {}: {} is not a component library of Swell", name, file.string()),
                      "it needs SWELL_COMPONENT_LIBRARY (docs/component-library)");
  }
  if (const std::string built_for = interface(); built_for != interface_version()) {
    throw code::error(
        code::kBadFile, origin,
        fmt::format("library = {}: built for '{}', this is '{}'", name, built_for, interface_version()),
        "compile it against this Swell's installation (CMAKE_PREFIX_PATH), without -march and -stdlib options");
  }
  Registry own;
  try {
    add(&own);
  } catch (const InputError&) {
    throw;
  } catch (const std::exception& error) {
    throw InputError(origin, fmt::format("library = {}: failed to register its types: {}", name, error.what()));
  }
  for (Registry::Type type : own.types()) {
    type.library = name;
    registry.add(std::move(type));
  }
  for (const ElementType& element : *own.elements()) registry.add_element(element);
  Loaded& list = loaded();
  const std::lock_guard<std::mutex> lock(list.mutex);
  const std::size_t used = std::strlen(list.names);
  const std::string shown = visible(name);
  if (std::strstr(list.names, shown.c_str()) == nullptr && used + shown.size() + 3 < sizeof list.names) {
    std::snprintf(list.names + used, sizeof list.names - used, "%s%s", used == 0 ? "" : ", ", shown.c_str());
  }
}

const char* loaded_libraries() { return loaded().names; }

}  // namespace swell::components

#include "swell/base/opened_library.h"

#include <dlfcn.h>

#include "swell/base/error.h"

void* swell::opened_entry(const char* file, const char* name, bool required) {
  void* const library = dlopen(file, RTLD_LAZY | RTLD_LOCAL);  // never closed: its threads may run
  if (library == nullptr)
    throw InputError({}, std::string(file) + " cannot be loaded: " + dlerror(), "install the package that has it");
  void* const entry = dlsym(library, name);
  if (entry == nullptr && required)
    throw InputError({}, std::string(file) + " has no " + name, "install the version that Swell was built with");
  return entry;
}

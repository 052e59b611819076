#include "swell/model/schema.h"

#include <fmt/format.h>

#include "commands.h"
#include "report.h"
#include "schemas.h"
#include "swell/components/library.h"
#include "swell/components/registry.h"
#include "swell/model/choices.h"

namespace swell::command {

int schema(Page page, const std::vector<std::string>& libraries) {
  components::Registry registry = components::Registry::built_in();
  try {
    for (const std::string& library : libraries) components::load_library(library, {}, registry, {});
  } catch (const InputError& error) {
    report_input_errors(error.diagnostics(), false);
    return 2;
  }
  switch (page) {
    case Page::schema:
      put("{}", model::case_schema(registry.described()));
      break;
    case Page::components:
      put("{}", registry.reference());
      break;
    case Page::reference:
      put("{}", model::case_reference());
      break;
    case Page::study:
      put("{}", kStudySchema);
      break;
    case Page::device:
      put("{}", kDeviceSchema);
      break;
    case Page::choices:
      put("{}", model::choices_markdown());
      break;
  }
  return 0;
}

}  // namespace swell::command

#include "swell/model/schema.h"

#include <fmt/format.h>

#include "commands.h"
#include "swell/batch/schema.h"
#include "swell/model/choices.h"

namespace swell::command {

int schema(Page page) {
  switch (page) {
    case Page::schema:
      put("{}", model::case_schema());
      break;
    case Page::reference:
      put("{}", model::case_reference());
      break;
    case Page::study:
      put("{}", batch::study_schema());
      break;
    case Page::choices:
      put("{}", model::choices_markdown());
      break;
  }
  return 0;
}

}  // namespace swell::command

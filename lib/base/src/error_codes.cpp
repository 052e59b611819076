#include "swell/base/error_codes.h"

namespace swell::code {

InputError error(const char* code, Origin origin, std::string message, std::string remedy) {
  Diagnostic d;
  d.subject = origin.path;
  d.origin = std::move(origin);
  d.message = std::move(message);
  d.remedy = std::move(remedy);
  d.code = code;
  return InputError(std::move(d));
}

InputError with(const char* code, const InputError& error) {
  std::vector<Diagnostic> list = error.diagnostics();
  for (Diagnostic& d : list) {
    if (d.severity == Severity::error && d.code == Diagnostic{}.code) d.code = code;
  }
  return InputError(std::move(list));
}

}  // namespace swell::code

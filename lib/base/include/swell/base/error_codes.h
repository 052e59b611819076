/// The codes of errors: what a program that calls Swell tells apart. Warnings have a code each
/// (docs/troubleshooting.md), checks of OSP files those of OSP.
#pragma once

#include <utility>

#include "swell/base/error.h"

namespace swell::code {

struct Entry {
  const char *word, *meaning;
};
/// All of them, as docs/troubleshooting.md lists them. A new one is a promise: what it means stays.
inline constexpr Entry kErrors[] = {
    {"unknown-key", "a key that does not exist at this place"},
    {"missing", "a key that must be given is not"},
    {"wrong-value", "a value of another kind, or none of the words allowed"},
    {"out-of-range", "a number beyond the bounds of its key"},
    {"contradiction", "keys that exclude each other"},
    {"unknown-name", "a body, port, state, component type or dataset that does not exist"},
    {"duplicate-name", "two things of one name"},
    {"wrong-connection", "ports that do not fit each other, an input without a connection or with one too many"},
    {"algebraic-loop", "outputs that depend on each other at one instant"},
    {"no-file", "a file that is not there or cannot be opened"},
    {"bad-file", "the contents of a file that another program wrote: damaged, cut off, not what its kind demands"},
    {"wrong-input", "anything else that is wrong with the input"},
};
inline constexpr const char* kUnknownName = "unknown-name";
inline constexpr const char* kDuplicateName = "duplicate-name";
inline constexpr const char* kWrongConnection = "wrong-connection";
inline constexpr const char* kAlgebraicLoop = "algebraic-loop";
inline constexpr const char* kNoFile = "no-file";
inline constexpr const char* kBadFile = "bad-file";

/// An error of this kind.
InputError error(const char* code, Origin origin, std::string message, std::string remedy = {});
/// The same mistakes, with `code` where they had none of their own.
InputError with(const char* code, const InputError& error);

/// What `read` returns: the reader of a file whose mistakes are those of the file.
template <class Read>
auto of_file(Read&& read) -> decltype(read()) {
  try {
    return std::forward<Read>(read)();
  } catch (const InputError& error) {
    throw with(kBadFile, error);
  }
}

}  // namespace swell::code

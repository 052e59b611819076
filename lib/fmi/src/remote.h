// A slave in a process of its own. Private to the library.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "swell/fmi/slave.h"

namespace swell::fmi {

/// @param what  for messages   @param make  called in the child
std::unique_ptr<Slave> make_remote(const std::string& what, const std::function<std::unique_ptr<Slave>()>& make);

}  // namespace swell::fmi

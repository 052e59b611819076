// An FMU for scheduled execution. Private to the library.
#pragma once

#include <memory>

#include "swell/fmi/slave.h"

namespace swell::fmi {
std::unique_ptr<Slave> scheduled_slave(const Unit& unit, const SlaveOptions& options);
}  // namespace swell::fmi

// The words of lib/system in which loads declare themselves.
#pragma once

#include "swell/system/component.h"
#include "swell/system/graph.h"

namespace swell::device {

using system::Compute;
using system::Computed;
using system::Declaration;
using system::Evaluation;
using system::EventSpec;
using system::Fan;
using system::Input;
using system::Memory;
using system::MemoryKind;
using system::PortKind;
using system::PortSpec;
using system::Rate;
using system::Read;
using system::Reads;
using system::State;

}  // namespace swell::device

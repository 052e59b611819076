/// The sea of a case without its device.
#pragma once

#include <memory>

#include "swell/assembly/shared_data.h"
#include "swell/model/model.h"
#include "swell/waves/sea_state.h"

namespace swell::assembly {

/// The same as BuiltCase::sea, without the radiation kernels and all else that the sea does not need.
/// @param shared  what this case may take from others and leave to them; null: nothing
/// @throws InputError when the sea or the hydrodynamic data are wrong
std::shared_ptr<const waves::SeaState> sea_of(const model::Model& model, SharedData* shared = nullptr);

}  // namespace swell::assembly

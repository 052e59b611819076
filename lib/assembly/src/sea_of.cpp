#include "swell/assembly/sea_of.h"

#include "stages.h"

namespace swell::assembly {

std::shared_ptr<const waves::SeaState> sea_of(const model::Model& model, SharedData* shared) {
  SharedData own;
  Messages messages;
  const Case c(model, shared != nullptr ? *shared : own, messages);
  const Hydro hydro = place_hydro(c, read_hydro(c));
  Sea sea = make_sea(c, hydro);
  c.diagnostics.throw_if_errors();
  return sea;
}

}  // namespace swell::assembly

#include "swell/hydro/hydro_data.h"

namespace swell::hydro {

int HydroData::total_dof() const { return bodies.empty() ? 0 : first_dof(bodies.size()); }

int HydroData::first_dof(std::size_t body) const {
  int first = 0;
  for (std::size_t b = 0; b < body; ++b) first += bodies[b].dof;
  return first;
}

}  // namespace swell::hydro

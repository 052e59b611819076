#include "swell/network/component.h"

namespace swell::network {

void Component::jacobian(const Point& /*at*/, Jacobian& /*out*/) const {}
void Component::outputs(const Point& /*at*/, double* /*value*/) const {}
double Component::stored_energy(const Point& /*at*/) const { return 0.0; }

}  // namespace swell::network

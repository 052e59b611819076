/// The complex number of this library. Private to lib/hydro.
#pragma once

#include <complex>

namespace swell::hydro {

using Complex = std::complex<double>;

}  // namespace swell::hydro

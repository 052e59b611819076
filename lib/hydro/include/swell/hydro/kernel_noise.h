/// Which entries of a radiation kernel are numerical noise; theory/numerics/hydro.md 4 has the rule.
#pragma once

#include <string>
#include <vector>

#include "swell/hydro/coefficients.h"

namespace swell::hydro {

/// Number of the body of each row.
std::vector<int> body_of_rows(const RadiationCoefficients& coefficients);

/// 1 where an entry is modelled, 0 where it is zero or noise.
/// @param kernel  per sample, square: rows and columns of the whole system
/// @param scale  per row: translation 1, rotation 1/L [1/m], so that peaks of one body compare
/// @param group  body of each row: a diagonal is measured against its body's largest, as a translation
/// @param level  relative to the geometric mean of the diagonal peaks; 0 keeps all
MatrixX modelled_entries(const std::vector<MatrixX>& kernel, const VectorX& scale, const std::vector<int>& group,
                         double level);

/// "entries dropped as numerical noise: (1,2) ..." for the summary, or "" when none was.
std::string dropped_note(const std::vector<MatrixX>& kernel, const MatrixX& modelled);

}  // namespace swell::hydro

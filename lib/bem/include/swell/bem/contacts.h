/// Contacts of surfaces: inside, across or upon each other.
#pragma once

#include <vector>

#include "swell/bem/surface.h"

namespace swell::bem {

struct Contact {
  enum class How { inside, across, upon };
  How how = How::inside;
  int first = 0, second = 0;     ///< bodies: the first is inside the second, passes through it, or lies on it
  Vector3 at = Vector3::Zero();  ///< [m]
};

inline const char* words_of(Contact::How how) {
  return how == Contact::How::inside ? "is inside" : how == Contact::How::across ? "passes through" : "lies on";
}

/// Returns one contact for every two bodies that have any. Curved elements are approximated by flat facets: distances
/// below 3/10000 of an element's radius count as contact; for flat faces a thousandth of the smaller facet.
/// @param insides  also test for a body inside another without contact; not for single panels
std::vector<Contact> contacts(const Surface& surface, bool insides = true);

}  // namespace swell::bem

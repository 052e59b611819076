/// Surfaces that meet where they must not: inside, across or upon each other.
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

/// One contact for every two bodies of the surface that have one. Curved elements are taken as flat facets, so that
/// what is nearer to each other than 3/10000 of an element's radius counts as lying upon each other; between flat faces
/// that is a thousandth of the smaller facet.
/// @param insides  whether a body may be inside another without meeting its surface; not asked for single panels
std::vector<Contact> contacts(const Surface& surface, bool insides = true);

}  // namespace swell::bem

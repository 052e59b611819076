// Faults that a run takes as warnings are known by their remedy. Private to the library.
#pragma once

namespace swell::osp {

/// Of a connection one end of which has no unit, as many controllers' FMUs.
inline constexpr const char* kOneUnitAlone =
    "give both their units; swell run takes it with a warning, and numbers pass as they are";

}  // namespace swell::osp

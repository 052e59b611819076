/// May GNU Octave run an input file?
#pragma once

namespace swell::wecsim {

enum class OctaveUse {
  never,
  sandboxed,  ///< only where bubblewrap (bwrap) shuts it in
  allowed,    ///< without a sandbox too, where there is none: the file can then do what its user can
};

}  // namespace swell::wecsim

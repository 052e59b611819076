// What of a machine shows in the last digits of results. Private to the library.
#pragma once

#include <cstdint>

namespace swell::batch {

/// Digest of what this machine's elementary functions and Fourier transforms give for fixed arguments. The C library
/// and FFTW choose code for the processor (fused multiply-add or not), so that results of two machines may differ in
/// the last digits; with one digest they do not.
std::uint64_t arithmetic_class();

}  // namespace swell::batch

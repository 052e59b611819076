/// Wave force with diffraction on a vertical circular cylinder from the seabed through the surface.
///
/// Force per metre on a fixed cylinder of radius R in a wave of amplitude a (linear theory, exact for any k R):
///
///   f = Re[ C_m(kR) rho pi R^2 u_dot ],   C_m(x) = -4 i / (pi x^2 H1'(x)),   H1 = J1 - i Y1,
///
/// u_dot the complex acceleration (factor exp(+i omega t)) of the undisturbed wave at the axis: |C_m| = 4 A(x)/(pi x^2)
/// with A = 1/sqrt(J1'^2 + Y1'^2), and the force lags u_dot by atan(J1'/Y1'). For x -> 0 C_m = 2, which is Morison's
/// 1 + Ca of a circle. Source: [MacCamyFuchs1954].
#pragma once

#include <complex>
#include <memory>

#include "swell/waves/sea_state.h"

namespace swell::morison {

/// C_m of k R >= 0.
std::complex<double> maccamy_fuchs(double kR);

/// Sea with filtered accelerations for the inertia force: every component times C_m(k R)/2.
/// @param radius [m]
std::shared_ptr<const waves::SeaState> diffracted_sea(const waves::SeaState& sea, double radius);

}  // namespace swell::morison

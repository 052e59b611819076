// The words of enumerations that the case names and the summary shows: one table for both.
#pragma once

#include "swell/model/model.h"
#include "swell/model/visitor.h"

namespace swell::model {

template <class E>
extern const Visitor::Words<E> kWords;

template <>
inline const Visitor::Words<Integrator> kWords<Integrator> = {{"rk4", Integrator::rk4},
                                                              {"dopri5", Integrator::dopri5},
                                                              {"implicit", Integrator::implicit},
                                                              {"dormand-prince", Integrator::dopri5}};
template <>
inline const Visitor::Words<AddedMass> kWords<AddedMass> = {{"exact", AddedMass::exact}, {"split", AddedMass::split}};
template <>
inline const Visitor::Words<DelayedAcceleration> kWords<DelayedAcceleration> = {
    {"held", DelayedAcceleration::held}, {"extrapolated", DelayedAcceleration::extrapolated}};
template <>
inline const Visitor::Words<SetResidual> kWords<SetResidual> = {{"whole", SetResidual::whole},
                                                                {"own", SetResidual::own}};
template <>
inline const Visitor::Words<Restoring> kWords<Restoring> = {{"potential", Restoring::potential},
                                                            {"euler-angles", Restoring::euler_angles}};
template <>
inline const Visitor::Words<Radiation> kWords<Radiation> = {{"constant", Radiation::constant},
                                                            {"convolution", Radiation::convolution},
                                                            {"state-space", Radiation::state_space}};
template <>
inline const Visitor::Words<Sampling> kWords<Sampling> = {{"stage", Sampling::stage}, {"step", Sampling::step}};
template <>
inline const Visitor::Words<RadiationData> kWords<RadiationData> = {{"passive", RadiationData::passive},
                                                                    {"as-given", RadiationData::as_given}};
template <>
inline const Visitor::Words<Realisation> kWords<Realisation> = {{"whole-matrix", Realisation::whole_matrix},
                                                                {"entrywise", Realisation::entrywise}};
template <>
inline const Visitor::Words<Interpolation> kWords<Interpolation> = {
    {"linear", Interpolation::linear}, {"spline", Interpolation::spline}, {"wec-sim", Interpolation::wec_sim}};
template <>
inline const Visitor::Words<SetCenters> kWords<SetCenters> = {{"moved", SetCenters::moved},
                                                              {"displaced", SetCenters::displaced}};
template <>
inline const Visitor::Words<BinMethod> kWords<BinMethod> = {{"default", BinMethod::conserving},
                                                            {"equal-energy", BinMethod::wec_sim_equal_energy},
                                                            {"traditional", BinMethod::wec_sim_traditional}};
template <>
inline const Visitor::Words<RandomStream> kWords<RandomStream> = {{"threefry", RandomStream::threefry},
                                                                  {"mersenne-twister", RandomStream::mersenne}};
template <>
inline const Visitor::Words<Dispersion> kWords<Dispersion> = {{"exact", Dispersion::exact},
                                                              {"hundred-sweeps", Dispersion::hundred_sweeps}};
template <>
inline const Visitor::Words<SeaCoefficients> kWords<SeaCoefficients> = {{"own", SeaCoefficients::own},
                                                                        {"first-sea", SeaCoefficients::first_sea}};
template <>
inline const Visitor::Words<ElevationRamp> kWords<ElevationRamp> = {{"once", ElevationRamp::once},
                                                                    {"twice", ElevationRamp::twice}};

}  // namespace swell::model

#include "swell/device/delayed_inertia.h"

#include <utility>
#include <vector>

namespace swell::device {

using system::Declaration;
using system::Evaluation;
using system::Input;
using system::Memory;
using system::MemoryKind;
using system::PortKind;
using system::PortSpec;
using system::Read;

DelayedInertia::DelayedInertia(std::string name, double delay, bool held)
    : Load(std::move(name), "inertia with a delayed acceleration", {ForcePart::mooring, Energy::inertia}),
      delay_(6, delay, held),
      delayed_(VectorX::Zero(6)) {}

void DelayedInertia::declare(Declaration& d) {
  PortSpec matrix, past;
  matrix.name = "inertia";
  matrix.width = 36;
  matrix.unit = "kg, kg m, kg m^2";
  matrix.frame = "world";
  matrix.kind = PortKind::inertia;
  matrix.description = "inertia, row by row";
  past.name = "past_acceleration";
  past.width = delay_.memory_size();
  past.unit = "m/s^2, rad/s^2";
  const Input inertia = d.input(matrix);
  const Input acceleration = d.input(six_vector("acceleration", "m/s^2, rad/s^2", "acceleration of the body"));
  const Memory memory =
      d.memory(past, MemoryKind::discrete, std::vector<double>(static_cast<std::size_t>(past.width), 0.0));
  const int size = past.width;
  d.output(six_vector("force", "N, N m", "force of the inertia", PortKind::effort), {inertia, memory, Read::time()},
           [this, inertia, memory, size](const Evaluation& e, double* out) {
             delay_.evaluate(e.time, as_vector(e.memory(memory), size), delayed_);
             as_six(out) = -(as_inertia(e.input(inertia)) * delayed_.head<6>());
           });
  d.commit({acceleration, memory}, [this, acceleration, memory, size](const Evaluation& e) {
    Eigen::Map<VectorX> stored(e.change(memory), size);
    delay_.commit(e.time, as_six(e.input(acceleration)), stored);
  });
}

}  // namespace swell::device

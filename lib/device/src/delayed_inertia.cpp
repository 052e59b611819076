#include "swell/device/delayed_inertia.h"

#include <utility>
#include <vector>

namespace swell::device {

using system::Declaration;
using system::Evaluation;
using system::Input;
using system::Memory;
using system::MemoryKind;
using system::PortSpec;
using system::Read;

DelayedInertia::DelayedInertia(const std::string& body, const std::string& load, double delay, bool held)
    : BodyLoad(body, load.c_str(), "inertia with a delayed acceleration", {ForcePart::mooring, Energy::inertia}),
      delay_(6, delay, held),
      delayed_(VectorX::Zero(6)) {}

void DelayedInertia::declare(Declaration& d) {
  PortSpec past;
  past.name = "past_acceleration";
  past.width = delay_.memory_size();
  past.unit = "m/s^2, rad/s^2";
  const Input inertia = d.input(inertia_port("inertia", "inertia, row by row"));
  const Input acceleration = read(d, Motion::acceleration);
  const Memory memory =
      d.memory(past, MemoryKind::discrete, std::vector<double>(static_cast<std::size_t>(past.width), 0.0));
  const int size = past.width;
  give_force(d, "force of the inertia", {inertia, memory, Read::time()},
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

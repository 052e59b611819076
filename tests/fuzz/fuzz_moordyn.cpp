// A mooring line file from arbitrary bytes. The reader must refuse by InputError or give a model of finite numbers that
// can be built and evaluated.
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

#include "swell/base/error.h"
#include "swell/mooring/lumped_mass.h"
#include "swell/mooring/moordyn_file.h"

using namespace swell;
using namespace swell::mooring;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size);

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const std::string text(bytes, bytes + size);
  try {
    // No folder: a file of a table that the text names is not there.
    const MoordynFile file = parse_moordyn(text, "/nowhere/lines.txt", 60.0);
    std::size_t nodes = file.model.points.size();
    for (const MooringLine& line : file.model.lines) nodes += static_cast<std::size_t>(line.segments);
    for (const LinePoint& point : file.model.points) {
      if (!point.position.allFinite() || !point.offset.allFinite()) std::abort();
    }
    constexpr std::size_t kMost = 2000;
    if (nodes > kMost) return 0;
    const LumpedMass mooring(file.model);
    if (!(mooring.max_step() > 0.0)) std::abort();
    LineScratch scratch = mooring.make_scratch();
    std::vector<PointMotion> coupled(mooring.n_coupled());
    for (std::size_t i = 0; i < coupled.size(); ++i) coupled[i].position = mooring.coupled_point(i).position;
    std::vector<double> state(mooring.state_size(), 0.5), rate(state.size());
    mooring.evaluate(0.0, state.data(), coupled.data(), nullptr, rate.data(), nullptr, nullptr, scratch);
  } catch (const InputError&) {
  }
  return 0;
}

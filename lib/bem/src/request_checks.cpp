// Checks before the solution.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <iterator>

#include "parts.h"
#include "swell/bem/contacts.h"

namespace swell::bem {

void refuse_dry(const std::vector<ComputeBody>& bodies) {
  Diagnostics mistakes;
  for (const ComputeBody& body : bodies)
    if (body.elements.empty())
      mistakes.error(body.origin, fmt::format("body {} is above the water", body.name),
                     "z = 0 is the still water: lower its position");
  mistakes.throw_if_errors();
}

double memory_of_machine() {
  return static_cast<double>(sysconf(_SC_PHYS_PAGES)) * static_cast<double>(sysconf(_SC_PAGESIZE));
}

double least_memory(double nodes) { return memory_needed(nodes, nodes / 16.0, 0.0, 2.0, 1, false); }

void refuse_beyond_machine(double memory, const Origin& origin, const std::string& what, const std::string& remedy) {
  if (!(memory <= 0.9 * memory_of_machine()))
    throw InputError(
        origin,
        fmt::format("{} need {:.3g} GB, the machine has {:.0f} GB", what, memory / 1e9, memory_of_machine() / 1e9),
        remedy);
}

namespace {

// Smallest gap to the sea bed over an element's diameter: the water in a smaller gap is not resolved.
constexpr double kLeastGap = 0.001, kGap = 0.005;

void check_height(const Surface& s, int b, const ComputeBody& body, std::optional<double> depth,
                  Diagnostics& mistakes) {
  const Hydrostatics h = hydrostatics(s, b, body.cg);
  if (std::abs(h.volume) < 1e-9 * h.area * std::sqrt(h.area))
    mistakes.error(body.origin, fmt::format("body {} displaces no water: its surface encloses none", body.name),
                   "a plate has two sides and edges: give it its thickness");
  else if (!(h.volume > 0.0))
    mistakes.error(body.origin, fmt::format("body {} displaces {:.4g} m3", body.name, h.volume),
                   "its normals must point into the water: reversed: true turns a mesh");
  if (!depth) return;
  double gap = 1e300, needed = 0.0;  // of the element with the smallest relative gap to the sea bed
  for (const Element& e : s.elements) {
    if (e.body != b) continue;
    double low = e.centre.z();
    Vector3 x, x_u, x_v;
    for (const double u : {-1.0, 0.0, 1.0})
      for (const double v : {-1.0, 0.0, 1.0}) {
        e.at(u, v, x, x_u, x_v);
        low = std::min(low, x.z());
      }
    const double own = *depth + low, size = 2.0 * e.radius;
    if (needed == 0.0 || own < 0.0 ? own < gap : own * needed < gap * size) {
      gap = own;
      needed = size;
    }
  }
  if (gap < -1e-9 * *depth)
    mistakes.error(
        body.origin,
        fmt::format("body {} reaches {:.4g} m down, the water is {:.4g} m deep", body.name, *depth - gap, *depth),
        "raise its position, or correct water.depth");
  else if (gap < kLeastGap * needed)
    mistakes.error(body.origin,
                   fmt::format("body {} stands on the sea bed: {:.2g} m are between them, {:.2g} m are needed",
                               body.name, std::max(gap, 0.0), kLeastGap * needed),
                   fmt::format("end it {:.2g} m above the sea bed: next to no water passes there", kGap * needed));
}

}  // namespace

void check_bodies(const Surface& s, const std::vector<ComputeBody>& bodies, std::optional<double> depth) {
  Diagnostics mistakes;
  for (std::size_t b = 0; b < bodies.size(); ++b) check_height(s, static_cast<int>(b), bodies[b], depth, mistakes);
  mistakes.throw_if_errors();
  std::vector<Element> hulls;
  std::copy_if(s.elements.begin(), s.elements.end(), std::back_inserter(hulls),
               [](const Element& e) { return e.chamber < 0; });
  for (const Contact& c : contacts(make_surface(std::move(hulls)))) {
    const ComputeBody &first = bodies[static_cast<std::size_t>(c.first)],
                      &second = bodies[static_cast<std::size_t>(c.second)];
    mistakes.error(first.origin,
                   fmt::format("body {} {} body {} at ({:.4g}, {:.4g}, {:.4g}) m", first.name, words_of(c.how),
                               second.name, c.at.x(), c.at.y(), c.at.z()),
                   c.how == Contact::How::upon
                       ? "leave a gap of 1 % of their breadth; or make one body of the two; or, where no water "
                         "passes between them, leave both faces out (shape: revolution with open: true)"
                       : "move them apart, or make one body of the two");
  }
  mistakes.throw_if_errors();
}

void check_identities(const ComputeReport& report, const Origin& origin, Diagnostics& diagnostics) {
  constexpr double kDoubtful = 0.05, kDoubtfulDrift = 0.03;
  if (report.drift > kDoubtfulDrift)
    diagnostics.warning("doubtful-drift", origin,
                        fmt::format("mean drift by pressure and by momentum differ by {:.2g} % of the largest, {:g} % "
                                    "at most are expected",
                                    100.0 * report.drift, 100.0 * kDoubtfulDrift),
                        "divide more finely: error: 1 %, or a higher resolution.order");
  if (std::max({report.haskind, report.energy, report.reciprocity}) < kDoubtful) return;
  diagnostics.warning(
      "doubtful-solution", origin,
      fmt::format("the result is doubtful: Haskind against pressure {:.2g} %, waves' energy "
                  "against damping {:.2g} %, reciprocity {:.2g} %, {:g} % at most are expected",
                  100.0 * report.haskind, 100.0 * report.energy, 100.0 * report.reciprocity, 100.0 * kDoubtful),
      "look for narrow gaps between walls and plates far thinner than their elements, which need smaller elements; or "
      "divide more finely");
}

}  // namespace swell::bem

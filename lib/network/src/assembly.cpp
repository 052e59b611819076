#include "assembly.h"

#include <algorithm>
#include <cmath>

namespace swell::network {

namespace {

// Relative increment of forward differences: about the square root of the machine precision.
constexpr double kIncrement = 1e-7;
// Smallest increment relative to the nominal value: inside any laminar transition, above round-off.
constexpr double kSmallest = 1e-9;

// Fills columns [first, last) of the block by forward differences. Steps go away from zero so that no variable changes
// sign (as in FONSim); states included.
void difference_columns(const Placed& c, const Network& network, Point at, double* local, const double* residual,
                        std::size_t first, std::size_t last, double* block, double* difference) {
  const std::size_t rows = c.rows();
  const std::size_t width = c.columns();
  double* shifted_residual = difference;
  double* shifted_rate = difference + c.spec.residuals.size();
  for (std::size_t j = first; j < last; ++j) {
    const std::size_t unknown = j < c.terminals() ? c.nodes[j] : c.through + (j - c.terminals());
    const double x = local[j];
    double h = std::max(kIncrement * std::abs(x), kSmallest * network.nominal()[unknown]);
    if (x < 0.0) h = -h;
    if (x + h > network.upper()[unknown]) h = -h;
    local[j] = x + h;
    const double step = local[j] - x;
    c.component->evaluate(at, shifted_residual, shifted_rate);
    local[j] = x;
    for (std::size_t r = 0; r < rows; ++r) block[r * width + j] = (difference[r] - residual[r]) / step;
  }
}

}  // namespace

std::size_t local_size(const Network& network) {
  std::size_t size = 0;
  for (const Placed& c : network.components()) size = std::max(size, c.columns());
  return size;
}

std::size_t block_size(const Network& network) {
  std::size_t size = 0;
  for (const Placed& c : network.components()) size = std::max(size, c.columns() * c.rows());
  return size;
}

std::size_t difference_size(const Network& network) {
  std::size_t size = 0;
  for (const Placed& c : network.components()) size = std::max(size, 2 * c.rows());
  return size;
}

Point component_point(const Placed& c, double t, const double* inputs, const double* x, double* local) {
  const std::size_t nt = c.terminals();
  for (std::size_t k = 0; k < nt; ++k) local[k] = x[c.nodes[k]];
  std::copy(x + c.through, x + c.through + (c.columns() - nt), local + nt);
  return Point{t, local, local + nt, local + 2 * nt, local + 2 * nt + c.spec.internals.size(), inputs + c.input};
}

void assemble(const Network& network, double t, const double* inputs, const double* base, double gdt, const double* x,
              double* residual, double* values, AssemblyScratch scratch) {
  const std::size_t n_nodes = network.nodes().size();
  std::fill(residual, residual + n_nodes, 0.0);
  if (values != nullptr) std::copy(network.constant_entries().begin(), network.constant_entries().end(), values);
  double* local = scratch.local.data();
  double* raw = scratch.difference.data();  // residuals and rates as the component gives them
  for (const Placed& c : network.components()) {
    const std::size_t nt = c.terminals();
    const std::size_t nr = c.spec.residuals.size();
    const std::size_t ns = c.spec.states.size();
    const Point at = component_point(c, t, inputs, x, local);
    for (std::size_t k = 0; k < nt; ++k) residual[c.nodes[k]] += at.through[k];
    c.component->evaluate(at, raw, raw + nr);
    double* rows = residual + c.residual;
    std::copy(raw, raw + nr, rows);
    for (std::size_t k = 0; k < ns; ++k) rows[nr + k] = at.state[k] - base[c.state() + k] - gdt * raw[nr + k];
    if (values == nullptr) continue;

    const std::size_t width = c.columns();
    double* block = scratch.block.data();
    std::fill(block, block + c.rows() * width, 0.0);
    if (c.spec.derivatives != Derivatives::none) {
      Jacobian jacobian(block, nt, c.spec.internals.size(), ns, nr);
      c.component->jacobian(at, jacobian);
    }
    const std::size_t arguments = width - ns;
    const std::size_t first = c.spec.derivatives == Derivatives::none        ? 0
                              : c.spec.derivatives == Derivatives::arguments ? arguments
                                                                             : width;
    difference_columns(c, network, at, local, raw, first, width, block, raw + c.rows());
    for (const Placed::Entry& entry : c.entries) {
      values[entry.place] += (entry.local < nr * width ? 1.0 : -gdt) * block[entry.local];
    }
  }
}

}  // namespace swell::network

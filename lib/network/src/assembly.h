// Residuals and derivatives of a whole network at one point.
#pragma once

#include <vector>

#include "swell/network/network.h"

namespace swell::network {

// Scratch of the assembly: the arguments of one component, its dense block, a row for differences.
struct AssemblyScratch {
  std::vector<double>& local;
  std::vector<double>& block;
  std::vector<double>& difference;
};

// Largest sizes that any component needs.
std::size_t local_size(const Network& network);
std::size_t block_size(const Network& network);
std::size_t difference_size(const Network& network);

// Rows: node balances, residuals, states - base - gdt * rate. `values` (may be null) receives the derivatives.
void assemble(const Network& network, double t, const double* inputs, const double* base, double gdt, const double* x,
              double* residual, double* values, AssemblyScratch scratch);

// Point of one component; copies its arguments into `local`.
Point component_point(const Placed& placed, double t, const double* inputs, const double* x, double* local);

}  // namespace swell::network

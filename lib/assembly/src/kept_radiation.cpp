// Kernels and state spaces as the bytes that are kept of them.
#include <algorithm>
#include <type_traits>

#include "radiation.h"

namespace swell {

template <class Bytes, int Columns>
static void members(Bytes& bytes, Eigen::Matrix<double, Eigen::Dynamic, Columns>& m) {
  Eigen::Index rows = m.rows(), columns = m.cols();
  std::vector<double> values(m.data(), m.data() + m.size());
  bytes(rows, columns, values);
  if constexpr (std::is_same_v<Bytes, ByteReader>) {
    const auto count = static_cast<Eigen::Index>(values.size());
    if (rows < 0 || columns < 0 || (columns > 0 && rows > count) || rows * columns != count) return bytes.fail();
    m.resize(rows, columns);
    std::copy(values.begin(), values.end(), m.data());
  }
}

namespace assembly {

void write_value(ByteWriter& out, const KernelBlock& block) {
  const std::vector<MatrixX>& values = block.kernel.values;
  const auto one = values.empty() ? 0U : static_cast<std::size_t>(values.front().size());
  if (values.size() * one * sizeof(double) <= kMostKeptBytes) out(block.repair, block.kernel.step, values);
}

void read_value(ByteReader& in, KernelBlock& block) { in(block.repair, block.kernel.step, block.kernel.values); }

}  // namespace assembly

namespace hydro {

template <class Bytes>
static void members(Bytes& bytes, StateSpaceModel& m) {
  bytes(m.blocks, m.A, m.B, m.C, m.D, m.scale, m.entries, m.response_error, m.damping_error, m.kernel_change,
        m.kernel_changed_at, m.stored, m.notes);
}

void write_value(ByteWriter& out, const StateSpaceModel& model) { out(model); }
void read_value(ByteReader& in, StateSpaceModel& model) { in(model); }

}  // namespace hydro
}  // namespace swell

// Kernels and state spaces as the bytes that are kept of them.
#include <algorithm>

#include "radiation.h"

namespace swell {

namespace {

template <class Matrix>
void write_matrix(ByteWriter& out, const Matrix& m) {
  out.value<std::int64_t>(m.rows());
  out.value<std::int64_t>(m.cols());
  out.array(std::vector<double>(m.data(), m.data() + m.size()));
}

template <class Matrix>
void read_matrix(ByteReader& in, Matrix& m) {
  const auto rows = in.value<std::int64_t>(), columns = in.value<std::int64_t>();
  const std::vector<double> values = in.array<double>();
  if (rows < 0 || columns < 0 || (columns > 0 && rows > static_cast<Eigen::Index>(values.size())) ||
      rows * columns != static_cast<Eigen::Index>(values.size()))
    return in.fail();
  m.resize(rows, columns);
  std::copy(values.begin(), values.end(), m.data());
}

}  // namespace

namespace assembly {

void write_value(ByteWriter& out, const KernelBlock& block) {
  const std::vector<MatrixX>& values = block.kernel.values;
  const auto one = values.empty() ? 0U : static_cast<std::size_t>(values.front().size());
  if (values.size() * one * sizeof(double) > kMostKeptBytes) return;
  out.value(block.repair);
  out.value(block.kernel.step);
  out.value(values.size());
  for (const MatrixX& K : values) write_matrix(out, K);
}

void read_value(ByteReader& in, KernelBlock& block) {
  block.repair = in.value<hydro::KernelRepair>();
  block.kernel.step = in.value<double>();
  const auto count = in.value<std::size_t>();
  for (std::size_t k = 0; in.ok() && k < count; ++k) read_matrix(in, block.kernel.values.emplace_back());
}

}  // namespace assembly

namespace hydro {

void write_value(ByteWriter& out, const StateSpaceModel& model) {
  out.array(model.blocks);
  for (const MatrixX& A : model.A) write_matrix(out, A);
  write_matrix(out, model.B);
  write_matrix(out, model.C);
  write_matrix(out, model.D);
  write_matrix(out, model.scale);
  out.array(model.entries);
  for (const double number : {model.response_error, model.damping_error, model.kernel_change, model.kernel_changed_at})
    out.value(number);
  out.value(model.stored);
  out.value(model.notes.size());
  for (const std::string& note : model.notes) out.text(note);
}

void read_value(ByteReader& in, StateSpaceModel& model) {
  model.blocks = in.array<StateBlock>();
  for (std::size_t k = 0; k < model.blocks.size(); ++k) read_matrix(in, model.A.emplace_back());
  read_matrix(in, model.B);
  read_matrix(in, model.C);
  read_matrix(in, model.D);
  read_matrix(in, model.scale);
  model.entries = in.array<EntryFit>();
  for (double* number : {&model.response_error, &model.damping_error, &model.kernel_change, &model.kernel_changed_at})
    *number = in.value<double>();
  model.stored = in.value<bool>();
  const auto notes = in.value<std::size_t>();
  for (std::size_t k = 0; in.ok() && k < notes; ++k) model.notes.push_back(in.text());
}

}  // namespace hydro
}  // namespace swell

#include "unfinished.h"

#include <fmt/format.h>

#include <complex>
#include <fstream>
#include <iterator>
#include <system_error>
#include <vector>

#include "swell/base/contained.h"
#include "swell/base/failed_write.h"
#include "swell/base/replace.h"
#include "swell/base/seal.h"

namespace swell::bem {
namespace {

// Visits all members, for writing and reading.
template <class Visit>
void each(Solved& s, Visit visit) {
  visit(s.force);
  visit(s.froude_krylov);
  visit(s.haskind);
  visit(s.largest);
  visit(s.energy);
  visit(s.reciprocity);
  visit(s.drift);
  visit(s.drift_by_pressure);
  visit(s.power);
}

}  // namespace

std::filesystem::path Unfinished::file_of(std::uint64_t key) const { return folder_ / fmt::format("{:016x}", key); }

bool Unfinished::find(std::uint64_t key, Solved& solved) const {
  if (folder_.empty()) return false;
  std::ifstream file(file_of(key), std::ios::binary);
  std::string bytes{std::istreambuf_iterator<char>(file), {}};
  if (!unseal(bytes, kComputedSeal)) return false;
  ByteReader in(bytes);
  Solved read;
  each(read, [&](auto& matrix) {
    const auto rows = in.value<Eigen::Index>(), columns = in.value<Eigen::Index>();
    const auto values = in.array<typename std::decay_t<decltype(matrix)>::Scalar>();
    if (static_cast<std::size_t>(rows * columns) != values.size()) return in.fail();
    matrix.resize(rows, columns);
    std::copy(values.begin(), values.end(), matrix.data());
  });
  if (!in.ok() || !in.done()) return false;
  solved = std::move(read);
  return true;
}

void Unfinished::keep(std::uint64_t key, const Solved& solved) {
  if (folder_.empty()) return;
  std::error_code problem;
  std::filesystem::create_directories(folder_, problem);
  ByteWriter out;
  Solved copy = solved;
  each(copy, [&](auto& matrix) {
    out.value(matrix.rows());
    out.value(matrix.cols());
    out.array(std::vector(matrix.data(), matrix.data() + matrix.size()));
  });
  try {
    write_in_place(file_of(key), sealed(out.take(), kComputedSeal));
  } catch (const FailedWrite&) {  // the frequency is solved again
  }
}

void Unfinished::discard() const {
  std::error_code problem;
  if (!folder_.empty()) std::filesystem::remove_all(folder_, problem);
}

}  // namespace swell::bem

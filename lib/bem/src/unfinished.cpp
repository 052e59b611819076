#include "unfinished.h"

#include <fmt/format.h>
#include <unistd.h>

#include <complex>
#include <cstring>
#include <fstream>
#include <iterator>
#include <system_error>
#include <vector>

#include "swell/base/hash.h"

namespace swell::bem {
namespace {

constexpr double kMostValues = 1e8;

// Numbers in one entry of a matrix.
template <class Matrix>
constexpr std::size_t kWidth = Eigen::NumTraits<typename Matrix::Scalar>::IsComplex ? 2 : 1;

// All members, written and read by the same walk: sizes and values as doubles.
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
  std::ifstream in(file_of(key), std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
  // The last eight bytes seal the others.
  if (text.size() < 8 || text.size() % 8 != 0) return false;
  std::uint64_t seal = 0;
  std::memcpy(&seal, text.data() + text.size() - 8, 8);
  if (seal != hash_bytes(text.data(), text.size() - 8)) return false;
  std::vector<double> values(text.size() / 8 - 1);
  std::memcpy(values.data(), text.data(), 8 * values.size());
  std::size_t at = 0;
  bool is_good = true;
  Solved read;
  each(read, [&](auto& matrix) {
    using Matrix = std::decay_t<decltype(matrix)>;
    if (!is_good || at + 2 > values.size() || !(values[at] * values[at + 1] < kMostValues)) {
      is_good = false;
      return;
    }
    matrix.resize(static_cast<Eigen::Index>(values[at]), static_cast<Eigen::Index>(values[at + 1]));
    at += 2;
    const std::size_t size = kWidth<Matrix> * static_cast<std::size_t>(matrix.size());
    is_good = at + size <= values.size();
    if (is_good && size > 0) std::memcpy(static_cast<void*>(matrix.data()), &values[at], 8 * size);
    at += size;
  });
  if (!is_good || at != values.size()) return false;
  solved = std::move(read);
  return true;
}

void Unfinished::keep(std::uint64_t key, const Solved& solved) {
  if (folder_.empty()) return;
  std::error_code problem;
  std::filesystem::create_directories(folder_, problem);
  std::vector<double> values;
  Solved copy = solved;
  each(copy, [&](auto& matrix) {
    values.push_back(static_cast<double>(matrix.rows()));
    values.push_back(static_cast<double>(matrix.cols()));
    const std::size_t from = values.size(),
                      size = kWidth<std::decay_t<decltype(matrix)>> * static_cast<std::size_t>(matrix.size());
    values.resize(from + size);
    if (size > 0) std::memcpy(&values[from], matrix.data(), 8 * size);
  });
  const std::filesystem::path part = file_of(key).string() + fmt::format(".{}.part", getpid());
  {
    std::ofstream out(part, std::ios::binary);
    const std::uint64_t seal = hash_bytes(values.data(), 8 * values.size());
    out.write(reinterpret_cast<const char*>(values.data()), static_cast<std::streamsize>(8 * values.size()));
    out.write(reinterpret_cast<const char*>(&seal), 8);
    if (!out.flush()) {
      std::filesystem::remove(part, problem);
      return;
    }
  }
  std::filesystem::rename(part, file_of(key), problem);
}

void Unfinished::discard() const {
  std::error_code problem;
  if (!folder_.empty()) std::filesystem::remove_all(folder_, problem);
}

}  // namespace swell::bem

#include "history_product.h"

#include <algorithm>

#include "swell/base/error.h"

namespace swell::hydro {

namespace {
// Memory: head of the direct sum's rings, the rings, then what each block length keeps.
constexpr std::size_t kHead = 0;
constexpr std::size_t kProductHeader = 1;
constexpr std::size_t kShortest = 8;

std::size_t count_entries(const std::vector<std::vector<double>>& weights) {
  return static_cast<std::size_t>(
      std::count_if(weights.begin(), weights.end(), [](const auto& w) { return !w.empty(); }));
}

std::vector<std::vector<double>> newest(std::vector<std::vector<double>> weights, std::size_t lags) {
  for (std::vector<double>& w : weights) w.resize(std::min(w.size(), lags));
  return weights;
}

struct Choice {
  double cost = 0.0;
  HistoryProduct::Blocks blocks;
};

// The cheapest way for the lags from `block` on, the first of them in blocks of that length.
Choice cheapest_from(std::size_t block, std::size_t lags, std::size_t entries, std::size_t transforms) {
  Choice best{FarLags::cost(block, lags, entries, transforms), {block}};
  for (std::size_t next = 2 * block; 2 * next <= lags; next *= 2) {
    Choice rest = cheapest_from(next, lags, entries, transforms);
    const double cost = FarLags::cost(block, next, entries, transforms) + rest.cost;
    if (cost >= best.cost) continue;
    best = {cost, {block}};
    best.blocks.insert(best.blocks.end(), rest.blocks.begin(), rest.blocks.end());
  }
  return best;
}
}  // namespace

HistoryProduct::Blocks HistoryProduct::cheapest(std::size_t lags, std::size_t entries, std::size_t transforms) {
  Choice best{static_cast<double>(lags * entries), {}};
  for (std::size_t block = kShortest; 2 * block <= lags; block *= 2) {
    Choice far = cheapest_from(block, lags, entries, transforms);
    far.cost += static_cast<double>(block * entries);
    if (far.cost < best.cost) best = std::move(far);
  }
  return best.blocks;
}

HistoryProduct::HistoryProduct(int rows, int columns, std::size_t lags, const std::vector<std::vector<double>>& weights,
                               const std::optional<Blocks>& given) {
  const auto r = static_cast<std::size_t>(rows), c = static_cast<std::size_t>(columns);
  SWELL_EXPECT(weights.size() == r * c);
  Blocks blocks = given ? *given : cheapest(lags, count_entries(weights), r + c);
  while (!blocks.empty() && blocks.back() >= lags) blocks.pop_back();
  for (std::size_t k = 0; k < blocks.size(); ++k)
    SWELL_EXPECT(blocks[k] % (k == 0 ? kShortest : blocks[k - 1]) == 0 && (k == 0 || blocks[k] > blocks[k - 1]));
  near_ = blocks.empty() ? LagProduct(rows, columns, lags, weights)
                         : LagProduct(rows, columns, blocks.front(), newest(weights, blocks.front()));
  at_rings_ = kProductHeader;
  memory_size_ = at_rings_ + c * near_.ring_size();
  far_.reserve(blocks.size());
  for (std::size_t k = 0; k < blocks.size(); ++k) {
    far_.emplace_back(r, c, blocks[k], k + 1 < blocks.size() ? blocks[k + 1] : lags, weights);
    at_.push_back(memory_size_);
    memory_size_ += far_.back().memory_size();
  }
}

HistoryProduct::Blocks HistoryProduct::blocks() const {
  Blocks blocks;
  for (const FarLags& far : far_) blocks.push_back(far.block());
  return blocks;
}

void HistoryProduct::step(const double* values, double* memory, double* sums) const {
  const std::size_t head = near_.push(values, static_cast<std::size_t>(memory[kHead]), memory + at_rings_);
  memory[kHead] = static_cast<double>(head);
  near_.sum(memory + at_rings_, head, sums);
  for (std::size_t k = 0; k < far_.size(); ++k) far_[k].step(values, memory + at_[k], sums);
}

}  // namespace swell::hydro

#include "history_product.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "radiation_kernels.h"
#include "swell/base/error.h"
#include "swell/base/wide.h"

namespace swell::hydro {

namespace {
// Memory: head of the direct sum's rings, step within the block, slot of the newest spectrum; then the arrays.
constexpr std::size_t kHead = 0;
constexpr std::size_t kStep = 1;
constexpr std::size_t kSlot = 2;
constexpr std::size_t kHeader = 3;
constexpr std::size_t kHighest = 4;  // rows of a group

std::size_t bins_of(std::size_t block) { return (block + 1 + kWide4 - 1) / kWide4 * kWide4; }

std::size_t count_entries(const std::vector<std::vector<double>>& weights) {
  return static_cast<std::size_t>(
      std::count_if(weights.begin(), weights.end(), [](const auto& w) { return !w.empty(); }));
}

std::vector<std::vector<double>> newest(std::vector<std::vector<double>> weights, std::size_t lags) {
  for (std::vector<double>& w : weights) w.resize(std::min(w.size(), lags));
  return weights;
}
}  // namespace

double HistoryProduct::cost(std::size_t lags, std::size_t entries, std::size_t transforms, std::size_t block) {
  const auto n = static_cast<double>(entries);
  if (block == 0) return static_cast<double>(lags) * n;
  const auto B = static_cast<double>(block);
  const double parts = std::ceil(static_cast<double>(lags) / B) - 1.0;
  const double products = 2.0 * static_cast<double>(bins_of(block)) * parts / B * n;
  return B * n + 1.5 * products + static_cast<double>(transforms) * (10.0 * std::log2(2.0 * B) + 200.0 / B) + 200.0;
}

std::size_t HistoryProduct::cheapest(std::size_t lags, std::size_t entries, std::size_t transforms) {
  std::size_t best = 0;
  for (std::size_t block = 16; 2 * block <= lags; block *= 2) {
    if (cost(lags, entries, transforms, block) < cost(lags, entries, transforms, best)) best = block;
  }
  return best;
}

HistoryProduct::HistoryProduct(int rows, int columns, std::size_t lags, const std::vector<std::vector<double>>& weights,
                               std::optional<std::size_t> block)
    : rows_(static_cast<std::size_t>(rows)),
      columns_(static_cast<std::size_t>(columns)),
      lags_(lags),
      block_(block ? *block : cheapest(lags, count_entries(weights), rows_ + columns_)) {
  SWELL_EXPECT(weights.size() == rows_ * columns_ && block_ % 8 == 0);
  if (block_ >= lags_) block_ = 0;
  near_ = block_ == 0 ? LagProduct(rows, columns, lags, weights)
                      : LagProduct(rows, columns, block_, newest(weights, block_));
  at_rings_ = kHeader;
  memory_size_ = at_rings_ + columns_ * near_.ring_size();
  if (block_ != 0) make_parts(weights);
}

void HistoryProduct::make_parts(const std::vector<std::vector<double>>& weights) {
  std::map<std::vector<std::size_t>, std::vector<std::size_t>> patterns;
  for (std::size_t i = 0; i < rows_; ++i) {
    std::vector<std::size_t> felt;
    for (std::size_t j = 0; j < columns_; ++j) {
      if (!weights[i * columns_ + j].empty()) felt.push_back(j);
    }
    if (!felt.empty()) patterns[felt].push_back(i);
  }
  bins_ = bins_of(block_);
  parts_ = (lags_ + block_ - 1) / block_ - 1;
  for (const auto& [felt, members] : patterns) {
    for (std::size_t at = 0; at < members.size(); at += kHighest) {
      Group group;
      group.height = std::min(kHighest, members.size() - at);
      group.felt = felt;
      group.first = order_.size();
      group.weights = part_size_;
      for (std::size_t r = 0; r < group.height; ++r) order_.push_back(members[at + r]);
      part_size_ += 2 * bins_ * felt.size() * group.height;
      groups_.push_back(std::move(group));
    }
  }
  fft_ = std::make_unique<const RealFft>(2 * block_, bins_);
  spectra_.assign(parts_ * part_size_, 0.0);
  std::vector<double> padded(2 * block_), spectrum(2 * bins_, 0.0);
  const double scale = 1.0 / (2.0 * static_cast<double>(block_));  // of the unscaled transform and back
  for (std::size_t p = 0; p < parts_; ++p) {
    for (const Group& group : groups_) {
      for (std::size_t c = 0; c < group.felt.size(); ++c) {
        for (std::size_t r = 0; r < group.height; ++r) {
          const std::vector<double>& w = weights[order_[group.first + r] * columns_ + group.felt[c]];
          for (std::size_t k = 0; k < 2 * block_; ++k) {
            const std::size_t lag = (p + 1) * block_ + k;
            padded[k] = k < block_ && lag < w.size() ? scale * w[lag] : 0.0;
          }
          fft_->forward(padded.data(), spectrum.data());
          for (std::size_t bin = 0; bin < bins_; ++bin) {
            double* at = spectra_.data() + p * part_size_ + group.weights +
                         ((bin / kWide4 * group.felt.size() + c) * group.height + r) * 2 * kWide4 + bin % kWide4;
            at[0] = spectrum[bin];
            at[kWide4] = spectrum[bins_ + bin];
          }
        }
      }
    }
  }
  at_windows_ = memory_size_;
  at_past_ = at_windows_ + columns_ * 2 * block_;
  at_sum_ = at_past_ + parts_ * columns_ * 2 * bins_;
  at_ahead_ = at_sum_ + order_.size() * 2 * bins_;
  at_scratch_ = at_ahead_ + order_.size() * block_;
  memory_size_ = at_scratch_ + 2 * block_;
}

void HistoryProduct::add_part(std::size_t part, std::size_t slot, double* memory) const {
  const double* past = memory + at_past_ + slot * columns_ * 2 * bins_;
  double* sum = memory + at_sum_;
  for (const Group& group : groups_) {
    add_spectra(group.height, group.felt.size(), group.felt.data(), bins_,
                spectra_.data() + part * part_size_ + group.weights, past, sum + group.first * 2 * bins_);
  }
}

void HistoryProduct::finish_block(double* memory) const {
  const auto before = static_cast<std::size_t>(memory[kSlot]);
  const std::size_t slot = before + 1 == parts_ ? 0 : before + 1;
  for (std::size_t j = 0; j < columns_; ++j) {
    double* window = memory + at_windows_ + j * 2 * block_;
    fft_->forward(window, memory + at_past_ + (slot * columns_ + j) * 2 * bins_);
    std::copy_n(window + block_, block_, window);
  }
  add_part(0, slot, memory);
  double* scratch = memory + at_scratch_;
  for (std::size_t r = 0; r < order_.size(); ++r) {
    double* sum = memory + at_sum_ + r * 2 * bins_;
    fft_->backward(sum, scratch);
    std::copy_n(scratch + block_, block_, memory + at_ahead_ + r * block_);
    std::fill_n(sum, 2 * bins_, 0.0);
  }
  memory[kSlot] = static_cast<double>(slot);
}

void HistoryProduct::step(const double* values, double* memory, double* sums) const {
  const std::size_t head = near_.push(values, static_cast<std::size_t>(memory[kHead]), memory + at_rings_);
  memory[kHead] = static_cast<double>(head);
  near_.sum(memory + at_rings_, head, sums);
  if (block_ == 0) return;
  const auto n = static_cast<std::size_t>(memory[kStep]);
  for (std::size_t j = 0; j < columns_; ++j) memory[at_windows_ + (2 * j + 1) * block_ + n] = values[j];
  for (std::size_t r = 0; r < order_.size(); ++r) sums[order_[r]] += memory[at_ahead_ + r * block_ + n];
  // Part p (from 0) of the next block belongs to the spectrum p blocks before the one that is now being filled.
  const auto newest_slot = static_cast<std::size_t>(memory[kSlot]);
  for (std::size_t p = 1 + (parts_ - 1) * n / block_; p < 1 + (parts_ - 1) * (n + 1) / block_; ++p) {
    add_part(p, (newest_slot + parts_ - (p - 1)) % parts_, memory);
  }
  if (n + 1 == block_) finish_block(memory);
  memory[kStep] = static_cast<double>(n + 1 == block_ ? 0 : n + 1);
}

}  // namespace swell::hydro

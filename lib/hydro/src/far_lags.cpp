#include "far_lags.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "radiation_kernels.h"
#include "swell/base/error.h"
#include "swell/base/wide.h"

namespace swell::hydro {

namespace {
// Memory: step within the block, slot of the newest spectrum; then the arrays.
constexpr std::size_t kStep = 0;
constexpr std::size_t kSlot = 1;
constexpr std::size_t kLagsHeader = 2;
constexpr std::size_t kHighest = 4;  // rows of a group

std::size_t bins_of(std::size_t block) { return (block + 1 + kWide4 - 1) / kWide4 * kWide4; }
std::size_t parts_of(std::size_t block, std::size_t end) { return (end + block - 1) / block - 1; }
}  // namespace

double FarLags::cost(std::size_t block, std::size_t end, std::size_t entries, std::size_t transforms) {
  const auto B = static_cast<double>(block);
  const double products = 2.0 * static_cast<double>(bins_of(block) * parts_of(block, end)) / B;
  return 1.5 * products * static_cast<double>(entries) +
         static_cast<double>(transforms) * (10.0 * std::log2(2.0 * B) + 200.0 / B) + 200.0;
}

FarLags::FarLags(std::size_t rows, std::size_t columns, std::size_t block, std::size_t end,
                 const std::vector<std::vector<double>>& weights)
    : columns_(columns),
      block_(block),
      bins_(bins_of(block)),
      parts_(parts_of(block, end)),
      fft_(std::make_unique<const RealFft>(2 * block, bins_)) {
  SWELL_EXPECT(block >= 8 && end > block && weights.size() == rows * columns);
  std::map<std::vector<std::size_t>, std::vector<std::size_t>> patterns;
  for (std::size_t i = 0; i < rows; ++i) {
    std::vector<std::size_t> driving;
    for (std::size_t j = 0; j < columns; ++j) {
      if (!weights[i * columns + j].empty()) driving.push_back(j);
    }
    if (!driving.empty()) patterns[driving].push_back(i);
  }
  for (const auto& [driving, members] : patterns) {
    for (std::size_t at = 0; at < members.size(); at += kHighest) {
      Group group;
      group.height = std::min(kHighest, members.size() - at);
      group.driving = driving;
      group.first = order_.size();
      group.weights = part_size_;
      for (std::size_t r = 0; r < group.height; ++r) order_.push_back(members[at + r]);
      part_size_ += 2 * bins_ * driving.size() * group.height;
      groups_.push_back(std::move(group));
    }
  }
  spectra_.assign(parts_ * part_size_, 0.0);
  std::vector<double> padded(2 * block_), spectrum(2 * bins_, 0.0);
  const double scale = 1.0 / (2.0 * static_cast<double>(block_));  // of the unscaled transform and back
  for (std::size_t p = 0; p < parts_; ++p) {
    for (const Group& group : groups_) {
      for (std::size_t c = 0; c < group.driving.size(); ++c) {
        for (std::size_t r = 0; r < group.height; ++r) {
          const std::vector<double>& w = weights[order_[group.first + r] * columns_ + group.driving[c]];
          for (std::size_t k = 0; k < 2 * block_; ++k) {
            const std::size_t lag = (p + 1) * block_ + k;
            padded[k] = k < block_ && lag < std::min(end, w.size()) ? scale * w[lag] : 0.0;
          }
          fft_->forward(padded.data(), spectrum.data());
          for (std::size_t bin = 0; bin < bins_; ++bin) {
            double* at = spectra_.data() + p * part_size_ + group.weights +
                         ((bin / kWide4 * group.driving.size() + c) * group.height + r) * 2 * kWide4 + bin % kWide4;
            at[0] = spectrum[bin];
            at[kWide4] = spectrum[bins_ + bin];
          }
        }
      }
    }
  }
  at_windows_ = kLagsHeader;
  at_past_ = at_windows_ + columns_ * 2 * block_;
  at_sum_ = at_past_ + parts_ * columns_ * 2 * bins_;
  at_ahead_ = at_sum_ + order_.size() * 2 * bins_;
  at_scratch_ = at_ahead_ + order_.size() * block_;
  memory_size_ = at_scratch_ + 2 * block_;
}

void FarLags::add_part(std::size_t part, std::size_t slot, double* memory) const {
  const double* past = memory + at_past_ + slot * columns_ * 2 * bins_;
  double* sum = memory + at_sum_;
  for (const Group& group : groups_) {
    add_spectra(group.height, group.driving.size(), group.driving.data(), bins_,
                spectra_.data() + part * part_size_ + group.weights, past, sum + group.first * 2 * bins_);
  }
}

void FarLags::finish_block(double* memory) const {
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

void FarLags::step(const double* values, double* memory, double* sums) const {
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

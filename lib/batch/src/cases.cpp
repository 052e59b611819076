#include "swell/batch/cases.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <new>

#include "swell/base/error.h"

namespace swell::batch {

std::uint32_t case_seed(std::uint64_t study_seed, const std::string& sea, int replicate, int place) {
  std::uint64_t x = hash_text(fmt::format("{}|{}|{}|{}", study_seed, sea, replicate, place));
  x ^= x >> 30;
  x *= 0xbf58476d1ce4e5b9ULL;
  x ^= x >> 27;
  x *= 0x94d049bb133111ebULL;
  x ^= x >> 31;
  return static_cast<std::uint32_t>(x % 4294967295ULL) + 1U;
}

std::vector<std::string> Condition::overrides() const {
  std::vector<std::string> all;
  for (const auto& [key, value] : values) all.push_back(fmt::format("{}={}", key, value));
  return all;
}

std::vector<std::string> overrides_of(const Study& study, const Condition& condition) {
  std::vector<std::string> all = study.set;
  for (std::string& assignment : condition.overrides()) all.push_back(std::move(assignment));
  return all;
}

std::size_t number_of_conditions(const Study& study) {
  std::size_t count = 1;
  for (const Axis& axis : study.axes) count *= axis.rows.size();
  return count;
}

Condition condition_at(const Study& study, std::size_t index) {
  Condition condition;
  condition.index = index;
  std::size_t stride = number_of_conditions(study), rest = index;
  SWELL_EXPECT(index < stride);
  for (const Axis& axis : study.axes) {
    stride /= axis.rows.size();
    const std::size_t row = rest / stride;
    rest %= stride;
    for (std::size_t k = 0; k < axis.keys.size(); ++k) condition.values.emplace_back(axis.keys[k], axis.rows[row][k]);
    if (!axis.probability.empty()) condition.probability *= axis.probability[row];
  }
  return condition;
}

std::vector<Condition> conditions_of(const Study& study) try {
  std::vector<Condition> conditions;
  for (const Axis& axis : study.axes) {
    for (const auto& row : axis.rows) SWELL_EXPECT(row.size() == axis.keys.size());
  }
  const std::size_t count = number_of_conditions(study);
  conditions.reserve(count);
  std::map<std::string, int> seen;
  for (std::size_t index = 0; index < count; ++index) {
    Condition condition = condition_at(study, index);
    auto sorted = condition.values;
    std::sort(sorted.begin(), sorted.end());
    for (const auto& [key, value] : sorted) {
      const std::string part = fmt::format("{}={};", key, value);
      condition.identity += part;
      if (key.compare(0, 5, "waves") == 0) condition.sea += part;
    }
    const int times = ++seen[condition.identity];
    if (times > 1) {
      const std::string mark = fmt::format("#{}", times);
      condition.identity += mark;
      condition.sea += mark;
    }
    conditions.push_back(std::move(condition));
  }
  return conditions;
} catch (const std::bad_alloc&) {
  throw InputError(Origin{study.file.string(), 0, 0, "axes"}, "the list of the cases needs more memory than there is",
                   "sample them instead: axes: [{random: {count: 1000, keys: ...}}]");
}

}  // namespace swell::batch

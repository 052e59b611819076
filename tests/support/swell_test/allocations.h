/// Counts calls of malloc and its relatives: Eigen takes its memory there, past operator new.
#pragma once

namespace swell::test {

/// False where a sanitizer owns malloc; counts are then 0 and mean nothing.
bool allocations_are_counted();

/// Calls of malloc, calloc, realloc, aligned_alloc, posix_memalign and memalign by this thread since it began.
long allocation_count();

/// Counts the allocations of this thread from its construction on.
class AllocationCounter {
 public:
  AllocationCounter() : start_(allocation_count()) {}
  long count() const { return allocation_count() - start_; }

 private:
  long start_;
};

}  // namespace swell::test

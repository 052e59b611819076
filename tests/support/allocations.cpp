#include "swell_test/allocations.h"

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || defined(SWELL_SANITIZED)
#define SWELL_TEST_COUNTS_ALLOCATIONS 0
#elif defined(__GLIBC__) || defined(__linux__)
#define SWELL_TEST_COUNTS_ALLOCATIONS 1
#else
#define SWELL_TEST_COUNTS_ALLOCATIONS 0
#endif

#if SWELL_TEST_COUNTS_ALLOCATIONS
#include <cerrno>
#include <cstddef>

namespace {
// One counter per thread, without dynamic initialisation: malloc runs before any constructor.
// NOLINTNEXTLINE(cppcoreguidelines-avoid-non-const-global-variables): malloc has no other place to count in
__thread long count = 0;
}  // namespace

// glibc lets a program define malloc itself; its own allocator stays reachable under these names.
extern "C" {
// NOLINTBEGIN(bugprone-reserved-identifier): glibc's own names
void* __libc_malloc(std::size_t size);
void* __libc_calloc(std::size_t n, std::size_t size);
void* __libc_realloc(void* p, std::size_t size);
void* __libc_memalign(std::size_t alignment, std::size_t size);
void __libc_free(void* p);
// NOLINTEND(bugprone-reserved-identifier)

void* malloc(std::size_t size) noexcept;
void* calloc(std::size_t n, std::size_t size) noexcept;
void* realloc(void* p, std::size_t size) noexcept;
void* memalign(std::size_t alignment, std::size_t size) noexcept;
void* aligned_alloc(std::size_t alignment, std::size_t size) noexcept;
int posix_memalign(void** out, std::size_t alignment, std::size_t size) noexcept;
void free(void* p) noexcept;

void* malloc(std::size_t size) noexcept {
  ++count;
  return __libc_malloc(size);
}
void* calloc(std::size_t n, std::size_t size) noexcept {
  ++count;
  return __libc_calloc(n, size);
}
void* realloc(void* p, std::size_t size) noexcept {
  ++count;
  return __libc_realloc(p, size);
}
void* memalign(std::size_t alignment, std::size_t size) noexcept {
  ++count;
  return __libc_memalign(alignment, size);
}
void* aligned_alloc(std::size_t alignment, std::size_t size) noexcept {
  ++count;
  return __libc_memalign(alignment, size);
}
int posix_memalign(void** out, std::size_t alignment, std::size_t size) noexcept {
  ++count;
  *out = __libc_memalign(alignment, size);
  return *out == nullptr ? ENOMEM : 0;
}
void free(void* p) noexcept { __libc_free(p); }
}
#endif

namespace swell::test {

bool allocations_are_counted() { return SWELL_TEST_COUNTS_ALLOCATIONS != 0; }

#if SWELL_TEST_COUNTS_ALLOCATIONS
long allocation_count() { return count; }
#else
long allocation_count() { return 0; }
#endif

}  // namespace swell::test

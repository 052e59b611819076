# Warnings, numerics and sanitizers, as one interface target that every library links.
add_library(swell_compiler INTERFACE)

set(_warnings -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wdouble-promotion -Wold-style-cast
    -Wcast-qual -Wnon-virtual-dtor -Woverloaded-virtual -Wimplicit-fallthrough -Wextra-semi -Wundef
    -Wformat=2 -Wmissing-declarations -Wvla)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  list(APPEND _warnings -Wduplicated-cond -Wduplicated-branches -Wlogical-op -Wsuggest-override)
elseif(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
  list(APPEND _warnings -Wcomma -Wrange-loop-analysis -Wunreachable-code)
endif()
if(SWELL_WARNINGS_AS_ERRORS)
  list(APPEND _warnings -Werror)
endif()
target_compile_options(swell_compiler INTERFACE $<$<COMPILE_LANGUAGE:CXX>:${_warnings}>)

# clang's -O3 takes a seventh longer to compile than -O2, and no run is faster: the loops that count are written in vectors.
if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
  string(REPLACE "-O3" "-O2" CMAKE_CXX_FLAGS_RELEASE "${CMAKE_CXX_FLAGS_RELEASE}")
endif()

# clang forgets the `aligned(8)` of base/wide.h when such a vector passes through a template or a reference, and would
# load it as if its address were aligned to the vector's size.
if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
  target_compile_options(swell_compiler INTERFACE -fmax-type-align=8)
endif()

# Contraction would make results depend on the compiler and on the vector width.
target_compile_options(swell_compiler INTERFACE -ffp-contract=off)

# A precompiled header is taken only where the macros are those that it was made with.
target_compile_definitions(swell_compiler INTERFACE FMT_SHARED)

if(SWELL_SANITIZE)
  set(_sanitize -fsanitize=address,undefined,float-cast-overflow -fno-sanitize-recover=all
      -fno-omit-frame-pointer)
  target_compile_options(swell_compiler INTERFACE ${_sanitize})
  target_link_options(swell_compiler INTERFACE ${_sanitize})
  target_compile_definitions(swell_compiler INTERFACE _GLIBCXX_ASSERTIONS EIGEN_INITIALIZE_MATRICES_BY_NAN
                             SWELL_SANITIZED)
endif()

# The compiler cache takes units with precompiled headers, and those of another checkout, only by these settings.
find_program(SWELL_CCACHE ccache)
if(SWELL_CCACHE)
  set(CMAKE_CXX_COMPILER_LAUNCHER "${CMAKE_COMMAND}" -E env CCACHE_SLOPPINESS=pch_defines,time_macros CCACHE_NOHASHDIR=1
      "CCACHE_BASEDIR=${PROJECT_SOURCE_DIR}" "${SWELL_CCACHE}")
endif()

# What makes a build from nothing short. Two thirds of a unit's compilation was parsing Eigen and the standard library: both are
# precompiled, once for each kind of unit below. The sources of a library, and those of a test program, are compiled several
# together, so that a template is instantiated for all of them at once: tests take a third of the time. Both are off in the tidy build: a missing #include still shows there.
option(SWELL_PRECOMPILED_HEADERS "Precompile Eigen, the standard library and GoogleTest" ON)
option(SWELL_JOINED_SOURCES "Compile the sources of a library or test program several together" ON)
set(SWELL_JOINED_AT_MOST 14 CACHE STRING "Sources compiled together at most")

# The commands are compiled in half the time with -Og, and with -O1 the libraries that only run before and after the time
# loop (LIGHT in their CMakeLists.txt), in three quarters, with little inlining in two thirds. No other library is: of a
# template that several units instantiate the linker takes one copy for the whole program, and it may be the slow one.
# Tests are compiled with -O0, in six tenths of the time of -Og. The linker keeps the first copy that it meets, and with
# those of the tests Eigen's functions would run three times as long: swell_libraries_first.
set(SWELL_LIGHT_OPTIONS $<$<CONFIG:Release>:-Og>)
set(SWELL_LIGHT_LIBRARY_OPTIONS $<$<CONFIG:Release>:-O1>)
set(SWELL_TEST_OPTIONS $<$<CONFIG:Release>:-O0>)
if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
  set(little_inlining "$<$<CONFIG:Release>:SHELL:-mllvm -inline-threshold=30>" "$<$<CONFIG:Release>:SHELL:-mllvm -inlinehint-threshold=30>")
  list(APPEND SWELL_LIGHT_OPTIONS ${little_inlining})
  list(APPEND SWELL_LIGHT_LIBRARY_OPTIONS ${little_inlining})
endif()

set(_precompiled "${CMAKE_CURRENT_LIST_DIR}/precompiled")
function(_swell_precompile kind header)
  set(empty "${CMAKE_BINARY_DIR}/precompiled/${kind}.cpp")
  if(NOT EXISTS "${empty}")
    file(WRITE "${empty}" "int main() {}\n")
  endif()
  if(kind STREQUAL library)
    add_library(swell_precompiled_${kind} STATIC EXCLUDE_FROM_ALL "${empty}")
  else()
    add_executable(swell_precompiled_${kind} EXCLUDE_FROM_ALL "${empty}")
    target_link_libraries(swell_precompiled_${kind} PRIVATE swell_base)  # has what the header declares
  endif()
  target_link_libraries(swell_precompiled_${kind} PRIVATE swell_compiler Eigen3::Eigen fmt::fmt ${ARGN})
  if(kind STREQUAL command)
    target_compile_options(swell_precompiled_${kind} PRIVATE ${SWELL_LIGHT_OPTIONS})
  elseif(kind MATCHES "test$")
    target_compile_options(swell_precompiled_${kind} PRIVATE ${SWELL_TEST_OPTIONS})
  endif()
  target_precompile_headers(swell_precompiled_${kind} PRIVATE "${_precompiled}/${header}.h")
endfunction()

if(SWELL_PRECOMPILED_HEADERS)
  _swell_precompile(library common)  # position-independent
  _swell_precompile(program common)  # benchmarks
  _swell_precompile(command command CLI11::CLI11 nlohmann_json::nlohmann_json)
  if(SWELL_BUILD_TESTS)
    _swell_precompile(test test GTest::gmock GTest::gtest)
    _swell_precompile(case_test case_test GTest::gmock GTest::gtest swell_run)
  endif()
endif()

# swell_compiled(<target> library|light|program|command|test|case_test): how the target's sources are compiled.
function(swell_compiled target kind)
  set(at_most ${SWELL_JOINED_AT_MOST})
  if(kind STREQUAL light)
    target_compile_options(${target} PRIVATE ${SWELL_LIGHT_LIBRARY_OPTIONS})
    set(kind library)
  elseif(kind MATCHES "test$")
    target_compile_options(${target} PRIVATE ${SWELL_TEST_OPTIONS})
  elseif(kind STREQUAL command)
    target_compile_options(${target} PRIVATE ${SWELL_LIGHT_OPTIONS})
    set(at_most 0)  # one unit: CLI11 and nlohmann's JSON are a third of each
  endif()
  if(SWELL_PRECOMPILED_HEADERS)
    target_precompile_headers(${target} REUSE_FROM swell_precompiled_${kind})
  endif()
  if(SWELL_JOINED_SOURCES AND NOT kind STREQUAL program)
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE ${at_most})
    if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")  # takes an included source for a header
      target_compile_options(${target} PRIVATE -Wno-subobject-linkage)
    endif()
  endif()
endfunction()

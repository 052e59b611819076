# find_package(swell) for downstream projects: tests/downstream proves it.
include(CMakePackageConfigHelpers)
get_property(_rooms GLOBAL PROPERTY SWELL_ROOMS)
set(_targets swell_swell)
foreach(room IN LISTS _rooms)
  list(APPEND _targets swell_${room})
  if(EXISTS "${PROJECT_SOURCE_DIR}/lib/${room}/include")
    install(DIRECTORY "${PROJECT_SOURCE_DIR}/lib/${room}/include/" DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
  endif()
endforeach()
install(TARGETS ${_targets} EXPORT swellTargets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(EXPORT swellTargets NAMESPACE swell:: DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/swell)
configure_package_config_file("${PROJECT_SOURCE_DIR}/cmake/swellConfig.cmake.in"
                              "${PROJECT_BINARY_DIR}/swellConfig.cmake"
                              INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/swell)
write_basic_package_version_file("${PROJECT_BINARY_DIR}/swellConfigVersion.cmake" COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/swellConfig.cmake" "${PROJECT_BINARY_DIR}/swellConfigVersion.cmake"
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/swell)

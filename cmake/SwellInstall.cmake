# find_package(swell) for downstream projects: tests/downstream proves it.
include(CMakePackageConfigHelpers)
get_property(_libraries GLOBAL PROPERTY SWELL_LIBRARIES)
set(_targets swell_swell)
foreach(library IN LISTS _libraries)
  list(APPEND _targets swell_${library})
  if(EXISTS "${PROJECT_SOURCE_DIR}/lib/${library}/include")
    install(DIRECTORY "${PROJECT_SOURCE_DIR}/lib/${library}/include/" DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
  endif()
endforeach()
install(TARGETS ${_targets} EXPORT swellTargets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(EXPORT swellTargets NAMESPACE swell:: DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/swell)
# What a program links besides, as the files that were found here: swellConfig.cmake looks for them anew elsewhere.
set(SWELL_LINKED_LIBRARIES ${HDF5_CXX_LIBRARIES} ${HDF5_C_LIBRARIES} ${FFTW_LINK_LIBRARIES}
                           ${LIBZIP_LINK_LIBRARIES} ${MUPARSER_LINK_LIBRARIES} ${MATIO_LINK_LIBRARIES})
list(FILTER SWELL_LINKED_LIBRARIES INCLUDE REGEX "/lib(hdf5|hdf5_cpp|hdf5_serial|hdf5_serial_cpp|fftw3|zip|muparser|matio)\\.")
list(REMOVE_DUPLICATES SWELL_LINKED_LIBRARIES)
set(SWELL_LINKED_PACKAGES "libhdf5-dev, libfftw3-dev, libzip-dev, libmuparser-dev, libmatio-dev")
configure_package_config_file("${PROJECT_SOURCE_DIR}/cmake/swellConfig.cmake.in"
                              "${PROJECT_BINARY_DIR}/swellConfig.cmake"
                              INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/swell)
write_basic_package_version_file("${PROJECT_BINARY_DIR}/swellConfigVersion.cmake" COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/swellConfig.cmake" "${PROJECT_BINARY_DIR}/swellConfigVersion.cmake"
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/swell)

# `make package`: a .deb for Debian 12 that takes its libraries from Debian, and the staging of the tarball that carries
# them (packaging/bundle.sh). Both hold the commands, the library with its headers, the Python module and the cases.
install(DIRECTORY "${PROJECT_SOURCE_DIR}/inputs" DESTINATION ${CMAKE_INSTALL_DATADIR}/swell PATTERN "*.results.h5" EXCLUDE)
install(FILES docs/case-schema.json docs/study-schema.json docs/device-schema.json DESTINATION ${CMAKE_INSTALL_DATADIR}/swell)
install(FILES "${PROJECT_SOURCE_DIR}/LICENSE" DESTINATION ${CMAKE_INSTALL_DOCDIR} RENAME copyright)

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME swell)
set(CPACK_PACKAGE_VENDOR "The Swell authors")
set(CPACK_PACKAGE_CONTACT "The Swell authors <swell@example.org>")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# SWELL_OPENED_LIBRARIES, which the programs do not name as needed.
set(CPACK_DEBIAN_PACKAGE_DEPENDS "libopenblas0, libnetcdf19")
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "gnuplot-nox, python3-numpy")
# What find_package(swell) asks for in a project of one's own.
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "g++, cmake, pkg-config, libeigen3-dev, libyaml-cpp-dev, libfmt-dev, libpugixml-dev, libhdf5-dev, libfftw3-dev, libzip-dev, libmuparser-dev, libmatio-dev")
include(CPack)

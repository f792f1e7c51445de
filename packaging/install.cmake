# SPDX-License-Identifier: Apache-2.0
# What is installed beside the program, the library and its header: how other builds find the library, the programs of
# kernels/ to try things on, and the documents a package needs.
include(CMakePackageConfigHelpers)

set(generated ${PROJECT_BINARY_DIR}/packaging)
file(MAKE_DIRECTORY ${generated})
if(NOT LOCKSTEP_STATIC) # the static tarball is a program, no library
  configure_file(packaging/lockstep.pc.in ${generated}/lockstep.pc @ONLY)
  configure_package_config_file(packaging/lockstepConfig.cmake.in ${generated}/lockstepConfig.cmake
    INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/lockstep
    PATH_VARS CMAKE_INSTALL_LIBDIR CMAKE_INSTALL_INCLUDEDIR)
  write_basic_package_version_file(${generated}/lockstepConfigVersion.cmake COMPATIBILITY SameMajorVersion)
  install(FILES ${generated}/lockstep.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
  install(FILES ${generated}/lockstepConfig.cmake ${generated}/lockstepConfigVersion.cmake
          DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/lockstep)
endif()

# Man pages and changelogs are compressed as Debian wants them: without a name or a time in the gzip header.
find_program(GZIP gzip)
function(lockstep_install_compressed source name destination)
  if(GZIP)
    add_custom_command(OUTPUT ${generated}/${name}.gz
      COMMAND ${GZIP} -9 -n < ${source} > ${generated}/${name}.gz DEPENDS ${source} VERBATIM)
    string(MAKE_C_IDENTIFIER ${name} target)
    add_custom_target(compress_${target} ALL DEPENDS ${generated}/${name}.gz)
    set_property(GLOBAL APPEND PROPERTY lockstep_compressed compress_${target})
    install(FILES ${generated}/${name}.gz DESTINATION ${destination})
  else()
    install(FILES ${source} DESTINATION ${destination} RENAME ${name})
  endif()
endfunction()
lockstep_install_compressed(${PROJECT_SOURCE_DIR}/docs/lockstep.1 lockstep.1 ${CMAKE_INSTALL_MANDIR}/man1)
lockstep_install_compressed(${PROJECT_SOURCE_DIR}/CHANGELOG.md NEWS ${CMAKE_INSTALL_DOCDIR})
lockstep_install_compressed(${PROJECT_SOURCE_DIR}/packaging/debian/changelog changelog ${CMAKE_INSTALL_DOCDIR})

install(FILES README.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(FILES packaging/debian/copyright DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY kernels/ DESTINATION ${CMAKE_INSTALL_DOCDIR}/examples PATTERN "ptx" EXCLUDE)

# A static program cannot load host code: the tarball carries a companion that can (sim/cli/hand_over.h).
set(LOCKSTEP_COMPANION "" CACHE FILEPATH "A program linked with the system's C library, for a static build")
if(LOCKSTEP_COMPANION)
  install(PROGRAMS ${LOCKSTEP_COMPANION} DESTINATION ${CMAKE_INSTALL_LIBEXECDIR}/lockstep RENAME lockstep)
endif()

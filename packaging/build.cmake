# SPDX-License-Identifier: Apache-2.0
# cmake -DSOURCE=… -DBUILD=… -P packaging/build.cmake: packs the finished build BUILD as .deb and .rpm, and builds and packs
# the static and the AArch64 tarball. A tool that is missing is named, and its package left out.
if(NOT DEFINED ENV{SOURCE_DATE_EPOCH})
  execute_process(COMMAND git -C ${SOURCE} log -1 --format=%ct OUTPUT_VARIABLE epoch
                  OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  if(NOT epoch)
    file(TIMESTAMP ${SOURCE}/CHANGELOG.md epoch "%s")
  endif()
  set(ENV{SOURCE_DATE_EPOCH} ${epoch})
endif()

function(run)
  execute_process(COMMAND ${ARGN} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

# pack(GENERATOR BUILD): whatever the caller's umask is, packages hold folders that everybody may enter.
function(pack generator build)
  run(sh -c "umask 022 && exec \"$0\" \"$@\"" ${CMAKE_CPACK_COMMAND} -G ${generator} --config ${build}/CPackConfig.cmake)
endfunction()

# package(TOOL DEBIAN_PACKAGE WHAT COMMAND...): runs the command if the tool is there.
function(package tool debian_package what)
  find_program(found_${tool} ${tool})
  if(found_${tool})
    run(${ARGN})
  else()
    message(STATUS "no ${what}: ${tool} is not installed (Debian: ${debian_package})")
  endif()
endfunction()

macro(tarball tool debian_package name)
  package(${tool} ${debian_package} "${name} tarball"
    ${CMAKE_COMMAND} --fresh -S ${SOURCE} -B ${BUILD}-${name} -DCMAKE_BUILD_TYPE=Release -DBUILD_TESTING=OFF
    -DCMAKE_INSTALL_PREFIX=/usr ${ARGN}
    -DCMAKE_TOOLCHAIN_FILE=${SOURCE}/packaging/toolchains/${name}.cmake)
  if(found_${tool})
    run(${CMAKE_COMMAND} --build ${BUILD}-${name} --parallel 2)
    pack(TGZ ${BUILD}-${name})
  endif()
endmacro()

find_program(CMAKE_CPACK_COMMAND cpack REQUIRED)
package(dpkg-shlibdeps dpkg-dev .deb true)
if(found_dpkg-shlibdeps)
  pack(DEB ${BUILD})
endif()
package(rpmbuild rpm .rpm true)
if(found_rpmbuild)
  pack(RPM ${BUILD})
endif()
run(strip -o ${BUILD}/companion ${BUILD}/lockstep)
tarball(musl-gcc musl-tools musl -DLOCKSTEP_COMPANION=${BUILD}/companion)
tarball(aarch64-linux-gnu-gcc gcc-aarch64-linux-gnu aarch64)

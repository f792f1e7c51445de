# SPDX-License-Identifier: Apache-2.0
# Packages, made by CPack: .deb and .rpm of this build, and by builds of their own a static tarball for any x86-64 Linux and
# one for AArch64. `cmake --workflow --preset package` makes all of them in build/packages. Two builds of one commit give the
# same bytes: every file carries the time SOURCE_DATE_EPOCH, by default that of the commit.
set(CPACK_PACKAGE_NAME lockstep)
set(CPACK_PACKAGE_VENDOR "The Lockstep authors")
set(CPACK_PACKAGE_CONTACT "The Lockstep authors <lockstep@users.noreply.example>")
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "run CUDA kernels on a modeled GPU and count what hardware would")
set(CPACK_PACKAGE_DESCRIPTION
"Lockstep runs CUDA programs and PTX kernels without a GPU and without the CUDA
toolkit. It counts what the hardware would count (warp instructions, bank
conflicts, memory transactions, divergence, cycles), names the source line and
the reason, and models GPUs from the GeForce 8800 GTX to the B200.")
set(CPACK_PACKAGE_DIRECTORY ${PROJECT_SOURCE_DIR}/build/packages)
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_STRIP_FILES ON)
set(CPACK_PRE_BUILD_SCRIPTS ${PROJECT_SOURCE_DIR}/packaging/fedora_folders.cmake
    ${PROJECT_SOURCE_DIR}/packaging/clamp_times.cmake)
set(CPACK_GENERATOR TGZ)
set(CPACK_THREADS 1)
set(CPACK_PACKAGE_FILE_NAME ${CPACK_PACKAGE_NAME}-${CPACK_PACKAGE_VERSION}-linux-${CMAKE_SYSTEM_PROCESSOR})

set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS g++)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)

set(CPACK_RPM_FILE_NAME RPM-DEFAULT)
set(CPACK_RPM_PACKAGE_LICENSE Apache-2.0)
set(CPACK_RPM_PACKAGE_GROUP Development/Tools)
set(CPACK_RPM_PACKAGE_SUGGESTS gcc-c++)
set(CPACK_RPM_SPEC_MORE_DEFINE
"%define _buildhost reproducible
%define use_source_date_epoch_as_buildtime 1
%define clamp_mtime_to_source_date_epoch 1
%define _build_id_links none")
include(CPack)

add_custom_target(packages
  COMMAND ${CMAKE_COMMAND} -DSOURCE=${PROJECT_SOURCE_DIR} -DBUILD=${PROJECT_BINARY_DIR}
          -P ${PROJECT_SOURCE_DIR}/packaging/build.cmake
  USES_TERMINAL)
get_property(compressed GLOBAL PROPERTY lockstep_compressed)
add_dependencies(packages lockstep_cli lockstep ${compressed}) # CPack builds nothing itself under Ninja

# SPDX-License-Identifier: Apache-2.0
# Run by CPack before it packs: the build's folders are Debian's. In the .rpm, the library is where pkg-config and CMake of
# Fedora and RHEL look for it, and the completions are where their zsh does.
if(NOT CPACK_GENERATOR STREQUAL "RPM")
  return()
endif()
set(usr ${CPACK_TEMPORARY_DIRECTORY}/usr)
if(EXISTS ${usr}/share/zsh/vendor-completions)
  file(RENAME ${usr}/share/zsh/vendor-completions ${usr}/share/zsh/site-functions)
endif()
file(GLOB multiarch RELATIVE ${usr} ${usr}/lib/*-linux-gnu)
if(multiarch)
  file(RENAME ${usr}/${multiarch} ${usr}/lib64)
  file(GLOB places ${usr}/lib64/pkgconfig/*.pc ${usr}/lib64/cmake/lockstep/*.cmake)
  foreach(place ${places})
    file(READ ${place} text)
    string(REPLACE ${multiarch} lib64 text "${text}")
    string(REPLACE "/../../../../" "/../../../" text "${text}") # one folder less deep
    file(WRITE ${place} "${text}")
  endforeach()
  file(REMOVE_RECURSE ${usr}/lib) # empty
endif()

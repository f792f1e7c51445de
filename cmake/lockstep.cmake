# SPDX-License-Identifier: Apache-2.0
# How the rooms of the house are built: one static library a folder, strict warnings everywhere.

find_package(Threads REQUIRED)

add_library(lockstep_options INTERFACE)
target_include_directories(lockstep_options INTERFACE ${PROJECT_SOURCE_DIR})
target_compile_definitions(lockstep_options INTERFACE _POSIX_C_SOURCE=200809L)
target_compile_options(lockstep_options INTERFACE
  -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wstrict-prototypes -Werror
  # Arithmetic is the modelled GPU's: the host compiler must neither fuse nor reorder it.
  -ffp-contract=off -fno-strict-aliasing)
target_link_libraries(lockstep_options INTERFACE Threads::Threads m)

set_property(GLOBAL PROPERTY lockstep_rooms "")

# lockstep_room(FOLDER [DEPENDS FOLDER...]): the library of one folder; isa/ptx becomes isa_ptx.
function(lockstep_room folder)
  cmake_parse_arguments(room "" "" "DEPENDS" ${ARGN})
  string(REPLACE "/" "_" name ${folder})
  file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/${folder}/*.c)
  if(NOT sources)
    return()
  endif()
  add_library(${name} STATIC ${sources})
  target_link_libraries(${name} PUBLIC lockstep_options)
  foreach(below ${room_DEPENDS})
    string(REPLACE "/" "_" below_name ${below})
    target_link_libraries(${name} PUBLIC ${below_name})
  endforeach()
  set_property(GLOBAL APPEND PROPERTY lockstep_rooms ${name})
  if(EXISTS ${PROJECT_SOURCE_DIR}/${folder}/room.cmake)
    include(${PROJECT_SOURCE_DIR}/${folder}/room.cmake)
  endif()
endfunction()

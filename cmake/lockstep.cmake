# SPDX-License-Identifier: Apache-2.0
# How the rooms of the house are built: one static library a folder, strict warnings everywhere.

find_package(Threads REQUIRED)

add_library(lockstep_options INTERFACE)
target_include_directories(lockstep_options INTERFACE ${PROJECT_SOURCE_DIR})
target_compile_definitions(lockstep_options INTERFACE _POSIX_C_SOURCE=200809L)
target_compile_options(lockstep_options INTERFACE
  -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wstrict-prototypes -Werror
  # Arithmetic is the modeled GPU's: the host compiler must neither fuse nor reorder it.
  -ffp-contract=off -fno-strict-aliasing)
target_link_libraries(lockstep_options INTERFACE Threads::Threads m)

set(LOCKSTEP_SANITIZE "" CACHE STRING "Sanitizer of the whole build: address, undefined or thread")
if(LOCKSTEP_SANITIZE)
  set(sanitize -fsanitize=${LOCKSTEP_SANITIZE} -fno-omit-frame-pointer)
  if(LOCKSTEP_SANITIZE MATCHES "undefined")
    list(APPEND sanitize -fno-sanitize-recover=all)
  endif()
  target_compile_options(lockstep_options INTERFACE ${sanitize})
  target_link_options(lockstep_options INTERFACE ${sanitize})
endif()
option(LOCKSTEP_FUZZ "Build the libFuzzer targets (needs clang), everything instrumented for them" OFF)
if(LOCKSTEP_FUZZ AND CMAKE_C_COMPILER_ID MATCHES "Clang")
  target_compile_options(lockstep_options INTERFACE -fsanitize=fuzzer-no-link,address)
  target_link_options(lockstep_options INTERFACE -fsanitize=fuzzer-no-link,address)
endif()

set_property(GLOBAL PROPERTY lockstep_rooms "")

# lockstep_room(FOLDER [DEPENDS FOLDER...] [ONLY PATH...] [PUBLISHES PATH...]): the library of one folder; isa/ptx becomes
# isa_ptx. What comes after ONLY and PUBLISHES is for tests/project/rooms.cmake.
function(lockstep_room folder)
  cmake_parse_arguments(room "" "" "DEPENDS;ONLY;PUBLISHES" ${ARGN})
  string(REPLACE "/" "_" name ${folder})
  file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/${folder}/*.c)
  if(NOT sources)
    return()
  endif()
  add_library(${name} STATIC ${sources})
  target_link_libraries(${name} PUBLIC lockstep_options)
  foreach(below ${room_DEPENDS})
    string(REPLACE "/" "_" below_name ${below})
    if(TARGET ${below_name}) # a room without sources is no library
      target_link_libraries(${name} PUBLIC ${below_name})
    endif()
  endforeach()
  set_property(GLOBAL APPEND PROPERTY lockstep_rooms ${name})
  if(EXISTS ${PROJECT_SOURCE_DIR}/${folder}/room.cmake)
    include(${PROJECT_SOURCE_DIR}/${folder}/room.cmake)
  endif()
endfunction()

# lockstep_library(): all rooms in one archive, liblockstep.a, installed with the public header.
function(lockstep_library)
  get_property(rooms GLOBAL PROPERTY lockstep_rooms)
  set(objects)
  foreach(room ${rooms})
    list(APPEND objects $<TARGET_OBJECTS:${room}>)
  endforeach()
  add_library(lockstep STATIC ${objects})
  set_target_properties(lockstep PROPERTIES LINKER_LANGUAGE C)
  target_link_libraries(lockstep PUBLIC lockstep_options)
  if(NOT LOCKSTEP_STATIC)
    install(TARGETS lockstep ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
    install(FILES ${PROJECT_SOURCE_DIR}/sim/lockstep.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
  endif()
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/sim/gpu/presets/
          DESTINATION ${CMAKE_INSTALL_DATADIR}/lockstep/gpus FILES_MATCHING PATTERN "*.gpu")
endfunction()

# lockstep_program(FOLDER): the command line, installed as `lockstep`.
function(lockstep_program folder)
  file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/${folder}/*.c)
  if(NOT sources)
    return()
  endif()
  # Programs that run in this process call the CUDA runtime, and nothing else, from here.
  set(exports ${PROJECT_SOURCE_DIR}/${folder}/exports.list)
  add_executable(lockstep_cli ${sources} $<TARGET_OBJECTS:sim_runtime>)
  if(APPLE) # whose linker has no list
    target_link_options(lockstep_cli PRIVATE -Wl,-export_dynamic)
  else()
    target_link_options(lockstep_cli PRIVATE -Wl,--dynamic-list=${exports})
  endif()
  set_target_properties(lockstep_cli PROPERTIES LINK_DEPENDS ${exports})
  set_target_properties(lockstep_cli PROPERTIES OUTPUT_NAME lockstep)
  target_compile_definitions(lockstep_cli PRIVATE LOCKSTEP_VERSION="${PROJECT_VERSION}")
  if(LOCKSTEP_STATIC)
    target_compile_definitions(lockstep_cli PRIVATE LOCKSTEP_STATIC)
  endif()
  target_link_libraries(lockstep_cli PRIVATE lockstep ${CMAKE_DL_LIBS})
  install(TARGETS lockstep_cli RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endfunction()

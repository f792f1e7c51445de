# SPDX-License-Identifier: Apache-2.0
# The device headers become a table of texts: library_table.cmake turns them into one file that
# library.c includes, again whenever a header changes, comes or goes.

set(library_folder ${PROJECT_SOURCE_DIR}/isa/cuda/library)
set(library_table ${PROJECT_BINARY_DIR}/generated/isa/cuda/library/library_table.inc)
file(GLOB_RECURSE library_headers CONFIGURE_DEPENDS ${library_folder}/*)
list(FILTER library_headers INCLUDE REGEX "(/[^/.]+|\\.h|\\.hpp|\\.cuh|\\.cu)$")
list(REMOVE_ITEM library_headers ${library_folder}/library.h)
# The list itself is an input: a header that goes must leave the table too.
set(library_list ${PROJECT_BINARY_DIR}/generated/isa/cuda/library/headers.txt)
string(REPLACE ";" "\n" library_lines "${library_headers}")
file(CONFIGURE OUTPUT ${library_list} CONTENT "${library_lines}\n" @ONLY)
add_custom_command(OUTPUT ${library_table}
  COMMAND ${CMAKE_COMMAND} -DFOLDER=${library_folder} -DLIST=${library_list}
          -DOUTPUT=${library_table} -P ${library_folder}/library_table.cmake
  DEPENDS ${library_headers} ${library_list} ${library_folder}/library_table.cmake
  COMMENT "Embedding the device headers"
  VERBATIM)
target_sources(${name} PRIVATE ${library_table})
target_include_directories(${name} PRIVATE ${PROJECT_BINARY_DIR}/generated)
set_source_files_properties(${library_folder}/library.c PROPERTIES OBJECT_DEPENDS ${library_table})

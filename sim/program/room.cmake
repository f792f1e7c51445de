# SPDX-License-Identifier: Apache-2.0
# The headers of host code become a table of texts in the binary, so that it needs no installation:
# the script that embeds the device headers writes it.

set(host_folder ${PROJECT_SOURCE_DIR}/sim/runtime/include)
set(host_table ${PROJECT_BINARY_DIR}/generated/sim/program/header_table.inc)
set(host_script ${PROJECT_SOURCE_DIR}/isa/cuda/library/library_table.cmake)
file(GLOB_RECURSE host_headers CONFIGURE_DEPENDS ${host_folder}/*)
set(host_list ${PROJECT_BINARY_DIR}/generated/sim/program/headers.txt)
string(REPLACE ";" "\n" host_lines "${host_headers}")
file(CONFIGURE OUTPUT ${host_list} CONTENT "${host_lines}\n" @ONLY)
add_custom_command(OUTPUT ${host_table}
  COMMAND ${CMAKE_COMMAND} -DFOLDER=${host_folder} -DLIST=${host_list}
          -DOUTPUT=${host_table} -P ${host_script}
  DEPENDS ${host_headers} ${host_list} ${host_script}
  COMMENT "Embedding the headers of host code"
  VERBATIM)
target_sources(${name} PRIVATE ${host_table})
target_include_directories(${name} PRIVATE ${PROJECT_BINARY_DIR}/generated)
set_source_files_properties(${PROJECT_SOURCE_DIR}/sim/program/header.c
                            PROPERTIES OBJECT_DEPENDS ${host_table})
target_link_libraries(${name} PUBLIC ${CMAKE_DL_LIBS})

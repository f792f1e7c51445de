# SPDX-License-Identifier: Apache-2.0
# The lane functions are the simulator's arithmetic: always optimised, for three levels of the host's
# vector instructions, with the directed roundings that fesetround asks for, without errno and traps.
set(lane_folder ${PROJECT_SOURCE_DIR}/sim/sm)
set(lane_options -O3 -fno-math-errno -fno-trapping-math)
if(CMAKE_C_COMPILER_ID MATCHES "Clang")
  list(APPEND lane_options -Wno-pass-failed)  # loops with calls stay scalar
endif()
if(CMAKE_C_COMPILER_ID STREQUAL "GNU")
  # clang gives up vector code under this option, and needs it not: operands come from memory.
  list(APPEND lane_options -frounding-math)
endif()
set_source_files_properties(
  ${lane_folder}/lanes_baseline.c ${lane_folder}/lanes_once.c ${lane_folder}/lanes_avx2.c
  ${lane_folder}/lanes_avx512.c ${lane_folder}/lanes_atomic.c
  PROPERTIES COMPILE_OPTIONS "${lane_options}")
if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64|amd64)$")
  set_source_files_properties(${lane_folder}/lanes_avx2.c
    PROPERTIES COMPILE_OPTIONS "${lane_options};-march=x86-64-v3")
  set_source_files_properties(${lane_folder}/lanes_avx512.c
    PROPERTIES COMPILE_OPTIONS "${lane_options};-march=x86-64-v4;-mprefer-vector-width=512")
endif()

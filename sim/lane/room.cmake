# SPDX-License-Identifier: Apache-2.0
# The lane functions are the simulator's arithmetic: always optimized, for three levels of the host's
# vector instructions, without errno and traps. They round in the direction that fesetround asks for: operands
# come from memory, so there is nothing to fold, and -frounding-math would keep fma and sqrt scalar.
set(lane_folder ${PROJECT_SOURCE_DIR}/sim/lane)
set(lane_options -O3 -fno-math-errno -fno-trapping-math)
if(CMAKE_C_COMPILER_ID MATCHES "Clang")
  list(APPEND lane_options -Wno-pass-failed)  # loops with calls stay scalar
endif()
set_source_files_properties(
  ${lane_folder}/lanes_baseline.c ${lane_folder}/lanes_once.c ${lane_folder}/lanes_avx2.c
  ${lane_folder}/lanes_avx512.c ${lane_folder}/lanes_atomic.c ${lane_folder}/lanes.c ${lane_folder}/matrix.c
  ${lane_folder}/matrix_baseline.c
  PROPERTIES COMPILE_OPTIONS "${lane_options}")
if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64|amd64)$")
  set_source_files_properties(${lane_folder}/lanes_avx2.c ${lane_folder}/matrix_avx2.c
    PROPERTIES COMPILE_OPTIONS "${lane_options};-march=x86-64-v3")
  set_source_files_properties(${lane_folder}/lanes_avx512.c ${lane_folder}/matrix_avx512.c
    PROPERTIES COMPILE_OPTIONS "${lane_options};-march=x86-64-v4;-mprefer-vector-width=512")
endif()

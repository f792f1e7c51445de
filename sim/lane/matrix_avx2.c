// SPDX-License-Identifier: Apache-2.0
// Matrix multiplications for x86-64 hosts with AVX2 (room.cmake compiles this file for x86-64-v3).
#include "sim/lane/lanes_levels.h"

#if defined(__x86_64__)
#define LANE_LEVEL avx2
#include "sim/lane/matrix_lines.inc"
#endif

// SPDX-License-Identifier: Apache-2.0
// Matrix multiplications for x86-64 hosts with AVX-512 (room.cmake compiles this file for
// x86-64-v4).
#include "sim/lane/lanes_levels.h"

#if defined(__x86_64__)
#define LANE_LEVEL avx512
#include "sim/lane/matrix_lines.inc"
#endif

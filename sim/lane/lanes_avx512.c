// SPDX-License-Identifier: Apache-2.0
// Lane functions for x86-64 hosts with AVX-512 (room.cmake compiles this file for x86-64-v4).
#include "sim/lane/lanes_levels.h"

#if defined(__x86_64__)
#define LANE_LEVEL          avx512
#define LANE_HALF_PAIRS     "sim/lane/half_avx512.h"
#define LANE_APPROXIMATIONS "sim/lane/approximate_avx512.h"
#include "sim/lane/lanes_level.inc"
#endif

// SPDX-License-Identifier: Apache-2.0
// Lane functions for any host: SSE2 on x86-64, the compiler's baseline elsewhere.
#define LANE_LEVEL baseline
#include "sim/lane/lanes_level.inc"

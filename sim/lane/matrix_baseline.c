// SPDX-License-Identifier: Apache-2.0
// Matrix multiplications for any host.
#define LANE_LEVEL baseline
#include "sim/lane/matrix_lines.inc"

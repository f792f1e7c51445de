// SPDX-License-Identifier: Apache-2.0
// Lane functions that exist once for all levels: set, comparisons of halves, narrow
// floats, fma.oob.
#include "sim/lane/lanes_levels.h"
#include "sim/lane/lanes_rows.h"

#define LANE(name, keys, d, ta, tb, tc, expression)                                                \
    LANE_FUNCTION(lane_once_##name, d, ta, tb, tc, expression)
#include "isa/machine/lane_compare_half.def"
#include "isa/machine/lane_eight.def"
#include "isa/machine/lane_half_outside.def"
#include "isa/machine/lane_set.def"
#undef LANE

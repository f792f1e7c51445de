// SPDX-License-Identifier: Apache-2.0
#include "sim/time/sm.h"

const StallInfo stall_info[STALL_COUNT] = {
#define STALL(id, name, doc) {name, doc},
#include "sim/time/stall.def"
#undef STALL
};

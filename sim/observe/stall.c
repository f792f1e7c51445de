// SPDX-License-Identifier: Apache-2.0
#include "sim/observe/counts.h"

const StallInfo stall_info[STALL_COUNT] = {
#define STALL(id, name, ncu, doc) {#name, doc},
#include "sim/observe/stall.def"
#undef STALL
};

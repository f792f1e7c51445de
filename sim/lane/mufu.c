// SPDX-License-Identifier: Apache-2.0
// The tables of mufu.def by column, and how tanh's segments lie.
#include "sim/lane/mufu.h"

#define MUFU_TABLE(name, segments)

const int32_t mufu_c0[MUFU_ROW_COUNT] = {
#define MUFU(c0, c1, c2) c0,
#include "sim/lane/mufu.def"
#undef MUFU
};

const int32_t mufu_c1[MUFU_ROW_COUNT] = {
#define MUFU(c0, c1, c2) c1,
#include "sim/lane/mufu.def"
#undef MUFU
};

const int32_t mufu_c2[MUFU_ROW_COUNT] = {
#define MUFU(c0, c1, c2) c2,
#include "sim/lane/mufu.def"
#undef MUFU
};

const uint32_t mufu_tanh_binade[11] = {
    0 << 8 | 0,  1 << 8 | 0,  2 << 8 | 0,  3 << 8 | 1,  5 << 8 | 1,  7 << 8 | 2,
    11 << 8 | 2, 15 << 8 | 2, 19 << 8 | 3, 27 << 8 | 4, 43 << 8 | 3,
};

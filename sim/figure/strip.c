// SPDX-License-Identifier: Apache-2.0
#include "sim/figure/strip.h"

#include "sim/figure/svg.h"

#include <string.h>

const StripInfo strip_info[STRIP_COUNT] = {
#define KIND(letter, color, word) {#letter[0], COLOR_##color, word},
#define WAIT(id, fill, word)
#include "sim/figure/strip.def"
#undef KIND
#undef WAIT
#define KIND(letter, color, word)
#define WAIT(id, fill, word) {'\0', fill, word},
#include "sim/figure/strip.def"
#undef KIND
#undef WAIT
};

Strip strip_of_micro(const Micro *micro)
{
    MicroKind kind = (MicroKind)micro->kind;
    if (micro_is_branch(kind)) {
        return STRIP_b;
    }
    if (kind == MICRO_CALL || kind == MICRO_RETURN) {
        return STRIP_c;
    }
    return micro_has_trait(micro, TRAIT_END)                        ? STRIP_x
           : micro_has_trait(micro, TRAIT_WAIT)                     ? STRIP_y
           : micro_is_access(kind) && micro->space != PTX_SPACE_REG ? STRIP_m
                                                                    : STRIP_a;
}

Strip strip_of_stall(Stall stall)
{
    switch (stall) {
    case STALL_LONG:
    case STALL_COPY_GROUP:
    case STALL_BULK_COPY:
    case STALL_CONSTANT: return STRIP_LONG;
    case STALL_SHORT: return STRIP_SHORT;
    case STALL_BARRIER:
    case STALL_MBARRIER:
    case STALL_WARPGROUP:
    case STALL_TENSOR:
    case STALL_MEMBAR: return STRIP_BARRIER;
    default:
        return strstr(stall_info[stall].name, "throttle") != NULL ? STRIP_THROTTLE : STRIP_OTHER;
    }
}

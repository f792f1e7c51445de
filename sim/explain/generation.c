// SPDX-License-Identifier: Apache-2.0
#include "sim/explain/access.h"
#include "sim/memory/constant.h"

static bool is_same_global(const Gpu *a, const Gpu *b)
{
    // Whether L1 keeps global loads changes the pieces of cc 2.x alone.
    return a->coalesce_rule == b->coalesce_rule &&
           (a->coalesce_rule != COALESCE_LINES ||
            (a->is_global_l1_cached != 0) == (b->is_global_l1_cached != 0));
}

static bool is_same_constant(const Gpu *a, const Gpu *b)
{
    return constant_request_lanes(a->compute_capability) ==
           constant_request_lanes(b->compute_capability);
}

bool generation_is_same(AccessSpace space, const Gpu *a, const Gpu *b)
{
    switch (space) {
    case ACCESS_SHARED: return a->shared_rule == b->shared_rule;
    case ACCESS_GLOBAL: return is_same_global(a, b);
    case ACCESS_LOCAL: return a->coalesce_rule == b->coalesce_rule;
    case ACCESS_CONSTANT: return is_same_constant(a, b);
    case ACCESS_TEXTURE: return true;
    case ACCESS_SPACE_COUNT: break;
    }
    return a->shared_rule == b->shared_rule && is_same_global(a, b) && is_same_constant(a, b);
}

uint32_t generations_of(AccessSpace space, Generation generations[GENERATIONS_MAX])
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < gpu_preset_count(); i++) {
        const Gpu *gpu = gpu_preset_at(i);
        uint32_t at = 0;
        while (at < count && !generation_is_same(space, generations[at].first, gpu)) {
            at++;
        }
        if (at < count) {
            generations[at].last = gpu;
        } else if (count < GENERATIONS_MAX) {
            generations[count++] = (Generation){gpu, gpu};
        }
    }
    return count;
}

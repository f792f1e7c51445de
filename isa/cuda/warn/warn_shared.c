// SPDX-License-Identifier: Apache-2.0
// [warp-synchronous] and [missing-barrier] of one kernel.
#include "isa/cuda/warn/walk.h"

void warn_shared(const Tree *tree, const Function *function, uint32_t compute_capability,
                 Diagnostics *diagnostics)
{
    if (!function->is_kernel) {
        return; // seen where a kernel calls it
    }
    Arena arena = {0};
    Walk *walk = arena_alloc(&arena, sizeof *walk);
    walk->tree = tree;
    walk->arena = &arena;
    walk_kernel(walk, function);
    race_report(walk, function, compute_capability, diagnostics);
    arena_clear(&arena);
}

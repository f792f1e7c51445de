// SPDX-License-Identifier: Apache-2.0
#include "sim/device/tune.h"

bool tune_has_choice(const Gpu *gpu)
{
    return gpu->compute_capability >= 20 && gpu->compute_capability < 50;
}

// The smallest choice of at least `wanted` bytes.
static uint64_t carveout(const Gpu *gpu, uint64_t wanted)
{
    uint64_t best = gpu->shared_bytes_per_sm;
    for (uint32_t i = 0; i < gpu->shared_carveouts.count; i++) {
        uint64_t size = gpu->shared_carveouts.bytes[i];
        best = size >= wanted && size < best ? size : best;
    }
    return best;
}

static uint64_t preferred(const Gpu *gpu, LockstepPreference preference)
{
    switch (preference) {
    case LOCKSTEP_PREFER_L1: return 1;
    case LOCKSTEP_PREFER_EQUAL: return gpu->l1_shared_bytes / 2;
    case LOCKSTEP_PREFER_NONE:
    case LOCKSTEP_PREFER_SHARED: break;
    }
    return gpu->shared_bytes_per_sm;
}

Gpu tune(const Gpu *gpu, const LockstepLaunch *launch, uint32_t shared_bytes)
{
    Gpu tuned = *gpu;
    if (gpu->l1_shared_bytes > 0) {
        uint64_t wanted = preferred(gpu, launch->preference);
        uint64_t size = carveout(gpu, shared_bytes > wanted ? shared_bytes : wanted);
        tuned.shared_bytes_per_sm = (uint32_t)size;
        tuned.shared_carveouts = (GpuSizes){.count = 1, .bytes = {(uint32_t)size}};
    }
    if (gpu->shared_rule == SHARED_KEPLER_32 && launch->has_wide_banks) {
        tuned.shared_rule = SHARED_KEPLER_64;
    }
    return tuned;
}

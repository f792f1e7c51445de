// SPDX-License-Identifier: Apache-2.0
#include "sim/device/kernel_facts.h"

static uint32_t volume(const uint32_t size[3])
{
    return size[0] * (size[1] > 0 ? size[1] : 1) * (size[2] > 0 ? size[2] : 1);
}

// What the system takes: parameters, before compute capability 2.0.
static uint32_t system_shared(const KernelHere *here)
{
    return here->gpu->compute_capability < 20 ? here->kernel->parameter_bytes : 0;
}

Occupancy kernel_occupancy(const KernelHere *here, uint32_t threads, uint64_t dynamic_bytes)
{
    uint64_t shared = here->program->shared_bytes + dynamic_bytes + system_shared(here);
    uint32_t registers = here->program->registers_per_thread;
    return occupancy_of_estimate(here->gpu, threads, &registers,
                                 shared > UINT32_MAX ? UINT32_MAX : (uint32_t)shared);
}

// The largest block that fits on an SM and that the kernel allows.
static uint32_t largest_block(const KernelHere *here)
{
    uint32_t limit = here->gpu->threads_per_block;
    uint32_t bounds[] = {volume(here->kernel->max_threads), volume(here->kernel->required_threads)};
    for (int i = 0; i < 2; i++) {
        limit = bounds[i] > 0 && bounds[i] < limit ? bounds[i] : limit;
    }
    while (limit > LANE_COUNT && kernel_occupancy(here, limit, 0).blocks_per_sm == 0) {
        limit = (limit - 1) / LANE_COUNT * LANE_COUNT;
    }
    return limit;
}

static uint64_t constant_bytes(const PtxModule *module)
{
    uint64_t size_bytes = 0;
    for (uint32_t i = 0; i < module->variable_count; i++) {
        bool is_constant = module->variables[i]->space == PTX_SPACE_CONST;
        size_bytes += is_constant ? module->variables[i]->size_bytes : 0;
    }
    return size_bytes;
}

uint32_t kernel_dynamic_room(const KernelHere *here)
{
    uint32_t plain = here->gpu->shared_bytes_per_block, fixed = here->program->shared_bytes;
    return plain > fixed ? plain - fixed : 0;
}

KernelAttributes kernel_attributes(const KernelHere *here)
{
    return (KernelAttributes){.shared_bytes = here->program->shared_bytes,
                              .constant_bytes = constant_bytes(here->ptx),
                              .local_bytes = here->program->functions[0].frame_bytes,
                              .threads = (int32_t)largest_block(here),
                              .registers = (int32_t)here->program->registers_per_thread,
                              .ptx_version = (int32_t)here->ptx->target,
                              .binary_version = (int32_t)here->gpu->compute_capability};
}

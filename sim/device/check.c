// SPDX-License-Identifier: Apache-2.0
#include "sim/device/check.h"

// Parameter space of a kernel (CUDA C++ Programming Guide, "Function Parameters"; 256 bytes of
// shared memory on cc 1.x: Programming Guide 5.5, section "__global__ Functions").
static uint32_t parameter_limit(uint32_t compute_capability)
{
    return compute_capability < 20 ? 256 : compute_capability < 70 ? 4096 : 32764;
}

static const char axis_name[] = {'x', 'y', 'z'};

static uint64_t volume(const uint32_t size[3])
{
    return (uint64_t)size[0] * size[1] * size[2];
}

// One dimension against one limit of the GPU.
static bool check_limit(const Gpu *gpu, const char *what, char axis, uint64_t found, uint64_t limit,
                        Text *refusal)
{
    if (found <= limit) {
        return true;
    }
    text_printf(refusal, "%s %c is %llu; %s (cc %u.%u) allows at most %llu", what, axis,
                (unsigned long long)found, gpu->title, gpu->compute_capability / 10,
                gpu->compute_capability % 10, (unsigned long long)limit);
    return false;
}

static bool check_dimensions(const Launch *launch, Text *refusal)
{
    const Gpu *gpu = launch->gpu;
    const uint32_t block_max[3] = {gpu->block_x_max, gpu->block_y_max, gpu->block_z_max};
    const uint32_t grid_max[3] = {gpu->grid_x_max, gpu->grid_y_max, gpu->grid_z_max};
    for (int axis = 0; axis < 3; axis++) {
        if (!check_limit(gpu, "block dimension", axis_name[axis], launch->block[axis],
                         block_max[axis], refusal) ||
            !check_limit(gpu, "grid dimension", axis_name[axis], launch->grid[axis], grid_max[axis],
                         refusal)) {
            return false;
        }
    }
    uint64_t threads = volume(launch->block);
    if (threads > gpu->threads_per_block) {
        text_printf(refusal, "%llu threads per block; %s (cc %u.%u) allows at most %u",
                    (unsigned long long)threads, gpu->title, gpu->compute_capability / 10,
                    gpu->compute_capability % 10, gpu->threads_per_block);
        return false;
    }
    return true;
}

// .reqntid and .maxntid (PTX ISA, "Performance-Tuning Directives"): the first fixes every
// dimension, the second bounds the product.
static bool check_directives(const Launch *launch, const PtxFunction *kernel, Text *refusal)
{
    const uint32_t *block = launch->block;
    const uint32_t *required = kernel->required_threads, *most = kernel->max_threads;
    bool is_different = false;
    for (int axis = 0; axis < 3; axis++) {
        uint32_t wanted = required[axis] > 0 ? required[axis] : 1;
        is_different |= required[0] > 0 && block[axis] != wanted;
    }
    if (is_different) {
        text_printf(refusal, "block is %ux%ux%u; the kernel requires %ux%ux%u (.reqntid)", block[0],
                    block[1], block[2], required[0], required[1] > 0 ? required[1] : 1,
                    required[2] > 0 ? required[2] : 1);
        return false;
    }
    uint64_t limit = (uint64_t)most[0] * (most[1] > 0 ? most[1] : 1) * (most[2] > 0 ? most[2] : 1);
    if (limit > 0 && volume(block) > limit) {
        text_printf(refusal, "%llu threads per block; the kernel allows at most %llu (.maxntid)",
                    (unsigned long long)volume(block), (unsigned long long)limit);
        return false;
    }
    return true;
}

static bool check_cluster_size(const Launch *launch, const PtxFunction *kernel, Text *refusal)
{
    const Gpu *gpu = launch->gpu;
    uint64_t blocks = volume(launch->cluster);
    uint32_t limit = gpu->cluster_max;
    if (limit == 0) {
        text_printf(refusal, "%s (cc %u.%u) has no clusters; they need cc 9.0", gpu->title,
                    gpu->compute_capability / 10, gpu->compute_capability % 10);
        return false;
    }
    limit = limit < CLUSTER_RANK_MAX ? limit : CLUSTER_RANK_MAX;
    if (blocks > limit) {
        text_printf(refusal, "%llu blocks per cluster; %s allows at most %u",
                    (unsigned long long)blocks, gpu->title, limit);
        return false;
    }
    if (kernel->max_cluster_rank > 0 && blocks > kernel->max_cluster_rank) {
        text_printf(refusal,
                    "%llu blocks per cluster; the kernel allows at most %u (.maxclusterrank)",
                    (unsigned long long)blocks, kernel->max_cluster_rank);
        return false;
    }
    return true;
}

static bool check_cluster(const Launch *launch, const PtxFunction *kernel, Text *refusal)
{
    const uint32_t *cluster = launch->cluster, *required = kernel->cluster;
    for (int axis = 0; required[0] > 0 && axis < 3; axis++) {
        if (cluster[axis] != (required[axis] > 0 ? required[axis] : 1)) {
            text_printf(refusal,
                        "cluster is %ux%ux%u; the kernel requires %ux%ux%u (.reqnctapercluster)",
                        cluster[0], cluster[1], cluster[2], required[0],
                        required[1] > 0 ? required[1] : 1, required[2] > 0 ? required[2] : 1);
            return false;
        }
    }
    bool has_cluster = volume(cluster) > 1 || required[0] > 0;
    if (has_cluster && !check_cluster_size(launch, kernel, refusal)) {
        return false;
    }
    for (int axis = 0; axis < 3; axis++) {
        if (launch->grid[axis] % cluster[axis] != 0) {
            text_printf(refusal, "grid dimension %c is %u, not a multiple of the cluster's %u",
                        axis_name[axis], launch->grid[axis], cluster[axis]);
            return false;
        }
    }
    return true;
}

// CUDA C++ Programming Guide, "Grid Synchronization".
static bool check_cooperative(const Launch *launch, Text *refusal)
{
    const Gpu *gpu = launch->gpu;
    if (launch->is_cooperative && gpu->compute_capability < 60) {
        text_printf(refusal, "%s (cc %u.%u) has no cooperative launches; they need cc 6.0",
                    gpu->title, gpu->compute_capability / 10, gpu->compute_capability % 10);
        return false;
    }
    return true;
}

bool check_shape(const Launch *launch, const PtxFunction *kernel, Text *refusal)
{
    return check_dimensions(launch, refusal) && check_directives(launch, kernel, refusal) &&
           check_cluster(launch, kernel, refusal) && check_cooperative(launch, refusal);
}

static bool check_shared(const Launch *launch, Text *refusal)
{
    const Gpu *gpu = launch->gpu;
    uint32_t fixed = launch->program->shared_bytes, open = launch->dynamic_shared_bytes;
    if (fixed > gpu->shared_bytes_per_block) {
        text_printf(
            refusal,
            "%u bytes of static shared memory per block; %s allows at most %u (more only as "
            "dynamic shared memory, up to %u)",
            fixed, gpu->title, gpu->shared_bytes_per_block, gpu->shared_bytes_per_block_optin);
        return false;
    }
    if ((uint64_t)fixed + open > gpu->shared_bytes_per_block_optin) {
        text_printf(refusal,
                    "%llu bytes of shared memory per block (%u static, %u dynamic); %s allows at "
                    "most %u",
                    (unsigned long long)fixed + open, fixed, open, gpu->title,
                    gpu->shared_bytes_per_block_optin);
        return false;
    }
    return true;
}

bool check_resources(const Launch *launch, const Occupancy *occupancy, Text *refusal)
{
    const Gpu *gpu = launch->gpu;
    if (!check_shared(launch, refusal)) {
        return false;
    }
    uint32_t frame_bytes = launch->program->functions[0].frame_bytes;
    if (frame_bytes > gpu->local_bytes_per_thread) {
        text_printf(refusal, "%u bytes of local memory per thread; %s allows at most %u",
                    frame_bytes, gpu->title, gpu->local_bytes_per_thread);
        return false;
    }
    if (occupancy->blocks_per_sm == 0) {
        text_printf(refusal, "no block fits on an SM of %s: %s", gpu->title,
                    occupancy->refusal != NULL ? occupancy->refusal : "it takes too much");
        return false;
    }
    uint64_t resident = (uint64_t)occupancy->blocks_per_sm * gpu->sm_count;
    if (launch->is_cooperative && volume(launch->grid) > resident) {
        text_printf(refusal,
                    "a cooperative launch of %llu blocks; %s holds %llu of them at a time (%u on "
                    "each of %u SMs)",
                    (unsigned long long)volume(launch->grid), gpu->title,
                    (unsigned long long)resident, occupancy->blocks_per_sm, gpu->sm_count);
        return false;
    }
    return true;
}

bool check_parameters(const Launch *launch, const PtxFunction *kernel, Text *refusal)
{
    uint32_t wanted = kernel->parameter_bytes, found = launch->parameter_bytes;
    uint32_t padded = (wanted + 15) / 16 * 16;
    if (found < wanted || found > padded) {
        text_printf(refusal, "the kernel takes %u bytes of parameters, got %u", wanted, found);
        return false;
    }
    uint32_t limit = parameter_limit(launch->gpu->compute_capability);
    if (wanted > limit) {
        text_printf(refusal, "%u bytes of parameters; %s (cc %u.%u) allows at most %u", wanted,
                    launch->gpu->title, launch->gpu->compute_capability / 10,
                    launch->gpu->compute_capability % 10, limit);
        return false;
    }
    return true;
}

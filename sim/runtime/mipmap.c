// SPDX-License-Identifier: Apache-2.0
// Mipmapped arrays: an array for each level, all in one allocation.
#include "isa/base/heap.h"
#include "sim/runtime/allocate.h"
#include "sim/runtime/texture.h"

#include <stdlib.h>

struct cudaMipmappedArray *mipmap_find(Runtime *runtime, cudaMipmappedArray_const_t handle)
{
    struct cudaMipmappedArray *mipmap = runtime->mipmaps;
    while (mipmap != NULL && mipmap != handle) {
        mipmap = mipmap->next;
    }
    return mipmap;
}

static size_t halved(size_t extent, uint32_t level)
{
    return extent == 0 ? 0 : extent >> level > 0 ? extent >> level : 1;
}

// Layers are not halved.
static struct cudaExtent level_extent(const struct cudaArray *first, uint32_t level)
{
    bool is_layered = (first->flags & (cudaArrayLayered | cudaArrayCubemap)) != 0;
    return (struct cudaExtent){
        halved(first->extent.width, level), halved(first->extent.height, level),
        is_layered ? first->extent.depth : halved(first->extent.depth, level)};
}

// As many levels as asked for, but none after the one of a single texel: what an H200 makes.
static uint32_t count_levels(const struct cudaArray *first, unsigned asked)
{
    uint32_t count = 0;
    bool is_last = false;
    asked = asked == 0 ? 1 : asked;
    while (count < asked && count < LEVELS_MAX && !is_last) {
        struct cudaExtent extent = level_extent(first, count++);
        bool is_layered = (first->flags & (cudaArrayLayered | cudaArrayCubemap)) != 0;
        is_last = extent.width <= 1 && extent.height <= 1 && (is_layered || extent.depth <= 1);
    }
    return count;
}

static cudaError_t create(Runtime *runtime, cudaMipmappedArray_t *handle,
                          const struct cudaChannelFormatDesc *description, struct cudaExtent extent,
                          unsigned levels, unsigned flags)
{
    struct cudaArray first;
    uint64_t size_bytes;
    if (handle == NULL) {
        return cudaErrorInvalidValue;
    }
    cudaError_t error = array_plan(description, extent, flags, &first, &size_bytes);
    if (error != cudaSuccess) {
        return error;
    }
    struct cudaMipmappedArray made = {.next = runtime->mipmaps,
                                      .levels = count_levels(&first, levels)};
    LockstepTexture texture = {0};
    texture_channel(description, &texture);
    array_describe(&first, &texture);
    size_bytes = lockstep_texture_level_offset(&texture, made.levels);
    error = allocation_create(runtime, ALLOCATION_ARRAY, size_bytes, &first.address);
    if (error != cudaSuccess) {
        return error;
    }
    for (uint32_t i = 0; i < made.levels; i++) {
        struct cudaArray level = first;
        level.address += lockstep_texture_level_offset(&texture, i);
        level.extent = level_extent(&first, i);
        level.is_level = true;
        made.level[i] = array_add(runtime, &level);
    }
    struct cudaMipmappedArray *mipmap = heap_resize(NULL, 1, sizeof(*mipmap));
    *mipmap = made;
    runtime->mipmaps = mipmap;
    *handle = mipmap;
    return cudaSuccess;
}

cudaError_t cudaMallocMipmappedArray(cudaMipmappedArray_t *mipmappedArray,
                                     const struct cudaChannelFormatDesc *desc,
                                     struct cudaExtent extent, unsigned int numLevels,
                                     unsigned int flags)
{
    Runtime *runtime = runtime_enter(CALL_SYNCHRONOUS);
    return runtime == NULL ? runtime_refusal()
                           : runtime_leave(runtime, create(runtime, mipmappedArray, desc, extent,
                                                           numLevels, flags));
}

cudaError_t cudaGetMipmappedArrayLevel(cudaArray_t *levelArray,
                                       cudaMipmappedArray_const_t mipmappedArray,
                                       unsigned int level)
{
    Runtime *runtime = runtime_enter(CALL_ASYNCHRONOUS);
    if (runtime == NULL) {
        return runtime_refusal();
    }
    const struct cudaMipmappedArray *mipmap = mipmap_find(runtime, mipmappedArray);
    if (levelArray == NULL || mipmap == NULL || level >= mipmap->levels) {
        return runtime_leave(runtime, cudaErrorInvalidValue);
    }
    *levelArray = mipmap->level[level];
    return runtime_leave(runtime, cudaSuccess);
}

static void drop_level(Runtime *runtime, struct cudaArray *level)
{
    struct cudaArray **link = &runtime->arrays;
    while (*link != level) {
        link = &(*link)->next;
    }
    *link = level->next;
    free(level);
}

static cudaError_t release(Runtime *runtime, cudaMipmappedArray_t handle)
{
    struct cudaMipmappedArray *mipmap = mipmap_find(runtime, handle);
    if (mipmap == NULL) {
        return handle == NULL ? cudaSuccess : cudaErrorInvalidValue;
    }
    struct cudaMipmappedArray **link = &runtime->mipmaps;
    while (*link != mipmap) {
        link = &(*link)->next;
    }
    *link = mipmap->next;
    cudaError_t error =
        allocation_release(runtime, allocation_find(runtime, mipmap->level[0]->address));
    for (uint32_t i = 0; i < mipmap->levels; i++) {
        drop_level(runtime, mipmap->level[i]);
    }
    free(mipmap);
    return error;
}

cudaError_t cudaFreeMipmappedArray(cudaMipmappedArray_t mipmappedArray)
{
    Runtime *runtime = runtime_enter(CALL_SYNCHRONOUS);
    return runtime == NULL ? runtime_refusal()
                           : runtime_leave(runtime, release(runtime, mipmappedArray));
}

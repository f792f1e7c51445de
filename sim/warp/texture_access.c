// SPDX-License-Identifier: Apache-2.0
#include "sim/warp/texture_access.h"

#include "sim/lane/half.h"

#include <stdarg.h>
#include <stdio.h>

Outcome texture_fault(Block *block, const Warp *warp, FaultKind kind, uint32_t lane,
                      uint64_t address, uint32_t width_bytes, bool is_store, const char *detail,
                      ...)
{
    char text[200];
    va_list arguments;
    va_start(arguments, detail);
    vsnprintf(text, sizeof text, detail, arguments);
    va_end(arguments);
    fault_raise(block, warp, kind, 1u << lane, "%s", text);
    block->fault.address = address;
    block->fault.width_bytes = width_bytes;
    block->fault.space = PTX_SPACE_TEX;
    block->fault.is_store = is_store;
    return OUTCOME_FAULT;
}

static const char *use_name(TextureUse use)
{
    return use == TEXTURE_FOR_FETCH     ? "texture"
           : use == TEXTURE_FOR_SURFACE ? "surface"
                                        : "sampler";
}

static Outcome refuse_handle(Block *block, const Warp *warp, TextureUse use, uint64_t handle,
                             uint32_t lane, const TextureEntry *entry)
{
    const MemoryRegion *region = device_memory_find(block->launch->memory, handle);
    const char *name = use_name(use);
    if (entry != NULL) {
        return texture_fault(block, warp, FAULT_BAD_HANDLE, lane, handle, 0, false,
                             "the handle 0x%llx is of a %s, not of a %s",
                             (unsigned long long)handle, use_name(entry->use), name);
    }
    if (region != NULL && region->base == handle && region->name[0] != '\0') {
        return texture_fault(block, warp, FAULT_BAD_HANDLE, lane, handle, 0, false,
                             "no %s is bound to '%.64s'", name, region->name);
    }
    return texture_fault(block, warp, FAULT_BAD_HANDLE, lane, handle, 0, false,
                         "0x%llx is not the handle of a %s", (unsigned long long)handle, name);
}

Outcome texture_bind(Block *block, const Warp *warp, TextureUse use, uint64_t handle, uint32_t lane,
                     BoundTexture *bound)
{
    if (bound->texture != NULL && bound->handle == handle) {
        return OUTCOME_NEXT;
    }
    const TextureTable *table = block->launch->textures;
    const TextureEntry *entry = table == NULL ? NULL : texture_table_find(table, handle);
    if (entry == NULL || entry->use != use) {
        return refuse_handle(block, warp, use, handle, lane, entry);
    }
    bound->handle = handle;
    bound->texture = &entry->texture;
    bound->bytes = NULL;
    if (use == TEXTURE_FOR_SAMPLER) {
        return OUTCOME_NEXT;
    }
    uint64_t size_bytes = texture_size_bytes(&entry->texture);
    bound->bytes =
        global_bytes(block, entry->texture.address, size_bytes, use == TEXTURE_FOR_SURFACE);
    if (bound->bytes == NULL) {
        return texture_fault(block, warp, FAULT_OUT_OF_BOUNDS, lane, entry->texture.address, 0,
                             false, "the memory of this %s has been released", use_name(use));
    }
    return OUTCOME_NEXT;
}

static bool is_shape(uint16_t geometry, TextureShape shape, TextureUse use)
{
    switch ((int)geometry) {
    case PTX_DOT_1D: return shape == TEXTURE_BUFFER || shape == TEXTURE_1D;
    case PTX_DOT_2D: return shape == TEXTURE_2D;
    case PTX_DOT_3D: return shape == TEXTURE_3D;
    case PTX_DOT_A1D: return shape == TEXTURE_1D_LAYERED;
    // a cube's faces are layers to a surface access
    case PTX_DOT_A2D:
        return shape == TEXTURE_2D_LAYERED || (shape == TEXTURE_CUBE && use == TEXTURE_FOR_SURFACE);
    case PTX_DOT_CUBE: return shape == TEXTURE_CUBE;
    default: return false;
    }
}

Outcome texture_check_shape(Block *block, const Warp *warp, const Micro *micro, TextureUse use,
                            const BoundTexture *bound, uint32_t lane)
{
    static const char *const shapes[TEXTURE_SHAPE_COUNT] = {[TEXTURE_BUFFER] = "1D linear memory",
                                                            [TEXTURE_1D] = "1D",
                                                            [TEXTURE_2D] = "2D",
                                                            [TEXTURE_3D] = "3D",
                                                            [TEXTURE_1D_LAYERED] = "1D with layers",
                                                            [TEXTURE_2D_LAYERED] = "2D with layers",
                                                            [TEXTURE_CUBE] = "a cube"};
    if (is_shape(micro->function, bound->texture->shape, use)) {
        return OUTCOME_NEXT;
    }
    return texture_fault(block, warp, FAULT_BAD_HANDLE, lane, bound->handle, 0, false,
                         "the instruction's geometry is %s, the %s is %s",
                         ptx_suffix_name(micro->function), use_name(use),
                         shapes[bound->texture->shape]);
}

const Texture *texture_of_handle(const Launch *launch, const Micro *micro, TextureUse use,
                                 uint64_t handle)
{
    const TextureEntry *entry =
        launch->textures == NULL ? NULL : texture_table_find(launch->textures, handle);
    bool is_good =
        entry != NULL && entry->use == use &&
        (use == TEXTURE_FOR_SAMPLER || is_shape(micro->function, entry->texture.shape, use));
    return is_good ? &entry->texture : NULL;
}

// The queries, as isa/machine names them; false for what is none.
static bool query_value(uint16_t query, const Texture *texture, uint32_t *value)
{
    bool is_layered = texture->shape == TEXTURE_1D_LAYERED || texture->shape == TEXTURE_2D_LAYERED;
    switch ((int)query) {
    case PTX_DOT_WIDTH: *value = texture->width; return true;
    case PTX_DOT_HEIGHT: *value = texture->height; return true;
    case PTX_DOT_DEPTH: *value = texture->shape == TEXTURE_3D ? texture->depth : 1; return true;
    case PTX_DOT_ARRAY_SIZE: *value = is_layered ? texture->depth : 1; return true;
    case PTX_DOT_NUM_MIPMAP_LEVELS: *value = texture->levels; return true;
    case PTX_DOT_CHANNEL_DATA_TYPE: *value = texture_channel_data_type(texture); return true;
    case PTX_DOT_CHANNEL_ORDER: *value = texture_channel_order(texture); return true;
    case PTX_DOT_NORMALIZED_COORDS: *value = texture->sampler.is_normalized; return true;
    default: return false;
    }
}

bool texture_is_query(uint16_t function)
{
    static const Texture any;
    uint32_t value;
    return function == PTX_DOT_GRAD || query_value(function, &any, &value);
}

// The level of detail that a lane's gradients ask for.
static uint32_t lod_of_gradients(const Warp *warp, const Micro *micro, const Texture *texture,
                                 uint32_t lane)
{
    const Row rows[2][3] = {{micro->b, micro->c, micro->e},
                            {micro->d2, micro->addend[0], micro->addend[1]}};
    float gradient[2][3] = {{0}};
    for (uint32_t i = 0; i < 2; i++) {
        for (uint32_t axis = 0; axis < 3; axis++) {
            Row row = rows[i][axis];
            gradient[i][axis] = row == ROW_NONE ? 0 : f32_of_bits(warp_row(warp, row)[lane]);
        }
    }
    return bits_of_f32(texture_gradient_lod(texture, gradient[0], gradient[1]));
}

Outcome texture_query(Block *block, Warp *warp, const Micro *micro, uint32_t on, TextureUse use)
{
    const uint64_t *handle = warp_row64(warp, micro->a);
    uint32_t result[LANE_COUNT];
    BoundTexture bound = {0};
    for (uint32_t rest = on; rest != 0; rest &= rest - 1) {
        uint32_t lane = lane_lowest(rest);
        if (texture_bind(block, warp, use, handle[lane], lane, &bound) == OUTCOME_FAULT) {
            return OUTCOME_FAULT;
        }
        if (micro->function == PTX_DOT_GRAD) {
            result[lane] = lod_of_gradients(warp, micro, bound.texture, lane);
        } else {
            query_value(micro->function, bound.texture, &result[lane]);
        }
    }
    uint32_t *to = warp_row(warp, micro->data[0]);
    for (uint32_t rest = on; rest != 0; rest &= rest - 1) {
        to[lane_lowest(rest)] = result[lane_lowest(rest)];
    }
    return OUTCOME_NEXT;
}

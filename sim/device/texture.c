// SPDX-License-Identifier: Apache-2.0
// Textures and surfaces from the host's side: descriptions checked, objects made, references of
// modules bound. Leaves out: the size limits of each generation.
#include "sim/device/state.h"

#include <string.h>

// The public enumerations are the simulator's own, under other names.
_Static_assert((int)LOCKSTEP_TEXTURE_CUBE == (int)TEXTURE_CUBE, "shapes");
_Static_assert((int)LOCKSTEP_CHANNEL_F32 == (int)TEXTURE_F32, "channels");
_Static_assert((int)LOCKSTEP_ADDRESS_BORDER == (int)TEXTURE_BORDER, "address modes");

#define EXTENT_MAX (1u << 28) // texels along an axis; keeps sizes within 64 bits

static LockstepStatus refuse(LockstepDevice *device, const char *reason)
{
    return device_fail(device, LOCKSTEP_ERROR_INPUT, "this texture cannot be made: %s", reason);
}

static TextureSampler sampler_of(const LockstepTexture *from)
{
    TextureSampler sampler = {.is_linear = from->is_linear_filter,
                              .is_normalized = from->is_normalized_coordinates,
                              .is_level_linear = from->is_linear_levels,
                              .level_bias = from->level_bias,
                              .level_min = from->level_min,
                              .level_max = from->level_max};
    for (int i = 0; i < 3; i++) {
        sampler.address_mode[i] = (uint8_t)from->address_mode[i];
    }
    memcpy(sampler.border, from->border, sizeof(sampler.border));
    return sampler;
}

static uint32_t at_least_one(uint32_t extent)
{
    return extent > 0 ? extent : 1;
}

// Rows as the shape has them; what the shape lacks is 1.
static Texture texture_of(const LockstepTexture *from)
{
    Texture texture = {.address = from->address,
                       .width = from->width,
                       .height = 1,
                       .depth = 1,
                       .shape = (uint8_t)from->shape,
                       .element = (uint8_t)from->channel,
                       .channels = (uint8_t)from->channels,
                       .is_linear_memory = from->is_linear_memory,
                       .is_normalized_float = from->is_normalized_float,
                       .is_srgb = from->is_srgb && from->is_normalized_float &&
                                  from->channel == LOCKSTEP_CHANNEL_U8,
                       .levels = (uint8_t)at_least_one(from->levels),
                       .sampler = sampler_of(from)};
    bool has_rows = from->shape == LOCKSTEP_TEXTURE_2D || from->shape == LOCKSTEP_TEXTURE_3D ||
                    from->shape == LOCKSTEP_TEXTURE_2D_LAYERED ||
                    from->shape == LOCKSTEP_TEXTURE_CUBE;
    bool has_slices = from->shape == LOCKSTEP_TEXTURE_3D ||
                      from->shape == LOCKSTEP_TEXTURE_1D_LAYERED ||
                      from->shape == LOCKSTEP_TEXTURE_2D_LAYERED;
    texture.height = has_rows ? at_least_one(from->height) : 1;
    texture.depth = has_slices ? at_least_one(from->depth) : 1;
    texture.depth = from->shape == LOCKSTEP_TEXTURE_CUBE ? 6 : texture.depth;
    uint64_t row_bytes = (uint64_t)texture.width * texture_texel_bytes(&texture);
    texture.pitch_bytes = from->pitch_bytes > 0 ? from->pitch_bytes : row_bytes;
    texture.slice_bytes = texture.pitch_bytes * texture.height;
    return texture;
}

uint64_t lockstep_texture_level_offset(const LockstepTexture *from, uint32_t level)
{
    Texture texture = texture_of(from);
    return texture_level_offset(&texture, level);
}

static bool is_known(const LockstepTexture *from)
{
    bool is_good = (unsigned)from->shape < TEXTURE_SHAPE_COUNT &&
                   (unsigned)from->channel < TEXTURE_ELEMENT_COUNT;
    for (int i = 0; i < 3; i++) {
        is_good = is_good && (unsigned)from->address_mode[i] <= LOCKSTEP_ADDRESS_BORDER;
    }
    return is_good;
}

static LockstepStatus check_format(LockstepDevice *device, const LockstepTexture *from)
{
    if (!is_known(from)) {
        return refuse(device, "its shape, channel or address mode is unknown");
    }
    if (from->channels != 1 && from->channels != 2 && from->channels != 4) {
        return refuse(device, "a texel has 1, 2 or 4 channels");
    }
    bool is_integer = texture_element_is_integer((TextureElement)from->channel);
    if (from->is_normalized_float &&
        !texture_element_can_normalize((TextureElement)from->channel)) {
        return refuse(device, "only 8- and 16-bit integers can be read as normalized floats");
    }
    if (from->is_linear_filter && is_integer && !from->is_normalized_float && !from->is_surface) {
        return refuse(device, "linear filtering needs texels that are read as floats");
    }
    bool is_buffer = from->shape == LOCKSTEP_TEXTURE_BUFFER;
    if (is_buffer && (from->is_linear_filter || from->is_normalized_coordinates)) {
        return refuse(device, "a buffer has neither filtering nor normalized coordinates");
    }
    if (from->is_linear_memory && !is_buffer && from->shape != LOCKSTEP_TEXTURE_2D) {
        return refuse(device, "only buffers and 2D textures can be linear memory");
    }
    if (from->levels > TEXTURE_LEVELS_MAX || (from->levels > 1 && from->is_linear_memory)) {
        return refuse(device, "a mipmap is an array of at most 16 levels");
    }
    if (from->is_surface && (is_buffer || from->is_linear_memory)) {
        return refuse(device, "a surface is an array, not linear memory");
    }
    return LOCKSTEP_OK;
}

static LockstepStatus check_extent(LockstepDevice *device, const LockstepTexture *from,
                                   const Texture *texture)
{
    if (from->width == 0 || from->width > EXTENT_MAX || texture->height > EXTENT_MAX ||
        texture->depth > EXTENT_MAX || from->pitch_bytes > UINT32_MAX) {
        return refuse(device, "its extent is 0 or too large");
    }
    if (from->shape == LOCKSTEP_TEXTURE_CUBE && from->width != from->height) {
        return refuse(device, "the faces of a cube are square");
    }
    uint32_t texel_bytes = texture_texel_bytes(texture);
    uint64_t row_bytes = (uint64_t)texture->width * texel_bytes;
    if (texture->pitch_bytes < row_bytes || texture->pitch_bytes % texel_bytes != 0 ||
        texture->address % texel_bytes != 0) {
        return refuse(device, "address and pitch are multiples of a texel, and the pitch is at "
                              "least a row");
    }
    const MemoryRegion *region = device_memory_find(device->memory, texture->address);
    uint64_t left = region == NULL ? 0 : region->base + region->size_bytes - texture->address;
    // slices first: the product of all three extents may not fit into 64 bits
    bool is_inside = texture->depth - 1 <= left / texture->slice_bytes;
    if (!is_inside || texture_size_bytes(texture) > left) {
        return device_fail(device, LOCKSTEP_ERROR_INPUT,
                           "this texture cannot be made: %u x %u x %u texels of %u bytes do not "
                           "fit into the %llu bytes that are allocated at 0x%llx",
                           texture->width, texture->height, texture->depth, texel_bytes,
                           (unsigned long long)left, (unsigned long long)texture->address);
    }
    return LOCKSTEP_OK;
}

// PTX ISA, "Target ISA Notes" of suld and tex; CUDA C Programming Guide, "Layered Textures",
// "Cubemap Textures", "Surface Memory".
static LockstepStatus check_gpu(LockstepDevice *device, const LockstepTexture *from)
{
    uint32_t cc = device->gpu.compute_capability;
    const char *what =
        from->is_surface                       ? "surfaces"
        : from->shape == LOCKSTEP_TEXTURE_CUBE ? "cubemap textures"
        : from->shape == LOCKSTEP_TEXTURE_1D_LAYERED || from->shape == LOCKSTEP_TEXTURE_2D_LAYERED
            ? "layered textures"
            : NULL;
    if (what != NULL && cc < 20) {
        return device_fail(device, LOCKSTEP_ERROR_LAUNCH,
                           "%s (cc %u.%u) has no %s; they need cc 2.0", device->gpu.title, cc / 10,
                           cc % 10, what);
    }
    return LOCKSTEP_OK;
}

static LockstepStatus describe(LockstepDevice *device, const LockstepTexture *from,
                               Texture *texture)
{
    LockstepStatus status = check_format(device, from);
    if (status == LOCKSTEP_OK) {
        *texture = texture_of(from);
        status = check_extent(device, from, texture);
    }
    return status == LOCKSTEP_OK ? check_gpu(device, from) : status;
}

LockstepStatus lockstep_texture_create(LockstepDevice *device, const LockstepTexture *from,
                                       uint64_t *handle)
{
    *handle = 0;
    if (!device_enter(device)) {
        return LOCKSTEP_ERROR_INPUT;
    }
    Texture texture;
    LockstepStatus status = describe(device, from, &texture);
    if (status == LOCKSTEP_OK) {
        TextureUse use = from->is_surface ? TEXTURE_FOR_SURFACE : TEXTURE_FOR_FETCH;
        *handle = texture_table_create(&device->textures, use, &texture);
    }
    return status;
}

LockstepStatus lockstep_texture_destroy(LockstepDevice *device, uint64_t handle)
{
    if (!device_enter(device)) {
        return LOCKSTEP_ERROR_INPUT;
    }
    bool is_object = handle <= device->textures.last_object;
    if (!is_object || !texture_table_remove(&device->textures, handle)) {
        return device_fail(device, LOCKSTEP_ERROR_INPUT,
                           "0x%llx is not a texture or surface object of this device",
                           (unsigned long long)handle);
    }
    return LOCKSTEP_OK;
}

static bool use_of(const PtxVariable *variable, TextureUse *use)
{
    switch ((int)variable->type) {
    case PTX_TYPE_TEXREF: *use = TEXTURE_FOR_FETCH; return true;
    case PTX_TYPE_SURFREF: *use = TEXTURE_FOR_SURFACE; return true;
    case PTX_TYPE_SAMPLERREF: *use = TEXTURE_FOR_SAMPLER; return true;
    default: return false;
    }
}

LockstepStatus lockstep_texture_bind(LockstepDevice *device, LockstepModule *module,
                                     const char *name, const LockstepTexture *from)
{
    if (!device_enter(device) || !device_has_module(device, module)) {
        return LOCKSTEP_ERROR_INPUT;
    }
    const PtxVariable *variable = ptx_find_variable(module->ptx, name);
    TextureUse use;
    uint64_t handle = variable == NULL ? 0 : place_address(&module->placement, variable);
    if (handle == 0 || !use_of(variable, &use)) {
        return device_fail(device, LOCKSTEP_ERROR_NOT_FOUND,
                           "%s has no texture, surface or sampler reference '%s'",
                           module->ptx->file, name);
    }
    LockstepTexture wanted = *from;
    wanted.is_surface = use == TEXTURE_FOR_SURFACE;
    Texture texture = {.sampler = sampler_of(&wanted)};
    LockstepStatus status = LOCKSTEP_OK;
    if (use != TEXTURE_FOR_SAMPLER) {
        status = describe(device, &wanted, &texture);
    } else if (!is_known(&wanted)) {
        status = refuse(device, "its address mode is unknown");
    }
    if (status == LOCKSTEP_OK) {
        texture_table_bind(&device->textures, handle, use, &texture);
    }
    return status;
}

void textures_forget(LockstepDevice *device, const LockstepModule *module)
{
    for (size_t i = 0; i < module->placement.count; i++) {
        texture_table_remove(&device->textures, module->placement.variables[i].address);
    }
}

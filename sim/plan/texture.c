// SPDX-License-Identifier: Apache-2.0
#include "sim/plan/texture.h"

#include <stdlib.h>
#include <string.h>

static bool is_word(const char *text, size_t size, const char *word)
{
    return strlen(word) == size && memcmp(text, word, size) == 0;
}

bool texture_is_spec(const char *text)
{
    bool is_one = strncmp(text, "texture", 7) == 0 || strncmp(text, "surface", 7) == 0;
    size_t size = strspn(text, "abcdefghijklmnopqrstuvwxyz0123456789,");
    return is_one && text[size] == ':';
}

static bool read_shape(const char *text, size_t size, LockstepTexture *texture)
{
    static const struct {
        const char *name;
        LockstepTextureShape shape;
    } shapes[] = {{"buffer", LOCKSTEP_TEXTURE_BUFFER},
                  {"1d", LOCKSTEP_TEXTURE_1D},
                  {"2d", LOCKSTEP_TEXTURE_2D},
                  {"3d", LOCKSTEP_TEXTURE_3D},
                  {"1dlayered", LOCKSTEP_TEXTURE_1D_LAYERED},
                  {"2dlayered", LOCKSTEP_TEXTURE_2D_LAYERED},
                  {"cube", LOCKSTEP_TEXTURE_CUBE}};
    for (size_t i = 0; i < sizeof shapes / sizeof shapes[0]; i++) {
        if (is_word(text, size, shapes[i].name)) {
            texture->shape = shapes[i].shape;
            return true;
        }
    }
    return false;
}

static bool read_option(const char *text, size_t size, LockstepTexture *texture)
{
    static const char *const modes[] = {"wrap", "clamp", "mirror", "border"};
    for (int mode = 0; mode < 4; mode++) {
        if (is_word(text, size, modes[mode])) {
            for (int axis = 0; axis < 3; axis++) {
                texture->address_mode[axis] = (LockstepAddressMode)mode;
            }
            return true;
        }
    }
    bool *flag = is_word(text, size, "linear")       ? &texture->is_linear_filter
                 : is_word(text, size, "normalized") ? &texture->is_normalized_coordinates
                 : is_word(text, size, "float")      ? &texture->is_normalized_float
                 : is_word(text, size, "memory")     ? &texture->is_linear_memory
                                                     : NULL;
    if (flag != NULL) {
        *flag = true;
    }
    return flag != NULL;
}

// texture2d,linear,wrap: *spec is left behind the colon.
static const char *read_kind(const char **spec, LockstepTexture *texture, Arena *arena)
{
    texture->is_surface = **spec == 's';
    const char *at = *spec + strlen("texture");
    size_t size = strcspn(at, ",:");
    if (!read_shape(at, size, texture)) {
        return arena_printf(arena,
                            "unknown kind of texture '%.*s' (known: texture2d, surface1d, ...)",
                            (int)(size + 7), *spec);
    }
    read_option("clamp", strlen("clamp"), texture);
    for (at += size; *at == ','; at += size) {
        at++;
        size = strcspn(at, ",:");
        if (!read_option(at, size, texture)) {
            return arena_printf(arena,
                                "unknown texture option '%.*s' (known: linear, normalized, float, "
                                "memory, wrap, clamp, mirror, border)",
                                (int)size, at);
        }
    }
    *spec = at + 1;
    return NULL;
}

static bool channel_of(const Element *element, LockstepChannel *channel)
{
    static const LockstepChannel channels[][3] = {
        [ELEMENT_FLOAT] = {LOCKSTEP_CHANNEL_F32, LOCKSTEP_CHANNEL_F16, LOCKSTEP_CHANNEL_F32},
        [ELEMENT_SIGNED] = {LOCKSTEP_CHANNEL_S8, LOCKSTEP_CHANNEL_S16, LOCKSTEP_CHANNEL_S32},
        [ELEMENT_UNSIGNED] = {LOCKSTEP_CHANNEL_U8, LOCKSTEP_CHANNEL_U16, LOCKSTEP_CHANNEL_U32}};
    if (element->size_bytes > 4) {
        return false;
    }
    *channel = channels[element->kind][element->size_bytes / 2];
    return true;
}

// f32 or u8x4
static const char *read_type(const char **spec, Buffer *buffer, LockstepTexture *texture,
                             Arena *arena)
{
    size_t size = strcspn(*spec, "[x:");
    buffer->element = element_find(*spec, size);
    if (buffer->element == NULL || !channel_of(buffer->element, &texture->channel)) {
        return arena_printf(arena, "texels cannot be of type '%.*s' (f32, f16, u8, s16, ...)",
                            (int)size, *spec);
    }
    *spec += size;
    texture->channels = 1;
    if (**spec == 'x') {
        char *end;
        unsigned long channels = strtoul(*spec + 1, &end, 10);
        texture->channels = channels > 4 ? 0 : (uint32_t)channels; // 0: refused
        *spec = end;
    }
    return **spec == '[' ? NULL : "the extent of a texture follows its type, as in f32[512x512]";
}

// [512x512]
static const char *read_extent(const char **spec, LockstepTexture *texture)
{
    uint64_t extent[3] = {0};
    const char *at = *spec;
    for (int axis = 0; axis < 3 && (axis == 0 || *at == 'x'); axis++) {
        char *end;
        extent[axis] = strtoull(at + 1, &end, 10);
        if (end == at + 1 || extent[axis] == 0 || extent[axis] > UINT32_MAX) {
            return "the extent of a texture must be whole numbers, as in f32[512x512]";
        }
        at = end;
    }
    if (*at != ']') {
        return "the extent of a texture ends with ], as in f32[512x512]";
    }
    bool is_one_row = texture->shape == LOCKSTEP_TEXTURE_1D_LAYERED && extent[2] == 0;
    texture->width = (uint32_t)extent[0];
    texture->height = is_one_row ? 1 : (uint32_t)extent[1];
    texture->depth = (uint32_t)extent[is_one_row ? 1 : 2];
    *spec = at + 1;
    return NULL;
}

// Extents the shape lacks must not be given, those it has must.
static bool fits_shape(const LockstepTexture *texture)
{
    bool has_rows = texture->height > 0, has_slices = texture->depth > 0;
    switch (texture->shape) {
    case LOCKSTEP_TEXTURE_BUFFER:
    case LOCKSTEP_TEXTURE_1D: return !has_rows;
    case LOCKSTEP_TEXTURE_2D: return has_rows && !has_slices;
    case LOCKSTEP_TEXTURE_CUBE: return has_rows && (!has_slices || texture->depth == 6);
    default: return has_rows && has_slices;
    }
}

static uint64_t at_least_one(uint32_t extent)
{
    return extent > 0 ? extent : 1;
}

const char *texture_read(const char *spec, Buffer *buffer, Arena *arena)
{
    LockstepTexture *texture = arena_alloc(arena, sizeof *texture);
    const char *at = spec;
    const char *problem = read_kind(&at, texture, arena);
    problem = problem != NULL ? problem : read_type(&at, buffer, texture, arena);
    problem = problem != NULL ? problem : read_extent(&at, texture);
    if (problem != NULL) {
        return problem;
    }
    if (!fits_shape(texture)) {
        return arena_printf(
            arena, "the extent of '%s' has the wrong number of dimensions for its kind", spec);
    }
    if (*at != 0 && *at != ':') {
        return arena_printf(
            arena, "unexpected text after ] in '%s'; a fill follows a colon, as in :iota", spec);
    }
    bool is_cube = texture->shape == LOCKSTEP_TEXTURE_CUBE;
    double count = (double)texture->width * (double)at_least_one(texture->height) *
                   (double)(is_cube ? 6 : at_least_one(texture->depth)) * texture->channels;
    if (count > 0x1p40) {
        return arena_printf(arena, "'%s' is too large", spec);
    }
    buffer->count = (uint64_t)count;
    buffer->fill = *at == ':' ? at + 1 : "zero";
    buffer->texture = texture;
    return NULL;
}

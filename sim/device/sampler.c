// SPDX-License-Identifier: Apache-2.0
// The state that PTX gives its .samplerref variables: "{ filter_mode = linear, ... }".
#include "sim/device/state.h"

#include <string.h>

typedef struct Word {
    const char *text;
    uint8_t value;
} Word;

// PTX ISA, "Texture, Sampler and Surface Types". clamp_ogl differs from clamp_to_edge only where
// linear filtering meets the border, and is taken for it.
static const Word address_words[] = {{"wrap", TEXTURE_WRAP},
                                     {"mirror", TEXTURE_MIRROR},
                                     {"clamp_ogl", TEXTURE_CLAMP},
                                     {"clamp_to_edge", TEXTURE_CLAMP},
                                     {"clamp_to_border", TEXTURE_BORDER},
                                     {NULL, 0}};
static const Word filter_words[] = {{"nearest", 0}, {"linear", 1}, {NULL, 0}};
static const Word boolean_words[] = {{"0", 0}, {"1", 1}, {NULL, 0}};

static bool word_value(const Word *words, const char *text, size_t size, uint8_t *value)
{
    for (; words->text != NULL; words++) {
        if (strlen(words->text) == size && memcmp(words->text, text, size) == 0) {
            *value = words->value;
            return true;
        }
    }
    return false;
}

static bool is_word(const char *text, size_t size, const char *wanted)
{
    return strlen(wanted) == size && memcmp(text, wanted, size) == 0;
}

// One "name = value" of a sampler's state.
static bool set_property(TextureSampler *sampler, const char *name, size_t name_size,
                         const char *value, size_t value_size)
{
    static const char *const axes[3] = {"addr_mode_0", "addr_mode_1", "addr_mode_2"};
    uint8_t found = 0;
    for (int i = 0; i < 3; i++) {
        if (is_word(name, name_size, axes[i])) {
            return word_value(address_words, value, value_size, &sampler->address_mode[i]);
        }
    }
    if (is_word(name, name_size, "filter_mode") &&
        word_value(filter_words, value, value_size, &found)) {
        sampler->is_linear = found != 0;
        return true;
    }
    if (is_word(name, name_size, "force_unnormalized_coords") &&
        word_value(boolean_words, value, value_size, &found)) {
        sampler->is_normalized = found == 0;
        return true;
    }
    return false;
}

// "name = value, name = value", as isa/ptx keeps it.
static bool parse_state(const char *state, TextureSampler *sampler)
{
    while (*state != '\0') {
        size_t name_size = strcspn(state, " ");
        const char *value = strchr(state, '=');
        if (value == NULL) {
            return false;
        }
        value += strspn(value, "= ");
        size_t value_size = strcspn(value, ", ");
        if (!set_property(sampler, state, name_size, value, value_size)) {
            return false;
        }
        state = value + value_size;
        state += strspn(state, ", ");
    }
    return true;
}

bool textures_declare(LockstepDevice *device, LockstepModule *module, Diagnostics *diagnostics)
{
    bool is_good = true;
    for (uint32_t i = 0; i < module->ptx->variable_count; i++) {
        const PtxVariable *variable = module->ptx->variables[i];
        uint64_t handle = place_address(&module->placement, variable);
        if (variable->type != PTX_TYPE_SAMPLERREF || handle == 0) {
            continue;
        }
        Texture texture = {.sampler = {.is_normalized = true}};
        memset(texture.sampler.address_mode, TEXTURE_CLAMP, sizeof(texture.sampler.address_mode));
        if (variable->sampler_state != NULL &&
            !parse_state(variable->sampler_state, &texture.sampler)) {
            diagnostics_add(diagnostics, DIAGNOSTIC_ERROR, variable->position, module->ptx->source,
                            "the state of sampler '%s' is not understood: %s", variable->name,
                            variable->sampler_state);
            is_good = false;
        }
        texture_table_bind(&device->textures, handle, TEXTURE_FOR_SAMPLER, &texture);
    }
    return is_good;
}

// SPDX-License-Identifier: Apache-2.0
#include "sim/gpu/gpu.h"

#include "sim/gpu/gpu_value.h"
#include "sim/gpu/preset_table.h"

#include <stdio.h>
#include <string.h>

typedef struct Alias {
    const char *name, *preset;
} Alias;

static const Alias aliases[] = {
#define GPU_ALIAS(alias, preset) {alias, preset},
#include "sim/gpu/alias.def"
#undef GPU_ALIAS
};

static char lower(char letter)
{
    return letter >= 'A' && letter <= 'Z' ? (char)(letter - 'A' + 'a') : letter;
}

static bool is_same_name(const char *a, const char *b)
{
    while (*a != '\0' && lower(*a) == lower(*b)) {
        a++;
        b++;
    }
    return lower(*a) == lower(*b);
}

static const Gpu *find_preset(const char *name)
{
    uint32_t count;
    const Gpu *presets = preset_table(&count);
    for (uint32_t at = 0; at < count; at++) {
        if (is_same_name(presets[at].name, name)) {
            return &presets[at];
        }
    }
    return NULL;
}

const Gpu *gpu_preset(const char *name)
{
    for (size_t at = 0; at < sizeof aliases / sizeof aliases[0]; at++) {
        if (is_same_name(aliases[at].name, name)) {
            return find_preset(aliases[at].preset);
        }
    }
    return find_preset(name);
}

uint32_t gpu_preset_count(void)
{
    uint32_t count;
    preset_table(&count);
    return count;
}

const Gpu *gpu_preset_at(uint32_t index)
{
    uint32_t count;
    const Gpu *presets = preset_table(&count);
    return index < count ? &presets[index] : NULL;
}

static void pad(Text *out, size_t start, size_t column)
{
    while (out->size_bytes - start < column) {
        text_put(out, " ");
    }
}

void gpu_print(const Gpu *gpu, Text *out)
{
    text_printf(out, "name = %s\ntitle = %s\ndevice_name = %s\n", gpu->name, gpu->title,
                gpu->device_name);
    for (uint32_t at = 0; at < GPU_VALUE_COUNT; at++) {
        const GpuValue *value = &gpu_values[at];
        size_t start = out->size_bytes;
        text_printf(out, "%-28s = ", value->key);
        gpu_value_write(value, gpu, out);
        pad(out, start, 52);
        text_printf(out, " # %s (", value->doc);
        gpu_value_write_range(value, out);
        text_put(out, ")\n");
    }
}

void gpu_limit_blocks(Gpu *gpu, uint32_t blocks)
{
    size_t size = strlen(gpu->title);
    gpu->blocks_per_sm = blocks < gpu->blocks_per_sm ? blocks : gpu->blocks_per_sm;
    gpu->max_blocks_per_sm = blocks;
    snprintf(gpu->title + size, sizeof gpu->title - size, " with %u block%s per SM",
             gpu->blocks_per_sm, gpu->blocks_per_sm == 1 ? "" : "s");
}

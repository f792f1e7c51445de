// SPDX-License-Identifier: Apache-2.0
// Which GPU the comment above published figures speaks of. Presets are found by their key, however
// a text spaces it: "GeForce GTX 280" is gtx280. Leaves out GPUs without a preset.
#include "sim/report/compare.h"

#include <ctype.h>
#include <string.h>

static bool is_blank(char letter)
{
    return letter == ' ' || letter == '-';
}

// Whether the text begins with the key as whole words.
static bool begins_with_key(const char *text, const char *key)
{
    for (; *key != 0; text++) {
        if (is_blank(*text)) {
            continue;
        }
        if (tolower((unsigned char)*text) != *key++) {
            return false;
        }
    }
    return !isalnum((unsigned char)*text);
}

static bool is_named(const char *text, const char *key)
{
    bool is_in_word = false;
    for (; *text != 0; text++) {
        bool is_letter = isalnum((unsigned char)*text) != 0;
        if (is_letter && !is_in_word && begins_with_key(text, key)) {
            return true;
        }
        is_in_word = is_letter;
    }
    return false;
}

const Gpu *compare_other_gpu(const char *text, const Gpu *gpu)
{
    const Gpu *other = NULL;
    for (uint32_t i = 0; i < gpu_preset_count() && gpu != NULL; i++) {
        const Gpu *preset = gpu_preset_at(i);
        if (is_named(text, preset->name)) {
            if (strcmp(preset->name, gpu->name) == 0) {
                return NULL;
            }
            other = preset;
        }
    }
    return other;
}

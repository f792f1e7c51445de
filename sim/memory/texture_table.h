// SPDX-License-Identifier: Apache-2.0
// What handles refer to: texture and surface objects (numbers from 1), and texture, surface and
// sampler variables of modules (their device addresses). Built by the host between launches, only
// read while a kernel runs.
#ifndef LOCKSTEP_MEMORY_TEXTURE_TABLE_H
#define LOCKSTEP_MEMORY_TEXTURE_TABLE_H

#include "sim/memory/texture.h"

#include <stddef.h>

typedef enum TextureUse {
    TEXTURE_FOR_FETCH,   // tex, tld4, txq
    TEXTURE_FOR_SURFACE, // suld, sust, suq
    TEXTURE_FOR_SAMPLER  // the sampler operand; only texture.sampler means something
} TextureUse;

typedef struct TextureEntry {
    uint64_t handle;
    TextureUse use;
    Texture texture;
} TextureEntry;

typedef struct TextureTable {
    TextureEntry *entries; // sorted by handle
    uint32_t count, room;
    uint64_t last_object;  // handle of the object created last
    uint16_t last_id;      // Texture.id given last
    uint64_t change_count; // of all changes so far: equal numbers, equal tables
} TextureTable;

// Adds an object under a new handle, which is returned.
uint64_t texture_table_create(TextureTable *table, TextureUse use, const Texture *texture);
// Binds a handle that exists elsewhere; replaces what was bound to it before.
void texture_table_bind(TextureTable *table, uint64_t handle, TextureUse use,
                        const Texture *texture);
// Returns false when nothing has this handle.
bool texture_table_remove(TextureTable *table, uint64_t handle);
const TextureEntry *texture_table_find(const TextureTable *table, uint64_t handle); // or NULL
void texture_table_clear(TextureTable *table);

#endif

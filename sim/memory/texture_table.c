// SPDX-License-Identifier: Apache-2.0
#include "sim/memory/texture_table.h"

#include "isa/base/heap.h"

#include <stdlib.h>
#include <string.h>

// Index of the first entry whose handle is not below this one.
static size_t position_of(const TextureTable *table, uint64_t handle)
{
    size_t low = 0, high = table->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (table->entries[middle].handle < handle) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

static bool is_at(const TextureTable *table, size_t at, uint64_t handle)
{
    return at < table->count && table->entries[at].handle == handle;
}

void texture_table_bind(TextureTable *table, uint64_t handle, TextureUse use,
                        const Texture *texture)
{
    size_t at = position_of(table, handle);
    table->change_count++;
    if (!is_at(table, at, handle)) {
        table->entries =
            heap_room(table->entries, table->count, &table->room, sizeof(TextureEntry));
        TextureEntry *entry = &table->entries[at];
        memmove(entry + 1, entry, (table->count - at) * sizeof(*entry));
        table->count++;
    }
    TextureEntry *entry = &table->entries[at];
    *entry = (TextureEntry){.handle = handle, .use = use, .texture = *texture};
    entry->texture.id = ++table->last_id;
}

uint64_t texture_table_create(TextureTable *table, TextureUse use, const Texture *texture)
{
    texture_table_bind(table, ++table->last_object, use, texture);
    return table->last_object;
}

bool texture_table_remove(TextureTable *table, uint64_t handle)
{
    size_t at = position_of(table, handle);
    if (!is_at(table, at, handle)) {
        return false;
    }
    TextureEntry *entry = &table->entries[at];
    table->change_count++;
    memmove(entry, entry + 1, (table->count - at - 1) * sizeof(*entry));
    table->count--;
    return true;
}

const TextureEntry *texture_table_find(const TextureTable *table, uint64_t handle)
{
    size_t at = position_of(table, handle);
    return is_at(table, at, handle) ? &table->entries[at] : NULL;
}

void texture_table_clear(TextureTable *table)
{
    free(table->entries);
    *table = (TextureTable){0};
}

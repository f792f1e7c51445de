// SPDX-License-Identifier: Apache-2.0
#include "sim/view/intern.h"

#include <string.h>

enum { FIRST_ROOM = 64 };

// FNV-1a.
static uint32_t hash_of(const char *bytes, size_t size_bytes)
{
    uint32_t hash = 2166136261u;
    for (size_t i = 0; i < size_bytes; i++) {
        hash = (hash ^ (unsigned char)bytes[i]) * 16777619u;
    }
    return hash;
}

// Where it stands, or the free slot where it would.
static uint32_t find_slot(const Intern *set, const char *bytes, size_t size_bytes)
{
    uint32_t mask = set->slot_count - 1, slot = hash_of(bytes, size_bytes) & mask;
    while (set->slots[slot] != 0) {
        uint32_t index = set->slots[slot] - 1;
        if (set->sizes[index] == size_bytes && memcmp(set->texts[index], bytes, size_bytes) == 0) {
            break;
        }
        slot = (slot + 1) & mask;
    }
    return slot;
}

static void grow(Intern *set, Arena *arena)
{
    uint32_t room = set->room == 0 ? FIRST_ROOM : 2 * set->room;
    set->texts = arena_grow(arena, set->texts, set->count, room, sizeof *set->texts);
    set->sizes = arena_grow(arena, set->sizes, set->count, room, sizeof *set->sizes);
    set->room = room;
    set->slot_count = 2 * room;
    set->slots = arena_alloc(arena, set->slot_count * sizeof *set->slots);
    for (uint32_t i = 0; i < set->count; i++) {
        set->slots[find_slot(set, set->texts[i], set->sizes[i])] = i + 1;
    }
}

uint32_t intern_add(Intern *set, const char *bytes, size_t size_bytes, Arena *arena)
{
    if (set->count == set->room) {
        grow(set, arena);
    }
    uint32_t slot = find_slot(set, bytes, size_bytes);
    if (set->slots[slot] == 0) {
        set->texts[set->count] = arena_text(arena, bytes, size_bytes);
        set->sizes[set->count] = (uint32_t)size_bytes;
        set->slots[slot] = ++set->count;
    }
    return set->slots[slot] - 1;
}

bool intern_has(const Intern *set, const char *bytes, size_t size_bytes)
{
    return set->count > 0 && set->slots[find_slot(set, bytes, size_bytes)] != 0;
}

void intern_print(const Intern *set, Text *out)
{
    text_put(out, "[");
    for (uint32_t i = 0; i < set->count; i++) {
        text_put(out, i > 0 ? ",\n" : "");
        text_add(out, set->texts[i], set->sizes[i]);
    }
    text_put(out, "]");
}

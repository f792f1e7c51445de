// SPDX-License-Identifier: Apache-2.0
#include "isa/ptx/name.h"

#include <string.h>

#define FIRST_BUCKET_COUNT 4096

// FNV-1a, 32 bits wide (Fowler, Noll, Vo).
static uint32_t hash_text(const char *text, uint32_t length)
{
    uint32_t hash = 2166136261u;
    for (uint32_t i = 0; i < length; i++) {
        hash = (hash ^ (unsigned char)text[i]) * 16777619u;
    }
    return hash ^ (hash >> 15);
}

static void rehash(NameTable *names)
{
    uint32_t count = names->bucket_count * 2;
    Name **buckets = arena_alloc(&names->arena, count * sizeof(Name *));
    for (uint32_t i = 0; i < names->bucket_count; i++) {
        for (Name *name = names->buckets[i], *next; name != NULL; name = next) {
            next = name->chain;
            name->chain = buckets[name->hash & (count - 1)];
            buckets[name->hash & (count - 1)] = name;
        }
    }
    names->buckets = buckets;
    names->bucket_count = count;
}

static Name *find(const NameTable *names, const char *text, uint32_t length, uint32_t hash)
{
    Name *name = names->buckets[hash & (names->bucket_count - 1)];
    while (name != NULL && (name->hash != hash || name->length != length ||
                            memcmp(name->text, text, length) != 0)) {
        name = name->chain;
    }
    return name;
}

Name *ptx_names_find(const NameTable *names, const char *text, uint32_t length)
{
    return find(names, text, length, hash_text(text, length));
}

Name *ptx_names_intern(NameTable *names, const char *text, uint32_t length)
{
    uint32_t hash = hash_text(text, length);
    Name *name = find(names, text, length, hash);
    if (name != NULL) {
        return name;
    }
    if (names->count++ == names->bucket_count) {
        rehash(names);
    }
    name = arena_alloc(&names->arena, sizeof(Name));
    name->text = arena_text(&names->arena, text, length);
    name->length = length;
    name->hash = hash;
    name->chain = names->buckets[hash & (names->bucket_count - 1)];
    names->buckets[hash & (names->bucket_count - 1)] = name;
    return name;
}

static Name *intern_word(NameTable *names, const char *word)
{
    return ptx_names_intern(names, word, (uint32_t)strlen(word));
}

void ptx_names_init(NameTable *names)
{
    *names = (NameTable){.bucket_count = FIRST_BUCKET_COUNT};
    names->buckets = arena_alloc(&names->arena, FIRST_BUCKET_COUNT * sizeof(Name *));
    for (uint32_t i = 0; i < PTX_OPCODE_COUNT; i++) {
        intern_word(names, ptx_opcode_name((PtxOpcode)i))->opcode = (uint16_t)(i + 1);
    }
    for (uint32_t i = 1; i < PTX_SUFFIX_COUNT; i++) {
        intern_word(names, ptx_suffix_name((PtxSuffix)i))->suffix = (uint16_t)i;
    }
    for (uint32_t i = 0; i < PTX_SPECIAL_COUNT; i++) {
        const char *text = ptx_special_name((PtxSpecial)i);
        intern_word(names, text)->special = (uint16_t)(i + 1);
        uint32_t stem = (uint32_t)strcspn(text, ".");
        if (text[stem] == '.') {
            ptx_names_intern(names, text, stem)->is_special_vector = true;
        }
    }
}

void ptx_names_destroy(NameTable *names)
{
    arena_clear(&names->arena);
    *names = (NameTable){0};
}

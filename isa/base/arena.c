// SPDX-License-Identifier: Apache-2.0
#include "isa/base/arena.h"

#include <stdalign.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The first chunk is small, because many arenas live for one pass over one function.
#define FIRST_BYTES ((size_t)2 * 1024)
#define CHUNK_BYTES ((size_t)64 * 1024)

struct ArenaChunk {
    alignas(64) ArenaChunk *older;
    void *allocated; // what calloc returned; the chunk lies in it at the next aligned address
    size_t used_bytes;
    size_t size_bytes;
    alignas(64) unsigned char memory[];
};

// calloc does not touch memory that is fresh from the host, which a large array may never need.
static ArenaChunk *chunk_create(size_t size_bytes, ArenaChunk *older)
{
    size_t total = sizeof(ArenaChunk) + size_bytes + alignof(ArenaChunk);
    void *allocated = total > size_bytes ? calloc(1, total) : NULL;
    if (allocated == NULL) {
        fputs("lockstep: out of memory\n", stderr);
        abort();
    }
    uintptr_t past = (uintptr_t)allocated % alignof(ArenaChunk);
    ArenaChunk *chunk = (void *)((char *)allocated + (past > 0 ? alignof(ArenaChunk) - past : 0));
    chunk->allocated = allocated;
    chunk->older = older;
    chunk->size_bytes = size_bytes;
    return chunk;
}

void *arena_alloc(Arena *arena, size_t size_bytes)
{
    size_t alignment = size_bytes >= 64 ? 64 : 16;
    ArenaChunk *chunk = arena->newest;
    size_t start = 0;
    if (chunk != NULL) {
        start = (chunk->used_bytes + alignment - 1) & ~(alignment - 1);
    }
    if (chunk == NULL || start > chunk->size_bytes || chunk->size_bytes - start < size_bytes) {
        size_t usual = chunk == NULL ? FIRST_BYTES : 2 * chunk->size_bytes;
        usual = usual < CHUNK_BYTES ? usual : CHUNK_BYTES;
        chunk = arena->newest = chunk_create(size_bytes > usual ? size_bytes : usual, chunk);
        start = 0;
    }
    chunk->used_bytes = start + size_bytes;
    arena->allocated_bytes += size_bytes;
    return chunk->memory + start;
}

char *arena_text(Arena *arena, const char *text, size_t size_bytes)
{
    char *copy = arena_alloc(arena, size_bytes + 1);
    if (size_bytes > 0) {
        memcpy(copy, text, size_bytes);
    }
    return copy;
}

const char *arena_printf(Arena *arena, const char *format, ...)
{
    Text text = {0};
    va_list arguments;
    va_start(arguments, format);
    text_vprintf(&text, format, arguments);
    va_end(arguments);
    const char *copy = arena_text(arena, text_string(&text), text.size_bytes);
    text_destroy(&text);
    return copy;
}

void *arena_grow(Arena *arena, const void *old, size_t old_count, size_t new_count,
                 size_t element_bytes)
{
    void *grown = arena_alloc(arena, new_count * element_bytes);
    if (old_count > 0) {
        memcpy(grown, old, old_count * element_bytes);
    }
    return grown;
}

void *arena_double(Arena *arena, const void *array, size_t count, uint32_t *room,
                   size_t element_bytes)
{
    size_t held =
        *room < count ? *room : count; // more when the caller wants a free place at the end
    *room = *room == 0 ? 16 : *room * 2;
    return arena_grow(arena, array, held, *room, element_bytes);
}

void arena_clear(Arena *arena)
{
    ArenaChunk *chunk = arena->newest;
    while (chunk != NULL) {
        ArenaChunk *older = chunk->older;
        free(chunk->allocated);
        chunk = older;
    }
    *arena = (Arena){0};
}

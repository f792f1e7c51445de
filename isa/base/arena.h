// SPDX-License-Identifier: Apache-2.0
// Memory by lifetime: everything that belongs to one module, launch or phase is allocated from one
// arena and freed at once. Memory comes zeroed, so a zeroed structure is always a valid state.
// Leaves out: freeing single objects, growing in place, thread safety (one arena, one thread).
#ifndef LOCKSTEP_BASE_ARENA_H
#define LOCKSTEP_BASE_ARENA_H

#include "isa/base/text.h"

#include <stddef.h>

typedef struct ArenaChunk ArenaChunk;

typedef struct Arena {
    ArenaChunk *newest;     // chunks are linked from the newest to the oldest
    size_t allocated_bytes; // sum of all requests, for memory accounting
} Arena;

// Returns size_bytes of zeroed memory aligned to 64 bytes for requests of at least 64 bytes and to
// 16 bytes below that. Aborts when the host has no memory left; never returns NULL.
void *arena_alloc(Arena *arena, size_t size_bytes);

// Copies size_bytes of text into the arena and terminates it with a zero byte.
char *arena_text(Arena *arena, const char *text, size_t size_bytes);

// printf into the arena.
const char *arena_printf(Arena *arena, const char *format, ...) TEXT_PRINTF(2, 3);

// Returns a copy of an array with room for new_count elements, the tail zeroed. The old array stays
// in the arena: use it for arrays that double.
void *arena_grow(Arena *arena, const void *old, size_t old_count, size_t new_count,
                 size_t element_bytes);

// The array with room for one more element after `count`: itself, or a copy of twice the size.
void *arena_double(Arena *arena, const void *array, size_t count, uint32_t *room,
                   size_t element_bytes);
static inline void *arena_room(Arena *arena, const void *array, size_t count, uint32_t *room,
                               size_t element_bytes)
{
    return count < *room ? (void *)(uintptr_t)array
                         : arena_double(arena, array, count, room, element_bytes);
}

// Frees every chunk; the arena is empty and usable again.
void arena_clear(Arena *arena);

#endif

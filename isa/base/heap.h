// SPDX-License-Identifier: Apache-2.0
// Memory that is given back by itself with free(), unlike an arena's.
#ifndef LOCKSTEP_BASE_HEAP_H
#define LOCKSTEP_BASE_HEAP_H

#include <stddef.h>
#include <stdint.h>

// Zeroed memory for `count` elements. Aborts when the host has none left; never returns NULL.
void *heap_allocate(size_t count, size_t element_bytes);

// realloc() that aborts when the host has no memory left. Bytes past the old size are undefined.
void *heap_resize(void *memory, size_t count, size_t element_bytes);

// The array with room for one more element after `count`, doubled if it was full.
void *heap_room(void *array, size_t count, uint32_t *room, size_t element_bytes);

#endif

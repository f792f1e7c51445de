// SPDX-License-Identifier: Apache-2.0
// Memory that is given back by itself with free(), unlike an arena's.
#ifndef LOCKSTEP_BASE_HEAP_H
#define LOCKSTEP_BASE_HEAP_H

#include <stddef.h>

// Zeroed memory for `count` elements. Aborts when the host has none left; never returns NULL.
void *heap_allocate(size_t count, size_t element_bytes);

#endif

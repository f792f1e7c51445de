// SPDX-License-Identifier: Apache-2.0
// Buffers of the command line: `f32[1048576]:iota`, filled on the host, copied to every GPU.
#ifndef LOCKSTEP_PLAN_BUFFER_H
#define LOCKSTEP_PLAN_BUFFER_H

#include "isa/base/arena.h"
#include "sim/lockstep.h"
#include "sim/plan/element.h"

typedef struct Buffer {
    const char *name;
    const Element *element;
    uint64_t count;
    const char *fill; // "zero", "iota", "rand=1", ...
    uint64_t address; // on the GPU in use
    const LockstepTexture
        *texture; // kernels get a handle of this over the buffer; NULL: its address
} Buffer;

// Whether the text looks like `TYPE[...`, so that it must be a buffer.
bool buffer_is_spec(const char *text);

// Reads `TYPE[COUNT]` or `TYPE[COUNT]:FILL`. Returns NULL, or what is wrong as a sentence in the
// arena.
const char *buffer_read(const char *spec, Buffer *buffer, Arena *arena);

uint64_t buffer_bytes(const Buffer *buffer);

// The bytes to begin with, for the caller to free; NULL with *problem (in the arena) when the fill
// is wrong or the host has no room.
uint8_t *buffer_fill(const Buffer *buffer, const char **problem, Arena *arena);

#endif

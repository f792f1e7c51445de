// SPDX-License-Identifier: Apache-2.0
// The blocks of a function body, and the destructors that leaving one runs.
#ifndef LOCKSTEP_CUDA_BLOCK_H
#define LOCKSTEP_CUDA_BLOCK_H

#include "isa/cuda/syntax/front.h"

typedef struct Block {
    struct Block *outer;
    Variable **destroyed; // locals with destructors, in order of construction
    uint32_t count, room;
} Block;

// Opens a block of the body being parsed.
Block *block_open(Front *front);
// Has leaving the innermost block destroy the variable, if its type has a destructor.
void block_watch_variable(Front *front, Variable *variable);
// Whether leaving the blocks from `from` out to `to` destroys anything.
bool block_is_watching(const Block *from, const Block *to);
// Appends the destructors of a jump out to `to`.
void block_unwind(Front *front, const Block *to, Statement ***tail, SourceLocation location);
// A jump out to `to`, after the destructors of what it leaves.
Statement *block_leave(Front *front, Statement *jump, const Block *to);
// Appends the destructors of the innermost block and closes it.
void block_close(Front *front, Statement ***tail, SourceLocation location);

#endif

// SPDX-License-Identifier: Apache-2.0
// What the blocks of a launch printed, kept until the launch ends and then put in block order.
#ifndef LOCKSTEP_DEVICE_OUTPUT_H
#define LOCKSTEP_DEVICE_OUTPUT_H

#include "isa/base/text.h"
#include "sim/device/turns.h"

typedef struct OutputPiece {
    uint64_t unit, block;
    size_t offset, size_bytes; // into the text
} OutputPiece;

typedef struct Output {
    Text text;
    OutputPiece *pieces;
    size_t count, room;
} Output;

// Keeps what the blocks of the unit have printed so far.
void output_keep(Output *output, const Unit *unit);

// Keeps what one block has printed.
void output_keep_block(Output *output, uint64_t index, const Block *block);

// Appends all pieces, in block order.
void output_collect_all(Output *output, Text *to);
// Appends the pieces of all units that had their turn, in block order.
void output_collect(Output *output, const Turns *turns, Text *to);

void output_destroy(Output *output);

#endif

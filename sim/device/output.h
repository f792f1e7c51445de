// SPDX-License-Identifier: Apache-2.0
// What the blocks of a launch printed, kept until the launch ends and then put in block order.
// printf's buffer belongs to the launch: the newest records, in this order, that fit into it are
// kept. Leaves out: when blocks print (a GPU's order is that of time).
#ifndef LOCKSTEP_DEVICE_OUTPUT_H
#define LOCKSTEP_DEVICE_OUTPUT_H

#include "sim/device/turns.h"
#include "sim/warp/print_fifo.h"

// Records that one block printed one after another.
typedef struct OutputPiece {
    uint64_t unit, block;
    size_t text, first, count; // where in `printed` its text and its records start; records
    uint64_t lost;             // of its records
} OutputPiece;

typedef struct Output {
    uint64_t limit_bytes; // of the buffer
    PrintFifo printed;
    uint64_t untrimmed_bytes; // beyond the limit when it was last trimmed
    uint64_t lost;            // records of pieces that are gone
    OutputPiece *pieces;
    uint32_t count, room;
} Output;

// Takes what the blocks of the unit have printed so far. turns: as for output_collect.
void output_keep(Output *output, const Turns *turns, const Unit *unit);

// Takes what one block has printed.
void output_keep_block(Output *output, uint64_t index, Block *block);

// Appends the text of all units that had their turn (turns NULL: of all), in block order. Returns
// how many records were lost.
uint64_t output_collect(Output *output, const Turns *turns, Text *to);

void output_destroy(Output *output);

#endif

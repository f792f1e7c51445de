// SPDX-License-Identifier: Apache-2.0
// Which register rows of a lowered program may still be read, from each micro-op on. Per thread, as
// in live.h: a lane follows one path. Rows are numbered in the frame of their function. Micro-ops
// whose operands micro_operands() does not list count as reading every row.
#ifndef LOCKSTEP_MACHINE_ROW_LIVE_H
#define LOCKSTEP_MACHINE_ROW_LIVE_H

#include "isa/machine/program.h"

// How a row is used: by values of 32 bits, as the first or second of the two rows of 64 bits.
enum { ROW_NARROW = 1 << 0, ROW_WIDE = 1 << 1, ROW_WIDE_END = 1 << 2 };

typedef struct RowLive {
    uint32_t words;    // of 64 rows, in a set; 0: the program is too large, and every row counts
    uint64_t *in;      // [code_count][words]: rows that may be read before they are written
    uint8_t *uses;     // [row_count], function after function: bits of ROW_
    uint32_t *uses_at; // [function_count]: where those of a function begin
} RowLive;

void row_live_find(RowLive *live, const MachineProgram *program);
void row_live_clear(RowLive *live);

// How a row of a function is used.
static inline uint8_t row_live_uses(const RowLive *live, uint32_t function, uint32_t row)
{
    return live->uses[live->uses_at[function] + row];
}

// The set after the micro-op at pc.
void row_live_out(const RowLive *live, const MachineProgram *program, uint32_t pc, uint64_t *set);

static inline bool row_live_has(const RowLive *live, const uint64_t *set, uint32_t row)
{
    return row / 64 >= live->words || (set[row / 64] >> row % 64 & 1) != 0;
}

#endif

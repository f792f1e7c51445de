// SPDX-License-Identifier: Apache-2.0
// What variables in local memory hold: the bytes that a warp's recorded stores left in the memory
// of each of its threads. Only sim/record/variable*.[ch] include it.
#ifndef LOCKSTEP_RECORD_VARIABLE_MEMORY_H
#define LOCKSTEP_RECORD_VARIABLE_MEMORY_H

#include "isa/base/source_variable.h"
#include "sim/record/recording.h"

// Where a scalar is; size_bytes 0: not in memory.
typedef struct VariablePlace {
    uint32_t function;     // of the program
    uint32_t offset_bytes; // in that function's part of the memory
    uint32_t size_bytes;
} VariablePlace;

typedef struct VariableMemory {
    Arena *arena;
    uint32_t function_count;
    uint32_t *bases;   // [function][lane]: where its part began when it ran last
    uint32_t *entered; // [function]: lanes that have run it
    uint32_t word_room;
    uint32_t *words;  // [word][lane]
    uint8_t *written; // [word][lane]: bit = byte
    uint8_t *awaited; // [word][lane]: bytes that the PTX stores before the step that was begun, but
                      // the machine after it
    bool is_awaiting; // some are
    bool is_changed;  // by the step that was finished last, or begun since
    uint32_t function; // that runs, or ran last
} VariableMemory;

void variable_memory_create(VariableMemory *memory, uint32_t function_count, Arena *arena);
// Before the first step of a warp.
void variable_memory_start(VariableMemory *memory);

// The step is about to be performed. A function that is called has no values of the call before.
void variable_memory_begin(VariableMemory *memory, const MachineProgram *program,
                           const RecordedStep *step);
// A later step's store comes before the step that was begun in the PTX; until the next one is
// begun.
void variable_memory_await(VariableMemory *memory, const Recording *recording,
                           const RecordedStep *later);
void variable_memory_finish(VariableMemory *memory, const Recording *recording,
                            const RecordedStep *step);

typedef enum VariableState {
    VARIABLE_UNSET, // no value was assigned yet
    VARIABLE_LOST,  // optimized out here
    VARIABLE_KNOWN,
    VARIABLE_PENDING // assigned before this step in the PTX, but the machine does it later
} VariableState;

VariableState variable_memory_read(const VariableMemory *memory, const VariablePlace *place,
                                   SourceForm form, uint32_t lane, uint64_t *bits);

#endif

// SPDX-License-Identifier: Apache-2.0
// Where in a program's micro-ops variables change: the rows of the PTX text, and PTX instructions
// that became no micro-op. Only sim/record/variable*.c include it.
#ifndef LOCKSTEP_RECORD_VARIABLE_EVENTS_H
#define LOCKSTEP_RECORD_VARIABLE_EVENTS_H

#include "isa/base/source_variable.h"
#include "sim/record/results.h"
#include "sim/record/variable_memory.h"

typedef enum VariableEventKind {
    VARIABLE_EVENT_LOSE,
    VARIABLE_EVENT_CONSTANT,
    VARIABLE_EVENT_COPY,   // from a slot
    VARIABLE_EVENT_TAKE,   // from a register
    VARIABLE_EVENT_MOVE,   // of registers: an instruction without micro-op
    VARIABLE_EVENT_FORGET, // a register: its instruction's result is not known
    VARIABLE_EVENT_COMMIT  // a register gets what a micro-op has written, a number of `written`
} VariableEventKind;

typedef struct VariableEvent {
    VariableEventKind kind;
    uint32_t slot, from; // slots of variables, or registers; UINT32_MAX: none
    uint64_t bits;
    const PtxInstruction *instruction; // of MOVE
    uint32_t guide;                    // pc whose lanes it is for; UINT32_MAX: all active ones
    uint64_t key;                      // orders those of a function: twice the instruction, plus 1
                                       // after it; of a placed one with its round, see
                                       // event_order
} VariableEvent;

typedef struct VariableEventRange {
    uint32_t first, end;
} VariableEventRange;

// A result of a micro-op that is a register of the PTX.
typedef struct VariableResult {
    uint32_t operand; // of micro_operands
    uint32_t reg;
} VariableResult;

typedef struct VariableEvents {
    SourceVariable *infos;
    const PtxFunction **functions; // [count]
    bool *is_told;                 // [count]: some event gives it a value
    uint32_t *slot_of;             // [count]; of those in memory none
    VariablePlace *places;         // [count]
    uint32_t count, slot_count, register_count;
    VariableEventRange *slots, *registers; // by function of the program
    VariableEvent *list;                   // by function, then key
    uint32_t list_count, list_room;
    VariableEvent *placed; // the same by pc, copies included
    uint32_t placed_count, placed_room;
    VariableResult *written;
    uint32_t written_count, written_room;
    VariableEventRange *results;        // by pc: of `written`
    VariableEventRange *before, *after; // by pc: of `placed`
    uint32_t *function_of;              // by pc; UINT32_MAX: none
    // By pc: those of `placed` that happen in its run after it, and which of them come before it in
    // the PTX: those with a key of at most `order`.
    VariableEventRange *upcoming;
    uint64_t *order;
    // By pc: behind the last store to memory of its run after it that comes before it in the PTX;
    // 0: none.
    uint32_t *stores_end;
} VariableEvents;

// While they are searched, function by function. Only sim/record/variable_*.c use what follows.
typedef struct EventSearch {
    const Results *results;
    VariableEvents *events;
    Arena *arena;
    uint32_t elements_max; // of an array in memory, whose variables are left out beyond
    uint32_t function;     // of the program
    const PtxFunction *ptx;
    uint32_t info_room;
    uint32_t *ids; // by slot of the function
    uint32_t id_room;
    bool *has_micro, *has_name; // by instruction
    bool *is_start;             // by instruction: a label is before it
    bool *is_leader;            // by pc
    uint32_t *keys;             // by key: where its events begin in the list
} EventSearch;

// Orders events of a run: by round, then key.
static inline uint64_t event_order(uint32_t round, uint64_t key)
{
    return (uint64_t)round << 40 | key;
}

static inline uint32_t event_start_of(const EventSearch *search, uint32_t instruction)
{
    while (instruction > 0 && !search->is_start[instruction]) {
        instruction--;
    }
    return instruction;
}

// Of the micro-op; UINT32_MAX: not known.
static inline uint32_t event_index_at(const EventSearch *search, uint32_t pc)
{
    const PtxInstruction *instruction = search->results->instructions[pc];
    return instruction == NULL ? UINT32_MAX : (uint32_t)(instruction - search->ptx->instructions);
}

// variable_runs.c: places the events of the function, whose list is from `first` on, at micro-ops.
void variable_runs_place(EventSearch *search, uint32_t first);

// elements_max: of an array in memory; larger ones are left out.
void variable_events_find(const Results *results, uint32_t elements_max, VariableEvents *events,
                          Arena *arena);

// In scope on that line, and not hidden by an inner one of the same name.
bool variable_events_is_visible(const VariableEvents *events, uint32_t index, const char *file,
                                uint32_t line);
// Of the name without members and indices: 3 of "acc[2][1]".
uint32_t variable_plain_bytes(const SourceVariable *info);

#endif

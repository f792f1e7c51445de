// SPDX-License-Identifier: Apache-2.0
// Inside of sim/step.
#ifndef LOCKSTEP_STEP_STEPPER_H
#define LOCKSTEP_STEP_STEPPER_H

#include "sim/explain/explain.h"
#include "sim/record/replay.h"
#include "sim/record/results.h"
#include "sim/record/variables.h"
#include "sim/step/step.h"

typedef enum StepperCommand {
#define COMMAND(id, ...) STEPPER_##id,
#include "sim/step/command.def"
#undef COMMAND
    STEPPER_COMMAND_COUNT
} StepperCommand;

// A PTX register that a row or predicate holds, as far as the steps so far tell.
typedef struct Binding {
    const PtxRegister *reg; // NULL: not known
    const char *special;    // or the special register that it holds
    LaneType type;          // as which it was written
    bool is_written;        // else nothing is known of it
} Binding;

struct Stepper {
    const ReportLaunch *launch;
    const MachineProgram *program;
    const Recording *recording;
    const SourceText *sources;
    uint32_t source_count;
    Arena arena;
    Replay *replay;
    Results results;
    uint32_t *steps;            // of the recording, warp by warp
    uint32_t *first;            // [warp_count + 1]: where those of a warp begin
    uint32_t warp;              // index into the recording's
    uint32_t at;                // among its steps; their number: behind the last
    uint32_t now;               // step of the recording up to which all warps are shown
    uint32_t lanes;             // that are shown
    StepperCommand last;        // that moved
    char last_line[128];        // with its arguments
    Binding *rows, *predicates; // [row_room], [predicate_room]: found by bindings_find
    uint32_t row_room, predicate_room;
    Variables *variables; // before step variables_at of variables_warp, begun or not
    uint32_t variables_warp, variables_at;
    bool is_begun;
    void *seen; // variables.c: before the step before
};

// --- position.c
uint32_t stepper_count(const Stepper *stepper); // steps of the warp
bool stepper_is_end(const Stepper *stepper);
// The step that is about to be performed; NULL at the end.
const RecordedStep *stepper_step(const Stepper *stepper);
const RecordedStep *stepper_step_at(const Stepper *stepper, uint32_t at);
uint32_t stepper_step_index(const Stepper *stepper); // in the recording; at the end one too many
const Micro *stepper_micro(const Stepper *stepper, const RecordedStep *step);
void stepper_go(Stepper *stepper, uint32_t at);
void stepper_choose_warp(Stepper *stepper, uint32_t warp); // at the same moment
// Whether the step at `at` is such a place.
typedef bool StepperPlace(const Stepper *stepper, uint32_t at, const void *context);
StepperPlace stepper_is_divergence, stepper_is_barrier, stepper_is_conflict;
StepperPlace stepper_is_visit; // of what stepper_visits found
// visits.c: by step of the warp, whether it reaches the line there.
const bool *stepper_visits(const Stepper *stepper, const ExplainWish *wish, Arena *arena);
// Goes to the next such place, or the one before. False: there is none.
bool stepper_find(Stepper *stepper, StepperPlace *is_place, const void *context, bool is_back);

// --- value.c: a row pair, row or mask
typedef struct Cell {
    bool is_predicate;
    uint32_t index; // of the warp's rows or predicates
    LaneType type;
} Cell;

// before the step, or with is_after what the step makes of it.
uint64_t cell_value(const Stepper *stepper, const Cell *cell, uint32_t lane, bool is_after);
// format: 'x', 'd', 'u', 'f'; 0: as the type says.
void value_print(uint64_t value, LaneType type, char format, Text *out);

// --- operand.c
Cell operand_cell(const RecordedStep *step, const MicroOperand *operand);
// "%r5", "%tid.x", "1024", "[out]"; where no PTX register is known "row 12".
void operand_name(const Stepper *stepper, const RecordedStep *step, const MicroOperand *operand,
                  Text *out);

// --- binding.c
void bindings_prepare(Stepper *stepper);
// What is known of the warp's rows before the step where it stands.
void bindings_find(Stepper *stepper);
// The register that a result of the step is; NULL: not known.
const PtxRegister *binding_name_of_result(const Stepper *stepper, const RecordedStep *step,
                                          const MicroOperand *operand);
const Binding *binding_of(const Stepper *stepper, const Cell *cell);

// --- variables.c
void variables_prepare(Stepper *stepper);
StepperResult answer_variables(Stepper *stepper, Text *out);
// False: there is none of that name here.
bool answer_print_variable(Stepper *stepper, const char *name, char format, Text *out);
bool stepper_has_variable(const Stepper *stepper, const char *name); // in any scope
// Calls `put` for at most `room` variables in scope, the most interesting first; how many.
typedef void VariableLine(void *context, const Text *line, bool is_changed, uint32_t number);
uint32_t stepper_variable_lines(Stepper *stepper, const uint32_t *lanes, uint32_t count,
                                uint32_t room, VariableLine *put, void *context);

// --- part.c: parts of answers and screens
SourcePosition stepper_position(const Stepper *stepper, const RecordedStep *step);
const char *stepper_source_line(const Stepper *stepper, const char *file, uint32_t line,
                                size_t *size_bytes);
void put_source_text(const char *text, size_t size_bytes, bool is_unicode, Text *out);
void put_ptx(const Stepper *stepper, const RecordedStep *step, Text *out);
void put_lanes(const RecordedStep *step, uint32_t entered, bool is_unicode, Text *out);
// Of the stack, 0 the running one.
void put_entry(const Stepper *stepper, const RecordedStep *step, uint32_t depth, Text *out);
// "0000ffff  16 on, 16 off"
void put_counts(const Stepper *stepper, const RecordedStep *step, Text *out);
void put_cost(const Stepper *stepper, const RecordedStep *step, Text *out); // "" without access
void put_word(const Stepper *stepper, uint32_t word, Text *out);            // "sums[12]"
void put_end(const Stepper *stepper, Text *out); // why there is no next step
LaneType shared_type(const Stepper *stepper);
const char *base_name(const char *path);

// --- answer.c
void answer_where(Stepper *stepper, Text *out);
StepperResult answer(Stepper *stepper, StepperCommand command, const char *arguments, Text *out);

// --- registers.c
StepperResult answer_registers(Stepper *stepper, Text *out);
StepperResult answer_print(Stepper *stepper, const char *arguments, Text *out);
StepperResult answer_shared(Stepper *stepper, const char *arguments, Text *out);

#endif

// SPDX-License-Identifier: Apache-2.0
// What the variables of the source hold in each lane of a warp, from step to step of its recording,
// as the comments of our compiler tell (isa/base/source_variable.h). Needs recorded values. Leaves
// out arrays in shared memory.
#ifndef LOCKSTEP_RECORD_VARIABLES_H
#define LOCKSTEP_RECORD_VARIABLES_H

#include "isa/base/source_name.h"
#include "isa/base/source_variable.h"
#include "sim/record/recording.h"
#include "sim/record/results.h"
#include "sim/record/variable_memory.h"

// What all threads of the launch have in common.
typedef struct VariablesLaunch {
    const uint8_t *parameters; // as the kernel's layout says; NULL: not known
    uint32_t grid[3], block[3];
    uint32_t elements_max; // of an array in local memory; larger ones are left out
} VariablesLaunch;

typedef struct Variables Variables;

// The recording and the program must outlive it.
Variables *variables_create(const Recording *recording, const MachineProgram *program,
                            const VariablesLaunch *launch);
void variables_destroy(Variables *variables);

// The variables of the program's functions, in order of declaration; 0: the PTX tells of none.
uint32_t variables_count(const Variables *variables);
const SourceVariable *variables_info(const Variables *variables, uint32_t index);
// Whether no place gives it a value.
bool variables_is_optimized_out(const Variables *variables, uint32_t index);
// In scope on that line, and not hidden by an inner one of the same name.
bool variables_is_visible(const Variables *variables, uint32_t index, const char *file,
                          uint32_t line);

// A scalar in local memory.
bool variables_is_in_memory(const Variables *variables, uint32_t index);
// The value is surely what it was before the step that was finished last.
bool variables_is_steady(const Variables *variables, uint32_t index);

// The variables of the function that this micro-op is of that lie in local memory and are left out:
// *at is NULL before the first; false: there is no further one.
bool variables_in_memory(const Variables *variables, uint32_t pc, const char **at,
                         SourceName *member);

// Before the first step of a warp. Then each of its steps in order is begun and finished.
void variables_start(Variables *variables, uint32_t warp);
void variables_begin(Variables *variables, const RecordedStep *step);
void variables_finish(Variables *variables, const RecordedStep *step);

VariableState variables_value(const Variables *variables, uint32_t index, uint32_t lane,
                              uint64_t *bits);

#endif

// SPDX-License-Identifier: Apache-2.0
// What the variables of the source hold in each lane of a warp, from step to step of its recording,
// as the comments of our compiler tell (isa/base/source_variable.h). Needs recorded values. Leaves
// out variables in local memory, and arrays in shared memory.
#ifndef LOCKSTEP_RECORD_VARIABLES_H
#define LOCKSTEP_RECORD_VARIABLES_H

#include "isa/base/source_name.h"
#include "isa/base/source_variable.h"
#include "sim/record/recording.h"
#include "sim/record/results.h"

// What all threads of the launch have in common.
typedef struct VariablesLaunch {
    const uint8_t *parameters; // as the kernel's layout says; NULL: not known
    uint32_t grid[3], block[3];
} VariablesLaunch;

typedef enum VariableState {
    VARIABLE_UNSET, // no value was assigned yet
    VARIABLE_LOST,  // optimized out here
    VARIABLE_KNOWN,
    VARIABLE_PENDING // assigned before this step in the PTX, but the machine does it later
} VariableState;

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

// The variables of the function that this micro-op is of that lie in local memory, whose values are
// not followed: *at is NULL before the first; false: there is no further one.
bool variables_in_memory(const Variables *variables, uint32_t pc, const char **at,
                         SourceName *member);

// Before the first step of a warp. Then each of its steps in order is begun and finished.
void variables_start(Variables *variables, uint32_t warp);
void variables_begin(Variables *variables, const RecordedStep *step);
void variables_finish(Variables *variables, const RecordedStep *step);

VariableState variables_value(const Variables *variables, uint32_t index, uint32_t lane,
                              uint64_t *bits);

// "12", "0.5", "true", "'a'", "0x7f..."
void variable_print(SourceForm form, uint64_t bits, Text *out);

#endif

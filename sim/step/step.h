// SPDX-License-Identifier: Apache-2.0
// A stepper over one recorded launch, forward and back: where a warp is, its lanes, its stack, its
// registers and shared memory, and what the next step will do. Takes commands as lines and draws
// screens as text; a terminal, its keys and files are the caller's. Computes no rule of its own:
// accesses are explained by sim/explain, values are those of the recording.
#ifndef LOCKSTEP_STEP_STEP_H
#define LOCKSTEP_STEP_STEP_H

#include "sim/report/print.h"

typedef struct Stepper Stepper;

typedef enum StepperResult {
    STEPPER_ANSWERED, // the text is the answer
    STEPPER_MOVED,    // the stepper stands elsewhere; the text says where
    STEPPER_WRONG,    // the text says what was wrong, in one line; nothing has changed
    STEPPER_LEFT
} StepperResult;

// How a screen looks.
typedef struct StepperLook {
    bool is_colored;
    bool is_unicode;        // else ASCII alone
    uint32_t columns, rows; // of the screen; 80 and 23 at the least and at the most
    const char *message;    // for the last line; NULL: the keys
} StepperLook;

// Stands before the first step of the first recorded warp. The launch must have a recording with
// steps, with values; it and the sources must outlive the stepper.
Stepper *stepper_create(const ReportLaunch *launch, const SourceText *sources,
                        uint32_t source_count);
void stepper_destroy(Stepper *stepper);

// Carries out one line (command.def): "step 3", "print %r5". An empty line repeats the last
// command that moved.
StepperResult stepper_command(Stepper *stepper, const char *line, Text *out);

// The whole picture of where it stands: lines of at most `columns` characters, each ended, at most
// `rows` of them.
void stepper_screen(Stepper *stepper, const StepperLook *look, Text *out);

// The commands, a line each.
void stepper_help(Text *out);

#endif

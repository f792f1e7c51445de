// SPDX-License-Identifier: Apache-2.0
// A stepper in a terminal: a screen, and a key for each command.
#ifndef LOCKSTEP_CLI_STEP_TERMINAL_H
#define LOCKSTEP_CLI_STEP_TERMINAL_H

#include "sim/step/step.h"

// stdin and stdout must be a terminal, which is left as it was found. False: it cannot be used.
bool step_terminal(Stepper *stepper, bool is_colored);

#endif

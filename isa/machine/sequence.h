// SPDX-License-Identifier: Apache-2.0
// Rows of sequence.def, by the name of a row of cost.def. micro_issues_on (program.h) reads them.
#ifndef LOCKSTEP_MACHINE_SEQUENCE_H
#define LOCKSTEP_MACHINE_SEQUENCE_H

#include "isa/machine/program.h"

// The row's number, as stored in Micro; 0: there is none.
uint8_t sequence_find(const char *name, bool is_ftz);

#endif

// SPDX-License-Identifier: Apache-2.0
// Rows of sequence.def, by the name of a row of cost.def. micro_issues_on (program.h) reads them.
// Also how the machine instructions of one PTX instruction are described to a reader.
#ifndef LOCKSTEP_MACHINE_SEQUENCE_H
#define LOCKSTEP_MACHINE_SEQUENCE_H

#include "isa/base/text.h"
#include "isa/machine/program.h"

// The row's number, as stored in Micro; 0: there is none.
uint8_t sequence_find(const char *name, bool is_ftz);

// Whether the micro-op computes a lane function with several machine instructions.
bool sequence_is_long(const Micro *micro);
// Whether a source says on which pipes such a sequence runs on this generation.
bool sequence_has_pipes(uint32_t compute_capability);
// These instructions in their order, "I2F.U32.RP MUFU.RCP ..."; NULL: not known (recorded for 7.5
// and 9.0), or this micro-op has others.
const char *sequence_code(const Micro *micro, uint32_t compute_capability);
// Where the counts of a generation come from (cost.def), for readers.
const char *sequence_source(uint32_t compute_capability);
// The pipe's name in listings: "ALU".
const char *sequence_pipe_name(MachinePipe pipe);
// "23 machine instructions: 12 ALU, 8 FMA, 3 XU"; only the count if the pipes are not known.
void sequence_put(const Micro *micro, uint32_t compute_capability, Text *out);

#endif

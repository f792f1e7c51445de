// SPDX-License-Identifier: Apache-2.0
// What this room alone asks of the .def tables; the public questions are in ptx.h.
#ifndef LOCKSTEP_PTX_TABLES_H
#define LOCKSTEP_PTX_TABLES_H

#include "isa/ptx/ptx.h"

// Why no form of the opcode is supported ("tensor cores"), or NULL.
const char *ptx_opcode_refusal(PtxOpcode opcode);

PtxType ptx_special_type(PtxSpecial special);

// Bytes of one value in memory: 4 for .f32 and .b16x2-like types, 1 for .pred.
unsigned ptx_type_bytes(PtxType type);

#endif

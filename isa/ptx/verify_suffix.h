// SPDX-License-Identifier: Apache-2.0
// Suffixes against the groups of a form: modifiers in any order, types in the row's order.
#ifndef LOCKSTEP_PTX_VERIFY_SUFFIX_H
#define LOCKSTEP_PTX_VERIFY_SUFFIX_H

#include "isa/ptx/form.h"

bool suffixes_fit(const Form *form, const PtxInstruction *instruction);

// Says why the suffixes of `spelling` fit no row of the opcode, by the row that comes closest.
void suffixes_explain(const FormList *list, const PtxInstruction *instruction, const char *spelling,
                      Text *message);

#endif

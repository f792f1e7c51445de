// SPDX-License-Identifier: Apache-2.0
// Temporaries with destructors. A full expression destroys those that it has made at its end, the
// last one first. Whether one was made is only known when the code runs (a ? b : c), so each has a
// flag, which optimization removes where the answer is always the same.
#ifndef LOCKSTEP_CUDA_TEMPORARY_H
#define LOCKSTEP_CUDA_TEMPORARY_H

#include "isa/cuda/syntax/statement.h"

// Begins a full expression; the result is what its end is to be given.
uint32_t temporaries_begin(const Front *front);
// Ends it. The result does the same and destroys what was made since then: for its effect, and for
// the value of a scalar.
Expression *temporaries_end(Front *front, Expression *expression, uint32_t since);
Expression *temporaries_end_value(Front *front, Expression *scalar, uint32_t since);
// The same around statements: appends what comes before them, and what comes after.
void temporaries_open(Front *front, uint32_t since, Statement ***tail);
void temporaries_close(Front *front, uint32_t since, Statement ***tail);

// Records the temporary, if its class has a destructor.
void temporary_watch(Front *front, Expression *temporary);
// What the expression makes became an object that something else destroys.
void temporaries_adopt(Front *front, const Expression *made);
// A temporary that a reference is bound to lives as long as the block, [class.temporary]/6.
void temporary_extend(Front *front, const Expression *pointer);
// Reports temporaries of a body that nothing destroys.
void temporaries_check(Front *front);

#endif

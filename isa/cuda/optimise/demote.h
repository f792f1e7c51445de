// SPDX-License-Identifier: Apache-2.0
// Copying parts of loops. First every value that crosses a block is kept in a local of its own, so
// that blocks can be copied one by one; promote_locals makes values of them again afterwards and so
// places the PHIs that the copies need. Inside of isa/cuda/optimise only.
#ifndef LOCKSTEP_CUDA_DEMOTE_H
#define LOCKSTEP_CUDA_DEMOTE_H

#include "isa/cuda/optimise/flow.h"

bool demote_holds(const IrLoop *loop, const IrBlock *block);
// Instructions of all its blocks; UINT32_MAX when there is something that must not be copied.
uint32_t demote_size(const IrLoop *loop, bool is_convergent_allowed);
bool demote_is_copyable(const IrBlock *block, bool is_convergent_allowed);
// No PHI in the loop, and no use of its values in another block than their own.
void demote_loop(IrFunction *function, const IrLoop *loop);
// Copies blocks of a demoted loop; map[number of the old block] is the new one. Ways to blocks
// without a copy stay ways to these. New blocks come after `place`; the last one is returned.
IrBlock *demote_copy(IrFunction *function, IrBlock *const *blocks, uint32_t count, IrBlock **map,
                     IrBlock *place);

#endif

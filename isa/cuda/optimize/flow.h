// SPDX-License-Identifier: Apache-2.0
// Changes of the flow graph that several passes make. Inside of isa/cuda/optimize only.
#ifndef LOCKSTEP_CUDA_FLOW_H
#define LOCKSTEP_CUDA_FLOW_H

#include "isa/cuda/optimize/optimize.h"
#include "isa/cuda/optimize/rewrite.h"

#define LLVM_SINCE     20u  // nvcc compiles for cc 2.0 and above by LLVM
#define NEW_LLVM_SINCE 100u // nvcc 13 compiles for cc 10.0 and above by a newer LLVM

// Makes the terminator of `block` a jump to `to`, one of its targets; the other edges go.
void flow_set_target(IrBlock *block, IrBlock *to);
// Both targets of the branch are one block with PHIs: they become selects.
bool flow_merge_equal_edges(IrBlock *block);
// Moves the terminator of `from` to the end of `to`; PHIs after it and edges follow.
void flow_move_terminator(IrBlock *from, IrBlock *to);
// Takes an emptied block without edges out of the layout.
void flow_drop_block(IrBlock *block);
uint32_t flow_count_edges(const IrBlock *from, const IrBlock *to);
IrInstruction *flow_phi_value(const IrInstruction *phi, const IrBlock *from);
// `block` is the one way into the loop headed by `to`: kept as its preheader.
bool flow_is_loop_entry(const IrBlock *block, const IrBlock *to);
// A block whose PHI of constants decides its branch: predecessors with a constant go on directly.
bool thread_jumps(IrFunction *function);

#endif

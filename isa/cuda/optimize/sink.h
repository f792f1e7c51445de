// SPDX-License-Identifier: Apache-2.0
// What several ways into a block end with, once in the block: what sink_common, sink_stores and
// sink_chain share. Inside of isa/cuda/optimize only.
#ifndef LOCKSTEP_CUDA_SINK_H
#define LOCKSTEP_CUDA_SINK_H

#include "isa/cuda/optimize/flow.h"

// The same operation at the end of each way.
typedef struct Group {
    IrInstruction **members;
    IrBlock **from; // the way that ends with it
    uint32_t count;
    uint32_t depth; // of operands that each way may compute for itself
} Group;

typedef struct Sinking {
    Arena arena; // rooms for as many ways as the function has blocks
    IrFunction *function;
    Group group;
} Sinking;

// ---- sink_group.c
bool sink_is_common(const Group *group, uint32_t operand); // the members have one value there
bool sink_have_equal_form(const Group *group);
// Elements of arrays at indices that may all be extended alike. If constants are added to them that
// differ (p[i] and p[i + 1]), of one array at one index, and of none that the source names, whose
// address is known.
bool sink_index_alike(const Group *group);
bool sink_is_displaced(const Group *group); // by different constants
// Swaps operands of a commutative operation where that makes one equal to the first member's.
void sink_turn_operands(const Group *group);
// Values that may be computed after the ways meet: each is used once, at the end of its way, and
// at most one operand differs.
bool sink_may(const Group *group);
// It has no index that is computed on this way.
bool sink_is_computed_before(const IrInstruction *value, const IrBlock *from);
// `value` for use at `where`: itself, or computed again.
IrInstruction *sink_value_at(const Group *group, IrInstruction *value, IrInstruction *where);
// The members' operation once at the head of the block, with a PHI where they differ.
IrInstruction *sink_group(const Group *group, IrBlock *merge);

// ---- sink_chain.c
// Moves the members of the group, stores or what a PHI joins, with operations that only they need,
// into `merge`. With `merge` NULL it tells whether it would.
bool sink_chain(Sinking *sinking, IrBlock *merge, IrInstruction *phi);

// ---- sink_stores.c
// Sinks what the ways into `merge` end with, if these are stores; or a store before a branch and
// one on its one side.
bool sink_stores(Sinking *sinking, IrBlock *merge);
// Equal stores before all returns: they get one common return.
bool sink_join_returns(Sinking *sinking);

// ---- sink_common.c
// Ways come together here, and each goes nowhere else.
bool sink_is_joined(const IrBlock *merge);

#endif

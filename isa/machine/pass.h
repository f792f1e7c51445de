// SPDX-License-Identifier: Apache-2.0
// The passes, in the order of lower.c; each says in its file what it does.
#ifndef LOCKSTEP_MACHINE_PASS_H
#define LOCKSTEP_MACHINE_PASS_H

#include "isa/machine/lower.h"

// Whether the entry is a kernel with a body, or reports that it is not.
bool require_module(Lowering *lowering, const PtxFunction *entry);
// Whether the parser refused nothing in the function, or reports its refusals.
bool require_function(Lowering *lowering, const PtxFunction *function);
// Whether the target has what the instruction needs, or reports what it lacks.
bool require_check(Lowering *lowering, const PtxInstruction *instruction);
// Makes the units of all functions that the kernel can reach.
void reach_functions(Lowering *lowering, const PtxFunction *entry);

// Makes the ops of a function.
void unit_build(Unit *unit);
// Makes multiplications and additions fused ones.
void unit_contract(Unit *unit);
// Makes multiply-adds of cc 1.x those that truncate the product.
void unit_truncate(Unit *unit);
// Folds copies, literals and addends into what reads them.
void unit_fold(Unit *unit);
// Unrolls loops.
void unit_unroll(Unit *unit);
// Makes two operations one where the machine has one for them.
void unit_fuse(Unit *unit);
// Makes neighboring accesses of a thread one wide access.
void unit_vectorize(Unit *unit);
// Makes atomics on one word those of one lane for all.
void unit_aggregate(Unit *unit);
// Makes short branches guards.
void unit_predicate(Unit *unit);
// Marks where lanes meet again.
void unit_converge(Unit *unit);
// Adds what brings parameters, special registers and literals into registers.
void unit_materialize(Unit *unit);
// Makes the sides of a copy one register where they never differ.
void unit_coalesce(Unit *unit);
// Orders the ops of each block.
void unit_schedule(Unit *unit);
// Adds loads and stores for what registers have no room for.
void unit_spill(Unit *unit);
// Gives virtual registers their rows.
void unit_allocate(Unit *unit);
// Gives each op its cost and pipe.
void unit_cost(Unit *unit);
// Part of unit_cost: what the machine keeps in 32 bits of 64.
void unit_narrow(Unit *unit);
// Part of unit_cost: ops whose work another machine instruction does on the way.
void unit_absorb(Unit *unit);
// Makes micro-ops of all units.
void lowering_emit(Lowering *lowering);
// Says what the program needs as a whole: registers, barriers, recursion.
void lowering_summarize(Lowering *lowering);

// The registers that may differ between the lanes of a warp; [register].
bool *unit_find_divergent(Unit *unit, bool is_certain);
// The registers that stand in shared memory (cc 1.x); [register].
bool *unit_find_in_memory(Unit *unit);
// Registers that a thread may use while an SM is still full of threads: 10 on cc 1.0, 16 on 1.2, 20
// on 2.0, 32 since 3.0.
uint32_t registers_without_cost(uint32_t compute_capability);
// Registers that the generation, the kernel's bounds and the target leave a thread.
uint32_t registers_most(const Lowering *lowering);

#endif

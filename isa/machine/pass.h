// SPDX-License-Identifier: Apache-2.0
// The passes, in the order of lower.c. Each one's file describes it.
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
// Fuses multiplications and additions.
void unit_contract(Unit *unit);
// Makes multiply-adds of cc 1.x truncate the product.
void unit_truncate(Unit *unit);
// Folds copies, literals and addends into their readers.
void unit_fold(Unit *unit);
// Computes equal values once.
void unit_number(Unit *unit);
// Lets sums that differ by a literal share the rest.
void unit_share(Unit *unit);
// Enters loops at their start that were entered in the middle.
void unit_rotate(Unit *unit);
// Unrolls loops.
void unit_unroll(Unit *unit);
// Fuses two operations if the machine has one instruction for them.
void unit_fuse(Unit *unit);
// Moves extensions of indices to where they are read.
void unit_sink(Unit *unit);
// Loads of vectors only what is read.
void unit_trim(Unit *unit);
// Combines neighboring accesses of a thread into one wide access.
void unit_vectorize(Unit *unit);
// Whether a warp can make one value of its lanes' values for the atomic: sums, extrema and logic of
// 32-bit integers.
bool atomic_is_reducible(const Op *op);
// Aggregates the atomics of a warp on one word into one.
void unit_aggregate(Unit *unit);
// Turns short branches into guards.
void unit_predicate(Unit *unit);
// Turns selections of a result into guards.
void unit_guard(Unit *unit);
// Marks where lanes reconverge.
void unit_converge(Unit *unit);
// Adds the instructions that bring parameters, special registers and literals into registers.
void unit_materialize(Unit *unit);
// Coalesces the two sides of a copy if they never differ.
void unit_coalesce(Unit *unit);
// Orders the ops of each block.
void unit_schedule(Unit *unit);
// Adds loads and stores for values that do not fit into registers.
void unit_spill(Unit *unit);
// Assigns rows to virtual registers.
void unit_allocate(Unit *unit);
// Gives each op its cost and pipe.
void unit_cost(Unit *unit);
// Part of unit_cost: 64-bit values of which the machine keeps 32 bits.
void unit_narrow(Unit *unit);
// The machine instructions of a division that depend on its divisor alone; 0: there are none, or it
// is no division by a value that is known only when it runs.
uint32_t cost_of_divisor(const Unit *unit, const Op *op);
// The division's cost from now on does not include them.
void cost_leave_divisor(const Unit *unit, Op *op);
// A product of 64 bits becomes one of a factor without an upper word and another one.
void cost_word_product(const Unit *unit, Op *op, Value other);
// Part of unit_cost: descriptors of wgmma that have to be moved to uniform registers.
void unit_cost_descriptors(Unit *unit);
// Part of unit_cost: ops whose work another machine instruction does on the way.
void unit_absorb(Unit *unit);
// Makes the micro-ops of all units.
void lowering_emit(Lowering *lowering);
// Computes what the program needs as a whole: registers, barriers, recursion.
void lowering_summarize(Lowering *lowering);

// The registers that may differ between the lanes of a warp; [register].
bool *unit_find_divergent(Unit *unit, bool is_certain);
// The registers that are in shared memory (cc 1.x); [register].
bool *unit_find_in_memory(Unit *unit);
// The most registers per thread with which an SM is still full of threads: 10 on cc 1.0, 16 on 1.2,
// 20 on 2.0, 32 since 3.0.
uint32_t registers_without_cost(uint32_t compute_capability);
// The most registers per thread with which an SM holds as many warps as with so many; no more than
// registers_most.
uint32_t registers_at_cost_of(const Lowering *lowering, uint32_t registers);
// The most registers per thread with which each scheduler holds one warp more than with so many; 0:
// the generation is not known to trade them.
uint32_t registers_for_one_more_warp(const Lowering *lowering, uint32_t registers);
// The registers that the generation, the kernel's bounds and the target leave a thread.
uint32_t registers_most(const Lowering *lowering);

#endif

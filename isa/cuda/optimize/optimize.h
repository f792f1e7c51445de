// SPDX-License-Identifier: Apache-2.0
// Rewrites the intermediate representation so that its counts are those of a good compiler: what
// nvcc does at -O3 before ptxas. Each pass is one file; optimize.c names them in order. What ptxas
// does (predication, vectorizing of address arithmetic, register allocation) is left to
// isa/machine, which treats our PTX like nvcc's.
#ifndef LOCKSTEP_CUDA_OPTIMIZE_H
#define LOCKSTEP_CUDA_OPTIMIZE_H

#include "isa/cuda/ir/ir.h"

typedef struct OptimizeOptions {
    bool is_contraction_off; // --fmad=false
    bool is_checked;         // verify after every pass, not only after the last
    uint32_t level;          // 0: only what emission needs; 3: everything
} OptimizeOptions;

void optimize_module(IrModule *module, const OptimizeOptions *options);

// The passes, each on one function; true when something changed.
bool promote_locals(IrFunction *function);  // split aggregates, memory to registers (phis)
bool simplify_values(IrFunction *function); // folding, identities, canonical forms
bool simplify_flow(IrFunction *function);   // merge blocks, thread jumps, constant branches
bool remove_dead(IrFunction *function);
bool number_values(IrFunction *function); // dominator-based common subexpressions
bool infer_spaces(IrFunction *function);  // generic pointers to their spaces
bool inline_calls(IrModule *module);
bool forward_memory(IrFunction *function); // store to load, redundant loads, dead stores
bool hoist_invariants(IrFunction *function);
bool rotate_loops(IrFunction *function); // while to guarded do
bool delete_loops(IrFunction *function); // that compute nothing
bool unroll_loops(IrFunction *function);
bool reduce_strength(IrFunction *function);      // induction variables, pointer steps
bool share_bases(IrFunction *function);          // of addresses in blocks side by side
bool step_indexes(IrFunction *function);         // indices of 32 bits that step
bool merge_counters(IrFunction *function);       // two counters of a loop into one
bool propagate_conditions(IrFunction *function); // what a branch decided holds behind it
bool hoist_common(IrFunction *function);         // what both sides of a branch begin with
bool sink_common(IrFunction *function);          // what both sides of a branch end with
bool convert_branches(IrFunction *function);     // to selects
bool vectorize_memory(IrFunction *function);     // adjacent loads and stores to v2, v4
bool order_sums(IrFunction *function);           // operands of float sums as nvcc orders them
bool contract_floats(IrFunction *function);      // multiply and add to fma
bool share_offsets(IrFunction *function);        // addresses that are a step behind another one
bool lower_addresses(IrFunction *function);      // INDEX to base + displacement, shared constants
bool bypass_divisions(IrFunction *function);    // 64 bits by 32 where both operands fit at run time
bool sink_values(IrFunction *function);         // to the one way that needs them
bool lower_switches(IrFunction *function);      // to compares and branches
bool select_instructions(IrFunction *function); // rotations, 24-bit products, 16-bit accesses
// Its part for MULTIPLY and MULTIPLY_ADD of cc 1.x: the value that takes their place, or NULL.
IrInstruction *select_product(IrInstruction *at);
bool mark_readonly(IrFunction *function); // const __restrict__ loads to ld.global.nc

#endif

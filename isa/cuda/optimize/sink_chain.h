// SPDX-License-Identifier: Apache-2.0
// Operations that move together out of several ways: the links of sink_chain.c and what its parts
// share. Inside of isa/cuda/optimize only.
#ifndef LOCKSTEP_CUDA_SINK_CHAIN_H
#define LOCKSTEP_CUDA_SINK_CHAIN_H

#include "isa/cuda/optimize/sink.h"

#define LINKS_MAX 24u
#define PHIS_MAX  32u

typedef struct Tuple {
    IrInstruction **members; // one a way
} Tuple;

typedef struct Chain {
    Arena arena;
    const Group *ways; // its members are the root
    IrFunction *function;
    Tuple links[LINKS_MAX];
    uint32_t link_count, store_count;
    IrInstruction *made[LINKS_MAX];
    Tuple phis[PHIS_MAX];
    IrInstruction *phis_made[PHIS_MAX];
    uint32_t phi_count;
    bool is_new; // NEW_LLVM_SINCE
    bool is_full;
} Chain;

// ---- sink_links.c
Group chain_group(const Chain *chain, Tuple tuple);
Tuple chain_operands(Chain *chain, Tuple link, uint32_t operand);
bool chain_are_same(const Chain *chain, Tuple a, Tuple b);
// The index of the link that the tuple is, or link_count.
uint32_t chain_find_link(const Chain *chain, Tuple tuple);
bool chain_has(const Chain *chain, const IrInstruction *at, uint32_t way);
bool chain_is_one_value(const Chain *chain, Tuple tuple);
bool chain_is_on_its_way(const Chain *chain, Tuple tuple);
// Known before the ways part, or computed from what is, without an index of its own.
bool chain_is_free(Chain *chain, Tuple link, uint32_t operand);
bool chain_are_loads(Chain *chain, Tuple tuple);  // that may join
bool chain_are_stores(Chain *chain, Tuple tuple); // into one array, or one place
void chain_add_link(Chain *chain, Tuple tuple);
void chain_extend(Chain *chain); // by all operands that may join
// By the stores that come before the chain on all ways; false without such.
bool chain_extend_stores(Chain *chain);
// Loads and stores of the chain come in one order on all ways, or their order does not matter.
bool chain_is_in_order(const Chain *chain);

// ---- sink_extension.c
int32_t chain_gain_of_extensions(Chain *chain);

// ---- sink_move.c
// The value of the root, computed in `merge`. The links go.
void chain_move(Chain *chain, IrBlock *merge, IrInstruction *phi);

#endif

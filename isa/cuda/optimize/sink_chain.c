// SPDX-License-Identifier: Apache-2.0
// Several operations at the end of each way, together: a store with its address and value, a load
// with its address. A link is one operation of each way; it joins the chain if nothing else needs
// its results, and a load if only the chain comes after it. Operands that are no link and differ
// take a PHI each. The chain moves if that saves more operations than it makes PHIs. This is the
// rule that the PTX of nvcc 13 follows for branches whose threads differ (tests/cuda/tails.cu).
#include "isa/cuda/optimize/sink_chain.h"

#include <string.h>

// Operands that take a PHI, of a link at the end of the chain.
static uint32_t count_open(Chain *chain, Tuple link)
{
    uint32_t count = 0;
    for (uint32_t k = 0; k < link.members[0]->operand_count; k++) {
        if (chain_find_link(chain, chain_operands(chain, link, k)) < chain->link_count) {
            return 0;
        }
        count += chain_is_free(chain, link, k) ? 0 : 1;
    }
    return count;
}

// An operation at the chain's end that takes two PHIs saves nothing: its own would be one.
static void drop_costly(Chain *chain)
{
    for (uint32_t i = chain->link_count; i-- > 1;) {
        if (ir_is_pure(chain->links[i].members[0]) && count_open(chain, chain->links[i]) > 1) {
            chain->link_count--;
            for (uint32_t k = i; k < chain->link_count; k++) {
                chain->links[k] = chain->links[k + 1];
            }
            i = chain->link_count;
        }
    }
}

static void add_phi(Chain *chain, Tuple tuple)
{
    for (uint32_t i = 0; i < chain->phi_count; i++) {
        if (chain_are_same(chain, chain->phis[i], tuple)) {
            return;
        }
    }
    if (chain->phi_count == PHIS_MAX) {
        chain->is_full = true;
        return;
    }
    chain->phis[chain->phi_count++] = tuple;
}

static void collect_phis(Chain *chain)
{
    for (uint32_t i = 0; i < chain->link_count; i++) {
        for (uint32_t k = 0; k < chain->links[i].members[0]->operand_count; k++) {
            Tuple tuple = chain_operands(chain, chain->links[i], k);
            if (!chain_is_free(chain, chain->links[i], k) &&
                chain_find_link(chain, tuple) == chain->link_count) {
                add_phi(chain, tuple);
            }
        }
    }
}

static bool saves(Chain *chain, bool is_phi_root)
{
    int32_t gain = (int32_t)chain->link_count + (is_phi_root ? 1 : 0);
    chain->phi_count = 0;
    collect_phis(chain);
    for (uint32_t i = 0; i < chain->link_count; i++) {
        Group group = chain_group(chain, chain->links[i]);
        gain -= sink_is_displaced(&group) ? 1 : 0; // the distance takes a PHI
    }
    return !chain->is_full && gain + chain_gain_of_extensions(chain) > (int32_t)chain->phi_count;
}

// The first way may be a join itself; each other one comes from a single branch.
static bool are_simple_ways(const Group *ways)
{
    uint32_t first = 0;
    for (uint32_t i = 1; i < ways->count; i++) {
        first = ways->from[i]->order < ways->from[first]->order ? i : first;
    }
    for (uint32_t i = 0; i < ways->count; i++) {
        for (uint32_t k = 1; i != first && k < ways->from[i]->predecessor_count; k++) {
            if (ways->from[i]->predecessors[k] != ways->from[i]->predecessors[0]) {
                return false;
            }
        }
    }
    return true;
}

static bool may_be_root(Chain *chain, Tuple root, bool is_phi_root)
{
    Group group = chain_group(chain, root);
    const IrInstruction *first = root.members[0];
    if (!chain_is_on_its_way(chain, root) || !sink_have_equal_form(&group) ||
        first->op == IR_RESULT ||
        !(is_phi_root ? ir_is_pure(first) || first->op == IR_LOAD
                      : chain_are_stores(chain, root))) {
        return false;
    }
    for (uint32_t i = 0; is_phi_root && i < group.count; i++) {
        if (root.members[i]->use_count != 1) {
            return false;
        }
    }
    return root.members[0]->op != IR_LOAD || chain_are_loads(chain, root);
}

// The last stores alone, or with those before them.
static bool is_worth_it(Chain *chain, bool is_phi_root)
{
    do {
        drop_costly(chain);
        if (chain_is_in_order(chain) && saves(chain, is_phi_root)) {
            return true;
        }
    } while (!is_phi_root && chain_extend_stores(chain));
    return false;
}

bool sink_chain(Sinking *sinking, IrBlock *merge, IrInstruction *phi)
{
    const Group *ways = &sinking->group;
    Chain chain = {.ways = ways, .function = sinking->function, .store_count = phi == NULL};
    chain.is_new = sinking->function->module->compute_capability >= NEW_LLVM_SINCE;
    Tuple root = {arena_alloc(&chain.arena, ways->count * sizeof(IrInstruction *))};
    memcpy(root.members, ways->members, ways->count * sizeof *ways->members);
    bool may = sinking->function->module->compute_capability >= LLVM_SINCE &&
               are_simple_ways(ways) && may_be_root(&chain, root, phi != NULL);
    if (may) {
        chain_add_link(&chain, root);
        chain_extend(&chain);
        may = is_worth_it(&chain, phi != NULL);
    }
    if (may && merge != NULL) {
        chain_move(&chain, merge, phi);
    }
    arena_clear(&chain.arena);
    return may;
}

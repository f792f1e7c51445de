// SPDX-License-Identifier: Apache-2.0
// The extension of 32-bit indices to 64 bits: an operation of its own in LLVM, a part of INDEX
// here.
#include "isa/cuda/optimize/sink_chain.h"

#define USES_LOOKED_AT 256u // of an index

// The constant number of elements that the source added to the index.
static int64_t elements_of(const IrInstruction *indexing)
{
    int64_t size = indexing->scale > 0 ? indexing->scale : 1, bytes = indexing->displacement;
    return bytes >= 0 ? bytes / size : -((size - 1 - bytes) / size);
}

// p[i + 1] extends i + 1.
static bool extends_alike(const IrInstruction *user, const IrInstruction *indexing)
{
    if (user->op == IR_INDEX) {
        return user->operand_count == 2 && ir_operand(user, 1) == ir_operand(indexing, 1) &&
               user->is_signed == indexing->is_signed && elements_of(user) == elements_of(indexing);
    }
    return user->op == (indexing->is_signed ? IR_SIGN_EXTEND : IR_ZERO_EXTEND);
}

typedef enum Extension { EXTENSION_BEFORE, EXTENSION_OWN, EXTENSION_SHARED } Extension;

// Before the ways part, for the chain alone, or for others on this way too.
static Extension extension_of(const Chain *chain, IrInstruction *indexing, uint32_t way,
                              const IrBlock *head)
{
    Extension found = EXTENSION_OWN;
    uint32_t seen = 0;
    IrUse *use = ir_operand(indexing, 1)->uses;
    for (; use != NULL && seen < USES_LOOKED_AT; use = use->next, seen++) {
        const IrInstruction *user = use->user;
        if (user->block == NULL || !extends_alike(user, indexing)) {
            continue;
        }
        if (ir_dominates(user->block, head)) {
            return EXTENSION_BEFORE;
        }
        if (ir_dominates(user->block, indexing->block) && !chain_has(chain, user, way)) {
            found = EXTENSION_SHARED;
        }
    }
    return found;
}

static IrBlock *head_of(const Group *ways)
{
    IrBlock *head = ways->from[0];
    for (uint32_t i = 1; i < ways->count; i++) {
        while (!ir_dominates(head, ways->from[i])) {
            head = head->dominator;
        }
    }
    return head;
}

static bool is_extended(const Chain *chain, const IrInstruction *at)
{
    return at->op == IR_INDEX && at->operand_count == 2 && ir_operand(at, 1)->type == IR_I32 &&
           (at->is_signed || chain->is_new);
}

// What the extension of a link's index adds to the operations that are saved. Where others need
// it too it takes a PHI, in place of that of the index.
static int32_t gain_of_extension(Chain *chain, Tuple link, const IrBlock *head)
{
    Extension worst = EXTENSION_BEFORE;
    for (uint32_t way = 0; way < chain->ways->count; way++) {
        Extension here = extension_of(chain, link.members[way], way, head);
        worst = here > worst ? here : worst;
    }
    if (worst == EXTENSION_SHARED) {
        return chain_is_one_value(chain, chain_operands(chain, link, 1)) ? -1 : 0;
    }
    return worst == EXTENSION_OWN ? 1 : 0;
}

static bool has_equal_before(const Chain *chain, uint32_t link)
{
    for (uint32_t i = 0; i < link; i++) {
        const IrInstruction *at = chain->links[i].members[0];
        if (at->op == IR_INDEX && extends_alike(at, chain->links[link].members[0])) {
            return true;
        }
    }
    return false;
}

int32_t chain_gain_of_extensions(Chain *chain)
{
    const IrBlock *head = head_of(chain->ways);
    int32_t gain = 0;
    for (uint32_t i = 0; i < chain->link_count; i++) {
        if (is_extended(chain, chain->links[i].members[0]) && !has_equal_before(chain, i)) {
            gain += gain_of_extension(chain, chain->links[i], head);
        }
    }
    return gain;
}

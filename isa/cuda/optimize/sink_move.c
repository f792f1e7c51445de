// SPDX-License-Identifier: Apache-2.0
// Makes the operations of a chain once where its ways meet.
#include "isa/cuda/optimize/sink_chain.h"

static IrInstruction *new_phi(const Chain *chain, IrBlock *merge, Tuple tuple, SourceLocation at)
{
    IrInstruction *phi = ir_phi(merge, tuple.members[0]->type, at);
    phi->space = tuple.members[0]->space;
    for (uint32_t i = 0; i < chain->ways->count; i++) {
        ir_add_phi_operand(phi, tuple.members[i], chain->ways->from[i]);
    }
    return phi;
}

static IrInstruction *phi_for(Chain *chain, IrBlock *merge, Tuple tuple, SourceLocation at)
{
    uint32_t i = 0;
    while (!chain_are_same(chain, chain->phis[i], tuple)) {
        i++;
    }
    if (chain->phis_made[i] == NULL) {
        chain->phis_made[i] = new_phi(chain, merge, tuple, at);
    }
    return chain->phis_made[i];
}

// The first member's address, moved on by the distance to each other one's.
static IrInstruction *move_on(Chain *chain, IrBlock *merge, Tuple link, IrInstruction *address)
{
    const IrInstruction *first = link.members[0];
    uint32_t count = chain->ways->count;
    Tuple distances = {arena_alloc(&chain->arena, count * sizeof(IrInstruction *))};
    for (uint32_t i = 0; i < count; i++) {
        int64_t distance = link.members[i]->displacement - first->displacement;
        distances.members[i] = ir_integer(merge->function, IR_I64, (uint64_t)distance);
    }
    IrInstruction *made = ir_create(merge->function, IR_INDEX, IR_POINTER, first->location);
    made->space = first->space;
    made->scale = 1;
    made->is_signed = true;
    ir_add_operand(made, address);
    ir_add_operand(made, new_phi(chain, merge, distances, first->location));
    ir_insert_after(address, made);
    return made;
}

static void weaken(IrInstruction *made, const Group *group)
{
    for (uint32_t i = 1; i < group->count; i++) {
        made->is_signed = made->is_signed || group->members[i]->is_signed;
        made->is_no_wrap = made->is_no_wrap && group->members[i]->is_no_wrap;
        made->is_readonly = made->is_readonly && group->members[i]->is_readonly;
        made->is_copied = made->is_copied && group->members[i]->is_copied;
    }
}

// The link's operation before `where`, after those that it needs.
static IrInstruction *make(Chain *chain, uint32_t link, IrInstruction *where)
{
    if (chain->made[link] != NULL) {
        return chain->made[link];
    }
    Tuple tuple = chain->links[link];
    Group group = chain_group(chain, tuple);
    IrInstruction *made = ir_clone(where->function, tuple.members[0]);
    weaken(made, &group);
    for (uint32_t k = 0; k < made->operand_count; k++) {
        Tuple operand = chain_operands(chain, tuple, k);
        uint32_t other = chain_find_link(chain, operand);
        IrInstruction *value = other < chain->link_count ? make(chain, other, where)
                               : sink_is_common(&group, k)
                                   ? sink_value_at(&group, operand.members[0], where)
                                   : phi_for(chain, where->block, operand, made->location);
        ir_set_operand(made, k, value);
    }
    ir_insert_before(where, made);
    chain->made[link] =
        sink_is_displaced(&group) ? move_on(chain, where->block, tuple, made) : made;
    return chain->made[link];
}

// Users come before what they use, so that nothing is removed that is still used.
static void remove_links(Chain *chain)
{
    for (uint32_t removed = 0; removed < chain->link_count;) {
        for (uint32_t i = 0; i < chain->link_count; i++) {
            IrInstruction **members = chain->links[i].members;
            if (members[0]->block == NULL || members[0]->use_count > 0) {
                continue;
            }
            for (uint32_t way = 0; way < chain->ways->count; way++) {
                ir_remove(members[way]);
            }
            removed++;
        }
    }
}

// In the order in which the first way has the accesses.
static void make_all(Chain *chain, IrInstruction *where)
{
    const IrBlock *from = chain->ways->from[0];
    for (const IrInstruction *at = from->first; at != from->last; at = at->next) {
        for (uint32_t i = 0; i < chain->link_count; i++) {
            if (chain->links[i].members[0] == at && !ir_is_pure(at)) {
                make(chain, i, where);
            }
        }
    }
    make(chain, 0, where);
}

void chain_move(Chain *chain, IrBlock *merge, IrInstruction *phi)
{
    make_all(chain, rewrite_after_phis(merge));
    if (phi != NULL) {
        ir_replace(phi, chain->made[0]);
        ir_remove(phi);
    }
    remove_links(chain);
}

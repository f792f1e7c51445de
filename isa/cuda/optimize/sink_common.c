// SPDX-License-Identifier: Apache-2.0
// Operations that all ways into a block end with are done once in it: an operation whose results a
// PHI joins moves after a PHI of the one operand that differs, and so does a store. Only what
// stands last moves, so no other access, barrier or atomic is passed.
#include "isa/cuda/optimize/flow.h"

#define SAME_DEPTH 4u // of addresses

// The same operation at the end of each way.
typedef struct Group {
    IrInstruction **members;
    IrBlock **from; // the way that ends with it
    uint32_t count;
    uint32_t depth; // of operands that each way may compute for itself
} Group;

typedef struct Sinking {
    Arena arena; // rooms for as many ways as the function has blocks
    Group group, addresses;
} Sinking;

// The members have one value there.
static bool is_common(const Group *group, uint32_t operand)
{
    const IrInstruction *first = ir_operand(group->members[0], operand);
    for (uint32_t i = 1; i < group->count; i++) {
        if (!rewrite_same_value(first, ir_operand(group->members[i], operand), group->depth)) {
            return false;
        }
    }
    return true;
}

static uint32_t count_different(const Group *group)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < group->members[0]->operand_count; i++) {
        count += is_common(group, i) ? 0 : 1;
    }
    return count;
}

static bool have_equal_form(const Group *group)
{
    for (uint32_t i = 1; i < group->count; i++) {
        if (!rewrite_same_form(group->members[0], group->members[i])) {
            return false;
        }
    }
    return true;
}

// Swaps operands of a commutative operation where that makes one equal to the first member's.
static void turn_operands(const Group *group)
{
    const IrInstruction *a = group->members[0];
    for (uint32_t i = 1; i < group->count && ir_commutes(a) && a->operand_count == 2; i++) {
        IrInstruction *b = group->members[i], *first = ir_operand(b, 0);
        if (!rewrite_same(ir_operand(a, 0), first) &&
            !rewrite_same(ir_operand(a, 1), ir_operand(b, 1)) &&
            (rewrite_same(ir_operand(a, 0), ir_operand(b, 1)) ||
             rewrite_same(ir_operand(a, 1), first))) {
            ir_set_operand(b, 0, ir_operand(b, 1));
            ir_set_operand(b, 1, first);
        }
    }
}

// Values that may be computed after they meet: each is used once, at the end of its way.
static bool may_sink(const Group *group)
{
    const IrInstruction *first = group->members[0];
    if (!ir_is_pure(first) || first->operand_count == 0 || first->op == IR_PHI ||
        first->op == IR_RESULT) {
        return false;
    }
    for (uint32_t i = 0; i < group->count; i++) {
        const IrInstruction *at = group->members[i];
        if (at->use_count != 1 || at->block != group->from[i]) {
            return false;
        }
    }
    if (!have_equal_form(group)) {
        return false;
    }
    turn_operands(group);
    return count_different(group) <= 1;
}

// Into one place, or into one array at indices that are joined.
static bool may_sink_stores(Sinking *sinking)
{
    const Group *group = &sinking->group;
    if (group->members[0]->operand_count != 2 || !have_equal_form(group)) {
        return false;
    }
    if (is_common(group, 0)) {
        return true;
    }
    Group *addresses = &sinking->addresses;
    addresses->count = group->count;
    for (uint32_t i = 0; i < group->count; i++) {
        addresses->members[i] = ir_operand(group->members[i], 0);
        addresses->from[i] = group->from[i];
    }
    return may_sink(addresses) && is_common(addresses, 0);
}

static bool is_known_in_all(const Group *group, const IrInstruction *value)
{
    for (uint32_t i = 0; value->block != NULL && i < group->count; i++) {
        if (!ir_dominates(value->block, group->from[i])) {
            return false;
        }
    }
    return true;
}

// `value` for use at `where`: itself, or computed again.
static IrInstruction *value_at(const Group *group, IrInstruction *value, IrInstruction *where)
{
    if (is_known_in_all(group, value)) {
        return value;
    }
    IrInstruction *made = ir_clone(where->function, value);
    for (uint32_t i = 0; i < made->operand_count; i++) {
        ir_set_operand(made, i, value_at(group, ir_operand(made, i), where));
    }
    ir_insert_before(where, made);
    return made;
}

static IrInstruction *phi_of(const Group *group, IrBlock *merge, uint32_t operand)
{
    IrInstruction *first = ir_operand(group->members[0], operand);
    IrInstruction *phi = ir_phi(merge, first->type, group->members[0]->location);
    phi->space = first->space;
    for (uint32_t i = 0; i < group->count; i++) {
        ir_add_phi_operand(phi, ir_operand(group->members[i], operand), group->from[i]);
    }
    return phi;
}

// The members' operation once at the head of the block, with a PHI where they differ.
static IrInstruction *sink(const Group *group, IrBlock *merge)
{
    IrInstruction *where = rewrite_after_phis(merge);
    IrInstruction *made = ir_clone(merge->function, group->members[0]);
    for (uint32_t i = 1; i < group->count; i++) {
        made->is_no_wrap = made->is_no_wrap && group->members[i]->is_no_wrap;
    }
    for (uint32_t i = 0; i < made->operand_count; i++) {
        ir_set_operand(made, i,
                       is_common(group, i) ? value_at(group, ir_operand(made, i), where)
                                           : phi_of(group, merge, i));
    }
    ir_insert_before(where, made);
    return made;
}

static void remove_members(const Group *group)
{
    for (uint32_t i = 0; i < group->count; i++) {
        ir_remove(group->members[i]);
    }
}

static bool sink_phi(Group *group, IrBlock *merge, IrInstruction *phi)
{
    group->depth = 0;
    group->count = phi->operand_count;
    for (uint32_t i = 0; i < phi->operand_count; i++) {
        group->members[i] = ir_operand(phi, i);
        group->from[i] = phi->targets[i];
    }
    if (!may_sink(group)) {
        return false;
    }
    ir_replace(phi, sink(group, merge));
    ir_remove(phi);
    remove_members(group);
    return true;
}

// The store that the block ends with, or NULL. What nobody uses any more goes.
static IrInstruction *last_store(IrBlock *block)
{
    IrInstruction *at = block->last->previous;
    while (at != NULL && at->use_count == 0 && !ir_has_effect(at)) {
        IrInstruction *previous = at->previous;
        ir_remove(at);
        at = previous;
    }
    return at != NULL && at->op == IR_STORE ? at : NULL;
}

// Each of group.from ends with a store that may sink.
static bool find_stores(Sinking *sinking)
{
    Group *group = &sinking->group;
    group->depth = SAME_DEPTH;
    for (uint32_t i = 0; i < group->count; i++) {
        group->members[i] = last_store(group->from[i]);
        if (group->members[i] == NULL) {
            return false;
        }
    }
    return may_sink_stores(sinking);
}

static bool sink_stores(Sinking *sinking, IrBlock *merge)
{
    Group *group = &sinking->group;
    group->count = merge->predecessor_count;
    for (uint32_t i = 0; i < group->count; i++) {
        group->from[i] = merge->predecessors[i];
    }
    if (!find_stores(sinking)) {
        return false;
    }
    sink(group, merge);
    remove_members(group);
    return true;
}

// Ways come together here, and each goes nowhere else.
static bool is_joined(const IrBlock *merge)
{
    for (uint32_t i = 0; i < merge->predecessor_count; i++) {
        const IrBlock *from = merge->predecessors[i];
        if (from->last->op != IR_JUMP || from->order >= merge->order) {
            return false;
        }
    }
    return merge->predecessor_count >= 2;
}

static bool sink_into(Sinking *sinking, IrBlock *merge)
{
    for (IrInstruction *phi = merge->first; phi->op == IR_PHI; phi = phi->next) {
        if (sink_phi(&sinking->group, merge, phi)) {
            return true;
        }
    }
    return sink_stores(sinking, merge);
}

// Returns that all come after equal stores become one.
static bool join_returns(Sinking *sinking, IrFunction *function)
{
    Group *group = &sinking->group;
    group->count = 0;
    for (IrBlock *block = function->entry; block != NULL; block = block->next) {
        if (block->last->op == IR_RETURN) {
            group->from[group->count++] = block;
        }
    }
    if (group->count < 2 || function->result != IR_VOID || !find_stores(sinking)) {
        return false;
    }
    IrBlock *merge = ir_block(function);
    ir_append(merge, ir_create(function, IR_RETURN, IR_VOID, group->from[0]->last->location));
    for (uint32_t i = 0; i < group->count; i++) {
        SourceLocation at = group->from[i]->last->location;
        ir_remove(group->from[i]->last);
        ir_jump(group->from[i], merge, at);
    }
    return true;
}

static Group make_group(Arena *arena, uint32_t room)
{
    return (Group){.members = arena_alloc(arena, room * sizeof(IrInstruction *)),
                   .from = arena_alloc(arena, room * sizeof(IrBlock *))};
}

bool sink_common(IrFunction *function)
{
    Sinking sinking = {.arena = {0}};
    sinking.group = make_group(&sinking.arena, function->block_count);
    sinking.addresses = make_group(&sinking.arena, function->block_count);
    ir_dominators(function);
    bool is_changed = join_returns(&sinking, function);
    if (is_changed) {
        ir_dominators(function);
    }
    for (IrBlock *block = function->entry; block != NULL; block = block->next) {
        while (is_joined(block) && sink_into(&sinking, block)) {
            is_changed = true;
        }
    }
    arena_clear(&sinking.arena);
    return is_changed;
}

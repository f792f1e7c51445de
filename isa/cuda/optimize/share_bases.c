// SPDX-License-Identifier: Apache-2.0
// Addresses in blocks side by side that differ only by a displacement, as in
// `if (a) s += p[i]; if (b) s += p[i + 1];`, share p + i. It is computed once, at the end of the
// nearest block that dominates them all, as by NVVM (its common base elimination).
#include "isa/cuda/optimize/optimize.h"
#include "isa/cuda/optimize/rewrite.h"

#define DEPTH_MAX 4u // of the operations that bases and indices are compared by

#define BUCKETS 4096u

typedef struct Group {
    IrInstruction **members; // INDEXes, in reverse postorder
    uint32_t count, room;
    uint64_t hash;
    struct Group *next; // of the bucket
} Group;

typedef struct Groups {
    Arena arena;
    Group *buckets[BUCKETS];
    Group **groups; // in the order in which they were found
    uint32_t count, room;
} Groups;

static bool is_candidate(const IrInstruction *at)
{
    return at->op == IR_INDEX && at->operand_count == 2 && !ir_is_constant(ir_operand(at, 1));
}

static bool have_same_base(const IrInstruction *a, const IrInstruction *b)
{
    return a->scale == b->scale && a->is_signed == b->is_signed &&
           rewrite_same_value(ir_operand(a, 0), ir_operand(b, 0), DEPTH_MAX) &&
           rewrite_same_value(ir_operand(a, 1), ir_operand(b, 1), DEPTH_MAX);
}

static Group *group_of(Groups *groups, const IrInstruction *at)
{
    uint64_t hash = rewrite_hash(ir_operand(at, 0), DEPTH_MAX) * 31 +
                    rewrite_hash(ir_operand(at, 1), DEPTH_MAX) + (uint64_t)at->scale;
    Group **bucket = &groups->buckets[hash % BUCKETS];
    for (Group *group = *bucket; group != NULL; group = group->next) {
        if (group->hash == hash && have_same_base(group->members[0], at)) {
            return group;
        }
    }
    Group *made = arena_alloc(&groups->arena, sizeof *made);
    *made = (Group){.hash = hash, .next = *bucket};
    *bucket = made;
    groups->groups = arena_room(&groups->arena, (void *)groups->groups, groups->count,
                                &groups->room, sizeof *groups->groups);
    groups->groups[groups->count++] = made;
    return made;
}

static void collect(Groups *groups, const IrBlock *block)
{
    for (IrInstruction *at = block->first; at != NULL; at = at->next) {
        if (is_candidate(at)) {
            Group *group = group_of(groups, at);
            group->members = arena_room(&groups->arena, (void *)group->members, group->count,
                                        &group->room, sizeof *group->members);
            group->members[group->count++] = at;
        }
    }
}

static IrBlock *common_dominator(const Group *group)
{
    IrBlock *common = group->members[0]->block;
    for (uint32_t i = 1; i < group->count; i++) {
        while (!ir_dominates(common, group->members[i]->block)) {
            common = common->dominator;
        }
    }
    return common;
}

// The same value at the end of `block`.
static IrInstruction *value_at_end(IrBlock *block, IrInstruction *value)
{
    if (value->block == NULL || ir_dominates(value->block, block)) {
        return value;
    }
    IrInstruction *made = ir_clone(block->function, value);
    made->is_no_wrap = false; // may hold only where it is reached
    for (uint32_t i = 0; i < made->operand_count; i++) {
        ir_set_operand(made, i, value_at_end(block, ir_operand(value, i)));
    }
    ir_insert_before(block->last, made);
    return made;
}

static bool share(const Group *group)
{
    const IrInstruction *first = group->members[0];
    IrBlock *common = common_dominator(group);
    if (common == first->block) {
        return false; // the first one's serves
    }
    IrInstruction *pointer = value_at_end(common, ir_operand(first, 0));
    IrInstruction *index = value_at_end(common, ir_operand(first, 1));
    IrInstruction *base =
        rewrite_index(common->last, pointer, index, first->is_signed, first->scale, 0);
    for (uint32_t i = 0; i < group->count; i++) {
        IrInstruction *at = group->members[i], *by = base;
        if (at->displacement != 0) {
            by = rewrite_index(at, base, NULL, false, 1, at->displacement);
        }
        ir_replace(at, by);
        ir_remove(at);
    }
    return true;
}

bool share_bases(IrFunction *function)
{
    Groups groups = {0};
    bool is_changed = false;
    uint32_t count;
    ir_dominators(function);
    IrBlock **blocks = rewrite_blocks(&groups.arena, function, &count);
    for (uint32_t i = 0; i < count; i++) {
        collect(&groups, blocks[i]);
    }
    for (uint32_t i = 0; i < groups.count; i++) {
        is_changed = (groups.groups[i]->count > 1 && share(groups.groups[i])) || is_changed;
    }
    arena_clear(&groups.arena);
    return is_changed;
}

// SPDX-License-Identifier: Apache-2.0
// Checks that a function is well formed: layout, edges, PHIs, types, and that every definition
// reaches its uses. A finding is a mistake of the pass before.
#include "isa/cuda/ir/verify.h"

typedef struct Verify {
    Arena arena;
    const IrFunction *function;
    uint32_t *positions; // by IrInstruction.number: place in the layout, from 1; 0: not in it
    bool *is_laid_out;   // by IrBlock.number
    int32_t *edges;      // by IrBlock.number: scratch of a comparison of lists, all 0 between two
    Text message;        // of the first fault
    SourceLocation at;   // its
} Verify;

static bool fail(Verify *verify, const IrInstruction *at, const char *what)
{
    if (verify->message.size_bytes == 0) {
        ir_print_instruction(at, &verify->message);
        text_printf(&verify->message, " in block%u: %s", at->block == NULL ? 0 : at->block->number,
                    what);
        verify->at = at->location;
    }
    return false;
}

static bool fail_block(Verify *verify, const IrBlock *block, const char *what)
{
    if (verify->message.size_bytes == 0) {
        text_printf(&verify->message, "block%u %s", block->number, what);
    }
    return false;
}

// ---- Layout

static bool check_instructions(Verify *verify, const IrBlock *block, uint32_t *position)
{
    const IrInstruction *before = NULL;
    for (const IrInstruction *at = block->first; at != NULL; before = at, at = at->next) {
        if (at->block != block || at->previous != before || at->function != verify->function ||
            at->number >= verify->function->instruction_count ||
            verify->positions[at->number] != 0) {
            return fail_block(verify, block, "has an instruction that is not linked as its own");
        }
        verify->positions[at->number] = ++*position;
        if (ir_is_terminator(at) != (at == block->last)) {
            return fail(verify, at,
                        "a terminator is not last, or the last operation is not a terminator");
        }
        if (at->op == IR_PHI && before != NULL && before->op != IR_PHI) {
            return fail(verify, at, "a PHI does not come first");
        }
    }
    return before == block->last && before != NULL ? true
                                                   : fail_block(verify, block, "has no terminator");
}

static bool check_layout(Verify *verify)
{
    uint32_t position = 0;
    const IrBlock *before = NULL;
    for (const IrBlock *block = verify->function->entry; block != NULL;
         before = block, block = block->next) {
        if (block->function != verify->function || block->previous != before ||
            block->number >= verify->function->block_count || verify->is_laid_out[block->number]) {
            return fail_block(verify, block, "is not linked into the layout");
        }
        verify->is_laid_out[block->number] = true;
        if (!check_instructions(verify, block, &position)) {
            return false;
        }
    }
    return before == verify->function->last_block ||
           fail_block(verify, before, "is last, but not recorded as the last");
}

// ---- Edges

static void count_edges(Verify *verify, IrBlock *const *blocks, uint32_t count, int32_t by)
{
    for (uint32_t i = 0; i < count; i++) {
        verify->edges[blocks[i]->number] += by;
    }
}

// The same blocks equally often, in any order. Both lists hold blocks of the layout.
static bool are_same(Verify *verify, IrBlock *const *a, uint32_t a_count, IrBlock *const *b,
                     uint32_t b_count)
{
    bool is_same = a_count == b_count;
    count_edges(verify, a, a_count, 1);
    count_edges(verify, b, b_count, -1);
    for (uint32_t i = 0; i < a_count; i++) {
        is_same = is_same && verify->edges[a[i]->number] == 0;
    }
    for (uint32_t i = 0; i < a_count; i++) {
        verify->edges[a[i]->number] = 0;
    }
    for (uint32_t i = 0; i < b_count; i++) {
        verify->edges[b[i]->number] = 0;
    }
    return is_same;
}

static bool are_laid_out(const Verify *verify, IrBlock *const *blocks, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        if (blocks[i]->function != verify->function || !verify->is_laid_out[blocks[i]->number]) {
            return false;
        }
    }
    return true;
}

static uint32_t wanted_targets(const IrInstruction *last)
{
    switch (last->op) {
    case IR_JUMP: return 1;
    case IR_BRANCH: return 2;
    case IR_SWITCH: return last->target_count == 0 ? 1 : last->target_count;
    default: return 0;
    }
}

// The sources of edges, by the number of the block they go to: sources[first[n]] up to first[n +
// 1].
typedef struct Incoming {
    IrBlock **sources;
    uint32_t *first;
} Incoming;

static bool check_targets(Verify *verify)
{
    for (const IrBlock *block = verify->function->entry; block != NULL; block = block->next) {
        const IrInstruction *last = block->last;
        if (last->target_count != wanted_targets(last) ||
            !are_laid_out(verify, last->targets, last->target_count)) {
            return fail(verify, last, "a target is missing or not in the layout");
        }
    }
    return true;
}

// The terminators say it.
static Incoming find_incoming(Verify *verify)
{
    const IrFunction *function = verify->function;
    uint32_t count = function->block_count, total = 0;
    Incoming incoming = {NULL, arena_alloc(&verify->arena, (count + 2) * sizeof(uint32_t))};
    for (const IrBlock *block = function->entry; block != NULL; block = block->next) {
        for (uint32_t i = 0; i < block->last->target_count; i++, total++) {
            incoming.first[block->last->targets[i]->number + 2]++;
        }
    }
    for (uint32_t i = 1; i <= count; i++) {
        incoming.first[i + 1] += incoming.first[i];
    }
    incoming.sources = arena_alloc(&verify->arena, (total + 1) * sizeof(IrBlock *));
    for (IrBlock *block = function->entry; block != NULL; block = block->next) {
        for (uint32_t i = 0; i < block->last->target_count; i++) {
            uint32_t number = block->last->targets[i]->number;
            incoming.sources[incoming.first[number + 1]++] = block;
        }
    }
    return incoming;
}

static bool check_edges(Verify *verify)
{
    if (!check_targets(verify)) {
        return false;
    }
    Incoming incoming = find_incoming(verify);
    for (const IrBlock *block = verify->function->entry; block != NULL; block = block->next) {
        uint32_t first = incoming.first[block->number];
        if (!are_laid_out(verify, block->predecessors, block->predecessor_count) ||
            !are_same(verify, block->predecessors, block->predecessor_count,
                      incoming.sources + first, incoming.first[block->number + 1] - first)) {
            return fail_block(verify, block, "does not list the blocks that jump to it");
        }
    }
    return verify->function->entry->predecessor_count == 0 ||
           fail_block(verify, verify->function->entry, "is the entry and has a predecessor");
}

// ---- Values

// By number and not in any list: what every function has once.
static bool is_unplaced(const IrInstruction *value)
{
    return value->op == IR_CONSTANT || value->op == IR_UNDEFINED;
}

static bool reaches(const Verify *verify, const IrInstruction *value, const IrInstruction *user,
                    uint32_t index)
{
    if (is_unplaced(value) || value->function != verify->function) {
        return value->function == verify->function;
    }
    if (value->block == NULL || verify->positions[value->number] == 0) {
        return false;
    }
    if (user->op == IR_PHI) {
        return ir_dominates(value->block, user->targets[index]);
    }
    return value->block == user->block
               ? verify->positions[value->number] < verify->positions[user->number]
               : ir_dominates(value->block, user->block);
}

static bool check_uses(Verify *verify, const IrInstruction *at)
{
    uint32_t count = 0;
    const IrUse *before = NULL;
    for (const IrUse *use = at->uses; use != NULL; before = use, use = use->next) {
        if (use->value != at || use->previous != before || use->user->block == NULL ||
            ++count > at->use_count) {
            return fail(verify, at, "its list of uses is broken or holds a removed instruction");
        }
    }
    return count == at->use_count || fail(verify, at, "its number of uses is wrong");
}

static bool check_phi(Verify *verify, const IrInstruction *phi)
{
    const IrBlock *block = phi->block;
    return (phi->target_count == phi->operand_count &&
            are_laid_out(verify, phi->targets, phi->target_count) &&
            are_same(verify, phi->targets, phi->target_count, block->predecessors,
                     block->predecessor_count)) ||
           fail(verify, phi, "a PHI does not match its block's predecessors");
}

static bool check_instruction(Verify *verify, const IrInstruction *at)
{
    if (at->op == IR_PHI && !check_phi(verify, at)) {
        return false;
    }
    if (at->op == IR_LOCAL && at->block != verify->function->entry) {
        return fail(verify, at, "a local variable is not in the entry block");
    }
    for (uint32_t i = 0; i < at->operand_count; i++) {
        const IrUse *use = &at->operands[i];
        if (use->value == NULL || use->user != at ||
            (use->previous == NULL ? use->value->uses : use->previous->next) != use) {
            return fail(verify, at, "an operand is not in the list of its uses");
        }
        if (!reaches(verify, use->value, at, i)) {
            return fail(verify, at, "an operand's definition does not reach it");
        }
    }
    const char *what = verify_types(at);
    return what == NULL ? check_uses(verify, at) : fail(verify, at, what);
}

static bool check_values(Verify *verify)
{
    ir_dominators((IrFunction *)(uintptr_t)verify->function); // numbers, and unreachable blocks
    for (const IrBlock *block = verify->function->entry; block != NULL; block = block->next) {
        for (const IrInstruction *at = block->first; at != NULL; at = at->next) {
            if (!check_instruction(verify, at)) {
                return false;
            }
        }
    }
    return true;
}

bool ir_verify(const IrFunction *function, Arena *arena, IrFault *fault)
{
    Verify verify = {.function = function};
    uint32_t count = function->instruction_count;
    verify.positions = arena_alloc(&verify.arena, (count + 1) * sizeof *verify.positions);
    count = function->block_count;
    verify.is_laid_out = arena_alloc(&verify.arena, (count + 1) * sizeof *verify.is_laid_out);
    verify.edges = arena_alloc(&verify.arena, (count + 1) * sizeof *verify.edges);
    bool is_good = check_layout(&verify) && check_edges(&verify) && check_values(&verify);
    if (!is_good) {
        fault->what = arena_text(arena, text_string(&verify.message), verify.message.size_bytes);
        fault->at = verify.at;
    }
    text_destroy(&verify.message);
    arena_clear(&verify.arena);
    return is_good;
}

// SPDX-License-Identifier: Apache-2.0
// Checks that a function is well formed. What it finds is a mistake of the pass before.
#include "isa/cuda/ir/ir.h"

typedef struct Verify {
    Text message; // of the first fault
} Verify;

// How many operands each operation has, as op.def writes it: "*" is any number.
static const char *const operand_counts[IR_OP_COUNT] = {
#define IR_OP(name, operands, flags) [IR_##name] = #operands,
#include "isa/cuda/ir/op.def"
#undef IR_OP
};

static bool fail(Verify *verify, const IrInstruction *at, const char *what)
{
    if (verify->message.size_bytes == 0) {
        text_printf(&verify->message, "instruction %%%u (op %d) in block%u: %s", at->number,
                    (int)at->op, at->block == NULL ? 0 : at->block->number, what);
    }
    return false;
}

static bool is_integer(IrType type)
{
    return type == IR_I1 || type == IR_I32 || type == IR_I64;
}

static bool is_float(IrType type)
{
    return type == IR_F32 || type == IR_F64;
}

static bool have_type(const IrInstruction *at, uint32_t first, uint32_t end, IrType type)
{
    for (uint32_t i = first; i < end && i < at->operand_count; i++) {
        if (ir_operand(at, i)->type != type) {
            return false;
        }
    }
    return true;
}

static bool is_pointer_operand(const IrInstruction *at, uint32_t index)
{
    return ir_operand(at, index)->type == IR_POINTER;
}

static bool has_good_types(const IrInstruction *at)
{
    uint32_t count = at->operand_count;
    switch (at->op) {
    case IR_ADD:
    case IR_SUBTRACT:
    case IR_MULTIPLY:
    case IR_MULTIPLY_HIGH_S:
    case IR_MULTIPLY_HIGH_U:
    case IR_MULTIPLY_ADD:
    case IR_DIVIDE_S:
    case IR_DIVIDE_U:
    case IR_REMAINDER_S:
    case IR_REMAINDER_U:
    case IR_MIN_S:
    case IR_MAX_S:
    case IR_MIN_U:
    case IR_MAX_U:
    case IR_ABS:
    case IR_NEGATE:
    case IR_BREV:
        return is_integer(at->type) && at->type != IR_I1 && have_type(at, 0, count, at->type);
    case IR_AND:
    case IR_OR:
    case IR_XOR:
    case IR_NOT: return is_integer(at->type) && have_type(at, 0, count, at->type);
    case IR_SHL:
    case IR_SHR_S:
    case IR_SHR_U:
        return is_integer(at->type) && have_type(at, 0, 1, at->type) && have_type(at, 1, 2, IR_I32);
    case IR_FADD:
    case IR_FSUBTRACT:
    case IR_FMULTIPLY:
    case IR_FDIVIDE:
    case IR_FMA:
    case IR_FNEGATE:
    case IR_FABS:
    case IR_FMIN:
    case IR_FMAX:
    case IR_FSQRT:
    case IR_FFLOOR:
    case IR_FCEIL:
    case IR_FTRUNC:
    case IR_FRINT:
    case IR_FCOPYSIGN: return is_float(at->type) && have_type(at, 0, count, at->type);
    case IR_MULTIPLY_WIDE_S:
    case IR_MULTIPLY_WIDE_U: return at->type == IR_I64 && have_type(at, 0, 2, IR_I32);
    case IR_COMPARE: return at->type == IR_I1 && have_type(at, 1, 2, ir_operand(at, 0)->type);
    case IR_SELECT: return have_type(at, 0, 1, IR_I1) && have_type(at, 1, 3, at->type);
    case IR_PHI: return have_type(at, 0, count, at->type);
    case IR_EXTEND_S8:
    case IR_EXTEND_U8:
    case IR_EXTEND_S16:
    case IR_EXTEND_U16: return at->type == IR_I32 && have_type(at, 0, 1, IR_I32);
    case IR_TO_GENERIC:
        return at->type == IR_POINTER && at->space == IR_SPACE_GENERIC && is_pointer_operand(at, 0);
    case IR_TO_SPACE:
        return at->type == IR_POINTER && is_pointer_operand(at, 0) &&
               ir_operand(at, 0)->space == IR_SPACE_GENERIC;
    case IR_INDEX:
        return at->type == IR_POINTER && is_pointer_operand(at, 0) && count >= 1 && count <= 2 &&
               at->space == ir_operand(at, 0)->space &&
               (count == 1 || ir_operand(at, 1)->type == IR_I32 ||
                ir_operand(at, 1)->type == IR_I64);
    case IR_LOAD:
    case IR_ATOMIC: return is_pointer_operand(at, 0);
    case IR_STORE:
        return is_pointer_operand(at, 0) && count == (at->vector > 1 ? at->vector + 1u : 2u);
    case IR_COPY: return is_pointer_operand(at, 0) && is_pointer_operand(at, 1);
    case IR_FILL: return is_pointer_operand(at, 0) && have_type(at, 1, 2, IR_I32);
    case IR_BRANCH: return have_type(at, 0, 1, IR_I1) && at->target_count == 2;
    case IR_JUMP: return at->target_count == 1;
    default: return true;
    }
}

static bool check_operand_count(Verify *verify, const IrInstruction *at)
{
    const char *wanted = operand_counts[at->op];
    return wanted[0] == '*' || at->operand_count == (uint32_t)(wanted[0] - '0') ||
           fail(verify, at, "has a wrong number of operands");
}

static bool is_before(const IrInstruction *a, const IrInstruction *b)
{
    for (const IrInstruction *at = a; at != NULL; at = at->next) {
        if (at == b) {
            return true;
        }
    }
    return false;
}

static bool reaches(const IrInstruction *value, const IrInstruction *user, uint32_t index)
{
    if (value->op == IR_CONSTANT || value->op == IR_UNDEFINED) {
        return true;
    }
    if (value->block == NULL) {
        return false;
    }
    if (user->op == IR_PHI) {
        return ir_dominates(value->block, user->targets[index]);
    }
    if (value->block == user->block) {
        return value != user && is_before(value, user);
    }
    return ir_dominates(value->block, user->block);
}

static bool check_uses(Verify *verify, const IrInstruction *at)
{
    uint32_t count = 0;
    for (const IrUse *use = at->uses; use != NULL; use = use->next) {
        count++;
        if (use->value != at || use->user->block == NULL) {
            return fail(verify, at, "its list of uses is broken or holds a removed instruction");
        }
    }
    return count == at->use_count || fail(verify, at, "its number of uses is wrong");
}

static bool check_instruction(Verify *verify, const IrInstruction *at)
{
    if (!check_operand_count(verify, at) || !check_uses(verify, at)) {
        return false;
    }
    for (uint32_t i = 0; i < at->operand_count; i++) {
        if (at->operands[i].value == NULL || at->operands[i].user != at) {
            return fail(verify, at, "an operand is no link of its own");
        }
        if (!reaches(ir_operand(at, i), at, i)) {
            return fail(verify, at, "an operand's definition does not reach it");
        }
    }
    return has_good_types(at) || fail(verify, at, "the types of its operands are wrong");
}

static uint32_t count_blocks(IrBlock *const *blocks, uint32_t count, const IrBlock *wanted)
{
    uint32_t found = 0;
    for (uint32_t i = 0; i < count; i++) {
        found += blocks[i] == wanted;
    }
    return found;
}

static bool check_phi(Verify *verify, const IrInstruction *phi)
{
    const IrBlock *block = phi->block;
    bool is_good = phi->operand_count == block->predecessor_count &&
                   phi->target_count == phi->operand_count &&
                   (phi->previous == NULL || phi->previous->op == IR_PHI);
    for (uint32_t i = 0; is_good && i < phi->target_count; i++) {
        const IrBlock *from = phi->targets[i];
        is_good = count_blocks(phi->targets, phi->target_count, from) ==
                  count_blocks(block->predecessors, block->predecessor_count, from);
    }
    return is_good || fail(verify, phi, "a PHI does not match its block's predecessors");
}

static bool check_edges(Verify *verify, const IrBlock *block)
{
    const IrInstruction *last = block->last;
    for (uint32_t i = 0; i < last->target_count; i++) {
        const IrBlock *to = last->targets[i];
        if (count_blocks(last->targets, last->target_count, to) !=
            count_blocks(to->predecessors, to->predecessor_count, block)) {
            return fail(verify, last, "a target does not know this predecessor");
        }
    }
    for (uint32_t i = 0; i < block->predecessor_count; i++) {
        const IrInstruction *from = block->predecessors[i]->last;
        if (from == NULL || count_blocks(from->targets, from->target_count, block) == 0) {
            return fail(verify, last, "a predecessor does not go here");
        }
    }
    return true;
}

static bool check_block(Verify *verify, const IrBlock *block)
{
    if (block->last == NULL || !ir_is_terminator(block->last)) {
        text_printf(&verify->message, "block%u has no terminator", block->number);
        return false;
    }
    for (const IrInstruction *at = block->first; at != NULL; at = at->next) {
        if (at->block != block || (ir_is_terminator(at) && at != block->last)) {
            return fail(verify, at, "stands in a block that is not its own, or ends it too early");
        }
        if (!check_instruction(verify, at) || (at->op == IR_PHI && !check_phi(verify, at))) {
            return false;
        }
    }
    return check_edges(verify, block);
}

bool ir_verify(const IrFunction *function, Arena *arena, const char **fault)
{
    Verify verify = {0};
    bool is_good = true;
    ir_dominators((IrFunction *)(uintptr_t)function); // numbers only, and unreachable blocks
    for (const IrBlock *block = function->entry; block != NULL && is_good; block = block->next) {
        is_good = check_block(&verify, block);
    }
    if (!is_good && fault != NULL) {
        *fault = arena_text(arena, text_string(&verify.message), verify.message.size_bytes);
    }
    text_destroy(&verify.message);
    return is_good;
}

// SPDX-License-Identifier: Apache-2.0
// Converts generic pointers to the space they are known to point into, through INDEX, PHI and
// SELECT, so that accesses become ld.global or ld.shared. Kernel parameters that are pointers point
// to global memory: the host has no others to pass.
#include "isa/cuda/optimize/optimize.h"
#include "isa/cuda/optimize/rewrite.h"

#define UNKNOWN      0u // not seen yet; then space + 1; GENERIC_MARK: no one space
#define GENERIC_MARK 1u

typedef struct Inference {
    Arena arena;
    IrFunction *function;
    uint32_t *marks;          // by number
    IrInstruction **specific; // by number: the same pointer in its space
    uint32_t count;
} Inference;

static uint32_t mark_of_space(IrSpace space)
{
    return (uint32_t)space + 1;
}

static bool is_derived(const IrInstruction *at)
{
    return at->type == IR_POINTER && at->space == IR_SPACE_GENERIC &&
           (at->op == IR_INDEX || at->op == IR_PHI || at->op == IR_SELECT);
}

static bool is_kernel_pointer(const IrInstruction *at)
{
    const Function *function = at->function->function;
    return at->op == IR_LOAD && at->type == IR_POINTER && at->space == IR_SPACE_GENERIC &&
           ir_operand(at, 0)->space == IR_SPACE_PARAMETER && !at->is_volatile &&
           (function == NULL || function->is_kernel);
}

static uint32_t mark_of(const Inference *inference, const IrInstruction *value)
{
    if (value->op == IR_UNDEFINED) {
        return UNKNOWN;
    }
    if (is_derived(value)) {
        return inference->marks[value->number];
    }
    if (value->op == IR_TO_GENERIC) {
        return mark_of_space(ir_operand(value, 0)->space);
    }
    if (is_kernel_pointer(value)) {
        return mark_of_space(IR_SPACE_GLOBAL);
    }
    // A null pointer is the same number in global and generic addresses.
    bool is_null = value->op == IR_CONSTANT ||
                   (value->op == IR_INTEGER_TO_POINTER && rewrite_is(ir_operand(value, 0), 0));
    return is_null ? mark_of_space(IR_SPACE_GLOBAL) : GENERIC_MARK;
}

static uint32_t meet(uint32_t a, uint32_t b)
{
    return a == UNKNOWN ? b : b == UNKNOWN || a == b ? a : GENERIC_MARK;
}

static bool update(Inference *inference, const IrInstruction *at)
{
    uint32_t first = at->op == IR_SELECT ? 1 : 0;
    uint32_t end = at->op == IR_INDEX ? 1 : at->operand_count;
    uint32_t mark = UNKNOWN;
    for (uint32_t i = first; i < end; i++) {
        mark = meet(mark, mark_of(inference, ir_operand(at, i)));
    }
    bool is_changed = mark != inference->marks[at->number];
    inference->marks[at->number] = mark;
    return is_changed;
}

static void solve(Inference *inference)
{
    for (bool is_changed = true; is_changed;) {
        is_changed = false;
        for (IrBlock *block = inference->function->entry; block != NULL; block = block->next) {
            for (IrInstruction *at = block->first; at != NULL; at = at->next) {
                if (is_derived(at)) {
                    is_changed = update(inference, at) || is_changed;
                }
            }
        }
    }
}

static bool has_mark(const Inference *inference, const IrInstruction *value)
{
    return value->number < inference->count && is_derived(value) &&
           inference->marks[value->number] > GENERIC_MARK;
}

static IrInstruction *make_pointer(IrInstruction *value, IrOp op, IrSpace space,
                                   IrInstruction *before)
{
    IrInstruction *made = rewrite_unary(before, op, IR_POINTER, value);
    made->space = space;
    return made;
}

// `value` in `space`; conversions go to where it is defined, or before `user` for constants.
static IrInstruction *in_space(Inference *inference, IrInstruction *value, IrSpace space,
                               IrInstruction *user)
{
    if (value->op == IR_UNDEFINED) {
        return value;
    }
    if (value->number < inference->count && inference->specific[value->number] != NULL) {
        return inference->specific[value->number];
    }
    if (value->op == IR_TO_GENERIC) {
        return ir_operand(value, 0);
    }
    if (value->block == NULL) {
        return make_pointer(value, IR_TO_SPACE, space, user);
    }
    IrInstruction *made = make_pointer(value, IR_TO_SPACE, space, value->next);
    if (value->number < inference->count) {
        inference->specific[value->number] = made;
    }
    return made;
}

static void make_specific(Inference *inference, IrInstruction *at)
{
    IrInstruction *made = ir_create(inference->function, at->op, IR_POINTER, at->location);
    made->space = (IrSpace)(inference->marks[at->number] - 1);
    made->scale = at->scale;
    made->displacement = at->displacement;
    made->is_signed = at->is_signed;
    inference->specific[at->number] = made;
    ir_insert_before(at, made);
}

static void fill_operands(Inference *inference, IrInstruction *at)
{
    IrInstruction *made = inference->specific[at->number];
    for (uint32_t i = 0; i < at->operand_count; i++) {
        IrInstruction *value = ir_operand(at, i);
        bool is_pointer = at->op == IR_PHI || (at->op == IR_INDEX ? i == 0 : i > 0);
        IrInstruction *before = at->op == IR_PHI ? at->targets[i]->last : made;
        if (is_pointer) {
            value = in_space(inference, value, made->space, before);
        }
        if (at->op == IR_PHI) {
            ir_add_phi_operand(made, value, at->targets[i]);
        } else {
            ir_add_operand(made, value);
        }
    }
}

static bool is_convertible(const Inference *inference, const IrInstruction *value)
{
    return has_mark(inference, value) || value->op == IR_TO_GENERIC || is_kernel_pointer(value);
}

// Accesses and comparisons use the pointer in its space; other users get it converted to generic.
static bool convert_use(Inference *inference, IrUse *use)
{
    IrInstruction *value = use->value, *user = use->user;
    uint32_t mark = mark_of(inference, value);
    uint32_t operand = rewrite_operand_index(use);
    if (rewrite_is_address(use)) {
        if (ir_writes_to(user, operand) && ir_is_read_only((IrSpace)(mark - 1))) {
            return false; // a fault when it is executed
        }
        ir_set_operand(user, operand, in_space(inference, value, (IrSpace)(mark - 1), user));
        return true;
    }
    if (user->op == IR_COMPARE) {
        IrInstruction *other = ir_operand(user, 1 - operand);
        if (other->space != IR_SPACE_GENERIC || mark_of(inference, other) != mark ||
            mark != mark_of_space(IR_SPACE_GLOBAL)) {
            return false;
        }
        IrInstruction *a = in_space(inference, value, IR_SPACE_GLOBAL, user);
        IrInstruction *b = in_space(inference, other, IR_SPACE_GLOBAL, user);
        ir_set_operand(user, operand, a);
        ir_set_operand(user, 1 - operand, b);
        return true;
    }
    return false;
}

static bool convert_uses(Inference *inference, IrInstruction *value)
{
    bool is_changed = false;
    for (IrUse *use = value->uses, *next; use != NULL; use = next) {
        next = use->next;
        if (convert_use(inference, use)) {
            is_changed = true;
            next = value->uses; // the list is another one now; what stays does not change again
        }
    }
    return is_changed;
}

// The remaining generic INDEX, PHI or SELECT becomes the specific one, converted.
static void make_generic_again(Inference *inference, IrInstruction *at)
{
    IrInstruction *made = inference->specific[at->number];
    bool is_needed = false;
    for (const IrUse *use = at->uses; use != NULL; use = use->next) {
        is_needed = is_needed || !has_mark(inference, use->user);
    }
    if (is_needed) {
        IrInstruction *place = at->op == IR_PHI ? rewrite_after_phis(at->block) : at;
        IrInstruction *generic = make_pointer(made, IR_TO_GENERIC, IR_SPACE_GENERIC, place);
        ir_replace(at, generic);
    }
}

static bool convert_function(Inference *inference)
{
    bool is_changed = false;
    IrFunction *function = inference->function;
    for (IrBlock *block = function->entry; block != NULL; block = block->next) {
        for (IrInstruction *at = block->first, *next; at != NULL; at = next) {
            next = at->next;
            if (at->number < inference->count && is_convertible(inference, at)) {
                is_changed = convert_uses(inference, at) || is_changed;
            }
        }
    }
    for (IrBlock *block = function->entry; block != NULL; block = block->next) {
        for (IrInstruction *at = block->first; at != NULL; at = at->next) {
            if (has_mark(inference, at)) {
                make_generic_again(inference, at);
            }
        }
    }
    return is_changed;
}

bool infer_spaces(IrFunction *function)
{
    Inference inference = {0};
    inference.function = function;
    inference.count = function->instruction_count;
    inference.marks = arena_alloc(&inference.arena, (inference.count + 1) * sizeof(uint32_t));
    inference.specific =
        arena_alloc(&inference.arena, (inference.count + 1) * sizeof(IrInstruction *));
    ir_order(function);
    solve(&inference);
    for (IrBlock *block = function->entry; block != NULL; block = block->next) {
        for (IrInstruction *at = block->first; at != NULL; at = at->next) {
            if (has_mark(&inference, at)) {
                make_specific(&inference, at);
            }
        }
    }
    for (IrBlock *block = function->entry; block != NULL; block = block->next) {
        for (IrInstruction *at = block->first; at != NULL; at = at->next) {
            if (has_mark(&inference, at)) {
                fill_operands(&inference, at);
            }
        }
    }
    bool is_changed = convert_function(&inference);
    remove_dead(function);
    arena_clear(&inference.arena);
    return is_changed;
}

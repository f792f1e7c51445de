// SPDX-License-Identifier: Apache-2.0
// Makes and changes instructions: operands with their lists of uses, places in blocks, constants.
#include "isa/cuda/ir/ir.h"

#include <string.h>

static void link_use(IrUse *use)
{
    IrInstruction *value = use->value;
    use->previous = NULL;
    use->next = value->uses;
    if (value->uses != NULL) {
        value->uses->previous = use;
    }
    value->uses = use;
    value->use_count++;
}

static void unlink_use(IrUse *use)
{
    if (use->previous != NULL) {
        use->previous->next = use->next;
    } else {
        use->value->uses = use->next;
    }
    if (use->next != NULL) {
        use->next->previous = use->previous;
    }
    use->value->use_count--;
    use->next = use->previous = NULL;
}

static Arena *arena_of(const IrInstruction *instruction)
{
    return instruction->function->module->arena;
}

// Uses are linked by address: they are taken out of their lists and put back when they move.
static void grow_operands(IrInstruction *instruction)
{
    uint32_t count = instruction->operand_count;
    uint32_t room = instruction->operand_room == 0 ? 3 : instruction->operand_room * 2;
    for (uint32_t i = 0; i < count; i++) {
        unlink_use(&instruction->operands[i]);
    }
    instruction->operands = arena_grow(arena_of(instruction), instruction->operands, count, room,
                                       sizeof *instruction->operands);
    for (uint32_t i = 0; i < count; i++) {
        link_use(&instruction->operands[i]);
    }
    if (instruction->op == IR_PHI) {
        instruction->targets =
            arena_grow(arena_of(instruction), (void *)instruction->targets,
                       instruction->target_count, room, sizeof *instruction->targets);
    }
    instruction->operand_room = room;
}

IrInstruction *ir_create(IrFunction *function, IrOp op, IrType type, SourceLocation location)
{
    IrInstruction *made = arena_alloc(function->module->arena, sizeof *made);
    made->op = op;
    made->type = type;
    made->location = location;
    made->number = function->instruction_count++;
    made->function = function;
    return made;
}

void ir_add_operand(IrInstruction *instruction, IrInstruction *value)
{
    if (instruction->operand_count == instruction->operand_room) {
        grow_operands(instruction);
    }
    IrUse *use = &instruction->operands[instruction->operand_count++];
    use->value = value;
    use->user = instruction;
    link_use(use);
}

void ir_set_operand(IrInstruction *instruction, uint32_t index, IrInstruction *value)
{
    IrUse *use = &instruction->operands[index];
    if (use->value != value) {
        unlink_use(use);
        use->value = value;
        link_use(use);
    }
}

void ir_remove_operand(IrInstruction *instruction, uint32_t index)
{
    for (uint32_t i = index; i + 1 < instruction->operand_count; i++) {
        ir_set_operand(instruction, i, instruction->operands[i + 1].value);
        if (instruction->op == IR_PHI) {
            instruction->targets[i] = instruction->targets[i + 1];
        }
    }
    instruction->operand_count--;
    unlink_use(&instruction->operands[instruction->operand_count]);
    if (instruction->op == IR_PHI) {
        instruction->target_count--;
    }
}

void ir_add_phi_operand(IrInstruction *phi, IrInstruction *value, IrBlock *predecessor)
{
    ir_add_operand(phi, value);
    phi->targets[phi->target_count++] = predecessor;
}

void ir_replace(IrInstruction *old, IrInstruction *by)
{
    shown_replace(old, by);
    while (old != by && old->uses != NULL) {
        IrUse *use = old->uses;
        unlink_use(use);
        use->value = by;
        link_use(use);
    }
}

static uint64_t real_bits(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static IrInstruction **constant_bucket(const IrFunction *function, IrOp op, IrType type,
                                       uint64_t bits)
{
    uint64_t mixed = (bits ^ ((uint64_t)op << 56) ^ ((uint64_t)type << 48)) * 0x9e3779b97f4a7c15u;
    return &function->constant_buckets[(mixed >> 40) % function->constant_bucket_count];
}

static void add_constant(IrFunction *function, IrInstruction *constant)
{
    IrInstruction **bucket = constant_bucket(function, constant->op, constant->type,
                                             constant->integer ^ real_bits(constant->real));
    constant->previous = *bucket;
    *bucket = constant;
}

// Twice as many buckets, once there are more constants than buckets.
static void grow_constants(IrFunction *function)
{
    if (function->constant_count++ < function->constant_bucket_count) {
        return;
    }
    function->constant_bucket_count *= 2;
    function->constant_buckets = arena_alloc(
        function->module->arena, function->constant_bucket_count * sizeof(IrInstruction *));
    for (IrInstruction *at = function->constants; at != NULL; at = at->next) {
        add_constant(function, at);
    }
}

// Each constant is one instruction, chained by `previous` in its bucket.
static IrInstruction *constant(IrFunction *function, IrOp op, IrType type, uint64_t integer,
                               double real)
{
    uint64_t bits = integer ^ real_bits(real);
    IrInstruction *at = *constant_bucket(function, op, type, bits);
    for (; at != NULL; at = at->previous) {
        if (at->op == op && at->type == type && at->integer == integer &&
            real_bits(at->real) == real_bits(real)) {
            return at;
        }
    }
    IrInstruction *made = ir_create(function, op, type, (SourceLocation){0});
    made->integer = integer;
    made->real = real;
    grow_constants(function);
    add_constant(function, made);
    made->next = function->constants;
    function->constants = made;
    return made;
}

IrInstruction *ir_integer(IrFunction *function, IrType type, uint64_t value)
{
    uint64_t mask = type == IR_I1    ? 1
                    : type == IR_I16 ? UINT16_MAX
                    : type == IR_I32 ? UINT32_MAX
                                     : UINT64_MAX;
    return constant(function, IR_CONSTANT, type, value & mask, 0);
}

IrInstruction *ir_real(IrFunction *function, IrType type, double value)
{
    return constant(function, IR_CONSTANT, type, 0, value);
}

IrInstruction *ir_undefined(IrFunction *function, IrType type)
{
    return constant(function, IR_UNDEFINED, type, 0, 0);
}

static bool is_placed(const IrInstruction *instruction)
{
    return instruction->block != NULL;
}

void ir_append(IrBlock *block, IrInstruction *instruction)
{
    instruction->block = block;
    instruction->next = NULL;
    instruction->previous = block->last;
    if (block->last != NULL) {
        block->last->next = instruction;
    } else {
        block->first = instruction;
    }
    block->last = instruction;
    shown_place(instruction);
}

void ir_insert_before(IrInstruction *where, IrInstruction *instruction)
{
    instruction->block = where->block;
    instruction->next = where;
    instruction->previous = where->previous;
    if (where->previous != NULL) {
        where->previous->next = instruction;
    } else {
        where->block->first = instruction;
    }
    where->previous = instruction;
    shown_insert(instruction);
}

void ir_insert_after(IrInstruction *where, IrInstruction *instruction)
{
    if (where->next != NULL) {
        ir_insert_before(where->next, instruction);
    } else {
        ir_append(where->block, instruction);
    }
}

static void take_out(IrInstruction *instruction)
{
    IrBlock *block = instruction->block;
    if (instruction->previous != NULL) {
        instruction->previous->next = instruction->next;
    } else {
        block->first = instruction->next;
    }
    if (instruction->next != NULL) {
        instruction->next->previous = instruction->previous;
    } else {
        block->last = instruction->previous;
    }
    instruction->block = NULL;
    instruction->next = instruction->previous = NULL;
}

void ir_move_before(IrInstruction *where, IrInstruction *instruction)
{
    if (is_placed(instruction)) {
        shown_move(instruction);
        take_out(instruction);
    }
    ir_insert_before(where, instruction);
}

void ir_carry_before(IrInstruction *where, IrInstruction *instruction)
{
    take_out(instruction);
    ir_insert_before(where, instruction);
}

void ir_move_all_before(IrInstruction *last, IrBlock *from)
{
    IrInstruction *first = from->first;
    const IrNote *notes = last->notes;
    last->notes = NULL;
    while (from->first != from->last) {
        IrInstruction *at = from->first;
        ir_carry_before(last, at);
    }
    if (notes != NULL) {
        shown_prepend(first, notes);
    }
}

// One edge; the PHIs keep their operands.
static void drop_edge(IrBlock *to, const IrBlock *from)
{
    for (uint32_t i = 0; i < to->predecessor_count; i++) {
        if (to->predecessors[i] == from) {
            memmove((void *)&to->predecessors[i], (void *)&to->predecessors[i + 1],
                    (to->predecessor_count - i - 1) * sizeof *to->predecessors);
            to->predecessor_count--;
            return;
        }
    }
}

void ir_remove(IrInstruction *instruction)
{
    if (is_placed(instruction)) {
        for (uint32_t i = 0; ir_is_terminator(instruction) && i < instruction->target_count; i++) {
            drop_edge(instruction->targets[i], instruction->block);
        }
        shown_remove(instruction);
        take_out(instruction);
    }
    while (instruction->operand_count > 0) {
        unlink_use(&instruction->operands[--instruction->operand_count]);
    }
}

IrInstruction *ir_clone(IrFunction *function, const IrInstruction *instruction)
{
    if (instruction->op == IR_CONSTANT || instruction->op == IR_UNDEFINED) {
        return constant(function, instruction->op, instruction->type, instruction->integer,
                        instruction->real);
    }
    IrInstruction *made =
        ir_create(function, instruction->op, instruction->type, instruction->location);
    uint32_t number = made->number;
    *made = *instruction;
    made->number = number;
    made->function = function;
    made->block = NULL;
    made->uses = NULL;
    made->use_count = made->operand_count = made->operand_room = made->target_count = 0;
    made->operands = NULL;
    made->targets = NULL;
    made->previous = made->next = NULL;
    made->scratch = NULL;
    made->names = NULL;
    made->notes = NULL;
    for (uint32_t i = 0; i < instruction->operand_count; i++) {
        ir_add_operand(made, instruction->operands[i].value);
    }
    if (instruction->target_count > 0) {
        uint32_t room = made->operand_room > instruction->target_count ? made->operand_room
                                                                       : instruction->target_count;
        made->targets = arena_grow(function->module->arena, (void *)instruction->targets,
                                   instruction->target_count, room, sizeof *made->targets);
        made->target_count = instruction->target_count;
    }
    return made;
}

IrInstruction *ir_unary(IrBlock *block, IrOp op, IrType type, IrInstruction *a, SourceLocation at)
{
    IrInstruction *made = ir_create(block->function, op, type, at);
    ir_add_operand(made, a);
    ir_append(block, made);
    return made;
}

IrInstruction *ir_binary(IrBlock *block, IrOp op, IrType type, IrInstruction *a, IrInstruction *b,
                         SourceLocation at)
{
    IrInstruction *made = ir_unary(block, op, type, a, at);
    ir_add_operand(made, b);
    return made;
}

IrFunction *ir_function(IrModule *module, Function *function)
{
    IrFunction *made = arena_alloc(module->arena, sizeof *made);
    made->module = module;
    made->function = function;
    made->is_emitted = true;
    made->constant_bucket_count = IR_CONSTANT_BUCKETS;
    made->constant_buckets =
        arena_alloc(module->arena, IR_CONSTANT_BUCKETS * sizeof(IrInstruction *));
    module->functions = arena_grow(module->arena, (void *)module->functions, module->function_count,
                                   module->function_count + 1, sizeof *module->functions);
    module->functions[module->function_count++] = made;
    return made;
}

uint8_t ir_element(const IrLeaf *leaves, uint32_t count, uint32_t i, uint32_t align_bytes,
                   uint64_t size_bytes)
{
    uint64_t offset = leaves[i].offset_bytes, bytes = ir_memory_bytes(leaves[i].memory);
    uint64_t word = 4 * bytes, lane = offset % word / bytes;
    if (word > 16 || align_bytes < word || (word < 16 && size_bytes != word) || i < lane ||
        i - lane + 4 > count) {
        return 0;
    }
    for (uint64_t other = 0; other < 4; other++) {
        const IrLeaf *leaf = &leaves[i - lane + other];
        if (ir_memory_bytes(leaf->memory) != bytes ||
            leaf->offset_bytes + lane * bytes != offset + other * bytes) {
            return 0;
        }
    }
    return (uint8_t)(lane + 1);
}

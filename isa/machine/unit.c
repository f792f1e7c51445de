// SPDX-License-Identifier: Apache-2.0
// Making ops, virtual registers, labels and constants. Each constant is kept once per kernel: equal
// ones share a row. op.c knows what an op reads and writes.
#include "isa/machine/op.h"
#include "isa/machine/operand.h"
#include "isa/machine/select.h"

#include <stdarg.h>
#include <string.h>

Unit *lowering_unit(Lowering *lowering, const PtxFunction *function)
{
    uint32_t *index = &lowering->unit_of[function->index];
    if (*index != UINT32_MAX) {
        return lowering->units[*index];
    }
    lowering->units = arena_room(&lowering->scratch, lowering->units, lowering->unit_count,
                                 &lowering->unit_room, sizeof(Unit *));
    Unit *unit = arena_alloc(&lowering->scratch, sizeof(Unit));
    *index = lowering->unit_count;
    lowering->units[lowering->unit_count++] = unit;
    unit->lowering = lowering;
    unit->function = function;
    unit->index = *index;
    unit->carry = VALUE_NONE;
    for (uint32_t i = 0; i < PTX_SPECIAL_COUNT; i++) {
        unit->special_of[i] = VALUE_NONE;
    }
    frame_layout(unit);
    return unit;
}

void lowering_error_at(Lowering *lowering, uint32_t location, uint32_t line, uint32_t column,
                       const char *message)
{
    const PtxModule *module = lowering->module;
    const PtxLocation *place =
        location < module->location_count ? &module->locations[location] : NULL;
    const char *file = location == 0 || place == NULL ? NULL : ptx_file_name(module, place->file);
    SourcePosition in_cuda = {file, place == NULL ? 0 : place->line,
                              place == NULL ? 0 : place->column};
    SourcePosition in_ptx = {module->file, line, column};
    diagnostics_add(lowering->diagnostics, DIAGNOSTIC_ERROR, file != NULL ? in_cuda : in_ptx,
                    file != NULL ? NULL : module->source, "%s", message);
}

void lowering_error(Lowering *lowering, const PtxInstruction *instruction, const char *format, ...)
{
    Text text = {0};
    va_list arguments;
    va_start(arguments, format);
    text_vprintf(&text, format, arguments);
    va_end(arguments);
    uint32_t line = instruction == NULL ? 0 : instruction->line;
    uint32_t column = instruction == NULL ? 0 : instruction->column;
    uint32_t location = instruction == NULL ? 0 : instruction->location;
    lowering_error_at(lowering, location, line, column, text_string(&text));
    text_destroy(&text);
}

void lowering_unsupported(Unit *unit, const PtxInstruction *instruction)
{
    Text text = {0};
    ptx_print_instruction(unit->lowering->module, unit->function, instruction, &text);
    lowering_error(unit->lowering, instruction, "not supported: '%s'", text_string(&text));
    text_destroy(&text);
}

Op *unit_add(Unit *unit, MicroKind kind)
{
    unit->ops =
        arena_room(&unit->lowering->scratch, unit->ops, unit->op_count, &unit->op_room, sizeof(Op));
    Op *op = &unit->ops[unit->op_count++];
    *op = (Op){.kind = (uint8_t)kind,
               .vector = 1,
               .guard = VALUE_NONE,
               .d = VALUE_NONE,
               .d2 = VALUE_NONE,
               .a = VALUE_NONE,
               .b = VALUE_NONE,
               .c = VALUE_NONE,
               .e = VALUE_NONE,
               .data = {VALUE_NONE, VALUE_NONE, VALUE_NONE, VALUE_NONE},
               .addend = {VALUE_NONE, VALUE_NONE, VALUE_NONE, VALUE_NONE},
               .ptx = unit->current};
    if (unit->current != NULL && unit->current->guard != NULL) {
        op->guard = unit->value_of[unit->current->guard->index];
        op->flags = unit->current->is_guard_negated ? MICRO_GUARD_NEGATED : 0;
    }
    return op;
}

Op *unit_lane(Unit *unit, const char *key, Value d, Value a, Value b, Value c)
{
    LaneOp function = select_find(unit, key);
    Op *op = unit_add(unit, MICRO_LANE);
    op->function = (uint16_t)function;
    op->d = d;
    op->a = a;
    op->b = b;
    op->c = c;
    return op;
}

Value unit_register(Unit *unit, ValueClass value_class)
{
    unit->registers = arena_room(&unit->lowering->scratch, unit->registers, unit->register_count,
                                 &unit->register_room, sizeof(VirtualRegister));
    unit->registers[unit->register_count] = (VirtualRegister){.value_class = (uint8_t)value_class};
    return unit->register_count++;
}

uint32_t unit_label(Unit *unit)
{
    return unit->label_count++;
}

void unit_place_label(Unit *unit, uint32_t label)
{
    const PtxInstruction *current = unit->current;
    unit->current = NULL;
    unit_add(unit, MICRO_NOP)->kind = OP_LABEL;
    unit->ops[unit->op_count - 1].target = label;
    unit->current = current;
}

void unit_compact(Unit *unit)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < unit->op_count; i++) {
        if (unit->ops[i].kind != OP_DEAD) {
            unit->ops[kept++] = unit->ops[i];
        }
    }
    unit->op_count = kept;
}

static void add_cost(Unit *unit, const Op *before, uint32_t issues, uint32_t pipe)
{
    Op *nop = unit_add(unit, MICRO_NOP);
    nop->issues = issues > UINT8_MAX ? UINT8_MAX : (uint8_t)issues;
    nop->pipe = (uint8_t)pipe;
    nop->ptx = before->ptx;
}

void unit_insert_costs(Unit *unit, uint32_t (*issues)[PIPE_COUNT])
{
    uint32_t count = unit->op_count;
    Op *old = unit->ops;
    unit->ops = NULL;
    unit->op_count = unit->op_room = 0;
    for (uint32_t i = 0; i < count; i++) {
        for (uint32_t pipe = 0; pipe < PIPE_COUNT; pipe++) {
            if (issues[i][pipe] != 0) {
                add_cost(unit, &old[i], issues[i][pipe], pipe);
            }
        }
        *unit_add(unit, MICRO_NOP) = old[i];
    }
}

static uint32_t constant_hash(const MachineConstant *constant)
{
    uint64_t hash = constant->bits * UINT64_C(0x9e3779b97f4a7c15) + constant->kind * 31u +
                    constant->is_64 * 7u + (uintptr_t)constant->variable + constant->special * 131u;
    return (uint32_t)(hash >> 32) ^ (uint32_t)hash;
}

static bool constant_equal(const MachineConstant *x, const MachineConstant *y)
{
    return x->kind == y->kind && x->is_64 == y->is_64 && x->is_signed == y->is_signed &&
           x->width_bytes == y->width_bytes && x->bits == y->bits && x->variable == y->variable &&
           x->special == y->special;
}

static void constant_rehash(Lowering *lowering)
{
    const MachineProgram *program = lowering->program;
    lowering->constant_hash_size =
        lowering->constant_hash_size == 0 ? 64 : 4 * lowering->constant_hash_size;
    uint32_t mask = lowering->constant_hash_size - 1;
    lowering->constant_hash =
        arena_alloc(&lowering->scratch, lowering->constant_hash_size * sizeof(uint32_t));
    for (uint32_t i = 0; i < program->constant_count; i++) {
        uint32_t at = constant_hash(&program->constants[i]) & mask;
        while (lowering->constant_hash[at] != 0) {
            at = (at + 1) & mask;
        }
        lowering->constant_hash[at] = i + 1;
    }
}

Value lowering_constant(Lowering *lowering, MachineConstant constant)
{
    MachineProgram *program = lowering->program;
    if (2 * program->constant_count >= lowering->constant_hash_size) {
        constant_rehash(lowering);
    }
    uint32_t mask = lowering->constant_hash_size - 1;
    uint32_t at = constant_hash(&constant) & mask;
    for (; lowering->constant_hash[at] != 0; at = (at + 1) & mask) {
        uint32_t found = lowering->constant_hash[at] - 1;
        if (constant_equal(&program->constants[found], &constant)) {
            return VALUE_CONSTANT | found;
        }
    }
    program->constants = arena_room(&lowering->scratch, program->constants, program->constant_count,
                                    &lowering->constant_room, sizeof(MachineConstant));
    program->constants[program->constant_count] = constant;
    lowering->constant_hash[at] = ++program->constant_count;
    return VALUE_CONSTANT | (program->constant_count - 1);
}

Value literal_32(Lowering *lowering, uint32_t bits)
{
    return lowering_constant(lowering, (MachineConstant){.kind = CONSTANT_LITERAL, .bits = bits});
}

Value literal_64(Lowering *lowering, uint64_t bits)
{
    return lowering_constant(
        lowering, (MachineConstant){.kind = CONSTANT_LITERAL, .bits = bits, .is_64 = true});
}

bool value_is_register(Value value)
{
    return value != VALUE_NONE && (value & VALUE_CONSTANT) == 0;
}

bool value_is_constant(Value value)
{
    return value != VALUE_NONE && (value & VALUE_CONSTANT) != 0;
}

bool value_literal(const Lowering *lowering, Value value, uint64_t *bits)
{
    if (!value_is_constant(value)) {
        return false;
    }
    const MachineConstant *constant = &lowering->program->constants[value & ~VALUE_CONSTANT];
    *bits = constant->bits;
    return constant->kind == CONSTANT_LITERAL;
}

bool value_is_constant_place(const Lowering *lowering, Value value)
{
    if (!value_is_constant(value)) {
        return false;
    }
    const MachineConstant *constant = &lowering->program->constants[value & ~VALUE_CONSTANT];
    return constant->kind == CONSTANT_VARIABLE && constant->variable->space == PTX_SPACE_CONST;
}

ValueClass value_class(const Unit *unit, Value value)
{
    if (value_is_constant(value)) {
        return unit->lowering->program->constants[value & ~VALUE_CONSTANT].is_64 ? VALUE_64
                                                                                 : VALUE_32;
    }
    return (ValueClass)unit->registers[value].value_class;
}

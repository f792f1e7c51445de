// SPDX-License-Identifier: Apache-2.0
// Registers are followed without regard to the order of instructions: what a register may hold is
// what any instruction writes to it. A sum of a pointer and of a number is a pointer to the same
// object; of two pointers nothing is known.
#include "sim/check/object.h"

#include "isa/base/heap.h"

#include <stdlib.h>
#include <string.h>

// What a register may be made from: one of these, or OBJECT plus an index.
enum { UNSEEN, NUMBER, UNKNOWN, OBJECT };
#define OBJECT_MAX 60000u

typedef struct Trace {
    Objects *objects;
    const PtxFunction *function;
    uint32_t *made_from; // [register]
} Trace;

// --- values

static uint32_t object_of(Objects *objects, const PtxVariable *variable, uint32_t offset)
{
    for (uint32_t i = 1; i < objects->count; i++) {
        if (objects->items[i].variable == variable && objects->items[i].offset == offset) {
            return OBJECT + i;
        }
    }
    if (objects->count == OBJECT_MAX) {
        return UNKNOWN;
    }
    objects->items = heap_room(objects->items, objects->count, &objects->room, sizeof(Object));
    objects->items[objects->count] = (Object){.variable = variable, .offset = offset};
    return OBJECT + objects->count++;
}

static uint32_t either(uint32_t a, uint32_t b)
{
    return a == UNSEEN ? b : b == UNSEEN || a == b ? a : UNKNOWN;
}

static uint32_t sum(uint32_t a, uint32_t b)
{
    if (a == UNSEEN || b == UNSEEN) {
        return UNSEEN;
    }
    return a == NUMBER ? b : b == NUMBER ? a : UNKNOWN;
}

static uint32_t difference(uint32_t a, uint32_t b)
{
    return b == UNSEEN || b == NUMBER ? sum(a, b) : UNKNOWN;
}

static uint32_t operand(const Trace *trace, const PtxInstruction *instruction, uint32_t index)
{
    const PtxOperand *at = &instruction->operands[index];
    switch (index < instruction->operand_count ? at->kind : PTX_OPERAND_LABEL) {
    case PTX_OPERAND_REGISTER:
        return at->component != 0 ? UNKNOWN : trace->made_from[at->reg->index];
    case PTX_OPERAND_VARIABLE:
        return at->variable->space == PTX_SPACE_SHARED || at->variable->space == PTX_SPACE_GLOBAL
                   ? object_of(trace->objects, at->variable, 0)
                   : UNKNOWN;
    case PTX_OPERAND_INTEGER:
    case PTX_OPERAND_FLOAT:
    case PTX_OPERAND_SPECIAL: return NUMBER;
    default: return UNKNOWN;
    }
}

// --- instructions

static bool is_parameter(const PtxFunction *function, const PtxVariable *variable)
{
    for (uint32_t i = 0; i < function->parameter_count; i++) {
        if (function->parameters[i] == variable) {
            return function->is_entry;
        }
    }
    return false;
}

static uint32_t loaded(const Trace *trace, const PtxInstruction *instruction)
{
    const PtxOperand *from = &instruction->operands[1];
    bool is_pointer = instruction->space == PTX_SPACE_PARAM && from->variable != NULL &&
                      instruction->vector == 1 && ptx_type_bits(instruction->type) == 64 &&
                      is_parameter(trace->function, from->variable);
    return is_pointer ? object_of(trace->objects, from->variable, (uint32_t)from->integer) : NUMBER;
}

// Of operations that no pointer should go through.
static uint32_t other(const Trace *trace, const PtxInstruction *instruction)
{
    for (uint32_t i = 1; i < instruction->operand_count; i++) {
        uint32_t source = operand(trace, instruction, i);
        if (source != NUMBER && source != UNSEEN) {
            return UNKNOWN;
        }
    }
    return NUMBER;
}

static uint32_t result(const Trace *trace, const PtxInstruction *instruction)
{
    uint32_t a = operand(trace, instruction, 1);
    switch (instruction->opcode) {
    case PTX_MOV:
    case PTX_CVT:
    case PTX_CVTA: return a;
    case PTX_ADD:
    case PTX_OR: return sum(a, operand(trace, instruction, 2));
    case PTX_SUB: return difference(a, operand(trace, instruction, 2));
    case PTX_MUL:
    case PTX_SHL: return NUMBER;
    case PTX_MAD: return sum(NUMBER, operand(trace, instruction, 3));
    case PTX_SELP: return either(a, operand(trace, instruction, 2));
    case PTX_LD: return loaded(trace, instruction);
    case PTX_ATOM: return NUMBER;
    default: return other(trace, instruction);
    }
}

static bool write(const Trace *trace, const PtxOperand *to, uint32_t value)
{
    bool has_changed = false;
    if (to->kind == PTX_OPERAND_REGISTER) {
        uint32_t *made_from = &trace->made_from[to->reg->index];
        uint32_t joined = either(*made_from, to->component != 0 ? UNKNOWN : value);
        has_changed = joined != *made_from;
        *made_from = joined;
    }
    bool is_list = to->kind == PTX_OPERAND_VECTOR || to->kind == PTX_OPERAND_PAIR ||
                   to->kind == PTX_OPERAND_ARGUMENTS;
    for (uint32_t i = 0; is_list && i < to->element_count; i++) {
        has_changed |= write(trace, &to->elements[i], value == NUMBER ? NUMBER : UNKNOWN);
    }
    return has_changed;
}

// Until nothing changes: each register changes three times at most.
static void follow(const Trace *trace)
{
    for (bool has_changed = true; has_changed;) {
        has_changed = false;
        for (uint32_t i = 0; i < trace->function->instruction_count; i++) {
            const PtxInstruction *instruction = &trace->function->instructions[i];
            if (instruction->operand_count > 0) {
                has_changed |= write(trace, &instruction->operands[0], result(trace, instruction));
            }
        }
    }
}

// --- accesses

// Of several accesses that lowering made one, each may have had an object of its own.
static bool is_one_access(const Micro *micro, const PtxInstruction *instruction)
{
    return instruction != NULL &&
           micro->width_bytes == ptx_type_bits(instruction->type) / 8 * instruction->vector;
}

static uint16_t address_object(const Trace *trace, const PtxInstruction *instruction)
{
    for (uint32_t i = 0; i < instruction->operand_count; i++) {
        const PtxOperand *at = &instruction->operands[i];
        if (at->kind != PTX_OPERAND_ADDRESS) {
            continue;
        }
        uint32_t value = UNKNOWN;
        if (at->reg != NULL) {
            value = trace->made_from[at->reg->index];
        } else if (at->variable != NULL && (at->variable->space == PTX_SPACE_SHARED ||
                                            at->variable->space == PTX_SPACE_GLOBAL)) {
            value = object_of(trace->objects, at->variable, 0);
        }
        return (uint16_t)(value > OBJECT ? value - OBJECT : 0);
    }
    return 0;
}

// The only instruction of the line, or NULL.
static const PtxInstruction *instruction_at(const PtxFunction *function, uint32_t line)
{
    uint32_t low = 0, high = function->instruction_count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (function->instructions[middle].line < line) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    bool is_there = low < function->instruction_count && function->instructions[low].line == line;
    bool is_alone = is_there && (low + 1 == function->instruction_count ||
                                 function->instructions[low + 1].line != line);
    return is_alone ? &function->instructions[low] : NULL;
}

static void trace_function(Objects *objects, const MachineProgram *program,
                           const MachineFunction *machine)
{
    Trace trace = {objects, machine->ptx,
                   heap_allocate(machine->ptx->register_count + 1u, sizeof(uint32_t))};
    follow(&trace);
    for (uint32_t pc = machine->entry_pc; pc < machine->end_pc; pc++) {
        const Micro *micro = &program->code[pc];
        bool is_access =
            micro->kind == MICRO_LOAD || micro->kind == MICRO_STORE || micro->kind == MICRO_ATOM;
        const PtxInstruction *instruction =
            is_access ? instruction_at(machine->ptx, micro->ptx_line) : NULL;
        objects->of[pc] =
            is_one_access(micro, instruction) ? address_object(&trace, instruction) : 0;
        objects->is_in_l2[pc] =
            instruction != NULL && micro->kind != MICRO_ATOM &&
            (ptx_has(instruction, PTX_DOT_CG) || ptx_has(instruction, PTX_DOT_CV));
        objects->is_relaxed[pc] = micro->kind == MICRO_LOAD && instruction != NULL &&
                                  (ptx_has(instruction, PTX_DOT_RELAXED) || objects->is_in_l2[pc]);
    }
    free(trace.made_from);
}

// --- where they are

static void place_shared(Object *object, const MachineProgram *program)
{
    for (uint32_t i = 0; i < program->shared_count; i++) {
        if (program->shared[i] == object->variable) {
            object->base = program->shared_offset[i];
            object->size_bytes = object->variable->is_extern ? 0 : object->variable->size_bytes;
            object->is_shared = true;
        }
    }
}

static void place_region(Object *object, const Launch *launch, uint64_t address)
{
    const MemoryRegion *region = device_memory_find(launch->memory, address);
    if (region != NULL) {
        object->base = region->base;
        object->size_bytes = region->size_bytes;
    }
}

static void place_global(Object *object, const Launch *launch)
{
    const MachineProgram *program = launch->program;
    for (uint32_t i = 0; i < program->constant_count; i++) {
        const MachineConstant *constant = &program->constants[i];
        if (constant->kind == CONSTANT_VARIABLE && constant->variable == object->variable) {
            const uint32_t *row = launch->constants + (size_t)constant->row * LANE_COUNT;
            uint64_t value;
            memcpy(&value, row, sizeof value);
            place_region(object, launch, (constant->is_64 ? value : row[0]) - constant->bits);
            return;
        }
    }
}

static void place_parameter(Object *object, const Launch *launch)
{
    const PtxFunction *entry = launch->program->entry;
    for (uint32_t i = 0; i < entry->parameter_count; i++) {
        uint64_t at = entry->parameter_offset[i] + (uint64_t)object->offset, value;
        if (entry->parameters[i] == object->variable && at + 8 <= launch->parameter_bytes) {
            memcpy(&value, launch->parameters + at, sizeof value);
            place_region(object, launch, value);
        }
    }
}

// The plain read with which a loop around compare-and-swap begins (CUDA C++ Programming Guide,
// "Atomic Functions"): what it reads is checked by the swap, so that it races with no atomic.
static bool is_before_swap(const MachineProgram *program, uint32_t pc)
{
    enum { DISTANCE = 64 };
    const Micro *load = &program->code[pc];
    for (uint32_t i = pc + 1; i < program->code_count && i < pc + DISTANCE; i++) {
        const Micro *swap = &program->code[i];
        if (swap->kind == MICRO_ATOM && swap->function == PTX_DOT_CAS && swap->a == load->a &&
            swap->offset == load->offset && swap->width_bytes == load->width_bytes) {
            return true;
        }
    }
    return false;
}

static void find_swaps(Objects *objects, const MachineProgram *program)
{
    objects->is_before_swap = heap_allocate(program->code_count, sizeof(bool));
    for (uint32_t pc = 0; pc < program->code_count; pc++) {
        objects->is_before_swap[pc] =
            program->code[pc].kind == MICRO_LOAD && is_before_swap(program, pc);
    }
}

void objects_init(Objects *objects, const Launch *launch)
{
    const MachineProgram *program = launch->program;
    *objects = (Objects){.count = 1, .room = 16};
    objects->items = heap_allocate(objects->room, sizeof(Object));
    objects->of = heap_allocate(program->code_count, sizeof(uint16_t));
    objects->is_relaxed = heap_allocate(program->code_count, sizeof(bool));
    objects->is_in_l2 = heap_allocate(program->code_count, sizeof(bool));
    find_swaps(objects, program);
    for (uint32_t i = 0; i < program->function_count; i++) {
        trace_function(objects, program, &program->functions[i]);
    }
    for (uint32_t i = 1; i < objects->count; i++) {
        Object *object = &objects->items[i];
        switch (object->variable->space) {
        case PTX_SPACE_SHARED: place_shared(object, program); break;
        case PTX_SPACE_GLOBAL: place_global(object, launch); break;
        default: place_parameter(object, launch); break;
        }
    }
}

bool check_meant(const Launch *launch, uint32_t pc, const PtxVariable **variable, uint32_t *offset,
                 uint64_t *base)
{
    Objects objects;
    objects_init(&objects, launch);
    const Object *object = &objects.items[objects.of[pc]];
    *variable = object->variable;
    *offset = object->offset;
    *base = object->base;
    objects_destroy(&objects);
    return *variable != NULL;
}

void objects_destroy(Objects *objects)
{
    free(objects->items);
    free(objects->of);
    free(objects->is_before_swap);
    free(objects->is_relaxed);
    free(objects->is_in_l2);
}

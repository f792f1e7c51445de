// SPDX-License-Identifier: Apache-2.0
// Follows an address backward through the additions that made it. Products, shifts and conversions
// are indices, so that what they are made of is not the array.
#include "sim/report/array.h"

#include "isa/base/demangle.h"
#include "isa/base/source_name.h"

#include <stdlib.h>
#include <string.h>

#define NONE UINT32_MAX

enum {
    POINTER_BYTES = 8,
    FOLLOWED_MAX = 256 // registers of one address, so that long chains cost no time
};

typedef struct Tracer {
    const PtxFunction *function;
    uint32_t *first;    // by register: the first instruction that defines it, or NONE
    uint32_t *next;     // by instruction: the next one that defines the same register
    uint32_t *asked_by; // by register: the access that last followed it, as its instruction + 1
    const PtxRegister *pending[FOLLOWED_MAX];
    uint32_t pending_count; // of one access, those that were followed included
    const PtxVariable *found;
    bool is_ambiguous;
} Tracer;

static void find_definitions(Tracer *tracer, Arena *arena)
{
    const PtxFunction *function = tracer->function;
    tracer->first = arena_alloc(arena, (function->register_count + 1) * sizeof(uint32_t));
    tracer->asked_by = arena_alloc(arena, (function->register_count + 1) * sizeof(uint32_t));
    tracer->next = arena_alloc(arena, (function->instruction_count + 1) * sizeof(uint32_t));
    for (uint32_t i = 0; i < function->register_count; i++) {
        tracer->first[i] = NONE;
    }
    for (uint32_t i = 0; i < function->instruction_count; i++) {
        const PtxInstruction *at = &function->instructions[i];
        if (at->operand_count > 0 && at->operands[0].kind == PTX_OPERAND_REGISTER) {
            uint32_t defined = at->operands[0].reg->index;
            tracer->next[i] = tracer->first[defined];
            tracer->first[defined] = i;
        }
    }
}

static void note(Tracer *tracer, const PtxVariable *variable)
{
    tracer->is_ambiguous |= tracer->found != NULL && tracer->found != variable;
    tracer->found = variable;
}

static bool is_parameter(const PtxFunction *function, const PtxVariable *variable)
{
    for (uint32_t i = 0; i < function->parameter_count; i++) {
        if (function->parameters[i] == variable) {
            return variable->size_bytes == POINTER_BYTES;
        }
    }
    return false;
}

// The operands of an instruction that may carry the address on, as a range.
static uint32_t carriers(const PtxInstruction *at, uint32_t *first)
{
    *first = 1;
    switch (at->opcode) {
    case PTX_MOV:
    case PTX_CVTA: return 2;
    case PTX_ADD:
    case PTX_SUB:
    case PTX_SELP: return at->operand_count < 3 ? at->operand_count : 3;
    case PTX_MAD: *first = 3; return at->operand_count;
    default: return 0;
    }
}

static void follow(Tracer *tracer, const PtxRegister *reg, uint32_t access)
{
    if (tracer->asked_by[reg->index] == access) {
        return;
    }
    tracer->asked_by[reg->index] = access;
    if (tracer->pending_count == FOLLOWED_MAX) {
        tracer->is_ambiguous = true;
    } else {
        tracer->pending[tracer->pending_count++] = reg;
    }
}

static void follow_definition(Tracer *tracer, const PtxInstruction *at, uint32_t access)
{
    if (at->opcode == PTX_LD && at->space == PTX_SPACE_PARAM && at->operand_count > 1 &&
        at->operands[1].kind == PTX_OPERAND_ADDRESS && at->operands[1].variable != NULL) {
        if (is_parameter(tracer->function, at->operands[1].variable)) {
            note(tracer, at->operands[1].variable);
        }
        return;
    }
    uint32_t first, end = carriers(at, &first);
    for (uint32_t i = first; i < end && i < at->operand_count; i++) {
        const PtxOperand *operand = &at->operands[i];
        if (operand->kind == PTX_OPERAND_VARIABLE) {
            note(tracer, operand->variable);
        } else if (operand->kind == PTX_OPERAND_REGISTER) {
            follow(tracer, operand->reg, access);
        }
    }
}

static void follow_all(Tracer *tracer, uint32_t access)
{
    for (uint32_t i = 0; i < tracer->pending_count && !tracer->is_ambiguous; i++) {
        uint32_t at = tracer->first[tracer->pending[i]->index];
        for (; at != NONE; at = tracer->next[at]) {
            follow_definition(tracer, &tracer->function->instructions[at], access);
        }
    }
}

static const PtxVariable *find_array(Tracer *tracer, uint32_t instruction)
{
    const PtxInstruction *at = &tracer->function->instructions[instruction];
    tracer->found = NULL;
    tracer->is_ambiguous = false;
    tracer->pending_count = 0;
    for (uint32_t i = 0; i < at->operand_count; i++) {
        const PtxOperand *operand = &at->operands[i];
        if (operand->kind != PTX_OPERAND_ADDRESS) {
            continue;
        }
        if (operand->variable != NULL) {
            note(tracer, operand->variable);
        } else if (operand->reg != NULL) {
            follow(tracer, operand->reg, instruction + 1);
        }
    }
    follow_all(tracer, instruction + 1);
    return tracer->is_ambiguous || at->space == PTX_SPACE_PARAM ? NULL : tracer->found;
}

// The instruction on this line of the PTX; the count of all when there is none.
static uint32_t instruction_on(const PtxFunction *function, uint32_t line)
{
    uint32_t first = 0, end = function->instruction_count;
    while (first < end) {
        uint32_t middle = first + (end - first) / 2;
        if (function->instructions[middle].line < line) {
            first = middle + 1;
        } else {
            end = middle;
        }
    }
    bool is_there =
        first < function->instruction_count && function->instructions[first].line == line;
    return is_there ? first : function->instruction_count;
}

const PtxVariable **arrays_find(const MachineProgram *program, Arena *arena)
{
    Tracer tracer = {.function = program->entry};
    const PtxVariable **arrays = arena_alloc(arena, (program->code_count + 1) * sizeof *arrays);
    if (program->entry == NULL) { // a program that a test made
        return arrays;
    }
    find_definitions(&tracer, arena);
    for (uint32_t pc = 0; pc < program->code_count; pc++) {
        const Micro *micro = &program->code[pc];
        if (micro_is_access((MicroKind)micro->kind)) {
            uint32_t instruction = instruction_on(program->entry, micro->ptx_line);
            bool is_there = instruction < program->entry->instruction_count;
            arrays[pc] = is_there ? find_array(&tracer, instruction) : NULL;
        }
    }
    return arrays;
}

const char *array_plain_name(const char *name, Arena *arena)
{
    for (const char *at = strncmp(name, "_ZZ", 3) == 0 ? name + 3 : ""; *at != '\0'; at++) {
        char *end = NULL;
        unsigned long size = at[0] == 'E' ? strtoul(at + 1, &end, 10) : 0;
        size_t left = size > 0 ? strlen(end) : 0;
        if (size > 0 && (left == size || (left > size && end[size] == '_'))) {
            return arena_text(arena, end, size);
        }
    }
    const char *plain = demangle_in(arena, name, DEMANGLE_SHORT);
    const char *colon = strrchr(plain, ':');
    return colon == NULL ? plain : colon + 1;
}

const char *array_name(const PtxModule *module, const PtxVariable *array, Arena *arena)
{
    SourceName name;
    if (array == NULL) {
        return NULL;
    }
    bool is_written = source_name_find(module->source, array->name, &name);
    if (is_written) { // a frame of locals has no name, but members
        return name.name_bytes == 0 ? NULL : arena_text(arena, name.name, name.name_bytes);
    }
    return array->space == PTX_SPACE_PARAM ? NULL : array_plain_name(array->name, arena);
}

// SPDX-License-Identifier: Apache-2.0
// Selection of control: branches, calls with their arguments, returns, traps.
#include "isa/machine/op.h"
#include "isa/machine/operand.h"
#include "isa/machine/select.h"

#include <string.h>

void select_bra(Unit *unit, const PtxInstruction *instruction)
{
    Op *op = unit_add(unit, MICRO_BRANCH);
    op->target = instruction->operands[0].label;
    op->flags |= ptx_has(instruction, PTX_DOT_UNI) ? MICRO_UNIFORM : 0;
}

// brx.idx index, list
void select_brx(Unit *unit, const PtxInstruction *instruction)
{
    Value index = operand_value(unit, &instruction->operands[0], PTX_TYPE_U32);
    const PtxLabel *list = &unit->function->labels[instruction->operands[1].label];
    uint32_t first = unit->target_count;
    for (uint32_t i = 0; i < list->target_count; i++) {
        unit->targets = arena_room(&unit->lowering->scratch, unit->targets, unit->target_count,
                                   &unit->target_room, sizeof(uint32_t));
        unit->targets[unit->target_count++] = list->targets[i];
    }
    Op *op = unit_add(unit, MICRO_BRANCH_INDEX);
    op->a = index;
    op->offset = first;
    op->target = list->target_count;
    op->flags |= ptx_has(instruction, PTX_DOT_UNI) ? MICRO_UNIFORM : 0;
}

typedef struct CallParts {
    const PtxOperand *results;    // ARGUMENTS, or NULL
    const PtxOperand *target;     // FUNCTION or REGISTER
    const PtxOperand *arguments;  // ARGUMENTS, or NULL
    const PtxFunction *signature; // the callee or its prototype
} CallParts;

static CallParts call_parts(const Unit *unit, const PtxInstruction *instruction)
{
    CallParts parts = {0};
    for (uint32_t i = 0; i < instruction->operand_count; i++) {
        const PtxOperand *operand = &instruction->operands[i];
        switch (operand->kind) {
        case PTX_OPERAND_ARGUMENTS:
            *(parts.target == NULL ? &parts.results : &parts.arguments) = operand;
            break;
        case PTX_OPERAND_FUNCTION:
            parts.target = operand;
            parts.signature = operand->function;
            break;
        case PTX_OPERAND_REGISTER: parts.target = operand; break;
        case PTX_OPERAND_LABEL: {
            const PtxLabel *label = &unit->function->labels[operand->label];
            if (parts.signature == NULL) {
                parts.signature = label->prototype != NULL ? label->prototype
                                  : label->target_count > 0 && label->functions != NULL
                                      ? label->functions[0]
                                      : NULL;
            }
            break;
        }
        default: break;
        }
    }
    return parts;
}

static Op *add_frame_access(Unit *unit, MicroKind kind, Value value, PtxType type, uint32_t offset)
{
    Op *op = unit_add(unit, kind);
    op->type = (uint8_t)type;
    op->width_bytes = (uint8_t)(ptx_type_bits(type) / 8);
    op->space = PTX_SPACE_REG;
    op->offset = offset;
    op->data[0] = value;
    op->flags |= kind == MICRO_LOAD && ptx_type_kind(type) == PTX_KIND_SIGNED ? MICRO_SIGNED : 0;
    return op;
}

// The place of an argument in the caller's frame. Registers and literals are stored there first.
static uint32_t argument_offset(Unit *unit, const PtxOperand *operand, const PtxVariable *formal)
{
    if (operand->kind == PTX_OPERAND_VARIABLE && operand->variable->space == PTX_SPACE_PARAM) {
        return frame_slot(unit, operand->variable) + (uint32_t)operand->integer;
    }
    uint32_t offset =
        frame_space(unit, (uint32_t)formal->size_bytes, ptx_type_bits(formal->type) / 8);
    add_frame_access(unit, MICRO_STORE, operand_value(unit, operand, formal->type), formal->type,
                     offset);
    return offset;
}

// The places of results and parameters in the frame of any function of this signature
// (frame_layout).
static void formal_offsets(const PtxFunction *signature, MachineCall *call)
{
    uint32_t at = 0;
    for (uint32_t i = 0; i < signature->result_count + signature->parameter_count; i++) {
        bool is_result = i < signature->result_count;
        const PtxVariable *formal =
            is_result ? signature->results[i] : signature->parameters[i - signature->result_count];
        uint32_t alignment = formal->alignment_bytes > 1 ? formal->alignment_bytes : 1;
        at = (at + alignment - 1) / alignment * alignment;
        if (is_result && i < call->result_count) {
            call->results[i].from_offset = at;
        } else if (!is_result && i - signature->result_count < call->argument_count) {
            call->arguments[i - signature->result_count].to_offset = at;
        }
        at += (uint32_t)formal->size_bytes;
    }
}

static uint32_t call_new(Unit *unit, uint32_t results, uint32_t arguments)
{
    Lowering *lowering = unit->lowering;
    MachineProgram *program = lowering->program;
    program->calls = arena_room(&lowering->scratch, program->calls, program->call_count,
                                &lowering->call_room, sizeof(MachineCall));
    program->calls[program->call_count] = (MachineCall){
        .function = UINT32_MAX,
        .result_count = results,
        .argument_count = arguments,
        .results = arena_alloc(&program->arena, (results + 1) * sizeof(MachineArgument)),
        .arguments = arena_alloc(&program->arena, (arguments + 1) * sizeof(MachineArgument))};
    return program->call_count++;
}

// A function without a body must be one of the driver that this generation has.
static bool check_extern(Unit *unit, const PtxInstruction *instruction, const char *name)
{
    MachineSystemCall call = system_find(name);
    uint32_t found = unit->lowering->target.compute_capability;
    if (call == SYSTEM_CALL_COUNT) {
        bool is_synchronize = strcmp(name, "cudaDeviceSynchronize") == 0 ||
                              strcmp(name, "__cudaDeviceSynchronizeDeprecationAvoidance") == 0;
        lowering_error(unit->lowering, instruction, "not supported: %s '%s'%s",
                       is_synchronize ? "waiting for child kernels by" : "call of extern function",
                       name, is_synchronize ? " (CUDA 12 removed it: use a tail launch)" : "");
        return false;
    }
    if (found < system_info[call].compute_capability) {
        lowering_error(unit->lowering, instruction,
                       "%s: not available on compute capability %u.%u, needs %u.%u", name,
                       found / 10, found % 10, system_info[call].compute_capability / 10,
                       system_info[call].compute_capability % 10);
        return false;
    }
    return true;
}

// Fills in the places of results. Results in register operands are loaded from the frame after the
// call.
static void call_results(Unit *unit, const CallParts *parts, MachineCall *call)
{
    for (uint32_t i = 0; i < call->result_count; i++) {
        const PtxOperand *operand = &parts->results->elements[i];
        const PtxVariable *formal = parts->signature->results[i];
        MachineArgument *result = &call->results[i];
        result->size_bytes = (uint32_t)formal->size_bytes;
        if (operand->kind == PTX_OPERAND_VARIABLE) {
            result->to_offset = frame_slot(unit, operand->variable);
        } else {
            result->to_offset =
                frame_space(unit, result->size_bytes, ptx_type_bits(formal->type) / 8);
            add_frame_access(unit, MICRO_LOAD, operand_result(unit, operand), formal->type,
                             result->to_offset);
        }
    }
}

static bool call_is_well_formed(const CallParts *parts)
{
    const PtxFunction *signature = parts->signature;
    uint32_t results = parts->results == NULL ? 0 : parts->results->element_count;
    uint32_t arguments = parts->arguments == NULL ? 0 : parts->arguments->element_count;
    return parts->target != NULL && signature != NULL && results == signature->result_count &&
           arguments == signature->parameter_count;
}

void select_call(Unit *unit, const PtxInstruction *instruction)
{
    Lowering *lowering = unit->lowering;
    CallParts parts = call_parts(unit, instruction);
    if (!call_is_well_formed(&parts)) {
        lowering_unsupported(unit, instruction);
        return;
    }
    const PtxFunction *callee = parts.target->function;
    bool is_system = callee != NULL && !callee->has_body;
    if (is_system && !check_extern(unit, instruction, callee->name)) {
        return;
    }
    uint32_t argument_count = parts.signature->parameter_count;
    uint32_t index = call_new(unit, parts.signature->result_count, argument_count);
    for (uint32_t i = 0; i < argument_count; i++) {
        const PtxVariable *formal = parts.signature->parameters[i];
        uint32_t from = argument_offset(unit, &parts.arguments->elements[i], formal);
        MachineArgument *argument = &lowering->program->calls[index].arguments[i];
        argument->from_offset = from;
        argument->size_bytes = (uint32_t)formal->size_bytes;
    }
    formal_offsets(parts.signature, &lowering->program->calls[index]);
    Value target = callee == NULL ? operand_value(unit, parts.target, PTX_TYPE_U64) : VALUE_NONE;
    Op *op = unit_add(unit, is_system ? MICRO_SYSTEM_CALL : MICRO_CALL);
    op->function = is_system ? (uint16_t)system_find(callee->name) : 0;
    op->target = index;
    op->a = target;
    op->flags |= ptx_has(instruction, PTX_DOT_UNI) ? MICRO_UNIFORM : 0;
    op->flags |= callee == NULL ? MICRO_WIDE_ADDRESS : 0;
    if (callee != NULL && !is_system) {
        lowering->program->calls[index].function = lowering_unit(lowering, callee)->index;
    }
    call_results(unit, &parts, &lowering->program->calls[index]);
}

// Parameters declared in registers are passed in the frame.
void select_register_parameters(Unit *unit)
{
    for (uint32_t i = 0; i < unit->function->parameter_count; i++) {
        const PtxVariable *formal = unit->function->parameters[i];
        if (formal->reg != NULL) {
            add_frame_access(unit, MICRO_LOAD, unit->value_of[formal->reg->index], formal->type,
                             frame_slot(unit, formal));
        }
    }
}

static void store_register_results(Unit *unit)
{
    for (uint32_t i = 0; i < unit->function->result_count; i++) {
        const PtxVariable *formal = unit->function->results[i];
        if (formal->reg != NULL) {
            add_frame_access(unit, MICRO_STORE, unit->value_of[formal->reg->index], formal->type,
                             frame_slot(unit, formal));
        }
    }
}

void select_ret(Unit *unit, const PtxInstruction *instruction)
{
    if (unit->function->is_entry) {
        unit_add(unit, MICRO_EXIT);
        return;
    }
    store_register_results(unit);
    Op *op = unit_add(unit, MICRO_RETURN);
    op->flags |= ptx_has(instruction, PTX_DOT_UNI) ? MICRO_UNIFORM : 0;
}

void select_exit(Unit *unit, const PtxInstruction *instruction)
{
    (void)instruction;
    unit_add(unit, MICRO_EXIT);
}

void select_trap(Unit *unit, const PtxInstruction *instruction)
{
    unit_add(unit, MICRO_TRAP)->function = (uint16_t)instruction->opcode;
}

void select_nanosleep(Unit *unit, const PtxInstruction *instruction)
{
    Value a = operand_value(unit, &instruction->operands[0], PTX_TYPE_U32);
    unit_add(unit, MICRO_SLEEP)->a = a;
}

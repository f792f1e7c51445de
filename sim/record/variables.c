// SPDX-License-Identifier: Apache-2.0
// Follows a warp: the last value that a step wrote to each PTX register, and what the rows of the
// PTX make of it. Instructions that became no step (moves, loads of parameters) are carried out
// here.
#include "sim/record/variables.h"

#include "isa/base/source_name.h"
#include "sim/record/variable_events.h"

#include <stdlib.h>
#include <string.h>

// What each lane of a register or variable holds.
typedef struct Held {
    uint64_t bits[LANE_COUNT];
    uint32_t known, lost; // bit = lane; neither: nothing was assigned yet
    uint32_t pending;     // of variables, before the step that was begun
} Held;

struct Variables {
    Arena arena;
    const Recording *recording;
    const MachineProgram *program;
    VariablesLaunch launch;
    Results results;
    VariableEvents events;
    uint32_t warp;
    uint32_t *rows, *predicates; // of the warp now
    uint32_t row_count, predicate_count;
    Held *slots, *registers;
    Held *written;    // by number of a result: what was written last
    uint32_t *lanes;  // by pc: those of the last time
    Held *parameters; // [count]: by index; known: the kernel's parameter as it was passed
    VariableMemory memory;
};

static void measure(Variables *variables)
{
    const Recording *recording = variables->recording;
    for (uint32_t i = 0; i < recording->change_count; i++) {
        const RecordedChange *change = &recording->changes[i];
        uint32_t *count = change->place == RECORDED_ROW         ? &variables->row_count
                          : change->place == RECORDED_PREDICATE ? &variables->predicate_count
                                                                : NULL;
        if (count != NULL && change->index >= *count) {
            *count = change->index + 1;
        }
    }
}

static void copy_parameter(const Variables *variables, uint64_t offset, uint32_t width_bytes,
                           uint64_t *bits)
{
    *bits = 0;
    memcpy(bits, variables->launch.parameters + offset, width_bytes < 8 ? width_bytes : 8);
}

// A kernel's parameter that no register keeps has the value that was passed.
static void pass_parameter(Variables *variables, uint32_t index)
{
    const PtxFunction *entry = variables->program->entry;
    const SourceVariable *info = &variables->events.infos[index];
    for (uint32_t i = 0; i < entry->parameter_count; i++) {
        SourceName name;
        Held *held = &variables->parameters[index];
        if (!source_name_find(variables->program->module->source, entry->parameters[i]->name,
                              &name) ||
            name.name_bytes != info->name_bytes ||
            memcmp(name.name, info->name, name.name_bytes) != 0) {
            continue;
        }
        uint64_t bits;
        copy_parameter(variables, entry->parameter_offset[i],
                       (uint32_t)entry->parameters[i]->size_bytes, &bits);
        held->known = UINT32_MAX;
        for (uint32_t lane = 0; lane < LANE_COUNT; lane++) {
            held->bits[lane] = bits;
        }
    }
}

static void pass_parameters(Variables *variables)
{
    const VariableEvents *events = &variables->events;
    variables->parameters = arena_alloc(&variables->arena, (events->count + 1) * sizeof(Held));
    for (uint32_t i = 0; i < events->count && variables->launch.parameters != NULL; i++) {
        if (!events->is_told[i] && events->functions[i] == variables->program->entry) {
            pass_parameter(variables, i);
        }
    }
}

Variables *variables_create(const Recording *recording, const MachineProgram *program,
                            const VariablesLaunch *launch)
{
    Variables *variables = calloc(1, sizeof *variables);
    if (variables == NULL) {
        abort();
    }
    variables->recording = recording;
    variables->program = program;
    variables->launch = *launch;
    Arena *arena = &variables->arena;
    variables->results = results_find(program, arena);
    variable_events_find(&variables->results, launch->elements_max, &variables->events, arena);
    variable_memory_create(&variables->memory, program->function_count, arena);
    measure(variables);
    variables->rows =
        arena_alloc(arena, ((size_t)variables->row_count + 1) * LANE_COUNT * sizeof(uint32_t));
    variables->predicates =
        arena_alloc(arena, ((size_t)variables->predicate_count + 1) * sizeof(uint32_t));
    variables->slots = arena_alloc(arena, (variables->events.slot_count + 1) * sizeof(Held));
    variables->registers =
        arena_alloc(arena, (variables->events.register_count + 1) * sizeof(Held));
    variables->written = arena_alloc(arena, (variables->events.written_count + 1) * sizeof(Held));
    variables->lanes = arena_alloc(arena, (program->code_count + 1) * sizeof(uint32_t));
    pass_parameters(variables);
    variables_start(variables, 0);
    return variables;
}

void variables_destroy(Variables *variables)
{
    if (variables != NULL) {
        arena_clear(&variables->arena);
        free(variables);
    }
}

uint32_t variables_count(const Variables *variables)
{
    return variables->events.count;
}

const SourceVariable *variables_info(const Variables *variables, uint32_t index)
{
    return &variables->events.infos[index];
}

bool variables_is_optimized_out(const Variables *variables, uint32_t index)
{
    return !variables->events.is_told[index] && variables->parameters[index].known == 0;
}

bool variables_is_in_memory(const Variables *variables, uint32_t index)
{
    return variables->events.places[index].size_bytes > 0;
}

bool variables_is_steady(const Variables *variables, uint32_t index)
{
    return variables_is_in_memory(variables, index) && !variables->memory.is_changed;
}

// --- scopes

bool variables_is_visible(const Variables *variables, uint32_t index, const char *file,
                          uint32_t line)
{
    return variable_events_is_visible(&variables->events, index, file, line);
}

static bool find_frame(const Variables *variables, uint32_t pc, SourceName *frame)
{
    const MachineProgram *program = variables->program;
    for (uint32_t f = 0; f < program->function_count; f++) {
        const MachineFunction *function = &program->functions[f];
        bool is_of = function->ptx != NULL && pc >= function->entry_pc && pc < function->end_pc;
        for (uint32_t i = 0; is_of && i < function->ptx->variable_count; i++) {
            const PtxVariable *variable = function->ptx->variables[i];
            if (variable->space == PTX_SPACE_LOCAL &&
                source_name_find(program->module->source, variable->name, frame)) {
                return true;
            }
        }
    }
    return false;
}

static bool is_followed(const Variables *variables, const SourceName *member)
{
    for (uint32_t i = 0; i < variables->events.count; i++) {
        const SourceVariable *info = &variables->events.infos[i];
        if (variables_is_in_memory(variables, i) &&
            variable_plain_bytes(info) == member->name_bytes &&
            memcmp(info->name, member->name, member->name_bytes) == 0) {
            return true;
        }
    }
    return false;
}

bool variables_in_memory(const Variables *variables, uint32_t pc, const char **at,
                         SourceName *member)
{
    SourceName frame;
    if (!find_frame(variables, pc, &frame)) {
        return false;
    }
    while (source_name_member(&frame, at, member)) {
        if (!is_followed(variables, member)) {
            return true;
        }
    }
    return false;
}

// --- the way of a warp

void variables_start(Variables *variables, uint32_t warp)
{
    variables->warp = warp;
    memset(variables->rows, 0, (size_t)variables->row_count * LANE_COUNT * sizeof(uint32_t));
    memset(variables->predicates, 0, variables->predicate_count * sizeof(uint32_t));
    memset(variables->slots, 0, variables->events.slot_count * sizeof(Held));
    memset(variables->registers, 0, variables->events.register_count * sizeof(Held));
    variable_memory_start(&variables->memory);
}

static void make_changes(Variables *variables, const RecordedStep *step, bool is_before)
{
    const Recording *recording = variables->recording;
    for (uint32_t i = step->change; i < step->change + step->change_count; i++) {
        const RecordedChange *change = &recording->changes[i];
        const uint32_t *values = recording->values + change->value;
        if (change->is_before != is_before) {
            continue;
        }
        if (change->place == RECORDED_ROW) {
            memcpy(variables->rows + (size_t)change->index * LANE_COUNT, values,
                   LANE_COUNT * sizeof *values);
        } else if (change->place == RECORDED_PREDICATE) {
            variables->predicates[change->index] = *values;
        }
    }
}

static uint64_t read_lane(const Variables *variables, const RecordedStep *step,
                          const MicroOperand *operand, uint32_t lane)
{
    if (operand->type == LANE_TYPE_P) {
        uint32_t index = step->predicate_base + operand->row;
        return index < variables->predicate_count ? variables->predicates[index] >> lane & 1 : 0;
    }
    uint32_t row = step->row_base + operand->row;
    bool is_wide = lane_type_is_wide(operand->type);
    if (row + is_wide >= variables->row_count) {
        return 0;
    }
    const uint32_t *words = variables->rows + (size_t)row * LANE_COUNT;
    return is_wide ? words[2 * lane] | (uint64_t)words[2 * lane + 1] << 32 : words[lane];
}

static void hold(Held *held, uint32_t lane, uint64_t bits)
{
    held->bits[lane] = bits;
    held->known |= UINT32_C(1) << lane;
    held->lost &= ~(UINT32_C(1) << lane);
}

static void lose(Held *held, uint32_t lanes)
{
    held->known &= ~lanes;
    held->lost |= lanes;
}

static void copy_held(Held *to, const Held *from, uint32_t lanes)
{
    for (uint32_t lane = 0; lane < LANE_COUNT; lane++) {
        if ((lanes >> lane & 1) != 0) {
            to->bits[lane] = from->bits[lane];
        }
    }
    to->known = (to->known & ~lanes) | (from->known & lanes);
    to->lost = (to->lost & ~lanes) | (from->lost & lanes);
}

// Of special registers that a variable may hold; false: not known here.
static bool read_special(const Variables *variables, PtxSpecial special, uint32_t lane,
                         uint64_t *value)
{
    const RecordedWarp *warp = &variables->recording->warps[variables->warp];
    const uint32_t *block = variables->launch.block, *grid = variables->launch.grid;
    uint64_t index = variables->recording->blocks[warp->block].index;
    uint64_t thread = (uint64_t)warp->number * LANE_COUNT + lane;
    switch (special) {
    case PTX_SPECIAL_TID_X: *value = thread % block[0]; return true;
    case PTX_SPECIAL_TID_Y: *value = thread / block[0] % block[1]; return true;
    case PTX_SPECIAL_TID_Z: *value = thread / block[0] / block[1]; return true;
    case PTX_SPECIAL_CTAID_X: *value = index % grid[0]; return true;
    case PTX_SPECIAL_CTAID_Y: *value = index / grid[0] % grid[1]; return true;
    case PTX_SPECIAL_CTAID_Z: *value = index / grid[0] / grid[1]; return true;
    case PTX_SPECIAL_NTID_X: *value = block[0]; return true;
    case PTX_SPECIAL_NTID_Y: *value = block[1]; return true;
    case PTX_SPECIAL_NTID_Z: *value = block[2]; return true;
    case PTX_SPECIAL_NCTAID_X: *value = grid[0]; return true;
    case PTX_SPECIAL_NCTAID_Y: *value = grid[1]; return true;
    case PTX_SPECIAL_NCTAID_Z: *value = grid[2]; return true;
    case PTX_SPECIAL_LANEID: *value = lane; return true;
    default: return false;
    }
}

// The kernel's parameter that a load reads; false: it does not.
static bool read_parameter(const Variables *variables, const PtxInstruction *instruction,
                           uint64_t *value)
{
    const PtxFunction *entry = variables->program->entry;
    const PtxOperand *from = &instruction->operands[1];
    for (uint32_t i = 0; variables->launch.parameters != NULL && i < entry->parameter_count; i++) {
        if (from->kind == PTX_OPERAND_ADDRESS && from->reg == NULL &&
            from->variable == entry->parameters[i]) {
            copy_parameter(variables, entry->parameter_offset[i] + (uint64_t)from->integer,
                           ptx_type_bits(instruction->type) / 8, value);
            return true;
        }
    }
    return false;
}

// An instruction that became no step.
static void move(Variables *variables, const VariableEvent *event, uint32_t lanes)
{
    const PtxInstruction *instruction = event->instruction;
    const PtxOperand *from = &instruction->operands[1];
    Held *to = &variables->registers[event->slot];
    uint64_t value = 0;
    if (from->kind == PTX_OPERAND_REGISTER && event->from != UINT32_MAX) {
        copy_held(to, &variables->registers[event->from], lanes);
        return;
    }
    for (uint32_t lane = 0; lane < LANE_COUNT; lane++) {
        bool is_known = from->kind == PTX_OPERAND_INTEGER ? (value = (uint64_t)from->integer, true)
                        : from->kind == PTX_OPERAND_FLOAT ? (value = from->bits, true)
                        : from->kind == PTX_OPERAND_SPECIAL
                            ? read_special(variables, from->special, lane, &value)
                            : read_parameter(variables, instruction, &value);
        if ((lanes >> lane & 1) != 0 && is_known) {
            hold(to, lane, value);
        } else if ((lanes >> lane & 1) != 0) {
            lose(to, UINT32_C(1) << lane);
        }
    }
}

static void carry_out(Variables *variables, VariableEventRange range, uint32_t active)
{
    for (uint32_t i = range.first; i < range.end; i++) {
        const VariableEvent *event = &variables->events.placed[i];
        bool is_all = event->guide == UINT32_MAX;
        uint32_t lanes = is_all ? active : variables->lanes[event->guide] & active;
        Held *slot = &variables->slots[event->slot];
        switch (event->kind) {
        case VARIABLE_EVENT_LOSE: lose(slot, lanes); break;
        case VARIABLE_EVENT_COPY: copy_held(slot, &variables->slots[event->from], lanes); break;
        case VARIABLE_EVENT_TAKE: copy_held(slot, &variables->registers[event->from], lanes); break;
        case VARIABLE_EVENT_CONSTANT:
            for (uint32_t lane = 0; lane < LANE_COUNT; lane++) {
                if ((lanes >> lane & 1) != 0) {
                    hold(slot, lane, event->bits);
                }
            }
            break;
        case VARIABLE_EVENT_MOVE: move(variables, event, lanes); break;
        case VARIABLE_EVENT_FORGET: lose(&variables->registers[event->slot], lanes); break;
        case VARIABLE_EVENT_COMMIT:
            copy_held(&variables->registers[event->slot], &variables->written[event->from], lanes);
            break;
        }
    }
}

// The lanes whose code goes past the step: at a branch, those that do not jump too.
static uint32_t lanes_of(const Variables *variables, const RecordedStep *step)
{
    return micro_is_branch(variables->program->code[step->pc].kind) ? step->active : step->on;
}

static void leave_alone(Held *held, uint32_t lanes)
{
    held->known &= ~lanes;
    held->lost &= ~lanes;
}

// A function that is called again has no values of the call before.
static void enter_function(Variables *variables, const RecordedStep *step)
{
    for (uint32_t f = 0; f < variables->program->function_count; f++) {
        if (variables->program->functions[f].entry_pc != step->pc) {
            continue;
        }
        VariableEventRange slots = variables->events.slots[f], registers;
        registers = variables->events.registers[f];
        for (uint32_t i = slots.first; i < slots.end; i++) {
            leave_alone(&variables->slots[i], step->active);
        }
        for (uint32_t i = registers.first; i < registers.end; i++) {
            leave_alone(&variables->registers[i], step->active);
        }
    }
}

// The events that come before the step in the PTX and were not carried out.
static void mark_pending(Variables *variables, const RecordedStep *step, uint32_t lanes)
{
    const VariableEvents *events = &variables->events;
    VariableEventRange range = events->upcoming[step->pc];
    for (uint32_t i = range.first; i < range.end; i++) {
        const VariableEvent *event = &events->placed[i];
        if (event->key > events->order[step->pc]) {
            break;
        }
        if (event->kind <= VARIABLE_EVENT_TAKE) {
            variables->slots[event->slot].pending = lanes;
        }
    }
}

// The stores that come before the step in the PTX and are not performed yet.
static void await_stores(Variables *variables, const RecordedStep *step)
{
    const VariableEvents *events = &variables->events;
    const Recording *recording = variables->recording;
    const RecordedStep *end = recording->steps + recording->step_count, *later = step + 1;
    uint32_t stores_end = events->stores_end[step->pc], last = step->pc;
    for (; last < stores_end && later < end; later++) {
        if (later->warp != step->warp) {
            continue;
        }
        if (later->pc <= last || later->pc >= stores_end) {
            return;
        }
        last = later->pc;
        if (events->order[last] < events->order[step->pc]) {
            variable_memory_await(&variables->memory, recording, later);
        }
    }
}

void variables_begin(Variables *variables, const RecordedStep *step)
{
    make_changes(variables, step, true);
    enter_function(variables, step);
    variable_memory_begin(&variables->memory, variables->program, step);
    await_stores(variables, step);
    carry_out(variables, variables->events.before[step->pc], step->active);
    mark_pending(variables, step, step->active);
}

static void write_result(Variables *variables, const RecordedStep *step,
                         const MicroOperand *operand, Held *held)
{
    for (uint32_t lane = 0; lane < LANE_COUNT; lane++) {
        if ((step->on >> lane & 1) != 0) {
            hold(held, lane, read_lane(variables, step, operand, lane));
        }
    }
}

void variables_finish(Variables *variables, const RecordedStep *step)
{
    const VariableEvents *events = &variables->events;
    VariableEventRange results = events->results[step->pc];
    MicroOperand operands[MICRO_OPERANDS_MAX];
    micro_operands(&variables->program->code[step->pc], operands);
    make_changes(variables, step, false);
    variable_memory_finish(&variables->memory, variables->recording, step);
    mark_pending(variables, step, 0);
    variables->lanes[step->pc] = lanes_of(variables, step);
    for (uint32_t i = results.first; i < results.end; i++) {
        write_result(variables, step, &operands[events->written[i].operand],
                     &variables->written[i]);
    }
    carry_out(variables, events->after[step->pc], step->active);
}

// --- values

VariableState variables_value(const Variables *variables, uint32_t index, uint32_t lane,
                              uint64_t *bits)
{
    const VariablePlace *place = &variables->events.places[index];
    if (place->size_bytes > 0) {
        SourceForm form = variables->events.infos[index].form;
        return variable_memory_read(&variables->memory, place, form, lane, bits);
    }
    const Held *held = variables->events.is_told[index]
                           ? &variables->slots[variables->events.slot_of[index]]
                           : &variables->parameters[index];
    *bits = held->bits[lane];
    bool is_out = variables_is_optimized_out(variables, index);
    return (held->pending >> lane & 1) != 0          ? VARIABLE_PENDING
           : (held->known >> lane & 1) != 0          ? VARIABLE_KNOWN
           : is_out || (held->lost >> lane & 1) != 0 ? VARIABLE_LOST
                                                     : VARIABLE_UNSET;
}

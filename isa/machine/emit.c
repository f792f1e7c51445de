// SPDX-License-Identifier: Apache-2.0
// Turns ops into micro-ops: rows for virtual registers, pcs for labels, constant rows numbered,
// call targets and address tables resolved.
#include "isa/machine/live.h"
#include "isa/machine/op.h"
#include "isa/machine/pass.h"

// Rows of constants: 64-bit ones first, so that each starts at an even row.
static void number_constants(Lowering *lowering)
{
    MachineProgram *program = lowering->program;
    uint32_t row = 0;
    for (int pass = 0; pass < 2; pass++) {
        for (uint32_t i = 0; i < program->constant_count; i++) {
            MachineConstant *constant = &program->constants[i];
            if (constant->is_64 == (pass == 0)) {
                constant->row = (Row)row;
                row += constant->is_64 ? 2 : 1;
            }
        }
    }
    program->constant_rows = row;
    if (row > ROW_MAX) {
        lowering_error(lowering, NULL,
                       "not supported: kernel '%s' needs %u rows of constants, "
                       "more than %u",
                       program->entry->name, row, ROW_MAX);
    }
}

static Row row_of(const Unit *unit, Value value)
{
    if (value == VALUE_NONE) {
        return ROW_NONE;
    }
    if (value_is_constant(value)) {
        const MachineProgram *program = unit->lowering->program;
        return (Row)(ROW_CONSTANT | program->constants[value & ~VALUE_CONSTANT].row);
    }
    return unit->registers[value].row;
}

static Micro micro_of(const Unit *unit, const Op *op)
{
    Micro micro = {.kind = op->kind,
                   .type = op->type,
                   .space = op->space,
                   .vector = op->vector,
                   .function = op->function,
                   .flags = op->flags,
                   .round = op->round,
                   .issues = op->issues,
                   .has_paths = op->has_paths,
                   .sequence = op->sequence,
                   .pipe = op->pipe,
                   .width_bytes = op->width_bytes,
                   .guard = op->guard == VALUE_NONE ? PREDICATE_NONE
                                                    : (Predicate)row_of(unit, op->guard),
                   .d = row_of(unit, op->d),
                   .d2 = row_of(unit, op->d2),
                   .a = row_of(unit, op->a),
                   .b = row_of(unit, op->b),
                   .c = row_of(unit, op->c),
                   .e = row_of(unit, op->e),
                   .combine = op->combine,
                   .target = op->target,
                   .offset = op->offset};
    for (uint32_t i = 0; i < 4; i++) {
        micro.data[i] = row_of(unit, op->data[i]);
    }
    for (uint32_t i = 0; i < 4 && micro_info[op->kind].addend != 0; i++) {
        micro.addend[i] = row_of(unit, op->addend[i]);
    }
    if (op->ptx != NULL) {
        micro.location = op->ptx->location;
        micro.ptx_line = op->ptx->line;
    }
    return micro;
}

static uint32_t code_size(const Unit *unit)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < unit->op_count; i++) {
        count += unit->ops[i].kind < MICRO_KIND_COUNT;
    }
    return count;
}

// pc of the first micro-op at or after each op.
static uint32_t *place_ops(const Unit *unit, uint32_t entry_pc)
{
    uint32_t *pcs = arena_alloc(&unit->lowering->scratch, (unit->op_count + 1) * sizeof(uint32_t));
    uint32_t pc = entry_pc;
    for (uint32_t i = 0; i < unit->op_count; i++) {
        pcs[i] = pc;
        pc += unit->ops[i].kind < MICRO_KIND_COUNT;
    }
    pcs[unit->op_count] = pc;
    return pcs;
}

static uint32_t label_pc(const Flow *flow, const uint32_t *pcs, uint32_t label)
{
    uint32_t block = flow->block_of_label[label];
    return pcs[flow->blocks[block].first];
}

static void emit_branch_targets(Unit *unit, const Flow *flow, const uint32_t *pcs, Micro *micro,
                                uint32_t *room)
{
    MachineProgram *program = unit->lowering->program;
    uint32_t first = program->target_count;
    for (uint32_t i = 0; i < micro->target; i++) {
        program->targets = arena_room(&unit->lowering->scratch, program->targets,
                                      program->target_count, room, sizeof(uint32_t));
        program->targets[program->target_count++] =
            label_pc(flow, pcs, unit->targets[(uint32_t)micro->offset + i]);
    }
    micro->offset = first;
}

static void emit_unit(Unit *unit, uint32_t *target_room)
{
    MachineProgram *program = unit->lowering->program;
    MachineFunction *function = &program->functions[unit->index];
    Flow *flow = flow_build(unit);
    uint32_t *pcs = place_ops(unit, function->entry_pc);
    for (uint32_t i = 0; i < unit->op_count; i++) {
        const Op *op = &unit->ops[i];
        if (op->kind >= MICRO_KIND_COUNT) {
            continue;
        }
        Micro *micro = &program->code[pcs[i]];
        *micro = micro_of(unit, op);
        if (op->kind != MICRO_BRANCH && op->kind != MICRO_BRANCH_INDEX) {
            continue;
        }
        uint32_t meet = flow->blocks[flow->block_of_op[i]].postdominator;
        micro->reconverge = meet == FLOW_NONE ? PC_EXIT : pcs[flow->blocks[meet].first];
        if (op->kind == MICRO_BRANCH) {
            micro->target = label_pc(flow, pcs, op->target);
        } else {
            emit_branch_targets(unit, flow, pcs, micro, target_room);
        }
    }
}

static void emit_specials(Unit *unit, MachineFunction *function)
{
    Arena *arena = &unit->lowering->program->arena;
    function->specials = arena_alloc(arena, PTX_SPECIAL_COUNT * sizeof(MachineSpecialRow));
    bool *is_read = arena_alloc(&unit->lowering->scratch, unit->register_count + 1);
    Value *sources[OP_VALUES_MAX];
    for (uint32_t i = 0; i < unit->op_count; i++) {
        uint32_t count = op_sources(&unit->ops[i], sources);
        for (uint32_t j = 0; j < count; j++) {
            if (!value_is_constant(*sources[j])) {
                is_read[*sources[j]] = true;
            }
        }
    }
    for (uint32_t s = 0; s < PTX_SPECIAL_COUNT; s++) {
        Value value = unit->special_of[s];
        if (value != VALUE_NONE && is_read[value]) {
            function->specials[function->special_count++] =
                (MachineSpecialRow){.special = (PtxSpecial)s, .row = unit->registers[value].row};
        }
    }
}

// Registers that are live where the entry begins are read on some path before they are written.
static void emit_unset(Unit *unit, MachineFunction *function)
{
    static const LaneType types[] = {
        [VALUE_32] = LANE_TYPE_U32, [VALUE_64] = LANE_TYPE_U64, [VALUE_P] = LANE_TYPE_P};
    if (unit->op_count == 0) {
        return;
    }
    const Live *live = live_build(unit, flow_build(unit));
    function->unset =
        arena_alloc(&unit->lowering->program->arena, (live->count + 1) * sizeof(MachineUnsetRow));
    for (uint32_t i = 0; i < live->count; i++) {
        const VirtualRegister *from = &unit->registers[live->register_of[i]];
        if (live_is_in(live, 0, live->register_of[i]) && !from->is_special) {
            function->unset[function->unset_count++] =
                (MachineUnsetRow){.row = from->row, .type = types[from->value_class]};
        }
    }
}

static uint32_t local_offset(const Unit *unit)
{
    for (uint32_t i = 0; i < unit->slot_count; i++) {
        if (unit->slots[i].variable->space == PTX_SPACE_LOCAL) {
            return unit->slots[i].offset;
        }
    }
    return 0;
}

static void emit_function(Unit *unit, uint32_t *pc)
{
    MachineFunction *function = &unit->lowering->program->functions[unit->index];
    *function = (MachineFunction){.ptx = unit->function,
                                  .entry_pc = *pc,
                                  .end_pc = *pc + code_size(unit),
                                  .row_count = unit->row_count,
                                  .predicate_count = unit->predicate_count,
                                  .frame_bytes = (unit->frame_bytes + 15) / 16 * 16,
                                  .stack_bytes = unit->stack_bytes,
                                  .local_offset = local_offset(unit),
                                  .registers = unit->registers_live};
    *pc = function->end_pc;
    emit_specials(unit, function);
    if (unit->index == 0) {
        emit_unset(unit, function);
    }
}

// Moves arrays that grew in scratch memory to the program's arena.
static void *keep(MachineProgram *program, const void *array, uint32_t count, size_t element_bytes)
{
    return arena_grow(&program->arena, array, count, count + 1, element_bytes);
}

void lowering_emit(Lowering *lowering)
{
    MachineProgram *program = lowering->program;
    uint32_t pc = 0, target_room = 0;
    number_constants(lowering);
    program->function_count = lowering->unit_count;
    program->functions =
        arena_alloc(&program->arena, lowering->unit_count * sizeof(MachineFunction));
    for (uint32_t u = 0; u < lowering->unit_count; u++) {
        emit_function(lowering->units[u], &pc);
    }
    program->code_count = pc;
    program->code = arena_alloc(&program->arena, (pc + 1) * sizeof(Micro));
    for (uint32_t u = 0; u < lowering->unit_count; u++) {
        emit_unit(lowering->units[u], &target_room);
    }
    program->constants =
        keep(program, program->constants, program->constant_count, sizeof(MachineConstant));
    program->calls = keep(program, program->calls, program->call_count, sizeof(MachineCall));
    program->tiles = keep(program, program->tiles, program->tile_count, sizeof(TilePart));
    program->targets = keep(program, program->targets, program->target_count, sizeof(uint32_t));
    program->shared =
        keep(program, program->shared, program->shared_count, sizeof(*program->shared));
    program->shared_offset =
        keep(program, program->shared_offset, program->shared_count, sizeof(uint32_t));
    program->function_of =
        keep(program, lowering->unit_of, lowering->module->function_count, sizeof(uint32_t));
}

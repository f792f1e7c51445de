// SPDX-License-Identifier: Apache-2.0
// Translates a program part by part. A part begins wherever the run loop may enter or lanes may
// meet, and ends with a branch, before a micro-op that only the run loop performs, or where the
// next part begins.
#include "sim/native/translate.h"

#include "isa/base/heap.h"
#include "sim/native/native.h"

#include <stdlib.h>
#include <string.h>

// A warp's turn must have room for a part.
#define PART_MOST 192u

// --- parts

// Left to the run loop: what moves lanes elsewhere, makes them wait, or reads how much was
// executed.
static bool is_foreign(const Micro *micro)
{
    if (micro->kind == MICRO_BRANCH) {
        return false;
    }
    uint16_t traits = TRAIT_JUMP | TRAIT_WAIT | TRAIT_END;
    return micro_has_trait(micro, traits) || micro->kind == MICRO_SPECIAL ||
           micro->kind == MICRO_SLEEP;
}

static void lead(uint8_t *leads, const MachineProgram *program, uint32_t pc)
{
    if (pc < program->code_count) {
        leads[pc] = 1;
    }
}

// leads [code_count]: where a part must begin if there is one.
static void find_leaders(const MachineProgram *program, uint8_t *leads)
{
    for (uint32_t i = 0; i < program->function_count; i++) {
        lead(leads, program, program->functions[i].entry_pc);
    }
    for (uint32_t pc = 0; pc < program->code_count; pc++) {
        const Micro *micro = &program->code[pc];
        if (micro_is_branch((MicroKind)micro->kind)) {
            lead(leads, program, micro->reconverge);
        }
        if (micro->kind == MICRO_BRANCH) {
            lead(leads, program, micro->target);
        }
        for (uint32_t i = 0; micro->kind == MICRO_BRANCH_INDEX && i < micro->target; i++) {
            lead(leads, program, program->targets[(uint64_t)micro->offset + i]);
        }
        if (micro->kind == MICRO_BRANCH || is_foreign(micro)) {
            lead(leads, program, pc + 1);
        }
    }
}

static uint32_t part_end(const MachineProgram *program, const uint8_t *leads, uint32_t first)
{
    uint32_t pc = first;
    while (pc < program->code_count && pc - first < PART_MOST && !is_foreign(&program->code[pc]) &&
           (pc == first || leads[pc] == 0)) {
        pc++;
        if (program->code[pc - 1].kind == MICRO_BRANCH) {
            break;
        }
    }
    return pc;
}

static void find_parts(Translation *translation)
{
    const MachineProgram *program = translation->program;
    uint8_t *leads = heap_allocate(program->code_count, 1);
    find_leaders(program, leads);
    memset(translation->part_of, 0xff, program->code_count * sizeof *translation->part_of);
    for (uint32_t pc = 0; pc < program->code_count;) {
        uint32_t end = part_end(program, leads, pc);
        if (end == pc) {
            pc++;
            continue;
        }
        translation->parts = heap_room(translation->parts, translation->part_count,
                                       &translation->part_room, sizeof(NativePart));
        translation->part_of[pc] = translation->part_count;
        translation->parts[translation->part_count++] = (NativePart){pc, end};
        pc = end;
    }
    free(leads);
}

// --- micro-ops

void emit_on(Translation *translation, Register to)
{
    const Operation *operation = operation_now(translation);
    Code *code = &translation->code;
    if (operation->guard == OPERAND_ALL_LANES) {
        code_move(code, false, to, ACTIVE_REGISTER);
        return;
    }
    code_load(code, false, to, operand_place(operation->guard, 0));
    if (operation->guard_flip != 0) {
        code_not(code, to);
    }
    if (!translation->is_full) {
        code_arithmetic(code, ARITHMETIC_AND, false, to, ACTIVE_REGISTER);
    }
}

void emit_guard(Translation *translation)
{
    Code *code = &translation->code;
    translation->guard_mask = ALL_ELEMENTS;
    if (operation_now(translation)->guard == OPERAND_ALL_LANES) {
        return;
    }
    emit_on(translation, RAX);
    code_move(code, false, RCX, RAX);
    code_arithmetic(code, ARITHMETIC_XOR, false, RCX, ACTIVE_REGISTER);
    code_count_bits(code, RCX, RCX);
    code_arithmetic_store(code, ARITHMETIC_ADD, true,
                          site_place(translation->pc, offsetof(NativeSite, off)), RCX);
    mask_from(code, 1, RAX);
    translation->guard_mask = 1;
}

bool literal_of(const Translation *translation, Row row, uint64_t *value)
{
    const MachineProgram *program = translation->program;
    if (row == ROW_NONE || (row & ROW_CONSTANT) == 0) {
        return false;
    }
    for (uint32_t i = 0; i < program->constant_count; i++) {
        const MachineConstant *constant = &program->constants[i];
        if (constant->row == (row & ROW_MAX) && constant->kind == CONSTANT_LITERAL) {
            *value = constant->bits;
            return true;
        }
    }
    return false;
}

static void emit_micro(Translation *translation)
{
    const Micro *micro = micro_now(translation);
    bool is_done = false;
    slots_next(translation);
    switch (micro->kind) {
    case MICRO_NOP:
    case MICRO_PREFETCH:
    case MICRO_COPY_GROUP:
    case MICRO_PRODUCT_GROUP:
    case MICRO_FENCE: emit_guard(translation); return;
    case MICRO_LANE:
    case MICRO_LANE4: is_done = emit_lane(translation); break;
    case MICRO_SETP:
        is_done = operation_now(translation)->path == PATH_LANE ? emit_lane(translation)
                                                                : emit_setp(translation);
        break;
    case MICRO_LOAD:
    case MICRO_STORE: is_done = emit_access(translation); break;
    case MICRO_SHUFFLE: is_done = emit_shuffle(translation); break;
    case MICRO_VOTE: is_done = emit_vote(translation); break;
    default: break;
    }
    if (!is_done) {
        emit_perform(translation);
    }
}

// --- between parts

Place site_place(uint32_t pc, size_t offset)
{
    return state_place(offsetof(NativeState, sites) + (size_t)pc * sizeof(NativeSite) + offset);
}

static Place runs_place(const Translation *translation, uint32_t part, size_t offset)
{
    size_t runs = (size_t)translation->program->code_count * sizeof(NativeSite);
    return state_place(offsetof(NativeState, sites) + runs + part * sizeof(NativeRuns) + offset);
}

// Jumps to the part that begins at pc, or leaves.
static void emit_go(Translation *translation, uint32_t pc)
{
    uint32_t count = translation->program->code_count;
    uint32_t part = pc < count ? translation->part_of[pc] : UINT32_MAX;
    if (part == UINT32_MAX) {
        emit_leave(translation, pc, pc, pc);
        return;
    }
    size_t jump = code_jump(&translation->code, CONDITION_ALWAYS);
    translation->goes =
        heap_room(translation->goes, translation->go_count, &translation->go_room, sizeof(Go));
    translation->goes[translation->go_count++] = (Go){jump, part};
}

// The lanes go on together, or the run loop takes the branch.
static void emit_branch(Translation *translation)
{
    Code *code = &translation->code;
    uint32_t pc = translation->pc;
    const Micro *micro = micro_now(translation);
    slots_store(translation, translation->needed_at_end);
    slots_forget(translation);
    Place taken = site_place(pc, offsetof(NativeSite, taken));
    if (micro->guard == PREDICATE_NONE) {
        code_increment(code, taken);
        emit_go(translation, micro->target);
        return;
    }
    emit_on(translation, RAX);
    code_test(code, false, RAX, RAX);
    size_t none = code_jump(code, CONDITION_EQUAL);
    code_arithmetic(code, ARITHMETIC_CMP, false, RAX, ACTIVE_REGISTER);
    size_t some = code_jump(code, CONDITION_NOT_EQUAL);
    code_increment(code, taken);
    emit_go(translation, micro->target);
    code_land(code, some, code->size_bytes);
    emit_leave(translation, pc, pc, pc + 1);
    code_land(code, none, code->size_bytes);
    code_load(code, false, RAX, STATE(active_count));
    code_arithmetic_store(code, ARITHMETIC_ADD, true, site_place(pc, offsetof(NativeSite, off)),
                          RAX);
    emit_go(translation, pc + 1);
}

static void emit_counts(Translation *translation, uint32_t part)
{
    Code *code = &translation->code;
    if (translation->is_full) {
        code_increment(code, runs_place(translation, part, offsetof(NativeRuns, full)));
        return;
    }
    code_increment(code, runs_place(translation, part, offsetof(NativeRuns, partial)));
    code_load(code, false, RAX, STATE(active_count));
    code_arithmetic_store(code, ARITHMETIC_ADD, true,
                          runs_place(translation, part, offsetof(NativeRuns, threads)), RAX);
}

// Leaves where lanes meet others, or the warp's turn would end within the part.
static void emit_entry(Translation *translation, uint32_t part)
{
    Code *code = &translation->code;
    uint32_t first = translation->parts[part].first, end = translation->parts[part].end;
    translation->entry[part] = code->size_bytes;
    code_arithmetic_constant(code, ARITHMETIC_SUB, true, LEFT_REGISTER, (int32_t)(end - first));
    detour_begin(translation, DETOUR_LEAVE);
    detour_jump(translation, CONDITION_SIGN);
    if (first > 0) {
        code_compare_constant(code, STATE(reconverge), (int32_t)first);
        detour_jump(translation, CONDITION_EQUAL);
    }
    emit_counts(translation, part);
}

static void emit_part(Translation *translation, uint32_t part)
{
    const NativePart *range = &translation->parts[part];
    translation->pc = range->first;
    translation->end = range->end;
    row_live_out(translation->live, translation->program, range->end - 1,
                 translation->needed_at_end);
    slots_forget(translation);
    emit_entry(translation, part);
    for (; translation->pc < translation->end; translation->pc++) {
        if (micro_now(translation)->kind == MICRO_BRANCH) {
            emit_branch(translation);
            return;
        }
        emit_micro(translation);
    }
    slots_store(translation, translation->needed_at_end);
    emit_go(translation, range->end);
}

// The code for one kind of warps; at [code_count]: where parts begin, as offsets plus 1.
static void emit_version(Translation *translation, bool is_full, size_t *at)
{
    translation->is_full = is_full;
    translation->go_count = 0;
    for (uint32_t part = 0; part < translation->part_count; part++) {
        emit_part(translation, part);
    }
    detours_emit(translation);
    for (uint32_t i = 0; i < translation->go_count; i++) {
        const Go *go = &translation->goes[i];
        code_land(&translation->code, go->jump, translation->entry[go->part]);
    }
    for (uint32_t part = 0; part < translation->part_count; part++) {
        at[translation->parts[part].first] = translation->entry[part] + 1;
    }
}

void translate(const Launch *launch, Machine *machine)
{
    const MachineProgram *program = launch->program;
    RowLive live;
    row_live_find(&live, program);
    *machine = (Machine){0};
    if (live.words > 0) {
        Translation translation = {
            .launch = launch, .program = program, .operations = launch->operations, .live = &live};
        translation.part_of = heap_allocate(program->code_count, sizeof *translation.part_of);
        translation.needed_at_end = heap_allocate(live.words, sizeof(uint64_t));
        find_parts(&translation);
        translation.entry = heap_allocate(translation.part_count + 1, sizeof(size_t));
        machine->full = heap_allocate(program->code_count, sizeof(size_t));
        machine->partial = heap_allocate(program->code_count, sizeof(size_t));
        emit_frame(&translation);
        emit_gather(&translation);
        emit_version(&translation, true, machine->full);
        emit_version(&translation, false, machine->partial);
        machine->code = translation.code;
        machine->parts = translation.parts;
        machine->part_count = translation.part_count;
        free(translation.part_of);
        free(translation.needed_at_end);
        free(translation.entry);
        free(translation.detours);
        free(translation.goes);
    }
    row_live_clear(&live);
}

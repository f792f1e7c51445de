// SPDX-License-Identifier: Apache-2.0
// Ways that are rarely taken, calls of the run loop's functions, and how the code is entered and
// left. A function may change every vector register, so rows are stored before a call and loaded
// after it.
#include "isa/base/heap.h"
#include "sim/native/translate.h"

#include <string.h>

static Detour *current(Translation *translation)
{
    return &translation->detours[translation->detour_count - 1];
}

void detour_begin(Translation *translation, DetourKind kind)
{
    translation->detours = heap_room(translation->detours, translation->detour_count,
                                     &translation->detour_room, sizeof(Detour));
    Detour *detour = &translation->detours[translation->detour_count++];
    *detour = (Detour){.kind = kind, .pc = translation->pc, .end = translation->end};
    memcpy(detour->before, translation->slots, sizeof detour->before);
}

void detour_jump(Translation *translation, Condition condition)
{
    Detour *detour = current(translation);
    detour->jumps[detour->jump_count++] = code_jump(&translation->code, condition);
}

void detour_end(Translation *translation)
{
    Detour *detour = current(translation);
    detour->back = translation->code.size_bytes;
    memcpy(detour->after, translation->slots, sizeof detour->after);
}

// --- leaving

void emit_leave(Translation *translation, uint32_t pc, uint32_t uncount_from, uint32_t uncount_to)
{
    Code *code = &translation->code;
    code_store_constant(code, STATE(pc), pc);
    code_store_constant(code, STATE(uncount_from), uncount_from);
    code_store_constant(code, STATE(uncount_to), uncount_to);
    code_land(code, code_jump(code, CONDITION_ALWAYS), translation->leave);
}

static const Register saved[] = {RBX, RBP, R12, R13, R14, R15};
#define SAVED_COUNT (sizeof saved / sizeof *saved)

static void load_masks(Translation *translation)
{
    if (!translation->is_full) {
        mask_from(&translation->code, ACTIVE_LOW_MASK, ACTIVE_REGISTER);
        mask_shift_right(&translation->code, ACTIVE_HIGH_MASK, ACTIVE_LOW_MASK, 16);
    }
}

// NativeCode.enter: rdi is the state, rsi where to go.
void emit_frame(Translation *translation)
{
    Code *code = &translation->code;
    for (uint32_t i = 0; i < SAVED_COUNT; i++) {
        code_push(code, saved[i]);
    }
    code_arithmetic_constant(code, ARITHMETIC_SUB, true, RSP, 8); // calls need it aligned
    code_move(code, true, STATE_REGISTER, RDI);
    code_load(code, true, ROWS_REGISTER, STATE(rows));
    code_load(code, true, PREDICATE_REGISTER, STATE(predicates));
    code_load(code, true, CONSTANT_REGISTER, STATE(constants));
    code_load(code, true, LEFT_REGISTER, STATE(left));
    code_load(code, false, ACTIVE_REGISTER, STATE(active));
    bool is_full = translation->is_full;
    translation->is_full = false;
    load_masks(translation);
    translation->is_full = is_full;
    code_jump_to(code, RSI);
    translation->leave = code->size_bytes;
    code_store(code, true, STATE(left), LEFT_REGISTER);
    vector_end(code);
    code_arithmetic_constant(code, ARITHMETIC_ADD, true, RSP, 8);
    for (uint32_t i = SAVED_COUNT; i-- > 0;) {
        code_pop(code, saved[i]);
    }
    code_return(code);
}

// --- calls

static void call(Translation *translation, uint64_t function)
{
    vector_end(&translation->code);
    code_constant(&translation->code, RAX, function);
    code_call(&translation->code, RAX);
}

// Leaves if the micro-op in progress does not let the warp go on.
static void call_perform(Translation *translation)
{
    Code *code = &translation->code;
    code_move(code, true, RDI, STATE_REGISTER);
    code_constant(code, RSI, translation->pc);
    call(translation, (uint64_t)(uintptr_t)native_perform);
    code_test_constant(code, RAX, 0xff);
    size_t is_good = code_jump(code, CONDITION_NOT_EQUAL);
    emit_leave(translation, translation->pc, translation->pc + 1, translation->end);
    code_land(code, is_good, code->size_bytes);
    load_masks(translation);
}

static void operand_address(Translation *translation, Register to, Operand operand)
{
    if (operand >> OPERAND_BASE_SHIFT == BASE_FIXED) { // nothing is there: it is not used
        code_move(&translation->code, true, to, ROWS_REGISTER);
    } else {
        code_address(&translation->code, to, operand_place(operand, 0));
    }
}

static void call_lane(Translation *translation)
{
    const Operation *operation = operation_now(translation);
    operand_address(translation, RDI, operation->d);
    operand_address(translation, RSI, operation->a);
    operand_address(translation, RDX, operation->b);
    operand_address(translation, RCX, operation->c);
    emit_on(translation, R8);
    call(translation, (uint64_t)(uintptr_t)operation->function);
    load_masks(translation);
}

void emit_perform(Translation *translation)
{
    emit_guard(translation);
    slots_store(translation, set_before(translation, translation->pc));
    call_perform(translation);
    slots_forget(translation);
}

void emit_lane_call(Translation *translation)
{
    emit_guard(translation);
    slots_store(translation, set_before(translation, translation->pc));
    call_lane(translation);
    slots_forget(translation);
}

static void emit_detour(Translation *translation, const Detour *detour)
{
    Code *code = &translation->code;
    for (uint32_t i = 0; i < detour->jump_count; i++) {
        code_land(code, detour->jumps[i], code->size_bytes);
    }
    translation->pc = detour->pc;
    translation->end = detour->end;
    if (detour->kind == DETOUR_LEAVE) {
        code_arithmetic_constant(code, ARITHMETIC_ADD, true, LEFT_REGISTER,
                                 (int32_t)(detour->end - detour->pc));
        emit_leave(translation, detour->pc, detour->pc, detour->pc);
        return;
    }
    memcpy(translation->slots, detour->before, sizeof detour->before);
    slots_store_all(translation);
    if (detour->kind == DETOUR_PERFORM) {
        call_perform(translation);
    } else {
        call_lane(translation);
    }
    memcpy(translation->slots, detour->after, sizeof detour->after);
    slots_load_all(translation);
    code_land(code, code_jump(code, CONDITION_ALWAYS), detour->back);
}

void detours_emit(Translation *translation)
{
    for (uint32_t i = 0; i < translation->detour_count; i++) {
        emit_detour(translation, &translation->detours[i]);
    }
    translation->detour_count = 0;
}

// SPDX-License-Identifier: Apache-2.0
// Loads and stores of shared and global memory whose lanes lie as in the last access of the same
// micro-op. The code compares the addresses with that Pattern, checks the bounds, counts the cost
// that the pattern knows, and moves the data. Before anything is changed it leaves whatever is not
// so to native_perform.
#include "sim/native/move.h"

// Which lanes run: masks of those from 0 and from 16 on, and the mask of all in RAX.
static void find_lanes(Translation *translation, Lanes *lanes)
{
    Code *code = &translation->code;
    bool has_guard = operation_now(translation)->guard != OPERAND_ALL_LANES;
    lanes->are_all = translation->is_full && !has_guard;
    lanes->low = lanes->high = ALL_ELEMENTS;
    if (lanes->are_all) {
        return;
    }
    lanes->low = has_guard ? 1 : ACTIVE_LOW_MASK;
    lanes->high = has_guard ? 4 : ACTIVE_HIGH_MASK;
    if (has_guard) {
        mask_shift_right(code, 4, 1, 16);
    } else {
        code_move(code, false, RAX, ACTIVE_REGISTER);
    }
}

// rcx = the element of the lowest lane, which is in vector 0 afterwards. `half`: the slots of the
// lanes from 0 and from 16 on, of which the wide ones have two each.
static void emit_first(Translation *translation, const Lanes *lanes, bool is_wide,
                       const uint32_t *slots)
{
    Code *code = &translation->code;
    VectorOp lowest = is_wide ? VECTOR_LOWEST_64 : VECTOR_LOWEST_32;
    VectorOp spread = is_wide ? VECTOR_SPREAD_64 : VECTOR_SPREAD_32;
    uint32_t from = slots[0];
    if (!lanes->are_all) {
        uint32_t count = is_wide ? 4 : 2;
        size_t found[4];
        for (uint32_t i = 0; i + 1 < count; i++) {
            uint32_t mask = is_wide && i % 2 != 0 ? 5 : i < count / 2 ? lanes->low : lanes->high;
            if (mask == 5) {
                mask_shift_right(code, 5, i < 2 ? lanes->low : lanes->high, 8);
            }
            vector_op(code, lowest, slots[i], 0, vector_in(0), mask);
            code_test_constant(code, RAX, (is_wide ? 0xffu : 0xffffu) << i * (is_wide ? 8 : 16));
            found[i] = code_jump(code, CONDITION_NOT_EQUAL);
        }
        uint32_t mask = lanes->high;
        if (is_wide) {
            mask_shift_right(code, 5, lanes->high, 8);
            mask = 5;
        }
        vector_op(code, lowest, slots[count - 1], 0, vector_in(0), mask);
        for (uint32_t i = 0; i + 1 < count; i++) {
            code_land(code, found[i], code->size_bytes);
        }
        from = 0;
    }
    vector_to_register(code, is_wide, RCX, from);
    vector_op(code, spread, 0, 0, vector_in(from), ALL_ELEMENTS);
}

// --- recognizing the pattern

static void compare_narrow(Translation *translation, const Lanes *lanes, const uint32_t *slots)
{
    Code *code = &translation->code;
    for (uint32_t half = 0; half < 2; half++) {
        vector_op(code, VECTOR_SUB_32, 1, slots[half], vector_in(0), ALL_ELEMENTS);
        Place delta = place_at(R8, offsetof(Pattern, delta) + half * CHUNK_BYTES);
        vector_op_with(code, VECTOR_COMPARE_U32, 2 + half, 1, vector_at(delta),
                       half == 0 ? lanes->low : lanes->high, COMPARE_DIFFERS);
    }
    mask_test(code, 2, 3);
    detour_jump(translation, CONDITION_NOT_EQUAL);
}

static void compare_wide(Translation *translation, const Lanes *lanes, const uint32_t *slots)
{
    Code *code = &translation->code;
    for (uint32_t part = 0; part < 4; part++) {
        uint32_t mask = part < 2 ? lanes->low : lanes->high;
        if (!lanes->are_all && part % 2 != 0) {
            mask_shift_right(code, 5, mask, 8);
            mask = 5;
        }
        vector_op(code, VECTOR_SUB_64, 1, slots[part], vector_in(0), ALL_ELEMENTS);
        Place delta = place_at(R8, offsetof(Pattern, delta) + part * (CHUNK_BYTES / 2));
        vector_op(code, VECTOR_WIDEN_S32, 2, 0, vector_at(delta), ALL_ELEMENTS);
        vector_op_with(code, VECTOR_COMPARE_U64, part == 0 ? 2 : 3, 1, vector_in(2), mask,
                       COMPARE_DIFFERS);
        if (part > 0) {
            mask_or(code, 2, 2, 3);
        }
    }
    mask_test(code, 2, 2);
    detour_jump(translation, CONDITION_NOT_EQUAL);
}

static void recognize(Translation *translation, const Lanes *lanes, bool is_wide,
                      const uint32_t *slots)
{
    Code *code = &translation->code;
    code_load(code, true, R8, site_place(translation->pc, offsetof(NativeSite, pattern)));
    emit_first(translation, lanes, is_wide, slots);
    if (is_wide) {
        compare_wide(translation, lanes, slots);
    } else {
        compare_narrow(translation, lanes, slots);
    }
    code_compare_constant(code, place_at(R8, offsetof(Pattern, pc)), (int32_t)translation->pc);
    detour_jump(translation, CONDITION_NOT_EQUAL);
    if (lanes->are_all) {
        code_compare_constant(code, place_at(R8, offsetof(Pattern, mask)), -1);
    } else {
        code_arithmetic_load(code, ARITHMETIC_CMP, false, RAX,
                             place_at(R8, offsetof(Pattern, mask)));
    }
    detour_jump(translation, CONDITION_NOT_EQUAL);
}

// --- bounds; rdx = host bytes of the first lane

static Place indexed(Register base, Register index, int64_t offset)
{
    Place place = place_at(base, offset);
    place.index = index;
    return place;
}

// rcx + lowest must not be negative; rcx + highest + width in rsi.
static void find_ends(Translation *translation, Register first, uint32_t width)
{
    Code *code = &translation->code;
    code_load_signed(code, RSI, place_at(R8, offsetof(Pattern, lowest)));
    code_arithmetic(code, ARITHMETIC_ADD, true, RSI, first);
    detour_jump(translation, CONDITION_SIGN);
    code_load_signed(code, RSI, place_at(R8, offsetof(Pattern, highest)));
    code_address(code, RSI, indexed(RSI, first, width));
}

static void find_shared(Translation *translation, uint32_t width)
{
    Code *code = &translation->code;
    find_ends(translation, RCX, width);
    code_arithmetic_load(code, ARITHMETIC_CMP, true, RSI, STATE(shared_bytes));
    detour_jump(translation, CONDITION_GREATER);
    code_load(code, true, RDX, STATE(shared));
    code_arithmetic(code, ARITHMETIC_ADD, true, RDX, RCX);
}

static void find_global(Translation *translation, uint32_t width, bool is_store)
{
    Code *code = &translation->code;
    code_load(code, true, R9, place_at(R8, offsetof(Pattern, region)));
    code_test(code, true, R9, R9);
    detour_jump(translation, CONDITION_EQUAL);
    code_move(code, true, RDX, RCX);
    code_arithmetic_load(code, ARITHMETIC_SUB, true, RDX,
                         place_at(R9, offsetof(MemoryRegion, base)));
    code_arithmetic_load(code, ARITHMETIC_CMP, true, RDX,
                         place_at(R9, offsetof(MemoryRegion, size_bytes)));
    detour_jump(translation, CONDITION_NOT_BELOW);
    find_ends(translation, RDX, width);
    code_arithmetic_load(code, ARITHMETIC_CMP, true, RSI,
                         place_at(R9, offsetof(MemoryRegion, size_bytes)));
    detour_jump(translation, CONDITION_ABOVE);
    if (is_store) {
        code_compare_constant(code, place_at(R9, offsetof(MemoryRegion, owner)), MEMORY_CONSTANT);
        detour_jump(translation, CONDITION_EQUAL);
    }
    code_arithmetic_load(code, ARITHMETIC_ADD, true, RDX,
                         place_at(R9, offsetof(MemoryRegion, bytes)));
}

// What the warp loads four times later if it goes on by the same distance, as loops over the grid
// do: distances that the host does not learn by itself, because each is in another of its pages.
static void announce(Translation *translation)
{
    enum { TIMES_4 = 2 };
    Code *code = &translation->code;
    Place last = site_place(translation->pc, offsetof(NativeSite, last));
    code_move(code, true, RSI, RDX);
    code_arithmetic_load(code, ARITHMETIC_SUB, true, RSI, last);
    code_store(code, true, last, RDX);
    for (uint32_t line = 0; line < 2; line++) {
        Place ahead = indexed(RDX, RSI, line * CHUNK_BYTES);
        ahead.scale = TIMES_4;
        code_prefetch(code, ahead);
    }
}

// --- counting: count_access of pattern.c

static void count_cost(Translation *translation, const Operation *operation)
{
    Code *code = &translation->code;
    code_move(code, false, RSI, RCX);
    code_arithmetic_constant(code, ARITHMETIC_AND, false, RSI, operation->place_mask);
    code_move(code, false, RDI, RSI);
    code_move(code, false, R10, RSI);
    code_shift_right(code, false, RDI, 2);
    code_shift_right(code, false, R10, 5);
    code_arithmetic(code, ARITHMETIC_XOR, false, RDI, R10);
    code_arithmetic_constant(code, ARITHMETIC_AND, false, RDI, PATTERN_COSTS - 1);
    code_multiply(code, RDI, RDI, sizeof(PatternCost));
    code_arithmetic_constant(code, ARITHMETIC_ADD, false, RSI, 1);
    code_arithmetic_load(code, ARITHMETIC_CMP, false, RSI,
                         indexed(R8, RDI, offsetof(Pattern, costs) + offsetof(PatternCost, place)));
    detour_jump(translation, CONDITION_NOT_EQUAL);
    code_increment(code, indexed(R8, RDI, offsetof(Pattern, costs) + offsetof(PatternCost, times)));
}

_Static_assert((PATTERN_COSTS & (PATTERN_COSTS - 1)) == 0, "an index is taken from bits");
_Static_assert(sizeof(((Pattern *)0)->costs) == PATTERN_COSTS * sizeof(PatternCost), "an array");

static void check_alignment(Translation *translation, uint32_t width)
{
    if (width > 1) {
        code_test_constant(&translation->code, RCX, width - 1);
        detour_jump(translation, CONDITION_NOT_EQUAL);
    }
}

static void note_store(Translation *translation)
{
    Code *code = &translation->code;
    code_load(code, true, RSI, STATE(warp));
    code_store_constant(code, place_at(RSI, offsetof(Warp, spin) + offsetof(SpinWatch, repeats)),
                        0);
    code_store_byte(code, place_at(RSI, offsetof(Warp, spin) + offsetof(SpinWatch, has_written)),
                    1);
}

bool emit_access(Translation *translation)
{
    const Operation *operation = operation_now(translation);
    const Micro *micro = micro_now(translation);
    bool is_wide = operation->pattern == PATTERN_IN_GLOBAL, is_store = micro->kind == MICRO_STORE;
    if (operation->pattern == PATTERN_NOT || !move_is_known(translation, operation)) {
        return false;
    }
    Code *code = &translation->code;
    uint32_t slots[4], width = micro->width_bytes;
    Lanes lanes;
    emit_guard(translation);
    for (uint32_t part = 0; part < (is_wide ? 4 : 2); part++) {
        slots[part] = slot_of(translation, operation->a, part);
    }
    move_prepare(translation, operation, is_store);
    find_lanes(translation, &lanes);
    size_t nothing = 0;
    if (operation->guard != OPERAND_ALL_LANES) {
        code_test(code, false, RAX, RAX);
        nothing = code_jump(code, CONDITION_EQUAL);
    }
    detour_begin(translation, DETOUR_PERFORM);
    recognize(translation, &lanes, is_wide, slots);
    if (micro->offset != 0) {
        code_arithmetic_constant(code, ARITHMETIC_ADD, is_wide, RCX, (int32_t)micro->offset);
    }
    check_alignment(translation, width);
    if (is_wide) {
        find_global(translation, width, is_store);
        if (!is_store) {
            announce(translation);
        }
    } else {
        find_shared(translation, width);
    }
    move_check(translation, operation, is_store);
    count_cost(translation, operation);
    if (is_store) {
        note_store(translation);
        move_store(translation, operation, &lanes);
    } else {
        move_load(translation, operation, &lanes);
    }
    detour_end(translation);
    if (operation->guard != OPERAND_ALL_LANES) {
        code_land(code, nothing, code->size_bytes);
    }
    return true;
}

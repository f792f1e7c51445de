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

// Jumps of accesses that have another pattern. They may go to the detour at once.
typedef struct Misses {
    size_t jumps[3];
    uint32_t count;
} Misses;

static void miss(Translation *translation, Misses *misses)
{
    if (misses == NULL) {
        detour_jump(translation, CONDITION_NOT_EQUAL);
    } else {
        misses->jumps[misses->count++] = code_jump(&translation->code, CONDITION_NOT_EQUAL);
    }
}

static void compare_narrow(Translation *translation, const Lanes *lanes, const uint32_t *slots,
                           Misses *misses)
{
    Code *code = &translation->code;
    for (uint32_t half = 0; half < 2; half++) {
        vector_op(code, VECTOR_SUB_32, 1, slots[half], vector_in(0), ALL_ELEMENTS);
        Place delta = place_at(R8, offsetof(Pattern, delta) + half * CHUNK_BYTES);
        vector_op_with(code, VECTOR_COMPARE_U32, 2 + half, 1, vector_at(delta),
                       half == 0 ? lanes->low : lanes->high, COMPARE_DIFFERS);
    }
    mask_test(code, 2, 3);
    miss(translation, misses);
}

static void compare_wide(Translation *translation, const Lanes *lanes, const uint32_t *slots,
                         Misses *misses)
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
    miss(translation, misses);
}

static void recognize(Translation *translation, const Lanes *lanes, bool is_wide,
                      const uint32_t *slots, Misses *misses)
{
    Code *code = &translation->code;
    code_load(code, true, R8, site_place(translation->pc, offsetof(NativeSite, pattern)));
    emit_first(translation, lanes, is_wide, slots);
    if (is_wide) {
        compare_wide(translation, lanes, slots, misses);
    } else {
        compare_narrow(translation, lanes, slots, misses);
    }
    code_compare_constant(code, place_at(R8, offsetof(Pattern, pc)), (int32_t)translation->pc);
    miss(translation, misses);
    if (lanes->are_all) {
        code_compare_constant(code, place_at(R8, offsetof(Pattern, mask)), -1);
    } else {
        code_arithmetic_load(code, ARITHMETIC_CMP, false, RAX,
                             place_at(R8, offsetof(Pattern, mask)));
    }
    miss(translation, misses);
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

// --- words of shared memory in a bank each, without a pattern: one pass, whatever the lanes

// Since cc 2.0, except for Kepler's banks.
static bool may_spread(const Translation *translation, const Operation *operation)
{
    SharedRule rule = translation->launch->gpu->shared_rule;
    return operation->pattern == PATTERN_IN_SHARED && operation->element_bytes == 4 &&
           operation->element_count == 1 && (rule == SHARED_MAXWELL || rule == SHARED_FERMI);
}

static Place spread_place(size_t offset, uint32_t half)
{
    return state_place(offset + half * CHUNK_BYTES);
}

static void spread_constant(Code *code, uint32_t to, uint32_t value)
{
    code_constant(code, RSI, value);
    vector_op(code, VECTOR_SPREAD_REGISTER, to, 0, vector_in(RSI), ALL_ELEMENTS);
}

// Vectors 0 and 1, and state->address = the addresses, 0 in lanes that are off.
static void sum_addresses(Translation *translation, const Lanes *lanes, const uint32_t *slots)
{
    Code *code = &translation->code;
    spread_constant(code, 2, (uint32_t)micro_now(translation)->offset);
    for (uint32_t half = 0; half < 2; half++) {
        vector_op(code, VECTOR_XOR_32, half, half, vector_in(half), ALL_ELEMENTS);
        vector_op(code, VECTOR_ADD_32, half, slots[half], vector_in(2),
                  half == 0 ? lanes->low : lanes->high);
        vector_op(code, VECTOR_STORE_32, half, 0,
                  vector_at(spread_place(offsetof(NativeState, address), half)), ALL_ELEMENTS);
    }
}

// All must be aligned, and lie in the block's memory.
static void check_addresses(Translation *translation)
{
    enum { COMPARE_ABOVE = 6 };
    Code *code = &translation->code;
    code_load(code, true, RSI, STATE(shared_bytes));
    code_arithmetic_constant(code, ARITHMETIC_SUB, true, RSI, 4);
    detour_jump(translation, CONDITION_SIGN);
    vector_op(code, VECTOR_SPREAD_REGISTER, 3, 0, vector_in(RSI), ALL_ELEMENTS);
    vector_op(code, VECTOR_MAX_U32, 2, 0, vector_in(1), ALL_ELEMENTS);
    vector_op_with(code, VECTOR_COMPARE_U32, 2, 2, vector_in(3), ALL_ELEMENTS, COMPARE_ABOVE);
    spread_constant(code, 3, 3);
    vector_op(code, VECTOR_OR_32, 2, 0, vector_in(1), ALL_ELEMENTS);
    vector_op(code, VECTOR_TEST_32, 3, 2, vector_in(3), ALL_ELEMENTS);
    mask_test(code, 2, 3);
    detour_jump(translation, CONDITION_NOT_EQUAL);
}

// edi = how many lanes run; each must have a bank to itself. Changes vectors 0 to 2.
static void check_banks(Translation *translation, const Lanes *lanes)
{
    enum { SHIFT_RIGHT = 2, SECOND_QUARTER = 1 };
    Code *code = &translation->code;
    Place room = STATE(room);
    vector_op(code, VECTOR_SPREAD_32, 2, 0, CONSTANT_WORD(one), ALL_ELEMENTS);
    for (uint32_t half = 0; half < 2; half++) {
        vector_op_with(code, VECTOR_SHIFT_BY_64, SHIFT_RIGHT, half, vector_in(half), ALL_ELEMENTS,
                       2);
        vector_op(code, VECTOR_AND_32, half, half, CONSTANT(shift_most), ALL_ELEMENTS);
        vector_op(code, VECTOR_SHL_32, half, 2, vector_in(half),
                  half == 0 ? lanes->low : lanes->high); // others keep 0
    }
    vector_op(code, VECTOR_OR_32, 0, 0, vector_in(1), ALL_ELEMENTS);
    vector_op_with(code, VECTOR_EXTRACT_HALF, 0, 0, vector_in(1), ALL_ELEMENTS, 1);
    vector_op(code, VECTOR_OR_32, 0, 0, vector_in(1), ALL_ELEMENTS);
    vector_op_with(code, VECTOR_JOIN_HALVES, 1, 0, vector_in(0), ALL_ELEMENTS, SECOND_QUARTER);
    vector_op(code, VECTOR_OR_32, 0, 0, vector_in(1), ALL_ELEMENTS);
    vector_op(code, VECTOR_STORE_32, 0, 0, vector_at(room), ALL_ELEMENTS);
    code_load(code, true, RSI, room);
    room.offset += 8;
    code_arithmetic_load(code, ARITHMETIC_OR, true, RSI, room);
    code_move(code, true, RDI, RSI);
    code_shift_right(code, true, RDI, 32);
    code_arithmetic(code, ARITHMETIC_OR, false, RSI, RDI);
    code_count_bits(code, RSI, RSI);
    if (lanes->are_all) {
        code_constant(code, RDI, LANE_COUNT);
    } else {
        code_count_bits(code, RDI, RAX);
    }
    code_arithmetic(code, ARITHMETIC_CMP, false, RSI, RDI);
    detour_jump(translation, CONDITION_NOT_EQUAL);
}

// Where micro-ops have had patterns that did not come back. Whatever it does not know is left to
// the detour.
static void emit_spread(Translation *translation, const Lanes *lanes, const uint32_t *slots,
                        bool is_store)
{
    Code *code = &translation->code;
    const Operation *operation = operation_now(translation);
    code_constant(code, RSI, 1);
    code_arithmetic_store(code, ARITHMETIC_SUB, true,
                          site_place(translation->pc, offsetof(NativeSite, patternless)), RSI);
    detour_jump(translation, CONDITION_SIGN);
    sum_addresses(translation, lanes, slots);
    check_addresses(translation);
    check_banks(translation, lanes);
    code_increment(code, site_place(translation->pc, offsetof(NativeSite, spread)));
    code_arithmetic_store(code, ARITHMETIC_ADD, true,
                          site_place(translation->pc, offsetof(NativeSite, spread_lanes)), RDI);
    code_address(code, R8, state_place(offsetof(NativeState, address) - offsetof(Pattern, delta)));
    code_load(code, true, RDX, STATE(shared));
    if (is_store) {
        note_store(translation);
        move_store_scattered(translation, operation, lanes);
    } else {
        move_load_scattered(translation, operation, lanes);
    }
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
    Misses misses = {.count = 0};
    bool is_spread = may_spread(translation, operation);
    detour_begin(translation, DETOUR_PERFORM);
    recognize(translation, &lanes, is_wide, slots, is_spread ? &misses : NULL);
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
    if (is_spread) {
        size_t end = code_jump(code, CONDITION_ALWAYS);
        for (uint32_t i = 0; i < misses.count; i++) {
            code_land(code, misses.jumps[i], code->size_bytes);
        }
        emit_spread(translation, &lanes, slots, is_store);
        code_land(code, end, code->size_bytes);
    }
    detour_end(translation);
    if (operation->guard != OPERAND_ALL_LANES) {
        code_land(code, nothing, code->size_bytes);
    }
    return true;
}

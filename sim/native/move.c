// SPDX-License-Identifier: Apache-2.0
#include "sim/native/move.h"

static Operand element_of(const Operation *operation, uint32_t i)
{
    return i == 0 ? operation->d : operation->element[i - 1];
}

static bool is_vector(const Operation *operation)
{
    return operation->element_count > 1;
}

bool move_is_known(const Translation *translation, const Operation *operation)
{
    uint32_t size = operation->element_bytes, count = operation->element_count;
    const Micro *micro = micro_now(translation);
    if (micro->vector > 4 || micro->offset != (int32_t)micro->offset) {
        return false;
    }
    if (!is_vector(operation)) {
        return size == 1 || size == 2 || size == 4 || size == 8;
    }
    bool has_all = translation->is_full && operation->guard == OPERAND_ALL_LANES;
    return size == 4 && (count == 2 || count == 4) && has_all;
}

static uint32_t chunks_of(const Operation *operation)
{
    return operation->element_bytes == 8 ? 4 : 2;
}

void move_prepare(Translation *translation, const Operation *operation, bool is_store)
{
    uint32_t chunks = chunks_of(operation);
    bool has_guard = translation->guard_mask != ALL_ELEMENTS;
    if (!is_store && !has_guard) {
        slots_reserve(translation, chunks * operation->element_count);
        return;
    }
    for (uint32_t i = 0; i < operation->element_count; i++) {
        for (uint32_t part = 0; part < chunks; part++) {
            if (is_store) {
                slot_of(translation, element_of(operation, i), part);
            } else { // with its old value
                slot_result(translation, element_of(operation, i), part, chunks == 4);
            }
        }
    }
}

// -- where halves of the warp lie

static Place field(size_t offset)
{
    return place_at(R8, (int64_t)offset);
}

// rsi = host bytes of the half's first lane.
static void find_half(Code *code, uint32_t half)
{
    code_load_signed(code, RSI, field(offsetof(Pattern, start) + 4 * half));
    code_arithmetic(code, ARITHMETIC_ADD, true, RSI, RDX);
}

static uint32_t mask_of(Translation *translation, const Lanes *lanes, uint32_t half, bool is_odd)
{
    uint32_t mask = half == 0 ? lanes->low : lanes->high;
    if (lanes->are_all || !is_odd) {
        return mask;
    }
    mask_shift_right(&translation->code, 5, mask, 8);
    return 5;
}

void move_check(Translation *translation, const Operation *operation, bool is_store)
{
    Code *code = &translation->code;
    if (operation->element_bytes == 4 && !is_vector(operation)) {
        return;
    }
    if (is_store) {
        code_compare_constant(code, field(offsetof(Pattern, linear)), 3);
    } else {
        code_compare_byte(code, field(offsetof(Pattern, is_scattered)), 0);
    }
    detour_jump(translation, CONDITION_NOT_EQUAL);
}

// -- loads

static void load_narrow(Translation *translation, const Operation *operation, uint32_t half,
                        const Lanes *lanes)
{
    Code *code = &translation->code;
    bool is_signed = (micro_now(translation)->flags & MICRO_SIGNED) != 0;
    uint32_t size = operation->element_bytes, mask = mask_of(translation, lanes, half, false);
    VectorOp load = size == 1 ? (is_signed ? VECTOR_LOAD_S8 : VECTOR_LOAD_U8)
                              : (is_signed ? VECTOR_LOAD_S16 : VECTOR_LOAD_U16);
    uint32_t d = slot_result(translation, operation->d, half, false);
    code_test_place(code, field(offsetof(Pattern, linear)), 1u << half);
    size_t uniform = code_jump(code, CONDITION_EQUAL);
    vector_op(code, load, d, 0, vector_at(place_at(RSI, 0)), mask);
    size_t end = code_jump(code, CONDITION_ALWAYS);
    code_land(code, uniform, code->size_bytes);
    code_load_part(code, RSI, place_at(RSI, 0), size, is_signed);
    vector_op(code, VECTOR_SPREAD_REGISTER, d, 0, vector_in(RSI), mask);
    code_land(code, end, code->size_bytes);
}

static void load_plain(Translation *translation, const Operation *operation, uint32_t half,
                       const Lanes *lanes)
{
    Code *code = &translation->code;
    bool is_wide = operation->element_bytes == 8;
    uint32_t chunks = is_wide ? 2 : 1, d[2];
    for (uint32_t i = 0; i < chunks; i++) {
        d[i] = slot_result(translation, operation->d, half * chunks + i, is_wide);
    }
    code_test_place(code, field(offsetof(Pattern, linear)), 1u << half);
    size_t uniform = code_jump(code, CONDITION_EQUAL);
    for (uint32_t i = 0; i < chunks; i++) {
        vector_op(code, is_wide ? VECTOR_LOAD_64 : VECTOR_LOAD_32, d[i], 0,
                  vector_at(place_at(RSI, i * CHUNK_BYTES)),
                  mask_of(translation, lanes, half, i == 1));
    }
    size_t end = code_jump(code, CONDITION_ALWAYS);
    code_land(code, uniform, code->size_bytes);
    for (uint32_t i = 0; i < chunks; i++) {
        vector_op(code, is_wide ? VECTOR_SPREAD_64 : VECTOR_SPREAD_32, d[i], 0,
                  vector_at(place_at(RSI, 0)), mask_of(translation, lanes, half, i == 1));
    }
    code_land(code, end, code->size_bytes);
}

// Two elements a lane from two vectors, or four from four.
static void split(Translation *translation, const uint32_t *d, uint32_t count)
{
    Code *code = &translation->code;
    for (uint32_t i = 0; i < count; i += 2) { // of two vectors one after another
        uint32_t x = i, y = i + 1;
        vector_op(code, VECTOR_LOAD_32, x, 0, vector_at(place_at(RSI, x * CHUNK_BYTES)),
                  ALL_ELEMENTS);
        vector_op(code, VECTOR_LOAD_32, y, 0, vector_at(place_at(RSI, y * CHUNK_BYTES)),
                  ALL_ELEMENTS);
    }
    if (count == 2) {
        for (uint32_t i = 0; i < 2; i++) {
            vector_op(code, VECTOR_LOAD_32, d[i], 0, CONSTANT_VECTOR(every2[i]), ALL_ELEMENTS);
            vector_op(code, VECTOR_CHOOSE_32, d[i], 0, vector_in(1), ALL_ELEMENTS);
        }
        return;
    }
    for (uint32_t i = 0; i < 2;
         i++) { // d[2i]: lanes 0 to 7 of elements 2i and 2i + 1, d[2i + 1]: 8 to 15
        for (uint32_t k = 0; k < 2; k++) {
            uint32_t to = d[2 * i + k];
            vector_op(code, VECTOR_LOAD_32, to, 0, CONSTANT_VECTOR(every4[i]), ALL_ELEMENTS);
            vector_op(code, VECTOR_CHOOSE_32, to, 2 * k, vector_in(2 * k + 1), ALL_ELEMENTS);
        }
    }
    for (uint32_t i = 0; i < 4; i += 2) {
        vector_op_with(code, VECTOR_JOIN_HALVES, 0, d[i], vector_in(d[i + 1]), ALL_ELEMENTS, 0x44);
        vector_op_with(code, VECTOR_JOIN_HALVES, d[i + 1], d[i], vector_in(d[i + 1]), ALL_ELEMENTS,
                       0xee);
        vector_op(code, VECTOR_LOAD_32, d[i], 0, vector_in(0), ALL_ELEMENTS);
    }
}

static void load_vectors(Translation *translation, const Operation *operation, uint32_t half)
{
    Code *code = &translation->code;
    uint32_t d[4], count = operation->element_count;
    for (uint32_t i = 0; i < count; i++) {
        d[i] = slot_result(translation, element_of(operation, i), half, false);
    }
    code_test_place(code, field(offsetof(Pattern, linear)), 1u << half);
    size_t uniform = code_jump(code, CONDITION_EQUAL);
    split(translation, d, count);
    size_t end = code_jump(code, CONDITION_ALWAYS);
    code_land(code, uniform, code->size_bytes);
    for (uint32_t i = 0; i < count; i++) {
        vector_op(code, VECTOR_SPREAD_32, d[i], 0, vector_at(place_at(RSI, 4 * i)), ALL_ELEMENTS);
    }
    code_land(code, end, code->size_bytes);
}

void move_load_scattered(Translation *translation, const Operation *operation, const Lanes *lanes)
{
    Code *code = &translation->code;
    code_call_to(code, translation->gather);
    for (uint32_t half = 0; half < 2; half++) {
        uint32_t d = slot_result(translation, operation->d, half, false);
        vector_op(code, VECTOR_LOAD_32, d, 0, vector_in(half),
                  mask_of(translation, lanes, half, false));
    }
}

void move_load(Translation *translation, const Operation *operation, const Lanes *lanes)
{
    Code *code = &translation->code;
    bool may_scatter = operation->element_bytes == 4 && !is_vector(operation);
    size_t scattered = 0;
    if (may_scatter) {
        code_compare_byte(code, field(offsetof(Pattern, is_scattered)), 0);
        scattered = code_jump(code, CONDITION_NOT_EQUAL);
    }
    for (uint32_t half = 0; half < 2; half++) {
        find_half(code, half);
        if (is_vector(operation)) {
            load_vectors(translation, operation, half);
        } else if (operation->element_bytes < 4) {
            load_narrow(translation, operation, half, lanes);
        } else {
            load_plain(translation, operation, half, lanes);
        }
    }
    if (may_scatter) {
        size_t end = code_jump(code, CONDITION_ALWAYS);
        code_land(code, scattered, code->size_bytes);
        move_load_scattered(translation, operation, lanes);
        code_land(code, end, code->size_bytes);
    }
}

// -- stores

static void store_plain(Translation *translation, const Operation *operation, uint32_t half,
                        const Lanes *lanes)
{
    static const VectorOp stores[] = {
        [1] = VECTOR_STORE_8, [2] = VECTOR_STORE_16, [4] = VECTOR_STORE_32, [8] = VECTOR_STORE_64};
    uint32_t chunks = operation->element_bytes == 8 ? 2 : 1;
    for (uint32_t i = 0; i < chunks; i++) {
        uint32_t from = slot_of(translation, operation->d, half * chunks + i);
        vector_op(&translation->code, stores[operation->element_bytes], from, 0,
                  vector_at(place_at(RSI, i * CHUNK_BYTES)),
                  mask_of(translation, lanes, half, i == 1));
    }
}

// vector to = elements of x and y in turn, from their first or second half.
static void mingle(Translation *translation, bool is_wide, uint32_t to, uint32_t x, uint32_t y,
                   uint32_t half)
{
    Code *code = &translation->code;
    VectorOperand order =
        is_wide ? CONSTANT_VECTOR(in_turn64[half]) : CONSTANT_VECTOR(in_turn32[half]);
    vector_op(code, VECTOR_LOAD_32, to, 0, order, ALL_ELEMENTS);
    vector_op(code, is_wide ? VECTOR_CHOOSE_64 : VECTOR_CHOOSE_32, to, x, vector_in(y),
              ALL_ELEMENTS);
}

static void store_vectors(Translation *translation, const Operation *operation, uint32_t half)
{
    Code *code = &translation->code;
    uint32_t from[4], count = operation->element_count;
    for (uint32_t i = 0; i < count; i++) {
        from[i] = slot_of(translation, element_of(operation, i), half);
    }
    for (uint32_t eight = 0; eight < 2; eight++) { // lanes
        mingle(translation, false, 0, from[0], from[1], eight);
        if (count == 2) {
            vector_op(code, VECTOR_STORE_32, 0, 0, vector_at(place_at(RSI, eight * CHUNK_BYTES)),
                      ALL_ELEMENTS);
            continue;
        }
        mingle(translation, false, 1, from[2], from[3], eight);
        for (uint32_t four = 0; four < 2; four++) {
            mingle(translation, true, 2, 0, 1, four);
            vector_op(code, VECTOR_STORE_32, 2, 0,
                      vector_at(place_at(RSI, (2 * eight + four) * CHUNK_BYTES)), ALL_ELEMENTS);
        }
    }
}

// The host writes the elements in the order of lanes, as the run loop does.
void move_store_scattered(Translation *translation, const Operation *operation, const Lanes *lanes)
{
    Code *code = &translation->code;
    for (uint32_t half = 0; half < 2; half++) {
        uint32_t from = slot_of(translation, operation->d, half);
        Place to = {.base = RDX, .index = 0};
        vector_op(code, VECTOR_LOAD_32, 0, 0,
                  vector_at(field(offsetof(Pattern, delta) + half * CHUNK_BYTES)), ALL_ELEMENTS);
        if (lanes->are_all) {
            code_constant(code, RSI, 0xffff);
            mask_from(code, 2, RSI);
        } else {
            mask_shift_right(code, 2, half == 0 ? lanes->low : lanes->high, 0);
        }
        vector_op(code, VECTOR_SCATTER_32, from, 0, vector_at(to), 2);
    }
}

void move_store(Translation *translation, const Operation *operation, const Lanes *lanes)
{
    Code *code = &translation->code;
    bool may_scatter = operation->element_bytes == 4 && !is_vector(operation);
    size_t scattered = 0;
    if (may_scatter) {
        code_compare_constant(code, field(offsetof(Pattern, linear)), 3);
        scattered = code_jump(code, CONDITION_NOT_EQUAL);
    }
    for (uint32_t half = 0; half < 2; half++) {
        find_half(code, half);
        if (is_vector(operation)) {
            store_vectors(translation, operation, half);
        } else {
            store_plain(translation, operation, half, lanes);
        }
    }
    if (may_scatter) {
        size_t end = code_jump(code, CONDITION_ALWAYS);
        code_land(code, scattered, code->size_bytes);
        move_store_scattered(translation, operation, lanes);
        code_land(code, end, code->size_bytes);
    }
}

// -- a function of the code: vectors 0 and 1 = a word from each lane. Changes vector 2 and rsi.

void emit_gather(Translation *translation)
{
    Code *code = &translation->code;
    translation->gather = code->size_bytes;
    for (uint32_t half = 0; half < 2; half++) {
        for (uint32_t quarter = 0; quarter < 4; quarter++) {
            uint32_t to = quarter == 0 ? half : 2;
            for (uint32_t i = 0; i < 4; i++) {
                uint32_t lane = 16 * half + 4 * quarter + i;
                Place word = place_at(RDX, 0);
                code_load_signed(code, RSI, field(offsetof(Pattern, delta) + 4 * lane));
                word.index = RSI;
                if (i == 0) {
                    vector_op(code, VECTOR_FIRST_32, to, 0, vector_at(word), ALL_ELEMENTS);
                } else {
                    vector_op_with(code, VECTOR_PUT_32, to, to, vector_at(word), ALL_ELEMENTS,
                                   (uint8_t)i);
                }
            }
            if (quarter > 0) {
                vector_op_with(code, VECTOR_PUT_QUARTER, half, half, vector_in(2), ALL_ELEMENTS,
                               (uint8_t)quarter);
            }
        }
    }
    code_return(code);
}

// SPDX-License-Identifier: Apache-2.0
// Rows of registers in the host's vector registers. A chunk is loaded when it is first read, and
// stored when the part ends or a function is called, if anybody reads it later.
#include "sim/native/translate.h"

#include <string.h>

Place operand_place(Operand operand, uint32_t part)
{
    static const Register bases[BASE_COUNT] = {[BASE_REGISTERS] = ROWS_REGISTER,
                                               [BASE_CONSTANTS] = CONSTANT_REGISTER,
                                               [BASE_PREDICATES] = PREDICATE_REGISTER,
                                               [BASE_FIXED] = NO_REGISTER};
    uint32_t base = operand >> OPERAND_BASE_SHIFT;
    uint32_t chunk = base == BASE_CONSTANTS ? 0 : part; // those of a constant are equal
    return place_at(bases[base], (operand & OPERAND_OFFSET_MASK) + chunk * CHUNK_BYTES);
}

static uint32_t chunk_of(Operand operand, uint32_t part)
{
    uint32_t chunk = (operand & OPERAND_OFFSET_MASK) / CHUNK_BYTES;
    return operand >> OPERAND_BASE_SHIFT == BASE_CONSTANTS ? CHUNK_CONSTANTS + chunk : chunk + part;
}

static Place chunk_place(uint32_t chunk)
{
    return chunk >= CHUNK_CONSTANTS
               ? place_at(CONSTANT_REGISTER, (int64_t)(chunk - CHUNK_CONSTANTS) * CHUNK_BYTES)
               : place_at(ROWS_REGISTER, (int64_t)chunk * CHUNK_BYTES);
}

void slots_forget(Translation *translation)
{
    for (uint32_t i = 0; i < SLOT_COUNT; i++) {
        translation->slots[i] = (Slot){.chunk = CHUNK_NONE};
    }
}

static uint32_t find(const Translation *translation, uint32_t chunk)
{
    for (uint32_t i = SLOT_FIRST; i < SLOT_COUNT; i++) {
        if (translation->slots[i].chunk == chunk) {
            return i;
        }
    }
    return SLOT_NONE;
}

static void use(Translation *translation, uint32_t slot)
{
    translation->slots[slot].used = ++translation->time;
    translation->pinned |= 1u << slot;
}

static uint32_t active_mask(Translation *translation, bool is_wide, uint32_t part, uint32_t room)
{
    if (translation->is_full) {
        return ALL_ELEMENTS;
    }
    uint32_t half = is_wide ? part / 2 : part;
    uint32_t mask = half == 0 ? ACTIVE_LOW_MASK : ACTIVE_HIGH_MASK;
    if (is_wide && part % 2 != 0) {
        mask_shift_right(&translation->code, room, mask, 8);
        return room;
    }
    return mask;
}

uint32_t lanes_mask(Translation *translation, bool is_wide, uint32_t part, uint32_t room)
{
    uint32_t mask = translation->guard_mask;
    if (mask == ALL_ELEMENTS) {
        return ALL_ELEMENTS;
    }
    if (part == 0) {
        return mask;
    }
    mask_shift_right(&translation->code, room, mask, (uint8_t)(part * (is_wide ? 8 : 16)));
    return room;
}

// What is read after the micro-op in progress.
static const uint64_t *set_after(const Translation *translation)
{
    return translation->pc + 1 < translation->end ? set_before(translation, translation->pc + 1)
                                                  : translation->needed_at_end;
}

// Gives NaNs the machine's bits (quiet_f32), in the elements of `mask`.
static void quiet(Translation *translation, uint32_t number, uint32_t mask)
{
    Code *code = &translation->code;
    VectorOperand nan =
        vector_at(state_place(offsetof(NativeState, values) + offsetof(NativeConstants, nan_f32)));
    vector_op_with(code, VECTOR_COMPARE_F32, 5, number, vector_in(number), mask, 3);
    vector_op(code, VECTOR_SPREAD_32, number, 0, nan, 5);
}

static void settle_nan(Translation *translation, uint32_t number)
{
    if (translation->slots[number].may_be_nan) {
        quiet(translation, number, ALL_ELEMENTS);
        translation->slots[number].may_be_nan = false;
    }
}

static void store(Translation *translation, uint32_t number)
{
    Slot *slot = &translation->slots[number];
    settle_nan(translation, number);
    uint32_t mask = active_mask(translation, slot->is_wide, slot->part, 5);
    vector_op(&translation->code, slot->is_wide ? VECTOR_STORE_64 : VECTOR_STORE_32, number, 0,
              vector_at(chunk_place(slot->chunk)), mask);
}

static bool is_needed(const Translation *translation, uint32_t chunk, const uint64_t *set)
{
    return chunk < CHUNK_CONSTANTS &&
           row_live_has(translation->live, set, chunk * CHUNK_BYTES / ROW_BYTES);
}

// A slot for another chunk.
static uint32_t take(Translation *translation)
{
    uint32_t best = SLOT_NONE;
    for (uint32_t i = SLOT_FIRST; i < SLOT_COUNT; i++) {
        const Slot *slot = &translation->slots[i];
        if ((translation->pinned >> i & 1) != 0) {
            continue;
        }
        if (slot->chunk == CHUNK_NONE) {
            return i;
        }
        if (best == SLOT_NONE || slot->used < translation->slots[best].used) {
            best = i;
        }
    }
    if (translation->slots[best].is_dirty) {
        store(translation, best);
    }
    translation->slots[best] = (Slot){.chunk = CHUNK_NONE};
    return best;
}

void slots_reserve(Translation *translation, uint32_t count)
{
    uint32_t taken[SLOT_COUNT], pinned = translation->pinned;
    for (uint32_t i = 0; i < count; i++) {
        taken[i] = take(translation);
        translation->pinned |= 1u << taken[i];
    }
    translation->pinned = pinned;
}

static uint32_t load(Translation *translation, uint32_t chunk)
{
    uint32_t slot = find(translation, chunk);
    if (slot == SLOT_NONE) {
        slot = take(translation);
        translation->slots[slot] = (Slot){.chunk = chunk};
        vector_op(&translation->code, VECTOR_LOAD_32, slot, 0, vector_at(chunk_place(chunk)),
                  ALL_ELEMENTS);
    }
    use(translation, slot);
    return slot;
}

uint32_t slot_float_of(Translation *translation, Operand operand, uint32_t part)
{
    return load(translation, chunk_of(operand, part));
}

uint32_t slot_of(Translation *translation, Operand operand, uint32_t part)
{
    uint32_t slot = slot_float_of(translation, operand, part);
    settle_nan(translation, slot);
    return slot;
}

// Whether the running part reads the chunk again.
static bool is_read_again(const Translation *translation, uint32_t chunk)
{
    const uint64_t *set = set_after(translation);
    return chunk >= CHUNK_CONSTANTS || is_needed(translation, chunk, set);
}

VectorOperand slot_float(Translation *translation, Operand operand, uint32_t part)
{
    uint32_t chunk = chunk_of(operand, part);
    bool is_there = find(translation, chunk) != SLOT_NONE;
    if (is_there || is_read_again(translation, chunk)) {
        return vector_in(load(translation, chunk));
    }
    return vector_at(operand_place(operand, part));
}

VectorOperand slot_source(Translation *translation, Operand operand, uint32_t part)
{
    VectorOperand source = slot_float(translation, operand, part);
    if (!source.is_place) {
        settle_nan(translation, source.number);
    }
    return source;
}

uint32_t slot_result(Translation *translation, Operand operand, uint32_t part, bool is_wide)
{
    uint32_t chunk = chunk_of(operand, part), slot;
    if (translation->guard_mask != ALL_ELEMENTS) {
        slot = load(translation, chunk);
        settle_nan(translation, slot); // the lanes that keep it may hold floats, others need not
    } else {
        slot = find(translation, chunk);
        slot = slot == SLOT_NONE ? take(translation) : slot;
        translation->slots[slot].chunk = chunk;
        translation->slots[slot].may_be_nan = false;
        use(translation, slot);
    }
    translation->slots[slot].is_dirty = true;
    translation->slots[slot].is_wide = is_wide;
    translation->slots[slot].part = (uint8_t)part;
    return slot;
}

void slot_mark_nan(Translation *translation, Operand operand, uint32_t part)
{
    uint32_t slot = find(translation, chunk_of(operand, part));
    if (translation->guard_mask != ALL_ELEMENTS) { // other lanes keep what they have
        quiet(translation, slot, lanes_mask(translation, false, part, 2));
    } else {
        translation->slots[slot].may_be_nan = true;
    }
}

void slots_next(Translation *translation)
{
    const uint64_t *set = set_before(translation, translation->pc);
    translation->pinned = 0;
    for (uint32_t i = SLOT_FIRST; i < SLOT_COUNT; i++) {
        Slot *slot = &translation->slots[i];
        if (slot->chunk < CHUNK_CONSTANTS && !is_needed(translation, slot->chunk, set)) {
            *slot = (Slot){.chunk = CHUNK_NONE};
        }
    }
}

void slots_store(Translation *translation, const uint64_t *set)
{
    for (uint32_t i = SLOT_FIRST; i < SLOT_COUNT; i++) {
        Slot *slot = &translation->slots[i];
        if (slot->is_dirty && is_needed(translation, slot->chunk, set)) {
            store(translation, i);
            slot->is_dirty = false;
        }
    }
}

void slots_store_all(Translation *translation)
{
    for (uint32_t i = SLOT_FIRST; i < SLOT_COUNT; i++) {
        if (translation->slots[i].is_dirty) {
            store(translation, i);
            translation->slots[i].is_dirty = false;
        }
    }
}

void slots_load_all(Translation *translation)
{
    for (uint32_t i = SLOT_FIRST; i < SLOT_COUNT; i++) {
        if (translation->slots[i].chunk != CHUNK_NONE) {
            vector_op(&translation->code, VECTOR_LOAD_32, i, 0,
                      vector_at(chunk_place(translation->slots[i].chunk)), ALL_ELEMENTS);
        }
    }
}

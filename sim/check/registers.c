// SPDX-License-Identifier: Apache-2.0
#include "sim/check/registers.h"

#include "isa/base/heap.h"

#include <stdlib.h>
#include <string.h>

static const uint32_t zero_row[2 * LANE_COUNT] __attribute__((aligned(64)));

WarpCheck *registers_of(const BlockContext *context, const Warp *warp)
{
    return &context->warps[warp->index];
}

void registers_reserve(WarpCheck *check, const Warp *warp)
{
    if (check->row_room >= warp->row_room && check->predicate_room >= warp->predicate_room) {
        return;
    }
    uint32_t *rows = aligned_alloc(64, ((size_t)warp->row_room + 2) * ROW_BYTES);
    if (rows == NULL) {
        abort();
    }
    memset(rows, 0, ((size_t)warp->row_room + 2) * ROW_BYTES);
    uint32_t *predicates = heap_allocate(warp->predicate_room + 1u, sizeof(uint32_t));
    uint16_t *origin = heap_allocate(warp->row_room + 2u, sizeof(uint16_t));
    bool *is_computed = heap_allocate(warp->row_room + 2u, sizeof(bool));
    if (check->rows != NULL) {
        memcpy(rows, check->rows, (size_t)check->row_room * ROW_BYTES);
        memcpy(predicates, check->predicates, check->predicate_room * sizeof(uint32_t));
        memcpy(origin, check->origin, check->row_room * sizeof(uint16_t));
        memcpy(is_computed, check->is_computed, check->row_room * sizeof(bool));
    }
    free(check->rows);
    free(check->predicates);
    free(check->origin);
    free(check->is_computed);
    *check = (WarpCheck){.is_suspect = check->is_suspect,
                         .rows = rows,
                         .predicates = predicates,
                         .row_room = warp->row_room,
                         .predicate_room = warp->predicate_room,
                         .origin = origin,
                         .is_computed = is_computed,
                         .predicate_origin = check->predicate_origin,
                         .local = check->local,
                         .local_words = check->local_words,
                         .products = check->products};
}

void registers_suspect(BlockContext *context, const Warp *warp, bool is_suspect)
{
    uint32_t bit = 1u << warp->index;
    context->warps[warp->index].is_suspect = is_suspect;
    bool is_followed = is_suspect || context->warps[warp->index].products != NULL;
    context->checker.followed = (context->checker.followed & ~bit) | (is_followed ? bit : 0);
}

void registers_start(BlockContext *context, const Warp *warp, const MachineFunction *entry)
{
    WarpCheck *check = registers_of(context, warp);
    if (entry->unset_count == 0) {
        return;
    }
    registers_suspect(context, warp, true);
    registers_reserve(check, warp);
    for (uint32_t i = 0; i < entry->unset_count; i++) {
        const MachineUnsetRow *unset = &entry->unset[i];
        registers_set(check, warp, unset->type, unset->row, UINT32_MAX, UINT32_MAX);
        registers_set_origin(check, warp, unset->type, unset->row, ORIGIN_VARIABLE, false);
    }
}

bool registers_has(Row row)
{
    return row != ROW_NONE && (row & ROW_CONSTANT) == 0;
}

// The shadow of a row, laid out like the row; all zeros for constants.
void *registers_row(const WarpCheck *check, const Warp *warp, Row row)
{
    if (!registers_has(row)) {
        return (void *)(uintptr_t)zero_row;
    }
    return check->rows + (warp_row(warp, row) - warp->rows);
}

uint32_t registers_index(const Warp *warp, Row row)
{
    return (uint32_t)((size_t)(warp_row(warp, row) - warp->rows) / LANE_COUNT);
}

uint32_t *registers_predicate(const WarpCheck *check, const Warp *warp, Row predicate)
{
    static _Thread_local uint32_t none; // what is written to it is forgotten
    none = 0;
    if (!registers_has(predicate)) {
        return &none;
    }
    return check->predicates + (warp_predicate(warp, predicate) - warp->predicates);
}

bool registers_is_wide(LaneType type)
{
    return type == LANE_TYPE_U64 || type == LANE_TYPE_S64 || type == LANE_TYPE_F64;
}

// Bits of a 32-bit row that an operand of this type reads.
static uint32_t read_bits(LaneType type)
{
    switch (type) {
    case LANE_TYPE_U8:
    case LANE_TYPE_S8: return 0xffu;
    case LANE_TYPE_U16:
    case LANE_TYPE_S16:
    case LANE_TYPE_F16:
    case LANE_TYPE_BF16: return 0xffffu;
    default: return UINT32_MAX;
    }
}

// Lanes in which an operand is not initialized.
uint32_t registers_unset(const WarpCheck *check, const Warp *warp, LaneType type, Row row)
{
    if (type == LANE_TYPE_NONE || !registers_has(row)) {
        return 0;
    }
    if (type == LANE_TYPE_P) {
        return *registers_predicate(check, warp, row);
    }
    uint32_t lanes = 0, bits = read_bits(type);
    const uint32_t *narrow = registers_row(check, warp, row);
    const uint64_t *wide = registers_row(check, warp, row);
    for (uint32_t lane = 0; lane < LANE_COUNT; lane++) {
        bool is_unset = registers_is_wide(type) ? wide[lane] != 0 : (narrow[lane] & bits) != 0;
        lanes |= (uint32_t)is_unset << lane;
    }
    return lanes;
}

void registers_set(WarpCheck *check, const Warp *warp, LaneType type, Row row, uint32_t on,
                   uint32_t unset)
{
    if (!registers_has(row) || type == LANE_TYPE_NONE) {
        return;
    }
    if (type == LANE_TYPE_P) {
        uint32_t *predicate = registers_predicate(check, warp, row);
        *predicate = (*predicate & ~on) | (unset & on);
        return;
    }
    uint32_t *narrow = registers_row(check, warp, row);
    uint64_t *wide = registers_row(check, warp, row);
    for (uint32_t rest = on; rest != 0; rest &= rest - 1) {
        uint32_t lane = lane_lowest(rest);
        bool is_unset = (unset >> lane & 1u) != 0;
        if (registers_is_wide(type)) {
            wide[lane] = is_unset ? UINT64_MAX : 0;
        } else {
            narrow[lane] = is_unset ? UINT32_MAX : 0;
        }
    }
}

uint16_t registers_origin(const WarpCheck *check, const Warp *warp, LaneType type, Row row)
{
    if (!registers_has(row) || type == LANE_TYPE_NONE) {
        return 0;
    }
    return type == LANE_TYPE_P ? check->predicate_origin
                               : check->origin[registers_index(warp, row)];
}

void registers_set_origin(WarpCheck *check, const Warp *warp, LaneType type, Row row,
                          uint16_t origin, bool is_computed)
{
    if (!registers_has(row) || type == LANE_TYPE_NONE) {
        return;
    }
    if (type == LANE_TYPE_P) {
        check->predicate_origin = origin;
        return;
    }
    check->origin[registers_index(warp, row)] = origin;
    check->is_computed[registers_index(warp, row)] = is_computed;
}

// SPDX-License-Identifier: Apache-2.0
// Loads only the components of a vector that are read, as ptxas 13.0 does for sm_75 and sm_90
// (traces/h200/probes/vector_loads.txt has every set of components):
//   - of four words or half-words, one by itself, or both of an aligned half, are loaded alone; two
//     words of different halves are loaded apart; everything else as a whole
//   - of two, one is loaded alone
//   - of constants, an aligned half at a time: LDC and ULDC bring at most 64 bits
// Bytes, 256 bits and loads that are volatile or ordered stay whole. A component counts as read if
// anything reads its register. Changes what the hardware counts, not what is computed.
#include "isa/machine/op.h"
#include "isa/machine/pass.h"

// Nothing is known of earlier compilers.
#define FIRST_TRIMMED 70

#define WORD_BITS 32

// Components [first, first + count) of the load, if any is read.
static void emit_part(Unit *unit, const Op *load, uint32_t first, uint32_t count)
{
    uint32_t bytes = load->width_bytes / load->vector;
    Op *part = unit_add(unit, MICRO_LOAD);
    *part = *load;
    part->vector = (uint8_t)count;
    part->width_bytes = (uint8_t)(bytes * count);
    part->offset += bytes * first;
    for (uint32_t i = 0; i < 4; i++) {
        part->data[i] = i < count ? load->data[first + i] : VALUE_NONE;
    }
}

// The components that are read of the aligned half from `first` on: both together, or one alone.
static void emit_half(Unit *unit, const Op *load, uint32_t first, uint32_t half, uint32_t read)
{
    uint32_t wanted = read >> first & ((1u << half) - 1u);
    if (half == 2 && wanted == 3) {
        emit_part(unit, load, first, 2);
        return;
    }
    for (uint32_t i = 0; i < half; i++) {
        if ((wanted >> i & 1) != 0) {
            emit_part(unit, load, first + i, 1);
        }
    }
}

// A load that overwrites its own address cannot be made in parts.
static bool is_trimmed(Op *op)
{
    if (op->kind != MICRO_LOAD || op->vector < 2 || op->width_bytes > 16 ||
        (value_is_register(op->a) && op_writes(op, op->a))) {
        return false;
    }
    return op->width_bytes / op->vector >= 2 && (op->flags & MICRO_VOLATILE) == 0 &&
           op->space != PTX_SPACE_PARAM && op->space != PTX_SPACE_REG;
}

// Whether the set of components, a mask, is loaded in parts.
static bool is_split(const Op *load, uint32_t read)
{
    uint32_t bits = 8u * load->width_bytes / load->vector;
    uint32_t low = read & 3, high = read >> 2;
    if (load->space == PTX_SPACE_CONST && load->width_bytes > 8) {
        return true;
    }
    if (load->vector == 2) {
        return read != 3;
    }
    bool is_half = low == 0 || high == 0;
    bool is_one_each = low != 3 && high != 3;
    return is_half || (bits == WORD_BITS && is_one_each);
}

static void emit_load(Unit *unit, const Op *load, const uint32_t *reads)
{
    uint32_t read = 0, half = load->vector / 2u;
    for (uint32_t i = 0; i < load->vector; i++) {
        bool is_read = load->data[i] != VALUE_NONE && reads[load->data[i]] > 0;
        read |= (uint32_t)is_read << i;
    }
    if (read == 0 || !is_split(load, read)) {
        *unit_add(unit, MICRO_LOAD) = *load;
        return;
    }
    emit_half(unit, load, 0, half, read);
    emit_half(unit, load, half, half, read);
}

void unit_trim(Unit *unit)
{
    if (unit->lowering->target.compute_capability < FIRST_TRIMMED) {
        return;
    }
    const uint32_t *reads = unit_reads(unit);
    Op *ops = unit->ops;
    uint32_t count = unit->op_count;
    unit->ops = NULL;
    unit->op_count = unit->op_room = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (is_trimmed(&ops[i])) {
            emit_load(unit, &ops[i], reads);
        } else {
            *unit_add(unit, MICRO_NOP) = ops[i];
        }
    }
}

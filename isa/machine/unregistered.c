// SPDX-License-Identifier: Apache-2.0
// Values that take no register on compute capability 1.x: the coordinates of block and grid, which
// are in shared memory with the parameters; y and z of the thread, which share a register with x;
// and one operand an instruction that the instruction itself reads from shared memory (decuda's
// account of the G80: `mad.rn.f32 $r1, s[$ofs1+0x0020], $r2, $r1`).
#include "isa/machine/pass.h"

static bool is_arithmetic(const Op *op)
{
    return op->kind == MICRO_LANE || op->kind == MICRO_SETP;
}

// A load from shared memory may be an operand of the next instruction that reads it. Returns that
// reader, which takes one such operand, or NULL.
static const Op *reader_from_shared(const Op *load, const Op *end)
{
    bool is_word = load->kind == MICRO_LOAD && load->space == PTX_SPACE_SHARED &&
                   load->vector == 1 && load->width_bytes == 4;
    for (const Op *op = load + 1; is_word && op < end && op->kind < MICRO_KIND_COUNT; op++) {
        Value data = load->data[0];
        if (is_arithmetic(op) && (op->a == data || op->b == data || op->c == data)) {
            return op;
        }
        if (op->kind != MICRO_LOAD && !is_arithmetic(op)) {
            break;
        }
    }
    return NULL;
}

bool *unit_find_in_memory(Unit *unit)
{
    bool *is_in_memory = arena_alloc(&unit->lowering->scratch, unit->register_count + 1);
    if (unit->lowering->target.compute_capability >= 20) {
        return is_in_memory;
    }
    for (uint32_t i = 0; i < unit->register_count; i++) {
        const VirtualRegister *value = &unit->registers[i];
        is_in_memory[i] = value->is_special && value->special != PTX_SPECIAL_TID_X;
    }
    const Op *taken = NULL;
    for (uint32_t i = 0; i < unit->op_count; i++) {
        const Op *op = &unit->ops[i], *reader = reader_from_shared(op, unit->ops + unit->op_count);
        if (reader != NULL && reader != taken) {
            is_in_memory[op->data[0]] = true;
            taken = reader;
        }
    }
    return is_in_memory;
}

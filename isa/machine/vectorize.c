// SPDX-License-Identifier: Apache-2.0
// Neighboring accesses of one thread become one wide access, as ptxas 13.0 does in shared, local
// and constant memory, whose layout it knows: two or four words whose first is aligned to all of
// them. Of constants only two (LDC.64, ULDC.64; no kernel of tests/hardware/suite/constants.cu has
// more in one instruction).
// Loads move up to the first of them, stores down to the last. Changes what the hardware counts,
// not what is computed.
#include "isa/base/bits.h"
#include "isa/machine/flow.h"
#include "isa/machine/op.h"
#include "isa/machine/operand.h"
#include "isa/machine/pass.h"

#define WIDEST_BYTES   16
#define CONSTANT_BYTES 8
#define ZEROS_MAX      6

typedef struct Vectorize {
    Unit *unit;
    Flow *flow;
    uint8_t *zeros; // [register]
} Vectorize;

static uint32_t trailing_zeros(uint64_t bits)
{
    uint32_t count = bits == 0 ? ZEROS_MAX : bits_lowest_64(bits);
    return count < ZEROS_MAX ? count : ZEROS_MAX;
}

static uint32_t least(uint32_t x, uint32_t y)
{
    return x < y ? x : y;
}

// Variables in constant memory follow each other as declared, each at a multiple of 8 bytes or more
// (`readelf -s` of what ptxas makes).
static uint64_t constant_place(const PtxModule *module, const PtxVariable *variable)
{
    uint64_t place = 0;
    for (uint32_t i = 0; i < module->variable_count; i++) {
        const PtxVariable *other = module->variables[i];
        if (other->space == PTX_SPACE_CONST) {
            uint64_t unit = other->alignment_bytes > 8 ? other->alignment_bytes : 8;
            place = (place + unit - 1) / unit * unit;
            if (other == variable) {
                break;
            }
            place += other->size_bytes;
        }
    }
    return place;
}

// The number of low bits of a value that are surely zero (at most ZEROS_MAX).
static uint32_t zero_bits(const Vectorize *work, Value value)
{
    const Lowering *lowering = work->unit->lowering;
    uint64_t literal;
    if (value_is_constant_place(lowering, value)) {
        const MachineConstant *constant = &lowering->program->constants[value & ~VALUE_CONSTANT];
        return trailing_zeros(constant_place(lowering->module, constant->variable) +
                              constant->bits);
    }
    if (value_literal(work->unit->lowering, value, &literal)) {
        return trailing_zeros(literal);
    }
    bool is_known = value != VALUE_NONE && !value_is_constant(value) &&
                    !work->unit->registers[value].is_special;
    return is_known ? work->zeros[value] : 0;
}

static uint32_t result_zeros(const Vectorize *work, const Op *op)
{
    uint32_t a = zero_bits(work, op->a), b = zero_bits(work, op->b);
    uint64_t literal;
    if (op->kind != MICRO_LANE) {
        return 0;
    }
    switch (op->function) {
    case LANE_MOV_32:
    case LANE_MOV_64:
    case LANE_CVT_U64_U32:
    case LANE_CVT_U64_S32: return a;
    case LANE_ADD_32:
    case LANE_ADD_64:
    case LANE_SUB_32:
    case LANE_SUB_64:
    case LANE_OR_32: return least(a, b);
    case LANE_AND_32:
    case LANE_AND_64: return a > b ? a : b;
    case LANE_SHL_32:
    case LANE_SHL_64:
        return value_literal(work->unit->lowering, op->b, &literal)
                   ? least(ZEROS_MAX, a + (literal < ZEROS_MAX ? (uint32_t)literal : ZEROS_MAX))
                   : a;
    case LANE_MUL_LO_32:
    case LANE_MUL_LO_64:
    case LANE_MUL_WIDE_U32:
    case LANE_MUL_WIDE_S32: return least(ZEROS_MAX, a + b);
    case LANE_MAD_LO_32:
    case LANE_MAD_LO_64:
    case LANE_MAD_WIDE_U32:
    case LANE_MAD_WIDE_S32: return least(least(ZEROS_MAX, a + b), zero_bits(work, op->c));
    default: return 0;
    }
}

// Starts by assuming that all low bits are zero and lowers that to what every definition
// guarantees, loops included.
static void find_zeros(Vectorize *work)
{
    Unit *unit = work->unit;
    Value *results[OP_VALUES_MAX];
    for (uint32_t i = 0; i < unit->register_count; i++) {
        work->zeros[i] = ZEROS_MAX;
    }
    for (bool is_changed = true; is_changed;) {
        is_changed = false;
        for (uint32_t i = 0; i < unit->op_count; i++) {
            uint32_t count = op_results(&unit->ops[i], results);
            for (uint32_t j = 0; j < count; j++) {
                uint32_t zeros = result_zeros(work, &unit->ops[i]);
                if (zeros < work->zeros[*results[j]]) {
                    work->zeros[*results[j]] = (uint8_t)zeros;
                    is_changed = true;
                }
            }
        }
    }
}

static bool is_candidate(const Op *op)
{
    return (op->kind == MICRO_LOAD || op->kind == MICRO_STORE) && op->vector == 1 &&
           (op->space == PTX_SPACE_SHARED || op->space == PTX_SPACE_LOCAL ||
            op->space == PTX_SPACE_CONST) &&
           (op->flags & MICRO_VOLATILE) == 0 && (op->width_bytes == 4 || op->width_bytes == 8);
}

static bool is_same_access(const Op *x, const Op *y)
{
    return x->kind == y->kind && x->space == y->space && x->a == y->a && x->guard == y->guard &&
           x->flags == y->flags && x->width_bytes == y->width_bytes;
}

// Ops that no access may be moved across.
static bool blocks_motion(const Op *op, const Op *moved)
{
    switch (op->kind) {
    case MICRO_LOAD:
        return moved->kind == MICRO_STORE &&
               (op->space == moved->space || op->space == PTX_SPACE_GENERIC);
    case MICRO_STORE: return op->space == moved->space || op->space == PTX_SPACE_GENERIC;
    case MICRO_NOP: return false;
    default: return op->kind >= MICRO_KIND_COUNT || !op_is_pure(op);
    }
}

static bool touches(Op *op, Value value, bool writes_only)
{
    Value *values[OP_VALUES_MAX];
    uint32_t count = op_results(op, values);
    for (uint32_t i = 0; i < count; i++) {
        if (*values[i] == value) {
            return true;
        }
    }
    count = writes_only ? 0 : op_sources(op, values);
    for (uint32_t i = 0; i < count; i++) {
        if (*values[i] == value) {
            return true;
        }
    }
    return false;
}

// Whether access `late` may join `early` (loads: late moves up; stores: early moves down).
static bool may_join(const Vectorize *work, uint32_t early, uint32_t late)
{
    Op *ops = work->unit->ops;
    bool is_load = ops[late].kind == MICRO_LOAD;
    const Op *moved = &ops[is_load ? late : early];
    Value data = is_load ? ops[late].data[0] : ops[early].data[0];
    for (uint32_t i = early + 1; i < late; i++) {
        bool is_partner = is_candidate(&ops[i]) && is_same_access(&ops[i], moved) &&
                          ops[i].offset != moved->offset;
        if (ops[i].kind == OP_DEAD || (is_partner && !touches(&ops[i], data, !is_load))) {
            continue;
        }
        if (blocks_motion(&ops[i], moved) || touches(&ops[i], data, !is_load) ||
            (moved->a != VALUE_NONE && touches(&ops[i], moved->a, true)) ||
            (moved->guard != VALUE_NONE && touches(&ops[i], moved->guard, true))) {
            return false;
        }
    }
    return data == VALUE_NONE || data != moved->a;
}

// The number of ops searched for partners.
#define WINDOW_MAX 96

// The access at `offset` that matches the one at `at` and follows it in the same block; UINT32_MAX:
// none.
static uint32_t find_partner(const Vectorize *work, uint32_t at, int64_t offset)
{
    const Unit *unit = work->unit;
    const Flow *flow = work->flow;
    for (uint32_t i = at + 1;
         i < unit->op_count && i < at + WINDOW_MAX && flow->block_of_op[i] == flow->block_of_op[at];
         i++) {
        const Op *op = &unit->ops[i];
        if (is_candidate(op) && is_same_access(op, &unit->ops[at]) && op->offset == offset) {
            return i;
        }
    }
    return UINT32_MAX;
}

// The first and last access in program order, and the group's members by offset.
typedef struct Group {
    uint32_t member[4];
    uint32_t count;
    uint32_t first, last;
} Group;

static bool collect(const Vectorize *work, uint32_t at, int64_t start, uint32_t count, Group *group)
{
    const Op *op = &work->unit->ops[at];
    *group = (Group){.count = count, .first = at, .last = at};
    for (uint32_t i = 0; i < count; i++) {
        int64_t offset = start + (int64_t)i * op->width_bytes;
        uint32_t found = offset == op->offset ? at : find_partner(work, at, offset);
        if (found == UINT32_MAX) {
            return false;
        }
        group->member[i] = found;
        group->last = found > group->last ? found : group->last;
    }
    for (uint32_t i = 0; i < count; i++) {
        uint32_t member = group->member[i];
        bool is_load = op->kind == MICRO_LOAD;
        if (is_load ? member != group->first && !may_join(work, group->first, member)
                    : member != group->last && !may_join(work, member, group->last)) {
            return false;
        }
    }
    return true;
}

static void join(Vectorize *work, const Group *group)
{
    Op *ops = work->unit->ops;
    uint32_t place = ops[group->first].kind == MICRO_LOAD ? group->first : group->last;
    Op joined = ops[place];
    joined.offset = ops[group->member[0]].offset;
    joined.vector = (uint8_t)group->count;
    joined.width_bytes = (uint8_t)(joined.width_bytes * group->count);
    for (uint32_t i = 0; i < group->count; i++) {
        joined.data[i] = ops[group->member[i]].data[0];
        if (ops[group->member[i]].type != joined.type) {
            joined.type =
                class_of_type((PtxType)joined.type) == VALUE_64 ? PTX_TYPE_B64 : PTX_TYPE_B32;
        }
    }
    for (uint32_t i = 0; i < group->count; i++) {
        ops[group->member[i]].kind = OP_DEAD;
    }
    ops[place] = joined;
}

// Joins the access with its neighbors, four words if possible, else two.
static void vectorize_op(Vectorize *work, uint32_t at)
{
    const Op *op = &work->unit->ops[at];
    uint32_t zeros = op->a == VALUE_NONE ? ZEROS_MAX : zero_bits(work, op->a);
    Group group;
    uint32_t widest = op->space == PTX_SPACE_CONST ? CONSTANT_BYTES : WIDEST_BYTES;
    for (uint32_t bytes = widest; bytes > op->width_bytes; bytes /= 2) {
        int64_t start = op->offset - (int64_t)((uint64_t)op->offset % bytes);
        if ((UINT32_C(1) << zeros) >= bytes &&
            collect(work, at, start, bytes / op->width_bytes, &group)) {
            join(work, &group);
            return;
        }
    }
}

void unit_vectorize(Unit *unit)
{
    if (unit->lowering->target.compute_capability < 20) {
        return; // shared memory is read as an operand, a word at a time
    }
    Vectorize work = {.unit = unit,
                      .flow = flow_build(unit),
                      .zeros = arena_alloc(&unit->lowering->scratch, unit->register_count + 1)};
    find_zeros(&work);
    for (uint32_t i = 0; i < unit->op_count; i++) {
        if (is_candidate(&unit->ops[i])) {
            vectorize_op(&work, i);
        }
    }
    unit_compact(unit);
}

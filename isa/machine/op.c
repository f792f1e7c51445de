// SPDX-License-Identifier: Apache-2.0
// What an op reads, writes and does to control: the one place that knows, for each kind, which
// fields are sources and which are results.
#include "isa/machine/lower.h"

// Textures and surfaces read coordinates and samplers from the fields that others write.
static bool writes_d(const Op *op)
{
    switch (op->kind) {
    case MICRO_TEXTURE:
    case MICRO_SURFACE: return false;
    default: return true;
    }
}

static bool writes_data(const Op *op)
{
    switch (op->kind) {
    case MICRO_LOAD:
    case MICRO_MATRIX_LOAD:
    case MICRO_TEXTURE: return true;
    case MICRO_SURFACE: return op->target != SURFACE_STORE;
    default: return false;
    }
}

const LaneInfo *op_lane_info(const Op *op)
{
    return op->kind == MICRO_LANE4 ? &lane4_info[op->function] : &lane_info[op->function];
}

static void list(Value *value, Value *values[OP_VALUES_MAX], uint32_t *count)
{
    if (*value != VALUE_NONE) {
        values[(*count)++] = value;
    }
}

uint32_t op_sources(Op *op, Value *sources[OP_VALUES_MAX])
{
    uint32_t count = 0;
    if (op->kind >= MICRO_KIND_COUNT) {
        return 0;
    }
    list(&op->guard, sources, &count);
    list(&op->a, sources, &count);
    list(&op->b, sources, &count);
    list(&op->c, sources, &count);
    list(&op->e, sources, &count);
    if (!writes_d(op)) {
        list(&op->d, sources, &count);
        list(&op->d2, sources, &count);
    }
    for (uint32_t i = 0; i < 4 && !writes_data(op); i++) {
        list(&op->data[i], sources, &count);
    }
    return count;
}

uint32_t op_results(Op *op, Value *results[OP_VALUES_MAX])
{
    uint32_t count = 0;
    if (op->kind >= MICRO_KIND_COUNT) {
        return 0;
    }
    if (writes_d(op)) {
        list(&op->d, results, &count);
        list(&op->d2, results, &count);
    }
    for (uint32_t i = 0; i < 4 && writes_data(op); i++) {
        list(&op->data[i], results, &count);
    }
    return count;
}

bool op_writes(Op *op, Value value)
{
    Value *results[OP_VALUES_MAX];
    uint32_t count = op_results(op, results);
    for (uint32_t i = 0; i < count; i++) {
        if (*results[i] == value) {
            return true;
        }
    }
    return false;
}

uint32_t *unit_reads(Unit *unit)
{
    uint32_t *reads =
        arena_alloc(&unit->lowering->scratch, (unit->register_count + 1) * sizeof(uint32_t));
    Value *sources[OP_VALUES_MAX];
    for (uint32_t i = 0; i < unit->op_count; i++) {
        uint32_t count = op_sources(&unit->ops[i], sources);
        for (uint32_t j = 0; j < count; j++) {
            if (!value_is_constant(*sources[j])) {
                reads[*sources[j]]++;
            }
        }
    }
    return reads;
}

bool op_is_pure(const Op *op)
{
    switch (op->kind) {
    case MICRO_LANE:
    case MICRO_LANE4:
    case MICRO_SETP:
    case MICRO_CARRY:
    case MICRO_SPECIAL:
    case MICRO_FRAME_ADDRESS:
    case MICRO_TEXTURE:
    case MICRO_MAP_CLUSTER:
    case MICRO_ACTIVEMASK: return true;
    case MICRO_LOAD: return (op->flags & MICRO_VOLATILE) == 0;
    default: return false;
    }
}

bool op_ends_block(const Op *op)
{
    switch (op->kind) {
    case MICRO_BRANCH:
    case MICRO_BRANCH_INDEX: return true;
    case MICRO_RETURN:
    case MICRO_EXIT:
    case MICRO_TRAP: return op->guard == VALUE_NONE && op->function != PTX_BRKPT;
    default: return false;
    }
}

bool micro_is_access(MicroKind kind)
{
    switch (kind) {
    case MICRO_LOAD:
    case MICRO_STORE:
    case MICRO_ATOM:
    case MICRO_COPY_ASYNC:
    case MICRO_COPY_BULK:
    case MICRO_MATRIX_LOAD:
    case MICRO_MATRIX_STORE:
    case MICRO_TEXTURE:
    case MICRO_SURFACE: return true;
    default: return false;
    }
}

bool micro_is_branch(MicroKind kind)
{
    return kind == MICRO_BRANCH || kind == MICRO_BRANCH_INDEX;
}

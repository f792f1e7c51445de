// SPDX-License-Identifier: Apache-2.0
// Which dimensions of its block a kernel distinguishes. The thread's rank in the block and the
// number of its threads use all three coordinates but are valid for any shape: cooperative_groups
// computes its ranks from them.
#include "isa/cuda/warn/walk.h"

#define BUDGET 100000u // steps of evaluation

typedef struct Dimensions {
    const Values *values;
    Sample sample;
    bool *has_user, *has_other_user; // by value; other: apart from numbers of threads
} Dimensions;

static bool equals(Dimensions *dimensions, ValueId id, int64_t wanted)
{
    int64_t result;
    return value_evaluate(&dimensions->sample, id, &result) && result == wanted;
}

// The thread's number in the block, or how many threads the block has.
static bool is_number_of_threads(Dimensions *dimensions, ValueId id)
{
    static const uint32_t threads[][3] = {{3, 2, 1}, {0, 4, 2}, {6, 0, 1}};
    const Value *v = value_of(dimensions->values, id);
    uint32_t *thread = dimensions->sample.thread, *block = dimensions->sample.block;
    block[0] = 7;
    block[1] = 5;
    block[2] = 3;
    bool is_rank = v->kind == VALUE_OPERATION && v->has_thread;
    bool is_size = v->kind == VALUE_OPERATION && !v->has_thread;
    for (uint32_t i = 0; i < 3 && (is_rank || is_size); i++) {
        for (int axis = 0; axis < 3; axis++) {
            thread[axis] = threads[i][axis];
        }
        int64_t rank = (thread[2] * block[1] + thread[1]) * block[0] + thread[0];
        is_rank = is_rank && equals(dimensions, id, rank);
        is_size = is_size && equals(dimensions, id, block[0] * block[1] * block[2]);
    }
    return is_rank || is_size;
}

static void use(Dimensions *dimensions, ValueId id, bool is_other)
{
    dimensions->has_user[id] = true;
    dimensions->has_other_user[id] |= is_other;
}

// Users have higher numbers than what they use.
static void find_users(Dimensions *dimensions, const Walk *walk)
{
    for (uint32_t i = 0; i < walk->access_count; i++) {
        use(dimensions, walk->accesses[i].offset, true);
        use(dimensions, walk->accesses[i].guard, true);
    }
    for (uint32_t i = 0; i < walk->values.slot_count; i++) {
        use(dimensions, walk->values.slots[i].first, true);
        use(dimensions, walk->values.slots[i].next, true);
    }
    for (ValueId id = walk->values.count - 1; id > 0; id--) {
        const Value *v = value_of(&walk->values, id);
        bool is_part = dimensions->has_user[id] && !dimensions->has_other_user[id];
        bool is_other = !is_part && !is_number_of_threads(dimensions, id);
        if (v->kind == VALUE_SPECIAL) {
            dimensions->has_other_user[id] |= is_other;
        }
        use(dimensions, v->a, is_other);
        use(dimensions, v->b, is_other);
        use(dimensions, v->c, is_other);
    }
}

// The axis of a coordinate or a size; 3: it is neither.
static uint32_t axis_of(int64_t builtin)
{
    switch (builtin) {
    case BUILTIN_tid_x:
    case BUILTIN_ntid_x: return 0;
    case BUILTIN_tid_y:
    case BUILTIN_ntid_y: return 1;
    case BUILTIN_tid_z:
    case BUILTIN_ntid_z: return 2;
    default: return 3;
    }
}

uint32_t walk_axes(const Walk *walk)
{
    uint32_t count = walk->values.count, axes = 0;
    Dimensions dimensions = {.values = &walk->values,
                             .sample = {.values = &walk->values, .steps_left = BUDGET},
                             .has_user = arena_alloc(walk->arena, count + 1),
                             .has_other_user = arena_alloc(walk->arena, count + 1)};
    dimensions.sample.rounds = arena_alloc(walk->arena, walk->values.loop_count + 1);
    find_users(&dimensions, walk);
    for (ValueId id = 1; id < count; id++) {
        const Value *v = value_of(&walk->values, id);
        if (v->kind == VALUE_SPECIAL && dimensions.has_other_user[id]) {
            axes |= 1u << axis_of(v->constant);
        }
    }
    return axes & 7u;
}

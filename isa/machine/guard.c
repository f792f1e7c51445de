// SPDX-License-Identifier: Apache-2.0
// Guards for selections. `t = x + y; d = p ? t : x` becomes `@p d = x + y` in the register of x, as
// ptxas 13.0 does for sm_90 (traces/h200/probes/selections.sass) where
//   - one machine instruction computes a 32-bit t, which nothing else reads
//   - the other choice is a register that nothing reads afterwards.
// Of two choices that qualify, the one computed last gets the guard.
#include "isa/machine/definitions.h"
#include "isa/machine/live.h"
#include "isa/machine/op.h"
#include "isa/machine/pass.h"

// Nothing is known of earlier compilers.
#define FIRST_GUARDED 70

typedef struct Guards {
    Unit *unit;
    Definitions definitions;
    Live *live;
} Guards;

// Whether nothing reads the register's value behind op `at`.
static bool is_last_read(const Guards *guards, Value value, uint32_t at)
{
    const Flow *flow = guards->definitions.flow;
    uint32_t block = flow->block_of_op[at];
    for (uint32_t i = at + 1; i < flow->blocks[block].end; i++) {
        Op *op = &guards->unit->ops[i];
        Value *sources[OP_VALUES_MAX];
        uint32_t count = op_sources(op, sources);
        for (uint32_t j = 0; j < count; j++) {
            if (*sources[j] == value) {
                return false;
            }
        }
        if (op_writes(op, value)) {
            return op->guard == VALUE_NONE;
        }
    }
    return !live_is_out(guards->live, block, value);
}

// The op that computes `value` for the selection at `at` and for nothing else; NULL: there is none
// that can be guarded and leave `kept` where it is off.
static const Op *computing(const Guards *guards, Value value, Value kept, uint32_t at)
{
    const Definitions *definitions = &guards->definitions;
    Value *values[OP_VALUES_MAX];
    const Op *select = &guards->unit->ops[at];
    Op *op = value_is_register(value) ? definition_of(definitions, value, at) : NULL;
    bool is_last = value_is_register(kept) && (kept == select->d || is_last_read(guards, kept, at));
    if (op == NULL || !is_last || op->kind != MICRO_LANE || op->function == LANE_SELP_32 ||
        op->issues != 1 || op->has_paths || definitions->reads[value] != 1 ||
        op_results(op, values) != 1 ||
        definitions->flow->block_of_op[op - guards->unit->ops] !=
            definitions->flow->block_of_op[at]) {
        return NULL;
    }
    uint32_t count = op_sources(op, values);
    for (uint32_t i = 0; i < count; i++) {
        bool is_kept =
            !value_is_register(*values[i]) || value_reaches(definitions, *values[i], op, at);
        if (!is_kept || (*values[i] == select->d && *values[i] != kept)) {
            return NULL;
        }
    }
    return op;
}

// The op that gets the selection's guard; NULL: none does.
static const Op *find_guarded(const Guards *guards, uint32_t at)
{
    const Op *select = &guards->unit->ops[at];
    if (select->kind != MICRO_LANE || select->function != LANE_SELP_32 || select->issues != 1 ||
        select->guard != VALUE_NONE || !value_is_register(select->c) || select->a == select->b) {
        return NULL;
    }
    const Op *first = computing(guards, select->a, select->b, at);
    const Op *second = computing(guards, select->b, select->a, at);
    return second == NULL || (first != NULL && first > second) ? first : second;
}

// The selection as a copy of the choice that is not computed under the guard.
static Op copy_of(const Op *select, Value kept)
{
    Op copy = *select;
    copy.function = LANE_MOV_32;
    copy.a = kept;
    copy.b = copy.c = VALUE_NONE;
    copy.flags = 0;
    return copy;
}

static Op guarded(const Op *op, const Op *select)
{
    Op moved = *op;
    moved.d = select->d;
    moved.guard = select->c;
    moved.flags |= select->b == op->d ? MICRO_GUARD_NEGATED : 0;
    return moved;
}

void unit_guard(Unit *unit)
{
    if (unit->lowering->target.compute_capability < FIRST_GUARDED) {
        return;
    }
    Arena *arena = &unit->lowering->scratch;
    Guards guards = {.unit = unit, .definitions = definitions_build(unit)};
    guards.live = live_build(unit, guards.definitions.flow);
    Op *ops = arena_alloc(arena, (2 * (size_t)unit->op_count + 1) * sizeof(Op));
    const Op **guarded_by = arena_alloc(arena, (unit->op_count + 1) * sizeof *guarded_by);
    bool *is_moved = arena_alloc(arena, unit->op_count + 1);
    for (uint32_t i = 0; i < unit->op_count; i++) {
        guarded_by[i] = find_guarded(&guards, i);
        if (guarded_by[i] != NULL) {
            is_moved[guarded_by[i] - unit->ops] = true;
        }
    }
    uint32_t count = 0;
    for (uint32_t i = 0; i < unit->op_count; i++) {
        const Op *select = &unit->ops[i], *op = guarded_by[i];
        if (op != NULL) {
            ops[count++] = copy_of(select, select->a == op->d ? select->b : select->a);
            ops[count++] = guarded(op, select);
        } else if (!is_moved[i]) {
            ops[count++] = *select;
        }
    }
    unit->ops = ops;
    unit->op_count = count;
    unit->op_room = 2 * count;
}

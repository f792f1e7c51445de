// SPDX-License-Identifier: Apache-2.0
// Which loads of global memory ptxas 13.0 guards where a short branch skips them: those that
// overlap with other work, or that it stores. Found for sm_90, one instruction at a time.
#include "isa/machine/op.h"
#include "isa/machine/predicate.h"

// The number of ops searched for a companion.
#define COMPANION_WINDOW 96

// The instructions beside which ptxas guards a load.
#define WORK_MIN 2

bool predicate_is_slow_load(const Op *op)
{
    return op->kind == MICRO_LOAD &&
           (op->space == PTX_SPACE_GLOBAL || op->space == PTX_SPACE_GENERIC);
}

// Ops that loads are not moved across.
static bool stops_search(const Op *op)
{
    return op_has_trait(op, TRAIT_STOP) && op->guard == VALUE_NONE;
}

// Whether the op before `at` leaves the kernel or function.
static bool is_behind_exit(const Unit *unit, uint32_t at)
{
    while (at > 0 && (unit->ops[at - 1].kind == OP_DEAD || unit->ops[at - 1].kind == OP_LABEL)) {
        at--;
    }
    return at > 0 && predicate_leaves(&unit->ops[at - 1]);
}

// Whether a load of global memory stands before the branch at `at`, in its block, and no store to
// global memory between them. A guarded load can then overlap with it, and ptxas gives up the
// branch.
static bool has_load_before(const Unit *unit, uint32_t at)
{
    for (uint32_t i = at; i-- > 0 && at - i < COMPANION_WINDOW;) {
        const Op *op = &unit->ops[i];
        bool is_store = op->kind == MICRO_STORE && op->space != PTX_SPACE_SHARED;
        if (op->kind == OP_LABEL || op->kind == MICRO_BRANCH || is_store || stops_search(op)) {
            return false;
        }
        if (predicate_is_slow_load(op)) {
            return true;
        }
    }
    return false;
}

static bool is_awaited(const IfConverter *converter, Op *op)
{
    Value *values[OP_VALUES_MAX];
    uint32_t count = op_sources(op, values);
    for (uint32_t i = 0; i < count; i++) {
        if (value_is_register(*values[i]) && converter->awaited[*values[i]] == converter->body) {
            return true;
        }
    }
    return false;
}

static void await_results(IfConverter *converter, Op *op)
{
    Value *values[OP_VALUES_MAX];
    uint32_t count = op_results(op, values);
    for (uint32_t i = 0; i < count; i++) {
        converter->awaited[*values[i]] = converter->body;
    }
}

// Instructions that ptxas counts as work beside a load: what differs between lanes, but neither
// copies, predicates and sums with a literal, nor addresses, which it has in the operand of the
// access.
static bool is_work(const IfConverter *converter, Op *op)
{
    const Unit *unit = converter->unit;
    Value *results[OP_VALUES_MAX], x;
    uint64_t literal;
    uint32_t count = op_results(op, results);
    bool is_free = op->kind >= MICRO_KIND_COUNT || op->kind == MICRO_STORE ||
                   predicate_leaves(op) || op_is_copy(op) ||
                   op_is_add_literal(unit->lowering, op, &x, &literal);
    if (is_free) {
        return false;
    }
    if (count == 0) {
        return true;
    }
    ValueClass made = value_class(unit, *results[0]);
    bool is_address = op->kind == MICRO_LANE && made == VALUE_64 && op->pipe != PIPE_FP64;
    return made != VALUE_P && !is_address && converter->is_divergent[*results[0]];
}

// The first store among the ops [first, end) of what they load; NULL: none. Marks what waits for
// the loads.
static const Op *await_body(IfConverter *converter, uint32_t first, uint32_t end)
{
    const Op *store = NULL;
    converter->body++;
    for (uint32_t i = first; i < end; i++) {
        Op *op = &converter->unit->ops[i];
        if (predicate_is_slow_load(op) || is_awaited(converter, op)) {
            await_results(converter, op);
            store = store == NULL && op->kind == MICRO_STORE ? op : store;
        }
    }
    return store;
}

// From op `at` to the end of its block: an access of shared memory, or any op with an effect.
static bool has_effect_from(const Unit *unit, uint32_t at, bool is_shared)
{
    while (at < unit->op_count &&
           (unit->ops[at].kind == OP_LABEL || unit->ops[at].kind == OP_DEAD)) {
        at++;
    }
    for (; at < unit->op_count && unit->ops[at].kind != OP_LABEL; at++) {
        const Op *op = &unit->ops[at];
        bool is_access = op->kind == MICRO_LOAD || op->kind == MICRO_STORE;
        if (is_shared ? is_access && op->space == PTX_SPACE_SHARED
                      : op->kind == MICRO_STORE || stops_search(op)) {
            return true;
        }
        if (op->kind == MICRO_BRANCH) {
            return !is_shared;
        }
        if (predicate_leaves(op) && op->guard == VALUE_NONE) {
            return false;
        }
    }
    return at < unit->op_count && !is_shared;
}

// Whether ptxas 13.0 guards a body that stores what it loads. To shared memory: if any op with an
// effect follows, or the other side stores. To global memory: if an access of shared memory
// follows, or the other side has one. (Bodies with 1 or 2 loads, 0 to 2 instructions, and one or
// both stores; before each kind of access, barriers, exits and 0 to 2 instructions.)
static bool has_effect_behind(const IfConverter *converter, const Op *store, const Op *branch,
                              uint32_t label)
{
    const Unit *unit = converter->unit;
    uint32_t other = converter->place[branch->target];
    bool is_shared = store->space == PTX_SPACE_SHARED;
    bool is_meeting = branch->target == label;
    for (uint32_t i = other + 1; !is_meeting && i < unit->op_count; i++) {
        const Op *op = &unit->ops[i];
        if (op->kind == OP_LABEL || op->kind == MICRO_BRANCH || predicate_leaves(op)) {
            break;
        }
        if (op->kind == MICRO_STORE && (is_shared || op->space == PTX_SPACE_SHARED)) {
            return true;
        }
    }
    return has_effect_from(unit, converter->place[label], !is_shared);
}

// Whether enough of the block in which the paths meet does without what the ops [first, end) load:
// ptxas 13.0 guards a load that then overlaps with at least two instructions or another load.
// (Bodies of a load and 0 to 5 instructions before 0 to 7 of a chain, or side by side, behind a
// store, before a barrier, and in addresses; those of the next block do not count.)
static bool has_work_behind(IfConverter *converter, uint32_t first, uint32_t end, uint32_t label)
{
    Unit *unit = converter->unit;
    uint32_t at = converter->place[label], work = 0;
    if (is_behind_exit(unit, at)) {
        return false;
    }
    const Op *store = await_body(converter, first, end);
    if (store != NULL && has_effect_behind(converter, store, &unit->ops[first - 1], label)) {
        return true;
    }
    bool is_stored = store != NULL;
    while (at < unit->op_count &&
           (unit->ops[at].kind == OP_LABEL || unit->ops[at].kind == OP_DEAD)) {
        at++;
    }
    bool is_same_block = true, has_stop = false;
    for (uint32_t i = at; i < unit->op_count && i - at < COMPANION_WINDOW && work < WORK_MIN; i++) {
        Op *op = &unit->ops[i];
        bool is_back = op->kind == MICRO_BRANCH && converter->place[op->target] <= i;
        bool is_outer = op->kind == OP_LABEL && converter->first_branch[op->target] < first - 1;
        has_stop = has_stop || stops_search(op);
        is_same_block = is_same_block && op->kind != OP_LABEL && op->kind != MICRO_BRANCH &&
                        (op->flags & MICRO_IF_CONVERTED) == 0;
        if (is_back || is_outer || (has_stop && !is_same_block)) {
            break;
        }
        bool is_ordered = is_stored && ((op->kind == MICRO_LOAD && !predicate_is_slow_load(op)) ||
                                        stops_search(op));
        if (is_ordered || is_awaited(converter, op)) {
            await_results(converter, op);
            is_stored = is_stored || op->kind == MICRO_STORE;
        } else {
            work += predicate_is_slow_load(op)                ? WORK_MIN
                    : is_same_block && is_work(converter, op) ? op->issues
                                                              : 0;
        }
    }
    return work >= WORK_MIN;
}

bool predicate_allows_loads(IfConverter *converter, uint32_t first, uint32_t end, uint32_t label)
{
    return has_load_before(converter->unit, first - 1) ||
           has_work_behind(converter, first, end, label);
}

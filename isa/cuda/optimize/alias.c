// SPDX-License-Identifier: Apache-2.0
#include "isa/cuda/optimize/alias.h"

#define WALK_MAX 24u // pointers looked at to find what a PHI is based on

typedef struct Walk {
    const IrInstruction *seen[WALK_MAX];
    uint32_t count;
    IrInstruction *object;
    bool is_unknown;
} Walk;

static IrInstruction *strip(IrInstruction *pointer)
{
    while (pointer->op == IR_INDEX || pointer->op == IR_TO_GENERIC || pointer->op == IR_TO_SPACE) {
        pointer = ir_operand(pointer, 0);
    }
    return pointer;
}

static void walk_to(Walk *walk, IrInstruction *pointer)
{
    pointer = strip(pointer);
    if (pointer->op == IR_PHI || pointer->op == IR_SELECT) {
        for (uint32_t i = 0; i < walk->count; i++) {
            if (walk->seen[i] == pointer) {
                return;
            }
        }
        walk->is_unknown = walk->is_unknown || walk->count == WALK_MAX;
        if (!walk->is_unknown) {
            walk->seen[walk->count++] = pointer;
        }
        return;
    }
    walk->is_unknown = walk->is_unknown || (walk->object != NULL && walk->object != pointer);
    walk->object = pointer;
}

// The one object that the pointer is based on along every path, or NULL.
static IrInstruction *object_of(IrInstruction *pointer)
{
    Walk walk = {.count = 0};
    walk_to(&walk, pointer);
    for (uint32_t i = 0; i < walk.count && !walk.is_unknown; i++) {
        const IrInstruction *at = walk.seen[i];
        for (uint32_t o = at->op == IR_SELECT ? 1 : 0; o < at->operand_count; o++) {
            walk_to(&walk, ir_operand(at, o));
        }
    }
    return walk.is_unknown ? NULL : walk.object;
}

static Access alias_pointer(IrInstruction *pointer, uint64_t size_bytes)
{
    Access access = {.object = object_of(pointer), .size_bytes = size_bytes};
    access.space = pointer->space;
    for (; pointer->op == IR_INDEX || pointer->op == IR_TO_GENERIC || pointer->op == IR_TO_SPACE;
         pointer = ir_operand(pointer, 0)) {
        if (pointer->op == IR_INDEX && pointer->operand_count > 1) {
            if (access.index != NULL) {
                break;
            }
            access.index = ir_operand(pointer, 1);
            access.scale = pointer->scale;
            access.is_signed = pointer->is_signed;
        }
        if (pointer->op == IR_INDEX) {
            access.displacement += pointer->displacement;
        }
        if (pointer->op == IR_TO_GENERIC) {
            access.space = ir_operand(pointer, 0)->space;
        }
    }
    access.base = pointer;
    return access;
}

Access alias_access(IrInstruction *at)
{
    uint64_t size = UINT64_MAX;
    if (at->op == IR_LOAD || at->op == IR_STORE || at->op == IR_ATOMIC) {
        size = ir_memory_bytes(at->memory) * (uint64_t)(at->vector > 1 ? at->vector : 1);
    } else if (at->op == IR_COPY || at->op == IR_FILL) {
        size = at->size_bytes;
    }
    return alias_pointer(ir_operand(at, 0), size);
}

static bool have_same_base(const Access *a, const Access *b)
{
    return rewrite_same(a->base, b->base) && a->index == b->index &&
           (a->index == NULL || (a->scale == b->scale && a->is_signed == b->is_signed));
}

bool alias_is_same(const Access *a, const Access *b)
{
    return have_same_base(a, b) && a->displacement == b->displacement &&
           a->size_bytes == b->size_bytes && a->size_bytes != UINT64_MAX;
}

static bool is_kernel(const IrInstruction *at)
{
    const Function *function = at->function->function;
    return function != NULL && function->is_kernel;
}

static bool is_parameter_load(const IrInstruction *object)
{
    return object->op == IR_LOAD && object->type == IR_POINTER &&
           ir_operand(object, 0)->op == IR_PARAMETER;
}

bool alias_is_restrict(const IrInstruction *object)
{
    if (!is_parameter_load(object) || !is_kernel(object)) {
        return false;
    }
    const Variable *parameter = ir_operand(object, 0)->variable;
    return parameter != NULL && parameter->is_restrict;
}

bool alias_is_private(const IrInstruction *local)
{
    if (local->op != IR_LOCAL) {
        return false;
    }
    const IrInstruction *todo[WALK_MAX] = {local};
    for (uint32_t count = 1; count > 0;) {
        for (const IrUse *use = todo[--count]->uses; use != NULL; use = use->next) {
            const IrInstruction *user = use->user;
            bool is_derived =
                user->op == IR_INDEX || user->op == IR_TO_GENERIC || user->op == IR_TO_SPACE;
            if (is_derived && count < WALK_MAX) {
                todo[count++] = user;
            } else if (is_derived || !rewrite_is_address(use)) {
                return false;
            }
        }
    }
    return true;
}

static bool is_object(const IrInstruction *object)
{
    return object->op == IR_SYMBOL || object->op == IR_LOCAL || object->op == IR_STRING;
}

static bool is_dynamic_shared(const IrInstruction *object)
{
    return object->op == IR_SYMBOL && object->variable != NULL && object->variable->is_extern;
}

static bool is_same_parameter(const IrInstruction *a, const IrInstruction *b)
{
    return ir_operand(a, 0)->integer == ir_operand(b, 0)->integer;
}

// Two different objects: can pointers based on them meet?
static bool may_objects_meet(const IrInstruction *a, const IrInstruction *b)
{
    if (is_object(a) && is_object(b)) {
        bool is_same_variable =
            a->op == IR_SYMBOL && b->op == IR_SYMBOL && a->variable == b->variable;
        return is_same_variable || (is_dynamic_shared(a) && is_dynamic_shared(b));
    }
    if (alias_is_restrict(a) || alias_is_restrict(b)) {
        const IrInstruction *restricted = alias_is_restrict(a) ? a : b;
        const IrInstruction *other = restricted == a ? b : a;
        // Another one may come from an integer that comes from this one.
        return is_parameter_load(other) ? is_same_parameter(restricted, other) : !is_object(other);
    }
    if (is_parameter_load(a) || is_parameter_load(b)) {
        const IrInstruction *other = is_parameter_load(a) ? b : a;
        return other->op != IR_LOCAL;
    }
    return !alias_is_private(a) && !alias_is_private(b);
}

static bool are_disjoint(int64_t a, uint64_t a_bytes, int64_t b, uint64_t b_bytes)
{
    return a <= b ? b - a >= 0 && (uint64_t)(b - a) >= a_bytes
                  : a - b >= 0 && (uint64_t)(a - b) >= b_bytes;
}

// May have a byte in common.
static bool alias_may_meet(const Access *a, const Access *b)
{
    if (a->space != b->space && a->space != IR_SPACE_GENERIC && b->space != IR_SPACE_GENERIC) {
        return false;
    }
    if (have_same_base(a, b)) {
        return !are_disjoint(a->displacement, a->size_bytes, b->displacement, b->size_bytes);
    }
    if (a->object != NULL && b->object != NULL) {
        return rewrite_same(a->object, b->object) || may_objects_meet(a->object, b->object);
    }
    const IrInstruction *known = a->object != NULL ? a->object : b->object;
    return known == NULL || !alias_is_private(known);
}

bool alias_is_fixed(const Access *access)
{
    return access->space == IR_SPACE_CONSTANT || access->space == IR_SPACE_PARAMETER;
}

static bool is_simple(const IrInstruction *at)
{
    return at->op == IR_LOAD || at->op == IR_STORE || at->op == IR_FILL || at->op == IR_COPY ||
           at->op == IR_ATOMIC;
}

// It is not known what calls, barriers and assembly touch, but it is no private local.
static bool may_touch_unknown(const Access *access)
{
    return !alias_is_fixed(access) && (access->object == NULL || !alias_is_private(access->object));
}

bool alias_may_write(IrInstruction *at, const Access *access)
{
    if (!ir_may_write(at) || alias_is_fixed(access)) {
        return false;
    }
    if (!is_simple(at)) {
        return may_touch_unknown(access);
    }
    Access written = alias_access(at);
    return alias_may_meet(&written, access);
}

bool alias_may_read(IrInstruction *at, const Access *access)
{
    if (!ir_may_read(at)) {
        return false;
    }
    if (!is_simple(at)) {
        return may_touch_unknown(access);
    }
    if (at->op == IR_COPY) {
        Access source = alias_pointer(ir_operand(at, 1), at->size_bytes);
        return alias_may_meet(&source, access);
    }
    Access read = alias_access(at);
    return alias_may_meet(&read, access);
}

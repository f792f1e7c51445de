// SPDX-License-Identifier: Apache-2.0
// Splits aggregates in local memory: if every access has a known offset, bytes that are accessed
// together become a local of their own. Bytes that are accessed in several ways (a union, a word
// and its bytes) become one integer of at most 8 bytes, whose parts are shifted out and in.
#include "isa/cuda/optimize/promote.h"

#include <stdlib.h>

typedef struct Access {
    IrInstruction *instruction;
    uint32_t operand; // which one is the address
    uint64_t offset_bytes, size_bytes;
} Access;

typedef struct Split {
    Arena *arena;
    IrInstruction *local;
    Access *accesses;
    uint32_t count, room;
    uint32_t depth;
} Split;

static bool add_access(Split *split, IrUse *use, int64_t offset, uint64_t size_bytes)
{
    if (offset < 0 || (uint64_t)offset + size_bytes > split->local->size_bytes ||
        use->user->is_volatile) {
        return false;
    }
    split->accesses =
        arena_room(split->arena, split->accesses, split->count, &split->room, sizeof(Access));
    split->accesses[split->count++] =
        (Access){use->user, rewrite_operand_index(use), (uint64_t)offset, size_bytes};
    return true;
}

static bool collect(Split *split, const IrInstruction *pointer, int64_t offset);

static bool collect_index(Split *split, const IrInstruction *index, int64_t offset)
{
    uint64_t value;
    int64_t at = offset + index->displacement;
    if (index->operand_count > 1) {
        if (!rewrite_integer(ir_operand(index, 1), &value)) {
            return false;
        }
        int64_t wide = ir_operand(index, 1)->type == IR_I32 && index->is_signed
                           ? rewrite_signed(IR_I32, value)
                           : (int64_t)value;
        at = (int64_t)((uint64_t)at + (uint64_t)wide * (uint64_t)index->scale);
    }
    return collect(split, index, at);
}

static bool collect_use(Split *split, IrUse *use, int64_t offset)
{
    const IrInstruction *user = use->user;
    uint32_t operand = rewrite_operand_index(use);
    uint64_t elements = user->vector > 1 ? user->vector : 1;
    switch (user->op) {
    case IR_LOAD: return add_access(split, use, offset, elements * ir_memory_bytes(user->memory));
    case IR_STORE:
        return operand == 0 &&
               add_access(split, use, offset, elements * ir_memory_bytes(user->memory));
    case IR_COPY:
    case IR_FILL: return add_access(split, use, offset, user->size_bytes);
    case IR_INDEX: return operand == 0 && collect_index(split, user, offset);
    case IR_TO_GENERIC:
    case IR_TO_SPACE: return collect(split, user, offset);
    default: return false;
    }
}

static bool collect(Split *split, const IrInstruction *pointer, int64_t offset)
{
    if (++split->depth > 64) {
        return false;
    }
    bool is_good = true;
    for (IrUse *use = pointer->uses; use != NULL && is_good; use = use->next) {
        is_good = collect_use(split, use, offset);
    }
    split->depth--;
    return is_good;
}

static const Type *local_type(const IrInstruction *local)
{
    return local->variable != NULL && type_size(local->variable->type) == local->size_bytes
               ? local->variable->type
               : NULL;
}

// Copies of a splittable local become accesses of its scalars. True when there were any.
static bool expand_copies(const Split *split)
{
    bool is_changed = false;
    for (uint32_t i = 0; i < split->count; i++) {
        const Access *access = &split->accesses[i];
        IrOp op = access->instruction->op;
        if ((op == IR_COPY || op == IR_FILL) && access->instruction->block != NULL) {
            const IrInstruction *copy = access->instruction;
            if (op == IR_COPY && ir_operand(copy, 0) == ir_operand(copy, 1)) {
                ir_remove(access->instruction);
                is_changed = true;
                continue;
            }
            is_changed =
                expand_copy(access->instruction, local_type(split->local), access->offset_bytes) ||
                is_changed;
        }
    }
    return is_changed;
}

// Vector accesses of registers are replaced by accesses of their elements.
static void scalarize(IrInstruction *access)
{
    uint32_t bytes = ir_memory_bytes(access->memory);
    for (uint32_t i = 0; i < access->vector; i++) {
        IrInstruction *part =
            ir_create(rewrite_function(access), access->op, IR_VOID, access->location);
        IrInstruction *address = ir_operand(access, 0);
        if (i > 0) {
            address = rewrite_index(access, address, NULL, false, 1, (int64_t)(i * bytes));
        }
        part->memory = access->memory;
        part->align_bytes = bytes;
        ir_add_operand(part, address);
        if (access->op == IR_STORE) {
            ir_add_operand(part, ir_operand(access, i + 1));
        }
        ir_insert_before(access, part);
        for (IrUse *use = access->uses, *next; use != NULL; use = next) {
            next = use->next;
            if (use->user->op == IR_RESULT && use->user->integer == i) {
                part->type = use->user->type;
                part->space = use->user->space;
                ir_replace(use->user, part);
                ir_remove(use->user);
                next = access->uses; // the list has changed: from the start
            }
        }
        if (access->op == IR_LOAD && part->uses == NULL) {
            ir_remove(part);
        }
    }
    ir_remove(access);
}

static bool scalarize_vectors(const Split *split)
{
    bool is_changed = false;
    for (uint32_t i = 0; i < split->count; i++) {
        IrInstruction *access = split->accesses[i].instruction;
        if ((access->op == IR_LOAD || access->op == IR_STORE) && access->vector > 1 &&
            access->block != NULL) {
            scalarize(access);
            is_changed = true;
        }
    }
    return is_changed;
}

static int compare_accesses(const void *a, const void *b)
{
    const Access *x = a, *y = b;
    if (x->offset_bytes != y->offset_bytes) {
        return x->offset_bytes < y->offset_bytes ? -1 : 1;
    }
    return x->size_bytes < y->size_bytes ? -1 : x->size_bytes > y->size_bytes;
}

typedef struct Slice {
    const Access *accesses;
    uint32_t count;
    uint64_t first_byte, end_byte;
    bool is_one_way; // all accesses have the same bytes
} Slice;

static Slice next_slice(const Split *split, uint32_t first)
{
    Slice slice = {&split->accesses[first], 1, split->accesses[first].offset_bytes, 0, true};
    slice.end_byte = slice.first_byte + split->accesses[first].size_bytes;
    while (first + slice.count < split->count) {
        const Access *access = &split->accesses[first + slice.count];
        if (access->offset_bytes >= slice.end_byte) {
            break;
        }
        uint64_t end = access->offset_bytes + access->size_bytes;
        if (access->offset_bytes != slice.first_byte || end != slice.end_byte) {
            slice.is_one_way = false;
        }
        slice.end_byte = end > slice.end_byte ? end : slice.end_byte;
        slice.count++;
    }
    return slice;
}

static IrInstruction *part_local(const IrInstruction *local, uint64_t size_bytes,
                                 uint64_t offset_bytes)
{
    IrInstruction *part = ir_create(local->block->function, IR_LOCAL, IR_POINTER, local->location);
    uint32_t align = local->align_bytes == 0 ? 1 : local->align_bytes;
    while (offset_bytes % align != 0) {
        align /= 2;
    }
    part->space = local->space;
    part->size_bytes = size_bytes;
    part->align_bytes = align;
    part->shown = shown_part(part->function->module, local->shown, offset_bytes);
    return part;
}

static IrMemory integer_of(uint64_t size_bytes)
{
    return size_bytes == 8   ? IR_MEMORY_B64
           : size_bytes == 4 ? IR_MEMORY_B32
           : size_bytes == 2 ? IR_MEMORY_U16
                             : IR_MEMORY_U8;
}

static IrInstruction *load_whole(IrInstruction *at, IrInstruction *part)
{
    IrInstruction *whole =
        rewrite_unary(at, IR_LOAD, part->size_bytes == 8 ? IR_I64 : IR_I32, part);
    whole->memory = integer_of(part->size_bytes);
    whole->align_bytes = (uint32_t)part->size_bytes;
    return whole;
}

// The integer that the bytes of a load or store form, as the value's own type and back.
static IrInstruction *integer_to_value(IrInstruction *load, IrInstruction *bits)
{
    IrInstruction *made;
    switch (load->memory) {
    case IR_MEMORY_BOOL:
        return rewrite_compare(load, IR_NE, rewrite_unary(load, IR_EXTEND_U8, IR_I32, bits),
                               rewrite_constant(load, IR_I32, 0));
    case IR_MEMORY_U8: return rewrite_unary(load, IR_EXTEND_U8, IR_I32, bits);
    case IR_MEMORY_S8: return rewrite_unary(load, IR_EXTEND_S8, IR_I32, bits);
    case IR_MEMORY_U16: return rewrite_unary(load, IR_EXTEND_U16, IR_I32, bits);
    case IR_MEMORY_S16: return rewrite_unary(load, IR_EXTEND_S16, IR_I32, bits);
    case IR_MEMORY_B16: return rewrite_unary(load, IR_TRUNCATE, IR_I16, bits);
    case IR_MEMORY_F32: return rewrite_unary(load, IR_BITS, IR_F32, bits);
    case IR_MEMORY_F64: return rewrite_unary(load, IR_BITS, IR_F64, bits);
    case IR_MEMORY_POINTER:
        made = rewrite_unary(load, IR_INTEGER_TO_POINTER, IR_POINTER, bits);
        made->space = IR_SPACE_GENERIC;
        return made;
    default: return bits;
    }
}

static IrInstruction *value_to_integer(IrInstruction *store)
{
    IrInstruction *value = ir_operand(store, 1);
    switch (store->memory) {
    case IR_MEMORY_BOOL:
    case IR_MEMORY_B16: return rewrite_unary(store, IR_ZERO_EXTEND, IR_I32, value);
    case IR_MEMORY_U8:
    case IR_MEMORY_S8: return rewrite_unary(store, IR_EXTEND_U8, IR_I32, value);
    case IR_MEMORY_U16:
    case IR_MEMORY_S16: return rewrite_unary(store, IR_EXTEND_U16, IR_I32, value);
    case IR_MEMORY_F32: return rewrite_unary(store, IR_BITS, IR_I32, value);
    case IR_MEMORY_F64: return rewrite_unary(store, IR_BITS, IR_I64, value);
    case IR_MEMORY_POINTER: return rewrite_unary(store, IR_POINTER_TO_INTEGER, IR_I64, value);
    default: return value;
    }
}

static void rewrite_part_load(IrInstruction *load, IrInstruction *part, uint32_t shift)
{
    IrInstruction *bits = load_whole(load, part);
    if (shift != 0) {
        bits =
            rewrite_binary(load, IR_SHR_U, bits->type, bits, rewrite_constant(load, IR_I32, shift));
    }
    if (bits->type == IR_I64 && ir_memory_bytes(load->memory) < 8) {
        bits = rewrite_unary(load, IR_TRUNCATE, IR_I32, bits);
    }
    ir_replace(load, integer_to_value(load, bits));
    ir_remove(load);
}

static void rewrite_part_store(IrInstruction *store, IrInstruction *part, uint32_t shift)
{
    uint32_t bytes = ir_memory_bytes(store->memory);
    IrInstruction *bits = value_to_integer(store);
    if (bytes < part->size_bytes) {
        IrInstruction *whole = load_whole(store, part);
        if (whole->type == IR_I64 && bits->type == IR_I32) {
            bits = rewrite_unary(store, IR_ZERO_EXTEND, IR_I64, bits);
        }
        bits =
            rewrite_binary(store, IR_SHL, bits->type, bits, rewrite_constant(store, IR_I32, shift));
        uint64_t mask = ((UINT64_C(1) << bytes * 8) - 1) << shift;
        whole = rewrite_binary(store, IR_AND, whole->type, whole,
                               rewrite_constant(store, whole->type, ~mask));
        bits = rewrite_binary(store, IR_OR, whole->type, whole, bits);
    }
    IrInstruction *made = ir_create(rewrite_function(store), IR_STORE, IR_VOID, store->location);
    made->memory = integer_of(part->size_bytes);
    made->align_bytes = (uint32_t)part->size_bytes;
    ir_add_operand(made, part);
    ir_add_operand(made, bits);
    ir_insert_before(store, made);
    ir_remove(store);
}

static void rewrite_slice(IrInstruction *local, const Slice *slice)
{
    uint64_t size_bytes = slice->end_byte - slice->first_byte;
    bool is_integer = !slice->is_one_way && (size_bytes == 2 || size_bytes == 4 || size_bytes == 8);
    IrInstruction *part = part_local(local, size_bytes, slice->first_byte);
    ir_insert_before(local, part);
    for (uint32_t i = 0; i < slice->count; i++) {
        const Access *access = &slice->accesses[i];
        uint64_t offset = access->offset_bytes - slice->first_byte;
        if (is_integer && access->instruction->op == IR_LOAD) {
            rewrite_part_load(access->instruction, part, (uint32_t)offset * 8);
        } else if (is_integer) {
            rewrite_part_store(access->instruction, part, (uint32_t)offset * 8);
        } else {
            IrInstruction *address = part;
            if (offset != 0) {
                address = rewrite_index(access->instruction, part, NULL, false, 1, (int64_t)offset);
            }
            ir_set_operand(access->instruction, access->operand, address);
        }
    }
}

// All pointers into the local are dead by now: INDEX and conversions of it.
static void remove_pointers(IrInstruction *pointer)
{
    while (pointer->uses != NULL) {
        remove_pointers(pointer->uses->user);
    }
    ir_remove(pointer);
}

// Stores to memory that is never read.
static bool remove_unread(Split *split)
{
    for (uint32_t i = 0; i < split->count; i++) {
        IrOp op = split->accesses[i].instruction->op;
        if (op == IR_LOAD || (op == IR_COPY && split->accesses[i].operand == 1)) {
            return false;
        }
    }
    for (uint32_t i = 0; i < split->count; i++) {
        ir_remove(split->accesses[i].instruction);
    }
    remove_pointers(split->local);
    return true;
}

static bool has_copies(const Split *split)
{
    for (uint32_t i = 0; i < split->count; i++) {
        if (split->accesses[i].instruction->op != IR_LOAD &&
            split->accesses[i].instruction->op != IR_STORE) {
            return true;
        }
    }
    return false;
}

static bool split_local(Arena *arena, IrInstruction *local)
{
    Split split = {.arena = arena, .local = local};
    IrMemory memory;
    if (!collect(&split, local, 0)) {
        return false;
    }
    if (remove_unread(&split)) {
        return true;
    }
    if (expand_copies(&split) || scalarize_vectors(&split)) {
        return true; // to be looked at again
    }
    if (promote_candidate(local, &memory) || has_copies(&split)) {
        return false;
    }
    qsort(split.accesses, split.count, sizeof(Access), compare_accesses);
    Slice slice = next_slice(&split, 0);
    if (slice.count == split.count && !slice.is_one_way && slice.first_byte == 0 &&
        slice.end_byte == local->size_bytes && local->size_bytes != 2 && local->size_bytes != 4 &&
        local->size_bytes != 8) {
        return false; // one overlapping whole: nothing to gain
    }
    for (uint32_t at = 0; at < split.count; at += slice.count) {
        slice = next_slice(&split, at);
        rewrite_slice(local, &slice);
    }
    remove_pointers(local);
    return true;
}

bool split_locals(IrFunction *function)
{
    Arena arena = {0};
    bool is_changed = false;
    for (bool is_again = true; is_again;) {
        is_again = false;
        for (IrInstruction *at = function->entry->first, *next; at != NULL; at = next) {
            next = at->next;
            is_again = (at->op == IR_LOCAL && split_local(&arena, at)) || is_again;
        }
        is_changed = is_changed || is_again;
    }
    arena_clear(&arena);
    return is_changed;
}

// SPDX-License-Identifier: Apache-2.0
// Joins loads and stores of neighboring elements into one of two or four elements, as LLVM's
// LoadStoreVectorizer does for NVPTX: in one block, of one form, up to 16 bytes, if the alignment
// of the lowest is known to suffice and nothing in between depends on their order (loads move to
// the first of them, stores to the last).
#include "isa/cuda/optimize/alias.h"
#include "isa/cuda/optimize/optimize.h"

#define VECTOR_BYTES_MAX 16u
#define LANES_MAX        4u

typedef struct Place {
    IrInstruction *at;
    Access access;
    uint32_t position; // in the block
    bool is_taken;
} Place;

typedef struct Block {
    Arena arena;
    Place *places;
    uint32_t count;
} Block;

static bool is_candidate(const IrInstruction *at)
{
    return (at->op == IR_LOAD || at->op == IR_STORE) && at->vector <= 1 && !at->is_volatile &&
           at->memory != IR_MEMORY_BOOL && ir_operand(at, 0)->space != IR_SPACE_PARAMETER;
}

static void collect(Block *block, const IrBlock *from)
{
    uint32_t count = 0, position = 0;
    for (IrInstruction *at = from->first; at != NULL; at = at->next) {
        count += is_candidate(at);
    }
    block->places = arena_alloc(&block->arena, (count + 1) * sizeof *block->places);
    for (IrInstruction *at = from->first; at != NULL; at = at->next, position++) {
        if (is_candidate(at)) {
            block->places[block->count++] = (Place){at, alias_access(at), position, false};
        }
    }
}

static uint64_t lowest_bit(uint64_t value)
{
    return value & (0 - value);
}

static uint64_t known_align(const Place *place)
{
    uint64_t align = place->at->align_bytes, found = 0;
    const Access *access = &place->access;
    if (access->base->op == IR_LOCAL) {
        found = access->base->align_bytes;
    } else if (access->base->op == IR_SYMBOL && access->base->variable != NULL) {
        found = access->base->variable->align_bytes;
    }
    found |= access->index == NULL ? 0 : found == 0 ? 0 : (uint64_t)access->scale;
    found = found == 0 ? 0 : lowest_bit(found | (uint64_t)access->displacement);
    return align > found ? align : found;
}

static bool are_neighbors(const Place *first, const Place *other, uint32_t lane)
{
    const Access *a = &first->access, *b = &other->access;
    return !other->is_taken && other->at->op == first->at->op &&
           other->at->memory == first->at->memory &&
           other->at->is_readonly == first->at->is_readonly && a->space == b->space &&
           a->base == b->base && a->index == b->index && a->is_signed == b->is_signed &&
           a->scale == b->scale &&
           (uint64_t)b->displacement == (uint64_t)a->displacement + lane * a->size_bytes;
}

// How many of the first `count` elements there are without a gap.
static uint32_t find_lanes(Block *block, Place *first, Place **lanes, uint32_t count)
{
    lanes[0] = first;
    for (uint32_t lane = 1; lane < count; lane++) {
        lanes[lane] = NULL;
        for (uint32_t i = 0; i < block->count && lanes[lane] == NULL; i++) {
            if (are_neighbors(first, &block->places[i], lane)) {
                lanes[lane] = &block->places[i];
            }
        }
        if (lanes[lane] == NULL) {
            return lane;
        }
    }
    return count;
}

static bool is_lane(const IrInstruction *at, Place *const *lanes, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        if (lanes[i]->at == at) {
            return true;
        }
    }
    return false;
}

// Loads move up to the first of them: nothing on the way may write there.
static bool may_rise(Place *const *lanes, uint32_t count, const IrInstruction *to)
{
    for (uint32_t i = 0; i < count; i++) {
        for (IrInstruction *at = lanes[i]->at; at != to; at = at->previous) {
            if (alias_may_write(at, &lanes[i]->access)) {
                return false;
            }
        }
    }
    return true;
}

// Stores move down to the last of them: nothing on the way may read or write there.
static bool may_sink(Place *const *lanes, uint32_t count, const IrInstruction *to)
{
    for (uint32_t i = 0; i < count; i++) {
        for (IrInstruction *at = lanes[i]->at->next; at != NULL && at != to->next; at = at->next) {
            if (!is_lane(at, lanes, count) &&
                (alias_may_write(at, &lanes[i]->access) || alias_may_read(at, &lanes[i]->access))) {
                return false;
            }
        }
    }
    return true;
}

static Place *extreme(Place *const *lanes, uint32_t count, bool is_last)
{
    Place *found = lanes[0];
    for (uint32_t i = 1; i < count; i++) {
        if ((lanes[i]->position > found->position) == is_last) {
            found = lanes[i];
        }
    }
    return found;
}

static IrInstruction *make_vector(Place *const *lanes, uint32_t count, IrInstruction *where)
{
    const IrInstruction *like = lanes[0]->at;
    const Access *access = &lanes[0]->access;
    IrInstruction *pointer = access->base;
    if (pointer->space != ir_operand(like, 0)->space) { // a conversion of spaces in between
        pointer = NULL;
    }
    IrInstruction *made = ir_create(where->function, like->op, IR_VOID, like->location);
    made->memory = like->memory;
    made->is_readonly = like->is_readonly;
    made->vector = (uint8_t)count;
    made->align_bytes = (uint32_t)known_align(lanes[0]);
    bool is_ready = where == like || pointer == NULL;
    ir_add_operand(made, is_ready ? ir_operand(like, 0)
                                  : rewrite_index(where, pointer, access->index, access->is_signed,
                                                  access->scale, access->displacement));
    ir_insert_before(where, made);
    return made;
}

static void join_loads(Place *const *lanes, uint32_t count, uint32_t width, IrInstruction *where)
{
    IrInstruction *made = make_vector(lanes, width, where);
    for (uint32_t i = 0; i < count; i++) {
        IrInstruction *load = lanes[i]->at;
        IrInstruction *result = ir_create(load->function, IR_RESULT, load->type, load->location);
        result->space = load->space;
        result->integer = i;
        ir_add_operand(result, made);
        ir_insert_before(where, result);
        ir_replace(load, result);
    }
    for (uint32_t i = 0; i < count; i++) {
        ir_remove(lanes[i]->at);
    }
}

static void join_stores(Place *const *lanes, uint32_t count, IrInstruction *where)
{
    IrInstruction *made = make_vector(lanes, count, where);
    for (uint32_t i = 0; i < count; i++) {
        ir_add_operand(made, ir_operand(lanes[i]->at, 1));
    }
    for (uint32_t i = 0; i < count; i++) {
        ir_remove(lanes[i]->at);
    }
}

static bool join(Block *block, Place *first, uint32_t count)
{
    Place *lanes[LANES_MAX];
    uint64_t bytes = count * first->access.size_bytes;
    bool is_load = first->at->op == IR_LOAD;
    if (bytes > VECTOR_BYTES_MAX || known_align(first) < bytes) {
        return false;
    }
    // Three floats of a float4 come with the fourth: it lies in the same 16 bytes.
    uint32_t found = find_lanes(block, first, lanes, count), width = count;
    if (found < count && !(is_load && count == 4 && found == 3)) {
        return false;
    }
    count = found;
    IrInstruction *where = extreme(lanes, count, !is_load)->at;
    // The pointer cannot be rebuilt from its base in another space.
    bool is_plain = first->access.base->space == ir_operand(first->at, 0)->space;
    if (!is_plain && where != first->at && is_load) {
        return false;
    }
    if (is_load ? !may_rise(lanes, count, where) : !may_sink(lanes, count, where)) {
        return false;
    }
    for (uint32_t i = 0; i < count; i++) {
        lanes[i]->is_taken = true;
    }
    if (is_load) {
        join_loads(lanes, count, width, where);
    } else {
        join_stores(lanes, count, where);
    }
    return true;
}

static bool vectorize_block(IrBlock *from)
{
    Block block = {.count = 0};
    bool is_changed = false;
    collect(&block, from);
    for (uint32_t count = LANES_MAX; count >= 2; count /= 2) {
        for (uint32_t i = 0; i < block.count; i++) {
            if (!block.places[i].is_taken) {
                is_changed = join(&block, &block.places[i], count) || is_changed;
            }
        }
    }
    arena_clear(&block.arena);
    return is_changed;
}

bool vectorize_memory(IrFunction *function)
{
    bool is_changed = false;
    for (IrBlock *block = function->entry; block != NULL; block = block->next) {
        is_changed = vectorize_block(block) || is_changed;
    }
    return is_changed;
}

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

// Words of 4 bytes may be floats in one place and integers in the other.
static bool is_same_form(IrMemory a, IrMemory b)
{
    return a == b || (a == IR_MEMORY_B32 && b == IR_MEMORY_F32) ||
           (a == IR_MEMORY_F32 && b == IR_MEMORY_B32);
}

// Whether `other` reads or writes the element `distance` elements behind that of `first`.
static bool are_neighbors(const Place *first, const Place *other, int64_t distance)
{
    const Access *a = &first->access, *b = &other->access;
    return !other->is_taken && other->at->op == first->at->op &&
           is_same_form(other->at->memory, first->at->memory) &&
           other->at->is_readonly == first->at->is_readonly && a->space == b->space &&
           a->base == b->base && a->index == b->index && a->is_signed == b->is_signed &&
           a->scale == b->scale &&
           b->displacement == a->displacement + distance * (int64_t)a->size_bytes;
}

// The accesses that can be joined with `seed` into one of `count` elements: seed is lanes[lane],
// others may be NULL. Returns how many there are.
static uint32_t find_lanes(Block *block, Place *seed, uint32_t lane, Place **lanes, uint32_t count)
{
    uint32_t found = 0;
    for (uint32_t other = 0; other < count; other++) {
        lanes[other] = other == lane ? seed : NULL;
        for (uint32_t i = 0; i < block->count && lanes[other] == NULL; i++) {
            if (are_neighbors(seed, &block->places[i], (int64_t)other - (int64_t)lane)) {
                lanes[other] = &block->places[i];
            }
        }
        found += lanes[other] != NULL;
    }
    return found;
}

static bool is_lane(const IrInstruction *at, Place *const *lanes, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        if (lanes[i] != NULL && lanes[i]->at == at) {
            return true;
        }
    }
    return false;
}

// Loads move up to the first of them: nothing on the way may write there.
static bool may_rise(Place *const *lanes, uint32_t count, const IrInstruction *to)
{
    for (uint32_t i = 0; i < count; i++) {
        if (lanes[i] == NULL) {
            continue;
        }
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
    Place *found = NULL;
    for (uint32_t i = 0; i < count; i++) {
        if (lanes[i] != NULL &&
            (found == NULL || (lanes[i]->position > found->position) == is_last)) {
            found = lanes[i];
        }
    }
    return found;
}

// The address of lanes[0], which may be missing, at the place `where` of one of them.
static IrInstruction *address_of(Place *const *lanes, uint32_t count, IrInstruction *where)
{
    uint32_t lane = 0;
    while (lane < count && (lanes[lane] == NULL || lanes[lane]->at != where)) {
        lane++;
    }
    if (lane == 0) {
        return ir_operand(where, 0);
    }
    const Access *access = &lanes[lane]->access;
    int64_t distance = (int64_t)(lane * access->size_bytes);
    bool is_plain = access->base->space == ir_operand(where, 0)->space;
    return is_plain ? rewrite_index(where, access->base, access->index, access->is_signed,
                                    access->scale, access->displacement - distance)
                    : rewrite_index(where, ir_operand(where, 0), NULL, false, 1, -distance);
}

// That of all lanes, or integers.
static IrMemory common_form(Place *const *lanes, uint32_t count, IrMemory form)
{
    for (uint32_t i = 0; i < count; i++) {
        if (lanes[i] != NULL && lanes[i]->at->memory != form) {
            return IR_MEMORY_B32;
        }
    }
    return form;
}

static IrInstruction *make_vector(Place *const *lanes, uint32_t count, Place *where)
{
    const IrInstruction *like = where->at;
    IrInstruction *made = ir_create(like->function, like->op, IR_VOID, like->location);
    made->memory = common_form(lanes, count, like->memory);
    made->is_readonly = like->is_readonly;
    made->vector = (uint8_t)count;
    made->align_bytes = lanes[0] != NULL ? (uint32_t)known_align(lanes[0]) : 0;
    if (made->align_bytes < count * where->access.size_bytes) {
        made->align_bytes = (uint32_t)(count * where->access.size_bytes); // of a copied object
    }
    ir_add_operand(made, address_of(lanes, count, where->at));
    ir_insert_before(where->at, made);
    return made;
}

static void join_loads(Place *const *lanes, uint32_t count, Place *where)
{
    IrInstruction *made = make_vector(lanes, count, where);
    for (uint32_t i = 0; i < count; i++) {
        if (lanes[i] != NULL) {
            IrInstruction *load = lanes[i]->at;
            bool is_cast = load->memory != made->memory;
            IrInstruction *result =
                ir_create(load->function, IR_RESULT, is_cast ? IR_I32 : load->type, load->location);
            result->space = load->space;
            result->integer = i;
            ir_add_operand(result, made);
            ir_insert_before(where->at, result);
            ir_replace(load,
                       is_cast ? rewrite_unary(where->at, IR_BITS, load->type, result) : result);
        }
    }
    for (uint32_t i = 0; i < count; i++) {
        if (lanes[i] != NULL) {
            ir_remove(lanes[i]->at);
        }
    }
}

static void join_stores(Place *const *lanes, uint32_t count, Place *where)
{
    IrInstruction *made = make_vector(lanes, count, where);
    for (uint32_t i = 0; i < count; i++) {
        IrInstruction *value = ir_operand(lanes[i]->at, 1);
        bool is_cast = lanes[i]->at->memory != made->memory;
        ir_add_operand(made, is_cast ? rewrite_unary(made, IR_BITS, IR_I32, value) : value);
    }
    for (uint32_t i = 0; i < count; i++) {
        ir_remove(lanes[i]->at);
    }
}

// Whether lanes that may be missing stand for all four, as in nvcc 13: loads of the first three; of
// an object of four equal elements, the first and one of the last two; if it is copied, any two. A
// checked program reads no more than it says: another thread may write the rest.
static bool are_enough(Place *const *lanes, uint32_t found)
{
    bool is_object = true, is_copied = true;
    for (uint32_t i = 0; i < LANES_MAX; i++) {
        const IrInstruction *at = lanes[i] != NULL ? lanes[i]->at : NULL;
        if (at != NULL && at->op != IR_LOAD) {
            return false;
        }
        is_object = is_object && (at == NULL || at->element == i + 1);
        is_copied = is_copied && (at == NULL || at->is_copied);
    }
    if (!is_copied && extreme(lanes, LANES_MAX, false)->at->function->module->shows_unset) {
        return false;
    }
    bool is_three = found == 3 && lanes[3] == NULL;
    bool is_wide = lanes[0] != NULL && (lanes[2] != NULL || lanes[3] != NULL);
    return is_three || (is_object && (is_copied ? found >= 2 : is_wide));
}

static bool join(Block *block, Place *seed, uint32_t count)
{
    Place *lanes[LANES_MAX];
    uint64_t bytes = count * seed->access.size_bytes;
    bool is_load = seed->at->op == IR_LOAD, is_object = count == 4 && seed->at->element != 0;
    if (bytes > VECTOR_BYTES_MAX || (!is_object && known_align(seed) < bytes)) {
        return false;
    }
    uint32_t lane = is_object ? seed->at->element - 1u : 0;
    uint32_t found = find_lanes(block, seed, lane, lanes, count);
    if (found < count && (count < LANES_MAX || !are_enough(lanes, found))) {
        return false;
    }
    Place *where = extreme(lanes, count, !is_load);
    if (is_load ? !may_rise(lanes, count, where->at) : !may_sink(lanes, count, where->at)) {
        return false;
    }
    for (uint32_t i = 0; i < count; i++) {
        if (lanes[i] != NULL) {
            lanes[i]->is_taken = true;
        }
    }
    if (is_load) {
        join_loads(lanes, count, where);
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

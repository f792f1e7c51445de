// SPDX-License-Identifier: Apache-2.0
// Which values are live where, and which may not share a register. Most values are read only in the
// block that defines them, or by PHIs on the edges that leave it, so the sets of values live
// between blocks have no bits for them.
#include "isa/cuda/emit/write.h"

#include <stdlib.h>

// Positions in a block: PHIs are defined at 0; instruction k reads at 4k and writes at 4k + 2;
// results of assembly are written before its inputs are read, as its text may be any sequence.
#define READ_AT(k)     (4 * (k))
#define WRITE_AT(k)    (4 * (k) + 2)
#define ASSEMBLY_AT(k) (4 * (k)-1)
#define EDGES_AT       UINT32_MAX // after all instructions

static bool in_set(const uint64_t *set, uint32_t bit)
{
    return (set[bit / 64] >> (bit % 64) & 1) != 0;
}

// Bit 0 stands for all values without one of their own, and is never set.
static void add(uint64_t *set, uint32_t bit)
{
    if (bit != 0) {
        set[bit / 64] |= UINT64_C(1) << (bit % 64);
    }
}

static bool makes_value(const Writer *w, const IrInstruction *at)
{
    return at->type != IR_VOID && w->is_wanted[at->number];
}

typedef struct Crossing {
    Writer *w;
    const IrBlock *block; // that reads
} Crossing;

// RESULTs are written where their producer stands.
static const IrBlock *home(const IrInstruction *value)
{
    return value->op == IR_RESULT ? ir_operand(value, 0)->block : value->block;
}

// A value that is read in another block gets a bit.
static void note_crossing(void *context, IrInstruction *value)
{
    Crossing *crossing = context;
    Writer *w = crossing->w;
    uint32_t id = w->value_ids[value->number];
    if (home(value) != crossing->block && id != 0 && w->set_bits[id] == 0) {
        w->set_bits[id] = ++w->set_bit_count;
        w->set_values[w->set_bit_count] = id;
    }
}

static void note_crossings(Writer *w, const IrBlock *block)
{
    Crossing crossing = {w, block};
    for (IrInstruction *at = block->first; at != NULL; at = at->next) {
        if (at->op != IR_PHI && w->is_wanted[at->number]) {
            want_uses(at, note_crossing, &crossing);
        } else if (at->op == IR_PHI && w->is_wanted[at->number]) {
            for (uint32_t i = 0; i < at->operand_count; i++) {
                crossing.block = at->targets[i];
                note_crossing(&crossing, want_resolve(ir_operand(at, i)));
            }
            crossing.block = block;
        }
    }
}

static void count_values(Writer *w)
{
    for (uint32_t i = 0; i < w->order_count; i++) {
        BlockLive *live = &w->live[w->order[i]->number];
        live->first_value = w->value_count + 1;
        for (IrInstruction *at = w->order[i]->first; at != NULL; at = at->next) {
            if (makes_value(w, at)) {
                w->value_ids[at->number] = ++w->value_count;
            }
        }
        live->end_value = w->value_count + 1;
    }
    w->set_bits = arena_alloc(&w->arena, (w->value_count + 1) * sizeof(uint32_t));
    w->set_values = arena_alloc(&w->arena, (w->value_count + 1) * sizeof(uint32_t));
    for (uint32_t i = 0; i < w->order_count; i++) {
        note_crossings(w, w->order[i]);
    }
    w->set_words = w->set_bit_count / 64 + 1;
}

static void define(Writer *w, IrInstruction *at, IrBlock *block, uint32_t position)
{
    uint32_t id = w->value_ids[at->number];
    w->values[id] = at;
    w->value_blocks[id] = block;
    w->positions[id] = position;
}

typedef struct Scan {
    Writer *w;
    BlockLive *live;
    uint64_t *defined; // so far in this block
    Pair *pairs;
    uint32_t pair_count, pair_room, position;
} Scan;

static void add_pair(Scan *scan, Pair pair)
{
    scan->pairs =
        arena_room(&scan->w->arena, scan->pairs, scan->pair_count, &scan->pair_room, sizeof(Pair));
    scan->pairs[scan->pair_count++] = pair;
}

static void note_use(void *context, IrInstruction *value)
{
    Scan *scan = context;
    uint32_t id = scan->w->value_ids[value->number];
    add_pair(scan, (Pair){id, scan->position});
    if (!in_set(scan->defined, scan->w->set_bits[id])) {
        add(scan->live->in, scan->w->set_bits[id]);
    }
}

static void define_results(Scan *scan, IrInstruction *producer, IrBlock *block, uint32_t k)
{
    Writer *w = scan->w;
    uint32_t position = producer->op == IR_ASM ? ASSEMBLY_AT(k) : WRITE_AT(k);
    for (IrUse *use = producer->uses; use != NULL; use = use->next) {
        if (use->user->op == IR_RESULT && w->value_ids[use->user->number] != 0) {
            define(w, use->user, block, position);
            add(scan->defined, w->set_bits[w->value_ids[use->user->number]]);
        }
    }
}

static int compare_pairs(const void *a, const void *b)
{
    const Pair *x = a, *y = b;
    if (x->value != y->value) {
        return x->value < y->value ? -1 : 1;
    }
    return x->position < y->position ? -1 : x->position > y->position;
}

// One entry for each value: the last.
static void keep_last_uses(Scan *scan)
{
    uint32_t kept = 0;
    if (scan->pair_count > 1) {
        qsort(scan->pairs, scan->pair_count, sizeof(Pair), compare_pairs);
    }
    for (uint32_t i = 0; i < scan->pair_count; i++) {
        if (i + 1 == scan->pair_count || scan->pairs[i + 1].value != scan->pairs[i].value) {
            scan->pairs[kept++] = scan->pairs[i];
        }
    }
    scan->live->last_uses = scan->pairs;
    scan->live->last_use_count = kept;
}

static void scan_block(Writer *w, IrBlock *block, uint64_t *defined)
{
    Scan scan = {.w = w, .live = &w->live[block->number], .defined = defined};
    uint32_t k = 1;
    for (uint32_t i = 0; i < w->set_words; i++) {
        defined[i] = 0;
    }
    for (IrInstruction *at = block->first; at != NULL; at = at->next, k++) {
        uint32_t id = w->value_ids[at->number];
        scan.position = READ_AT(k);
        if (at->op != IR_PHI && w->is_wanted[at->number]) {
            want_uses(at, note_use, &scan);
        }
        if (at->op == IR_ASM || (at->op == IR_LOAD && at->vector > 1)) {
            define_results(&scan, at, block, k);
        } else if (id != 0 && at->op != IR_RESULT) {
            define(w, at, block, at->op == IR_PHI ? 0 : WRITE_AT(k));
            add(defined, w->set_bits[id]);
        }
    }
    for (const EdgeUse *use = scan.live->edge_uses; use != NULL; use = use->next) {
        add_pair(&scan, (Pair){use->value, EDGES_AT});
    }
    keep_last_uses(&scan);
}

// Values that PHIs read are live at the end of the predecessor they come from.
static void add_phi_uses(Writer *w, IrBlock *block)
{
    for (IrInstruction *phi = block->first; phi != NULL && phi->op == IR_PHI; phi = phi->next) {
        for (uint32_t i = 0; w->is_wanted[phi->number] && i < phi->operand_count; i++) {
            uint32_t id = w->value_ids[want_resolve(ir_operand(phi, i))->number];
            BlockLive *live = &w->live[phi->targets[i]->number];
            add(live->out, w->set_bits[id]);
            if (id != 0 && w->set_bits[id] == 0) {
                EdgeUse *use = arena_alloc(&w->arena, sizeof *use);
                *use = (EdgeUse){id, live->edge_uses};
                live->edge_uses = use;
            }
        }
    }
}

static bool is_defined_in(const Writer *w, uint32_t bit, const IrBlock *block)
{
    return w->value_blocks[w->set_values[bit]] == block;
}

// live-in = upward exposed uses + what lives through.
static bool flow(Writer *w, IrBlock *block)
{
    BlockLive *live = &w->live[block->number];
    bool is_changed = false;
    for (uint32_t t = 0; t < block->last->target_count; t++) {
        const BlockLive *next = &w->live[block->last->targets[t]->number];
        for (uint32_t i = 0; i < w->set_words; i++) {
            live->out[i] |= next->in[i];
        }
    }
    for (uint32_t i = 0; i < w->set_words; i++) {
        uint64_t more = live->out[i] & ~live->in[i];
        for (uint32_t bit = 0; more != 0 && bit < 64; bit++) {
            if ((more >> bit & 1) != 0 && !is_defined_in(w, i * 64 + bit, block)) {
                live->in[i] |= UINT64_C(1) << bit;
                is_changed = true;
            }
        }
    }
    return is_changed;
}

void live_find(Writer *w)
{
    Arena *arena = &w->arena;
    w->value_ids = arena_alloc(arena, w->function->instruction_count * sizeof(uint32_t));
    w->live = arena_alloc(arena, w->function->block_count * sizeof *w->live);
    count_values(w);
    size_t room = w->value_count + 1;
    w->values = arena_alloc(arena, room * sizeof(IrInstruction *));
    w->value_blocks = arena_alloc(arena, room * sizeof(IrBlock *));
    w->positions = arena_alloc(arena, room * sizeof(uint32_t));
    uint64_t *defined = arena_alloc(arena, w->set_words * sizeof(uint64_t));
    for (uint32_t i = 0; i < w->order_count; i++) {
        BlockLive *live = &w->live[w->order[i]->number];
        live->in = arena_alloc(arena, w->set_words * sizeof(uint64_t));
        live->out = arena_alloc(arena, w->set_words * sizeof(uint64_t));
    }
    for (uint32_t i = 0; i < w->order_count; i++) {
        add_phi_uses(w, w->order[i]);
    }
    for (uint32_t i = 0; i < w->order_count; i++) {
        scan_block(w, w->order[i], defined);
    }
    for (bool is_changed = true; is_changed;) {
        is_changed = false;
        for (uint32_t i = w->order_count; i-- > 0;) {
            is_changed |= flow(w, w->order[i]);
        }
    }
}

static uint32_t last_use(const BlockLive *live, uint32_t value)
{
    uint32_t low = 0, high = live->last_use_count;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (live->last_uses[middle].value < value) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    bool is_found = low < live->last_use_count && live->last_uses[low].value == value;
    return is_found ? live->last_uses[low].position : 0;
}

// Whether `a` is still needed once `b` is written.
static bool is_live_at(const Writer *w, uint32_t a, uint32_t b)
{
    const IrBlock *block = w->value_blocks[b];
    const BlockLive *live = &w->live[block->number];
    if (w->value_blocks[a] == block) {
        if (w->positions[a] > w->positions[b]) {
            return false;
        }
    } else if (!in_set(live->in, w->set_bits[a])) {
        return false;
    }
    return in_set(live->out, w->set_bits[a]) || last_use(live, a) > w->positions[b];
}

bool live_enters(const Writer *w, uint32_t value, const IrBlock *block)
{
    return in_set(w->live[block->number].in, w->set_bits[value]);
}

bool live_interferes(const Writer *w, uint32_t a, uint32_t b)
{
    if (w->value_blocks[a] == w->value_blocks[b] && w->positions[a] == w->positions[b]) {
        return true;
    }
    return is_live_at(w, a, b) || is_live_at(w, b, a);
}

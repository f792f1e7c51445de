// SPDX-License-Identifier: Apache-2.0
// One number for all state that decides what a block does next, except global memory and clocks.
#include "sim/warp/executor.h"
#include "sim/warp/memory_access.h"
#include "sim/warp/tensor_memory.h"

#include <string.h>

// Four sums side by side, so that the host need not wait for each multiplication.
typedef struct Hash {
    uint64_t sum[4];
} Hash;

static void mix(uint64_t *sum, uint64_t value)
{
    *sum = (*sum ^ value) * UINT64_C(0x9e3779b97f4a7c15);
    *sum ^= *sum >> 32;
}

static void add(Hash *hash, const void *data, size_t size_bytes)
{
    const uint8_t *bytes = data;
    uint64_t words[4] = {0};
    for (; size_bytes >= sizeof words; size_bytes -= sizeof words, bytes += sizeof words) {
        memcpy(words, bytes, sizeof words);
        for (int i = 0; i < 4; i++) {
            mix(&hash->sum[i], words[i]);
        }
    }
    memset(words, 0, sizeof words);
    if (size_bytes > 0) { // without any, there may be no bytes either
        memcpy(words, bytes, size_bytes);
    }
    for (int i = 0; i < 4; i++) {
        mix(&hash->sum[i], words[i] + size_bytes);
    }
}

static void add_word(Hash *hash, uint64_t word)
{
    mix(&hash->sum[0], word);
}

// The pc of the running entry is the warp's; what its stack holds is older.
static void add_stack(Hash *hash, const SimtStack *stack, bool is_running)
{
    for (uint32_t i = 0; i < stack->count; i++) {
        const SimtEntry *entry = &stack->entries[i];
        uint32_t pc = is_running && i + 1 == stack->count ? 0 : entry->pc;
        add_word(hash, (uint64_t)pc << 32 | entry->reconverge);
        add_word(hash, (uint64_t)entry->mask << 32 | entry->frame);
    }
}

static void add_split(Hash *hash, const Split *split, bool is_running)
{
    add_word(hash,
             (uint64_t)split->state << 2 | (uint64_t)split->is_suspended << 1 | split->is_spinning);
    add_word(hash, (uint64_t)split->barrier << 32 | split->members);
    add_word(hash, (uint64_t)split->qualifiers << 32 | split->wait_pc);
    add_word(hash, (uint64_t)split->wait_frame << 32 | split->stack.count);
    if (split->stack.count > 0) {
        uint32_t depth = simt_stack_top(&split->stack)->frame + 1;
        add_stack(hash, &split->stack, is_running);
        add(hash, split->frames, depth * sizeof(Frame));
    }
}

static void add_spin(Hash *hash, const SpinWatch *spin)
{
    for (int i = 0; i < SPIN_SLOTS; i++) {
        add_word(hash, spin->seen[i].pc);
        add_word(hash, spin->seen[i].hash);
    }
    uint32_t repeats = spin->repeats < SPIN_REPEATS ? spin->repeats : SPIN_REPEATS;
    add_word(hash, (uint64_t)repeats << 1 | spin->reads_global);
}

// Which registers count: those that are read later, by the lanes that read them, so that it makes
// no difference what is left in the others.
typedef struct Registers {
    const MachineProgram *program;
    const Relevance *relevance; // of the kernel's frame, the only one of programs without calls
    const RowLive *live;        // NULL: all count
} Registers;

// The values of a row in some lanes.
static void add_row(Hash *hash, const uint32_t *words, uint32_t lanes, uint8_t uses)
{
    uint32_t masked[LANE_COUNT];
    bool is_end = uses == ROW_WIDE_END, is_wide = uses == ROW_WIDE || is_end;
    if (lanes == FULL_MASK || !(is_wide || uses == ROW_NARROW)) {
        add(hash, words, ROW_BYTES);
        return;
    }
    for (uint32_t i = 0; i < LANE_COUNT; i++) {
        uint32_t lane = is_wide ? i / 2 + (is_end ? LANE_COUNT / 2 : 0) : i;
        masked[i] = (lanes >> lane & 1u) != 0 ? words[i] : 0;
    }
    add(hash, masked, sizeof masked);
}

// The rows of a frame that the lanes read from pc on.
static void add_frame(Hash *hash, const Warp *warp, const Registers *registers, const Frame *frame,
                      uint32_t pc, uint32_t lanes)
{
    const MachineFunction *function = &registers->program->functions[frame->function];
    const RowLive *live = registers->live;
    const Relevance *relevance = registers->relevance;
    const uint64_t *set = live->in + (size_t)pc * live->words;
    for (uint32_t row = 0; row < function->row_count; row++) {
        bool is_relevant = !relevance->is_partial || relevance->rows[row] != 0;
        if (is_relevant && row_live_has(live, set, row)) {
            add_row(hash, warp->rows + (size_t)(frame->row_base + row) * LANE_COUNT, lanes,
                    row_live_uses(live, frame->function, row));
        }
    }
}

// Lanes of an entry that also stand above it go on from there; those of a caller return to it.
static void add_live_rows(Hash *hash, const Warp *warp, const Registers *registers)
{
    for (uint32_t i = 0; i < warp->split_count; i++) {
        const Split *split = &warp->splits[i];
        for (uint32_t at = split->stack.count; at-- > 0;) {
            const SimtEntry *entry = &split->stack.entries[at];
            bool is_running = i == warp->current && at + 1 == split->stack.count;
            uint32_t lanes = entry->mask, pc = is_running ? warp->pc : entry->pc;
            for (uint32_t above = at + 1; above < split->stack.count; above++) {
                const SimtEntry *other = &split->stack.entries[above];
                lanes &= other->frame == entry->frame ? ~other->mask : FULL_MASK;
            }
            if (lanes != 0 && pc < registers->program->code_count) {
                add_frame(hash, warp, registers, &split->frames[entry->frame], pc, lanes);
            }
        }
    }
}

static void add_rows(Hash *hash, const Warp *warp, const Relevance *relevance)
{
    if (!relevance->is_partial) {
        add(hash, warp->rows, (size_t)warp->row_room * ROW_BYTES);
        return;
    }
    for (uint32_t row = 0; row < relevance->row_count; row++) {
        if (relevance->rows[row] != 0) {
            add(hash, warp->rows + (size_t)row * LANE_COUNT, ROW_BYTES);
        }
    }
}

static void add_registers(Hash *hash, const Warp *warp, const Registers *registers)
{
    const Relevance *relevance = registers->relevance;
    if (registers->live != NULL) {
        add_live_rows(hash, warp, registers);
    } else {
        add_rows(hash, warp, relevance);
    }
    if (!relevance->is_partial) {
        add(hash, warp->predicates, warp->predicate_room * sizeof(uint32_t));
        return;
    }
    for (uint32_t i = 0; i < relevance->predicate_count; i++) {
        add_word(hash, relevance->predicates[i] != 0 ? warp->predicates[i] : 0);
    }
}

static void add_warp(Hash *hash, const Warp *warp, const Registers *registers)
{
    add_word(hash, (uint64_t)warp->live << 32 | warp->active);
    if (warp->live == 0) {
        return;
    }
    add_word(hash, (uint64_t)warp->pc << 32 | warp->reconverge);
    add_word(hash, (uint64_t)warp->split_count << 32 | warp->current << 1 | warp->has_splits);
    add_word(hash, warp->ahead);
    for (uint32_t i = 0; i < warp->split_count; i++) {
        add_split(hash, &warp->splits[i], i == warp->current);
    }
    add_spin(hash, &warp->spin);
    add_registers(hash, warp, registers);
    add(hash, warp->local, (size_t)warp->local_used_words * ROW_BYTES);
}

static void add_barrier(Hash *hash, const Barrier *barrier)
{
    add(hash, barrier->arrived, sizeof barrier->arrived);
    add_word(hash, (uint64_t)barrier->arrived_count << 32 | barrier->expected_threads);
    add_word(hash, (uint64_t)barrier->reduce_count << 3 | (uint64_t)barrier->reduce_all << 2 |
                       (uint64_t)barrier->reduce_any << 1 | barrier->is_busy);
}

static uint64_t sum_of(Hash *hash)
{
    for (int i = 1; i < 4; i++) {
        mix(&hash->sum[0], hash->sum[i]);
    }
    return hash->sum[0];
}

uint64_t warp_hash(const Warp *warp, const Relevance *relevance)
{
    Registers registers = {.relevance = relevance};
    Hash hash = {0};
    add_warp(&hash, warp, &registers);
    return sum_of(&hash);
}

uint64_t block_hash(const Block *block, const Relevance *relevance, const RowLive *live)
{
    Registers registers = {.program = block->launch->program, .relevance = relevance, .live = live};
    Hash hash = {0};
    add_word(&hash, (uint64_t)block->live_threads << 32 | block->next_warp);
    for (uint32_t i = 0; i < BARRIER_ALL; i++) {
        add_barrier(&hash, &block->barriers[i]);
    }
    add_barrier(&hash, &block->cluster_arrivals);
    for (uint32_t i = 0; i < block->warp_count; i++) {
        add_warp(&hash, &block->warps[i], &registers);
    }
    add(&hash, block->shared, block->launch->shared_bytes);
    add_word(&hash, block->tensor != NULL ? block->tensor->changes : 0);
    return sum_of(&hash);
}

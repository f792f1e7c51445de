// SPDX-License-Identifier: Apache-2.0
#include "sim/warp/loop_watch.h"

#include "isa/base/heap.h"
#include "sim/lane/lanes.h"
#include "sim/warp/memory_access.h"

#include <stdlib.h>
#include <string.h>

// Micro-ops after which a warp's state is marked for the first time in a watch.
#define FIRST_SPAN 64u

// --- what changes memory

// Host bytes that the lane writes; NULL: outside of all memory, or another block's.
static const uint8_t *bytes_at(Block *block, PtxSpace space, uint64_t address, uint32_t size_bytes)
{
    if (space == PTX_SPACE_GLOBAL) {
        return global_bytes(block, address, size_bytes, false);
    }
    bool is_own = address < block->launch->shared_bytes &&
                  block->launch->shared_bytes - address >= size_bytes;
    return is_own ? block->shared + address : NULL;
}

static uint64_t operand_of(const Warp *warp, const Micro *micro, Row row, uint32_t lane)
{
    return row == ROW_NONE           ? 0
           : micro->width_bytes == 8 ? warp_row64(warp, row)[lane]
                                     : warp_row(warp, row)[lane];
}

// An atomic that changes nothing where the others that were performed did not: a lock that is not
// free, say.
static bool finds_same(const Warp *warp, const Micro *micro, PtxSpace space, uint32_t lane,
                       const uint8_t *bytes)
{
    uint64_t old = 0;
    memcpy(&old, bytes, micro->width_bytes);
    uint64_t changed = lane_atomic((PtxSuffix)micro->function, (PtxType)micro->type, space, old,
                                   operand_of(warp, micro, micro->b, lane),
                                   operand_of(warp, micro, micro->c, lane));
    return memcmp(&changed, &old, micro->width_bytes) == 0;
}

static bool is_same(const Warp *warp, const Micro *micro, uint32_t lane, const uint8_t *bytes)
{
    uint32_t size = micro->width_bytes / micro->vector;
    for (uint32_t i = 0; i < micro->vector; i++) {
        const void *value = size == 8 ? (const void *)&warp_row64(warp, micro->data[i])[lane]
                                      : (const void *)&warp_row(warp, micro->data[i])[lane];
        if (memcmp(bytes + i * size, value, size) != 0) {
            return false;
        }
    }
    return true;
}

// A store or atomic that leaves what is there. Per-thread memory belongs to the warp's state.
static bool leaves_same(Block *block, const Warp *warp, const Micro *micro, uint32_t on)
{
    uint64_t address[32];
    uint32_t shared = 0, local = 0;
    AddressRow row = address_row(warp, micro);
    address_sum(&row, address);
    if (micro->space == PTX_SPACE_GENERIC) {
        generic_windows(address, on, &shared, &local);
    } else if (micro->space == PTX_SPACE_SHARED) {
        shared = on;
    }
    for (uint32_t rest = on & ~local; rest != 0; rest &= rest - 1) {
        uint32_t lane = lane_lowest(rest);
        bool is_shared = (shared >> lane & 1u) != 0;
        uint64_t base = is_shared && micro->space == PTX_SPACE_GENERIC ? SHARED_WINDOW_BASE : 0;
        PtxSpace space = is_shared ? PTX_SPACE_SHARED : PTX_SPACE_GLOBAL;
        const uint8_t *bytes = bytes_at(block, space, address[lane] - base, micro->width_bytes);
        bool is_atomic = micro->kind == MICRO_ATOM;
        if (bytes == NULL || !(is_atomic ? finds_same(warp, micro, space, lane, bytes)
                                         : is_same(warp, micro, lane, bytes))) {
            return false;
        }
    }
    return true;
}

// What a warp does to memory that others can read, and what it learns but from memory, registers
// and the lanes of its own.
static bool changes_nothing(Block *block, const Warp *warp, const Micro *micro, uint32_t on)
{
    switch (micro->kind) {
    case MICRO_STORE:
        return micro->space == PTX_SPACE_LOCAL || micro->space == PTX_SPACE_REG ||
               (micro->space != PTX_SPACE_CLUSTER && micro->vector <= 4 &&
                leaves_same(block, warp, micro, on));
    case MICRO_ATOM:
        return micro->space != PTX_SPACE_CLUSTER && micro->combine == 0 &&
               leaves_same(block, warp, micro, on);
    case MICRO_MBARRIER:
        return micro->function == PTX_DOT_TEST_WAIT || micro->function == PTX_DOT_TRY_WAIT;
    case MICRO_BARRIER: return micro->d == ROW_NONE; // else a reduction
    case MICRO_LANE:
    case MICRO_LANE4:
    case MICRO_SETP:
    case MICRO_CARRY:
    case MICRO_NOP:
    case MICRO_BRANCH:
    case MICRO_CALL:
    case MICRO_RETURN:
    case MICRO_EXIT:
    case MICRO_LOAD:
    case MICRO_FENCE:
    case MICRO_SLEEP:
    case MICRO_SHUFFLE:
    case MICRO_VOTE:
    case MICRO_MATCH:
    case MICRO_REDUX:
    case MICRO_WARP_BARRIER: return true;
    default: return false;
    }
}

// --- marks

static void mark_here(Block *block, WarpMark *mark, const Warp *warp, uint32_t pc)
{
    mark->pc = pc;
    mark->hash = warp_hash(warp, &block->loops.relevance);
    mark->is_marked = true;
    mark->has_branched = false;
    mark->steps = 0;
    mark->span = mark->span == 0 ? FIRST_SPAN : mark->span * 2;
}

// A micro-op that has to wait is told of again, which is no return. Branches never wait.
static void follow(Block *block, const Warp *warp, uint32_t pc)
{
    WarpMark *mark = &block->loops.marks[warp->index];
    if (mark->has_returned) {
        return;
    }
    mark->has_branched |= block->launch->program->code[pc].kind == MICRO_BRANCH;
    if (mark->is_marked && mark->has_branched && pc == mark->pc &&
        warp_hash(warp, &block->loops.relevance) == mark->hash) {
        mark->has_returned = true;
    } else if (mark->steps++ >= mark->span) {
        mark_here(block, mark, warp, pc);
    }
}

static void before(void *context, const Warp *warp, uint32_t pc, uint32_t active, uint32_t on,
                   bool is_turn)
{
    Block *block = context;
    LoopWatch *watch = &block->loops;
    watch->ran[pc] = 1;
    watch->has_changed =
        watch->has_changed ||
        (on != 0 && !changes_nothing(block, warp, &block->launch->program->code[pc], on));
    if (!watch->has_changed) {
        follow(block, warp, pc);
    }
    if (watch->own != NULL) {
        watch->own->before(watch->own->context, warp, pc, active, on, is_turn);
    }
}

static void pass_released(void *context, uint32_t number)
{
    const BlockChecker *own = ((Block *)context)->loops.own;
    if (own != NULL) {
        own->released(own->context, number);
    }
}

static void pass_cluster_released(void *context)
{
    const BlockChecker *own = ((Block *)context)->loops.own;
    if (own != NULL) {
        own->cluster_released(own->context);
    }
}

static uint32_t pass_moment(void *context)
{
    const BlockChecker *own = ((Block *)context)->loops.own;
    return own == NULL ? 0 : own->moment(own->context);
}

// --- watches

void loop_watch_begin(Block *block)
{
    LoopWatch *watch = &block->loops;
    const MachineProgram *program = block->launch->program;
    if (watch->marks == NULL) {
        watch->marks = heap_allocate(block->warp_count, sizeof(WarpMark));
        watch->ran = heap_allocate(program->code_count, 1);
    } else {
        relevance_find(&watch->relevance, program, watch->ran);
    }
    memset(watch->marks, 0, block->warp_count * sizeof(WarpMark));
    memset(watch->ran, 0, program->code_count);
    watch->has_changed = false;
    watch->is_on = true;
    watch->own = block->checker;
    watch->checker = (BlockChecker){.context = block,
                                    .followed = UINT32_MAX,
                                    .before = before,
                                    .released = pass_released,
                                    .cluster_released = pass_cluster_released,
                                    .moment = pass_moment};
    block->checker = &watch->checker;
}

bool loop_watch_is_closed(Block *block)
{
    const LoopWatch *watch = &block->loops;
    bool is_closed = watch->is_on && block->checker == &watch->checker && !watch->has_changed &&
                     relevance_covers(&watch->relevance, block->launch->program, watch->ran);
    for (uint32_t i = 0; i < block->warp_count && is_closed; i++) {
        is_closed = watch->marks[i].has_returned || !block_warp_is_ready(block, i);
    }
    return is_closed;
}

bool loop_watch_has_changed(const Block *block)
{
    return block->loops.has_changed;
}

void loop_watch_end(Block *block)
{
    LoopWatch *watch = &block->loops;
    if (watch->is_on && block->checker == &watch->checker) {
        block->checker = watch->own;
    }
    watch->is_on = false;
}

void loop_watch_give_up(Block *block)
{
    fault_endless(block, block->loops.ran);
}

void loop_watch_take_for_endless(Block *block, const char *amount)
{
    fault_unending(block, block->loops.ran, amount);
}

void loop_watch_destroy(LoopWatch *watch)
{
    free(watch->marks);
    free(watch->ran);
    relevance_destroy(&watch->relevance);
}

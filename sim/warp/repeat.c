// SPDX-License-Identifier: Apache-2.0
#include "sim/warp/repeat.h"

#include "isa/base/heap.h"
#include "sim/warp/memory_access.h"

#include <stdlib.h>
#include <string.h>

// Warp instructions before a block is looked at for the first time, and between two looks.
#define FIRST_LOOK (UINT64_C(1) << 20)
#define BETWEEN    (UINT64_C(1) << 17)

enum Ran { RAN = 1, RAN_ON = 2 }; // executed; with lanes whose guard held

void repeat_start(Block *block)
{
    Repeat *repeat = &block->repeat;
    *repeat = (Repeat){.base = repeat->base,
                       .ran = repeat->ran,
                       .relevance = repeat->relevance,
                       .live = repeat->live,
                       .stride = 1};
    relevance_reset(&repeat->relevance);
}

void repeat_destroy(Block *block)
{
    free(block->repeat.base);
    free(block->repeat.ran);
    relevance_destroy(&block->repeat.relevance);
    row_live_clear(&block->repeat.live);
}

// --- which micro-ops were executed

static void take_base(Block *block)
{
    uint32_t count = block->launch->program->code_count;
    if (block->repeat.base == NULL) {
        block->repeat.base = heap_allocate(count, sizeof(ExecutionCount));
        block->repeat.ran = heap_allocate(count, 1);
    }
    worker_catch_up(block->worker, count);
    memcpy(block->repeat.base, block->worker->executed, count * sizeof(ExecutionCount));
}

static void note_ran(Block *block)
{
    const ExecutionCount *now = block->worker->executed, *base = block->repeat.base;
    worker_catch_up(block->worker, block->launch->program->code_count);
    for (uint32_t pc = 0; pc < block->launch->program->code_count; pc++) {
        block->repeat.ran[pc] |= now[pc].executed != base[pc].executed ? RAN : 0;
        block->repeat.ran[pc] |= now[pc].threads_on != base[pc].threads_on ? RAN_ON : 0;
    }
    take_base(block);
}

void repeat_enter(Block *block)
{
    if (block->repeat.is_marked) {
        take_base(block);
    }
}

void repeat_leave(Block *block)
{
    if (block->repeat.is_marked) {
        note_ran(block);
    }
}

const uint8_t *repeat_ran(Block *block)
{
    if (!block->repeat.is_marked) {
        return NULL;
    }
    note_ran(block);
    return block->repeat.ran;
}

// What a micro-op may do to state outside of the block.
typedef struct Effects {
    bool reads, writes, reads_clock;
} Effects;

bool repeat_is_clock(const Micro *micro)
{
    switch (micro->kind == MICRO_SPECIAL ? (PtxSpecial)micro->function : PTX_SPECIAL_COUNT) {
    case PTX_SPECIAL_CLOCK:
    case PTX_SPECIAL_CLOCK_HI:
    case PTX_SPECIAL_CLOCK64:
    case PTX_SPECIAL_GLOBALTIMER:
    case PTX_SPECIAL_GLOBALTIMER_LO:
    case PTX_SPECIAL_GLOBALTIMER_HI: return true;
    default: return false;
    }
}

static Effects effects_of(const Micro *micro)
{
    bool is_outside = micro->space == PTX_SPACE_GLOBAL || micro->space == PTX_SPACE_GENERIC ||
                      micro->space == PTX_SPACE_CLUSTER;
    switch (micro->kind) {
    case MICRO_SPECIAL: return (Effects){.reads_clock = repeat_is_clock(micro)};
    case MICRO_LOAD: return (Effects){.reads = is_outside};
    case MICRO_STORE: return (Effects){.writes = is_outside};
    case MICRO_ATOM: return (Effects){.reads = is_outside, .writes = is_outside};
    case MICRO_TRY_CANCEL: return (Effects){.reads = true, .writes = true};
    case MICRO_TEXTURE: return (Effects){.reads = true};
    case MICRO_MATRIX_LOAD:
    case MICRO_MATRIX_STORE: return (Effects){0}; // shared memory
    case MICRO_SYSTEM_CALL: {
        bool is_check = micro->function == SYSTEM_INDEX;
        return (Effects){.reads = !is_check, .writes = !is_check};
    }
    default: {
        bool is_access = micro_has_trait(micro, TRAIT_ACCESS);
        return (Effects){.reads = is_access, .writes = is_access};
    }
    }
}

static Effects effects_since_mark(const Block *block)
{
    const MachineProgram *program = block->launch->program;
    Effects all = {.reads = block->cluster_count > 1};
    for (uint32_t pc = 0; pc < program->code_count; pc++) {
        if ((block->repeat.ran[pc] & RAN_ON) != 0) {
            Effects effects = effects_of(&program->code[pc]);
            all.reads |= effects.reads;
            all.writes |= effects.writes;
            all.reads_clock |= effects.reads_clock;
        }
    }
    return all;
}

// --- whether stores change anything

// Whether what the lane stores is what is there. Shared and local memory belong to the state.
static bool stores_same(Block *block, const Warp *warp, const Micro *micro, uint32_t lane,
                        uint64_t address)
{
    uint64_t lanes[32] = {[0] = address};
    uint32_t shared = 0, local = 0;
    if (micro->space == PTX_SPACE_GENERIC) {
        generic_windows(lanes, 1, &shared, &local);
    }
    const uint8_t *bytes = global_bytes(block, address, micro->width_bytes, false);
    if ((shared | local) != 0 || bytes == NULL) {
        return (shared | local) != 0;
    }
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

static bool changes_nothing(Block *block, const Warp *warp, const Micro *micro, uint32_t on)
{
    if (micro->kind != MICRO_STORE || micro->space == PTX_SPACE_CLUSTER || micro->vector > 4) {
        return !effects_of(micro).writes;
    }
    uint64_t address[32];
    AddressRow row = address_row(warp, micro);
    address_sum(&row, address);
    for (uint32_t rest = on; rest != 0; rest &= rest - 1) {
        if (!stores_same(block, warp, micro, lane_lowest(rest), address[lane_lowest(rest)])) {
            return false;
        }
    }
    return true;
}

static void verify(void *context, const Warp *warp, uint32_t pc, uint32_t active, uint32_t on,
                   bool is_turn)
{
    Block *block = context;
    Repeat *repeat = &block->repeat;
    const Micro *micro = &block->launch->program->code[pc];
    if (on != 0 && !repeat->has_changed && effects_of(micro).writes) {
        repeat->has_changed = !changes_nothing(block, warp, micro, on);
    }
    if (repeat->checker != NULL) {
        repeat->checker->before(repeat->checker->context, warp, pc, active, on, is_turn);
    }
}

static void pass_released(void *context, uint32_t number)
{
    const BlockChecker *checker = ((Block *)context)->repeat.checker;
    if (checker != NULL) {
        checker->released(checker->context, number);
    }
}

static void pass_cluster_released(void *context)
{
    const BlockChecker *checker = ((Block *)context)->repeat.checker;
    if (checker != NULL) {
        checker->cluster_released(checker->context);
    }
}

static uint32_t pass_moment(void *context)
{
    const BlockChecker *checker = ((Block *)context)->repeat.checker;
    return checker == NULL ? 0 : checker->moment(checker->context);
}

static void start_verifying(Block *block)
{
    Repeat *repeat = &block->repeat;
    repeat->checker = block->checker;
    repeat->verifier = (BlockChecker){.context = block,
                                      .followed = UINT32_MAX,
                                      .before = verify,
                                      .released = pass_released,
                                      .cluster_released = pass_cluster_released,
                                      .moment = pass_moment};
    block->checker = &repeat->verifier;
    repeat->verifies = true;
    repeat->has_changed = false;
}

static void stop_verifying(Block *block)
{
    if (block->repeat.verifies) {
        block->checker = block->repeat.checker;
        block->repeat.verifies = false;
    }
}

// --- looking

bool repeat_is_due(Block *block)
{
    Repeat *repeat = &block->repeat;
    repeat->has_run = true;
    repeat->idle_rounds = 0;
    if (block->instructions < FIRST_LOOK || ++repeat->rounds < repeat->next_look) {
        return false;
    }
    if (block->instructions - repeat->instructions < BETWEEN) {
        repeat->stride *= 2;
    }
    repeat->next_look = repeat->rounds + repeat->stride;
    repeat->instructions = block->instructions;
    return true;
}

static void begin_period(Block *block)
{
    Repeat *repeat = &block->repeat;
    take_base(block);
    memset(repeat->ran, 0, block->launch->program->code_count);
    repeat->looks = 0;
    repeat->has_run = false;
}

static uint64_t hash_now(Block *block)
{
    Repeat *repeat = &block->repeat;
    if (repeat->live.in == NULL) {
        row_live_find(&repeat->live, block->launch->program);
    }
    return block_hash(block, &repeat->relevance, &repeat->live);
}

// What ran so far says which registers matter in the next period.
static void mark(Block *block)
{
    Repeat *repeat = &block->repeat;
    stop_verifying(block);
    if (repeat->is_marked) {
        relevance_find(&repeat->relevance, block->launch->program, repeat->ran);
    }
    begin_period(block);
    repeat->hash = hash_now(block);
    repeat->is_marked = true;
    repeat->period = 0;
    repeat->span = repeat->span == 0 ? 1 : repeat->span * 2;
}

// The state is the marked one.
static RepeatVerdict judge(Block *block)
{
    Repeat *repeat = &block->repeat;
    Effects effects = effects_since_mark(block);
    bool is_sure = !effects.writes || !repeat->has_run;
    if (effects.reads_clock || (repeat->verifies && repeat->has_changed && !is_sure) ||
        !relevance_covers(&repeat->relevance, block->launch->program, repeat->ran)) {
        mark(block);
        return REPEAT_UNKNOWN;
    }
    repeat->period = repeat->looks;
    if (!is_sure && !repeat->verifies) {
        start_verifying(block);
        begin_period(block);
        return REPEAT_UNKNOWN;
    }
    if (effects.reads) { // it may be asked again
        begin_period(block);
        return REPEAT_OPEN;
    }
    return REPEAT_CLOSED;
}

RepeatVerdict repeat_look(Block *block)
{
    Repeat *repeat = &block->repeat;
    if (!repeat->is_marked) {
        mark(block);
        return REPEAT_UNKNOWN;
    }
    note_ran(block);
    repeat->looks++;
    if (hash_now(block) == repeat->hash) {
        return judge(block);
    }
    repeat->reads_clock = effects_since_mark(block).reads_clock;
    if (repeat->looks >= repeat->span) {
        mark(block);
    }
    return REPEAT_UNKNOWN;
}

bool repeat_is_amid(const Repeat *repeat)
{
    return repeat->looks < repeat->period;
}

uint32_t repeat_exit(const MachineProgram *program, const uint8_t *ran, uint32_t pc)
{
    uint32_t first = UINT32_MAX, last = 0;
    for (uint32_t i = 0; ran != NULL && i < program->code_count; i++) {
        first = ran[i] != 0 && first == UINT32_MAX ? i : first;
        last = ran[i] != 0 ? i : last;
    }
    for (uint32_t i = first; i <= last && i < program->code_count; i++) {
        const Micro *branch = &program->code[i];
        bool is_condition =
            ran[i] != 0 && branch->kind == MICRO_BRANCH && branch->guard != PREDICATE_NONE;
        if (is_condition && (branch->target < first || branch->target > last || i == last)) {
            return i;
        }
    }
    return pc;
}

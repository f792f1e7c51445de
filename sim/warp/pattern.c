// SPDX-License-Identifier: Apache-2.0
#include "sim/warp/pattern.h"

#include "isa/base/heap.h"
#include "sim/warp/memory_access.h"
#include "sim/warp/transfer.h"

#include <stdlib.h>
#include <string.h>

// A micro-op that has met this many new patterns in a row is assumed not to profit from the table;
// it is then looked up only now and then.
#define PATTERN_PATIENCE 64u
#define PATTERN_RETRY    255u
#define PATTERN_DOUBT    8u // so many, where it has just met a known one by chance

#define HAS_PATTERNS 0x80u

// Most of it is never touched: the host gives zeros when it is.
PatternTable *pattern_table_create(uint32_t code_count)
{
    void *memory = calloc(1, sizeof(PatternTable) + code_count + alignof(PatternTable));
    if (memory == NULL) {
        return NULL;
    }
    uintptr_t address = (uintptr_t)memory + alignof(PatternTable) - 1;
    PatternTable *table = (PatternTable *)(address / alignof(PatternTable) * alignof(PatternTable));
    table->memory = memory;
    return table;
}

// Adds what accesses have cost.
static void settle_cost(const Pattern *pattern, PatternCost *cost, AccessCount *accesses)
{
    if (cost->times == 0) {
        return;
    }
    if (pattern->is_shared) {
        count_shared_cost(&accesses[pattern->pc], &cost->shared, cost->times);
    } else {
        count_global_cost(&accesses[pattern->pc], &cost->global, cost->times);
    }
    cost->times = 0;
}

static void settle(Pattern *pattern, AccessCount *accesses)
{
    for (uint32_t i = 0; i < PATTERN_COSTS; i++) {
        settle_cost(pattern, &pattern->costs[i], accesses);
    }
}

void pattern_table_finish(PatternTable *table, AccessCount *accesses)
{
    if (table == NULL) {
        return;
    }
    for (uint32_t i = 0; i < PATTERN_SETS * PATTERN_WAYS; i++) {
        if (table->next[i / PATTERN_WAYS] != 0) {
            settle(&table->sets[i / PATTERN_WAYS][i % PATTERN_WAYS], accesses);
        }
    }
    free(table->memory);
}

static inline uint32_t set_of(uint32_t pc, uint32_t mask, uint32_t first_step, uint32_t last_step)
{
    uint32_t hash = mask * 0x27d4eb2fu ^ first_step * 0x85ebca6bu ^ last_step * 0xc2b2ae35u;
    return (pc + (hash >> 20)) % PATTERN_SETS;
}

// The one that a new pattern takes.
static Pattern *take_entry(PatternTable *table, uint32_t set)
{
    uint32_t way = table->next[set] % PATTERN_WAYS;
    table->next[set] = (uint8_t)(HAS_PATTERNS | (way + 1) % PATTERN_WAYS);
    return &table->sets[set][way];
}

// The addresses of an access whose lowest lane is at `first`; in other lanes that too.
static void addresses_of(const Pattern *pattern, uint64_t first, uint64_t address[32])
{
    for (uint32_t lane = 0; lane < LANE_COUNT; lane++) {
        address[lane] = first + (uint64_t)(int64_t)pattern->delta[lane];
    }
}

static GlobalCost find_global_cost(Block *block, const Pattern *pattern, const Micro *micro,
                                   uint64_t first, bool is_passing)
{
    uint64_t address[32];
    CoalesceRule rule = block->launch->gpu->coalesce_rule;
    GlobalAccess access = micro_global_access(micro);
    bool is_cached = goes_through_l1(block, micro, access);
    if (is_passing && rule == COALESCE_SECTORS) {
        return coalesce_near(first, pattern->delta, pattern->lowest, pattern->mask,
                             micro->width_bytes);
    }
    addresses_of(pattern, first, address);
    return is_passing
               ? coalesce(rule, access, address, pattern->mask, micro->width_bytes, is_cached)
               : cost_cache_global(&block->worker->costs, rule, access, address, pattern->mask,
                                   micro->width_bytes, is_cached);
}

static SharedCost find_shared_cost(Block *block, const Pattern *pattern, const Micro *micro,
                                   uint32_t first, bool is_passing)
{
    uint32_t address[32];
    SharedRule rule = block->launch->gpu->shared_rule;
    SharedAccess access = micro_shared_access(micro);
    for (uint32_t lane = 0; lane < LANE_COUNT; lane++) {
        address[lane] = first + (uint32_t)pattern->delta[lane];
    }
    return is_passing ? shared_cost(rule, access, address, pattern->mask, micro->width_bytes)
                      : cost_cache_shared(&block->worker->costs, rule, access, address,
                                          pattern->mask, micro->width_bytes);
}

// Tells the running step what the access cost.
static void note_shared(Step *step, const SharedCost *cost)
{
    step->access.is_shared = true;
    step->access.shared = *cost;
}

static void note_global(Step *step, const GlobalCost *cost)
{
    step->access.is_global = true;
    step->access.global = *cost;
}

// Counts an access whose pattern does not come back.
static void count_passing(Block *block, const Pattern *pattern, const Micro *micro, uint64_t first,
                          AccessCount *count)
{
    if (pattern->is_shared) {
        SharedCost cost = find_shared_cost(block, pattern, micro, (uint32_t)first, true);
        count_shared_cost(count, &cost, 1);
        if (block->step != NULL) {
            note_shared(block->step, &cost);
        }
    } else {
        GlobalCost cost = find_global_cost(block, pattern, micro, first, true);
        count_global_cost(count, &cost, 1);
        if (block->step != NULL) {
            note_global(block->step, &cost);
        }
    }
}

// Counts an access whose cost is not at hand.
static void count_new(Block *block, Pattern *pattern, PatternCost *cost, const Micro *micro,
                      uint64_t first, uint32_t place)
{
    AccessCount *accesses = block->worker->accesses;
    if (pattern == &block->worker->patterns->passing) {
        count_passing(block, pattern, micro, first, &accesses[pattern->pc]);
        return;
    }
    settle_cost(pattern, cost, accesses);
    if (pattern->is_shared) {
        cost->shared = find_shared_cost(block, pattern, micro, (uint32_t)first, false);
    } else {
        cost->global = find_global_cost(block, pattern, micro, first, false);
    }
    cost->place = place + 1;
    cost->times = 1;
}

static inline void count_access(Block *block, Pattern *pattern, const Operation *operation,
                                const Micro *micro, uint64_t first)
{
    uint32_t place = (uint32_t)first & operation->place_mask;
    PatternCost *cost = &pattern->costs[(place >> 2 ^ place >> 5) % PATTERN_COSTS];
    if (__builtin_expect(cost->place == place + 1, 1)) {
        cost->times++;
    } else {
        count_new(block, pattern, cost, micro, first, place);
        if (pattern == &block->worker->patterns->passing) {
            return;
        }
    }
    if (block->step == NULL) {
        return;
    }
    if (pattern->is_shared) {
        note_shared(block->step, &cost->shared);
    } else {
        note_global(block->step, &cost->global);
    }
}

// Whether the micro-op is to be looked up in the table.
static inline bool is_promising(uint8_t *misses)
{
    if (__builtin_expect(*misses < PATTERN_PATIENCE, 1)) {
        return true;
    }
    *misses = *misses == PATTERN_RETRY ? PATTERN_PATIENCE : (uint8_t)(*misses + 1);
    return *misses == PATTERN_RETRY;
}

static inline uint8_t misses_after_hit(uint8_t misses)
{
    return misses < PATTERN_PATIENCE ? misses / 2 : PATTERN_PATIENCE - PATTERN_DOUBT;
}

void pattern_table_retry(PatternTable *table, uint32_t pc)
{
    if (table->misses[pc] >= PATTERN_PATIENCE) {
        table->misses[pc] = PATTERN_RETRY - 1;
    }
}

// Makes room for a new pattern.
static void miss(Pattern *pattern, bool is_passing, uint8_t *misses, AccessCount *accesses)
{
    *misses = (uint8_t)(*misses + (*misses < PATTERN_PATIENCE));
    pattern->mask = 0;
    if (is_passing) { // it keeps no costs
        return;
    }
    settle(pattern, accesses);
    for (uint32_t i = 0; i < PATTERN_COSTS; i++) {
        pattern->costs[i].place = 0;
    }
}

#define INLINE inline __attribute__((always_inline))

// Half a row of 32-bit registers.
typedef uint32_t Words __attribute__((vector_size(64)));

static inline uint32_t word_at(const uint8_t *bytes)
{
    uint32_t word;
    memcpy(&word, bytes, sizeof word);
    return word;
}

#define BITS8(n)                                                                                   \
    1u << (n), 2u << (n), 4u << (n), 8u << (n), 16u << (n), 32u << (n), 64u << (n), 128u << (n)
alignas(64) static const uint32_t lane_bits[32] = {BITS8(0), BITS8(8), BITS8(16), BITS8(24)};

#define LEVEL(name) name##_baseline
#define LEVEL_TARGET
#include "sim/warp/pattern_level.inc"

#if defined(__GNUC__) && defined(__x86_64__)
#define HAS_LEVELS   1
#define LEVEL(name)  name##_avx2
#define LEVEL_TARGET __attribute__((target("avx2")))
#include "sim/warp/pattern_level.inc"
#if defined(__clang__)
#define WIDE_VECTORS // clang takes no preference here
#else
#define WIDE_VECTORS ",prefer-vector-width=512"
#endif
#define LEVEL(name)  name##_avx512
#define LEVEL_TARGET __attribute__((target("avx512f,avx512dq,avx512vl,avx512bw" WIDE_VECTORS)))
#include "sim/warp/pattern_level.inc"
#endif

PatternAccess pattern_access(const char *level)
{
#ifdef HAS_LEVELS
    if (strcmp(level, "avx512") == 0) {
        return access_avx512;
    }
    if (strcmp(level, "avx2") == 0) {
        return access_avx2;
    }
#endif
    (void)level;
    return access_baseline;
}

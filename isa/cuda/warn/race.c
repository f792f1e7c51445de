// SPDX-License-Identifier: Apache-2.0
// Which pairs of accesses are made by different threads. Both are evaluated for every thread of a
// block whose shape the arrays allow, in the first rounds of all loops.
#include "isa/base/warning.h"
#include "isa/cuda/warn/walk.h"

#include <string.h>

#define ROUNDS      8u // samples: see set_round
#define FIRST       4u // of them with loops in their first rounds and rows as long as the block
#define THREADS     1024u
#define WARP_SIZE   32u
#define SHARED_SIZE 262144u // bytes, a power of two; no GPU has more for a block
#define AXIS_Y      2u      // bits of walk_axes
#define AXIS_Z      4u
#define BUDGET      20000000u // steps of evaluation of one kernel
#define TRACE_LIMIT 512u      // of one kernel; with more, the rest of its pairs is not looked at

typedef enum Distance { DISTANCE_NONE, DISTANCE_WARP, DISTANCE_BLOCK } Distance;

// Where each thread's access is in one round: bytes from the variable's begin; -1: nowhere, or not
// known.
typedef struct Trace {
    ValueId offset, guard;
    int32_t at[ROUNDS][THREADS];
    bool is_mixed;          // of data and of the thread: whose it is cannot be said
    uint8_t seen, doubtful; // bits: rounds in which it is somewhere; for two threads at one place
    struct Trace *next;
} Trace;

// Who wrote (or read) a cell: the same thread, another one of its warp, or one of another warp.
typedef struct Cell {
    uint32_t stamp;
    uint16_t first;
    bool has_second, has_other_warp;
} Cell;

typedef struct Race {
    const Walk *walk;
    Sample sample;
    uint32_t threads, trace_count;
    Trace *traces;
    Cell *cells;
    uint32_t stamp;
    Arena *arena;
} Race;

static void set_thread(Race *race, uint32_t thread)
{
    const uint32_t *block = race->sample.block;
    race->sample.thread[0] = thread % block[0];
    race->sample.thread[1] = thread / block[0] % block[1];
    race->sample.thread[2] = thread / block[0] / block[1];
}

// Samples 0 to 3 are the first rounds of all loops, with integer parameters as large as the block
// is wide (rows mostly are); 4 and 5 with eight times that (so many tiles); 6 and 7 the last
// rounds.
static void set_round(Race *race, uint32_t sample)
{
    uint32_t round = sample < FIRST ? sample : sample < 6 ? sample - FIRST : 0;
    race->sample.parameter = (sample == 4 || sample == 5 ? 8 : 1) * (int64_t)race->sample.block[0];
    memset(race->sample.rounds, (int)round, race->walk->values.loop_count);
    if (sample >= 6) {
        set_thread(race, 0);
        value_last_rounds(&race->sample, sample - 6);
    }
}

static int32_t locate(Race *race, ValueId offset, ValueId guard)
{
    int64_t at;
    if (!value_guard_holds(&race->sample, guard) || !value_evaluate(&race->sample, offset, &at) ||
        at < 0 || at >= SHARED_SIZE) {
        return -1;
    }
    return (int32_t)at;
}

// Notes that a thread is there in this round, which race->stamp stands for. True: an earlier one
// was too.
static bool visit(Race *race, int64_t at)
{
    Cell *cell = &race->cells[(uint64_t)at % SHARED_SIZE];
    bool is_second = cell->stamp == race->stamp;
    cell->stamp = race->stamp;
    return is_second;
}

static void look_for_doubt(Race *race, Trace *trace, uint32_t round)
{
    race->stamp++;
    for (uint32_t thread = 0; thread < race->threads; thread++) {
        int32_t at = trace->at[round][thread];
        if (at >= 0) {
            trace->seen |= (uint8_t)(1u << round);
            trace->doubtful |= (uint8_t)(visit(race, at) ? 1u << round : 0);
        }
    }
}

static const Trace *trace_of(Race *race, ValueId offset, ValueId guard)
{
    Trace *trace = race->traces;
    while (trace != NULL && (trace->offset != offset || trace->guard != guard)) {
        trace = trace->next;
    }
    if (trace != NULL) {
        return trace;
    }
    trace = arena_alloc(race->arena, sizeof *trace);
    trace->offset = offset;
    trace->guard = guard;
    trace->next = race->traces;
    race->trace_count++;
    race->traces = trace;
    bool saw_data = false, saw_thread = false;
    for (uint32_t round = 0; round < ROUNDS; round++) {
        set_round(race, round);
        race->sample.saw_data = race->sample.saw_thread = false;
        for (uint32_t thread = 0; thread < race->threads; thread++) {
            set_thread(race, thread);
            trace->at[round][thread] = locate(race, offset, guard);
        }
        look_for_doubt(race, trace, round);
        saw_data |= race->sample.saw_data;
        saw_thread |= race->sample.saw_thread;
    }
    trace->is_mixed = saw_data && saw_thread;
    return trace;
}

// ---- the block's shape

// In one round: whether the access stays inside its variable. *is_doubtful: two threads make it at
// one place.
static bool access_fits(Race *race, const Access *access, bool *is_doubtful)
{
    uint64_t size = type_size(access->variable->type);
    bool is_open = access->variable->is_extern || size == 0;
    race->stamp++;
    for (uint32_t thread = 0; thread < race->threads; thread++) {
        set_thread(race, thread);
        race->sample.saw_data = false;
        int64_t at;
        if (!value_guard_holds(&race->sample, access->guard) ||
            !value_evaluate(&race->sample, access->offset, &at) || race->sample.saw_data) {
            continue;
        }
        if (!is_open && (at < 0 || (uint64_t)at + access->size_bytes > size)) {
            return false;
        }
        *is_doubtful |= visit(race, at);
    }
    return true;
}

// *doubts: how often threads write the same element. That is often a sign of another shape, such as
// for an index threadIdx.y * 16 + threadIdx.x if rows have more than 16 threads.
static bool fits(Race *race, uint32_t *doubts)
{
    *doubts = 0;
    for (uint32_t i = 0; i < race->walk->access_count; i++) {
        const Access *access = &race->walk->accesses[i];
        for (uint32_t round = 0; round < FIRST; round++) {
            bool is_doubtful = false;
            set_round(race, round);
            if (!access_fits(race, access, &is_doubtful)) {
                return false;
            }
            *doubts += is_doubtful && access->kind == ACCESS_WRITE;
        }
    }
    return true;
}

// If only warps synchronize and no array of known size shows that the block has more than one warp,
// it has one.
static bool is_for_one_warp(const Walk *walk)
{
    for (uint32_t i = 0; i < walk->access_count; i++) {
        const Access *access = &walk->accesses[i];
        if (!access->variable->is_extern && value_of(&walk->values, access->offset)->has_thread) {
            return false;
        }
    }
    return walk->has_warp_barrier && !walk->has_barrier;
}

static void set_shape(Race *race, const uint16_t shape[3])
{
    race->threads = 1;
    for (int d = 0; d < 3; d++) {
        race->sample.block[d] = shape[d];
        race->threads *= shape[d];
    }
}

// The largest usual block with which no index leaves its array; with several dimensions, the one
// that raises the fewest doubts. A kernel that looks at threadIdx.y alone has blocks of one column.
static bool choose_shape(Race *race, uint32_t max_threads)
{
    if (is_for_one_warp(race->walk)) {
        max_threads = max_threads == 0 || max_threads > WARP_SIZE ? WARP_SIZE : max_threads;
    }
    static const uint16_t line[][3] = {{1024, 1, 1}, {512, 1, 1}, {256, 1, 1},
                                       {128, 1, 1},  {64, 1, 1},  {32, 1, 1}};
    static const uint16_t plane[][3] = {{32, 32, 1}, {16, 16, 1}, {32, 8, 1},
                                        {32, 4, 1},  {8, 8, 1},   {4, 4, 1}};
    static const uint16_t space[][3] = {{8, 8, 8},  {8, 8, 4}, {4, 4, 4},
                                        {32, 4, 2}, {8, 4, 2}, {2, 2, 2}};
    static const uint16_t column[][3] = {{1, 1024, 1}, {1, 256, 1}, {1, 64, 1},
                                         {1, 32, 1},   {1, 8, 1},   {1, 4, 1}};
    uint32_t axes = walk_axes(race->walk);
    bool is_line = axes < AXIS_Y || axes == AXIS_Y;
    const uint16_t(*shapes)[3] = axes >= AXIS_Z   ? space
                                 : axes == AXIS_Y ? column
                                 : is_line        ? line
                                                  : plane;
    const uint16_t *best = NULL;
    uint32_t fewest = UINT32_MAX, doubts;
    for (uint32_t i = 0; i < 6 && fewest > 0; i++) {
        set_shape(race, shapes[i]);
        if ((max_threads == 0 || race->threads <= max_threads) && fits(race, &doubts) &&
            doubts < fewest) {
            fewest = is_line ? 0 : doubts;
            best = shapes[i];
        }
    }
    if (best != NULL) {
        set_shape(race, best);
    }
    return best != NULL;
}

// ---- one pair

static void mark(Race *race, const Trace *trace, uint32_t round, uint32_t size, uint32_t granule)
{
    race->stamp++;
    for (uint32_t thread = 0; thread < race->threads; thread++) {
        int32_t at = trace->at[round][thread];
        for (uint32_t i = 0; at >= 0 && i < size; i += granule) {
            Cell *cell = &race->cells[((uint32_t)at + i) / granule % SHARED_SIZE];
            if (cell->stamp != race->stamp) {
                *cell = (Cell){.stamp = race->stamp, .first = (uint16_t)thread};
            } else {
                cell->has_second = true;
                cell->has_other_warp |= cell->first / WARP_SIZE != thread / WARP_SIZE;
            }
        }
    }
}

static Distance distance_of(const Cell *cell, uint32_t thread)
{
    bool is_other_warp = cell->has_other_warp || cell->first / WARP_SIZE != thread / WARP_SIZE;
    bool is_other = cell->has_second || cell->first != thread;
    return is_other_warp ? DISTANCE_BLOCK : is_other ? DISTANCE_WARP : DISTANCE_NONE;
}

// Rounds in which threads write the same element, as they do if the parameters or the block are not
// as assumed. If they do so in all rounds, that is what the kernel does.
static uint32_t doubtful_rounds(const Access *before, const Trace *a, const Access *after,
                                const Trace *b)
{
    uint32_t doubtful = (before->kind == ACCESS_WRITE ? a->doubtful : 0u) |
                        (after->kind == ACCESS_WRITE ? b->doubtful : 0u);
    uint32_t seen = a->seen & b->seen;
    return (doubtful & seen) == seen ? 0 : doubtful;
}

static Distance meet(Race *race, const Pair *pair)
{
    const Access *before = &race->walk->accesses[pair->before.access];
    const Access *after = &race->walk->accesses[pair->after];
    const Trace *a = trace_of(race, before->offset, pair->before.guard);
    const Trace *b = trace_of(race, after->offset, after->guard);
    uint32_t granule =
        before->size_bytes < after->size_bytes ? before->size_bytes : after->size_bytes;
    if (pair->is_before_loop && (a->seen & 1u) == 0) {
        return DISTANCE_NONE; // a barrier in the loop's first round orders later rounds too
    }
    uint32_t doubtful = doubtful_rounds(before, a, after, b);
    Distance most = DISTANCE_NONE;
    for (uint32_t round = 0; round < ROUNDS && !a->is_mixed && !b->is_mixed; round++) {
        if ((doubtful >> round & 1u) != 0) {
            continue;
        }
        mark(race, a, round, before->size_bytes, granule);
        for (uint32_t thread = 0; thread < race->threads; thread++) {
            int32_t at = b->at[round][thread], own = a->at[round][thread];
            if (at < 0 || (before->kind == ACCESS_WRITE && own == at)) {
                continue; // what it wrote itself
            }
            const Cell *cell = &race->cells[(uint32_t)at / granule % SHARED_SIZE];
            Distance distance =
                cell->stamp == race->stamp ? distance_of(cell, thread) : DISTANCE_NONE;
            most = distance > most ? distance : most;
        }
    }
    return most == DISTANCE_WARP && pair->before.is_warp_synchronized ? DISTANCE_NONE : most;
}

// Both are guarded by a condition on data, so for all that is known the same threads make them.
static bool shares_data_condition(const Values *values, ValueId a, ValueId b)
{
    for (; a != 0; a = value_of(values, a)->a) {
        ValueId condition = value_of(values, a)->b;
        for (ValueId c = b; value_of(values, condition)->has_data && c != 0;
             c = value_of(values, c)->a) {
            if (value_of(values, c)->b == condition) {
                return true;
            }
        }
    }
    return false;
}

// The same element of the same thread, without looking at who that is.
static bool is_own(const Walk *walk, const Pair *pair)
{
    const Access *before = &walk->accesses[pair->before.access];
    const Access *after = &walk->accesses[pair->after];
    if (shares_data_condition(&walk->values, pair->before.guard, after->guard)) {
        return true;
    }
    if (before->offset != after->offset || before->kind == ACCESS_ATOMIC) {
        return false;
    }
    if (before->kind == ACCESS_READ && after->kind == ACCESS_ATOMIC) {
        return true; // a look before an atomicCAS
    }
    return before->guard == after->guard ||
           (before->kind == ACCESS_WRITE &&
            value_guard_implies(&walk->values, after->guard, before->guard));
}

// Whether a warp barrier suffices: the block is one warp, or no loop has other rounds that may
// reach farther.
static bool is_warp_enough(Race *race, const Pair *pair)
{
    const Access *before = &race->walk->accesses[pair->before.access];
    const Access *after = &race->walk->accesses[pair->after];
    const Trace *b = trace_of(race, after->offset, after->guard);
    bool is_one_warp = true;
    for (uint32_t i = 0; i < ROUNDS * THREADS; i++) {
        uint32_t thread = i % THREADS;
        is_one_warp &=
            thread < WARP_SIZE || thread >= race->threads || b->at[i / THREADS][thread] < 0;
    }
    return is_one_warp || (before->loop == NULL && after->loop == NULL);
}

// ---- telling

static const char *verb(AccessKind kind)
{
    return kind == ACCESS_READ ? "read" : kind == ACCESS_WRITE ? "written" : "changed atomically";
}

// Where a barrier belongs: a place that all threads of the block reach.
static const char *place_of(const Walk *walk, Arena *arena, const Pair *pair)
{
    const Access *before = &walk->accesses[pair->before.access];
    const Access *after = &walk->accesses[pair->after];
    const Statement *divergent = after->divergent, *loop = after->loop;
    bool is_next_round = loop != NULL && pair->is_next_round;
    bool is_inside =
        divergent != NULL && loop != NULL && loop->location.line >= divergent->location.line;
    bool is_same_line = before->location.line == after->location.line;
    if ((is_same_line && !is_next_round) ||
        (divergent != NULL && divergent == before->divergent && !is_next_round) ||
        (is_next_round && is_inside)) {
        return "insert one between the two accesses, where all threads of the block reach it";
    }
    if (is_next_round) {
        return arena_printf(arena, "insert one at the end of the body of the loop at line %u",
                            loop->location.line);
    }
    uint32_t line = divergent != NULL ? divergent->location.line : after->location.line;
    if (loop != NULL && pair->is_before_loop && loop->location.line < line) {
        line = loop->location.line;
    }
    return arena_printf(arena, "insert one before line %u", line);
}

// From Fermi to Pascal lanes run in lockstep, but the compiler may keep what is not volatile (such
// accesses are not walked) in a register. On cc 1.x it stores it, see forward_memory.c.
static bool is_kept(const Walk *walk, const Pair *pair, uint32_t compute_capability)
{
    const Access *before = &walk->accesses[pair->before.access];
    return compute_capability >= 20 && compute_capability < 70 && before->kind == ACCESS_WRITE &&
           walk->accesses[pair->after].kind == ACCESS_READ;
}

static void tell_kept(const Race *race, const Pair *pair, Diagnostics *diagnostics)
{
    const Walk *walk = race->walk;
    const Access *before = &walk->accesses[pair->before.access];
    source_report(walk->tree->source, diagnostics, DIAGNOSTIC_WARNING, before->location,
                  "'%s' is not volatile, so the compiler may keep what is written here in a "
                  "register, where other lanes of the warp do not see it: declare it volatile [%s]",
                  before->variable->name, warning_info[WARNING_WARP_SYNCHRONOUS].name);
    source_report(walk->tree->source, diagnostics, DIAGNOSTIC_NOTE,
                  walk->accesses[pair->after].location, "another lane reads it here");
}

static void tell(Race *race, const Pair *pair, bool is_warp, Diagnostics *diagnostics)
{
    const Walk *walk = race->walk;
    const Access *before = &walk->accesses[pair->before.access];
    const Access *after = &walk->accesses[pair->after];
    if (is_warp) {
        source_report(
            walk->tree->source, diagnostics, DIAGNOSTIC_WARNING, after->location,
            "'%s' is %s where another lane of the warp %s, without __syncwarp() in between: since "
            "compute capability 7.0 lanes need not run in lockstep [%s]",
            after->variable->name, verb(after->kind),
            before->kind == ACCESS_READ ? "reads" : "wrote",
            warning_info[WARNING_WARP_SYNCHRONOUS].name);
    } else {
        source_report(walk->tree->source, diagnostics, DIAGNOSTIC_WARNING, after->location,
                      "'%s' is %s where another thread %s, without __syncthreads() in between: %s "
                      "[%s]",
                      after->variable->name, verb(after->kind),
                      before->kind == ACCESS_READ ? "may still read" : "wrote",
                      place_of(walk, race->arena, pair),
                      warning_info[WARNING_MISSING_BARRIER].name);
    }
    source_report(walk->tree->source, diagnostics, DIAGNOSTIC_NOTE, before->location,
                  "it is %s here", verb(before->kind));
}

void race_report(const Walk *walk, const Function *kernel, uint32_t compute_capability,
                 Diagnostics *diagnostics)
{
    Race race = {.walk = walk, .arena = walk->arena};
    race.sample = (Sample){.values = &walk->values, .steps_left = BUDGET};
    race.sample.rounds = arena_alloc(walk->arena, walk->values.loop_count + 1);
    race.cells = arena_alloc(walk->arena, SHARED_SIZE * sizeof *race.cells);
    if (walk->pair_count == 0 || !choose_shape(&race, kernel->max_threads)) {
        return;
    }
    bool *is_told = arena_alloc(walk->arena, walk->access_count + 1); // by a variable's access
    for (uint32_t i = 0;
         i < walk->pair_count && race.sample.steps_left > 0 && race.trace_count < TRACE_LIMIT;
         i++) {
        const Pair *pair = &walk->pairs[i];
        uint32_t first = 0;
        while (walk->accesses[first].variable != walk->accesses[pair->after].variable) {
            first++;
        }
        Distance distance =
            is_told[first] || is_own(walk, pair) ? DISTANCE_NONE : meet(&race, pair);
        bool is_luck = distance == DISTANCE_WARP && race.threads > WARP_SIZE &&
                       race.threads == race.sample.block[0]; // else its rows may be any length
        if (is_luck && is_kept(walk, pair, compute_capability)) {
            is_told[first] = true;
            tell_kept(&race, pair, diagnostics);
        } else if (distance != DISTANCE_NONE && !(is_luck && compute_capability < 70)) {
            is_told[first] = true;
            bool is_warp = is_luck && is_warp_enough(&race, pair);
            tell(&race, pair, is_warp, diagnostics);
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
// Evaluates counters.def: expressions over micro-ops and launches become columns of a CounterSet.
#include "sim/observe/counters.h"

#include "sim/observe/flops.h"
#include "sim/observe/throughput.h"

#include <string.h>

enum {
    CC10 = 1 << COALESCE_STRICT,
    CC12 = 1 << COALESCE_SEGMENTS,
    CC2 = 1 << COALESCE_LINES,
    CC3 = 1 << COALESCE_UNCACHED,
    CC5 = 1 << COALESCE_SECTORS,
    ANY = CC10 | CC12 | CC2 | CC3 | CC5
};

// Occupancy's value for a resource that limits nothing.
static const double NO_LIMIT = UINT32_MAX;

#define NAMES(ncu, nvprof, fermi, gt200, g80)                                                      \
    {                                                                                              \
        ncu, nvprof, fermi, gt200, g80                                                             \
    }

const CounterInfo counter_info[COUNTER_COUNT] = {
#define SUM(id, expression, unit, class, rules, ncu, nvprof, fermi, gt200, g80, doc)               \
    {#id, COUNTER_SUM,   CLASS_##class, rules, unit, NAMES(ncu, nvprof, fermi, gt200, g80),        \
     doc, COUNTER_COUNT, COUNTER_COUNT, 1},
#define FACT(id, expression, unit, class, rules, ncu, nvprof, fermi, gt200, g80, doc)              \
    {#id, COUNTER_FACT,  CLASS_##class, rules, unit, NAMES(ncu, nvprof, fermi, gt200, g80),        \
     doc, COUNTER_COUNT, COUNTER_COUNT, 1},
#define TIME(id, expression, unit, class, rules, ncu, nvprof, fermi, gt200, g80, doc)              \
    {#id, COUNTER_TIME,  CLASS_##class, rules, unit, NAMES(ncu, nvprof, fermi, gt200, g80),        \
     doc, COUNTER_COUNT, COUNTER_COUNT, 1},
#define WAITING(id, expression, unit, class, rules, ncu, nvprof, fermi, gt200, g80, doc)           \
    {#id, COUNTER_WAITING, CLASS_##class, rules, unit, NAMES(ncu, nvprof, fermi, gt200, g80),      \
     doc, COUNTER_COUNT,   COUNTER_COUNT, 1},
#define RATIO(id, above, below, scale, unit, class, rules, ncu, nvprof, fermi, gt200, g80, doc)    \
    {#id, COUNTER_RATIO,   CLASS_##class,   rules, unit, NAMES(ncu, nvprof, fermi, gt200, g80),    \
     doc, COUNTER_##above, COUNTER_##below, scale},
#include "sim/observe/counters.def"
#undef SUM
#undef FACT
#undef TIME
#undef WAITING
#undef RATIO
};

// The words of the expressions in counters.def.

static bool is_load(const Micro *m)
{
    return m->kind == MICRO_LOAD;
}

static bool is_store(const Micro *m)
{
    return m->kind == MICRO_STORE;
}

static bool is_atom(const Micro *m)
{
    return m->kind == MICRO_ATOM;
}

static bool is_bulk_load(const Micro *m)
{
    return m->kind == MICRO_COPY_TENSOR ? m->function == PTX_DOT_LOAD
                                        : m->kind == MICRO_COPY_BULK && m->type == PTX_SPACE_GLOBAL;
}

static bool is_bulk_store(const Micro *m)
{
    bool is_bulk = m->kind == MICRO_COPY_TENSOR || m->kind == MICRO_COPY_BULK;
    return is_bulk && !is_bulk_load(m) && !micro_is_bulk_reduction(m);
}

static bool is_surface(const Micro *m, MachineSurface kind)
{
    return m->kind == MICRO_SURFACE && surface_kind(m->target) == kind;
}

static bool is_copy(const Micro *m)
{
    return m->kind == MICRO_COPY_ASYNC;
}

// Its passes are in the sass counters, not in those of the pipe (traces/h200/copies).
static bool is_copy_around(const Micro *m)
{
    return is_copy(m) && (m->flags & MICRO_CACHE_GLOBAL) != 0;
}

static bool is_matrix(const Micro *m)
{
    return m->kind == MICRO_MATRIX_LOAD || m->kind == MICRO_MATRIX_STORE;
}

static bool is_branch(const Micro *m)
{
    return micro_is_branch((MicroKind)m->kind);
}

// What ncu counts among the branch targets on an H200: BRA, BRX, CALL and RET, of which divisions
// and square roots hold one (traces/h200/sass), and their slow paths more.
static uint64_t targets(const Micro *m, const ExecutionCount *x, const AccessCount *a)
{
    bool is_call = m->kind == MICRO_CALL || m->kind == MICRO_RETURN;
    return (is_branch(m) || is_call || m->has_paths ? x->executed : 0) + a->slow_branches +
           a->slow_calls;
}

static uint64_t diverged(const AccessCount *a)
{
    return a->branch_diverged + a->slow_diverged;
}

// What ncu counts as op_branch there: the targets, EXIT and BSYNC. After a divergent branch, each
// path comes to its BSYNC separately: it is executed once more for each divergence.
static uint64_t control(const Micro *m, const ExecutionCount *x, const AccessCount *a)
{
    bool is_convergence = m->kind == MICRO_NOP && m->pipe == PIPE_CBU;
    bool is_other = is_convergence || m->kind == MICRO_EXIT || m->has_paths;
    return targets(m, x, a) + (is_other ? x->executed : 0) + a->branch_diverged + a->slow_joins;
}

static bool is_shared(const Micro *m)
{
    return m->space == PTX_SPACE_SHARED || m->space == PTX_SPACE_CLUSTER;
}

static bool is_at(const Micro *m, MicroKind kind, PtxSpace space)
{
    return m->kind == kind && m->space == space;
}

static bool has_result(const Micro *m)
{
    return m->d != ROW_NONE || (m->flags & MICRO_RETURNS) != 0;
}

static bool is_generic(const Micro *m)
{
    return m->space == PTX_SPACE_GENERIC || m->space == PTX_SPACE_CLUSTER;
}

// What ncu patches into generic instructions counts their bytes as shared wherever the addresses
// lie (an H200's counters of grid.sync() in kernels/barriers.cu), but not those of float atomics,
// which cannot reach shared memory (sum_floats_by_reference in kernels/atomics.cu).
static uint64_t sass_shared_bytes(const Micro *m, const AccessCount *a)
{
    bool is_float = is_atom(m) && ptx_type_kind(micro_atomic_type(m)) == PTX_KIND_FLOAT;
    return a->shared_bytes + (is_generic(m) && !is_float ? a->global_bytes : 0);
}

static bool is_returning(const Micro *m)
{
    return is_atom(m) && has_result(m) && m->space != PTX_SPACE_SHARED;
}

static bool is_cas(const Micro *m)
{
    return m->function == PTX_DOT_CAS;
}

// What ncu names after the tensor core. That these are the instructions is assumed.
static uint64_t tensor_core_work(const Micro *m, const ExecutionCount *x)
{
    switch (m->kind) {
    case MICRO_TENSOR_MULTIPLY:
    case MICRO_TENSOR_COPY:
    case MICRO_TENSOR_SHIFT:
    case MICRO_TENSOR_COMMIT: return x->executed;
    default: return 0;
    }
}

static uint64_t slow_on_pipe(const AccessCount *a, MachinePipe pipe)
{
    switch (pipe) {
    case PIPE_ALU: return a->slow_alu;
    case PIPE_FMA: return a->slow_fma;
    case PIPE_FP16: return a->slow_fp16;
    case PIPE_FP64: return a->slow_fp64;
    case PIPE_XU: return a->slow_xu;
    case PIPE_CBU: return a->slow_calls + a->slow_joins + a->slow_bssy;
    default: return 0;
    }
}

static uint64_t on_pipe(const Micro *m, const ExecutionCount *x, const AccessCount *a,
                        MachinePipe pipe)
{
    return x->executed * micro_issues_on(m, pipe) + slow_on_pipe(a, pipe);
}

static uint64_t transactions(const AccessCount *a)
{
    return a->global_transactions32 + a->global_transactions64 + a->global_transactions128;
}

static double waves(const CounterLaunch *l)
{
    double resident = (double)l->gpu->sm_count * l->occupancy.blocks_per_sm;
    return resident > 0 ? (double)l->blocks / resident : 0;
}

// Nanoseconds of the modeled SM clock.
static double nanoseconds(const CounterLaunch *l, const LaunchTime *t)
{
    return l->gpu->sm_clock_mhz > 0 ? (double)t->cycles * 1e3 / l->gpu->sm_clock_mhz : 0;
}

static double bytes(uint64_t sectors)
{
    return (double)sectors * 32;
}

// What device memory could have moved in the launch's time.
static double peak_bytes(const CounterLaunch *l, const LaunchTime *t)
{
    return nanoseconds(l, t) * l->gpu->memory_gbs;
}

static double slots_left(const CounterLaunch *l, const LaunchTime *t)
{
    double left = issue_slots(l, t) - (double)t->sms.issued;
    return left > 0 ? left : 0;
}

// Between the launch and its first instruction, and after its last one.
static double overhead(const CounterLaunch *l, const LaunchTime *t)
{
    double known = l->gpu->launch_cycles, all = (double)t->cycles;
    return known < all ? known : all;
}

static uint64_t all_states(const StallCount *s)
{
    uint64_t cycles = 0;
    for (int i = 0; i < STALL_COUNT; i++) {
        cycles += s->cycles[i];
    }
    return cycles;
}

#define NONE(...)

void counter_add(CounterSet *set, const Micro *m, const ExecutionCount *x, const AccessCount *a)
{
    set->shared_widths |= a->shared_requests > 0 ? m->width_bytes : 0;
#define SUM(id, expression, ...) set->value[COUNTER_##id] += (double)(expression);
#define FACT                     NONE
#define TIME                     NONE
#define WAITING                  NONE
#define RATIO                    NONE
#include "sim/observe/counters.def"
#undef SUM
#undef FACT
#undef TIME
#undef WAITING
#undef RATIO
}

void counter_add_launch(CounterSet *set, const CounterLaunch *l)
{
    const Occupancy *o = &l->occupancy;
#define SUM                       NONE
#define FACT(id, expression, ...) set->value[COUNTER_##id] = (double)(expression);
#define TIME                      NONE
#define WAITING                   NONE
#define RATIO                     NONE
#include "sim/observe/counters.def"
#undef SUM
#undef FACT
#undef TIME
#undef WAITING
#undef RATIO
}

void counter_add_time(CounterSet *set, const CounterLaunch *l, const LaunchTime *t)
{
    set->has_time = true;
#define SUM                       NONE
#define FACT                      NONE
#define TIME(id, expression, ...) set->value[COUNTER_##id] = (double)(expression);
#define WAITING                   NONE
#define RATIO                     NONE
#include "sim/observe/counters.def"
#undef SUM
#undef FACT
#undef TIME
#undef WAITING
#undef RATIO
}

void counter_add_waiting(CounterSet *set, const StallCount *s)
{
    set->has_waiting = true;
#define SUM                          NONE
#define FACT                         NONE
#define TIME                         NONE
#define WAITING(id, expression, ...) set->value[COUNTER_##id] += (double)(expression);
#define RATIO                        NONE
#include "sim/observe/counters.def"
#undef SUM
#undef FACT
#undef TIME
#undef WAITING
#undef RATIO
}

// The widths of shared accesses for whose conflicts no document has a rule.
static uint32_t modeled_widths(SharedRule rule)
{
    switch (rule) {
    case SHARED_FERMI: return 16;
    case SHARED_KEPLER_32: return 8 | 16;
    case SHARED_HALF_WARP:
    case SHARED_KEPLER_64:
    case SHARED_MAXWELL: break;
    }
    return 0;
}

void counter_finish(CounterSet *set, const Gpu *gpu, bool has_facts)
{
    set->is_banks_modeled = (set->shared_widths & modeled_widths(gpu->shared_rule)) != 0;
    for (uint32_t id = 0; id < COUNTER_COUNT; id++) {
        const CounterInfo *info = &counter_info[id];
        bool is_known = (info->rules >> gpu->coalesce_rule & 1) != 0;
        if (info->kind == COUNTER_FACT) {
            is_known = is_known && has_facts && set->value[id] < NO_LIMIT;
        } else if (info->kind == COUNTER_TIME) {
            is_known = is_known && set->has_time;
        } else if (info->kind == COUNTER_WAITING) {
            is_known = is_known && set->has_waiting;
        } else if (info->kind == COUNTER_RATIO) {
            double below = set->value[info->denominator];
            is_known = is_known && set->is_known[info->numerator] &&
                       set->is_known[info->denominator] && below > 0;
            set->value[id] = is_known ? info->scale * set->value[info->numerator] / below : 0;
        }
        set->is_known[id] = is_known;
    }
}

bool counter_needs_clock(CounterId id)
{
    const CounterInfo *info = &counter_info[id];
    if (info->kind == COUNTER_RATIO) {
        return counter_needs_clock(info->numerator) || counter_needs_clock(info->denominator);
    }
    return info->kind == COUNTER_TIME || info->kind == COUNTER_WAITING;
}

// The next blank-separated word at or after *at; NULL at the end.
static const char *next_word(const char **at, size_t *size_bytes)
{
    const char *word = *at + strspn(*at, " ");
    *size_bytes = strcspn(word, " ");
    *at = word + *size_bytes;
    return *size_bytes > 0 ? word : NULL;
}

static bool has_name(const char *names, const char *name, size_t size_bytes)
{
    size_t word_bytes;
    for (const char *word; (word = next_word(&names, &word_bytes)) != NULL;) {
        if (word_bytes == size_bytes && memcmp(word, name, size_bytes) == 0) {
            return true;
        }
    }
    return false;
}

CounterId counter_find(const char *name, size_t size_bytes)
{
    for (uint32_t id = 0; id < COUNTER_COUNT; id++) {
        if (strlen(counter_info[id].id) == size_bytes &&
            memcmp(counter_info[id].id, name, size_bytes) == 0) {
            return (CounterId)id;
        }
    }
    for (uint32_t naming = 0; naming < NAMING_COUNT; naming++) {
        for (uint32_t id = 0; id < COUNTER_COUNT; id++) {
            if (has_name(counter_info[id].names[naming], name, size_bytes)) {
                return (CounterId)id;
            }
        }
    }
    return COUNTER_COUNT;
}

uint32_t counter_names(CounterId id, CounterNaming naming,
                       void (*use)(void *, CounterId, const char *, size_t), void *context)
{
    const char *at = counter_info[id].names[naming];
    uint32_t count = 0;
    size_t size_bytes;
    for (const char *word; (word = next_word(&at, &size_bytes)) != NULL; count++) {
        if (use != NULL) {
            use(context, id, word, size_bytes);
        }
    }
    return count;
}

const char *counter_name(CounterId id, CounterNaming naming, size_t *size_bytes)
{
    const char *at = counter_info[id].names[naming];
    return next_word(&at, size_bytes);
}

CounterClass counter_class(const CounterSet *set, CounterId id)
{
    CounterClass class = counter_info[id].class;
    return class != CLASS_BANKS ? class : set->is_banks_modeled ? CLASS_MODEL : CLASS_EXACT;
}

const char *counter_class_mark(CounterClass class)
{
    switch (class) {
    case CLASS_EXACT:
    case CLASS_BANKS: return "exact";
    case CLASS_EXACT_ISA: return "exact@ISA";
    case CLASS_HW_NOISE: return "hw-noise";
    case CLASS_MODEL: return "model";
    case CLASS_TIMING: return "timing";
    }
    return "";
}

CounterNaming counter_naming_of(const Gpu *gpu)
{
    uint32_t capability = gpu->compute_capability;
    return capability < 12   ? NAMING_G80
           : capability < 20 ? NAMING_GT200
           : capability < 30 ? NAMING_FERMI
           : capability < 70 ? NAMING_NVPROF
                             : NAMING_NCU;
}

// SPDX-License-Identifier: Apache-2.0
// Counters: the numbers of a report, computed from what was counted per micro-op and from the facts
// of the launch. Each has one row in counters.def, from which enum, names, classes and
// documentation are made. Values that need a clock (cycles, caches) are unknown without one.
#ifndef LOCKSTEP_OBSERVE_COUNTERS_H
#define LOCKSTEP_OBSERVE_COUNTERS_H

#include "isa/machine/program.h"
#include "sim/gpu/gpu.h"
#include "sim/gpu/occupancy.h"
#include "sim/observe/counts.h"

typedef enum CounterId {
#define SUM(id, ...)     COUNTER_##id,
#define FACT(id, ...)    COUNTER_##id,
#define TIME(id, ...)    COUNTER_##id,
#define WAITING(id, ...) COUNTER_##id,
#define RATIO(id, ...)   COUNTER_##id,
#include "sim/observe/counters.def"
#undef SUM
#undef FACT
#undef TIME
#undef WAITING
#undef RATIO
    COUNTER_COUNT
} CounterId;

typedef enum CounterKind {
    COUNTER_SUM,
    COUNTER_FACT,
    COUNTER_TIME,
    COUNTER_WAITING,
    COUNTER_RATIO
} CounterKind;

// How far a number can be trusted against hardware.
typedef enum CounterClass {
    CLASS_EXACT,
    CLASS_BANKS, // exact, or a model (counter_class)
    CLASS_EXACT_ISA,
    CLASS_HW_NOISE,
    CLASS_MODEL,
    CLASS_TIMING
} CounterClass;

// Whose names to use.
typedef enum CounterNaming {
    NAMING_NCU,
    NAMING_NVPROF,
    NAMING_FERMI,
    NAMING_GT200,
    NAMING_G80,
    NAMING_COUNT
} CounterNaming;

typedef struct CounterInfo {
    const char *id;
    CounterKind kind;
    CounterClass class;
    uint32_t rules;                  // bit CoalesceRule: generations that have it
    const char *unit;                // as ncu writes it; "" for plain counts
    const char *names[NAMING_COUNT]; // blank-separated names, "" where that tool has none
    const char *doc;
    CounterId numerator, denominator; // RATIO
    double scale;
} CounterInfo;

extern const CounterInfo counter_info[COUNTER_COUNT];

// All counters of a launch, a source line or an access. A value that is not known (a ratio over
// nothing, a rule of another generation, a fact of the launch on a line) must not be printed.
typedef struct CounterSet {
    double value[COUNTER_COUNT]; // whole numbers below 2^53 are exact
    bool is_known[COUNTER_COUNT];
    bool has_time, has_waiting; // what the clock of a run with one has added
    uint32_t shared_widths;     // bytes a lane of the shared accesses, or-ed
    bool is_banks_modeled;      // after counter_finish: no document has the rule for some of them
} CounterSet;

// The facts of a launch that counters are computed from.
typedef struct CounterLaunch {
    const Gpu *gpu;
    Occupancy occupancy;
    uint32_t grid[3], block[3];
    uint32_t cluster[3];             // 0 without clusters
    uint64_t blocks, threads, warps; // of the grid
    uint32_t block_threads;
    uint32_t registers; // per thread
    uint32_t static_shared_bytes, dynamic_shared_bytes;
} CounterLaunch;

// Adds one micro-op's share to every SUM.
void counter_add(CounterSet *set, const Micro *micro, const ExecutionCount *executed,
                 const AccessCount *accesses);

// Fills in the FACTs.
void counter_add_launch(CounterSet *set, const CounterLaunch *launch);

// Fills in the TIMEs of a launch that ran with a clock.
void counter_add_time(CounterSet *set, const CounterLaunch *launch, const LaunchTime *time);

// Adds one micro-op's share to every WAITING.
void counter_add_waiting(CounterSet *set, const StallCount *stalls);

// Computes the RATIOs and marks what is known on this GPU. has_facts: counter_add_launch was
// called.
void counter_finish(CounterSet *set, const Gpu *gpu, bool has_facts);

// Whether only a run with a clock knows it.
bool counter_needs_clock(CounterId id);

// Finds a counter by its id or by any of its names, in any naming; COUNTER_COUNT when there is
// none.
CounterId counter_find(const char *name, size_t size_bytes);

// Calls `use` with each name of the counter in this naming; returns how many there are. `use` may
// be NULL.
uint32_t counter_names(CounterId id, CounterNaming naming,
                       void (*use)(void *context, CounterId id, const char *name,
                                   size_t size_bytes),
                       void *context);

// The first name in this naming, of *size_bytes bytes; NULL when it has none.
const char *counter_name(CounterId id, CounterNaming naming, size_t *size_bytes);

// The class of a finished set's value. Shared accesses of 8 and 16 bytes in Kepler's 32-bit mode
// and of 16 bytes on Fermi are modeled: of Fermi's, the CUDA C Programming Guide 5.5 (G.4.3) speaks
// of "the majority", of Kepler's (G.5.3) not at all.
CounterClass counter_class(const CounterSet *set, CounterId id);

// "exact", "exact@ISA", "hw-noise", "model" or "timing".
const char *counter_class_mark(CounterClass class);

// The tool of a GPU's time: G80's profiler for cc 1.0 and 1.1, ncu from 7.0 on.
CounterNaming counter_naming_of(const Gpu *gpu);

#endif

// SPDX-License-Identifier: Apache-2.0
#include "sim/device/cut.h"

#include "isa/base/heap.h"
#include "sim/device/unit.h"
#include "sim/native/native.h"
#include "sim/warp/repeat.h"

#include <math.h>
#include <stdlib.h>

// The part of the timed instructions after which the pace is taken: before, caches are cold and all
// blocks are at their beginning.
#define PACE_FROM 0.25

// By how much slower than so far the rest of a launch goes in the mean, because fewer and fewer
// blocks are left at its end; and how far its cycles may be off with this. docs/timing-model.md,
// "Clocks that stop early", says of which launches.
#define REST_SLOWER 1.14
#define REST_ERROR  0.25

// Of logarithms: the error of what is hardly known at all.
#define ERROR_MAX 2.0

// Whether what a thread does may depend on when others do something: it reads a clock, tries again
// until it is the first, or waits for a value. Without a clock it does other work then.
static bool depends_on_time(const Micro *micro)
{
    bool is_try = micro->kind == MICRO_ATOM &&
                  (micro->function == PTX_DOT_CAS || micro->function == PTX_DOT_EXCH);
    bool is_wait = micro->kind == MICRO_LOAD && (micro->flags & MICRO_VOLATILE) != 0 &&
                   micro->space != PTX_SPACE_SHARED;
    bool is_test = micro->kind == MICRO_MBARRIER &&
                   (micro->function == PTX_DOT_TEST_WAIT || micro->function == PTX_DOT_TRY_WAIT);
    return is_try || is_wait || is_test || repeat_is_clock(micro);
}

static bool has_time_in_it(const MachineProgram *program)
{
    for (uint32_t pc = 0; pc < program->code_count; pc++) {
        if (depends_on_time(&program->code[pc])) {
            return true;
        }
    }
    return false;
}

void cut_init(Cut *cut, const Launch *launch, const CycleOptions *options)
{
    bool is_possible = unit_blocks(launch) == 1 && options->check == NULL && !options->is_sampled &&
                       !rest_is_special(launch->program) && !has_time_in_it(launch->program);
    *cut = (Cut){.limit = is_possible ? options->clock_limit : 0};
}

void cut_destroy(Cut *cut)
{
    free(cut->points);
}

bool cut_is_due(Cut *cut, Cycle now, uint64_t instructions, const MemoryTime *memory)
{
    if (cut->limit == 0) {
        return false;
    }
    cut->points = heap_room(cut->points, cut->count, &cut->room, sizeof *cut->points);
    cut->points[cut->count++] = (CutPoint){now, instructions};
    return instructions + memory->counts.l2_reads + memory->counts.l2_writes >= cut->limit;
}

static uint64_t sum_of(const ExecutionCount *executed, uint32_t code_count)
{
    uint64_t sum = 0;
    for (uint32_t pc = 0; pc < code_count; pc++) {
        sum += executed[pc].executed;
    }
    return sum;
}

// The first point at which this part of the timed instructions was executed.
static CutPoint point_at(const Cut *cut, double part)
{
    const CutPoint *point = cut->points;
    double wanted = part * (double)cut->points[cut->count - 1].instructions;
    while ((double)point->instructions < wanted) {
        point++;
    }
    return *point;
}

// Cycles of an instruction from one part of the timed instructions to another; 0: not known.
static double pace(const Cut *cut, double from, double to)
{
    CutPoint first = from > 0 ? point_at(cut, from) : (CutPoint){0}, last = point_at(cut, to);
    return last.at > first.at
               ? (double)(last.at - first.at) / (double)(last.instructions - first.instructions)
               : 0;
}

// Where the pace still changes, the cycles may be off by as much.
static double error_of(const Cut *cut)
{
    double middle = (1 + PACE_FROM) / 2;
    double earlier = pace(cut, PACE_FROM, middle), later = pace(cut, middle, 1);
    double changed = earlier > 0 && later > 0 ? fabs(log(later / earlier)) : INFINITY;
    return changed > REST_ERROR ? expm1(fmin(changed, ERROR_MAX)) : REST_ERROR;
}

static RestTime time_of_rest(const Cut *cut, const LaunchTime *time, uint64_t timed, uint64_t all)
{
    double factor = (double)all / (double)timed, slow = pace(cut, PACE_FROM, 1);
    slow = slow > 0 ? slow : pace(cut, 0, 1);
    RestTime rest = {.factor = factor,
                     .cycles = REST_SLOWER * (double)(all - timed) * slow,
                     .error = error_of(cut),
                     .memory = time->memory};
    rest.active = rest.cycles * (double)time->sms.active_cycles / (double)time->cycles;
    rest_scale_memory(&rest.memory, factor - 1);
    return rest;
}

void cut_finish(const Cut *cut, Launch *launch, const CycleOptions *options, const RestBlocks *rest,
                CycleResult *result, ExecutionCount *executed, AccessCount *accesses,
                StallCount *stalls, Text *output)
{
    uint32_t code_count = launch->program->code_count;
    uint64_t timed = sum_of(executed, code_count);
    launch->native = schedule_translate(launch, LOCKSTEP_ENGINE_AUTO);
    rest_run(launch, options, rest, result, executed, accesses, output);
    native_destroy(launch->native);
    launch->native = NULL;
    RestTime time = time_of_rest(cut, &result->time, timed, sum_of(executed, code_count));
    rest_extend(&result->time, stalls, code_count, &time);
    result->time.instructions_timed = timed;
}

// SPDX-License-Identifier: Apache-2.0
// What is on which track. A warp's track holds, without overlap: its waits, named and colored by
// their stall, and its instructions from issue to issue of the last machine instruction, with what
// they wait for in between inside them. Micro-ops that are no machine instruction are not shown. A
// block's track holds the block and, inside, its barriers from first arrival to release. Arrows go
// from an access to the instruction that waited for its data.
#include "sim/report/trace.h"

#include "sim/report/trace_event.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Numbers from 1 on: 0 is the idle thread to those who read such files.
#define HOST_PROCESS 1u

// Colors of chrome://tracing by stall; ui.perfetto.dev colors by name.
static const char *const colors[STALL_COUNT] = {[STALL_WAIT] = "grey",
                                                [STALL_SHORT] = "yellow",
                                                [STALL_LONG] = "terrible",
                                                [STALL_BARRIER] = "bad",
                                                [STALL_MEMBAR] = "olive",
                                                [STALL_BRANCH] = "rail_load",
                                                [STALL_MATH_PIPE] = "startup",
                                                [STALL_MIO] = "rail_idle",
                                                [STALL_LG] = "rail_response",
                                                [STALL_CONSTANT] = "rail_animation",
                                                [STALL_NOT_SELECTED] = "thread_state_runnable",
                                                [STALL_TEX] = "cq_build_running",
                                                [STALL_INSTRUCTION] = "generic_work",
                                                [STALL_SLEEPING] = "thread_state_sleeping",
                                                [STALL_COPY_GROUP] = "thread_state_iowait",
                                                [STALL_BULK_COPY] = "cq_build_failed",
                                                [STALL_MBARRIER] = "light_memory_dump",
                                                [STALL_WARPGROUP] = "cq_build_attempt_passed",
                                                [STALL_TENSOR] = "cq_build_passed",
                                                [STALL_SELECTED] = "good"};

// --- tracks

static uint32_t block_track(const Trace *trace, uint32_t block)
{
    return trace->first_warp_track + trace->recording->warp_count + block;
}

static void name_sm(Trace *trace, uint32_t sm)
{
    if (!trace->is_sm_named[sm]) {
        char name[32];
        trace->is_sm_named[sm] = true;
        snprintf(name, sizeof name, "SM %" PRIu32, sm);
        trace_name(trace, "process_name", trace_process(sm), 0, name);
        trace_sort(trace, "process_sort_index", trace_process(sm), 0, trace_process(sm));
    }
}

static void name_tracks(Trace *trace)
{
    const Recording *recording = trace->recording;
    const char *kernel = trace->launch->short_name;
    uint32_t warp = 0, order = trace->first_warp_track;
    for (uint32_t i = 0; i < recording->block_count; i++) {
        const RecordedBlock *block = &recording->blocks[i];
        uint32_t process = trace_process(block->sm);
        name_sm(trace, block->sm);
        const char *name = arena_printf(&trace->arena, "%s, block %" PRIu64, kernel, block->index);
        trace_name(trace, "thread_name", process, block_track(trace, i), name);
        trace_sort(trace, "thread_sort_index", process, block_track(trace, i), order++);
        for (; warp < recording->warp_count && recording->warps[warp].block == i; warp++) {
            uint32_t track = trace->first_warp_track + warp;
            name = arena_printf(&trace->arena, "block %" PRIu64 " warp %" PRIu32, block->index,
                                recording->warps[warp].number);
            trace_name(trace, "thread_name", process, track, name);
            trace_sort(trace, "thread_sort_index", process, track, order++);
        }
    }
}

// --- names of micro-ops

static const PtxInstruction *instruction_at(const MachineProgram *program, uint32_t pc)
{
    for (uint32_t f = 0; f < program->function_count; f++) {
        const MachineFunction *function = &program->functions[f];
        if (pc < function->entry_pc || pc >= function->end_pc) {
            continue;
        }
        for (uint32_t i = 0; i < function->ptx->instruction_count; i++) {
            if (function->ptx->instructions[i].line == program->code[pc].ptx_line) {
                return &function->ptx->instructions[i];
            }
        }
    }
    return NULL;
}

static const char *micro_name(Trace *trace, const MachineProgram *program, uint32_t pc)
{
    const PtxInstruction *instruction = instruction_at(program, pc);
    if (program->code[pc].kind == MICRO_NOP && program->code[pc].pipe == PIPE_CBU) {
        return "reconverge";
    }
    if (instruction == NULL) {
        return "?";
    }
    Text name = {0};
    text_put(&name, ptx_opcode_name(instruction->opcode));
    for (uint32_t i = 0; i < instruction->suffix_count; i++) {
        text_put(&name, ptx_suffix_name((PtxSuffix)instruction->suffix[i]));
    }
    const char *kept = arena_text(&trace->arena, text_string(&name), name.size_bytes);
    text_destroy(&name);
    return kept;
}

// --- warps

static void put_wait(Trace *trace, uint32_t process, uint32_t track, const RecordedWait *wait)
{
    trace_begin(trace, 'X', stall_info[wait->stall].name, process, track);
    trace_slice_time(trace, wait->from, wait->until);
    text_printf(trace->out, ",\"cat\":\"stall\",\"cname\":\"%s\"", colors[wait->stall]);
    trace_end(trace);
}

static void put_access(Trace *trace, const RecordedAccess *recorded)
{
    const StepAccess *access = &recorded->access;
    if (access->is_shared) {
        text_printf(trace->out, ",\"wavefronts\":%" PRIu32, access->shared.wavefronts);
    }
    if (access->is_global) {
        text_printf(trace->out, ",\"sectors\":%" PRIu32, access->global.sectors);
    }
    if (access->is_global || access->is_local) {
        text_printf(trace->out,
                    ",\"in L1\":%" PRIu32 ",\"in L2\":%" PRIu32 ",\"from memory\":%" PRIu32,
                    recorded->l1_sectors, recorded->l2_sectors, recorded->dram_sectors);
    }
}

static void put_instruction(Trace *trace, uint32_t process, uint32_t track,
                            const RecordedStep *step)
{
    const MachineProgram *program = trace->launch->record->program;
    SourcePosition position = report_position(program, &program->code[step->pc]);
    trace_begin(trace, 'X', trace->names[step->pc], process, track);
    trace_slice_time(trace, step->issued, step->ended + 1);
    text_put(trace->out, ",\"cat\":\"issue\",\"args\":{\"line\":");
    const char *slash = position.file == NULL ? NULL : strrchr(position.file, '/');
    Text place = {0};
    text_printf(&place, "%s:%" PRIu32,
                slash != NULL           ? slash + 1
                : position.file != NULL ? position.file
                                        : "",
                position.line);
    trace_string(trace, text_string(&place));
    text_destroy(&place);
    text_printf(trace->out, ",\"pc\":%" PRIu32 ",\"active\":\"%08" PRIx32 "\"", step->pc,
                step->active);
    if (step->on != step->active) {
        text_printf(trace->out, ",\"on\":\"%08" PRIx32 "\"", step->on);
    }
    if (step->access != RECORDED_NONE) {
        put_access(trace, &trace->recording->accesses[step->access]);
    }
    text_put(trace->out, "}");
    trace_end(trace);
}

// An arrow from an access to the instruction that waited for its data.
static void put_flow(Trace *trace, const RecordedStep *from, const RecordedStep *to)
{
    const RecordedStep *ends[] = {from, to};
    for (int i = 0; i < 2; i++) {
        trace_begin(trace, i == 0 ? 's' : 'f', "memory",
                    trace_process(trace_block(trace, ends[i]->warp)->sm),
                    trace->first_warp_track + ends[i]->warp);
        trace_time(trace, ends[i]->issued);
        text_printf(trace->out, ",\"cat\":\"memory\",\"id\":%" PRIu32 "%s", trace->next_flow,
                    i == 0 ? "" : ",\"bp\":\"e\"");
        trace_end(trace);
    }
    trace->next_flow++;
}

static bool is_access(const Recording *recording, uint32_t step)
{
    return step != RECORDED_NONE && recording->steps[step].access != RECORDED_NONE;
}

static void put_step(Trace *trace, const RecordedStep *step)
{
    const Recording *recording = trace->recording;
    uint32_t process = trace_process(trace_block(trace, step->warp)->sm);
    uint32_t track = trace->first_warp_track + step->warp;
    uint32_t last = RECORDED_NONE;
    bool is_shown = trace->launch->record->program->code[step->pc].issues > 0;
    if (is_shown) {
        put_instruction(trace, process, track, step);
    }
    for (uint32_t i = 0; i < step->wait_count; i++) {
        const RecordedWait *wait = &recording->waits[step->wait + i];
        put_wait(trace, process, track, wait);
        if (is_shown && wait->producer != last && is_access(recording, wait->producer)) {
            put_flow(trace, &recording->steps[wait->producer], step);
            last = wait->producer;
        }
    }
}

// --- blocks

typedef struct Interval {
    uint32_t block;
    uint64_t from, until;
} Interval;

static int compare_intervals(const void *a, const void *b)
{
    const Interval *x = a, *y = b;
    if (x->block != y->block) {
        return x->block < y->block ? -1 : 1;
    }
    return x->from < y->from ? -1 : x->from > y->from;
}

static void put_interval(Trace *trace, const char *name, const Interval *interval)
{
    uint32_t process = trace_process(trace->recording->blocks[interval->block].sm);
    trace_begin(trace, 'X', name, process, block_track(trace, interval->block));
    trace_slice_time(trace, interval->from, interval->until);
    trace_end(trace);
}

// A barrier of a block: the waits of its warps that overlap.
static void put_barriers(Trace *trace)
{
    const Recording *recording = trace->recording;
    Interval *waits = trace_allocate(recording->wait_count, sizeof *waits);
    uint32_t count = 0;
    for (uint32_t i = 0; i < recording->step_count; i++) {
        const RecordedStep *step = &recording->steps[i];
        for (uint32_t w = 0; w < step->wait_count; w++) {
            const RecordedWait *wait = &recording->waits[step->wait + w];
            if (wait->stall == STALL_BARRIER) {
                waits[count++] =
                    (Interval){recording->warps[step->warp].block, wait->from, wait->until};
            }
        }
    }
    qsort(waits, count, sizeof *waits, compare_intervals);
    for (uint32_t i = 0; i < count;) {
        Interval barrier = waits[i++];
        while (i < count && waits[i].block == barrier.block && waits[i].from < barrier.until) {
            barrier.until = waits[i].until > barrier.until ? waits[i].until : barrier.until;
            i++;
        }
        put_interval(trace, "barrier", &barrier);
    }
    free(waits);
}

static uint64_t last_cycle(const Recording *recording)
{
    uint64_t last = 0;
    for (uint32_t i = 0; i < recording->step_count; i++) {
        last = recording->steps[i].ended > last ? recording->steps[i].ended : last;
    }
    return last;
}

static void put_blocks(Trace *trace)
{
    const Recording *recording = trace->recording;
    uint64_t last = last_cycle(recording);
    for (uint32_t i = 0; i < recording->block_count; i++) {
        const RecordedBlock *block = &recording->blocks[i];
        bool has_ended = block->ended > block->begun; // else a fault, or the end of the room
        put_interval(trace, arena_printf(&trace->arena, "block %" PRIu64, block->index),
                     &(Interval){i, block->begun, (has_ended ? block->ended : last) + 1});
    }
    put_barriers(trace);
}

// --- launches

static void put_recording(Trace *trace)
{
    const MachineProgram *program = trace->launch->record->program;
    const Recording *recording = trace->recording;
    trace->names = trace_allocate(program->code_count, sizeof *trace->names);
    for (uint32_t pc = 0; pc < program->code_count; pc++) {
        trace->names[pc] = micro_name(trace, program, pc);
    }
    trace->first_warp_track = trace->next_track;
    trace->next_track += recording->warp_count + recording->block_count;
    name_tracks(trace);
    put_blocks(trace);
    for (uint32_t i = 0; i < recording->step_count; i++) {
        put_step(trace, &recording->steps[i]);
    }
    trace_counters(trace);
    free(trace->names);
}

// A track of the host where nothing is after this cycle. What overlaps has a track of its own.
static uint32_t host_track(Trace *trace, uint64_t from, uint64_t until)
{
    uint32_t track = 1;
    while (track < HOST_TRACKS && trace->host_until[track - 1] > from) {
        track++;
    }
    if (trace->host_until[track - 1] == 0 && track > 1) {
        trace_name(trace, "thread_name", HOST_PROCESS, track, "at the same time");
    }
    trace->host_until[track - 1] = until;
    return track;
}

static void put_launch_slice(Trace *trace, uint64_t cycles)
{
    const LaunchRecord *record = trace->launch->record;
    uint32_t track = host_track(trace, trace->start, trace->start + cycles);
    trace_begin(trace, 'X', trace->launch->short_name, HOST_PROCESS, track);
    trace_slice_time(trace, 0, cycles);
    text_printf(trace->out,
                ",\"cat\":\"launch\",\"args\":{\"id\":%" PRIu32 ",\"grid\":\"%" PRIu32 ",%" PRIu32
                ",%" PRIu32 "\",\"block\":\"%" PRIu32 ",%" PRIu32 ",%" PRIu32 "\"",
                record->id, record->grid[0], record->grid[1], record->grid[2], record->block[0],
                record->block[1], record->block[2]);
    if (trace->recording != NULL) {
        text_printf(trace->out, ",\"steps left out\":%" PRIu64, trace->recording->steps_left_out);
    }
    text_put(trace->out, "}");
    trace_end(trace);
}

// The launch, from cycle trace->start on. Returns how long it is.
static uint64_t put_launch(Trace *trace, const ReportLaunch *launch)
{
    const LaunchRecord *record = launch->record;
    uint64_t cycles = record->time == NULL ? 0 : record->time->cycles;
    trace->launch = launch;
    trace->recording = record->recording;
    if (record->time != NULL) {
        put_launch_slice(trace, cycles);
    }
    if (trace->recording != NULL && trace->recording->has_clock) {
        uint64_t start = trace->start;
        trace->start += (uint64_t)record->gpu->launch_cycles;
        put_recording(trace);
        trace->start = start;
    }
    return cycles;
}

static const ReportLaunch *find_launch(const Report *report, uint32_t id)
{
    for (uint32_t i = 0; i < report->count; i++) {
        if (report->launches[i].record->id == id) {
            return &report->launches[i];
        }
    }
    return NULL;
}

static void put_copy(Trace *trace, const TraceSpan *span, uint64_t end)
{
    uint32_t track = host_track(trace, trace->start, end);
    trace_begin(trace, 'X', span->name, HOST_PROCESS, track);
    trace_slice_time(trace, 0, end - trace->start);
    text_printf(trace->out, ",\"cat\":\"copy\",\"args\":{\"bytes\":%" PRIu64 "}", span->size_bytes);
    trace_end(trace);
}

static void put_spans(Trace *trace, const TraceHost *host)
{
    double cycles_per_second = trace->report->gpu->sm_clock_mhz * 1e6;
    for (uint32_t i = 0; i < host->count; i++) {
        const TraceSpan *span = &host->spans[i];
        const ReportLaunch *launch =
            span->launch == UINT32_MAX ? NULL : find_launch(trace->report, span->launch);
        trace->start = (uint64_t)llround(span->start_seconds * cycles_per_second);
        if (launch != NULL) {
            put_launch(trace, launch);
        } else if (span->launch == UINT32_MAX) {
            put_copy(trace, span, (uint64_t)llround(span->end_seconds * cycles_per_second));
        }
    }
}

void trace_print(const Report *report, const TraceHost *host, const char *version, Text *out)
{
    Trace trace = {.report = report, .out = out, .next_track = HOST_TRACKS + 1};
    const Gpu *gpu = report->gpu;
    trace.is_sm_named = trace_allocate(gpu == NULL ? 0 : gpu->sm_count, sizeof(bool));
    text_put(out, "{\"otherData\":{\"version\":");
    trace_string(&trace, version);
    text_put(out, ",\"gpu\":");
    trace_string(&trace, gpu == NULL ? "" : gpu->title);
    text_printf(out, ",\"time\":\"1 us is one cycle of the SM clock\",\"sm_clock_mhz\":\"%.0f\"},",
                gpu == NULL ? 0 : gpu->sm_clock_mhz);
    text_put(out, "\n\"displayTimeUnit\":\"ns\",\n\"traceEvents\":[");
    trace_name(&trace, "process_name", HOST_PROCESS, 0, "host");
    trace_name(&trace, "thread_name", HOST_PROCESS, 1, "kernels and copies");
    if (host != NULL && host->count > 0) {
        put_spans(&trace, host);
    } else {
        for (uint32_t i = 0; i < report->count; i++) {
            trace.start += put_launch(&trace, &report->launches[i]);
        }
    }
    text_put(out, "\n]}\n");
    free(trace.is_sm_named);
    arena_clear(&trace.arena);
}

// SPDX-License-Identifier: Apache-2.0
// Recordings of whole launches, with and without a clock: the lecture's nested branch, waits
// against the stalls that were counted, and that neither host threads nor recording change
// anything.
#include "sim/device/record.h"
#include "sim/record/recording.h"
#include "tests/machine.h"

#define ALL UINT32_MAX

typedef struct Wanted {
    const char *gpu, *file, *kernel;
    LockstepMode mode;
    uint32_t host_threads, blocks, block_threads;
    LockstepWatch watch; // block_count 0: nothing is recorded
    uint32_t number;     // the parameter after the buffers
    uint32_t buffers;
    bool is_clock_of_recorded;
} Wanted;

enum { BUFFER_BYTES = 1 << 18 };

typedef struct Run {
    Machine machine;
    const LaunchRecord *record;
    const Recording *recording;
    uint8_t *bytes; // of the last buffer
} Run;

static bool choose(void *context, const LockstepUpcoming *launch, LockstepWatch *watch)
{
    const Wanted *wanted = context;
    EXPECT_TEXT(launch->kernel, wanted->kernel);
    EXPECT_EQ(launch->grid[0], wanted->blocks);
    *watch = wanted->watch;
    return true;
}

static bool open_file(Machine *machine, const LockstepOptions *options, const char *name)
{
    char path[512];
    snprintf(path, sizeof path, "%s/kernels/ptx/%s", LOCKSTEP_SOURCE_DIR, name);
    FILE *file = fopen(path, "rb");
    if (!test_report(file != NULL, __FILE__, __LINE__, path)) {
        return false;
    }
    size_t room = 1 << 20;
    char *ptx = malloc(room);
    size_t size_bytes = fread(ptx, 1, room, file);
    fclose(file);
    bool is_open = machine_open_with(machine, options, ptx, size_bytes, name);
    free(ptx);
    return is_open;
}

static Run run(Wanted wanted)
{
    Run run = {.bytes = calloc(1, BUFFER_BYTES)};
    LockstepOptions options = {.gpu = wanted.gpu,
                               .mode = wanted.mode,
                               .threads = wanted.host_threads,
                               .record = wanted.watch.block_count > 0 ? choose : NULL,
                               .record_context = &wanted,
                               .is_clock_of_recorded = wanted.is_clock_of_recorded};
    if (!open_file(&run.machine, &options, wanted.file)) {
        return run;
    }
    Arguments arguments = {0};
    uint64_t address = 0;
    for (uint32_t i = 0; i < BUFFER_BYTES / 4; i++) {
        ((uint32_t *)(void *)run.bytes)[i] = i % 5;
    }
    for (uint32_t i = 0; i < wanted.buffers; i++) {
        address = machine_buffer(&run.machine, "buffer", i == 0 ? run.bytes : NULL, BUFFER_BYTES);
        argument_u64(&arguments, address);
    }
    if (wanted.number > 0) {
        argument_u32(&arguments, wanted.number);
    }
    LockstepStatus status = machine_launch(&run.machine, wanted.kernel, wanted.blocks,
                                           wanted.block_threads, &arguments);
    machine_expect(&run.machine, status, wanted.kernel);
    machine_read(&run.machine, address, run.bytes, BUFFER_BYTES);
    run.record = lockstep_report(run.machine.device)->records[0];
    run.recording = run.record->recording;
    return run;
}

static void end(Run *run)
{
    machine_close(&run->machine);
    free(run->bytes);
}

static LockstepWatch watch_all(uint32_t max_steps)
{
    return (LockstepWatch){.block_count = UINT64_MAX,
                           .sm = LOCKSTEP_ALL,
                           .warp = LOCKSTEP_ALL,
                           .max_steps = max_steps};
}

static Wanted reduction(LockstepMode mode, uint32_t host_threads, LockstepWatch watch)
{
    return (Wanted){"h200",
                    "reduction.ptx",
                    "_Z17reduce_sequentialPKiPi",
                    mode,
                    host_threads,
                    40,
                    256,
                    watch,
                    0,
                    2,
                    false};
}

TEST(whole_warps_of_blocks_all_over_the_grid)
{
    const LockstepMode modes[] = {LOCKSTEP_COUNTS, LOCKSTEP_CYCLES};
    for (uint32_t m = 0; m < 2; m++) {
        Run all = run(reduction(modes[m], 2, watch_all(1000000)));
        LockstepWatch watch = watch_all(600);
        watch.spread_blocks = 4;
        Run some = run(reduction(modes[m], 2, watch));
        const Recording *recording = some.recording;
        EXPECT(recording->step_count <= 600 && recording->step_count > 400);
        EXPECT(recording->warp_count > 2 && recording->warp_count < 32);
        for (uint32_t i = 0; i < recording->block_count; i++) {
            uint64_t block = recording->blocks[i].index;
            EXPECT(block == 0 || block == 13 || block == 26 || block == 39);
        }
        for (uint32_t w = 0; w < recording->warp_count; w++) {
            uint32_t kept = 0, made = 0;
            for (uint32_t i = 0; i < recording->step_count; i++) {
                kept += recording->steps[i].warp == w;
            }
            for (uint32_t i = 0; i < all.recording->step_count; i++) {
                const RecordedWarp *warp = &all.recording->warps[all.recording->steps[i].warp];
                made += all.recording->blocks[warp->block].index ==
                            recording->blocks[recording->warps[w].block].index &&
                        warp->number == recording->warps[w].number;
            }
            EXPECT_EQ(kept, made);
        }
        end(&all);
        end(&some);
    }
}

// With a limit that no warp is short enough for, much of few warps is kept, and not a little of
// each.
TEST(long_warps_are_kept_as_far_as_there_is_room)
{
    const LockstepMode modes[] = {LOCKSTEP_COUNTS, LOCKSTEP_CYCLES};
    for (uint32_t m = 0; m < 2; m++) {
        LockstepWatch watch = watch_all(40);
        watch.spread_blocks = 4;
        Run some = run(reduction(modes[m], 2, watch));
        const Recording *recording = some.recording;
        EXPECT(recording->step_count > 20 && recording->step_count <= 40);
        EXPECT(recording->warp_count >= 1 && recording->warp_count <= 2);
        EXPECT(recording->steps_left_out > 0);
        end(&some);
    }
}

// --- UT's nested branch: if (t % 2 == 0) { f2; if (t % 4 == 0) f4 else f2' } else { f1; if (t % 3
// == 0) f3 else f1' }. The leaves as they are called, with the lanes of each entry below the
// running one (tests/lectures/test_nested_branch.c derives the table).

typedef struct Call {
    uint32_t mask, waiting[3], waiting_count;
} Call;

static uint32_t lanes_of(uint32_t modulus, uint32_t first)
{
    uint32_t mask = 0;
    for (uint32_t lane = first; lane < 32; lane += modulus) {
        mask |= 1u << lane;
    }
    return mask;
}

static void expect_nested_branch(const char *gpu, LockstepMode mode)
{
    LockstepWatch watch = watch_all(100000);
    watch.block_count = 1;
    Run nested = run(
        (Wanted){gpu, "divergence.ptx", "_Z13branch_nestedPj", mode, 1, 1, 32, watch, 0, 1, false});
    uint32_t even = lanes_of(2, 0), odd = ~even, fourth = lanes_of(4, 0);
    uint32_t third = lanes_of(3, 0) & odd;
    const Call calls[] = {{even, {ALL, odd}, 2},           {even & ~fourth, {ALL, odd, fourth}, 3},
                          {fourth, {ALL, odd}, 2},         {odd, {ALL}, 1},
                          {odd & ~third, {ALL, third}, 2}, {third, {ALL}, 1}};
    uint32_t count = 0;
    for (uint32_t i = 0; nested.recording != NULL && i < nested.recording->step_count; i++) {
        const RecordedStep *step = &nested.recording->steps[i];
        const SimtEntry *stack = nested.recording->entries + step->stack;
        EXPECT_EQ(stack[step->stack_count - 1].mask, step->active);
        EXPECT_EQ(stack[step->stack_count - 1].pc, step->pc);
        if (nested.record->program->code[step->pc].kind != MICRO_CALL || count == 6) {
            continue;
        }
        EXPECT_EQ(step->active, calls[count].mask);
        EXPECT_EQ(step->stack_count, calls[count].waiting_count + 1);
        for (uint32_t w = 0; w < calls[count].waiting_count; w++) {
            EXPECT_EQ(stack[w].mask, calls[count].waiting[w]);
        }
        count++;
    }
    EXPECT_EQ(count, 6);
    end(&nested);
}

TEST(nested_branch_has_the_lectures_masks_and_stack)
{
    expect_nested_branch("gtx480", LOCKSTEP_COUNTS);
    expect_nested_branch("h200", LOCKSTEP_COUNTS);
    expect_nested_branch("h200", LOCKSTEP_CYCLES);
}

// --- waits

// Of the SM that is followed as a whole, from its recorded warps.
static void expect_track_has_the_waits(const Recording *recording)
{
    const SmTrack *track = recording->track;
    uint64_t waited[STALL_COUNT] = {0}, tracked[STALL_COUNT] = {0};
    for (uint32_t i = 0; i < recording->step_count; i++) {
        const RecordedStep *step = &recording->steps[i];
        const RecordedWarp *warp = &recording->warps[step->warp];
        for (uint32_t w = step->wait; w < step->wait + step->wait_count; w++) {
            bool is_there = recording->blocks[warp->block].sm == track->sm;
            const RecordedWait *wait = &recording->waits[w];
            waited[wait->stall] += is_there ? wait->until - wait->from : 0;
        }
    }
    uint32_t joined = (track->bin_count + TRACK_JOIN - 1) / TRACK_JOIN;
    for (uint32_t i = 0; i < track->scheduler_count * joined * STALL_COUNT; i++) {
        tracked[i % STALL_COUNT] += track->cycles[i];
    }
    for (uint32_t stall = 0; stall < STALL_COUNT; stall++) {
        EXPECT(stall == STALL_SELECTED || waited[stall] == tracked[stall]);
    }
    EXPECT(tracked[STALL_SELECTED] > 0 && track->block_count == 1);
}

static void expect_waits_are_the_stalls(Wanted wanted)
{
    Run timed = run(wanted);
    const Recording *recording = timed.recording;
    uint64_t waited[STALL_COUNT] = {0}, counted[STALL_COUNT] = {0};
    EXPECT(recording != NULL && recording->has_clock && recording->steps_left_out == 0);
    EXPECT_EQ(recording->block_count, wanted.blocks);
    for (uint32_t i = 0; i < recording->step_count; i++) {
        const RecordedStep *step = &recording->steps[i];
        uint64_t before = 0;
        for (uint32_t w = step->wait; w < step->wait + step->wait_count; w++) {
            const RecordedWait *wait = &recording->waits[w];
            EXPECT(wait->until > wait->from && wait->from >= before);
            EXPECT(wait->until <= step->issued || wait->from > step->issued);
            EXPECT(wait->until <= step->ended || step->state == STEP_ENDED);
            EXPECT(wait->producer == RECORDED_NONE || wait->producer < i);
            waited[wait->stall] += wait->until - wait->from;
            before = wait->until;
        }
    }
    for (uint32_t pc = 0; pc < timed.record->program->code_count; pc++) {
        for (uint32_t stall = 0; stall < STALL_COUNT; stall++) {
            counted[stall] += timed.record->time->stalls[pc].cycles[stall];
        }
    }
    for (uint32_t stall = 0; stall < STALL_COUNT; stall++) {
        EXPECT(stall == STALL_SELECTED || waited[stall] == counted[stall]);
    }
    expect_track_has_the_waits(recording);
    end(&timed);
}

TEST(waits_add_up_to_the_stalls_that_were_counted)
{
    expect_waits_are_the_stalls(reduction(LOCKSTEP_CYCLES, 2, watch_all(1000000)));
    expect_waits_are_the_stalls((Wanted){"h200", "atomics.ptx", "_Z10add_globalPji",
                                         LOCKSTEP_CYCLES, 2, 8, 128, watch_all(1000000), 6, 1,
                                         false});
    expect_waits_are_the_stalls((Wanted){"gtx280", "divergence.ptx", "_Z13branch_nestedPj",
                                         LOCKSTEP_CYCLES, 2, 8, 128, watch_all(1000000), 0, 1,
                                         false});
}

TEST(a_wait_names_the_step_whose_result_it_was_for)
{
    Run timed = run(reduction(LOCKSTEP_CYCLES, 1, watch_all(1000000)));
    const Recording *recording = timed.recording;
    uint32_t loads = 0, arrivals = 0;
    for (uint32_t i = 0; i < recording->step_count; i++) {
        const RecordedStep *step = &recording->steps[i];
        for (uint32_t w = step->wait; w < step->wait + step->wait_count; w++) {
            const RecordedWait *wait = &recording->waits[w];
            if (wait->stall == STALL_LONG) {
                const RecordedStep *producer = &recording->steps[wait->producer];
                EXPECT(wait->producer != RECORDED_NONE && producer->warp == step->warp);
                const RecordedAccess *access = &recording->accesses[producer->access];
                EXPECT(access->access.is_global && access->done == wait->until);
                EXPECT_EQ(access->l1_sectors + access->l2_sectors + access->dram_sectors,
                          access->access.global.sectors);
                loads++;
            } else if (wait->stall == STALL_BARRIER) {
                EXPECT(wait->producer != RECORDED_NONE);
                const RecordedStep *last = &recording->steps[wait->producer];
                EXPECT(timed.record->program->code[last->pc].kind == MICRO_BARRIER);
                EXPECT_EQ(recording->warps[last->warp].block, recording->warps[step->warp].block);
                arrivals++;
            }
        }
    }
    EXPECT_EQ(loads, 40 * 8);
    EXPECT(arrivals > 40 * 8);
    end(&timed);
}

// --- the same, whatever happens around

static uint64_t hash_of(uint64_t hash, const void *bytes, size_t size_bytes)
{
    for (size_t i = 0; i < size_bytes; i++) {
        hash = (hash ^ ((const uint8_t *)bytes)[i]) * UINT64_C(0x100000001b3);
    }
    return hash;
}

static uint64_t recording_hash(const Recording *r)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (uint32_t i = 0; i < r->step_count; i++) {
        const RecordedStep *s = &r->steps[i];
        uint64_t words[] = {s->warp,  s->pc,     s->active,     s->on,           s->live,
                            s->split, s->issued, s->ended,      s->state,        s->access,
                            s->wait,  s->change, s->wait_count, s->change_count, s->stack};
        hash = hash_of(hash, words, sizeof words);
    }
    for (uint32_t i = 0; i < r->wait_count; i++) {
        const RecordedWait *w = &r->waits[i];
        uint64_t words[] = {w->from, w->until, w->stall, w->producer};
        hash = hash_of(hash, words, sizeof words);
    }
    for (uint32_t i = 0; i < r->access_count; i++) {
        const RecordedAccess *a = &r->accesses[i];
        uint64_t words[] = {a->done, a->l1_sectors, a->l2_sectors, a->dram_sectors};
        hash = hash_of(hash, words, sizeof words);
        hash = hash_of(hash, a->access.address, sizeof a->access.address);
    }
    for (uint32_t i = 0; i < r->block_count; i++) {
        const RecordedBlock *b = &r->blocks[i];
        uint64_t words[] = {b->index, b->sm, b->begun, b->ended};
        hash = hash_of(hash, words, sizeof words);
    }
    if (r->track != NULL) {
        hash = hash_of(hash, r->track->state, r->track->slot_count * r->track->bin_count);
    }
    hash = hash_of(hash, r->entries, r->entry_count * sizeof *r->entries);
    hash = hash_of(hash, r->values, r->value_count * sizeof *r->values);
    return hash_of(hash, &r->steps_left_out, sizeof r->steps_left_out);
}

static void expect_same_recording(LockstepMode mode, LockstepWatch watch)
{
    static const uint32_t threads[] = {1, 2, 7};
    uint64_t first = 0;
    for (uint32_t i = 0; i < 3; i++) {
        Run one = run(reduction(mode, threads[i], watch));
        EXPECT(one.recording != NULL && one.recording->step_count > 100);
        uint64_t hash = recording_hash(one.recording);
        first = i == 0 ? hash : first;
        EXPECT_EQ(hash, first);
        end(&one);
    }
}

TEST(any_number_of_host_threads_gives_the_same_recording)
{
    LockstepWatch values = watch_all(20000);
    values.wants_values = true;
    expect_same_recording(LOCKSTEP_COUNTS, values);
    expect_same_recording(LOCKSTEP_CYCLES, values);
    expect_same_recording(LOCKSTEP_CYCLES, watch_all(500)); // ends early
}

static void expect_unchanged(LockstepMode mode)
{
    Run plain = run(reduction(mode, 2, (LockstepWatch){0}));
    LockstepWatch watch = watch_all(5000);
    watch.wants_values = true;
    Run recorded = run(reduction(mode, 2, watch));
    uint32_t count = plain.record->program->code_count;
    EXPECT(plain.recording == NULL && recorded.recording != NULL);
    EXPECT(memcmp(plain.record->executed, recorded.record->executed,
                  count * sizeof(ExecutionCount)) == 0);
    EXPECT(memcmp(plain.record->accesses, recorded.record->accesses, count * sizeof(AccessCount)) ==
           0);
    EXPECT(memcmp(plain.bytes, recorded.bytes, BUFFER_BYTES) == 0);
    if (mode == LOCKSTEP_CYCLES) {
        EXPECT_EQ(plain.record->time->cycles, recorded.record->time->cycles);
        EXPECT(memcmp(plain.record->time->stalls, recorded.record->time->stalls,
                      count * sizeof(StallCount)) == 0);
    }
    end(&plain);
    end(&recorded);
}

TEST(recording_changes_neither_bytes_nor_counts_nor_cycles)
{
    expect_unchanged(LOCKSTEP_COUNTS);
    expect_unchanged(LOCKSTEP_CYCLES);
}

// --- what is chosen

static void expect_bound(LockstepMode mode)
{
    Run whole = run(reduction(mode, 2, watch_all(1000000)));
    Run part = run(reduction(mode, 2, watch_all(1000)));
    uint64_t executed = 0;
    for (uint32_t pc = 0; pc < whole.record->program->code_count; pc++) {
        executed += whole.record->executed[pc].executed;
    }
    EXPECT_EQ(whole.recording->step_count, executed);
    EXPECT_EQ(whole.recording->steps_left_out, 0);
    EXPECT_EQ(part.recording->step_count, 1000);
    EXPECT_EQ(part.recording->steps_left_out, executed - 1000);
    for (uint32_t i = 1; i < 1000; i++) {
        EXPECT(part.recording->steps[i].issued >= part.recording->steps[i - 1].issued);
    }
    end(&whole);
    end(&part);
}

TEST(no_more_steps_than_asked_for_are_kept)
{
    expect_bound(LOCKSTEP_COUNTS);
    expect_bound(LOCKSTEP_CYCLES);
}

TEST(blocks_warps_and_sms_are_chosen)
{
    LockstepWatch watch = watch_all(1000000);
    watch.first_block = 7;
    watch.block_count = 2;
    watch.warp = 3;
    Run two = run(reduction(LOCKSTEP_COUNTS, 2, watch));
    EXPECT_EQ(two.recording->block_count, 2);
    EXPECT_EQ(two.recording->blocks[1].index, 8);
    EXPECT_EQ(two.recording->warp_count, 2);
    EXPECT_EQ(two.recording->warps[0].number, 3);
    end(&two);
    watch = watch_all(1000000);
    watch.sm = 5;
    Run one = run(reduction(LOCKSTEP_CYCLES, 2, watch));
    EXPECT_EQ(one.recording->block_count, 1);
    EXPECT_EQ(one.recording->blocks[0].index, 5); // blocks are dealt out one an SM
    EXPECT_EQ(one.recording->blocks[0].sm, 5);
    EXPECT(one.recording->blocks[0].ended > one.recording->blocks[0].begun);
    end(&one);
    watch.first_block = 40; // the grid has 40
    Run none = run(reduction(LOCKSTEP_CYCLES, 2, watch));
    EXPECT(none.recording == NULL);
    end(&none);
}

// --- what does not go straight on

#define HEADER                                                                                     \
    ".version 7.8\n.target sm_90\n.address_size 64\n"                                              \
    ".visible .entry k(.param .u64 p)\n{\n"                                                        \
    ".reg .pred %p<4>;\n.reg .b32 %r<8>;\n.reg .b64 %rd<4>;\n"                                     \
    "ld.param.u64 %rd1, [p];\nmov.u32 %r1, %tid.x;\n"

// One block of a text, recorded whole.
static Run run_text(const char *ptx, LockstepMode mode, LockstepStatus *status)
{
    Run run = {0};
    Wanted wanted = {.kernel = "k", .blocks = 1, .watch = watch_all(10000)};
    wanted.watch.wants_values = true;
    LockstepOptions options = {
        .mode = mode, .threads = 1, .record = choose, .record_context = &wanted};
    if (machine_open_with(&run.machine, &options, ptx, strlen(ptx), "test.ptx")) {
        Arguments arguments = {0};
        argument_u64(&arguments, machine_buffer(&run.machine, "p", NULL, 256));
        *status = machine_launch(&run.machine, "k", 1, 32, &arguments);
        run.record = lockstep_report(run.machine.device)->records[0];
        run.recording = run.record->recording;
    }
    return run;
}

TEST(a_fault_is_the_last_step)
{
    static const char ptx[] = HEADER "st.global.u32 [%rd1], %r1;\n"
                                     "ld.global.u32 %r2, [%rd1+4096];\n"
                                     "st.global.u32 [%rd1], %r2;\nret;\n}\n";
    for (int mode = LOCKSTEP_COUNTS; mode <= LOCKSTEP_CYCLES; mode++) {
        LockstepStatus status = LOCKSTEP_OK;
        Run faulty = run_text(ptx, (LockstepMode)mode, &status);
        EXPECT_EQ(status, LOCKSTEP_ERROR_FAULT);
        const Recording *recording = faulty.recording;
        if (EXPECT(recording != NULL && recording->step_count > 1)) {
            const RecordedStep *last = &recording->steps[recording->step_count - 1];
            EXPECT_EQ(last->state, STEP_FAULT);
            EXPECT_EQ(last->pc, faulty.record->fault.pc);
            EXPECT_EQ(last[-1].state, STEP_DONE);
        }
        end(&faulty);
    }
}

// Lanes below 8 wait for the others in the one branch, which wait for them in the other: each side
// goes on as a split of its own, and the shuffle runs once for all.
TEST(lanes_that_wait_for_each_other_are_recorded_where_they_meet)
{
    static const char ptx[] = HEADER "setp.lt.u32 %p1, %r1, 8;\n"
                                     "@%p1 bra $A;\n"
                                     "bar.warp.sync -1;\n"
                                     "bra $B;\n"
                                     "$A:\nbar.warp.sync -1;\n"
                                     "$B:\nst.global.u32 [%rd1], %r1;\nret;\n}\n";
    for (int mode = LOCKSTEP_COUNTS; mode <= LOCKSTEP_CYCLES; mode++) {
        LockstepStatus status = LOCKSTEP_OK;
        Run split = run_text(ptx, (LockstepMode)mode, &status);
        EXPECT_EQ(status, LOCKSTEP_OK);
        uint64_t executed = 0;
        uint32_t meeting = 0, kept = split.recording == NULL ? 0 : split.recording->step_count;
        for (uint32_t pc = 0; pc < split.record->program->code_count; pc++) {
            executed += split.record->executed[pc].executed;
        }
        for (uint32_t i = 0; i < kept; i++) {
            const RecordedStep *step = &split.recording->steps[i];
            if (split.record->program->code[step->pc].kind == MICRO_WARP_BARRIER) {
                EXPECT(step->active == 0xff || step->active == 0xffffff00);
                meeting |= step->active;
            }
        }
        EXPECT_EQ(kept, executed);
        EXPECT_EQ(meeting, ALL);
        end(&split);
    }
}

TEST(launches_that_are_not_recorded_can_go_without_a_clock)
{
    Wanted wanted = reduction(LOCKSTEP_CYCLES, 1, watch_all(100));
    wanted.is_clock_of_recorded = true;
    for (int is_recorded = 0; is_recorded < 2; is_recorded++) {
        wanted.watch.block_count = is_recorded ? UINT64_MAX : 0;
        Run some = run(wanted);
        if (some.record != NULL) {
            EXPECT_EQ(some.record->time != NULL, is_recorded);
            EXPECT(some.record->no_time == NULL);
            EXPECT_EQ(some.record->blocks_done, 40);
        }
        end(&some);
    }
}

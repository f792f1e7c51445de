// SPDX-License-Identifier: Apache-2.0
// What holds a launch up: a set of counters for each verdict, and the sentence that is made of it.
#include "sim/report/bottleneck.h"
#include "sim/report/roofline.h"
#include "tests/test.h"

#include <string.h>

typedef struct Case {
    Gpu gpu;
    LaunchRecord record;
    ReportLine lines[2];
    ReportLaunch launch;
    Arena arena;
} Case;

static void set(Case *it, CounterId id, double value)
{
    it->launch.counters.value[id] = value;
    it->launch.counters.is_known[id] = true;
}

// 10 SMs with 4 schedulers; 10000 cycles, of which all SMs are active for 9000. Nothing is busy,
// and warps wait for device memory, mostly at line 20.
static void begin(Case *it)
{
    memset(it, 0, sizeof *it);
    it->gpu = (Gpu){.sm_count = 10,
                    .sm_clock_mhz = 1000,
                    .warp_schedulers = 4,
                    .shared_cycles_per_step = 1,
                    .l2_slices = 8,
                    .rate_fp32 = 128,
                    .memory_gbs = 1000,
                    .memory_partitions = 6};
    it->record = (LaunchRecord){.gpu = &it->gpu};
    it->lines[0] = (ReportLine){.file = "a.cu", .line = 10};
    it->lines[1] = (ReportLine){.file = "a.cu", .line = 20};
    it->launch = (ReportLaunch){.record = &it->record,
                                .source_lines = it->lines,
                                .source_line_count = 2,
                                .limiter = "registers",
                                .position = {.file = "a.cu", .line = 5}};
    set(it, COUNTER_cycles_elapsed, 10000);
    set(it, COUNTER_launch_overhead, 1000);
    set(it, COUNTER_cycles_active, 9000);
    set(it, COUNTER_cycles_active_sum, 90000);
    set(it, COUNTER_grid_size, 100);
    set(it, COUNTER_blocks_per_sm, 8);
    set(it, COUNTER_occupancy_pct, 100);
    set(it, COUNTER_occupancy_achieved, 80);
    set(it, COUNTER_issue_slots_used, 20);
    set(it, COUNTER_no_eligible, 80);
    set(it, COUNTER_warp_latency, 40);
    set(it, COUNTER_scheduler_warps, 8);
    set(it, COUNTER_warp_states, 1000);
    set(it, COUNTER_waiting_selected, 250);
    set(it, COUNTER_waiting_not_selected, 300);
    set(it, COUNTER_waiting_barrier, 50);
    set(it, COUNTER_waiting_long_scoreboard, 200);
    it->lines[0].counters.value[COUNTER_waiting_long_scoreboard] = 50;
    it->lines[1].counters.value[COUNTER_waiting_long_scoreboard] = 150;
    it->lines[0].counters.value[COUNTER_inst_pipe_fp64] = 5;
    it->lines[0].counters.value[COUNTER_shared_excess] = 5;
}

static const Bottleneck *verdict(Case *it)
{
    report_add_bottleneck(&it->launch, &it->arena);
    return it->launch.bottleneck;
}

static bool says(const char *text, const char *part)
{
    bool is_there = strstr(text, part) != NULL;
    if (!is_there) {
        fprintf(stderr, "    \"%s\" does not say \"%s\"\n", text, part);
    }
    return is_there;
}

TEST(warps_that_wait_while_nothing_is_busy_are_latency_bound)
{
    Case it;
    begin(&it);
    const Bottleneck *found = verdict(&it);
    EXPECT_EQ(found->kind, BOTTLENECK_LATENCY);
    EXPECT_EQ(found->share, 20); // 200 of 1000; neither selected nor not_selected is waiting
    EXPECT_EQ(found->position.line, 20);
    EXPECT(says(found->message, "80.0 % of the issue slots find no warp ready"));
    EXPECT(says(found->message, "every 40 cycles"));
    EXPECT(says(found->message, "(long_scoreboard), 75 % of that at line 20"));
    EXPECT(says(found->message, "Busiest: the issue slots, 20.0 %"));
    EXPECT(says(found->advice, "keep more loads in flight"));
    EXPECT(strstr(found->advice, "resident") == NULL);
    arena_clear(&it.arena);
}

TEST(few_warps_are_named_with_what_limits_them)
{
    Case it;
    begin(&it);
    set(&it, COUNTER_occupancy_achieved, 24);
    set(&it, COUNTER_occupancy_pct, 25);
    EXPECT(says(verdict(&it)->advice, "make more warps resident (25 %, limited by registers), or"));
    set(&it, COUNTER_occupancy_pct, 100);
    EXPECT(says(verdict(&it)->advice, "launch more warps (24 % of the warp slots"));
    arena_clear(&it.arena);
}

TEST(every_reason_to_wait_has_advice)
{
    for (int stall = 0; stall < STALL_COUNT; stall++) {
        if (stall == STALL_SELECTED || stall == STALL_NOT_SELECTED) {
            continue;
        }
        Case it;
        begin(&it);
        set(&it, COUNTER_waiting_long_scoreboard, 0);
        set(&it, COUNTER_waiting_barrier, 0);
        set(&it, bottleneck_stall_counter((Stall)stall), 100);
        const Bottleneck *found = verdict(&it);
        EXPECT(says(found->message, stall_info[stall].name));
        EXPECT(found->advice != NULL && strlen(found->advice) > 20);
        arena_clear(&it.arena);
    }
}

TEST(a_launch_shorter_than_its_overhead_is_launch_bound)
{
    Case it;
    begin(&it);
    set(&it, COUNTER_cycles_elapsed, 1600);
    set(&it, COUNTER_cycles_active, 600);
    const Bottleneck *found = verdict(&it);
    EXPECT_EQ(found->kind, BOTTLENECK_LAUNCH);
    EXPECT_EQ(found->share, 62.5);
    EXPECT_EQ(found->position.line, 20); // where its SMs wait
    EXPECT(says(found->message, "1,000 of 1,600 cycles"));
    EXPECT(says(found->message, "An active SM is latency-bound: 80.0 % of the issue slots"));
    EXPECT(says(found->advice, "For its work: keep more loads"));
    arena_clear(&it.arena);
}

TEST(empty_sms_are_an_imbalance)
{
    Case it;
    begin(&it);
    set(&it, COUNTER_cycles_active, 3600); // of 9000
    set(&it, COUNTER_waves_per_sm, 1.25);
    const Bottleneck *found = verdict(&it);
    EXPECT_EQ(found->kind, BOTTLENECK_IMBALANCE);
    EXPECT_EQ(found->share, 60);
    EXPECT(
        says(found->message, "60.0 % of the time: 1.25 waves of blocks (80 blocks fit at a time)"));
    set(&it, COUNTER_grid_size, 4);
    EXPECT(says(verdict(&it)->message, "4 blocks for 10 SMs; an SM has a block for 40.0 %"));
    arena_clear(&it.arena);
}

TEST(a_full_slice_of_l2_is_no_imbalance)
{
    Case it;
    begin(&it);
    set(&it, COUNTER_cycles_active, 100); // blocks end while what they sent is still under way
    set(&it, COUNTER_l2_share, 1);
    set(&it, COUNTER_l2_fullest, 98);
    EXPECT_EQ(verdict(&it)->kind, BOTTLENECK_BANDWIDTH);
    EXPECT(says(it.launch.bottleneck->message, "one of 8 slices of L2 is busy for 98.0 %"));
    EXPECT(says(it.launch.bottleneck->advice, "pad rows"));
    it.lines[1].counters.value[COUNTER_global_sectors] = 10;
    it.lines[1].counters.value[COUNTER_atom_requests] = 10;
    EXPECT(says(verdict(&it)->advice, "let fewer atomics go to the same words"));
    arena_clear(&it.arena);
}

TEST(atomics_on_one_word_are_not_told_to_pad_rows)
{
    Case it;
    begin(&it);
    set(&it, COUNTER_l1_throughput, 80);
    set(&it, COUNTER_l1_busy_cycles, 72000);
    set(&it, COUNTER_shared_excess, 54000);
    set(&it, COUNTER_shared_atom_excess, 50000);
    EXPECT(says(verdict(&it)->advice, "add to different words"));
    arena_clear(&it.arena);
}

TEST(conflicts_say_what_is_left_without_them)
{
    Case it;
    begin(&it);
    set(&it, COUNTER_l1_throughput, 80);
    set(&it, COUNTER_l1_busy_cycles, 72000);
    set(&it, COUNTER_shared_excess, 54000);
    const Bottleneck *found = verdict(&it);
    EXPECT_EQ(found->kind, BOTTLENECK_CONFLICT);
    EXPECT_EQ(found->position.line, 10);
    EXPECT(says(found->message, "80.0 % of active SM cycles"));
    EXPECT(says(found->message, "without the 54,000 wavefronts"));
    EXPECT(says(found->message, "it would be 20.0 %")); // (72000 - 54000) of 90000
    set(&it, COUNTER_shared_excess, 9000);              // an eighth of what keeps it busy
    EXPECT_EQ(verdict(&it)->kind, BOTTLENECK_BANDWIDTH);
    EXPECT(says(it.launch.bottleneck->message, "L1/shared memory is busy for 80.0 %"));
    arena_clear(&it.arena);
}

TEST(device_memory_that_is_busy_is_bandwidth_bound)
{
    Case it;
    begin(&it);
    set(&it, COUNTER_dram_share, 90);
    set(&it, COUNTER_dram_fullest, 95);
    set(&it, COUNTER_l2_share, 70);
    set(&it, COUNTER_l2_fullest, 75);
    set(&it, COUNTER_dram_throughput, 850);
    set(&it, COUNTER_global_sectors, 1000);
    set(&it, COUNTER_global_excess, 50);
    const Bottleneck *found = verdict(&it);
    EXPECT_EQ(found->kind, BOTTLENECK_BANDWIDTH);
    EXPECT_TEXT(found->message,
                "device memory is busy for 90.0 % of the time (850 of 1,000 Gbyte/s)");
    EXPECT(says(found->advice, "move fewer bytes"));
    set(&it, COUNTER_global_excess, 500);
    EXPECT(says(verdict(&it)->message, "50.0 % of the sectors that warps move are more than"));
    EXPECT(says(it.launch.bottleneck->advice, "neighboring lanes access neighboring addresses"));
    arena_clear(&it.arena);
}

TEST(one_busy_partition_is_camping)
{
    Case it;
    begin(&it);
    set(&it, COUNTER_dram_share, 20);
    set(&it, COUNTER_dram_fullest, 88);
    const Bottleneck *found = verdict(&it);
    EXPECT_EQ(found->kind, BOTTLENECK_BANDWIDTH);
    EXPECT_TEXT(found->message,
                "one of 6 partitions of device memory is busy for 88.0 % of the time, "
                "all of them for 20.0 %");
    arena_clear(&it.arena);
}

TEST(schedulers_and_pipes_that_are_busy)
{
    Case it;
    begin(&it);
    set(&it, COUNTER_issue_slots_used, 85);
    set(&it, COUNTER_threads_on_per_inst, 8);
    const Bottleneck *found = verdict(&it);
    EXPECT_EQ(found->kind, BOTTLENECK_ISSUE);
    EXPECT_TEXT(found->message, "85.0 % of the issue slots are used; 8.0 of 32 lanes work");
    EXPECT(says(found->advice, "let the lanes of a warp do the same"));
    set(&it, COUNTER_fp64_busy, 95);
    set(&it, COUNTER_threads_on_per_inst, 32);
    found = verdict(&it);
    EXPECT_EQ(found->kind, BOTTLENECK_PIPE);
    EXPECT_EQ(found->position.line, 10);
    EXPECT_TEXT(found->message,
                "for 95.0 % of the time, the pipe of double precision (FP64) is busy");
    arena_clear(&it.arena);
}

TEST(tensor_cores_and_the_engine_of_bulk_copies_that_are_busy)
{
    Case it;
    begin(&it);
    set(&it, COUNTER_tensor_busy, 81);
    set(&it, COUNTER_threads_on_per_inst, 9); // one thread gives the tensor cores all their work
    it.lines[1].counters.value[COUNTER_inst_pipe_tensor] = 5;
    const Bottleneck *found = verdict(&it);
    EXPECT_EQ(found->kind, BOTTLENECK_TENSOR);
    EXPECT_EQ(found->share, 81);
    EXPECT_EQ(found->position.line, 20);
    EXPECT_TEXT(found->message,
                "for 81.0 % of the time, the pipe of matrix products (tensor cores) is busy");
    EXPECT(says(found->advice, "narrower types"));
    set(&it, COUNTER_bulk_engine_busy, 90);
    it.lines[0].counters.value[COUNTER_bulk_copies] = 5;
    found = verdict(&it);
    EXPECT_EQ(found->kind, BOTTLENECK_TMA);
    EXPECT_EQ(found->position.line, 10);
    EXPECT_TEXT(found->message, "for 90.0 % of the time, the engine of bulk copies (TMA) is busy");
    EXPECT(says(found->advice, "copy fewer bytes"));
    arena_clear(&it.arena);
}

TEST(waits_for_copies_and_mbarriers_have_verdicts_of_their_own)
{
    const struct {
        CounterId waiting;
        BottleneckKind kind;
        const char *name, *advice;
    } cases[] = {{COUNTER_waiting_bulk_copy, BOTTLENECK_TMA, "(bulk_copy), 80 % of that at line 20",
                  "begin bulk copies earlier"},
                 {COUNTER_waiting_copy_group, BOTTLENECK_COPY,
                  "(copy_group), 80 % of that at line 20", "keep several groups under way"},
                 {COUNTER_waiting_mbarrier, BOTTLENECK_MBARRIER,
                  "(mbarrier), 80 % of that at line 20", "let the threads that arrive do so"}};
    for (int i = 0; i < 3; i++) {
        Case it;
        begin(&it);
        set(&it, cases[i].waiting, 250);
        it.lines[1].counters.value[cases[i].waiting] = 200;
        const Bottleneck *found = verdict(&it);
        EXPECT_EQ(found->kind, cases[i].kind);
        EXPECT_EQ(found->share, 25); // 250 of 1000
        EXPECT_EQ(found->position.line, 20);
        EXPECT(says(found->message, cases[i].name));
        EXPECT(says(found->advice, cases[i].advice));
        arena_clear(&it.arena);
    }
}

// A load of line 10, used by a remainder of line 20.
typedef struct Code {
    Case it;
    Micro micros[3];
    PtxModule module;
    MachineFunction function;
    MachineProgram program;
    ExecutionCount executed[3];
    StallCount stalls[3];
    LaunchTime time;
} Code;

static void begin_code(Code *code)
{
    memset(code, 0, sizeof *code);
    begin(&code->it);
    const Row none = ROW_NONE;
    const Micro empty = {.guard = PREDICATE_NONE,
                         .d = none,
                         .d2 = none,
                         .a = none,
                         .b = none,
                         .c = none,
                         .e = none,
                         .data = {none, none, none, none}};
    code->micros[0] = code->micros[1] = code->micros[2] = empty;
    code->micros[0].kind = MICRO_LOAD;
    code->micros[0].space = PTX_SPACE_GLOBAL;
    code->micros[0].pipe = PIPE_LSU;
    code->micros[0].issues = 1;
    code->micros[0].data[0] = 3;
    code->micros[0].ptx_line = 10;
    code->micros[1].kind = MICRO_LANE;
    code->micros[1].function = LANE_REM_U32;
    code->micros[1].issues = 17;
    code->micros[1].a = 3;
    code->micros[1].d = 4;
    code->micros[1].ptx_line = 20;
    code->micros[2].kind = MICRO_EXIT;
    code->module.file = code->it.lines[0].file;
    code->it.lines[1].file = code->it.lines[0].file;
    code->function = (MachineFunction){.row_count = 5};
    code->program = (MachineProgram){.module = &code->module,
                                     .code = code->micros,
                                     .code_count = 3,
                                     .functions = &code->function,
                                     .function_count = 1};
    code->executed[1].executed = 10;
    code->stalls[1].cycles[STALL_LONG] = 150;
    code->time.stalls = code->stalls;
    code->it.record.program = &code->program;
    code->it.record.executed = code->executed;
    code->it.record.time = &code->time;
    set(&code->it, COUNTER_inst_executed, 200);
}

TEST(the_line_of_the_load_that_is_awaited_is_named)
{
    Code code;
    begin_code(&code);
    EXPECT(says(verdict(&code.it)->message, "75 % of that at line 20 for what line 10 loads."));
    code.micros[0].data[0] = 2; // another register
    EXPECT(strstr(verdict(&code.it)->message, "loads") == NULL);
    arena_clear(&code.it.arena);
    begin_code(&code);
    code.micros[2].kind = MICRO_BRANCH; // a loop that enters between the two
    code.micros[2].target = 1;
    EXPECT(strstr(verdict(&code.it)->message, "loads") == NULL);
    arena_clear(&code.it.arena);
}

TEST(a_division_is_named_as_the_sequence_it_is)
{
    Code code;
    begin_code(&code);
    set(&code.it, COUNTER_issue_slots_used, 85);
    code.it.lines[1].counters.value[COUNTER_inst_executed] = 170;
    const Bottleneck *found = verdict(&code.it);
    EXPECT_EQ(found->position.line, 20);
    EXPECT(says(found->message, "85 % of the warp instructions are rem.u32 at line 20, 17 each"));
    EXPECT(says(found->advice, "divide by constants or powers of two"));
    arena_clear(&code.it.arena);
}

TEST(without_a_clock_there_is_no_verdict)
{
    Case it;
    begin(&it);
    it.launch.counters.is_known[COUNTER_cycles_elapsed] = false;
    EXPECT(verdict(&it) == NULL);
}

// 2 * 128 * 10 * 1 GHz = 2560 Gflop/s; 1000 Gbyte/s: the ridge is at 2.56 flop/byte.
TEST(the_roof_is_memory_left_of_the_ridge_and_arithmetic_right_of_it)
{
    Case it;
    begin(&it);
    Roofline lines[ROOFLINE_MAX];
    EXPECT_EQ(roofline(&it.launch.counters, &it.gpu, lines), 0);
    set(&it, COUNTER_flop_sp_intensity, 0.5);
    set(&it, COUNTER_flop_sp_rate, 400e9);
    EXPECT_EQ(roofline(&it.launch.counters, &it.gpu, lines), 1);
    EXPECT_TEXT(lines[0].precision, "single");
    EXPECT_EQ(lines[0].ridge * 100, 256);
    EXPECT_EQ(lines[0].gflops, 400);
    EXPECT_EQ(lines[0].attainable_gflops, 500);
    set(&it, COUNTER_flop_sp_intensity, 8);
    roofline(&it.launch.counters, &it.gpu, lines);
    EXPECT_EQ(lines[0].attainable_gflops, 2560);
}

// 2 * 1024 * 10 * 1 GHz = 20480 operations a nanosecond on fp16, twice as many on int8.
TEST(tensor_cores_have_a_roof_for_each_type)
{
    Case it;
    begin(&it);
    it.gpu.rate_tensor = 1024;
    it.gpu.rate_tensor_fp64 = 64;
    it.gpu.rate_tensor_group = 2048;
    it.gpu.compute_capability = 80;
    Roofline lines[ROOFLINE_MAX];
    set(&it, COUNTER_tensor_fp16, 1000);
    set(&it, COUNTER_tensor_fp16_intensity, 10);
    set(&it, COUNTER_tensor_fp16_rate, 3000e9);
    set(&it, COUNTER_tensor_int8_intensity, 100);
    set(&it, COUNTER_tensor_fp64_intensity, 100);
    EXPECT_EQ(roofline(&it.launch.counters, &it.gpu, lines), 3);
    EXPECT_TEXT(lines[0].precision, "fp64 tensor");
    EXPECT_EQ(lines[0].peak_gflops, 1280);
    EXPECT_TEXT(lines[1].precision, "fp16 tensor");
    EXPECT_EQ(lines[1].peak_gflops, 20480);
    EXPECT_EQ(lines[1].attainable_gflops, 10000);
    EXPECT_EQ(lines[1].gflops, 3000);
    EXPECT_EQ(lines[2].peak_gflops, 40960);
    set(&it, COUNTER_tensor_skipped, 500); // all products are sparse
    roofline(&it.launch.counters, &it.gpu, lines);
    EXPECT_EQ(lines[1].peak_gflops, 40960);
    it.gpu.compute_capability = 90; // wgmma
    roofline(&it.launch.counters, &it.gpu, lines);
    EXPECT_EQ(lines[1].peak_gflops, 81920);
    it.gpu.compute_capability = 100; // tcgen05
    it.gpu.rate_tensor_memory = 4096;
    roofline(&it.launch.counters, &it.gpu, lines);
    EXPECT_EQ(lines[1].peak_gflops, 163840);
}

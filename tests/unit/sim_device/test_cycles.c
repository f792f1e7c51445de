// SPDX-License-Identifier: Apache-2.0
// Exact cycles of small streams, computed from the GPU's parameters; and how launches with a clock
// end that cannot go on.
#include "sim/device/record.h"
#include "tests/machine.h"

// A GPU whose parameters are whole numbers and all different.
static const char gpu_format[] = "base = h200\n"
                                 "title = test\n"
                                 "launch_cycles = 1000 # of this test, as all below\n"
                                 "rate_fp32 = 64 # an addition holds its pipe for two cycles\n"
                                 "lat_alu = 6 # test\n"
                                 "lat_l1 = 40 # test\n"
                                 "lat_l1_step = 3 # test\n"
                                 "lat_l1_64 = 2 # test\n"
                                 "lat_l1_128 = 5 # test\n"
                                 "load_return_cycles = 4 # test\n"
                                 "lat_shared_64 = 2 # test\n"
                                 "lat_l2 = 200 # test\n"
                                 "lat_dram = %u # test\n"
                                 "lat_dram_far = 0 # test\n"
                                 "cold_start_cycles = 0 # test\n"
                                 "lat_global_atomic = 20 # test\n"
                                 "lat_global_atomic_far = 20 # test\n"
                                 "lat_fence = 100 # test\n"
                                 "lat_fence_flush = 80 # test\n"
                                 "lat_shared_atomic = 1 # test\n"
                                 "lat_shared_atomic_step = 5 # test\n"
                                 "lat_shared_cas = 7 # test\n"
                                 "lat_const_l1 = 30 # test\n"
                                 "lat_const_step = 10 # test\n"
                                 "const_words_per_cycle = 0.5 # test\n"
                                 "memory_refresh_us = 0 # test\n"
                                 "memory_write_batch_bytes = 0 # test\n"
                                 "remote_flit_cycles = 1.5 # test\n"
                                 "remote_flits_per_cycle = 2 # test\n"
                                 "lat_shared = 24 # test\n"
                                 "lat_shared_step = 3 # test\n"
                                 "lat_barrier = 20 # test\n"
                                 "lat_barrier_warp = 5 # test\n";

#define HEADER                                                                                     \
    ".version 7.8\n.target sm_90\n.address_size 64\n.const .align 4 .b8 table[256];\n"             \
    ".visible .entry k(.param .u64 p)\n{\n"                                                        \
    ".reg .pred %p<2>;\n.reg .b32 %r<9>;\n.reg .f32 %f<40>;\n.reg .b64 %rd<4>;\n"                  \
    ".shared .align 4 .b8 s[1024];\n"

static bool has_free_banks; // of the launches that follow

static uint64_t endless_after; // likewise

static bool open_with(Machine *machine, const char *ptx, uint64_t max_instructions,
                      uint32_t lat_dram)
{
    char gpu_text[1024];
    snprintf(gpu_text, sizeof gpu_text, gpu_format, lat_dram);
    LockstepOptions options = {.gpu_text = gpu_text,
                               .gpu_file_name = "test.gpu",
                               .threads = 2,
                               .mode = LOCKSTEP_CYCLES,
                               .has_free_banks = has_free_banks,
                               .max_instructions = max_instructions,
                               .endless_after = endless_after};
    return machine_open_with(machine, &options, ptx, strlen(ptx), "test.ptx");
}

// A kernel's text: `before`, then `step` so many times, in which '#' stands for the number.
static const char *kernel_of(const char *before, const char *step, uint32_t times)
{
    static char text[16384];
    size_t size = (size_t)snprintf(text, sizeof text, "%s%s", HEADER, before);
    for (uint32_t i = 0; i < times; i++) {
        for (const char *at = step; *at != 0; at++) {
            size += (size_t)(*at == '#' ? snprintf(text + size, sizeof text - size, "%u", i)
                                        : snprintf(text + size, sizeof text - size, "%c", *at));
        }
    }
    snprintf(text + size, sizeof text - size, "ret;\n}\n");
    return text;
}

static uint64_t stalled(const LaunchRecord *record, Stall stall)
{
    uint64_t sum = 0;
    for (uint32_t pc = 0; pc < record->program->code_count; pc++) {
        sum += record->time->stalls[pc].cycles[stall];
    }
    return sum;
}

// Cycles of one block, without the launch's own. Its buffer holds its own address.
static uint64_t cycles_with(const char *ptx, uint32_t threads, uint32_t lat_dram)
{
    Machine machine;
    uint64_t cycles = 0;
    if (open_with(&machine, ptx, 0, lat_dram)) {
        Arguments arguments = {0};
        uint64_t buffer = machine_buffer(&machine, "p", NULL, 1024);
        lockstep_write(machine.device, buffer, &buffer, sizeof buffer);
        argument_u64(&arguments, buffer);
        machine_expect(&machine, machine_launch(&machine, "k", 1, threads, &arguments), "k");
        const LaunchRecord *record = lockstep_report(machine.device)->records[0];
        if (EXPECT(record->time != NULL)) {
            cycles = record->time->cycles - 1000;
            uint64_t sum = 0;
            for (int stall = 0; stall < STALL_COUNT; stall++) {
                sum += stalled(record, (Stall)stall);
            }
            EXPECT_EQ(sum, record->time->sms.warp_cycles);
            EXPECT_EQ(record->time->sms.issued, stalled(record, STALL_SELECTED));
        }
    }
    machine_close(&machine);
    return cycles;
}

static uint64_t cycles_of(const char *ptx, uint32_t threads)
{
    return cycles_with(ptx, threads, 600);
}

static uint64_t steps(const char *before, const char *step, uint32_t from, uint32_t to,
                      uint32_t threads)
{
    uint64_t less = cycles_of(kernel_of(before, step, from), threads);
    return cycles_of(kernel_of(before, step, to), threads) - less;
}

#define ONE  "mov.f32 %f1, 0f3F800000;\n"
#define SLOW "add.f32 %f1, %f1, %f1;\nadd.f32 %f1, %f1, %f1;\n"

// The stack pointer is loaded, as ptxas has it, and the warp ends.
TEST(an_empty_kernel_issues_two_instructions)
{
    EXPECT_EQ(cycles_of(kernel_of("", "", 0), 32), 2);
}

TEST(dependent_additions_wait_for_each_other)
{
    EXPECT_EQ(steps(ONE, "add.f32 %f1, %f1, %f1;\n", 4, 24, 32), 20 * 6);
}

// Three warps of a scheduler keep the pipe busy: of four the last ends with the others.
TEST(more_warps_than_the_latency_needs_take_turns)
{
    EXPECT_EQ(steps(ONE, "add.f32 %f1, %f1, %f1;\n", 4, 24, 16 * 32), 20 * 4 * 2);
}

// Three sums side by side: each waits for itself as long as it waits for its pipe.
#define SUMS "add.f32 %f2, %f2, %f1;\nadd.f32 %f3, %f3, %f1;\nadd.f32 %f4, %f4, %f1;\n"
#define MORE "add.f32 %f5, %f5, %f1;\nadd.f32 %f6, %f6, %f1;\n"

TEST(independent_additions_wait_for_their_pipe)
{
    EXPECT_EQ(steps(ONE, SUMS, 2, 12, 32), 10 * 3 * 2);
    EXPECT_EQ(steps(ONE, SUMS MORE, 2, 12, 32), 10 * 5 * 2);
}

TEST(warps_of_one_scheduler_share_its_pipe)
{
    // 8 warps are two for each of four schedulers
    EXPECT_EQ(steps(ONE, SUMS, 2, 12, 256), 2 * 10 * 3 * 2);
}

#define CHASE "ld.global.u64 %rd1, [%rd1];\n"

TEST(the_first_load_comes_from_device_memory_and_the_next_from_l1)
{
    const char *before = "ld.param.u64 %rd1, [p];\n";
    const char *ptx = kernel_of(before, CHASE, 1);
    EXPECT_EQ(cycles_with(ptx, 1, 800) - cycles_with(ptx, 1, 600), 200);
    EXPECT_EQ(steps(before, CHASE, 2, 5, 1), 3 * 40);
}

// What is loaded is 0. Lanes `apart` bytes apart: `passes` through the data, in lines of as many
// passes through the tags.
static void expect_hits(uint32_t apart, uint32_t passes, uint32_t tags)
{
    char before[256];
    snprintf(before, sizeof before,
             "ld.param.u64 %%rd1, [p];\nmov.u32 %%r3, %%tid.x;\nmul.wide.u32 %%rd2, %%r3, %u;\n"
             "add.u64 %%rd1, %%rd1, %%rd2;\nadd.u64 %%rd1, %%rd1, 128;\n",
             apart);
    const char *load =
        "ld.global.u32 %r2, [%rd1];\nmul.wide.u32 %rd2, %r2, 1;\nadd.u64 %rd1, %rd1, %rd2;\n";
    uint64_t plain = steps("ld.param.u64 %rd1, [p];\nadd.u64 %rd1, %rd1, 128;\n", load, 2, 6, 32);
    EXPECT_EQ(steps(before, load, 2, 6, 32) - plain, 4 * ((passes - 1) * 3 + tags - 1));
}

TEST(each_pass_of_a_load_that_hits_l1_delays_it)
{
    expect_hits(4, 1, 1);
    expect_hits(8, 2, 1);
    expect_hits(16, 4, 2); // lines 1 to 4: two of them in one bank of tags
}

TEST(a_load_past_l1_comes_from_l2)
{
    const char *before = "ld.param.u64 %rd1, [p];\n";
    EXPECT_EQ(steps(before, "ld.global.cg.u64 %rd1, [%rd1];\n", 2, 5, 1), 3 * 200);
}

// The words are 0, so that the address stays what it is.
#define LOOK "ld.shared.u32 %r2, [%r1];\nadd.u32 %r1, %r1, %r2;\n"

TEST(a_two_way_bank_conflict_takes_one_step_more)
{
    const char *address = "mov.u32 %r3, %tid.x;\nmov.u32 %r4, s;\n"
                          "mad.lo.u32 %r1, %r3, 4, %r4;\n";
    const char *conflict = "mov.u32 %r3, %tid.x;\nmov.u32 %r4, s;\n"
                           "mad.lo.u32 %r1, %r3, 8, %r4;\n";
    EXPECT_EQ(steps(address, LOOK, 2, 6, 32), 4 * (24 + 6));
    EXPECT_EQ(steps(conflict, LOOK, 2, 6, 32), 4 * (24 + 3 + 6));
    has_free_banks = true; // the clock passes over the conflict; contending atomics stay
    EXPECT_EQ(steps(conflict, LOOK, 2, 6, 32), 4 * (24 + 6));
    EXPECT_EQ(steps("mov.u32 %r1, s;\nmov.u32 %r3, 0;\n",
                    "atom.shared.add.u32 %r2, [%r1], %r3;\nadd.u32 %r1, %r1, %r2;\n", 2, 6, 32),
              4 * (24 + 1 + 31 * 5 + 6));
    has_free_banks = false;
}

// Each of 32 warps occupies the load/store unit for a cycle, although no lane stores.
TEST(a_shared_access_of_no_lane_takes_a_wavefront)
{
    const char *before = "mov.u32 %r1, %tid.x;\nsetp.gt.u32 %p1, %r1, 5000;\nmov.u32 %r2, s;\n";
    EXPECT_EQ(steps(before, "@%p1 st.shared.u32 [%r2], %r1;\n", 10, 30, 1024), 20 * 32);
}

// Different words of a constant load come one after the other; a dependent chain of zeros.
TEST(each_word_more_of_a_constant_load_takes_a_step)
{
    const char *one = "mov.u32 %r1, 0;\n";
    const char *four = "mov.u32 %r3, %tid.x;\nand.b32 %r3, %r3, 3;\nshl.b32 %r1, %r3, 2;\n";
    const char *look = "mov.u64 %rd2, table;\ncvt.u64.u32 %rd3, %r1;\nadd.u64 %rd3, %rd2, %rd3;\n"
                       "ld.const.u32 %r2, [%rd3];\nadd.u32 %r1, %r1, %r2;\n";
    uint64_t less = steps(one, look, 2, 6, 32);
    EXPECT_EQ(steps(four, look, 2, 6, 32) - less, 4 * 3 * 10);
}

// All lanes on one word of zeros: one after the other; compare-and-swap has two wavefronts for
// each.
TEST(shared_atomics_on_one_word_take_a_step_for_each_lane)
{
    const char *address = "mov.u32 %r1, s;\nmov.u32 %r3, 0;\n";
    const char *add = "atom.shared.add.u32 %r2, [%r1], %r3;\nadd.u32 %r1, %r1, %r2;\n";
    const char *cas = "atom.shared.cas.b32 %r2, [%r1], 1, 2;\nadd.u32 %r1, %r1, %r2;\n";
    EXPECT_EQ(steps(address, add, 2, 6, 32), 4 * (24 + 1 + 31 * 5 + 6));
    EXPECT_EQ(steps(address, cas, 2, 6, 32), 4 * (24 + 1 + 7 + 63 * 5 + 6));
}

TEST(a_barrier_takes_longer_with_more_warps)
{
    EXPECT_EQ(steps("", "bar.sync 0;\n", 2, 5, 32), 3 * (20 - 5));
    EXPECT_EQ(steps("", "bar.sync 0;\n", 2, 5, 64), 3 * 20);
    EXPECT_EQ(steps("", "bar.sync 0;\n", 2, 5, 128), 3 * (20 + 2 * 5));
}

// The arrivals of the other warps are over when the last one comes.
TEST(a_barrier_takes_no_longer_with_warps_that_came_before)
{
    const char *last = "mov.u32 %r1, %tid.x;\nmov.u32 %r2, %ntid.x;\nsub.u32 %r2, %r2, 32;\n"
                       "setp.lt.u32 %p1, %r1, %r2;\n" ONE;
    const char *late = "@%p1 bra B#;\n" SLOW SLOW SLOW SLOW SLOW SLOW SLOW SLOW
                       "st.volatile.shared.f32 [s], %f1;\nB#: bar.sync 0;\n";
    EXPECT_EQ(steps(last, late, 2, 5, 128), steps(last, late, 2, 5, 32));
}

// What a warp stored is in L1 when it loads it; what the cache of the SM is not asked for is not.
TEST(a_load_finds_in_l1_what_its_sm_stored)
{
    const char *before = "ld.param.u64 %rd1, [p];\nmov.u32 %r1, %tid.x;\n"
                         "mad.wide.u32 %rd1, %r1, 4, %rd1;\nst.global.u32 [%rd1], %r1;\n";
    uint64_t hit = cycles_of(kernel_of(before,
                                       "ld.global.u32 %r2, [%rd1];\n"
                                       "st.global.u32 [%rd1+512], %r2;\n",
                                       1),
                             32);
    uint64_t l2 = cycles_of(kernel_of(before,
                                      "ld.global.cg.u32 %r2, [%rd1];\n"
                                      "st.global.u32 [%rd1+512], %r2;\n",
                                      1),
                            32);
    EXPECT_EQ(l2 - hit, 200 - 40);
}

// 16 stores to 32 lines each are still being sent when the last warp has ended.
TEST(stores_count_that_leave_the_sm_after_its_blocks_have_ended)
{
    Machine machine;
    const char *before = "ld.param.u64 %rd1, [p];\nmov.u32 %r1, %tid.x;\n"
                         "mad.wide.u32 %rd1, %r1, 128, %rd1;\n";
    const char *store = "st.global.u32 [%rd1+#*32], %r1;\n";
    if (open_with(&machine, kernel_of(before, store, 4), 0, 600)) {
        Arguments arguments = {0};
        argument_u64(&arguments, machine_buffer(&machine, "p", NULL, 128 * 128));
        machine_expect(&machine, machine_launch(&machine, "k", 1, 128, &arguments), "k");
        const LaunchRecord *record = lockstep_report(machine.device)->records[0];
        if (EXPECT(record->time != NULL)) {
            EXPECT_EQ(record->time->memory.l2_writes, 4 * 128);
        }
    }
    machine_close(&machine);
}

TEST(a_launch_counts_as_endless_if_no_block_ends_for_long)
{
    static const uint64_t limits[] = {1000, 1000000};
    for (int i = 0; i < 2; i++) {
        endless_after = limits[i];
        Machine machine;
        if (open_with(&machine,
                      kernel_of("mov.u32 %r1, 0;\nL: add.u32 %r1, %r1, 1;\n"
                                "setp.lt.u32 %p1, %r1, 1000;\n@%p1 bra L;\n",
                                "", 0),
                      0, 600)) {
            Arguments arguments = {0};
            argument_u64(&arguments, machine_buffer(&machine, "p", NULL, 256));
            EXPECT_EQ(machine_launch(&machine, "k", 2, 64, &arguments),
                      i == 0 ? LOCKSTEP_ERROR_LIMIT : LOCKSTEP_OK);
            const char *messages = lockstep_messages(machine.device);
            EXPECT_EQ(strstr(messages, "no block has ended for") != NULL, i == 0);
        }
        machine_close(&machine);
    }
    endless_after = 0;
}

static void expect_end(const char *ptx, uint64_t limit, LockstepStatus status, FaultKind kind)
{
    Machine machine;
    if (open_with(&machine, ptx, limit, 600)) {
        Arguments arguments = {0};
        argument_u64(&arguments, machine_buffer(&machine, "p", NULL, 256));
        EXPECT_EQ(machine_launch(&machine, "k", 2, 64, &arguments), status);
        const LaunchRecord *record = lockstep_report(machine.device)->records[0];
        EXPECT_EQ(record->fault.kind, kind);
        EXPECT(lockstep_messages(machine.device)[0] != 0);
    }
    machine_close(&machine);
}

TEST(a_barrier_that_not_all_reach_is_a_deadlock)
{
    expect_end(kernel_of("", "bar.sync 0, 96;\n", 1), 0, LOCKSTEP_ERROR_FAULT, FAULT_DEADLOCK);
}

TEST(polling_for_what_nobody_writes_is_a_livelock)
{
    expect_end(kernel_of("ld.param.u64 %rd1, [p];\n"
                         "L: ld.volatile.global.u32 %r1, [%rd1];\n"
                         "setp.eq.u32 %p1, %r1, 0;\n@%p1 bra L;\n",
                         "", 0),
               0, LOCKSTEP_ERROR_FAULT, FAULT_LIVELOCK);
}

TEST(a_loop_without_end_reaches_the_limit)
{
    expect_end(kernel_of("L: add.u32 %r1, %r1, 1;\nbra L;\n", "", 0), 100000, LOCKSTEP_ERROR_LIMIT,
               FAULT_LIMIT);
}

TEST(a_store_to_nowhere_is_a_fault)
{
    expect_end(kernel_of("mov.u64 %rd1, 64;\nst.global.u32 [%rd1], 1;\n", "", 0), 0,
               LOCKSTEP_ERROR_FAULT, FAULT_NULL);
}

TEST(a_warp_sleeps_as_long_as_it_asks_for)
{
    uint64_t less = cycles_of(kernel_of("", "nanosleep.u32 1000;\n", 1), 32);
    uint64_t more = cycles_of(kernel_of("", "nanosleep.u32 2000;\n", 1), 32);
    EXPECT_EQ(more - less, (uint64_t)gpu_preset("h200")->sm_clock_mhz);
}

// Nothing happens meanwhile, so that SMs are passed over until the warp wakes, be it at the first
// or at the last cycle of a phase.
TEST(a_warp_wakes_at_any_cycle_of_a_phase)
{
    uint32_t mhz = (uint32_t)gpu_preset("h200")->sm_clock_mhz;
    for (uint32_t first = 0; first < 200; first += 40) {
        char sleep[64];
        snprintf(sleep, sizeof sleep, "nanosleep.u32 %u;\nnanosleep.u32 5#;\n", 200 + first);
        uint64_t slept = 0;
        for (uint32_t i = 0; i < 100; i++) {
            slept += (uint64_t)((200 + first) * 1e-3 * mhz);
            slept += (uint64_t)((i < 10 ? 50 + i : 500 + i) * 1e-3 * mhz);
        }
        EXPECT_EQ(steps("", sleep, 0, 100, 32), slept);
    }
}

#define ADDRESS "ld.param.u64 %rd1, [p];\n"

// A fence takes 100 cycles, or after a store, which issues a cycle before it, as an atomic and 80
// more.
TEST(a_fence_after_an_access_reaches_where_it_went)
{
    const char *fence = "fence.acq_rel.gpu;\n";
    const char *store = "st.global.u32 [%rd1], 1;\nfence.acq_rel.gpu;\n";
    EXPECT_EQ(steps("", fence, 2, 6, 32), 4 * 100);
    EXPECT_EQ(steps(ADDRESS, store, 2, 6, 32), 4 * 301);
    const char *off = "@%p1 fence.acq_rel.gpu;\n"; // four, four cycles apart
    EXPECT_EQ(steps("mov.u32 %r1, %laneid;\nsetp.gt.u32 %p1, %r1, 99;\n", off, 2, 6, 32), 4 * 13);
}

// Cycles of four blocks in clusters of so many, without the launch's own.
static uint64_t cycles_in_clusters(const char *ptx, uint32_t threads, uint32_t cluster_blocks)
{
    Machine machine;
    uint64_t cycles = 0;
    if (open_with(&machine, ptx, 0, 600)) {
        unsigned char parameters[8] = {0};
        LockstepLaunch launch = {.kernel = "k",
                                 .grid = {4, 1, 1},
                                 .block = {threads, 1, 1},
                                 .cluster = {cluster_blocks, 1, 1},
                                 .parameters = parameters,
                                 .parameter_bytes = sizeof parameters};
        machine_expect(&machine, lockstep_launch(machine.device, machine.module, &launch), "k");
        const LaunchRecord *record = lockstep_report(machine.device)->records[0];
        if (EXPECT(record->time != NULL)) {
            cycles = record->time->cycles - 1000;
            EXPECT_EQ(record->blocks_done, 4);
            EXPECT_EQ(stalled(record, STALL_SELECTED), record->time->sms.issued);
        }
    }
    machine_close(&machine);
    return cycles;
}

static uint64_t cluster_cycles(const char *ptx, uint32_t threads)
{
    return cycles_in_clusters(ptx, threads, 2);
}

#define MEET "barrier.cluster.arrive.relaxed;\nbarrier.cluster.wait;\n"

// Each arrival is on its way to the other SMs for lat_shared_remote; it issues a cycle after the
// wait before it, which makes L1 forget with an instruction more.
TEST(a_barrier_of_a_cluster_takes_the_way_to_the_other_sms)
{
    uint64_t two = cluster_cycles(kernel_of("", MEET, 2), 32);
    uint64_t five = cluster_cycles(kernel_of("", MEET, 5), 32);
    EXPECT_EQ(five - two, 3 * ((uint64_t)gpu_preset("h200")->lat_shared_remote + 1));
}

#define LATE(ns)                                                                                   \
    "mov.u32 %r1, %cluster_ctarank;\nsetp.eq.u32 %p1, %r1, 0;\n@%p1 nanosleep.u32 " ns ";\n" MEET

TEST(a_barrier_of_a_cluster_waits_for_the_last)
{
    uint64_t early = cluster_cycles(kernel_of(LATE("1000"), "", 0), 32);
    uint64_t late = cluster_cycles(kernel_of(LATE("3000"), "", 0), 32);
    EXPECT_EQ(late - early, 2 * (uint64_t)gpu_preset("h200")->sm_clock_mhz);
}

#define OTHER                                                                                      \
    "mov.u32 %r1, s;\nmov.u32 %r2, %cluster_ctarank;\nxor.b32 %r2, %r2, 1;\n"                      \
    "mapa.shared::cluster.u32 %r1, %r1, %r2;\nmov.u32 %r3, %tid.x;\nshl.b32 %r3, %r3, 2;\n"        \
    "add.u32 %r1, %r1, %r3;\n" MEET
#define STORE    "st.shared::cluster.u32 [%r1], %r3;\n"
#define STORES_8 STORE STORE STORE STORE STORE STORE STORE STORE

// A row of 128 bytes is four flits of remote_flit_cycles each.
TEST(stores_to_another_sm_take_the_port_flit_by_flit)
{
    uint64_t few = cluster_cycles(kernel_of(OTHER, STORES_8 STORES_8 STORES_8 MEET, 1), 32);
    uint64_t more =
        cluster_cycles(kernel_of(OTHER, STORES_8 STORES_8 STORES_8 STORES_8 STORES_8 MEET, 1), 32);
    EXPECT_EQ(more - few, 16 * 4 * 3 / 2);
}

// Four SMs that send each other two flits a cycle in all have one each every other cycle.
TEST(more_than_two_sms_share_the_way_between_them)
{
    uint64_t few = cycles_in_clusters(kernel_of(OTHER, STORES_8 STORES_8 STORES_8 MEET, 1), 32, 4);
    uint64_t more = cycles_in_clusters(
        kernel_of(OTHER, STORES_8 STORES_8 STORES_8 STORES_8 STORES_8 MEET, 1), 32, 4);
    EXPECT_EQ(more - few, 16 * 4 * 2);
}

// SPDX-License-Identifier: Apache-2.0
// Every row of counters.def is exercised: each SUM by a micro-op made for it, each FACT by a
// launch, each RATIO by its operands; and no name stands for two counters.
#include "sim/observe/counters.h"
#include "tests/test.h"

#include <stdlib.h>

static const CoalesceRule rules[] = {COALESCE_STRICT, COALESCE_SEGMENTS, COALESCE_LINES,
                                     COALESCE_UNCACHED, COALESCE_SECTORS};

// One count of each kind, all different, excess positive.
static AccessCount some_accesses(void)
{
    return (AccessCount){.branch_taken = 3,
                         .branch_diverged = 2,
                         .shared_requests = 5,
                         .shared_wavefronts = 17,
                         .shared_ideal = 6,
                         .shared_bytes = 640,
                         .remote_requests = 3,
                         .remote_sectors = 24,
                         .global_requests = 7,
                         .global_instructions = 7,
                         .global_sectors = 60,
                         .global_touched_sectors = 50,
                         .global_ideal_sectors = 28,
                         .global_lines = 19,
                         .global_transactions32 = 11,
                         .global_transactions64 = 12,
                         .global_transactions128 = 13,
                         .global_coalesced = 14,
                         .global_uncoalesced = 15,
                         .global_bytes = 896,
                         .local_requests = 8,
                         .local_sectors = 32,
                         .constant_requests = 9,
                         .constant_words = 21,
                         .texture_requests = 10,
                         .texture_hits = 22,
                         .texture_misses = 23,
                         .surface_requests = 4,
                         .surface_sectors = 24,
                         .surface_l2_sectors = 25};
}

static void add_one(CounterSet *set, MicroKind kind, PtxSpace space, MachinePipe pipe, Row d)
{
    Micro micro = {
        .kind = (uint8_t)kind, .space = (uint8_t)space, .pipe = (uint8_t)pipe, .issues = 2, .d = d};
    ExecutionCount executed = {.executed = 100, .threads = 2000, .threads_on = 1500};
    AccessCount accesses = some_accesses();
    counter_add(set, &micro, &executed, &accesses);
}

static void add_all_kinds(CounterSet *set)
{
    static const PtxSpace spaces[] = {PTX_SPACE_GENERIC, PTX_SPACE_GLOBAL, PTX_SPACE_SHARED,
                                      PTX_SPACE_LOCAL};
    for (uint32_t kind = 0; kind < MICRO_KIND_COUNT; kind++) {
        for (uint32_t space = 0; space < 4; space++) {
            add_one(set, (MicroKind)kind, spaces[space], PIPE_NONE, 0);
            add_one(set, (MicroKind)kind, spaces[space], PIPE_NONE, ROW_NONE);
        }
    }
    Micro cas = {.kind = MICRO_ATOM, .space = PTX_SPACE_GLOBAL, .function = PTX_DOT_CAS};
    counter_add(set, &cas, &(ExecutionCount){.executed = 1}, &(AccessCount){0});
    static const PtxType multiplied[] = {PTX_TYPE_F64, PTX_TYPE_TF32, PTX_TYPE_BF16,
                                         PTX_TYPE_F16, PTX_TYPE_E4M3, PTX_TYPE_E2M1,
                                         PTX_TYPE_S8,  PTX_TYPE_U4,   PTX_TYPE_B1};
    for (uint32_t i = 0; i < sizeof multiplied / sizeof *multiplied; i++) {
        Micro product = {.kind = MICRO_SPARSE_MULTIPLY,
                         .target = 4096 | (uint32_t)multiplied[i] << PRODUCT_TYPE_SHIFT |
                                   1u << PRODUCT_SPARSE_SHIFT};
        counter_add(set, &product, &(ExecutionCount){.executed = 1, .threads_on = 32},
                    &(AccessCount){0});
    }
    static const uint16_t bulk[] = {PTX_DOT_LOAD, PTX_DOT_STORE, PTX_DOT_ADD};
    for (uint32_t i = 0; i < sizeof bulk / sizeof *bulk; i++) {
        Micro tile = {.kind = MICRO_COPY_TENSOR, .function = bulk[i]};
        counter_add(set, &tile, &(ExecutionCount){.executed = 1},
                    &(AccessCount){.bulk_copies = 2, .bulk_bytes = 256, .bulk_sectors = 8});
    }
    static const MachineSurface surfaces[] = {SURFACE_LOAD, SURFACE_STORE, SURFACE_REDUCE};
    for (uint32_t i = 0; i < sizeof surfaces / sizeof *surfaces; i++) {
        Micro surface = {.kind = MICRO_SURFACE, .target = (uint32_t)surfaces[i]};
        AccessCount accesses = some_accesses();
        counter_add(set, &surface, &(ExecutionCount){.executed = 1}, &accesses);
    }
    static const LaneOp arithmetic[] = {LANE_ADD_F32, LANE_MUL_F32, LANE_FMA_F32,  LANE_ADD_F64,
                                        LANE_MUL_F64, LANE_FMA_F64, LANE_FMA_F16X2};
    for (uint32_t i = 0; i < sizeof arithmetic / sizeof *arithmetic; i++) {
        Micro micro = {.kind = MICRO_LANE, .function = (uint16_t)arithmetic[i]};
        counter_add(set, &micro, &(ExecutionCount){.threads_on = 20}, &(AccessCount){0});
    }
    for (uint32_t pipe = 0; pipe < PIPE_COUNT; pipe++) {
        add_one(set, MICRO_LANE, PTX_SPACE_GENERIC, (MachinePipe)pipe, 0);
    }
}

static CounterLaunch some_launch(const Gpu *gpu)
{
    return (CounterLaunch){.gpu = gpu,
                           .occupancy = {.blocks_per_sm = 8,
                                         .warps_per_sm = 64,
                                         .fraction = 0.5,
                                         .limit_warps = 8,
                                         .limit_blocks = 32,
                                         .limit_shared = 20,
                                         .limit_registers = 10,
                                         .shared_per_block = 2048},
                           .grid = {4, 2, 3},
                           .block = {32, 8, 1},
                           .cluster = {2, 1, 1},
                           .blocks = 24,
                           .threads = 6144,
                           .warps = 192,
                           .block_threads = 256,
                           .registers = 20,
                           .static_shared_bytes = 512,
                           .dynamic_shared_bytes = 256};
}

static double count_of(CounterId id, Micro micro)
{
    CounterSet set = {0};
    AccessCount accesses = {.global_requests = 3, .global_bytes = 64, .shared_bytes = 32};
    counter_add(&set, &micro, &(ExecutionCount){.executed = 5}, &accesses);
    return set.value[id];
}

// Differences may be negative; that of XU is.
TEST(slow_paths_count_with_their_division)
{
    Micro micro = {.kind = MICRO_LANE, .issues = 11, .pipe = PIPE_FMA, .has_paths = true};
    ExecutionCount executed = {.executed = 5, .threads = 160, .threads_on = 160};
    AccessCount slow = {.slow_issues = 20,
                        .slow_threads = 300,
                        .slow_alu = 6,
                        .slow_fma = 5,
                        .slow_xu = (uint64_t)-2,
                        .slow_branches = 4,
                        .slow_calls = 3,
                        .slow_joins = 2,
                        .slow_bssy = 1,
                        .slow_diverged = 1};
    CounterSet set = {0};
    counter_add(&set, &micro, &executed, &slow);
    EXPECT_EQ(set.value[COUNTER_inst_executed], 5 * 11 + 20);
    EXPECT_EQ(set.value[COUNTER_thread_inst_executed], 160 * 11 + 300);
    EXPECT_EQ(set.value[COUNTER_thread_inst_executed_true], 160 * 11 + 300);
    EXPECT_EQ(set.value[COUNTER_inst_pipe_alu], 6);
    EXPECT_EQ(set.value[COUNTER_inst_pipe_fma], 5 * 11 + 5);
    EXPECT_EQ(set.value[COUNTER_inst_pipe_cbu], 3 + 2 + 1);
    EXPECT_EQ(set.value[COUNTER_branch_targets], 5 + 4 + 3);
    EXPECT_EQ(set.value[COUNTER_inst_branch], 2 * 5 + 4 + 3 + 2);
    EXPECT_EQ(set.value[COUNTER_branch_divergent], 1);
    EXPECT_EQ(set.value[COUNTER_branch_uniform], 5 + 4 + 3 - 1);
}

TEST(a_bulk_copy_is_a_load_a_store_or_a_reduction)
{
    Micro copy = {.kind = MICRO_COPY_BULK, .type = PTX_SPACE_GLOBAL, .space = PTX_SPACE_SHARED};
    EXPECT_EQ(count_of(COUNTER_bulk_ld, copy), 5);
    EXPECT_EQ(count_of(COUNTER_bulk_st, copy), 0);
    copy = (Micro){.kind = MICRO_COPY_BULK, .type = PTX_SPACE_SHARED, .space = PTX_SPACE_GLOBAL};
    EXPECT_EQ(count_of(COUNTER_bulk_ld, copy), 0);
    EXPECT_EQ(count_of(COUNTER_bulk_st, copy), 5);
    copy.function = PTX_DOT_ADD;
    EXPECT_EQ(count_of(COUNTER_bulk_st, copy), 0);
    EXPECT_EQ(count_of(COUNTER_bulk_red, copy), 5);
}

TEST(an_atomic_that_returns_its_value_is_no_reduction_even_if_nothing_reads_it)
{
    Micro micro = {.kind = MICRO_ATOM, .space = PTX_SPACE_GENERIC, .d = ROW_NONE};
    EXPECT_EQ(count_of(COUNTER_global_red, micro), 5);
    EXPECT_EQ(count_of(COUNTER_global_red_requests, micro), 3);
    micro.flags = MICRO_RETURNS;
    EXPECT_EQ(count_of(COUNTER_global_red, micro), 0);
    EXPECT_EQ(count_of(COUNTER_global_red_requests, micro), 0);
    EXPECT_EQ(count_of(COUNTER_global_atom_alu, micro), 5);
    EXPECT_EQ(count_of(COUNTER_global_atom_requests, micro), 3);
}

TEST(the_profiler_counts_the_bytes_of_generic_accesses_as_shared_and_as_global)
{
    Micro micro = {.kind = MICRO_LOAD, .space = PTX_SPACE_GENERIC, .type = PTX_TYPE_U32};
    EXPECT_EQ(count_of(COUNTER_shared_ld_bytes, micro), 32);
    EXPECT_EQ(count_of(COUNTER_shared_ld_sass_bytes, micro), 96);
    EXPECT_EQ(count_of(COUNTER_global_ld_bytes, micro), 64);
    EXPECT_EQ(count_of(COUNTER_global_ld_sass_bytes, micro), 96);
    micro.space = PTX_SPACE_GLOBAL;
    EXPECT_EQ(count_of(COUNTER_shared_sass_bytes, micro), 32);
    micro = (Micro){.kind = MICRO_ATOM, .space = PTX_SPACE_GENERIC, .type = PTX_TYPE_F32};
    EXPECT_EQ(count_of(COUNTER_shared_sass_bytes, micro), 32);
}

static void add_clock(CounterSet *set, const CounterLaunch *launch)
{
    StallCount stalls;
    for (int i = 0; i < STALL_COUNT; i++) {
        stalls.cycles[i] = (uint64_t)i + 1;
    }
    LaunchTime time = {.cycles = 3000,
                       .sms = {.l1_reads = 40,
                               .l1_read_hits = 10,
                               .active_cycles = 6000,
                               .warp_cycles = 90000,
                               .issued = 2000},
                       .memory = {.l2_reads = 30,
                                  .l2_read_hits = 6,
                                  .l2_writes = 20,
                                  .l2_write_hits = 5,
                                  .dram_reads = 24,
                                  .migrated_reads = 2,
                                  .dram_writes = 12},
                       .busy = {.l1 = 1500,
                                .engine = 1200,
                                .l2 = 4000,
                                .l2_fullest = 1000,
                                .dram = 6000,
                                .dram_fullest = 2000},
                       .migration_us = 1,
                       .stalls = &stalls};
    for (int pipe = 0; pipe < PIPE_COUNT; pipe++) {
        time.busy.pipes[pipe] = 600 + pipe;
    }
    counter_add_time(set, launch, &time);
    counter_add_waiting(set, &stalls);
}

TEST(every_row_is_exercised_on_some_generation)
{
    bool is_seen[COUNTER_COUNT] = {false};
    for (uint32_t rule = 0; rule < 5; rule++) {
        Gpu gpu = {.coalesce_rule = rules[rule],
                   .sm_count = 3,
                   .sm_clock_mhz = 1500,
                   .warps_per_sm = 48,
                   .warp_schedulers = 2,
                   .issue_width = 1,
                   .issue_cycles = 1,
                   .launch_cycles = 500,
                   .l2_slices = 8,
                   .memory_partitions = 6,
                   .memory_gbs = 100,
                   .shared_reserved_bytes = 1024};
        CounterLaunch launch = some_launch(&gpu);
        CounterSet set = {0};
        add_all_kinds(&set);
        counter_add_launch(&set, &launch);
        add_clock(&set, &launch);
        counter_finish(&set, &gpu, true);
        for (uint32_t id = 0; id < COUNTER_COUNT; id++) {
            is_seen[id] = is_seen[id] || (set.is_known[id] && set.value[id] > 0);
        }
    }
    for (uint32_t id = 0; id < COUNTER_COUNT; id++) {
        if (!EXPECT(is_seen[id])) {
            fprintf(stderr, "    never counted: %s\n", counter_info[id].id);
        }
    }
}

typedef struct Names {
    const char *name[4 * COUNTER_COUNT];
    size_t size_bytes[4 * COUNTER_COUNT];
    uint32_t count;
} Names;

static void remember(void *context, CounterId id, const char *name, size_t size_bytes)
{
    Names *names = context;
    for (uint32_t i = 0; i < names->count; i++) {
        if (!EXPECT(names->size_bytes[i] != size_bytes ||
                    memcmp(names->name[i], name, size_bytes) != 0)) {
            fprintf(stderr, "    twice: %.*s (%s)\n", (int)size_bytes, name, counter_info[id].id);
        }
    }
    names->name[names->count] = name;
    names->size_bytes[names->count++] = size_bytes;
}

TEST(no_name_stands_for_two_counters)
{
    for (uint32_t naming = 0; naming < NAMING_COUNT; naming++) {
        Names *names = calloc(1, sizeof *names);
        for (uint32_t id = 0; id < COUNTER_COUNT; id++) {
            counter_names((CounterId)id, (CounterNaming)naming, remember, names);
        }
        EXPECT(names->count > 0);
        free(names);
    }
    for (uint32_t id = 0; id < COUNTER_COUNT; id++) {
        EXPECT_EQ(counter_find(counter_info[id].id, strlen(counter_info[id].id)), id);
        EXPECT(strlen(counter_info[id].doc) > 10);
    }
}

TEST(machine_instructions_are_executions_times_issues)
{
    CounterSet set = {0};
    add_one(&set, MICRO_LANE, PTX_SPACE_GENERIC, PIPE_ALU, 0);
    EXPECT_EQ(set.value[COUNTER_inst_executed], 200);
    EXPECT_EQ(set.value[COUNTER_thread_inst_executed], 4000);
    EXPECT_EQ(set.value[COUNTER_thread_inst_executed_true], 3000);
    EXPECT_EQ(set.value[COUNTER_inst_pipe_alu], 200);
    EXPECT_EQ(set.value[COUNTER_inst_pipe_fma], 0);
}

TEST(directions_and_spaces_are_kept_apart)
{
    CounterSet set = {0};
    add_one(&set, MICRO_LOAD, PTX_SPACE_SHARED, PIPE_LSU, 0);
    EXPECT_EQ(set.value[COUNTER_shared_ld], 100);
    EXPECT_EQ(set.value[COUNTER_shared_st], 0);
    EXPECT_EQ(set.value[COUNTER_shared_ld_wavefronts], 17);
    EXPECT_EQ(set.value[COUNTER_shared_ld_excess], 11);
    EXPECT_EQ(set.value[COUNTER_shared_st_excess], 0);
    EXPECT_EQ(set.value[COUNTER_global_ld], 0);
    EXPECT_EQ(set.value[COUNTER_branch_targets], 0);
}

TEST(an_atomic_without_result_is_a_reduction)
{
    CounterSet set = {0};
    add_one(&set, MICRO_ATOM, PTX_SPACE_GLOBAL, PIPE_LSU, ROW_NONE);
    EXPECT_EQ(set.value[COUNTER_global_red], 100);
    EXPECT_EQ(set.value[COUNTER_global_atom], 0);
    EXPECT_EQ(set.value[COUNTER_global_red_sectors], 60);
    EXPECT_EQ(set.value[COUNTER_atom_sectors], 60);
}

// metrics.md, nvprof: branch_efficiency = 100 * (branch - divergent) / branch.
TEST(branch_efficiency_is_the_share_of_undivided_branches)
{
    Gpu gpu = {.coalesce_rule = COALESCE_SECTORS};
    CounterSet set = {0};
    add_one(&set, MICRO_BRANCH, PTX_SPACE_GENERIC, PIPE_CBU, ROW_NONE);
    counter_finish(&set, &gpu, false);
    EXPECT_EQ(set.value[COUNTER_branch_targets], 100);
    EXPECT_EQ(set.value[COUNTER_branch_divergent], 2);
    EXPECT_EQ(set.value[COUNTER_branch_efficiency], 98);
}

// traces/h200/sass: branch_by_thread (calls and returns), divide (a branch and a BSYNC inside).
TEST(calls_and_slow_paths_are_branch_targets)
{
    const AccessCount accesses = {0};
    const ExecutionCount executed = {.executed = 100};
    const Micro micros[] = {{.kind = MICRO_CALL}, {.kind = MICRO_RETURN}, {.has_paths = true}};
    CounterSet set = {0};
    for (uint32_t i = 0; i < 3; i++) {
        counter_add(&set, &micros[i], &executed, &accesses);
    }
    EXPECT_EQ(set.value[COUNTER_branch_targets], 300);
    EXPECT_EQ(set.value[COUNTER_inst_branch], 400);
}

TEST(a_ratio_over_nothing_is_unknown)
{
    Gpu gpu = {.coalesce_rule = COALESCE_SECTORS};
    CounterSet set = {0};
    counter_finish(&set, &gpu, false);
    EXPECT(!set.is_known[COUNTER_branch_efficiency]);
    EXPECT(!set.is_known[COUNTER_global_ld_efficiency]);
    EXPECT(!set.is_known[COUNTER_grid_size]);
    EXPECT(set.is_known[COUNTER_inst_executed]);
}

TEST(what_a_clock_tells_is_unknown_without)
{
    Gpu gpu = {.coalesce_rule = COALESCE_SECTORS, .sm_count = 3, .warps_per_sm = 48};
    CounterLaunch launch = some_launch(&gpu);
    CounterSet set = {0};
    counter_add_launch(&set, &launch);
    counter_finish(&set, &gpu, true);
    for (uint32_t id = 0; id < COUNTER_COUNT; id++) {
        EXPECT(!set.is_known[id] || !counter_needs_clock((CounterId)id));
    }
    add_clock(&set, &launch);
    counter_finish(&set, &gpu, true);
    EXPECT(set.is_known[COUNTER_cycles_elapsed]);
    EXPECT_EQ(set.value[COUNTER_cycles_active], 2000);
    EXPECT_EQ(set.value[COUNTER_dram_read_bytes], 768);
    EXPECT_EQ(set.value[COUNTER_l1_hit_rate], 25);
    EXPECT_EQ(set.value[COUNTER_occupancy_achieved] * 1000, 31250); // 90000 of 6000 * 48
    EXPECT_EQ(set.value[COUNTER_waiting_wait], 2);
    EXPECT_EQ(set.value[COUNTER_stall_wait] * 1000, 1); // of 2000 issued
}

static CounterSet clocked(const Gpu *gpu)
{
    CounterLaunch launch = some_launch(gpu);
    CounterSet set = {0};
    counter_add_launch(&set, &launch);
    add_clock(&set, &launch);
    counter_finish(&set, gpu, true);
    return set;
}

static const Gpu with_clock = {.coalesce_rule = COALESCE_SECTORS,
                               .sm_count = 3,
                               .sm_clock_mhz = 1000,
                               .warps_per_sm = 48,
                               .warp_schedulers = 2,
                               .issue_width = 1,
                               .issue_cycles = 1,
                               .launch_cycles = 500,
                               .l2_slices = 8,
                               .memory_partitions = 6,
                               .memory_gbs = 1};

TEST(scheduler_cycles_are_issue_and_no_eligible_warp)
{
    CounterSet set = clocked(&with_clock);
    EXPECT_EQ(set.value[COUNTER_scheduler_cycles], 12000); // 6000 of an SM, two schedulers
    EXPECT_EQ(set.value[COUNTER_inst_issued] + set.value[COUNTER_issue_slots_left], 12000);
    EXPECT_EQ(set.value[COUNTER_issue_slots_used] + set.value[COUNTER_no_eligible], 100);
    EXPECT_EQ(set.value[COUNTER_issue_per_cycle] * 6, 1);
}

TEST(states_of_warps_add_up)
{
    static const CounterId states[] = {
#define STALL(id, name, ncu, doc) COUNTER_waiting_##name,
#include "sim/observe/stall.def"
#undef STALL
    };
    CounterSet set = clocked(&with_clock);
    double sum = 0;
    for (int i = 0; i < STALL_COUNT; i++) {
        sum += set.value[states[i]];
    }
    EXPECT_EQ(set.value[COUNTER_warp_states], sum);
    EXPECT_EQ(set.value[COUNTER_warp_stalled] + set.value[COUNTER_waiting_selected], sum);
    EXPECT_EQ(set.value[COUNTER_warp_eligible],
              set.value[COUNTER_waiting_selected] + set.value[COUNTER_waiting_not_selected]);
    double percent = set.value[COUNTER_stall_pct_selected] + set.value[COUNTER_stall_pct_barrier];
    EXPECT(percent > 0 && percent < 100);
}

// traces/h200/hopper/stalls.csv: what ncu shows where warps wait for these.
TEST(the_profiler_counts_copies_among_loads_and_warpgroups_among_barriers)
{
    CounterSet set = clocked(&with_clock);
    const double *value = set.value;
    EXPECT_EQ(value[COUNTER_waiting_ncu_long_scoreboard],
              value[COUNTER_waiting_long_scoreboard] + value[COUNTER_waiting_copy_group] +
                  value[COUNTER_waiting_bulk_copy] + value[COUNTER_waiting_mbarrier] +
                  value[COUNTER_waiting_tensor_memory]);
    EXPECT_EQ(value[COUNTER_waiting_ncu_barrier],
              value[COUNTER_waiting_barrier] + value[COUNTER_waiting_warpgroup]);
    EXPECT_TEXT(counter_info[COUNTER_stall_pct_ncu_barrier].names[0],
                "smsp__warp_issue_stalled_barrier_per_warp_active.pct");
    EXPECT_TEXT(counter_info[COUNTER_stall_pct_barrier].names[0], "");
    EXPECT_TEXT(counter_info[COUNTER_stall_pct_wait].names[0],
                "smsp__warp_issue_stalled_wait_per_warp_active.pct");
}

TEST(shares_of_peaks_are_over_the_time_they_are_of)
{
    CounterSet set = clocked(&with_clock);
    EXPECT_EQ(set.value[COUNTER_l1_throughput], 25);                        // 1500 of 6000
    EXPECT_EQ(set.value[COUNTER_bulk_engine_busy], 20);                     // 1200 of 6000
    EXPECT_EQ(set.value[COUNTER_tensor_busy], (600 + PIPE_TENSOR) / 120.0); // of 12000
    EXPECT_EQ(set.value[COUNTER_dram_share], 40);                           // 6000 of 6 * 2500
    EXPECT_EQ(set.value[COUNTER_dram_fullest], 80);                         // 2000 of 2500
    EXPECT_EQ(set.value[COUNTER_l2_share], 20);                             // 4000 of 8 * 2500
    EXPECT_EQ(set.value[COUNTER_l2_fullest], 40);                           // 1000 of 2500
    EXPECT_EQ(set.value[COUNTER_l2_throughput] * 6, 100);                   // 4000 of 8 * 3000
    EXPECT_EQ(set.value[COUNTER_alu_busy], (600 + PIPE_ALU) / 120.0);       // of 12000
    EXPECT_EQ(set.value[COUNTER_sm_busy] * 6, 100);                         // issue: 2000 of 12000
    EXPECT_EQ(set.value[COUNTER_compute_throughput] * 9, 100); // issue: 2000 of 12000, 2/3
    EXPECT_EQ(set.value[COUNTER_memory_throughput] * 3000,
              36 * 3200); // 36 sectors in 3 us at 1 GB/s
    EXPECT_EQ(set.value[COUNTER_dram_rate], 36 * 32 / 3e-6);
    EXPECT_EQ(set.value[COUNTER_sm_efficiency] * 3, 200);
}

// traces/h200/tensor/operations.csv: 8,192,000 operations of 1000 sparse m16n8k32 of f16.
TEST(a_product_of_tensor_cores_has_two_operations_for_each_element_of_k_zeros_too)
{
    Micro product = {.kind = MICRO_MATRIX_MULTIPLY,
                     .target = 4096 | (uint32_t)PTX_TYPE_F16 << PRODUCT_TYPE_SHIFT};
    const ExecutionCount executed = {.executed = 11, .threads = 352, .threads_on = 320};
    CounterSet set = {0};
    counter_add(&set, &product, &executed, &(AccessCount){0});
    EXPECT_EQ(set.value[COUNTER_tensor_fp16], 40960);
    EXPECT_EQ(set.value[COUNTER_tensor_skipped], 0);
    product.target =
        8192 | (uint32_t)PTX_TYPE_S8 << PRODUCT_TYPE_SHIFT | 1u << PRODUCT_SPARSE_SHIFT;
    counter_add(&set, &product, &executed, &(AccessCount){0});
    EXPECT_EQ(set.value[COUNTER_tensor_int8], 81920);
    EXPECT_EQ(set.value[COUNTER_tensor_fp16], 40960);
    EXPECT_EQ(set.value[COUNTER_tensor_skipped], 40960);
    Micro fifth = {.kind = MICRO_TENSOR_MULTIPLY, .function = PTX_DOT_KIND__MXF4};
    counter_add(&set, &fifth, &executed, &(AccessCount){.tensor_operations = 77});
    EXPECT_EQ(set.value[COUNTER_tensor_fp4], 77);
    EXPECT_EQ(set.value[COUNTER_tensor_skipped], 40960);
    fifth.target = TENSOR_SPARSE;
    counter_add(&set, &fifth, &executed, &(AccessCount){.tensor_operations = 80});
    EXPECT_EQ(set.value[COUNTER_tensor_skipped], 41000);
}

TEST(the_fifth_generation_counts_work_of_its_core_and_accesses_of_its_memory)
{
    static const MicroKind kinds[] = {MICRO_TENSOR_MULTIPLY, MICRO_TENSOR_COPY, MICRO_TENSOR_SHIFT,
                                      MICRO_TENSOR_COMMIT,   MICRO_TENSOR_LOAD, MICRO_TENSOR_STORE};
    CounterSet set = {0};
    for (uint32_t i = 0; i < 6; i++) {
        const Micro micro = {
            .kind = (uint8_t)kinds[i], .pipe = micro_info[kinds[i]].pipe, .issues = 1};
        counter_add(&set, &micro, &(ExecutionCount){.executed = 1u << i}, &(AccessCount){0});
    }
    EXPECT_EQ(set.value[COUNTER_inst_pipe_tc], 15);
    EXPECT_EQ(set.value[COUNTER_inst_pipe_tmem], 48);
}

TEST(a_multiply_add_is_two_operations_and_a_pair_two_of_each)
{
    CounterSet set = {0};
    const LaneOp functions[] = {LANE_SUB_F32, LANE_FNMA_F32, LANE_FMA_F16X2, LANE_DIV_F32};
    for (int i = 0; i < 4; i++) {
        Micro micro = {.kind = MICRO_LANE, .function = (uint16_t)functions[i], .issues = 1};
        counter_add(&set, &micro, &(ExecutionCount){.threads = 30, .threads_on = 10},
                    &(AccessCount){0});
    }
    EXPECT_EQ(set.value[COUNTER_flop_sp], 30);
    EXPECT_EQ(set.value[COUNTER_flop_sp_add], 10);
    EXPECT_EQ(set.value[COUNTER_flop_sp_fma], 10);
    EXPECT_EQ(set.value[COUNTER_flop_hp], 40);
    EXPECT_EQ(set.value[COUNTER_flop_dp], 0);
}

TEST(old_rules_are_unknown_on_new_gpus_and_new_ones_on_old)
{
    Gpu g80 = {.coalesce_rule = COALESCE_STRICT}, hopper = {.coalesce_rule = COALESCE_SECTORS};
    CounterSet set = {0};
    counter_finish(&set, &g80, false);
    EXPECT(set.is_known[COUNTER_gld_incoherent]);
    EXPECT(!set.is_known[COUNTER_global_lines]);
    counter_finish(&set, &hopper, false);
    EXPECT(!set.is_known[COUNTER_gld_incoherent]);
    EXPECT(set.is_known[COUNTER_global_lines]);
}

TEST(waves_are_blocks_over_what_the_gpu_holds)
{
    Gpu gpu = {.coalesce_rule = COALESCE_SECTORS, .sm_count = 3};
    CounterLaunch launch = some_launch(&gpu);
    CounterSet set = {0};
    counter_add_launch(&set, &launch);
    EXPECT_EQ(set.value[COUNTER_waves_per_sm] * 1000, 1000); // 24 blocks / (3 SMs * 8)
    launch.occupancy.blocks_per_sm = 0;
    counter_add_launch(&set, &launch);
    EXPECT_EQ(set.value[COUNTER_waves_per_sm], 0);
}

TEST(counters_are_found_by_any_of_their_names)
{
    EXPECT_EQ(counter_find("smsp__inst_executed.sum", 23), COUNTER_inst_executed);
    EXPECT_EQ(counter_find("sm__inst_executed.sum", 21), COUNTER_inst_executed);
    EXPECT_EQ(counter_find("shared_ld_bank_conflict", 23), COUNTER_hw_shared_ld_conflicts);
    EXPECT_EQ(counter_find("gld_incoherent", 14), COUNTER_gld_incoherent);
    EXPECT_EQ(counter_find("sm__cycles_elapsed.max", 22), COUNTER_cycles_elapsed);
    EXPECT_EQ(counter_find("sm__cycles_elapsed.min", 22), COUNTER_COUNT);
    EXPECT_EQ(counter_find("", 0), COUNTER_COUNT);
}

TEST(each_generation_has_the_names_of_its_day)
{
    EXPECT_EQ(counter_naming_of(&(Gpu){.compute_capability = 10}), NAMING_G80);
    EXPECT_EQ(counter_naming_of(&(Gpu){.compute_capability = 13}), NAMING_GT200);
    EXPECT_EQ(counter_naming_of(&(Gpu){.compute_capability = 20}), NAMING_FERMI);
    EXPECT_EQ(counter_naming_of(&(Gpu){.compute_capability = 61}), NAMING_NVPROF);
    EXPECT_EQ(counter_naming_of(&(Gpu){.compute_capability = 90}), NAMING_NCU);
}

static CounterClass class_of_wavefronts(const char *preset, uint8_t width_bytes)
{
    Micro micro = {.kind = MICRO_LOAD, .width_bytes = width_bytes};
    ExecutionCount executed = {.executed = 1};
    AccessCount accesses = {.shared_requests = 1, .shared_wavefronts = 2};
    CounterSet set = {0};
    counter_add(&set, &micro, &executed, &accesses);
    counter_finish(&set, gpu_preset(preset), false);
    EXPECT_EQ(counter_class(&set, COUNTER_shared_ld), CLASS_EXACT);
    return counter_class(&set, COUNTER_shared_wavefronts);
}

TEST(bank_conflicts_without_a_documented_rule_are_modeled)
{
    EXPECT_EQ(class_of_wavefronts("k40", 4), CLASS_EXACT);
    EXPECT_EQ(class_of_wavefronts("k40", 8), CLASS_MODEL);
    EXPECT_EQ(class_of_wavefronts("gtx680", 16), CLASS_MODEL);
    EXPECT_EQ(class_of_wavefronts("gtx480", 8), CLASS_EXACT);
    EXPECT_EQ(class_of_wavefronts("gtx480", 16), CLASS_MODEL);
    EXPECT_EQ(class_of_wavefronts("h200", 16), CLASS_EXACT);
}

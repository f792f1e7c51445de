// SPDX-License-Identifier: Apache-2.0
// The part of the details page that needs a clock: how long the launch takes, how close it comes to
// the GPU's peaks, what moves, what schedulers and warps do, and what limits it.
#include "sim/report/number.h"
#include "sim/report/page.h"
#include "sim/report/roofline.h"

static void print_timed_part(Page *page)
{
    const LaunchRecord *record = page->launch->record;
    const LaunchTime *time = record->time;
    if (time != NULL && time->blocks_timed > 0) {
        text_printf(page->out,
                    "    Sample: %llu of %llu blocks were timed; two standard errors: %.1f %%\n",
                    (unsigned long long)time->blocks_timed,
                    (unsigned long long)record->grid[0] * record->grid[1] * record->grid[2],
                    time->error * 100);
    }
    if (time != NULL && time->instructions_timed > 0) {
        text_printf(page->out,
                    "    The clock stopped after %llu warp instructions; the cycles of the others "
                    "follow from the pace so far",
                    (unsigned long long)time->instructions_timed);
        text_printf(page->out,
                    time->error < 1 ? " (within about %.0f %%)\n"
                                    : ", which still changed (within a factor of %.0f)\n",
                    time->error < 1 ? time->error * 100 : 1 + time->error);
    }
}

static void print_time(Page *page)
{
    page_section(page, "Time");
    page_row(page, "Elapsed", COUNTER_cycles_elapsed);
    print_timed_part(page);
    page_row(page, "Duration", COUNTER_duration_us);
    page_row_if_any(page, "Waiting for managed memory", COUNTER_migration_us);
    page_row_if_any(page, "Managed memory moved", COUNTER_migrated_bytes);
    page_row_with(page, "SM active", COUNTER_cycles_active, "cycle, on average");
    page_row_with(page, "Instructions per cycle", COUNTER_ipc, "of an active SM");
    page_row_with(page, "Achieved occupancy", COUNTER_occupancy_achieved, "%");
}

static void print_speed_of_light(Page *page)
{
    page_section(page, "Speed of light, in percent of the peak");
    page_row_with(page, "Compute (SM)", COUNTER_compute_throughput, "of elapsed cycles");
    page_row_with(page, "Memory", COUNTER_memory_throughput, "of elapsed cycles");
    page_row_with(page, "L1 and shared memory", COUNTER_l1_throughput, "of active cycles");
    page_row_with(page, "L2", COUNTER_l2_throughput, "of elapsed cycles");
    page_row_with(page, "Device memory", COUNTER_dram_busy, "of its nominal bandwidth");
    page_row_if_any(page, "Pipe: integers, logic (ALU)", COUNTER_alu_busy);
    page_row_if_any(page, "Pipe: single precision (FMA)", COUNTER_fma_busy);
    page_row_if_any(page, "Pipe: half precision (FP16)", COUNTER_fp16_busy);
    page_row_if_any(page, "Pipe: double precision (FP64)", COUNTER_fp64_busy);
    page_row_if_any(page, "Pipe: special functions (XU)", COUNTER_xu_busy);
    page_row_if_any(page, "Pipe: tensor cores", COUNTER_tensor_busy);
    page_row_if_any(page, "Engine of bulk copies (TMA)", COUNTER_bulk_engine_busy);
}

static void print_roofline(Page *page)
{
    static const char *const names[4] = {"flop/byte", "ridge", "Gflop/s", "attainable"};
    Roofline lines[ROOFLINE_MAX];
    uint32_t count = roofline(&page->launch->counters, page->launch->record->gpu, lines);
    for (uint32_t i = 0; i < count; i++) {
        if (i == 0) {
            page_head(page, "Roofline", names);
        }
        const double cells[4] = {lines[i].intensity, lines[i].ridge, lines[i].gflops,
                                 lines[i].attainable_gflops};
        page_cells_of(page, lines[i].precision, cells, CLASS_TIMING);
    }
}

static void print_memory(Page *page)
{
    page_section(page, "Traffic");
    page_row_scaled(page, "L1, global and local", COUNTER_l1_rate, 1e-9, "Gbyte/s");
    if (page_value(page, COUNTER_shared_bytes) > 0) {
        page_row_scaled(page, "Shared memory", COUNTER_shared_rate, 1e-9, "Gbyte/s");
    }
    page_row_scaled(page, "L2", COUNTER_l2_rate, 1e-9, "Gbyte/s");
    page_row_scaled(page, "Device memory", COUNTER_dram_rate, 1e-9, "Gbyte/s");
    page_row(page, "Device memory, read", COUNTER_dram_read_bytes);
    page_row(page, "Device memory, written", COUNTER_dram_write_bytes);
    page_row_with(page, "L1 hits of global loads", COUNTER_l1_hit_rate, "% of sectors");
    page_row_with(page, "L2 hits", COUNTER_l2_hit_rate, "% of sectors, writes hit");
    page_row_with(page, "L2 hits of reads", COUNTER_l2_read_hit_rate, "% of sectors");
}

static void print_schedulers(Page *page)
{
    page_section(page, "Schedulers, on active SMs");
    page_row_with(page, "Issue slots used", COUNTER_issue_slots_used, "%");
    page_row_with(page, "No eligible warp", COUNTER_no_eligible, "% of issue slots");
    page_row_with(page, "Resident warps", COUNTER_scheduler_warps, "a scheduler, on average");
    page_row_with(page, "Eligible warps", COUNTER_warps_eligible, "a scheduler, on average");
    page_row_with(page, "From one issue to the next", COUNTER_warp_latency, "cycle of a warp");
}

// What resident warps did, the most frequent first.
static void print_warp_state(Page *page)
{
    static const struct {
        CounterId id;
        const char *name;
    } states[] = {
#define STALL(id, name, ncu, doc) {COUNTER_stall_pct_##name, #name},
#include "sim/observe/stall.def"
#undef STALL
    };
    double last = 101;
    if (page_value(page, COUNTER_warp_states) <= 0) {
        return;
    }
    page_section(page, "Warp state, in percent of resident warp cycles");
    for (;;) {
        double most = 0;
        for (size_t i = 0; i < STALL_COUNT; i++) {
            double value = page_value(page, states[i].id);
            most = value < last && value > most ? value : most;
        }
        if (most <= 0) {
            return;
        }
        for (size_t i = 0; i < STALL_COUNT; i++) {
            double value = page_value(page, states[i].id);
            if (value >= most && value <= most) {
                page_row_with(page, states[i].name, states[i].id, stall_info[i].doc);
            }
        }
        last = most;
    }
}

static void print_bottleneck(Page *page)
{
    const Bottleneck *bottleneck = page->launch->bottleneck;
    if (bottleneck == NULL) {
        return;
    }
    page_section(page, "Bottleneck");
    text_printf(page->out, "    %s: %s\n", bottleneck_info[bottleneck->kind].name,
                bottleneck->message);
    if (bottleneck->position.file != NULL) {
        text_printf(page->out, "    at: %s:%u\n", bottleneck->position.file,
                    bottleneck->position.line);
    }
    text_printf(page->out, "    advice: %s\n", bottleneck->advice);
}

void page_print_time(Page *page)
{
    const LaunchRecord *record = page->launch->record;
    if (record->no_time != NULL) {
        page_section(page, "Time");
        text_printf(page->out, "    Not known: %s\n", record->no_time);
    }
    if (!page->launch->counters.is_known[COUNTER_cycles_elapsed]) {
        return;
    }
    print_time(page);
    print_speed_of_light(page);
    print_roofline(page);
    print_memory(page);
    print_schedulers(page);
    print_warp_state(page);
    print_bottleneck(page);
}

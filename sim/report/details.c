// SPDX-License-Identifier: Apache-2.0
// The page people read. A row is a label and a counter, or a label and up to four counters of a
// table; behind it the class of its numbers.
#include "sim/report/number.h"
#include "sim/report/print.h"

enum { LABEL_WIDTH = 30, CELL_LABEL_WIDTH = 16, NUMBER_WIDTH = 16, REMARK_WIDTH = 34 };

typedef struct Page {
    const ReportLaunch *launch;
    bool is_coloured;
    Text *out;
} Page;

static void section(Page *page, const char *title)
{
    text_printf(page->out, page->is_coloured ? "\n  \033[1m%s\033[0m\n" : "\n  %s\n", title);
}

static double value_of(const Page *page, CounterId id)
{
    return page->launch->counters.value[id];
}

static const char *class_of(CounterId id)
{
    return counter_class_mark(counter_info[id].class);
}

static void row_with(Page *page, const char *label, CounterId id, const char *remark)
{
    char number[NUMBER_MAX];
    if (page->launch->counters.is_known[id]) {
        text_printf(page->out, "    %-*s%*s %-*s%s\n", LABEL_WIDTH, label, NUMBER_WIDTH,
                    number_grouped(value_of(page, id), number), REMARK_WIDTH, remark, class_of(id));
    }
}

static void row(Page *page, const char *label, CounterId id)
{
    row_with(page, label, id, counter_info[id].unit);
}

static void row_if_any(Page *page, const char *label, CounterId id)
{
    if (value_of(page, id) > 0) {
        row(page, label, id);
    }
}

static void head(Page *page, const char *title, const char *const names[4])
{
    text_printf(page->out, page->is_coloured ? "\n  \033[1m%-*s\033[0m" : "\n  %-*s",
                CELL_LABEL_WIDTH + 2, title);
    for (int i = 0; i < 4; i++) {
        text_printf(page->out, "%*s", NUMBER_WIDTH, names[i]);
    }
    text_put(page->out, "\n");
}

// A table row; nothing when its first two counters are 0.
static void cells(Page *page, const char *label, const CounterId ids[4])
{
    if (value_of(page, ids[0]) <= 0 && value_of(page, ids[1]) <= 0) {
        return;
    }
    text_printf(page->out, "    %-*s", CELL_LABEL_WIDTH, label);
    for (int i = 0; i < 4; i++) {
        char number[NUMBER_MAX] = "";
        if (ids[i] != COUNTER_COUNT && page->launch->counters.is_known[ids[i]]) {
            number_grouped(value_of(page, ids[i]), number);
        }
        text_printf(page->out, "%*s", NUMBER_WIDTH, number);
    }
    text_printf(page->out, "  %s\n", class_of(ids[1]));
}

static void print_launch(Page *page)
{
    section(page, "Launch");
    row(page, "Blocks", COUNTER_grid_size);
    row(page, "Threads per block", COUNTER_block_size);
    row_if_any(page, "Cluster, blocks along x", COUNTER_cluster_dim_x);
    row_if_any(page, "Cluster, blocks along y", COUNTER_cluster_dim_y);
    row_if_any(page, "Cluster, blocks along z", COUNTER_cluster_dim_z);
    row(page, "Registers per thread", COUNTER_registers_per_thread);
    row(page, "Static shared memory", COUNTER_shared_static);
    row(page, "Dynamic shared memory", COUNTER_shared_dynamic);
}

static void print_occupancy(Page *page)
{
    const LaunchRecord *record = page->launch->record;
    Text limiter = {0}, warps = {0};
    text_printf(&warps, "of %u per SM", record->gpu->warps_per_sm);
    text_printf(&limiter, "limited by %s", page->launch->limiter);
    section(page, "Occupancy");
    row(page, "Theoretical occupancy", COUNTER_occupancy_pct);
    row_with(page, "Resident warps", COUNTER_warps_per_sm, text_string(&warps));
    row_with(page, "Resident blocks", COUNTER_blocks_per_sm, text_string(&limiter));
    row_with(page, "  allowed by warps", COUNTER_occupancy_limit_warps, "block");
    row_with(page, "  allowed by blocks", COUNTER_occupancy_limit_blocks, "block");
    row_with(page, "  allowed by registers", COUNTER_occupancy_limit_registers, "block");
    row_with(page, "  allowed by shared memory", COUNTER_occupancy_limit_shared, "block");
    row_with(page, "Waves of blocks", COUNTER_waves_per_sm, "grid / resident on all SMs");
    text_destroy(&limiter);
    text_destroy(&warps);
}

static void print_instructions(Page *page)
{
    section(page, "Instructions");
    row(page, "Warp instructions", COUNTER_inst_executed);
    row(page, "Thread instructions", COUNTER_thread_inst_executed);
    row_with(page, "Active threads", COUNTER_threads_per_inst, "of 32 per instruction");
    row_with(page, "  not predicated off", COUNTER_threads_on_per_inst, "of 32 per instruction");
    row(page, "Instructions per warp", COUNTER_inst_per_warp);
}

static void print_divergence(Page *page)
{
    section(page, "Divergence");
    row_with(page, "Branches", COUNTER_branch_targets, "executed by a warp");
    row_with(page, "  divergent", COUNTER_branch_divergent, "threads went both ways");
    row(page, "Branch efficiency", COUNTER_branch_efficiency);
    row_if_any(page, "Block barriers", COUNTER_inst_barrier);
    row_if_any(page, "Warp shuffles", COUNTER_inst_shuffle);
}

static void print_shared(Page *page)
{
    static const CounterId rows[][4] = {{COUNTER_shared_ld_requests, COUNTER_shared_ld_wavefronts,
                                         COUNTER_shared_ld_ideal, COUNTER_shared_ld_excess},
                                        {COUNTER_shared_st_requests, COUNTER_shared_st_wavefronts,
                                         COUNTER_shared_st_ideal, COUNTER_shared_st_excess},
                                        {COUNTER_shared_atom_requests,
                                         COUNTER_shared_atom_wavefronts, COUNTER_shared_atom_ideal,
                                         COUNTER_shared_atom_excess},
                                        {COUNTER_shared_requests, COUNTER_shared_wavefronts,
                                         COUNTER_shared_ideal, COUNTER_shared_excess}};
    static const char *const labels[] = {"load", "store", "atomic", "all"};
    if (value_of(page, COUNTER_shared_requests) <= 0) {
        return;
    }
    head(page, "Shared memory",
         (const char *const[4]){"requests", "wavefronts", "ideal", "excess"});
    for (int i = 0; i < 4; i++) {
        cells(page, labels[i], rows[i]);
    }
}

static void print_global(Page *page)
{
    static const CounterId rows[][4] = {
        {COUNTER_global_ld_requests, COUNTER_global_ld_sectors, COUNTER_global_ld_ideal,
         COUNTER_global_ld_excess},
        {COUNTER_global_st_requests, COUNTER_global_st_sectors, COUNTER_global_st_ideal,
         COUNTER_global_st_excess},
        {COUNTER_global_copy_requests, COUNTER_global_copy_sectors, COUNTER_COUNT, COUNTER_COUNT},
        {COUNTER_atom_requests, COUNTER_atom_sectors, COUNTER_global_atomic_ideal, COUNTER_COUNT},
        {COUNTER_global_requests, COUNTER_global_sectors, COUNTER_global_ideal,
         COUNTER_global_excess}};
    static const char *const labels[] = {"load", "store", "async copy", "atomic", "all"};
    if (value_of(page, COUNTER_global_requests) <= 0) {
        return;
    }
    head(page, "Global memory", (const char *const[4]){"requests", "sectors", "ideal", "excess"});
    for (int i = 0; i < 5; i++) {
        cells(page, labels[i], rows[i]);
    }
    row(page, "Bytes used of those loaded", COUNTER_global_ld_efficiency);
    row(page, "Bytes used of those stored", COUNTER_global_st_efficiency);
}

// The counters of cc 1.x to 3.x, whose transactions have sizes.
static void print_transactions(Page *page)
{
    static const CounterId rows[][4] = {
        {COUNTER_gld_total, COUNTER_gld_32b, COUNTER_gld_64b, COUNTER_gld_128b},
        {COUNTER_gst_total, COUNTER_gst_32b, COUNTER_gst_64b, COUNTER_gst_128b},
        {COUNTER_gld_coherent, COUNTER_gld_incoherent, COUNTER_COUNT, COUNTER_COUNT},
        {COUNTER_gst_coherent, COUNTER_gst_incoherent, COUNTER_COUNT, COUNTER_COUNT}};
    const CounterSet *counters = &page->launch->counters;
    if (!counters->is_known[COUNTER_gld_total] ||
        counters->value[COUNTER_gld_total] + counters->value[COUNTER_gst_total] <= 0) {
        return;
    }
    head(page, "Transactions", (const char *const[4]){"all", "32 bytes", "64 bytes", "128 bytes"});
    cells(page, "load", rows[0]);
    cells(page, "store", rows[1]);
    if (counters->is_known[COUNTER_gld_coherent]) {
        head(page, "Half-warps", (const char *const[4]){"coalesced", "not", "", ""});
        cells(page, "load", rows[2]);
        cells(page, "store", rows[3]);
    }
}

static void print_other_memory(Page *page)
{
    if (value_of(page, COUNTER_local_ld_requests) + value_of(page, COUNTER_local_st_requests) > 0) {
        section(page, "Local memory");
        row(page, "Load requests", COUNTER_local_ld_requests);
        row(page, "Load sectors", COUNTER_local_ld_sectors);
        row(page, "Store requests", COUNTER_local_st_requests);
        row(page, "Store sectors", COUNTER_local_st_sectors);
    }
    if (value_of(page, COUNTER_constant_requests) > 0) {
        section(page, "Constant memory");
        row(page, "Requests", COUNTER_constant_requests);
        row_with(page, "Different addresses", COUNTER_constant_words, "served one after another");
    }
    if (value_of(page, COUNTER_texture_requests) > 0) {
        section(page, "Textures");
        row(page, "Requests", COUNTER_texture_requests);
        row(page, "Cache hits", COUNTER_texture_hits);
        row(page, "Cache misses", COUNTER_texture_misses);
    }
}

// Without a clock nothing of this is known.
static void print_time(Page *page)
{
    const LaunchRecord *record = page->launch->record;
    if (record->no_time != NULL) {
        section(page, "Time");
        text_printf(page->out, "    Not known: %s\n", record->no_time);
    }
    if (!page->launch->counters.is_known[COUNTER_cycles_elapsed]) {
        return;
    }
    section(page, "Time");
    row(page, "Elapsed", COUNTER_cycles_elapsed);
    row(page, "Duration", COUNTER_duration_us);
    row_with(page, "SM active", COUNTER_cycles_active, "cycle, on average");
    row_with(page, "Instructions per cycle", COUNTER_ipc, "of an active SM");
    row(page, "Issue slots used", COUNTER_issue_slots_used);
    row_with(page, "Achieved occupancy", COUNTER_occupancy_achieved, "%");
    row_with(page, "L1 hits of global loads", COUNTER_l1_hit_rate, "% of sectors");
    row_with(page, "L2 hits of reads", COUNTER_l2_read_hit_rate, "% of sectors");
    row(page, "Device memory, read", COUNTER_dram_read_bytes);
    row(page, "Device memory, written", COUNTER_dram_write_bytes);
    row(page, "Device memory throughput", COUNTER_dram_throughput);
    row_with(page, "  of its peak", COUNTER_dram_busy, "%");
}

// What resident warps did, the most frequent first.
static void print_warp_state(Page *page)
{
    static const struct {
        CounterId id;
        const char *name;
    } states[] = {
#define STALL(id, ncu, doc) {COUNTER_waiting_##ncu, #ncu},
#include "sim/observe/stall.def"
#undef STALL
    };
    double all = value_of(page, COUNTER_warp_cycles), last = all + 1;
    if (!page->launch->counters.is_known[COUNTER_warp_cycles] || all <= 0) {
        return;
    }
    section(page, "Warp state, in percent of resident warp cycles");
    for (;;) {
        double most = 0;
        for (size_t i = 0; i < STALL_COUNT; i++) {
            double value = value_of(page, states[i].id);
            most = value < last && value > most ? value : most;
        }
        if (most <= 0) {
            return;
        }
        for (size_t i = 0; i < STALL_COUNT; i++) {
            char number[NUMBER_MAX];
            if (value_of(page, states[i].id) >= most && value_of(page, states[i].id) <= most) {
                text_printf(page->out, "    %-*s%*s %-*s%s\n", LABEL_WIDTH, states[i].name,
                            NUMBER_WIDTH, number_grouped(100 * most / all, number), REMARK_WIDTH,
                            stall_info[i].doc, class_of(states[i].id));
            }
        }
        last = most;
    }
}

static void print_title(Page *page)
{
    const LaunchRecord *record = page->launch->record;
    uint32_t capability = record->gpu->compute_capability;
    text_printf(page->out,
                page->is_coloured ? "\033[1m%s\033[0m (%u, %u, %u)x(%u, %u, %u), %s, CC %u.%u\n"
                                  : "%s (%u, %u, %u)x(%u, %u, %u), %s, CC %u.%u\n",
                page->launch->name, record->grid[0], record->grid[1], record->grid[2],
                record->block[0], record->block[1], record->block[2], record->gpu->title,
                capability / 10, capability % 10);
}

static void print_launch_page(Page *page)
{
    const LaunchRecord *record = page->launch->record;
    print_title(page);
    if (!page->launch->has_run) {
        text_printf(page->out, "  Not run: %s\n",
                    record->refusal == NULL ? "refused" : record->refusal);
        return;
    }
    if (page->launch->fault != NULL) {
        text_printf(page->out, "  %s\n  The counts are those up to then.\n", page->launch->fault);
    }
    print_launch(page);
    print_occupancy(page);
    print_instructions(page);
    print_divergence(page);
    print_shared(page);
    print_global(page);
    print_transactions(page);
    print_other_memory(page);
    print_time(page);
    print_warp_state(page);
}

void report_print_details(const Report *report, bool is_coloured, Text *out)
{
    for (uint32_t i = 0; i < report->count; i++) {
        Report one = {.gpu = report->gpu, .launches = &report->launches[i], .count = 1};
        Page page = {&report->launches[i], is_coloured, out};
        text_put(out, i > 0 ? "\n" : "");
        print_launch_page(&page);
        Text findings = {0};
        report_print_findings(&one, is_coloured, &findings);
        if (findings.size_bytes > 0) {
            text_printf(out, "\n%s", text_string(&findings));
        }
        text_destroy(&findings);
    }
}

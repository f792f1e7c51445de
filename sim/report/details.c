// SPDX-License-Identifier: Apache-2.0
// The page people read. A row is a label and a counter, or a label and up to four counters of a
// table; behind it the class of its numbers.
#include "sim/report/baseline.h"
#include "sim/report/family.h"
#include "sim/report/number.h"
#include "sim/report/page.h"

static void print_launch(Page *page)
{
    page_section(page, "Launch");
    page_row(page, "Blocks", COUNTER_grid_size);
    page_row(page, "Threads per block", COUNTER_block_size);
    page_row_if_any(page, "Cluster, blocks along x", COUNTER_cluster_dim_x);
    page_row_if_any(page, "Cluster, blocks along y", COUNTER_cluster_dim_y);
    page_row_if_any(page, "Cluster, blocks along z", COUNTER_cluster_dim_z);
    page_row(page, "Registers per thread", COUNTER_registers_per_thread);
    page_row(page, "Static shared memory", COUNTER_shared_static);
    page_row(page, "Dynamic shared memory", COUNTER_shared_dynamic);
}

static void print_occupancy(Page *page)
{
    const LaunchRecord *record = page->launch->record;
    Text limiter = {0}, warps = {0};
    text_printf(&warps, "of %u per SM", record->gpu->warps_per_sm);
    text_printf(&limiter, "limited by %s", page->launch->limiter);
    page_section(page, "Occupancy");
    page_row(page, "Theoretical occupancy", COUNTER_occupancy_pct);
    page_row_with(page, "Resident warps", COUNTER_warps_per_sm, text_string(&warps));
    page_row_with(page, "Resident blocks", COUNTER_blocks_per_sm, text_string(&limiter));
    page_row_with(page, "  allowed by warps", COUNTER_occupancy_limit_warps, "block");
    page_row_with(page, "  allowed by blocks", COUNTER_occupancy_limit_blocks, "block");
    page_row_with(page, "  allowed by registers", COUNTER_occupancy_limit_registers, "block");
    page_row_with(page, "  allowed by shared memory", COUNTER_occupancy_limit_shared, "block");
    page_row_with(page, "Waves of blocks", COUNTER_waves_per_sm, "grid / resident on all SMs");
    text_destroy(&limiter);
    text_destroy(&warps);
}

static void print_instructions(Page *page)
{
    page_section(page, "Instructions");
    page_row(page, "Warp instructions", COUNTER_inst_executed);
    page_row(page, "Thread instructions", COUNTER_thread_inst_executed);
    page_row_with(page, "Active threads", COUNTER_threads_per_inst, "of 32 per instruction");
    page_row_with(page, "  not predicated off", COUNTER_threads_on_per_inst,
                  "of 32 per instruction");
    page_row(page, "Instructions per warp", COUNTER_inst_per_warp);
#define TENSOR(id, name, ...) page_row_if_any(page, "Tensor cores, " name, COUNTER_tensor_##id);
#include "sim/observe/tensor.def"
#undef TENSOR
}

static void print_divergence(Page *page)
{
    page_section(page, "Divergence");
    page_row_with(page, "Branches", COUNTER_branch_targets, "executed by a warp");
    page_row_with(page, "  divergent", COUNTER_branch_divergent, "threads went both ways");
    page_row(page, "Branch efficiency", COUNTER_branch_efficiency);
    page_row_if_any(page, "Block barriers", COUNTER_inst_barrier);
    page_row_if_any(page, "Warp shuffles", COUNTER_inst_shuffle);
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
    if (page_value(page, COUNTER_shared_requests) <= 0) {
        return;
    }
    page_head(page, "Shared memory",
              (const char *const[4]){"requests", "wavefronts", "ideal", "excess"});
    for (int i = 0; i < 4; i++) {
        page_cells(page, labels[i], rows[i]);
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
    if (page_value(page, COUNTER_global_requests) <= 0) {
        return;
    }
    page_head(page, "Global memory",
              (const char *const[4]){"requests", "sectors", "ideal", "excess"});
    for (int i = 0; i < 5; i++) {
        page_cells(page, labels[i], rows[i]);
    }
    page_row(page, "Bytes used of those loaded", COUNTER_global_ld_efficiency);
    page_row(page, "Bytes used of those stored", COUNTER_global_st_efficiency);
}

static void print_bulk(Page *page)
{
    static const CounterId rows[][4] = {
        {COUNTER_bulk_ld, COUNTER_bulk_ld_copies, COUNTER_bulk_ld_sectors, COUNTER_bulk_ld_bytes},
        {COUNTER_bulk_st, COUNTER_bulk_st_copies, COUNTER_bulk_st_sectors, COUNTER_bulk_st_bytes},
        {COUNTER_bulk_red, COUNTER_bulk_red_copies, COUNTER_bulk_red_sectors,
         COUNTER_bulk_red_bytes}};
    static const char *const labels[] = {"load", "store", "reduction"};
    if (page_value(page, COUNTER_bulk_copies) <= 0) {
        return;
    }
    page_head(page, "Bulk copies (TMA)",
              (const char *const[4]){"instructions", "copies", "sectors", "bytes"});
    for (int i = 0; i < 3; i++) {
        page_cells(page, labels[i], rows[i]);
    }
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
    page_head(page, "Transactions",
              (const char *const[4]){"all", "32 bytes", "64 bytes", "128 bytes"});
    page_cells(page, "load", rows[0]);
    page_cells(page, "store", rows[1]);
    if (counters->is_known[COUNTER_gld_coherent]) {
        page_head(page, "Half-warps", (const char *const[4]){"coalesced", "not", "", ""});
        page_cells(page, "load", rows[2]);
        page_cells(page, "store", rows[3]);
    }
}

static void print_other_memory(Page *page)
{
    if (page_value(page, COUNTER_local_ld_requests) + page_value(page, COUNTER_local_st_requests) >
        0) {
        page_section(page, "Local memory");
        page_row(page, "Load requests", COUNTER_local_ld_requests);
        page_row(page, "Load sectors", COUNTER_local_ld_sectors);
        page_row(page, "Store requests", COUNTER_local_st_requests);
        page_row(page, "Store sectors", COUNTER_local_st_sectors);
    }
    if (page_value(page, COUNTER_constant_requests) > 0) {
        page_section(page, "Constant memory");
        page_row(page, "Requests", COUNTER_constant_requests);
        page_row_with(page, "Different addresses", COUNTER_constant_words,
                      "served one after another");
    }
    if (page_value(page, COUNTER_texture_requests) > 0) {
        page_section(page, "Textures");
        page_row(page, "Requests", COUNTER_texture_requests);
        page_row(page, "Cache hits", COUNTER_texture_hits);
        page_row(page, "Cache misses", COUNTER_texture_misses);
    }
    if (page_value(page, COUNTER_surface_ld) + page_value(page, COUNTER_surface_st) +
            page_value(page, COUNTER_surface_red) >
        0) {
        page_section(page, "Surfaces");
        page_row(page, "Load requests", COUNTER_surface_ld_requests);
        page_row(page, "Load sectors", COUNTER_surface_ld_sectors);
        page_row(page, "Store requests", COUNTER_surface_st_requests);
        page_row(page, "Store sectors", COUNTER_surface_st_sectors);
        page_row(page, "Reduction requests", COUNTER_surface_red_requests);
        page_row(page, "Reduction sectors", COUNTER_surface_red_sectors);
    }
}

static void print_title(Page *page)
{
    const LaunchRecord *record = page->launch->record;
    uint32_t capability = record->gpu->compute_capability;
    text_printf(page->out, page->is_colored ? "\033[1m%s\033[0m" : "%s", page->launch->name);
    text_printf(page->out, " " TEXT_EXTENT "x" TEXT_EXTENT "%s, %s, CC %u.%u\n",
                TEXT_XYZ(record->grid), TEXT_XYZ(record->block), page->launch->tag,
                record->gpu->title, capability / 10, capability % 10);
    if (page->launch->before != NULL) {
        text_printf(page->out, "  Changes since launch #%u of %s\n", page->launch->before->id,
                    page->launch->before->file);
    }
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
    if (page->launch->beyond != NULL) {
        text_printf(page->out, "  %s\n", page->launch->beyond);
    }
    if (page->launch->fault != NULL) {
        text_printf(page->out, "  %s\n  The counts cover the time before.\n", page->launch->fault);
    }
    if (record->is_repetition) {
        text_printf(page->out,
                    "  Did not run: it found the parameters and the memory of launch %u, whose "
                    "results these are (--run-every-launch).\n",
                    record->repeated);
    }
    print_launch(page);
    print_occupancy(page);
    print_instructions(page);
    print_divergence(page);
    print_shared(page);
    print_global(page);
    print_bulk(page);
    print_transactions(page);
    print_other_memory(page);
    page_print_time(page);
}

void report_print_details(const Report *report, bool is_colored, Text *out)
{
    family_print(report, is_colored, out);
    if (report->count > 1) {
        report_print_launches(report, out);
        text_put(out, "\n");
    }
    for (uint32_t i = 0; i < report->count; i++) {
        Report one = {.gpu = report->gpu, .launches = &report->launches[i], .count = 1};
        Page page = {&report->launches[i], is_colored, out};
        text_put(out, i > 0 ? "\n" : "");
        print_launch_page(&page);
        Text findings = {0};
        report_print_findings(&one, is_colored, &findings);
        if (findings.size_bytes > 0) {
            text_printf(out, "\n%s", text_string(&findings));
        }
        text_destroy(&findings);
    }
}

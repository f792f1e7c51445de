// SPDX-License-Identifier: Apache-2.0
// Counters as the profiler of the GPU's time wrote them: the text profiler's log for cc 1.x
// (COMPUTE_PROFILE=1), nvprof's table for cc 2.x to 6.x, ncu's for later ones. The old profilers
// sampled one SM or TPC; these are the counts of all of them. Times are left out: a counts run has
// none.
#include "sim/report/number.h"
#include "sim/report/print.h"

static void put_log_value(Text *out, const char *name, size_t size_bytes, const char *value)
{
    text_printf(out, " %.*s=[ %s ]", (int)size_bytes, name, value);
}

static void print_log(const Report *report, CounterNaming naming, Text *out)
{
    text_printf(out, "# CUDA_PROFILE_LOG_VERSION 2.0\n# CUDA_DEVICE 0 %s\n", report->gpu->title);
    for (uint32_t i = 0; i < report->count; i++) {
        const ReportLaunch *launch = &report->launches[i];
        char number[NUMBER_MAX];
        if (!launch->has_run) {
            text_printf(out, "# %s: %s\n", launch->record->kernel,
                        launch->record->refusal == NULL ? "refused" : launch->record->refusal);
            continue;
        }
        text_printf(out, "method=[ %s ] occupancy=[ %.3f ]", launch->record->kernel,
                    launch->counters.value[COUNTER_occupancy_fraction]);
        for (uint32_t id = 0; id < COUNTER_COUNT; id++) {
            size_t size_bytes;
            const char *name = counter_name((CounterId)id, naming, &size_bytes);
            if (name != NULL && id != COUNTER_occupancy_fraction && launch->counters.is_known[id]) {
                put_log_value(out, name, size_bytes,
                              number_plain(launch->counters.value[id], number));
            }
        }
        text_put(out, "\n");
    }
}

static void print_table(const Report *report, CounterNaming naming, Text *out)
{
    text_printf(out, "Device \"%s (0)\"\n", report->gpu->title);
    for (uint32_t i = 0; i < report->count; i++) {
        const ReportLaunch *launch = &report->launches[i];
        text_printf(out, "    Kernel: %s\n", launch->name);
        for (uint32_t id = 0; id < COUNTER_COUNT && launch->has_run; id++) {
            size_t size_bytes;
            const char *name = counter_name((CounterId)id, naming, &size_bytes);
            char number[NUMBER_MAX];
            if (name != NULL && launch->counters.is_known[id]) {
                text_printf(out, "        %-64.*s %20s  %s\n", (int)size_bytes, name,
                            number_grouped(launch->counters.value[id], number),
                            counter_info[id].doc);
            }
        }
    }
}

void report_print_legacy(const Report *report, Text *out)
{
    if (report->gpu == NULL) {
        return;
    }
    CounterNaming naming = counter_naming_of(report->gpu);
    if (naming == NAMING_G80 || naming == NAMING_GT200) {
        print_log(report, naming, out);
    } else {
        print_table(report, naming, out);
    }
}

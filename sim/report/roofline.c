// SPDX-License-Identifier: Apache-2.0
#include "sim/report/roofline.h"

// A multiply-add is two operations.
static const double OPERATIONS_PER_RESULT = 2;

uint32_t roofline(const CounterSet *counters, const Gpu *gpu, Roofline lines[ROOFLINE_MAX])
{
    const struct {
        const char *name;
        CounterId intensity, rate;
        double results; // per cycle of an SM
    } precisions[ROOFLINE_MAX] = {
        {"single", COUNTER_flop_sp_intensity, COUNTER_flop_sp_rate, gpu->rate_fp32},
        {"double", COUNTER_flop_dp_intensity, COUNTER_flop_dp_rate, gpu->rate_fp64}};
    uint32_t count = 0;
    for (int i = 0; i < ROOFLINE_MAX; i++) {
        CounterId id = precisions[i].intensity;
        if (!counters->is_known[id] || counters->value[id] <= 0 || precisions[i].results <= 0) {
            continue;
        }
        Roofline *line = &lines[count++];
        line->precision = precisions[i].name;
        line->peak_gflops =
            precisions[i].results * OPERATIONS_PER_RESULT * gpu->sm_count * gpu->sm_clock_mhz / 1e3;
        line->ridge = line->peak_gflops / gpu->memory_gbs;
        line->intensity = counters->value[id];
        line->gflops = counters->value[precisions[i].rate] / 1e9;
        double memory = line->intensity * gpu->memory_gbs;
        line->attainable_gflops = memory < line->peak_gflops ? memory : line->peak_gflops;
    }
    return count;
}

// SPDX-License-Identifier: Apache-2.0
#include "sim/report/roofline.h"

// A multiply-add is two operations.
static const double OPERATIONS_PER_RESULT = 2;

typedef struct Precision {
    const char *name;
    CounterId intensity, rate;
    double results; // per cycle of an SM
} Precision;

// Products of 16-bit elements per cycle of an SM, as its fastest instruction makes them.
static double tensor_rate(const Gpu *gpu)
{
    bool has_groups = gpu->compute_capability == 90; // wgmma
    if (gpu->compute_capability / 10 == 10) {        // tcgen05
        return gpu->rate_tensor_memory;
    }
    return has_groups && gpu->rate_tensor_group > gpu->rate_tensor ? gpu->rate_tensor_group
                                                                   : gpu->rate_tensor;
}

static double results_of_tensor(const Gpu *gpu, TensorType type)
{
    static const uint8_t bits[TENSOR_TYPE_COUNT] = {
#define TENSOR(id, name, bits, ...) bits,
#include "sim/observe/tensor.def"
#undef TENSOR
    };
    return type == TENSOR_fp64 ? gpu->rate_tensor_fp64 : tensor_rate(gpu) * 16 / bits[type];
}

// By how much more a launch can do in the same time because sparse products skip zeros.
static double skipping(const CounterSet *counters)
{
    double all = 0, skipped = counters->value[COUNTER_tensor_skipped];
#define TENSOR(id, ...) all += counters->value[COUNTER_tensor_##id];
#include "sim/observe/tensor.def"
#undef TENSOR
    return all > skipped ? all / (all - skipped) : 1;
}

static bool is_known(const Precision *precision, const CounterSet *counters)
{
    CounterId id = precision->intensity;
    return counters->is_known[id] && counters->value[id] > 0 && precision->results > 0;
}

static Roofline line_of(const Precision *precision, const CounterSet *counters, const Gpu *gpu)
{
    double peak =
        precision->results * OPERATIONS_PER_RESULT * gpu->sm_count * gpu->sm_clock_mhz / 1e3;
    double intensity = counters->value[precision->intensity];
    double memory = intensity * gpu->memory_gbs;
    return (Roofline){.precision = precision->name,
                      .intensity = intensity,
                      .ridge = peak / gpu->memory_gbs,
                      .gflops = counters->value[precision->rate] / 1e9,
                      .attainable_gflops = memory < peak ? memory : peak,
                      .peak_gflops = peak};
}

uint32_t roofline(const CounterSet *counters, const Gpu *gpu, Roofline lines[ROOFLINE_MAX])
{
    double more = skipping(counters);
    const Precision precisions[ROOFLINE_MAX] = {
        {"single", COUNTER_flop_sp_intensity, COUNTER_flop_sp_rate, gpu->rate_fp32},
        {"double", COUNTER_flop_dp_intensity, COUNTER_flop_dp_rate, gpu->rate_fp64},
#define TENSOR(id, name, ...)                                                                      \
    {name " tensor", COUNTER_tensor_##id##_intensity, COUNTER_tensor_##id##_rate,                  \
     more * results_of_tensor(gpu, TENSOR_##id)},
#include "sim/observe/tensor.def"
#undef TENSOR
    };
    uint32_t count = 0;
    for (int i = 0; i < ROOFLINE_MAX; i++) {
        if (is_known(&precisions[i], counters)) {
            lines[count++] = line_of(&precisions[i], counters, gpu);
        }
    }
    return count;
}

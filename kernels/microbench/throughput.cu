// SPDX-License-Identifier: Apache-2.0
// Throughput of arithmetic on one SM, against the warps on it and the independent chains of each.
#include "operations.h"
#include "throughput.h"

const int BODY_STEPS = 64; // of all chains together

template <typename Operation, int CHAINS>
__global__ void __launch_bounds__(1024, 2)
    chains(Span *spans, typename Operation::Value *result, int rounds, typename Operation::Value y,
           typename Operation::Value z)
{
    typename Operation::Value x[CHAINS];
#pragma unroll
    for (int c = 0; c < CHAINS; c++)
        x[c] = y * (typename Operation::Value)(threadIdx.x + (unsigned)c); // nothing known of it
    time_rounds(spans, rounds, [&]() {
#pragma unroll
        for (int i = 0; i < BODY_STEPS / CHAINS; i++) {
#pragma unroll
            for (int c = 0; c < CHAINS; c++)
                Operation::step(x[c], y, z);
        }
    });
#pragma unroll
    for (int c = 1; c < CHAINS; c++)
        x[0] += x[c];
    result[blockIdx.x * blockDim.x + threadIdx.x] = x[0];
}

// Returns results per cycle with as many warps and chains as help most.
template <typename Operation, int CHAINS> static double throughput()
{
    typedef typename Operation::Value Value;
    double most = 0;
    int rounds = machine.is_quick ? 2 : 48;
    for (int warps : warp_counts()) {
        Shape shape(warps);
        Buffer<Span> spans(shape.warps());
        Buffer<Value> result(32 * shape.warps());
        chains<Operation, CHAINS>
            <<<shape.blocks, shape.threads>>>(spans.data, result.data, rounds, (Value)3, (Value)5);
        double lanes = 32 * BODY_STEPS * warp_rounds_per_cycle(spans.fetch(), rounds);
        row("throughput",
            text("op=%s instructions=%d warps=%d ilp=%d", Operation::label(),
                 Operation::instructions, warps, CHAINS),
            lanes, "lanes/cycle");
        most = std::max(most, lanes);
    }
    return most;
}

template <typename Operation> static double best()
{
    double most = std::max(throughput<Operation, 1>(), throughput<Operation, 2>());
    return std::max(most, throughput<Operation, 4>());
}

// The rate of one instruction for the keys; several instructions of a step share their time.
void measure_throughput()
{
#define OPERATION(name, label, type, letter, instructions, assembly)                               \
    double name##_rate = best<name>();
#include "operations.def"
#undef OPERATION
    key("rate_fp32", FloatFma_rate, "per cycle");
    key("rate_fp64", DoubleFma_rate, "per cycle");
    key("rate_fp16", 2 * HalfFma_rate, "per cycle");
    key("rate_sfu", Exponential_rate, "per cycle");
    key("rate_int_add", 2 * IntAdd3Xor_rate, "per cycle");
    key("rate_int_compare", 2 * IntMinMax_rate, "per cycle");
    key("rate_int_mul", IntMad_rate, "per cycle");
    key("rate_shift", Shift_rate, "per cycle");
    key("rate_logic", 2 * IntAdd3Xor_rate, "per cycle");
    key("rate_popc", Population_rate, "per cycle");
    key("rate_shuffle", ShuffleButterfly_rate, "per cycle");
    key("rate_convert_narrow", 2 * SignExtendAdd_rate, "per cycle");
    key("rate_convert_wide", 2 * IntDoubleInt_rate, "per cycle");
}

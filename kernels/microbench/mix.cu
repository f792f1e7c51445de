// SPDX-License-Identifier: Apache-2.0
// What issues together: two kinds of arithmetic side by side in every warp, two chains of each.
// Where their pipes are apart, a step of both takes as long as the slower one alone.
#include "operations.h"
#include "throughput.h"

const int PAIRS = 16; // of steps of each chain in the body

template <typename First, typename Second>
__global__ void __launch_bounds__(1024, 2)
    pair(Span *spans, double *result, int rounds, int three, int five)
{
    typedef typename First::Value A;
    typedef typename Second::Value B;
    A ay = (A)three, az = (A)five, a[2] = {ay * (A)threadIdx.x, az * (A)threadIdx.x};
    B by = (B)three, bz = (B)five, b[2] = {by * (B)threadIdx.x, bz * (B)threadIdx.x};
    time_rounds(spans, rounds, [&]() {
#pragma unroll
        for (int i = 0; i < PAIRS; i++) {
#pragma unroll
            for (int c = 0; c < 2; c++) {
                First::step(a[c], ay, az);
                Second::step(b[c], by, bz);
            }
        }
    });
    result[blockIdx.x * blockDim.x + threadIdx.x] =
        (double)a[0] + (double)a[1] + (double)b[0] + (double)b[1];
}

template <typename First, typename Second> static void mix()
{
    int rounds = machine.is_quick ? 2 : 48;
    for (int warps : warp_counts()) {
        Shape shape(warps);
        Buffer<Span> spans(shape.warps());
        Buffer<double> result(32 * shape.warps());
        pair<First, Second><<<shape.blocks, shape.threads>>>(spans.data, result.data, rounds, 3, 5);
        row("mix",
            text("first=%s second=%s warps=%d ilp=2", First::label(), Second::label(), warps),
            32 * 2 * PAIRS * warp_rounds_per_cycle(spans.fetch(), rounds), "lanes of each/cycle");
    }
}

void measure_mix()
{
    mix<FloatFma, Permute>();
    mix<FloatFma, IntMad>();
    mix<FloatFma, DoubleFma>();
    mix<FloatFma, HalfFma>();
    mix<FloatFma, Exponential>();
    mix<FloatFma, ShuffleButterfly>();
    mix<FloatFma, FloatAdd>();
    mix<Permute, IntMad>();
    mix<Permute, Population>();
    mix<Permute, HalfFma>();
    mix<IntAddXor, IntMad>();
    mix<Exponential, Population>();
    mix<Exponential, DoubleFma>();
    mix<Exponential, ShuffleButterfly>();
    mix<IntMultiplyWide, FloatFma>();
}

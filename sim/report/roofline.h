// SPDX-License-Identifier: Apache-2.0
// The place of a launch under its GPU's roofline: operations for each byte of device memory,
// and what the GPU could do with so many (Williams, Waterman, Patterson: Roofline, CACM 52(4),
// 2009).
#ifndef LOCKSTEP_REPORT_ROOFLINE_H
#define LOCKSTEP_REPORT_ROOFLINE_H

#include "sim/observe/counters.h"
#include "sim/observe/flops.h"

typedef struct Roofline {
    const char *precision;    // "single", "fp16 tensor"
    double intensity;         // flop/byte
    double ridge;             // flop/byte from which on arithmetic is the limit
    double gflops;            // 10^9 operations a second
    double attainable_gflops; // at this intensity: the roof over it
    double peak_gflops;
} Roofline;

// Single, double, and the types of tensor.def.
enum { ROOFLINE_MAX = 2 + TENSOR_TYPE_COUNT };

// One for each precision in which the launch computes, at most ROOFLINE_MAX; returns how many. None
// without a clock or without traffic of device memory. Tensor cores have one for each type that
// they multiply, whose roof is the GPU's for dense products, raised by what sparse ones skip.
uint32_t roofline(const CounterSet *counters, const Gpu *gpu, Roofline lines[ROOFLINE_MAX]);

#endif

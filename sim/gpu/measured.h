// SPDX-License-Identifier: Apache-2.0
// A .gpu file out of a run of the microbenchmark (kernels/microbench), so that the GPU at hand can
// be modeled. Values that the microbenchmark does not measure come from the most similar preset.
#ifndef LOCKSTEP_GPU_MEASURED_H
#define LOCKSTEP_GPU_MEASURED_H

#include "sim/gpu/gpu.h"

// Reads the microbenchmark's output and writes the text of a .gpu file that gpu_parse() takes, each
// value with the row it comes from. base: the preset to start from; NULL: that of the same name, or
// else the newest one of the nearest compute capability that is not higher. False when the output
// cannot be used: every mistake is in `diagnostics` with its line. A value out of a key's range is
// left out, with a warning.
bool gpu_from_microbench(const char *text, size_t size_bytes, const char *file_name,
                         const Gpu *base, Text *out, Diagnostics *diagnostics);

#endif

// SPDX-License-Identifier: Apache-2.0
// Host code that clang compiles calls the OpenMP runtime of LLVM.
#include <cub/nothing.cuh>

#include "threads_openmp.cu"

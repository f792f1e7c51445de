// SPDX-License-Identifier: Apache-2.0
// The structures with which programs describe pitched memory and volumes to their kernels, as in driver_types.h.
// As with nvcc, the functions that make them belong to the host.
#pragma once

struct cudaPitchedPtr {
    void *ptr;
    size_t pitch, xsize, ysize;
};
struct cudaExtent {
    size_t width, height, depth;
};
struct cudaPos {
    size_t x, y, z;
};
__host__ cudaPitchedPtr make_cudaPitchedPtr(void *address, size_t pitch, size_t width, size_t height);
__host__ cudaExtent make_cudaExtent(size_t width, size_t height, size_t depth);
__host__ cudaPos make_cudaPos(size_t x, size_t y, size_t z);

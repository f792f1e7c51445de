// SPDX-License-Identifier: Apache-2.0
struct Point { float x, y; };
__device__ int size_of(int a) { return a; }
__device__ int size_of(float *a) { return a != nullptr; }
__global__ void k(Point p, int *out)
{
    out[0] = size_of(p);
}

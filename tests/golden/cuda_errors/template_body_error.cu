// SPDX-License-Identifier: Apache-2.0
template <typename T> __device__ T total(T a)
{
    return a.sum();
}
struct Numbers { int n; __device__ int sum() const { return n; } };
__global__ void k(float *a)
{
    a[0] = total(a[1]);
}

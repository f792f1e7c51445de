// SPDX-License-Identifier: Apache-2.0
template <typename T> __device__ T larger(T a, T b) { return a > b ? a : b; }
template <int N> __device__ int times(int a) { return N * a; }
__global__ void k(float *a, int n)
{
    a[0] = larger(a[1], 2);
    a[1] = times<n>(3);
    a[2] = times(3);
    a[3] = larger<float, float, float>(1, 2);
}

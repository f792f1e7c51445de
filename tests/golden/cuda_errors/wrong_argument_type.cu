// SPDX-License-Identifier: Apache-2.0
struct Point { float x, y; };
__device__ float length(const Point &p) { return sqrtf(p.x * p.x + p.y * p.y); }
__device__ void fill(float *to, int n) { to[n] = 0; }
__global__ void k(float *a, int *n)
{
    a[0] = length(a[1]);
    fill(n, 3);
    fill(a, n);
}

// SPDX-License-Identifier: Apache-2.0
// State spaces and vectors: constants, read-only loads, cache hints, local arrays, by-value structures.
struct Big { float4 v[4]; int n; char tail; };
struct __attribute__((packed)) Packed { char c; float *p; int (*f)(int); };
__constant__ float table[64];
__constant__ Big constant_big;
__device__ int counter = 7;
__device__ float grid[3][5] = {{1, 2}, {3}};
__managed__ int managed_value;
__device__ int twice(int a) { return 2 * a; }
__device__ Packed packed = {'x', &grid[1][2], twice};
__device__ const char *names[] = {"one", "two", "three"};
__device__ int (*functions[2])(int) = {twice, twice};
__global__ void vectors(float4 *a, const float2 *__restrict__ b, uchar4 *c, longlong2 *d, Big big)
{
    int i = threadIdx.x;
    float4 v = a[i];
    float2 w = __ldg(b + i);
    v.x += w.x * table[i] + constant_big.v[i & 3].y + big.v[i & 3].z;
    a[i] = v;
    c[i].y = (unsigned char)(c[i].x + big.tail);
    d[i].x += d[i].y + counter + managed_value;
    __stcs(&a[i + 1], __ldcg(&a[i + 2]));
    __stwt(&a[i + 3], __ldcs(&a[i + 4]));
}
__global__ void local_array(int *out, int n)
{
    int buffer[40];
    for (int i = 0; i < 40; i++) buffer[i] = i * n;
    int s = 0;
    for (int i = 0; i < n; i++) s += buffer[(i * 7 + n) % 40];
    out[threadIdx.x] = s + packed.f(n) + names[n][0] + functions[n & 1](n) + (int)*packed.p;
}

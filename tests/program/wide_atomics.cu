// atomicAdd of float2 and float4, and atomicExch and atomicCAS of 16 bytes: compute capability 9.0.
#include <cstdio>

struct alignas(16) Entry {
    unsigned long long key, value;
};

__device__ float2 pair;
__device__ float4 quad;
__device__ Entry first, second;
__device__ float seen;
__device__ unsigned long long taken;

__global__ void add()
{
    float2 old = atomicAdd(&pair, make_float2(1, threadIdx.x));
    atomicAdd(&quad, make_float4(1, 2, 3, threadIdx.x));
    atomicAdd_block(&quad, make_float4(0, 0, 0, 1));
    if (old.x == 63)
        seen = old.x + old.y;
}

// Each thread replaces the entry once; the key counts the replacements.
__global__ void replace()
{
    Entry old = first, before;
    do {
        before = old;
        Entry next = {before.key + 1, before.value + threadIdx.x};
        old = atomicCAS(&first, before, next);
    } while (old.key != before.key || old.value != before.value);
    Entry mine = {threadIdx.x + 1u, 2 * (threadIdx.x + 1ull)};
    Entry other = atomicExch(&second, mine);
    atomicAdd(&taken, other.value == 2 * other.key ? other.key : 1000000);
}

int main()
{
    add<<<1, 64>>>();
    replace<<<2, 64>>>();
    float2 p;
    float4 q;
    Entry e, last;
    float s;
    unsigned long long t;
    cudaMemcpyFromSymbol(&p, pair, sizeof p);
    cudaMemcpyFromSymbol(&q, quad, sizeof q);
    cudaMemcpyFromSymbol(&e, first, sizeof e);
    cudaMemcpyFromSymbol(&last, second, sizeof last);
    cudaMemcpyFromSymbol(&s, seen, sizeof s);
    cudaMemcpyFromSymbol(&t, taken, sizeof t);
    printf("%g %g, %g %g %g %g, %llu %llu, %llu, %g, %s\n", p.x, p.y, q.x, q.y, q.z, q.w, e.key, e.value,
           t + last.key, s, cudaGetErrorName(cudaDeviceSynchronize()));
}

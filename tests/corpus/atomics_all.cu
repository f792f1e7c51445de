// SPDX-License-Identifier: Apache-2.0
// Every atomic, on global and on shared memory, for every type it has, with results that no order changes;
// loops of compare-and-swap for a largest double, a smallest float and a product; block and system scopes.
#include "corpus.h"
#include <float.h>

typedef unsigned long long u64;

struct Results {
    int add, sub, smallest, largest, band, bor, bxor;
    unsigned uadd, umin, umax, inc, dec, uand, uor, uxor, exchanged;
    long long lmin, lmax;
    u64 ladd, ulmin, ulmax, land, lor, lxor;
    float fadd, fmin;
    double dadd, dmax, dmax2;
    unsigned product;
    unsigned short half;
};

__device__ double atomic_max(double *address, double value)
{
    u64 *bits = (u64 *)address, old = *bits, assumed;
    do {
        assumed = old;
        if (__longlong_as_double((long long)assumed) >= value)
            break;
        old = atomicCAS(bits, assumed, (u64)__double_as_longlong(value));
    } while (assumed != old);
    return __longlong_as_double((long long)old);
}

__device__ void atomic_min(float *address, float value)
{
    int *bits = (int *)address;
    int old = *bits;
    while (value < __int_as_float(old)) {
        int seen = atomicCAS(bits, old, __float_as_int(value));
        if (seen == old)
            break;
        old = seen;
    }
}

__device__ void atomic_multiply(unsigned *address, unsigned value)
{
    unsigned old = *address, assumed;
    do {
        assumed = old;
        old = atomicCAS(address, assumed, assumed * value);
    } while (assumed != old);
}

__device__ void update(Results *r, unsigned v, int i)
{
    int s = (int)v - (1 << 23);
    u64 w = (u64)v << 24 | (v ^ 0x55u);
    atomicAdd(&r->add, s);
    atomicSub(&r->sub, s);
    atomicMin(&r->smallest, s);
    atomicMax(&r->largest, s);
    atomicAnd(&r->band, s | 0x100);
    atomicOr(&r->bor, s & 0x0ff0);
    atomicXor(&r->bxor, s);
    atomicAdd(&r->uadd, v);
    atomicMin(&r->umin, v);
    atomicMax(&r->umax, v);
    atomicInc(&r->inc, 1000u);
    atomicDec(&r->dec, 777u);
    atomicAnd(&r->uand, v | 0xff00u);
    atomicOr(&r->uor, v & 0xf0u);
    atomicXor(&r->uxor, v * 3u);
    atomicExch(&r->exchanged, 4242u);
    atomicMin(&r->lmin, (long long)s * 1073741824);
    atomicMax(&r->lmax, (long long)s * 1073741824);
    atomicAdd(&r->ladd, w);
    atomicMin(&r->ulmin, w);
    atomicMax(&r->ulmax, w);
    atomicAnd(&r->land, w | 0xf0000ull);
    atomicOr(&r->lor, w & 0xff00ff00ull);
    atomicXor(&r->lxor, w);
    atomicAdd(&r->fadd, (float)(v & 31)); // whole numbers: every order gives the same
    atomicAdd(&r->dadd, (double)v);
    atomic_min(&r->fmin, (float)s * 0.5f);
    atomic_max(&r->dmax, (double)s * 0.25);
    atomic_max(&r->dmax2, -1.0 / (double)(v | 1));
    if (i % 16 == 0)
        atomic_multiply(&r->product, v | 1);
    atomicCAS(&r->half, (unsigned short)7, (unsigned short)9);
}

__global__ void global_atomics(const unsigned *in, Results *results, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        update(results, in[i], i);
}

__global__ void shared_atomics(const unsigned *in, Results *results, const Results *start)
{
    __shared__ Results mine;
    if (threadIdx.x == 0)
        mine = *start;
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    update(&mine, in[i], i);
    __syncthreads();
    if (threadIdx.x == 0)
        results[blockIdx.x] = mine;
}

// Old values: every ticket is given once.
__global__ void tickets(int *counter, int *taken, unsigned *flags, u64 *scoped)
{
    int ticket = atomicAdd(counter, 1);
    taken[ticket] += 1;
    unsigned bit = 1u << (ticket & 31);
    if (atomicOr(&flags[ticket / 32], bit) & bit)
        taken[0] = -1;
    atomicAdd_block(counter + 1, 2);
    atomicAdd_system(counter + 2, 3);
    atomicMax_block(counter + 3, ticket);
    atomicAdd_system(scoped, (u64)ticket);
}

int main()
{
    const int n = 2048;
    Random random(261);
    std::vector<unsigned> in(n);
    for (auto &x : in)
        x = random.next();
    Results start;
    memset(&start, 0, sizeof start);
    start.smallest = 0x7fffffff, start.largest = -0x7fffffff, start.band = -1;
    start.umin = start.uand = ~0u, start.dec = 5, start.lmin = 0x7fffffffffffffffll;
    start.lmax = -start.lmin, start.ulmin = start.land = ~0ull, start.fmin = FLT_MAX;
    start.dmax = start.dmax2 = -DBL_MAX, start.product = 1, start.half = 7;
    unsigned *din = to_device(in);
    Results *dresult = to_device(std::vector<Results>(1, start)), *dstart = to_device(std::vector<Results>(1, start));
    global_atomics<<<n / 128, 128>>>(din, dresult, n);
    auto r = to_host(dresult, 1);
    print_hash("global", r);
    printf("%d %d %d %d %d %d %d\n", r[0].add, r[0].sub, r[0].smallest, r[0].largest, r[0].band, r[0].bor, r[0].bxor);
    printf("%u %u %u %u %u %u %u %u %u\n", r[0].uadd, r[0].umin, r[0].umax, r[0].inc, r[0].dec, r[0].uand, r[0].uor,
           r[0].uxor, r[0].exchanged);
    printf("%lld %lld %llu %llu %llu %llx %llx %llx\n", r[0].lmin, r[0].lmax, r[0].ladd, r[0].ulmin, r[0].ulmax,
           r[0].land, r[0].lor, r[0].lxor);
    printf("%g %g %.17g %.17g %.17g %u %d\n", r[0].fadd, r[0].fmin, r[0].dadd, r[0].dmax, r[0].dmax2, r[0].product,
           r[0].half);
    Results *dblocks = on_device<Results>(16);
    shared_atomics<<<16, 128>>>(din, dblocks, dstart);
    auto blocks = to_host(dblocks, 16);
    unsigned sum = 0;
    int largest = start.largest;
    for (auto &b : blocks) {
        sum += b.uadd;
        largest = b.largest > largest ? b.largest : largest;
        printf("%d %g %.17g %u\n", b.add, b.fmin, b.dmax, b.product);
    }
    printf("blocks together: %d %d\n", sum == r[0].uadd, largest == r[0].largest);
    int *counter = on_device<int>(4), *taken = on_device<int>(n);
    unsigned *flags = on_device<unsigned>(n / 32);
    u64 *scoped = on_device<u64>(1);
    tickets<<<1, 1024>>>(counter, taken, flags, scoped);
    print_hash("counter", counter, 4);
    print_hash("taken", taken, 1024);
    print_hash("flags", flags, n / 32);
    print_hash("scoped", scoped, 1);
    return 0;
}

// SPDX-License-Identifier: Apache-2.0
// How long a warp keeps its slot after its last store or atomic (ncu's drain), and what loads,
// stores and atomics cost that crowd on a few words. Run under ncu with sm__cycles_elapsed.max,
// smsp__average_warp_latency_issue_stalled_drain.ratio and smsp__average_warp_latency.ratio; prints
// a line for each launch. traces/h200/probes/hot_words.csv has both together.
#include <cstdio>
#include <cuda_runtime.h>

__device__ unsigned mixed(unsigned x)
{
    return x * 2654435761u >> 9;
}

// One access, and the end.
struct store_next {
    __device__ void operator()(unsigned i, unsigned, unsigned *out)
    {
        out[i] = i;
    }
};
struct store_random {
    __device__ void operator()(unsigned i, unsigned words, unsigned *out)
    {
        out[mixed(i) & (words - 1)] = i;
    }
};
struct store_by_warp {
    __device__ void operator()(unsigned i, unsigned words, unsigned *out)
    {
        out[mixed(i / 32) & (words - 1)] = i;
    }
};
struct store_next_16 {
    __device__ void operator()(unsigned i, unsigned, unsigned *out)
    {
        ((float4 *)out)[i] = make_float4(i, i, i, i);
    }
};
struct add_next {
    __device__ void operator()(unsigned i, unsigned, unsigned *out)
    {
        atomicAdd(out + i, 1u);
    }
};
struct add_random {
    __device__ void operator()(unsigned i, unsigned words, unsigned *out)
    {
        atomicAdd(out + (mixed(i) & (words - 1)), 1u);
    }
};
struct add_by_warp {
    __device__ void operator()(unsigned i, unsigned words, unsigned *out)
    {
        atomicAdd(out + i / 32 * 8 % words, i);
    }
};
struct add_by_block {
    __device__ void operator()(unsigned i, unsigned words, unsigned *out)
    {
        atomicAdd(out + i / 256 % words, i);
    }
};
struct add_float_random {
    __device__ void operator()(unsigned i, unsigned words, unsigned *out)
    {
        atomicAdd((float *)out + (mixed(i) & (words - 1)), 1.0f);
    }
};
struct max_by_lane {
    __device__ void operator()(unsigned i, unsigned words, unsigned *out)
    {
        atomicMax((int *)out + (i & (words - 1)), int(i));
    }
};

template <typename Access> __global__ void once(unsigned words, unsigned *out)
{
    Access()(blockIdx.x * blockDim.x + threadIdx.x, words, out);
}

template <typename Access> static void run_once(const char *name, unsigned words, unsigned *out)
{
    for (int blocks : {1, 132, 2048}) {
        for (int threads : {32, 256}) {
            once<Access><<<blocks, threads>>>(words, out);
            printf("%s,%u,%d,%d\n", name, words, blocks, threads);
        }
    }
}

// Four accesses each to drawn words.
enum what {
    STORE,
    LOAD_L2,
    LOAD_AND_STORE,
    LOAD_L2_AND_STORE,
    LOAD_AND_STORE_OTHERS,
    CAS_UNREAD,
    LOAD_VOLATILE,
    STORE_LINE,
    EXCHANGE,
    CAS
};

template <what W> __global__ void crowd(unsigned words, unsigned *p)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x, sum = 0;
    for (int round = 0; round < 4; round++) {
        unsigned at = mixed(i * 31 + round * 7919) & (words - 1);
        switch (W) {
        case STORE: p[at] = i; break;
        case LOAD_L2: sum += __ldcg(p + at); break;
        case LOAD_AND_STORE: sum += p[at], p[at] = sum & 1; break;
        case LOAD_L2_AND_STORE: sum += __ldcg(p + at), p[at] = sum & 1; break;
        case LOAD_AND_STORE_OTHERS: sum += p[at], p[mixed(sum + i) & (words - 1)] = 0; break;
        case CAS_UNREAD: atomicCAS(p + at, 5u, i); break;
        case LOAD_VOLATILE: sum += *(volatile unsigned *)(p + at); break;
        case STORE_LINE: p[at & ~31u] = i; break;
        case EXCHANGE: sum += atomicExch(p + at, i); break;
        case CAS: sum += atomicCAS(p + at, sum, i); break;
        }
    }
    if (sum == 12345) {
        p[0] = sum;
    }
}

template <what W> static void run_crowd(const char *name, unsigned *p)
{
    for (unsigned words : {1, 8, 32, 256, 4096, 1 << 20}) {
        crowd<W><<<1024, 256>>>(words, p);
        printf("%s,%u,1024,256\n", name, words);
    }
}

int main()
{
    const unsigned many = 1 << 20;
    unsigned *p;
    cudaMalloc(&p, 1 << 26);
    cudaMemset(p, 0, 1 << 26);
    run_once<store_next>("store_next", 0, p), run_once<store_random>("store_random", many, p);
    run_once<add_next>("add_next", 0, p), run_once<add_random>("add_random", many, p);
    run_once<add_by_warp>("add_by_warp", many, p), run_once<add_by_block>("add_by_block", many, p);
    run_once<store_by_warp>("store_by_warp", many, p),
        run_once<store_next_16>("store_next_16", 0, p);
    run_once<add_float_random>("add_float_random", many, p),
        run_once<max_by_lane>("max_by_lane", 32, p);
    run_once<add_random>("add_few", 256, p);
    cudaMemset(p, 0, 1 << 26);
    run_crowd<STORE>("store", p), run_crowd<LOAD_L2>("load_l2", p),
        run_crowd<LOAD_AND_STORE>("load_and_store", p);
    run_crowd<LOAD_L2_AND_STORE>("load_l2_and_store", p),
        run_crowd<LOAD_AND_STORE_OTHERS>("load_and_store_others", p);
    run_crowd<CAS_UNREAD>("cas_unread", p), run_crowd<LOAD_VOLATILE>("load_volatile", p),
        run_crowd<STORE_LINE>("store_line", p);
    run_crowd<EXCHANGE>("exchange", p), run_crowd<CAS>("cas", p);
    return cudaDeviceSynchronize() != cudaSuccess;
}

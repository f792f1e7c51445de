// SPDX-License-Identifier: Apache-2.0
// Bitonic sort of keys with their values: what fits a block in shared memory, longer strides by steps
// in global memory; a comparator as a function pointer template argument.
#include "corpus.h"

#define SHARED_SIZE_LIMIT 512u

typedef unsigned int uint;

__device__ inline void Comparator(uint &keyA, uint &valA, uint &keyB, uint &valB, uint dir)
{
    uint t;
    if ((keyA > keyB) == dir) {
        t = keyA;
        keyA = keyB;
        keyB = t;
        t = valA;
        valA = valB;
        valB = t;
    }
}

// Sorts pieces of SHARED_SIZE_LIMIT, every second one the other way round.
__global__ void bitonicSortShared(uint *d_Key, uint *d_Val)
{
    __shared__ uint s_key[SHARED_SIZE_LIMIT];
    __shared__ uint s_val[SHARED_SIZE_LIMIT];

    uint first = blockIdx.x * SHARED_SIZE_LIMIT + threadIdx.x;
    s_key[threadIdx.x] = d_Key[first];
    s_val[threadIdx.x] = d_Val[first];
    s_key[threadIdx.x + (SHARED_SIZE_LIMIT / 2)] = d_Key[first + (SHARED_SIZE_LIMIT / 2)];
    s_val[threadIdx.x + (SHARED_SIZE_LIMIT / 2)] = d_Val[first + (SHARED_SIZE_LIMIT / 2)];

    for (uint size = 2; size <= SHARED_SIZE_LIMIT; size <<= 1) {
        uint ddd = size < SHARED_SIZE_LIMIT ? (threadIdx.x & (size / 2)) != 0 : (blockIdx.x & 1);
        for (uint stride = size / 2; stride > 0; stride >>= 1) {
            __syncthreads();
            uint pos = 2 * threadIdx.x - (threadIdx.x & (stride - 1));
            Comparator(s_key[pos], s_val[pos], s_key[pos + stride], s_val[pos + stride], !ddd);
        }
    }

    __syncthreads();
    d_Key[first] = s_key[threadIdx.x];
    d_Val[first] = s_val[threadIdx.x];
    d_Key[first + (SHARED_SIZE_LIMIT / 2)] = s_key[threadIdx.x + (SHARED_SIZE_LIMIT / 2)];
    d_Val[first + (SHARED_SIZE_LIMIT / 2)] = s_val[threadIdx.x + (SHARED_SIZE_LIMIT / 2)];
}

__global__ void bitonicMergeGlobal(uint *d_Key, uint *d_Val, uint size, uint stride, uint dir)
{
    uint global_comparatorI = blockIdx.x * blockDim.x + threadIdx.x;
    uint ddd = dir ^ ((2 * global_comparatorI & size) != 0);
    uint pos = 2 * global_comparatorI - (global_comparatorI & (stride - 1));

    uint keyA = d_Key[pos + 0];
    uint valA = d_Val[pos + 0];
    uint keyB = d_Key[pos + stride];
    uint valB = d_Val[pos + stride];

    Comparator(keyA, valA, keyB, valB, ddd);

    d_Key[pos + 0] = keyA;
    d_Val[pos + 0] = valA;
    d_Key[pos + stride] = keyB;
    d_Val[pos + stride] = valB;
}

template <typename T> __device__ bool ascending(T a, T b)
{
    return a < b;
}

template <typename T> __device__ bool by_last_digit(T a, T b)
{
    return a % 10 != b % 10 ? a % 10 < b % 10 : a < b;
}

// One block sorts n = 2 blockDim.x elements of any type in dynamic shared memory.
template <typename T, bool (*before)(T, T)> __global__ void sort_block(T *data, int n)
{
    extern __shared__ __align__(16) unsigned char bytes[];
    T *s = reinterpret_cast<T *>(bytes);
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        s[i] = data[i];
    __syncthreads();
    for (int k = 2; k <= n; k *= 2) {
        for (int j = k / 2; j > 0; j /= 2) {
            for (int i = threadIdx.x; i < n; i += blockDim.x) {
                const int other = i ^ j;
                if (other > i) {
                    const bool up = (i & k) == 0;
                    if (before(s[other], s[i]) == up) {
                        T swap = s[i];
                        s[i] = s[other];
                        s[other] = swap;
                    }
                }
            }
            __syncthreads();
        }
    }
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        data[i] = s[i];
}

int main()
{
    const uint n = 4096;
    std::vector<uint> keys(n), values(n);
    Random random(17);
    for (uint i = 0; i < n; i++) {
        keys[i] = (random.next() << 12) | i; // no two alike
        values[i] = i;
    }
    uint *d_Key = to_device(keys), *d_Val = to_device(values);

    bitonicSortShared<<<n / SHARED_SIZE_LIMIT, SHARED_SIZE_LIMIT / 2>>>(d_Key, d_Val);
    print_hash("pieces", d_Key, n);
    for (uint size = 2 * SHARED_SIZE_LIMIT; size <= n; size <<= 1)
        for (uint stride = size / 2; stride > 0; stride >>= 1)
            bitonicMergeGlobal<<<n / 512, 256>>>(d_Key, d_Val, size, stride, 1);

    std::vector<uint> sorted = to_host(d_Key, n), moved = to_host(d_Val, n);
    int wrong = 0;
    for (uint i = 0; i < n; i++)
        wrong += (i > 0 && sorted[i - 1] >= sorted[i]) || keys[moved[i]] != sorted[i];
    printf("wrong: %d\n", wrong);
    print_hash("keys", sorted);
    print_hash("values", moved);
    CHECK(cudaFree(d_Key));
    CHECK(cudaFree(d_Val));

    std::vector<long long> wide(256);
    for (size_t i = 0; i < wide.size(); i++)
        wide[i] = ((long long)random.next() << 20) - random.next();
    long long *d_wide = to_device(wide);
    sort_block<long long, ascending<long long>><<<1, 128, 256 * sizeof(long long)>>>(d_wide, 256);
    print_hash("long long", d_wide, 256);
    sort_block<long long, by_last_digit<long long>><<<1, 64, 256 * sizeof(long long)>>>(d_wide, 256);
    print_hash("by last digit", d_wide, 256);
    CHECK(cudaFree(d_wide));
    return 0;
}

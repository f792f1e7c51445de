// SPDX-License-Identifier: Apache-2.0
// The work-efficient exclusive scan of a block, up-sweep and down-sweep, as it first appeared and with
// the indices padded against bank conflicts.
#include <stdio.h>

#include "corpus.h"

#define NUM_BANKS 32
#define LOG_NUM_BANKS 5
#define CONFLICT_FREE_OFFSET(n) ((n) >> LOG_NUM_BANKS)

__global__ void prescan(int *g_odata, int *g_idata, int n)
{
    extern __shared__ int temp[]; // n
    int thid = threadIdx.x;
    int offset = 1;

    g_idata += blockIdx.x * n;
    g_odata += blockIdx.x * n;
    temp[2 * thid] = g_idata[2 * thid];
    temp[2 * thid + 1] = g_idata[2 * thid + 1];

    for (int d = n >> 1; d > 0; d >>= 1) { // build sum in place up the tree
        __syncthreads();
        if (thid < d) {
            int ai = offset * (2 * thid + 1) - 1;
            int bi = offset * (2 * thid + 2) - 1;
            temp[bi] += temp[ai];
        }
        offset *= 2;
    }
    if (thid == 0)
        temp[n - 1] = 0; // clear the last element
    for (int d = 1; d < n; d *= 2) { // traverse down tree & build scan
        offset >>= 1;
        __syncthreads();
        if (thid < d) {
            int ai = offset * (2 * thid + 1) - 1;
            int bi = offset * (2 * thid + 2) - 1;
            int t = temp[ai];
            temp[ai] = temp[bi];
            temp[bi] += t;
        }
    }
    __syncthreads();
    g_odata[2 * thid] = temp[2 * thid];
    g_odata[2 * thid + 1] = temp[2 * thid + 1];
}

__global__ void prescanConflictFree(int *g_odata, int *g_idata, int n)
{
    extern __shared__ int temp[]; // n and its padding
    int thid = threadIdx.x;
    int offset = 1;
    int ai = thid;
    int bi = thid + (n / 2);
    int bankOffsetA = CONFLICT_FREE_OFFSET(ai);
    int bankOffsetB = CONFLICT_FREE_OFFSET(bi);

    g_idata += blockIdx.x * n;
    g_odata += blockIdx.x * n;
    temp[ai + bankOffsetA] = g_idata[ai];
    temp[bi + bankOffsetB] = g_idata[bi];

    for (int d = n >> 1; d > 0; d >>= 1) {
        __syncthreads();
        if (thid < d) {
            int left = offset * (2 * thid + 1) - 1;
            int right = offset * (2 * thid + 2) - 1;
            left += CONFLICT_FREE_OFFSET(left);
            right += CONFLICT_FREE_OFFSET(right);
            temp[right] += temp[left];
        }
        offset *= 2;
    }
    if (thid == 0)
        temp[n - 1 + CONFLICT_FREE_OFFSET(n - 1)] = 0;
    for (int d = 1; d < n; d *= 2) {
        offset >>= 1;
        __syncthreads();
        if (thid < d) {
            int left = offset * (2 * thid + 1) - 1;
            int right = offset * (2 * thid + 2) - 1;
            left += CONFLICT_FREE_OFFSET(left);
            right += CONFLICT_FREE_OFFSET(right);
            int t = temp[left];
            temp[left] = temp[right];
            temp[right] += t;
        }
    }
    __syncthreads();
    g_odata[ai] = temp[ai + bankOffsetA];
    g_odata[bi] = temp[bi + bankOffsetB];
}

int main(void)
{
    const int n = 512, segments = 24;
    int wrong = 0;
    Random random(42);
    std::vector<int> in(n * segments);
    for (size_t i = 0; i < in.size(); i++)
        in[i] = (int)(random.next() % 1000) - 300;

    int *d_in = to_device(in);
    int *d_out = on_device<int>(in.size());
    for (int version = 0; version < 2; version++) {
        CHECK(cudaMemset(d_out, 0xff, in.size() * sizeof(int)));
        if (version == 0)
            prescan<<<segments, n / 2, n * sizeof(int)>>>(d_out, d_in, n);
        else
            prescanConflictFree<<<segments, n / 2, (n + n / NUM_BANKS) * sizeof(int)>>>(d_out, d_in,
                                                                                       n);
        CHECK(cudaDeviceSynchronize());
        std::vector<int> out = to_host(d_out, in.size());
        for (int s = 0; s < segments; s++) {
            int sum = 0;
            for (int i = s * n; i < (s + 1) * n; i++) {
                wrong += out[i] != sum;
                sum += in[i];
            }
        }
        printf("%s: %d wrong\n", version ? "conflict-free" : "plain", wrong);
        print_hash(version ? "conflict-free" : "plain", out);
    }
    cudaFree(d_in);
    cudaFree(d_out);
    return wrong != 0;
}

// SPDX-License-Identifier: Apache-2.0
// What a warp takes after its start until its threads know their index, and then until they have
// sent a store; and how long an SM takes from its first warp's start to its last warp's store.
// Means over all warps, and the median of all SMs. traces/h200/probes/begin.csv has what an H200
// printed.
#include <algorithm>
#include <cstdio>
#include <map>
#include <vector>

__global__ void store(float *p, uint4 *times, int n)
{
    unsigned start, known, sent, sm;
    asm volatile("mov.u32 %0, %%clock;" : "=r"(start)::"memory");
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    asm volatile("mov.u32 %0, %%clock;" : "=r"(known) : "r"(i) : "memory");
    if (i < n)
        p[i] = 1;
    asm volatile("mov.u32 %0, %%clock;" : "=r"(sent)::"memory");
    asm volatile("mov.u32 %0, %%smid;" : "=r"(sm));
    if (threadIdx.x % 32 == 0)
        times[i / 32] = make_uint4(start, known, sent, sm);
}

int main()
{
    uint4 *times;
    float *p;
    cudaMalloc(&times, 16u << 20);
    cudaMalloc(&p, 64u << 20);
    puts("threads,blocks_of_an_sm,run,index,store,span");
    for (int threads : {32, 128, 256, 512, 1024}) {
        for (int blocks : {1, 2, 4, 8, 16}) {
            for (int run = 0; run < 4 && threads * blocks <= 2048; run++) {
                size_t warps = (size_t)132 * blocks * threads / 32; // of the 132 SMs of an H200
                store<<<132 * blocks, threads>>>(p, times, 132 * blocks * threads);
                std::vector<uint4> t(warps);
                cudaMemcpy(t.data(), times, warps * sizeof(uint4), cudaMemcpyDeviceToHost);
                std::map<unsigned, std::pair<unsigned, unsigned>> sms;
                double index = 0, sent = 0;
                for (uint4 &v : t) {
                    auto &s = sms.emplace(v.w, std::make_pair(v.x, v.z)).first->second;
                    s = {std::min(s.first, v.x), std::max(s.second, v.z)};
                    index += v.y - v.x;
                    sent += v.z - v.y;
                }
                std::vector<unsigned> spans;
                for (auto &s : sms)
                    spans.push_back(s.second.second - s.second.first);
                std::sort(spans.begin(), spans.end());
                if (run > 0)
                    printf("%d,%d,%d,%.1f,%.1f,%u\n", threads, blocks, run, index / warps,
                           sent / warps, spans[spans.size() / 2]);
            }
        }
    }
}

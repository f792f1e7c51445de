// SPDX-License-Identifier: Apache-2.0
// When the first blocks of a grid start on an SM: cycles of the k-th block after the SM's first
// one, the tenth, the median and nine tenths of all SMs. traces/h200/probes/starts.csv has what an
// H200 printed.
#include <algorithm>
#include <cstdio>
#include <map>
#include <vector>

__global__ void starts(unsigned *times, int wait)
{
    unsigned t, sm;
    asm volatile("mov.u32 %0, %%clock;" : "=r"(t)::"memory");
    asm volatile("mov.u32 %0, %%smid;" : "=r"(sm));
    unsigned warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    if (threadIdx.x % 32 == 0) {
        times[warp * 4] = t;
        times[warp * 4 + 1] = sm;
        times[warp * 4 + 2] = blockIdx.x;
    }
    while (clock() - t < wait) {
    }
}

int main()
{
    unsigned *times;
    cudaMalloc(&times, 16u << 20);
    puts("threads,run,place,tenth,median,nine_tenths");
    for (int threads : {32, 64, 96, 128, 192, 256, 384, 512, 768, 1024}) {
        int per_sm = std::min(32, 2048 / threads), blocks = 132 * per_sm;
        for (int repeat = 0; repeat < 3; repeat++) {
            starts<<<blocks, threads>>>(times, 20000);
            std::vector<unsigned> t((size_t)blocks * (threads / 32) * 4);
            cudaMemcpy(t.data(), times, t.size() * 4, cudaMemcpyDeviceToHost);
            std::map<unsigned, std::map<unsigned, std::pair<unsigned, unsigned>>> sms;
            for (size_t w = 0; w < t.size() / 4; w++) {
                auto &b = sms[t[w * 4 + 1]][t[w * 4 + 2]];
                if (b.first == 0)
                    b = {t[w * 4], t[w * 4]};
                b.first = std::min(b.first, t[w * 4]);
                b.second = std::max(b.second, t[w * 4]);
            }
            if (repeat == 0)
                continue;
            std::vector<std::vector<unsigned>> kth(64);
            for (auto &s : sms) {
                std::vector<std::pair<unsigned, unsigned>> v;
                for (auto &b : s.second)
                    v.push_back(b.second);
                std::sort(v.begin(), v.end());
                for (size_t i = 0; i < v.size() && i < 64; i++) {
                    kth[i].push_back(v[i].first - v[0].first);
                }
            }
            for (size_t k = 0; k < kth.size() && !kth[k].empty(); k++) {
                std::vector<unsigned> &v = kth[k];
                std::sort(v.begin(), v.end());
                printf("%d,%d,%zu,%u,%u,%u\n", threads, repeat, k, v[v.size() / 10],
                       v[v.size() / 2], v[v.size() * 9 / 10]);
            }
        }
    }
}

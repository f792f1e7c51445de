// SPDX-License-Identifier: Apache-2.0
// Run-length coding: flags, warp-ballot scan, compaction of the starts, and decoding by binary search.
#include <cassert>
#include <cstdio>
#include <iostream>
#include <string>
#include <vector>

#define gpuErrchk(ans) do { cudaError_t e_ = (ans); if (e_) { printf("GPU error %d (%s)\n", (int)e_, cudaGetErrorName(e_)); std::exit(2); } } while (false)

__global__ void mark_starts(const char *in, int n, int *flags)
{
    int i = blockDim.x * blockIdx.x + threadIdx.x;
    if (i < n)
        flags[i] = i == 0 || in[i] != in[i - 1];
}

// Inclusive scan in one block, a tile of blockDim.x at a time.
__global__ void scan_tiles(int *data, int n)
{
    __shared__ int warp_totals[32], carry;
    const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5, warps = blockDim.x >> 5;
    if (threadIdx.x == 0)
        carry = 0;
    __syncthreads();
    for (int base = 0; base < n; base += blockDim.x) {
        int i = base + threadIdx.x, flag = i < n ? data[i] : 0;
        unsigned ballot = __ballot_sync(~0u, flag), upto;
        asm("mov.u32 %0, %%lanemask_le;" : "=r"(upto));
        int v = __popc(ballot & upto);
        if (lane == 31)
            warp_totals[warp] = v;
        __syncthreads();
        if (warp == 0) {
            int t = lane < warps ? warp_totals[lane] : 0;
            for (int d = 1; d < 32; d <<= 1) {
                int up = __shfl_up_sync(~0u, t, d);
                t += lane >= d ? up : 0;
            }
            warp_totals[lane] = t;
        }
        __syncthreads();
        v += carry + (warp ? warp_totals[warp - 1] : 0);
        if (i < n)
            data[i] = v;
        __syncthreads();
        if (threadIdx.x == blockDim.x - 1)
            carry = v;
        __syncthreads();
    }
}

__global__ void scatter(const char *in, int n, const int *scan, int *starts, char *symbols)
{
    int i = blockDim.x * blockIdx.x + threadIdx.x;
    if (i < n && (i == 0 || scan[i] != scan[i - 1])) {
        starts[scan[i] - 1] = i;
        symbols[scan[i] - 1] = in[i];
    }
    if (i == n - 1)
        starts[scan[i]] = n;
}

__global__ void decode(const int *starts, const char *symbols, int runs, char *out, int n)
{
    int i = blockDim.x * blockIdx.x + threadIdx.x;
    if (i >= n)
        return;
    int lo = 0, hi = runs;
    while (hi - lo > 1) {
        int mid = (lo + hi) >> 1;
        (starts[mid] <= i ? lo : hi) = mid;
    }
    out[i] = symbols[lo];
}

int main()
{
    std::string text;
    for (int i = 0; text.size() < 5000; i++)
        text.append(1 + (i * i * 31 + 7 * i) % 23 * (i % 3 != 1), char('a' + (i * 5 + i / 7) % 26));
    const int n = (int)text.size(), block = 256, grid = (n + block - 1) / block;
    char *in, *out, *symbols;
    int *flags, *starts, runs;
    gpuErrchk(cudaMalloc(&in, n));
    gpuErrchk(cudaMalloc(&out, n));
    gpuErrchk(cudaMalloc(&symbols, n));
    gpuErrchk(cudaMalloc(&flags, n * sizeof(int)));
    gpuErrchk(cudaMalloc(&starts, (n + 1) * sizeof(int)));
    gpuErrchk(cudaMemcpy(in, text.data(), n, cudaMemcpyHostToDevice));
    mark_starts<<<grid, block>>>(in, n, flags);
    scan_tiles<<<1, block>>>(flags, n);
    scatter<<<grid, block>>>(in, n, flags, starts, symbols);
    gpuErrchk(cudaMemcpy(&runs, flags + n - 1, sizeof runs, cudaMemcpyDeviceToHost));
    decode<<<grid, block>>>(starts, symbols, runs, out, n);
    std::string back(n, ' ');
    std::vector<int> s(runs + 1);
    std::vector<char> c(runs);
    gpuErrchk(cudaMemcpy(&back[0], out, n, cudaMemcpyDeviceToHost));
    gpuErrchk(cudaMemcpy(s.data(), starts, s.size() * sizeof(int), cudaMemcpyDeviceToHost));
    gpuErrchk(cudaMemcpy(c.data(), symbols, runs, cudaMemcpyDeviceToHost));
    assert(s[0] == 0);
    for (int i = 0; i < 12; i++)
        std::cout << s[i + 1] - s[i] << c[i];
    std::cout << "...\n" << n << " letters, " << runs << " runs, decoded: " << std::boolalpha << (back == text) << std::endl;
    gpuErrchk(cudaFree(in));
    gpuErrchk(cudaFree(out));
    gpuErrchk(cudaFree(symbols));
    gpuErrchk(cudaFree(flags));
    gpuErrchk(cudaFree(starts));
}

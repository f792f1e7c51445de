// SPDX-License-Identifier: Apache-2.0
// Prefix sums: Hillis-Steele and Blelloch in shared memory, by shuffles, three kernels over an array, decoupled look-back
// in one, and sums of segments.
#include "suite.h"

__global__ void hillis_steele(const unsigned *in, unsigned *out)
{
    __shared__ unsigned s[2][512];
    int t = threadIdx.x, from = 0, at = blockIdx.x * 512 + t;
    s[0][t] = in[at];
    __syncthreads();
    for (int step = 1; step < 512; step *= 2) {
        s[1 - from][t] = s[from][t] + (t >= step ? s[from][t - step] : 0);
        from = 1 - from;
        __syncthreads();
    }
    out[at] = s[from][t];
}

__global__ void blelloch(const unsigned *in, unsigned *out)
{
    __shared__ unsigned s[1024];
    int t = threadIdx.x, base = blockIdx.x * 1024, offset = 1;
    s[2 * t] = in[base + 2 * t];
    s[2 * t + 1] = in[base + 2 * t + 1];
    for (int d = 512; d > 0; d /= 2) {
        __syncthreads();
        if (t < d)
            s[offset * (2 * t + 2) - 1] += s[offset * (2 * t + 1) - 1];
        offset *= 2;
    }
    if (t == 0)
        s[1023] = 0;
    for (int d = 1; d < 1024; d *= 2) {
        offset /= 2;
        __syncthreads();
        if (t < d) {
            unsigned left = s[offset * (2 * t + 1) - 1];
            s[offset * (2 * t + 1) - 1] = s[offset * (2 * t + 2) - 1];
            s[offset * (2 * t + 2) - 1] += left;
        }
    }
    __syncthreads();
    out[base + 2 * t] = s[2 * t];
    out[base + 2 * t + 1] = s[2 * t + 1];
}

__device__ unsigned scan_warp(unsigned x)
{
    for (int step = 1; step < 32; step *= 2) {
        unsigned left = __shfl_up_sync(~0u, x, step);
        if (threadIdx.x % 32 >= step)
            x += left;
    }
    return x;
}

// The inclusive sum of each thread's x over the block of up to 1024 threads.
__device__ unsigned scan_block(unsigned x, unsigned *part)
{
    int warp = threadIdx.x / 32;
    x = scan_warp(x);
    if (threadIdx.x % 32 == 31)
        part[warp] = x;
    __syncthreads();
    if (warp == 0) {
        unsigned sum = threadIdx.x < blockDim.x / 32 ? part[threadIdx.x] : 0;
        part[threadIdx.x] = scan_warp(sum);
    }
    __syncthreads();
    return x + (warp ? part[warp - 1] : 0);
}

__global__ void scan_shuffle(const unsigned *in, unsigned *out, unsigned *sums)
{
    __shared__ unsigned part[32];
    int at = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned x = scan_block(in[at], part);
    out[at] = x;
    if (threadIdx.x == blockDim.x - 1)
        sums[blockIdx.x] = x;
}

__global__ void add_sums(unsigned *out, const unsigned *sums)
{
    if (blockIdx.x)
        out[blockIdx.x * blockDim.x + threadIdx.x] += sums[blockIdx.x - 1];
}

// Each block takes a ticket, publishes its sum, and looks back until it meets a block whose prefix is known.
__global__ void look_back(const uint4 *in, uint4 *out, unsigned *ticket, volatile unsigned long long *state)
{
    __shared__ unsigned part[32], block, before;
    if (threadIdx.x == 0)
        block = atomicAdd(ticket, 1);
    __syncthreads();
    int at = block * blockDim.x + threadIdx.x;
    uint4 x = in[at];
    x.y += x.x;
    x.z += x.y;
    x.w += x.z;
    unsigned up_to = scan_block(x.w, part), sum = part[blockDim.x / 32 - 1];
    if (threadIdx.x == 0) {
        unsigned prefix = 0;
        if (block > 0) {
            state[block] = 1ull << 32 | sum;
            for (int i = block - 1; i >= 0;) {
                unsigned long long seen = state[i];
                if (seen >> 32 == 0)
                    continue;
                prefix += unsigned(seen);
                if (seen >> 32 == 2)
                    break;
                i--;
            }
        }
        state[block] = 2ull << 32 | (prefix + sum);
        before = prefix;
    }
    __syncthreads();
    unsigned start = before + up_to - x.w;
    out[at] = make_uint4(x.x + start, x.y + start, x.z + start, x.w + start);
}

// One thread a segment of uneven length.
__global__ void segments_thread(int count, const unsigned *starts, const unsigned *in, unsigned *out)
{
    int s = blockIdx.x * blockDim.x + threadIdx.x;
    if (s >= count)
        return;
    unsigned sum = 0;
    for (unsigned i = starts[s]; i < starts[s + 1]; i++)
        sum += in[i];
    out[s] = sum;
}

__global__ void segments_warp(int count, const unsigned *starts, const unsigned *in, unsigned *out)
{
    int s = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    if (s >= count)
        return;
    unsigned sum = 0;
    for (unsigned i = starts[s] + threadIdx.x % 32; i < starts[s + 1]; i += 32)
        sum += in[i];
    sum = __reduce_add_sync(~0u, sum);
    if (threadIdx.x % 32 == 0)
        out[s] = sum;
}

int main()
{
    const int n = 1 << 20, count = 20000;
    unsigned *in = words(n, 100), *out = zeros<unsigned>(n), *sums = zeros<unsigned>(4096), *ticket = zeros<unsigned>(1);
    unsigned *starts = filled<unsigned>(count + 1, [](unsigned i) { return i * 50 + (i == 0 || i == count ? 0 : hash(i) % 40); });
    unsigned long long *state = zeros<unsigned long long>(4096);
    hillis_steele<<<n / 512, 512>>>(in, out);
    show("hillis_steele", out, n);
    blelloch<<<n / 1024, 512>>>(in, out);
    show("blelloch", out, n);
    scan_shuffle<<<n / 256, 256>>>(in, out, sums);
    show("scan_shuffle 256", out, n);
    scan_shuffle<<<n / 1024, 1024>>>(in, out, sums);
    show("scan_shuffle 1024", out, n);
    scan_shuffle<<<1, 1024>>>(sums, sums, sums + 2048);
    show("scan_shuffle one block", sums, 1024);
    add_sums<<<n / 1024, 1024>>>(out, sums);
    show("add_sums", out, n);
    look_back<<<n / 4 / 128, 128>>>((uint4 *)in, (uint4 *)out, ticket, state);
    show("look_back", out, n);
    segments_thread<<<(count + 127) / 128, 128>>>(count, starts, in, out);
    show("segments_thread", out, count);
    segments_warp<<<(count * 32 + 255) / 256, 256>>>(count, starts, in, out);
    show("segments_warp", out, count);
    return 0;
}

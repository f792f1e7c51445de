// SPDX-License-Identifier: Apache-2.0
// Few warps: chasing pointers through working sets of every size, dependent arithmetic, short and single blocks, a serial
// reduction, Horner's rule, binary searches, and a linked list per thread.
#include "suite.h"

__global__ void chase(int steps, const unsigned *next, unsigned *out)
{
    unsigned at = (blockIdx.x * blockDim.x + threadIdx.x) * 32;
    for (int i = 0; i < steps; i++)
        at = next[at];
    out[blockIdx.x * blockDim.x + threadIdx.x] = at;
}

__global__ void polynomial(int degree, const float *in, float *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float x = in[i], y = 0;
    for (int k = 0; k < degree; k++)
        y = y * x + 0.5f;
    out[i] = y;
}

__global__ void serial_sum(int n, const float *in, float *out)
{
    float sum = 0;
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        sum += in[i];
    out[threadIdx.x] = sum;
}

__global__ void search(int n, const unsigned *sorted, const unsigned *key, unsigned *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, low = 0, high = n;
    while (low < high) {
        int middle = (low + high) >> 1;
        if (sorted[middle] < key[i])
            low = middle + 1;
        else
            high = middle;
    }
    out[i] = low;
}

__global__ void block_barriers(int rounds, unsigned *out)
{
    __shared__ unsigned s[256];
    s[threadIdx.x] = threadIdx.x;
    for (int i = 0; i < rounds; i++) {
        __syncthreads();
        unsigned x = s[(threadIdx.x + 1) % blockDim.x];
        __syncthreads();
        s[threadIdx.x] = x + 1;
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = s[threadIdx.x];
}

__global__ void divide_chain(int steps, unsigned *out)
{
    unsigned x = blockIdx.x * blockDim.x + threadIdx.x + 1000000, y = threadIdx.x % 7 + 3;
    for (int i = 0; i < steps; i++)
        x = x / y * 3 + x % y + 900000;
    out[blockIdx.x * blockDim.x + threadIdx.x] = x;
}

__global__ void greatest_divisor(const unsigned *in, unsigned *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned a = in[i] + 1, b = in[i + 1] + 1;
    while (b) {
        unsigned c = a % b;
        a = b;
        b = c;
    }
    out[i] = a;
}

int main()
{
    unsigned *out = zeros<unsigned>(1 << 16);
    // A cycle through every 128-byte line in an order that looks random (a full-period congruence).
    for (unsigned lines : {256u, 8192u, 131072u, 1u << 20}) {
        unsigned *next = filled<unsigned>(size_t(lines) * 32, [=](unsigned i) { return (i / 32 * 5 + 4099 & lines - 1) * 32; });
        chase<<<1, 1>>>(300, next, out);
        show("chase one thread", out, 1);
        chase<<<4, 64>>>(100, next, out);
        show("chase 4 blocks", out, 256);
        CUDA(cudaFree(next));
    }
    float *in = floats(1 << 20, 1);
    unsigned *key = words(1 << 16, 1u << 20, 2), *sorted = filled<unsigned>(1 << 18, [](unsigned i) { return i * 4; });
    polynomial<<<1, 32>>>(4000, in, (float *)out);
    show("polynomial one warp", (float *)out, 32);
    polynomial<<<132, 96>>>(2000, in, (float *)out);
    show("polynomial 3 warps an SM", (float *)out, 132 * 96);
    serial_sum<<<1, 32>>>(20000, in, (float *)out);
    show("serial_sum 32", (float *)out, 32);
    serial_sum<<<1, 1024>>>(400000, in, (float *)out);
    show("serial_sum 1024", (float *)out, 1024);
    search<<<256, 128>>>(1 << 18, sorted, key, out);
    show("search", out, 1 << 15);
    search<<<2, 128>>>(1 << 18, sorted, key, out);
    show("search two blocks", out, 256);
    block_barriers<<<1, 256>>>(300, out);
    show("block_barriers one", out, 256);
    block_barriers<<<500, 64>>>(60, out);
    show("block_barriers many", out, 32000);
    divide_chain<<<8, 128>>>(100, out);
    show("divide_chain", out, 1024);
    greatest_divisor<<<128, 256>>>(key, out);
    show("greatest_divisor", out, 1 << 15);
    return 0;
}

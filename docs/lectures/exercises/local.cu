// SPDX-License-Identifier: Apache-2.0
// Exercise "local" (GUIDE): each thread counts its digits in an array that it indexes with data. Such an array is in
// local memory, which is device memory. Count without it: the array may move, or the counts into one register.
#include <cstdio>
#include <vector>

const int THREADS = 128, BLOCKS = 16, VALUES = 32; // digits of 0 to 3 that a thread counts

__global__ void most_frequent(const int *in, int *out)
{
    int thread = blockIdx.x * THREADS + threadIdx.x;
    int counts[4] = {0, 0, 0, 0};
    for (int i = 0; i < VALUES; i++)
        counts[in[i * THREADS * BLOCKS + thread]]++;
    int best = 0;
    for (int digit = 1; digit < 4; digit++)
        if (counts[digit] > counts[best])
            best = digit;
    out[thread] = best;
}

int main()
{
    const int threads = THREADS * BLOCKS;
    std::vector<int> in(VALUES * threads), out(threads);
    unsigned seed = 1;
    for (int &digit : in)
        digit = (int)((seed = seed * 1664525 + 1013904223) >> 30);
    int *from, *to;
    cudaMalloc(&from, in.size() * sizeof(int));
    cudaMalloc(&to, out.size() * sizeof(int));
    cudaMemcpy(from, in.data(), in.size() * sizeof(int), cudaMemcpyHostToDevice);
    most_frequent<<<BLOCKS, THREADS>>>(from, to);
    cudaMemcpy(out.data(), to, out.size() * sizeof(int), cudaMemcpyDeviceToHost);
    cudaFree(from);
    cudaFree(to);
    bool is_right = true;
    for (int thread = 0; thread < threads; thread++) {
        int counts[4] = {0, 0, 0, 0}, best = 0;
        for (int i = 0; i < VALUES; i++)
            counts[in[i * threads + thread]]++;
        for (int digit = 1; digit < 4; digit++)
            if (counts[digit] > counts[best])
                best = digit;
        is_right &= out[thread] == best;
    }
    printf("%s\n", is_right ? "right" : "wrong");
    return is_right ? 0 : 1;
}

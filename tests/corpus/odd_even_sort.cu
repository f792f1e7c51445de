// SPDX-License-Identifier: Apache-2.0
// Odd-even transposition: one block in shared memory until a pass swaps nothing, and any length by one
// launch a phase with a flag that the host reads.
#include <iostream>

#include "corpus.h"

using namespace std;

#define SWAP(type, a, b)                                                                           \
    do {                                                                                           \
        type swap_ = (a);                                                                          \
        (a) = (b);                                                                                 \
        (b) = swap_;                                                                               \
    } while (0)

const int N = 300;

__global__ void oddEvenBlock(short *data, int n, int *phases)
{
    __shared__ short s[N];
    int i = threadIdx.x, count = 0;
    for (int k = i; k < n; k += blockDim.x)
        s[k] = data[k];
    __syncthreads();

    int swapped;
    do {
        swapped = 0;
        for (int parity = 0; parity < 2; parity++) {
            int left = 2 * i + parity;
            if (left + 1 < n && s[left] > s[left + 1]) {
                SWAP(short, s[left], s[left + 1]);
                swapped = 1;
            }
            __syncthreads();
        }
        count++;
    } while (__syncthreads_or(swapped));

    for (int k = i; k < n; k += blockDim.x)
        data[k] = s[k];
    if (i == 0)
        *phases = count;
}

__device__ int d_swapped;

__global__ void oddEvenPhase(float *data, int n, int parity)
{
    int left = 2 * (blockIdx.x * blockDim.x + threadIdx.x) + parity;
    if (left + 1 >= n)
        return;
    float a = data[left], b = data[left + 1];
    if (a <= b)
        return;
    data[left] = b, data[left + 1] = a;
    atomicOr(&d_swapped, 1);
}

int main()
{
    Random random(64);
    vector<short> values(N);
    for (int i = 0; i < N; ++i)
        values[i] = (short)(random.next() % 2000) - 1000;
    short *d_values = to_device(values);
    int *d_phases = on_device<int>(1), phases;
    oddEvenBlock<<<1, 160>>>(d_values, N, d_phases);
    cudaMemcpy(&phases, d_phases, sizeof(int), cudaMemcpyDeviceToHost);
    vector<short> sorted = to_host(d_values, N);
    int wrong = 0;
    for (int i = 1; i < N; ++i)
        wrong += sorted[i - 1] > sorted[i];
    cout << "one block: " << phases << " passes, " << wrong << " wrong" << endl;
    print_hash("short", sorted);

    const int n = 1001;
    vector<float> numbers(n);
    for (int i = 0; i < n; ++i) // nearly sorted: few phases
        numbers[i] = i + 16 * random.uniform();
    float *d_numbers = to_device(numbers);
    int swapped, launches = 0;
    do {
        swapped = 0;
        cudaMemcpyToSymbol(d_swapped, &swapped, sizeof(int));
        oddEvenPhase<<<(n / 2 + 127) / 128, 128>>>(d_numbers, n, 0);
        oddEvenPhase<<<(n / 2 + 127) / 128, 128>>>(d_numbers, n, 1);
        cudaMemcpyFromSymbol(&swapped, d_swapped, sizeof(int));
        launches += 2;
    } while (swapped);
    cout << "any length: " << launches << " launches" << endl;
    print_hash("float", d_numbers, n);

    cudaFree(d_values);
    cudaFree(d_phases);
    cudaFree(d_numbers);
    return wrong;
}

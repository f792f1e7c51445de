// SPDX-License-Identifier: Apache-2.0
// Thrust beside kernels of one's own: raw pointers of vectors, device_ptr around cudaMalloc,
// algorithms on a stream, on the host, and exceptions for wrong sizes.
#include <thrust/copy.h>
#include <thrust/device_free.h>
#include <thrust/device_malloc.h>
#include <thrust/device_ptr.h>
#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/fill.h>
#include <thrust/reduce.h>
#include <thrust/sort.h>

#include <cstdio>
#include <vector>

#include "corpus.h"

__global__ void collatz(int *steps, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int count = 0;
    for (long long x = i + 1; x != 1; count++)
        x = x % 2 == 0 ? x / 2 : 3 * x + 1;
    steps[i] = count;
}

int main()
{
    const int n = 5000;
    thrust::device_vector<int> steps(n);
    collatz<<<(n + 255) / 256, 256>>>(thrust::raw_pointer_cast(steps.data()), n);
    printf("steps in all: %d\n", thrust::reduce(steps.begin(), steps.end()));

    int *raw;
    cudaMalloc(&raw, n * sizeof(int));
    thrust::device_ptr<int> wrapped(raw);
    thrust::copy(steps.begin(), steps.end(), wrapped);
    thrust::sort(wrapped, wrapped + n);
    printf("least %d, greatest %d\n", (int)wrapped[0], (int)wrapped[n - 1]);
    std::vector<int> host(n);
    cudaMemcpy(host.data(), raw, n * sizeof(int), cudaMemcpyDeviceToHost);
    print_hash("sorted steps", host);

    cudaStream_t stream;
    cudaStreamCreate(&stream);
    thrust::fill(thrust::cuda::par.on(stream), wrapped, wrapped + 100, -1);
    int sum = thrust::reduce(thrust::cuda::par.on(stream), wrapped, wrapped + n);
    cudaStreamDestroy(stream);
    printf("on a stream: %d\n", sum);
    printf("with a policy: %d\n", thrust::reduce(thrust::device, raw, raw + n));
    thrust::sort(thrust::host, host.begin(), host.end(), thrust::greater<int>());
    printf("on the host: %d\n", host[0]);
    cudaFree(raw);

    thrust::device_ptr<double> doubles = thrust::device_malloc<double>(16);
    thrust::fill(doubles, doubles + 16, 0.25);
    printf("quarters: %g\n", thrust::reduce(doubles, doubles + 16));
    thrust::device_free(doubles);

    try {
        thrust::device_vector<int> huge((size_t)1 << 44);
        printf("there is room\n");
    } catch (const std::bad_alloc &) {
        printf("no room for 64 TiB\n");
    }
    printf("last error: %s\n", cudaGetErrorString(cudaGetLastError()));
}

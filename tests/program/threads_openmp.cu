// SPDX-License-Identifier: Apache-2.0
// Host threads of OpenMP, each with a stream of its own.
#include <cstdio>
#include <omp.h>
#include <vector>

__global__ void scale(float *p, int n, float a)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        p[i] *= a;
}

int main()
{
    const int n = 256;
    std::vector<float> sums(4);
#pragma omp parallel num_threads(4)
    {
        int thread = omp_get_thread_num();
        std::vector<float> h(n, (float)(thread + 1));
        float *d, sum = 0;
        cudaStream_t stream;
        cudaStreamCreate(&stream);
        cudaMalloc(&d, n * sizeof(float));
        cudaMemcpyAsync(d, h.data(), n * sizeof(float), cudaMemcpyHostToDevice, stream);
        scale<<<1, n, 0, stream>>>(d, n, 2.0f);
        cudaMemcpyAsync(h.data(), d, n * sizeof(float), cudaMemcpyDeviceToHost, stream);
        cudaStreamSynchronize(stream);
        for (float x : h)
            sum += x;
        sums[thread] = sum;
        cudaFree(d);
        cudaStreamDestroy(stream);
    }
    printf("%g %g %g %g\n", sums[0], sums[1], sums[2], sums[3]);
}

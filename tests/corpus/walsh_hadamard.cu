// SPDX-License-Identifier: Apache-2.0
// The fast Walsh-Hadamard transform: radix-4 steps in global memory until the rest fits in shared
// memory, and within a warp by shuffles; the transform twice is the length times the input.
#include "corpus.h"

#define ELEMENTARY_LOG2SIZE 9

// What fits in a block's shared memory: radix 4, then one step of radix 2 when the size is odd.
__global__ void fwtBatch1Kernel(float *d_Output, float *d_Input, int log2N)
{
    extern __shared__ float s_data[];
    const int N = 1 << log2N;
    const int base = blockIdx.x << log2N;
    float *d_Src = d_Input + base;
    float *d_Dst = d_Output + base;

    for (int pos = threadIdx.x; pos < N; pos += blockDim.x)
        s_data[pos] = d_Src[pos];

    int stride;
    const int pos = threadIdx.x;
    for (stride = N >> 2; stride > 0; stride >>= 2) {
        int lo = pos & (stride - 1);
        int i0 = ((pos - lo) << 2) + lo;
        int i1 = i0 + stride;
        int i2 = i1 + stride;
        int i3 = i2 + stride;

        __syncthreads();
        float D0 = s_data[i0];
        float D1 = s_data[i1];
        float D2 = s_data[i2];
        float D3 = s_data[i3];

        float T;
        T = D0;
        D0 = D0 + D2;
        D2 = T - D2;
        T = D1;
        D1 = D1 + D3;
        D3 = T - D3;
        T = D0;
        s_data[i0] = D0 + D1;
        s_data[i1] = T - D1;
        T = D2;
        s_data[i2] = D2 + D3;
        s_data[i3] = T - D3;
    }

    if (log2N & 1) {
        __syncthreads();
        for (int p = threadIdx.x; p < N / 2; p += blockDim.x) {
            int i0 = p << 1;
            int i1 = i0 + 1;
            float D0 = s_data[i0];
            float D1 = s_data[i1];
            s_data[i0] = D0 + D1;
            s_data[i1] = D0 - D1;
        }
    }

    __syncthreads();
    for (int p = threadIdx.x; p < N; p += blockDim.x)
        d_Dst[p] = s_data[p];
}

__global__ void fwtBatch2Kernel(float *d_Output, float *d_Input, int stride)
{
    const int pos = blockIdx.x * blockDim.x + threadIdx.x;
    const int N = blockDim.x * gridDim.x * 4;
    float *d_Src = d_Input + blockIdx.y * N;
    float *d_Dst = d_Output + blockIdx.y * N;

    int lo = pos & (stride - 1);
    int i0 = ((pos - lo) << 2) + lo;
    int i1 = i0 + stride;
    int i2 = i1 + stride;
    int i3 = i2 + stride;

    float D0 = d_Src[i0], D1 = d_Src[i1], D2 = d_Src[i2], D3 = d_Src[i3];
    float T;
    T = D0;
    D0 = D0 + D2;
    D2 = T - D2;
    T = D1;
    D1 = D1 + D3;
    D3 = T - D3;
    T = D0;
    d_Dst[i0] = D0 + D1;
    d_Dst[i1] = T - D1;
    T = D2;
    d_Dst[i2] = D2 + D3;
    d_Dst[i3] = T - D3;
}

void fwtBatchGPU(float *d_Data, int M, int log2N)
{
    const int THREAD_N = 128;
    int N = 1 << log2N;
    dim3 grid((1 << log2N) / (4 * THREAD_N), M, 1);
    for (; log2N > ELEMENTARY_LOG2SIZE; log2N -= 2, N >>= 2, M <<= 2)
        fwtBatch2Kernel<<<grid, THREAD_N>>>(d_Data, d_Data, N / 4);
    fwtBatch1Kernel<<<M, N / 4, N * sizeof(float)>>>(d_Data, d_Data, log2N);
    CHECK(cudaGetLastError());
}

__global__ void modulateKernel(float *d_A, float *d_B, int N)
{
    int tid = blockIdx.x * blockDim.x + threadIdx.x;
    int numThreads = blockDim.x * gridDim.x;
    float rcpN = 1.0f / (float)N;
    for (int pos = tid; pos < N; pos += numThreads)
        d_A[pos] *= d_B[pos] * rcpN;
}

// 32 numbers a warp, as ints.
__global__ void transform_warp(int *data)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    int value = data[i];
#pragma unroll
    for (int mask = 1; mask < 32; mask <<= 1) {
        const int other = __shfl_xor_sync(0xffffffff, value, mask);
        value = threadIdx.x & mask ? other - value : other + value;
    }
    data[i] = value;
}

int main(int argc, char *argv[])
{
    const int log2N = 13, N = 1 << log2N, small = 1 << 10;
    Random random(13);
    std::vector<float> data(N), kernel(N);
    for (int i = 0; i < N; i++) {
        data[i] = (float)(int)(random.next() % 31) - 15;
        kernel[i] = i < 100 ? (float)(random.next() % 8) : 0.0f;
    }
    float *d_Data = to_device(data), *d_Kernel = to_device(kernel), *d_Twice = to_device(data);

    fwtBatchGPU(d_Twice, 1, log2N);
    print_hash("transform", d_Twice, N);
    fwtBatchGPU(d_Twice, 1, log2N);
    std::vector<float> twice = to_host(d_Twice, N);
    int wrong = 0;
    for (int i = 0; i < N; i++)
        wrong += twice[i] != data[i] * N;
    printf("transform twice: %d wrong\n", wrong);

    // Dyadic convolution: whole numbers, and N is a power of two, so that all is exact.
    fwtBatchGPU(d_Data, 1, log2N);
    fwtBatchGPU(d_Kernel, 1, log2N);
    modulateKernel<<<16, 128>>>(d_Data, d_Kernel, N);
    fwtBatchGPU(d_Data, 1, log2N);
    std::vector<float> convolved = to_host(d_Data, N);
    double worst = 0;
    for (int i = 0; i < N; i++) {
        double sum = 0;
        for (int j = 0; j < 100; j++)
            sum += (double)data[i ^ j] * kernel[j];
        worst = std::max(worst, std::abs(sum - convolved[i]));
    }
    printf("convolution: %s\n", worst < 0.01 ? "right" : "WRONG");
    print_hash("convolution", convolved);

    std::vector<int> ints(small);
    for (int i = 0; i < small; i++)
        ints[i] = (int)(random.next() % 100);
    int *d_ints = to_device(ints);
    transform_warp<<<small / 128, 128>>>(d_ints);
    print_hash("warps", d_ints, small);
    CHECK(cudaFree(d_Data));
    CHECK(cudaFree(d_Kernel));
    CHECK(cudaFree(d_Twice));
    CHECK(cudaFree(d_ints));
    return 0;
}

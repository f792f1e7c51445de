// SPDX-License-Identifier: Apache-2.0
// What a program may choose of L1 and shared memory, by the time that a kernel takes.
#include <cstdio>

const int COUNT = 6144; // 24 KB of floats: more than the smaller L1 of Fermi, less than the larger

__global__ void sum_often(const float *in, float *out)
{
    float sum = 0;
    for (int round = 0; round < 4; round++)
        for (int i = threadIdx.x; i < COUNT; i += blockDim.x)
            sum += in[i];
    out[threadIdx.x] = sum;
}

// Doubles of a column, 66 words apart: no conflict in banks of 8 bytes.
__global__ void sum_column(float *out)
{
    __shared__ double tile[32][33];
    for (int i = 0; i < 32; i++)
        tile[i][threadIdx.x] = i;
    __syncthreads();
    double sum = 0;
    for (int i = 0; i < 32; i++)
        sum += tile[threadIdx.x][i];
    out[threadIdx.x] = (float)sum;
}

template <typename Launch>
float milliseconds(Launch launch)
{
    cudaEvent_t begin, end;
    cudaEventCreate(&begin);
    cudaEventCreate(&end);
    cudaEventRecord(begin);
    launch();
    cudaEventRecord(end);
    cudaEventSynchronize(end);
    float elapsed = 0;
    cudaEventElapsedTime(&elapsed, begin, end);
    return elapsed;
}

const char *compare(float before, float after)
{
    return after < before ? "faster" : after > before ? "slower" : "the same";
}

int main()
{
    float *in, *out;
    cudaMalloc(&in, COUNT * sizeof(float));
    cudaMalloc(&out, 256 * sizeof(float));
    cudaMemset(in, 0, COUNT * sizeof(float));
    auto often = [&] { sum_often<<<1, 256>>>(in, out); };
    auto column = [&] { sum_column<<<1, 32>>>(out); };

    float plain = milliseconds(often);
    cudaFuncSetCacheConfig(sum_often, cudaFuncCachePreferL1);
    printf("kernel prefers L1: %s\n", compare(plain, milliseconds(often)));
    cudaDeviceSetCacheConfig(cudaFuncCachePreferL1);
    cudaFuncSetCacheConfig(sum_often, cudaFuncCachePreferShared);
    printf("kernel prefers shared memory, device L1: %s\n", compare(plain, milliseconds(often)));
    cudaFuncSetCacheConfig(sum_often, cudaFuncCachePreferNone);
    printf("device prefers L1: %s\n", compare(plain, milliseconds(often)));

    plain = milliseconds(column);
    cudaFuncSetSharedMemConfig(sum_column, cudaSharedMemBankSizeEightByte);
    printf("kernel with wide banks: %s\n", compare(plain, milliseconds(column)));
    cudaFuncSetSharedMemConfig(sum_column, cudaSharedMemBankSizeDefault);
    cudaDeviceSetSharedMemConfig(cudaSharedMemBankSizeEightByte);
    printf("device with wide banks: %s\n", compare(plain, milliseconds(column)));
    return cudaDeviceSynchronize();
}

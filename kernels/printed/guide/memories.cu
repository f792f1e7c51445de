// SPDX-License-Identifier: Apache-2.0
// GUIDE's short listings as printed: the sum of two vectors, a block that shares values, one array of
// dynamic shared memory split into three, constant memory, and a sum by atomic references. What the
// guide leaves out with dots is added.
#include <cuda/atomic>

#include "../../lecture.h"

__global__ void vecAdd(float* A, float* B, float* C, int vectorLength)
{
    int workIndex = threadIdx.x + blockIdx.x*blockDim.x;
    if(workIndex < vectorLength)
    {
        C[workIndex] = A[workIndex] + B[workIndex];
    }
}

// assuming blockDim.x is 128
__global__ void example_syncthreads(int* input_data, int* output_data) {
    __shared__ int shared_data[128];
    // Every thread writes to a distinct element of 'shared_data':
    shared_data[threadIdx.x] = input_data[threadIdx.x];

    // All threads synchronize, guaranteeing all writes to 'shared_data' are ordered
    // before any thread is unblocked from '__syncthreads()':
    __syncthreads();

    // A single thread safely reads 'shared_data':
    if (threadIdx.x == 0) {
        int sum = 0;
        for (int i = 0; i < blockDim.x; ++i) {
            sum += shared_data[i];
        }
        output_data[blockIdx.x] = sum;
    }
}

// -DPRINTED=127: the guide's second listing, whose array1 is not aligned to 4 bytes.
#ifndef PRINTED
#define PRINTED 128
#endif

__global__ void split(float *out)
{
    extern __shared__ float array[];

    short* array0 = (short*)array;
    float* array1 = (float*)&array0[PRINTED];
    int*   array2 =   (int*)&array1[64];

    int t = threadIdx.x;
    if (t < PRINTED) array0[t] = t;
    if (t < 64) array1[t] = 0.5f * t;
    array2[t] = 3 * t;
    __syncthreads();
    out[t] = array0[t % 127] + array1[t % 64] + array2[t];
}

// In your .cu file
__constant__ float coeffs[4];

__global__ void compute(float *out) {
    int idx = threadIdx.x;
    out[idx] = coeffs[0] * idx + coeffs[1];
}

__global__ void sumReduction(int n, float *array, float *result) {
    int tid = threadIdx.x + blockIdx.x * blockDim.x;

    cuda::atomic_ref<float, cuda::thread_scope_device> result_ref(*result);
    if (tid < n)
        result_ref.fetch_add(array[tid]);
}

static bool adds()
{
    const int length = 1000;
    std::vector<float> a(length), b(length);
    for (int i = 0; i < length; i++) {
        a[i] = (float)i;
        b[i] = 2.0f * i;
    }
    float *A = upload(a), *B = upload(b), *C = device_zeros<float>(length);
    vecAdd<<<4, 256>>>(A, B, C, length);
    std::vector<float> c = download(C, length);
    bool is_right = true;
    for (int i = 0; i < length; i++)
        is_right &= c[i] == 3.0f * i;
    return report("vecAdd", is_right);
}

static bool shares()
{
    std::vector<int> values(128);
    for (int i = 0; i < 128; i++)
        values[i] = i;
    int *in = upload(values), *out = device_zeros<int>(2);
    example_syncthreads<<<2, 128>>>(in, out);
    std::vector<int> sums = download(out, 2);
    return report("example_syncthreads", sums[0] == 127 * 64 && sums[1] == 127 * 64);
}

static bool splits()
{
    float *out = device_zeros<float>(256);
    split<<<1, 256, 128 * sizeof(short) + 64 * sizeof(float) + 256 * sizeof(int)>>>(out);
    std::vector<float> sums = download(out, 256);
    bool is_right = true;
    for (int t = 0; t < 256; t++)
        is_right &= sums[t] == t % 127 + 0.5f * (t % 64) + 3 * t;
    return report("split", is_right);
}

static bool computes()
{
    float *device_out = device_zeros<float>(10);
    // In your host code
    float h_coeffs[4] = {1.0f, 2.0f, 3.0f, 4.0f};
    cudaMemcpyToSymbol(coeffs, h_coeffs, sizeof(h_coeffs));
    compute<<<1, 10>>>(device_out);
    std::vector<float> out = download(device_out, 10);
    bool is_right = true;
    for (int i = 0; i < 10; i++)
        is_right &= out[i] == i + 2.0f;
    return report("compute", is_right);
}

static bool reduces()
{
    const int n = 1000;
    float *array = upload(std::vector<float>(n, 0.5f)), *result = device_zeros<float>(1);
    sumReduction<<<4, 256>>>(n, array, result);
    return report("sumReduction", download(result, 1)[0] == 0.5f * n);
}

int main()
{
    bool all_right = adds() & shares() & splits() & computes() & reduces();
    return all_right ? 0 : 1;
}

// SPDX-License-Identifier: Apache-2.0
// EPFL's short listings as printed: the fade of a picture, the branch on data, the linear addressing
// of shared memory with stride s, and the load of two elements by each thread.
#include "../../lecture.h"

const int BLOCK = 256;

__global__ void fadepic(float *a, float f, int N)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) a[i] = a[i] * f;
}

__global__ void branch(const int *in, float *out, float x)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (in[i] == 0) out[i] = sqrt(x);
    else out[i] = 10;
}

// The lecture's array has 256 words, which a stride of 1 needs. Here it is long enough for 16.
__global__ void linear(float *out, int baseIndex, int s)
{
    __shared__ float shared[16 * BLOCK];
    for (int i = threadIdx.x; i < 16 * BLOCK; i += blockDim.x)
        shared[i] = i;
    __syncthreads();
    float foo =
        shared[baseIndex + s * threadIdx.x];
    out[threadIdx.x] = foo;
}

__global__ void load_two(const float *global, float *out)
{
    __shared__ float shared[2 * BLOCK];
    int tid = threadIdx.x;
    shared[tid] =
        global[tid];
    shared[tid + blockDim.x] =
        global[tid + blockDim.x];
    __syncthreads();
    out[tid] = shared[2 * tid] + shared[2 * tid + 1];
}

static bool fades()
{
    const int count = 1000; // the last block is not full
    std::vector<float> picture(count);
    for (int i = 0; i < count; i++)
        picture[i] = (float)i;
    float *a = upload(picture);
    fadepic<<<(count + BLOCK - 1) / BLOCK, BLOCK>>>(a, 0.5f, count);
    std::vector<float> faded = download(a, count);
    bool is_right = true;
    for (int i = 0; i < count; i++)
        is_right &= faded[i] == 0.5f * i;
    return report("fadepic", is_right);
}

// Zeros in every second thread, then in every second warp.
static bool branches(const char *name, int group)
{
    const int count = 16 * BLOCK;
    std::vector<int> values(count);
    for (int i = 0; i < count; i++)
        values[i] = i / group % 2;
    int *in = upload(values);
    float *out = device_zeros<float>(count);
    branch<<<count / BLOCK, BLOCK>>>(in, out, 16);
    std::vector<float> chosen = download(out, count);
    bool is_right = true;
    for (int i = 0; i < count; i++)
        is_right &= chosen[i] == (values[i] == 0 ? 4 : 10);
    return report(name, is_right);
}

static bool reads(int s)
{
    float *out = device_zeros<float>(BLOCK);
    linear<<<1, BLOCK>>>(out, 0, s);
    std::vector<float> read = download(out, BLOCK);
    bool is_right = true;
    for (int t = 0; t < BLOCK; t++)
        is_right &= read[t] == s * t;
    return report("linear", is_right);
}

static bool loads()
{
    std::vector<float> values(2 * BLOCK);
    for (int i = 0; i < 2 * BLOCK; i++)
        values[i] = (float)i;
    float *global = upload(values), *out = device_zeros<float>(BLOCK);
    load_two<<<1, BLOCK>>>(global, out);
    std::vector<float> sums = download(out, BLOCK);
    bool is_right = true;
    for (int t = 0; t < BLOCK; t++)
        is_right &= sums[t] == 4 * t + 1;
    return report("load_two", is_right);
}

int main()
{
    bool all_right = fades() & branches("branch, threads", 1) & branches("branch, warps", 32);
    for (int s : {1, 2, 3, 4, 16})
        all_right &= reads(s);
    all_right &= loads();
    return all_right ? 0 : 1;
}

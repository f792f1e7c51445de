// SPDX-License-Identifier: Apache-2.0
// UT's listings of shared memory, as printed: a stride s, types shorter than a word, two structures,
// and two elements of each thread side by side or a block apart.
#include "../../lecture.h"

const int BLOCK = 64; // the lecture's arrays of structures have 64

__global__ void linear(float *out, int baseIndex, int s)
{
    __shared__ float shared[256];
    for (int i = threadIdx.x; i < 256; i += blockDim.x)
        shared[i] = i;
    __syncthreads();
    float foo =
        shared[baseIndex + s *
        threadIdx.x];
    out[threadIdx.x] = foo;
}

__global__ void read_chars(int *out, int baseIndex)
{
    __shared__ char shared[2 * BLOCK];
    shared[threadIdx.x] = shared[threadIdx.x + BLOCK] = threadIdx.x;
    __syncthreads();
    int foo = shared[baseIndex + threadIdx.x];
    out[threadIdx.x] = foo;
}

__global__ void read_shorts(int *out, int baseIndex)
{
    __shared__ short shared[2 * BLOCK];
    shared[threadIdx.x] = shared[threadIdx.x + BLOCK] = threadIdx.x;
    __syncthreads();
    int foo = shared[baseIndex + threadIdx.x];
    out[threadIdx.x] = foo;
}

struct vector { float x, y, z; };
struct myType {
    float f;
    int c;
};

__global__ void read_vectors(float *out, int baseIndex)
{
    __shared__ struct vector vectors[64];
    vectors[threadIdx.x].x = threadIdx.x;
    vectors[threadIdx.x].y = 2 * threadIdx.x;
    vectors[threadIdx.x].z = 3 * threadIdx.x;
    __syncthreads();
    struct vector v = vectors[baseIndex + threadIdx.x];
    out[threadIdx.x] = v.x + v.y + v.z;
}

__global__ void read_types(float *out, int baseIndex)
{
    __shared__ struct myType myTypes[64];
    myTypes[threadIdx.x].f = threadIdx.x;
    myTypes[threadIdx.x].c = 2 * threadIdx.x;
    __syncthreads();
    struct myType m = myTypes[baseIndex + threadIdx.x];
    out[threadIdx.x] = m.f + m.c;
}

__global__ void load_interleaved(const float *global, float *out)
{
    __shared__ float shared[2 * BLOCK];
    int tid = threadIdx.x;
    shared[2*tid] = global[2*tid];
    shared[2*tid+1] = global[2*tid+1];
    __syncthreads();
    out[tid] = shared[tid] + shared[tid + BLOCK];
}

__global__ void load_blocked(const float *global, float *out)
{
    __shared__ float shared[2 * BLOCK];
    int tid = threadIdx.x;
    shared[tid] = global[tid];
    shared[tid + blockDim.x] =
    global[tid + blockDim.x];
    __syncthreads();
    out[tid] = shared[tid] + shared[tid + BLOCK];
}

template <typename T> static bool check(const char *name, T *out, int factor, int first)
{
    std::vector<T> read = download(out, BLOCK);
    bool is_right = true;
    for (int t = 0; t < BLOCK; t++)
        is_right &= read[t] == factor * t + first;
    return report(name, is_right);
}

int main()
{
    bool all_right = true;
    float *out = device_zeros<float>(BLOCK);
    int *numbers = device_zeros<int>(BLOCK);
    for (int s : {1, 2, 3, 4}) {
        linear<<<1, BLOCK>>>(out, 0, s);
        all_right &= check("linear", out, s, 0);
    }
    read_chars<<<1, BLOCK>>>(numbers, 0);
    all_right &= check("read_chars", numbers, 1, 0);
    read_shorts<<<1, BLOCK>>>(numbers, 0);
    all_right &= check("read_shorts", numbers, 1, 0);
    read_vectors<<<1, BLOCK>>>(out, 0);
    all_right &= check("read_vectors", out, 6, 0);
    read_types<<<1, BLOCK>>>(out, 0);
    all_right &= check("read_types", out, 3, 0);
    std::vector<float> values(2 * BLOCK);
    for (int i = 0; i < 2 * BLOCK; i++)
        values[i] = (float)i;
    float *global = upload(values);
    load_interleaved<<<1, BLOCK>>>(global, out);
    all_right &= check("load_interleaved", out, 2, BLOCK);
    load_blocked<<<1, BLOCK>>>(global, out);
    all_right &= check("load_blocked", out, 2, BLOCK);
    return all_right ? 0 : 1;
}

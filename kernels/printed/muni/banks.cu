// SPDX-License-Identifier: Apache-2.0
// MUNI's three ways to read shared memory, as printed: with an offset, with a stride c, and in groups
// of c threads that read one word.
#include "../../lecture.h"

const int BLOCK = 256, WORDS = 8 * BLOCK;

__device__ void fill(int *s)
{
    for (int i = threadIdx.x; i < WORDS; i += blockDim.x)
        s[i] = 5 * i;
    __syncthreads();
}

__global__ void with_offset(int *out, int offset)
{
    __shared__ int s[WORDS];
    fill(s);
    int x = s[threadIdx.x + offset];
    out[threadIdx.x] = x;
}

__global__ void with_stride(int *out, int c)
{
    __shared__ int s[WORDS];
    fill(s);
    int x = s[threadIdx.x * c];
    out[threadIdx.x] = x;
}

__global__ void in_groups(int *out, int c)
{
    __shared__ int s[WORDS];
    fill(s);
    int x = s[threadIdx.x / c];
    out[threadIdx.x] = x;
}

static bool check(const char *name, void (*kernel)(int *, int), int number, int (*index)(int, int))
{
    int *out = device_zeros<int>(BLOCK);
    kernel<<<1, BLOCK>>>(out, number);
    std::vector<int> read = download(out, BLOCK);
    bool is_right = true;
    for (int t = 0; t < BLOCK; t++)
        is_right &= read[t] == 5 * index(t, number);
    return report(name, is_right);
}

int main()
{
    bool all_right = true;
    for (int offset : {0, 1, 7})
        all_right &= check("with_offset", with_offset, offset, [](int t, int n) { return t + n; });
    for (int c : {1, 2, 3, 4, 7, 8})
        all_right &= check("with_stride", with_stride, c, [](int t, int n) { return t * n; });
    for (int c : {1, 2, 8, 16, 32})
        all_right &= check("in_groups", in_groups, c, [](int t, int n) { return t / n; });
    return all_right ? 0 : 1;
}

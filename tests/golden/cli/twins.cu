// SPDX-License-Identifier: Apache-2.0
// Launches that differ in nothing but numbers.
__global__ void conflict(int *out, int stride)
{
    __shared__ int words[1024];
    int t = threadIdx.x;
    words[t] = t;
    __syncthreads();
    out[t] = words[t * stride & 1023];
}

template <typename T>
__global__ void types(T *out, T open, unsigned whole, short narrow, float real, double wide,
                      long long large, int same)
{
    *out = open + whole + narrow + (T)real + (T)wide + (T)large + same;
}

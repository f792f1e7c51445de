// SPDX-License-Identifier: Apache-2.0
namespace shapes {
template <class T> __global__ void scan(T *x)
{
    x[threadIdx.x] += 1;
}
}
template <class T, int N> __global__ void pool(const T *in, T *out)
{
    out[threadIdx.x] = in[threadIdx.x] * N;
}

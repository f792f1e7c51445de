// SPDX-License-Identifier: Apache-2.0
template <int N> struct Sum { static constexpr int value = N + Sum<N - 1>::value; };
template <int N> __device__ int count() { return 1 + count<N + 1>(); }
__global__ void k(int *a)
{
    a[0] = Sum<10>::value;
    a[1] = count<0>();
}

// SPDX-License-Identifier: Apache-2.0
template <class T> struct Box { T value; };
template <class T> __device__ T larger(T a, T b) { return a > b ? a : b; }
template <class T> __device__ T open(Box<T> box) { return box.value; }
template <class T> __device__ T open(Box<T> *box, int) { return box->value; }
template <class To, class From> __device__ To convert(From x) { return (To)x; }
template <class T> __device__ typename T::type inner(T x) { return x; }
template <class T, int N> __device__ T first(const T (&array)[N], T (&other)[N]) { return array[0]; }
__global__ void k(float *out, int n)
{
    out[0] = larger(n, 1.0f);
    out[1] = open(n);
    out[2] = convert(n);
    out[3] = inner(n);
    int a[3] = {1, 2, 3}, b[4] = {1, 2, 3, 4};
    out[4] = first(a, b);
}

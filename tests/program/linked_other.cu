// SPDX-License-Identifier: Apache-2.0
#include "linked.h"

#include <cstdio>

__device__ int counter = 7;
__constant__ float scale[4] = {1, 2, 3, 4};
static __device__ int secret(int x) { return x + 100; }
static __device__ int own[2] = {10, 20};
static __device__ int add(int x) { return x + 1; }
__device__ int (*table[2])(int) = {add, secret};
extern __shared__ float dynamic[];

__device__ Shape::~Shape() {}
__device__ Square::Square(int side) : side(side) {}
__device__ int Square::area() const { return side * side + shared_inline(side); }
__device__ __noinline__ int twice(int x) { return 2 * x + secret(x) * 1000 + own[0] * 100000; }
template <class T> __device__ T cube(T x) { return x * x * x; }
template __device__ int cube<int>(int);

__device__ Values make(int x)
{
    Values values;
    for (int i = 0; i < 20; i++) {
        values.at[i] = i * x;
    }
    values.last = 0.5;
    return values;
}

__device__ double sum(Values values, char c, short s, bool b)
{
    double total = values.last + c + s * 1000 + b * 100000;
    for (int i = 0; i < 20; i++) {
        total += values.at[i];
    }
    return total;
}

__device__ void fill(int count)
{
    if (threadIdx.x < count) {
        dynamic[threadIdx.x] = threadIdx.x * 1.5f;
    }
}

static __global__ void show() { printf("other %d\n", own[1]); }

int other()
{
    int values[2] = {5, 6};
    show<<<1, 1>>>();
    cudaMemcpyToSymbol(own, values, sizeof values);
    show<<<1, 1>>>();
    return cudaDeviceSynchronize();
}

template <class T> __device__ Box<T>::Box(T value) : value(value) {}
template <class T> __device__ T Box<T>::get() const { return value * 2; }
template struct Box<int>;

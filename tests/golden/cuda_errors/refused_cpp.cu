// SPDX-License-Identifier: Apache-2.0
struct Base { int x; __device__ Base(int a) : x(a) {} };
struct Derived : Base { using Base::Base; };
struct Worker { __device__ int f(int a) { return a; } };
__global__ void constructors(int *out) { Derived d(3); out[0] = d.x; }
__global__ void methods(int *out) { int (Worker::*p)(int) = &Worker::f; Worker w; out[0] = (w.*p)(3); }
__global__ void arrays(int *out) { int *p = new int[3]{1, 2, 3}; out[0] = p[0]; }
__global__ void wide(int *out) { __int128 z = 3; out[0] = (int)z; }
__global__ void coroutine(int *out) { co_return; }
template <class T> struct Wrap { T f; __device__ Wrap(T a) : f(a) {} __device__ Wrap(T *a) : f(*a) {} };
__global__ void deduced(int *out) { Wrap w(out); out[0] = w.f; Wrap *p = &w; }
__device__ int operator""_twice(unsigned long long x) { return 2 * x; }
__global__ void literals(double *out) { out[0] = 3.0_km + 2_km; }

// SPDX-License-Identifier: Apache-2.0
struct B { int b = 3; __device__ int get() const { return b; } };
struct D : B { using B::get; int d; __device__ Dint x) : B{x} d(x) {} static int s; };
__global__ void k(float *o) { D d{4}; o[0] = d.B::b; }

// SPDX-License-Identifier: Apache-2.0
// Classes by value and as results, recursion, a table of functions, printf.
#include <cstdio>

struct Particle {
    int id;
    float mass;
    float place[4];
};

__device__ int fibonacci(int n)
{
    return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}

__device__ __noinline__ float weight(Particle p, int i, bool is_double, char more)
{
    return p.place[i] * p.mass + (is_double ? more : 3);
}

__device__ __noinline__ Particle make(int id)
{
    Particle p;
    p.id = id;
    p.mass = (float)id;
    for (int i = 0; i < 4; i++)
        p.place[i] = (float)(i * id);
    return p;
}

typedef int (*Operation)(int, int);
__device__ __noinline__ int add(int a, int b)
{
    return a + b;
}
__device__ __noinline__ int multiply(int a, int b)
{
    return a * b;
}
__device__ Operation operations[2] = {add, multiply};

__global__ void calls(float *out, int n, Particle given)
{
    Particle p = make(threadIdx.x);
    if (n == 7)
        printf("%d %f %s\n", p.id, p.mass, "seven");
    out[threadIdx.x] = weight(p, n & 3, n > 2, 'a') + weight(given, 0, false, 1) +
                       (float)operations[n & 1](n, 5) + (float)fibonacci(n);
}

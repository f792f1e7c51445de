// SPDX-License-Identifier: Apache-2.0
// Calls: functions, recursion, through pointers, printf, assert, malloc; clocks and traps.
#include <cassert>
#include <cstdio>
struct Point { float x, y, z; };
__device__ __noinline__ Point add(Point a, Point b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
__device__ __noinline__ int factorial(int n) { return n < 2 ? 1 : n * factorial(n - 1); }
__device__ __noinline__ double mixed(char c, short s, long long l, float f, double d)
{
    return c + s + l + f + d;
}
typedef int (*Function)(int);
__device__ Function table[2] = {factorial, factorial};
__global__ void calls(int *a, float *f, int n)
{
    Point p = add({f[0], f[1], f[2]}, {1, 2, 3});
    printf("%d %f %s\n", n, p.x, "text");
    assert(n > 0);
    int *q = (int *)malloc(n * sizeof(int));
    q[0] = factorial(n) + table[n & 1](n);
    a[0] = q[0] + (int)mixed(1, 2, n, p.y, p.z);
    free(q);
    long long t = clock64();
    a[1] = (int)(clock() + t);
    if (n == 99) __trap();
    if (n == 98) __brkpt();
    __nanosleep(20);
    a[2] = __isShared(a) + __isGlobal(a) + __isConstant(a) + __isLocal(a);
}
class Shape { public: __device__ virtual int sides() const = 0; };
class Square : public Shape { public: __device__ int sides() const override { return 4; } };
__global__ void virtuals(int *a) { Square s; const Shape *p = a[0] ? (const Shape *)a : &s; a[1] = p->sides(); }

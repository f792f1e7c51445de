// SPDX-License-Identifier: Apache-2.0
// new and delete of arrays in kernels: constructors, initial values, destructors in their number.
// nvcc's code writes the count of P in front of what malloc gave.
#include <cstdio>

struct P {
    int x, y;
    __device__ P() : x(1), y(2) {}
    __device__ P(int a) : x(a), y(2) {}
};
__device__ int gone;
struct D {
    int x;
    __device__ D() : x(5) {}
    __device__ D(int a) : x(a) {}
    __device__ ~D() { gone += x; }
};
struct alignas(16) A {
    int x = 3;
    __device__ ~A() { gone += 100; }
};

__global__ void arrays(int *o, int n)
{
    P *p = new P[3];
    P *q = new P[n];
    o[0] = p[1].x + p[2].y + q[n - 1].x;
    delete[] q;
    delete[] p;
    int *zero = new int[3]();
    int *list = new int[4]{1, 2, 3};
    o[1] = zero[0] + zero[2] + list[0] * 100 + list[1] * 10 + list[2] + list[3];
    delete[] list;
    delete[] zero;
    P *e = new P[2]{P(5), 7};
    o[2] = e[0].x + e[1].x;
    delete[] e;
    D *d = new D[n], *none = nullptr;
    d[1].x = 7;
    delete[] d;
    delete[] none;
    o[3] = gone;
    D *few = new D[3]{1, 2};
    delete[] few;
    A *aligned = new A[n];
    o[4] = ((unsigned long long)aligned & 15) == 0;
    delete[] aligned;
    o[5] = gone;
}

int main()
{
    int *d, host[6];
    cudaMalloc(&d, sizeof host);
    arrays<<<1, 1>>>(d, 4);
    cudaMemcpy(host, d, sizeof host, cudaMemcpyDeviceToHost);
    for (int value : host) printf("%d ", value);
    printf("%s\n", cudaGetErrorName(cudaGetLastError()));
}

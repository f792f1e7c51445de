// SPDX-License-Identifier: Apache-2.0
// Launches of kernel templates that have the same name and the same template arguments as another:
// only the parameters, or a host function's own code, tell them apart.
#include <cstdio>

template <int N> __global__ void store(float *x)
{
    x[threadIdx.x] = N + 0.5f;
}
template <int N> __global__ void store(int *x)
{
    x[threadIdx.x] = N;
}

template <class T> static __global__ void change(T *x, int by)
{
    x[threadIdx.x] += by;
}
template <class T> static __global__ void change(T *x, float by)
{
    x[threadIdx.x] *= by;
}

namespace outer
{
namespace
{
template <class T, int N> __global__ void combine(T *x)
{
    x[threadIdx.x] -= N;
}
template <class T, int N> __global__ void combine(const T *y, T *x)
{
    x[threadIdx.x] = N * y[threadIdx.x];
}
} // namespace
} // namespace outer

// A host function of the kernel's name, declared before it and after it.
template <class T> void add(T *x, T *y, int n);
template <class T> __global__ void add(T *x, int n)
{
    x[threadIdx.x] += n;
}
template <class T> void add(T *x, T *y, int n)
{
    add<T><<<1, 32>>>(x, n);
    add<T><<<1, 32>>>(y, 2 * n);
}
template void add<double>(double *, double *, int);

template <class T, class Launch> static void show(const char *name, Launch launch)
{
    T *x;
    cudaMallocManaged(&x, 32 * sizeof *x);
    for (int i = 0; i < 32; i++)
        x[i] = i;
    launch(x);
    cudaError_t error = cudaDeviceSynchronize();
    printf("%s: %s, %g %g\n", name, cudaGetErrorName(error), (double)x[1], (double)x[31]);
    cudaFree(x);
}

int main()
{
    show<int>("store", [](int *x) { store<3><<<1, 32>>>(x); });
    show<float>("store", [](float *x) { store<3><<<1, 32>>>(x); });
    show<float>("change", [](float *x) { change<float><<<1, 32>>>(x, 4.0f); });
    show<float>("change", [](float *x) { change<float><<<1, 32>>>(x, 4); });
    show<int>("change", [](int *x) { change<int><<<1, 32>>>(x, 2.0f); });
    show<int>("combine", [](int *x) { outer::combine<int, 5><<<1, 32>>>(x); });
    show<int>("combine", [](int *x) { outer::combine<int, 5><<<1, 32>>>(x, x); });
    show<double>("add", [](double *x) { add(x, x, 10); });
    show<int>("add", [](int *x) { add(x, x, 10); });
}

// SPDX-License-Identifier: Apache-2.0
// Kernel templates: values, types, enumerations, packs, function objects, namespaces, and launches
// out of templates, lambdas and macros.
#include <cstdio>
#include <utility>

enum class Mode { ADD, MULTIPLY };

namespace work {
template <typename T, Mode M> __global__ void apply(T *x, T y)
{
    x[threadIdx.x] = M == Mode::ADD ? x[threadIdx.x] + y : x[threadIdx.x] * y;
}
} // namespace work

template <int N> __global__ void fill(int *x)
{
    x[threadIdx.x] = N;
}

template <typename... Values> __global__ void sum(int *x, Values... values)
{
    x[threadIdx.x] = (0 + ... + values);
}

struct Scale {
    int by;
    __device__ int operator()(int x) const { return x * by; }
};

template <typename F> __global__ void map(int *x, F f)
{
    x[threadIdx.x] = f((int)threadIdx.x);
}

__device__ int twice(int x)
{
    return 2 * x;
}

template <int (*F)(int)> __global__ void apply_function(int *x)
{
    x[threadIdx.x] = F((int)threadIdx.x);
}

template <typename T> void launch_from_template(T *x, T y)
{
    work::apply<T, Mode::ADD><<<1, 4>>>(x, y);
}

#define LAUNCH(kernel, ...) kernel<<<1, 4>>>(__VA_ARGS__)

static int *device;

static void show(const char *what)
{
    int host[4];
    cudaError_t error = cudaMemcpy(host, device, sizeof host, cudaMemcpyDeviceToHost);
    printf("%s: %d %d %d %d %s\n", what, host[0], host[1], host[2], host[3],
           cudaGetErrorString(error == cudaSuccess ? cudaGetLastError() : error));
}

int main()
{
    cudaMalloc(&device, 4 * sizeof(int));
    fill<7><<<1, 4>>>(device);
    show("fill");
    work::apply<int, Mode::MULTIPLY><<<dim3{1}, dim3(4)>>>(device, 3);
    show("apply");
    launch_from_template(device, 100);
    show("launch_from_template");
    sum<<<1, 4>>>(device, 1, (short)2, 3LL);
    show("sum");
    map<<<1, 4>>>(device, Scale{5});
    show("map");
    LAUNCH(fill<8>, device);
    show("macro");
    [&] { fill<9><<<1, 4>>>(device); }();
    show("lambda");
    void (*pointer)(int *) = fill<10>;
    pointer<<<1, 4>>>(device);
    show("pointer");
    apply_function<twice><<<1, 4>>>(device);
    show("function");
    return 0;
}

// SPDX-License-Identifier: Apache-2.0
// Kernel templates that exist for some types only: with conditions in parameters, in the result and
// in the template's own list, which compilers do not write into a function's name in one way.
#include <cstdio>
#include <type_traits>

namespace traits
{
template <typename T> struct is_wide {
    static const bool value = sizeof(T) > 4;
};
} // namespace traits

template <typename T>
__global__ void scale(T *x, typename std::enable_if<std::is_floating_point<T>::value, T>::type by)
{
    x[threadIdx.x] *= by;
}

template <typename T>
__global__ typename std::enable_if<traits::is_wide<T>::value>::type twice(T *x)
{
    x[threadIdx.x] *= 2;
}

template <typename T>
__global__ typename std::enable_if<!traits::is_wide<T>::value>::type twice(T *x)
{
    x[threadIdx.x] += x[threadIdx.x];
}

template <typename T, typename std::enable_if<std::is_integral<T>::value, int>::type = 0>
__global__ void add(T *x, T y)
{
    x[threadIdx.x] += y;
}

template <typename T> static void show(const char *what, const T *x)
{
    cudaError_t error = cudaDeviceSynchronize();
    printf("%s: %g %g %s\n", what, (double)x[0], (double)x[3], cudaGetErrorString(error));
}

template <typename T> static T *make()
{
    T *x = nullptr;
    cudaMallocManaged(&x, 4 * sizeof(T));
    for (int i = 0; i < 4; i++) {
        x[i] = (T)(i + 1);
    }
    return x;
}

int main()
{
    float *f = make<float>();
    double *d = make<double>();
    int *n = make<int>();
    scale<<<1, 4>>>(f, 0.5f);
    show("scale float", f);
    scale<<<1, 4>>>(d, 0.25);
    show("scale double", d);
    twice<<<1, 4>>>(d);
    show("twice double", d);
    twice<<<1, 4>>>(n);
    show("twice int", n);
    add<<<1, 4>>>(n, 10);
    show("add int", n);
    return 0;
}
